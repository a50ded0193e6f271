"""Answers of GitHub that no documentation promises, through the whole program (issue 1/6).

Each key that the program reads, in each kind of answer of a busy run, becomes null, vanishes, is of
another kind, unknown or empty. Whatever it was, the run ends with a sentence and without a bug, and
the next runs lead to the very world that the undisturbed run leads to (P23, P40).
"""

from __future__ import annotations

import importlib
import pkgutil
import zlib
from collections.abc import Iterator
from functools import cache

import pytest
from pydantic import BaseModel

import inbox.github
from tests.stories.bending import BENDS, KINDS, Bend, Place, bent
from tests.stories.stage import CONTEXT, Stage, Way
from tests.stories.test_permissions import busy

# What GitHub documents as a meaning of its own, so that the run rightly does something else: a time
# that is missing does not count (ballot row 55), a comment through an app neither (P18), a file
# without a page may be a submodule, a pull request without a count of files a list that is cut off,
# and a head without a roll-up has no checks (P36).
MEANS_SOMETHING = {
    ("GET /repos/R/issues/N/comments", "created_at"),
    ("GET /repos/R/issues/N/comments", "performed_via_github_app"),
    ("GET /repos/R/pulls/N", "changed_files"),
    ("GET /repos/R/pulls/N/files", "blob_url"),
    ("query scout", "statusCheckRollup"),
}
ENUMS = {
    *("state", "state_reason", "stateReason", "type", "__typename", "content", "status"),
    *("conclusion", "visibility", "event", "activity_type", "encoding"),
}


@cache
def read_keys() -> frozenset[str]:
    """The keys that the models of answers name; the program ignores every other."""
    for module in pkgutil.iter_modules(inbox.github.__path__):
        importlib.import_module(f"inbox.github.{module.name}")
    return frozenset(
        field.alias or name
        for model in _below(BaseModel)
        if model.__module__.startswith("inbox.github.")
        for name, field in model.model_fields.items()
    )


