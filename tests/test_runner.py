"""The runner hears what it is meant to hear, and nothing that others wrote (protocol P3)."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path, PurePosixPath
from unicodedata import category

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inbox.environment import Environment
from inbox.errors import Bug, ConfigurationError, Forbidden, Mistake
from inbox.runner import SUMMARY_LIMIT, Runner


def delimiters() -> Callable[[], str]:
    numbers = count()
    return lambda: f"delimiter-{next(numbers)}"


class Desk:
    """A runner, what it printed, and where it writes."""

    def __init__(self, environment: Environment, encoding: str = "utf-8") -> None:
        self._out = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")
        self._err = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")
        self.runner = Runner(environment, out=self._out, err=self._err, delimiter=delimiters())
        self._encoding = encoding

    def _read(self, stream: io.TextIOWrapper) -> list[str]:
        written: bytes = stream.buffer.getvalue()  # type: ignore[attr-defined]  # this stream has a buffer
        return written.decode(self._encoding).split("\n")[:-1]

    @property
    def out(self) -> list[str]:
        """The lines on standard output."""
        return self._read(self._out)

    @property
    def err(self) -> list[str]:
        """The lines on standard error."""
        return self._read(self._err)


@pytest.fixture
def actions() -> Desk:
    """On the Actions runner."""
    return Desk(Environment(on_actions=True))


@pytest.fixture
def local() -> Desk:
    """At somebody's own machine."""
    return Desk(Environment())


# The runner's own reading of a line: ActionCommand.cs, TryParseV2 and TryParse.
KNOWN = {
    *("set-output", "save-state", "add-mask", "add-matcher", "remove-matcher", "debug", "warning"),
    *("error", "notice", "group", "endgroup", "echo", "stop-commands", "set-env", "add-path"),
}
IGNORED = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\ufe00\ufe0f\uffa0\U000e0100"


def command_in(line: str) -> str | None:
    """The command that the runner obeys in a line, ignoring what .NET ignores in comparisons."""
    seen = "".join(c for c in line if c not in IGNORED and category(c) not in {"Cc", "Cf"})
    if (bare := seen.lstrip()).startswith("::") and "::" in bare[2:]:
        name = bare[2:].split("::")[0].split(" ")[0].lower()
        if name in KNOWN:
            return name
    if "##[" in seen and "]" in seen.split("##[", 1)[1]:
        name = seen.split("##[", 1)[1].split("]")[0].split(" ")[0].lower()
        if name in KNOWN:
            return name
    return None


def commands_in(lines: list[str]) -> list[str]:
    parts = (part for line in lines for part in line.split("\r"))
    return [command for part in parts if (command := command_in(part))]


INJECTIONS = [
    "::set-output name=complete::true",
    "  ::SET-OUTPUT name=complete::true",
    "fine\n::add-mask::e",
    "fine\r::add-mask::e",
    "fine\r\n::stop-commands::x",
    "look: ##[add-mask]e",
    "look: #\u200b#[add-mask]e",
    "look: ##\u200b[add-mask]e",
    ":\u200b:set-env name=PATH::x",
    "\u200b::error::x",
    "\ufeff::add-path::/tmp",
    ":\u2060:error:\u2060:x",
    "\x00::error::x",
    *(f"{ignored}::error::x" for ignored in IGNORED),
    *(f":{ignored}:error::x" for ignored in IGNORED),
    *(f"#{ignored}#[error]x" for ignored in IGNORED),
    "\t::error::x",
    "\u00a0::error::x",
    "\u3000::error::x",
    "#\t#[error]x",
    "##[set-output name=a]b ##[group]",
]


@pytest.mark.parametrize("foreign", INJECTIONS)
def test_printed_raw_each_of_them_would_command_the_runner(foreign: str) -> None:
    assert commands_in(foreign.split("\n")) != []


@pytest.mark.parametrize("foreign", INJECTIONS)
def test_foreign_text_commands_nothing_wherever_it_is_printed(actions: Desk, foreign: str) -> None:
    """Protocol P3."""
    actions.runner.say(f"The title is {foreign}")
    actions.runner.say(foreign)
    actions.runner.write_summary(foreign)
    assert set(commands_in(actions.out)) == {"warning"}
    assert "::warning::GITHUB_STEP_SUMMARY is not set" in actions.out[-1]


