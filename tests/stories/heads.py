"""Where GitHub's answers to the scout's queries tell of a head."""

from __future__ import annotations

import re

from inbox.simulator.conversation import PullRequest
from tests.stories.stage import Stage


def place_of(stage: Stage, pull: PullRequest) -> tuple[str, str]:
    """The place of the head in the survey's answer, as a run of this moment would ask for it."""
    before = len(stage.gh.journal.entries)
    stage.tick(dry_run="true")
    for entry in stage.gh.journal.entries[before:]:
        repo, query = "", str(entry.body and entry.body.get("query"))
        for line in query.splitlines() if "approval: context" in query else ():
            if opened := re.match(r" *(r\d+): repository", line):
                repo = opened[1]
            if found := re.match(rf' *(i\d+): object\(oid: "{pull.head_sha}"\)', line):
                return repo, found[1]
    raise AssertionError(f"no query asks about the head of {pull.ref}")
