"""What the bot says under a text that asks: the sticky comment and its answers (D12, D13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from inbox.decisions.block import Block, Question, QuestionKind
from inbox.decisions.given import Given, Misheard
from inbox.decisions.standing import UNATTRIBUTED, Standing
from inbox.decisions.verdict import SHOWN_FORMAT, Code, Refusal
from inbox.markdown import find_markers, neutral, normalise, render_marker
from inbox.refs import Account
from inbox.sayings import Saying, render_sayings
from inbox.world import Comment

STICKY = "decisions"
_MOST = 20
_LONGEST_LABEL = 60
_LONGEST_WORDS = 200
_LONGEST_COMMENT = 50_000
_LONGEST_LIST = 20_000
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
    lines = [neutral(line, _LONGEST_WORDS) for line in misheard.lines[:_MOST]]
    if more := misheard.lines[_MOST:]:
        lines.append(f"and {len(more)} more")
    why = "; ".join(misheard.why)
    listed = _listed(block)
    asked = f"The questions here:\n\n{listed}" if listed else "There are no questions here now."
    return Saying(
        f"misheard:{misheard.comment}",
        f"Not understood: {', '.join(lines) or 'a command'} by {who}: {why}.\n\n{asked}\n\n"
        f"{HOW_TO_ANSWER}",
    )


def _listed(block: Block) -> str:
    """The questions with what answers them, as many as fit beside the rest."""
    lines: list[str] = []
    for number, question in enumerate(block.questions):
        line = _valid(question)
        if number == _MOST or sum(map(len, lines)) + len(line) > _LONGEST_LIST:
            lines.append(f"- and {len(block.questions) - number} more")
            break
        lines.append(line)
    return "\n".join(lines)


def not_written(unwritten: Iterable[tuple[Given, str]]) -> list[Saying]:
    """Says once of each source why what counts cannot be written into the description (D14)."""
    by_source: dict[str, list[tuple[Given, str]]] = {}
    for given, why in unwritten:
        by_source.setdefault(given.source.key, []).append((given, why))
    return [_not_written(key, those) for key, those in by_source.items()]


def _not_written(key: str, those: Sequence[tuple[Given, str]]) -> Saying:
    some = those[:_MOST]
    lines = [f"- {neutral(given.question, _LONGEST_LABEL)}: {why}" for given, why in some]
    if more := those[_MOST:]:
        lines.append(f"- And {len(more)} more.")
    listed = "\n".join(lines)
    return Saying(
        f"unwritten:{key}",
        f"What {neutral(str(those[0][0].by))} answered cannot be written into the description:\n\n"
        f"{listed}\n\n{HOW_TO_ANSWER}",
    )


def in_comments(sayings: Iterable[Saying]) -> Iterator[tuple[Saying, ...]]:
    """The sayings, as many together as fit into one comment."""
    some: list[Saying] = []
    for saying in sayings:
        if some and len(render_sayings((*some, saying))) > _LONGEST_COMMENT:
            yield tuple(some)
            some = []
        some.append(saying)
    if some:
        yield tuple(some)


HOW_TO_ANSWER = (
    "What works, each on a line of its own: `/answer <id>: <option, or its number>` (several, "
    "where any may be picked, with ` | ` between them), `/answer <id>: <text>` for an answer in "
    "words, `/note <id>: <text>`, and `/confirm`."
)


def _valid(question: Question) -> str:
    id_ = neutral(question.id, _LONGEST_WORDS)
    if question.kind is QuestionKind.TEXT:
        return f"- {id_}: an answer in words"
    options = question.options[:_MOST]
    labels = [f"{n} {neutral(one.label, _LONGEST_LABEL)}" for n, one in enumerate(options, 1)]
    if (more := len(question.options) - _MOST) > 0:
        labels.append(f"and {more} more")
    kind = " (any of them)" if question.kind is QuestionKind.MULTI else ""
    return f"- {id_}{kind}: {', '.join(labels)}"
