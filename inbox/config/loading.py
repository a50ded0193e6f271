"""From two files to one policy, or to every mistake in both at once (interface.md, exit 2)."""

from __future__ import annotations

from dataclasses import dataclass

from inbox.config.checks import owner_checks, projects_checks
from inbox.config.owner_file import OwnerFile
from inbox.config.projects_file import LifecycleSection, MergeSection, ProjectsFile, RuleSection
from inbox.config.reading import Reading, Source, read_form
from inbox.errors import ConfigurationError
from inbox.policy import (
    PROJECTS_FILE,
    AllowedActor,
    Allowlist,
    Availability,
    Decisions,
    Lifecycle,
    Merge,
    MergeMethod,
    OnManualClose,
    Place,
    Policy,
    Rule,
)
from inbox.quadrant.builtin import built_in_rules
from inbox.refs import RepoRef
from inbox.yamltext import Document


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the run knows without the files: whose workflow it is, and what its inputs say.

    `action_repository` is None for `uses: ./`; `inbox_repo` is the input of that name, which wins.
    """

    workflow_repository: RepoRef
    action_repository: RepoRef | None = None
    inbox_repo: RepoRef | None = None


def load(owner: Source, projects: Source, surroundings: Surroundings) -> Policy:
    """The policy of both files; raises ConfigurationError with every mistake in either.

    The owner file has to be there; without the projects file the workflow's repository is
    governance, inbox and the only supervised repository.
    """
    owner_reading = read_form(owner, OwnerFile, when_empty="write github_login: <your login>")
    projects_reading = _projects(projects)
    mistakes = (
        *owner_reading.mistakes,
        *owner_checks(owner_reading.document),
        *projects_reading.mistakes,
        *projects_checks(projects_reading.document, surroundings.workflow_repository),
    )
    if mistakes or not owner_reading.form or not projects_reading.form:
        in_order = sorted(mistakes, key=lambda each: (each.file != owner.file, each.line))
        raise ConfigurationError(tuple(dict.fromkeys(in_order)))
    places = {
        PROJECTS_FILE: Place(projects.file, 1),
        **_places(owner_reading.document),
        **_places(projects_reading.document),
    }
    own_files = (owner.file, projects.file)
    return _policy(owner_reading.form, projects_reading.form, surroundings, own_files, places)


def _projects(source: Source) -> Reading[ProjectsFile]:
    if source.content is None:
        return Reading(ProjectsFile(), Document(source.file, {}, {}), ())
    advice = "write governance_repo: <owner>/<repository>, or delete the file"
    return read_form(source, ProjectsFile, when_empty=advice)


def _places(document: Document) -> dict[str, Place]:
    """The line of each key, and of each entry of a list (`supervised_repos.0`)."""
    return {
        ".".join(map(str, path)): Place(document.file, line)
        for path, line in document.lines.items()
    }


def _policy(
    owner: OwnerFile,
    projects: ProjectsFile,
    surroundings: Surroundings,
    own_files: tuple[str, ...],
    places: dict[str, Place],
) -> Policy:
    inbox = projects.decision_inbox
    governance = projects.governance_repo or surroundings.workflow_repository
    supervised = tuple(projects.supervised_repos) or (governance,)
    bot_repo, bot_notices = _bot_repo(projects, surroundings, supervised)
    notices = _deprecations(projects) + bot_notices
    own_rules = built_in_rules(own_files) if projects.classifier.defaults else ()
    return Policy(
        governance=governance,
        supervised=supervised,
        inbox=surroundings.inbox_repo or inbox.repository or governance,
        allowlist=_allowlist(owner),
        owner_login=owner.github_login,
        bot_repo=bot_repo,
        display_name=owner.display_name or owner.github_login,
        allow_app_signals=owner.allow_app_signals,
        on_manual_close=OnManualClose(inbox.on_manual_close),
        allow_public=inbox.allow_public,
        lifecycle=_lifecycle(inbox.lifecycle),
        merge=_merge(projects.merge),
        decisions=Decisions(projects.decisions.enabled, projects.decisions.grace_hours),
        rules=(*map(_rule, projects.classifier.rules), *own_rules),
        notices=notices,
        places=places,
    )


def _bot_repo(
    projects: ProjectsFile, surroundings: Surroundings, supervised: tuple[RepoRef, ...]
) -> tuple[RepoRef | None, tuple[str, ...]]:
    """The bot's own repository, and what to say where the default one cannot hold (protocol P5)."""
    bot_repo = projects.bot_repo or surroundings.action_repository
    if bot_repo is None or supervised != (bot_repo,):
        return bot_repo, ()
    notice = (
        f"{bot_repo} holds this action and is the only supervised repository:"
        " its pull requests get ballots like any other"
    )
    return None, (notice,)


def _deprecations(projects: ProjectsFile) -> tuple[str, ...]:
    said = []
    if "thresholds" in projects.decision_inbox.model_fields_set:
        said.append(
            "decision_inbox.thresholds is deprecated and ignored; use decision_inbox.lifecycle"
        )
    return tuple(said)


def _allowlist(owner: OwnerFile) -> Allowlist:
    listed = tuple(AllowedActor(actor.login, actor.id) for actor in owner.allowlisted_actors)
    return Allowlist(listed or (AllowedActor(owner.github_login),))


def _lifecycle(section: LifecycleSection) -> Lifecycle:
    availability = None
    if away := section.availability:
        availability = Availability(away.repository, away.path, away.line_prefix, away.ref)
    return Lifecycle(section.enabled, section.reminder_hours, section.escalate_hours, availability)


def _merge(section: MergeSection) -> Merge:
    return Merge(
        section.enabled,
        MergeMethod(section.method),
        tuple(sorted(section.options)),
        section.require_checks,
        section.settle_minutes,
    )


def _rule(section: RuleSection) -> Rule:
    paths = tuple(section.paths)
    return Rule(section.name, paths, section.critical, section.irreversible, section.reason)
