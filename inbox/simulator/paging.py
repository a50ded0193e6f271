"""Pages and the `Link` header, under `/repositories/{id}/…` as GitHub prints them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar
from urllib.parse import urlencode

_Item = TypeVar("_Item")

PAGE = 30
LARGEST_PAGE = 100


def page_of(
    items: Sequence[_Item], query: dict[str, str], path: str
) -> tuple[Sequence[_Item], dict[str, str]]:
    """The asked page and its headers; no `Link` when everything fits on one page.

    `path` is the absolute address without query; the other parameters stay in the links.
    """
    size = int(query.get("per_page", PAGE))
    number = int(query.get("page", 1))
    last = max(1, -(-len(items) // size))
    links: list[str] = []

    def link(page: int, relation: str) -> None:
        links.append(f'<{path}?{urlencode({**query, "page": page})}>; rel="{relation}"')

    if number > 1:
        link(min(number - 1, last), "prev")
    if number < last:
        link(number + 1, "next")
        link(last, "last")
    if number > 1:
        link(1, "first")
    shown = items[(number - 1) * size : number * size]
    return shown, {"Link": ", ".join(links)} if links else {}


def cursor_page(
    items: Sequence[tuple[str, _Item]], query: dict[str, str], path: str
) -> tuple[list[_Item], dict[str, str]]:
    """The page after (or before) a cursor, for lists that have no page numbers (activity)."""
    size = int(query.get("per_page", PAGE))
    cursors = [cursor for cursor, _ in items]
    rest = {name: value for name, value in query.items() if name not in ("after", "before")}
    if "before" in query:
        end = cursors.index(query["before"])
        start = max(0, end - size)
    else:
        start = cursors.index(query["after"]) + 1 if "after" in query else 0
        end = min(len(items), start + size)
    links: list[str] = []
    if start > 0:
        links.append(f'<{path}?{urlencode({**rest, "before": cursors[start]})}>; rel="prev"')
    if end < len(items):
        links.append(f'<{path}?{urlencode({**rest, "after": cursors[end - 1]})}>; rel="next"')
    return [item for _, item in items[start:end]], {"Link": ", ".join(links)} if links else {}