def _below(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for one in model.__subclasses__():
        yield one
        yield from _below(one)


@cache
def places() -> tuple[Place, ...]:
    """The places of all answers of the busy run that are read."""
    stage, rest = busy()
    stage.gh.restore(rest.act.before)
    stage.gh.forget()
    with bent(None) as found:
        stage.tick()
    return tuple(sorted(one for one in found if one[1] in read_keys()))


def bends(place: Place) -> Iterator[Bend]:
    """One way to be odd for each place, always the same, and for kinds of things also a new one."""
    yield BENDS[zlib.crc32(" ".join(place).encode()) % len(BENDS)]
    if place[1] in ENUMS:
        yield Bend("unknown", lambda value: "SOMETHING_NEW" if isinstance(value, str) else value)


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_key_is_odd_nothing_is_lost_or_done_wrong(kind: str) -> None:
    stage, rest = busy()
    of_this_kind = [one for one in places() if one[0] == kind]
    assert of_this_kind, f"no answer of the run is a {kind}"
    wrong: list[str] = []
    for place in of_this_kind:
        for bend in bends(place):
            stage.gh.restore(rest.act.before)
            stage.gh.forget()
            with bent(place, bend):
                told = stage.tick()
            where = f"{place[1]}, {bend}"
            if told.exit_status not in (0, 1, 2, 3):
                wrong.append(f"{where}: exit {told.exit_status}: {told.log}")
            if told.exit_status and not told.annotations("error") + told.annotations("warning"):
                wrong.append(f"{where}: exit {told.exit_status} without a word")
            if place not in MEANS_SOMETHING:
                wrong += [f"{where}: {one}" for one in rest.differences(stage, [told])]
    assert wrong == []


def test_every_kind_of_answer_is_bent() -> None:
    assert {kind for kind, _ in places()} == set(KINDS)


NULL, GONE, OTHER, EMPTY = BENDS
NO_USER = ("GET /repos/R/issues", "user")


@pytest.mark.parametrize("body", ["[]", "{}", "null", '"text"', "[null]", "3"])
def test_an_answer_of_another_kind_as_a_whole_loses_nothing(body: str) -> None:
    """To every fourth request in turn, after it took effect."""
    stage, rest = busy()
    wrong: list[str] = []
    for skip in range(len(body) % 4, rest.act.told.requests, 4):
        met = rest.act.told.entries[skip]
        if body == "[]" and met.path.endswith("/files"):
            continue  # a list of files that is cut off, which asks the owner (interface)
        stage.gh.restore(rest.act.before)
        stage.gh.forget()
        stage.gh.faults.answer(status=200, body=body, headers=JSON, skip=skip, after=True)
        told = stage.tick()
        stage.gh.faults.clear()
        if told.exit_status not in (0, 1, 2, 3):
            wrong.append(f"{met.method} {met.path}: exit {told.exit_status}: {told.log}")
        wrong += [f"{met.method} {met.path}: {one}" for one in rest.differences(stage, [told])]
    assert wrong == []


JSON = {"Content-Type": "application/json; charset=utf-8"}


def test_keys_that_nobody_knows_change_nothing() -> None:
    stage, rest = busy()
    stage.gh.restore(rest.act.before)
    stage.gh.forget()
    with bent(None, more={"something_new": {"state": "closed", "user": None, "body": "/reject"}}):
        told = stage.tick()
    assert (told.exit_status, told.writes) == (0, rest.act.told.writes)
    assert rest.differences(stage, [told]) == []


@pytest.fixture
def asked() -> Iterator[Stage]:
    """A pull request of a fork that was asked about, and answered with a thumb up."""
    built = Stage(way=Way.DIRECT)
    built.gh.repository("author/app", fork_of="org/app")
    built.pull(head_repo="author/app")
    built.tick()
    built.owner.react(built.ballot(), "+1")
    yield built
    built.close()


def test_a_ballot_of_nobody_is_not_asked_a_second_time(asked: Stage) -> None:
    """Protocol P1, P6, P23: whose the listed issues are is not known, so none is missing."""
    with bent(NO_USER, NULL):
        told = asked.tick()
    assert (told.exit_status, told.writes) == (1, [])
    assert "does not say whose it is" in told.log
    told = asked.tick()
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@pytest.mark.parametrize("bend", BENDS, ids=str)
def test_a_reaction_without_a_time_does_not_count_and_breaks_nothing(
    asked: Stage, bend: Bend
) -> None:
    """Ballot row 55."""
    with bent(("GET /repos/R/issues/N/reactions", "created_at"), bend):
        told = asked.tick()
    assert told.exit_status == 0
    told.counted(inbox_open_count=1)
    told.mentions("Seen, and not counted")
    told = asked.tick()
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@pytest.mark.parametrize("bend", [NULL, GONE], ids=str)
def test_a_reaction_of_nobody_does_not_count(asked: Stage, bend: Bend) -> None:
    """Ballot row 57, protocol P9."""
    with bent(("GET /repos/R/issues/N/reactions", "user"), bend):
        told = asked.tick()
    assert told.exit_status == (0 if bend is NULL else 1)
    assert told.of("inbox_resolved") == 0
    told = asked.tick()
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


def test_a_ballot_without_a_text_approves_nothing(asked: Stage) -> None:
    """Ballot row 9: a text that GitHub does not tell is none that was asked."""
    with bent(("GET /repos/R/issues/N", "body"), NULL):
        told = asked.tick()
    assert told.of("inbox_resolved") == 0
    assert asked.ours("org/app#1") == set()


def test_a_pull_request_whose_fork_is_gone_is_answered_like_any_other(asked: Stage) -> None:
    """Protocol P42: its head has no repository any more."""
    asked.gh.delete_repository("author/app")
    told = asked.tick()
    assert told.exit_status == 0
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


def test_html_from_the_query_endpoint_is_one_sentence(asked: Stage) -> None:
    asked.gh.faults.answer("POST", "*/graphql", status=200, body="<html>::error::secret</html>")
    told = asked.tick()
    assert (told.exit_status, told.writes) == (1, [])
    (error,) = told.annotations("error")
    assert "answered QUERY /graphql with HTML that is no JSON" in error.text
    assert "secret" not in told.said


@pytest.mark.parametrize(
    ("key", "value"),
    [("number", 77), ("base", {"ref": ""}), ("head", {"ref": "", "sha": "0" * 40})],
)
def test_an_answer_about_nothing_that_was_asked_for_moves_nothing(
    asked: Stage, key: str, value: object
) -> None:
    """Protocol P23, P25: neither another pull request nor a branch without a name is a move."""
    with bent(("GET /repos/R/pulls/N", key), Bend("odd", lambda _: value)):
        told = asked.tick()
    assert (told.exit_status, told.writes) == (1, [])
    assert "GitHub" in told.annotations("warning")[0].text
    told = asked.tick()
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


def test_a_file_without_a_name_is_not_taken_for_harmless(asked: Stage) -> None:
    """Protocol P23, P5: what it is nobody knows, so its pull request is not set free."""
    pull = asked.pull()
    with bent(("GET /repos/R/pulls/N/files", "filename"), Bend("no name", lambda _: "")):
        told = asked.tick()
    assert told.exit_status == 1
    assert asked.gh.status(pull, CONTEXT) is None
    told = asked.tick()
    told.counted(inbox=1, inbox_open_count=1)
