"""Records: written, read back, forged, broken, and as long as a comment may be (D14, D17)."""

from __future__ import annotations

import json
import re

import pytest

from inbox.actions import EditDescription
from inbox.counted import Counted
from inbox.decisions.answers import read_answers
from inbox.decisions.applying import apply_answers
from inbox.decisions.records import HEADING, LONGEST_RECORD, Records, read_records
from inbox.decisions.standing import State
from inbox.markdown import normalise
from tests.decisions.asked import AGENT, ASKED, BOT, DEPUTY, OWNER, STRANGER, Asked, asked
from tests.decisions.texts import MARKER, section

ALL = "/answer storage: 2\n/answer extras: covers | 1\n/note extras: Soon.\n/answer name: Cachet"


def records(reading: Asked) -> Records:
    return read_records(reading.subject.comments, BOT)


def data(text: str) -> dict[str, object]:
    found = re.search(r"^(`{3,})marvin-decisions\n(.*)\n\1$", text, re.MULTILINE)
    assert found
    read = json.loads(found[2])
    assert isinstance(read, dict)
    return read


def test_full_answers_edit_the_body_first_then_record_s1() -> None:
    first, second = asked().says(OWNER, ALL, "10:00").steps
    assert isinstance(first.action, EditDescription)
    (record,) = asked().says(OWNER, ALL, "10:00").posted
    assert second.counted == (Counted.DECISIONS_ANSWERED,) * 3
    assert record.startswith(f"### {HEADING}\n\nGiven by `owner`.\n\n")
    assert "- `extras`: `Thumbnails`, `Covers`. Note: `Soon.`\n" in record


def test_a_record_names_version_actor_source_and_body_d14() -> None:
    after = asked().says(OWNER, ALL, "10:00").tick("10:05")
    said = data(after.ours[0])
    assert said["version"] == 1
    assert said["actor"] == "owner"
    assert said["source"] == {
        "comment:100:20260801T100000Z": ["storage", "extras", "name"],
        "comment:100:20260801T100000Z:note": ["extras"],
    }
    assert re.fullmatch("[0-9a-f]{64}", str(said["body"]))
    assert said["answers"] == {
        "storage": {"choices": ["On disk"]},
        "extras": {"choices": ["Thumbnails", "Covers"], "note": "Soon."},
        "name": {"text": "Cachet"},
    }


def test_what_a_record_holds_can_be_applied_to_what_was_asked_d20() -> None:
    after = asked().says(OWNER, ALL, "10:00").tick("10:05")
    answers = read_answers(json.dumps(data(after.ours[0])["answers"]))
    assert apply_answers(ASKED, answers) == after.subject.body


def test_the_body_is_the_same_with_any_line_endings() -> None:
    lf = asked().says(OWNER, ALL, "10:00").tick("10:05")
    crlf = asked(ASKED.replace("\n", "\r\n")).says(OWNER, ALL, "10:00").tick("10:05")
    assert normalise(crlf.subject.body) == lf.subject.body
    assert data(crlf.ours[0])["body"] == data(lf.ours[0])["body"]


def test_what_is_read_is_what_was_written() -> None:
    (record,) = records(asked().says(OWNER, ALL, "10:00").tick("10:05")).read
    assert (record.id, record.at) == (101, record.at)
    assert record.answers == {
        "storage": ("On disk",),
        "extras": ("Thumbnails", "Covers"),
        "name": ("Cachet",),
    }


def test_partial_answers_are_recorded_one_after_the_other_s2() -> None:
    first = asked().says(OWNER, "/answer storage: 1", "10:00").tick("10:05")
    assert first.gate.ids == ("name",)
    second = first.says(OWNER, "/answer name: x", "11:00").tick("11:05")
    assert [list(one.answers) for one in records(second).read] == [["storage"], ["name"]]
    assert records(second).recorded.answered == {"storage", "name"}


