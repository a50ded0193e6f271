"""The notebook: what allowlisted people answered to questions, kept as it was done.

Like the ledger it knows nothing of the program. Of a description it knows only what our own parser
reads in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from inbox.decisions.block import Question, read_block
from inbox.decisions.given import Marks, marks_of

Form = str | None
"""How a question reads; None where it is not there."""


@dataclass(slots=True)
class Said:
    """One answer to one question as it then read; `comment` is where it was said, if it was."""

    pull: str
    question: str
    marks: Marks
    form: Form
    at: datetime
    comment: int | None
    is_withdrawn: bool = False

    def __str__(self) -> str:
        return f"{self.question}: {self.marks} at {self.at:%H:%M:%S}"


@dataclass(slots=True)
class Notebook:
    """Every answer of an allowlisted person, and who else had a hand in a description since."""

    answers: list[Said] = field(default_factory=list)
    touched: dict[str, datetime] = field(default_factory=dict)

    def say(
        self,
        pull: str,
        question: str,
        what: tuple[Marks, Form],
        at: datetime,
        comment: int | None = None,
    ) -> None:
        """Somebody who may answered that."""
        self.answers.append(Said(pull, question, *what, at, comment))

    def confirm(self, pull: str, body: str, at: datetime, comment: int) -> None:
        """Somebody who may accepted the description as it stands."""
        asked = asked_in(body)
        known = {one.question for one in self.answers if one.pull == pull}
        for id_ in known | asked.keys():
            now = asked.get(id_)
            self.say(pull, id_, (marks_of(now), now.asked) if now else ((), None), at, comment)

    def take_back(self, comment: int) -> None:
        """The comment is gone, or says something else."""
        for one in self.answers:
            if one.comment == comment:
                one.is_withdrawn = True

    def last(self, pull: str, question: str) -> list[Said]:
        """The last answer to that question; several where they were given in one second."""
        found = [one for one in self.answers if (one.pull, one.question) == (pull, question)]
        if not found:
            return []
        latest = max(one.at for one in found)
        return [one for one in found if one.at == latest]

    def answered(self, pull: str) -> set[str]:
        """The questions to which somebody gave any answer."""
        return {one.question for one in self.answers if one.pull == pull and one.marks}


def asked_in(body: str) -> dict[str, Question]:
    """The questions of a description by their ids."""
    return {one.id: one for one in read_block(body).questions}


def open_in(notebook: Notebook, pull: str, body: str, *, is_known: bool) -> Iterator[str]:
    """Why the description must not pass: what is not answered as it now reads, each in words.

    Of what is gone nobody knows where a text `is_known` no more (D10).
    """
    asked = asked_in(body)
    for id_, question in asked.items():
        marks, last = marks_of(question), notebook.last(pull, id_)
        if not marks and (question.required or any(one.marks for one in last)):
            if question.required:
                yield f"{id_} is open"
            continue
        agree = [one for one in last if not one.is_withdrawn]
        if marks and not any((one.marks, one.form) == (marks, question.asked) for one in agree):
            yield f"{id_} says {marks}, and the owner said {'; '.join(map(str, last)) or 'nothing'}"
    for id_ in notebook.answered(pull) - asked.keys() if is_known else ():
        last = notebook.last(pull, id_)
        if not any(one.form is None or not one.marks for one in last) and not all(
            one.is_withdrawn for one in last
        ):
            yield f"{id_} was answered and is gone"
