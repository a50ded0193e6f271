"""Full readings: every page, every author, every revision, or a typed error (P4, P6, P23, P27)."""

from __future__ import annotations

from functools import partial

import pytest
from pytest_httpx import HTTPXMock

from inbox.errors import (
    Changed,
    Forbidden,
    Gone,
    HeadMoved,
    Moved,
    NotThere,
    Refused,
    Unreadable,
)
from inbox.github import reads
from inbox.github.client import GitHub
from inbox.github.whole import read_ballot, read_talk
from inbox.policy import Visibility
from inbox.quadrant.files import FileStatus
from inbox.refs import Account, HeadSha, IssueRef, Kind, PullRef, RepoRef
from inbox.simulator import Blob, BlobKind, ChangedFile
from inbox.world import EventKind
from tests.github.world import APP, INBOX, PENDING, Stage, account, gone, head, ref


def test_pending_ballots_are_listed_open_and_closed_on_every_page(stage: Stage) -> None:
    """Protocol P4."""
    ballots = [stage.ballot() for _ in range(101)]
    stage.owner.close(str(ballots[0]))
    stage.owner.unlabel(str(ballots[1]), PENDING)
    stage.bot.open_issue("org/inbox", "Something else")
    found = reads.pending_ballots(stage.client, INBOX)
    assert {ballot.ref for ballot in found} == set(ballots) - {ballots[1]}
    assert [b.is_open for b in found if b.ref == ballots[0]] == [False]
    assert all(ballot.author == account(stage.bot) for ballot in found)
    assert not any(ballot.whole for ballot in found)


def test_a_pull_request_with_the_label_is_no_ballot(stage: Stage) -> None:
    """Ballot row 18."""
    pull = stage.pull()
    stage.owner.label(pull, PENDING)
    assert reads.pending_ballots(stage.client, APP) == ()


def test_a_label_in_another_letter_case_is_the_same_label(stage: Stage) -> None:
    issue = stage.bot.open_issue("org/inbox", "Decision", labels=("Decision:Pending-OWNER",))
    [found] = reads.pending_ballots(stage.client, INBOX)
    assert found.ref.number == issue.number
    assert found.is_pending


def test_the_bots_own_open_issues_are_listed_with_or_without_the_label(stage: Stage) -> None:
    """Protocol P6."""
    ballot, closed = stage.ballot(), stage.ballot()
    stage.owner.unlabel(str(ballot), PENDING)
    stage.owner.close(str(closed))
    stage.owner.open_issue("org/inbox", "Decision pending", labels=(PENDING,))
    found = reads.own_open_issues(stage.client, INBOX, account(stage.bot))
    assert [one.ref for one in found] == [ballot]


def test_an_own_issue_without_an_author_is_not_taken_for_somebody_elses(stage: Stage) -> None:
    """Protocol P6, P23: else a second ballot would be opened."""
    person = account(stage.stranger)
    stage.stranger.open_issue("org/inbox", "Decision pending")
    stage.gh.delete_account(stage.stranger, shown="null")
    told = gone(lambda: reads.own_open_issues(stage.client, INBOX, person), Unreadable)
    assert "does not say whose it is" in told


@pytest.mark.parametrize("method", ["truncate", "drop"])
def test_a_list_whose_second_page_fails_is_no_list(stage: Stage, method: str) -> None:
    """Protocol P23."""
    for _ in range(101):
        stage.ballot()
    getattr(stage.gh.faults, method)("GET", "*/issues", skip=1, times=9)
    gone(lambda: reads.pending_ballots(stage.client, INBOX), Exception)


def test_issues_switched_off_is_gone(stage: Stage) -> None:
    """Protocol P42."""
    stage.gh.enable_issues("org/inbox", False)
    said = gone(lambda: reads.pending_ballots(stage.client, INBOX), Gone)
    assert "switched off" in said


def test_open_pulls_are_listed_as_they_are(stage: Stage) -> None:
    pull, closed = stage.pull(draft=True), stage.pull()
    stage.owner.close(closed)
    stage.owner.label(pull, "decision:required", "bug")
    [found] = reads.open_pulls(stage.client, APP)
    assert found.ref == ref(pull)
    assert found.author == account(stage.stranger)
    assert (found.head, found.base, found.head_repo) == (head(pull), "main", APP)
    assert (found.is_open, found.is_merged, found.is_draft) == (True, False, True)
    assert found.labels == {"decision:required", "bug"}
    assert (found.changed_files, found.comments, found.whole) == (None, None, False)


