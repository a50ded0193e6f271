"""The model: whatever anybody does between ticks, some truths hold after each (P20-P47)."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.model.machine import Machine
from tests.model.questioning import Questioned, QuestionedAsOneOfMany
from tests.model.towns import Alternates, Apart, OwnBot, Reminded, SharedBot

EXAMPLES = int(os.environ.get("DECISION_INBOX_MODEL_EXAMPLES", "0"))

SETTINGS = settings(
    max_examples=EXAMPLES or 10,
    stateful_step_count=30,
    derandomize=not EXAMPLES,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("machine", [SharedBot, OwnBot, Alternates, Apart, Reminded])
def test_model(machine: type[Machine]) -> None:
    run_state_machine_as_test(machine, settings=SETTINGS)


@pytest.mark.parametrize("machine", [Questioned, QuestionedAsOneOfMany])
def test_model_of_questions(machine: type[Questioned]) -> None:
    run_state_machine_as_test(machine, settings=SETTINGS)
