"""
Write docs/reference/ from the objects themselves: `python tools/make_reference.py`.

`--check` writes nothing; it fails (exit 1) and names every page that is stale, missing or left over.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from importlib import import_module
from math import isinf
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import numpy as np

import karat
from karat import errors
from karat.cli.verbs import GROUPS, overview
from karat.engine import ENGINES
from karat.gold import RULES
from karat.kinds import KINDS
from karat.measures import MEASURES
from karat.stats.tests import TESTS
from karat.systems import SYSTEMS
from karat.text import TOKENISERS

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
WIDTH = 80
LONG = 100  # a signature longer than this is set one parameter a line
NOTE = "<!-- Made by tools/make_reference.py from the objects. Change the docstrings, not this page. -->"


# Docstrings


def documented(thing: Any, module: str) -> str:
    """A docstring as Markdown: prose, then its examples with the imports that they need."""
    paragraphs = (inspect.getdoc(thing) or "").split("\n\n")
    prose = [one for one in paragraphs if not one.startswith(">>>")]
    examples = "\n".join(one for one in paragraphs if one.startswith(">>>"))
    return "\n\n".join([*prose, *([fence("pycon", imports(examples, module) + examples)] if examples else [])])


def imports(examples: str, module: str) -> str:
    """Lines that import what the examples use: from karat where it is public, else from where it lives."""
    known = vars(import_module(module))
    lines = (import_line(name, known[name], module) for name in sorted(names_in(examples) & known.keys()))
    return "".join(f">>> {line}\n" for line in merged(lines))


def names_in(examples: str) -> set[str]:
    """Names that the examples read and do not bind themselves."""
    source = "\n".join(line[4:] for line in examples.split("\n") if line.startswith((">>> ", "... ")))
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)]
    return {n.id for n in found if isinstance(n.ctx, ast.Load)} - {n.id for n in found if isinstance(n.ctx, ast.Store)}


def import_line(name: str, value: Any, module: str) -> str:
    """One import."""
    if value is np:
        return "import numpy as np"
    if name in karat.__all__:
        return f"from karat import {name}"
    home = getattr(value, "__module__", module)
    return f"from {home} import {name}"


def merged(lines: Iterable[str]) -> Iterator[str]:
    """Imports from one place on one line."""
    places: dict[str, list[str]] = {}
    for line in lines:
        place, _, name = line.rpartition(" import ") if line.startswith("from ") else ("", "", line)
        places.setdefault(place, []).append(name)
    return (f"{place} import {', '.join(names)}" if place else names[0] for place, names in sorted(places.items()))


def fence(language: str, content: str) -> str:
    """A code block."""
    return f"```{language}\n{content}\n```"


def table(columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [columns, tuple("---" for _ in columns), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def code(value: Any) -> str:
    """A value as it reads."""
    return f"`{value!r}`"


# Things that print as they read

SIDES = {"pair": "gold and guess", "panel": "a panel of authors", "alone": "guesses alone, without gold"}


def spoken(name: str, cls: type, facts: Mapping[str, str]) -> str:
    """A section on one listed thing: what it says, its parameters, its facts."""
    known = [f"- **{fact}**: {value}" for fact, value in facts.items() if value]
    parts = [f"## {name}", documented(cls, cls.__module__), parameters(cls), "\n".join(known)]
    return "\n\n".join(part for part in parts if part)


def parameters(cls: type) -> str:
    """The parameters of a thing that prints as it reads, with what they may be."""
    choices: Mapping[str, tuple[Any, ...]] = getattr(cls, "choices", {})
    rows = [(f"`{f.name}`", code(f.default), ", ".join(map(code, choices.get(f.name, ())))) for f in fields(cls)]
    if not rows:
        return "It has no parameters."
    wide = 3 if any(row[2] for row in rows) else 2
    return table(("parameter", "default", "choices")[:wide], (row[:wide] for row in rows))


def measure_facts(cls: Any) -> dict[str, str]:
    """What a measure takes and promises."""
    low, high = cls.bounds
    return {
        "takes": f"{cls.takes} ({SIDES[cls.of]})",
        "better": cls().better,
        "bounds": " to ".join("no bound" if isinf(end) else format(end, "g") for end in (low, high)),
        "undefined when": cls.undefined,
        "source": cls.paper,
    }


def kind_facts(cls: Any) -> dict[str, str]:
    """What follows from a kind."""
    return {
        "between people": ", ".join(f"`{one}`" for one in cls.agree),
        "against gold": ", ".join(f"`{one}`" for one in cls.judge),
        "exports": ", ".join(f"`{one}`" for one in ("jsonl", *cls.exports)),
        "scale of measurement": cls.level,
    }


def test_facts(cls: Any) -> dict[str, str]:
    """What must hold for p to mean what it says."""
    return {"assumes": cls.assumes, "source": cls.paper}


def no_facts(cls: Any) -> dict[str, str]:
    """Nothing beyond the parameters."""
    return {}


def listed(title: str, intro: str, known: Mapping[str, Any], facts: Callable[[Any], dict[str, str]]) -> str:
    """A page on everything in one list."""
    return page(title, intro, *(spoken(name, known[name], facts(known[name])) for name in known))


def page(title: str, *parts: str) -> str:
    """A whole page."""
    return "\n\n".join([f"# {title}", NOTE, *parts]) + "\n"


# The command line


def command_line() -> str:
    """Every verb with the help that it prints."""
    sections = [f"## {group}\n\n" + "\n\n".join(map(verb_section, verbs)) for group, verbs in GROUPS.items()]
    intro = "What `karat --help` and `karat VERB --help` print. Exit codes: 0 done, 1 a check failed, 2 the input or the call does not fit, 130 stopped by the user."
    return page("Command line", intro, fence("text", overview()), *sections)


def verb_section(verb: str) -> str:
    """A verb, and its own verbs where it has some."""
    command: click.Command = import_module(f"karat.cli.{verb}_").command
    inner = command.commands if isinstance(command, click.Group) else {}
    helps = [help_of(command, f"karat {verb}"), *(help_of(one, f"karat {verb} {name}") for name, one in inner.items())]
    return "\n\n".join([f"### {verb}", *(fence("text", text) for text in helps)])


def help_of(command: click.Command, name: str) -> str:
    """What `--help` prints on a terminal of fixed width."""
    context = click.Context(command, info_name=name, terminal_width=WIDTH, max_content_width=WIDTH)
    return "\n".join(line.rstrip() for line in command.get_help(context).split("\n"))


# Python


def python_names() -> str:
    """Every name of `karat.__all__`."""
    intro = "Everything that `import karat` offers, loaded when it is first used. What is not listed here may change."
    shown = [public(name, getattr(karat, name)) for name in karat.__all__]
    inner = [public(cls.__name__, cls, "###") for cls in inside(getattr(karat, name) for name in karat.__all__)]
    return page(
        "Python", intro, *shown, "## Values inside", "What the values above hold, and what the verbs give back.", *inner
    )


def inside(values: Iterable[Any]) -> list[type]:
    """Values of karat's own that the signatures and fields of others name, and that are not public themselves."""
    found: dict[str, type] = {}
    waiting = [real(value) for value in values if not isinstance(value, str)]
    while waiting:
        for cls in named_by(waiting.pop()):
            if cls.__name__ not in found and cls.__name__ not in karat.__all__:
                found[cls.__name__] = cls
                waiting.append(cls)
    return [found[name] for name in sorted(found)]


