"""A verdict is given and applied: A, B, C, reject, by every way to give it (protocol P9-P33)."""

from __future__ import annotations

from tests.stories.stage import APP, Stage
from tests.stories.story import TICK, Script, story


@story("P5", "P8", "P29", "P35", "row 81", "row 82", "row 126")
def a_thumb_up_is_option_a(stage: Stage) -> Script:
    pull = stage.pull()
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    ballot = stage.ballot()
    assert ballot.title == f"Decision pending — PR {APP}#{pull.number}"
    assert stage.ours(ballot) == {"pending-owner"}
    assert [one.login for one in ballot.assignees] == ["owner"]
    assert stage.status(pull).state == "pending"
    stage.owner.react(ballot, "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, inbox_open_count=0, answers={"approved-A": 1})
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-A"}
    assert (stage.now(ballot).state, stage.now(ballot).state_reason) == ("closed", "completed")
    (receipt,) = stage.words(pull)
    assert pull.head_sha in receipt.body.text
    assert stage.words(ballot) == []
    assert stage.now(pull).state == "open"