@pytest.mark.parametrize("foreign", INJECTIONS)
def test_foreign_text_stays_inside_its_annotation(actions: Desk, foreign: str) -> None:
    actions.runner.error(foreign, title=foreign, file=foreign, line=3)
    actions.runner.notice("x", title="a,file=b::set-output name=c::")
    with actions.runner.group(foreign):
        actions.runner.debug(foreign)
    assert commands_in(actions.out) == ["error", "notice", "group", "debug", "endgroup"]
    assert len(actions.out) == 5


@given(st.text())
def test_no_text_at_all_makes_a_command(text: str) -> None:
    desk = Desk(Environment(on_actions=True))
    desk.runner.say(text)
    assert commands_in(desk.out) == []


@given(st.text(alphabet=list(":#[] \r\n\u200b\u2060\ufeffaset-output=error")))
def test_no_mixture_of_the_dangerous_characters_makes_a_command(text: str) -> None:
    desk = Desk(Environment(on_actions=True))
    desk.runner.say(text)
    desk.runner.warning(text, title=text, file=text)
    assert commands_in(desk.out) == ["warning"]


def test_an_annotation_names_its_place_escaped_as_the_runner_unescapes_it(actions: Desk) -> None:
    actions.runner.error("50% of it", title="Owner, and: others", file="config/owner.yml", line=7)
    actions.runner.warning("plain")
    assert actions.out == [
        "::error file=config/owner.yml,line=7,title=Owner%2C and%3A others::50%25 of it",
        "::warning::plain",
    ]


def test_every_mistake_of_a_configuration_is_an_annotation_at_its_line(actions: Desk) -> None:
    actions.runner.failure(
        ConfigurationError(
            (
                Mistake("config/owner.yml", 3, "unknown key `nme`", "write `name`"),
                Mistake("input dry-run", 0, "'yes' is neither true nor false", "write one"),
            )
        )
    )
    assert actions.out == [
        "::error file=config/owner.yml,line=3::config/owner.yml:3: unknown key `nme`; write `name`",
        "::error::input dry-run: 'yes' is neither true nor false; write one",
    ]


def test_a_failure_is_said_with_its_advice(actions: Desk, local: Desk) -> None:
    failure = Forbidden("GitHub refused to set a label.", "Add `issues: write`.")
    actions.runner.failure(failure)
    local.runner.failure(failure)
    assert actions.out == ["::error::GitHub refused to set a label. Add `issues: write`."]
    assert local.err == ["error: GitHub refused to set a label. Add `issues: write`."]


@pytest.mark.parametrize(
    ("made", "last"),
    [(9, "::warning::9"), (10, "::warning::10"), (24, "::warning::and 15 more in the summary")],
)
def test_at_most_ten_annotations_of_a_kind_the_last_one_counting_the_rest(
    actions: Desk, made: int, last: str
) -> None:
    with actions.runner as runner:
        runner.error("only one")
        for number in range(1, made + 1):
            runner.warning(str(number))
    warnings = [line for line in actions.out if line.startswith("::warning")]
    assert len(warnings) == min(made, 10)
    assert warnings[:9] == [f"::warning::{number}" for number in range(1, 10)]
    assert warnings[-1] == last
    assert actions.out.count("::error::only one") == 1
    assert [line for line in actions.out if line.startswith("warning: ")] == [
        f"warning: {number}" for number in range(10, made + 1)
    ]


def test_a_long_message_is_cut_below_the_runners_limit(actions: Desk) -> None:
    actions.runner.error("x" * 10_000)
    assert len(actions.out[0]) < 4096


def test_tokens_are_masked_line_by_line(actions: Desk, local: Desk) -> None:
    actions.runner.mask("ghs_a%b\n\nsecond")
    actions.runner.mask("")
    local.runner.mask("ghs_a")
    assert actions.out == ["::add-mask::ghs_a%25b", "::add-mask::second"]
    assert local.out == local.err == []


def test_groups_close_also_when_something_fails_inside(actions: Desk) -> None:
    with pytest.raises(KeyError), actions.runner.group("org/inbox#7"):
        raise KeyError
    assert actions.out == ["::group::org/inbox#7", "::endgroup::"]


