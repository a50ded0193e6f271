"""What a token may see and do, and how GitHub words it when it may not.

Source: docs.github.com, "Troubleshooting the REST API" and the permission tables
(github-facts 1.0).
"""

from __future__ import annotations

from inbox.simulator.accounts import Account, Role, Token, TokenKind
from inbox.simulator.refusals import Refusal, not_found
from inbox.simulator.repository import Repository

Needs = tuple[str, ...]

_ROLE_FOR = {
    "issues: write": Role.READ,
    "pull_requests: write": Role.READ,
    "contents: write": Role.WRITE,
    "statuses: write": Role.WRITE,
    "checks: write": Role.ADMIN,
}


def covers(token: Token, repo: Repository) -> bool:
    """True when the token was issued for this repository."""
    return token.repositories is None or repo.id in token.repositories


def sees(token: Token | None, repo: Repository) -> bool:
    """True when a read of this repository does not answer 404."""
    if repo.deleted:
        return False
    if not repo.is_private:
        return True
    if token is None or not covers(token, repo):
        return False
    return token.is_installation or repo.role_of(token.account) >= Role.READ


def pushes(token: Token, repo: Repository) -> bool:
    """True when labels and assignees given at creation are honoured (facts 1.3)."""
    if token.is_installation:
        return covers(token, repo) and token.holds("issues: write")
    return repo.role_of(token.account) >= Role.TRIAGE


def require_triage(token: Token, repo: Repository, author: Account | None = None) -> None:
    """403 for a person below triage who is not the author; tokens of apps go by their grant."""
    if token.is_installation or token.account is author:
        return
    if repo.role_of(token.account) < Role.TRIAGE:
        raise Refusal(403, "Must have admin rights to Repository.")


def require(token: Token | None, repo: Repository, needs: Needs, *, write: bool) -> None:
    """Nothing for a token that may; else 404, 401 or 403 with the accepted permissions."""
    if not sees(token, repo):
        raise not_found()
    if token is None:
        if write:
            raise Refusal(401, "Requires authentication")
        return
    if not write and not repo.is_private:
        return
    if covers(token, repo) and _granted(token, repo, needs):
        return
    raise lacking(token, needs)


def _granted(token: Token, repo: Repository, needs: Needs) -> bool:
    if token.kind is TokenKind.CLASSIC:
        return _role_allows(token, repo, needs)
    if not any(token.holds(one) for one in needs):
        return False
    return token.is_installation or _role_allows(token, repo, needs)


def _role_allows(token: Token, repo: Repository, needs: Needs) -> bool:
    role = repo.role_of(token.account)
    return any(role >= _ROLE_FOR.get(one, Role.READ) for one in needs)


def lacking(token: Token, needs: Needs) -> Refusal:
    """403: the token cannot do this, with what would have done."""
    wanted = "; ".join(one.replace(": ", "=") for one in needs)
    if token.kind is TokenKind.CLASSIC:
        return Refusal(403, "Must have push access to the repository.")
    headers = {"X-Accepted-GitHub-Permissions": wanted}
    return Refusal(403, not_accessible(token), headers=headers)


def not_accessible(token: Token) -> str:
    """What GitHub says to a token without the permission, in REST and GraphQL alike."""
    sort = "integration" if token.is_installation else "personal access token"
    return f"Resource not accessible by {sort}"
