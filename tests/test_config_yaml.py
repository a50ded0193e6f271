"""YAML as it arrives: broken, hostile or merely odd, it ends as a value or as a sentence."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.yamltext import LARGEST_FILE, Document, read_yaml


def read(content: bytes | str) -> tuple[Document, list[str]]:
    data = content.encode() if isinstance(content, str) else content
    document, mistakes = read_yaml(data, "c.yml", when_empty="write a key")
    return document, [str(mistake).removeprefix("c.yml:") for mistake in mistakes]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", "yes"),
        ("on", "on"),
        ("true", True),
        ("False", False),
        ("12", 12),
        ("0x1F", 31),
        ("0o17", 15),
        ("012", 12),
        ("-1_000", -1000),
        ("1e3", 1000.0),
        ("1.5", 1.5),
        (".INF", float("inf")),
        ("2001-01-01", "2001-01-01"),
        ("12:30:45", "12:30:45"),
        ("'12'", "12"),
        ("!!str 12", "12"),
        ("~", None),
        ("", None),
        ("[a, [b]]", ["a", ["b"]]),
        ("{b: 1}", {"b": 1}),
        ("|\n  x\n  y\n", "x\ny\n"),
    ],
)
def test_scalars_are_read_as_yaml_1_2_says(text: str, value: object) -> None:
    document, mistakes = read(f"a: {text}")
    assert mistakes == []
    assert document.at("a") == value
    assert type(document.at("a")) is type(value)


def test_every_key_and_entry_has_its_line() -> None:
    document, mistakes = read("# c\na:\n  b: 1\n  c:\n    - x\n    - {d: 2}\ne: [y,\n  z]\n")
    assert mistakes == []
    lines = {
        ("a",): 2,
        ("a", "b"): 3,
        ("a", "c"): 4,
        ("a", "c", 0): 5,
        ("a", "c", 1): 6,
        ("a", "c", 1, "d"): 6,
        ("e",): 7,
        ("e", 0): 7,
        ("e", 1): 8,
    }
    assert document.lines == lines
    assert document.line_of(("a", "c", 7, "q")) == 4
    assert document.line_of(("nowhere",)) == 1
    assert document.at("a", "c", 1, "d") == 2
    assert document.at("a", "c", 2) is document.at("a", "b", "x") is document.at("q") is None


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_lines_count_alike_whatever_ends_them_and_a_bom_is_no_text(newline: str) -> None:
    document, mistakes = read("\ufeff" + newline.join(["a: 1", "b: 2", "c: 3", ""]))
    assert mistakes == []
    assert document.line_of(("c",)) == 3


@pytest.mark.parametrize(
    ("content", "mistakes"),
    [
        ("", ["1: the file is empty; write a key"]),
        ("# only words\n", ["1: the file is empty; write a key"]),
        ("~", ["1: the file is empty; write a key"]),
        (b"\x00\x01\x02", ["1: the file holds a control character; remove it"]),
        (b"a: 1\nb: \x07", ["2: the file holds a control character; remove it"]),
        (b"\x89PNG\r\n", ["1: the file is no text in UTF-8; save it as UTF-8"]),
        (b"a: 1\nb: \xe9", ["2: the file is no text in UTF-8; save it as UTF-8"]),
        ("a: 1".encode("utf-16"), ["1: the file is no text in UTF-8; save it as UTF-8"]),
        ("words", ["1: the file holds no keys; write lines such as `key: value`"]),
        ("\n- a\n", ["2: the file holds no keys; write lines such as `key: value`"]),
        ("a: 1\n\tb: 2", ["2: a tab stands where only blanks may; indent with blanks"]),
        ("a: 1\n---\nb: 2", ["2: a second document begins here; keep one, without ---"]),
        ("%YAML 1.1\n---\na: yes", ["1: the file begins with a % directive; remove it"]),
        ("# c\n\n%TAG ! x\n---\na: 1", ["1: the file begins with a % directive; remove it"]),
        ("a: 1\nb: 2\na: 3\nb: 4", [
            "3: 'a' was said before, on line 1; keep one of them",
            "4: 'b' was said before, on line 2; keep one of them",
        ]),
        ("a: 1\n<<: {b: 2}", ["2: << is no part of YAML 1.2; write the keys out"]),
        ("1: a\n~: b", [
            "1: a key is no text; write a name, in quotes if need be",
            "2: a key is no text; write a name, in quotes if need be",
        ]),
        ("? [a]\n: b", ["1: a key is no text; write a name, in quotes if need be"]),
        ("a: &x [*x]", ["1: values are nested too deeply here; write it simpler"]),
        ("a: " + "9" * 5000, ["1: this number cannot be read; write it in plain digits"]),
        ("a: !!bool maybe", ["1: the tag 'tag:yaml.org,2002:bool' means nothing here; remove it"]),
        ("a: !mine x", ["1: the tag '!mine' means nothing here; remove it"]),
        ("a: !!binary aGk=", [
            "1: the tag 'tag:yaml.org,2002:binary' means nothing here; remove it"
        ]),
        ("a: !!set {b}", ["1: the tag 'tag:yaml.org,2002:set' means nothing here; remove it"]),
        ("a: !!omap [b: 1]", [
            "1: the tag 'tag:yaml.org,2002:omap' means nothing here; remove it"
        ]),
        ("a: !!python/object/apply:os.system [true]", [
            "1: the tag 'tag:yaml.org,2002:python/object/apply:os.system' means nothing here;"
            " remove it"
        ]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(content: bytes | str, mistakes: list[str]) -> None:
    assert read(content)[1] == mistakes


@pytest.mark.parametrize(
    "text", ["a: b: c", "a: [1, 2", "a: 'x", "a: *gone", "a: @x", "}{", "a:\n  - b\n c: d"]
)
def test_broken_yaml_is_one_sentence_on_one_line(text: str) -> None:
    (mistake,) = read(text)[1]
    assert "this is no YAML: " in mistake
    assert mistake.endswith("check quotes, colons and indentation")
    assert "\n" not in mistake


def test_aliases_are_read_and_an_anchor_may_be_used_again() -> None:
    document, mistakes = read("a: &x [1]\nb: *x\nc: &x 2\nd: *x\n")
    assert mistakes == []
    assert document.top == {"a": [1], "b": [1], "c": 2, "d": 2}


def test_an_unreadable_value_does_not_hide_the_others() -> None:
    document, mistakes = read("a: !x 1\nb: 2\n")
    assert document.top == {"a": None, "b": 2}
    assert len(mistakes) == 1


def _laughs(depth: int) -> str:
    lines = ["a0: &a0 [x]"]
    for n in range(1, depth):
        lines.append(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]")
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (_laughs(30), "values; make it smaller"),
        ("a: [" + "1," * 30_000 + "]", "values; make it smaller"),
        ("[" * 60_000, "nested too deeply"),
        ("- " * 60_000, "nested too deeply"),
        ("? " * 60_000, "nested too deeply"),
        ("a: " + "[" * 40 + "]" * 40, "nested too deeply"),
        ("a: 'b\n" * 20_000, "this is no YAML"),
        ("x" * (LARGEST_FILE + 1), f"at most {LARGEST_FILE} are read"),
    ],
    ids=["aliases", "entries", "lists", "dashes", "questions", "deep", "quotes", "bytes"],
)
def test_an_enormous_file_ends_soon_in_one_sentence(text: str, said: str) -> None:
    started = time.process_time()
    (mistake,) = read(text)[1]
    assert said in mistake
    assert time.process_time() - started < 10


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode()))
def test_no_bytes_at_all_raise_anything(content: bytes) -> None:
    document, mistakes = read(content)
    assert isinstance(document.top, dict)
    assert all("\n" not in mistake for mistake in mistakes)


@given(st.text("ab:-[]{}#&*!|>'\"%@,? \n\t~1.", max_size=60))
def test_no_text_that_looks_like_yaml_raises_anything(text: str) -> None:
    document, mistakes = read(text)
    assert isinstance(document.top, dict)
    assert all("\n" not in mistake for mistake in mistakes)
