"""The towns in which the model plays: who the bot is, what is merged, and where ballots are."""

from __future__ import annotations

from datetime import timedelta

from tests.model.living import REMINDERS, Living
from tests.model.machine import Machine
from tests.model.town import Charter
from tests.model.truths import TRUTHS
from tests.stories.stage import APP
from tests.stories.stories_lifecycle import FILE, KNOWING, PREFIX


class SharedBot(Machine):
    """One repository, the workflow's own token: every workflow is `github-actions[bot]`."""


class OwnBot(Machine):
    """An app of its own writes the ballots: nobody else has its name."""

    charter = Charter({"app_token": True})


class Alternates(Machine):
    """Both options are merged, at once and without checks, and a closed ballot opens again."""

    charter = Charter(
        {
            "projects_yml": "merge: {options: [A, B], require_checks: false, settle_minutes: 0}\n"
            "decision_inbox: {on_manual_close: reopen}\n"
        },
        merges=("A", "B"),
        settle=timedelta(0),
        needs_checks=False,
        closing_closes=False,
    )


class Apart(Machine):
    """The ballots are in a repository of their own."""

    charter = Charter(
        {
            "app_token": True,
            "repos": {"org/governance": "private", APP: "private", "org/inbox": "private"},
            "projects_yml": f"supervised_repos: [{APP}]\n"
            "decision_inbox: {repository: org/inbox}\n",
        },
        inbox="org/inbox",
    )


class Reminded(Living):
    """Owners are reminded, and keep a file that says where they are."""

    charter = Charter({"app_token": True, **KNOWING})
    truths = (*TRUTHS, *REMINDERS)

    def __init__(self) -> None:
        super().__init__()
        self.town.owner.commit(APP, {FILE: f"{PREFIX} available\n"})
