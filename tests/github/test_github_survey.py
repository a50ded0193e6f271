"""What the survey tells of the issues closed lately, and what their failure costs (P23, P34)."""

from __future__ import annotations

from datetime import timedelta

from inbox.errors import Unreadable
from inbox.github.survey import Recent, survey
from tests.github.world import APP, INBOX, Stage, head


def recent(stage: Stage) -> Recent:
    """Since an hour ago."""
    return Recent(INBOX, stage.gh.clock.now - timedelta(hours=1))


def a_hole(stage: Stage, *place: str | int) -> None:
    """That place in the list of the inbox is an error of GitHub's own, also when asked alone."""
    for alias in ("i1", "i0"):
        stage.gh.faults.graphql_partial(
            ("r0", alias, *place), type="INTERNAL", message="No.", containing=f"{alias}: issues"
        )


def test_what_was_closed_lately_comes_with_the_survey(stage: Stage) -> None:
    ballot, edited = stage.ballot(), stage.ballot()
    stage.owner.edit_body(str(edited), "Another text.")
    for one in (ballot, edited):
        stage.owner.close(str(one))
    closed = survey(stage.client, [INBOX], [], inbox=recent(stage)).lately
    assert closed is not None
    assert {(one.ref, one.revisions is None) for one in closed} == {(ballot, False), (edited, True)}
    assert stage.asked() == ["POST /graphql"]


def test_labels_do_not_matter_to_it(stage: Stage) -> None:
    """Anybody with triage rights can take one off."""
    ballot = stage.ballot()
    stage.owner.unlabel(str(ballot), *stage.gh.find(str(ballot)).label_names)
    stage.owner.close(str(ballot))
    closed = survey(stage.client, [INBOX], [], inbox=recent(stage)).lately
    assert closed is not None
    assert [one.ref for one in closed] == [ballot]


def test_a_list_with_a_hole_is_none_and_costs_nothing_else(stage: Stage) -> None:
    pull = stage.pull()
    for place in ((), *(("nodes", 0, name) for name in ("body", "closedAt", "lastEditedAt"))):
        stage.owner.close(str(stage.ballot()))
        a_hole(stage, *place)
        here = (INBOX, head(pull))
        found = survey(stage.client, [INBOX], [here], inbox=recent(stage))
        assert found.lately is None, place
        assert set(found.repositories) == {INBOX}
        assert found.faults == {}
        stage.gh.faults.clear()


def test_a_list_that_fails_once_is_asked_for_alone(stage: Stage) -> None:
    """What was lost with it is asked for once more, and so is the list."""
    here, ballot = (INBOX, head(stage.pull())), stage.ballot()
    stage.owner.close(str(ballot))
    stage.gh.faults.graphql_partial(("r0", "i1"), type="INTERNAL", message="No.")
    found = survey(stage.client, [INBOX], [here], inbox=recent(stage))
    assert found.lately is not None
    assert [one.ref for one in found.lately] == [ballot]
    assert (set(found.repositories), found.faults) == ({INBOX}, {})
    assert stage.asked() == ["POST /graphql"] * 3


def test_while_github_is_down_nothing_is_asked_again(stage: Stage) -> None:
    stage.gh.faults.answer("POST", "*/graphql", status=502, times=99)
    found = survey(stage.client, [INBOX], [], inbox=recent(stage))
    assert (found.lately, found.repositories) == (None, {})
    assert len(stage.asked()) <= 7


def test_more_than_a_page_is_none(stage: Stage) -> None:
    for number in range(101):
        stage.bot.close(stage.bot.open_issue(str(INBOX), f"Report {number}", "Hm."))
    assert survey(stage.client, [INBOX], [], inbox=recent(stage)).lately is None


def test_a_head_that_is_lost_with_another_thing_is_no_head_without_statuses(stage: Stage) -> None:
    """An error where nothing may be null takes the whole repository with it (protocol P23)."""
    here = (APP, head(stage.pull()))
    stage.gh.faults.graphql_partial(("r0", "nameWithOwner"), type="INTERNAL", message="No.")
    found = survey(stage.client, [APP], [here])
    assert isinstance(found.faults[here], Unreadable)
