"""What allowlisted people do: they answer, take back, correct, close and reopen."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from inbox.simulator import Person
from inbox.simulator.conversation import Comment, Issue
from tests.model.ledger import Choice
from tests.model.town import Town

WORDS: dict[str, Choice] = {
    "/approve A": "A",
    "/approve": "A",
    "/approve B": "B",
    "/approve C": "C",
    "/reject": "reject",
    "Not like this.\n\n/reject": "reject",
    "/aprove A": "hold",
    "/reject or not?": "reject",
}
THUMBS: dict[str, Choice] = {"+1": "A", "-1": "reject"}
BOXES: dict[str, Choice] = {"Option A": "A", "Option B": "B", "Option C": "C"}
assert {*WORDS.values()} == {*get_args(Choice)}

RECENT = st.integers(0, 2)
"""Which one, counted from the newest."""
LISTED = st.sampled_from(("owner", "owner", "deputy"))


class Answering(RuleBasedStateMachine):
    """Rules of the owner and of the deputy, who is allowlisted too."""

    town: Town

    def person(self, login: str) -> Person:
        """The allowlisted person of that login."""
        return self.town.owner if login == "owner" else self.town.deputy

    @rule(who=LISTED, on=RECENT, thumb=st.sampled_from(tuple(THUMBS)))
    def reacts(self, who: str, on: int, thumb: str) -> None:
        person, ballot = self.person(who), self.town.ballot(on)
        if ballot is None or ballot.locked or self._has_reacted(person, ballot, thumb):
            return
        person.react(ballot, thumb)
        self.town.did(person, f"reacts {thumb} to #{ballot.number}")
        self.town.hear(person, THUMBS[thumb], ballot, ("reaction", thumb, person.login))

    @rule(who=LISTED, on=RECENT, thumb=st.sampled_from(tuple(THUMBS)))
    def takes_a_reaction_back(self, who: str, on: int, thumb: str) -> None:
        person, ballot = self.person(who), self.town.ballot(on)
        if ballot is None or not self._has_reacted(person, ballot, thumb):
            return
        person.unreact(ballot, thumb)
        self.town.did(person, f"takes {thumb} off #{ballot.number}")
        self.town.ledger.take_back(ballot.number, ("reaction", thumb, person.login))

    @rule(who=LISTED, on=RECENT, thumb=st.sampled_from(tuple(THUMBS)))
    def reacts_to_the_bots_newest_comment(self, who: str, on: int, thumb: str) -> None:
        person, ballot = self.person(who), self.town.ballot(on)
        bots = [one for one in ballot.comments if self.town.is_bots(one)] if ballot else []
        if ballot is None or not bots or ballot.locked:
            return
        if any(one.user is person.account and one.content == thumb for one in bots[-1].reactions):
            return
        person.react(bots[-1], thumb)
        self.town.did(person, f"reacts {thumb} to the bot's last comment on #{ballot.number}")
        if thumb == "-1" and "decision-inbox-notice" in bots[-1].body.text:
            self.town.hear(person, "reject", ballot, ("notice", str(bots[-1].id), person.login))

    @rule(who=LISTED, on=RECENT, text=st.sampled_from(tuple(WORDS)))
    def comments(self, who: str, on: int, text: str) -> None:
        person, ballot = self.person(who), self.town.ballot(on)
        if ballot is None:
            return
        comment = person.comment(ballot, text)
        self.town.did(person, f"writes {text!r} on #{ballot.number}")
        self.town.hear(person, WORDS[text], ballot, ("comment", str(comment.id)))

    @rule(which=RECENT, text=st.sampled_from(("Let me think.", *WORDS)))
    def corrects_an_own_comment(self, which: int, text: str) -> None:
        comment = self._own_comment(which)
        if comment is None or not isinstance(comment.of, Issue) or comment.body.text == text:
            return
        person, ballot = self.town.gh.person(comment.author.login), comment.of
        person.edit_comment(comment, text)
        self.town.did(person, f"edits the own comment on #{ballot.number} to {text!r}")
        key, choice = ("comment", str(comment.id)), WORDS.get(text)
        before = self.town.ledger.said_in(ballot.number, key)
        if choice is None:
            self.town.ledger.take_back(ballot.number, key)
        elif before is None or before.choice != choice:
            self.town.hear(person, choice, ballot, key)

    @rule(which=RECENT)
    def deletes_an_own_comment(self, which: int) -> None:
        comment = self._own_comment(which)
        if comment is None:
            return
        person, of = self.town.gh.person(comment.author.login), comment.of
        person.delete_comment(comment)
        self.town.did(person, f"deletes the own comment on #{of.number}")
        self.town.ledger.take_back(of.number, ("comment", str(comment.id)))

    @rule(who=LISTED, on=RECENT, box=st.sampled_from(tuple(BOXES)), wanted=st.booleans())
    def clicks_a_box(self, who: str, on: int, box: str, wanted: bool) -> None:
        ballot = self.town.ballot(on)
        if ballot:
            self.click(self.person(who), ballot, box, wanted=wanted)

    def click(self, person: Person, ballot: Issue, box: str, *, wanted: bool) -> None:
        """The person ticked or cleared that box, if it was not so already."""
        mark = "[ ]" if wanted else "[x]"
        if sum(mark in line and box in line for line in ballot.body.text.split("\n")) != 1:
            return
        key, ledger = ("box", box), self.town.ledger
        if wanted:
            person.tick_box(ballot, box)
            self.town.did(person, f"ticks {box} on #{ballot.number}")
            self.town.hear(person, BOXES[box], ballot, key)
            return
        person.untick_box(ballot, box)
        self.town.did(person, f"clears {box} on #{ballot.number}")
        if (word := ledger.said_in(ballot.number, key)) is None:
            return
        cleared = ledger.said_in(ballot.number, ("cleared by another", box))
        if word.by == person.login:
            ledger.take_back(ballot.number, key)
            if cleared and cleared.by == person.login:  # whoever clears the box means all of it
                ledger.take_back(ballot.number, cleared.key)
        elif word.choice != "C":
            # It holds and ends nothing: what was applied before stays, and is not used (P22a).
            ledger.say(replace(word, choice="hold", key=("cleared by another", box)))

    @rule(who=LISTED, on=RECENT, as_duplicate=st.sampled_from((False, False, False, True)))
    def closes_a_ballot(self, who: str, on: int, as_duplicate: bool) -> None:
        person, ballot = self.person(who), self.town.ballot(on)
        if ballot is None or ballot.state == "closed":
            return
        person.close(ballot, reason="duplicate" if as_duplicate else "not_planned")
        self.town.did(person, f"closes #{ballot.number}{' as duplicate' * as_duplicate}")
        if not as_duplicate:
            self.town.closed_by_owners[ballot.number] = self.town.now

    @rule(who=LISTED, on=RECENT)
    def reopens_a_ballot(self, who: str, on: int) -> None:
        person, ballot = self.person(who), self.town.ballot(on)
        if ballot is None or ballot.state == "open":
            return
        was_resolved = "pending-owner" not in self.town.ours(ballot)
        person.reopen(ballot)
        self.town.did(person, f"reopens #{ballot.number}")
        if was_resolved:
            self.town.ledger.start_anew(ballot.number, self.town.now)

    @rule(who=LISTED, which=RECENT)
    def takes_the_approval_label_off(self, who: str, which: int) -> None:
        person, pull = self.person(who), self.town.pull(which)
        for label in self.town.ours(pull) & {"approved-A", "approved-B"}:
            person.unlabel(pull, f"decision:{label}")
            self.town.did(person, f"takes {label} off {pull.ref}")
            self.town.ledger.start_anew(pull.ref, self.town.now)

    @rule(who=LISTED, which=RECENT, text=st.sampled_from(("/approve A", "/reject")))
    def answers_on_the_pull_request(self, who: str, which: int, text: str) -> None:
        person, pull = self.person(who), self.town.pull(which)
        person.comment(pull, text)
        self.town.did(person, f"writes {text!r} on {pull.ref}")

    def _own_comment(self, which: int) -> Comment | None:
        people = (self.town.owner.account, self.town.deputy.account)
        found = [
            comment
            for ballot in reversed(self.town.ballots())
            for comment in ballot.comments
            if comment.author in people
        ]
        return found[-1 - which % len(found)] if found else None

    def _has_reacted(self, person: Person, ballot: Issue, thumb: str) -> bool:
        return any(one.user is person.account and one.content == thumb for one in ballot.reactions)
