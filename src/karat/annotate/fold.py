"""
What stands is a fold of everything that was done, in order.

do      answer, skip, decide, import, output: replaces what stood for this author on this unit
undo    puts back what stood before this author's last deed under the guideline; redo does that deed again
barrier a new deed forgets what could be redone; what came from a file forgets what could be undone as well
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

ANSWERS = ("answer", "import")
OUTPUT = "output"  # what a system said: it stands beside the answers, and counts as none of them
BROUGHT = ("import", OUTPUT)
ADJUDICATION = "decide"
SKIP = "skip"
UNDO, REDO = "undo", "redo"

Place = tuple[str, str, str]  # guideline, author, unit
Deed = tuple[str, int, int]  # unit, the operation, the operation that stood before


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that one author did; `replaces` is what stood before, or what an undo or redo turns around.

    `body` is JSON text: what stands afterwards, None where nothing does. `under` is the operation below this one on
    its stack (deeds that can be undone, or undos that can be redone).
    """

    id: int
    client_id: str
    guideline: str
    version: int
    unit: str
    author: str
    verb: str
    body: str | None
    at: float
    seconds: float | None = None
    replaces: int = 0
    under: int = 0
    reason: str = "production"
    note: str = ""


@dataclass(slots=True)
class _Desk:
    """What one author can undo and redo under one guideline."""

    done: list[Deed] = field(default_factory=list)
    undone: list[tuple[int, Deed]] = field(default_factory=list)


@dataclass(slots=True)
class Folded:
    """The operation that stands at each place, what each author could undo and redo next, and the seconds they spent."""

    standing: dict[Place, int] = field(default_factory=dict)
    next_undo: dict[tuple[str, str], int] = field(default_factory=dict)
    next_redo: dict[tuple[str, str], int] = field(default_factory=dict)
    seconds: dict[tuple[str, str], float] = field(default_factory=dict)


def fold(operations: Iterable[Operation]) -> Folded:
    """What stands after these operations.

    >>> first = Operation(1, "a", "g", 1, "u1", "ann", "answer", '"x"', 0.0)
    >>> back = Operation(2, "b", "g", 1, "u1", "ann", "undo", None, 1.0, replaces=1)
    >>> fold([first]).standing, fold([first, back]).standing
    ({('g', 'ann', 'u1'): 1}, {})
    """
    folded = Folded()
    desks: dict[tuple[str, str], _Desk] = {}
    for operation in operations:
        who = operation.guideline, operation.author
        _step(folded, desks.setdefault(who, _Desk()), operation)
        folded.seconds[who] = folded.seconds.get(who, 0.0) + (operation.seconds or 0.0)
    folded.next_undo = {who: desk.done[-1][1] for who, desk in desks.items() if desk.done}
    folded.next_redo = {who: desk.undone[-1][0] for who, desk in desks.items() if desk.undone}
    return folded


def _step(folded: Folded, desk: _Desk, operation: Operation) -> None:
    if operation.verb == UNDO:
        _undo(folded, desk, operation)
    elif operation.verb == REDO:
        _redo(folded, desk, operation)
    else:
        _do(folded, desk, operation)


def _do(folded: Folded, desk: _Desk, operation: Operation) -> None:
    place = operation.guideline, operation.author, operation.unit
    before = folded.standing.get(place, 0)
    folded.standing[place] = operation.id
    desk.undone.clear()
    if operation.verb in BROUGHT:
        desk.done.clear()
    else:
        desk.done.append((operation.unit, operation.id, before))


def _undo(folded: Folded, desk: _Desk, operation: Operation) -> None:
    if not desk.done:
        return
    unit, deed, before = desk.done.pop()
    desk.undone.append((operation.id, (unit, deed, before)))
    _put(folded, (operation.guideline, operation.author, unit), before)


def _redo(folded: Folded, desk: _Desk, operation: Operation) -> None:
    if not desk.undone:
        return
    _, deed = desk.undone.pop()
    desk.done.append(deed)
    _put(folded, (operation.guideline, operation.author, deed[0]), deed[1])


def _put(folded: Folded, place: Place, operation: int) -> None:
    if operation:
        folded.standing[place] = operation
    else:
        folded.standing.pop(place, None)
