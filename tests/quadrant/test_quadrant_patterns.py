"""Gitignore patterns: what they select, what is refused, and that no name makes them slow."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from inbox.quadrant.patterns import PatternError, compile_pattern, path_set


@pytest.mark.parametrize(
    ("pattern", "selected", "left"),
    [
        ("a.sql", ["a.sql", "x/a.sql", "a.sql/below"], ["a.sq", "xa.sql", "A.sql"]),
        ("/a.sql", ["a.sql"], ["x/a.sql"]),
        ("db/a.sql", ["db/a.sql"], ["x/db/a.sql"]),
        ("db/", ["db/a", "x/db/a/b"], ["db", "x/db"]),
        ("/db/", ["db/a"], ["x/db/a", "db"]),
        ("db/**", ["db/a", "db/a/b"], ["db", "x/db/a"]),
        ("**/db", ["db", "x/y/db", "x/db/a"], ["xdb"]),
        ("a/**/b", ["a/b", "a/x/b", "a/x/y/b/z"], ["b", "x/a/b", "a/xb"]),
        ("*.key", ["x.key", ".key", "d/x.key"], ["x.keys", "key"]),
        ("*", ["a", "a/b"], []),
        ("**", ["a", "a/b"], []),
        ("a*b*c", ["abc", "aXbYc", "abbcc"], ["ab", "abcX"]),
        ("?.md", ["a.md"], ["ab.md", ".md"]),
        ("[a-c]x", ["ax", "cx"], ["dx", "-x"]),
        ("[!a-c]x", ["dx"], ["ax", "x"]),
        ("[^a]x", ["bx"], ["ax"]),
        ("[]]x", ["]x"], ["x"]),
        ("[a-]x", ["ax", "-x"], ["bx"]),
        (r"\#a", ["#a"], ["a"]),
        (r"\!a", ["!a"], ["a"]),
        (r"a\*", ["a*"], ["ab"]),
        ("a b ", ["a b"], ["a b "]),
        ("a.b", ["a.b"], ["aXb"]),
        ("*.md", ["line\nbreak.md", "x\n/y.md"], ["a.md\n"]),
    ],
)
def test_a_pattern_selects_what_git_would_ignore(
    pattern: str, selected: list[str], left: list[str]
) -> None:
    paths = path_set((pattern,))
    assert [path for path in selected if path not in paths] == []
    assert [path for path in left if path in paths] == []


def test_the_last_pattern_that_matches_a_path_decides() -> None:
    paths = path_set(("docs/", "!*.md", "docs/secret.md"))
    assert "docs/a.txt" in paths
    assert "docs/a.md" not in paths
    assert "docs/secret.md" in paths


def test_dropping_a_name_drops_nothing_below_a_folder_of_that_name() -> None:
    paths = path_set(("migrations/", "!*.md"))
    assert "migrations/readme.md" not in paths
    assert "migrations/readme.md/0001.sql" in paths
    assert "migrations/old/0001.sql" not in path_set(("migrations/", "!old/"))


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("", "names no path"),
        ("   ", "names no path"),
        ("/", "names no path"),
        ("!", "names no path"),
        ("//", "names no path"),
        ("a//b", "empty part"),
        ("./a", "empty part"),
        ("a/../b", "empty part"),
        ("# note", "is a comment"),
        ("a\n", "line break"),
        ("a\x00", "control character"),
        ("a\\", "ends with a backslash"),
        (r"src\main", "paths are written with /"),
        ("[abc", "never closed"),
        ("[]", "never closed"),
        ("[a/b]", "never closed"),
        ("[[:alpha:]]", "not supported"),
        (r"[\d]", "not supported"),
        ("[z-a]", "backwards"),
    ],
)
def test_a_pattern_that_could_never_match_is_refused_with_a_reason(
    pattern: str, problem: str
) -> None:
    with pytest.raises(PatternError, match=problem):
        compile_pattern(pattern)
    with pytest.raises(PatternError):
        path_set(("fine", pattern))


_SEGMENT = st.text("ab*?", min_size=1, max_size=4)
_PATTERN = st.builds(
    "{}{}{}".format,
    st.sampled_from(["", "/"]),
    st.lists(_SEGMENT | st.just("**"), min_size=1, max_size=4).map("/".join),
    st.sampled_from(["", "/"]),
).filter(lambda pattern: not pattern.endswith("**/"))  # where pathspec itself differs from git
_PATH = st.lists(st.text("ab", min_size=1, max_size=4), min_size=1, max_size=5).map("/".join)


@given(_PATTERN, _PATH)
def test_settled_stars_select_the_same_as_a_backtracking_translation(
    pattern: str, path: str
) -> None:
    expected = GitIgnoreSpec.from_lines([pattern], backend="simple").match_file(path)
    assert (path in path_set((pattern,))) == expected


def test_git_itself_agrees(tmp_path: Path) -> None:
    paths = ["a", "a/b", "a/b/c", "b/a", "b/a/c", "aa/ab/b", "x/a/y/b/z", "a/x/b", "b/c.md", "c.md"]
    patterns = ["a/**/", "**/", "/**", "a/**/**/b", "**/b/**", "*/", "*/*", "a**b", "**a/b", "b/*"]
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    for pattern in patterns:
        (tmp_path / ".gitignore").write_text(pattern + "\n")
        command = ["git", "-C", str(tmp_path), "check-ignore", "--no-index", "--stdin"]
        asked = subprocess.run(
            command, input="\n".join(paths), text=True, capture_output=True, check=False
        )
        selected = path_set((pattern,))
        assert asked.stdout.split() == [path for path in paths if path in selected], pattern


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 30 + "b", "a" * 20_000),
        ("**/a" * 12 + "/b", "a/" * 8_000 + "x"),
        ("**/*a*a*/" * 6 + "*b", "/".join(["a" * 250] * 60)),
        ("a*" * 20 + "[!a]", "a" * 20_000),
        ("?*" * 20 + "b", "a" * 5_000),
    ],
    ids=["stars", "double stars", "both", "class", "any"],
)
def test_no_path_makes_a_pattern_slow(pattern: str, path: str) -> None:
    started = time.process_time()
    assert path not in path_set((pattern,))
    assert time.process_time() - started < 2
