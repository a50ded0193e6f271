"""What holds in every story: yes is proven, no is possible, and nothing is lost unsaid."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from inbox.actions import AddLabel
from inbox.ballot.case import Plan
from inbox.ballot.choice import Choice, most_cautious
from inbox.ballot.integrity import Integrity
from inbox.ballot.judgement import rank
from inbox.ballot.notices import KIND as NOTICE
from inbox.ballot.notices import may_be_notice
from inbox.ballot.plan import plan
from inbox.ballot.round import second
from inbox.ballot.signals import Medium, Signal
from inbox.labels import APPROVALS, PENDING
from inbox.markdown import find_markers, normalise
from inbox.sayings import KIND as SAID
from inbox.world import Revision
from tests.ballot.building import Reading, asked
from tests.ballot.cast import AGENT, BOT, DEPUTY, OWNER, G, H
from tests.ballot.drawn import Story, stories

thoroughly = settings(max_examples=100, deadline=None)
MINUTE = timedelta(minutes=1)

SAID_BY_A_STRANGER: dict[str, Callable[[Reading, datetime], Reading]] = {
    "👍": lambda reading, at: reading.reacts(AGENT, "👍", at),
    "👎": lambda reading, at: reading.reacts(None, "👎", at),
    "approve": lambda reading, at: reading.comments(AGENT, "/approve A", at),
    "reject": lambda reading, at: reading.comments(AGENT, "/reject", at, via_app=True),
    "near miss": lambda reading, at: reading.comments(None, "/aprove", at),
    "on the pull request": lambda reading, at: reading.comments(AGENT, "/reject", at, on_pull=True),
    "a box": lambda reading, at: reading.ticks(AGENT, "C", at),
    "talk": lambda reading, at: reading.comments(AGENT, "a", at).edits(AGENT, "b", at).redacts(0),
}


def outcome(reading: Reading) -> object:
    """What a tick makes of it: the writes, where the ballot stands, and the verdict."""
    found = plan(reading.case)
    if not isinstance(found, Plan):
        return found
    verdict = found.judgement.verdict if found.judgement else None
    return found.steps, found.stage, verdict


def end_of(reading: Reading) -> object:
    """All that is left in the end, without ids, times and what was said beside."""
    return (
        reading.labels,
        reading.on_pull,
        (reading.ballot.is_open, reading.pull.is_open),
        [text for text in reading.said() if find_markers(text, NOTICE)],
        reading.said(on_pull=True),
        {head: (one.state, one.description) for head, one in reading.status.items()},
        sorted(one.value for one in reading.counted),
    )


def sayings_in(reading: Reading) -> list[str]:
    """What the bot said once, by name, in every comment of the ballot."""
    return [
        marker.fields["about"] for text in reading.said() for marker in find_markers(text, SAID)
    ]


def assert_every_approval_was_meant(story: Story) -> None:
    for receipt, latest in story.approvals:
        assert latest, "nobody said yes"
        assert latest.choice is receipt.option, "the last word was another"
        assert (latest.head, latest.base) == (receipt.head, receipt.base), "about something else"


@thoroughly
@given(stories())
def test_what_is_approved_is_the_last_word_about_this_head_and_base(story: Story) -> None:
    """The first and second principle, P22 to P28, P34: whatever an agent with write access does."""
    story.ticks()
    assert_every_approval_was_meant(story)


@thoroughly
@given(stories(forged=True))
def test_so_it_is_where_another_workflow_writes_in_the_bots_name(story: Story) -> None:
    """The third principle, P27, P34."""
    story.ticks()
    assert_every_approval_was_meant(story)


@thoroughly
@given(stories(forged=True))
def test_every_yes_that_counts_is_proven(story: Story) -> None:
    """Protocol P9, P15, P16, P20, P23, P28."""
    reading = story.reading
    if not isinstance(reading.examined, Integrity):
        return
    judged = reading.judged
    for signal in judged.counted:
        if signal.choice not in (Choice.A, Choice.B):
            continue
        assert reading.terms.electorate.allowlist.counts(signal.by)
        assert second(signal.at) > second(judged.round.started)
        assert judged.tampering is None
        texts = [one.text for one in where_said(reading, signal) or ()]
        assert None not in texts


def where_said(reading: Reading, signal: Signal) -> tuple[Revision, ...]:
    """The revisions that a signal rests on: of its comment, or of the body since its box is on."""
    if signal.source.medium is Medium.COMMENT:
        comments = {one.id: one for one in reading.ballot.comments}
        return comments[signal.source.id].revisions or ()
    if signal.source.medium is Medium.BOX:
        revisions = reading.ballot.revisions or ()
        first = min(place for place, one in enumerate(revisions) if one.at == signal.at)
        return revisions[first:]
    return ()


@thoroughly
@given(stories(forged=True))
def test_only_the_bound_head_is_approved(story: Story) -> None:
    """Protocol P24, P25: and never while a hold, or something later, stands against it."""
    if PENDING not in story.reading.ballot.labels or not story.reading.pull.is_open:
        return
    planned = story.reading.planned
    labels = {one.action.label for one in planned.steps if isinstance(one.action, AddLabel)}
    if labels & APPROVALS:
        judged = planned.judgement
        assert judged
        assert judged.verdict is max(judged.counted, key=rank)
        assert judged.round.binding.head == story.reading.pull.head


@thoroughly
@given(stories())
def test_what_the_scout_leaves_alone_needs_no_write(story: Story) -> None:
    """Protocol P43: a ballot for which the scout alone already leads to no write is done."""
    if PENDING not in story.reading.ballot.labels or not story.reading.pull.is_open:
        return
    quick = plan(story.reading.scouted)
    if isinstance(quick, Plan):
        assert quick.steps == ()
        assert story.reading.planned.steps == ()


@given(st.integers(0, 2000), st.characters(codec="utf-8"))
def test_a_notice_with_one_other_character_binds_nothing(place: int, char: str) -> None:
    """Protocol P24: its text is, to the letter, what the bot writes."""
    genuine = asked().push(G).tick("10:00").said()[0]
    place %= len(genuine)
    text = genuine[:place] + char + genuine[place + 1 :]
    if normalise(text).strip() != genuine:
        assert asked().comments(BOT, text, "10:00").judged.round.binding.head == H


# -- what strangers say ------------------------------------------------------------------------


@thoroughly
@given(stories(), st.lists(st.sampled_from(sorted(SAID_BY_A_STRANGER)), max_size=6))
def test_signals_of_strangers_change_neither_verdict_nor_writes(
    story: Story, kinds: list[str]
) -> None:
    """Protocol P9, P14; a C in a text after a missing one may be anybody's, and holds (P16)."""
    before = story.reading
    if (before.ballot.revisions or ())[-1].text is None:
        kinds = [kind for kind in kinds if kind != "a box"]
    after = before
    for kind in kinds:
        after = SAID_BY_A_STRANGER[kind](after, story.now)
    assert outcome(after) == outcome(before)