def test_a_single_pull_request_tells_what_the_list_does_not(stage: Stage) -> None:
    pull = stage.pull(files=["a", "b"])
    found = reads.pull(stage.client, ref(pull))
    assert (found.changed_files, found.whole, found.is_merged) == (2, True, False)
    stage.owner.merge(pull)
    merged = reads.pull(stage.client, ref(pull))
    assert (merged.is_open, merged.is_merged) == (False, True)


def test_a_deleted_fork_is_none(stage: Stage) -> None:
    """Protocol P42."""
    fork = stage.gh.repository("stranger/app", fork_of="org/app", visibility="public")
    pull = stage.pull(head_repo=fork)
    assert str(reads.pull(stage.client, ref(pull)).head_repo) == "stranger/app"
    stage.gh.delete_repository(fork)
    assert reads.pull(stage.client, ref(pull)).head_repo is None


def test_files_are_read_for_the_head_that_was_asked_about(stage: Stage) -> None:
    added = {f"new/{number}": "added" for number in range(101)}
    pull = stage.pull(files={**added, "gone.txt": "removed"})
    listed = reads.pull(stage.client, ref(pull))
    found = reads.pull_files(stage.client, listed)
    assert found.is_complete
    assert found.pull == listed
    assert len(found.files) == 102
    assert {file.path: file.status for file in found.files}["gone.txt"] is FileStatus.REMOVED
    stage.stranger.push(pull)
    said = gone(lambda: reads.pull_files(stage.client, listed), HeadMoved)
    assert "moved to" in said


def test_files_are_read_for_the_base_that_was_asked_about(stage: Stage) -> None:
    pull = stage.pull()
    listed = reads.pull(stage.client, ref(pull))
    stage.owner.commit("org/app", {"x": "1"}, branch="release")
    stage.owner.retarget(pull, "release")
    gone(lambda: reads.pull_files(stage.client, listed), HeadMoved)


def test_a_file_list_shorter_than_github_counts_is_incomplete(stage: Stage) -> None:
    pull = stage.pull()
    stage.gh.claim_changed_files(pull, 3001)
    assert not reads.pull_files(stage.client, reads.pull(stage.client, ref(pull))).is_complete


def test_a_submodule_in_the_file_list_is_one(stage: Stage) -> None:
    pointer = f"@@ -1 +1 @@\n-Subproject commit {'a' * 40}\n+Subproject commit {'b' * 40}"
    pull = stage.pull(files=[ChangedFile("vendor/lib", patch=pointer)])
    [file] = reads.pull_files(stage.client, reads.pull(stage.client, ref(pull))).files
    assert file.is_submodule


def test_a_whole_ballot_has_every_page_and_every_past(stage: Stage) -> None:
    ballot = stage.ballot("- [ ] A\n")
    where = str(ballot)
    for number in range(101):
        stage.stranger.comment(where, f"comment {number}")
        stage.gh.user(f"user{number}").react(where, "+1")
        stage.owner.rename(where, f"title {number}")
    last = stage.owner.comment(where, "/approve A", via_app="ide", via_email=True)
    stage.stranger.react(last, "heart")
    stage.owner.edit_comment(last, "/reject")
    stage.owner.tick_box(where, "A")
    stage.owner.close(where)
    found = read_ballot(stage.client, ballot)
    assert found.whole
    assert found.overflow == frozenset()
    assert (found.body, found.is_open, len(found.reactions)) == ("- [x] A\n", False, 101)
    assert len(found.comments) == 102
    assert len(found.events) == 102
    assert [event.kind for event in found.events[-2:]] == [EventKind.RENAMED, EventKind.CLOSED]
    assert found.history is not None
    assert [revision.text for revision in found.history] == ["- [ ] A\n", "- [x] A\n"]
    assert found.history[1].by == account(stage.owner)
    first, edited = found.comments[0], found.comments[-1]
    assert (first.body, first.history, first.via_app, first.via_email) == (
        "comment 0",
        None,
        False,
        False,
    )
    assert first.author == account(stage.stranger)
    assert (edited.body, edited.via_app, edited.via_email) == ("/reject", True, True)
    assert edited.history is not None
    assert [revision.text for revision in edited.history] == ["/approve A", "/reject"]
    assert edited.reactions is not None
    assert [reaction.content for reaction in edited.reactions] == ["heart"]


def test_a_small_ballot_is_three_readings_and_one_query(stage: Stage) -> None:
    """Protocol P43."""
    ballot = stage.ballot()
    stage.owner.comment(str(ballot), "/approve A")
    before = len(stage.gh.journal.entries)
    read_ballot(stage.client, ballot)
    assert len(stage.asked()[before:]) == 4
    assert stage.client.requests.points <= 3


