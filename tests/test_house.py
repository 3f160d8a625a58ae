"""The rules of the house hold in the package, and each rule catches what it forbids."""

from __future__ import annotations

from pathlib import Path

import house
import pytest

import karat

PACKAGE = Path(karat.__file__).parent  # the installed one

KINDS = {"kinds/label.py": 'class Label:\n    name = "label"\n', "kinds/span.py": 'class Span:\n    name = "span"\n'}
TRY = "try:\n    work()\n"

PLANTED: list[tuple[house.Rule, dict[str, str], str]] = [
    (
        house.rooms_look_left,
        {"stats/a.py": "from karat.store import save\n"},
        "stats/a.py:1: stats reaches right, into store",
    ),
    (
        house.rooms_look_left,
        {"stats/a.py": "import karat.store.save\n"},
        "stats/a.py:1: stats reaches right, into store",
    ),
    (house.rooms_look_left, {"stats/a.py": "from karat import web\n"}, "stats/a.py:1: stats reaches right, into web"),
    (
        house.rooms_look_left,
        {"stats/a.py": "from ..gold import rule\n"},
        "stats/a.py:1: stats reaches right, into gold",
    ),
    (
        house.rooms_look_left,
        {"stats/__init__.py": "from ..gold import rule\n"},
        "stats/__init__.py:1: stats reaches right, into gold",
    ),
    (
        house.rooms_look_left,
        {"errors.py": "def f():\n    from karat.types import Score\n"},
        "errors.py:2: errors reaches right, into types",
    ),
    (house.rooms_look_left, {"attic/a.py": ""}, "attic/a.py:1: attic is not a room of the house"),
    (
        house.doors_stand_apart,
        {"web/a.py": "from karat.cli import main\n"},
        "web/a.py:1: the door web imports the door cli",
    ),
    (house.doors_stand_apart, {"cli/a.py": "from karat import web\n"}, "cli/a.py:1: the door cli imports the door web"),
    (
        house.guests_stay_in_their_room,
        {"stats/a.py": "from sqlalchemy import select\n"},
        "sqlalchemy.select is imported, which lives in store",
    ),
    (
        house.guests_stay_in_their_room,
        {"stats/a.py": "import matplotlib.pyplot as plt\n"},
        "matplotlib.pyplot is imported, which lives in report",
    ),
    (
        house.guests_stay_in_their_room,
        {"corpus/a.py": "def f():\n    import ray\n"},
        "ray is imported, which lives in engine",
    ),
    (
        house.guests_stay_in_their_room,
        {"corpus/a.py": "from concurrent.futures import Future\n"},
        "which lives in engine",
    ),
    (house.guests_stay_in_their_room, {"gold/a.py": "from multiprocessing import Pool\n"}, "which lives in engine"),
    (house.guests_stay_in_their_room, {"gold/a.py": "x = __import__('sqlalchemy')\n"}, "which lives in store"),
    (
        house.rooms_look_left,
        {"stats/a.py": "import importlib\nx = importlib.import_module('karat.store')\n"},
        "stats/a.py:2: stats reaches right, into store",
    ),
    (
        house.imports_stand_at_the_top,
        {"stats/a.py": "def f():\n    import json\n"},
        "stats/a.py:2: json is imported inside a function",
    ),
    (
        house.imports_stand_at_the_top,
        {"stats/a.py": "class A:\n    async def f(self):\n        from os import path\n"},
        "stats/a.py:3",
    ),
    (
        house.imports_run_in_no_circle,
        {"types/a.py": "import karat.types.b\n", "types/b.py": "from karat.types import a\n"},
        "karat.types.a → karat.types.b",
    ),
    (
        house.imports_run_in_no_circle,
        {"gold/__init__.py": "from karat.gold import a\n", "gold/a.py": "from karat.gold import agree\n"},
        "karat.gold",
    ),
    (
        house.start_is_light,
        {"__init__.py": "from karat.errors import E\n", "errors.py": "import numpy\n"},
        "errors.py:1: numpy is loaded by `import karat`",
    ),
    (
        house.start_is_light,
        {"__init__.py": "import karat.types.a\n", "types/__init__.py": "from scipy import stats\n", "types/a.py": ""},
        "types/__init__.py:1: scipy.stats is loaded by `import karat`",
    ),
    (house.files_are_short, {"stats/a.py": "x = 1\n" * 501}, "stats/a.py:501: 501 lines"),
    (house.files_are_short, {"kernels/a.pyx": "x = 1\n" * 501}, "kernels/a.pyx:501: 501 lines"),
    (house.files_are_named_by_subject, {"stats/utils.py": ""}, "stats/utils.py:1: utils names no subject"),
    (house.files_are_named_by_subject, {"stats/helpers/a.py": ""}, "stats/helpers:1: helpers names no subject"),
    (house.nothing_is_asserted, {"stats/a.py": "x = 1\nassert x\n"}, "stats/a.py:2: assert"),
    (
        house.nothing_is_caught_blindly,
        {"stats/a.py": f"{TRY}except:\n    pass\n"},
        "stats/a.py:3: everything is caught",
    ),
    (house.nothing_is_caught_blindly, {"stats/a.py": f"{TRY}except Exception as e:\n    log(e)\n"}, "stats/a.py:3"),
    (
        house.nothing_is_caught_blindly,
        {"stats/a.py": f"{TRY}except (OSError, BaseException):\n    pass\n"},
        "stats/a.py:3",
    ),
    (
        house.nothing_is_caught_blindly,
        {"stats/a.py": f"{TRY}except Exception:\n    raise ValueError\n"},
        "stats/a.py:3",
    ),
    (
        house.the_environment_is_read_at_the_doors,
        {"store/a.py": "import os\nx = os.environ['HOME']\n"},
        "store/a.py:2: an environment variable",
    ),
    (
        house.the_environment_is_read_at_the_doors,
        {"store/a.py": "from os import getenv\n"},
        "store/a.py:1: an environment variable",
    ),
    (house.the_sample_holds_no_code, {"sample/a.py": ""}, "sample/a.py:1: the sample holds no Python"),
    (
        house.kinds_answer_for_themselves,
        KINDS | {"web/a.py": 'x = kind.name == "span"\n'},
        "web/a.py:1: a kind's name is compared",
    ),
    (
        house.kinds_answer_for_themselves,
        KINDS | {"web/a.py": 'if guideline.kind in ("label", "tree"):\n    pass\n'},
        "web/a.py:1",
    ),
    (house.kinds_answer_for_themselves, KINDS | {"gold/a.py": 'if asked.name == "span":\n    pass\n'}, "gold/a.py:1"),
    (house.kinds_answer_for_themselves, KINDS | {"web/a.py": 'if "span" != row["kind"]:\n    pass\n'}, "web/a.py:1"),
    (
        house.kinds_answer_for_themselves,
        KINDS | {"web/a.py": 'match kind:\n    case "span":\n        pass\n'},
        "web/a.py:1",
    ),
    (house.kinds_answer_for_themselves, KINDS | {"web/a.py": 'x = {"label": 1, "span": 2}[kind.name]\n'}, "web/a.py:1"),
    (
        house.kinds_answer_for_themselves,
        KINDS | {"web/a.py": 'SIZE = {"label": 1}\nx = SIZE.get(kind)\n'},
        "web/a.py:2",
    ),
    (house.kinds_answer_for_themselves, KINDS | {"web/a.py": 'x = str(kind).startswith("span")\n'}, "web/a.py:1"),
    (
        house.kinds_answer_for_themselves,
        KINDS | {"web/templates/a.html": '{% if kind.name == "span" %}\n'},
        "web/templates/a.html:1",
    ),
    (
        house.kinds_answer_for_themselves,
        KINDS | {"web/static/a.js": "if (task.kind === 'label') {}\n"},
        "web/static/a.js:1",
    ),
]

