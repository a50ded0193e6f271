"""The real desk over a stage: an owner's own token, and no socket."""

from __future__ import annotations

from inbox.dashboard.desk import OwnersDesk
from inbox.environment import Environment
from inbox.github.client import GitHub
from inbox.inputs import read_inputs
from inbox.refs import RepoRef
from inbox.simulator import Transport
from tests.stories.stage import APP, SIMULATED, Stage

BOT = "github-actions[bot]"


def variables(token: str, *, bot: str = BOT, repository: str = APP) -> dict[str, str]:
    """The environment of somebody at their own desk."""
    return {
        "GITHUB_API_URL": SIMULATED,
        "GITHUB_GRAPHQL_URL": f"{SIMULATED}/graphql",
        "GITHUB_REPOSITORY": repository,
        "GITHUB_TOKEN": token,
        "INPUT_BOT_LOGIN": bot,
    }


def connected(stage: Stage, token: str) -> GitHub:
    """A connection in simulated time."""
    return GitHub(
        SIMULATED,
        f"{SIMULATED}/graphql",
        token,
        transport=Transport(stage.gh),
        sleep=lambda _: None,
        now=lambda: stage.gh.clock.now,
        write_interval=0,
    )


def desk_of(
    stage: Stage, who: str = "owner", *, token: str = "ghp_mine", **more: str
) -> OwnersDesk:
    """The desk of that person; their token can do what they can."""
    person = stage.gh.person(who)
    secret = stage.gh.token(token, person)
    env = variables(secret, **more)
    inputs, environment = read_inputs(env, {})

    def connect(_: Environment, token: str) -> GitHub:
        return connected(stage, token)

    return OwnersDesk(inputs, environment, RepoRef.parse(APP), env, connect=connect)
