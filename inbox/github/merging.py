"""The one write that cannot be undone: the merge call, and every answer of it (protocol P36)."""

from __future__ import annotations

from inbox.actions import MergePull
from inbox.errors import AccessRefused, Changed, GitHubFault, Refused, Unavailable
from inbox.github import routes
from inbox.github.client import GitHub
from inbox.github.reads import pull
from inbox.refs import PullRef

_CONFLICT = 409
_PASSING = "base branch was modified"


def merge(client: GitHub, merger: GitHub, action: MergePull) -> None:
    """The pull request is merged at the cleared head, and known to be.

    `merger` makes the call, with a token of its own where one is configured; `client` reads. A
    lost answer, or a refusal because it was merged already, is settled by reading the pull request
    again. Raises Changed where head or base moved meanwhile, the typed refusal otherwise.
    Source: https://docs.github.com/rest/pulls/pulls#merge-a-pull-request
    """
    ref, head = action.clearance.pull, action.clearance.head
    wanted = {"sha": head, "merge_method": action.method.value}
    try:
        merger.put(routes.merge(ref), wanted)
    except AccessRefused as refused:
        if merger is client:
            raise
        raise _not_accepted(refused) from refused
    except (Refused, Unavailable) as failure:
        if not pull(client, ref).is_merged:
            raise _told(failure, ref) from failure


def _not_accepted(refused: AccessRefused) -> AccessRefused:
    """The refusal of a token of its own, which says where that one was given."""
    return AccessRefused(
        refused.what.replace("the token", "the token for merging"),
        "It may be wrong, expired or revoked: check the input `merge-token`.",
    )


def _told(failure: GitHubFault, ref: PullRef) -> GitHubFault:
    """The failure, or Changed where the next tick simply tries again."""
    is_passing = isinstance(failure, Refused) and _PASSING in failure.message.lower()
    if failure.status != _CONFLICT and not is_passing:
        return failure
    return Changed(
        f"{ref} or its base moved while it was merged.",
        "The next tick looks at it afresh.",
        request=failure.request,
        status=failure.status,
    )
