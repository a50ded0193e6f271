"""Whether a pull request can be merged, and GitHub's words when it cannot (facts 1.16, 1.18)."""

from __future__ import annotations

from inbox.simulator.accounts import Token
from inbox.simulator.conversation import PullRequest
from inbox.simulator.deeds.checks import combined, latest, newest
from inbox.simulator.refusals import Refusal

_GREEN = {"success", "neutral", "skipped"}


def look(pull: PullRequest) -> tuple[bool | None, str]:
    """`mergeable` and `mergeable_state` of one read; null while GitHub is still computing."""
    if pull.state == "closed":
        return None, "unknown"
    if pull.unknown_reads > 0:
        pull.unknown_reads -= 1
        return None, "unknown"
    if pull.conflicting:
        return False, "dirty"
    if pull.draft:
        return True, "draft"
    if unmet(pull) is not None:
        return True, "blocked"
    return True, "clean" if _all_green(pull) else "unstable"


def _all_green(pull: PullRequest) -> bool:
    statuses = newest(pull.repo, pull.head_sha)
    runs = [one for suite in pull.repo.suites.get(pull.head_sha, []) for one in latest(suite.runs)]
    return (not statuses or combined(statuses) == "success") and all(
        one.conclusion in _GREEN for one in runs
    )


def unmet(pull: PullRequest) -> str | None:
    """The first rule of the base branch that the pull request does not meet, in GitHub's words."""
    rules = pull.repo.rules
    if pull.approvals < rules.required_reviews:
        return f"At least {rules.required_reviews} approving review is required by reviewers."
    good = _good(pull)
    for context in (*rules.required_contexts, *rules.ruleset_contexts):
        source = rules.sources.get(context)
        if not any(
            name == context and (source is None or slug == source.slug) for name, slug in good
        ):
            return f'Required status check "{context}" is expected.'
    if rules.merge_queue:
        return "Changes must be made through the merge queue"
    return None


def _good(pull: PullRequest) -> set[tuple[str, str | None]]:
    """What is green on the head, each with the slug of the app that said so, if one did."""
    good = {
        (one.context, one.creator.login if one.creator.is_bot else None)
        for one in newest(pull.repo, pull.head_sha)
        if one.state == "success"
    }
    for suite in pull.repo.suites.get(pull.head_sha, []):
        green = [one for one in latest(suite.runs) if one.conclusion in _GREEN]
        good |= {(one.name, suite.app.slug) for one in green}
    return good


def require_mergeable(pull: PullRequest, token: Token, method: str, sha: str | None) -> None:
    """Nothing when the merge may go on; else 403, 405 or 409 as GitHub answers."""
    if pull.merge_refusal is not None:
        raise Refusal(*pull.merge_refusal)
    if pull.state == "closed":
        raise Refusal(405, "Pull Request is not mergeable")
    if sha is not None and sha != pull.head_sha:
        raise Refusal(409, "Head branch was modified. Review and try the merge again.")
    if pull.draft:
        raise Refusal(405, "Pull Request is still a draft")
    if pull.conflicting or pull.unknown_reads > 0:
        raise Refusal(405, "Pull Request is not mergeable")
    if pull.base_ref not in pull.repo.branches:
        raise Refusal(405, "Base branch does not exist")
    if method not in pull.repo.rules.methods:
        said = {"merge": "Merge commits", "squash": "Squash merges", "rebase": "Rebase merges"}
        raise Refusal(405, f"{said[method]} are not allowed on this repository.")
    if reason := unmet(pull):
        raise Refusal(405, reason)
    _require_workflows(pull, token)


def _require_workflows(pull: PullRequest, token: Token) -> None:
    for file in pull.files:
        if not file.filename.startswith(".github/workflows/"):
            continue
        if token.is_installation and not token.holds("workflows: write"):
            raise Refusal(
                403,
                "refusing to allow a GitHub App to create or update workflow "
                f"`{file.filename}` without `workflows` permission",
            )
