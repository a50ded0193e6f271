"""The text of a ballot: written, read back, and compared (protocol P1, P2, P8, P28)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType

from inbox.ballot.choice import Choice
from inbox.errors import Bug
from inbox.markdown import normalise, safe_sentence
from inbox.refs import HeadSha, PullRef, RefError

OPTIONS: Mapping[Choice, str] = MappingProxyType(
    {
        Choice.A: "Option A — proceed as recommended",
        Choice.B: "Option B — alternate (see PR description)",
        Choice.C: "Option C — defer / needs more info",
    }
)

_TEMPLATE = """\
**Owner approval required (Quadrant D)** — irreversible + critical.

Respond with 👍 (option A / approve), 👎 (reject), `/approve [A|B|C]` / `/reject`,
or tick a checkbox below.

## Options

{options}

- PR: `{pull}` — head `{short}`
- Classifier: Quadrant D
- Reasoning: {reasoning}
- Opened at: {opened_at}

<!-- decision-inbox-nonce: {nonce} -->
<!-- decision-inbox-head-sha: {head} -->
"""

_NONCE = re.compile(r"(?:(?!--)[A-Za-z0-9_.:=-]){1,64}")
_BOX = re.compile(rf"^- \[([ xX])\] ({'|'.join(map(re.escape, OPTIONS.values()))})$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Field:
    """A line that a ballot has exactly once: how it is recognised, and how it must read."""

    name: str
    mentioned: re.Pattern[str]
    whole: re.Pattern[str]

    def read(self, text: str) -> re.Match[str] | Unparsed:
        mentions = len(self.mentioned.findall(text))
        if mentions != 1:
            return Unparsed(f"it has {'more than one' if mentions else 'no'} {self.name}")
        return self.whole.search(text) or Unparsed(f"its {self.name} does not read as it should")


def _listed(name: str, content: str) -> _Field:
    return _Field(
        f"{name} line",
        re.compile(rf"^[ \t]*[-*+][ \t]+{name}:", re.MULTILINE),
        re.compile(rf"^- {name}: {content}$", re.MULTILINE),
    )


def _hidden(name: str, content: str) -> _Field:
    return _Field(
        f"{name} marker",
        re.compile(rf"<!--\s*decision-inbox-{name}\s*:", re.IGNORECASE),
        re.compile(rf"^<!-- decision-inbox-{name}: ({content}) -->[ \t]*$", re.MULTILINE),
    )


_PULL = _listed("PR", r"`([^`\n]*)` — head `([0-9a-f]{7,40})`[ \t]*")
_REASONING = _listed("Reasoning", r"([^\n]*)")
_OPENED_AT = _listed("Opened at", r"(\S+)[ \t]*")
_NONCE_MARKER = _hidden("nonce", _NONCE.pattern)
_HEAD_MARKER = _hidden("head-sha", "[0-9a-f]{40}")


@dataclass(frozen=True, slots=True)
class BallotText:
    """What a ballot says: which pull request at which head it asks about, why, and since when."""

    pull: PullRef
    head: HeadSha
    nonce: str
    reasoning: str
    opened_at: datetime


@dataclass(frozen=True, slots=True)
class Unparsed:
    """The text is no ballot; `why` completes "it is no ballot: …" and holds no foreign words."""

    why: str


def render_body(text: BallotText) -> str:
    """The ballot's body to the byte of the protocol's schema, ending in one newline (P2).

    Whatever the reasoning holds, it stays one line that nothing is read from: where it is more than
    harmless words and code spans, it is neutralised. The time is written in UTC to the second.
    Raises Bug for a nonce that no marker can hold and for a time without a zone.
    """
    if not _NONCE.fullmatch(text.nonce):
        raise Bug("The nonce of a ballot does not fit into its marker.")
    if text.opened_at.tzinfo is None:
        raise Bug("The opening time of a ballot has no time zone.")
    return _TEMPLATE.format(
        options="\n".join(f"- [ ] {label}" for label in OPTIONS.values()),
        pull=text.pull,
        short=text.head.short,
        reasoning=safe_sentence(text.reasoning),
        opened_at=_written(text.opened_at),
        nonce=text.nonce,
        head=text.head,
    )


def parse_body(body: str) -> BallotText | Unparsed:
    """What the body of a ballot says, or why it is none (P1).

    Each line that is read must be there once, alone on its line; of two it is refused.
    """
    text = normalise(body)
    found: list[re.Match[str]] = []
    for field in (_PULL, _NONCE_MARKER, _HEAD_MARKER, _REASONING, _OPENED_AT):
        match = field.read(text)
        if isinstance(match, Unparsed):
            return match
        found.append(match)
    pull, nonce, head, reasoning, opened_at = found
    if not head[1].startswith(pull[2]):
        return Unparsed("its PR line and its marker name different heads")
    try:
        return BallotText(
            PullRef.parse(pull[1]),
            HeadSha.parse(head[1]),
            nonce[1],
            reasoning[1].strip(),
            _read_instant(opened_at[1]),
        )
    except RefError:
        return Unparsed("its PR line names no pull request")
    except (ValueError, OverflowError):
        return Unparsed("its opening time cannot be read")


def is_as_rendered(body: str, text: BallotText) -> bool:
    """True when `body` is, boxes and line ends aside, what the bot writes for `text` (P1, P28)."""
    return untick(body) == untick(render_body(text))


def render_title(pull: PullRef) -> str:
    """The title of the ballot about `pull` (P8)."""
    return f"Decision pending — PR {pull}"


def ticked(body: str) -> frozenset[Choice]:
    """The options whose box is ticked; an option line that reads otherwise has none."""
    by_label = {label: choice for choice, label in OPTIONS.items()}
    boxes = _BOX.finditer(normalise(body))
    return frozenset(by_label[box[2]] for box in boxes if box[1] != " ")


def untick(body: str) -> str:
    """`body` with its three boxes cleared, LF and one final newline.

    Two bodies that are equal after this differ only by ticks and line endings (P28).
    """
    return _BOX.sub(r"- [ ] \2", normalise(body)).rstrip("\n") + "\n"


def _written(instant: datetime) -> str:
    return instant.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def _read_instant(text: str) -> datetime:
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError("a time without a zone is no instant")
    return instant.astimezone(UTC)
