"""What the bot says under a text that asks: the sticky comment and its answers (D12, D13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from inbox.decisions.block import Block, Question, QuestionKind
from inbox.decisions.given import Given, Misheard
from inbox.decisions.standing import UNATTRIBUTED, Standing
from inbox.decisions.verdict import SHOWN_FORMAT, Code, Refusal
from inbox.markdown import find_markers, neutral, normalise, render_marker
from inbox.refs import Account
from inbox.sayings import Saying
from inbox.world import Comment

STICKY = "decisions"
_MOST = 20
_VERSION = "1"


def sticky(refusals: Sequence[Refusal], standings: Iterable[Standing]) -> str | None:
    """The one comment that says what is wrong with an ask; None where nothing is (D12)."""
    told = [f"**{one.code.value}**, line {one.line}: {one.sentence}" for one in refusals[:_MOST]]
    if len(refusals) > _MOST:
        told.append(f"And {len(refusals) - _MOST} more.")
    if refusals:
        told.append(SHOWN_FORMAT.strip())
    if doubtful := [one for one in standings if one.state in UNATTRIBUTED]:
        told.append(_doubtful(doubtful))
    if not told:
        return None
    told.append("This comment goes by itself once that is put right.")
    return "\n\n".join([*told, render_marker(STICKY, v=_VERSION)])


def _doubtful(standings: Sequence[Standing]) -> str:
    lines = [f"- {neutral(one.id)} {one.state.value}." for one in standings[:_MOST]]
    if len(standings) > _MOST:
        lines.append(f"- And {len(standings) - _MOST} more.")
    listed = "\n".join(lines)
    return (
        f"**{Code.UNATTRIBUTED.value}**: nobody can say that the answers here are the owner's.\n\n"
        f"{listed}\n\n{CONFIRMING}"
    )


CONFIRMING = (
    "The owner answers them anew (a tick in the description, or `/answer` in a comment), or writes "
    "`/confirm` on a line of its own in a comment, which accepts the description as it stands then."
)


def stickies(comments: Iterable[Comment], bot: Account) -> Iterator[Comment]:
    """The sticky comments that stand there, oldest first; what others made of one is still ours."""
    for comment in comments:
        if bot.is_same(comment.author) and find_markers(comment.body, STICKY):
            yield comment


def is_intact(comment: Comment, wanted: str) -> bool:
    """True when the sticky comment says what it should, whoever saved it last."""
    return normalise(comment.body) == normalise(wanted)


def misunderstanding(misheard: Misheard, block: Block) -> Saying:
    """Answers once a comment that asks for what it cannot have, with what would work (D13)."""
    who = neutral(str(misheard.by))
    what = ", ".join(neutral(line) for line in misheard.lines[:_MOST]) or "a command"
    why = "; ".join(misheard.why)
    valid = "\n".join(_valid(question) for question in block.questions[:_MOST])
    asked = f"The questions here:\n\n{valid}" if valid else "There are no questions here now."
    return Saying(
        f"misheard:{misheard.comment}",
        f"Not understood: {what} by {who}: {why}.\n\n{asked}\n\n{HOW_TO_ANSWER}",
    )


def not_written(given: Given, why: str) -> Saying:
    """Says once why an answer that counts cannot be written into the description (D14)."""
    who, id_ = neutral(str(given.by)), neutral(given.question)
    return Saying(
        f"unwritten:{given.source.key}:{given.question}",
        f"The answer of {who} to {id_} cannot be written into the description: {why} "
        f"{HOW_TO_ANSWER}",
    )


HOW_TO_ANSWER = (
    "What works, each on a line of its own: `/answer <id>: <option, or its number>` (several, "
    "where any may be picked, with ` | ` between them), `/answer <id>: <text>` for an answer in "
    "words, `/note <id>: <text>`, and `/confirm`."
)


def _valid(question: Question) -> str:
    if question.kind is QuestionKind.TEXT:
        return f"- {neutral(question.id)}: an answer in words"
    labels = [f"{n} {neutral(one.label)}" for n, one in enumerate(question.options[:_MOST], 1)]
    if more := len(question.options) - _MOST:
        labels += [f"and {more} more"] if more > 0 else []
    kind = " (any of them)" if question.kind is QuestionKind.MULTI else ""
    return f"- {neutral(question.id)}{kind}: {', '.join(labels)}"
