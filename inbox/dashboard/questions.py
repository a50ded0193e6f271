"""The questions of a description as the page shows them, from what a tick would judge of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inbox.dashboard.view import Given, QuestionsView, QuestionView
from inbox.decisions.block import Question, read_block
from inbox.decisions.case import Subject
from inbox.decisions.given import Given as GivenAnswer
from inbox.decisions.plan import Plan
from inbox.decisions.standing import UNATTRIBUTED, Standing, State
from inbox.decisions.verdict import refusals
from inbox.markdown import neutral
from inbox.refs import Account

_NEXT = "the next tick records it"


def questions_view(
    subject: Subject, plan: Plan, me: Account | None, *, sent_back: bool
) -> QuestionsView:
    """What the description asks, where each question stands, and what is wrong with how it asks."""
    block = read_block(subject.body)
    stands = {one.id: one for one in plan.standings}
    recorded = plan.records.recorded.pairs
    questions = tuple(
        _question(question, stands.get(question.id), recorded, me, is_locked=subject.is_locked)
        for question in block.questions
    )
    asks = subject.is_pull or block.present
    refused = [f"Line {one.line}: {one.sentence}" for one in refusals(subject.body) if asks]
    return QuestionsView(
        code=plan.gate.code,
        says=". ".join([plan.gate.says, *_absent(plan.standings)]),
        questions=questions,
        refused=tuple(refused),
        sent_back=sent_back,
        is_locked=subject.is_locked,
    )


def is_worth_a_card(plan: Plan, view: QuestionsView) -> bool:
    """True while something can be done about it, or is about to be done by the next tick."""
    if not plan.gate.passes or view.refused or plan.records_more:
        return True
    unanswered = any(one.state is State.OPEN for one in plan.standings)
    return unanswered and plan.records.newest is None


def _absent(standings: Iterable[Standing]) -> Iterator[str]:
    """Questions that are not there any more, of which somebody has to be sure."""
    for one in standings:
        if one.question is None and one.state in UNATTRIBUTED:
            yield f"{neutral(one.id)} {one.state.value}"


def _question(
    question: Question,
    standing: Standing | None,
    recorded: Iterable[tuple[str, str]],
    me: Account | None,
    *,
    is_locked: bool,
) -> QuestionView:
    state = standing.state if standing else State.OPEN
    given = standing.given if standing else None
    badge, says = _told(question, standing, recorded, is_locked=is_locked)
    return QuestionView(
        id=question.id,
        text=question.text,
        kind=question.kind,
        required=question.required,
        state=state,
        badge=badge,
        says=says,
        options=tuple((option.label, option.ticked) for option in question.options),
        answer=question.answer or "",
        note=question.note or "",
        asked=question.asked,
        given=_given(given, me) if given and given.marks else None,
    )


def _told(
    question: Question,
    standing: Standing | None,
    recorded: Iterable[tuple[str, str]],
    *,
    is_locked: bool,
) -> tuple[str, str]:
    """The badge of a question, and its sentence."""
    state = standing.state if standing else State.OPEN
    if standing and standing.given and standing.applies:
        return "sent", "Answered by comment: the next tick writes it into the description."
    if state in UNATTRIBUTED:
        return "needs confirming", f"This question {state.value}."
    if state is State.ANSWERED and standing and standing.given:
        if (standing.given.source.key, question.id) in recorded:
            return "answered", "This question is answered."
        when = "a tick records it once the conversation is unlocked" if is_locked else _NEXT
        return "sent", f"Answered: {when}."
    if question.required:
        return "open", "This question waits for an answer."
    return "optional", "This question may be left open."


def _given(given: GivenAnswer, me: Account | None) -> Given:
    return Given(
        says=", ".join(given.marks),
        login=str(given.by),
        at=given.at,
        how=given.source.medium.value,
        key=given.source.key,
        is_mine=given.by.is_same(me),
    )
