"""Answers as JSON: `{"id": {"choices": [label], "text": …, "note": …}}` (D14, D20)."""

from __future__ import annotations

import json
from collections.abc import Mapping

from inbox.decisions.applying import Answer
from inbox.errors import InboxError
from inbox.markdown import Foreign, Piece, Plain, sentence

_LONGEST = 1_000_000
_FIELDS = ("choices", "text", "note")
_EXAMPLE = '`{"some-id": {"choices": ["label"], "text": "words", "note": "words"}}`'


class NotJson(InboxError):
    """The text is no JSON at all (exit 2)."""

    exit_status = 2


class NotAnswers(InboxError):
    """The JSON does not say which answers are meant (exit 1)."""

    exit_status = 1

    def __init__(self, *pieces: Piece) -> None:
        super().__init__(sentence(pieces), f"Answers look like {_EXAMPLE}, fields may be left out.")


def read_answers(text: str) -> dict[str, Answer]:
    """The answers that `text` gives, by the ids that stand there; raises NotJson and NotAnswers."""
    if len(text) > _LONGEST:
        raise NotJson("The answers are too long.", f"At most {_LONGEST:,} characters are read.")
    try:
        found = json.loads(text, object_pairs_hook=_once)
    except RecursionError:
        raise NotJson("The answers are nested too deeply.", "Give one object.") from None
    except ValueError as failure:
        where = f" (line {failure.lineno})" if isinstance(failure, json.JSONDecodeError) else ""
        raise NotJson(f"The answers are no JSON{where}.", f"They look like {_EXAMPLE}.") from None
    if not isinstance(found, dict):
        raise NotAnswers(Plain("The answers are no JSON object."))
    return {name: _answer(name, entry) for name, entry in found.items()}


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    entries: dict[str, object] = {}
    for name, entry in pairs:
        if name in entries:
            raise NotAnswers(Foreign(name), Plain(" is there twice in one object."))
        entries[name] = entry
    return entries


def _answer(name: str, entry: object) -> Answer:
    if not isinstance(entry, dict):
        raise NotAnswers(Plain("The answer to "), Foreign(name), Plain(" is no JSON object."))
    for key in entry:
        if key not in _FIELDS:
            of = (Plain(" of the answer to "), Foreign(name))
            raise NotAnswers(Foreign(key), *of, Plain(" is none of `choices`, `text`, `note`."))
    return Answer(_choices(name, entry), _words(name, entry, "text"), _words(name, entry, "note"))


def _choices(name: str, entry: Mapping[str, object]) -> tuple[str, ...] | None:
    if "choices" not in entry:
        return None
    labels = entry["choices"]
    if isinstance(labels, list) and all(isinstance(label, str) for label in labels):
        return tuple(labels)
    raise NotAnswers(Plain("`choices` for "), Foreign(name), Plain(" is no list of labels."))


def _words(name: str, entry: Mapping[str, object], key: str) -> str | None:
    words = entry.get(key, "")
    if isinstance(words, str):
        return words if key in entry else None
    raise NotAnswers(Plain(f"`{key}` for "), Foreign(name), Plain(" is no text."))
