"""A whole run uploads what it showed, or says in one notice why not; its exit status stays."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from inbox.cli import run
from inbox.simulator import Server
from tests.results.fake import SIGNATURE, Fault, Results, Step, served
from tests.stories.actions_runner import heard
from tests.town import Town

PAGE = "decision-inbox-summary.md"
RUN_URL = "https://github.com/mona/shop/actions/runs/4711"
EVERY_FAULT = pytest.mark.parametrize(
    ("step", "fault"),
    [(step, fault) for step in Step for fault in (403, Fault.REDIRECT)],
    ids=str,
)


@pytest.fixture
def results() -> Iterator[Results]:
    with served(Results()) as service:
        yield service


class Ticked:
    """One tick on Actions in a repository with one risky pull request: status, log, files."""

    def __init__(
        self,
        folder: Path,
        more: Mapping[str, str],
        *options: str,
        owner: bytes = b"github_login: mona\n",
        supervised: str = "mona/shop",
        visibility: str = "private",
        refusing: str = "",
    ) -> None:
        projects = f"governance_repo: mona/shop\nsupervised_repos: [{supervised}]\n".encode()
        projects += f"decision_inbox: {{repository: {supervised}}}\n".encode()
        files = {"config/owner.yml": owner, "config/projects.yml": projects}
        self.town = Town("mona/shop", {supervised: {}, "mona/shop": files})
        self.town.gh.world.repositories["mona/shop"].visibility = visibility
        self.town.secret = self.town.gh.app_token("inbox", [*{supervised, "mona/shop"}])
        self.pull = self.town.risky(supervised)
        if refusing:
            self.town.gh.faults.answer("POST", refusing, status=422, times=9)
        self.folder = folder
        out, err = io.StringIO(), io.StringIO()
        with Server(self.town.gh) as server:
            env = {
                "INPUT_TOKEN": self.town.secret,
                "GITHUB_ACTIONS": "true",
                "GITHUB_API_URL": server.url,
                "GITHUB_SERVER_URL": "https://github.com",
                "GITHUB_REPOSITORY": "mona/shop",
                "GITHUB_RUN_ID": "4711",
                "GITHUB_WORKSPACE": str(folder),
                "GITHUB_OUTPUT": str(folder / "outputs"),
                "GITHUB_STEP_SUMMARY": str(folder / "summary"),
                "DECISION_INBOX_WRITE_INTERVAL": "0",
                **more,
            }
            arguments = ["tick", *options] if options else []
            self.status = run(arguments, env, out=out, err=err)
        self.log = out.getvalue() + err.getvalue()

    @property
    def notices(self) -> list[str]:
        """What the run's notices say."""
        return [one.text for one in heard(self.log) if one.name == "notice"]

    @property
    def masks(self) -> list[str]:
        """What the runner was told to mask besides the token."""
        masked = [one.text for one in heard(self.log) if one.name == "add-mask"]
        return [one for one in masked if one != self.town.secret]


def contents(results: Results, name: str = "metrics_summary") -> dict[str, str]:
    """The artifact's files."""
    with zipfile.ZipFile(io.BytesIO(results.finished[name])) as archive:
        return {each: archive.read(each).decode() for each in archive.namelist()}


def test_the_artifact_holds_the_metrics_file_and_the_page(results: Results, tmp_path: Path) -> None:
    ticked = Ticked(tmp_path, results.environment)
    metrics = (tmp_path / "metrics_summary.json").read_text(encoding="utf-8")
    page = (tmp_path / "summary").read_text(encoding="utf-8")
    assert ticked.status == 0
    assert contents(results) == {"metrics_summary.json": metrics, PAGE: page}
    assert ticked.pull.ref in page
    assert (
        f"The artifact metrics_summary holds the metrics and the summary: {RUN_URL}" in ticked.log
    )
    assert "/artifacts/4815162342\n" in ticked.log
    assert ticked.notices == []


def test_secrets_are_masked_and_nowhere_else(results: Results, tmp_path: Path) -> None:
    ticked = Ticked(tmp_path, results.environment)
    assert {results.token, SIGNATURE} < set(ticked.masks)
    left = "\n".join(line for line in ticked.log.splitlines() if "::add-mask::" not in line)
    shown = left + "".join(path.read_text("utf-8") for path in tmp_path.iterdir())
    assert [secret for secret in (*ticked.masks, "sig=") if secret in shown] == []


def test_its_name_and_the_files_are_the_inputs(results: Results, tmp_path: Path) -> None:
    inputs = {"INPUT_METRICS-ARTIFACT": "a b", "INPUT_METRICS-FILE": "out/numbers.json"}
    Ticked(tmp_path, {**results.environment, **inputs})
    assert contents(results, "a b").keys() == {"numbers.json", PAGE}


