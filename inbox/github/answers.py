"""One answer of GitHub, and reading it into the shape that was expected."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Any, TypeVar, cast

import httpx
from pydantic import BaseModel, TypeAdapter, ValidationError, field_validator

from inbox.errors import Unreadable
from inbox.github.routes import Route

T = TypeVar("T")

_LONGEST_MESSAGE = 200
_PASSING = "Usually this passes: the next tick reads again."


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for one request; `request` is fit for errors: method and path, no query."""

    request: str
    route: Route
    response: httpx.Response

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.response.status_code

    @property
    def headers(self) -> httpx.Headers:
        """The headers, by names in any letter case."""
        return self.response.headers

    @property
    def date(self) -> datetime | None:
        """When GitHub answered, by its own clock; None when the header is absent or garbage."""
        try:
            read = parsedate_to_datetime(self.headers["date"])
        except (KeyError, ValueError):
            return None
        return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)

    def json(self) -> object:
        """The decoded body; raises Unreadable for HTML, truncated JSON and binary."""
        try:
            return self.response.json()
        except (ValueError, RecursionError):
            pass  # the decoder's own error quotes the body
        form = "HTML" if "html" in self.headers.get("content-type", "") else "something"
        raise Unreadable(
            f"GitHub answered {self.request} with {form} that is no JSON.",
            "A proxy or an outage may be in between. " + _PASSING,
            request=self.request,
            status=self.status,
        )

    def read(self, kind: type[T]) -> T:
        """The body as `kind`; raises Unreadable that names the field, never its content."""
        return shaped(kind, self.json(), self.request, self.status)

    @property
    def complaint(self) -> Complaint:
        """What a refusal says, as far as it can be read."""
        try:
            return Complaint.model_validate(self.response.json())
        except (ValueError, RecursionError):
            return Complaint()


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def shaped(kind: type[T], data: object, request: str, status: int | None = 200) -> T:
    """`data` as `kind`; raises Unreadable that names the first wrong field, never its content."""
    try:
        result: T = _adapter(cast(Hashable, kind)).validate_python(data)
    except ValidationError as wrong:
        first = wrong.errors(include_input=False, include_context=False, include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the whole answer"
        problem = "is missing" if first["type"] == "missing" else "is not what GitHub documents"
    else:
        return result
    raise Unreadable(
        f"In GitHub's answer to {request}, {place} {problem}.",
        _PASSING,
        request=request,
        status=status,
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """What is wrong with one field, in GitHub's words; what it does not say is empty."""

    code: str = ""
    field: str = ""
    message: str = ""

    @classmethod
    def of(cls, raw: object) -> Entry:
        """The entry in `raw`, which may be an object or a bare sentence."""
        if isinstance(raw, str):
            return cls(message=raw)
        known = raw if isinstance(raw, dict) else {}
        code, field, message = (known.get(name) for name in ("code", "field", "message"))
        return cls(*(part if isinstance(part, str) else "" for part in (code, field, message)))


class Complaint(BaseModel):
    """The body of a refusal: a message, and for 422 what is wrong with which field.

    Source: https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api
    """

    message: str = ""
    errors: tuple[Entry, ...] = ()

    @field_validator("errors", mode="before")
    @classmethod
    def _any_form(cls, raw: object) -> tuple[Entry, ...]:
        listed = raw if isinstance(raw, list) else [] if raw is None else [raw]
        return tuple(Entry.of(entry) for entry in listed)

    @property
    def text(self) -> str:
        """Everything it says, in lower case, for telling one refusal from another."""
        return " ".join([self.message, *(entry.message for entry in self.errors)]).lower()

    @property
    def said(self) -> str:
        """The message on one line, at most 200 visible characters."""
        visible = "".join(c if c.isprintable() else " " for c in self.message)
        return " ".join(visible.split())[:_LONGEST_MESSAGE].rstrip(". ")
