"""The wrapper says of a body what `lint` says of it (decisions section 3, case L10)."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.gh import wrapper
from inbox.gh.program import Gh
from inbox.lint import Form, lint
from tests.decisions.drawn import odd_texts

ASKING = st.sampled_from(["## Open questions\n\n- ", "- [ ] Is it so?\n", "A, B or C?\n", ""])
TEXTS = st.tuples(ASKING, odd_texts()).map("".join) | st.text(max_size=40)


class Became(Exception):
    """The wrapper would now be `gh`."""


def of_the_wrapper(body: str) -> list[str]:
    err = io.StringIO()
    arguments = ["issue", "comment", "7", "-b", body]
    try:
        status = wrapper._wrap(arguments, {}, err)
    except Became:
        return []
    assert status == 1
    return [line for line in err.getvalue().split("\n") if line.startswith("DECISIONS_")]


def of_lint(body: str) -> list[str]:
    out, err = io.StringIO(), io.StringIO()
    lint(
        ["-"],
        form=Form.JSON,
        against=None,
        sections_only=False,
        stdin=io.BytesIO(body.encode()),
        out=out,
        err=err,
    )
    assert err.getvalue() == ""
    return [
        f"{one['code']}: --body, line {one['line']}: {one['message'].partition(chr(10))[0]}"
        for one in json.loads(out.getvalue())
    ]


@pytest.fixture(scope="module", autouse=True)
def no_gh() -> object:
    def become(*_: object) -> NoReturn:
        raise Became

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wrapper, "find", lambda env: Gh(Path("gh"), env))
        patch.setattr(Gh, "become", become)
        yield


@given(TEXTS)
def test_the_wrapper_and_lint_agree(body: str) -> None:
    assert of_the_wrapper(body) == of_lint(body)


def test_both_find_something() -> None:
    assert [line[:20] for line in of_lint("## Open questions\n\nA, B or C?\n")] == [
        "DECISIONS_NOT_ASKABL"
    ] * 2
