"""What a route takes: the names, types and choices of its query and its JSON body.

GitHub ignores much of what it does not know; the simulator does not, because a name GitHub ignores
is a mistake of the program (`Violation`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inbox.simulator.clock import read_stamp
from inbox.simulator.paging import LARGEST_PAGE
from inbox.simulator.refusals import Violation


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a JSON body."""

    types: tuple[type, ...] = (str,)
    required: bool = False
    choices: frozenset[str] | None = None
    items: type | None = None

    def check(self, name: str, value: Any) -> None:
        """Raises Violation unless `value` fits."""
        if type(value) not in self.types:
            raise Violation(f"body field {name!r} has the wrong type {type(value).__name__}")
        if self.choices is not None and value is not None and value not in self.choices:
            raise Violation(f"body field {name!r} cannot be {value!r}")
        if self.items is not None and any(type(one) is not self.items for one in value or []):
            raise Violation(f"body field {name!r} holds something else than {self.items.__name__}")


NULL = type(None)


def text(*, required: bool = False, nullable: bool = False) -> Field:
    """A string."""
    return Field((str, NULL) if nullable else (str,), required)


def choice(*words: str, required: bool = False, nullable: bool = False) -> Field:
    """One of these words."""
    return Field((str, NULL) if nullable else (str,), required, frozenset(words))


def texts(*, required: bool = False) -> Field:
    """A list of strings."""
    return Field((list,), required, items=str)


def check_body(fields: Mapping[str, Field] | None, body: Any) -> dict[str, Any]:
    """The body, known to hold nothing but these fields; raises Violation."""
    if fields is None:
        if body is not None:
            raise Violation("this route takes no body")
        return {}
    if body is None and not any(field.required for field in fields.values()):
        return {}
    if not isinstance(body, dict):
        raise Violation("the body must be a JSON object")
    for name, value in body.items():
        if name not in fields:
            raise Violation(f"unknown body field {name!r}")
        fields[name].check(name, value)
    for name, field in fields.items():
        if field.required and name not in body:
            raise Violation(f"body field {name!r} is missing")
    return body


@dataclass(frozen=True, slots=True)
class Parameter:
    """One query parameter: free text, one of some words, a moment, or a number."""

    choices: frozenset[str] | None = None
    moment: bool = False
    largest: int | None = None

    def check(self, name: str, value: str) -> None:
        """Raises Violation unless `value` fits."""
        if self.choices is not None and value not in self.choices:
            raise Violation(f"query {name}={value!r} is none of {sorted(self.choices)}")
        if self.largest is not None and not (value.isdecimal() and 1 <= int(value) <= self.largest):
            raise Violation(f"query {name}={value!r} is no number from 1 to {self.largest}")
        if self.moment:
            try:
                read_stamp(value)
            except ValueError as error:
                raise Violation(f"query {name}={value!r} is no time") from error


Query = Mapping[str, Parameter]

FREE = Parameter()
MOMENT = Parameter(moment=True)
PAGED: dict[str, Parameter] = {
    "per_page": Parameter(largest=LARGEST_PAGE),
    "page": Parameter(largest=1_000_000),
}


def one_of(*words: str) -> Parameter:
    """A query parameter that is one of these words."""
    return Parameter(frozenset(words))


def check_query(parameters: Query, query: list[tuple[str, str]]) -> dict[str, str]:
    """The query, known to hold nothing but these names, each once; raises Violation."""
    checked: dict[str, str] = {}
    for name, value in query:
        if name not in parameters:
            raise Violation(f"unknown query parameter {name!r}")
        if name in checked:
            raise Violation(f"query parameter {name!r} is given twice")
        parameters[name].check(name, value)
        checked[name] = value
    return checked
