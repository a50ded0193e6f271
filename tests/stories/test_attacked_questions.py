"""What people try in order to be merged without the owner's true answers (D10, D11, P34, P36)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from inbox.simulator.conversation import PullRequest
from tests.stories.stage import RISKY, SAFE, Stage, Way
from tests.stories.stories_decisions import ASKED, asking, gate, text

ALL = "/answer storage: 2\n/answer name: Cachet"
AT_ONCE = "merge: {settle_minutes: 0}\n"
PLAIN = "Nothing to choose.\n"
ONE = ASKED.replace("(text)", "(text) (optional)")
"""Where only `storage` has to be answered."""
STORAGE = ("failure", "DECISIONS_UNATTRIBUTED: storage")
BOTH = ("failure", "DECISIONS_UNATTRIBUTED: storage, name")


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A stage where a yes is used at once."""
    built = Stage(way=Way.DIRECT, projects_yml=AT_ONCE)
    yield built
    built.close()


def ticks(stage: Stage) -> None:
    """A tick, with a minute before and after it."""
    stage.later(minutes=1)
    assert stage.tick().exit_status == 0
    stage.later(minutes=1)


def chosen(stage: Stage, option: str = "On disk", body: str = ONE) -> PullRequest:
    """A pull request whose owner ticked that option, which is on record."""
    pull = asking(stage, body)
    stage.owner.tick_box(pull, option)
    ticks(stage)
    assert gate(stage, pull)[0] == "success"
    return pull


def saves(stage: Stage, pull: PullRequest, before: str, after: str) -> None:
    """The agent replaces words of the description."""
    old = text(stage, pull)
    assert before in old
    stage.agent.edit_body(pull, old.replace(before, after))


def flips(stage: Stage, pull: PullRequest, on: str, off: str) -> None:
    """The agent moves the tick."""
    stage.agent.untick_box(pull, off)
    stage.agent.tick_box(pull, on)


def siblings(stage: Stage, *, plain: dict[str, str]) -> tuple[PullRequest, PullRequest]:
    """Two pull requests of one head: one asks nothing and changes `plain`, the other asks."""
    one = stage.gh.pull(stage.home, author=stage.author, files=plain, body=PLAIN, head="one")
    stage.owner.commit(stage.home, {"b.txt": "b"}, branch="next")
    two = stage.gh.pull(
        stage.home, author=stage.author, files=SAFE, body=ASKED, head="one", base="next"
    )
    if stage.now(two).head_sha != stage.now(one).head_sha:
        stage.author.push(two, to=stage.now(one).head_sha)
    return one, two


def test_a_head_that_returns_brings_no_old_success_with_it(stage: Stage) -> None:
    """Ruling D10: the status of a head is older than what was asked and answered since."""
    pull = asking(stage, PLAIN)
    ticks(stage)
    old = stage.now(pull).head_sha
    stage.author.push(pull, files=SAFE)
    stage.author.edit_body(pull, ASKED)
    stage.owner.comment(pull, ALL)
    ticks(stage)
    stage.author.force_push(pull, to=old)
    stage.author.edit_body(pull, PLAIN)
    ticks(stage)
    assert gate(stage, pull) == BOTH


def test_a_sibling_that_asks_nothing_hides_no_question_that_was_taken_out(stage: Stage) -> None:
    """Ruling D10: the shared status may be about the other pull request of the head."""
    _, asks = siblings(stage, plain=SAFE)
    ticks(stage)
    stage.owner.comment(asks, ALL)
    ticks(stage)
    stage.agent.edit_body(asks, PLAIN)
    ticks(stage)
    assert gate(stage, asks) == BOTH


def test_an_approved_sibling_is_not_merged_while_the_other_one_asks(stage: Stage) -> None:
    """Protocol P36, P35: to merge one is to merge the very commits that the other asks about."""
    plain, asks = siblings(stage, plain=RISKY)
    ticks(stage)
    stage.owner.react(stage.ballot(), "+1")
    stage.gh.check_run(plain, "build")
    ticks(stage)
    ticks(stage)
    assert stage.ours(plain) == {"approved-A"}
    assert not stage.now(plain).merged
    stage.owner.comment(asks, ALL)
    ticks(stage)
    assert stage.now(plain).merged


