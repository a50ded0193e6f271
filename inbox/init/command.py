"""`decision-inbox init`: asks what it was not told, and writes what is not there yet."""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TextIO

from inbox.init.answers import QUESTIONS, STAND_IN, Answers, OddAnswer, answers, default_for
from inbox.init.files import WORKFLOW, texts
from inbox.init.remote import repository_of, top_of
from inbox.markdown import log_safe
from inbox.refs import RepoRef

_MOST_TRIES = 3


class _Stopped(Exception):
    """There is no way on; the message is the one sentence that says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where questions go and answers come from; `err` is for what went wrong."""

    stdin: BinaryIO
    out: TextIO
    err: TextIO


def init(
    given: Mapping[str, str],
    folder: Path,
    terminal: Terminal,
    *,
    prints_only: bool = False,
    server_url: str = "",
) -> int:
    """The files are written, or printed; 1 where another was there, 2 without usable answers.

    `given` are the answers by flag. No file is ever overwritten, and nothing is read but the
    folder's git.
    """
    try:
        home = repository_of(folder, server_url)
        if not prints_only:
            _require_root(folder)
        found = _answered(given, home, terminal)
    except (_Stopped, OddAnswer) as stopped:
        terminal.err.write(f"decision-inbox init: {log_safe(str(stopped), 600)}.\n")
        return 2
    if prints_only:
        for path, text in texts(found).items():
            terminal.out.write(f"==> {path} <==\n{text}\n")
        return 0
    return _write(found, folder, home, terminal)


def _require_root(folder: Path) -> None:
    """The files belong at the root of a repository, where the tick looks for them."""
    if not folder.is_dir():
        raise _Stopped(f"there is no folder {folder}")
    top = top_of(folder)
    if top is not None and top.resolve() != folder.resolve():
        raise _Stopped(f"this is a folder inside a repository; run it at its root, {top}")


def _answered(given: Mapping[str, str], home: RepoRef | None, terminal: Terminal) -> Answers:
    known = {flag: text for flag, text in given.items() if text.strip()}
    for question in QUESTIONS:
        if question.flag in known:
            question.parse(known[question.flag])
            continue
        default = default_for(question.flag, known, home)
        if terminal.stdin.isatty():
            known[question.flag] = _asked(question.flag, question.text, default, terminal)
        elif default:
            known[question.flag] = default
        else:
            raise _Stopped(_unanswered(known, home))
    return answers(known)


def _unanswered(known: Mapping[str, str], home: RepoRef | None) -> str:
    missing = [
        f"--{question.flag}"
        for question in QUESTIONS
        if question.flag not in known and (home is None or question.flag == "owner")
    ]
    return f"nobody is there to answer its questions; give {' and '.join(missing)}"


def _asked(flag: str, text: str, default: str, terminal: Terminal) -> str:
    """The answer to one question; raises _Stopped after three that cannot be used."""
    parse = next(question.parse for question in QUESTIONS if question.flag == flag)
    for _ in range(_MOST_TRIES):
        terminal.out.write(f"{text} [{default}] " if default else f"{text} ")
        terminal.out.flush()
        if not (line := terminal.stdin.readline()):
            terminal.out.write("\n")
            raise _Stopped("stopped before every question was answered; nothing was written")
        answer = line.decode(errors="replace").strip() or default
        try:
            parse(answer)
        except OddAnswer as odd:
            terminal.out.write(f"{log_safe(str(odd), 600)}.\n")
        else:
            return answer
    raise _Stopped(f"no usable answer to {text!r}; nothing was written")


def _write(found: Answers, folder: Path, home: RepoRef | None, terminal: Terminal) -> int:
    written: list[str] = []
    same: list[str] = []
    kept: list[str] = []
    for name, text in texts(found).items():
        try:
            _create(folder / name, text)
        except FileExistsError:
            (same if _says(folder / name, text) else kept).append(name)
        except OSError as failure:
            why = failure.strerror or type(failure).__name__
            terminal.err.write(f"decision-inbox init: {name} cannot be written ({why}).\n")
            return 1
        else:
            written.append(name)
    for name in written:
        terminal.out.write(f"Wrote {name}.\n")
    for name in same:
        terminal.out.write(f"{name} is there already, as it would be written.\n")
    for name in kept:
        terminal.out.write(
            f"Left {name} as it is: it is there already. --print shows what would be written.\n"
        )
    terminal.out.write("\nNext:\n")
    for number, step in enumerate(_steps(found, home), 1):
        terminal.out.write(f"{number}. {step}\n")
    return 1 if kept else 0


def _create(path: Path, text: str) -> None:
    """The file is there with that text; raises FileExistsError where anything was, else OSError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, "a file is where its folder should be") from None
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _says(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode()
    except OSError:
        return False


def _steps(found: Answers, home: RepoRef | None) -> Iterator[str]:
    """What is left to do by hand, in order."""
    if home is not None and home != found.inbox:
        yield (
            f"This is a clone of {home}. Move the files to {found.inbox}: only there do comments"
            " in ballots wake the workflow."
        )
    if found.action == STAND_IN:
        yield (
            f"In {WORKFLOW}, {STAND_IN} stands for this action: write its repository and the commit"
            " that you looked at (--action does so)."
        )
    if not found.is_solo:
        yield (
            f"Install a GitHub App in {', '.join(map(str, found.repositories))} and"
            f" {found.inbox}, with checks read and contents, issues, pull requests and statuses"
            f" write. In {found.inbox}, put its client id into the variable"
            " DECISION_INBOX_CLIENT_ID, a private key of it into the secret"
            " DECISION_INBOX_PRIVATE_KEY."
        )
    yield (
        f"Is {found.inbox} private? Then every run costs a minute of its plan: make the clock"
        f" (cron) in {WORKFLOW} slower, twice an hour for example: 7,37 * * * *"
    )
    yield "Commit the files, and bring them to the default branch."
    bot = "github-actions[bot]" if found.is_solo else "<slug of the app>[bot]"
    yield (
        f"Look what is missing: GITHUB_TOKEN=<yours> decision-inbox doctor --repository"
        f" {found.inbox} --bot-login '{bot}'"
    )
    yield "Run it once by hand: Actions → Decision inbox → Run workflow."
