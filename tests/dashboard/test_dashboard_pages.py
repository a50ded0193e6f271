"""What the page shows of a reading, and that it shows nothing but text of what others wrote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest
from jinja2 import Environment, FileSystemLoader

from inbox.ballot.case import Stage
from inbox.dashboard import pages
from inbox.dashboard.not_sent import NotSent, PerhapsSent
from inbox.dashboard.orders import SendBack
from inbox.dashboard.view import Given, Reading
from inbox.decisions.verdict import Code
from inbox.errors import InboxError, Unavailable
from tests.dashboard.readings import (
    HOSTILE,
    NOW,
    OTHER_HEAD,
    FakeDesk,
    all_blocked,
    ballot,
    card,
    given,
    hostile,
    options,
    question,
    questions,
    reading,
    rich,
)
from tests.dashboard.visits import ROOT, Elements, Visit

TEMPLATES = Path(pages.__file__).parent / "templates"


def shown(of: Reading) -> str:
    """The page about a reading."""
    return Visit(FakeDesk(of)).get().text


def words(html: str) -> str:
    """The page's text, blanks as one."""
    return " ".join(html.split())


def test_every_template_is_drawn_by_these_tests() -> None:
    drawn: set[str] = set()
    read = FileSystemLoader.get_source

    def watched(
        self: FileSystemLoader, env: Environment, name: str
    ) -> tuple[str, str, Callable[[], bool]]:
        drawn.add(name)
        return read(self, env, name)

    with mock.patch.object(FileSystemLoader, "get_source", watched):
        visit = Visit(FakeDesk(rich()))
        for path in ("", "nothing", "answer/acme/inbox/5/A"):
            visit.get(path)
    assert drawn == {file.name for file in TEMPLATES.iterdir()}


def test_hostile_texts_stay_texts() -> None:
    visit = Visit(FakeDesk(hostile(), refuses=Unavailable(HOSTILE, HOSTILE)))
    kind = {"ballot": "acme/inbox#5", "choice": "A", "head": "0" * 40, "base": HOSTILE}
    since = ballot().asked_since.isoformat()
    visit.post("answer", {**kind, "asked_since": since, "reason": HOSTILE})
    assert visit.board.wait()
    for path in ("", "answer/acme/inbox/5/A", "answer/acme/inbox/99/A"):
        html = visit.get(path).text
        page = Elements(html)
        sources = [attrs["src"] for attrs in page.all("script")]
        assert sources == ([f"{ROOT}static/board.js"] if path == "" else [])
        assert not page.all("img")
        assert not [name for _, attrs in page.found for name in attrs if name.startswith("on")]
        assert not [attrs for attrs in page.all("a") if "javascript" in attrs["href"]]
        assert "\u202e" not in page.text
        assert "<script>alert" not in html


def test_half_a_surrogate_pair_does_not_cost_the_page() -> None:
    title = "a \ud800 title"
    of = reading(card(title=title, questions=questions(questions=(question(note=title),))))
    assert "a \ufffd title" in shown(of)


def test_a_link_leads_to_a_web_page_and_leaves_no_trace() -> None:
    page = Elements(shown(rich()))
    away = [attrs for attrs in page.all("a") if attrs["href"].startswith("http")]
    assert len(away) > 10
    assert all({"noreferrer", "noopener"} <= set(attrs["rel"].split()) for attrs in away)
    inside = {attrs["href"] for attrs in page.all("a")} - {attrs["href"] for attrs in away}
    assert inside == {"#main"}
    assert Elements(shown(reading(card(url="data:text/html,x")))).all("a", href="#")


def test_ids_are_there_once_and_what_they_are_named_by_is_there() -> None:
    for html in (shown(rich()), shown(reading()), shown(hostile())):
        page = Elements(html)
        ids = Counter(attrs["id"] for attrs in page.all(id=""))
        assert [name for name, times in ids.items() if times > 1] == []
        named = {
            name
            for kind in ("aria_labelledby", "aria_describedby", "for_")
            for attrs in page.all(**{kind: ""})
            for name in attrs[kind.rstrip("_").replace("_", "-")].split()
        }
        assert named - ids.keys() <= {"confirm-title"}, "the dialog has no content yet"


def test_a_card_has_the_hooks_that_scripts_and_tests_hold_on_to() -> None:
    page = Elements(shown(rich()))
    assert [attrs["id"] for attrs in page.all("article", data_card="")] == [
        *(f"card-acme/app:{number}" for number in range(12, 17)),
        *("card-acme/site:7", "card-acme/site:8"),
    ]
    choices = [attrs["data-choice"] for attrs in page.all("button", data_choice="")]
    assert choices == ["A", "B", "C", "reject"] * 4
    assert len({attrs["data-digest"] for attrs in page.all(data_digest="")}) == 7


