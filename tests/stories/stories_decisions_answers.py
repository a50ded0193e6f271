"""Answers and who gave them: by hand, comment, app, e-mail, edited, deleted, many (D11-D14)."""

from __future__ import annotations

from inbox.simulator.conversation import PullRequest
from tests.stories.stage import SAFE, Stage
from tests.stories.stories_decisions import ASKED, VAGUE, asking, gate, text
from tests.stories.stories_repositories import SEVERAL
from tests.stories.story import TICK, Script, story

ALL = "/answer storage: 2\n/answer name: Cachet"
BY_APP = "github_login: owner\nallow_app_signals: true\n"


def records(stage: Stage, of: PullRequest) -> list[str]:
    """The texts of the records, oldest first."""
    words = (one.body.text for one in stage.words(of))
    return [one for one in words if one.startswith("### Decisions from the owner")]


@story("D11", "D14", "block case A23", "block case G11")
def a_description_saved_in_the_browser_keeps_its_answers(stage: Stage) -> Script:
    pull = asking(stage)
    stage.author.edit_body(pull, ASKED, browser=True)
    stage.owner.comment(pull, ALL)
    yield TICK
    assert "> **Answer:** Cachet\r\n" in text(stage, pull)
    assert "\n" not in text(stage, pull).replace("\r\n", "")
    stage.author.edit_body(pull, f"{text(stage, pull)}\nMore.", browser=True)
    told = yield TICK
    assert told.writes == []
    assert gate(stage, pull)[0] == "success"


@story("D10", "D6")
def an_empty_description_asks_nothing(stage: Stage) -> Script:
    pull = asking(stage, "")
    stage.owner.comment(pull, f"{ALL}\n/confirm")
    told = yield TICK
    assert gate(stage, pull) == ("success", "no questions")
    assert told.of("decisions_answered") == 0


@story("D11", "D14", "block case S11")
def a_tick_and_a_comment_at_once_are_both_on_record(stage: Stage) -> Script:
    pull = asking(stage)
    yield TICK
    stage.owner.tick_box(pull, "On disk")
    stage.owner.comment(pull, "/answer name: Cachet\n/answer storage: In memory")
    told = yield TICK
    assert "[x] In memory" in text(stage, pull), "the later one counts"
    assert "[x] On disk" not in text(stage, pull)
    assert told.of("decisions_answered") == 2
    stage.owner.comment(pull, "/answer storage: In memory")
    stage.owner.untick_box(pull, "In memory")
    stage.owner.tick_box(pull, "On disk")
    yield TICK
    assert "[x] On disk" in text(stage, pull), "an earlier comment overwrites no later tick"
    assert gate(stage, pull)[0] == "success"
    assert '"storage": {"choices": ["On disk"]}' in records(stage, pull)[-1]


@story("D11", "D13", "P15")
def a_comment_that_is_edited_after_it_was_applied_answers_anew(stage: Stage) -> Script:
    pull = asking(stage)
    comment = stage.owner.comment(pull, ALL)
    yield TICK
    stage.owner.edit_comment(comment, "/answer storage: 1\n/answer name: Cachet")
    told = yield TICK
    assert told.of("decisions_answered") == 1
    assert "[x] In memory" in text(stage, pull)
    assert gate(stage, pull)[0] == "success"
    stage.agent.edit_comment(comment, "/answer storage: 2\n/answer name: Mine")
    told = yield TICK
    assert told.writes == [], "what others make of it neither adds nor withdraws"


@story("D11", "P17")
def an_answer_whose_comment_is_gone_is_nobodys(stage: Stage) -> Script:
    pull = asking(stage)
    comment = stage.owner.comment(pull, ALL)
    yield TICK
    assert gate(stage, pull)[0] == "success"
    stage.owner.delete_comment(comment)
    yield TICK
    assert gate(stage, pull) == ("failure", "DECISIONS_UNATTRIBUTED: storage, name")
    stage.owner.comment(pull, "/confirm")
    yield TICK
    assert gate(stage, pull)[0] == "success"