def test_the_same_answer_again_edits_nothing_and_is_a_source_of_its_own_s3() -> None:
    first = asked().says(OWNER, "/answer storage: 1", "10:00").tick("10:05")
    assert first.steps == ()
    again = first.says(OWNER, "/answer storage: in memory", "11:00")
    assert not any(isinstance(one.action, EditDescription) for one in again.steps)
    assert len(records(again.tick("11:05")).read) == 2
    assert again.tick("11:05").steps == ()


def test_ticks_on_github_get_a_record_too_s11() -> None:
    ticked = asked().ticks(OWNER, "On disk", "10:00").tick("10:05")
    (record,) = records(ticked).read
    assert list(record.sources) == ["edit:owner:20260801T100000Z"]
    assert ticked.steps == ()
    said = ticked.says(OWNER, "/answer storage: 2", "11:00").tick("11:05")
    assert len(records(said).read) == 2


def test_no_section_no_answer_s9() -> None:
    gone = asked().says(OWNER, "/answer storage: 1", "10:00").saves(AGENT, "Gone.\n", "10:01")
    assert gone.state("storage") is State.MISSING
    assert records(gone.tick("10:05")).read == ()
    late = asked("Nothing.\n").says(OWNER, "/answer storage: 1", "10:00")
    assert "There are no questions here now." in late.posted[0]


def test_each_person_has_a_record_of_their_own_and_each_source_is_recorded_once_d14() -> None:
    both = (
        asked()
        .says(OWNER, "/answer storage: 1", "10:00")
        .says(DEPUTY, "/answer name: x\n/note storage: Hm.", "10:01")
    )
    after = both.tick("10:05")
    assert [data(one)["actor"] for one in after.ours] == ["owner", "deputy"]
    assert data(after.ours[0])["answers"] == {"storage": {"choices": ["In memory"]}}
    assert data(after.ours[1])["answers"] == {"storage": {"note": "Hm."}, "name": {"text": "x"}}
    assert after.steps == ()
    assert records(after).recorded.answered == {"storage", "name"}


def test_a_note_on_an_answer_of_somebody_else_is_recorded_once_d14() -> None:
    first = asked().ticks(OWNER, "On disk", "10:00").tick("10:05")
    noted = first.says(DEPUTY, "/note storage: For now.", "11:00").tick("11:05")
    assert "> **Note:** For now." in noted.subject.body
    assert data(noted.ours[1])["answers"] == {"storage": {"note": "For now."}}
    assert noted.steps == ()
    assert records(noted).recorded.answered == {"storage"}


def test_a_note_without_an_answer_answers_nothing_a10() -> None:
    noted = asked().says(OWNER, "/note name: Ask Ann.", "10:00").tick("10:05")
    assert noted.gate.ids == ("storage", "name")
    assert (noted.steps, records(noted).recorded.answered) == ((), frozenset())


def test_an_answer_of_the_same_comment_as_a_recorded_note_is_still_new_d14() -> None:
    full = asked(ASKED + "x" * (65_536 - len(ASKED) - 20))
    said = full.says(OWNER, "/note storage: a\n/answer name: much too long", "10:00").tick("10:05")
    assert said.gate.ids == ("storage", "name")
    shorter = said.rewrites(AGENT, "x" * 100, "", "11:00").tick("11:05")
    assert shorter.state("name") is State.ANSWERED
    assert "> **Answer:** much too long" in shorter.subject.body


def test_an_answer_taken_back_and_a_question_taken_out_are_recorded_once() -> None:
    first = asked().ticks(OWNER, "On disk", "10:00").tick("10:05")
    back = first.unticks(OWNER, "On disk", "11:00").tick("11:05")
    assert "- `storage`: no answer any more\n" in back.ours[1]
    assert (back.steps, records(back).recorded.answered) == ((), frozenset())
    gone = first.saves(AGENT, "Gone.\n", "11:00").says(OWNER, "/confirm", "12:00").tick("12:05")
    assert "- `storage`: taken out of the description, which the owner confirms\n" in gone.ours[-1]
    assert gone.steps == ()
    assert asked().ticks(OWNER, "On disk", "10:00").unticks(OWNER, "On disk", "10:01").steps == ()


