"""Ways to write a call of `gh` that sets a body, and what `gh` understands by each."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

REPO = "-R octo-org/app"


@dataclass(frozen=True)
class Form:
    """A command line for `gh`; what its last `--body` and `--body-file` say; what it is about.

    `fails` is what the real `gh` answers where it then refuses the call for another reason.
    """

    line: str
    command: str
    body: str | None = None
    file: str | None = None
    targets: tuple[str, ...] = ()
    fails: str = ""

    @property
    def arguments(self) -> list[str]:
        """The line in words."""
        return shlex.split(self.line)


def _pr(rest: str, **said: str) -> Form:
    return Form(f"pr create {REPO} -H topic -t T {rest}", "pr create", **said)  # type: ignore[arg-type]  # a form's fields by their names


_PR = f"{REPO} -H topic -t T"
_BOTH = "specify only one of"

FORMS = [
    # One flag, every way to write it.
    _pr("--body words", body="words"),
    _pr("--body=words", body="words"),
    _pr("--body=", body=""),
    _pr("--body ''", body=""),
    _pr("-b words", body="words"),
    _pr("-bwords", body="words"),
    _pr("-b=words", body="words"),
    _pr("-b=", body="="),
    _pr("-b==", body="="),
    _pr("--body=a=b", body="a=b"),
    _pr("--body-file body.md", file="body.md"),
    _pr("--body-file=body.md", file="body.md"),
    _pr("-F body.md", file="body.md"),
    _pr("-Fbody.md", file="body.md"),
    _pr("-F=body.md", file="body.md"),
    _pr("-F -", file="-"),
    _pr("-F-", file="-"),
    _pr("--body-file=-", file="-"),
    _pr("--body-file -", file="-"),
    _pr("-F /dev/stdin", file="/dev/stdin"),
    # Clusters: the first letter that takes a value takes the rest.
    _pr("-db words", body="words"),
    _pr("-dbwords", body="words"),
    _pr("-db=words", body="words"),
    _pr("-dFbody.md", file="body.md"),
    _pr("-dF body.md", file="body.md"),
    _pr("-dF=-", file="-"),
    _pr("-bdF", body="dF"),
    _pr("-d=false -b words", body="words"),
    _pr("--draft=false -b words", body="words"),
    # Repeated flags, and two kinds of them.
    _pr("-b first -b last", body="last"),
    _pr("--body first -blast", body="last"),
    _pr("-F none.md -F body.md", file="body.md"),
    _pr("-b words -F body.md", body="words", file="body.md"),
    _pr("-F body.md -b words", body="words", file="body.md"),
    _pr("-b words -F ''", body="words", file=""),
    _pr("-F body.md --body-file= -b words", body="words", file=""),
    # What looks like a flag is the value of the flag before it.
    _pr("-b --title", body="--title"),
    _pr("--body --body-file", body="--body-file"),
    _pr("-b -F", body="-F"),
    _pr("-b --", body="--"),
    _pr("-l --body -b words", body="words"),
    _pr("--base -b -b words", body="words"),
    _pr("-B--body -b words", body="words"),
    # Before the words of the command, and between them.
    Form(f"{REPO} pr create -H topic -t T -b words", "pr create", "words"),
    Form(f"pr {REPO} create -H topic -t T -b words", "pr create", "words"),
    Form(f"--body words pr create {_PR}", "pr create", "words"),
    Form(f"--body=words pr create {_PR}", "pr create", "words"),
    Form(f"pr -b words create {_PR}", "pr create", "words"),
    Form(f"-b pr pr create {_PR}", "pr create", "pr"),
    Form(f"-F body.md pr create {_PR}", "pr create", file="body.md"),
    Form(f"--help=false pr create {_PR} -b words", "pr create", "words"),
    # Other names, other commands.
    Form(f"pr new {_PR} -b words", "pr create", "words"),
    Form("issue create -t T -b words", "issue create", "words"),
    Form("issue new -t T --body-file body.md", "issue create", file="body.md"),
    Form("issue create --title --body --body words", "issue create", "words"),
    Form("issue edit 7 -b words", "issue edit", "words", targets=("7",)),
    Form("issue edit -b words 7", "issue edit", "words", targets=("7",)),
    Form("issue edit --add-label -b --body words -- 7", "issue edit", "words", targets=("7",)),
    Form("issue edit -F - 7", "issue edit", file="-", targets=("7",)),
    Form("pr edit 7 --body words", "pr edit", "words", targets=("7",)),
    Form("pr edit 7 -F body.md", "pr edit", file="body.md", targets=("7",)),
    Form("pr -R octo-org/app edit 7 -b=words", "pr edit", "words", targets=("7",)),
    Form("pr comment 7 -b words", "pr comment", "words", targets=("7",)),
    Form("pr comment 7 -F body.md", "pr comment", file="body.md", targets=("7",)),
    Form("issue comment 7 --body words", "issue comment", "words", targets=("7",)),
    Form("issue comment -F- 7", "issue comment", file="-", targets=("7",)),
    # Nothing is set.
    Form("pr edit 7 -t T", "pr edit", targets=("7",)),
    Form("pr edit 7 -t T --add-label --body", "pr edit", targets=("7",)),
    # Read, and then refused by gh for reasons of its own.
    Form("pr edit 7 -b words -F body.md", "pr edit", "words", "body.md", ("7",), _BOTH),
    Form("issue comment 7 -b words -F -", "issue comment", "words", "-", ("7",), _BOTH),
    Form(f"pr create {_PR} -- -b words", "pr create", None, None, ("-b", "words"), "unknown arg"),
    Form(f"pr create {_PR} -b words more", "pr create", "words", None, ("more",), "unknown arg"),
    Form("'' issue create -t T -b words", "issue create", "words", None, ("",), "unknown arg"),
    Form("issue comment 7 -b words -", "issue comment", "words", None, ("7", "-"), "accepts 1 arg"),
]
