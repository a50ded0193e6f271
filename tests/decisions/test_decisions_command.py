"""`decision-inbox decisions parse|apply` as it is typed (decisions D20)."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from inbox.cli import run
from tests.decisions.texts import OPTIONS, section

BODY = section("### a: q", "- [x] x", "- [ ] y", "> **Note:** n", "### w: why? (text) (optional)")


def typed(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    """Exit status, output and errors of `decision-inbox decisions …`."""
    out, err = io.StringIO(), io.StringIO()
    status = run(["decisions", *arguments], {}, out=out, err=err, stdin=io.BytesIO(stdin))
    return status, out.getvalue(), err.getvalue()


def file(folder: Path, body: str) -> str:
    """A file of that text, byte by byte."""
    path = folder / "body.md"
    path.write_bytes(body.encode())
    return str(path)


def test_a_section_is_printed_as_json_d20(tmp_path: Path) -> None:
    status, out, err = typed("parse", file(tmp_path, BODY))
    assert (status, err) == (0, "")
    options = [{"label": "x", "ticked": True}, {"label": "y", "ticked": False}]
    first = {"id": "a", "text": "q", "kind": "single", "required": True, "options": options}
    words = {"id": "w", "text": "why?", "kind": "text", "required": False, "options": []}
    assert json.loads(out) == {
        "present": True,
        "questions": [
            {**first, "answer": None, "note": "n"},
            {**words, "answer": None, "note": None},
        ],
        "pending": [],
        "problems": [],
    }


@pytest.mark.parametrize("arguments", [("parse",), ("parse", "-")])
def test_problems_and_what_is_pending_are_printed_from_standard_input_d20(
    arguments: tuple[str, ...],
) -> None:
    status, out, _ = typed(*arguments, stdin=section("### a: q", "- [ ] x").encode())
    found = json.loads(out)
    assert status == 0
    assert found["pending"] == ["a"]
    (problem,) = found["problems"]
    assert problem["line"] == 2
    assert problem.keys() == {"line", "message"}


def test_no_section_is_printed_as_absent_d20() -> None:
    nothing = {"present": False, "questions": [], "pending": [], "problems": []}
    assert json.loads(typed("parse", stdin=b"Words.")[1]) == nothing


@pytest.mark.parametrize("command", [("parse",), ("apply", "--answers", "{}")])
@pytest.mark.parametrize("name", ["missing.md", ".", "a\0b", "picture.png"])
def test_what_cannot_be_read_ends_with_2(
    tmp_path: Path, command: tuple[str, ...], name: str
) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    status, out, err = typed(*command, f"{tmp_path}/{name}")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


def test_the_text_with_answers_is_printed_d20(tmp_path: Path) -> None:
    body = BODY.replace("\n", "\r\n")
    answers = {"a": {"choices": ["y"], "note": ""}, "w": {"text": "so"}}
    status, out, err = typed("apply", file(tmp_path, body), "--answers", json.dumps(answers))
    assert (status, err) == (0, "")
    assert out == section(
        *("### a: q", "- [ ] x", "- [x] y", "### w: why? (text) (optional)", "> **Answer:** so")
    ).replace("\n", "\r\n")


def test_no_answers_print_the_text_itself_d20() -> None:
    body = "Words \u2028 and\rmore\r\n\ufeff"
    assert typed("apply", "-", "--answers", "{}", stdin=body.encode()) == (0, body, "")


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ('{"nope": {"choices": ["x"]}}', "There is no question `nope`"),
        ('{"a": {"choices": ["z"]}}', "Question `a` has no option `z`"),
        ('{"__class__": {"choices": ["x"]}}', "There is no question `__class__`"),
        ('{"constructor": {}}', "There is no question `constructor`"),
        ('{"w": {"choices": ["x"]}}', "answered in words"),
        ('{"a": null}', "The answer to `a` is no JSON object."),
        ('{"a": {"choices": "x"}}', "`choices` for `a` is no list of labels."),
        ('{"a": {"choices": null}}', "`choices` for `a` is no list of labels."),
        ('{"a": {"choices": [1]}}', "`choices` for `a` is no list of labels."),
        ('{"a": {"note": null}}', "`note` for `a` is no text."),
        ('{"a": {"text": 1}}', "`text` for `a` is no text."),
        ('{"a": {"notes": "n"}}', "`notes` of the answer to `a` is none of"),
        ('{"a": {}, "a": {}}', "`a` is there twice"),
        ("[]", "The answers are no JSON object."),
        ("null", "The answers are no JSON object."),
        ('"a"', "The answers are no JSON object."),
    ],
)
def test_answers_that_do_not_fit_end_with_1_and_a_sentence_d20(answers: str, said: str) -> None:
    status, out, err = typed("apply", "-", "--answers", answers, stdin=BODY.encode())
    assert (status, out) == (1, "")
    assert said in err
    assert err.count("\n") == 1


def test_a_text_without_a_section_takes_no_answers_d20() -> None:
    assert typed("apply", "-", "--answers", '{"a": {}}', stdin=b"Words.") == (
        *(1, "", "The text has no Decisions section.\n"),
    )


@pytest.mark.parametrize(
    "answers", ["", "{", "{'a': 1}", "[" * 100_000, '{"a": 1' + "0" * 5_000 + "}", " " * 1_000_001]
)
def test_what_is_no_json_ends_with_2_s10(answers: str) -> None:
    status, out, err = typed("apply", "-", "--answers", answers, stdin=BODY.encode())
    assert (status, out) == (2, "")
    assert err.startswith("The answers are ")
    assert err.count("\n") == 1


def test_5000_options_are_read_and_answered_d2() -> None:
    options = [f"- [ ] option {number}" for number in range(5_000)]
    body = section("### a: q (pick any)", *options)
    found = json.loads(typed("parse", stdin=body.encode())[1])
    assert (len(found["questions"][0]["options"]), found["problems"]) == (5_000, [])
    labels = [option[6:] for option in options]
    answers = json.dumps({"a": {"choices": labels}})
    status, out, _ = typed("apply", "-", "--answers", answers, stdin=body.encode())
    assert (status, out) == (0, body.replace("[ ]", "[x]"))


def test_both_need_their_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ((), ("apply", "-"), ("apply", "--answers", "{}"), ("other",)):
        with pytest.raises(SystemExit) as end:
            typed(*arguments)
        assert end.value.code == 2
        (said,) = capsys.readouterr().err.splitlines()
        assert said.startswith("decision-inbox decisions")
        assert said.endswith(" --help tells more.")
    assert typed("parse", stdin=section("### a: q", *OPTIONS).encode())[0] == 0