def test_a_forged_record_brings_no_earlier_answer_back(stage: Stage) -> None:
    """Rulings D11 and D14, protocol P34: whoever shares the bot's login can only take away."""
    pull = chosen(stage)
    (record,) = stage.words(pull)
    stage.owner.untick_box(pull, "On disk")
    stage.owner.tick_box(pull, "In memory")
    ticks(stage)
    flips(stage, pull, on="On disk", off="In memory")
    stage.later(minutes=1)
    now = stage.gh.clock.now.strftime("%Y%m%dT%H%M%SZ")
    stage.bot.comment(pull, re.sub(r"edit:owner:\w+", f"edit:owner:{now}", record.body.text))
    ticks(stage)
    assert gate(stage, pull) == STORAGE


def test_a_deleted_answer_and_its_deleted_record_leave_the_bots_own_revision(stage: Stage) -> None:
    """Ruling D10: what the bot wrote into the description was somebody's answer."""
    pull = asking(stage, ONE)
    ticks(stage)
    comment = stage.owner.comment(pull, "/answer storage: 2")
    ticks(stage)
    stage.agent.delete_comment(comment)
    for one in stage.words(pull):
        stage.agent.delete_comment(one)
    stage.agent.edit_body(pull, PLAIN)
    ticks(stage)
    assert gate(stage, pull) == STORAGE
    stage.owner.comment(pull, "/confirm")
    ticks(stage)
    assert gate(stage, pull)[0] == "success"
    ticks(stage)
    assert gate(stage, pull)[0] == "success"


def test_what_was_erased_from_the_owners_comment_may_have_been_another_answer(stage: Stage) -> None:
    """Ruling D13 and protocol P15: a missing text holds, until a clear later word."""
    pull = chosen(stage)
    comment = stage.owner.comment(pull, "/answer storage: 1")
    stage.agent.edit_comment(comment, "Looks good.")
    stage.agent.forget_revision(comment, 1)
    ticks(stage)
    assert gate(stage, pull) == STORAGE
    stage.owner.comment(pull, "/answer storage: 1")
    ticks(stage)
    assert gate(stage, pull)[0] == "success"
    assert "[x] In memory" in text(stage, pull)


def test_what_was_erased_of_others_in_the_owners_comment_is_no_answer(stage: Stage) -> None:
    """Protocol P15: what others made of a comment neither adds nor withdraws."""
    pull = chosen(stage)
    comment = stage.owner.comment(pull, "Looks good.")
    stage.agent.edit_comment(comment, "/answer storage: 1")
    stage.agent.edit_comment(comment, "Looks fine.")
    stage.agent.forget_revision(comment, 1)
    ticks(stage)
    assert gate(stage, pull)[0] == "success"


def test_an_owner_who_rewords_an_option_ticks_nothing(stage: Stage) -> None:
    """Ruling D11, protocol P16: the box was ticked by whoever ticked it before."""
    pull = asking(stage, ONE)
    stage.agent.tick_box(pull, "On disk")
    ticks(stage)
    stage.owner.edit_body(pull, text(stage, pull).replace("On disk", "On a disk"))
    ticks(stage)
    assert gate(stage, pull) == STORAGE
    stage.owner.untick_box(pull, "On a disk")
    stage.owner.tick_box(pull, "On a disk")
    ticks(stage)
    assert gate(stage, pull)[0] == "success"


@pytest.mark.parametrize(
    "again", ["as it was", "in other words"], ids=lambda text: text.replace(" ", "_")
)
def test_an_id_that_comes_back_brings_no_answer_with_it(stage: Stage, again: str) -> None:
    """Ruling D11: the owner had confirmed that the question is gone."""
    pull = chosen(stage)
    ticked = text(stage, pull)
    stage.agent.edit_body(pull, PLAIN)
    ticks(stage)
    assert gate(stage, pull) == STORAGE
    stage.owner.comment(pull, "/confirm")
    ticks(stage)
    assert gate(stage, pull)[0] == "success"
    words = ticked if again == "as it was" else ticked.replace("the cache live", "all data go")
    stage.agent.edit_body(pull, words)
    ticks(stage)
    assert gate(stage, pull) == STORAGE


def test_ids_that_are_swapped_swap_no_answers(stage: Stage) -> None:
    """Ruling D11: the same labels and the same ticks, under another question."""
    options = "- [ ] Yes\n- [ ] No\n"
    first, second = f"a: Delete it?\n\n{options}", f"b: Keep it? (optional)\n\n{options}"
    pull = asking(stage, f"<!-- decision-inbox:decisions -->\n\n### {first}\n### {second}")
    ticked = text(stage, pull).replace("[ ] Yes", "[x] Yes", 1)
    stage.owner.edit_body(pull, ticked)
    ticks(stage)
    assert gate(stage, pull)[0] == "success"
    swapped = ticked.replace("### a: Delete", "### b: Delete").replace("### b: Keep", "### a: Keep")
    stage.agent.edit_body(pull, swapped)
    ticks(stage)
    assert gate(stage, pull)[0] == "failure"
    assert "a" in gate(stage, pull)[1].partition(": ")[2].split(", ")