@story("D11", "P17")
def an_answer_that_its_author_takes_out_of_the_comment_is_nobodys(stage: Stage) -> Script:
    pull = asking(stage)
    comment = stage.owner.comment(pull, ALL)
    yield TICK
    stage.owner.edit_comment(comment, "/answer name: Cachet\n\nLet me think about the rest.")
    yield TICK
    assert gate(stage, pull) == ("failure", "DECISIONS_UNATTRIBUTED: storage")
    stage.owner.untick_box(pull, "On disk")
    yield TICK
    assert gate(stage, pull) == ("pending", "DECISIONS_PENDING: storage")


@story("D13", "P18")
def an_app_answers_nothing_in_the_owners_name(stage: Stage) -> Script:
    pull = asking(stage)
    stage.owner.comment(pull, ALL, via_app="chat")
    yield TICK
    assert gate(stage, pull)[0] == "pending"
    assert "[x]" not in text(stage, pull)
    (said,) = stage.words(pull)
    assert "an app wrote it" in said.body.text
    stage.owner.comment(pull, ALL)
    yield TICK
    assert gate(stage, pull)[0] == "success"


@story("D13", "P18")
def an_app_confirms_nothing_in_the_owners_name(stage: Stage) -> Script:
    pull = asking(stage, ASKED.replace("(text)", "(text) (optional)"))
    stage.agent.tick_box(pull, "On disk")
    stage.owner.comment(pull, "/confirm", via_app="chat")
    yield TICK
    assert gate(stage, pull)[1] == "DECISIONS_UNATTRIBUTED: storage"


@story("D13", "P18", owner_yml=BY_APP)
def where_apps_are_allowed_they_answer(stage: Stage) -> Script:
    pull = asking(stage)
    stage.owner.comment(pull, ALL, via_app="chat")
    told = yield TICK
    assert told.of("decisions_answered") == 2
    assert gate(stage, pull)[0] == "success"


@story("D13", "P12")
def an_email_answers_with_its_first_paragraph(stage: Stage) -> Script:
    pull = asking(stage)
    yield TICK
    stage.owner.comment(pull, "/answer storage: 2\n\n/answer name: Quoted", via_email=True)
    yield TICK
    assert gate(stage, pull)[1] == "DECISIONS_PENDING: name"
    assert "[x] On disk" in text(stage, pull)
    stage.owner.comment(pull, "> /answer name: Quoted\n```\n/answer name: Fenced\n```")
    told = yield TICK
    assert told.writes == []


@story("D11", "D13", "P43")
def more_than_a_hundred_comments_hide_no_answer(stage: Stage) -> Script:
    pull = asking(stage)
    stage.owner.comment(pull, ALL)
    for number in range(104):
        stage.stranger.comment(pull, f"Remark {number}")
    told = yield TICK
    assert told.of("decisions_answered") == 2
    assert gate(stage, pull)[0] == "success"
    stage.owner.comment(pull, "/answer storage: 1")
    told = yield TICK
    assert told.of("decisions_answered") == 1
    assert "[x] In memory" in text(stage, pull)


@story("D11", "P16", "P23")
def what_more_than_a_hundred_edits_hide_is_confirmed(stage: Stage) -> Script:
    pull = asking(stage)
    stage.owner.tick_box(pull, "On disk")
    ticked = text(stage, pull)
    for number in range(104):
        stage.author.edit_body(pull, f"{ticked}\nEdit {number}.")
    stage.owner.comment(pull, "/answer name: Cachet")
    yield TICK
    assert gate(stage, pull) == ("failure", "DECISIONS_UNATTRIBUTED: storage")
    assert "> **Answer:** Cachet" in text(stage, pull)
    stage.owner.comment(pull, "/confirm")
    told = yield TICK
    assert told.of("decisions_answered") == 2
    assert gate(stage, pull)[0] == "success"


