"""What anybody would write first: read everything about every ballot, every time."""

from __future__ import annotations

from collections.abc import Iterator

import httpx

from tests.stories.stage import PENDING


def poll(api: str, token: str, inbox: str) -> int:
    """What a naive poller reads in one round, and how many requests that takes: the list, then
    the reactions, the comments and the pull request of every ballot in it."""
    requests = 0
    headers = {"Authorization": f"Bearer {token}", "User-Agent": "poller"}
    with httpx.Client(base_url=api, headers=headers) as client:

        def pages(address: str) -> Iterator[dict[str, object]]:
            nonlocal requests
            following: str | None = address
            while following:
                answer = client.get(following).raise_for_status()
                requests += 1
                yield from answer.json()
                following = answer.links.get("next", {}).get("url")

        asked = f"/repos/{inbox}/issues?labels={PENDING}&state=open&per_page=100"
        for issue in list(pages(asked)):
            ballot = f"/repos/{inbox}/issues/{issue['number']}"
            list(pages(f"{ballot}/reactions?per_page=100"))
            list(pages(f"{ballot}/comments?per_page=100"))
            repo, _, number = str(issue["title"]).rpartition(" ")[2].partition("#")
            client.get(f"/repos/{repo}/pulls/{number}").raise_for_status()
            requests += 1
    return requests
