"""What GitHub refuses, whose token counts, and that nothing ends as a traceback."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from inbox.ballot.choice import Choice
from inbox.dashboard.account import TokenKind
from inbox.dashboard.not_sent import NotSent, PerhapsSent
from inbox.dashboard.orders import Order
from inbox.dashboard.sending import send
from inbox.simulator.accounts import TokenKind as Sort
from inbox.simulator.conversation import PullRequest
from inbox.simulator.exchange import Request
from inbox.simulator.faults import Fault
from inbox.tick.session import Session
from tests.dashboard.senders import Sender, back, said
from tests.dashboard.test_dashboard_sending import refused
from tests.stories.stage import APP, SAFE, Stage, Way
from tests.stories.stories_decisions import ASKED, VAGUE, gate, text

SITE = "org/site"


@pytest.fixture
def stage() -> Iterator[Stage]:
    """Ballot #2 about #1; #3 asks, #4 has an answer by nobody known, #5 asks in prose."""
    built = Stage(way=Way.DIRECT)
    built.pull()
    built.tick()
    for body in (ASKED, ASKED.replace("[ ] On disk", "[x] On disk"), VAGUE):
        built.pull(files=SAFE, body=body)
    built.tick()
    built.later(minutes=1)
    yield built
    built.close()


def pull_of(stage: Stage, number: int) -> PullRequest:
    """The pull request of that number."""
    found: PullRequest = stage.now(f"{APP}#{number}")
    return found


def orders(sender: Sender) -> dict[str, Order]:
    """One order of each kind, as the page gives them."""
    stage = sender.stage
    return {
        "ballot": sender.asked(Choice.A, "Fine."),
        "questions": sender.ticked(pull_of(stage, 3), "storage", "On disk"),
        "confirm": sender.confirmation(pull_of(stage, 4)),
        "back": back(pull_of(stage, 5)),
    }


KINDS = ("ballot", "questions", "confirm", "back")


def with_token(stage: Stage, secret: str) -> Sender:
    """Somebody who sends with that token, which the stage knows already."""
    return Sender(stage, token=secret)


@pytest.mark.parametrize("kind", KINDS)
def test_who_is_not_on_the_allowlist_sends_nothing(stage: Stage, kind: str) -> None:
    order = orders(Sender(stage))[kind]
    agent = Sender(stage, stage.agent, secret="ghp_agent")
    refused(agent, order, "`agent` is not on the allowlist")
    refused(with_token(stage, stage.token), order, "is the bot itself")
    app = stage.gh.app_token("helper", [APP])
    refused(with_token(stage, app), order, "an app's own")
    lent = stage.gh.token("ghu_x", stage.owner, Sort.FINE_GRAINED)
    refused(with_token(stage, lent), order, "`allow_app_signals: true`")


def test_an_app_may_speak_where_the_owner_lets_it(stage: Stage) -> None:
    """P18."""
    order = Sender(stage).asked()
    app = stage.gh.world.app("helper")
    lent = stage.gh.token("ghu_x", stage.owner, Sort.FINE_GRAINED, app=app)
    allowed = "github_login: owner\nallow_app_signals: true\n"
    stage.owner.commit(APP, {"config/owner.yml": allowed})
    sent = with_token(stage, lent).send(order)
    assert "an app wrote it" not in sent.says
    stage.later(minutes=1)
    stage.tick()
    assert stage.ours(f"{APP}#2") == {"approved-A"}


def test_a_token_whose_comments_an_app_signs_is_told_so(stage: Stage) -> None:
    """P18: GitHub alone knows, so it is told after the fact."""
    signed = stage.gh.token("ghp_signed", stage.owner, app=stage.gh.world.app("helper"))
    sent = with_token(stage, signed).send(Sender(stage).asked())
    assert "GitHub says that an app wrote it, so it does not count unless" in sent.says


@pytest.mark.parametrize("kind", KINDS)
def test_a_permission_that_is_missing_is_named(stage: Stage, kind: str) -> None:
    order = orders(Sender(stage))[kind]
    reads = {"issues": "read", "pull_requests": "read", "contents": "read", "statuses": "read"}
    poor = stage.gh.token("github_pat_poor", stage.owner, Sort.FINE_GRAINED, permissions=reads)
    told = fails(with_token(stage, poor), order)
    assert "Give the token `issues: write`" in told.advice
    assert bool(told.to_copy) is (kind == "questions")


