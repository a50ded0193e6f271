"""What owners receive: the same to the byte (golden files), and never an answer (L3, L8, L12).

`REGENERATE=1` writes the golden files anew; read the difference before committing it.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from inbox.ballot.case import Stage
from inbox.ballot.commands import read_command
from inbox.ballot.notices import read_notices
from inbox.ballot.receipts import read_receipts
from inbox.ballot.reminders import MOST_MENTIONED, reminder
from inbox.policy import Lifecycle
from tests.ballot.cast import BOT, PULL
from tests.ballot.lives import TAGS, Life, outing

GOLDEN = Path(__file__).parents[1] / "golden" / "reminders"
STAGES = (Stage.DEFERRED, Stage.HELD, Stage.STALE, Stage.TAMPERED, Stage.LOST)


def written() -> dict[str, str]:
    """Every text, by name."""
    life = Life(outing(10, 22))
    life.tick(190)
    found = dict(zip(("digest", "reminder", "escalation"), life.texts, strict=True))
    always_there = Life(rules=Lifecycle(True, 24, 36.5))
    always_there.ticks(24, 37)
    found |= zip(
        ("reminder-other-hours", "escalation-other-hours"), always_there.texts, strict=True
    )
    for stage in STAGES:
        life = Life()
        life.stage = stage
        life.tick(72)
        found[f"reminder-{stage.name.lower()}"] = life.texts[0]
    return found


WRITTEN = written()
every_text = pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)


@pytest.mark.parametrize("name", WRITTEN)
def test_the_text_is_the_golden_one(name: str) -> None:
    path = GOLDEN / f"{name}.md"
    if os.environ.get("REGENERATE"):
        path.write_text(WRITTEN[name] + "\n", encoding="utf-8")
    assert WRITTEN[name] + "\n" == path.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == WRITTEN.keys()


@every_text
def test_it_says_nothing_to_a_ballot_ballot_row_225(text: str) -> None:
    for via_email in (False, True):
        spoken = read_command(text, via_email=via_email)
        assert (spoken.choice, spoken.near) == (None, None)
    for quoted in ("> " + text.replace("\n", "\n> "), f"On Monday, bot wrote:\n\n{text}"):
        assert read_command(quoted, via_email=True).choice is None


@every_text
def test_it_is_no_notice_and_no_receipt(text: str) -> None:
    life = Life()
    life.says(BOT, text)
    assert read_notices(life.ballot.comments, BOT) == ()
    assert read_receipts(life.ballot.comments, BOT) == ()


@every_text
def test_it_names_the_people_the_pull_request_the_age_and_the_ways_to_answer_l12(text: str) -> None:
    tag, *paragraphs = text.split("\n\n")
    assert tag in TAGS
    assert re.findall(r"(?<!\w)@[\w-]+", text) == ["@owner", "@deputy"]
    assert f"[`{PULL}`](https://github.example/o/r/pull/42)" in paragraphs[0]
    assert re.search(r"Asked \d+ [dh]", paragraphs[1])
    if "Its original text was removed" not in text:
        for way in ("👍 or 👎", "`/approve A`", "`/approve B`", "`/approve C`", "`/reject`"):
            assert way in paragraphs[2]
    assert len(text.split("<!--", maxsplit=1)[0]) < 1000, "short"


def test_a_long_allowlist_mentions_as_many_as_github_notifies() -> None:
    life = Life()
    asked = life.asked(life.terms(72))
    assert asked
    crowd = replace(asked, people=tuple(f"person-{number}" for number in range(500)))
    assert reminder(crowd, life.rules).text.count("@") == MOST_MENTIONED
