"""From edit histories and comments to answers: who gave which, when, to which form (D11, D13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from inbox.decisions.block import Block, Question, QuestionKind, read_block
from inbox.decisions.commands import Command, Verb, read_commands
from inbox.decisions.given import Given, Marks, Medium, Misheard, Source, marks_of, stamp
from inbox.electorate import Electorate
from inbox.refs import Account
from inbox.world import Comment, Revision

_CHOICES_APART = " | "


@dataclass(frozen=True, slots=True)
class Version:
    """One saved description: its block, None where GitHub no longer shows the text."""

    at: datetime | None
    by: Account | None
    block: Block | None


@dataclass(frozen=True, slots=True)
class Heard:
    """Everything that allowlisted actors said: answers, notes, and what was not understood."""

    answers: tuple[Given, ...]
    notes: tuple[Given, ...]
    misheard: tuple[Misheard, ...]


def versions(revisions: Iterable[Revision]) -> tuple[Version, ...]:
    """The descriptions with what they asked, oldest first."""
    return tuple(
        Version(one.at, one.by, None if one.text is None else read_block(one.text))
        for one in revisions
    )


def hear(
    past: Sequence[Version],
    comments: Iterable[Comment],
    electorate: Electorate,
    *,
    recorded: Collection[str] = (),
) -> Heard:
    """All that was given, in the order of time; comments that were edited have their history.

    The original text answers nothing, nor does what the bot or anybody else saved (D11, P16).
    `recorded` are questions that records name: a confirmation covers that they are gone, too.
    """
    answers = list(_ticked(past, electorate))
    notes = list(_noted(past, electorate))
    misheard: list[Misheard] = []
    confirmed: list[_Said] = []
    for comment in comments:
        if electorate.allowlist.counts(comment.author):
            ear = _Ear(past, comment, electorate)
            ear.listen()
            answers += ear.answers
            notes += ear.notes
            confirmed += ear.confirmed
            if ear.why:
                assert comment.author is not None
                lines, why = tuple(ear.lines), tuple(dict.fromkeys(ear.why))
                misheard.append(Misheard(comment.id, comment.author, lines, why))
    for word in sorted(confirmed, key=lambda word: word.at):
        answers += _confirmed(word, past, answers, recorded)
    return Heard(_in_time(answers), _in_time(notes), tuple(misheard))


def _in_time(given: list[Given]) -> tuple[Given, ...]:
    """Oldest first; of one second, what was saved comes before what was said about it."""
    return tuple(sorted(given, key=lambda one: (one.at, one.place is None, one.place or 0)))


def questions_of(block: Block | None) -> dict[str, Question]:
    """The questions by id, less those whose id is used twice."""
    if block is None:
        return {}
    times = Counter(question.id for question in block.questions)
    return {question.id: question for question in block.questions if times[question.id] == 1}


def _saved(past: Sequence[Version], electorate: Electorate) -> Iterator[tuple[int, Version]]:
    """The savings of allowlisted actors between which and the one before can be compared."""
    for place in range(1, len(past)):
        now = past[place]
        is_known = now.block is not None and past[place - 1].block is not None
        if is_known and now.at is not None and electorate.allowlist.counts(now.by):
            yield place, now


def _ticked(past: Sequence[Version], electorate: Electorate) -> Iterator[Given]:
    for place, now in _saved(past, electorate):
        before = questions_of(past[place - 1].block)
        for question in questions_of(now.block).values():
            marks = marks_of(question)
            earlier = before.get(question.id)
            if marks != (marks_of(earlier) if earlier else ()):
                yield _from_edit(question, marks, now, place)


def _noted(past: Sequence[Version], electorate: Electorate) -> Iterator[Given]:
    for place, now in _saved(past, electorate):
        before = questions_of(past[place - 1].block)
        for question in questions_of(now.block).values():
            note = note_of(question)
            earlier = before.get(question.id)
            if note != (note_of(earlier) if earlier else ()):
                yield _from_edit(question, note, now, place)


def note_of(question: Question) -> Marks:
    """The note under the question, as marks."""
    written = " ".join((question.note or "").split())
    return (written,) if written else ()


def _from_edit(question: Question, marks: Marks, saved: Version, place: int) -> Given:
    assert saved.at is not None
    assert saved.by is not None
    key = f"edit:{saved.by.login.lower()}:{stamp(saved.at)}"
    source = Source(Medium.EDIT, key)
    return Given(question.id, marks, question.asked, saved.by, saved.at, source, place)


def version_at(past: Sequence[Version], instant: datetime) -> Version | None:
    """The description as it stood then: the newest saving that is earlier (D13).

    One of the very same second may have come after the words, by somebody who waited for them; it
    is what was seen only where nothing else was there yet.
    """
    there = [one for one in past if one.at is not None and one.at <= instant]
    before = [one for one in there if one.at is not None and one.at < instant]
    return before[-1] if before else next(iter(there), None)


@dataclass(frozen=True, slots=True)
class _Said:
    """One command, who gave it, and when its author first wrote what it still says (P15)."""

    command: Command
    at: datetime
    by: Account
    source: Source


class _Ear:
    """Listens to one comment of an allowlisted actor."""

    def __init__(self, past: Sequence[Version], comment: Comment, electorate: Electorate) -> None:
        self._past = past
        self._comment = comment
        self._electorate = electorate
        self.answers: list[Given] = []
        self.notes: list[Given] = []
        self.confirmed: list[_Said] = []
        self.lines: list[str] = []
        self.why: list[str] = []

    def listen(self) -> None:
        """What the comment gives, and what it cannot have, is known."""
        texts = self._own_texts()
        if texts is None:
            seen = read_commands(self._comment.body, via_email=False)
            if seen.commands or seen.missed:
                self._miss("", "an earlier text of the comment was removed from its history")
            return
        if not texts:
            return
        via_email = self._comment.via_email is not False
        spoken = [read_commands(one.text or "", via_email=via_email) for one in texts]
        for line in spoken[-1].missed:
            self._miss(line, "no command is written like that")
        last = {(one.verb, one.question): one for one in spoken[-1].commands}
        for command in last.values():
            since = len(spoken) - 1
            while since > 0 and command in spoken[since - 1].commands:
                since -= 1
            self._take(command, texts[since].at)

    def _own_texts(self) -> list[Revision] | None:
        """What the author wrote, oldest first; None when a text is missing (P15)."""
        revisions, author = self._comment.revisions, self._comment.author
        if not revisions or any(one.text is None for one in revisions):
            return None
        return [one for one in revisions if author is not None and author.is_same(one.by)]

    def _miss(self, line: str, why: str) -> None:
        if line:
            self.lines.append(line)
        self.why.append(why)

    def _take(self, command: Command, at: datetime | None) -> None:
        comment = self._comment
        if comment.via_app and not self._electorate.allow_app_signals:
            self._miss(str(command), "an app wrote it in the person's name")
        elif at is None or comment.author is None:
            self._miss(str(command), "its time could not be read")
        else:
            key = f"comment:{comment.id}:{stamp(at)}"
            medium = Medium.CONFIRM if command.verb is Verb.CONFIRM else Medium.COMMENT
            said = _Said(command, at, comment.author, Source(medium, key, comment.url))
            if command.verb is Verb.CONFIRM:
                self.confirmed.append(said)
            else:
                self._give(said)

    def _give(self, said: _Said) -> None:
        command = said.command
        then = version_at(self._past, said.at)
        if then is None or then.block is None:
            self._miss(str(command), "the description as it stood then is not shown any more")
            return
        question = questions_of(then.block).get(command.question)
        if question is None:
            self._miss(str(command), "there was no such question when the comment was written")
        elif command.verb is Verb.NOTE:
            self.notes.append(_given(question, (command.value,), said))
        elif isinstance(marks := _chosen(question, command.value), str):
            self._miss(str(command), marks)
        else:
            self.answers.append(_given(question, marks, said))


def _given(question: Question, marks: Marks, said: _Said) -> Given:
    return Given(question.id, marks, question.asked, said.by, said.at, said.source)


def _chosen(question: Question, value: str) -> Marks | str:
    """The marks that `value` asks for, or the sentence why it does not fit the question (D13)."""
    if question.kind is QuestionKind.TEXT:
        return (value,)
    labels = [option.label for option in question.options]
    whole = _option(labels, value)
    wanted = [value] if whole or question.kind is QuestionKind.SINGLE else _several(value)
    found = [_option(labels, one) for one in wanted]
    if None in found:
        return "no option is called so"
    return tuple(label for label in labels if label in found)


def _several(value: str) -> list[str]:
    return [one for one in map(str.strip, value.split(_CHOICES_APART)) if one]


def _option(labels: list[str], wanted: str) -> str | None:
    """The label that is `wanted` in any letter case, else the one with that number, from 1."""
    for label in labels:
        if " ".join(label.split()).casefold() == wanted.casefold():
            return label
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:6]) <= len(labels):
        return labels[int(wanted[:6]) - 1]
    return None


def _confirmed(
    said: _Said, past: Sequence[Version], earlier: Sequence[Given], recorded: Collection[str]
) -> list[Given]:
    """What a confirmation covers: the marks, and the absences, of the text as it stood then."""
    then = version_at(past, said.at)
    if then is None or then.block is None:
        return []
    asked = questions_of(then.block)
    answered = {one.question for one in earlier if one.at <= said.at} | set(recorded)
    there = [
        _given(question, marks_of(question), said)
        for question in asked.values()
        if marks_of(question) or question.id in answered
    ]
    gone = sorted(answered - asked.keys())
    return there + [Given(one, (), None, said.by, said.at, said.source) for one in gone]
