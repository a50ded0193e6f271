"""Faults happen to the request they name, as often as asked, before or after its effect."""

from __future__ import annotations

import threading

import httpx
import pytest

from inbox.simulator import ProgramKilled, Simulator
from inbox.simulator.exchange import Request, Response
from inbox.simulator.repository import Repository
from tests.simulator.asking import Ask

R = "/repos/org/app"


def _titles(gh: Simulator) -> list[str]:
    return [one.title for one in gh.issues("org/app")]


def test_a_fault_meets_its_request_alone_and_once(gh: Simulator, ask: Ask) -> None:
    fault = gh.faults.answer("GET", "/repos/*/issues", status=502, body="<html>Bad gateway</html>")
    ask("GET", f"{R}/labels")
    assert ask("GET", f"{R}/issues", status=502) == b"<html>Bad gateway</html>"
    assert ask.last.headers["Content-Type"].startswith("text/html")
    assert ask("GET", f"{R}/issues") == []
    assert fault.acted == 1


def test_a_fault_can_skip_and_repeat(gh: Simulator, app: Repository, ask: Ask) -> None:
    gh.faults.answer("GET", R, status=500, body={"message": "oops"}, skip=1, times=2)
    seen = []
    for _ in range(4):
        ask.last = ask.client.get(
            R, headers={"User-Agent": "t", "Authorization": "Bearer ghs_workflow"}
        )
        seen.append(ask.last.status_code)
    assert seen == [200, 500, 500, 200]
    assert ask("GET", f"/repositories/{app.id}")["full_name"] == "org/app"


def test_a_fault_names_repositories_also_where_the_request_gives_the_id(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    gh.faults.answer("GET", "/repos/org/app/issues", status=503)
    ask("GET", f"/repositories/{app.id}/issues", status=503)


@pytest.mark.parametrize(("after", "titles"), [(False, []), (True, ["T"])])
def test_a_connection_dies_before_or_after_the_write(
    gh: Simulator, ask: Ask, after: bool, titles: list[str]
) -> None:
    gh.faults.drop("POST", after=after)
    with pytest.raises(httpx.RemoteProtocolError):
        ask("POST", f"{R}/issues", {"title": "T"}, status=201)
    assert _titles(gh) == titles
    entry = gh.journal.entries[-1]
    assert (entry.status, entry.took_effect) == (None, after)


def test_an_answer_can_lie_about_a_write_that_took_effect(gh: Simulator, ask: Ask) -> None:
    gh.faults.answer("POST", status=502, after=True)
    ask("POST", f"{R}/issues", {"title": "T"}, status=502)
    assert _titles(gh) == ["T"]


def test_an_answer_can_be_cut(gh: Simulator, ask: Ask) -> None:
    gh.faults.truncate("GET", to=10)
    with pytest.raises(httpx.RemoteProtocolError, match="without sending complete"):
        ask("GET", R)
    gh.faults.answer("GET", status=200, body='{"id": 1, "na')
    assert ask("GET", R) == b'{"id": 1, "na'


@pytest.mark.parametrize(("after", "titles"), [(False, ["1"]), (True, ["1", "2"])])
def test_the_program_is_killed_at_its_nth_write(
    gh: Simulator, ask: Ask, after: bool, titles: list[str]
) -> None:
    gh.faults.kill(write=2, after=after)
    ask("POST", f"{R}/issues", {"title": "1"}, status=201)
    ask("GET", f"{R}/issues")
    ask.graphql("{ viewer { login } }")
    with pytest.raises(ProgramKilled):
        ask("POST", f"{R}/issues", {"title": "2"}, status=201)
    assert _titles(gh) == titles
    gh.forget()
    gh.faults.clear()
    ask("POST", f"{R}/issues", {"title": "3"}, status=201)
    assert gh.journal.writes == 1


def test_limits_and_graphql_failures_have_short_names(gh: Simulator, ask: Ask) -> None:
    gh.faults.secondary_limit("GET", retry_after=7)
    ask("GET", R, status=403)
    assert ask.last.headers["Retry-After"] == "7"
    gh.faults.graphql_failure()
    told = ask.graphql("{ viewer { login } }")
    assert told["data"] is None
    assert "Something went wrong" in told["errors"][0]["message"]


def test_a_fault_can_look_for_words_in_the_body(gh: Simulator, ask: Ask) -> None:
    gh.faults.answer("POST", "/graphql", status=502, containing="databaseId")
    ask.graphql("{ viewer { login } }")
    ask.graphql("{ viewer { databaseId } }", status=502)


def test_people_can_act_in_the_middle_of_a_run(gh: Simulator, app: Repository, ask: Ask) -> None:
    owner = gh.user("owner")
    owner.open_issue(app, "T")

    def change_mind(request: Request) -> None:
        if request.write == 1:
            owner.comment("org/app#1", "/reject")

    gh.on_request.append(change_mind)
    assert ask("GET", f"{R}/issues/1")["comments"] == 0
    ask("POST", f"{R}/issues/1/labels", {"labels": ["x"]})
    assert ask("GET", f"{R}/issues/1")["comments"] == 1


def test_a_request_can_be_held_back_while_another_goes_on(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    held, free = threading.Event(), threading.Event()

    def hold(request: Request) -> None:
        if request.headers["user-agent"] == "slow":
            held.set()
            assert free.wait(timeout=10)

    gh.on_request.append(hold)
    slow = threading.Thread(
        target=ask.with_token("ghs_workflow"),
        args=("POST", f"{R}/issues", {"title": "slow"}),
        kwargs={"status": 201, "headers": {"User-Agent": "slow"}},
    )
    slow.start()
    assert held.wait(timeout=10)
    ask("POST", f"{R}/issues", {"title": "quick"}, status=201)
    free.set()
    slow.join()
    assert [one.title for one in gh.issues(app)] == ["quick", "slow"]


def test_a_hook_after_the_answer_sees_it(gh: Simulator, ask: Ask) -> None:
    seen: list[tuple[int | None, int]] = []

    def watch(request: Request, response: Response) -> None:
        seen.append((request.write, response.status))

    gh.on_response.append(watch)
    ask("POST", f"{R}/labels", {"name": "x", "color": "ffffff"}, status=201)
    ask("POST", f"{R}/labels", {"name": "x", "color": "ffffff"}, status=422)
    ask("GET", R)
    assert seen == [(1, 201), (2, 422), (None, 200)]


def test_the_journal_tells_what_was_asked(gh: Simulator, app: Repository, ask: Ask) -> None:
    ask("POST", f"{R}/issues", {"title": "T"}, status=201)
    ask("GET", f"/repositories/{app.id}/issues?state=all")
    write, read = gh.journal.entries
    assert (write.method, write.path, write.body) == ("POST", f"{R}/issues", {"title": "T"})
    assert (write.actor, write.status, write.is_write) == ("github-actions[bot]", 201, True)
    assert str(read) == f"GET {R}/issues?state=all → 200"
    assert gh.journal.done == [write]