def test_the_digest_changes_with_what_is_shown_and_not_with_time() -> None:
    def digest(of: Reading) -> str:
        return Elements(shown(of)).all("article")[0]["data-digest"]

    first = digest(reading(card()))
    assert digest(reading(card(ballot=ballot(age="9 d", effective_age="8 d")))) == first
    others = (
        reading(card(title="Another")),
        reading(card(ballot=ballot(moved_to=OTHER_HEAD))),
        reading(card(), read_only="why"),
        reading(card(), me="hubot"),
    )
    assert len({first, *map(digest, others)}) == 5


def test_the_digest_of_a_form_changes_with_its_questions_alone() -> None:
    def digest(of: Reading) -> str:
        return Elements(shown(of)).all(data_form="")[0]["data-form"]

    first = digest(reading(card(questions=questions())))
    assert digest(reading(card(questions=questions(), title="Another", ballot=None))) == first
    others = (
        reading(card(questions=questions(says="Another"))),
        reading(card(questions=questions(questions=(question(note="new"),)))),
        reading(card(questions=questions()), read_only="why"),
    )
    assert len({first, *map(digest, others)}) == 4


def test_a_blocked_answer_says_why_and_leads_nowhere() -> None:
    html = shown(reading(card(ballot=ballot(options=options(A="`storage` is open.")))))
    page = Elements(html)
    blocked, *free = page.all("button", data_choice="")
    assert (blocked["type"], blocked["aria-disabled"]) == ("button", "true")
    assert "formaction" not in blocked
    assert blocked["aria-describedby"].split()[-1] == "card-acme/app:12-a-blocked"
    assert "<code>storage</code> is open." in html
    assert [one["formaction"] for one in free] == [
        f"{ROOT}answer/acme/inbox/5/{choice}" for choice in ("B", "C", "reject")
    ]
    assert not [one for one in free if "aria-disabled" in one]


def test_a_blocked_answer_has_no_button_in_its_confirmation() -> None:
    of = reading(card(ballot=ballot(options=options(A="`storage` is open."))))
    answer = Visit(FakeDesk(of)).get("answer/acme/inbox/5/A")
    assert "This answer cannot be given now. <code>storage</code> is open." in answer.text
    assert Elements(answer.text).all("button") == []


def test_read_only_shows_all_and_enables_nothing() -> None:
    why = "`@mona` is not on the allowlist."
    visit = Visit(FakeDesk(replace(rich(), read_only=why)))
    page = Elements(visit.get().text)
    assert page.all(data_read_only="")
    assert "<code>@mona</code> is not on the allowlist." in visit.get().text
    assert all(one["aria-disabled"] == "true" for one in page.all("button", data_choice=""))
    sends = [*page.all("button", data_submit=""), *page.all("button", data_confirm="")]
    sends += page.all("button", data_send_back="")
    assert len(sends) == 5
    assert all("disabled" in one for one in sends)
    assert all("disabled" in one for one in page.all("fieldset"))
    tiles = page.all("button", data_choice="")
    assert all(one["aria-describedby"].endswith("-blocked read-only") for one in tiles)
    assert not Elements(visit.get("answer/acme/inbox/5/A").text).all("button")


@pytest.mark.parametrize("stage", Stage)
def test_a_ballot_says_where_it_stands(stage: Stage) -> None:
    html = shown(reading(card(ballot=ballot(stage=stage))))
    assert Elements(html).all(data_stage=stage.name.lower())
    assert (stage.value if stage is not Stage.RESOLVED else "ends with the next tick") in html


def test_a_ballot_says_what_the_next_tick_will_find() -> None:
    moved = shown(reading(card(ballot=ballot(moved_to=OTHER_HEAD))))
    assert ">moved: the next tick asks again</span>" in moved
    given = Given("A (approve)", "mona", NOW, "comment")
    answered = ballot(stage=Stage.RESOLVED, given=given)
    assert ">answered</span>" in shown(reading(card(ballot=answered)))


def test_a_ballot_that_was_changed_says_how_to_go_on() -> None:
    html = shown(reading(card(ballot=ballot(stage=Stage.TAMPERED))))
    assert Elements(html).all(data_tampered="")
    assert "Put both back on GitHub" in html


def test_each_button_says_what_it_writes() -> None:
    html = words(shown(rich()))
    for said in (
        "Comments in your name what is wrong, and how to ask; nothing else is changed.",
        "Ticks your answers in the description, in your name; the next tick records them.",
        "Comments <code>/confirm</code> in your name",
        "As a tick judges it: DECISIONS_UNATTRIBUTED: name",
    ):
        assert said in html