@thoroughly
@given(stories(), st.randoms(use_true_random=False))
def test_the_order_in_which_things_are_listed_never_matters(story: Story, random: Random) -> None:
    """Protocol P22: of comments, notices alone are a chain in the order in which they were made."""
    ballot = story.reading.ballot
    reactions, comments = list(ballot.reactions), list(ballot.comments)
    random.shuffle(reactions)
    random.shuffle(comments)
    notices = iter(c for c in ballot.comments if may_be_notice(c, story.reading.bot))
    mixed = [
        next(notices) if may_be_notice(comment, story.reading.bot) else comment
        for comment in comments
    ]
    listed = story.reading._with(reactions=tuple(reactions), comments=tuple(mixed))
    assert outcome(listed) == outcome(story.reading)


@given(
    st.lists(st.sampled_from(["👍", "👎", "/approve A", "/approve B", "/approve C", "/aprove"])),
    st.sets(st.sampled_from("ABC")),
)
def test_of_equal_instants_the_more_cautious_decides(said: list[str], boxes: set[str]) -> None:
    """Protocol P22, P17, ballot rows 51 and 53."""
    story, choices = Story(), [Choice(letter) for letter in boxes]
    for words in said:
        if words in ("👍", "👎"):
            story.reacts(OWNER, words)
        else:
            story.comments(DEPUTY, words)
    story.reading = story.reading.ticks(OWNER, "".join(boxes), story.now)
    choices += [word.choice for word in story.words.values()]
    assert story.reading.verdict is most_cautious(choices)


# -- a run that dies ---------------------------------------------------------------------------


@thoroughly
@given(stories())
def test_what_was_written_leaves_nothing_to_write(story: Story) -> None:
    """Protocol section 6: every step is recognised by the next tick."""
    if PENDING in story.reading.ballot.labels and story.reading.pull.is_open:
        after = story.reading.tick(story.now + MINUTE)
        if PENDING in after.ballot.labels:
            assert after.under(now=story.now + 2 * MINUTE).writes == []


@thoroughly
@given(stories(), st.data())
def test_a_run_that_dies_after_any_write_is_completed(story: Story, data: st.DataObject) -> None:
    """Protocol section 6: the same end, nothing twice, and everything counted at most once."""
    reading = story.reading
    if PENDING not in reading.ballot.labels:
        return
    first, second, third = (story.now + minutes * MINUTE for minutes in (1, 2, 3))
    steps = reading.under(now=first).planned.steps
    whole = reading.performs(steps, first)
    cut = data.draw(st.integers(0, len(steps)), label="cut after")
    later = reading.performs(steps[:cut], first)
    for at in (second, third):
        later = later.tick(at) if PENDING in later.ballot.labels else later
    assert end_of(later) == end_of(whole)
    assert set(sayings_in(later)) <= set(sayings_in(whole))
    assert len(sayings_in(later)) == len(set(sayings_in(later)))


# -- nothing is lost unsaid --------------------------------------------------------------------


@thoroughly
@given(stories())
def test_whoever_counts_is_heeded_or_told(story: Story) -> None:
    """Protocol P21, P22a, P25: no last word vanishes silently, whatever an agent does.

    What is said after the pull request was closed, or its tampered ballot given up, is said to what
    tells that it is over (P41).
    """
    story.now += MINUTE
    for _ in range(4):
        story.ticks()
    latest, reading = story.latest, story.reading
    if latest is None or latest.at > story.closed_at:
        return
    if PENDING in reading.ballot.labels and not isinstance(reading.examined, Integrity):
        assert [text for text in reading.said() if "no answer counts here" in text]
        return
    heeded = {
        Choice.A: "approved-A" in reading.labels,
        Choice.B: "approved-B" in reading.labels,
        Choice.C: "deferred" in reading.labels,
        Choice.REJECT: "rejected" in reading.labels,
        Choice.HOLD: False,
    }
    told = any(at >= latest.at for at, _ in story.posted)
    assert heeded[latest.choice] or told
