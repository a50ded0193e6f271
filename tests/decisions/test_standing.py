"""Where questions stand: whose tick, for which question, and since when (D10, D11, D13, D14)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.decisions.standing import State
from inbox.policy import AllowedActor, Allowlist
from inbox.refs import Account, Kind
from inbox.world import Revision
from tests.decisions.asked import AGENT, ASKED, BOT, DEPUTY, OWNER, STRANGER, Asked, asked

OPEN, ANSWERED, GONE = State.OPEN, State.ANSWERED, State.GONE
BY_OTHERS, CHANGED, OVERWRITTEN = State.TICKED_BY_OTHERS, State.CHANGED, State.OVERWRITTEN
MISSING, UNREADABLE = State.MISSING, State.UNREADABLE
TICKED = ASKED.replace("[ ] On disk", "[x] On disk")
NAMED = ASKED.replace("(text)\n", "(text)\n> **Answer:** Cachet\n")


def states(reading: Asked) -> list[str]:
    return [f"{one.id}: {one.state.name}" for one in reading.planned.standings]


def test_nobody_said_anything() -> None:
    assert states(asked()) == ["storage: OPEN", "extras: OPEN", "name: OPEN"]


# -- whose tick (D11, P16) ---------------------------------------------------------------------


@pytest.mark.parametrize("who", [OWNER, DEPUTY, Account.named("OWNER", 1001)], ids=str)
def test_a_tick_of_somebody_on_the_allowlist_answers_d11(who: Account) -> None:
    found = asked().ticks(who, "On disk", "10:00").standing("storage")
    assert (found.state, found.applies) == (ANSWERED, False)
    assert found.given
    assert found.given.by.is_same(who)
    assert found.given.marks == ("On disk",)


@pytest.mark.parametrize(
    "who",
    [AGENT, STRANGER, BOT, Account.named("ghost", 10137), Account.named("owner[bot]", 5), None],
    ids=str,
)
def test_a_tick_of_anybody_else_does_not_g19(who: Account | None) -> None:
    assert asked().ticks(who, "On disk", "10:00").state("storage") is BY_OTHERS
    assert asked().saves(who, NAMED, "10:00").state("name") is BY_OTHERS


@pytest.mark.parametrize("author", [AGENT, OWNER], ids=str)
def test_what_the_original_has_ticked_answers_nothing_p16(author: Account) -> None:
    assert asked(TICKED, by=author).state("storage") is BY_OTHERS
    assert asked(NAMED, by=author).state("name") is BY_OTHERS


@pytest.mark.parametrize(
    ("account", "counts"),
    [
        (Account.named("owner", 1001), True),
        (Account.named("owner", 9), False),
        (Account.named("renamed", 1001), False),
        (Account.named("owner"), False),
        (Account.named("owner", 1001, Kind.OTHER), False),
    ],
)
def test_a_pinned_id_has_to_match_p9(account: Account, counts: bool) -> None:
    pinned = Allowlist((AllowedActor("owner", 1001),))
    ticked = asked(who=pinned).ticks(account, "On disk", "10:00")
    said = asked(who=pinned).says(account, "/answer storage: 2\n/anser", "10:00")
    assert ticked.state("storage") is (ANSWERED if counts else BY_OTHERS)
    assert said.state("storage") is (ANSWERED if counts else OPEN)
    assert len(said.posted) == (2 if counts else 0)


def test_a_written_answer_is_whose_revision_made_it_d11() -> None:
    mine = asked().saves(OWNER, NAMED, "10:00")
    assert mine.state("name") is ANSWERED
    assert mine.rewrites(AGENT, "Cachet", "Cash", "11:00").state("name") is OVERWRITTEN
    assert mine.rewrites(AGENT, "r:** Cachet", "r:**  Cachet ", "11:00").state("name") is ANSWERED


def test_a_box_that_stays_ticked_is_whose_it_was_p16() -> None:
    mine = asked().ticks(OWNER, "On disk", "10:00").rewrites(AGENT, "green", "red", "11:00")
    theirs = asked().ticks(AGENT, "On disk", "10:00").rewrites(OWNER, "green", "red", "11:00")
    assert (mine.state("storage"), theirs.state("storage")) == (ANSWERED, BY_OTHERS)


def test_of_several_ticks_each_is_somebodys_d11() -> None:
    mixed = asked().ticks(AGENT, "Covers", "10:00").ticks(OWNER, "Previews", "11:00")
    assert mixed.state("extras") is BY_OTHERS
    assert mixed.unticks(OWNER, "Previews", "12:00").state("extras") is BY_OTHERS
    assert mixed.says(OWNER, "/confirm", "12:00").state("extras") is ANSWERED
    assert mixed.says(OWNER, "/answer extras: 2", "12:00").state("extras") is ANSWERED
    cleared = mixed.unticks(OWNER, "Covers", "12:00")
    assert cleared.state("extras") is BY_OTHERS
    again = cleared.unticks(OWNER, "Previews", "12:01").ticks(OWNER, "Previews", "12:02")
    assert again.state("extras") is ANSWERED


def test_ticks_of_the_allowlist_add_up_d11() -> None:
    both = asked().ticks(OWNER, "Covers", "10:00").ticks(DEPUTY, "Previews", "11:00")
    assert both.state("extras") is ANSWERED
    said = asked().says(OWNER, "/answer extras: 3", "10:00").tick("10:05")
    assert said.ticks(DEPUTY, "Previews", "11:00").state("extras") is ANSWERED


def test_a_tick_beside_one_of_others_is_mixed_on_a_single_choice_p16() -> None:
    both = asked().ticks(AGENT, "In memory", "10:00").ticks(OWNER, "On disk", "11:00")
    left = both.unticks(OWNER, "On disk", "12:00")
    moved = both.unticks(OWNER, "In memory", "12:00")
    assert (left.state("storage"), moved.state("storage")) == (BY_OTHERS, BY_OTHERS)
    one_save = asked().ticks(AGENT, "In memory", "10:00").saves(OWNER, TICKED, "11:00")
    assert one_save.state("storage") is ANSWERED


@pytest.mark.parametrize(
    "hide",
    [
        lambda body: body.replace("<!-- decision-inbox:decisions -->", ""),
        lambda body: f"```\n{body}```\n",
        lambda body: body.replace("### storage", "### store"),
        lambda body: body.replace("### storage", "#### storage"),
        lambda body: body.replace(
            "### extras", "### storage: Again?\n- [ ] a\n- [ ] b\n\n### extras"
        ),
    ],
    ids=["no-marker", "fenced", "another-id", "no-question", "used-twice"],
)
def test_mending_a_section_ticks_no_box_that_others_ticked_p16(hide: object) -> None:
    assert callable(hide)
    broken = asked(hide(ASKED)).saves(AGENT, hide(TICKED), "10:00")
    assert broken.saves(OWNER, TICKED, "11:00").state("storage") is BY_OTHERS
    assert (
        broken.saves(AGENT, ASKED, "11:00").ticks(OWNER, "On disk", "12:00").state("storage")
        is ANSWERED
    )


def test_mending_a_section_answers_no_question_that_others_answered_p16() -> None:
    hidden = NAMED.replace("<!-- decision-inbox:decisions -->", "")
    mended = asked().saves(AGENT, hidden, "10:00").saves(OWNER, NAMED, "11:00")
    assert mended.state("name") is BY_OTHERS
    twice = NAMED.replace("## Tests", "### name: Again? (text)\n\n## Tests")
    assert asked().saves(AGENT, twice, "10:00").saves(OWNER, NAMED, "11:00").state("name") is (
        BY_OTHERS
    )


def test_a_section_of_the_owners_with_ticks_is_answered_d11() -> None:
    assert asked("What it does.\n").saves(OWNER, TICKED, "10:00").state("storage") is ANSWERED


# -- for the question as it stood (D10, D11) ---------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Where should the cache live?", "Where should all data live?"),
        ("live?\n", "live? (optional)\n"),
        ("live?\n", "live? (pick any)\n"),
        ("In memory", "In the cloud"),
        ("- [ ] In memory\n- [x] On disk\n", "- [x] On disk\n- [ ] In memory\n"),
        ("- [x] On disk\n", "- [x] On disk\n- [ ] Nowhere\n"),
        ("- [x] On disk\n", "- [x] On disk\n\nThat deletes the backups.\n"),
        ("live?\n", "live?\n\nUnencrypted.\n"),
    ],
)
@pytest.mark.parametrize("who", [AGENT, OWNER], ids=str)
def test_a_question_that_changed_is_asked_again_d10(old: str, new: str, who: Account) -> None:
    changed = asked().ticks(OWNER, "On disk", "10:00").rewrites(who, old, new, "11:00")
    assert changed.state("storage") is CHANGED
    assert changed.gate.ids == ("storage",)
    assert changed.says(OWNER, "/confirm", "12:00").state("storage") is ANSWERED
    assert changed.says(OWNER, "/answer storage: On disk", "12:00").state("storage") is ANSWERED
    back = changed.rewrites(AGENT, new, old, "12:00")
    assert back.state("storage") is ANSWERED


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("What it does.", "What it really does."),
        ("- [x] On", "* [X] On"),
        ("\n", "\r\n"),
        ("- [x] On disk\n", "- [x] On disk\n\n\n"),
        ("- [x] On disk\n", "- [x] On disk\n> **Note:** Sure.\n"),
        ("### name", "### more: And? (text) (optional)\n\n### name"),
    ],
)
def test_what_is_not_the_question_may_change_d11(old: str, new: str) -> None:
    changed = asked().ticks(OWNER, "On disk", "10:00").rewrites(AGENT, old, new, "11:00")
    assert changed.state("storage") is ANSWERED


def test_an_answered_question_that_is_gone_waits_for_the_owner_d10() -> None:
    gone = asked().ticks(OWNER, "On disk", "10:00").saves(AGENT, "All gone.\n", "11:00")
    assert gone.state("storage") is MISSING
    assert gone.says(AGENT, "/confirm", "12:00").state("storage") is MISSING
    confirmed = gone.says(OWNER, "/confirm", "12:00")
    assert (confirmed.state("storage"), confirmed.gate.passes) == (GONE, True)
    assert confirmed.gate.says == "no questions any more, as the owner confirmed"


def test_a_question_that_comes_back_after_that_is_asked_again_d10() -> None:
    gone = asked().ticks(OWNER, "On disk", "10:00").saves(AGENT, "All gone.\n", "11:00")
    confirmed = gone.says(OWNER, "/confirm", "12:00").tick("12:05")
    assert confirmed.saves(AGENT, TICKED, "13:00").state("storage") is CHANGED
    assert confirmed.saves(AGENT, ASKED, "13:00").state("storage") is OPEN
    assert confirmed.saves(OWNER, TICKED, "13:00").state("storage") is ANSWERED


def test_a_question_that_nobody_answered_may_go() -> None:
    assert asked().saves(AGENT, "Nothing.\n", "10:00").planned.standings == ()
    taken_back = asked().ticks(OWNER, "On disk", "10:00").unticks(OWNER, "On disk", "10:01")
    gone = taken_back.saves(AGENT, "Nothing.\n", "11:00")
    assert (states(gone), gone.gate.says) == ([], "no questions")


def test_an_owner_may_take_an_answer_back() -> None:
    back = asked().ticks(OWNER, "On disk", "10:00").unticks(OWNER, "On disk", "11:00")
    assert back.state("storage") is OPEN
    by_agent = asked().ticks(OWNER, "On disk", "10:00").unticks(AGENT, "On disk", "11:00")
    assert by_agent.state("storage") is OVERWRITTEN
    assert by_agent.ticks(AGENT, "In memory", "12:00").state("storage") is OVERWRITTEN
    assert by_agent.ticks(AGENT, "On disk", "12:00").state("storage") is ANSWERED


# -- histories with holes (D11, P16) -----------------------------------------------------------


def test_a_text_that_is_missing_after_the_answer_hides_who_answered_d11() -> None:
    reading = asked().ticks(OWNER, "On disk", "10:00").rewrites(AGENT, "green", "red", "11:00")
    lost = reading.rewrites(AGENT, "red", "blue", "12:00").loses(2)
    assert lost.state("storage") is UNREADABLE
    assert lost.says(OWNER, "/confirm", "13:00").state("storage") is ANSWERED
    assert lost.says(OWNER, "/answer storage: 2", "13:00").state("storage") is ANSWERED


@pytest.mark.parametrize("revision", [0, 1])
def test_a_text_that_is_missing_around_the_tick_hides_who_made_it_d11(revision: int) -> None:
    reading = asked().ticks(OWNER, "On disk", "10:00").rewrites(AGENT, "green", "red", "11:00")
    assert reading.loses(revision).state("storage") is BY_OTHERS


def test_a_text_that_is_missing_before_the_answer_is_no_matter() -> None:
    reading = asked().rewrites(AGENT, "green", "red", "09:30").rewrites(AGENT, "red", "x", "09:40")
    said = reading.says(OWNER, "/answer storage: 2", "10:00").tick("10:05")
    assert said.loses(1).state("storage") is ANSWERED
    assert reading.ticks(OWNER, "On disk", "10:00").loses(1).state("storage") is ANSWERED


def over_a_hundred(reading: Asked, place: int) -> Asked:
    """GitHub keeps the original and the newest 99: it tells nothing of what lies between."""
    history = reading.subject.revisions or ()
    hole = Revision(None, None, None)
    return reading.reads(history=(*history[:place], hole, *history[place + 1 :]))


def test_an_answer_in_front_of_unknown_edits_is_unattributed_d11() -> None:
    reading = asked().ticks(OWNER, "On disk", "10:00").rewrites(AGENT, "green", "red", "11:00")
    later = reading.rewrites(AGENT, "red", "blue", "12:00")
    assert over_a_hundred(later, 2).state("storage") is UNREADABLE
    assert over_a_hundred(later, 1).state("storage") is BY_OTHERS
    said = asked().says(OWNER, "/answer storage: 2", "09:30").tick("09:35")
    more = said.rewrites(AGENT, "green", "red", "11:00").rewrites(AGENT, "red", "x", "12:00")
    assert over_a_hundred(more, 2).state("storage") is UNREADABLE
    assert more.state("storage") is ANSWERED


def test_nobody_knows_what_a_comment_between_unknown_edits_is_about_d13() -> None:
    reading = asked().rewrites(AGENT, "green", "red", "09:30").rewrites(AGENT, "red", "x", "12:00")
    hole = over_a_hundred(reading, 1)
    for text in ("/answer storage: 2", "/confirm"):
        said = hole.says(OWNER, text, "10:00")
        assert said.state("storage") is OPEN
        assert "is not shown any more" in said.posted[0]
        later = hole.says(OWNER, text, "13:00")
        assert not any("is not shown any more" in one for one in later.posted)


def test_a_missing_text_at_the_time_of_a_comment_makes_it_say_nothing_d13() -> None:
    reading = asked().rewrites(AGENT, "green", "red", "09:30").rewrites(AGENT, "red", "x", "12:00")
    for text in ("/answer storage: 2", "/note storage: x", "/confirm"):
        said = reading.says(OWNER, text, "10:00").loses(1)
        assert said.state("storage") is OPEN
        assert f"Not understood: `{text}` by `owner`" in said.posted[0]


# -- comments (D13, P15, P18) ------------------------------------------------------------------


def test_a_comment_answers_and_is_to_be_written_d14() -> None:
    said = asked().says(OWNER, "/answer storage: 2\n/answer extras: covers | 1", "10:00")
    assert (said.state("storage"), said.state("extras")) == (ANSWERED, ANSWERED)
    after = said.tick("10:05")
    assert "[x] Thumbnails\n- [ ] Previews\n- [x] Covers" in after.subject.body
    assert (after.state("storage"), after.state("extras")) == (ANSWERED, ANSWERED)


@pytest.mark.parametrize("who", [AGENT, STRANGER, BOT, None], ids=str)
def test_comments_of_others_do_nothing_and_get_no_answer_p9(who: Account | None) -> None:
    said = asked().says(who, "/answer storage: 2\n/anser\n/answer no: x\n/confirm", "10:00")
    assert (said.state("storage"), said.steps) == (OPEN, ())


def test_the_latest_counts_of_whatever_kind_d14() -> None:
    first = asked().says(OWNER, "/answer storage: 1", "10:00").tick("10:05")
    moved = first.saves(DEPUTY, TICKED, "11:00")
    assert moved.standing("storage").given == moved.tick("11:05").standing("storage").given
    assert "[x] On disk" in moved.tick("11:05").subject.body
    back = moved.says(OWNER, "/answer storage: in MEMORY", "12:00").tick("12:05")
    assert "[x] In memory" in back.subject.body
    assert "[ ] On disk" in back.subject.body
    assert back.state("storage") is ANSWERED


def test_for_one_id_the_last_line_counts_d13() -> None:
    said = asked().says(OWNER, "/answer storage: 1\n/answer storage: 2\n/note storage: x", "10:00")
    assert "[x] On disk" in said.tick("10:05").subject.body


def test_an_edited_comment_counts_as_its_author_last_wrote_it_p15() -> None:
    said = asked().says(OWNER, "/answer storage: 1", "10:00")
    others = said.edits(AGENT, "/answer storage: 2", "10:01").tick("10:05")
    assert "[x] In memory" in others.subject.body
    before = said.tick("10:05")
    author = before.edits(OWNER, "/answer storage: 2", "11:00", comment=100).tick("11:05")
    assert "[x] On disk" in author.subject.body
    assert author.state("storage") is ANSWERED


def test_mending_a_typo_is_no_new_answer_p15() -> None:
    said = asked().says(OWNER, "/answer storage: 1\nteh end", "10:00").tick("10:05")
    moved = said.saves(DEPUTY, TICKED, "11:00").tick("11:05")
    mended = moved.edits(OWNER, "/answer storage: 1\nthe end", "12:00", comment=100).tick("12:05")
    assert "[x] On disk" in mended.subject.body
    assert mended.state("storage") is ANSWERED


def test_a_line_that_did_not_count_before_counts_from_its_own_time_p15() -> None:
    said = asked().says(OWNER, "/answer storage: 1\n/answer storage: 2", "10:00").tick("10:05")
    edited = said.edits(OWNER, "/answer storage: 1", "11:00", comment=100).tick("11:05")
    assert "[x] In memory" in edited.subject.body
    assert edited.state("storage") is ANSWERED


def test_a_comment_whose_text_is_missing_answers_nothing_p15() -> None:
    said = asked().says(OWNER, "/answer storage: 1", "10:00").edits(OWNER, "/confirm", "10:01")
    comment = said.subject.comments[0]
    history = (Revision(comment.created_at, OWNER, None), *(comment.revisions or ())[1:])
    lost = replace(comment, history=history)
    reading = said.reads(comments=(lost,))
    assert reading.state("storage") is OPEN
    assert "removed from its history" in reading.posted[0]


def test_an_answer_taken_back_leaves_a_tick_that_is_nobodys_p17() -> None:
    said = asked().says(OWNER, "/answer storage: 1", "10:00").tick("10:05")
    for gone in (said.deletes(100), said.edits(OWNER, "Hm.", "11:00", comment=100)):
        assert gone.state("storage") is BY_OTHERS
    cleared = said.deletes(100).unticks(AGENT, "In memory", "12:00")
    assert cleared.state("storage") is OVERWRITTEN
    assert cleared.says(OWNER, "/confirm", "13:00").tick("13:05").state("storage") is OPEN


def test_a_comment_through_an_app_counts_only_where_it_may_p18() -> None:
    text = "/answer storage: 1\n/confirm"
    said = asked().says(OWNER, text, "10:00", via_app=True)
    assert said.state("storage") is OPEN
    assert "an app wrote it in the person's name" in said.posted[0]
    allowed = asked(apps=True).says(OWNER, text, "10:00", via_app=True)
    assert allowed.state("storage") is ANSWERED


def test_of_an_e_mail_only_the_first_paragraph_is_read_p12() -> None:
    said = asked().says(OWNER, "/answer storage: 1\n\n/answer name: x", "10:00", via_email=True)
    assert (said.state("storage"), said.state("name")) == (ANSWERED, OPEN)
    unknown = asked().says(OWNER, "/answer storage: 1\n\n/answer name: x", "10:00", via_email=None)
    assert (unknown.state("storage"), unknown.state("name")) == (ANSWERED, OPEN)


def test_a_comment_is_about_the_text_as_it_stood_then_d13() -> None:
    said = asked().says(OWNER, "/answer storage: 2", "10:00")
    before = (
        asked()
        .rewrites(AGENT, "live?", "rest?", "09:59")
        .says(OWNER, "/answer storage: 2", "10:00")
    )
    assert said.rewrites(AGENT, "live?", "rest?", "10:01").state("storage") is CHANGED
    assert said.rewrites(AGENT, "live?", "rest?", "10:00").state("storage") is CHANGED
    assert before.state("storage") is ANSWERED
    swapped = said.saves(
        AGENT, ASKED.replace("- [ ] In memory\n- [ ] On disk", "- [ ] On disk\n- [ ] In memory"),
        "10:01",
    )  # fmt: skip
    assert swapped.state("storage") is CHANGED
    assert "[x]" not in swapped.tick("10:05").subject.body


def test_a_confirmation_covers_the_ticks_of_its_time_d13() -> None:
    theirs = asked().ticks(AGENT, "On disk", "10:00")
    assert theirs.says(OWNER, "/confirm", "11:00").state("storage") is ANSWERED
    later = asked().says(OWNER, "/confirm", "09:30").ticks(AGENT, "On disk", "10:00")
    assert later.state("storage") is BY_OTHERS
    same = asked().says(OWNER, "/confirm", "10:00").ticks(AGENT, "On disk", "10:00")
    assert same.state("storage") is BY_OTHERS
    moved = theirs.says(OWNER, "/confirm", "11:00").saves(
        AGENT, ASKED.replace("[ ] In", "[x] In"), "12:00"
    )
    assert moved.state("storage") is OVERWRITTEN
    more = theirs.says(OWNER, "/confirm", "11:00").ticks(AGENT, "Covers", "12:00")
    assert (more.state("storage"), more.state("extras")) == (ANSWERED, BY_OTHERS)


@pytest.mark.parametrize("text", ["/answer storage: 1\n/confirm", "/confirm\n/answer storage: 1"])
def test_an_answer_beside_a_confirmation_is_the_answer_d13(text: str) -> None:
    said = asked().ticks(AGENT, "On disk", "09:30").ticks(AGENT, "Covers", "09:31")
    after = said.says(OWNER, text, "10:00").tick("10:05")
    assert "[x] In memory\n- [ ] On disk" in after.subject.body
    assert (after.state("storage"), after.state("extras")) == (ANSWERED, ANSWERED)


def test_of_one_second_the_later_comment_counts_and_a_saving_comes_after_both() -> None:
    one = (
        asked()
        .says(OWNER, "/answer storage: 1", "10:00")
        .says(DEPUTY, "/answer storage: 2", "10:00")
    )
    assert "[x] On disk" in one.tick("10:05").subject.body
    backwards = one.reads(comments=one.subject.comments[::-1])
    assert "[x] On disk" in backwards.tick("10:05").subject.body
    saved = one.saves(OWNER, ASKED.replace("[ ] In", "[x] In"), "10:00")
    assert "[x] In memory" in saved.tick("10:05").subject.body
    assert saved.state("storage") is ANSWERED


@pytest.mark.parametrize(
    ("value", "ticked"),
    [
        *(("1", ["Thumbnails"]), ("3|x", None), ("1 | 3", ["Thumbnails", "Covers"])),
        *(("covers  |  THUMBNAILS", ["Thumbnails", "Covers"]), ("0", None), ("4", None)),
        *(("1 | 1", ["Thumbnails"]), ("1 | nothing", None), (" | ", None), ("-1", None)),
        *(("01", ["Thumbnails"]), ("0000012", None), ("9" * 5000, None), ("²", None)),
        *(("| 2 |", None), ("1,2", None), ("Cover", None), ("Covers.", None), ("١", None)),
    ],
)
def test_options_are_found_by_label_or_number_d13(value: str, ticked: list[str] | None) -> None:
    said = asked().says(OWNER, f"/answer extras: {value}", "10:00")
    given = said.standing("extras").given
    assert (list(given.marks) if given else None) == ticked
    assert len(said.posted) == 1


def test_a_label_comes_before_a_number_and_may_hold_the_bar_d13() -> None:
    body = ASKED.replace("Thumbnails", "2").replace("Previews", "a | b").replace("Covers", "Straße")
    for value, label in (("2", "2"), ("A | B", "a | b"), ("strasse", "Straße"), ("3", "Straße")):
        given = (
            asked(body).says(OWNER, f"/answer extras: {value}", "10:00").standing("extras").given
        )
        assert given
        assert given.marks == (label,)


@pytest.mark.parametrize("id_", ["constructor", "__class__", "1", "a" * 3000, "answered", "get"])
def test_any_id_is_an_id_like_others_a27(id_: str) -> None:
    id_ = id_.lstrip("_")
    body = ASKED.replace("### storage", f"### {id_}")
    assert asked(body).state(id_) is OPEN
    said = asked(body).says(OWNER, f"/answer {id_}: 2", "10:00").tick("10:05")
    assert (said.state(id_), said.steps) == (ANSWERED, ())
    assert said.saves(AGENT, "Gone.\n", "11:00").state(id_) is MISSING


@pytest.mark.parametrize(
    ("words", "written"),
    [
        *(("a\u2028b\u2029c", "a b c"), ("a\rb", "a"), ("\ufeffa \ufeff", "a")),
        *(("a\u202eb", "a\u202eb"), ("a \t\u00a0 b", "a b"), ("\x85a\x0bb", "a b")),
        *(("> **Answer:** x", "> **Answer:** x"), ("```", "```"), ("a\u200b", "a\u200b")),
        *(("</details>", "</details>"), ("## x", "## x"), ("- [x] On disk", "- [x] On disk")),
        *(("@team #1 <b>", "@team #1 <b>"), ("[a]: b", "[a]: b")),
    ],
)
def test_words_are_written_on_one_line_and_read_back_a25(words: str, written: str) -> None:
    said = asked().says(OWNER, f"/answer name: {words}", "10:00").tick("10:05")
    assert f"(text)\n> **Answer:** {written}\n" in said.subject.body
    assert (said.state("name"), said.steps) == (ANSWERED, ())


def test_words_that_show_nothing_answer_nothing() -> None:
    for words in ("\u200b", "\ufeff", "\u2060 \u200d"):
        said = asked().says(OWNER, f"/answer name: {words}", "10:00")
        assert said.state("name") is OPEN
        assert "no command is written like that" in said.posted[0]
        assert asked().saves(OWNER, NAMED.replace("Cachet", words), "10:00").state("name") is OPEN
