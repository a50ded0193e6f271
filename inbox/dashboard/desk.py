"""The desk behind the page: each reading and each order has a connection, and a clock, of its own.

The policy is read anew every time, for who may answer can change (P9).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from inbox.dashboard.account import TokenKind
from inbox.dashboard.not_sent import limited
from inbox.dashboard.orders import Order, Sent
from inbox.dashboard.reading import Page, reading_of
from inbox.dashboard.sending import send
from inbox.dashboard.surroundings import Memory
from inbox.dashboard.view import Reading
from inbox.environment import Environment
from inbox.errors import ConfigurationError, Mistake, RateLimited, Unavailable
from inbox.github.client import GitHub
from inbox.grace import with_grace
from inbox.inputs import Inputs
from inbox.policy import Policy
from inbox.refs import RepoRef
from inbox.tick.report import Report
from inbox.tick.run import first_look, look_over
from inbox.tick.session import Session
from inbox.tick.telling import Order as TickOrder
from inbox.tick_command import connect, policy_in_force
from inbox.vetting import bot_mistakes

Connect = Callable[[Environment, str], AbstractContextManager[GitHub]]

_AGAIN = "The page reads again in a minute."
_IS_ONLINE = f"Is this machine online? {_AGAIN}"


@dataclass(frozen=True, slots=True)
class OwnersDesk:
    """Reads and sends with the owner's token; `variables` are those that settle the grace (D18)."""

    inputs: Inputs
    environment: Environment
    workflow: RepoRef
    variables: Mapping[str, str]
    memory: Memory = field(default_factory=Memory)
    connect: Connect = connect

    def read(self) -> Reading:
        """One look at GitHub; raises InboxError where there is nothing to show for it."""
        page = Page(self.environment.server_url, self.workflow, self._kind)
        try:
            with self.connect(self.environment, self.inputs.token) as github:
                session = look_over(github, self._policy(github), self._order, Report())
                return reading_of(session, page, self.memory)
        except RateLimited as limit:
            raise limited(limit, "The page reads again after that.") from limit
        except Unavailable as away:
            advice = _AGAIN if away.status else _IS_ONLINE
            raise Unavailable(away.what, advice, request=away.request, status=away.status) from away

    def send(self, order: Order) -> Sent:
        """The order is carried out once; raises InboxError, with advice, where it was not."""
        with self.connect(self.environment, self.inputs.token) as github:

            def look() -> Session:
                return first_look(github, self._policy(github), self._order, Report())

            return send(github, look, order, self._kind)

    @property
    def about(self) -> str:
        """What was named at the start, for one who may have mistyped it."""
        return f"the workflow of `{self.workflow}` and the ballots of `{self.inputs.bot_login}`"

    @property
    def _kind(self) -> TokenKind:
        return TokenKind.of(self.inputs.token)

    @property
    def _order(self) -> TickOrder:
        return TickOrder(
            workflow_repository=self.workflow,
            server_url=self.environment.server_url,
            bot_login=self.inputs.bot_login,
            trusts_login=True,
        )

    def _policy(self, github: GitHub) -> Policy:
        found = policy_in_force(github, self.inputs, self.environment, self.workflow)
        bot = self.inputs.bot_login
        if bot and bot_mistakes(found, bot):
            what = f"{bot} is on the allowlist, so that account is an owner's and not the bot's"
            advice = "end this, and name the account that the action writes as"
            raise ConfigurationError((Mistake("--bot-login", 0, what, advice),))
        return with_grace(found, self.variables)
