"""karat measures."""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import Any

import click

from karat.cli import show
from karat.cli.options import common
from karat.errors import unknown
from karat.measures import MEASURES
from karat.types.report import Table


@click.command()
@click.argument("name", required=False)
@common
def command(name: str | None, as_json: bool, seed: int, threads: int, quiet: bool) -> None:
    """List the measures; or explain NAME: what it means, its parameters, an example, the paper.

    Example: karat measures f
    """
    if name is not None and name not in MEASURES:
        raise unknown("measure", name, MEASURES)
    facts = [_facts(one) for one in ([name] if name else sorted(MEASURES))]
    if as_json:
        return show.as_json({"measures": facts})
    if name:
        return click.echo(_explained(facts[0]))
    rows = tuple((fact["name"], fact["takes"], fact["of"], fact["about"].partition("\n")[0]) for fact in facts)
    return show.tables(
        [Table("Measures", ("measure", "takes", "of", "what it says"), rows, "karat measures NAME explains one")]
    )


def _facts(name: str) -> dict[str, Any]:
    cls = MEASURES[name]
    parameters = [
        {"name": f.name, "default": f.default, "choices": list(cls.choices.get(f.name, ()))} for f in fields(cls)
    ]
    return {
        "name": cls.name,
        "about": inspect.getdoc(cls) or "",
        "takes": cls.takes,
        "of": cls.of,
        "better": cls().better,
        "bounds": [None if abs(bound) == float("inf") else bound for bound in cls.bounds],
        "undefined": cls.undefined,
        "parameters": parameters,
        "paper": cls.paper,
    }


def _explained(fact: dict[str, Any]) -> str:
    lines = [fact["name"], "", fact["about"], ""]
    lines += [f"  {_parameter(p)}" for p in fact["parameters"]] or ["  It has no parameters."]
    lines += [
        "",
        f"Takes: {fact['takes']} ({fact['of']}). Better: {fact['better']}. Undefined when {fact['undefined']}.",
    ]
    return "\n".join([*lines, *([f"Paper: {fact['paper']}."] if fact["paper"] else [])])


def _parameter(parameter: dict[str, Any]) -> str:
    choices = f"  one of {', '.join(map(repr, parameter['choices']))}" if parameter["choices"] else ""
    return f"{parameter['name']}={parameter['default']!r}{choices}"