def test_scouted_and_whole_readings_agree(stage: Stage) -> None:
    """The same reactions, comments and events, by the same ids and times."""
    from inbox.github.scout import scout  # noqa: PLC0415 -- only here

    ballot = stage.ballot()
    stage.owner.comment(str(ballot), "/approve A")
    stage.owner.react(str(ballot), "-1")
    stage.owner.close(str(ballot))
    seen = scout(stage.client, [ballot], []).ballots[ballot]
    whole = read_ballot(stage.client, ballot)
    assert seen.reactions == whole.reactions
    assert seen.events == whole.events
    assert [(c.id, c.author, c.body, c.created_at, c.node_id) for c in seen.comments] == [
        (c.id, c.author, c.body, c.created_at, c.node_id) for c in whole.comments
    ]
    assert (seen.author, seen.created_at, seen.url, seen.labels, seen.node_id) == (
        whole.author,
        whole.created_at,
        whole.url,
        whole.labels,
        whole.node_id,
    )


def test_a_ballot_that_changes_while_it_is_read_is_for_the_next_tick(stage: Stage) -> None:
    """Protocol P23."""
    ballot = stage.ballot()
    comment = stage.owner.comment(str(ballot), "/approve A")
    stage.gh.on_request.append(
        lambda request: (
            stage.owner.edit_comment(comment, "/reject") if request.path == "/graphql" else None
        )
    )
    gone(lambda: read_ballot(stage.client, ballot), Changed)


def test_a_transferred_ballot_says_so(stage: Stage) -> None:
    """Protocol P42."""
    stage.gh.repository("org/attic", visibility="private")
    stage.gh.grant("org/attic", stage.owner, "admin")
    stage.gh.app_token("merge-gate", ["org/inbox", "org/app", "org/attic"])
    ballot = stage.ballot()
    stage.owner.transfer(str(ballot), "org/attic")
    assert "transferred" in gone(lambda: read_ballot(stage.client, ballot), Moved)


def test_a_ballot_of_a_renamed_repository_is_the_same_ballot(stage: Stage) -> None:
    """Protocol P42."""
    ballot = stage.ballot()
    stage.gh.rename_repository("org/inbox", "org/decisions")
    found = read_ballot(stage.client, ballot)
    assert (found.ref, found.body, found.whole) == (ballot, "A ballot.\n", True)


def test_a_deleted_ballot_is_gone_and_a_pull_request_is_no_ballot(stage: Stage) -> None:
    """Protocol P42."""
    ballot = stage.ballot()
    stage.owner.delete(str(ballot))
    gone(lambda: read_ballot(stage.client, ballot), Exception)
    pull = stage.pull()
    gone(lambda: read_ballot(stage.client, IssueRef.of(ref(pull))), NotThere)


def test_the_whole_talk_of_a_pull_request_has_its_past_and_its_bases(stage: Stage) -> None:
    pull = stage.pull()
    receipt = stage.bot.comment(pull, "receipt")
    for number in range(100):
        stage.stranger.comment(pull, f"comment {number}")
    stage.owner.edit_comment(receipt, "forged")
    stage.owner.commit("org/app", {"x": "1"}, branch="release")
    stage.owner.retarget(pull, "release")
    talk = read_talk(stage.client, reads.pull(stage.client, ref(pull)))
    assert len(talk.comments) == 101
    assert talk.comments[0].history is not None
    assert [str(r.by) for r in talk.comments[0].history] == ["merge-gate[bot]", "owner"]
    assert [(e.before, e.after) for e in talk.base_changes] == [("main", "release")]
    assert talk.overflow == frozenset()


def test_who_last_put_a_label_on_and_who_took_it_off(stage: Stage) -> None:
    pull = stage.pull()
    issue, label = IssueRef.of(ref(pull)), "decision:required"
    assert reads.label_adder(stage.client, issue, label) is None
    stage.owner.label(pull, label)
    stage.owner.unlabel(pull, label)
    stage.bot.label(pull, label, "bug")
    assert reads.label_adder(stage.client, issue, label) == account(stage.bot)
    assert reads.label_remover(stage.client, issue, label) == account(stage.owner)
    assert reads.label_remover(stage.client, issue, "bug") is None


def test_who_last_reopened_a_pull_request(stage: Stage) -> None:
    """Protocol P32."""
    pull = stage.pull()
    issue = IssueRef.of(ref(pull))
    assert reads.reopener(stage.client, issue) is None
    for person in (stage.owner, stage.stranger):
        stage.owner.close(pull)
        person.reopen(pull)
    assert reads.reopener(stage.client, issue) == account(stage.stranger)


