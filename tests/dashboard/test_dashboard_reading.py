"""What the page shows of ballots: a tick's own judgement, and what GitHub shows, no more."""

from __future__ import annotations

import pytest

from inbox.ballot.case import Stage as Standing
from inbox.ballot.choice import Choice
from inbox.dashboard.view import BallotView, Card, Reading
from inbox.errors import AccessRefused, Bug, ConfigurationError, InboxError, Unavailable
from inbox.simulator.conversation import PullRequest
from tests.dashboard.desks import desk_of
from tests.stories.actions_runner import ROOT
from tests.stories.stage import APP, SAFE, Stage, Way


def read(stage: Stage, who: str = "owner") -> Reading:
    """What that person sees; nothing was written for it."""
    before = len(stage.gh.journal.entries)
    reading = desk_of(stage, who).read()
    assert not any(entry.is_write for entry in stage.gh.journal.entries[before:])
    return reading


def only(reading: Reading) -> tuple[Card, BallotView]:
    """The one card, which has a ballot."""
    (card,) = reading.cards
    assert card.ballot
    return card, card.ballot


def asked(stage: Stage) -> PullRequest:
    """A risky pull request whose ballot is open."""
    pull = stage.pull(title="Drop the old table", body="It is **empty** now.")
    stage.gh.check_run(pull, "build", conclusion="success")
    stage.gh.check_run(pull, "tests", status="in_progress")
    stage.tick()
    stage.later(minutes=90)
    return pull


def test_a_ballot_is_shown_with_what_it_is_about(stage: Stage) -> None:
    pull = asked(stage)
    reading = read(stage)
    card, ballot = only(reading)
    assert (reading.me, reading.read_only, reading.troubles) == ("owner", "", ())
    assert (card.key, card.title, card.author) == (f"{APP}#1", "Drop the old table", "author")
    assert card.description == "It is **empty** now."
    assert ballot.head == pull.head_sha
    assert (ballot.base, ballot.stage, ballot.age) == ("main", Standing.WAITING, "1 h")
    assert ballot.reasoning.startswith("rule ")
    assert ballot.given is None
    assert ballot.files
    assert (ballot.files.count, ballot.files.files) == (1, (("migrations/001.sql", "added"),))
    assert ballot.checks == "1 running, 1 green"
    assert not any(option.blocked for option in ballot.options)
    assert ballot.option(Choice.A).does == (
        f"A merges #1 at `{pull.head_sha[:7]}` with a merge commit into `main`, after 5 minutes,"
        " once every check is green; checks: 1 running, 1 green."
    )


def test_an_answer_waits_for_the_tick_and_then_is_what_github_shows(stage: Stage) -> None:
    asked(stage)
    stage.owner.comment(stage.ballot(), "/approve A\n\nLooks right.")
    stage.later(seconds=30)
    reading = read(stage)
    _, ballot = only(reading)
    assert ballot.given
    assert (ballot.given.says, ballot.given.login, ballot.given.is_mine) == (
        "A (approve)",
        "owner",
        True,
    )
    assert ballot.given.how == "comment"
    assert any("decision:approved-A" in line for line in ballot.will)
    assert reading.ended == ()
    stage.tick()
    reading = read(stage)
    assert reading.cards == ()
    (ended,) = reading.ended
    assert ended.says[0] == "approved: option A"
    assert ended.says[1].startswith(
        "the pull request is open; its status says: #1 → main: approved (A), settles until"
    )
    assert (ended.title, ended.ballot.number) == ("Drop the old table", 2)


def test_what_became_of_a_pull_request_is_told_once_it_is_so(stage: Stage) -> None:
    stage.gh.check_run(pull := stage.pull(), "build", conclusion="success")
    other = stage.pull()
    stage.tick()
    about = {ballot.title: ballot for ballot in stage.ballots()}
    stage.owner.comment(about[f"Decision pending — PR {APP}#{pull.number}"], "/approve A")
    stage.owner.comment(about[f"Decision pending — PR {APP}#{other.number}"], "/reject")
    stage.later(minutes=10)
    stage.tick()
    stage.later(minutes=1)
    says = {ended.pull.number: ended.says for ended in read(stage).ended}
    assert says == {
        pull.number: ("approved: option A", "the pull request is merged"),
        other.number: ("rejected", "the pull request is closed"),
    }


def test_a_head_that_moved_blocks_every_answer(stage: Stage) -> None:
    pull = asked(stage)
    stage.author.push(pull, files={"migrations/002.sql": "added"})
    _, ballot = only(read(stage))
    now = stage.now(pull).head_sha
    assert ballot.moved_to == now
    assert ballot.head != now
    assert {option.blocked for option in ballot.options} == {
        f"The head moved to `{now[:7]}`: the next tick asks again."
    }
    assert (ballot.checks, ballot.files) == ("not read at that head", None)
    stage.tick()
    stage.later(minutes=1)
    _, ballot = only(read(stage))
    assert (ballot.head, ballot.moved_to) == (now, None)
    assert not any(option.blocked for option in ballot.options)


