"""`python -m tests.benchmark` runs and compares; nothing is asserted by the clock."""

from __future__ import annotations

import re
import subprocess
import sys

from inbox.simulator import Server
from tests.benchmark.poller import poll
from tests.benchmark.scenarios import SCENARIOS
from tests.bounds.inboxes import an_inbox
from tests.stories.actions_runner import ROOT


def test_it_prints_a_row_with_two_ratios_for_every_scenario() -> None:
    quick = ("--latency", "1", "--scale", "0.05", "--no-image")
    run = [sys.executable, "-m", "tests.benchmark", *quick]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, check=False, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    for scenario in SCENARIOS:
        (row,) = [line for line in done.stdout.splitlines() if line.startswith(scenario.name)]
        assert len(re.findall(r"\d\.\dx", row)) == 2, row
    assert re.search(r"to its first request: \d+ ms", done.stdout)
    assert re.search(r"\d+ ms  importing \w+", done.stdout)


def test_the_naive_poller_reads_each_ballot_three_times() -> None:
    stage = an_inbox(7)
    before = len(stage.gh.journal.entries)
    with Server(stage.gh) as server:
        assert poll(server.url, stage.token, stage.home) == 1 + 3 * 7
    assert len(stage.gh.journal.entries) - before == 1 + 3 * 7
    stage.close()
