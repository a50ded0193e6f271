"""Saving a description, for which GitHub has no compare-and-set (ruling D14).

Source: https://docs.github.com/rest/issues/issues#update-an-issue, which serves pull requests too.
"""

from __future__ import annotations

from inbox.actions import EditDescription
from inbox.errors import Changed
from inbox.github import routes
from inbox.github.client import GitHub
from inbox.github.payloads import IssuePayload
from inbox.markdown import normalise


def edit_description(client: GitHub, action: EditDescription) -> None:
    """The description reads as wanted; raises Changed where it is not the expected one any more.

    Somebody may still save in between: whoever writes reads the history afterwards. A lost answer
    is not tried again, for a second saving could hide what somebody saved after the first.
    """
    answer = client.get(routes.issue(action.issue))
    now = answer.read(IssuePayload).body or ""
    if normalise(now) != normalise(action.expected):
        raise Changed(
            f"The description of {action.issue} changed in the meantime.",
            "The next tick reads it again.",
            request=answer.request,
            status=answer.status,
        )
    client.patch(routes.issue(action.issue), {"body": action.body}, once=True)
