"""Properties of answering: no order matters, only the allowlist answers (D10-D14)."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inbox.actions import EditDescription, PostComment
from inbox.decisions.block import read_block
from inbox.decisions.gate import judge
from inbox.decisions.given import marks_of, note_of
from inbox.decisions.lost_edits import without_answers
from inbox.decisions.saved import questions_of
from inbox.decisions.standing import State
from inbox.decisions.verdict import Code, refusals
from inbox.markdown import normalise
from inbox.refs import Account
from tests.ballot.cast import clock
from tests.decisions.asked import AGENT, ASKED, BOT, DEPUTY, OWNER, STRANGER, Asked, asked
from tests.decisions.drawn import ANY_TEXT, answers, sections
from tests.decisions.texts import OURS

some = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
LISTED = (OWNER, DEPUTY)
OTHERS: tuple[Account | None, ...] = (AGENT, STRANGER, None)
LABELS = ("In memory", "On disk", "Thumbnails", "Previews", "Covers")
WORDS = st.sampled_from(
    ["x", "a \u2028 b", "\ufeff", "> **Note:** z", "@team #1", "`", "</details>"]
)
LINES = st.one_of(
    st.sampled_from(
        [
            *(
                "/confirm",
                "/answer storage: 1",
                "/answer storage: On DISK",
                "/answer extras: 1 | 3",
            ),
            *("/answer extras: previews", "/note storage: n", "/note name: m", "talk", "/anser"),
            *("/answer storage: 7", "/answer none: x", "> /confirm", "/answer a: 1"),
        ]
    ),
    WORDS.map("/answer name: {}".format),
    WORDS.map("/note extras: {}".format),
)
TEXTS = st.lists(LINES, min_size=1, max_size=4).map("\n".join)


@st.composite
def bodies(draw: st.DrawFn, body: str) -> str:
    """Another description, made of this one as people do."""
    match draw(st.integers(0, 7)):
        case 0:
            label = draw(st.sampled_from(LABELS))
            return body.replace(f"[ ] {label}", f"[x] {label}")
        case 1:
            return body.replace(f"[x] {draw(st.sampled_from(LABELS))}", "[ ] On disk")
        case 2:
            label = draw(st.sampled_from(LABELS))
            return body.replace(f"[x] {label}", f"[ ] {label}")
        case 3:
            return body.replace(
                "(text)\n", f"(text)\n> **Answer:** {draw(st.text(max_size=5))}\n", 1
            )
        case 4:
            return body.replace("live?", draw(st.sampled_from(["live?", "rest?", "live? Now?"])))
        case 5:
            return draw(st.sampled_from([ASKED, "Gone.\n", "Which option?\n", body + "more\n"]))
        case 6:
            return body.replace("\n", "\r\n") if "\r" not in body else normalise(body)
        case _:
            return body.replace("All green", draw(st.sampled_from(["Red", "```", OURS])))


@st.composite
def lives(
    draw: st.DrawFn, people: tuple[Account | None, ...] = (*LISTED, *OTHERS, BOT), most: int = 7
) -> Asked:
    """Some minutes of a pull request; each deed has a second of its own, or the one before it."""
    reading = asked()
    second = 0
    for _ in range(draw(st.integers(0, most))):
        second += draw(st.integers(0, 2))
        at = f"10:{second // 60:02}:{second % 60:02}"
        who = draw(st.sampled_from(people))
        match draw(st.integers(0, 5)):
            case 0 | 1:
                reading = reading.saves(who, draw(bodies(reading.subject.body)), at)
            case 2 | 3:
                reading = reading.says(who, draw(TEXTS), at)
            case 4 if reading.subject.comments:
                comment = draw(st.sampled_from(reading.subject.comments))
                reading = reading.edits(who, draw(TEXTS), at, comment=comment.id)
            case _ if len(reading.subject.revisions or ()) > 1:
                gone = draw(st.integers(0, len(reading.subject.revisions or ()) - 2))
                reading = reading.loses(gone) if draw(st.booleans()) else reading
            case _:
                pass
    return reading


def standings(reading: Asked) -> list[tuple[str, str, bool]]:
    return sorted((one.id, one.state.name, one.applies) for one in reading.planned.standings)


@some
@given(lives(), st.data())
def test_comments_in_any_order_and_repeated_give_the_same(
    reading: Asked, data: st.DataObject
) -> None:
    comments = data.draw(st.permutations(reading.subject.comments))
    again = data.draw(st.lists(st.sampled_from(comments), max_size=2)) if comments else []
    assert standings(reading.reads(comments=(*comments, *again))) == standings(reading)


@some
@given(lives(), st.sampled_from([AGENT, OWNER]))
def test_a_text_saved_again_as_it_is_changes_nothing(reading: Asked, who: Account) -> None:
    saved = reading.saves(who, reading.subject.body, "11:00")
    if not BOT.is_same((reading.subject.revisions or ())[-1].by):
        there = [(id_, state) for id_, state, _ in standings(reading)]
        assert [(id_, state) for id_, state, _ in standings(saved)] == there


@some
@given(lives(people=(*OTHERS, BOT)))
def test_nobody_but_the_allowlist_ever_answers(reading: Asked) -> None:
    assert not any(one.state is State.ANSWERED for one in reading.planned.standings)
    assert not any(isinstance(one.action, EditDescription) for one in reading.steps) or any(
        BOT.is_same(one.by) for one in reading.subject.revisions or ()
    )


@some
@given(lives())
def test_what_counts_as_answered_is_what_somebody_listed_gave_to_this_very_question(
    reading: Asked,
) -> None:
    outcome = reading.planned
    edit = next((s.action for s in outcome.steps if isinstance(s.action, EditDescription)), None)
    there = questions_of(read_block(edit.body if edit else reading.subject.body))
    for one in outcome.standings:
        if one.state is State.ANSWERED:
            assert one.given
            assert reading.electorate.allowlist.counts(one.given.by)
            assert one.given.asked == there[one.id].asked
            assert one.given.marks == marks_of(there[one.id])
            assert there[one.id].is_answered


@some
@given(lives(people=(*LISTED, AGENT)))
def test_only_ticks_and_written_lines_differ(reading: Asked) -> None:
    for step in reading.steps:
        if isinstance(step.action, EditDescription):
            texts = [one.text for one in reading.subject.revisions or () if one.text is not None]
            frames = [without_answers(text) for text in (*texts, reading.subject.body)]
            assert without_answers(step.action.body) in frames


@some
@given(lives())
def test_what_is_planned_is_planned_once(reading: Asked) -> None:
    after = reading.tick("12:00")
    assert after.steps == ()
    assert after.gate == after.tick("12:30").gate


@some
@given(lives(most=4), st.integers(0, 4))
def test_a_tick_that_dies_is_completed(reading: Asked, cut: int) -> None:
    partly = reading
    for number, step in enumerate(reading.steps[:cut]):
        if isinstance(step.action, EditDescription | PostComment):
            partly = partly._performed(step, clock(f"12:00:{number:02}"))
    after = partly.tick("12:30")
    whole = reading.tick("12:30")
    assert after.subject.body == whole.subject.body
    assert standings(after) == standings(whole)
    assert sorted(after.ours) == sorted(whole.ours)


@some
@given(sections(), st.data())
def test_whatever_is_answered_by_comment_stands_in_the_text(body: str, data: st.DataObject) -> None:
    block = read_block(body)
    chosen = data.draw(answers(block))
    lines = []
    for id_, answer in chosen.items():
        words = answer.text if answer.text is not None else " | ".join(answer.choices or ())
        lines += [f"/answer {id_}: {words}", f"/note {id_}: {answer.note or 'n'}"]
    after = asked(body).says(OWNER, "\n".join(lines), "10:00").tick("10:05")
    assert after.steps == ()
    there = questions_of(read_block(after.subject.body))
    for one in after.planned.standings:
        if one.state is State.ANSWERED and one.given:
            assert marks_of(there[one.id]) == one.given.marks
    frame = without_answers(after.subject.body)
    assert frame == without_answers(body)
    assert {name: note_of(one) for name, one in there.items()}.keys() == questions_of(block).keys()


@settings(max_examples=150, deadline=None, derandomize=True)
@given(ANY_TEXT)
def test_gate_and_lint_agree_about_any_text(body: str) -> None:
    found = refusals(body)
    gate = judge(read_block(body), found, ())
    assert (gate.code in (Code.UNPARSED, Code.UNSTRUCTURED)) == bool(found)
    if found:
        assert gate.code is found[0].code
    assert asked(body).gate.passes is False or not found
    assert len(gate.says) <= 140
