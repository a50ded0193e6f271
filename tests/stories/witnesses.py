"""What is true of every run and every end of a story, whatever it is about."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from inbox.labels import OWNER_DECISIONS
from inbox.simulator.conversation import Comment, PullRequest
from inbox.simulator.journal import Entry
from tests.stories.stage import CONTEXT, PENDING, Stage
from tests.stories.story import TICK, Act

RESOLUTIONS = frozenset(
    f"decision:{name}"
    for name in (
        "approved-A",
        "approved-B",
        "rejected",
        "auto-resolved-pr-closed",
        "auto-resolved-pr-merged",
        "duplicate",
        "superseded",
    )
)


def right_after_it_nothing_is_written(stage: Stage, act: Act) -> None:
    """The same run once more finds nothing left to do."""
    again = stage.tick(**act.run.inputs)
    assert again.writes == [], again.said
    assert again.exit_status in (0, act.told.exit_status)


def a_dry_run_says_what_is_written(stage: Stage, act: Act) -> None:
    """A dry run of the same moment prints exactly the writes of the real run (protocol P46).

    It cannot know that GitHub will refuse a merge: it prints the merge, and not the words about it.
    Where GitHub refuses anything else, that holds up to there: what follows from that is another
    matter.
    """
    refused = [at for at, entry in enumerate(act.told.entries) if _is_refused(entry)]
    foreseen = _foreseen(act.told.entries[: refused[0]] if refused else act.told.entries)
    stage.gh.restore(act.before)
    homes = {one.id: one.of.number for one in stage.gh.world.comments.values()}
    stage.gh.restore(act.after)
    written = list(filter(None, (_described(stage, entry, homes) for entry in foreseen)))
    stage.gh.restore(act.before)
    expected = [_unborn(stage, line) for line in written]
    dry = stage.tick(**{**act.run.inputs, "dry_run": "true"})
    assert dry.writes == []
    if (hidden := re.search(r"^(\d+) writes would be made\.$", dry.log, re.MULTILINE)) is not None:
        assert int(hidden[1]) == len(expected) or refused
        return
    printed = [line.removeprefix("would ") for line in dry.log.split("\n") if line[:6] == "would "]
    if refused:
        printed = printed[: len(expected)]
    assert [_renamed(stage, line) for line in printed] == expected


def _unborn(stage: Stage, line: str) -> str:
    """The line without the number of a ballot that is not there yet."""
    for repo in stage.gh.world.repositories.values():
        said, _, number = line.partition(f" {repo.full_name}#")
        if number.isdecimal() and int(number) not in repo.conversations:
            return f"{said} the new ballot in {repo.full_name}"
    return line


def _renamed(stage: Stage, line: str) -> str:
    """The line with repositories as they are called now, which is what the journal says."""
    for old, repo in stage.gh.world.renames.items():
        line = re.sub(rf"\b{re.escape(old)}(?=[#@ ])", repo.full_name, line)
    return line


def a_closed_ballot_says_why(stage: Stage) -> None:
    """Every ballot waits, or is closed with exactly one resolution (P33); follow-ups are none."""
    for repo in stage.gh.world.repositories.values():
        for issue in stage.gh.issues(repo):
            if issue.author is not stage.bot.account or issue.state == "open":
                continue
            if issue.title.startswith("Act on owner decisions"):
                continue
            ours = {name for name in issue.label_names if name.startswith("decision:")}
            assert len(ours & RESOLUTIONS) == 1, f"{issue.ref}: {ours}"
            assert ours <= RESOLUTIONS, f"{issue.ref}: {ours}"


def no_two_ballots_wait(stage: Stage) -> None:
    """No pull request has two pending ballots (protocol P6)."""
    waiting = [
        issue.title
        for repo in stage.gh.world.repositories.values()
        for issue in stage.gh.issues(repo, state="open", label=PENDING)
        if issue.author is stage.bot.account
    ]
    assert len(waiting) == len(set(waiting)), waiting


def in_the_end_all_is_quiet(stage: Stage) -> None:
    """Half an hour later what settles has settled, and then a tick writes nothing any more."""
    stage.later(minutes=30)
    stage.tick(**TICK.inputs)
    assert stage.tick(**TICK.inputs).writes == []
    a_closed_ballot_says_why(stage)
    no_two_ballots_wait(stage)


def _foreseen(entries: Sequence[Entry]) -> list[Entry]:
    """The writes that took effect; of a merge, the one call, whatever was answered."""
    foreseen: list[Entry] = []
    refused: Entry | None = None
    for entry in entries:
        if _is_merge(entry):
            refused = None if entry.took_effect else entry
            foreseen = [one for one in foreseen if not _is_merge(one) or one.path != entry.path]
            foreseen.append(entry)
        elif entry.is_write and entry.took_effect and not _is_about(entry, refused):
            foreseen.append(entry)
    return foreseen


def _is_about(entry: Entry, merge: Entry | None) -> bool:
    if merge is None:
        return False
    comments = merge.path.replace("/pulls/", "/issues/").replace("/merge", "/comments")
    return (entry.method, entry.path) == ("POST", comments)


def _is_refused(entry: Entry) -> bool:
    is_absent_label = entry.method == "DELETE" and entry.status == 404
    refused = entry.is_write and entry.status in (403, 404, 410)
    return refused and not is_absent_label and not _is_merge(entry)


def _is_merge(entry: Entry) -> bool:
    return entry.method == "PUT" and entry.path.endswith("/merge")


def _described(stage: Stage, entry: Entry, homes: Mapping[int, int]) -> str | None:
    """The write as a dry run words it; None for labels that are made.

    `homes` says under which number each comment stood before.
    """
    _, _, owner, name, *path = entry.path.split("/")
    repo, body = f"{owner}/{name}", entry.body
    match entry.method, path:
        case "POST", ["labels"]:
            return None
        case "POST", ["issues"] if OWNER_DECISIONS in body["labels"]:
            return f"file a follow-up in {repo} about {repo}{body['title'].split()[-1]}"
        case "POST", ["issues"]:
            return f"open a ballot in {repo} about {body['title'].split()[-1]}"
        case "PATCH", ["issues", "comments", comment]:
            found: Comment = stage.gh.world.comments[int(comment)]
            return f"edit comment {comment} on {repo}#{found.of.number}"
        case "DELETE", ["issues", "comments", comment]:
            return f"delete comment {comment} on {repo}#{homes[int(comment)]}"
        case "PATCH", ["issues", number] if "state" not in body:
            return f"write answers into the description of {repo}#{number}"
        case "PATCH", ["issues", number] if "body" in body:
            return f"rewrite {repo}#{number} and set it to {body['state']}"
        case "PATCH", ["issues", number]:
            labels = ", ".join(sorted(body["labels"])) or "none"
            return f"set {repo}#{number} to {body['state']} with labels {labels}"
        case "POST", ["issues", number, "labels"]:
            return f"add label {body['labels'][0]} to {repo}#{number}"
        case "DELETE", ["issues", number, "labels", label]:
            return f"take label {unquote(label)} off {repo}#{number}"
        case "POST", ["issues", number, "comments"]:
            return f"comment on {repo}#{number}"
        case "PATCH", ["pulls", number]:
            return f"close {repo}#{number} at {_head(stage, repo, number)[:7]}"
        case "PUT", ["pulls", number, "merge"]:
            return f"merge {repo}#{number} at {body['sha'][:7]} ({body['merge_method']})"
        case "POST", ["statuses", sha]:
            said: Any = body["description"]
            context = "" if body["context"] == CONTEXT else f" {body['context']}"
            return f"set status{context} {body['state']} on {repo}@{sha[:7]}: {said}"
        case other:
            raise AssertionError(f"no words for {other}")


def _head(stage: Stage, repo: str, number: str) -> str:
    pull = stage.gh.find(f"{repo}#{number}")
    assert isinstance(pull, PullRequest)
    return pull.head_sha
