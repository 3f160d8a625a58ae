"""A thing prints as it reads: one string is the repr, the CLI option, the URL and the table heading."""

from __future__ import annotations

import ast
from abc import ABC
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

from karat.errors import BadRequest, did_you_mean, unknown

T = TypeVar("T")
LONGEST = 60  # characters of an unreadable text that an error repeats


@dataclass_transform(frozen_default=True, kw_only_default=True)
def spoken(cls: type[T]) -> type[T]:
    """Make a frozen value with named parameters that prints as it reads."""
    return dataclass(frozen=True, repr=False, kw_only=True)(cls)


class Spoken(ABC):  # abstract by its subclasses
    """Base of values that print as they read; a subclass has a `name` and parameters with defaults."""

    name: ClassVar[str]
    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {}
    limits: ClassVar[Mapping[str, tuple[float, float]]] = {}

    def __post_init__(self) -> None:
        for field in fields(self):  # type: ignore[arg-type]  # every subclass is a dataclass
            _check(self, field, getattr(self, field.name))
            if isinstance(field.default, float):  # 2 and 2.0 are one value, and print as one
                object.__setattr__(self, field.name, float(getattr(self, field.name)))

    def __str__(self) -> str:
        given = [f"{key}={value!r}" for key, value in self.given().items()]
        return self.name + (f"({', '.join(given)})" if given else "")

    __repr__ = __str__

    def given(self) -> dict[str, Any]:
        """The parameters that differ from their defaults."""
        every = fields(self)  # type: ignore[arg-type]
        return {f.name: getattr(self, f.name) for f in every if getattr(self, f.name) != f.default}

    def with_(self, **changes: Any) -> Self:
        """The same value with some parameters changed."""
        return type(self)(**{**self.given(), **changes})


def _check(thing: Spoken, field: Field[Any], value: Any) -> None:
    allowed = thing.choices.get(field.name)
    if allowed is not None and value not in allowed:
        said = did_you_mean(str(value), [str(choice) for choice in allowed])
        raise BadRequest(f"{thing.name}: {field.name} cannot be {value!r}. {said}")
    if field.default is MISSING or field.default is None:
        return None
    if _fits(value, field.default):
        return _check_limits(thing, field.name, value)
    wanted = type(field.default).__name__
    raise BadRequest(f"{thing.name}: {field.name} is {value!r}, but a {wanted} like {field.default!r} was expected")


def _check_limits(thing: Spoken, name: str, value: Any) -> None:
    low, high = thing.limits.get(name, (None, None))
    if low is not None and high is not None and not low <= value <= high:
        raise BadRequest(f"{thing.name}: {name} is {value!r}, but a number from {low:g} to {high:g} was expected")


def _fits(value: Any, default: Any) -> bool:
    if isinstance(default, Spoken):
        return isinstance(value, type(default).__bases__[0])
    if isinstance(default, bool) or isinstance(value, bool):
        return isinstance(value, bool) and isinstance(default, bool)
    if isinstance(default, float):
        return isinstance(value, int | float)
    return isinstance(value, type(default))


def listen(text: str, known: Mapping[str, Callable[..., T]], what: str) -> T:
    """Read a value as it prints, without eval: `f(beta=2.0)` → F(beta=2.0)."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _unreadable(text, what) from None
    return _build(tree, text, known, what)


def _build(tree: ast.expr, text: str, known: Mapping[str, Callable[..., T]], what: str) -> T:
    """The value that a name or a call with named literals stands for; a literal may be such a call again."""
    if isinstance(tree, ast.Name):
        tree = ast.Call(tree, [], [])
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name) or tree.args:
        raise _unreadable(text, what)
    name = tree.func.id
    if name not in known:
        raise unknown(what, name, known)
    names = [str(k.arg) for k in tree.keywords]
    twice = next((given for given in names if names.count(given) > 1), None)
    if twice is not None:
        raise BadRequest(f"{name}: {twice} is given twice: once was expected")
    arguments = {str(k.arg): _argument(k.value, text, known, what) for k in tree.keywords}
    parameters = [field.name for field in fields(known[name])]  # type: ignore[arg-type]
    for given in arguments:
        if given not in parameters:
            raise unknown(f"parameter of {name}", given, parameters or ["(it has none)"])
    return known[name](**arguments)


def _argument(tree: ast.expr, text: str, known: Mapping[str, Callable[..., T]], what: str) -> Any:
    if isinstance(tree, ast.Call | ast.Name):
        return _build(tree, text, known, what)
    try:
        return ast.literal_eval(tree)
    except (ValueError, TypeError, RecursionError):
        raise _unreadable(text, what) from None


def _unreadable(text: str, what: str) -> BadRequest:
    shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
    return BadRequest(f"cannot read {shown!r} as a {what}; write it like name or name(parameter='value')")
