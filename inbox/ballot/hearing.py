"""Hearing a ballot: from reactions, boxes and comments to signals, whenever they were given.

A yes must be proven, a no need only be possible: a word of an allowlisted actor that may be a
refusal and cannot be counted becomes a hold (protocol P22a); a possible yes is only set aside.
Rounds come later, in ballot/judgement.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from inbox.ballot.boxes import Proof, read_ticks
from inbox.ballot.choice import Choice
from inbox.ballot.commands import Spoken, read_command
from inbox.ballot.notices import Posted
from inbox.ballot.signals import Doubt, Medium, Said, Signal, Source, Uncounted, Unheard, describe
from inbox.electorate import Electorate
from inbox.policy import Standing
from inbox.refs import Account
from inbox.world import Ballot, Comment, Reaction, Revision


def hear(ballot: Ballot, notices: tuple[Posted, ...], electorate: Electorate) -> tuple[Said, ...]:
    """Everything said to the ballot in any round, counted or not, in no particular order.

    The caller has read the histories of the body and of the comments that matter.
    """
    return (
        *_from_reactions(ballot.reactions, Medium.REACTION, electorate),
        *(
            said
            for posted in notices
            for said in _from_reactions(
                posted.comment.reactions or (), Medium.NOTICE_REACTION, electorate
            )
        ),
        *_from_boxes(ballot.revisions or (), electorate),
        *_from_lost_saves(ballot.revisions or (), electorate),
        *(said for comment in ballot.comments for said in from_comment(comment, electorate)),
    )


_MEANING = {
    (Medium.REACTION, "+1"): Choice.A,
    (Medium.REACTION, "-1"): Choice.REJECT,
    (Medium.NOTICE_REACTION, "-1"): Choice.REJECT,
}
_PICTURE = {"+1": "👍", "-1": "👎"}


def _from_reactions(
    reactions: tuple[Reaction, ...], medium: Medium, electorate: Electorate
) -> Iterator[Said]:
    for reaction in reactions:
        what = _PICTURE.get(reaction.content, reaction.content)
        source = Source(medium, reaction.id)
        if choice := _MEANING.get((medium, reaction.content)):
            yield _weighed(
                choice, what, reaction.by, reaction.at, source=source, electorate=electorate
            )
        elif electorate.allowlist.counts(reaction.by):
            yield Uncounted(what, reaction.by, reaction.at, source, Unheard.NO_MEANING)


def _from_boxes(revisions: tuple[Revision, ...], electorate: Electorate) -> Iterator[Said]:
    source = Source(Medium.BOX)
    for tick in read_ticks(revisions, electorate.bot):
        what = f"box {tick.choice.value} ticked"
        listed = electorate.allowlist.counts(tick.by)
        match tick.proof:
            case Proof.STANDS:
                yield _weighed(
                    tick.choice, what, tick.by, tick.at, source=source, electorate=electorate
                )
            case Proof.CLEARED if listed and tick.at:
                # It would bring back the answer that it had replaced, if it were nothing.
                yield Signal(Choice.HOLD, tick.by, tick.at, source, doubt=Doubt.CLEARED)
            case Proof.CLEARED:
                pass
            case Proof.MISSING if tick.choice is Choice.C and tick.at:
                yield Signal(Choice.HOLD, None, tick.at, source, doubt=Doubt.UNATTRIBUTED)
            case Proof.MISSING:
                yield Uncounted(what, tick.by, tick.at, source, Unheard.UNATTRIBUTED, listed)
            case _:
                assert_never(tick.proof)


def _from_lost_saves(
    revisions: tuple[Revision, ...], electorate: Electorate
) -> Iterator[Uncounted]:
    """Saves of somebody who counts that nobody can read any more: they may have ticked a box.

    Such a text is tampering, or its repair began a round, so that no older yes comes back.
    """
    source = Source(Medium.BOX)
    for saved in revisions[1:]:
        if saved.text is None and electorate.allowlist.counts(saved.by):
            what = "a change of the ballot's text"
            yield Uncounted(what, saved.by, saved.at, source, Unheard.REMOVED, answerable=True)


def _weighed(
    choice: Choice,
    what: str,
    by: Account | None,
    at: datetime | None,
    *,
    source: Source,
    electorate: Electorate,
) -> Said:
    """A signal where its author counts and its time is known, else why not (protocol P9, P22)."""
    if electorate.bot.is_same(by):
        return Uncounted(what, by, at, source, Unheard.BOT)
    standing = electorate.allowlist.standing(by)
    if standing in _PERHAPS_LISTED:
        return _perhaps(choice, Uncounted(what, by, at, source, Unheard[standing.name], True))
    if not standing.counts:
        return Uncounted(what, by, at, source, Unheard[standing.name])
    if at is None:
        return Uncounted(what, by, at, source, Unheard.NO_TIME, answerable=True)
    return Signal(choice, by, at, source)


_PERHAPS_LISTED = frozenset({Standing.RENAMED, Standing.ID_UNKNOWN})


def _perhaps(choice: Choice, uncounted: Uncounted) -> Said:
    """A word of somebody who may be the person that the allowlist means: a no of theirs holds."""
    if choice in (Choice.A, Choice.B) or uncounted.at is None:
        return uncounted
    doubt = Doubt.UNSURE_WHO
    return Signal(Choice.HOLD, uncounted.by, uncounted.at, uncounted.source, doubt=doubt)


@dataclass(frozen=True, slots=True)
class Words:
    """A comment as its author last wrote it, and since when it says so (protocol P15)."""

    spoken: Spoken
    at: datetime | None


def from_comment(comment: Comment, electorate: Electorate) -> Iterator[Said]:
    """What one comment says; mere talk, and all that the bot writes, says nothing."""
    if electorate.bot.is_same(comment.author):
        return
    source = Source(Medium.COMMENT, comment.id, comment.url)
    listed = electorate.allowlist.counts(comment.author)
    words = _authors_words(comment)
    if words is None:
        if listed and (at := comment.last_changed):
            yield Signal(Choice.HOLD, comment.author, at, source, doubt=Doubt.UNREADABLE)
    elif words.spoken.choice is None:
        yield from _set_aside(comment, words, source, listed=listed)
    else:
        what = words.spoken.near or describe(words.spoken.choice)
        said = _weighed(
            words.spoken.choice,
            what,
            comment.author,
            words.at,
            source=source,
            electorate=electorate,
        )
        yield _in_its_colours(said, what, comment, words.spoken, electorate)


def _in_its_colours(
    said: Said, what: str, comment: Comment, spoken: Spoken, electorate: Electorate
) -> Said:
    """A signal with its reason and doubts; through an app it is no yes, and a no holds (P18)."""
    if isinstance(said, Uncounted):
        return said
    if comment.via_app and not electorate.allow_app_signals:
        if said.choice in (Choice.A, Choice.B):
            return Uncounted(what, said.by, said.at, said.source, Unheard.THROUGH_APP, True)
        return replace(said, choice=Choice.HOLD, doubt=Doubt.THROUGH_APP, reason=spoken.reason)
    doubt = said.doubt or (Doubt.UNCLEAR if said.choice is Choice.HOLD else None)
    return replace(said, reason=spoken.reason, doubt=doubt, mailed=comment.via_email is not False)


def _authors_words(comment: Comment) -> Words | None:
    """The command that the author's newest text carries, since they first wrote it; None when
    a text is missing from the history, for then nothing is sure."""
    revisions = comment.revisions
    if not revisions:
        return None
    if comment.author is None:
        return Words(_read(revisions[-1], comment), comment.created_at)
    if any(revision.text is None for revision in revisions):
        return None
    own = [revision for revision in revisions if comment.author.is_same(revision.by)]
    if not own:
        return None
    spoken = [_read(revision, comment) for revision in own]
    since = len(own) - 1
    while since > 0 and _same_word(spoken[since - 1], spoken[-1]):
        since -= 1
    return Words(spoken[-1], own[since].at)


def _read(revision: Revision, comment: Comment) -> Spoken:
    return read_command(revision.text or "", via_email=comment.via_email is not False)


def _same_word(earlier: Spoken, newest: Spoken) -> bool:
    return (earlier.choice, earlier.near) == (newest.choice, newest.near)


def _set_aside(
    comment: Comment, words: Words, source: Source, *, listed: bool
) -> Iterator[Uncounted]:
    """What looks like an answer in a comment that gives none."""
    newest = (comment.revisions or ())[-1]
    if not (comment.author and comment.author.is_same(newest.by)):
        theirs = _read(newest, comment)
        if theirs.choice is not None:
            what = theirs.near or describe(theirs.choice)
            yield Uncounted(what, newest.by, newest.at, source, Unheard.OTHERS_WORDS, listed)
            return
    if words.spoken.mailed_only:
        yield Uncounted("approval", comment.author, words.at, source, Unheard.MAILED, listed)
    elif words.spoken.quoted and listed:
        yield Uncounted("command", comment.author, words.at, source, Unheard.QUOTED)
