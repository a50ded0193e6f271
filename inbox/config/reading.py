"""One configuration file, read as far as it goes, with every mistake of form in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import ValidationError

from inbox.config.schemas import json_schema
from inbox.config.sentences import dotted, mistakes_in
from inbox.config.values import Strict
from inbox.errors import Mistake
from inbox.yamltext import Document, Path, read_yaml

Form = TypeVar("Form", bound=Strict)

_IGNORED: Path = ("decision_inbox", "thresholds")


@dataclass(frozen=True, slots=True)
class Source:
    """A configuration file: how the workflow names it, and its bytes; None where there is none."""

    name: str
    content: bytes | None

    @property
    def file(self) -> str:
        """The path in its repository, as annotations want it."""
        return self.name.removeprefix("./")


@dataclass(frozen=True, slots=True)
class Reading(Generic[Form]):
    """What a file says: in form, where it has no mistake, and as it stands there."""

    form: Form | None
    document: Document
    mistakes: tuple[Mistake, ...]


def read_form(source: Source, model: type[Form], *, when_empty: str) -> Reading[Form]:
    """The file in `source` as a `model`, or every mistake in it; `when_empty` is what to write."""
    if source.content is None:
        missing = Mistake(source.file, 1, "there is no such file", when_empty)
        return Reading(None, Document(source.file, {}, {}), (missing,))
    document, unreadable = read_yaml(source.content, source.file, when_empty=when_empty)
    if not document.lines:
        return Reading(None, document, unreadable or _no_keys(document, when_empty))
    silent = dict(_without_value(document, {mistake.line for mistake in unreadable}))
    form, invalid = _validated(document, model)
    lines = {mistake.line for mistake in unreadable}
    further = (m for path, m in invalid if path not in silent and m.line not in lines)
    return Reading(form, document, (*unreadable, *silent.values(), *further))


def _no_keys(document: Document, when_empty: str) -> tuple[Mistake, ...]:
    return (Mistake(document.file, 1, "the file is empty", when_empty),)


def _validated(
    document: Document, model: type[Form]
) -> tuple[Form | None, tuple[tuple[Path, Mistake], ...]]:
    try:
        return model.model_validate(document.top), ()
    except ValidationError as invalid:
        return None, tuple(mistakes_in(document, invalid, json_schema(model)))


def _without_value(document: Document, unreadable: set[int]) -> Iterator[tuple[Path, Mistake]]:
    for path, line in document.lines.items():
        if path[:2] != _IGNORED and line not in unreadable and document.at(*path) is None:
            what, advice = f"{dotted(path)} has no value", "write one, or remove the line"
            yield path, Mistake(document.file, line, what, advice)
