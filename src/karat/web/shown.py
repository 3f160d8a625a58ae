"""How things are shown: the templates, and the few filters that they use."""

from __future__ import annotations

from pathlib import Path
from secrets import token_urlsafe
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from karat.kinds import Kind
from karat.web.cookies import csrf_token

HERE = Path(__file__).parent
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


def page(request: Request, template: str, *, status: int = 200, **shown: Any) -> HTMLResponse:
    """One page; `person` is there when somebody is logged in, and `form` names this copy of the page."""
    person = getattr(request.state, "person", None)
    marks = {"person": person, "csrf": csrf_token(request), "form": token_urlsafe(12)}
    return HTMLResponse(_pages.get_template(template).render(marks | shown), status)


def said(kind: Kind, body: Any, text: str) -> str:
    """An answer as plain words, for people who must choose between two."""
    if body is None:
        return "no answer"
    widget: Any = _pages.get_template(f"widgets/{kind.widget}.html").module
    return Markup(widget.said(body, text)).unescape()


def markdown(prose: str) -> Markup:
    """Markdown as HTML, whatever HTML was in it shown as text; its headings go below the page's own.

    >>> markdown("# A <b>")
    Markup('<h3>A &lt;b&gt;</h3>\\n')
    """
    tokens = _markdown.parse(prose)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + 2)}"
    return Markup(_markdown.renderer.render(tokens, _markdown.options, {}))


def exact(text: str) -> Markup:
    """Text that a browser gives back unchanged: its parser would turn a bare CR LF into LF.

    >>> exact("a\\r\\n<b>")
    Markup('a&#13;\\n&lt;b&gt;')
    """
    return escape(text).replace("\r", Markup("&#13;"))


def key_of(index: int) -> str:
    """The key that chooses the n-th of a list: 1 … 9, 0, then the same with Shift; none after twenty.

    >>> key_of(0), key_of(9), key_of(10), key_of(20)
    ('1', '0', '⇧1', '')
    """
    return f"{'⇧' * (index // 10)}{(index + 1) % 10}" if index < 20 else ""


def address(guideline: str, unit: str = "") -> str:
    """Where a guideline's next question, or one unit of it, is shown.

    >>> address("reviews", "a/b ?")
    '/reviews/a/b%20%3F'
    """
    return f"/{quote(guideline, safe='')}" + (f"/{quote(unit)}" if unit else "")


def pace(seconds: float) -> str:
    """Seconds as people say them.

    >>> pace(8.4), pace(75), pace(7300)
    ('8 s', '1 min 15 s', '2 h 1 min')
    """
    whole = round(seconds)
    hours, minutes = divmod(whole // 60, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {whole % 60} s" if minutes else f"{whole} s"


def _environment() -> Environment:
    loader = FileSystemLoader(HERE / "templates")
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.filters.update(markdown=markdown, exact=exact, pace=pace)
    made.globals.update(key_of=key_of, said=said, address=address)
    return made


_pages = _environment()
