"""Answering questions: the description is the source of truth, so they are answered there (D14).

GitHub has no compare-and-set. What stands there is read afresh, only the changed questions are
written, and the history is read afterwards: whatever somebody saved in between is said (D7, D14).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inbox.actions import EditDescription
from inbox.dashboard.as_commands import as_commands
from inbox.dashboard.composing import storable
from inbox.dashboard.fresh_text import changed, drawn_of, fresh_text
from inbox.dashboard.not_sent import LOOK_AGAIN, NotSent, PerhapsSent, not_sent
from inbox.dashboard.orders import Filled, QuestionAnswers, Sent
from inbox.dashboard.outbox import Outbox
from inbox.decisions.applying import Answer, NotApplicable, apply_answers
from inbox.decisions.block import Question, read_block
from inbox.decisions.case import Subject
from inbox.decisions.lines import folded, in_words
from inbox.decisions.writing import LONGEST_DESCRIPTION
from inbox.errors import Changed, Forbidden, GitHubFault, InboxError, NotThere
from inbox.markdown import Foreign, Plain, normalise, sentence
from inbox.refs import Account, IssueRef, PullRef
from inbox.tick.session import Session
from inbox.world import Revision

_TRIES = 3
_HISTORY = "Its text is kept in GitHub's edit history, behind “edited” above the description."
_LOOK_FIRST = "Look at the description as it is now before you send it again."


@dataclass(frozen=True, slots=True)
class _Saving:
    """One saving of one description: where it is, what is saved, and the answers in it."""

    ref: PullRef | IssueRef
    url: str
    edit: EditDescription
    answers: Mapping[str, Answer]


def answer_questions(session: Session, outbox: Outbox, order: QuestionAnswers) -> Sent:
    """The answers stand in the description, and nothing else of it is changed.

    Raises NotSent where an answered question stands otherwise than the page drew it, or the answers
    do not fit; what GitHub refuses; PerhapsSent where nobody knows.
    """
    for _ in range(_TRIES):
        subject = fresh_text(session, order.subject)
        answers = _answers(subject, order.filled)
        edit = EditDescription(subject.ref, subject.body, _written(subject, answers))
        if edit.body == edit.expected:
            says = f"{order.subject} says all of this already; there was nothing to write."
            return Sent(says, subject.url, outbox.now, is_new=False)
        saving = _Saving(order.subject, subject.url, edit, answers)
        try:
            lost = outbox.save(edit)
        except Changed:
            continue  # somebody saved it between the two readings: what is there now is looked at
        except (Forbidden, NotThere) as refused:
            raise _by_comment(refused, saving) from refused
        return _saved(session, outbox, saving, lost)
    raise NotSent(
        f"The description of {order.subject} was saved again and again just now.", LOOK_AGAIN
    )


def _answers(subject: Subject, filled: Mapping[str, Filled]) -> dict[str, Answer]:
    """What has to be written; raises NotSent where a question of it was changed meanwhile (D11)."""
    block = read_block(subject.body)
    answers = {}
    for name, one in filled.items():
        if (answer := one.answer) is None:
            continue
        if what := changed(name, one.drawn, block.question(name)):
            raise NotSent(what, LOOK_AGAIN)
        answers[name] = _storable(answer)
    return answers


def _storable(answer: Answer) -> Answer:
    text, note = answer.text, answer.note
    return Answer(
        answer.choices,
        None if text is None else storable(text),
        None if note is None else storable(note),
    )


def _written(subject: Subject, answers: Mapping[str, Answer]) -> str:
    """The description with the answers; raises NotSent where it would not read as meant."""
    try:
        body = apply_answers(subject.body, answers)
    except NotApplicable as why:
        raise NotSent(why.what, why.advice or LOOK_AGAIN) from why
    if len(body) > max(LONGEST_DESCRIPTION, len(subject.body)):
        raise NotSent("The description would be longer than GitHub takes.", "Answer shorter.")
    before, after = read_block(subject.body), read_block(body)
    for was, now in zip(before.questions, after.questions, strict=True):
        answer = answers.get(was.id)
        if not (_reads_so(answer, now) if answer else drawn_of(now) == drawn_of(was)):
            raise NotSent(
                f"The answer to `{was.id}` would read differently in the description.",
                "Write it in other words, without Markdown that hides or opens something.",
            )
    return body


def _reads_so(answer: Answer, now: Question) -> bool:
    choices, text, note = answer.choices, answer.text, answer.note
    return (
        (choices is None or set(map(folded, choices)) == set(map(folded, now.ticked)))
        and (text is None or in_words(text) == in_words(now.answer or ""))
        and (note is None or in_words(note) == in_words(now.note or ""))
    )


def _by_comment(refused: GitHubFault, saving: _Saving) -> NotSent:
    """The refusal, with the lines that answer the same in a comment, which everybody may write."""
    lines = as_commands(read_block(saving.edit.expected), saving.answers)
    told = not_sent(refused)
    if not lines or "archived" in refused.what.lower():
        return told
    advice = f"{told.advice} Or write these lines into a comment on {saving.ref}."
    return NotSent(told.what, advice, to_copy=lines)


def _saved(session: Session, outbox: Outbox, saving: _Saving, lost: GitHubFault | None) -> Sent:
    """What the description says after the saving, and what became of other people's words."""
    names = ", ".join(f"`{one}`" for one in saving.answers)
    says = f"The description of {saving.ref} has your answer to {names}; the next tick reads it."
    try:
        now = fresh_text(session, saving.ref)
    except InboxError as unread:
        if lost:
            raise PerhapsSent(lost.what, _LOOK_FIRST) from lost
        return Sent(f"{says} It could not be read again: {unread.what}", saving.url, outbox.now)
    if not _carries(now.body, saving.answers):
        raise _not_there(saving, now, lost)
    revisions = now.revisions or ()
    mine = _my_saving(revisions, outbox.me, saving.edit.body)
    at = revisions[mine].at if mine else None
    if mine and (told := _written_over(revisions[mine - 1], saving.edit.expected)):
        says = f"{says} {told}"
    return Sent(says, now.url, at or outbox.now)


def _carries(body: str, answers: Mapping[str, Answer]) -> bool:
    try:
        return apply_answers(body, answers) == body
    except NotApplicable:
        return False


def _not_there(saving: _Saving, now: Subject, lost: GitHubFault | None) -> InboxError:
    """Why the description does not carry what was saved: never saved, or saved over at once."""
    if lost and normalise(now.body) == normalise(saving.edit.expected):
        return NotSent(
            f"{lost.what} The description of {saving.ref} reads as before.", "Send it again."
        )
    if lost:
        return PerhapsSent(lost.what, _LOOK_FIRST)
    return PerhapsSent(
        f"Somebody saved the description of {saving.ref} right after you, without your answers.",
        f"Look at it as it is now. {_HISTORY}",
    )


def _my_saving(revisions: Sequence[Revision], me: Account, body: str) -> int | None:
    """The place of the newest saving that is this one; None where the history does not show it."""
    for place in range(len(revisions) - 1, 0, -1):
        one = revisions[place]
        if me.is_same(one.by) and one.text is not None and normalise(one.text) == normalise(body):
            return place
    return None


def _written_over(before: Revision, expected: str) -> str:
    """What has to be said where another text stood there than the one that was read (D14).

    Whose it was does not matter: it may have been typed in another window of the same person.
    """
    if before.text is None or normalise(before.text) == normalise(expected):
        return ""
    who = Foreign(str(before.by)) if before.by else Plain("Somebody")
    told = " saved the description in that very moment, and this saving took its place."
    return f"{sentence((who, Plain(told)))} {_HISTORY}"
