"""From changed files to the worst quadrant and one sentence (interface.md, "The classifier")."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.markdown import safe_sentence, sentence
from inbox.policy import Rule
from inbox.quadrant.builtin import built_in_rules
from inbox.quadrant.classify import Classification, Quadrant, classify
from inbox.quadrant.files import ChangedFile, FileStatus, is_submodule_pointer

A, B, C, D = Quadrant
RULES = (
    Rule("core", ("core/",), critical=True, reason="much depends on it"),
    Rule("outbox", ("/mail/",), irreversible=True),
    Rule("money", ("money/",), critical=True, irreversible=True, reason="customers are billed"),
    Rule("both_ways", ("core/mail/",), irreversible=True, reason="sent is sent"),
)


def modified(*paths: str) -> list[ChangedFile]:
    return [ChangedFile(path, FileStatus.MODIFIED) for path in paths]


def judge(files: Sequence[ChangedFile], *, complete: bool = True) -> Classification:
    return classify(files, complete=complete, rules=RULES)


def said(files: Sequence[ChangedFile], *, complete: bool = True) -> str:
    return sentence(judge(files, complete=complete).reasoning.words)


@pytest.mark.parametrize(
    ("paths", "quadrant", "reasoning"),
    [
        (["a.py"], A, "no rule matches the only file"),
        (["a.py", "b.py"], A, "no rule matches any of the 2 files"),
        (["core/a"], B, "rule core: `core/a` is critical (`much depends on it`)"),
        (["mail/a"], C, "rule outbox: `mail/a` is irreversible"),
        (
            ["money/a"],
            D,
            "rule money: `money/a` is critical and irreversible (`customers are billed`)",
        ),
        (
            ["core/mail/a"],
            D,
            "rule core: `core/mail/a` is critical, and by rule both_ways irreversible"
            " (`much depends on it; sent is sent`)",
        ),
        (
            ["core/a", "mail/a"],
            B,
            "rule core: `core/a` is critical (`much depends on it`)",
        ),
        (
            ["core/b", "x", "core/a"],
            B,
            "rule core: `core/a` is critical, and so is 1 more file (`much depends on it`)",
        ),
        (
            ["money/c", "money/a", "money/b", "core/x"],
            D,
            "rule money: `money/a` is critical and irreversible, and so are 2 more files"
            " (`customers are billed`)",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_each_file_has_two_axes_and_the_worst_quadrant_is_the_pull_requests(
    paths: list[str], quadrant: Quadrant, reasoning: str
) -> None:
    files = modified(*paths)
    assert judge(files).quadrant is quadrant
    assert said(files) == reasoning


def test_critical_here_and_irreversible_there_make_no_d() -> None:
    assert judge(modified("core/a", "mail/b")).quadrant is B


def test_the_order_of_the_quadrants_is_a_c_b_d() -> None:
    assert sorted(Quadrant, key=lambda each: each.severity) == [A, C, B, D]


def test_a_deleted_file_is_irreversible() -> None:
    assert judge([ChangedFile("a.py", FileStatus.REMOVED)]).quadrant is C
    deleted = [ChangedFile("core/a", FileStatus.REMOVED)]
    assert judge(deleted).quadrant is D
    assert said(deleted).startswith(
        "rule core: `core/a` is critical, and by rule deletions irreversible"
    )


@pytest.mark.parametrize("status", [FileStatus.RENAMED, FileStatus.COPIED])
def test_old_and_new_path_count_alike(status: FileStatus) -> None:
    assert judge([ChangedFile("x", status, "money/a")]).quadrant is D
    assert judge([ChangedFile("money/a", status, "x")]).quadrant is D
    assert judge([ChangedFile("core/a", status, "mail/a")]).quadrant is D
    assert said([ChangedFile("x", status, "money/a")]).startswith("rule money: `money/a` is")


@pytest.mark.parametrize(
    "status", [each for each in FileStatus if each.value not in {"removed", "changed"}]
)
def test_no_other_status_says_anything_by_itself(status: FileStatus) -> None:
    assert judge([ChangedFile("a.py", status)]).quadrant is A


@pytest.mark.parametrize(
    ("file", "source"),
    [
        (ChangedFile(".gitmodules", FileStatus.ADDED), "submodules"),
        (ChangedFile("vendor/x/.gitmodules", FileStatus.MODIFIED), "submodules"),
        (ChangedFile("lib/x", FileStatus.MODIFIED, is_submodule=True), "submodules"),
        (ChangedFile("lib/x", FileStatus.REMOVED, is_submodule=True), "submodules"),
        (ChangedFile(".gitattributes", FileStatus.MODIFIED), "git-attributes"),
        (ChangedFile("docs/.gitattributes", FileStatus.ADDED), "git-attributes"),
        (ChangedFile("old", FileStatus.RENAMED, ".gitattributes"), "git-attributes"),
        (ChangedFile("a.py", FileStatus.CHANGED), "type-changes"),
    ],
)
def test_what_a_diff_does_not_show_is_d_without_any_rule(file: ChangedFile, source: str) -> None:
    found = classify([*modified("a"), file], complete=True, rules=())
    assert found.quadrant is D
    assert found.reasoning.source == source
    assert sentence(found.reasoning.words).startswith(f"rule {source}: `")


def test_an_empty_pull_request_is_d() -> None:
    assert judge([]).quadrant is D
    assert said([]).startswith("rule empty-pull-request: it changes no file")


@pytest.mark.parametrize("files", [[], modified("a.py"), modified("money/a")], ids=len)
def test_a_list_that_was_cut_off_is_d(files: list[ChangedFile]) -> None:
    assert judge(files, complete=False).quadrant is D
    assert said(files, complete=False).startswith("rule incomplete-file-list: GitHub does not list")


_SEGMENT = st.sampled_from(["core", "mail", "money", ".gitattributes", "x", "a.py"])
_PATHS = st.lists(_SEGMENT, min_size=1, max_size=3).map("/".join)
_FILES = st.builds(
    ChangedFile, _PATHS, st.sampled_from(FileStatus), st.none() | _PATHS, st.booleans()
)


@given(st.lists(_FILES, min_size=1, max_size=6), _FILES)
def test_another_file_never_makes_it_less_bad(files: list[ChangedFile], one: ChangedFile) -> None:
    before, after = judge(files).quadrant, judge([*files, one]).quadrant
    assert after.severity >= before.severity


@given(st.lists(_FILES, min_size=1, max_size=6).flatmap(lambda f: st.permutations([f, f[::-1]])))
def test_the_order_of_the_files_never_matters(orders: list[list[ChangedFile]]) -> None:
    assert judge(orders[0]) == judge(orders[1])
    assert judge(sorted(orders[0], key=repr)) == judge(orders[0])


@given(_FILES)
def test_a_file_is_the_same_under_either_of_its_names(file: ChangedFile) -> None:
    old = file.previous_path or file.path
    turned = ChangedFile(old, file.status, file.path, file.is_submodule)
    assert judge([file]).quadrant is judge([turned]).quadrant


@given(
    st.text(min_size=1).filter(lambda t: t.strip("/")),
    st.sampled_from(FileStatus),
    st.text(min_size=1, max_size=300),
)
def test_no_path_and_no_reason_escapes_the_sentence_p3(
    path: str, status: FileStatus, reason: str
) -> None:
    rule = Rule("any", ("*",), critical=True, irreversible=True, reason=reason)
    found = classify([ChangedFile(path, status)], complete=True, rules=(rule,))
    text = sentence(found.reasoning.words)
    assert text.startswith("rule ")
    assert "\n" not in text
    assert safe_sentence(text) == text


@pytest.mark.parametrize(
    "name", ["v1_b_c", "www.example.com", "deadbeef1", "GH-12", "x", "A b.c-d"]
)
def test_no_name_of_a_rule_becomes_markdown_p3(name: str) -> None:
    rule = Rule(name, ("*",), critical=True, irreversible=True)
    found = classify(modified("a"), complete=True, rules=(rule,))
    text = sentence(found.reasoning.words)
    assert safe_sentence(text) == text
    assert text.replace("`", "").startswith(f"rule {name}: ")


@pytest.mark.parametrize(
    "path",
    ["line\nbreak/money/a", "x" * 5000 + "/migrations/1.sql", "\x1b[31m/.env", "\u202e/CODEOWNERS"],
    ids=["newline", "very long", "control", "bidi"],
)
def test_odd_names_are_matched_like_any_other(path: str) -> None:
    rules = (*built_in_rules(()), Rule("money", ("**/money/",), critical=True, irreversible=True))
    assert classify(modified(path), complete=True, rules=rules).quadrant is D


@pytest.mark.parametrize("shape", ["src/pkg{0}/module_{0}.py", "a/a/a/a/a/a/a/a/a/a/a/a/b{0}"])
def test_three_thousand_files_take_no_time(shape: str) -> None:
    files = modified(*(shape.format(number) for number in range(3000)))
    started = time.process_time()
    assert classify(files, complete=True, rules=built_in_rules(())).quadrant is A
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("patch", "blob_url", "is_pointer"),
    [
        (
            "@@ -1 +1 @@\n-Subproject commit " + "a" * 40 + "\n+Subproject commit " + "b" * 40,
            "u",
            1,
        ),
        ("@@ -0,0 +1 @@\n+Subproject commit " + "a" * 40, "u", 1),
        ("@@ -1 +0,0 @@\n-Subproject commit " + "a" * 40 + "\n", None, 1),
        (None, None, 1),
        (None, "https://github.com/o/r/blob/x/logo.png", 0),
        ("@@ -1 +1 @@\n-a\n+b", "u", 0),
        ("@@ -1 +1 @@\n Subproject commit " + "a" * 40, "u", 0),
        ("+// see Subproject commit " + "a" * 40, "u", 0),
        ("", "u", 0),
    ],
)
def test_a_submodule_is_known_by_its_missing_blob_or_its_patch(
    patch: str | None, blob_url: str | None, is_pointer: int
) -> None:
    assert is_submodule_pointer(patch=patch, blob_url=blob_url) is bool(is_pointer)
