"""`decision-inbox doctor`: reads a set-up and prints what is right, what is wrong, what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TextIO

from inbox.doctor.facts import Facts
from inbox.doctor.findings import exit_status
from inbox.doctor.judging import judged
from inbox.doctor.making import make_labels
from inbox.doctor.places import is_told_too_widely
from inbox.doctor.reading import Order, read_facts
from inbox.doctor.telling import Form, told
from inbox.errors import InboxError, Unavailable, bug, without_names
from inbox.init.remote import placed
from inbox.inputs import read_inputs
from inbox.markdown import log_safe
from inbox.tick.readers import may_name
from inbox.tick_command import connect, workflow_repository

_AGAIN = "Usually this passes: run the doctor again."
_WHERE = "name it with --repository owner/name, or run the doctor in a clone of it"


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
        inputs, environment = read_inputs(placed(env, repository, option="--repository"), options)
        workflow = workflow_repository(environment, _WHERE)
        order = Order(inputs, environment, workflow, workflow_file)
        with connect(environment, inputs.token) as github:
            try:
                facts = read_facts(github, order)
                if writes_labels:
                    facts = make_labels(github, facts)
            except InboxError as failure:
                others = set(filter(None, (inputs.config_repo, inputs.inbox_repo)))
                is_open = environment.on_actions and not may_name(github, workflow, others)
                return _failed(failure, err, is_named=not is_open)
    except InboxError as failure:
        return _failed(failure, err)
    except Exception as crash:  # the last border: a bug ends as one sentence, too
        return _failed(bug(crash), err)
    findings = judged(facts)
    out.write(told(findings, form, counts_only=environment.on_actions and _is_open(facts, order)))
    return exit_status(findings)


def _failed(failure: InboxError, err: TextIO, *, is_named: bool = True) -> int:
    """The exit status, once the failure is said; a look that was cut short is no success."""
    told = failure if is_named else without_names(failure)
    said = f"{told.what} {_AGAIN}" if isinstance(failure, Unavailable) else str(told)
    err.writelines(f"{log_safe(line, 2000)}\n" for line in said.splitlines())
    return failure.exit_status or 1


def _is_open(facts: Facts, order: Order) -> bool:
    """True where more people may read the run's log than what the findings name (P48)."""
    if facts.policy is None:
        return order.inputs.config_repo not in (None, order.workflow)
    return is_told_too_widely(facts)
