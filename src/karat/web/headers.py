"""The headers that every response carries."""

from __future__ import annotations

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def headers_for(path: str) -> dict[str, str]:
    """Pages are never kept by a cache; our own files are asked for again each time.

    >>> headers_for("/")["cache-control"]
    'no-store'
    """
    return {**HEADERS, "cache-control": "no-cache" if path.startswith("/static/") else "no-store"}