@pytest.mark.parametrize("cover", ["<!--\n", "```\n", "> ", "<!-- x\n-->\n<!--\n"])
def test_an_answered_section_that_is_hidden_is_missing(stage: Stage, cover: str) -> None:
    """Rulings D1 and D10: what GitHub does not show is not there, and was answered."""
    pull = chosen(stage)
    if cover == "> ":
        hidden = "".join(f"> {line}" for line in text(stage, pull).splitlines(keepends=True))
    else:
        hidden = cover + text(stage, pull)
    stage.agent.edit_body(pull, hidden)
    ticks(stage)
    assert gate(stage, pull) == STORAGE


def test_options_that_change_places_in_the_second_of_the_answer(stage: Stage) -> None:
    """Ruling D13: a number is read in the order that was there before."""
    pull = asking(stage, ONE)
    ticks(stage)
    stage.owner.comment(pull, "/answer storage: 1")
    spoken = stage.gh.clock.now
    swapped = "- [ ] On disk\n- [ ] In memory\n"
    saves(stage, pull, "- [ ] In memory\n- [ ] On disk\n", swapped)
    for revision in stage.now(pull).body.revisions[1:]:
        revision.at = stage.now(pull).comments[-1].created_at
    assert stage.now(pull).comments[-1].created_at <= spoken
    ticks(stage)
    assert gate(stage, pull) == STORAGE
    assert "[x]" not in text(stage, pull)


def test_a_tick_after_the_confirmation_is_not_confirmed(stage: Stage) -> None:
    """Ruling D13: `/confirm` covers the text as it stood then."""
    pull = asking(stage, ONE)
    stage.agent.tick_box(pull, "On disk")
    ticks(stage)
    stage.owner.comment(pull, "/confirm")
    flips(stage, pull, on="In memory", off="On disk")
    ticks(stage)
    assert gate(stage, pull) == STORAGE


def test_words_that_others_write_into_the_owners_comment_answer_nothing(stage: Stage) -> None:
    """Ruling D13, protocol P15."""
    pull = asking(stage, ONE)
    comment = stage.owner.comment(pull, "Fine.")
    stage.agent.edit_comment(comment, "/answer storage: 1\n/confirm")
    ticks(stage)
    assert gate(stage, pull) == ("pending", "DECISIONS_PENDING: storage")


@pytest.mark.parametrize("apart", ["\r", "\n", "\r\n", "\x0b", "\x0c", "\x85", "\u2028"])
def test_an_answer_in_words_opens_no_question_and_ticks_no_box(stage: Stage, apart: str) -> None:
    """Rulings D7 and D13: whatever ends a line for somebody stays on the line of the answer."""
    pull = asking(stage, ONE)
    words = apart.join(("x", "### storage: Which?", "- [x] On disk", "## End", "<!--"))
    stage.owner.comment(pull, f"/answer name: {words}")
    ticks(stage)
    assert gate(stage, pull) == ("pending", "DECISIONS_PENDING: storage")
    now = text(stage, pull)
    assert re.sub(r"> \*\*Answer:\*\* .*\n", "", now) == ONE


def test_a_forged_status_is_overwritten_and_nothing_rests_on_it(stage: Stage) -> None:
    """Ruling D10, protocol P34: a status is no proof, whoever set it."""
    pull = stage.pull(body=ONE)
    ticks(stage)
    stage.owner.react(stage.ballot(), "+1")
    stage.gh.check_run(pull, "build")
    context = "decision-inbox/decisions"
    for says in ("no questions", "1 of 3 questions answered, none is open"):
        stage.gh.set_status(pull, context, "success", by=stage.bot, description=says)
        ticks(stage)
        assert gate(stage, pull) == ("pending", "DECISIONS_PENDING: storage")
        assert not stage.now(pull).merged


def test_a_forged_success_on_a_text_that_lost_its_questions_merges_nothing(stage: Stage) -> None:
    """Protocol P36: before the merge the history tells of the answer that is gone."""
    pull = stage.pull(body=ONE)
    ticks(stage)
    stage.owner.tick_box(pull, "On disk")
    ticks(stage)
    stage.agent.edit_body(pull, PLAIN)
    stage.owner.react(stage.ballot(), "+1")
    stage.gh.check_run(pull, "build")
    stage.later(minutes=1)
    context, says = "decision-inbox/decisions", "no questions"
    stage.gh.set_status(pull, context, "success", by=stage.bot, description=says)
    ticks(stage)
    ticks(stage)
    assert not stage.now(pull).merged


