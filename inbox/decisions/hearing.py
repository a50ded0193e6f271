"""From edit histories and comments to answers: who gave which, when, to which form (D11, D13)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from inbox.decisions.block import Question, QuestionKind
from inbox.decisions.commands import Command, Verb, read_commands
from inbox.decisions.given import Given, Marks, Medium, Misheard, Source, marks_of, stamp
from inbox.decisions.lines import folded
from inbox.decisions.saved import Version, noted, questions_of, ticked, version_at
from inbox.electorate import Electorate
from inbox.refs import Account
from inbox.world import Comment, Revision

_CHOICES_APART = " | "
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Heard:
    """Everything that allowlisted actors said: answers, notes, and what was not understood.

    `lost` is when the newest was written of what they wrote and nobody can read any more.
    """

    answers: tuple[Given, ...]
    notes: tuple[Given, ...]
    misheard: tuple[Misheard, ...]
    lost: datetime | None = None


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
    answers = list(ticked(past, electorate))
    notes = list(noted(past, electorate))
    misheard: list[Misheard] = []
    confirmed: list[_Said] = []
    lost: list[datetime] = []
    for comment in comments:
        if electorate.allowlist.counts(comment.author):
            lost += _lost(comment)
            ear = _Ear(past, comment, electorate)
            ear.listen()
            answers += ear.answers
            notes += ear.notes
            confirmed += ear.confirmed
            if ear.why:
                assert comment.author is not None
                lines, why = tuple(ear.lines), tuple(dict.fromkeys(ear.why))
                misheard.append(Misheard(comment.id, comment.author, lines, why))
    for word in sorted(confirmed, key=lambda word: (word.at, word.source.comment)):
        answers += _confirmed(word, past, answers, recorded)
    given = tuple(_attributed(_in_time(answers)))
    return Heard(given, _in_time(notes), tuple(misheard), max(lost, default=None))


def _lost(comment: Comment) -> Iterator[datetime]:
    """When its texts were written that are missing from its history, which may be answers (P15).

    The time of one that is missing altogether is before that of the next one.
    """
    revisions = comment.revisions or ()
    for place, one in enumerate(revisions):
        if one.text is None and (
            comment.author is None or one.by is None or comment.author.is_same(one.by)
        ):
            yield from [later.at for later in revisions[place:] if later.at is not None][:1]


def _in_time(given: Iterable[Given]) -> tuple[Given, ...]:
    return tuple(sorted(given, key=lambda one: one.order))


def _attributed(answers: Sequence[Given]) -> Iterator[Given]:
    """The answers in their order; one that keeps a tick which nobody who may had made is mixed."""
    sure: dict[tuple[str, str | None], Marks] = {}
    for one in answers:
        form = one.question, one.asked
        is_mixed = not set(one.carried) <= set(sure.get(form, ()))
        if not is_mixed:
            sure[form] = one.marks
        yield replace(one, is_mixed=is_mixed)


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
        # Of several for one question the last counts, in every text that the comment had.
        lasts = [{(one.verb, one.question): one for one in each.commands} for each in spoken]
        for about, command in lasts[-1].items():
            since = len(texts) - 1
            while since > 0 and lasts[since - 1].get(about) == command:
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
            what = ":note" if command.verb is Verb.NOTE else ""
            key = f"comment:{comment.id}:{stamp(at)}{what}"
            medium = Medium.CONFIRM if command.verb is Verb.CONFIRM else Medium.COMMENT
            source = Source(medium, key, comment.url, comment.id)
            self._give(_Said(command, at, comment.author, source))

    def _give(self, said: _Said) -> None:
        command = said.command
        then = version_at(self._past, said.at)
        if then is None or then.block is None:
            self._miss(str(command), "the description as it stood then is not shown any more")
            return
        if command.verb is Verb.CONFIRM:
            self.confirmed.append(said)
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
    if None in found or not found:
        return "no option is called so"
    return tuple(label for label in labels if label in found)


def _several(value: str) -> list[str]:
    return [one for one in map(str.strip, value.split(_CHOICES_APART)) if one]


def _option(labels: list[str], wanted: str) -> str | None:
    """The label that is `wanted` in any letter case, else the one with that number, from 1."""
    for label in labels:
        if folded(label) == folded(wanted):
            return label
    if _NUMBER.fullmatch(wanted) and 1 <= int(wanted) <= len(labels):
        return labels[int(wanted) - 1]
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
