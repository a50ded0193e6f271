"""The form of `config/projects.yml`: keys, types, defaults, descriptions."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, ValidationInfo, field_validator

from inbox.config.values import (
    FilePath,
    Line,
    Number,
    OptionalLine,
    OptionalRepo,
    Pattern,
    Repo,
    RuleName,
    Strict,
)
from inbox.policy import Decisions, Lifecycle, Merge, MergeOption

_LONGEST_HOURS = 10 * 366 * 24
_LONGEST_MINUTES = 366 * 24 * 60


class AvailabilitySection(Strict):
    """Where the owner says when they are away."""

    repository: Repo = Field(description="The repository that holds the file.")
    path: FilePath = Field(
        description="The file, from the root of the repository.", examples=["status.md"]
    )
    ref: OptionalLine = Field(
        default=None, description="A branch; without this key the default branch."
    )
    line_prefix: Line = Field(
        description="The literal text that an availability line begins with.",
        examples=["[OWNER_AVAILABILITY]"],
    )


class LifecycleSection(Strict):
    """Reminders for ballots that wait; nothing is ever decided or closed by them."""

    enabled: bool = Field(
        default=Lifecycle().enabled, description="Whether reminders are posted at all."
    )
    reminder_hours: Number = Field(
        default=Lifecycle().reminder_hours,
        gt=0,
        le=_LONGEST_HOURS,
        description="After how many hours a ballot reminds its owner once.",
    )
    escalate_hours: Number = Field(
        default=Lifecycle().escalate_hours,
        gt=0,
        le=_LONGEST_HOURS,
        validate_default=True,
        description="After how many hours it does so more urgently; more than reminder_hours.",
    )
    availability: AvailabilitySection | None = Field(
        default=None, description="Optional: the clock stands still while the owner is away."
    )

    @field_validator("escalate_hours")
    @classmethod
    def _after_the_reminder(cls, escalate: float, info: ValidationInfo) -> float:
        reminder = info.data.get("reminder_hours")
        if reminder is not None and escalate <= reminder:
            raise ValueError(
                f"{escalate:g} is not above reminder_hours, which is {reminder:g};"
                " make the escalation the later one"
            )
        return escalate


class InboxSection(Strict):
    """Where ballots are, and how they behave."""

    repository: OptionalRepo = Field(
        default=None, description="The repository of the ballots; without this key governance_repo."
    )
    on_manual_close: Literal["close-pr", "reopen"] = Field(
        default="close-pr",
        description="What it means when an allowlisted person closes a waiting ballot:"
        " its pull request is closed too, or the ballot is reopened.",
    )
    allow_public: bool = Field(
        default=False,
        description="Whether more people may read the inbox than a supervised repository.",
    )
    lifecycle: LifecycleSection = Field(
        default_factory=LifecycleSection, description="Optional reminders, off by default."
    )
    thresholds: Any = Field(
        default=None, description="Deprecated and ignored.", json_schema_extra={"deprecated": True}
    )


class MergeSection(Strict):
    """Whether and how approved pull requests are merged."""

    enabled: bool = Field(default=Merge().enabled, description="Whether the action merges at all.")
    method: Literal["merge", "squash", "rebase"] = Field(
        default="merge", description="How GitHub joins the head to its base."
    )
    options: list[MergeOption] = Field(
        default_factory=lambda: list(Merge().options),
        description="The options whose approval is merged: [A], or [A, B].",
    )
    require_checks: bool = Field(
        default=Merge().require_checks,
        description="Whether a head without any check or status waits.",
    )
    settle_minutes: Number = Field(
        default=Merge().settle_minutes,
        ge=0,
        le=_LONGEST_MINUTES,
        description="How many minutes an approval can still be taken back before it is merged.",
    )

    @field_validator("options")
    @classmethod
    def _with_a(cls, options: list[MergeOption]) -> list[MergeOption]:
        if "A" not in options:
            raise ValueError("A is missing, the approval itself; write [A] or [A, B]")
        return options


class RuleSection(Strict):
    """One classifier rule."""

    name: RuleName = Field(description="What ballots call the rule; unique.")
    paths: list[Pattern] = Field(
        min_length=1,
        max_length=100,
        description="Patterns as in .gitignore; the last one that matches a path decides.",
        examples=[["migrations/**"]],
    )
    critical: bool = Field(default=False, description="Whether much depends on these files.")
    irreversible: bool = Field(
        default=False,
        validate_default=True,
        description="Whether a revert does not bring back what a change of these files does.",
    )
    reason: OptionalLine = Field(
        default=None, description="One sentence for the owner that says why."
    )

    @field_validator("paths")
    @classmethod
    def _selects_something(cls, paths: list[str]) -> list[str]:
        if all(path.startswith("!") for path in paths):
            raise ValueError("every pattern begins with !, so none is ever selected; add one")
        return paths

    @field_validator("irreversible")
    @classmethod
    def _says_something(cls, irreversible: bool, info: ValidationInfo) -> bool:
        if not irreversible and info.data.get("critical") is False:
            raise ValueError(
                "the rule is neither critical nor irreversible, so it does nothing;"
                " write critical: true, irreversible: true or both"
            )
        return irreversible


class ClassifierSection(Strict):
    """Which changes are asked about: files that are critical and irreversible."""

    defaults: bool = Field(
        default=True, description="Whether the built-in rules hold beside these."
    )
    rules: list[RuleSection] = Field(
        default_factory=list, max_length=100, description="Rules of your own, named first."
    )


class DecisionsSection(Strict):
    """The Decisions section in the description of a pull request."""

    enabled: bool = Field(
        default=Decisions().enabled, description="Whether open questions there hold a merge."
    )
    grace_hours: Number = Field(
        default=Decisions().grace_hours,
        gt=0,
        le=168,
        description="How many hours an answer may rest before a follow-up issue is opened.",
    )


class ProjectsFile(Strict):
    """Which repositories are supervised, and how."""

    governance_repo: OptionalRepo = Field(
        default=None, description="The leading repository; without this key the workflow's."
    )
    supervised_repos: list[Repo] = Field(
        default_factory=list,
        min_length=1,
        max_length=1000,
        description="The repositories whose pull requests are classified;"
        " without this key governance_repo alone.",
    )
    bot_repo: OptionalRepo = Field(
        default=None,
        description="The bot's own repository, whose pull requests never get a ballot;"
        " without this key the action's.",
    )
    decision_inbox: InboxSection = Field(
        default_factory=InboxSection, description="The inbox and its ballots."
    )
    merge: MergeSection = Field(
        default_factory=MergeSection, description="What happens to approved pull requests."
    )
    classifier: ClassifierSection = Field(
        default_factory=ClassifierSection, description="Which pull requests get a ballot."
    )
    decisions: DecisionsSection = Field(
        default_factory=DecisionsSection, description="Questions inside a pull request."
    )
