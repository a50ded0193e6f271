"""The fields of the page's forms as orders; what no form of ours holds is refused in a sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from urllib.parse import parse_qsl

from inbox.ballot.choice import Choice
from inbox.dashboard.composing import COMMANDS
from inbox.dashboard.orders import (
    BallotAnswer,
    Confirm,
    Drawn,
    Filled,
    Order,
    QuestionAnswers,
    SendBack,
)
from inbox.decisions.block import QuestionKind
from inbox.markdown import normalise
from inbox.markdown.characters import STAND_IN
from inbox.refs import HeadSha, IssueRef, PullRef, RefError

MOST_FIELDS = 2000

Fields = Mapping[str, Sequence[str]]


class BadForm(Exception):
    """A form is none of this page's; the message is a sentence for the person."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def parse(body: bytes, content_type: str) -> Fields:
    """The fields of a sent form, each with its values in order, line breaks as LF."""
    if content_type.partition(";")[0].strip().lower() != "application/x-www-form-urlencoded":
        raise BadForm("This is not sent the way the page's own forms are.")
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            strict_parsing=bool(body),
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError:
        raise BadForm("The form arrived broken, or holds too many fields.") from None
    fields: dict[str, list[str]] = {}
    for name, value in pairs:
        fields.setdefault(name, []).append(normalise(value))
    return fields


def typed(text: str) -> str:
    """`text` as a browser gives it back from a field that nobody changed."""
    return normalise(text).replace("\0", STAND_IN).encode("utf-8", "replace").decode()


def ballot_answer(fields: Fields) -> BallotAnswer:
    """The answer to a ballot that the confirmation sends."""
    since = _one(fields, "asked_since")
    try:
        asked_since = datetime.fromisoformat(since)
        if asked_since.tzinfo is None:
            raise BadForm("The time in the form has no zone; load the page again.")
        asked_since = asked_since.astimezone(UTC)
    except (ValueError, OverflowError):
        raise BadForm(f"`{since[:40]}` is no time; load the page again.") from None
    return BallotAnswer(
        ballot=_issue(_one(fields, "ballot")),
        choice=choice(_one(fields, "choice")),
        head=_head(_one(fields, "head")),
        base=_one(fields, "base"),
        asked_since=asked_since,
        reason=_one(fields, "reason", absent="").strip(),
    )


def question_answers(fields: Fields) -> QuestionAnswers:
    """The filled form of a description's questions."""
    subject = _subject(fields)
    drawn = _drawn(fields)
    filled = {name: Filled(was, _wanted(fields, name, was)) for name, was in drawn.items()}
    if not filled:
        raise BadForm("The form holds no question; load the page again.")
    return QuestionAnswers(subject, filled)


def send_back(fields: Fields) -> SendBack:
    """The wish for options."""
    return SendBack(_subject(fields))


def confirm(fields: Fields) -> Confirm:
    """The wish to accept the answers that stand."""
    return Confirm(_subject(fields), _drawn(fields))


def dismissed(fields: Fields) -> int:
    """The number of the note that is not to be shown any more."""
    note = _one(fields, "note")
    if not (note.isascii() and note.isdecimal() and len(note) < 10):
        raise BadForm("The form does not say which note it is about; load the page again.")
    return int(note)


def is_empty(order: Order) -> bool:
    """True where a filled form changes nothing."""
    return isinstance(order, QuestionAnswers) and not any(
        filled.answer for filled in order.filled.values()
    )


def choice(text: str) -> Choice:
    """The answer of that name; raises BadForm for one that has no button."""
    for offered in COMMANDS:
        if offered.value == text:
            return offered
    raise BadForm(f"`{text[:40]}` is no answer; there are A, B, C and reject.")


def _wanted(fields: Fields, name: str, drawn: Drawn) -> Drawn:
    try:
        kind = QuestionKind(_one(fields, f"kind.{name}"))
    except ValueError:
        raise BadForm(f"Question `{name[:40]}` has no kind; load the page again.") from None
    return Drawn(
        drawn.asked,
        _choices(fields, name, kind, drawn.choices),
        _text(fields, f"text.{name}", drawn.text),
        _text(fields, f"note.{name}", drawn.note),
    )


def _choices(
    fields: Fields, name: str, kind: QuestionKind, drawn: tuple[str, ...]
) -> tuple[str, ...]:
    chosen = fields.get(f"choice.{name}", ())
    if kind is QuestionKind.TEXT or (kind is QuestionKind.SINGLE and not chosen):
        return drawn  # nothing to choose, or nothing was chosen and nothing taken back
    labels = tuple(_label(value) for value in chosen if value)
    return drawn if sorted(labels) == sorted(drawn) else labels


def _label(value: str) -> str:
    try:
        label = json.loads(value)
    except (ValueError, RecursionError):
        label = None
    if not isinstance(label, str):
        raise BadForm("An option of the form is not readable; load the page again.")
    return label


def _text(fields: Fields, name: str, drawn: str) -> str:
    text = _one(fields, name, absent=typed(drawn))
    return drawn if text.strip() == typed(drawn).strip() else text


def _drawn(fields: Fields) -> dict[str, Drawn]:
    drawn = {}
    for field in fields:
        kind, _, name = field.partition(".")
        if kind == "drawn":
            try:
                drawn[name] = Drawn.from_json(_one(fields, field))
            except (ValueError, RecursionError):
                words = f"Question `{name[:40]}` is not readable; load the page again."
                raise BadForm(words) from None
    return drawn


def _subject(fields: Fields) -> PullRef | IssueRef:
    subject = _one(fields, "subject")
    try:
        match _one(fields, "kind"):
            case "pull":
                return PullRef.parse(subject)
            case "issue":
                return IssueRef.parse(subject)
            case _:
                raise BadForm("The form does not say what it is about; load the page again.")
    except RefError as error:
        raise BadForm(f"{str(error)[:200]}.") from None


def _issue(text: str) -> IssueRef:
    try:
        return IssueRef.parse(text)
    except RefError as error:
        raise BadForm(f"{str(error)[:200]}.") from None


def _head(text: str) -> HeadSha:
    try:
        return HeadSha.parse(text)
    except RefError as error:
        raise BadForm(f"{str(error)[:200]}.") from None


def _one(fields: Fields, name: str, *, absent: str | None = None) -> str:
    match fields.get(name, ()):
        case [value]:
            return value
        case [] | () if absent is not None:
            return absent
        case [] | ():
            raise BadForm(f"The form lacks `{name[:40]}`; load the page again.")
        case _:
            raise BadForm(f"The form holds `{name[:40]}` more than once; load the page again.")