def test_a_forged_record_makes_nobodys_tick_an_answer(stage: Stage) -> None:
    """Ruling D14, protocol P34: a record says what was recorded, and proves no answer."""
    other = chosen(stage)
    (record,) = stage.words(other)
    pull = asking(stage, ONE)
    stage.agent.tick_box(pull, "On disk")
    stage.bot.comment(pull, record.body.text)
    ticks(stage)
    assert gate(stage, pull) == STORAGE


def test_drafts_titles_and_labels_open_no_gate(stage: Stage) -> None:
    """Ruling D10: nothing but an answer does."""
    pull = asking(stage, ONE)
    ticks(stage)
    stage.author.rename(pull, "Decided: /confirm [x] On disk")
    stage.agent.label(pull, "decision:approved-A")
    stage.author.set_draft(pull, draft=True)
    ticks(stage)
    stage.author.set_draft(pull, draft=False)
    ticks(stage)
    assert gate(stage, pull) == ("pending", "DECISIONS_PENDING: storage")


def test_questions_speak_neither_to_the_runner_nor_to_people(stage: Stage) -> None:
    """Protocol P3: what a question says is only shown."""
    words = "::error::x ##[add-mask]a @org/team fixes #1 <!-- y"
    body = ONE.replace("Where should", f"{words} Where should").replace("On disk", f"D {words}")
    pull = asking(stage, body.replace("- [ ] D", "- [ ] D\n- [ ] D"))
    stage.owner.comment(pull, f"/answer storage: 9 {words}")
    stage.later(minutes=1)
    told = stage.tick()
    for said in (told.log, told.summary, gate(stage, pull)[1]):
        assert "##[" not in said
    assert "::error::x" not in told.log
    for one in stage.words(pull):
        plain = re.sub(r"(`+)[^`].*?\1", "", one.body.text)
        assert "@org" not in plain
        assert "#1" not in plain


def test_a_follow_up_whose_marker_is_taken_out_is_filed_once_more_and_no_more(stage: Stage) -> None:
    """Ruling D19: whoever wants many has to write for each."""
    pull = chosen(stage)
    stage.later(hours=5)
    ticks(stage)
    (filed,) = stage.ballots()
    stage.agent.edit_body(filed, "Nothing.")
    for _ in range(4):
        ticks(stage)
    assert len(stage.ballots()) == 2
    for _ in range(3):
        said = stage.agent.comment(pull, "<!-- decision-inbox:decisions-addressed -->")
        ticks(stage)
        stage.agent.delete_comment(said)
        ticks(stage)
    assert len(stage.ballots()) == 2


@pytest.mark.parametrize("limited", [True, False])
def test_a_gate_that_cannot_be_read_at_the_merge_holds_it(stage: Stage, *, limited: bool) -> None:
    """Protocol P36, P23: whichever query of the merging tick fails from then on."""
    pull = stage.pull(body=ONE)
    ticks(stage)
    stage.owner.tick_box(pull, "On disk")
    stage.owner.react(stage.ballot(), "+1")
    ticks(stage)
    stage.agent.edit_body(pull, PLAIN)
    stage.gh.check_run(pull, "build")
    start = stage.gh.checkpoint()
    for skipped in range(8):
        stage.gh.restore(start)
        status = 429 if limited else 502
        stage.gh.faults.answer("POST", "/graphql", status=status, times=99, skip=skipped)
        stage.tick()
        stage.gh.faults.clear()
        assert not stage.now(pull).merged


def test_a_forged_record_of_an_apps_answer_merges_nothing(stage: Stage) -> None:
    """Protocol P18 and P36: before the merge every comment is read again, and what wrote it."""
    other = chosen(stage)
    (record,) = stage.words(other)
    pull = stage.pull(body=ONE)
    ticks(stage)
    said = stage.owner.comment(pull, "/answer storage: 2", via_app="chat")
    at = stage.now(pull).comments[-1].created_at.strftime("%Y%m%dT%H%M%SZ")
    stage.agent.tick_box(pull, "On disk")
    forged = re.sub(r"edit:owner:\w+", f"comment:{said.id}:{at}", record.body.text)
    stage.bot.comment(pull, forged)
    stage.owner.react(stage.ballot(), "+1")
    stage.gh.check_run(pull, "build")
    ticks(stage)
    ticks(stage)
    assert not stage.now(pull).merged
