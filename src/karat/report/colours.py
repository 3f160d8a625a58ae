"""One karat palette, after Okabe and Ito (2008): darkened until words in it read on white, with twins for dark."""

from __future__ import annotations

INK, SOFT, GRID, PAPER, HEAT = "#1b1e23", "#5a616b", "#dfe2e6", "#ffffff", "#0072b2"
SERIES = ("#0067a8", "#b84a00", "#00785a", "#a0457f", "#8a6100", "#3f6f86")

VARIABLES = {
    INK: ("ink", "#e9ebee"),
    SOFT: ("soft", "#a4abb5"),
    GRID: ("grid", "#33383f"),
    PAPER: ("paper", "#16181c"),
    HEAT: ("heat", "#0a7fc2"),
    SERIES[0]: ("blue", "#62b5ee"),
    SERIES[1]: ("vermilion", "#ff9a5e"),
    SERIES[2]: ("green", "#3fcb9d"),
    SERIES[3]: ("purple", "#ea9bcb"),
    SERIES[4]: ("ochre", "#e3b341"),
    SERIES[5]: ("slate", "#9cc4d6"),
}


def series(at: int) -> str:
    """The colour of the series at a place; after six they begin again.

    >>> series(0) == series(6)
    True
    """
    return SERIES[at % len(SERIES)]


def variables(*, dark: bool) -> str:
    """The palette as CSS custom properties."""
    return "".join(f"--{name}:{other if dark else light};" for light, (name, other) in VARIABLES.items())


def themed(svg: str) -> str:
    """A drawing whose colours follow the page: each known colour becomes a CSS variable.

    >>> themed('style="fill: #ffffff"')
    'style="fill: var(--paper)"'
    """
    for light, (name, _) in VARIABLES.items():
        svg = svg.replace(light, f"var(--{name})")
    return svg
