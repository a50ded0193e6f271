"""`decision-inbox doctor`: reads a set-up and prints what is right, what is wrong, what to do."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from inbox.doctor.facts import Facts
from inbox.doctor.findings import exit_status
from inbox.doctor.judging import judged
from inbox.doctor.making import make_labels
from inbox.doctor.reading import Order, read_facts
from inbox.doctor.telling import Form, told
from inbox.errors import InboxError, RateLimited, bug
from inbox.init.remote import repository_of
from inbox.inputs import read_inputs
from inbox.markdown import log_safe
from inbox.tick_command import connect, workflow_repository


def doctor(
    options: Mapping[str, str],
    env: Mapping[str, str],
    *,
    form: Form,
    repository: str | None,
    workflow_file: str,
    writes_labels: bool,
    out: TextIO,
    err: TextIO,
) -> int:
    """The findings are printed: 0 all right, 1 something wrong, 2 the configuration, 3 the token.

    Nothing is written to GitHub but, with `writes_labels`, the labels that are missing. The
    repository of the workflow is the one named, else the run's, else that of the current folder.
    """
    try:
        inputs, environment = read_inputs(_placed(env, repository), options)
        workflow = workflow_repository(environment)
        order = Order(inputs, environment, workflow, workflow_file)
        with connect(environment, inputs.token) as github:
            facts = read_facts(github, order)
            if writes_labels:
                facts = make_labels(github, facts)
    except RateLimited as limit:
        err.write(f"{log_safe(f'{limit.what} {limit.advice}', 2000)}\n")
        return 1
    except InboxError as failure:
        err.writelines(f"{log_safe(line, 2000)}\n" for line in str(failure).splitlines())
        return failure.exit_status
    except Exception as crash:  # the last border: a bug ends as one sentence, too
        told_as = bug(crash)
        err.write(f"{log_safe(str(told_as), 2000)}\n")
        return told_as.exit_status
    return _told(facts, form, out)


def _told(facts: Facts, form: Form, out: TextIO) -> int:
    findings = judged(facts)
    out.write(told(findings, form))
    return exit_status(findings)


def _placed(env: Mapping[str, str], repository: str | None) -> Mapping[str, str]:
    """The environment, in which the workflow's repository stands if anybody knows it."""
    named = repository or env.get("GITHUB_REPOSITORY", "").strip()
    if not named:
        named = str(repository_of(Path(), env.get("GITHUB_SERVER_URL", "")) or "")
    return {**env, "GITHUB_REPOSITORY": named}