@story("D11", "P16")
def a_text_that_is_gone_from_the_history_attributes_nothing(stage: Stage) -> Script:
    pull = asking(stage)
    stage.owner.tick_box(pull, "On disk")
    stage.owner.comment(pull, "/answer name: Cachet")
    yield TICK
    assert gate(stage, pull)[0] == "success"
    stage.agent.edit_body(pull, text(stage, pull) + "\nMore.")
    stage.agent.forget_revision(pull, 2)
    yield TICK
    assert gate(stage, pull)[1].startswith("DECISIONS_UNATTRIBUTED: storage")
    stage.owner.comment(pull, "/confirm")
    yield TICK
    assert gate(stage, pull)[0] == "success"


@story("D12", "P24")
def what_others_make_of_the_sticky_comment_is_put_right(stage: Stage) -> Script:
    pull = asking(stage, VAGUE)
    yield TICK
    (sticky,) = stage.words(pull)
    said = sticky.body.text
    stage.agent.edit_comment(sticky, said.replace("too vague", "fine"))
    stage.agent.edit_comment(sticky, f"{said}\n\nMine.")
    told = yield TICK
    (put_right,) = stage.words(pull)
    assert put_right.body.text == said
    stage.bot.comment(pull, said)
    yield TICK
    assert len(stage.words(pull)) == 1
    stage.agent.delete_comment(stage.words(pull)[0])
    yield TICK
    assert [one.body.text for one in stage.words(pull)] == [said]
    stage.author.edit_body(pull, "Nothing to choose.\n")
    told = yield TICK
    assert stage.words(pull) == []
    assert gate(stage, pull) == ("success", "no questions")
    assert told.exit_status == 0


@story("D14", "P24")
def a_record_that_others_touch_costs_no_answer(stage: Stage) -> Script:
    pull = asking(stage)
    stage.owner.comment(pull, ALL)
    yield TICK
    (record,) = stage.words(pull)
    stage.agent.edit_comment(record, record.body.text.replace("On disk", "In memory"))
    yield TICK
    assert gate(stage, pull)[0] == "success"
    assert len(records(stage, pull)) == 2, "the owner's words are on record again"
    for one in stage.words(pull):
        stage.agent.delete_comment(one)
    yield TICK
    assert gate(stage, pull)[0] == "success"
    (again,) = records(stage, pull)
    assert '"storage": {"choices": ["On disk"]}' in again


@story("D11", "D14")
def an_answer_that_others_change_is_the_owners_again(stage: Stage) -> Script:
    pull = asking(stage)
    stage.owner.comment(pull, ALL)
    yield TICK
    stage.agent.untick_box(pull, "On disk")
    stage.agent.tick_box(pull, "In memory")
    yield TICK
    assert gate(stage, pull)[1] == "DECISIONS_UNATTRIBUTED: storage"
    assert "[x] In memory" in text(stage, pull)
    stage.owner.comment(pull, "/answer storage: 2")
    yield TICK
    assert gate(stage, pull)[0] == "success"
    assert "[x] On disk" in text(stage, pull)
    assert "[x] In memory" not in text(stage, pull)


@story("D13")
def a_comment_answers_the_question_as_it_stood_then(stage: Stage) -> Script:
    pull = asking(stage)
    stage.owner.comment(pull, "/answer storage: 1\n/answer name: Cachet")
    stage.later(seconds=30)
    swapped = "- [ ] On disk\n- [ ] In memory\n"
    stage.agent.edit_body(pull, ASKED.replace("- [ ] In memory\n- [ ] On disk\n", swapped))
    yield TICK
    assert gate(stage, pull)[0] != "success"
    assert "storage" in gate(stage, pull)[1]
    assert "- [x] " not in text(stage, pull)


@story("D13", "D14")
def notes_arrive_and_are_recorded_with_their_answer(stage: Stage) -> Script:
    pull = asking(stage)
    stage.owner.comment(pull, ALL)
    yield TICK
    stage.owner.comment(pull, "/note storage: Until spring.\n/note nme: X")
    yield TICK
    assert "> **Note:** Until spring.\n" in text(stage, pull)
    assert '"note": "Until spring."' in records(stage, pull)[-1]
    assert gate(stage, pull)[0] == "success"
    assert len(stage.words(pull)) == 3


