"""`decision-inbox demo`: its story to the byte, from an empty environment, and what it leaves.

`REGENERATE=1` writes the golden file anew; read the difference before committing it.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from inbox.cli import run
from inbox.demo import FILES, demo
from inbox.demo.plain import plain, section
from inbox.demo.screen import WIDTH, Screen
from inbox.demo.stage import Stage
from inbox.errors import Bug

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden" / "demo.txt"
METRICS, SUMMARY = FILES


def unfolded(told: str) -> str:
    """What was told, without the line ends that fit it to the page."""
    return " ".join(told.split())


def played(folder: Path) -> tuple[int, str]:
    """The exit status and everything that is told."""
    out = io.StringIO()
    return demo(out, folder), out.getvalue()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_story_is_the_golden_one_every_time(here: Path) -> None:
    told = [played(Path()), played(Path())]
    if os.environ.get("REGENERATE"):
        GOLDEN.write_text(told[0][1], encoding="utf-8")
    assert told == [(0, GOLDEN.read_text(encoding="utf-8"))] * 2
    assert sorted(path.name for path in here.iterdir()) == sorted(FILES)


def test_the_story_fits_on_a_page_without_colours() -> None:
    story = GOLDEN.read_text(encoding="utf-8")
    assert max(map(len, story.splitlines())) <= WIDTH
    assert all(character.isprintable() or character == "\n" for character in story)
    assert "\n\n\n" not in story


def test_it_needs_no_network_no_token_and_no_environment(tmp_path: Path) -> None:
    closed = "http://127.0.0.1:9"  # where a proxy would be asked, nobody answers
    env = {"HTTP_PROXY": closed, "HTTPS_PROXY": closed, "ALL_PROXY": closed}
    program = [sys.executable, "-W", "error", str(ROOT / "entrypoint.py"), "demo"]
    done = subprocess.run(
        program, cwd=tmp_path, env=env, capture_output=True, check=False, encoding="utf-8"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == GOLDEN.read_text(encoding="utf-8")


def test_the_installed_program_stops_quietly_when_nobody_reads_on(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from inbox.cli import console; console()"]
    asked = ["demo", "--folder", str(tmp_path)]
    with subprocess.Popen(
        [*command, *asked], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout
        assert program.stderr
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait() == 1


def test_metrics_and_summary_are_those_of_the_last_tick(tmp_path: Path) -> None:
    out = io.StringIO()
    assert run(["demo", "--folder", str(tmp_path / "new" / "folder")], {}, out=out) == 0
    metrics = json.loads((tmp_path / "new" / "folder" / METRICS).read_text())
    assert metrics["inbox_resolved_this_tick"]["approved-A"] == 1
    assert metrics["inbox_open_count"] == 0
    page = (tmp_path / "new" / "folder" / SUMMARY).read_text(encoding="utf-8")
    assert section(page, "Done in this tick")
    assert f"Written into {tmp_path / 'new' / 'folder'}: {METRICS}" in unfolded(out.getvalue())


@pytest.mark.parametrize(
    ("name", "text"),
    [(METRICS, "not JSON"), (METRICS, "[]"), (METRICS, '{"schema": 2}'), (SUMMARY, "# My notes\n")],
)
def test_a_file_of_somebody_else_is_left_as_it_is(here: Path, name: str, text: str) -> None:
    (here / name).write_text(text)
    status, told = played(Path())
    assert status == 1
    assert (here / name).read_text() == text
    assert f"{name} is there already and not from this program: it is left as it is." in unfolded(
        told
    )
    assert "--folder" in told
    assert (here / next(other for other in FILES if other != name)).exists()


def test_a_file_that_is_no_text_is_left_as_it_is(here: Path) -> None:
    (here / METRICS).write_bytes(b"\xff\x00")
    assert played(Path())[0] == 1
    assert (here / METRICS).read_bytes() == b"\xff\x00"


def test_a_folder_that_cannot_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    status, told = played(tmp_path / "file")
    assert status == 1
    assert told.count("could not be written: ") == len(FILES)


def test_a_terminal_that_lacks_characters_gets_question_marks() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    Screen(out).frame("a 👍", "☐ Option A")
    out.seek(0)
    assert out.read() == "   ?? a ?\n   ? ? Option A\n   ??\n\n"


def test_a_tick_that_fails_ends_the_story_with_its_sentence(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inbox.demo.stage.OWNER_FILE", "github_logn: mona\n")
    status, told = played(Path())
    assert status == Bug.exit_status
    assert "ended with status 2" in told
    assert "github_login" in told
    assert list(here.iterdir()) == []


def test_what_github_does_not_have_ends_the_story(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Stage, "violations", ["GET /nowhere"])
    status, told = played(Path())
    assert status == Bug.exit_status
    assert "GET /nowhere" in told
    assert list(here.iterdir()) == []


def test_markdown_reads_as_github_shows_it() -> None:
    head = "0123456789abcdef0123456789abcdef01234567"
    written = (
        f"## Head\n\n- [ ] **a** `b` at {head}\n<!-- marker -->\n"
        "[`o/r#1`](https://github.example/o/r/pull/1)\n\n"
        "| a | b |\n| --- | --- |\n| c |  |\n\n<sub>in 0.3 s</sub>\n"
    )
    assert plain(written) == "Head\n\n☐ a b at 0123456\n\no/r#1\n\na · b\nc"
