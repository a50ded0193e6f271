"""Hidden markers read back as they were written, and nothing else reads as one (protocol P24)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.errors import Bug
from inbox.markdown import Marker, find_markers, render_marker

FIELDS = st.dictionaries(
    st.from_regex(r"[a-z][a-z0-9]{0,8}", fullmatch=True).filter(lambda key: key != "kind"),
    st.text(max_size=60),
    max_size=5,
)


@given(FIELDS)
def test_a_marker_reads_back_as_it_was_written(fields: dict[str, str]) -> None:
    line = render_marker("receipt", **fields)

    assert find_markers(f"words\r\n{line}\r\nmore", "receipt") == (Marker("receipt", fields),)


@given(FIELDS)
def test_a_marker_holds_only_harmless_characters(fields: dict[str, str]) -> None:
    inside = render_marker("receipt", **fields).removeprefix("<!-- ").removesuffix(" -->")

    assert re.fullmatch(r"[A-Za-z0-9_.:=%+ -]*", inside)
    assert "--" not in inside


def test_a_marker_is_a_comment_of_one_line() -> None:
    assert (
        render_marker("notice", to="a b", at="2026-11-30T12:00:00+00:00", base="main--x")
        == "<!-- decision-inbox-notice: to=a%20b at=2026-11-30T12:00:00+00:00 base=main-%2Dx -->"
    )
    assert render_marker("seen") == "<!-- decision-inbox-seen: -->"


@given(st.text(max_size=300))
def test_reading_markers_is_total(text: str) -> None:
    assert isinstance(find_markers(text, "receipt"), tuple)


GENUINE = "<!-- decision-inbox-notice: to=abc -->"


@pytest.mark.parametrize(
    "text",
    [
        f"words {GENUINE}",
        f"{GENUINE} words",
        f"> {GENUINE}",
        f" {GENUINE}",
        f"`{GENUINE}`",
        f"<!-- {GENUINE}",
        "<!-- decision-inbox-notice: to=abc  -->",
        "<!-- decision-inbox-notice:  to=abc -->",
        "<!-- decision-inbox-notice: to=abc to=abd -->",
        "<!-- decision-inbox-notice: to=a%zz -->",
        "<!-- decision-inbox-notice: to=a%2d -->",
        "<!-- decision-inbox-notice: to=%ff -->",
        "<!-- decision-inbox-notice: to=a--b -->",
        "<!-- decision-inbox-notice: to -->",
        "<!-- decision-inbox-notice: TO=a -->",
        "<!-- decision-inbox-notice: to=é -->",
        "<!-- decision-inbox-notice -->",
        "<!-- decision-inbox-notice: to=abc --",
        "<!-- Decision-inbox-notice: to=abc -->",
        "<!-- decision-inbox-receipt: to=abc -->",
    ],
)
def test_p24_what_the_bot_would_not_write_is_no_marker(text: str) -> None:
    assert find_markers(text, "notice") == ()


def test_p24_markers_are_found_in_their_order_and_by_kind() -> None:
    text = "\n".join((GENUINE, render_marker("receipt", to="x"), GENUINE.replace("abc", "def")))

    assert [marker.fields["to"] for marker in find_markers(text, "notice")] == ["abc", "def"]


@pytest.mark.parametrize("name", ["a b", "", "A", "a--b", "a-", "-->"])
def test_a_name_that_cannot_stand_in_a_marker_is_a_bug(name: str) -> None:
    with pytest.raises(Bug):
        render_marker(name)
    with pytest.raises(Bug):
        render_marker("notice", **{name: "x"})
