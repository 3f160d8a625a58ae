"""Where drawings meet matplotlib: one style, no pyplot, the same bytes each time."""

from __future__ import annotations

import warnings
from io import BytesIO
from threading import Lock
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure

from karat.report.colours import GRID, INK, PAPER, SOFT
from karat.report.drawings.base import Drawing

FAMILY = "system-ui,'Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif"
NO_METADATA: dict[str, dict[str, None]] = {
    "svg": dict.fromkeys(("Creator", "Date", "Format", "Type")),
    "pdf": dict.fromkeys(("Creator", "CreationDate", "Producer")),
    "png": {"Software": None},
}
STYLE: Any = {
    "axes.axisbelow": True,
    "axes.edgecolor": SOFT,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.labelcolor": SOFT,
    "axes.labelsize": 9.5,
    "axes.linewidth": 0.6,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "figure.constrained_layout.h_pad": 0.06,
    "figure.constrained_layout.wspace": 0.05,
    "figure.facecolor": PAPER,
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same widths on every machine
    "font.size": 9,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.6,
    "lines.solid_capstyle": "round",
    "pdf.fonttype": 42,
    "savefig.dpi": 200,
    "savefig.facecolor": PAPER,
    "svg.fonttype": "none",
    "svg.hashsalt": "karat",
    "text.color": INK,
    "text.parse_math": False,  # a label like $5-$10 is not a formula
    "xtick.color": SOFT,
    "xtick.labelsize": 9,
    "xtick.major.size": 3,
    "xtick.major.width": 0.6,
    "ytick.color": SOFT,
    "ytick.labelcolor": INK,
    "ytick.labelsize": 9,
    "ytick.major.size": 0,
}
_ONE_AT_A_TIME = Lock()  # matplotlib reads its style from the process while it writes a file


def paint(drawing: Drawing, title: str, format: str) -> bytes:
    """Draw on a fresh canvas in karat's style."""
    with _ONE_AT_A_TIME, rc_context(STYLE), warnings.catch_warnings():
        if format == "svg":  # the reader's fonts show the letters that ours lack
            warnings.filterwarnings("ignore", message=r"Glyph .* missing from")
        made = _written(drawing, title, format)
    return made.replace(b"'DejaVu Sans'", FAMILY.encode()) if format == "svg" else made


def _written(drawing: Drawing, title: str, format: str) -> bytes:
    canvas = Figure(figsize=drawing.size, layout="constrained")
    down, across = drawing.panels
    drawing.paint(list(canvas.subplots(down, across, squeeze=False).flat))
    out = BytesIO()
    canvas.savefig(out, format=format, metadata={"Title": title, **NO_METADATA[format]})
    return out.getvalue()
