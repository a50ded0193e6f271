"""One call of `gh`: read, checked, and then made by the real `gh`, or refused (D22)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

from inbox.decisions.verdict import SHOWN_FORMAT, Code, asks_the_same, refusals
from inbox.errors import Bug, bug
from inbox.gh import aliases, bodies, overriding
from inbox.gh.arguments import Call, Elsewhere, Reading, Unknown, Unsure, read
from inbox.gh.program import ITS_NAME, PROBE, Gh, Unclear, find
from inbox.markdown import log_safe

_REFUSED, _CANNOT_RUN, _NO_GH, _INTERRUPTED = 1, 126, 127, 130
_LONGEST_CHAIN = 8
"""How many aliases may stand for one another."""


@dataclass(frozen=True, slots=True)
class _Objection:
    """Why the call is not made: the code, and a sentence."""

    code: Code
    sentence: str


@dataclass(frozen=True, slots=True)
class _Order:
    """The call that will be made: its arguments as they are passed on, and what they mean."""

    arguments: list[str]
    reading: Reading


def wrap(arguments: Sequence[str], env: Mapping[str, str], *, out: TextIO, err: TextIO) -> int:
    """This process became `gh`, or the exit status tells why not.

    1: refused; 126: `gh` cannot be run; 127: there is none; 130: interrupted before; 70: a bug.
    """
    if PROBE in env:
        out.write(f"{ITS_NAME}\n")
        return 0
    try:
        return _wrap(arguments, env, err)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except Exception as crash:  # the last border: a bug ends as one sentence, and lets nothing by
        err.write(f"{ITS_NAME}: {bug(crash).what} gh was not run. Please report this line.\n")
        return Bug.exit_status


def _wrap(arguments: Sequence[str], env: Mapping[str, str], err: TextIO) -> int:
    gh = find(env)
    if gh is None:
        err.write(f"{ITS_NAME}: there is no gh on PATH; install it (https://cli.github.com).\n")
        return _NO_GH
    order = _Order(list(arguments), Unsure())
    found: tuple[bodies.Body, ...] = ()
    try:
        order = _order(gh, arguments)
        found = bodies.bodies(order.reading) if isinstance(order.reading, Call) else ()
        refused = _refused(gh, order.reading, found)
        passed, files = bodies.handed_on(order.arguments, found)
    except bodies.Unusable as failure:
        err.write(f"{Code.UNCHECKED.value}: {failure}; gh was not run.\n")
        return _REFUSED
    except Unclear as failure:
        refused = (_Objection(Code.UNCHECKED, f"{failure}."),)
        passed, files = order.arguments, []
    if refused and not _overridden(refused, order, found, env, err):
        return _REFUSED
    err.flush()
    try:
        gh.become(passed, files)
    except OSError as failure:
        err.write(f"{ITS_NAME}: {gh.path} cannot be run: {failure.strerror}.\n")
        return _CANNOT_RUN


def _order(gh: Gh, arguments: Sequence[str]) -> _Order:
    """The call with its aliases written out; raises Unclear where nobody can be sure."""
    current = list(arguments)
    for _ in range(_LONGEST_CHAIN):
        reading = _reading(gh, current)
        if isinstance(reading, Unsure):
            raise Unclear("versions of gh read these arguments differently; put flags last")
        if not isinstance(reading, Elsewhere) or not aliases.may_be_alias(reading.words):
            return _Order(current, reading)
        expanded = _expanded(gh, current, reading.words)
        if expanded is None:
            return _Order(current, reading)
        current = expanded
    raise Unclear("these aliases of gh stand for one another")


def _reading(gh: Gh, arguments: Sequence[str]) -> Reading:
    """What the arguments mean; `gh` itself is asked about flags that only it knows."""
    learned: dict[str, bool] = {}
    while isinstance(reading := read(arguments, learned), Unknown):
        if (takes := gh.takes_value(reading)) is None:
            return reading
        learned[reading.flag] = takes
    return reading


def _expanded(gh: Gh, arguments: list[str], words: Sequence[str]) -> list[str] | None:
    """The arguments with their alias written out; None without an alias that could set a body."""
    known = gh.aliases()
    if known is None:
        raise Unclear("the aliases of gh cannot be read (gh alias list); write the command out")
    name = aliases.called(words, known)
    if name is None or aliases.is_shell(known[name]):
        return None
    if arguments[: len(name.split())] != name.split():
        raise Unclear(f"the alias {name} has flags before it; put them last")
    return aliases.written_out(known[name], arguments[len(name.split()) :])


def _refused(gh: Gh, reading: Reading, found: Sequence[bodies.Body]) -> tuple[_Objection, ...]:
    """What is wrong with the bodies; an edit may leave alone what was wrong before (D21)."""
    wrong = [body for body in found if refusals(body.text)]
    if wrong and isinstance(reading, Call) and reading.verb == "edit":
        before = gh.bodies_now(reading)
        wrong = [body for body in wrong if not _leaves_alone(before, body.text)]
    return tuple(
        _Objection(one.code.at_write_time, f"{body.source}, line {one.line}: {one.sentence}")
        for body in wrong
        for one in refusals(body.text)
    )


def _leaves_alone(before: Sequence[str] | None, body: str) -> bool:
    return bool(before) and all(asks_the_same(old, body) for old in before or ())


def _nameless(address: str) -> str:
    """The address without a login or token before its host."""
    return re.sub(r"//[^/]*@", "//", address)


def _overridden(
    refused: Sequence[_Objection],
    order: _Order,
    found: Sequence[bodies.Body],
    env: Mapping[str, str],
    err: TextIO,
) -> bool:
    """True when a person let this call through and that is remembered; all else is said."""
    for one in refused:
        err.write(f"{one.code.value}: {one.sentence}\n")
    why = overriding.reason(env)
    if not why:
        if any(one.code is not Code.UNCHECKED for one in refused):
            err.write(f"\n{SHOWN_FORMAT}\n")
        err.write(
            f"{ITS_NAME}: gh was not run. If a person agrees that nothing is asked here, "
            'DECISIONS_OK="<reason>" lets one call through.\n'
        )
        return False
    call = order.reading if isinstance(order.reading, Call) else None
    repo = call.last("repo") if call else None
    try:
        overriding.remember(
            env,
            {
                "reason": why,
                "code": " ".join(dict.fromkeys(one.code.value for one in refused)),
                "command": call.command if call else "",
                "repository": _nameless(repo.value if repo else env.get("GH_REPO", "")),
                "targets": [_nameless(target) for target in call.targets] if call else [],
                "sha256": [body.digest for body in found],
            },
        )
    except overriding.NotRemembered as failure:
        err.write(
            f"{ITS_NAME}: the override cannot be remembered ({failure}); name a file in "
            "DECISIONS_LOG. gh was not run.\n"
        )
        return False
    err.write(f"{ITS_NAME}: let through: {log_safe(why)}\n")
    return True
