"""The single values of the configuration files: what each must look like, and what to say if not.

Every check is a function from text to value whose ValueError reads `what is wrong; what to write`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema

from inbox.paths import inner_path
from inbox.quadrant.patterns import PatternError, compile_pattern
from inbox.refs import Account, Kind, RepoRef, is_login

_SHOWN = 60
_LONGEST_TEXT = 500
_RULE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,59}", re.ASCII)


def shown(value: object) -> str:
    """`value` as it stands in the file, shortened and on one line."""
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "a group of keys"
        case list():
            return "a list"
        case _:
            text = repr(value)
            return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _text(check: Callable[[str], Any]) -> PlainValidator:
    """Text that `check` accepts, as the value that `check` makes of it."""

    def read(value: object) -> Any:
        if not isinstance(value, str):
            raise ValueError(f"{shown(value)} is no text; put it in quotes")
        if len(value) > _LONGEST_TEXT:
            raise ValueError(
                f"{shown(value)} is too long; write at most {_LONGEST_TEXT} characters"
            )
        return check(value)

    return PlainValidator(read)


def _login(text: str) -> str:
    if not is_login(text):
        raise ValueError(f"{text!r} is no login; write it as in github.com/<login>")
    account = Account.named(text)
    if account.kind is Kind.BOT:
        raise ValueError(f"{text!r} is a bot, and bots never count; name a person")
    if account.is_ghost:
        raise ValueError(f"{text!r} stands for deleted accounts; name a person")
    return text


def _one_line(longest: int) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not text.strip() or not text.isprintable():
            raise ValueError(f"{shown(text)} is blank, or not one line; write one line of text")
        if len(text) > longest:
            raise ValueError(f"this has {len(text)} characters; write at most {longest}")
        return text

    return read


def _rule_name(text: str) -> str:
    if not _RULE_NAME.fullmatch(text):
        raise ValueError(
            f"{text!r} is no name for a rule; write up to 60 letters, digits, blanks, _ . or -,"
            " beginning with a letter or digit"
        )
    return text


def _pattern(text: str) -> str:
    try:
        compile_pattern(text)
    except PatternError as error:
        raise ValueError(f"the pattern {text!r} {error}") from None
    return text


def _string(pattern: str, *examples: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "pattern": pattern, "examples": list(examples)})


_REPO_FORM = _string(r"^[A-Za-z0-9][A-Za-z0-9_-]*/[A-Za-z0-9._-]+$", "my-org/my-app")
LOGIN_SCHEMA = {"type": "string", "pattern": r"^[A-Za-z0-9][A-Za-z0-9_-]*$", "examples": ["mona"]}

Repo = Annotated[RepoRef, _text(RepoRef.parse), _REPO_FORM]
OptionalRepo = Annotated[RepoRef | None, _text(RepoRef.parse), _REPO_FORM]
Login = Annotated[str, _text(_login), WithJsonSchema(LOGIN_SCHEMA)]
Pattern = Annotated[str, _text(_pattern), WithJsonSchema({"type": "string", "minLength": 1})]
FilePath = Annotated[
    str, _text(lambda text: str(inner_path(text))), WithJsonSchema({"type": "string"})
]
RuleName = Annotated[str, _text(_rule_name), _string(rf"^{_RULE_NAME.pattern}$", "migrations")]
Line = Annotated[str, _text(_one_line(300)), WithJsonSchema({"type": "string", "maxLength": 300})]
OptionalLine = Annotated[
    str | None, _text(_one_line(300)), WithJsonSchema({"type": "string", "maxLength": 300})
]
Number = Annotated[float, Field(allow_inf_nan=False)]


class Strict(BaseModel):
    """A group of keys: no others, and every value of exactly its type."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
