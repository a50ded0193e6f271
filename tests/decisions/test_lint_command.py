"""`decision-inbox lint` as it is typed (decisions D21)."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from inbox.cli import run
from inbox.decisions.verdict import FORMAT, SHOWN_FORMAT, refusals
from tests.decisions.texts import MARKER, OPTIONS, section

GOOD = section("### a: q", *OPTIONS)
BROKEN = "Intro.\n\n" + section("### a: q", "- [ ] x", "### Bad")
VAGUE = "## Open questions\n\n- Where to?\n"


def linted(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """Exit status, output and errors of `decision-inbox lint …`."""
    out, err = io.StringIO(), io.StringIO()
    status = run(["lint", *arguments], {}, out=out, err=err, stdin=io.BytesIO(stdin.encode()))
    return status, out.getvalue(), err.getvalue()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a text of each kind."""
    monkeypatch.chdir(tmp_path)
    for name, body in (("good", GOOD), ("broken", BROKEN), ("vague", VAGUE), ("prose", "Words.")):
        (tmp_path / f"{name}.md").write_text(body, encoding="utf-8")
    return tmp_path


def test_clean_texts_end_with_0_l2(folder: Path) -> None:
    (folder / "report.md").write_text("## Decisions recorded\n\n- B\n", encoding="utf-8")
    assert linted("good.md", "prose.md", "report.md") == (0, "", "")


def test_findings_are_told_by_file_and_line_and_end_with_1_l1_l3(folder: Path) -> None:
    status, out, err = linted("good.md", "broken.md", "vague.md")
    assert (status, err) == (1, "")
    assert folder.name not in out
    told = out.removesuffix(f"\n{SHOWN_FORMAT}").splitlines()
    assert [line.split(": ")[:2] for line in told] == [
        ["broken.md:4", "DECISIONS_UNPARSED"],
        ["broken.md:6", "DECISIONS_UNPARSED"],
        ["vague.md:1", "DECISIONS_NOT_ASKABLE"],
    ]
    assert "`## Open questions`" in told[2]
    assert out.count("The format:") == 1


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_a_text_on_standard_input_is_checked_l6(arguments: tuple[str, ...]) -> None:
    status, out, _ = linted(*arguments, stdin=VAGUE)
    assert status == 1
    assert out.startswith("-:1: DECISIONS_NOT_ASKABLE: ")
    assert linted(*arguments, stdin=GOOD)[0] == 0


@pytest.mark.parametrize("stdin", ["- [ ] Where to?\n", "Which one?\n"])
def test_every_kind_of_ask_is_found_l10(stdin: str) -> None:
    assert linted(stdin=stdin)[0] == 1


def test_a_template_alone_is_clean_l14() -> None:
    template = "## Decisions\n\n<!-- Which option should we take? -->\n\n- [x] Did you test it?\n"
    assert linted(stdin="## What\n\n<!-- Questions? -->\n\n- [ ] tests\n") == (0, "", "")
    assert linted(stdin=template.replace("- [x] Did you test it?\n", "")) == (0, "", "")


@pytest.mark.usefixtures("folder")
def test_findings_as_json_d21() -> None:
    status, out, _ = linted("--format", "json", "good.md", "broken.md", "vague.md")
    found = json.loads(out)
    assert status == 1
    assert all(one.keys() == {"file", "code", "line", "message"} for one in found)
    assert [(one["file"], one["code"], one["line"]) for one in found] == [
        ("broken.md", "DECISIONS_UNPARSED", 4),
        ("broken.md", "DECISIONS_UNPARSED", 6),
        ("vague.md", "DECISIONS_NOT_ASKABLE", 1),
    ]
    assert [one["message"] for one in found] == [
        refusal.message for body in (BROKEN, VAGUE) for refusal in refusals(body)
    ]
    assert linted("--format", "json", "good.md") == (0, "[]\n", "")


def test_findings_as_annotations_d21(folder: Path) -> None:
    (folder / "a,b:c.md").write_text(VAGUE, encoding="utf-8")
    status, out, _ = linted("--format", "github", "broken.md", "a,b:c.md")
    assert status == 1
    first, _, third = out.splitlines()
    assert first.startswith("::error file=broken.md,line=4,title=DECISIONS_UNPARSED::Question `a`")
    assert third.startswith("::error file=a%2Cb%3Ac.md,line=1,title=DECISIONS_NOT_ASKABLE::")
    assert f"%0A{MARKER.replace('marvin', 'decision-inbox')}%0A" in third
    alone = linted("--format", "github", stdin=VAGUE)[1]
    assert alone.startswith("::error line=1,title=")


def test_no_text_speaks_to_the_runner_p3() -> None:
    hostile = "## Choose\n\n::error::x\n##[error]y\n\n- [ ] ::stop-commands::x ##[error]?\n"
    for form in ("text", "json", "github"):
        status, out, _ = linted("--format", form, stdin=hostile)
        assert status == 1
        assert "##[" not in out
        commands = [line for line in out.splitlines() if line.lstrip().startswith("::")]
        assert all(line.startswith("::error line=") for line in commands)
        assert len(commands) == (2 if form == "github" else 0)


def test_what_cannot_be_read_ends_with_2_and_the_others_are_told(folder: Path) -> None:
    (folder / "picture.png").write_bytes(b"\x89PNG\xff")
    for name in ("missing.md", ".", "picture.png"):
        status, out, err = linted(name, "vague.md")
        assert status == 2
        assert out.startswith("vague.md:1: ")
        assert err.count("\n") == 1
    assert linted("good.md", "--against", "missing.md")[0] == 2


@pytest.mark.parametrize("name", ["broken.md", "vague.md"])
def test_a_text_that_asks_as_before_passes_against_the_earlier_one_l9(
    folder: Path, name: str
) -> None:
    body = (folder / name).read_text(encoding="utf-8")
    (folder / "new.md").write_text(f"See #12.\n\n{body}\n# More\n\nx\n", encoding="utf-8")
    assert linted("new.md")[0] == 1
    assert linted("new.md", "--against", name) == (0, "", "")
    assert linted("--against", name, stdin=body)[0] == 0
    changed = body.replace("Where", "When").replace("- [ ] x", "- [ ] z")
    assert linted("--against", name, stdin=changed)[0] == 1
    assert linted("new.md", "--against", "good.md")[0] == 1


@pytest.mark.usefixtures("folder")
def test_one_text_is_compared_with_one_d21() -> None:
    for arguments in (("good.md", "prose.md", "--against", "vague.md"), ("--against", "-")):
        status, out, err = linted(*arguments)
        assert (status, out) == (2, "")
        assert err.count("\n") == 1


@pytest.mark.usefixtures("folder")
def test_committed_pages_may_ask_in_prose_l11() -> None:
    assert linted("--sections-only", "vague.md", "good.md") == (0, "", "")
    status, out, _ = linted("--sections-only", "broken.md")
    assert status == 1
    assert "broken.md:4: DECISIONS_UNPARSED: " in out


def test_what_lint_shows_passes_lint() -> None:
    assert linted(stdin=FORMAT) == (0, "", "")
    assert linted(stdin=linted(stdin=VAGUE)[1]) == (0, "", "")
