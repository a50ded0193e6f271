"""Pages of a connection: `first` or `last` of 1 to 100, cursors by global id."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from inbox.simulator.graphql.resolving import failure


@dataclass(slots=True)
class Edge:
    """One entry with its cursor."""

    cursor: str
    node: Any


@dataclass(slots=True)
class PageInfo:
    """Where the page lies in the whole."""

    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None
    end_cursor: str | None


@dataclass(slots=True)
class Page:
    """One page of a connection."""

    edges: list[Edge]
    page_info: PageInfo
    total_count: int
    filtered_count: int
    updated_at: datetime | None = None

    @property
    def nodes(self) -> list[Any]:
        """The entries without their cursors."""
        return [edge.node for edge in self.edges]

    @property
    def page_count(self) -> int:
        """How many entries this page has."""
        return len(self.edges)


def _cursor(item: Any) -> str:
    return base64.b64encode(f"cursor:v2:{item.node_id}".encode()).decode()


def page(items: Sequence[Any], args: dict[str, Any]) -> Page:
    """The asked page of these items; an error for a cursor of nobody."""
    cursors = {_cursor(item): at for at, item in enumerate(items)}
    start, end = 0, len(items)
    for name in ("after", "before"):
        if args.get(name) is not None and args[name] not in cursors:
            raise failure(
                "INVALID_CURSOR_ARGUMENTS", f"`{args[name]}` does not appear to be a valid cursor."
            )
    if args.get("after") is not None:
        start = cursors[args["after"]] + 1
    if args.get("before") is not None:
        end = cursors[args["before"]]
    filtered = max(0, end - start)
    first, last = args.get("first"), args.get("last")
    if first is not None:
        end = min(end, start + first)
    elif last is not None:
        start = max(start, end - last)
    shown = [Edge(_cursor(item), item) for item in items[start:end]]
    info = PageInfo(
        has_next_page=end < len(items),
        has_previous_page=start > 0,
        start_cursor=shown[0].cursor if shown else None,
        end_cursor=shown[-1].cursor if shown else None,
    )
    return Page(shown, info, len(items), filtered)
