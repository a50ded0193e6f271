"""Whether the workflow file would tick: its clock, its concurrency group, its `permissions:`.

Source: https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from inbox.doctor import needs
from inbox.doctor.clock import clock_findings
from inbox.doctor.facts import Facts, Wiring
from inbox.doctor.findings import REFUSED, Area, Finding, note, right, unchecked, unread, wrong
from inbox.errors import GitHubFault
from inbox.init.answers import STAND_IN
from inbox.policy import Place, Policy
from inbox.refs import RepoRef
from inbox.yamltext import Document, Path, Value, read_yaml

GROUP = "decision-inbox"
"""The concurrency group of every example: one tick after the other (protocol P47)."""

_OWN_TOKENS = ("", "github.token", "secrets.GITHUB_TOKEN")
_APP_ACTION = "actions/create-github-app-token"
_APP_PERMISSION = "permission-"
_STAND_IN = (STAND_IN, f"{STAND_IN.partition('@')[0]}/")
_COMMIT = re.compile(r"@[0-9a-f]{40}$")
Lines = Mapping[str, str]
_LEVELS = {"none": 0, "read": 1, "write": 2}


@dataclass(frozen=True, slots=True)
class _Step:
    """Where the action is used: its job, the place of the step, and what it is given."""

    job: Path
    path: Path
    given: Mapping[str, Value]

    @property
    def is_call(self) -> bool:
        """True where the whole job is the action's reusable workflow."""
        return self.path == self.job


def workflow_findings(facts: Facts) -> Iterator[Finding]:
    """What is wrong with the workflow file at the default branch."""
    file = facts.wiring.file
    name = f"{file.path} of {file.repo}"
    match file.content:
        case GitHubFault() as failure:
            yield unread(Area.WORKFLOW, name, failure)
        case None:
            what = f"There is no {file.path} on the default branch of {file.repo}."
            advice = "Add it (decision-inbox init writes one), or name it with --workflow."
            yield wrong(Area.WORKFLOW, what, advice, Place(file.path, 1))
        case bytes() as content:
            document, mistakes = read_yaml(content, file.path, when_empty="write a workflow")
            for mistake in mistakes:
                place = Place(mistake.file, mistake.line)
                yield wrong(Area.WORKFLOW, mistake.what, mistake.advice, place)
            if not mistakes:
                yield from _clock(document, facts)
                yield from _read(document, facts.wiring, facts.policy)


def _read(document: Document, wiring: Wiring, policy: Policy | None) -> Iterator[Finding]:
    step = next(_uses(document, wiring.action), None)
    if step is None:
        what = "No step of the workflow uses this action."
        advice = "Add the step `uses: <owner>/decision-inbox@<commit>`, or name another --workflow."
        yield wrong(Area.WORKFLOW, what, advice, Place(document.file, document.line_of(("jobs",))))
        return
    yield _group(document, step)
    yield from _action(document, step)
    if policy is not None:
        yield from _token(document, step, policy)


def _clock(document: Document, facts: Facts) -> Iterator[Finding]:
    on = document.at("on")
    entries = on.get("schedule") if isinstance(on, dict) else None
    listed = entries if isinstance(entries, list) else []
    crons = [one.get("cron") for one in listed if isinstance(one, dict)]
    if any(isinstance(cron, str) for cron in crons):
        yield right(Area.WORKFLOW, f"{document.file} runs by the clock.")
        yield from clock_findings(document, crons, facts)
        return
    what = "The workflow has no schedule, and reactions and pushes wake nothing."
    advice = 'Write `schedule: [{cron: "3-58/5 * * * *"}]` under `on:`.'
    yield wrong(Area.WORKFLOW, what, advice, Place(document.file, document.line_of(("on",))))


def _uses(document: Document, action: RepoRef | None) -> Iterator[_Step]:
    """Every step, or job, that uses the action, or another one of its name."""
    jobs = document.at("jobs")
    for name, job in jobs.items() if isinstance(jobs, dict) else ():
        if not isinstance(job, dict):
            continue
        steps = job.get("steps")
        found: list[tuple[Path, dict[str, Value]]] = [(("jobs", name), job)]
        found += [
            (("jobs", name, "steps", at), step)
            for at, step in enumerate(steps if isinstance(steps, list) else [])
            if isinstance(step, dict)
        ]
        for path, user in found:
            if _is_ours(user.get("uses"), action):
                given = user.get("with")
                yield _Step(("jobs", name), path, given if isinstance(given, dict) else {})


def _is_ours(uses: Value, action: RepoRef | None) -> bool:
    if not isinstance(uses, str):
        return False
    owner, _, rest = uses.partition("@")[0].partition("/")
    name = rest.partition("/")[0]
    is_named = action is not None and f"{owner}/{name}".lower() == str(action).lower()
    return uses == "./" or is_named or name == "decision-inbox"


