"""What `action.yml`, the README's tables and the command line promise: every input and output."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class InputField:
    """One input: its name in `action.yml`, its default there, and one sentence for people.

    A `boolean` one is also a plain switch on the command line; a `secret` one is masked and should
    rather be given by the environment, where other users of the machine cannot see it. One that
    `may_be_empty` means something by an empty text, which is then no lack of one.
    """

    name: str
    default: str
    description: str
    boolean: bool = False
    secret: bool = False
    may_be_empty: bool = False

    @property
    def option(self) -> str:
        """The command-line option of the same name."""
        return f"--{self.name}"

    def given_by(self, options: Mapping[str, str], variables: Mapping[str, str]) -> str | None:
        """What was typed for it: the option, else `INPUT_DRY-RUN`, else `INPUT_DRY_RUN`.

        The default where nothing, or only blanks, was typed: `${{ inputs.x }}` is empty in runs
        without such an input. A secret has no default here: None where it was not named, "" where
        it was named and empty.
        """
        typed = self._typed(options, variables)
        if self.secret:
            return typed
        if self.may_be_empty and typed is not None:
            return typed
        return typed or self.default

    def _typed(self, options: Mapping[str, str], variables: Mapping[str, str]) -> str | None:
        runner_name = f"INPUT_{self.name.upper()}"  # the runner keeps the dash, a shell cannot
        for source, key in (
            (options, self.name),
            (variables, runner_name),
            (variables, runner_name.replace("-", "_")),
        ):
            if (text := source.get(key)) is not None:
                return text.strip()
        return None


INPUTS = (
    InputField(
        "token",
        "${{ github.token }}",
        "Reads and writes. The workflow's own token reaches only its own repository; with several"
        " repositories give the token of a GitHub App, or of a machine account that is not on the"
        " allowlist.",
        secret=True,
    ),
    InputField(
        "merge-token",
        "",
        "Used for the merge call alone; empty: `token`. A merge by the workflow's own token starts"
        " no workflows and cannot touch workflow files.",
        secret=True,
    ),
    InputField(
        "command",
        "tick",
        "`tick` runs one whole tick; `open` opens a ballot for `pull-request` and does nothing"
        " else.",
    ),
    InputField(
        "pull-request",
        "",
        "For `open`: the pull request to ask about, as `owner/repo#12`, or `#12` in this"
        " repository.",
    ),
    InputField(
        "reasoning", "", "For `open`: one sentence that tells the owner why they are asked."
    ),
    InputField(
        "inbox-repo",
        "",
        "The repository of the ballots, as `owner/repo`. Empty: `decision_inbox.repository`, else"
        " `governance_repo`, else the workflow's repository.",
    ),
    InputField(
        "owner-config",
        "config/owner.yml",
        "Who may answer. Read through the API at the default branch; a path starting with `./` is"
        " read from the checkout.",
    ),
    InputField(
        "projects-config",
        "config/projects.yml",
        "Which repositories are supervised, and how; the file may be absent. Read like"
        " `owner-config`.",
    ),
    InputField(
        "config-repo",
        "",
        "Where the configuration is read, as `owner/repo`. Empty: the workflow's repository.",
    ),
    InputField(
        "config-ref",
        "",
        "Branch, tag or commit at which the configuration is read. Empty: the default branch.",
    ),
    InputField(
        "bot-login",
        "",
        "The login that the token writes as, where it cannot be found out. Empty: found out.",
    ),
    InputField(
        "dry-run",
        "false",
        "`true` reads everything, writes nothing to GitHub, and prints what a real run would"
        " write.",
        boolean=True,
    ),
    InputField(
        "metrics-file",
        "metrics_summary.json",
        "Where the tick's metrics are written, as a path inside the workspace.",
    ),
    InputField(
        "metrics-artifact",
        "metrics_summary",
        "Name of the artifact of the run under which the metrics file and the summary are uploaded;"
        " empty: no upload. Where that cannot be done, a notice says why, and nothing fails. A dry"
        " run uploads nothing.",
        may_be_empty=True,
    ),
)
"""Every input of the action, in the order of interface.md."""


@dataclass(frozen=True, slots=True)
class OutputField:
    """One output: its name in `action.yml` and one sentence for people."""

    name: str
    description: str


OUTPUTS = (
    OutputField("inbox", "Ballots opened in this tick."),
    OutputField(
        "inbox_resolved",
        "Answers of the owner applied in this tick: A, B, rejections and new deferrals.",
    ),
    OutputField("issues_deferred", "New deferrals (`/approve C`) among them."),
    OutputField("inbox_open_count", "Ballots that wait for an answer when the tick ends."),
    OutputField(
        "inbox_resolved_this_tick",
        "The applied answers by kind, as a JSON object: `approved-A`, `approved-B`,"
        " `approved-C-deferred`, `rejected`, `abandoned` (always 0).",
    ),
    OutputField("inbox_oldest_age_hours", "Age of the oldest ballot that waits, in hours."),
    OutputField(
        "inbox_head_sha_mismatches",
        "Waiting ballots whose pull request was found with another head in this tick.",
    ),
    OutputField(
        "complete", "`true`, or `false` when the tick stopped early: a rate limit, a failure."
    ),
    OutputField("metrics", "All metrics of the tick as one line of JSON."),
    OutputField("metrics-file", "Path of the metrics file, relative to the workspace."),
)
"""Every output of the action, in the order of interface.md."""


def inputs_table() -> str:
    """The README's table of inputs, as it stands between its `<!-- inputs -->` comments."""
    rows = (
        (f"`{each.name}`", f"`{each.default}`" if each.default else "", each.description)
        for each in INPUTS
    )
    return _table(("input", "default", "meaning"), rows)


def outputs_table() -> str:
    """The README's table of outputs, as it stands between its `<!-- outputs -->` comments."""
    return _table(("output", "meaning"), ((f"`{each.name}`", each.description) for each in OUTPUTS))


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = (head, ("---",) * len(head), *rows)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
