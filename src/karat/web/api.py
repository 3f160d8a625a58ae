"""The same work as JSON: what the pages' scripts, and anybody's own, talk to."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from starlette.responses import JSONResponse, Response

from karat import kinds
from karat.errors import Conflict
from karat.kinds import Kind
from karat.service import asking
from karat.service.asking import Question, Receipt
from karat.service.people import Person
from karat.store import Workspace
from karat.types import Guideline
from karat.web.faults import Fault
from karat.web.pages import known
from karat.web.session import Me, Ws
from karat.web.shapes import (
    AnswerIn,
    AskedOut,
    Clash,
    GuidelineOut,
    OnceIn,
    ProgressOut,
    QuestionOut,
    ReceiptOut,
    SkipIn,
    Version,
)
from karat.web.shown import said

FAULTS: dict[int | str, dict[str, Any]] = {status: {"model": Fault} for status in (400, 401, 403, 404, 413, 422, 500)}
routes = APIRouter(prefix="/api", responses=FAULTS)


def asked_of(ws: Ws, me: Me, guideline: str) -> Guideline:
    return known(ws, me, guideline)


Asked = Annotated[Guideline, Depends(asked_of)]


@routes.get("/guidelines")
def guidelines(ws: Ws, me: Me) -> list[GuidelineOut]:
    """What you may work on, and how far you are."""
    return [GuidelineOut(**_named(own), progress=_progress(ws, me, own.id)) for own in asking.guidelines(ws, me)]


@routes.get("/guidelines/{guideline}/next")
def following(ws: Ws, me: Me, asked: Asked) -> AskedOut:
    """Your next question, lent to you for half an hour; null when nothing is left."""
    question = asking.next_question(ws, me, asked.id)
    shape = None if question is None else _question(question)
    return AskedOut(question=shape, progress=_progress(ws, me, asked.id))


@routes.get("/guidelines/{guideline}/units/{unit:path}")
def back(ws: Ws, me: Me, asked: Asked, unit: str) -> QuestionOut:
    """A question that was yours before."""
    return _question(asking.question(ws, me, asked.id, unit))


@routes.post("/guidelines/{guideline}/answers", responses={409: {"model": Clash}}, response_model=ReceiptOut)
def answer(ws: Ws, me: Me, asked: Asked, sent: AnswerIn) -> ReceiptOut | Response:
    """Answer one unit; the same client_id again changes nothing and gives the same receipt."""
    kind = kinds.kind(asked.kind)
    try:
        receipt = asking.answer(ws, me, asked.id, **sent.model_dump(exclude={"body"}), body_json=sent.body)
    except Conflict as error:
        return _clash(error, kind, sent, asking.question(ws, me, asked.id, sent.unit))
    return _receipt(kind, receipt)


@routes.post("/guidelines/{guideline}/skips")
def skip(ws: Ws, me: Me, asked: Asked, sent: SkipIn) -> ReceiptOut:
    """Pass one unit on, with the reason."""
    receipt = asking.skip(ws, me, asked.id, sent.unit, sent.reason, client_id=sent.client_id)
    return _receipt(kinds.kind(asked.kind), receipt)


@routes.post("/guidelines/{guideline}/undo")
def undo(ws: Ws, me: Me, asked: Asked, sent: OnceIn) -> ReceiptOut | None:
    """Take your last operation back; null when there is none."""
    return _maybe(asked, asking.undo(ws, me, asked.id, client_id=sent.client_id))


@routes.post("/guidelines/{guideline}/redo")
def redo(ws: Ws, me: Me, asked: Asked, sent: OnceIn) -> ReceiptOut | None:
    """Do what you took back once more; null when there is nothing."""
    return _maybe(asked, asking.redo(ws, me, asked.id, client_id=sent.client_id))


def _named(guideline: Guideline) -> dict[str, Any]:
    return {"id": guideline.id, "kind": guideline.kind, "version": guideline.version}


def _progress(ws: Workspace, me: Person, guideline: str) -> ProgressOut:
    return ProgressOut.model_validate(asking.progress(ws, me, guideline))


def _maybe(asked: Guideline, receipt: Receipt | None) -> ReceiptOut | None:
    return None if receipt is None else _receipt(kinds.kind(asked.kind), receipt)


def _receipt(kind: Kind, receipt: Receipt) -> ReceiptOut:
    return ReceiptOut(operation=receipt.operation, unit=receipt.unit, body=_json(kind, receipt.body))


def _json(kind: Kind, body: Any) -> Any:
    return None if body is None else kind.to_json(body)


def _question(question: Question) -> QuestionOut:
    kind = question.kind
    return QuestionOut.model_validate(
        {name: getattr(question, name) for name in QuestionOut.model_fields}
        | {
            "kind": str(kind),
            "body": _json(kind, question.body),
            "others": [(name, _json(kind, body)) for name, body in question.others],
        }
    )


def _clash(error: Conflict, kind: Kind, sent: AnswerIn, stands: Question) -> Response:
    yours = Version(body=sent.body, revision=sent.revision, said=said(kind, kind.from_json(sent.body), stands.text))
    theirs = Version(body=_json(kind, stands.body), revision=stands.revision, said=said(kind, stands.body, stands.text))
    return JSONResponse(Clash(error=str(error), yours=yours, stands=theirs).model_dump(), 409)
