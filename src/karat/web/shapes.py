"""The shapes of what goes in and out under `/api`."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(max_length=1000)]
ClientId = Annotated[str, Field(min_length=1, max_length=100, description="made up by you, once for each action")]


class Out(BaseModel):
    """Something we say."""

    model_config = ConfigDict(from_attributes=True)


class ProgressOut(Out):
    """How far you are; `seconds` is the time that your answers took."""

    done: int
    left: int
    skipped: int
    seconds: float


class GuidelineOut(Out):
    """One thing to work on."""

    id: str
    kind: str
    version: int
    progress: ProgressOut


class TokenOut(Out):
    """A word in code points, end exclusive, with the white space after it."""

    start: int
    end: int
    text: str
    blank: str


class QuestionOut(Out):
    """One unit to answer; send `revision` back with the answer."""

    guideline: str
    version: int
    kind: str
    prose: str
    unit: str
    text: str
    tokens: list[TokenOut]
    body: Any
    revision: int
    lease: float
    others: list[tuple[str, Any]]


class AskedOut(Out):
    """The next question, or null, and how far you are."""

    question: QuestionOut | None
    progress: ProgressOut


class ReceiptOut(Out):
    """What now stands, safely stored."""

    operation: int
    unit: str
    body: Any


class Version(Out):
    """One of two answers in conflict, with how it reads."""

    body: Any
    revision: int
    said: str


class Clash(Out):
    """Two answers to the same unit: choose, and send yours again with `stands.revision`, or leave it."""

    error: str
    yours: Version
    stands: Version


class In(BaseModel):
    """Something you say; unknown fields are refused so that none is lost unnoticed."""

    model_config = ConfigDict(extra="forbid")

    client_id: ClientId


class OnceIn(In):
    """An action that needs nothing else."""


class SkipIn(In):
    """A unit passed on."""

    unit: Name
    reason: Annotated[str, Field(max_length=2000)]


class AnswerIn(In):
    """An answer in the kind's JSON; `quotes` are the marked stretches as you saw them, compared with the text."""

    unit: Name
    body: Any
    revision: Annotated[int, Field(ge=0, lt=2**63)]
    seconds: Annotated[float | None, Field(ge=0, le=86400)] = None
    quotes: list[str] | None = None
