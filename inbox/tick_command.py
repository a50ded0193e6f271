"""`tick` and `open`: from the runner's environment to one run, and back to outputs and summary."""

from __future__ import annotations

import time
import traceback
import uuid
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path, PurePosixPath
from typing import TextIO

from inbox.config import Source, Surroundings, load
from inbox.environment import Environment, Mistakes, read_environment
from inbox.errors import (
    AccessRefused,
    ConfigurationError,
    Forbidden,
    InboxError,
    Mistake,
    RateLimited,
    Refused,
    Stopped,
    bug,
    without_names,
)
from inbox.github import reads
from inbox.github.client import GitHub
from inbox.grace import with_grace
from inbox.inputs import Command, Inputs, read_inputs
from inbox.paths import ConfigPath, file_in
from inbox.policy import Policy
from inbox.refs import RepoRef
from inbox.results import Access, NotUploaded, Wire, upload
from inbox.runner import Runner
from inbox.summary import failure_page, render
from inbox.tick.asking import Asked
from inbox.tick.readers import may_name
from inbox.tick.report import Report
from inbox.tick.run import run
from inbox.tick.telling import Ending, Order, Outcome, tell

SUMMARY = "decision-inbox-summary.md"
"""What the run's page is called inside the artifact."""


def perform(options: Mapping[str, str], env: Mapping[str, str], *, out: TextIO, err: TextIO) -> int:
    """One run is done and told; the exit status of interface.md, never a traceback."""
    with Runner(_tolerant(env), out=out, err=err, delimiter=_delimiter) as runner:
        try:
            return _run(options, env, runner)
        except _Unnamed as unnamed:
            return _failed(runner, unnamed.failure, is_named=False)
        except InboxError as failure:
            return _failed(runner, failure)
        except KeyboardInterrupt:
            return _failed(runner, Stopped())
        except Exception as crash:  # the last border: a bug ends as one sentence, too
            frames = traceback.format_tb(crash.__traceback__)
            runner.debug("".join([*frames, type(crash).__name__]))  # its text may be anybody's
            return _failed(runner, bug(crash))


class _Unnamed(Exception):
    """A failure of which not everybody may know what it is about who reads the log (P48)."""

    def __init__(self, failure: InboxError) -> None:
        super().__init__()
        self.failure = failure


def _tolerant(env: Mapping[str, str]) -> Environment:
    """The environment as far as it makes sense: mistakes in it are told by reading the inputs."""
    return read_environment(env, Mistakes())


def _delimiter() -> str:
    return f"decision_inbox_{uuid.uuid4().hex}"


def _failed(runner: Runner, failure: InboxError, *, is_named: bool = True) -> int:
    told = failure if is_named else without_names(failure)
    runner.failure(told)
    runner.write_summary(failure_page(told))
    return failure.exit_status


def _run(options: Mapping[str, str], env: Mapping[str, str], runner: Runner) -> int:
    inputs, environment = read_inputs(env, options)
    for secret in filter(None, (inputs.token, inputs.merge_token)):
        runner.mask(secret)
    workflow = workflow_repository(environment)
    order = _order(inputs, environment, workflow)
    with ExitStack() as connections:
        github = connections.enter_context(connect(environment, inputs.token))
        merger = None
        if inputs.merge_token:
            merger = connections.enter_context(connect(environment, inputs.merge_token))
        told_of = set(filter(None, (inputs.config_repo, inputs.inbox_repo)))
        try:
            policy = policy_in_force(github, inputs, environment, workflow)
            policy = with_grace(policy, env)
            told_of |= {policy.inbox, *policy.supervised}
            outcome = run(
                github, policy, order, nonce=_nonce, monotonic=time.monotonic, merger=merger
            )
        except RateLimited as limit:
            report = Report(stages=["everything"])
            report.stop(limit)
            outcome = tell(Ending(report, None, github.requests, 0.0), order)
        except InboxError as failure:
            if may_name(github, workflow, told_of):
                raise
            raise _Unnamed(failure) from failure
    page = render(outcome.page, counts_only=outcome.counts_only)
    _tell(runner, inputs, outcome, page)
    if inputs.metrics_artifact and environment.on_actions and not inputs.dry_run:
        texts = {SUMMARY: page, inputs.metrics_file.name: outcome.metrics.to_json()}
        _upload(runner, environment, env, inputs.metrics_artifact, texts)
    return outcome.exit_status


def connect(environment: Environment, token: str) -> GitHub:
    """A connection to the GitHub of this run, with that token."""
    return GitHub(
        environment.api_url,
        environment.graphql_url,
        token,
        write_interval=environment.write_interval,
    )


