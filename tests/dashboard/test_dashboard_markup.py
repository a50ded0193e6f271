"""Foreign Markdown comes out as HTML that can do nothing but be read."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inbox.dashboard.markup import LONGEST, inline, markdown, seen
from tests.dashboard.visits import Elements

TAGS = {
    *("p", "em", "strong", "s", "a", "code", "pre", "ul", "ol", "li", "blockquote", "h5", "h6"),
    *("hr", "br", "table", "thead", "tbody", "tr", "th", "td", "div", "span"),
}
LINK = 'rel="noreferrer noopener nofollow" target="_blank"'


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("a <img src=x onerror=alert(1)> b", "a &lt;img src=x onerror=alert(1)&gt; b"),
        ("[x](javascript:alert)", "[x](javascript:alert)"),
        ("[x](JaVaScRiPt:alert)", "[x](JaVaScRiPt:alert)"),
        ("[x](&#106;avascript:alert)", "[x](javascript:alert)"),
        ("[x](data:text/html,x)", "[x](data:text/html,x)"),
        ("[x](//evil.example)", "[x](//evil.example)"),
        ("[x](../answer)", "[x](../answer)"),
        ("[x]()", "<span>x</span>"),
        ("<javascript:alert>", "&lt;javascript:alert&gt;"),
        ("www.evil.example", "www.evil.example"),
        ("a <!-- secret --> b", "a  b"),
        ("![a *cat*](https://x/y.png)", '<span class="image">[image: a cat]</span>'),
        ("![](https://x/y.png)", '<span class="image">[image: without a description]</span>'),
        ("a\u202eb\x07c", "a\ufffdb\ufffdc"),
        ("a&#x202e;b&#0;c", "a\ufffdb\ufffdc"),
        ("~~gone~~ **bold**", "<s>gone</s> <strong>bold</strong>"),
        ("[x](https://x/?a=1&b=2)", f'<a href="https://x/?a=1&amp;b=2" {LINK}>x</a>'),
        ("<https://x>", f'<a href="https://x" {LINK}>https://x</a>'),
        ("[m](mailto:a@b.c)", f'<a href="mailto:a@b.c" {LINK}>m</a>'),
        ('[t](https://x "a title")', f'<a href="https://x" {LINK}>t</a>'),
        ("[r]\n\n[r]: https://x", f'<a href="https://x" {LINK}>r</a>'),
    ],
)
def test_a_paragraph_says_what_it_says(text: str, html: str) -> None:
    shown = markdown(text).strip().removeprefix("<pre><code>").removesuffix("</code></pre>")
    assert shown.removeprefix("<p>").removesuffix("</p>") == html


def test_an_image_in_a_link_is_its_words() -> None:
    shown = markdown("[![badge](https://i)](https://l)")
    assert shown == (
        f'<p><a href="https://l" {LINK}><span class="image">[image: badge]</span></a></p>\n'
    )


def test_raw_html_is_its_text_and_a_comment_is_nothing() -> None:
    assert markdown("<!-- a\nb -->") == ""
    assert markdown("<div onclick=x>\n\n**b**\n\n</div>") == (
        "<pre><code>&lt;div onclick=x&gt;</code></pre>\n<p><strong>b</strong></p>\n"
        "<pre><code>&lt;/div&gt;</code></pre>\n"
    )
    assert "&lt;!-- open" in markdown("<!-- open <script>")


def test_comments_that_never_end_are_text() -> None:
    assert markdown("<!-- a -->b<!--" * 2 + "<!--" * 3_000).count("&lt;!--") == 3_001


def test_a_task_is_text() -> None:
    shown = markdown("- [ ] one `c`\n- [x] two\n- [X] *three*\n- `[ ]` four\n- [y] five\n\n[ ] six")
    assert [line[4:8] for line in shown.splitlines() if line.startswith("<li>")] == [
        *("☐ on", "☑ tw", "☑ <e", "<cod", "[y] "),
    ]
    assert "<p>[ ] six</p>" in shown
    assert "input" not in shown


def test_headings_stand_below_those_of_the_card() -> None:
    assert markdown("# a\n\n## b\n\n###### c\n\nd\n===") == (
        "<h5>a</h5>\n<h6>b</h6>\n<h6>c</h6>\n<h5>d</h5>\n"
    )


def test_no_level_of_headings_is_left_out() -> None:
    assert markdown("### a\n#### b\n### c\n## d\n#### e") == (
        "<h5>a</h5>\n<h6>b</h6>\n<h5>c</h5>\n<h5>d</h5>\n<h6>e</h6>\n"
    )


def test_a_table_scrolls_by_itself_and_a_fence_has_no_class() -> None:
    assert markdown("|a|\n|:-|\n|<b>|").startswith('<div class="scroll" role="group"')
    assert "<td>&lt;b&gt;</td>" in markdown("|a|\n|:-|\n|<b>|")
    assert markdown('```js" onclick="x\n<b>\n```') == "<pre><code>&lt;b&gt;\n</code></pre>\n"


def test_a_text_that_is_too_long_is_cut_and_says_so() -> None:
    assert "cut here" in markdown("word " * LONGEST)
    assert len(markdown("word " * LONGEST)) < LONGEST + 100


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Merges `abc` **now** & <b>", "Merges <code>abc</code> **now** &amp; &lt;b&gt;"),
        ("`` a`b ``", "<code>a`b</code>"),
        ("`<script>`", "<code>&lt;script&gt;</code>"),
        ("[x](https://x) &lt; #1 @mona", "[x](https://x) &amp;lt; #1 @mona"),
        ("a\u2066b", "a\ufffdb"),
        ("", ""),
    ],
)
def test_a_sentence_has_code_spans_and_nothing_else(text: str, html: str) -> None:
    assert inline(text) == html


def test_what_nobody_sees_has_a_stand_in() -> None:
    assert seen("a\r\nb\tc\u200bd\u2028e✔\ufe0f\0") == "a\nb\tc\ufffdd\ufffde✔\ufffd"


PIECES = st.lists(
    st.sampled_from(
        [
            *("<", ">", "</", "<!--", "-->", "<![CDATA[", "]]>", "<?", "script", "img src=x", "="),
            *("[a](", "![", "](", ")", "[", "]", "`", "```", "\n", "\n\n", "    ", "- ", "> ", "#"),
            *("javascript:", "https://x", "mailto:", "&lt;", "&#60;", "&#x202e;", '"', "'", "\\"),
            *("|", "|-|", "*", "~~", "[ ] ", "\u202e", "\0", "on=", "style", "a", " "),
        ]
    ),
    max_size=40,
).map("".join)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(st.text(), PIECES))
def test_no_text_opens_another_tag(text: str) -> None:
    whole = Elements(markdown(text))
    assert {tag for tag, _ in whole.found} <= TAGS
    for tag, attrs in whole.found:
        allowed = {"a": {"href", "rel", "target"}, "ol": {"start"}, "span": {"class"}}
        assert set(attrs) <= allowed.get(tag, {"class", "role", "aria-label", "tabindex"})
        if tag == "a":
            assert attrs["href"].lower().startswith(("http:", "https:", "mailto:"))
    assert {tag for tag, _ in Elements(inline(text)).found} <= {"code"}
