"""Who reads what a run tells of a failure that came before it knew the repositories (P48)."""

from __future__ import annotations

from collections.abc import Set

from inbox.errors import InboxError
from inbox.github.client import GitHub
from inbox.github.survey import survey
from inbox.policy import Visibility
from inbox.refs import RepoRef


def may_name(github: GitHub, workflow: RepoRef, others: Set[RepoRef]) -> bool:
    """True when whoever reads the workflow's repository may read of the others, too.

    What GitHub does not tell of the others is private, and of the workflow's own public.
    """
    if others <= {workflow}:
        return True
    try:
        found = survey(github, [workflow, *others - {workflow}], ()).repositories
    except InboxError:
        return False
    private = Visibility.PRIVATE
    fewest = min(found[one].visibility if one in found else private for one in others)
    return workflow in found and found[workflow].visibility <= fewest