def named_by(value: Any) -> list[type]:
    """The dataclasses that the fields, or the parameters and the result, of a value name."""
    types = (
        [str(f.type) for f in fields(value)]
        if is_dataclass(value)
        else list(map(str, inspect.get_annotations(value).values()))
    )
    names = {name for text in types for name in re.findall(r"\w+", text)}
    known = vars(import_module(value.__module__))
    return [
        known[name]
        for name in sorted(names & known.keys())
        if isinstance(known[name], type) and is_dataclass(known[name])
    ]


def real(value: Any) -> Any:
    """What a public name stands for: `karat.gold` is a room and a verb."""
    return getattr(value, value.__name__.rpartition(".")[2]) if isinstance(value, ModuleType) else value


def public(name: str, value: Any, level: str = "##") -> str:
    """A section on one name."""
    if isinstance(value, str):
        return f"{level} {name}\n\nThe version of karat, as text."
    one = real(value)
    call = [] if is_dataclass(one) else [fence("python", signature(name, one))]
    shown = [field_table(one)] if is_dataclass(one) else []
    return "\n\n".join([f"{level} {name}", *call, documented(one, one.__module__), *shown, *methods(name, one, level)])


def signature(name: str, value: Any) -> str:
    """A call as one writes it."""
    if isinstance(value, type) and issubclass(value, Exception):
        return f"class {name}({', '.join(base.__name__ for base in value.__bases__)})"
    call = inspect.signature(value)
    given = written(call)
    returned = (
        "" if isinstance(value, type) or call.return_annotation is call.empty else f" -> {call.return_annotation}"
    )
    short = f"{name}({', '.join(given)}){returned}"
    lines = "".join(f"    {one},\n" for one in given)
    return short if len(short) <= LONG else f"{name}(\n{lines}){returned}"


def written(call: inspect.Signature) -> list[str]:
    """The parameters, with the star that begins those given by name."""
    every = [one for one in call.parameters.values() if one.name not in ("self", "cls")]
    by_name = [one for one in every if one.kind is one.KEYWORD_ONLY]
    star = ["*"] if by_name and not any(one.kind is one.VAR_POSITIONAL for one in every) else []
    return [*(parameter(one) for one in every if one not in by_name), *star, *map(parameter, by_name)]