def fails(sender: Sender, order: Order) -> NotSent:
    """Why it was not sent; GitHub refused whatever was tried."""
    before = len(sender.stage.gh.journal.entries)
    with pytest.raises(NotSent) as caught:
        sender.send(order)
    entries = sender.stage.gh.journal.entries[before:]
    assert [one for one in entries if one.is_write and one.took_effect] == []
    return caught.value


def test_who_may_not_edit_the_description_gets_lines_that_do_the_same(stage: Stage) -> None:
    """D13: and they do."""
    stage.gh.user("owner", role="read")
    sender, pull = Sender(stage), pull_of(stage, 3)
    stage.author.edit_body(pull, text(stage, pull).replace("On disk", "On | disk"))
    drawn = sender.drawn(pull)
    wanted = {
        "storage": type(drawn["storage"])(drawn["storage"].asked, ("On | disk",), "", "Why.\nYes."),
        "extras": type(drawn["storage"])(drawn["extras"].asked, ("Thumbnails", "Previews")),
        "name": type(drawn["storage"])(drawn["name"].asked, (), "Cachet"),
    }
    told = fails(sender, sender.form(pull, **wanted))
    assert told.to_copy == (
        "/answer storage: 2",
        "/note storage: Why. Yes.",
        "/answer extras: Thumbnails | Previews",
        "/answer name: Cachet",
    )
    assert told.advice.endswith(f"Or write these lines into a comment on {APP}#3.")
    stage.owner.comment(pull, "\n".join(told.to_copy))
    stage.later(minutes=1)
    stage.tick()
    assert gate(stage, pull)[0] == "success"
    assert "[x] On | disk\n> **Note:** Why. Yes." in text(stage, pull)


def test_taking_an_answer_back_has_no_line_to_copy(stage: Stage) -> None:
    sender, pull = Sender(stage), pull_of(stage, 3)
    sender.send(sender.ticked(pull, "storage", "On disk"))
    stage.gh.user("owner", role="read")
    drawn = sender.drawn(pull)["storage"]
    told = fails(sender, sender.form(pull, storage=type(drawn)(drawn.asked)))
    assert told.to_copy == ()


@pytest.mark.parametrize("kind", KINDS)
def test_an_archived_repository_says_so(stage: Stage, kind: str) -> None:
    order = orders(Sender(stage))[kind]
    stage.gh.archive(APP)
    told = fails(Sender(stage), order)
    assert told.advice.startswith("Unarchive the repository")
    assert told.to_copy == ()


def test_a_locked_ballot_is_tried(stage: Stage) -> None:
    """P42: whoever may write there may comment."""
    order = Sender(stage).asked()
    stage.owner.lock(f"{APP}#2")
    Sender(stage).send(order)
    stage.later(minutes=1)
    order = Sender(stage).asked(Choice.REJECT)
    stage.gh.user("owner", role="read")
    told = fails(Sender(stage), order)
    assert told.advice == "Unlock the conversation on GitHub, then send it again."


def test_a_renamed_repository_is_found_under_its_old_name(stage: Stage) -> None:
    sender = Sender(stage)
    all_orders = orders(sender)
    stage.gh.rename_repository(APP, "org/renamed")
    assert sender.send(all_orders["ballot"]).is_new
    assert "has your answer" in sender.send(all_orders["questions"]).says
    assert sender.send(all_orders["confirm"]).is_new
    assert sender.send(all_orders["back"]).is_new
    assert said(stage, stage.now("org/renamed#2"), stage.owner) == ["/approve A\n\nFine."]


def test_other_repositories_are_answered_in_their_own_conversations() -> None:
    projects = f"supervised_repos: [{APP}, {SITE}]\n"
    repos = {APP: "private", SITE: "private"}
    stage = Stage(way=Way.DIRECT, repos=repos, projects_yml=projects, app_token=True)
    pull = stage.pull(SITE, body=ASKED)
    ticket = stage.author.open_issue(SITE, "Which?", ASKED, labels=("needs-info",))
    stage.tick()
    stage.later(minutes=1)
    sender = Sender(stage)
    for of in (pull, ticket):
        drawn = sender.drawn(of)
        sender.send(sender.ticked(of, "storage", "On disk"))
        sender.send(sender.ticked(of, "name", text="X"))
        assert drawn["storage"] != sender.drawn(of)["storage"]
    stage.later(minutes=1)
    stage.tick()
    assert set(stage.now(ticket).label_names) == {"ready-for-agent"}
    stage.later(minutes=1)
    sent = sender.send(sender.asked(Choice.B))
    assert f"is posted on {APP}#" in sent.says
    assert sent.url.startswith(f"https://github.com/{APP}/issues/")
    stage.later(minutes=1)
    stage.tick()
    assert stage.ours(pull) == {"approved-B"}
    stage.close()


