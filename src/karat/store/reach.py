"""
The frontier: answers and place before which nothing is left for an author.

Units are asked in the order (answers, place), and answers only grow, so an author's frontier only moves on, and nobody
looks through all they have done to find what is next. What makes a unit open again moves every frontier back to it.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select, tuple_

from karat.store.schema import frontier, queue

Key = tuple[int, int]


def frontier_of(c: Connection, guideline: str, author: str) -> Key:
    """The first (answers, place) at which something may be left."""
    row = c.execute(select(frontier.c.answers, frontier.c.place).where(_of(guideline, author))).one_or_none()
    return (0, 0) if row is None else (row.answers, row.place)


def move_on(c: Connection, guideline: str, author: str, to: Key) -> None:
    """Nothing is left for this author before this key."""
    values = {"answers": to[0], "place": to[1]}
    if not c.execute(frontier.update().where(_of(guideline, author)).values(values)).rowcount:
        c.execute(frontier.insert().values(guideline=guideline, author=author, **values))


def fall_back(c: Connection, guideline: str, to: Key) -> None:
    """Something at this key may be open again, for anybody."""
    beyond = (frontier.c.guideline == guideline) & (tuple_(frontier.c.answers, frontier.c.place) > to)
    c.execute(frontier.update().where(beyond).values(answers=to[0], place=to[1]))


def fall_back_to_unit(c: Connection, guideline: str, unit: str) -> None:
    """This unit may be open again, for anybody."""
    here = (queue.c.guideline == guideline) & (queue.c.unit == unit)
    row = c.execute(select(queue.c.answers, queue.c.place).where(here)).one_or_none()
    if row is not None:
        fall_back(c, guideline, (row.answers, row.place))


def _of(guideline: str, author: str) -> Any:
    return (frontier.c.guideline == guideline) & (frontier.c.author == author)
