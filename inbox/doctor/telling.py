"""Findings as people read them, and as programs do."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from itertools import groupby

from inbox.doctor.findings import Finding, Level, exit_status
from inbox.markdown import log_safe

_LIMIT = 1000
_SIGNS = {Level.RIGHT: "ok", Level.NOTE: "note", Level.WRONG: "WRONG", Level.UNCHECKED: "?"}
_WIDTH = max(map(len, _SIGNS.values())) + 2


class Form(Enum):
    """How findings are printed."""

    TEXT = "text"
    JSON = "json"


def told(findings: Sequence[Finding], form: Form, *, counts_only: bool = False) -> str:
    """All findings and what they come to; no text of others in it can speak to a runner (P3).

    With `counts_only` no finding says what it is about (P48).
    """
    shown = [replace(one, what="", advice="", place=None) for one in findings]
    match form:
        case Form.TEXT:
            lines = _counts(findings) if counts_only else _lines(findings)
            return "".join(f"{line}\n" for line in lines)
        case Form.JSON:
            return _json(shown if counts_only else findings)


def _counts(findings: Sequence[Finding]) -> Iterator[str]:
    for area, group in groupby(findings, key=lambda one: one.area):
        yield f"{area.value}: {_sum(list(group))}"
    yield "More people may read this log than what the findings are about, so it names nothing."


def _sum(findings: Sequence[Finding]) -> str:
    counts = Counter(one.level for one in findings)
    return ", ".join(f"{counts[level]} {level.value}" for level in Level if counts[level]) + "."


def _lines(findings: Sequence[Finding]) -> Iterator[str]:
    for area, group in groupby(findings, key=lambda one: one.area):
        yield area.value
        for one in group:
            yield f"  {_SIGNS[one.level]:{_WIDTH}}{log_safe(one.what, _LIMIT)}"
            hint = " ".join(filter(None, (_where(one), one.advice)))
            if hint:
                yield f"  {'':{_WIDTH}}{log_safe(hint, _LIMIT)}"
        yield ""
    yield _sum(findings)


def _where(finding: Finding) -> str:
    return f"{finding.place.file}:{finding.place.line}:" if finding.place else ""


def _json(findings: Sequence[Finding]) -> str:
    listed = [
        {
            "area": one.area.name.lower(),
            "level": one.level.name.lower(),
            "what": log_safe(one.what, _LIMIT) if one.what else "",
            "advice": log_safe(one.advice, _LIMIT) if one.advice else "",
            "file": one.place.file if one.place else None,
            "line": one.place.line if one.place else None,
        }
        for one in findings
    ]
    told_as = {"status": exit_status(findings), "findings": listed}
    return json.dumps(told_as, indent=2, ensure_ascii=False) + "\n"
