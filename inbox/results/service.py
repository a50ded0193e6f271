"""The two calls of the results service that an upload needs, and what its refusals mean."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from inbox.results.access import Access
from inbox.results.faults import BY_A_STEP, LATER, NotUploaded
from inbox.results.wire import PASSING, Answer, Call, Wire

ZIP = "application/zip"
_SERVICE = "/twirp/github.actions.results.api.v1.ArtifactService"
_WHERE = "the results service"
_NEWEST, _OLDER = 7, 4
_FINAL = frozenset({401, 403, 409})
"""Refusals that no other form of the same request can change."""

_CODE = re.compile(r"[a-z_]{1,40}")
_NO_ROOM = "insufficient usage"


@dataclass(frozen=True, slots=True)
class Service:
    """The results service as the job that `access` speaks for."""

    access: Access
    wire: Wire

    def create(self, name: str) -> str:
        """The signed address to which an artifact of that name goes; raises NotUploaded.

        It is asked for in the newest form; a server that does not know it is asked once more in
        the older one, which has no media type.
        """
        newest = {"version": _NEWEST, "mime_type": ZIP}
        passing = PASSING - {500}  # what act's server says of a field that it does not know
        answer = self._call("CreateArtifact", {"name": name, **newest}, passing)
        if not (answer.is_success or answer.status in passing or _is_final(answer)):
            answer = self._call("CreateArtifact", {"name": name, "version": _OLDER})
        address = _text(_agreed(answer), "signed_upload_url")
        if address is None:
            raise NotUploaded(f"{_WHERE} did not say where to put it")
        return address

    def finalize(self, name: str, size: int, sha256: str) -> str:
        """The artifact is complete, of `size` bytes; its id, "" if untold; raises NotUploaded."""
        told = {"name": name, "size": str(size), "hash": f"sha256:{sha256}"}
        id_ = _text(_agreed(self._call("FinalizeArtifact", told)), "artifact_id") or ""
        return id_ if id_.isascii() and id_.isdigit() else ""

    def _call(
        self, method: str, told: Mapping[str, object], passing: frozenset[int] = PASSING
    ) -> Answer:
        access = self.access
        ids = {
            "workflow_run_backend_id": access.run,
            "workflow_job_run_backend_id": access.job,
        }
        headers = {
            "Authorization": f"Bearer {access.token}",
            "Content-Type": "application/json",
        }
        body = json.dumps({**ids, **told}).encode()
        url = f"{access.origin}{_SERVICE}/{method}"
        return self.wire.send(Call("POST", url, _WHERE, body, headers, passing, wants_object=True))


def _is_final(answer: Answer) -> bool:
    return answer.status in _FINAL or _is_about_room(answer)


def _is_about_room(answer: Answer) -> bool:
    told = (answer.object or {}).get("msg")
    return isinstance(told, str) and _NO_ROOM in told.lower()


def _agreed(answer: Answer) -> Mapping[str, object]:
    """The service's yes; raises NotUploaded for every other answer."""
    if not answer.is_success:
        raise _refusal(answer)
    found = answer.object
    if found is None:
        raise NotUploaded(f"{_WHERE} gave an answer that cannot be read")
    if found.get("ok") is not True:
        raise NotUploaded(f"{_WHERE} refused it without a reason")
    return found


def _refusal(answer: Answer) -> NotUploaded:
    if _is_about_room(answer):
        return NotUploaded(
            "the storage for artifacts is used up",
            "delete old artifacts, or raise the budget for Actions storage",
        )
    code = (answer.object or {}).get("code")
    named = f" ({code})" if isinstance(code, str) and _CODE.fullmatch(code) else ""
    why = f"{_WHERE} answered {answer.status}{named}"
    match answer.status:
        case 401 | 403:
            return NotUploaded(f"{_WHERE} does not accept this run's token{named}", BY_A_STEP)
        case 409 if not answer.is_second:
            return NotUploaded(
                f"this run already has an artifact of that name{named}",
                "give each step a name of its own by metrics-artifact",
            )
        case status:
            return NotUploaded(why, LATER if status in {409, *PASSING} else BY_A_STEP)


def _text(found: Mapping[str, object], name: str) -> str | None:
    """A field by its name in snake_case or camelCase: servers write either."""
    first, *rest = name.split("_")
    for spelling in (name, first + "".join(map(str.capitalize, rest))):
        if isinstance(value := found.get(spelling), str) and value:
            return value
    return None
