"""What people do to a ballot and its pull request, one frozen reading after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Self

from inbox.ballot.body import OPTIONS
from inbox.ballot.case import Pushed
from inbox.ballot.choice import Choice
from inbox.electorate import Electorate
from inbox.refs import Account, HeadSha
from inbox.world import Comment, Event, EventKind, Reaction, Revision
from tests.ballot.cast import AGENT, PICTURES, Time, allowlist, when
from tests.ballot.readings import Read


@dataclass(frozen=True, slots=True)
class Told(Read):
    """A reading that people's deeds lead on from."""

    # -- reactions and comments --------------------------------------------------------------

    def reacts(self, who: Account | None, picture: str, at: Time, *, on: int = 0) -> Self:
        """`who` reacted to the ballot, or to the comment with the id `on`."""
        reaction = Reaction(self.serial, PICTURES[picture], who, when(at))
        if not on:
            return self._with(reactions=(*self.ballot.reactions, reaction))
        return self._comment(
            on, lambda comment: replace(comment, reactions=(*(comment.reactions or ()), reaction))
        )

    def unreacts(self, who: Account, picture: str) -> Self:
        """`who` took back that reaction to the ballot, which leaves no trace."""
        kept = (
            one
            for one in self.ballot.reactions
            if not (who.is_same(one.by) and one.content == PICTURES[picture])
        )
        return self._with(reactions=tuple(kept))

    def comments(
        self, who: Account | None, text: str, at: Time, *, on_pull: bool = False, **ways: Any
    ) -> Self:
        """`who` commented, on the ballot or on its pull request; `ways`: via_app, via_email."""
        place = "o/r/pull/42" if on_pull else "o/inbox/issues/7"
        comment = Comment(
            id=self.serial,
            author=who,
            body=text,
            created_at=when(at),
            reactions=(),
            url=f"https://github.example/{place}#issuecomment-{self.serial}",
            **{"via_app": False, "via_email": False, **ways},
        )
        if on_pull:
            talk = (*(self.pull.comments or ()), comment)
            return replace(self, pull=replace(self.pull, comments=talk), serial=self.serial + 1)
        return self._with(comments=(*self.ballot.comments, comment))

    @property
    def newest(self) -> int:
        """The id of the ballot's newest comment."""
        return self.ballot.comments[-1].id

    def edits(self, who: Account | None, text: str, at: Time, *, comment: int = 0) -> Self:
        """`who` saved another text of a comment, the newest unless said."""
        return self._comment(comment or self.newest, lambda old: edited(old, who, text, when(at)))

    def redacts(self, revision: int, *, comment: int = 0) -> Self:
        """Somebody removed the text of one revision of a comment from its history."""
        return self._comment(
            comment or self.newest,
            lambda old: replace(old, history=_redacted(old.revisions, revision)),
        )

    def deletes(self, who: Account | None, at: Time, *, comment: int = 0) -> Self:
        """`who` deleted a comment: its words are gone, and an event says so."""
        gone = comment or self.newest
        of = next(one.author for one in self.ballot.comments if one.id == gone)
        kept = tuple(one for one in self.ballot.comments if one.id != gone)
        return self._with(comments=kept)._happens(EventKind.COMMENT_DELETED, who, at, of=of)

    # -- the ballot's own text and state -----------------------------------------------------

    def ticks(self, who: Account | None, boxes: str, at: Time) -> Self:
        """`who` ticked these boxes (`"A"`, `"AB"`) in one save."""
        return self._saves_boxes(who, boxes, at, on=True)

    def unticks(self, who: Account | None, boxes: str, at: Time) -> Self:
        """`who` cleared these boxes in one save."""
        return self._saves_boxes(who, boxes, at, on=False)

    def _saves_boxes(self, who: Account | None, boxes: str, at: Time, *, on: bool) -> Self:
        body = self.ballot.body
        for letter in boxes:
            label = OPTIONS[Choice(letter)]
            old, new = (" ", "x") if on else ("x", " ")
            body = body.replace(f"- [{old}] {label}", f"- [{new}] {label}")
        return self.saves(who, body, at)

    def saves(self, who: Account | None, body: str, at: Time) -> Self:
        """`who` saved this body."""
        history = (*(self.ballot.revisions or ()), Revision(when(at), who, body))
        return self._with(body=body, history=history, edited_at=when(at))

    def rewrites(self, who: Account | None, old: str, new: str, at: Time) -> Self:
        """`who` saved the body with `old` replaced."""
        assert old in self.ballot.body
        return self.saves(who, self.ballot.body.replace(old, new), at)

    def loses(self, revision: int) -> Self:
        """Somebody removed the text of one revision of the body from its history."""
        return self._with(history=_redacted(self.ballot.revisions, revision))

    def renames(self, who: Account | None, title: str, at: Time) -> Self:
        """`who` gave the ballot another title."""
        before = self.ballot.title
        renamed = self._happens(EventKind.RENAMED, who, at, before=before, after=title)
        return renamed._with(title=title)

    def closes(self, who: Account | None, at: Time, **how: str) -> Self:
        """`who` closed the ballot; `how`: closer, reason."""
        return self._happens(EventKind.CLOSED, who, at, **how)._with(is_open=False)

    def reopens(self, who: Account | None, at: Time) -> Self:
        """`who` reopened the ballot."""
        return self._happens(EventKind.REOPENED, who, at)._with(is_open=True)

    def labelled(self, *labels: str) -> Self:
        """Somebody put these labels on the ballot."""
        return self._with(labels=self.ballot.labels | set(labels))

    # -- the pull request and the terms ------------------------------------------------------

    def push(self, head: HeadSha, at: str | None = None) -> Self:
        """The pull request's head is `head`; `at` is when the branch's log says it was pushed."""
        log = Pushed(when(at)) if at else self.log
        return replace(self, pull=replace(self.pull, head=head), log=log)

    def force_push(self, head: HeadSha, at: Time) -> Self:
        """The head was replaced, which GitHub tells of, and so says the branch's log."""
        pushed = self.push(head)
        forced = Event(f"push{self.serial}", EventKind.HEAD_FORCED, AGENT, when(at))
        events = (*(self.pull.base_changes or ()), forced)
        pull = replace(pushed.pull, base_changes=events)
        return replace(pushed, pull=pull, log=Pushed(when(at)), serial=self.serial + 1)

    def retarget(self, base: str, at: Time) -> Self:
        """Somebody gave the pull request another base."""
        change = Event(
            f"base{self.serial}", EventKind.BASE_CHANGED, AGENT, when(at), self.pull.base, base
        )
        changes = (*(self.pull.base_changes or ()), change)
        pull = replace(self.pull, base=base, base_changes=changes)
        return replace(self, pull=pull, serial=self.serial + 1)

    def pull_is(self, **changes: Any) -> Self:
        """The pull request as it is otherwise: `is_open`, `is_merged`, `labels`."""
        return replace(self, pull=replace(self.pull, **changes))

    def under(self, **changes: Any) -> Self:
        """Other terms: `settle`, `mergeable_options`, …"""
        return replace(self, terms=replace(self.terms, **changes))

    def allowing(self, *logins: str, apps: bool = False) -> Self:
        """Another allowlist, and whether signals through apps count."""
        electorate = Electorate(allowlist(*logins), self.bot, apps)
        return self.under(electorate=electorate)


def edited(old: Comment, who: Account | None, text: str, at: datetime | None) -> Comment:
    history = (*(old.revisions or ()), Revision(at, who, text))
    return replace(old, body=text, edited_at=at, history=history)


def _redacted(history: tuple[Revision, ...] | None, number: int) -> tuple[Revision, ...]:
    assert history
    index = number % len(history)
    return tuple(
        replace(one, text=None) if place == index else one for place, one in enumerate(history)
    )