# -- what is no record (F18, F19, F21) ---------------------------------------------------------


def test_a_comment_of_a_stranger_is_no_record_f18() -> None:
    (text,) = asked().ticks(OWNER, "On disk", "10:00").posted
    for who in (STRANGER, AGENT, OWNER, None):
        assert records(asked().says(who, text, "10:00")) == Records(())
    forged = asked().ticks(OWNER, "On disk", "10:00").says(AGENT, text, "10:01")
    assert len(forged.posted) == 1


def test_a_record_that_others_edited_is_none_and_is_written_again_p24() -> None:
    first = asked().ticks(OWNER, "On disk", "10:00").tick("10:05")
    edited = first.edits(AGENT, first.ours[0].replace("On disk", "In memory"), "11:00")
    assert records(edited) == Records(())
    assert len(edited.posted) == 1
    assert records(first.edits(None, first.ours[0], "11:00")) == Records(())


def test_the_clock_of_a_record_starts_when_it_was_made_f21() -> None:
    first = asked().ticks(OWNER, "On disk", "10:00").tick("10:05")
    edited = first.edits(BOT, first.ours[0] + "\n", "11:00")
    assert [one.at for one in records(edited).read] == [one.at for one in records(first).read]


WHOLE = '{"version": 1, "source": {"k": ["a"]}, "answers": {"a": {"choices": ["x"]}}}'


@pytest.mark.parametrize(
    "block",
    [
        *("", "x", "{", "null", "[]", "1", '"text"', "[" * 100_000, "1" * 10_000),
        *('{"answers": {}}', '{"source": {}}', '{"source": [], "answers": {}}'),
        '{"source": {"k": "ab"}, "answers": {}}',
        '{"source": {"k": [1]}, "answers": {}}',
        '{"source": {}, "answers": []}',
        '{"source": {}, "answers": {"a": "text"}}',
        '{"source": {}, "answers": {"a": {"choices": "ab"}}}',
        '{"source": {}, "answers": {"a": {"choices": [1]}}}',
        '{"source": {}, "answers": {"a": {"text": 1}}}',
    ],
    ids=lambda text: text[:50],
)
def test_a_broken_record_is_told_of_and_is_nothing_f19(block: str) -> None:
    def posted(words: str) -> Asked:
        text = f"### {HEADING}\n\n{words}\n\n<!-- decision-inbox-record: v=1 -->"
        return asked().says(BOT, text, "10:00")

    broken = posted(f"```marvin-decisions\n{block}\n```")
    assert records(broken) == Records((), (100,))
    assert records(posted("")) == Records((), (100,))
    assert records(posted(f"```marvin-decisions\n{WHOLE}\n```")).recorded.pairs == {("k", "a")}
    assert (broken.gate.ids, broken.planned.records.broken) == (("storage", "name"), (100,))


def test_a_heading_alone_is_nothing_f19() -> None:
    assert records(asked().says(BOT, f"### {HEADING}\n\nWords.", "10:00")) == Records(())


def test_a_record_proves_no_answer_and_holds_one_that_is_gone_d10() -> None:
    text = f"```marvin-decisions\n{WHOLE}\n```\n\n<!-- decision-inbox-record: v=1 -->"
    body = section("### a: q (optional)", "- [x] x", "- [ ] y")
    assert asked(body).says(BOT, text, "10:00").state("a") is State.TICKED_BY_OTHERS
    cleared = asked(body.replace("[x]", "[ ]")).says(BOT, text, "10:00")
    assert cleared.state("a") is State.OVERWRITTEN
    assert asked("Nothing.\n").says(BOT, text, "10:00").state("a") is State.MISSING
    assert cleared.says(OWNER, "/confirm", "11:00").tick("11:05").gate.passes


# -- how long (hostile sizes) ------------------------------------------------------------------


def fitting(lines: list[str]) -> str:
    """A section of as many of the lines as GitHub takes."""
    size, kept = len(MARKER) + 1, []
    for line in lines:
        size += len(line) + 1
        if size > 65_000:
            break
        kept.append(line)
    return section(*kept)