@story("D13", "D7", "P3", "block case A25", "block case A26", "block case A27")
def odd_words_stay_on_their_line_and_speak_to_nobody(stage: Stage) -> Script:
    pull = asking(stage, ASKED.replace("### name:", "### constructor:"))
    words = "a\u2028## Questions \u202e@team fixes #1 <!-x ::error:: [x](y) ```"
    stage.owner.comment(pull, f"/answer storage: 2\n/answer constructor: {words}")
    yield TICK
    assert gate(stage, pull)[0] == "success"
    (record,) = records(stage, pull)
    listed = record.split("```marvin", 1)[0]
    assert "\u202e" not in listed
    told = yield TICK
    assert told.writes == []


@story("D10", "P35")
def two_pull_requests_that_share_a_head_show_the_most_cautious_gate(stage: Stage) -> Script:
    plain = stage.gh.pull(stage.home, author=stage.author, files=SAFE, body="Plain.\n", head="one")
    other = stage.owner.commit(stage.home, {"b.txt": "b"}, branch="next")
    assert other is not None
    asks = stage.gh.pull(
        stage.home, author=stage.author, files=SAFE, body=ASKED, head="one", base="next"
    )
    if stage.now(asks).head_sha != stage.now(plain).head_sha:
        stage.author.push(asks, to=stage.now(plain).head_sha)
    yield TICK
    assert (
        gate(stage, plain) == gate(stage, asks) == ("pending", "DECISIONS_PENDING: storage, name")
    )
    stage.owner.comment(asks, ALL)
    yield TICK
    assert gate(stage, plain)[0] == "success"
    told = yield TICK
    assert told.writes == []


@story("D16")
def answers_survive_a_push(stage: Stage) -> Script:
    pull = asking(stage)
    stage.owner.tick_box(pull, "On disk")
    stage.owner.comment(pull, "/answer name: Cachet")
    yield TICK
    assert gate(stage, pull)[0] == "success"
    for push in (stage.author.push, stage.author.force_push):
        push(pull, files=SAFE)
        told = yield TICK
        assert gate(stage, pull)[0] == "success"
        assert told.of("decisions_answered") == 0
        assert len(stage.words(pull)) == 1


@story("D14", **SEVERAL)
def private_and_public_pull_requests_are_answered_alike(stage: Stage) -> Script:
    pulls = [stage.pull(name, files=SAFE, body=ASKED) for name in ("org/app", "org/site")]
    for pull in pulls:
        stage.owner.comment(pull, ALL)
    told = yield TICK
    assert told.of("decisions_answered") == 4
    for pull in pulls:
        assert gate(stage, pull)[0] == "success"
        assert len(stage.words(pull)) == 1


@story("D11", "D14", "P17")
def whoever_deletes_an_answer_brings_no_earlier_one_back(stage: Stage) -> Script:
    pull = asking(stage, ASKED.replace("(text)", "(text) (optional)"))
    stage.owner.tick_box(pull, "In memory")
    yield TICK
    comment = stage.owner.comment(pull, "/answer storage: 2")
    yield TICK
    assert gate(stage, pull)[0] == "success"
    stage.agent.delete_comment(comment)
    stage.agent.untick_box(pull, "On disk")
    stage.agent.tick_box(pull, "In memory")
    yield TICK
    assert gate(stage, pull) == ("failure", "DECISIONS_UNATTRIBUTED: storage")
    assert "[x] In memory" in text(stage, pull), "nobody's answer is written over"
    stage.owner.comment(pull, "/answer storage: 1")
    yield TICK
    assert gate(stage, pull)[0] == "success"


@story("D11", "D14")
def an_answer_that_was_confirmed_needs_no_second_word(stage: Stage) -> Script:
    pull = asking(stage, ASKED.replace("(text)", "(text) (optional)"))
    stage.owner.tick_box(pull, "In memory")
    yield TICK
    comment = stage.owner.comment(pull, "/confirm")
    yield TICK
    stage.owner.delete_comment(comment)
    yield TICK
    assert gate(stage, pull)[0] == "success"
