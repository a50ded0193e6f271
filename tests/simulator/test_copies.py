"""The same story twice gives the same world, and copies of a world are independent."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from inbox.simulator import Clock, Simulator
from inbox.simulator.conversation import PullRequest


def _story(gh: Simulator) -> PullRequest:
    app = gh.repository("org/app", visibility="private")
    owner, author = gh.user("owner", role="admin"), gh.user("author")
    pull = gh.pull(app, author=author, files={"a.sql": "added"})
    issue = gh.bot().open_issue(app, "T", "- [ ] Option A\n", labels=("x",))
    owner.react(issue, "+1")
    owner.tick_box(issue, "Option A")
    owner.comment(issue, "/approve A")
    gh.set_status(pull, "ci", "success")
    author.push(pull)
    return pull


def test_ids_and_heads_are_the_same_every_time() -> None:
    one, other = Simulator(), Simulator()
    assert _story(one).head_sha == _story(other).head_sha
    assert one.world.nodes.keys() == other.world.nodes.keys()
    assert one.snapshot() == other.snapshot()


def test_a_copy_goes_its_own_way_and_handles_stay_good() -> None:
    gh = Simulator()
    pull = _story(gh)
    owner = gh.person("owner")
    before = gh.snapshot()
    twin = gh.fork()
    assert twin.snapshot() == before
    twin.person("owner").merge(pull)
    twin.advance(hours=1)
    assert twin.snapshot() != before
    assert gh.snapshot() == before
    assert gh.clock.now != twin.clock.now
    owner.close(pull)
    assert gh.find(pull).state == "closed"


def test_a_world_can_be_put_back() -> None:
    gh = Simulator()
    pull = _story(gh)
    owner = gh.person("owner")
    point, before = gh.checkpoint(), gh.snapshot()
    for _ in range(2):
        owner.merge(pull)
        owner.delete("org/app#2")
        assert gh.snapshot() != before
        gh.restore(point)
        assert gh.snapshot() == before
    assert owner.login == "owner"


def test_a_snapshot_tells_what_people_see() -> None:
    gh = Simulator()
    pull = _story(gh)
    told = gh.snapshot()["org/app"]
    issue = told["conversations"][2]
    assert issue["labels"] == ["x"]
    assert issue["body"] == "- [x] Option A\n"
    assert issue["reactions"] == [("owner", "+1")]
    assert [one["body"] for one in issue["comments"]] == ["/approve A"]
    assert told["conversations"][1]["head"] == pull.head_sha
    assert told["statuses"][pull.repo.commits[pull.head_sha].parents[0]] == {
        "ci": ("success", None, "ci[bot]")
    }


def test_the_clock_moves_forward_only_and_by_write_when_asked() -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    gh = Simulator(clock=Clock(start, per_write=timedelta(seconds=1)))
    gh.repository("org/app")
    gh.user("owner").open_issue("org/app", "T")
    assert gh.clock.now == start + timedelta(seconds=1)
    gh.advance(minutes=1)
    assert gh.clock.now == start + timedelta(seconds=61)
    with pytest.raises(ValueError, match="forward"):
        gh.advance(seconds=-1)
    with pytest.raises(ValueError, match="time zone"):
        gh.clock.set(datetime(2026, 1, 1))
    gh.clock.set(start)
    assert gh.clock.now == start