def all_recorded(reading: Asked, at: str = "10:05") -> Asked:
    after = reading.tick(at)
    assert max(map(len, after.ours), default=0) <= 65_536
    assert after.steps == ()
    return after


def test_five_thousand_options_fit_into_a_record() -> None:
    body = fitting(["### a: q (pick any)", *(f"- [ ] {n}" for n in range(5000))])
    ticked = asked(body).saves(OWNER, body.replace("[ ]", "[x]"), "10:00")
    (record,) = records(all_recorded(ticked)).read
    assert len(record.answers["a"]) == 5000


def test_2600_questions_are_spread_over_records() -> None:
    body = fitting([f"### {n:x}: q\n- [ ] x\n- [ ] y" for n in range(2600)])
    asks = body.count("###")
    after = all_recorded(asked(body).saves(OWNER, body.replace("[ ] x", "[x] x"), "10:00"))
    assert asks > 2400
    assert len(after.ours) > 1
    assert len(records(after).recorded.answered) == asks
    assert after.gate.passes
    every = "\n".join(f"/answer {n:x}: 2" for n in range(asks))
    said = all_recorded(after.says(OWNER, every, "11:00"), "11:05")
    assert said.subject.body.count("[x] y") == asks


@pytest.mark.parametrize("letter", ["x", "é", "\U0001f600", "`", "\u202e"])
def test_an_answer_as_long_as_a_text_is_cut_in_its_record(letter: str) -> None:
    body = section("### a: q (text)", "> **Answer:** ")
    answer = letter * (64_000 // len(letter.encode("utf-16-le")) * 2)
    ticked = asked(body).saves(OWNER, body.replace("** \n", f"** b{answer}\n"), "10:00")
    (record,) = records(all_recorded(ticked)).read
    assert record.answers["a"][0].startswith("b")
    assert ticked.tick("10:05").gate.passes


def test_long_labels_of_pictures_are_cut_in_a_record() -> None:
    labels = [f"{n}{chr(0x1F600) * 1500}" for n in range(20)]
    body = section("### a: q (pick any)", *(f"- [ ] {label}" for label in labels))
    after = all_recorded(asked(body).saves(OWNER, body.replace("[ ]", "[x]"), "10:00"))
    (record,) = records(after).read
    assert [label[:10] for label in record.answers["a"]] == [label[:10] for label in labels]
    assert max(map(len, after.ours)) <= LONGEST_RECORD


def test_an_id_that_fits_no_comment_is_answered_and_not_recorded() -> None:
    body = section(f"### {'a' * 60_000}: q", "- [ ] x", "- [ ] y")
    after = all_recorded(asked(body).ticks(OWNER, "x", "10:00"))
    assert (after.gate.passes, after.ours) == (True, [])


@pytest.mark.parametrize("count", [1, 500])
@pytest.mark.parametrize("letter", ["<", "`"])
def test_what_is_not_understood_fits_into_comments_d13(count: int, letter: str) -> None:
    labels = [f"- [ ] {n}{letter * 70}" for n in range(30)]
    body = fitting([line for n in range(25) for line in (f"### {n}: q", *labels)])
    said = asked(body)
    lines = [f"/answer nothing{n}: {letter * 300}" for n in range(count)]
    for number in range(12):
        said = said.says(OWNER, "\n".join(lines), f"10:{number:02}")
    after = said.tick("11:05")
    assert max(map(len, after.ours)) <= 65_536
    assert after.steps == ()
    assert 1 < len(after.ours) <= 12
    assert "`0`: 1 `" in after.ours[0]


def test_many_answers_that_cannot_be_written_are_told_in_one_comment_d14() -> None:
    body = fitting([f"### {n:x}: q (text)" for n in range(2000)])
    body = body[:-1].ljust(65_530, " ") + "\n"
    every = "\n".join(f"/answer {n:x}: {'x' * 20}" for n in range(2000))
    after = all_recorded(asked(body).says(OWNER, every, "10:00"))
    assert "And 1980 more." in after.ours[0]
    assert len(after.gate.ids) == 2000