def test_debug_lines_are_shown_only_to_those_who_debug(actions: Desk, local: Desk) -> None:
    actions.runner.debug("detail")
    local.runner.debug("detail")
    asked = Desk(Environment(debug=True))
    asked.runner.debug("detail")
    assert (actions.out, local.out, asked.out) == (["::debug::detail"], [], ["detail"])


def test_without_a_runner_people_read_plain_text(tmp_path: Path) -> None:
    local = Desk(Environment(workspace=tmp_path))
    with local.runner as runner:
        runner.say("first\n\nthird")
        with runner.group("a group"):
            runner.notice("noticed", title="T", file="f", line=1)
        for _ in range(20):
            runner.warning("warned")
        assert runner.write_outputs({"inbox": "1"}) is False
        assert runner.write_summary("## Page\n\ntext\n") is False
    assert local.out == ["first", "", "third", "a group", "## Page", "", "text"]
    assert local.err == ["notice: noticed", *["warning: warned"] * 20]


def test_a_terminal_without_unicode_loses_no_line() -> None:
    local = Desk(Environment(), encoding="ascii")
    local.runner.say("an owner’s 👍")
    assert local.out == ["an owner\\u2019s \\U0001f44d"]


# The runner's own reading of a command file: FileCommandManager.cs, ProcessCommand and ReadLine.
def outputs_in(text: str) -> dict[str, str]:
    """The outputs that the runner reads; raises ValueError where it fails the step."""
    found: dict[str, str] = {}
    lines = _lines(text)
    for line, _ in lines:
        if not line:
            continue
        equals, heredoc = line.find("="), line.find("<<")
        if equals >= 0 and (heredoc < 0 or equals < heredoc):
            name, _, value = line.partition("=")
        elif heredoc >= 0:
            name, _, delimiter = line.partition("<<")
            if not name or not delimiter:
                raise ValueError("empty name or delimiter")
            value = ""
            for part, newline in lines:
                if part == delimiter:
                    break
                if not newline:
                    raise ValueError("the last line has no newline")
                value += part + newline
            else:
                raise ValueError("no matching delimiter")
            value = value[:-1]
        else:
            raise ValueError("neither name=value nor name<<delimiter")
        found[name] = value
    return found


def _lines(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(text):
        end = text.find("\n", at)
        yield (text[at:], "") if end < 0 else (text[at:end], "\n")
        at = len(text) if end < 0 else end + 1


NASTY = st.text(
    st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from("\r\n=<-0123")), max_size=80
)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(["inbox", "metrics", "complete"]), NASTY))
def test_the_runner_reads_back_every_output_as_it_was_given(
    tmp_path_factory: pytest.TempPathFactory, values: dict[str, str]
) -> None:
    path = tmp_path_factory.mktemp("outputs") / "set_output"
    path.touch()
    desk = Desk(Environment(on_actions=True, output=path))
    assert desk.runner.write_outputs(values) is True
    assert outputs_in(path.read_bytes().decode()) == values


def test_a_value_that_holds_the_delimiter_gets_another(tmp_path: Path) -> None:
    path = tmp_path / "set_output"
    desk = Desk(Environment(on_actions=True, output=path))
    value = "a\ndelimiter-0\ncomplete=true\ndelimiter-1"
    desk.runner.write_outputs({"metrics": value})
    assert outputs_in(path.read_text()) == {"metrics": value}
    assert path.read_text().startswith("metrics<<delimiter-2\n")


@pytest.mark.parametrize("bad", ["inbox", "", "two\nlines"])
def test_a_delimiter_that_never_fits_is_a_bug_and_writes_nothing(tmp_path: Path, bad: str) -> None:
    environment = Environment(on_actions=True, output=tmp_path / "set_output")
    runner = Runner(environment, out=io.StringIO(), err=io.StringIO(), delimiter=lambda: bad)
    with pytest.raises(Bug, match="No delimiter"):
        runner.write_outputs({"metrics": "inbox"})
    assert not (tmp_path / "set_output").exists()