ALLOWED: list[tuple[house.Rule, dict[str, str]]] = [
    (
        house.rooms_look_left,
        {"stats/a.py": "import karat\nfrom karat.types import Score\nfrom karat.stats.b import c\nfrom . import d\n"},
    ),
    (house.rooms_look_left, {"__init__.py": "from karat.web import app\n"}),
    (house.guests_stay_in_their_room, {"store/a.py": "import sqlalchemy\n", "stats/a.py": "import numpy\n"}),
    (house.imports_stand_at_the_top, {"engine/a.py": "def f():\n    import ray\n"}),
    (
        house.imports_run_in_no_circle,
        {"gold/__init__.py": "from karat.gold import a\n", "gold/a.py": "from karat.gold import b\n", "gold/b.py": ""},
    ),
    (house.start_is_light, {"__init__.py": "def f():\n    import karat.a\n", "a.py": "import numpy\n"}),
    (house.nothing_is_caught_blindly, {"stats/a.py": f"{TRY}except OSError:\n    pass\n"}),
    (house.nothing_is_caught_blindly, {"stats/a.py": f"{TRY}except BaseException:\n    undo()\n    raise\n"}),
    (house.the_environment_is_read_at_the_doors, {"cli/a.py": "import os\nx = os.environ\n"}),
    (
        house.kinds_answer_for_themselves,
        KINDS | {"gold/a.py": 'x = fields["label"] == "label"\ny = {"label": 1}[form]\n'},
    ),
    (
        house.kinds_answer_for_themselves,
        KINDS | {"gold/a.py": 'x = kind.level == "ordinal"\ny = KINDS[kind.name]\nz = form == "label"\n'},
    ),
    (house.kinds_answer_for_themselves, KINDS | {"kinds/base.py": 'x = kind.name == "span"\n'}),
    (house.kinds_answer_for_themselves, KINDS | {"web/static/widgets/span.js": "if (task.kind === 'span') {}\n"}),
]


def package(folder: Path, files: dict[str, str]) -> Path:
    """A package of these files."""
    for name, content in files.items():
        file = folder / "karat" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, "utf-8")
    return folder / "karat"


def named(rule: house.Rule) -> str:
    return rule.__name__


@pytest.mark.parametrize("rule", house.RULES, ids=named)
def test_the_house_keeps_its_rule(rule: house.Rule) -> None:
    assert "\n".join(rule(PACKAGE)) == ""


@pytest.mark.parametrize(
    ("rule", "files", "said"), PLANTED, ids=[f"{named(rule)}-{i}" for i, (rule, *_) in enumerate(PLANTED)]
)
def test_a_planted_violation_is_caught(rule: house.Rule, files: dict[str, str], said: str, tmp_path: Path) -> None:
    assert said in "\n".join(rule(package(tmp_path, files)))


@pytest.mark.parametrize(("rule", "files"), ALLOWED, ids=[f"{named(rule)}-{i}" for i, (rule, _) in enumerate(ALLOWED)])
def test_what_is_allowed_raises_no_alarm(rule: house.Rule, files: dict[str, str], tmp_path: Path) -> None:
    assert rule(package(tmp_path, files)) == []


def test_every_rule_is_shown_to_catch_something() -> None:
    assert {rule for rule, *_ in PLANTED} == set(house.RULES)
