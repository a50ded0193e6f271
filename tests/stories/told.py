"""What one run of the program told: exit status, outputs, metrics, summary, log and requests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inbox.simulator.journal import Entry
from tests.stories.actions_runner import HARMLESS, Heard, heard

SUMMARY_LIMIT = 1024 * 1024
_COUNTED = ("inbox", "inbox_resolved", "issues_deferred", "inbox_head_sha_mismatches")


@dataclass(frozen=True, slots=True)
class Told:
    """One run; `metrics` is None where the file was not written."""

    exit_status: int
    log: str
    errors: str
    outputs: Mapping[str, str]
    metrics: Mapping[str, Any] | None
    summary: str
    entries: tuple[Entry, ...]

    @property
    def commands(self) -> list[Heard]:
        """What the runner hears in the log."""
        return heard(self.log) + heard(self.errors)

    def annotations(self, kind: str) -> list[Heard]:
        """The annotations of that kind: `error`, `warning`, `notice`."""
        return [one for one in self.commands if one.name == kind]

    @property
    def said(self) -> str:
        """Everything that a person can read of the run."""
        return "\n".join((self.log, self.errors, self.summary))

    @property
    def writes(self) -> list[str]:
        """The writes that took effect, as method and path."""
        return [f"{one.method} {one.path}" for one in self.entries if one.took_effect]

    @property
    def requests(self) -> int:
        """How many requests the run made, GraphQL included."""
        return len(self.entries)

    def of(self, key: str) -> Any:
        """That key of the metrics file."""
        assert self.metrics is not None, f"there is no metrics file:\n{self.said}"
        return self.metrics[key]

    def counted(self, **expected: Any) -> None:
        """The metrics file holds these values; counts that are not named are 0."""
        answers = expected.pop("answers", {})
        found = {key: self.of(key) for key in {*_COUNTED, *expected}}
        assert found == {**dict.fromkeys(_COUNTED, 0), **expected}, self.said
        by_kind = self.of("inbox_resolved_this_tick")
        assert by_kind == {**dict.fromkeys(by_kind, 0), **answers}, self.said

    def mentions(self, *words: str) -> None:
        """The job summary holds each of these."""
        missing = [word for word in words if word not in self.summary]
        assert not missing, f"{missing} not in:\n{self.summary}"

    def check(self, *tokens: str) -> None:
        """What every run keeps, whatever happens: nobody else speaks to the runner, and the rest.

        The tokens are only ever masked, outputs repeat the metrics, and the summary fits.
        """
        for command in self.commands:
            assert command.name in HARMLESS, f"the runner was told: {command}"
            if command.name == "add-mask":
                assert command.text in tokens, f"masked: {command.text}"
        unmasked = self.said
        for token in tokens:
            unmasked = unmasked.replace(f"::add-mask::{token}", "")
            assert token not in unmasked, "the token is in the log or the summary"
        assert "Traceback" not in unmasked, self.said
        assert len(self.summary.encode()) <= SUMMARY_LIMIT
        if self.metrics is not None:
            assert json.loads(self.outputs["metrics"]) == self.metrics
            for key in _COUNTED:
                assert self.outputs[key] == json.dumps(self.metrics[key])
