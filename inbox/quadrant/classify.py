"""Two axes for each changed file, a quadrant from both, and the worst one for the pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from inbox.policy import Rule
from inbox.quadrant.builtin import (
    DELETIONS,
    EMPTY_PULL_REQUEST,
    FIXED_RULES,
    INCOMPLETE_FILE_LIST,
    SUBMODULES,
    TYPE_CHANGES,
)
from inbox.quadrant.files import ChangedFile, FileStatus
from inbox.quadrant.patterns import PathSet, path_set
from inbox.quadrant.reasoning import Reasoning


class Quadrant(Enum):
    """A neither, B critical, C irreversible, D both; only D is asked about (protocol P5)."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"

    @classmethod
    def of(cls, *, critical: bool, irreversible: bool) -> Quadrant:
        """The quadrant of one file with these axes."""
        if critical:
            return cls.D if irreversible else cls.B
        return cls.C if irreversible else cls.A

    @property
    def severity(self) -> int:
        """How bad it is, in the order A, C, B, D."""
        return "ACBD".index(self.value)


@dataclass(frozen=True, slots=True)
class Classification:
    """A pull request's quadrant, and the sentence that says which rule and file made it so."""

    quadrant: Quadrant
    reasoning: Reasoning


@dataclass(frozen=True, slots=True)
class _Met:
    """A rule, its place among all, and the path that it met."""

    at: int
    rule: Rule
    path: str


@dataclass(frozen=True, slots=True)
class _Finding:
    """What one file is, by which rules, and where those rules stand: the first rule is named."""

    quadrant: Quadrant
    order: tuple[int, int]
    path: str
    critical_by: Rule | None
    irreversible_by: Rule | None


def classify(
    files: Sequence[ChangedFile], *, complete: bool, rules: Sequence[Rule]
) -> Classification:
    """The worst quadrant of `files`, whatever their order; D where there are none or not all.

    `complete` is False for a list that GitHub cut off (over 3,000 files, or shorter than
    `changed_files`); what cannot be seen may be anything. Raises PatternError for a rule whose
    patterns are not valid, which the configuration has refused before.
    """
    if not complete:
        return _whole(INCOMPLETE_FILE_LIST)
    if not files:
        return _whole(EMPTY_PULL_REQUEST)
    table = [(rule, path_set(rule.paths)) for rule in (*FIXED_RULES, *rules, DELETIONS)]
    findings = [_find(file, table) for file in files]
    worst = max((finding.quadrant for finding in findings), key=lambda each: each.severity)
    worst_files = [finding for finding in findings if finding.quadrant is worst]
    named = min(worst_files, key=lambda finding: (finding.order, finding.path))
    return Classification(
        worst,
        Reasoning(
            named.critical_by,
            named.irreversible_by,
            named.path,
            more=len(worst_files) - 1,
            files=len(files),
        ),
    )


def _whole(rule: Rule) -> Classification:
    return Classification(Quadrant.D, Reasoning(rule, rule))


def _find(file: ChangedFile, table: Sequence[tuple[Rule, PathSet]]) -> _Finding:
    met = list(_met(file, table))
    both = [each for each in met if each.rule.critical and each.rule.irreversible]
    critical = next(iter(both or [each for each in met if each.rule.critical]), None)
    irreversible = next(iter(both or [each for each in met if each.rule.irreversible]), None)
    named = critical or irreversible
    return _Finding(
        quadrant=Quadrant.of(critical=critical is not None, irreversible=irreversible is not None),
        order=(named.at if named else 0, irreversible.at if irreversible else 0),
        path=named.path if named else file.path,
        critical_by=critical.rule if critical else None,
        irreversible_by=irreversible.rule if irreversible else None,
    )


def _met(file: ChangedFile, table: Sequence[tuple[Rule, PathSet]]) -> Iterator[_Met]:
    """Every rule about `file`, by what happened to it or by a path, the present one first."""
    happened = list(_happened(file))
    for at, (rule, selected) in enumerate(table):
        if rule in happened:
            yield _Met(at, rule, file.path)
        elif path := next((path for path in file.paths if path in selected), None):
            yield _Met(at, rule, path)


def _happened(file: ChangedFile) -> Iterator[Rule]:
    if file.is_submodule:
        yield SUBMODULES
    if file.status is FileStatus.CHANGED:
        yield TYPE_CHANGES
    if file.status is FileStatus.REMOVED:
        yield DELETIONS
