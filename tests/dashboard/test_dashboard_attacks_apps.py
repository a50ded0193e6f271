"""Words that an app signed for the owner count nowhere, and keep none of the owner out (P18)."""

from __future__ import annotations

from tests.dashboard.senders import Sender, said
from tests.stories.stage import SAFE, Stage
from tests.stories.stories_decisions import ASKED, gate


def test_a_confirmation_that_an_app_signed_is_given_again_by_the_owner(stage: Stage) -> None:
    pull = stage.pull(files=SAFE, body=ASKED.replace("[ ] On disk", "[x] On disk"))
    stage.tick()
    stage.later(minutes=1)
    signed = stage.gh.token("ghp_signed", stage.owner, app=stage.gh.world.app("helper"))
    lent = Sender(stage, token=signed)
    sent = lent.send(lent.confirmation(pull))
    assert "an app wrote it, so it does not count" in sent.says
    assert "hears it" not in sent.says
    stage.later(minutes=1)
    stage.tick()
    assert gate(stage, pull)[1] == "DECISIONS_UNATTRIBUTED: storage"
    own = Sender(stage)
    assert "already" not in own.send(own.confirmation(pull)).says
    stage.later(minutes=1)
    stage.tick()
    assert gate(stage, pull)[1] == "DECISIONS_PENDING: name"
    assert "already; nothing was posted" in own.send(own.confirmation(pull)).says
    assert said(stage, pull, stage.owner) == ["/confirm", "/confirm"]
