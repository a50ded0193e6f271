"""The page and its parts as HTML: templates with what they are told, and nothing decided here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

from inbox.ballot.case import Stage
from inbox.ballot.choice import Choice
from inbox.dashboard import forms, markup
from inbox.dashboard.board import Snapshot
from inbox.dashboard.composing import COMMANDS
from inbox.dashboard.orders import BallotAnswer, Drawn, QuestionAnswers
from inbox.dashboard.view import BallotView, Card, QuestionView, Reading
from inbox.decisions.standing import State
from inbox.decisions.verdict import Code
from inbox.layout import age, instant
from inbox.markdown.characters import one_line
from inbox.refs import PullRef

_TEMPLATES = Path(__file__).parent / "templates"
_SECONDS_PER_HOUR = 3600

_STAGE_TONES = {
    Stage.WAITING: "wait",
    Stage.STALE: "wait",
    Stage.DEFERRED: "calm",
    Stage.QUESTIONED: "good",
    Stage.RESOLVED: "good",
}
_VAGUE = {
    Code.UNPARSED: "Unparsed: the section cannot be read",
    Code.UNSTRUCTURED: "Too vague: needs options",
    Code.NOT_ASKABLE: "Too vague: needs options",
}


class Pages:
    """Renders what a snapshot holds; `key` is the first part of every address in it.

    `about` says what the dashboard was started for, where nothing could be read yet.
    """

    def __init__(self, key: str, about: str = "") -> None:
        self._env = Environment(
            loader=FileSystemLoader(_TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._env.filters.update(
            line=one_line,
            lines=markup.seen,
            inline=markup.inline,
            markdown=markup.markdown,
            typed=forms.typed,
            json=json.dumps,
            href=href,
            anchor=anchor,
            stage_tone=lambda stage: _STAGE_TONES.get(stage, "bad"),
            stage_words=stage_words,
            question_tone=_question_tone,
            refusal=lambda code: _VAGUE.get(code, "Not askable yet"),
            round=round_of,
            kind=lambda subject: "pull" if isinstance(subject, PullRef) else "issue",
            instant=instant,
            clock=lambda at: f"{at.astimezone(UTC):%H:%M}",
            iso=datetime.isoformat,
        )
        self._env.globals.update(
            root=f"/{key}/", about=about, Code=Code, Stage=Stage, commands=COMMANDS
        )

    def page(self, now: Snapshot) -> HTMLResponse:
        """The whole page."""
        return self._html("page.html", _told(now))

    def board(self, now: Snapshot) -> HTMLResponse:
        """The part of the page that changes."""
        return self._html("board.html", _told(now))

    def confirmation(
        self, now: Snapshot, reading: Reading, card: Card, ballot: BallotView, choice: Choice
    ) -> HTMLResponse:
        """What an answer will do, and the one button that sends it."""
        typed = (n.order for n in reversed(now.notes_of(card.key)) if n.failure)
        answers = (order for order in typed if isinstance(order, BallotAnswer))
        reason = next((one.reason for one in answers if one.ballot == ballot.ref), "")
        option = ballot.option(choice)
        told = {"reading": reading, "card": card, "ballot": ballot, "option": option}
        blocked = reading.read_only or option.blocked
        return self._html("confirm.html", {**told, "blocked": blocked, "reason": reason})

    def problem(self, status: int, title: str, sentence: str) -> HTMLResponse:
        """A small page that says what is wrong."""
        return self._html("problem.html", {"title": title, "sentence": sentence}, status)

    def _html(self, template: str, told: Mapping[str, object], status: int = 200) -> HTMLResponse:
        text = self._env.get_template(template).render(told)
        # Half a surrogate pair, which JSON can hold, has no place in UTF-8.
        return HTMLResponse(text.encode("utf-8", "replace"), status)


def href(url: str) -> str:
    """`url` where it leads to a web page; else the page itself."""
    try:
        scheme = urlsplit(url).scheme
    except ValueError:
        return "#"
    return url if scheme in {"http", "https"} else "#"


def anchor(card_key: str) -> str:
    """The id of the card of that key: `card-owner/name:12`."""
    return f"card-{card_key.replace('#', ':')}"


def stage_words(ballot: BallotView) -> str:
    """Where the ballot stands, for one who looks before the next tick writes it down."""
    if ballot.stage is Stage.WAITING and ballot.moved_to:
        return "moved: the next tick asks again"
    if ballot.stage is Stage.RESOLVED:
        return "answered" if ballot.given else "ends with the next tick"
    return str(ballot.stage.value)


def round_of(ballot: BallotView) -> str:
    """Names what an answer would be about: another round, base or head has another name."""
    parts = (ballot.ref, ballot.head, ballot.base, ballot.asked_since, ballot.moved_to)
    return _hashed(*map(str, parts))


def _told(now: Snapshot) -> dict[str, object]:
    reading = now.reading
    cards = reading.cards if reading else ()
    return {
        "now": now,
        "reading": reading,
        "digests": {card.key: _digest(now, card) for card in cards},
        "refilled": {card.key for card in cards if _is_refilled(now, card)},
        "form_digests": {card.key: _form_digest(now, card) for card in cards},
        "shown": lambda card, question: _shown(now, card, question),
        "ago": lambda at: _ago(at, reading.at) if reading else "",
    }


def _question_tone(question: QuestionView) -> str:
    if question.state is State.OPEN:
        return "wait" if question.required else "calm"
    return "good" if question.state is State.ANSWERED else "bad"


def _digest(now: Snapshot, card: Card) -> str:
    notes = [(note.id, note.sent is None) for note in now.notes_of(card.key)]
    return _hashed(card.digest, notes, now.reading and (now.reading.read_only, now.reading.me))


def _form_digest(now: Snapshot, card: Card) -> str:
    """Changes with the questions alone, in which somebody may be typing."""
    asked = card.questions.questions if card.questions else ()
    filled = [_shown(now, card, question) for question in asked]
    return _hashed(card.questions, filled, now.reading and now.reading.read_only)


def _is_refilled(now: Snapshot, card: Card) -> bool:
    """True where the form holds what was wanted before, so that it is worth sending untouched."""
    asked = card.questions.questions if card.questions else ()
    return any(_shown(now, card, question) != question.drawn for question in asked)


def _hashed(*parts: object) -> str:
    return sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _shown(now: Snapshot, card: Card, question: QuestionView) -> Drawn:
    """What the form holds: what stands there, or what was wanted and not sent, as long as nobody
    changed the question since."""
    for note in reversed(now.notes_of(card.key)):
        if note.failure and isinstance(note.order, QuestionAnswers):
            filled = note.order.filled.get(question.id)
            if filled and filled.drawn == question.drawn:
                return filled.wanted
    return question.drawn


def _ago(at: datetime, now: datetime) -> str:
    hours = (now - at).total_seconds() / _SECONDS_PER_HOUR
    return f"{age(hours)} ago" if hours * 60 >= 1 else "just now"