def parameter(one: inspect.Parameter) -> str:
    """One parameter with its type and default."""
    star = "*" if one.kind is one.VAR_POSITIONAL else "**" if one.kind is one.VAR_KEYWORD else ""
    typed = "" if one.annotation is one.empty else f": {one.annotation}"
    given = "" if one.default is one.empty else f" = {default(one.default)}"
    return f"{star}{one.name}{typed}{given}"


def default(value: Any) -> str:
    """A default as it reads; a type by its name."""
    return value.__name__ if isinstance(value, type) else "…" if repr(value).startswith("<") else repr(value)


def field_table(cls: Any) -> str:
    """The fields of a value."""
    return table(("field", "type", "default"), ((f"`{f.name}`", f"`{f.type}`", default_of(f)) for f in fields(cls)))


def default_of(field: Field[Any]) -> str:
    """The default of a field, if it has one."""
    if field.default_factory is not MISSING:
        return code(field.default_factory())
    return "" if field.default is MISSING else code(field.default)


def methods(name: str, cls: Any, level: str) -> list[str]:
    """The public methods and properties that a class says itself."""
    own = vars(cls) if isinstance(cls, type) and not issubclass(cls, Exception) else {}
    return [
        method(f"{name}.{key}", cls, value, level)
        for key, value in own.items()
        if not key.startswith("_") and shows(value)
    ]


def shows(value: Any) -> bool:
    """Is this a method or a property that says what it does?"""
    return (callable(value) or isinstance(value, property | classmethod)) and bool(inspect.getdoc(value))


def method(name: str, cls: type, value: Any, level: str) -> str:
    """One method or property."""
    bound = getattr(cls, name.rpartition(".")[2])
    call = [] if isinstance(value, property) else [fence("python", signature(name, bound))]
    return "\n\n".join([f"{level}# {name}", *call, documented(value, cls.__module__)])


def error_page() -> str:
    """The tree of errors, and what each means at the doors."""
    intro = (
        "karat raises these on purpose, and nothing else. Each message is one sentence: where, what was found, what was expected, "
        "what to do. The command line prints it on stderr and exits with 2; the web page shows it."
    )
    found = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, errors.KaratError)]
    rows = [
        (f"`{one.__name__}`", inspect.getdoc(one) or "", ", ".join(f"`{b.__name__}`" for b in one.__bases__))
        for one in found
    ]
    return page(
        "Errors", intro, fence("text", (errors.__doc__ or "").strip()), table(("error", "meaning", "is also"), rows)
    )


def index() -> str:
    """The list of pages."""
    pages = "\n".join(name for name in PAGES if name != "index")
    intro = "Made from karat's own objects, and checked against them by a test."
    return page("Reference", intro, fence("{toctree}", f":maxdepth: 1\n\n{pages}"))


MEASURES_INTRO = (
    "What a number means. A measure is written the same way everywhere: in Python, after `-m` on the command line, and in "
    "the heading of a table. `karat measures NAME` prints the same text."
)

TESTS_INTRO = (
    'How surprising a difference between two systems is. A test is written the same way in Python, `compare(…, test="t")`, '
    "and on the command line, `karat compare … --test t`. All take the same units on both sides; [which test when](../which-test.md) "
    "says which to take."
)

PAGES: dict[str, Callable[[], str]] = {
    "index": index,
    "measures": lambda: listed("Measures", MEASURES_INTRO, MEASURES, measure_facts),
    "tests": lambda: listed("Tests", TESTS_INTRO, TESTS, test_facts),
    "kinds": lambda: listed(
        "Kinds", "What can be asked of a person or a system. A guideline has one kind.", KINDS, kind_facts
    ),
    "rules": lambda: listed("Rules", "How many answers become one: `karat gold ANSWERS --rule RULE`.", RULES, no_facts),
    "engines": lambda: listed(
        "Engines", "Where work runs. Every engine gives the same result, bit for bit.", ENGINES, no_facts
    ),
    "systems": lambda: listed("Systems", "Reference systems, to have something to beat.", SYSTEMS, no_facts),
    "tokenisers": lambda: listed(
        "Tokenisers", "What counts as a token: `karat count FILE --tokens NAME`.", TOKENISERS, no_facts
    ),
    "command-line": command_line,
    "python": python_names,
    "errors": error_page,
}


def stale(pages: Mapping[str, str]) -> list[str]:
    """Pages on disk that are not what they should be, or should not be there."""
    there = {file.stem: file.read_text("utf-8") for file in FOLDER.glob("*.md")}
    return sorted(name for name in {*pages, *there} if pages.get(name) != there.get(name))


def main(arguments: list[str]) -> int:
    """Write the pages, or check them."""
    pages = {name: make() for name, make in PAGES.items()}
    if arguments == ["--check"]:
        for name in (wrong := stale(pages)):
            sys.stderr.write(
                f"docs/reference/{name}.md is not what the objects say: run python tools/make_reference.py\n"
            )
        return 1 if wrong else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in stale(pages):
        (FOLDER / f"{name}.md").unlink(missing_ok=True)
    for name, text in pages.items():
        (FOLDER / f"{name}.md").write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
