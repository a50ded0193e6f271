"""Inboxes with many ballots, put there at one stroke as the program itself would open them.

The program opens at most forty in a tick. That a first tick over such an inbox writes nothing
shows that nothing in it differs from what the program would have left.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence

from inbox.actions import CreateLabel, SetStatus
from inbox.ballot import statuses
from inbox.ballot.opening import ballot_for
from inbox.decisions.gate import ASKS_NOTHING, status
from inbox.github import reads
from inbox.github.client import GitHub
from inbox.github.pacing import MOST_CREATIONS
from inbox.github.writes import Writer
from inbox.labels import OURS
from inbox.policy import AllowedActor, Allowlist
from inbox.refs import Account, RepoRef
from inbox.simulator import Transport
from inbox.simulator.conversation import Issue, PullRequest
from inbox.tick.gates import gate_status
from inbox.world import Pull
from tests.stories.stage import SIMULATED, Stage, Way

THREE = {"org/app": "private", "org/site": "private", "org/lib": "private"}
SUPERVISES_THREE = f"supervised_repos: [{', '.join(THREE)}]\n"
REASONING = "rule migrations: `migrations/001.sql` changes the database schema"
_OWNERS = Allowlist((AllowedActor("owner"),))


def an_inbox(
    ballots: int, *, shared_bot: bool = False, way: Way = Way.LOOPBACK, projects_yml: str = ""
) -> Stage:
    """A stage with that many pending ballots that nobody has answered.

    An app's, about pull requests of three repositories; or those of `github-actions[bot]`, whose
    token reaches its own repository alone.
    """
    stage = (
        Stage(way=way, projects_yml=projects_yml or None)
        if shared_bot
        else Stage(
            way=way, repos=THREE, projects_yml=SUPERVISES_THREE + projects_yml, app_token=True
        )
    )
    repos = [stage.home] if shared_bot else list(THREE)
    for number in range(ballots):
        stage.pull(repos[number % len(repos)])
    put_ballots(stage, repos)
    stage.later(minutes=30)
    return stage


def put_ballots(stage: Stage, repos: Sequence[str]) -> None:
    """Every open pull request of these repositories has its pending ballot, and its statuses."""
    bot = Account.named(stage.bot.login, stage.bot.id)
    with _client(stage) as client:
        writer = Writer(client)
        for repo in repos:
            for label in sorted(OURS):
                writer.perform(CreateLabel(RepoRef.parse(repo), label))
        pulls = [pull for repo in repos for pull in reads.open_pulls(client, RepoRef.parse(repo))]
    for some in _forties(pulls):
        with _client(stage) as client:
            for pull in some:
                _put_ballot(stage, Writer(client), pull, bot)
    afresh(stage)


def _put_ballot(stage: Stage, writer: Writer, pull: Pull, bot: Account) -> None:
    opened = writer.perform(
        ballot_for(
            pull,
            REASONING,
            inbox=RepoRef.parse(stage.home),
            nonce=str(uuid.uuid4()),
            now=stage.gh.clock.now,
            allowlist=_OWNERS,
        )
    )
    wanted = statuses.waiting(pull, opened.url, bot)
    writer.perform(
        SetStatus(pull.ref.repo, pull.head, wanted.state, wanted.description, wanted.target_url)
    )
    writer.perform(gate_status(pull, status(ASKS_NOTHING, pull.url, bot)))


def _client(stage: Stage) -> GitHub:
    return GitHub(
        SIMULATED,
        f"{SIMULATED}/graphql",
        stage.token,
        transport=Transport(stage.gh),
        write_interval=0,
    )


def _forties(pulls: Sequence[Pull]) -> Iterable[Sequence[Pull]]:
    return (pulls[at : at + MOST_CREATIONS] for at in range(0, len(pulls), MOST_CREATIONS))


def afresh(stage: Stage) -> None:
    """A new hour of the rate limits begins."""
    token = stage.gh.world.tokens[stage.token]
    stage.gh.limit(stage.token, core=token.core.limit, graphql=token.graphql.limit)


def pull_of(stage: Stage, ballot: Issue) -> PullRequest:
    """The pull request that the ballot asks about, by its title."""
    pull = stage.gh.find(ballot.title.rpartition(" ")[2])
    assert isinstance(pull, PullRequest)
    return pull


def until_quiet(stage: Stage, *, at_most: int = 6) -> None:
    """Ticks ran five minutes apart, until one wrote nothing."""
    for _ in range(at_most):
        afresh(stage)
        told = stage.tick()
        assert told.exit_status == 0, told.said
        stage.later(minutes=5)
        if not told.writes:
            return
    raise AssertionError("the program goes on writing")
