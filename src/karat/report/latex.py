"""Reports as LaTeX with booktabs."""

from __future__ import annotations

import re
from collections.abc import Iterable

from karat.report.figures import sentence
from karat.report.grid import Cell, Grid, grid
from karat.report.json import compact
from karat.report.numbers import number
from karat.types.report import Example, Examples, Figure, Part, Passage, Report, Table

PREAMBLE = r"""\documentclass{article}
\usepackage{iftex}
\iftutex\usepackage{fontspec}\else\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage{textcomp}\fi
\usepackage{booktabs,graphicx}
\usepackage[margin=1in]{geometry}
\begin{document}
"""

END = (r"\bottomrule", r"\end{tabular}")
SPECIAL = {
    **{char: f"\\{char}" for char in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "–": "--",
    "—": "---",
    "\N{MINUS SIGN}": "$-$",
    "…": r"\dots{}",
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
    "\N{NO-BREAK SPACE}": "~",
    "·": r"\textperiodcentered{}",
    **{char: f"${name}$" for char, name in {
        "×": r"\times", "±": r"\pm", "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≈": r"\approx", "→": r"\to",
        "∞": r"\infty", "α": r"\alpha", "β": r"\beta", "δ": r"\delta", "Δ": r"\Delta", "κ": r"\kappa",
        "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma", "τ": r"\tau", "χ": r"\chi", "²": "^2", "³": "^3",
    }.items()},
}  # fmt: skip


def render(value: Report | Table) -> str:
    """A table is one `table` environment for a paper (it needs booktabs); a report is a document that compiles.

    Figures are taken from `figure-1.pdf` and so on beside it, where they are. Letters beyond Latin need lualatex.

    >>> print(render(Table("F_1 & co", ("system", "F"), (("ours", 0.5),))))
    \\begin{table}[htbp]
    \\centering
    \\caption{F\\_1 \\& co}
    \\label{tab:f-1-co}
    \\smallskip
    \\begin{tabular}{@{}lr@{}}
    \\toprule
    system & F \\\\
    \\midrule
    ours & .500 \\\\
    \\bottomrule
    \\end{tabular}
    \\end{table}
    <BLANKLINE>
    """
    return _table(value) if isinstance(value, Table) else _report(value)


def escape(text: str) -> str:
    """Text that LaTeX prints as it is written, on one line.

    >>> escape("50% of {x}_1")
    '50\\\\% of \\\\{x\\\\}\\\\_1'
    """
    plain = "".join(SPECIAL.get(char, char) for char in " ".join(text.split()))
    return re.sub("(?<=-)(?=-)|(?<=')(?=')", "{}", plain) if "--" in text or "''" in text else plain


def _guarded(text: str) -> str:
    return (
        "{}" + text if text.startswith(("[", "*")) else text
    )  # LaTeX would read it as an option of what stands before


def _table(table: Table) -> str:
    laid = grid(table)
    caption = f"{escape(sentence(table.title))} {escape(table.note)}" if table.note else escape(table.title)
    lines = [r"\begin{table}[htbp]", r"\centering", rf"\caption{{{caption}}}", rf"\label{{tab:{_slug(table.title)}}}"]
    return "\n".join([*lines, r"\smallskip", *_tabular(laid), *_footnotes(laid), r"\end{table}"]) + "\n"


def _slug(title: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", title.lower())) or "table"


def _tabular(laid: Grid) -> list[str]:
    shape = "".join("r" if right else "l" for right in laid.numeric)
    head, *body = _row(map(escape, laid.columns)), *map(_lines, laid.rows)
    return [rf"\begin{{tabular}}{{@{{}}{shape}@{{}}}}", r"\toprule", head, r"\midrule", *body, *END]


def _row(cells: Iterable[str]) -> str:
    return _guarded(" & ".join(cells)) + r" \\"


def _lines(row: tuple[Cell, ...]) -> str:
    below = [rf"{{\scriptsize {escape(cell.small)}}}" if cell.small else "" for cell in row]
    return _row(map(_cell, row)) + (f"[-2pt]\n{_row(below)}" if any(below) else "")


def _cell(cell: Cell) -> str:
    return escape(cell.main) + (rf"\textsuperscript{{{cell.mark}}}" if cell.mark else "")


def _footnotes(laid: Grid) -> list[str]:
    notes = [rf"\textsuperscript{{{mark}}}~{escape(why)}" for mark, why in laid.footnotes]
    return [rf"\par\smallskip{{\footnotesize {'; '.join(notes)}}}"] if notes else []


def _report(report: Report) -> str:
    parts = [PREAMBLE, rf"\section*{{{escape(report.title)}}}", escape(report.claim)]
    parts += [_part(place, part) for place, part in report.parts]
    parts += [_notes(report), _signature(report), r"\end{document}"]
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def _part(place: str, part: Part) -> str:
    if isinstance(part, Figure):
        return _figure(int(place.rpartition("-")[2]), part)
    if isinstance(part, Passage):
        note = f"\n{escape(part.note)}" if part.note else ""
        return _listed(escape(part.title), [rf"\textbf{{{escape(a)}}} {escape(text)}" for a, text in part.items]) + note
    if isinstance(part, Examples):
        return _listed(escape(part.title), [_example(one) for one in part.examples])
    return _table(part)


def _example(one: Example) -> str:
    lines = [rf"\textbf{{{escape(one.unit)}}}", *([f"text: {escape(one.text)}"] if one.text else [])]
    lines += [f"gold: {escape(text)}" for text in one.gold]
    lines += [f"{escape(name)} ({escape(number(one.scores[name]))}): {escape(t)}" for name, t in one.answers.items()]
    return r" \\ ".join(lines)


def _figure(at: int, figure: Figure) -> str:
    file = f"figure-{at}.pdf"
    missing = rf"\fbox{{{file}: karat.report.draw(figure, {escape(chr(34))}pdf{escape(chr(34))})}}"
    picture = rf"\IfFileExists{{{file}}}{{\includegraphics[width=\linewidth]{{{file}}}}}{{{missing}}}"
    caption = f"{escape(sentence(figure.title))} {escape(figure.caption)}".rstrip(" ")
    return "\n".join([r"\begin{figure}[htbp]", r"\centering", picture, rf"\caption{{{caption}}}", r"\end{figure}"])


def _notes(report: Report) -> str:
    return _listed("Notes", [escape(note) for note in report.notes])


def _signature(report: Report) -> str:
    return _listed("To repeat this", [rf"{escape(k)}: {escape(compact(v))}" for k, v in report.signature.items()])


def _listed(heading: str, items: list[str]) -> str:
    lines = [
        rf"\section*{{{heading}}}",
        r"\begin{itemize}",
        *(rf"\item {_guarded(item)}" for item in items),
        r"\end{itemize}",
    ]
    return "\n".join(lines) if items else ""
