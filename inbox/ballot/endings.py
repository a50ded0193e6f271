"""What ends a yes for good: a notice in its ballot, after which it never yields again (P34).

Labels and receipts can be forged by whoever shares the bot's login. So an answer that will not be
applied, or stands no longer, dies in its own ballot: taking the notice away again is a deletion,
which starts a round as well (protocol P17).
"""

from __future__ import annotations

from collections.abc import Iterator

from inbox.actions import PostComment
from inbox.ballot.case import Case
from inbox.ballot.choice import Choice
from inbox.ballot.judgement import Judgement
from inbox.ballot.notices import Ending, Notice, render_notice
from inbox.steps import Step

_YES = (Choice.A, Choice.B)


def write_end(case: Case, judgement: Judgement, base: str, ending: Ending) -> Iterator[Step]:
    """The notice that says why, once for each yes; the fresh round binds what was bound before."""
    verdict = judgement.verdict
    if _newest_end(judgement) and not is_yes(judgement):
        return
    head = judgement.round.binding.head
    notice = Notice(head, head, base, base, verdict.choice if verdict else None, ending)
    yield Step(PostComment(case.ballot.ref, render_notice(notice)))


def is_yes(judgement: Judgement) -> bool:
    """True while the ballot says yes to whatever it asks about."""
    return judgement.verdict is not None and judgement.verdict.choice in _YES


def has_ended(judgement: Judgement, ending: Ending) -> bool:
    """True when the newest notice says that a yes ended for this reason."""
    return _newest_end(judgement) is ending


def _newest_end(judgement: Judgement) -> Ending | None:
    newest = judgement.round.newest_notice
    return newest.notice.ended if newest and newest.notice else None