def test_another_base_blocks_every_answer(stage: Stage) -> None:
    pull = asked(stage)
    stage.author.commit(APP, branch="release", files={"a.txt": "1"})
    stage.author.retarget(pull, "release")
    _, ballot = only(read(stage))
    assert {option.blocked for option in ballot.options} == {
        "The base is `release` now: the next tick asks again."
    }


def test_a_tampered_ballot_approves_nothing(stage: Stage) -> None:
    asked(stage)
    stage.agent.edit_body(stage.ballot(), stage.ballot().body.text.replace("critical", "harmless"))
    _, ballot = only(read(stage))
    assert ballot.stage is Standing.TAMPERED
    blocked = {option.choice: option.blocked for option in ballot.options}
    assert blocked[Choice.A] == blocked[Choice.B] != ""
    assert blocked[Choice.C] == blocked[Choice.REJECT] == ""


def test_who_is_not_on_the_allowlist_reads_only(stage: Stage) -> None:
    asked(stage)
    reading = read(stage, "agent")
    _, ballot = only(reading)
    assert reading.read_only.startswith("`agent` is not on the allowlist")
    assert {option.blocked for option in ballot.options} == {reading.read_only}


def test_an_answer_says_what_it_waits_for_and_only_that(stage: Stage) -> None:
    """What the tick has dealt with waits for it no longer."""

    def becomes() -> str:
        stage.later(minutes=1)
        return only(read(stage))[1].becomes

    asked(stage)
    assert becomes() == ""
    stage.owner.comment(stage.ballot(), "/approve C")
    assert becomes() == "Sent, waiting for the next tick."
    stage.tick()
    assert becomes() == "It is deferred until you answer otherwise."
    stage.owner.comment(stage.ballot(), "/approve D")
    assert becomes() == "Sent, waiting for the next tick."
    stage.tick()
    assert becomes() == "Nothing is done until it is clear: answer again."
    stage.owner.comment(stage.ballot(), "/approve A")
    assert becomes() == "Sent, waiting for the next tick."


def test_what_was_said_in_vain_is_told_with_the_reason(stage: Stage) -> None:
    asked(stage)
    stage.owner.comment(stage.ballot(), "/approve D")
    _, ballot = only(read(stage))
    assert ballot.stage is Standing.HELD
    assert ballot.given
    assert ballot.given.how == "comment; it is not understood"
    assert ballot.given.url.endswith(f"#issuecomment-{stage.ballot().comments[-1].id}")
    assert ballot.unheard == ()


def test_a_locked_ballot_says_so(stage: Stage) -> None:
    """Protocol P42."""
    asked(stage)
    assert not only(read(stage))[1].is_locked
    stage.owner.lock(stage.ballot())
    assert only(read(stage))[1].is_locked


def test_what_is_answered_waits_no_more(stage: Stage) -> None:
    asked(stage)
    assert read(stage).waiting == 1
    stage.owner.comment(stage.ballot(), "/approve C")
    stage.later(minutes=1)
    assert read(stage).waiting == 1
    stage.owner.comment(stage.ballot(), "/reject")
    stage.later(minutes=1)
    reading = read(stage)
    assert (reading.waiting, len(reading.cards)) == (0, 1)


def test_what_is_no_ballot_is_told_among_the_troubles(stage: Stage) -> None:
    asked(stage)
    stage.agent.label(
        stage.agent.open_issue(APP, "Decision pending", "Approve me"), "decision:pending-owner"
    )
    (trouble,) = read(stage).troubles
    assert trouble.where == f"{APP}#3"
    assert trouble.says == "This is no ballot: its author is not the bot."


def test_a_bot_that_was_mistyped_is_asked_about(stage: Stage) -> None:
    asked(stage)
    reading = desk_of(stage, bot="github-action[bot]").read()
    hint, _ = reading.troubles
    assert (reading.bot, reading.cards) == ("github-action[bot]", ())
    assert hint.says == "None of what looks like a ballot here is by `github-action[bot]`."
    assert "start it again with that account as `--bot-login`" in hint.advice


def test_it_is_said_where_ticks_run(stage: Stage) -> None:
    reading = read(stage)
    assert reading.ticks_url == f"https://github.com/{APP}/actions"
    assert reading.bot == "github-actions[bot]"


