"""The Actions runner's side of the border: its log, annotations, masks, outputs and summary.

Whatever is printed goes through `log_safe`, so that no text of others can speak to the runner
(protocol P3). Without a runner the same calls print plain text.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path, PurePosixPath
from typing import Self, TextIO

from inbox.environment import Environment
from inbox.errors import Bug, ConfigurationError, InboxError
from inbox.layout import cut
from inbox.markdown import log_safe
from inbox.paths import file_in

ANNOTATIONS_SHOWN = 10
"""Of each kind, per step; the runner drops what comes after them."""

SUMMARY_LIMIT = 1024 * 1024
"""In bytes; the runner drops a larger summary whole
(https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands)."""

_LINE_LIMIT = 2000
_DELIMITERS_TRIED = 10


class Kind(Enum):
    """The kinds of annotation, gravest first."""

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


class Runner:
    """Speaks to the runner on `out`, and where there is none to a person on `out` and `err`.

    `delimiter` gives another unguessable line each time it is called. Used as a context manager:
    at its end the annotations that were held back are summed up in one.
    """

    def __init__(
        self,
        environment: Environment,
        *,
        out: TextIO,
        err: TextIO,
        delimiter: Callable[[], str],
    ) -> None:
        self._environment = environment
        self._out = out
        self._err = err
        self._delimiter = delimiter
        self._seen: Counter[Kind] = Counter()
        self._held: dict[Kind, tuple[str, str]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def say(self, text: str) -> None:
        """Each line of `text` stands in the log, unable to be anything but text."""
        for line in text.splitlines() or [""]:
            self._print(self._out, log_safe(line, limit=_LINE_LIMIT) if line.strip() else "")

    def debug(self, text: str) -> None:
        """`text` is in the log of runs with debug logging, and nowhere else."""
        if self._environment.on_actions:
            self._command("debug", text)
        elif self._environment.debug:
            self.say(text)

    def mask(self, secret: str) -> None:
        """The runner shows `***` wherever `secret` would be printed from now on."""
        if self._environment.on_actions:
            for line in filter(str.strip, secret.splitlines()):
                self._print(self._out, f"::add-mask::{_escape(line)}")

    @contextmanager
    def group(self, title: str) -> Iterator[None]:
        """What is printed inside is folded under `title`."""
        if not self._environment.on_actions:
            self.say(title)
            yield
            return
        self._command("group", title)
        try:
            yield
        finally:
            self._command("endgroup", "")

    def error(self, text: str, *, title: str = "", file: str = "", line: int = 0) -> None:
        """`text` is an error of the run, at a line of a file where one is named."""
        self._annotate(Kind.ERROR, text, title, file, line)

    def warning(self, text: str, *, title: str = "", file: str = "", line: int = 0) -> None:
        """`text` is a warning of the run."""
        self._annotate(Kind.WARNING, text, title, file, line)

    def notice(self, text: str, *, title: str = "", file: str = "", line: int = 0) -> None:
        """`text` is a notice of the run."""
        self._annotate(Kind.NOTICE, text, title, file, line)

    def failure(self, failure: InboxError) -> None:
        """The failure is said: every mistake of a configuration at its own file and line."""
        if isinstance(failure, ConfigurationError):
            for mistake in failure.mistakes:
                file = mistake.file if mistake.line else ""
                self.error(str(mistake), file=file, line=mistake.line)
        else:
            self.error(str(failure))

    def write_outputs(self, values: Mapping[str, str]) -> bool:
        """The step has these outputs; False, after a warning, where they could not be written.

        https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
        """
        if (path := self._environment.output) is None:
            return self._nowhere("GITHUB_OUTPUT", "the step has no outputs")
        text = "".join(self._output(name, value) for name, value in values.items())
        return self._append(path, text, "the step's outputs")

    def write_summary(self, markdown: str) -> bool:
        """The page is in the job summary, cut with a line that says so where it is too long.

        Without a runner it is printed. False, after a warning, where it could not be written.
        """
        if (path := self._environment.step_summary) is None:
            self.say(markdown)
            return self._nowhere("GITHUB_STEP_SUMMARY", "the job summary is in the log alone")
        try:
            taken = path.stat().st_size
        except OSError:
            taken = 0
        return self._append(path, cut(markdown, SUMMARY_LIMIT - taken), "the job summary")

    def write_metrics(self, name: PurePosixPath, text: str) -> bool:
        """The file `name` in the workspace holds `text`; False, after a warning, where it cannot.

        What is new belongs to the owner of the workspace: a self-hosted runner cannot clean up
        folders of the container's root.
        """
        workspace = self._environment.workspace
        try:
            path = file_in(workspace, name)
            new = [each for each in (path, *path.parents) if not each.exists()]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            _give(new, workspace)
        except (OSError, ValueError) as failure:
            self.warning(f"The metrics file {name} could not be written: {_why(failure)}.")
            return False
        return True

    def close(self) -> None:
        """Every annotation is said: those beyond the runner's limit as one that counts them."""
        for kind, (text, properties) in self._held.items():
            if more := self._seen[kind] - ANNOTATIONS_SHOWN:
                self._command(kind.value, f"and {more + 1} more in the summary")
            else:
                self._command(kind.value, text, properties)
        self._held.clear()
        self._seen.clear()

    def _annotate(self, kind: Kind, text: str, title: str, file: str, line: int) -> None:
        if not self._environment.on_actions:
            self._print(self._err, f"{kind.value}: {log_safe(text, limit=_LINE_LIMIT)}")
            return
        properties = _properties(title, file, line)
        self._seen[kind] += 1
        if self._seen[kind] < ANNOTATIONS_SHOWN:
            self._command(kind.value, text, properties)
            return
        if self._seen[kind] == ANNOTATIONS_SHOWN:
            self._held[kind] = (text, properties)
        self.say(f"{kind.value}: {text}")

    def _command(self, name: str, text: str, properties: str = "") -> None:
        data = _escape(log_safe(text, limit=_LINE_LIMIT)) if text else ""
        self._print(self._out, f"::{name}{properties}::{data}")

    def _output(self, name: str, value: str) -> str:
        for _ in range(_DELIMITERS_TRIED):
            line = self._delimiter()
            if line and line.isprintable() and line not in value:
                return f"{name}<<{line}\n{value}\n{line}\n"
        raise Bug(f"No delimiter could be found for the output {name}.")

    def _append(self, path: Path, text: str, what: str) -> bool:
        try:
            with path.open("a", encoding="utf-8", errors="backslashreplace", newline="") as file:
                file.write(text)
        except OSError as failure:
            self.warning(f"{what.capitalize()} could not be written: {_why(failure)}.")
            return False
        return True

    def _nowhere(self, variable: str, so: str) -> bool:
        if self._environment.on_actions:
            self.warning(f"{variable} is not set: {so}.")
        return False

    def _print(self, stream: TextIO, line: str) -> None:
        coding = stream.encoding or "utf-8"
        print(line.encode(coding, "backslashreplace").decode(coding), file=stream, flush=True)


def _give(paths: Iterable[Path], workspace: Path) -> None:
    with suppress(OSError):
        owner = workspace.stat()
        for path in paths:
            os.chown(path, owner.st_uid, owner.st_gid)


def annotation(kind: Kind, text: str, *, title: str = "", file: str = "", line: int = 0) -> str:
    """One whole line that the runner shows at that line of that file, with the breaks in `text`.

    What is foreign in `text` is neutralised already.
    """
    return f"::{kind.value}{_properties(title, file, line)}::{_escape(text)}\n"


def _properties(title: str, file: str, line: int) -> str:
    values = {"file": file, "line": str(line) if line else "", "title": title}
    said = (
        f"{name}={_escape(log_safe(value, limit=_LINE_LIMIT), ':,')}"
        for name, value in values.items()
        if value
    )
    joined = ",".join(said)
    return f" {joined}" if joined else ""


def _escape(text: str, also: str = "") -> str:
    """`text` as one value of a workflow command: percent, line breaks and `also` by their codes."""
    for character in "%\r\n" + also:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


def _why(failure: OSError | ValueError) -> str:
    return (failure.strerror if isinstance(failure, OSError) else "") or str(failure)