def test_a_token_that_is_not_good_and_a_limit_are_said(stage: Stage) -> None:
    order = Sender(stage).asked()
    sender = Sender(stage)
    stage.gh.limit(sender.token, core=0)
    told = fails(sender, order)
    assert "GitHub's rate limit lets this token ask again in about " in told.what
    assert "Nothing does it by itself" in told.advice
    stage.gh.revoke(sender.token)
    assert "does not accept the token" in fails(sender, order).what


def test_a_bug_ends_as_one_sentence(stage: Stage) -> None:
    sender = Sender(stage)
    order = sender.asked()
    github = sender.github()

    def broken() -> Session:
        raise ZeroDivisionError("secret words")

    with pytest.raises(NotSent) as told:
        send(github, broken, order, TokenKind.PERSON)
    assert "ZeroDivisionError at test_dashboard_sending_refused.py" in told.value.what
    assert "secret" not in str(told.value)

    def half_broken() -> Session:
        session = sender.look(github)
        stage.gh.on_response.append(lambda request, _: spoil(request, session))
        return session

    def spoil(request: Request, session: Session) -> None:
        if request.method == "POST" and request.path.endswith("/comments"):
            session.terms = None  # type: ignore[assignment]  # a program that breaks

    with pytest.raises(PerhapsSent) as perhaps:
        send(github, half_broken, order, TokenKind.PERSON)
    assert "AttributeError" in perhaps.value.what
    assert said(stage, stage.now(f"{APP}#2"), stage.owner) == ["/approve A\n\n".strip()]


WAYS = (
    *("500", "drop", "401", "404", "403", "422", "rubbish", "empty list", "empty object", "null"),
    *("500 after", "drop after", "cut after"),
)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", KINDS)
def test_whatever_request_fails_nothing_is_claimed_that_did_not_happen(
    stage: Stage, kind: str, way: str
) -> None:
    """Every request of every order, one after the other: sent, not sent, or nobody knows."""
    sender = Sender(stage)
    order = orders(sender)[kind]
    start = stage.gh.checkpoint()
    seen = set()
    for number in range(99):
        stage.gh.restore(start)
        stage.gh.faults.clear()
        fault = spoiled(stage, way, skip=number)
        outcome = carried_out(sender, order)
        if not fault.acted:
            assert outcome == "sent"
            break
        seen.add(outcome)
        wrote = has_written(stage, kind)
        assert outcome in ({"sent", "perhaps"} if wrote else {"not sent", "perhaps"}), number
        stage.gh.faults.clear()
        carried_out(sender, order)
        assert written_once(stage, kind), number
    assert "not sent" in seen


def spoiled(stage: Stage, way: str, *, skip: int) -> Fault:
    """From the request of that number on, as often as one is tried, GitHub answers so."""
    bodies = {"rubbish": "<html>", "empty list": "[]", "empty object": "{}", "null": "null"}
    what, _, _ = way.partition(" after")
    after_it = way.endswith(" after")
    if what == "drop":
        return stage.gh.faults.drop(skip=skip, times=3, after=after_it)
    if what == "cut":
        return stage.gh.faults.truncate(skip=skip, times=3)
    status = int(what) if what.isdigit() else 200
    body = {"message": "No."} if what.isdigit() else bodies[way]
    headers = {} if way == "rubbish" else {"Content-Type": "application/json"}
    times = 3 if what == "500" else 1
    return stage.gh.faults.answer(
        status=status, body=body, headers=headers, skip=skip, times=times, after=after_it
    )


def carried_out(sender: Sender, order: Order) -> str:
    """How it ended, in a word; everything but these three is a failure of the test."""
    try:
        sender.send(order)
    except NotSent:
        return "not sent"
    except PerhapsSent:
        return "perhaps"
    return "sent"


def traces(stage: Stage, kind: str) -> int:
    """How often the order was carried out, by what stands there."""
    if kind == "questions":
        return len(stage.now(f"{APP}#3").body.revisions) - 1
    number = {"ballot": 2, "confirm": 4, "back": 5}[kind]
    return len(said(stage, stage.now(f"{APP}#{number}"), stage.owner))


def has_written(stage: Stage, kind: str) -> bool:
    """True where it was carried out."""
    return traces(stage, kind) > 0


def written_once(stage: Stage, kind: str) -> bool:
    """True where it was carried out, and not twice."""
    return traces(stage, kind) == 1
