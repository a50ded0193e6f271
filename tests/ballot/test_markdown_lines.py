"""Which lines are the writer's own words, held against a CommonMark parser (protocol P12)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from inbox.markdown import Standing, first_paragraph, live_lines, read_lines

LIVE, DOUBTFUL, DEAD = Standing


def standings(text: str) -> dict[str, Standing]:
    return {line.text.strip(): line.standing for line in read_lines(text)}


def live(text: str) -> list[str]:
    return [line.text for line in live_lines(text) if line.text]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("> a\nb", ["b"]),
        ("   > a\nb", ["b"]),
        ("```\na\n```\nb", ["b"]),
        ("```py\na\n~~~\n```\nb", ["b"]),
        ("````\na\n```\nb", []),
        ("~~~\na\n~~~~\nb", ["b"]),
        ("~~~ ` ~\na\n~~~\nb", ["b"]),
        ("```\na\n    ```\nb", []),
        ("```\na\n```x\nb", []),
        ("```\n> ```\nb", []),
        ("> ```\nb", ["b"]),
        ("``` a `` b\nc", ["``` a `` b", "c"]),
        ("```\na", []),
        ("- ```\n  a\n  ```\nb", ["b"]),
        ("1. ```\n   a\n   ```\nb", ["b"]),
        ("- - ```\n    a\n    ```\nb", ["b"]),
        ("- x\n  ```\n  a\n  ```\nb", ["- x", "b"]),
        ("- ```\n  a\n```\nb", []),
        ("1. ```\na\n```\nb", []),
        ("- x\n  ```\n  a\n```\nb", ["- x"]),
        ("x\n\n    a\n\nb", ["x", "b"]),
        ("\ta\nb", ["b"]),
        ("  \ta\nb", ["b"]),
        ("<pre>\na\n\n</pre>\nb", ["b"]),
        ("<PRE class='x'>\na\n</pre >\nb", ["b"]),
        ("<pre>\na\n\nb", []),
        ("<script>\na\n</script>\nb", ["b"]),
        ("<blockquote>\n\na\n\n</blockquote>\n\nb", ["b"]),
        ("<code>\na\n</code>\nb", ["b"]),
        ("<pre>a</pre>\nb", ["<pre>a</pre>", "b"]),
        ("use `<pre>` here\nb", ["use `<pre>` here", "b"]),
        ("<preface>\nb", ["<preface>", "b"]),
        ("<!--\na\n-->\nb", ["b"]),
        ("<!-- a -->\nb", ["b"]),
        ("<!-->\nb", ["b"]),
        ("a <!-- x --> a\nb", ["b"]),
        ("a --> a\nb", ["b"]),
        ("<!--\na\nb", []),
        ("a <!-- x\nb", []),
        ("> <pre>\n> a\nb", []),
        ("x\n2. ```\n   a\n   ```\nb", ["x"]),
        ("<pre><code>\na\n</pre>\nb", []),
        ("x `y\nx` <pre> `y\nb", ["x `y"]),
        ("> `<pre>`\nb", ["b"]),
        ("<details>\n```\na\n```\n</details>\n\nb", ["<details>", "b"]),
        ("<details>\n```\na\n\nx\n```\nb", ["<details>", "x"]),
        ("```\n<!--\n```\nb", ["b"]),
        ("`<!--` a\nb", ["b"]),
        ("<details>\n<summary>a</summary>\n\n```\nx\n```\n\n</details>\n\nb", None),
    ],
)
def test_p12_what_is_left_of_a_comment(text: str, kept: list[str] | None) -> None:
    if kept is None:
        kept = ["<details>", "<summary>a</summary>", "</details>", "b"]

    assert live(text) == kept
    assert live(text.replace("\n", "\r\n")) == kept
    assert live(text.replace("\n", "\r")) == kept


@pytest.mark.parametrize(
    ("text", "standing"),
    [
        ("x\n    no", DOUBTFUL),  # a paragraph may go on with any indent
        ("- x\n\n    no", DOUBTFUL),  # so may a list item
        ("x\n\n    no", DEAD),
        ("x\n\n    y\n    no", DEAD),
        ("    no", DEAD),
        ("x <!-- y\nno", DOUBTFUL),  # the page shows what no comment hides
        ("<!--\nno", DEAD),
        ("no --> y", DOUBTFUL),
        ("> no", DEAD),
        ("```\nno", DEAD),
        ("- ```\nx\nno", DOUBTFUL),  # the item and its fence ended with x
        ("no", LIVE),
    ],
)
def test_p12_what_the_page_may_show_is_doubtful(text: str, standing: Standing) -> None:
    found = [line.standing for line in read_lines(text) if "no" in line.text]
    assert found == [standing]


def test_lines_are_counted_from_one_and_none_is_left_out() -> None:
    text = "a\n\n> b\r\nc\rd"

    assert [(line.number, line.text) for line in read_lines(text)] == [
        (1, "a"),
        (2, ""),
        (3, "> b"),
        (4, "c"),
        (5, "d"),
    ]


FRAGMENTS = st.sampled_from(
    [
        *("`", "``", "```", "~~~", "````", "- ", "* ", "1. ", "2. ", "10) ", "> ", " ", "  "),
        *("    ", "\t", "\n", "\n", "\n\n", "x", "/approve A", "\n/approve A\n", "- ```", "  ```"),
        *("\n```\n", "   ```", "    ```", "1. ```", "\n~~~\n", "---", "# ", "\\", "\n   x\n"),
    ]
)
COMMONMARK = MarkdownIt("commonmark")


@settings(max_examples=1500, derandomize=True)
@given(st.lists(FRAGMENTS, max_size=30).map("".join))
def test_p12_no_live_line_is_code_in_commonmark(text: str) -> None:
    code: set[int] = set()
    for token in COMMONMARK.parse(text):
        if token.type in {"fence", "code_block"} and token.map:
            code.update(range(token.map[0] + 1, token.map[1] + 1))

    own = {line.number for line in live_lines(text) if line.text.strip()}
    assert not own & code


BLOCKS = st.sampled_from(
    [
        *("<!--", "-->", "<!-- x -->", "x <!--", "<pre>", "</pre>", "x <pre>", "<div>", "</div>"),
        *("```", "~~~", "  ```", "- <!--", "- <pre>", "x", "", "`<pre>`", "<script>", "</script>"),
    ]
)


@settings(max_examples=1500, derandomize=True)
@given(st.lists(BLOCKS, max_size=12).map("\n".join))
def test_p12_no_live_line_is_inside_a_comment_or_pre_block_of_commonmark(text: str) -> None:
    hidden: set[int] = set()
    for token in COMMONMARK.parse(text):
        verbatim = token.content.lstrip().startswith(("<!--", "<pre", "<script"))
        if token.type == "html_block" and verbatim and token.map and "\n" in token.content.strip():
            hidden.update(range(token.map[0] + 1, token.map[1] + 1))

    own = {line.number for line in live_lines(text) if line.text.strip()}
    assert not own & hidden


@given(st.text(max_size=500))
def test_reading_lines_is_total_and_loses_none(text: str) -> None:
    lines = read_lines(text)

    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert [line for line in lines if line.standing is LIVE] == list(live_lines(text))


HEADERS = [
    "On Mon, 30 Nov 2026 at 10:00, bot <reply@reply.github.com> wrote:",
    "On Mon, Nov 30, 2026, bot wrote:",
    "Am Mo., 30. Nov. 2026 um 10:00 Uhr schrieb bot <reply@reply.github.com>:",
    "Am 30.11.2026 um 10:00 schrieb Bot:",
    "Le lun. 30 nov. 2026 à 10:00, bot a écrit :",
    "El lun, 30 nov 2026 a las 10:00, bot escribió:",
    "Il giorno lun 30 nov 2026 alle ore 10:00 bot ha scritto:",
    "Em seg., 30 de nov. de 2026 às 10:00, bot escreveu:",
    "Op ma 30 nov 2026 om 10:00 schreef bot:",
    "Den mån 30 nov. 2026 kl 10:00 skrev bot:",
    "W dniu pon., 30 lis 2026 o 10:00 bot napisał(a):",
    "Dne po 30. 11. 2026 10:00 uživatel bot napsal:",
    "пн, 30 нояб. 2026 г. в 10:00, bot написал(а):",
    "пн, 30 лист. 2026 р. о 10:00 bot пише:",
    "bot kirjoitti ma 30.11.2026 klo 10:00 (bot@example.org):",
    "30 Kas 2026 Pzt 10:00 tarihinde bot şunu yazdı:",
    "bot ezt írta (2026. nov. 30., H, 10:00):",
    "2026년 11월 30일 (월) 오전 10:00, bot님이 작성:",
    "2026年11月30日(月) 10:00 bot <reply@reply.github.com>:",
    "bot 于2026年11月30日周一 10:00写道：",
    "Vào 10:00, T2, 30 thg 11, 2026 bot đã viết:",
    "-----Original Message-----",
    "---- Ursprüngliche Nachricht ----",
    "-------- Message d'origine --------",
    "________________________________",
    "---------- Forwarded message ---------",
    "Begin forwarded message:",
    "From: bot\nSent: Monday",
    "*Von:* Bot\n*Gesendet:* Montag",
    "De : Bot\nEnvoyé : lundi",
    "보낸 사람: bot\n받는 사람: owner",
    "On Mon, 30 Nov 2026 at 10:00, a bot with a long name <reply@reply.github.com>\nwrote:",
    "Am Mo., 30. Nov. 2026 um 10:00 Uhr schrieb ein Bot <\nreply@reply.github.com>:",
]


@pytest.mark.parametrize("header", HEADERS)
def test_p12_everything_from_a_reply_header_on_is_marked(header: str) -> None:
    lines = read_lines(f"mine\n\n{header}\nbelow\n\nfar below")

    marked = [line.text for line in lines if line.after_reply_header]
    assert marked == [*header.split("\n"), "below", "", "far below"]


@pytest.mark.parametrize(
    "text",
    [
        "On the whole I like it:\nbelow",
        "> On Mon, bot wrote:\n> x\n\nbelow",
        "```\nOn Mon, bot wrote:\n```\nbelow",
        "From: my point of view\nbelow",
        "---\nbelow",
        "| a | b |\n|---|---|\nbelow",
        "- [ ] a\n\nOptions:\nbelow",
        "___\nbelow",
    ],
)
def test_p12_what_only_resembles_a_reply_header_marks_nothing(text: str) -> None:
    assert not any(line.after_reply_header for line in read_lines(text))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a\nb\n\nc", ["a", "b"]),
        ("\n \u00a0\n\u200b\na\n\u00a0\nb", ["a"]),
        ("a", ["a"]),
        ("\n\n", []),
    ],
)
def test_p12_of_an_email_the_first_paragraph_is_kept(text: str, kept: list[str]) -> None:
    assert [line.text for line in first_paragraph(read_lines(text))] == kept
