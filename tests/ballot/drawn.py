"""Random stories about one ballot, and the truth about them, for the property tests.

What people did is remembered apart from the code under test: who said what when, and whether they
took it back themselves. An agent with write access does what it can in between; where the bot is
`github-actions[bot]`, another workflow also forges in its name.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from inbox.actions import PostComment
from inbox.ballot.approval import Fate
from inbox.ballot.body import ticked
from inbox.ballot.case import Pushed
from inbox.ballot.choice import Choice
from inbox.ballot.commands import read_command
from inbox.ballot.integrity import Integrity
from inbox.ballot.notices import Notice, render_notice
from inbox.ballot.receipts import Receipt, read_receipts, render_receipt
from inbox.counted import Counted
from inbox.labels import PENDING
from inbox.refs import Account, HeadSha
from inbox.world import Comment
from tests.ballot.building import Reading, asked
from tests.ballot.cast import (
    AGENT,
    ANY_WORKFLOW,
    BOT,
    DEPUTY,
    INBOX,
    NONCE,
    OWNER,
    URL,
    G,
    H,
    body,
    clock,
)

PEOPLE = (OWNER, DEPUTY)
FIRST, NEVER = clock("09:01"), clock("23:59")
WORDS = (
    "/approve A",
    "/approve B",
    "/approve C",
    "/reject",
    "Fine by me.\n/approve A",
    "/aprove A",
    "/rejct",
    "> /approve A\n\nnot yet",
    "hm",
)


@dataclass(frozen=True)
class Word:
    """Something a person on the allowlist said: what, when, and about which head and base."""

    choice: Choice
    at: datetime
    head: HeadSha
    base: str


@dataclass(repr=False)
class Story:
    """A reading as it unfolds, what is true about it, and what was done."""

    reading: Reading = field(default_factory=asked)
    now: datetime = FIRST
    words: dict[tuple[object, ...], Word] = field(default_factory=dict)
    posted: list[tuple[datetime, str]] = field(default_factory=list)
    approvals: list[tuple[Receipt, Word | None]] = field(default_factory=list)
    pushes: int = 0
    closed_at: datetime = NEVER
    deeds: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        return "\n".join(["a story:", *self.deeds])

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(repr(self))

    @property
    def latest(self) -> Word | None:
        """The last word of all that their givers did not take back; of equal times the more
        cautious."""
        return max(
            self.words.values(), key=lambda word: (word.at, word.choice.caution), default=None
        )

    def says(self, choice: Choice, *key: object) -> None:
        pull = self.reading.pull
        self.words[key] = Word(choice, self.now, pull.head, pull.base)

    # -- people on the allowlist ---------------------------------------------------------------

    def reacts(self, who: Account, picture: str) -> None:
        key = (who.login, picture)
        if key in self.words:
            self.reading = self.reading.unreacts(who, picture)
            del self.words[key]
        self.reading = self.reading.reacts(who, picture, self.now)
        self.says(Choice.A if picture == "👍" else Choice.REJECT, *key)

    def takes_back(self, who: Account, picture: str) -> None:
        self.reading = self.reading.unreacts(who, picture)
        self.words.pop((who.login, picture), None)

    def refuses_on_a_notice(self, who: Account) -> None:
        notices = [one for one in self.reading.ballot.comments if "inbox-notice:" in one.body]
        notices = [one for one in notices if self.reading.bot.is_same(one.author)]
        if notices and (who.login, "on", notices[-1].id) not in self.words:
            self.reading = self.reading.reacts(who, "👎", self.now, on=notices[-1].id)
            self.says(Choice.REJECT, who.login, "on", notices[-1].id)

    def comments(self, who: Account, text: str, *, via_app: bool = False) -> None:
        self.reading = self.reading.comments(who, text, self.now, via_app=via_app)
        self._hears(who, text, self.reading.ballot.comments[-1])

    def comments_by_app(self, who: Account, text: str) -> None:
        self.comments(who, text, via_app=True)

    def edits(self, who: Account, text: str) -> None:
        own = [one for one in self.reading.ballot.comments if who.is_same(one.author)]
        if own:
            self.reading = self.reading.edits(who, text, self.now, comment=own[-1].id)
            self._hears(who, text, own[-1])

    def _hears(self, who: Account, text: str, comment: Comment) -> None:
        key = (who.login, "comment", comment.id)
        choice = read_command(text, via_email=False).choice
        if comment.via_app and choice is not None:
            # An app says no yes in anybody's name, and a no of its may be theirs (P18).
            choice = None if choice in (Choice.A, Choice.B) else Choice.HOLD
        if choice is None:
            self.words.pop(key, None)
        elif key not in self.words or self.words[key].choice is not choice:
            self.says(choice, *key)

    def deletes(self, who: Account) -> None:
        own = [one for one in self.reading.ballot.comments if who.is_same(one.author)]
        if own:
            self.reading = self.reading.deletes(who, self.now, comment=own[-1].id)
            self.words.pop((who.login, "comment", own[-1].id), None)

    def flips(self, who: Account, letter: str) -> None:
        """Ticks a box that is clear, or clears one that is ticked: a click does either."""
        choice, key = Choice(letter), (who.login, "box", letter)
        if choice in ticked(self.reading.ballot.body):
            self.reading = self.reading.unticks(who, letter, self.now)
            self.words.pop(key, None)
        else:
            self.reading = self.reading.ticks(who, letter, self.now)
            if who in PEOPLE:
                self.says(choice, *key)

    # -- an agent with write access ------------------------------------------------------------

    def one_of(self, picked: int) -> Comment | None:
        """One of the comments there are."""
        comments = self.reading.ballot.comments
        return comments[picked % len(comments)] if comments else None

    def agent_edits(self, who: Account, picked: int, text: str) -> None:
        if comment := self.one_of(picked):
            self.reading = self.reading.edits(who, text, self.now, comment=comment.id)

    def agent_deletes(self, who: Account, picked: int) -> None:
        if comment := self.one_of(picked):
            self.reading = self.reading.deletes(who, self.now, comment=comment.id)

    def redacts(self, picked: int, revision: int) -> None:
        if (comment := self.one_of(picked)) and comment.history:
            self.reading = self.reading.redacts(revision, comment=comment.id)

    def redacts_body(self, revision: int) -> None:
        if self.reading.ballot.history:
            self.reading = self.reading.loses(revision)

    def tampers(self, who: Account) -> None:
        text = self.reading.ballot.body.replace("Quadrant D", "Quadrant A")
        self.reading = self.reading.saves(who, text, self.now)

    def restores(self, who: Account) -> None:
        self.reading = self.reading.saves(who, body(), self.now)

    def renames(self, who: Account, title: str) -> None:
        self.reading = self.reading.renames(who, title, self.now)

    def pushes_on(self) -> None:
        """A head that was never there before."""
        self.pushes += 1
        head = HeadSha(f"{self.pushes:040x}")
        self.reading = replace(self.reading.push(head), log=Pushed(self.now))

    def forces(self, head: HeadSha) -> None:
        """A head that may have been there before: a force-push alone brings one back."""
        if head != self.reading.pull.head:
            self.reading = self.reading.force_push(head, self.now)

    def retargets(self, base: str) -> None:
        if base != self.reading.pull.base:
            self.reading = self.reading.retarget(base, self.now)

    def closes_or_reopens(self, who: Account) -> None:
        ballot = self.reading.ballot
        done = self.reading.closes if ballot.is_open else self.reading.reopens
        self.reading = done(who, self.now)

    def labels(self, label: str) -> None:
        if label in self.reading.ballot.labels:
            kept = self.reading.ballot.labels - {label}
            self.reading = self.reading._with(labels=kept)
        else:
            self.reading = self.reading.labelled(label)
        self.reading = self.reading._with(labels=self.reading.ballot.labels | {PENDING})

    # -- another workflow, in the bot's name ---------------------------------------------------

    def forges_a_notice(self, link: str) -> None:
        self.reading = self.reading.comments(self.reading.bot, self._forged(link), self.now)

    def forges_an_edit(self, link: str, picked: int) -> None:
        bots = [c for c in self.reading.ballot.comments if self.reading.bot.is_same(c.author)]
        if bots:
            which, text = bots[picked % len(bots)].id, self._forged(link)
            self.reading = self.reading.edits(self.reading.bot, text, self.now, comment=which)

    def _forged(self, link: str) -> str:
        """The text of a notice that binds the next head, not yet pushed, or another."""
        examined, pull = self.reading.examined, self.reading.pull
        bound = self.reading.judged.round.binding.head if isinstance(examined, Integrity) else H
        heads = {"next": HeadSha(f"{self.pushes + 1:040x}"), "same": bound, "back": H}
        return render_notice(Notice(bound, heads.get(link, pull.head), pull.base, pull.base))

    def forges_a_receipt(self, option: Choice) -> None:
        pull = self.reading.pull
        receipt = Receipt(option, pull.head, pull.base, INBOX, NONCE)
        text = render_receipt(receipt, URL, None)
        self.reading = self.reading.comments(self.reading.bot, text, self.now, on_pull=True)
        self.reading = self.reading.pull_is(
            labels=pull.labels | {f"decision:approved-{option.value}"}
        )

    # -- the bot -------------------------------------------------------------------------------

    def ticks(self) -> None:
        """One tick: the pending ballot is judged, else the approval that a receipt names."""
        before = self.reading
        if before.pull.is_open:
            self._settles(before)
        self.now += timedelta(seconds=20)

    def _settles(self, before: Reading) -> None:
        receipts = read_receipts(before.pull.comments or (), before.bot)
        if PENDING in before.ballot.labels:
            steps = before.under(now=self.now).planned.steps
        elif receipts and receipts[-1].option is not Choice.REJECT:
            outcome = before.approval(self.now)
            steps = outcome.steps
            if outcome.fate is Fate.STANDS:
                self.approvals.append((receipts[-1], self.latest))
            if outcome.fate is Fate.ENDED:
                self.posted.append((self.now, "a fresh ballot"))
        else:
            return
        self.posted += [
            (self.now + timedelta(seconds=place), step.action.body)
            for place, step in enumerate(steps)
            if isinstance(step.action, PostComment)
        ]
        self.reading = before.performs(steps, self.now)
        if not self.reading.pull.is_open or "superseded" in self.reading.labels:
            self.closed_at = min(self.closed_at, self.now)
        if {Counted.RESOLVED_A, Counted.RESOLVED_B} & {
            *self.reading.counted[len(before.counted) :]
        }:
            applied = read_receipts(self.reading.pull.comments or (), before.bot)[-1]
            self.approvals.append((applied, self.latest))


@dataclass(frozen=True)
class Deed:
    """One thing that somebody does: the name of a method of `Story`, and what it is given."""

    name: str
    given: tuple[Any, ...]

    def done_in(self, story: Story) -> None:
        given = ", ".join(str(one) for one in self.given)
        story.deeds.append(f"{story.now:%H:%M:%S} {self.name}({given})")
        getattr(story, self.name)(*self.given)


def deed(name: str, *given: st.SearchStrategy[Any]) -> st.SearchStrategy[Deed]:
    return st.builds(Deed, st.just(name), st.tuples(*given))


_who = st.sampled_from(PEOPLE)
_words = st.sampled_from(WORDS)
_letters = st.sampled_from("ABC")
_number = st.integers(0, 5)
_agent, _workflow = st.just(AGENT), st.just(ANY_WORKFLOW)

_YES = st.one_of(
    deed("reacts", _who, st.just("👍")),
    deed("comments", _who, st.sampled_from(["/approve A", "/approve B"])),
    deed("flips", _who, st.sampled_from("AB")),
)
PEOPLES = st.one_of(
    _YES,
    deed("reacts", _who, st.sampled_from("👍👎")),
    deed("takes_back", _who, st.sampled_from("👍👎")),
    deed("refuses_on_a_notice", _who),
    deed("comments", _who, _words),
    deed("comments_by_app", _who, _words),
    deed("edits", _who, _words),
    deed("deletes", _who),
    deed("flips", _who, _letters),
    deed("closes_or_reopens", _who),
)
AGENTS = st.one_of(
    deed("flips", _agent, _letters),
    deed("agent_edits", _agent, _number, _words),
    deed("agent_deletes", _agent, _number),
    deed("redacts", _number, _number),
    deed("redacts_body", st.integers(1, 5)),
    deed("tampers", _agent),
    deed("restores", _agent),
    deed("renames", _agent, st.sampled_from(["x", asked().ballot.title])),
    deed("pushes_on"),
    deed("forces", st.sampled_from([H, G])),
    deed("retargets", st.sampled_from(["main", "dev"])),
    deed("closes_or_reopens", _agent),
    deed("labels", st.sampled_from(["decision:deferred", "decision:approved-A"])),
)
FORGERIES = st.one_of(
    deed("forges_a_notice", st.sampled_from(["next", "same", "back", "present"])),
    deed("forges_an_edit", st.sampled_from(["next", "same", "back", "present"]), _number),
    deed("forges_a_receipt", st.sampled_from([Choice.A, Choice.B])),
    deed("agent_edits", _workflow, _number, st.just("All is well.")),
    deed("agent_deletes", _workflow, _number),
    deed("flips", _workflow, _letters),
    deed("restores", _workflow),
    deed("closes_or_reopens", _workflow),
)
TICK = deed("ticks")


@st.composite
def stories(
    draw: st.DrawFn,
    *kinds: st.SearchStrategy[Deed],
    forged: bool = False,
    at_most: int = 12,
) -> Story:
    """A story of up to `at_most` deeds and ticks, in which time passes or stands still."""
    begun = asked(bot=ANY_WORKFLOW if forged else BOT).under(settle=timedelta())
    story = Story(replace(begun, log=Pushed(clock("08:00"))))
    usual = kinds or (_YES, PEOPLES, AGENTS)
    told = st.one_of(*usual, *([FORGERIES] if forged else []), TICK)
    gaps = st.sampled_from([0, 1, 60])
    for gap, done in draw(st.lists(st.tuples(gaps, told), max_size=at_most)):
        story.now += timedelta(seconds=gap)
        done.done_in(story)
    return story
