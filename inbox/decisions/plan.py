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
from inbox.decisions.block import Block, read_block
from inbox.decisions.case import Need, Subject
from inbox.decisions.gate import Gate, judge
from inbox.decisions.given import Given, Medium, note_of
from inbox.decisions.hearing import Heard, hear
from inbox.decisions.lost_edits import overwritten
from inbox.decisions.records import KIND as RECORD
from inbox.decisions.records import Entry, Records, read_records, render_records
from inbox.decisions.saved import questions_of, versions, written
from inbox.decisions.standing import (
    UNATTRIBUTED,
    Background,
    Standing,
    State,
    latest,
    new_notes,
    stand,
)
from inbox.decisions.verdict import Refusal, refusals
from inbox.decisions.writing import Unwritten, write
from inbox.electorate import Electorate
from inbox.labels import NEEDS_INFO, READY_FOR_AGENT, WONT_FIX
from inbox.markdown import find_markers, normalise
from inbox.refs import Account
from inbox.sayings import render_sayings, unsaid
from inbox.steps import Step
from inbox.world import Comment


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
    written = write(found.text, found.standings, found.notes)
    after = replace(found, block=read_block(written.body), standings=written.standings)
    refused = refusals(written.body)
    gate = judge(after.block, refused, after.standings)
    steps = [*_edit(subject, written.body)]
    if not subject.is_locked:
        steps += [
            *_record(after, written.body),
            *_reply(after, written.unwritten, electorate.bot),
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
    recorded = records.recorded.with_written(written(past, electorate.bot))
    heard = hear(past, subject.comments, electorate, recorded=recorded.answered)
    behind = Background(past, electorate.bot, recorded)
    standings = stand(block, heard, behind)
    notes = new_notes(block, heard, behind)
    return _Reading(subject, text, block, heard, records, standings, notes)


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


def _edit(subject: Subject, body: str) -> Iterator[Step]:
    if body != subject.body:
        yield Step(EditDescription(subject.ref, subject.body, body))


def _record(found: _Reading, body: str) -> Iterator[Step]:
    """One record for each person whose answers are not on record; several where they are many."""
    by: dict[str, list[Entry]] = defaultdict(list)
    people: dict[str, Account] = {}
    for entry in _unrecorded(found):
        login = entry.by.login.lower()
        people.setdefault(login, entry.by)
        by[login].append(entry)
    digest = sha256(normalise(body).encode("utf-8", "surrogatepass")).hexdigest()
    for login, entries in by.items():
        texts = render_records(entries, people[login], digest)
        answered = sum(bool(one.standing.given and one.standing.given.marks) for one in entries)
        for number, text in enumerate(texts):
            counted = (Counted.DECISIONS_ANSWERED,) * answered if number == 0 else ()
            yield Step(PostComment(found.subject.ref, text), counted)


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
        is_new = given is not None and (given.source.key, standing.id) not in recorded.pairs
        if standing.state is State.ANSWERED:
            says_more = is_new
        else:
            # That an answer was taken back is worth a word only where it was on record.
            is_empty = standing.state in (State.OPEN, State.GONE) and not standing.applies
            is_back = given is not None and not given.marks and standing.id in recorded.answered
            says_more = is_new and is_empty and is_back
        is_one = note is not None and given is not None and note.by.is_same(given.by)
        if says_more:
            yield Entry(standing, note if is_one else None)
        if note and standing.state not in UNATTRIBUTED and not (says_more and is_one):
            yield Entry(replace(standing, given=None), note)


def _reply(found: _Reading, unwritten: Sequence[Unwritten], bot: Account) -> Iterator[Step]:
    """One answer to each comment that was not understood, as many in one comment as fit (D13)."""
    texts = [telling.misunderstanding(one, found.block) for one in found.heard.misheard]
    texts += telling.not_written([(one.given, one.why) for one in unwritten])
    for some in telling.in_comments(unsaid(texts, found.subject.comments, bot)):
        yield Step(PostComment(found.subject.ref, render_sayings(some)))


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
