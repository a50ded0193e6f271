"""Mistakes between values: what is said twice, names that are taken, a bot that supervises itself.

They look at the document as it was read, so that they are found beside mistakes of form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from inbox.config.sentences import dotted
from inbox.errors import Mistake
from inbox.quadrant.builtin import RESERVED_NAMES, built_in_rules
from inbox.refs import RefError, RepoRef
from inbox.yamltext import Document, Path, Value


def owner_checks(document: Document) -> Iterator[Mistake]:
    """What is wrong between the values of `config/owner.yml`."""
    yield from _repeated(document, ("allowlisted_actors",), _login_of)


def projects_checks(document: Document, workflow_repository: RepoRef) -> Iterator[Mistake]:
    """What is wrong between the values of `config/projects.yml`."""
    yield from _repeated(document, ("supervised_repos",), _text_of)
    yield from _repeated(document, ("merge", "options"), _text_of)
    yield from _repeated(document, ("classifier", "rules"), _name_of)
    yield from _taken_names(document)
    yield from _bot_supervises_itself(document, workflow_repository)


def _text_of(value: Value) -> str | None:
    return value if isinstance(value, str) else None


def _login_of(value: Value) -> str | None:
    return _text_of(value.get("login") if isinstance(value, dict) else value)


def _name_of(value: Value) -> str | None:
    return _text_of(value.get("name")) if isinstance(value, dict) else None


def _entries(document: Document, path: Path) -> list[Value]:
    entries = document.at(*path)
    return entries if isinstance(entries, list) else []


def _repeated(
    document: Document, path: Path, spelled: Callable[[Value], str | None]
) -> Iterator[Mistake]:
    """A mistake for each entry of the list at `path` that an earlier one equals in any case."""
    first: dict[str, int] = {}
    for at, entry in enumerate(_entries(document, path)):
        if (text := spelled(entry)) is None:
            continue
        line = document.line_of((*path, at))
        if text.lower() in first:
            what = f"{dotted(path)} names {text!r} twice, first on line {first[text.lower()]}"
            yield Mistake(document.file, line, what, "keep one of them")
        first.setdefault(text.lower(), line)


def _taken_names(document: Document) -> Iterator[Mistake]:
    taken = set(RESERVED_NAMES)
    if document.at("classifier", "defaults") is not False:
        taken |= {rule.name for rule in built_in_rules(())}
    for at, rule in enumerate(_entries(document, ("classifier", "rules"))):
        if (name := _name_of(rule)) is not None and name.lower() in taken:
            line = document.line_of(("classifier", "rules", at, "name"))
            what = f"{name!r} is the name of a built-in rule"
            yield Mistake(document.file, line, what, "choose another name")


def _bot_supervises_itself(document: Document, workflow_repository: RepoRef) -> Iterator[Mistake]:
    bot = _repo(document.at("bot_repo"))
    if bot is not None and _supervised(document, workflow_repository) == [bot]:
        what = (
            f"bot_repo {bot} is the only supervised repository, so no ballot would ever be opened"
        )
        advice = "name another one in supervised_repos, or remove bot_repo"
        yield Mistake(document.file, document.line_of(("bot_repo",)), what, advice)


def _supervised(document: Document, workflow_repository: RepoRef) -> list[RepoRef | None]:
    if listed := _entries(document, ("supervised_repos",)):
        return [_repo(entry) for entry in listed]
    if "governance_repo" in document.top:
        return [_repo(document.at("governance_repo"))]
    return [workflow_repository]


def _repo(value: Value) -> RepoRef | None:
    try:
        return RepoRef.parse(value) if isinstance(value, str) else None
    except RefError:
        return None
