"""Owners who are there or away and say so, days that pass, and what is true of reminders then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from inbox.simulator.conversation import Comment, Issue
from tests.model.answering import RECENT
from tests.model.machine import Machine
from tests.model.town import Ticked, Town
from tests.model.whereabouts import is_reminding, tag_of
from tests.stories.stage import APP
from tests.stories.stories_lifecycle import FILE, PREFIX, TAGS

HOURS = {TAGS[0]: 72, TAGS[1]: 168}
SAYS = ("available", "available", "quiet", "avialable", "outing")


class Living(Machine):
    """Rules of an owner's days, beside all others: here hours lie between any two deeds."""

    @invariant()
    def hours_pass(self) -> None:
        self.town.gh.advance(hours=6)

    @rule(says=st.sampled_from(SAYS), hours=st.integers(1, 100))
    def says_where_they_are(self, says: str, hours: int) -> None:
        town, start = self.town, self.town.now.replace(second=0)
        end = start + timedelta(hours=hours)
        town.whereabouts.says, town.whereabouts.until = says, end
        words = says
        if says == "outing":
            town.whereabouts.was_ever_away = True
            words = f"{start:%Y-%m-%dT%H:%MZ} - {end:%Y-%m-%dT%H:%MZ} outing"
        town.owner.commit(APP, {FILE: f"{PREFIX} {words}\n"})
        town.did(town.owner, f"says in the file: {words}")

    @rule(
        which=RECENT,
        hours=st.sampled_from((71, 72, 72, 168, 168)),
        says=st.sampled_from((None, None, *SAYS)),
    )
    def a_ballot_becomes_so_old(self, which: int, hours: int, says: str | None) -> None:
        if ballot := self.town.ballot(which):
            if says:
                self.says_where_they_are(says=says, hours=100)
            left = ballot.created_at + timedelta(hours=hours) - self.town.now
            self.tick(max(0, int(left.total_seconds())))

    @rule(on=RECENT, tag=st.sampled_from(TAGS))
    def quotes_a_reminder(self, on: int, tag: str) -> None:
        """What others paste is no reminder, and a quotation is no answer (L3, P12)."""
        if ballot := self.town.ballot(on):
            said = [
                comment.body.text for comment, found in _said(self.town, ballot) if found == tag
            ]
            text = said[-1] if said else f"{tag}\n\n<!-- decision-inbox-said: about=reminder -->"
            self.town.stranger.comment(ballot, text)
            self.town.owner.comment(ballot, "> " + text.replace("\n", "\n> "))
            self.town.did(
                self.town.owner, f"quotes {tag} on #{ballot.number}, as a stranger pastes"
            )


def nobody_is_disturbed(town: Town, ticked: Ticked) -> Iterator[str]:
    """Nothing is posted while the owner is away, wants quiet, or nobody can say (L6, L7)."""
    if town.whereabouts.is_muted(ticked.at):
        yield from (str(entry) for entry in ticked.told.entries if is_reminding(entry))


def each_is_said_once(town: Town, _: Ticked) -> Iterator[str]:
    """No ballot carries two reminders, two escalations, or two digests (L3, L8)."""
    for ballot in town.ballots():
        for tag, times in Counter(tag for _, tag in _said(town, ballot)).items():
            if times > 1:
                yield f"#{ballot.number} carries {tag} {times} times"


def none_comes_early(town: Town, _: Ticked) -> Iterator[str]:
    """No reminder before its hours, whatever was said about absences (L2, L3)."""
    for ballot in town.ballots():
        for comment, tag in _said(town, ballot):
            age = comment.created_at - ballot.created_at
            if tag in HOURS and age < timedelta(hours=HOURS[tag]):
                yield f"#{ballot.number} got {tag} after {age}"


def what_is_due_comes(town: Town, ticked: Ticked) -> Iterator[str]:
    """What is due of an owner who was never away and is not muted comes with the tick (L3, L11)."""
    whereabouts = town.whereabouts
    if whereabouts.was_ever_away or whereabouts.is_muted(ticked.at):
        return
    for ballot in town.ballots():
        waits = ballot.state == "open" and "pending-owner" in town.ours(ballot)
        if not waits or ballot.number not in ticked.waiting:
            continue
        for tag, hours in HOURS.items():
            is_due = ticked.at - ballot.created_at >= timedelta(hours=hours)
            if is_due and (ballot.number, tag) not in whereabouts.posted:
                yield f"#{ballot.number} waits since {ballot.created_at} without {tag}"


REMINDERS = (nobody_is_disturbed, each_is_said_once, none_comes_early, what_is_due_comes)


def _said(town: Town, ballot: Issue) -> Iterator[tuple[Comment, str]]:
    for comment in ballot.comments:
        if town.is_bots(comment) and (tag := tag_of(comment.body.text)):
            yield comment, tag
