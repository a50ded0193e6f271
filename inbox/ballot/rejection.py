"""A rejected head whose pull request is open again: closed again, or judged afresh (P32)."""

from __future__ import annotations

from inbox.actions import ClosePull, PostComment
from inbox.ballot import statuses
from inbox.ballot.approval import ApprovalPlan, Fate
from inbox.ballot.case import Case, Need
from inbox.ballot.choice import Choice
from inbox.ballot.integrity import Integrity, examine
from inbox.ballot.judgement import judge
from inbox.ballot.needs import missing_histories
from inbox.ballot.receipts import Receipt
from inbox.ballot.sayings import closed_again
from inbox.refs import Account, IssueRef
from inbox.sayings import render_sayings, unsaid
from inbox.steps import Step


def plan_rejection(
    case: Case, receipt: Receipt, reopened_by: Account | None
) -> ApprovalPlan | Need:
    """What becomes of an open pull request whose newest receipt is a reject by `case`'s ballot.

    It is closed again, with one comment, while that ballot still says no about this very head;
    whoever counts may reopen it, and then it is judged afresh.
    """
    ballot, pull, electorate = case.ballot, case.pull, case.terms.electorate
    if missing_histories(ballot, electorate):
        return Need.CLOSER
    if not case.is_whole or pull is None:
        return Need.WHOLE
    examined = examine(ballot, electorate.bot)
    if not isinstance(examined, Integrity) or not ballot.created_at:
        return ApprovalPlan(Fate.ENDED)
    judgement = judge(ballot, ballot.created_at, examined, electorate)
    still_no = judgement.verdict is not None and judgement.verdict.choice is Choice.REJECT
    heads = {receipt.head, judgement.round.binding.head}
    is_about_it = (case.asks_about or examined.original.pull) == pull.ref
    if not still_no or heads != {pull.head} or not is_about_it:
        return ApprovalPlan(Fate.ENDED)
    if electorate.allowlist.counts(reopened_by):
        return ApprovalPlan(Fate.ENDED)
    said = unsaid([closed_again(pull, ballot)], pull.comments or (), electorate.bot)
    comment = [Step(PostComment(IssueRef.of(pull.ref), render_sayings(said)))] if said else []
    steps = (*comment, Step(ClosePull(pull.ref, pull.head)))
    return ApprovalPlan(Fate.REJECTED, steps, statuses.rejected(pull, ballot.url, electorate.bot))