def test_what_cannot_be_read_cannot_be_submitted() -> None:
    def submit(code: Code) -> bool:
        page = Elements(shown(reading(card(questions=questions(code=code)))))
        (button,) = page.all("button", data_submit="")
        assert bool(page.all(data_unparsed="")) == ("disabled" in button)
        return "disabled" not in button

    assert submit(Code.PENDING)
    assert not submit(Code.UNPARSED)


def test_a_pull_request_leads_to_its_changes_and_a_ticket_does_not() -> None:
    pull, ticket = card(), rich().cards[-1]
    (link,) = Elements(shown(reading(pull, ticket))).all("a", data_changes="")
    assert link["href"] == f"{pull.url}/files"


def test_a_ballot_shows_what_it_is_about() -> None:
    html = words(shown(rich()))
    for piece in (
        "#12 by @dependable",
        "head <code data-head=",
        "The head moved to <code>def5678</code>: the next tick asks again.",
        '2026-11-29 08:01 UTC</time> <span class="age" data-age="age">2 d 4 h</span>',
        "1 d 2 h; a reminder in 22 h",
        "3 green, 1 runs: <code>build (3.11)</code>",
        "3 files changed",
        "<dd data-files> not read </dd>",
        "<code>db/migrations/0042_drop_sessions.sql</code> <span>added</span>",
        "<dd data-checks>could not be read</dd>",
        "Merges #12 at <code>ab12cd3</code> by squash into <code>main</code>; checks: 3 green.",
        "<strong>A (approve)</strong> by @mona (you), <time",
        "2 min ago</time> (comment). <span data-becomes>Sent, waiting for the next tick.</span>",
        "What the next tick will do",
        "<li>Merges <code>acme/app#14</code> at <code>ab12cd3</code> by squash.</li>",
        "Said, and not counted",
        "<li><code>/aprove</code> by @mona: no command; did you mean <code>/approve</code>?</li>",
    ):
        assert piece in html


def test_one_reason_against_every_answer_is_said_once_and_described_by_each() -> None:
    why = "The pull request was merged."
    html = shown(reading(card(ballot=ballot(options=all_blocked(why)))))
    assert words(html).count(why) == 1
    page = Elements(html)
    (said,) = page.all("p", id="card-acme/app:12-blocked")
    assert said
    buttons = [one for one in page.all("button") if "data-choice" in one]
    assert [one["aria-disabled"] for one in buttons] == ["true"] * 4
    assert {one["aria-describedby"].split()[-1] for one in buttons} == {"card-acme/app:12-blocked"}


def test_several_reasons_stand_at_their_answers() -> None:
    html = words(shown(reading(card(ballot=ballot(options=options(A="Not yet.", B="Not yet."))))))
    assert html.count("Not yet.") == 2


def test_who_waits_is_counted_and_who_answered_is_told_apart() -> None:
    answered = ballot(9, given=given(), stage=Stage.RESOLVED)
    html = words(shown(reading(card(), card(13, ballot=answered))))
    assert '<p class="count" data-count="1"><strong>1</strong> waits, 1 answered</p>' in html
    assert "<title>(1) Decision inbox</title>" in html


def test_a_locked_ballot_says_what_that_means() -> None:
    assert "data-locked" in shown(reading(card(ballot=ballot(is_locked=True))))


def test_where_an_answer_has_an_address_it_is_led_to() -> None:
    url = "https://github.com/acme/inbox/issues/5#issuecomment-7"
    html = shown(reading(card(ballot=ballot(given=given(url=url)))))
    assert f'(<a href="{url}" rel="noreferrer noopener" target="_blank">comment</a>).' in html


def test_an_answer_of_the_last_minute_is_just_now() -> None:
    html = shown(reading(card(ballot=ballot(given=given(at=reading().at)))))
    assert "just now</time> (comment)." in html


