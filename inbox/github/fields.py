"""The kinds of value that GitHub's answers are made of, read the same in REST and GraphQL."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import BeforeValidator, Field

from inbox import labels
from inbox.refs import BOT_SUFFIX, HeadSha, Kind, RepoRef

_OURS = {name.lower(): name for name in labels.OURS}


def instant(raw: object) -> datetime | None:
    """The moment in GitHub's text, in UTC; None for anything that names no moment for sure."""
    if not isinstance(raw, str):
        return None
    try:
        read = datetime.fromisoformat(raw)
        return read.astimezone(UTC) if read.tzinfo else None
    except (ValueError, OverflowError):
        return None


def label_name(raw: object) -> object:
    """The label's name, ours in our own spelling, since GitHub compares them in any letter case.

    Raises ValueError for an empty one, which no label has.
    """
    name = raw.get("name") if isinstance(raw, dict) else raw
    if name == "":
        raise ValueError("no name")
    return _OURS.get(name.lower(), name) if isinstance(name, str) else name


def kind_of(login: str, said: str) -> Kind:
    """The kind of an account by what GitHub says, and by the suffix that only apps can have."""
    if login.endswith(BOT_SUFFIX):
        return Kind.BOT
    return Kind(said) if said in (Kind.USER.value, Kind.BOT.value) else Kind.OTHER


def _repo_name(url: object) -> str:
    return str(RepoRef.parse("/".join(str(url).split("/")[-2:])))


def _edit_time(raw: object) -> object:
    if raw is not None and instant(raw) is None:
        raise ValueError("no time")
    return instant(raw)


Instant = Annotated[datetime | None, BeforeValidator(instant)]
LabelName = Annotated[str, BeforeValidator(label_name)]
FilledName = Annotated[str, Field(min_length=1)]
FullSha = Annotated[str, BeforeValidator(lambda raw: str(HeadSha.parse(str(raw))))]
RepoName = Annotated[str, BeforeValidator(lambda raw: str(RepoRef.parse(str(raw))))]
RepoUrl = Annotated[str, BeforeValidator(_repo_name)]
EditTime = Annotated[datetime | None, BeforeValidator(_edit_time)]