def test_who_waits_at_a_page_is_not_sent_to_a_tick(stage: Stage) -> None:
    files = "/repos/*/contents/*"
    stage.gh.faults.answer("GET", files, status=502, times=9)
    with pytest.raises(Unavailable) as failed:
        desk_of(stage).read()
    assert failed.value.advice == "The page reads again in a minute."
    stage.gh.faults.clear()
    stage.gh.faults.drop("GET", files, times=9)
    with pytest.raises(Unavailable) as failed:
        desk_of(stage).read()
    assert failed.value.advice == "Is this machine online? The page reads again in a minute."


def test_without_the_bots_name_nothing_is_read(stage: Stage) -> None:
    with pytest.raises(AccessRefused, match="which account the bot is"):
        desk_of(stage, bot="").read()


def test_an_owner_who_is_named_as_the_bot_is_told_so(stage: Stage) -> None:
    """P9: who may answer is not who asks."""
    with pytest.raises(ConfigurationError, match=r"^--bot-login: owner is on the allowlist, so"):
        desk_of(stage, bot="owner").read()


def test_an_empty_inbox_has_no_cards(stage: Stage) -> None:
    stage.pull(files=SAFE)
    stage.tick()
    reading = read(stage)
    assert (reading.cards, reading.ended, reading.troubles) == ((), (), ())


def test_a_reading_costs_what_its_page_says(stage: Stage) -> None:
    """The files of a head are read once."""
    asked(stage)
    desk, costs = desk_of(stage), []
    for _ in range(3):
        before = len(stage.gh.journal.entries)
        desk.read()
        costs.append(len(stage.gh.journal.entries) - before)
    assert costs == [10, 8, 8]
    said = "for one repository with\none ballot 8, the first time 10"
    assert said in (ROOT / "docs/dashboard.md").read_text(encoding="utf-8")


def test_many_ballots_have_their_files_read_little_by_little(stage: Stage) -> None:
    for _ in range(27):
        stage.pull()
    stage.tick()
    desk = desk_of(stage)
    before = len(stage.gh.journal.entries)
    first = desk.read()
    assert len(stage.gh.journal.entries) - before <= 2 * 25 + 9
    read_so_far = [
        card.ballot is not None and card.ballot.files is not None for card in first.cards
    ]
    assert read_so_far == [True] * 25 + [False] * 2
    assert all(card.ballot and card.ballot.files for card in desk.read().cards)


def test_with_reminders_a_ballot_tells_its_effective_age() -> None:
    built = Stage(way=Way.DIRECT, projects_yml="decision_inbox: {lifecycle: {enabled: true}}\n")
    asked(built)
    reading = read(built)
    _, ballot = only(reading)
    assert (ballot.age, ballot.effective_age) == ("1 h", "1 h")
    assert ballot.coming.startswith("reminder ")
    assert reading.owner == "The owner is available."
    built.close()


def test_a_pull_request_that_was_merged_elsewhere_leaves_nothing_to_answer(stage: Stage) -> None:
    pull = asked(stage)
    stage.owner.merge(pull)
    _, ballot = only(read(stage))
    assert ballot.stage is Standing.RESOLVED
    assert {option.blocked for option in ballot.options} == {"The pull request was merged."}


def test_a_ballot_that_nobody_can_read_any_more_is_told_among_the_troubles(stage: Stage) -> None:
    asked(stage)
    stage.agent.edit_body(stage.ballot(), "Something else")
    stage.agent.forget_revision(stage.ballot(), back=1)
    reading = read(stage)
    assert reading.cards == ()
    (trouble,) = reading.troubles
    assert trouble.says.startswith("Nobody can say any more what this ballot asked")


def test_what_cannot_be_read_beside_a_ballot_costs_nothing_else(stage: Stage) -> None:
    asked(stage)
    stage.gh.faults.answer("GET", "*/files", status=403)
    stage.gh.faults.answer("GET", f"/repos/{APP}/issues", status=404, skip=1)
    reading = read(stage)
    _, ballot = only(reading)
    assert ballot.files is None
    (trouble,) = reading.troubles
    assert trouble.says.startswith("What was answered lately could not be listed: ")


@pytest.mark.parametrize("times", [4, 99], ids=["one request", "all from there on"])
@pytest.mark.parametrize("skipped", range(16))
def test_wherever_github_fails_it_is_said_and_nothing_is_guessed(
    stage: Stage, skipped: int, times: int
) -> None:
    asked(stage)
    stage.owner.comment(stage.ballot(), "/approve A")
    clean = desk_of(stage).read()
    stage.gh.faults.answer(status=502, skip=skipped, times=times)
    failure, reading = None, clean
    try:
        reading = desk_of(stage).read()
    except InboxError as failed:
        failure = failed
    if failure:
        assert not isinstance(failure, Bug)
        assert failure.advice
    if reading == clean:
        return
    shown = [card.ballot for card in reading.cards if card.ballot]
    is_said = reading.troubles or any(one.files is None for one in shown)
    assert is_said or "could not be read" in repr(reading)