def _action(document: Document, step: _Step) -> Iterator[Finding]:
    """Which action runs, and whether it does anything."""
    uses = str(document.at(*step.path, "uses"))
    place = Place(document.file, document.line_of((*step.path, "uses")))
    if uses.startswith(_STAND_IN):
        what = f"{uses} only stands for this action in its documents."
        advice = "Write the action's own repository and the commit that you looked at."
        yield wrong(Area.WORKFLOW, what, advice, place)
    elif not uses.startswith("./") and not _COMMIT.search(uses):
        what = f"Whoever moves {uses.partition('@')[2] or 'its branch'} changes what runs here."
        yield note(Area.WORKFLOW, what, "Name a commit by its full id.", place)
    if str(step.given.get("dry-run")).lower() == "true":
        place = Place(document.file, document.line_of((*step.path, "with", "dry-run")))
        advice = "Take dry-run out once it should act."
        yield note(Area.WORKFLOW, "The workflow only looks.", advice, place)


def _is_group(group: Value) -> bool:
    return str(group).lower() == GROUP  # GitHub compares them without regard to case


def _group(document: Document, step: _Step) -> Finding:
    """One run after the other; the reusable workflow sees to it, and a caller must not, too."""
    for path in (("concurrency",), (*step.job, "concurrency")):
        found = document.at(*path)
        group = found.get("group") if isinstance(found, dict) else found
        if group is None:
            continue
        place = Place(document.file, document.line_of(path))
        if isinstance(found, dict) and found.get("cancel-in-progress") not in (None, False):
            what = "A newer run cancels the running one, maybe between two of its writes."
            return wrong(Area.WORKFLOW, what, "Write `cancel-in-progress: false`.", place)
        if _is_group(group) and step.is_call:
            what = f"The reusable workflow is in the group {GROUP} itself, and would wait for this."
            return wrong(Area.WORKFLOW, what, "Take `concurrency:` out.", place)
        if _is_group(group):
            return right(Area.WORKFLOW, f"One run waits for the other, in the group {GROUP}.")
        what = f"The concurrency group is not `{GROUP}`, which the examples use."
        advice = "Whatever else runs this action on the same inbox has to be in the same group."
        return note(Area.WORKFLOW, what, advice, place)
    if step.is_call:
        return right(Area.WORKFLOW, f"One run waits for the other, in the group {GROUP}.")
    what = "Nothing keeps two runs from ticking at once."
    advice = f"Write `concurrency: {{group: {GROUP}, cancel-in-progress: false}}`."
    return wrong(Area.WORKFLOW, what, advice, Place(document.file, 1))


def _token(document: Document, step: _Step, policy: Policy) -> Iterator[Finding]:
    """What the token is given, line by line, against what the features need."""
    secrets = document.at(*step.job, "secrets") if step.is_call else dict(step.given)
    token = secrets.get("token") if isinstance(secrets, dict) else secrets
    merger = secrets.get("merge-token") if isinstance(secrets, dict) else None
    wanted = needs.permissions(policy, has_merger=bool(merger))
    own = str(token or "").strip().removeprefix("${{").removesuffix("}}").strip() in _OWN_TOKENS
    if not own:
        yield from _of_an_app(document, step, wanted)
        return
    for path in ((*step.job, "permissions"), ("permissions",)):
        found = document.at(*path)
        if found is not None:
            yield from _granted(document, path, found, wanted)
            return
    yield unchecked(
        Area.WORKFLOW,
        "The workflow has no `permissions:`, so the repository's default counts.",
        f"Write them: {', '.join(_lines(wanted))}.",
    )


def _granted(document: Document, path: Path, found: Value, wanted: Lines) -> Iterator[Finding]:
    everything = {"write-all": "write", "read-all": "read"}.get(str(found), "none")
    given = found if isinstance(found, dict) else dict.fromkeys(wanted, everything)
    yield from _compared(document, path, "", given, wanted)


def _of_an_app(document: Document, step: _Step, wanted: Lines) -> Iterator[Finding]:
    steps = document.at(*step.job, "steps")
    for at, one in enumerate(steps if isinstance(steps, list) else []):
        uses = one.get("uses") if isinstance(one, dict) else None
        given = one.get("with") if isinstance(one, dict) else None
        if not isinstance(uses, str) or not uses.startswith(f"{_APP_ACTION}@"):
            continue
        if isinstance(given, dict) and any(name.startswith(_APP_PERMISSION) for name in given):
            path = (*step.job, "steps", at, "with")
            yield from _compared(document, path, _APP_PERMISSION, given, wanted)
            return
    yield unchecked(
        Area.WORKFLOW,
        "The action gets a token whose permissions the workflow does not name.",
        f"It needs {', '.join(_lines(wanted))}.",
    )


def _compared(
    document: Document, path: Path, prefix: str, given: Mapping[str, Value], wanted: Lines
) -> Iterator[Finding]:
    lacking = {
        name: level
        for name, level in wanted.items()
        if _LEVELS.get(str(given.get(prefix + name)), 0) < _LEVELS[level]
    }
    for name, level in lacking.items():
        place = Place(document.file, document.line_of((*path, prefix + name)))
        what = f"The token lacks `{name}: {level}`."
        advice = f"Write `{prefix}{name}: {level}` there."
        yield wrong(Area.WORKFLOW, what, advice, place, status=REFUSED)
    if not lacking:
        yield right(Area.WORKFLOW, f"The token is given {', '.join(_lines(wanted))}.")


def _lines(wanted: Lines) -> list[str]:
    return [f"`{name}: {level}`" for name, level in wanted.items()]