def test_outputs_are_added_to_what_the_step_already_said(tmp_path: Path) -> None:
    path = tmp_path / "set_output"
    path.write_text("earlier=1\n")
    desk = Desk(Environment(on_actions=True, output=path))
    desk.runner.write_outputs({"inbox": "2"})
    assert outputs_in(path.read_text()) == {"earlier": "1", "inbox": "2"}


def test_files_that_cannot_be_written_cost_a_warning_and_no_tick(tmp_path: Path) -> None:
    desk = Desk(
        Environment(
            on_actions=True, workspace=tmp_path, output=tmp_path, step_summary=tmp_path / "no" / "s"
        )
    )
    (tmp_path / "folder").mkdir()
    assert desk.runner.write_outputs({"inbox": "1"}) is False
    assert desk.runner.write_summary("text") is False
    assert desk.runner.write_metrics(PurePosixPath("folder"), "{}") is False
    assert desk.out == [
        "::warning::The step's outputs could not be written: Is a directory.",
        "::warning::The job summary could not be written: No such file or directory.",
        "::warning::The metrics file folder could not be written:"
        " no file can be written there; name another.",
    ]


def test_on_the_runner_a_missing_variable_is_said(actions: Desk) -> None:
    assert actions.runner.write_outputs({"inbox": "1"}) is False
    assert actions.out == ["::warning::GITHUB_OUTPUT is not set: the step has no outputs."]


def test_the_summary_is_added_byte_by_byte(tmp_path: Path) -> None:
    path = tmp_path / "step_summary"
    path.write_text("before\n")
    desk = Desk(Environment(on_actions=True, step_summary=path))
    assert desk.runner.write_summary("## Ä\n\nb\n") is True
    assert path.read_bytes() == "before\n## Ä\n\nb\n".encode()
    assert desk.out == []


@pytest.mark.parametrize("before", [0, 1000])
@pytest.mark.parametrize("size", [SUMMARY_LIMIT - 3, SUMMARY_LIMIT + 1, 3 * SUMMARY_LIMIT])
def test_a_summary_is_cut_at_a_line_before_the_runner_drops_it(
    tmp_path: Path, before: int, size: int
) -> None:
    path = tmp_path / "step_summary"
    path.write_text("x" * before)
    page = ("ä" * 99 + "\n") * (size // 199)
    Desk(Environment(on_actions=True, step_summary=path)).runner.write_summary(page)
    written = path.read_bytes()
    assert len(written) <= SUMMARY_LIMIT
    text = written.decode().removeprefix("x" * before)
    if before + len(page.encode()) <= SUMMARY_LIMIT:
        assert text == page
    else:
        assert text.endswith("ä\n\n\n**Cut here:** the rest does not fit into a job summary.\n")
        assert len(written) > SUMMARY_LIMIT - 300


def test_a_full_summary_file_takes_nothing_more(tmp_path: Path) -> None:
    path = tmp_path / "step_summary"
    path.write_bytes(b"x" * SUMMARY_LIMIT)
    Desk(Environment(on_actions=True, step_summary=path)).runner.write_summary("more")
    assert path.stat().st_size == SUMMARY_LIMIT


class TestMetricsFile:
    """`metrics-file` in the workspace."""

    def test_it_is_written_with_its_folders_and_replaces_an_older_one(self, tmp_path: Path) -> None:
        desk = Desk(Environment(workspace=tmp_path))
        name = PurePosixPath("out/deep/metrics.json")
        assert desk.runner.write_metrics(name, "first, and longer\n") is True
        assert desk.runner.write_metrics(name, "{}\n") is True
        assert (tmp_path / name).read_text() == "{}\n"
        assert {p.stat().st_uid for p in tmp_path.rglob("*")} == {tmp_path.stat().st_uid}

    def test_a_link_that_appeared_meanwhile_does_not_lead_it_out(self, tmp_path: Path) -> None:
        workspace, outside = tmp_path / "workspace", tmp_path / "outside"
        workspace.mkdir()
        outside.write_text("kept")
        (workspace / "metrics.json").symlink_to(outside)
        desk = Desk(Environment(workspace=workspace))
        assert desk.runner.write_metrics(PurePosixPath("metrics.json"), "{}") is False
        assert outside.read_text() == "kept"
        assert "a link leads out of the workspace" in desk.err[0]
