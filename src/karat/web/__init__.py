"""The door for people with a browser: pages to answer questions on, and the same as JSON under `/api`."""

from karat.web.app import create_app
from karat.web.serve import serve

__all__ = ["create_app", "serve"]
