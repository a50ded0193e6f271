"""What the bot says once, each thing named by a hidden marker (protocol P14, P21).

One comment may hold several sayings. A saying was said when a comment of the bot that nobody else
touched carries its marker; editing that comment away only makes the bot say it again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inbox.authorship import is_only_by
from inbox.counted import Counted
from inbox.markdown import find_markers, render_marker
from inbox.refs import Account
from inbox.world import Comment

KIND = "said"


@dataclass(frozen=True, slots=True)
class Saying:
    """One thing to say once: `about` names it for ever, `text` is Markdown of ours."""

    about: str
    text: str
    counted: Counted | None = None


def unsaid(
    sayings: Iterable[Saying], comments: tuple[Comment, ...], bot: Account
) -> tuple[Saying, ...]:
    """Those that no comment of the bot has said yet, each once."""
    said = {
        marker.fields.get("about")
        for comment in comments
        if is_only_by(bot, comment)
        for marker in find_markers(comment.body, KIND)
    }
    fresh = {saying.about: saying for saying in sayings if saying.about not in said}
    return tuple(fresh.values())


def render_sayings(sayings: tuple[Saying, ...]) -> str:
    """One comment that says all of them."""
    texts = [saying.text for saying in sayings]
    markers = [render_marker(KIND, about=saying.about) for saying in sayings]
    return "\n\n".join([*texts, "\n".join(markers)])
