"""From facts to findings without any GitHub: sources of checks, absences, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from inbox.config import Source, Surroundings, load
from inbox.doctor.away import availability_findings
from inbox.doctor.branches import branch_findings
from inbox.doctor.facts import Branch, Facts, File, Identity, Wiring
from inbox.doctor.findings import Area, Finding, Level, exit_status, note, right, unchecked, wrong
from inbox.doctor.judging import judged
from inbox.doctor.telling import Form, told
from inbox.errors import Unavailable
from inbox.github.setup import Required
from inbox.policy import Policy, Visibility
from inbox.refs import Account, Kind, RepoRef
from inbox.world import APPROVAL_CONTEXT, DECISIONS_CONTEXT, Repository

APP, OPS = RepoRef("org", "app"), RepoRef("org", "ops")
BOT = Account("gate", None, Kind.BOT)
OWN, OTHER = 7, 8
NOWHERE = Wiring(APP, None, File(APP, "none.yml", None))
AWAY = """\
decision_inbox:
  lifecycle:
    enabled: true
    availability: {repository: org/ops, path: status.md, line_prefix: "[AWAY]"}
"""


def policy(projects: str = "decisions: {enabled: false}\n") -> Policy:
    """The policy of one repository."""
    owner = Source("config/owner.yml", b"github_login: mona\n")
    return load(owner, Source("config/projects.yml", projects.encode()), Surroundings(APP))


def of_a_branch(sources: Iterable[int | None], identity: Identity) -> Finding:
    """The finding about a branch that requires our status from each of these."""
    required = tuple(Required(APPROVAL_CONTEXT, app) for app in sources)
    facts = Facts(identity, NOWHERE, policy(), branches=(Branch(APP, "main", required),))
    (found,) = branch_findings(facts)
    return found


@pytest.mark.parametrize(
    ("sources", "level"),
    [
        ([OWN], Level.RIGHT),
        ([OWN, OWN], Level.RIGHT),
        ([OWN, None], Level.RIGHT),
        ([None], Level.WRONG),
        ([OTHER], Level.WRONG),
        ([OWN, OTHER], Level.WRONG),
        ([None, OTHER], Level.WRONG),
        ([], Level.WRONG),
    ],
)
def test_every_requirement_has_to_be_met_and_one_by_the_app_p35(
    sources: list[int | None], level: Level
) -> None:
    assert of_a_branch(sources, Identity(BOT, app=OWN)).level is level


@pytest.mark.parametrize(
    ("sources", "identity", "level"),
    [
        ([OTHER], Identity(BOT, app=None), Level.UNCHECKED),
        ([None], Identity(BOT, app=None), Level.WRONG),
        ([OWN], Identity(BOT, app=Unavailable("no answer")), Level.WRONG),
        ([OWN], Identity(None), Level.UNCHECKED),
        ([None], Identity(Account("keeper", 9, Kind.USER)), Level.NOTE),
        ([OWN], Identity(Account("keeper", 9, Kind.USER)), Level.WRONG),
        ([OWN], Identity(Account("mona", 1, Kind.USER), named=BOT, app=OWN), Level.RIGHT),
    ],
)
def test_of_whom_a_check_comes_depends_on_who_the_bot_is_p1(
    sources: list[int | None], identity: Identity, level: Level
) -> None:
    assert of_a_branch(sources, identity).level is level


def test_a_status_that_nobody_sets_blocks_every_merge() -> None:
    required = (Required(APPROVAL_CONTEXT, OWN), Required(DECISIONS_CONTEXT, OWN))
    facts = Facts(
        Identity(BOT, app=OWN), NOWHERE, policy(), branches=(Branch(APP, "main", required),)
    )
    found = list(branch_findings(facts))
    assert [one.level for one in found] == [Level.RIGHT, Level.WRONG]
    assert found[1].place is not None
    assert (found[1].place.file, found[1].place.line) == ("config/projects.yml", 1)


def repository(repo: RepoRef, visibility: Visibility) -> Repository:
    """The repository as the survey finds it."""
    return Repository(repo, visibility, False, True, "main", frozenset())


@pytest.mark.parametrize(
    ("content", "home", "levels"),
    [
        (b"[AWAY] available\n", Visibility.PUBLIC, [Level.RIGHT]),
        (b"[AWAY] available\n", Visibility.PRIVATE, [Level.WRONG, Level.RIGHT]),
        (b"\xff\n", Visibility.PUBLIC, [Level.WRONG]),
        (b"[AWAY] soon\n[AWAY] available\n", Visibility.PUBLIC, [Level.NOTE]),
        (b"nothing\n", Visibility.PUBLIC, [Level.WRONG]),
        (None, Visibility.PUBLIC, [Level.WRONG]),
        (Unavailable("no answer"), Visibility.PUBLIC, [Level.WRONG]),
    ],
    ids=["right", "fewer read it", "no text", "a line", "no line", "absent", "unread"],
)
def test_the_owners_file_is_read_as_the_tick_reads_it_l6(
    content: bytes | Unavailable | None, home: Visibility, levels: list[Level]
) -> None:
    facts = Facts(
        Identity(BOT, app=OWN),
        NOWHERE,
        policy(AWAY),
        repositories={
            APP: repository(APP, Visibility.PUBLIC),
            OPS: repository(OPS, home),
        },
        availability=File(OPS, "status.md", content),
    )
    assert [one.level for one in availability_findings(facts)] == levels


def test_the_gravest_finding_makes_the_status() -> None:
    findings = [right(Area.LABELS, "r"), note(Area.LABELS, "n"), unchecked(Area.LABELS, "u")]
    assert exit_status(findings) == 0
    assert exit_status([]) == 0
    for status in (1, 2, 3):
        findings.append(wrong(Area.LABELS, "w", "a", status=status))
        assert exit_status(findings) == status
    assert exit_status(findings[::-1]) == 3


def test_findings_come_in_the_order_of_their_areas_and_once() -> None:
    required = (Required(APPROVAL_CONTEXT, None),)
    branch = Branch(APP, "main", required)
    facts = Facts(Identity(BOT, app=OWN), NOWHERE, policy(), branches=(branch, branch))
    found = judged(facts)
    order = [list(Area).index(one.area) for one in found]
    assert order == sorted(order)
    assert len(found) == len(set(found))


def test_nothing_that_others_wrote_leaves_its_line_p3() -> None:
    said = told([wrong(Area.LABELS, "a\n::error::b##[c]", "d\r\n::e::")], Form.TEXT)
    assert [line for line in said.splitlines() if line.lstrip().startswith("::")] == []
    assert "##[" not in said
    assert len(said.splitlines()) == 5
