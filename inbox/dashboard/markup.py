"""Foreign Markdown and our own sentences as HTML that holds nothing but harmless tags.

A comment of HTML is dropped, as on GitHub's page; any other HTML is shown as its text. There are no
images, and a link leads only to http, https or mailto.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markupsafe import Markup

from inbox.markdown import is_invisible, normalise
from inbox.markdown.characters import STAND_IN

LONGEST = 20_000
"""In characters: a longer text would hold every page up, so it is cut, and says so."""

_CUT = "\n\n*(cut here; all of it is on GitHub)*"
_EMOJI_STYLE = str.maketrans("", "", "\ufe0e\ufe0f")
_TASK = re.compile(r"\[([ xX])\](?=\s)")
_LEAVES_NO_TRACE = {"rel": "noreferrer noopener nofollow", "target": "_blank"}
_HARMLESS = re.compile(r"(?:https?|mailto):", re.IGNORECASE)


def seen(text: str) -> str:
    """`text` with its line breaks and tabs, where everything that nobody could see has a stand-in.

    That takes control characters and those which turn the direction of a line, too.
    """
    plain = normalise(text).translate(_EMOJI_STYLE)
    return "".join(STAND_IN if is_invisible(c) and c not in "\n\t" else c for c in plain)


@lru_cache(maxsize=256)
def markdown(text: str) -> Markup:
    """A whole text of somebody else as HTML."""
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}{_CUT}"
    return Markup(_PAGE.render(seen(text)))


@lru_cache(maxsize=2048)
def inline(text: str) -> Markup:
    """One sentence or label as HTML: code spans are shown as such, and nothing else is Markdown."""
    return Markup(_SENTENCE.renderInline(seen(text)))


def _without_comments(html: str) -> str:
    """`html` without its comments, in one pass; one that never ends is text."""
    kept, at = [], 0
    while (start := html.find("<!--", at)) >= 0 and (end := html.find("-->", start + 4)) >= 0:
        kept.append(html[at:start])
        at = end + 3
    return "".join((*kept, html[at:]))


def _is_harmless(url: str) -> bool:
    return bool(_HARMLESS.match(url))


Tokens = Sequence[Token]


class _Renderer(RendererHTML):
    """Writes what the tokens say, with the few exceptions that make it safe."""

    def html_block(self, tokens: Tokens, idx: int, *_: Any) -> str:
        """Raw HTML: its text in a block of code, without comments."""
        shown = _without_comments(tokens[idx].content).strip()
        return f"<pre><code>{escapeHtml(shown)}</code></pre>\n" if shown else ""

    def html_inline(self, tokens: Tokens, idx: int, *_: Any) -> str:
        """Raw HTML within a line: its text, without comments."""
        return escapeHtml(_without_comments(tokens[idx].content))

    def image(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:
        """The words that stand for an image."""
        alt = self.renderInlineAsText(tokens[idx].children, options, env)
        return f'<span class="image">[image: {escapeHtml(alt or "without a description")}]</span>'

    def table_open(self, *_: Any) -> str:
        """A table that scrolls by itself, so that the page does not."""
        return '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>\n'

    def table_close(self, *_: Any) -> str:
        """The end of a table and of what scrolls it."""
        return "</table></div>\n"


def _finish(state: StateCore) -> None:
    """Every link leaves the page without a trace, headings are below the card's, tasks are text."""
    _lower_headings(state.tokens)
    for index, token in enumerate(state.tokens):
        token.attrs = {} if token.type in {"th_open", "td_open", "fence"} else token.attrs
        token.info = ""
        _tell_links(token)
        if _is_first_in_item(state.tokens, index) and token.children:
            first = token.children[0]
            first.content = _TASK.sub(_box, first.content, count=1)


def _lower_headings(tokens: Tokens) -> None:
    """Whatever a text begins with comes right below our own heading, and no level is left out."""
    headings = [one for one in tokens if one.type in {"heading_open", "heading_close"}]
    top = headings[0].tag if headings else ""
    for one in headings:
        one.tag = "h5" if one.tag <= top else "h6"


def _tell_links(token: Token) -> None:
    tag = "a"
    for child in _within(token):
        # What was written as an entity is a character only now.
        child.content = seen(child.content)
        if child.type == "link_open":
            to = str(child.attrs["href"])
            tag = "a" if _is_harmless(to) else "span"
            child.attrs = {"href": to, **_LEAVES_NO_TRACE} if tag == "a" else {}
        if child.type in {"link_open", "link_close"}:
            child.tag = tag


def _within(token: Token) -> Iterator[Token]:
    for child in token.children or ():
        yield child
        yield from _within(child)


def _is_first_in_item(tokens: Tokens, index: int) -> bool:
    token = tokens[index]
    if token.type != "inline" or not _TASK.match(token.content) or index < 2:
        return False
    return tokens[index - 2].type == "list_item_open"


def _box(mark: re.Match[str]) -> str:
    return "☐" if mark[1] == " " else "☑"


def _page() -> MarkdownIt:
    built = MarkdownIt("commonmark", {"html": True}, renderer_cls=_Renderer)
    built.enable(["table", "strikethrough"])
    # The library's own way to say which links are links: its documents replace this method.
    built.validateLink = _is_harmless  # type: ignore[method-assign]
    built.core.ruler.push("finish", _finish)
    return built


_PAGE = _page()
_SENTENCE = MarkdownIt("zero").enable("backticks")
