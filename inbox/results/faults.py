"""Why an artifact is not there: one sentence, in words of our own, without addresses or secrets."""

from __future__ import annotations

LATER = "the metrics file is in the workspace, and the next run tries again"
BY_A_STEP = "upload the metrics file in a step of the workflow, or leave metrics-artifact empty"


class NotUploaded(Exception):
    """The artifact could not be uploaded; `why` says it, `advice` what to do."""

    def __init__(self, why: str, advice: str = LATER) -> None:
        super().__init__(f"{why}; {advice}")
        self.why = why
        self.advice = advice
