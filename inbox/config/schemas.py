"""The JSON Schemas of both configuration files, for editors and for `decision-inbox schema`."""

from __future__ import annotations

import json
from typing import Any, Literal

from inbox.config.owner_file import OwnerFile
from inbox.config.projects_file import ProjectsFile
from inbox.config.values import Strict

FileKind = Literal["owner", "projects"]
MODELS: dict[FileKind, type[Strict]] = {"owner": OwnerFile, "projects": ProjectsFile}


def json_schema(model: type[Strict]) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of one file."""
    schema: dict[str, Any] = _plain(model.model_json_schema())
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | schema


def schema_text(kind: FileKind) -> str:
    """The JSON Schema of that file as text with a final newline, the same at every call."""
    return json.dumps(json_schema(MODELS[kind]), indent=2, ensure_ascii=False) + "\n"


def _plain(schema: Any) -> Any:
    """`schema` without generated titles, and without null: a key without a value is a mistake."""
    match schema:
        case {"anyOf": [only, {"type": "null"}], **rest}:
            return _plain({**rest, **only})
        case dict():
            return {key: _plain(value) for key, value in schema.items() if not _idle(key, value)}
        case list():
            return [_plain(value) for value in schema]
        case _:
            return schema


def _idle(key: str, value: object) -> bool:
    return (key == "default" and value is None) or (key == "title" and isinstance(value, str))
