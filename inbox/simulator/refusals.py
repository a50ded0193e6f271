"""GitHub's ways of saying no, with its own words."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """GitHub refuses: HTTP status, message, and the fields of its error answer."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        errors: list[dict[str, Any]] | list[str] | None = None,
        headers: dict[str, str] | None = None,
        **more: str,
    ) -> None:
        super().__init__(f"{status} {message}" + (f" {errors}" if errors else ""))
        self.status = status
        self.message = message
        self.errors = errors
        self.headers = headers or {}
        self.more = more


class Violation(Exception):
    """The program asked for something that GitHub does not have; a test fails on it."""


def not_found() -> Refusal:
    """404: it is not there, or not for these eyes."""
    return Refusal(404, "Not Found")


def gone() -> Refusal:
    """410: the issue was deleted, for somebody who could have read it."""
    return Refusal(410, "This issue was deleted")


def issues_disabled() -> Refusal:
    """410: the repository has no issues."""
    return Refusal(410, "Issues has been disabled in this repository.")


def invalid(resource: str, field: str, code: str, **more: Any) -> Refusal:
    """422 with one entry of `errors[]`."""
    entry = {"resource": resource, "field": field, "code": code, **more}
    return Refusal(422, "Validation Failed", errors=[entry])


def unprocessable(message: str) -> Refusal:
    """422 with a sentence and no entries."""
    return Refusal(422, message)


def conflict_of_rights(message: str = "Must have admin rights to Repository.") -> Refusal:
    """403 for a person whose role does not allow it."""
    return Refusal(403, message)


def moved(location: str, *, permanent: bool) -> Refusal:
    """301 (reads) or 307 (writes): it lives elsewhere now; the words are the same for both."""
    status = 301 if permanent else 307
    return Refusal(status, "Moved Permanently", headers={"Location": location}, url=location)
