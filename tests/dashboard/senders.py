"""Sending on a stage as the page does: with a person's own token, after readings of its own."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from inbox.ballot.choice import Choice
from inbox.dashboard.account import TokenKind
from inbox.dashboard.fresh_text import drawn_of
from inbox.dashboard.orders import (
    BallotAnswer,
    Confirm,
    Drawn,
    Filled,
    Order,
    QuestionAnswers,
    SendBack,
    Sent,
)
from inbox.dashboard.sending import send
from inbox.decisions.block import read_block
from inbox.github.client import GitHub
from inbox.inputs import read_inputs
from inbox.refs import Account, HeadSha, IssueRef, PullRef
from inbox.simulator.conversation import Issue, PullRequest
from inbox.simulator.developing import Person
from inbox.tick.report import Report
from inbox.tick.run import first_look, look_over
from inbox.tick.session import Session
from inbox.tick.telling import Order as Wanted
from inbox.tick_command import policy_in_force, workflow_repository
from tests.dashboard.desks import connected, variables
from tests.stories.stage import Stage


class Sender:
    """One person with a token, and the page that they look at."""

    def __init__(
        self, stage: Stage, person: Person | None = None, token: str = "", secret: str = "ghp_mine"
    ) -> None:
        self.stage = stage
        self.token = token or stage.gh.token(secret, person or stage.owner)

    def github(self) -> GitHub:
        """A connection in simulated time."""
        return connected(self.stage, self.token)

    def look(self, github: GitHub, *, over: bool = False) -> Session:
        """A fresh look that writes nothing, the policy read anew."""
        env = variables(self.token, bot=str(self.bot), repository=self.stage.home)
        inputs, environment = read_inputs(env, {})
        workflow = workflow_repository(environment)
        order = Wanted(workflow, environment.server_url, inputs.bot_login, trusts_login=True)
        policy = policy_in_force(github, inputs, environment, workflow)
        found = look_over if over else first_look
        return found(github, policy, order, Report())

    @property
    def bot(self) -> Account:
        """The bot, as somebody names it to the page."""
        return Account.named(self.stage.bot.login)

    def send(self, order: Order) -> Sent:
        """The order is carried out, over a new connection."""
        github = self.github()
        return send(github, lambda: self.look(github), order, TokenKind.of(self.token))

    # What the page shows

    def asked(self, choice: Choice = Choice.A, reason: str = "") -> BallotAnswer:
        """An answer to the newest ballot, as the page shows it now."""
        ref = IssueRef.parse(self.stage.ballot().ref)
        session = self.look(self.github(), over=True)
        case, plan = session.judged[ref]
        assert case.pull is not None
        assert plan.judgement is not None
        current = plan.judgement.round
        head, base = case.pull.head, case.pull.base
        return BallotAnswer(ref, choice, HeadSha(head), base, current.started, reason)

    def form(self, of: PullRequest | Issue, **wanted: Drawn) -> QuestionAnswers:
        """The form of that description as the page draws it now, filled with what is wanted."""
        drawn = self.drawn(of)
        filled = {name: Filled(one, wanted.get(name, one)) for name, one in drawn.items()}
        return QuestionAnswers(subject(of), filled)

    def drawn(self, of: PullRequest | Issue) -> dict[str, Drawn]:
        """How each question of the description stands now."""
        block = read_block(self.stage.now(of).body.text)
        return {one.id: drawn_of(one) for one in block.questions}

    def ticked(
        self, of: PullRequest | Issue, name: str, *choices: str, text: str = "", note: str = ""
    ) -> QuestionAnswers:
        """The form with one question answered."""
        drawn = self.drawn(of)[name]
        return self.form(
            of, **{name: replace(drawn, choices=choices or drawn.choices, text=text, note=note)}
        )

    def confirmation(self, of: PullRequest | Issue) -> Confirm:
        """The wish to confirm what stands there now."""
        return Confirm(subject(of), self.drawn(of))


def subject(of: PullRequest | Issue) -> PullRef | IssueRef:
    """What the page calls it."""
    return PullRef.parse(of.ref) if isinstance(of, PullRequest) else IssueRef.parse(of.ref)


def back(of: PullRequest | Issue) -> SendBack:
    """The wish to send it back."""
    return SendBack(subject(of))


def said(stage: Stage, of: PullRequest | Issue, who: Person) -> list[str]:
    """What that person's comments say there, oldest first."""
    return [one.body.text for one in stage.now(of).comments if one.author is who.account]


def at(stage: Stage) -> datetime:
    """The simulated time."""
    return stage.gh.clock.now
