"""The one sentence that says why a pull request has its quadrant, foreign words marked as such."""

from __future__ import annotations

from dataclasses import dataclass

from inbox.policy import Rule


@dataclass(frozen=True, slots=True)
class Foreign:
    """Words of somebody else (a path, a reason), to be neutralised where they go (protocol P3)."""

    text: str


Words = tuple[str | Foreign, ...]


@dataclass(frozen=True, slots=True)
class Reasoning:
    """Why: the rules that set the two axes, the file they met, and how many more files are as bad.

    `path` is None where no single file decides. At least one rule is there unless nothing matched;
    then `files` says how many there were.
    """

    critical_by: Rule | None = None
    irreversible_by: Rule | None = None
    path: str | None = None
    more: int = 0
    files: int = 0

    @property
    def source(self) -> str | None:
        """The rule that is named first; None where no rule matched."""
        rule = self.critical_by or self.irreversible_by
        return rule.name if rule else None

    @property
    def words(self) -> Words:
        """The sentence in pieces, without a full stop; it begins `rule <name>: ` (protocol P5)."""
        rule = self.critical_by or self.irreversible_by
        if rule is None:
            return (f"no rule matches {_counted(self.files)}",)
        if self.path is None:
            return (f"rule {rule.name}: {rule.reason}",)
        and_more = f", and so {_are_more(self.more)}" if self.more else ""
        return (
            f"rule {rule.name}: ",
            Foreign(self.path),
            f" is {self._axes()}{and_more}",
            *self._reasons(),
        )

    def _axes(self) -> str:
        critical, irreversible = self.critical_by, self.irreversible_by
        if critical is None:
            return "irreversible"
        if irreversible is None:
            return "critical"
        if critical == irreversible:
            return "critical and irreversible"
        return f"critical, and by rule {irreversible.name} irreversible"

    def _reasons(self) -> Words:
        rules = dict.fromkeys(rule for rule in (self.critical_by, self.irreversible_by) if rule)
        reasons = [rule.reason for rule in rules if rule.reason]
        return (" (", Foreign("; ".join(reasons)), ")") if reasons else ()


def _counted(files: int) -> str:
    return "the only file" if files == 1 else f"any of the {files} files"


def _are_more(files: int) -> str:
    return "is 1 more file" if files == 1 else f"are {files} more files"
