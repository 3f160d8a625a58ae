"""
Where work runs. An engine maps a function over chunks and yields the results *in order*.

That is the whole contract: the chunks and the order of combination belong to the caller, so one machine and a hundred
give the same bits.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from karat.engine.base import Engine
from karat.engine.local import Local
from karat.types.listed import Listed
from karat.types.spoken import listen

if TYPE_CHECKING:
    from karat.engine.processes import Processes as Processes
    from karat.engine.resumed import Resumed as Resumed
    from karat.engine.threads import Threads as Threads

ENGINES = Listed(
    "karat.engine",
    {
        "local": "local:Local",
        "threads": "threads:Threads",
        "processes": "processes:Processes",
        "resumed": "resumed:Resumed",
    },
)


def engine(text: str | Engine) -> Engine:
    """Read an engine as it prints.

    >>> engine("threads(workers=4)")
    threads(workers=4)
    """
    return text if isinstance(text, Engine) else listen(text, ENGINES, "engine")


def __getattr__(name: str) -> Any:
    # pools of threads and processes take 20 ms to import, which a small score need not pay
    if name in ("Processes", "Resumed", "Threads"):
        return getattr(import_module(f"karat.engine.{name.lower()}"), name)
    raise AttributeError(f"karat.engine has no {name!r}")


__all__ = ["ENGINES", "Engine", "Local", "Processes", "Resumed", "Threads", "engine"]