@pytest.mark.parametrize(
    ("more", "options"),
    [
        ({"INPUT_METRICS-ARTIFACT": ""}, ()),
        ({}, ("--metrics-artifact", "")),
        ({"INPUT_DRY-RUN": "true"}, ()),
        ({"GITHUB_ACTIONS": ""}, ()),
    ],
    ids=["empty", "empty option", "dry run (protocol P46)", "outside of Actions"],
)
def test_nothing_is_uploaded_where_it_should_not(
    results: Results, tmp_path: Path, more: dict[str, str], options: tuple[str, ...]
) -> None:
    ticked = Ticked(tmp_path, {**results.environment, **more}, *options)
    assert ticked.status == 0
    assert results.requests == []
    assert "artifact" not in ticked.log
    assert (tmp_path / "metrics_summary.json").exists()


@EVERY_FAULT
def test_a_failure_is_one_notice_and_nothing_else(
    results: Results, tmp_path: Path, step: Step, fault: int | Fault
) -> None:
    results.faults[step] = [fault] * 9
    ticked = Ticked(tmp_path, results.environment)
    (notice,) = ticked.notices
    assert notice.startswith("The artifact metrics_summary was not uploaded: ")
    assert ticked.status == 0
    assert results.finished == {}
    assert (tmp_path / "metrics_summary.json").exists()
    assert not [one for one in heard(ticked.log) if one.name in {"error", "warning"}]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"GITHUB_SERVER_URL": "https://github.example.com"}, "GitHub Enterprise Server has no"),
        ({"ACTIONS_RUNTIME_TOKEN": ""}, "this runner gives no access to the results service"),
        ({"ACTIONS_RESULTS_URL": "nowhere"}, "names no usable address"),
        ({"ACTIONS_RUNTIME_TOKEN": "odd"}, "does not say which job this is"),
    ],
)
def test_without_the_service_it_is_one_notice(
    results: Results, tmp_path: Path, more: dict[str, str], said: str
) -> None:
    ticked = Ticked(tmp_path, {**results.environment, **more})
    (notice,) = ticked.notices
    assert said in notice
    assert "upload the metrics file in a step" in notice
    assert (ticked.status, results.requests) == (0, [])


def test_the_same_name_twice_says_what_to_do(results: Results, tmp_path: Path) -> None:
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        ticked = Ticked(folder, results.environment)
    (notice,) = ticked.notices
    assert "already has an artifact of that name" in notice
    assert "give each step a name of its own by metrics-artifact" in notice
    assert ticked.status == 0


def test_a_bug_in_it_fails_no_tick(
    results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> str:
        raise RuntimeError("sig=secret")

    monkeypatch.setattr("inbox.tick_command.upload", broken)
    ticked = Ticked(tmp_path, results.environment)
    (notice,) = ticked.notices
    assert "was not uploaded. The program has a bug: RuntimeError at " in notice
    assert "secret" not in ticked.log
    assert ticked.status == 0


def test_stopped_while_it_uploads_the_tick_is_still_done(
    results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("inbox.tick_command.upload", stopped)
    ticked = Ticked(tmp_path, results.environment)
    assert ticked.notices == [
        "The artifact metrics_summary was not uploaded: the run was stopped; run it again."
    ]
    assert ticked.status == 0
    assert "stopped" not in (tmp_path / "summary").read_text(encoding="utf-8")


def test_a_tick_that_fails_uploads_what_it_counted(results: Results, tmp_path: Path) -> None:
    ticked = Ticked(tmp_path, results.environment, refusing="*/issues")
    assert ticked.status == 1
    assert '"failures": 1' in contents(results)["metrics_summary.json"]
    results.faults[Step.CREATE] = [403]
    assert Ticked(tmp_path, results.environment, refusing="*/issues").status == 1


def test_the_metrics_file_wins_a_name_that_both_want(results: Results, tmp_path: Path) -> None:
    Ticked(tmp_path, {**results.environment, "INPUT_METRICS-FILE": PAGE})
    assert contents(results).keys() == {PAGE}
    assert contents(results)[PAGE].startswith("{")


def test_a_run_that_could_not_look_uploads_nothing(results: Results, tmp_path: Path) -> None:
    ticked = Ticked(tmp_path, results.environment, owner=b"unknown: 1\n")
    assert ticked.status == 2
    assert results.requests == []


def test_more_readers_get_counts_and_no_names(results: Results, tmp_path: Path) -> None:
    """`protocol P48`: the artifact is what the page shows, in the log's and the page's words."""
    ticked = Ticked(tmp_path, results.environment, supervised="mona/hidden", visibility="public")
    assert ticked.status == 0
    told = "".join(contents(results).values())
    assert "Names are left out" in told
    assert '"inbox": 1' in told
    assert [name for name in ("hidden", "migrations", "#1") if name in told + ticked.log] == []
