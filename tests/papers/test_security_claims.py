"""The boldest sentences of docs/security.md, played against the simulated GitHub."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from inbox.simulator import Server, TokenKind
from inbox.simulator.conversation import PullRequest
from inbox.world import APPROVAL_CONTEXT
from tests.papers.page import Page
from tests.town import Town

TEXT = re.sub(r"\s+", " ", Page("docs/security.md").text)
CALM = "no owner decision needed"


def said(*sentences: str) -> None:
    """The page says so."""
    assert [each for each in sentences if each not in TEXT] == []


def town(owner: bytes = b"github_login: mona\n") -> Town:
    """One repository of mona's, lin who may push, and the workflow's own token."""
    place = Town("mona/shop", {"mona/shop": {"config/owner.yml": owner}})
    place.secret = place.gh.workflow_token("mona/shop")
    return place


def forge(place: Town, pull: PullRequest, description: str) -> None:
    """Another workflow sets the required status in the bot's name."""
    bot = place.gh.bot()
    place.gh.set_status(pull, APPROVAL_CONTEXT, "success", by=bot, description=description)


def test_a_forged_status_of_a_waiting_pull_request_is_set_right_by_the_next_tick(
    tmp_path: Path,
) -> None:
    said("the next tick sets it right where it looks", "The action merges nothing because of it")
    place = town()
    pull = place.risky("mona/shop")
    with Server(place.gh) as server:
        place.tick(tmp_path, server.url, {})
        place.gh.check_run(pull, "tests")
        for description in ("approved", f"#{pull.number} → main: {CALM}, rules 12345678"):
            place.gh.advance(minutes=10)
            forge(place, pull, description)
            assert place.ending(pull).status == "success"
            place.gh.advance(minutes=10)
            assert place.tick(tmp_path, server.url, {}) == 0
            end = place.ending(pull)
            assert (end.pull, end.status) == ("open", "pending")


def test_a_forged_all_clear_is_believed_for_a_day_at_most(tmp_path: Path) -> None:
    """`protocol P43`."""
    said("is believed for up to a day, before the files are looked at again")
    place = town()
    with Server(place.gh) as server:
        harmless = place.gh.pull("mona/shop", author=place.author, files=["a.txt"])
        place.tick(tmp_path, server.url, {})
        status = place.gh.status(harmless, APPROVAL_CONTEXT)
        assert status is not None
        assert status.description is not None
        pull = place.risky("mona/shop")
        forge(place, pull, status.description.replace(f"#{harmless.number}", f"#{pull.number}"))
        place.gh.advance(minutes=10)
        place.tick(tmp_path, server.url, {})
        assert place.ending(pull).status == "success"
        place.gh.advance(minutes=24 * 60)
        place.tick(tmp_path, server.url, {})
        assert place.ending(pull).status == "pending"
        assert place.ballots()[pull.ref]


def test_what_the_agent_and_the_bot_say_approves_nothing(tmp_path: Path) -> None:
    """`protocol P9`, `P34`."""
    said("it is not on the allowlist, whatever it comments, ticks or reacts with")
    place = town()
    pull = place.risky("mona/shop")
    with Server(place.gh) as server:
        place.tick(tmp_path, server.url, {})
        place.gh.check_run(pull, "tests")
        place.gh.advance(minutes=1)
        ballot = place.ballots()[pull.ref]
        for person in (place.author, place.gh.bot()):
            person.comment(ballot, "/approve A")
            person.react(ballot, "+1")
        place.author.tick_box(ballot, "Option A")
        place.author.label(pull, "decision:approved-A")
        place.gh.advance(minutes=10)
        assert place.tick(tmp_path, server.url, {}) == 0
        end = place.ending(pull)
        assert (end.pull, end.status) == ("open", "pending")


def test_a_program_with_the_owners_token_is_the_owner(tmp_path: Path) -> None:
    said("it can approve anything: this is the one thing that no setting here prevents")
    place = town()
    pull = place.risky("mona/shop")
    with Server(place.gh) as server:
        place.tick(tmp_path, server.url, {})
        place.gh.check_run(pull, "tests")
        place.gh.advance(minutes=1)
        place.owner.comment(place.ballots()[pull.ref], "/approve A")
        place.gh.advance(minutes=10)
        place.tick(tmp_path, server.url, {})
    assert place.ending(pull).pull == "merged"


def test_the_action_refuses_the_owners_token(tmp_path: Path) -> None:
    said("it refuses to start, because it would answer its own questions")
    place = town()
    place.secret = place.gh.token("mine", place.owner, TokenKind.CLASSIC)
    pull = place.risky("mona/shop")
    with Server(place.gh) as server:
        assert place.tick(tmp_path, server.url, {}) == 2
    assert place.ending(pull).status == "none"


@pytest.mark.parametrize("pinned", [1, None])
def test_a_login_that_changed_hands_counts_only_where_no_id_is_pinned(
    pinned: int | None, tmp_path: Path
) -> None:
    said("with `{login, id}` on the allowlist it does not count")
    entry = f"{{login: mona, id: {pinned}}}" if pinned else "mona"
    place = town(f"github_login: mona\nallowlisted_actors: [{entry}]\n".encode())
    pull = place.risky("mona/shop")
    with Server(place.gh) as server:
        place.tick(tmp_path, server.url, {})
        place.gh.check_run(pull, "tests")
        place.gh.advance(minutes=1)
        place.owner.comment(place.ballots()[pull.ref], "/approve A")
        place.gh.advance(minutes=10)
        place.tick(tmp_path, server.url, {})
    assert place.ending(pull).pull == ("open" if pinned else "merged")


def test_a_merge_past_the_ballot_is_counted_and_told(tmp_path: Path) -> None:
    """`protocol P39`."""
    said("a merge without a valid approval is counted, and warned of")
    place = town()
    pull = place.risky("mona/shop")
    with Server(place.gh) as server:
        place.tick(tmp_path, server.url, {})
        place.gh.advance(minutes=5)
        place.author.merge(pull)
        place.gh.advance(minutes=5)
        place.tick(tmp_path, server.url, {})
    metrics = json.loads((tmp_path / "metrics_summary.json").read_text(encoding="utf-8"))
    assert metrics["bypassed"] == 1