def test_the_branch_log_says_when_a_head_was_pushed_last(stage: Stage) -> None:
    """Protocol P27."""
    pull = stage.pull(head="topic")
    first = head(pull)
    stage.gh.advance(minutes=5)
    stage.stranger.push(pull)
    second = head(pull)
    earlier = reads.pushed_at(stage.client, APP, "topic", first)
    later = reads.pushed_at(stage.client, APP, "topic", second)
    assert earlier is not None
    assert later is not None
    assert earlier < later
    assert reads.pushed_at(stage.client, APP, "topic", HeadSha("0" * 40)) is None
    assert reads.pushed_at(stage.client, APP, "main", second) is None


def test_a_branch_log_that_is_forbidden_is_an_error_and_no_silence(stage: Stage) -> None:
    """Protocol P27: the receipt says so."""
    stage.gh.faults.answer(
        "GET",
        "*/activity",
        status=403,
        body={"message": "Resource not accessible by integration"},
    )
    failure = gone(lambda: reads.pushed_at(stage.client, APP, "main", HeadSha("0" * 40)), Forbidden)
    assert "contents: read" in failure


def test_a_file_is_bytes_and_no_file_is_none(stage: Stage) -> None:
    stage.owner.commit("org/app", {"config/owner.yml": "github_login: ö\n", "empty": ""})
    sha = stage.owner.commit("org/app", {"config/owner.yml": "later"}, branch="other")
    read = reads.file_text
    assert read(stage.client, APP, "config/owner.yml") == "github_login: ö\n".encode()
    assert read(stage.client, APP, "config/owner.yml", "other") == b"later"
    assert read(stage.client, APP, "empty") == b""
    assert read(stage.client, APP, "missing.yml") is None
    assert read(stage.client, APP, "config/owner.yml", "missing") is None
    assert sha


@pytest.mark.parametrize("path", ["", "/", "a//b", "../x", "a/../b", "./x", "x/"])
def test_what_is_no_path_is_refused_without_a_request(stage: Stage, path: str) -> None:
    gone(lambda: reads.file_text(stage.client, APP, path), Refused)
    assert stage.asked() == []


def test_a_directory_a_submodule_and_a_large_file_are_refused(stage: Stage) -> None:
    stage.owner.commit(
        "org/app",
        {
            "config/x": "1",
            "vendor": Blob(b"f" * 40, BlobKind.SUBMODULE),
            "large": "x" * 1_100_000,
        },
    )
    for path, why in (("config", "a directory"), ("vendor", "no file"), ("large", "no file")):
        assert why in gone(partial(reads.file_text, stage.client, APP, path), Refused)


def test_a_repository_is_read_by_rest_too(stage: Stage) -> None:
    stage.ballot()
    stage.gh.archive("org/inbox")
    stage.gh.rename_repository("org/inbox", "org/decisions")
    found = reads.repository(stage.client, INBOX)
    assert str(found.name) == "org/decisions"
    assert found.visibility is Visibility.PRIVATE
    assert found.is_archived
    assert found.labels == {PENDING}


def test_a_repository_that_is_not_visible_is_not_there(stage: Stage) -> None:
    stage.gh.repository("org/secret", visibility="private")
    for missing in (RepoRef("org", "secret"), RepoRef("org", "missing")):
        gone(partial(reads.repository, stage.client, missing), NotThere)
    gone(lambda: reads.pull(stage.client, PullRef(APP, 99)), NotThere)


def test_a_bot_is_the_same_account_in_rest_and_graphql(stage: Stage) -> None:
    """Protocol P1: REST says `name[bot]`, GraphQL `name`."""
    ballot = stage.ballot()
    stage.bot.comment(str(ballot), "notice")
    found = read_ballot(stage.client, ballot)
    bot = Account("merge-gate", stage.bot.id, Kind.BOT)
    assert found.author == found.comments[0].author == bot


def test_an_issue_behind_a_redirect_with_another_number_is_another_issue(
    client: GitHub, httpx_mock: HTTPXMock
) -> None:
    """Protocol P42."""
    issue = {
        "number": 8,
        "node_id": "I_8",
        "html_url": "https://github.com/org/attic/issues/8",
        "repository_url": "https://api.example/repos/org/inbox",
        "title": "Decision pending",
        "body": "text",
        "user": None,
        "labels": [],
        "state": "open",
    }
    httpx_mock.add_response(json=issue)
    with pytest.raises(Moved) as raised:
        read_ballot(client, IssueRef(INBOX, 7))
    assert raised.value.location == "https://github.com/org/attic/issues/8"
