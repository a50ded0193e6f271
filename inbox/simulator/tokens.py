"""Making tokens: a workflow's own, an app's, a person's."""

from __future__ import annotations

from inbox.simulator.accounts import Allowance, App, Token, TokenKind
from inbox.simulator.building import Building
from inbox.simulator.developing import Person
from inbox.simulator.repository import Repository

_EVERYTHING = {
    "issues": "write",
    "pull_requests": "write",
    "contents": "write",
    "statuses": "write",
    "checks": "read",
}


class Issuing(Building):
    """The part of the simulator that hands out tokens.

    Without `permissions` a token has all that the product ever needs: issues, pull_requests,
    contents and statuses to write, checks to read.
    """

    def token(
        self,
        secret: str,
        person: Person,
        kind: TokenKind = TokenKind.CLASSIC,
        *,
        repositories: list[Repository | str] | None = None,
        permissions: dict[str, str] | None = None,
        limit: int = 5_000,
        app: App | None = None,
    ) -> str:
        """The secret, now good for that account in those repositories (None: all it can see)."""
        ids = None if repositories is None else {self.repo(one).id for one in repositories}
        granted = dict(_EVERYTHING if permissions is None else permissions)
        self.world.tokens[secret] = Token(
            secret, person.account, kind, granted, ids, Allowance(limit), Allowance(limit), app
        )
        return secret

    def workflow_token(
        self,
        repo: Repository | str,
        *,
        secret: str = "ghs_workflow",
        permissions: dict[str, str] | None = None,
    ) -> str:
        """A workflow's own token: `github-actions[bot]`, this repository alone, 1,000 an hour."""
        return self.token(
            secret,
            self.bot(),
            TokenKind.WORKFLOW,
            repositories=[repo],
            permissions=permissions,
            limit=1_000,
            app=self.world.app("github-actions"),
        )

    def app_token(
        self,
        slug: str,
        repositories: list[Repository | str],
        *,
        secret: str = "ghs_app",
        permissions: dict[str, str] | None = None,
    ) -> str:
        """An installation token of the app of that slug for these repositories."""
        return self.token(
            secret,
            self.bot(slug),
            TokenKind.APP,
            repositories=repositories,
            permissions=permissions,
            app=self.world.app(slug),
        )

    def limit(self, secret: str, *, core: int | None = None, graphql: int | None = None) -> None:
        """The token has that many requests and points left in this hour."""
        token = self.world.tokens[secret]
        for allowance, remaining in ((token.core, core), (token.graphql, graphql)):
            if remaining is not None:
                allowance.used = allowance.limit - remaining
                allowance.reset = int(self.world.clock.now.timestamp()) + 3600

    def permit(self, secret: str, **levels: str) -> None:
        """The token has these permissions from now on beside its others; `none` takes one away."""
        granted = self.world.tokens[secret].permissions
        for name, level in levels.items():
            if level == "none":
                granted.pop(name, None)
            else:
                granted[name] = level

    def revoke(self, secret: str) -> None:
        """The token is no longer good: 401."""
        self.world.tokens[secret].revoked = True
