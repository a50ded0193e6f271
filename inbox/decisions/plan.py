"""The outcome table of a text that may ask: what happens when, in one place (rulings D10-D15).

`plan` answers with the gate and the writes that follow, or with the reading it needs first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from inbox.actions import (
    AddLabel,
    DeleteComment,
    EditComment,
    EditDescription,
    PostComment,
    RemoveLabel,
)
from inbox.counted import Counted
from inbox.decisions import telling
from inbox.decisions.applying import Answer, NotApplicable, apply_answers
from inbox.decisions.block import Block, QuestionKind, read_block
from inbox.decisions.case import Need, Subject
from inbox.decisions.gate import Gate, judge
from inbox.decisions.given import Given, Medium
from inbox.decisions.hearing import Heard, Version, hear, note_of, questions_of, versions
from inbox.decisions.lost_edits import given_back, overwritten
from inbox.decisions.records import KIND as RECORD
from inbox.decisions.records import Entry, Records, read_records, render_records
from inbox.decisions.standing import Standing, State, latest, new_notes, stand
from inbox.decisions.verdict import Refusal, refusals
from inbox.electorate import Electorate
from inbox.labels import NEEDS_INFO, READY_FOR_AGENT, WONT_FIX
from inbox.markdown import find_markers, normalise
from inbox.refs import Account
from inbox.sayings import render_sayings, unsaid
from inbox.steps import Step
from inbox.world import Comment

LONGEST_DESCRIPTION = 65_536


@dataclass(frozen=True, slots=True)
class Plan:
    """The gate of one text, where its questions stand, and the writes that follow, in order.

    A first step that edits the description is followed by another reading before the rest, for
    somebody may have saved another text in between (D14).
    """

    gate: Gate
    standings: tuple[Standing, ...]
    records: Records
    steps: tuple[Step, ...] = ()

    @property
    def records_more(self) -> bool:
        """True where something was answered just now, and its record is still to be written."""
        posted = (one.action for one in self.steps if isinstance(one.action, PostComment))
        return any(find_markers(one.body, RECORD) for one in posted)


@dataclass(frozen=True, slots=True)
class _Reading:
    """What was found in a text: its questions, what was said of them, and where they stand."""

    subject: Subject
    text: str
    past: tuple[Version, ...]
    block: Block
    heard: Heard
    records: Records
    standings: tuple[Standing, ...]
    notes: Mapping[str, Given]


def plan(subject: Subject, electorate: Electorate) -> Plan | Need:
    """The outcome for one text, or the reading without which none is sure (protocol P23)."""
    if subject.overflow and not subject.whole:
        return Need.WHOLE
    if _lacks_history(subject, electorate):
        return Need.CLOSER
    found = _read(subject, electorate)
    if _is_unsure(found):
        return Need.WHOLE
    applied = _apply(found)
    standings = tuple(_once_applied(one, applied.refused) for one in found.standings)
    after = replace(found, block=read_block(applied.body), standings=standings)
    refused = refusals(applied.body)
    gate = judge(after.block, refused, after.standings)
    steps = [*_edit(subject, applied.body)]
    if not subject.is_locked:
        steps += [
            *_record(after, applied.body),
            *_reply(after, applied.refused, electorate.bot),
            *_stick(after, refused, electorate.bot),
        ]
    if not subject.is_pull:
        steps += _hand_over(subject, after.block, gate)
    return Plan(gate, after.standings, found.records, tuple(steps))


def _lacks_history(subject: Subject, electorate: Electorate) -> bool:
    unread = [one for one in subject.comments if one.revisions is None]
    return subject.revisions is None or any(matters(one, electorate) for one in unread)


def matters(comment: Comment, electorate: Electorate) -> bool:
    """True for an edited comment whose past may say something: ours, or one that commands."""
    if electorate.bot.is_same(comment.author):
        return True
    return electorate.allowlist.counts(comment.author)


def _read(subject: Subject, electorate: Electorate) -> _Reading:
    revisions = subject.revisions or ()
    past = versions(revisions)
    text = subject.unseen or overwritten(revisions, electorate.bot) or subject.body
    block = read_block(text)
    records = read_records(subject.comments, electorate.bot)
    heard = hear(past, subject.comments, electorate, recorded=records.recorded.answered)
    standings = stand(block, past, heard, records.recorded)
    standings = given_back(standings, past, electorate.bot)
    notes = new_notes(block, heard, records.recorded)
    return _Reading(subject, text, past, block, heard, records, standings, notes)


def _is_unsure(found: _Reading) -> bool:
    """True while an answer that is not on record rests on a comment which an app may have written.

    What is on record was looked into then; before a merge everything is read whole (P18, P36).
    """
    if found.subject.whole:
        return False
    pairs = found.records.recorded.pairs
    rests_on = [one.given for one in found.standings if one.given] + list(found.notes.values())
    return any(
        given.source.medium is not Medium.EDIT and (given.source.key, given.question) not in pairs
        for given in rests_on
    )


@dataclass(frozen=True, slots=True)
class _Applied:
    """The description with what was given by comment, and why some of it cannot be in there."""

    body: str
    refused: Mapping[str, str]


def _apply(found: _Reading) -> _Applied:
    """Every answer and note that was given by comment and that the description lacks (D14)."""
    answers: dict[str, Answer] = {}
    for standing in found.standings:
        question, given = standing.question, standing.given
        if standing.applies and question and given:
            if question.kind is QuestionKind.TEXT:
                answers[standing.id] = Answer(text="".join(given.marks))
            else:
                answers[standing.id] = Answer(choices=given.marks)
    for id_, given in found.notes.items():
        answers[id_] = replace(answers.get(id_, Answer()), note="".join(given.marks))
    body, refused = found.text, {}
    for id_, answer in answers.items():
        try:
            longer = apply_answers(body, {id_: answer})
        except NotApplicable as why:
            refused[id_] = why.what
            continue
        if len(longer) > LONGEST_DESCRIPTION:
            refused[id_] = "The description would be longer than GitHub takes."
        else:
            body = longer
    return _Applied(body, refused)


def _once_applied(standing: Standing, refused: Mapping[str, str]) -> Standing:
    """Where the question stands after the writing; what could not be written waits for another."""
    if standing.applies and standing.id in refused:
        return Standing(standing.id, standing.question, State.OPEN)
    return replace(standing, applies=False)


def _edit(subject: Subject, body: str) -> Iterator[Step]:
    if body != subject.body:
        yield Step(EditDescription(subject.ref, subject.body, body))


def _record(found: _Reading, body: str) -> Iterator[Step]:
    """One record for each person whose answers are not on record; several where they are many."""
    by: dict[str, list[Entry]] = defaultdict(list)
    people: dict[str, Account] = {}
    for entry in _unrecorded(found):
        for given in entry.sources:
            people.setdefault(given.by.login.lower(), given.by)
            by[given.by.login.lower()].append(_part_of(entry, given.by))
            break
    digest = sha256(normalise(body).encode("utf-8", "surrogatepass")).hexdigest()
    for login, entries in by.items():
        texts = render_records(entries, people[login], digest)
        answered = sum(bool(one.standing.given and one.standing.given.marks) for one in entries)
        for number, text in enumerate(texts):
            counted = (Counted.DECISIONS_ANSWERED,) * answered if number == 0 else ()
            yield Step(PostComment(found.subject.ref, text), counted)


def _part_of(entry: Entry, by: Account) -> Entry:
    """The entry, less a note by somebody else, which their own record would hold."""
    return entry if entry.note is None or entry.note.by.is_same(by) else replace(entry, note=None)


def _unrecorded(found: _Reading) -> Iterator[Entry]:
    """What stands, was given by somebody, and is on no record with this source yet (D14)."""
    recorded = found.records.recorded
    notes = latest(found.heard.notes)
    there = questions_of(found.block)
    for standing in found.standings:
        given, note = standing.given, notes.get(standing.id)
        if note and (standing.id not in there or note_of(there[standing.id]) != note.marks):
            note = None
        if note and (note.source.key, standing.id) in recorded.pairs:
            note = None
        is_sure = standing.state in (State.ANSWERED, State.OPEN, State.GONE)
        is_new = given is not None and (given.source.key, standing.id) not in recorded.pairs
        says_more = given is not None and (given.marks or standing.id in recorded.answered)
        if is_sure and ((is_new and says_more) or note):
            yield Entry(standing, note)


def _reply(found: _Reading, refused: Mapping[str, str], bot: Account) -> Iterator[Step]:
    """One answer to each comment that was not understood, all of them in one comment (D13)."""
    texts = [telling.misunderstanding(one, found.block) for one in found.heard.misheard]
    last = latest((*found.heard.notes, *found.heard.answers))
    texts += [telling.not_written(last[id_], why) for id_, why in refused.items()]
    if fresh := unsaid(texts, found.subject.comments, bot):
        yield Step(PostComment(found.subject.ref, render_sayings(fresh)))


def _stick(found: _Reading, refused: Sequence[Refusal], bot: Account) -> Iterator[Step]:
    """One comment says what is wrong, in place, and goes when nothing is (D12).

    A ticket that asks in prose may ask somebody else than its owner.
    """
    asks = found.subject.is_pull or found.block.present
    wanted = telling.sticky(refused if asks else (), found.standings)
    there = list(telling.stickies(found.subject.comments, bot))
    if wanted and not there:
        yield Step(PostComment(found.subject.ref, wanted))
    elif wanted and not telling.is_intact(there[0], wanted):
        yield Step(EditComment(found.subject.ref, there[0].id, wanted))
    for one in there[1:] if wanted else there:
        yield Step(DeleteComment(found.subject.ref, one.id))


def _hand_over(subject: Subject, block: Block, gate: Gate) -> list[Step]:
    """A ticket whose questions are answered goes to those who work on it (D15)."""
    if not block.present or not gate.passes or subject.is_assigned or WONT_FIX in subject.labels:
        return []
    if NEEDS_INFO not in subject.labels:
        return []
    steps = [Step(RemoveLabel(subject.ref, NEEDS_INFO))]
    if READY_FOR_AGENT not in subject.labels:
        steps.insert(0, Step(AddLabel(subject.ref, READY_FOR_AGENT)))
    return steps
