"""A form becomes an order, or a sentence that a person understands."""

from __future__ import annotations

import json
from dataclasses import replace
from urllib.parse import urlencode

import pytest

from inbox.ballot.choice import Choice
from inbox.dashboard import forms
from inbox.dashboard.forms import BadForm, Fields
from inbox.dashboard.orders import BallotAnswer, Confirm, Drawn, Filled, QuestionAnswers, SendBack
from inbox.decisions.applying import Answer
from inbox.refs import IssueRef, PullRef
from tests.dashboard.readings import HEAD, NOW

TYPE = "application/x-www-form-urlencoded"
ANSWER: Fields = {
    "ballot": ["acme/inbox#5"],
    "choice": ["A"],
    "head": [HEAD],
    "base": ["main"],
    "asked_since": [NOW.isoformat()],
    "reason": ["  because\nit is time "],
}
ABOUT: Fields = {"kind": ["pull"], "subject": ["acme/app#12"]}
DRAWN = Drawn("digest", ("In memory",), "", "a note")


def filled(kind: str, drawn: Drawn = DRAWN, **fields: list[str]) -> Filled:
    """What the form makes of one question `q`; `choice=[…]` stands for `choice.q`."""
    own = {f"{name}.q": value for name, value in fields.items()}
    order = forms.question_answers(
        {**ABOUT, "drawn.q": [drawn.to_json()], "kind.q": [kind], **own},
    )
    return order.filled["q"]


def test_fields_arrive_in_their_order_with_plain_line_breaks() -> None:
    body = urlencode([("a", "1\r\n2"), ("b", ""), ("a", "ü &=")]).encode()
    assert forms.parse(body, f"{TYPE}; charset=UTF-8") == {"a": ["1\n2", "ü &="], "b": [""]}
    assert forms.parse(b"", TYPE) == {}


@pytest.mark.parametrize(
    ("body", "type"),
    [
        (b"a=1", "text/plain"),
        (b"a=1", "multipart/form-data; boundary=x"),
        (b"a=1", ""),
        (b"a", TYPE),
        ("a=ü".encode(), TYPE),
        (b"a=%ff", TYPE),
        (b"&".join([b"a=1"] * (forms.MOST_FIELDS + 1)), TYPE),
    ],
)
def test_a_broken_form_is_refused(body: bytes, type: str) -> None:
    with pytest.raises(BadForm, match=r"the page's own forms|arrived broken"):
        forms.parse(body, type)


def test_an_answer_names_what_the_page_showed() -> None:
    ballot = IssueRef.parse("acme/inbox#5")
    assert forms.ballot_answer(ANSWER) == BallotAnswer(
        ballot, Choice.A, HEAD, "main", NOW, "because\nit is time"
    )
    assert forms.ballot_answer({**ANSWER, "choice": ["reject"], "reason": []}) == BallotAnswer(
        ballot, Choice.REJECT, HEAD, "main", NOW
    )


@pytest.mark.parametrize(
    ("field", "values", "says"),
    [
        ("ballot", ["acme#5"], "names no issue"),
        ("ballot", [], "lacks `ballot`"),
        ("choice", ["a"], "`a` is no answer"),
        ("choice", ["hold"], "`hold` is no answer"),
        ("choice", ["A", "B"], "more than once"),
        ("head", [HEAD[:7]], "no full commit id"),
        ("head", ["x" * 5000], "no full commit id|xxx"),
        ("base", [], "lacks `base`"),
        ("asked_since", ["yesterday"], "`yesterday` is no time"),
        ("asked_since", ["2026-12-01T12:00:00"], "no zone"),
        ("asked_since", ["0001-01-01T00:00:00+14:00"], "is no time"),
        ("reason", ["a", "b"], "more than once"),
    ],
)
def test_an_answer_that_no_form_holds_is_refused(field: str, values: list[str], says: str) -> None:
    with pytest.raises(BadForm, match=says) as refused:
        forms.ballot_answer({**ANSWER, field: values})
    assert len(refused.value.what) < 300


def test_what_was_not_touched_is_not_written() -> None:
    several = replace(DRAWN, choices=("One", "Two"))
    assert filled("single", choice=['"In memory"'], note=["a note"]).answer is None
    assert filled("single", several, note=["a note "]).answer is None
    assert filled("multi", several, choice=['"Two"', '"One"']).answer is None
    assert filled("text", Drawn("d", (), "a\r\nb\0"), text=["a\nb\ufffd"]).answer is None
    assert filled("text", Drawn("d", (), "x")).answer is None


def test_what_was_touched_is_written() -> None:
    on_disk = json.dumps("On disk, ü")
    assert filled("single", choice=[on_disk]).answer == Answer(choices=("On disk, ü",))
    assert filled("single", choice=[""]).answer == Answer(choices=())
    assert filled("multi").answer == Answer(choices=())
    assert filled("multi", choice=['"In memory"', on_disk], note=[""]).answer == Answer(
        choices=("In memory", "On disk, ü"), note=""
    )
    assert filled("text", text=["two\nlines"]).answer == Answer(text="two\nlines")


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({}, "holds no question"),
        ({"drawn.q": ["[]"]}, "`q` is not readable"),
        ({"drawn.q": ["{"]}, "`q` is not readable"),
        ({"drawn.q": ["[" * 100_000]}, "`q` is not readable"),
        ({"drawn.q": [DRAWN.to_json()] * 2}, "more than once"),
        ({"drawn.q": [DRAWN.to_json()]}, "lacks `kind.q`"),
        ({"drawn.q": [DRAWN.to_json()], "kind.q": ["many"]}, "has no kind"),
        (
            {"drawn.q": [DRAWN.to_json()], "kind.q": ["single"], "choice.q": ["x"]},
            "option of the form is not readable",
        ),
        (
            {"drawn.q": [DRAWN.to_json()], "kind.q": ["single"], "choice.q": ["[1]"]},
            "option of the form is not readable",
        ),
    ],
)
def test_questions_that_no_form_holds_are_refused(fields: dict[str, list[str]], says: str) -> None:
    with pytest.raises(BadForm, match=says):
        forms.question_answers({**ABOUT, **fields})


def test_a_form_says_what_it_is_about() -> None:
    pull, issue = PullRef.parse("acme/app#12"), IssueRef.parse("acme/app#12")
    assert forms.send_back(ABOUT) == SendBack(pull)
    assert forms.send_back({**ABOUT, "kind": ["issue"]}) == SendBack(issue)
    assert forms.confirm({**ABOUT, "drawn.q": [DRAWN.to_json()]}) == Confirm(pull, {"q": DRAWN})
    wrong: tuple[Fields, ...] = ({"kind": ["team"]}, {"kind": []}, {"subject": ["acme"]})
    for broken in wrong:
        with pytest.raises(BadForm):
            forms.send_back({**ABOUT, **broken})


def test_a_form_that_changes_nothing_is_known() -> None:
    pull = PullRef.parse("acme/app#12")
    unchanged, changed = Filled(DRAWN, DRAWN), Filled(DRAWN, replace(DRAWN, note=""))
    assert forms.is_empty(QuestionAnswers(pull, {"q": unchanged}))
    assert not forms.is_empty(QuestionAnswers(pull, {"q": unchanged, "r": changed}))
    assert not forms.is_empty(SendBack(pull))