def test_a_question_is_drawn_by_its_kind() -> None:
    page = Elements(shown(reading(card(questions=questions()))))
    assert [(one["type"], one["value"]) for one in page.all("input", name="choice.storage")] == [
        ("radio", '"In memory"'),
        ("radio", '"On disk, below `/var/cache`"'),
        ("radio", ""),
    ]
    boxes = page.all("input", name="choice.extras")
    assert [(one["type"], "checked" in one) for one in boxes] == [
        ("checkbox", True),
        ("checkbox", False),
        ("checkbox", False),
    ]
    assert {one["name"] for one in page.all("textarea")} == {
        *("note.storage", "note.extras", "text.name", "note.name"),
    }
    assert [one["data-state"] for one in page.all("fieldset")] == ["open", "answered", "changed"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (Code.UNPARSED, "Unparsed: the section cannot be read"),
        (Code.UNSTRUCTURED, "Too vague: needs options"),
        (Code.NOT_ASKABLE, "Too vague: needs options"),
        (Code.UNCHECKED, "Not askable yet"),
    ],
)
def test_a_text_that_nobody_can_answer_goes_back(code: Code, words: str) -> None:
    asked = questions(code=code, questions=(), refused=("Line 3: `x` is `y`.",))
    html = shown(reading(card(questions=asked)))
    assert words in html
    assert "Line 3: <code>x</code> is <code>y</code>." in html
    (button,) = Elements(html).all("button", data_send_back="")
    assert "disabled" not in button
    again = Elements(shown(reading(card(questions=replace(asked, sent_back=True)))))
    assert "disabled" in again.all("button", data_send_back="")[0]
    assert again.all(data_sent_back="")


def test_only_doubtful_answers_are_confirmed() -> None:
    for code, buttons in ((Code.UNATTRIBUTED, 1), (Code.PENDING, 0), (None, 0)):
        page = Elements(shown(reading(card(questions=questions(code=code)))))
        assert len(page.all("button", data_confirm="")) == buttons


def test_a_locked_conversation_is_said() -> None:
    asked = questions(is_locked=True)
    assert Elements(shown(reading(card(questions=asked)))).all(data_locked="")


@pytest.mark.parametrize(
    ("failure", "outcome", "says"),
    [
        (NotSent("It moved.", to_copy=("/answer q: <b>",)), "not-sent", "/answer q: &lt;b&gt;"),
        (PerhapsSent("No answer."), "unknown", "Nobody knows whether this was sent.</strong> No"),
    ],
)
def test_a_note_says_how_sure_it_is(failure: InboxError, outcome: str, says: str) -> None:
    visit = Visit(FakeDesk(reading(card()), refuses=failure))
    visit.board.send(SendBack(card().subject))
    assert visit.board.wait()
    html = visit.get().text
    assert Elements(html).all(data_note="", data_outcome=outcome, role="alert")
    assert says in html


def test_an_empty_inbox_helps() -> None:
    html = shown(reading())
    assert "Nothing waits for you." in html
    assert "2026-12-01 12:01 UTC" in html
    assert "decision-inbox demo" in html
    assert '<meta http-equiv="refresh" content="30">' in html


def test_a_failure_says_what_to_do() -> None:
    desk = FakeDesk(Unavailable("GitHub is `away`.", "Wait."))
    visit = Visit(desk)
    html = words(visit.get().text)
    assert "GitHub could not be read.</strong> GitHub is <code>away</code>." in html
    assert "Wait." in html
    assert "started for the workflow of <code>acme/shop</code> and the ballots of" in html
    desk.shows = rich()
    visit.board.refresh()
    assert visit.board.wait()
    desk.shows = Unavailable("GitHub is away.")
    visit.board.refresh()
    assert visit.board.wait()
    html = words(visit.get().text)
    assert "GitHub could not be read again.</strong>" in html
    assert "What follows is as it stood at 12:01 UTC." in html
    assert len(Elements(html).all("article")) == 7


def test_the_header_says_who_and_where() -> None:
    html = words(shown(rich()))
    assert "Signed in as <strong>@mona</strong>" in html
    assert "You are available until 18:00 UTC." in html
    assert "<strong>7</strong> wait" in html
    assert "<title>(7) Decision inbox</title>" in html
    told = shown(reading(card(), bot="gate[bot]", ticks_url="https://github.com/acme/shop/actions"))
    assert "Ballots by gate[bot]" in words(told)
    assert Elements(told).all("a", href="https://github.com/acme/shop/actions")
    nobody = words(shown(reading(card(), me="")))
    assert "GitHub does not say as whom" in nobody
    assert "<strong>1</strong> waits" in nobody


def test_what_was_answered_lately_and_what_needs_a_look_is_shown() -> None:
    html = words(shown(rich()))
    assert "Merged as <code>9f8e7d6</code>." in html
    assert "<strong><code>acme/old</code></strong>: could not be read: not found." in html


def test_a_page_that_may_be_typed_on_does_not_load_itself_again() -> None:
    assert "http-equiv" not in shown(rich())
    assert '<meta http-equiv="refresh" content="30">' in shown(reading(card()))
    desk = FakeDesk(rich())
    desk.gate.clear()
    visit = Visit(desk, read=False)
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in visit.get().text
    desk.gate.set()
    assert visit.board.wait()
