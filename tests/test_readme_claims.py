"""What README.md says about answers, their consequences and troubles is tried, row by row."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from inbox.ballot.commands import read_command
from inbox.simulator import Server, TokenKind
from tests.papers.page import Page
from tests.readme import TEXT, blocks, quoted, rows, section, table
from tests.town import Ending, Town

ANSWERS = {
    "**A**": "/approve A",
    "**B**": "/approve B",
    "**C**": "/approve C",
    "**reject**": "/reject",
}
OWNER_FILE = b"github_login: mona\n"


def town(projects: str = "", *, owner: bytes = OWNER_FILE, **permissions: str) -> Town:
    """One repository of mona's, and its workflow's token."""
    files = {"config/owner.yml": owner, "config/projects.yml": projects.encode()}
    found = Town("mona/shop", {"mona/shop": {name: text for name, text in files.items() if text}})
    found.secret = found.gh.workflow_token("mona/shop", permissions=permissions or None)
    return found


# Answers


def test_each_comment_that_answers_means_what_is_said() -> None:
    means = {comment: row[1] for row in table("answers") for comment in quoted(row[0])}
    assert len(means) == 7
    heard = {comment: read_command(comment, via_email=False).choice for comment in means}
    assert {comment: choice and choice.value for comment, choice in heard.items()} == means


def test_each_comment_that_is_no_answer_does_what_is_said() -> None:
    then = {
        comment: row[1].split(":")[0]
        for row in Page("docs/ballot.md").table("no-answers")
        for comment in quoted(row[0])
    }
    assert len(then) == 7
    heard = {comment: read_command(comment, via_email=False).choice for comment in then}
    said = {"it holds": "hold", "nothing": None}
    assert {comment: choice and choice.value for comment, choice in heard.items()} == {
        comment: said[words] for comment, words in then.items()
    }


def test_the_reason_beside_a_command_is_heard() -> None:
    (shown,) = blocks("comment-with-reason")
    spoken = read_command(shown, via_email=False)
    assert spoken.choice is not None
    assert spoken.choice.value == "A"
    assert spoken.reason == shown.strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("act", "option"),
    [("👍", "A"), ("👎", "reject"), ("Option A", "A"), ("Option B", "B"), ("Option C", "C")],
)
def test_reactions_and_boxes_answer_too(act: str, option: str, tmp_path: Path) -> None:
    ways = [(row[0], row[1]) for row in table("answers") if not quoted(row[0])]
    assert any(("box" if "Option" in act else act) in said for said, _ in ways)
    place = town()
    pull = place.risky("mona/shop")
    with Server(place.gh) as server:
        place.tick(tmp_path, server.url, {})
        place.gh.advance(minutes=1)
        ballot = place.ballots()[pull.ref]
        if "Option" in act:
            place.owner.tick_box(ballot, act)
        else:
            place.owner.react(ballot, {"👍": "+1", "👎": "-1"}[act])
        place.gh.advance(minutes=1)
        assert place.tick(tmp_path, server.url, {}) == 0
    labels = {"A": "approved-A", "B": "approved-B", "C": "deferred", "reject": "rejected"}
    assert f"decision:{labels[option]}" in place.gh.find(ballot).label_names


# What happens then


def test_each_answer_ends_as_the_table_says(tmp_path: Path) -> None:
    shown = {row[0].split(" ")[0]: row[1:] for row in table("outcomes")}
    asked = shown.pop("none")
    assert shown.keys() == ANSWERS.keys()
    place = town()
    played = place.play(tmp_path, {}, ["mona/shop"], list(ANSWERS.values()))
    assert played.is_clean, played.told
    for answer, (pull, ballot, status) in shown.items():
        end = Ending(re.split(r"[ ,]", pull)[0], tuple(sorted(quoted(ballot))), status)
        assert played.endings[ANSWERS[answer]] == end
        place_of = list(ANSWERS).index(answer)
        assert place.gh.pulls("mona/shop")[place_of].label_names == quoted(pull)
    silent = town()
    with Server(silent.gh) as server:
        pull_asked = silent.risky("mona/shop")
        silent.tick(tmp_path, server.url, {})
    end = silent.ending(pull_asked)
    assert end == Ending(asked[0], tuple(quoted(asked[1])), asked[2])


def test_who_merges_by_hand_needs_fewer_permissions(tmp_path: Path) -> None:
    assert "`merge: {enabled: false}`" in TEXT
    place = town(
        "merge: {enabled: false}\n",
        contents="read",
        issues="write",
        pull_requests="write",
        statuses="write",
    )
    played = place.play(tmp_path, {}, ["mona/shop"], list(ANSWERS.values()))
    assert played.is_clean, played.told
    end = played.endings["/approve A"]
    assert (end.pull, end.status) == ("open", "success")


@pytest.mark.parametrize(("by_owner", "state"), [(True, "closed"), (False, "open")])
def test_a_ballot_closed_by_hand_ends_as_is_said(
    by_owner: bool, state: str, tmp_path: Path
) -> None:
    place = town()
    pull = place.risky("mona/shop")
    with Server(place.gh) as server:
        place.tick(tmp_path, server.url, {})
        place.gh.advance(minutes=5)
        ballot = place.ballots()[pull.ref]
        (place.owner if by_owner else place.author).close(ballot)
        place.gh.advance(minutes=5)
        place.tick(tmp_path, server.url, {})
    assert [place.gh.find(one).state for one in (pull, ballot)] == [state, state]


# Trouble

QUOTED = [
    (int(found[1]), found[2])
    for row in rows(section("Trouble"))
    if (found := re.match(r'Status (\d+): "(.*)"$', row[0]))
]


def failing(status: int, message: str) -> Town:
    """A town where that goes wrong."""
    match message.partition("…")[0].strip():
        case "there is no such file":
            return town(owner=b"")
        case "the allowlist holds":
            place = town()
            place.secret = place.gh.token("mine", place.owner, TokenKind.CLASSIC)
        case "GitHub does not accept the token":
            place = town()
            place.secret = "revoked"
        case "cannot be read":
            place = town(contents="read")
        case "GitHub does not say whose token this is":
            place = town()
            said = "Resource not accessible by integration"
            place.gh.faults.graphql_partial(("viewer",), type="FORBIDDEN", message=said, times=9)
        case other:
            pytest.fail(f"nobody tried what leads to status {status} and {other!r}")
    return place


@pytest.mark.parametrize(("status", "message"), QUOTED, ids=str)
def test_each_quoted_message_comes_with_its_status(
    status: int, message: str, tmp_path: Path
) -> None:
    place = failing(status, message)
    place.risky("mona/shop")
    with Server(place.gh) as server:
        assert place.tick(tmp_path, server.url, {}) == status
    told = (tmp_path / "summary").read_text(encoding="utf-8").replace("`", "")
    assert all(words.strip() in told for words in message.split("…"))


def test_there_are_quoted_messages() -> None:
    assert {status for status, _ in QUOTED} == {2, 3}
