"""The one sentence that says why a pull request has its quadrant, foreign words marked as such."""

from __future__ import annotations

from dataclasses import dataclass

from inbox.markdown import Foreign, Piece, Plain, safe_sentence
from inbox.policy import Rule

Words = tuple[Piece, ...]


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
            return (Plain(f"no rule matches {_counted(self.files)}"),)
        named = (Plain("rule "), _name(rule), Plain(": "))
        if self.path is None:
            return (*named, Plain(rule.reason or "the pull request as a whole"))
        and_more = f", and so {_are_more(self.more)}" if self.more else ""
        return (*named, Foreign(self.path), *self._axes(), Plain(and_more), *self._reasons())

    def _axes(self) -> Words:
        critical, irreversible = self.critical_by, self.irreversible_by
        if critical is None:
            return (Plain(" is irreversible"),)
        if irreversible is None:
            return (Plain(" is critical"),)
        if critical == irreversible:
            return (Plain(" is critical and irreversible"),)
        return (Plain(" is critical, and by rule "), _name(irreversible), Plain(" irreversible"))

    def _reasons(self) -> Words:
        rules = dict.fromkeys(rule for rule in (self.critical_by, self.irreversible_by) if rule)
        reasons = [rule.reason for rule in rules if rule.reason]
        return (Plain(" ("), Foreign("; ".join(reasons)), Plain(")")) if reasons else ()


def _name(rule: Rule) -> Piece:
    """The rule's name, in code where Markdown would make something else of it (`v1_b_c`)."""
    return Plain(rule.name) if safe_sentence(rule.name) == rule.name else Foreign(rule.name)


def _counted(files: int) -> str:
    return "the only file" if files == 1 else f"any of the {files} files"


def _are_more(files: int) -> str:
    return "is 1 more file" if files == 1 else f"are {files} more files"