def _nonce() -> str:
    return str(uuid.uuid4())


def workflow_repository(environment: Environment, advice: str = "set it to owner/name") -> RepoRef:
    """The workflow's own repository; raises ConfigurationError, with that advice, without one."""
    if environment.repository is None:
        what = "GITHUB_REPOSITORY is not set, so nobody knows which repository this is about"
        mistake = Mistake("environment", 0, what, advice)
        raise ConfigurationError((mistake,))
    return environment.repository


def _order(inputs: Inputs, environment: Environment, workflow: RepoRef) -> Order:
    asked = None
    if inputs.command is Command.OPEN and inputs.pull_request:
        asked = Asked(inputs.pull_request, inputs.reasoning)
    return Order(
        workflow_repository=workflow,
        server_url=environment.server_url,
        bot_login=inputs.bot_login,
        dry_run=inputs.dry_run,
        settles_at_once=environment.event_name == "workflow_dispatch",
        ask=asked,
    )


def policy_in_force(
    github: GitHub, inputs: Inputs, environment: Environment, workflow: RepoRef
) -> Policy:
    """The policy in force: from the checkout for `./` paths, else from the default branch."""

    def source(path: ConfigPath) -> Source:
        if path.in_checkout:
            return Source(str(path), _checked_out(environment.workspace, path))
        repo = inputs.config_repo or workflow
        try:
            found = reads.file_text(github, repo, path.path, inputs.config_ref or None)
        except Forbidden as refused:
            what = f"The configuration of {repo} cannot be read: {refused.what}"
            raise AccessRefused(what, refused.advice) from refused
        except Refused as refused:
            mistake = Mistake(path.path, 1, refused.what.rstrip("."), refused.advice)
            raise ConfigurationError((mistake,)) from refused
        return Source(str(path), found)

    surroundings = Surroundings(workflow, environment.action_repository, inputs.inbox_repo)
    return load(source(inputs.owner_config), source(inputs.projects_config), surroundings)


def _checked_out(workspace: Path, path: ConfigPath) -> bytes | None:
    try:
        return file_in(workspace, PurePosixPath(path.path)).read_bytes()
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as failure:
        raise ConfigurationError(
            (Mistake(path.path, 1, f"the file cannot be read: {failure}", "check the path"),)
        ) from failure


def _tell(runner: Runner, inputs: Inputs, outcome: Outcome, written: str) -> None:
    """The log, the metrics file, the step outputs and the job summary say what the run did."""
    page, metrics = outcome.page, outcome.metrics
    if page.stopped:
        unnamed = f"{page.ended} {page.undone}".strip()
        runner.warning(unnamed if outcome.counts_only else page.stopped)
    if outcome.counts_only:
        for what, advice in page.nameless:
            runner.warning(f"{what} {advice}".strip())
        runner.say(f"{len(page.writes)} writes would be made." if metrics.dry_run else "Done.")
    else:
        for warned in page.warned:
            where = f"{warned.where}: " if warned.where else ""
            runner.warning(f"{where}{warned.text} {warned.advice}".strip())
        for write in page.writes:
            runner.say(f"would {write}")
        for done in page.done:
            runner.say(f"{done.where}: {done.what}")
    runner.write_metrics(inputs.metrics_file, metrics.to_json())
    runner.write_outputs(metrics.outputs(str(inputs.metrics_file)))
    runner.write_summary(written)


def _upload(
    runner: Runner,
    environment: Environment,
    env: Mapping[str, str],
    name: str,
    texts: Mapping[str, str],
) -> None:
    """The texts are an artifact of the run, or one notice says why not; nothing fails by it."""
    try:
        with Wire(monotonic=time.monotonic) as wire:
            access = Access.granted(env, environment.server_url)
            id_ = upload(access, name, texts, wire=wire, mask=runner.mask)
    except NotUploaded as failure:
        runner.notice(f"The artifact {name} was not uploaded: {failure}.")
    except KeyboardInterrupt:  # the tick is over, and its page says how it ended
        runner.notice(f"The artifact {name} was not uploaded: the run was stopped; run it again.")
    except Exception as crash:  # what was to be done is done: nothing here may turn it red
        runner.notice(f"The artifact {name} was not uploaded. {bug(crash)}")
    else:
        where = f"{environment.run_url}/artifacts/{id_}" if id_ else environment.run_url
        runner.say(f"The artifact {name} holds the metrics and the summary: {where}")
