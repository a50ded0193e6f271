"""`decision-inbox gh` around a `gh` that writes down its calls: what is passed on, what is not.

decisions D22 and the cases L1 to L10.
"""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import threading
from pathlib import Path

import pytest

from inbox.gh import wrapper
from tests.gh.running import BROKEN, FINE, ROOT, VAGUE, WRAPPER, FakeGh, environment, wrapped
from tests.readme import blocks

ISSUE = ("issue", "create", "-t", "T")


@pytest.fixture
def gh(tmp_path: Path) -> FakeGh:
    return FakeGh.put(tmp_path / "bin")


def test_gh_gets_the_same_arguments_and_input_and_its_status_counts(tmp_path: Path) -> None:
    gh = FakeGh.put(tmp_path / "bin", "print('said'); sys.exit(7)")
    arguments = ["pr", "list", "--search", 'a "b" $c\n', ""]
    done = wrapped(*arguments, env=environment(gh.folder), cwd=tmp_path, stdin="in\n")
    assert (done.returncode, done.stdout, done.stderr) == (7, "said\n", "")
    (call,) = gh.calls
    assert (call["arguments"], call["stdin"]) == (arguments, "in\n")


@pytest.mark.parametrize(
    ("body", "code"), [(VAGUE, "DECISIONS_NOT_ASKABLE"), (BROKEN, "DECISIONS_UNPARSED")]
)
def test_a_refused_body_never_reaches_gh(  # decisions cases L1, L3
    body: str, code: str, gh: FakeGh, tmp_path: Path
) -> None:
    done = wrapped(*ISSUE, "-b", body, env=environment(gh.folder), cwd=tmp_path)
    assert (done.returncode, done.stdout, gh.calls) == (1, "", [])
    assert done.stderr.startswith(f"{code}: ")
    assert "gh was not run" in done.stderr


@pytest.mark.parametrize("body", ["", "Plain.", FINE, "## Decisions recorded\n\nRedis.\n"])
def test_a_good_body_passes(body: str, gh: FakeGh, tmp_path: Path) -> None:  # case L2
    done = wrapped(*ISSUE, "-b", body, env=environment(gh.folder), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert gh.calls[0]["arguments"] == [*ISSUE, "-b", body]


def test_a_file_goes_on_as_a_copy(gh: FakeGh, tmp_path: Path) -> None:
    (tmp_path / "body.md").write_bytes(FINE.replace("\n", "\r\n").encode())
    env = environment(gh.folder)
    done = wrapped(*ISSUE, "-Fbody.md", env=env, cwd=tmp_path, stdin="in")
    assert done.returncode == 0
    (call,) = gh.calls
    assert call["arguments"][-1].startswith("-F/dev/fd/")
    assert (call["read"], call["stdin"]) == ([FINE.replace("\n", "\r\n")], "in")


def test_standard_input_is_read_once_and_handed_on(gh: FakeGh, tmp_path: Path) -> None:  # case L6
    done = wrapped(*ISSUE, "-F", "-", env=environment(gh.folder), cwd=tmp_path, stdin=FINE)
    assert (done.returncode, gh.calls[0]["stdin"]) == (0, FINE)
    assert gh.calls[0]["arguments"] == [*ISSUE, "-F", "-"]
    done = wrapped(*ISSUE, "-F", "-", env=environment(gh.folder), cwd=tmp_path, stdin=VAGUE)
    assert (done.returncode, len(gh.calls)) == (1, 1)


@pytest.mark.parametrize("body", [FINE, VAGUE])
def test_a_pipe_is_read_once(body: str, gh: FakeGh, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(body,))
    writer.start()
    done = wrapped(*ISSUE, "--body-file", str(pipe), env=environment(gh.folder), cwd=tmp_path)
    writer.join()
    assert [call["read"] for call in gh.calls] == ([[FINE]] if body == FINE else [])
    assert done.returncode == (body == VAGUE)


def test_a_substituted_process_is_read_once(gh: FakeGh, tmp_path: Path) -> None:
    read, write = os.pipe()
    os.write(write, FINE.encode())
    os.close(write)
    path = f"/dev/fd/{read}"
    env = environment(gh.folder)
    done = wrapped(*ISSUE, "--body-file", path, env=env, cwd=tmp_path, pass_fds=(read,))
    os.close(read)
    assert (done.returncode, gh.calls[0]["read"]) == (0, [FINE])


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("none.md", "the body cannot be read from none.md: No such file"),
        (".", "the body cannot be read from .: Is a directory"),
        ("long.md", "the body from long.md is longer than any that GitHub takes"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(
    file: str, why: str, gh: FakeGh, tmp_path: Path
) -> None:
    (tmp_path / "long.md").write_text("x" * (1024 * 1024 + 1))
    done = wrapped(*ISSUE, "-F", file, env=environment(gh.folder), cwd=tmp_path)
    assert (done.returncode, gh.calls) == (1, [])
    assert done.stderr.startswith(f"DECISIONS_UNCHECKED: {why}")


def test_two_bodies_must_both_be_fit(gh: FakeGh, tmp_path: Path) -> None:
    (tmp_path / "body.md").write_text(FINE)
    call = (*ISSUE, "-F", "body.md", "-b", VAGUE)
    assert wrapped(*call, env=environment(gh.folder), cwd=tmp_path).returncode == 1
    assert gh.calls == []


def test_text_that_is_no_unicode_is_checked_all_the_same(gh: FakeGh, tmp_path: Path) -> None:
    env = environment(gh.folder)
    done = wrapped(*ISSUE, "-b", b"\xff\n" + VAGUE.encode(), env=env, cwd=tmp_path)
    assert (done.returncode, gh.calls) == (1, [])
    assert wrapped(*ISSUE, "-b", b"\xff fine", env=env, cwd=tmp_path).returncode == 0
    assert gh.calls[0]["arguments"][-1] == "\udcff fine"


def test_a_signal_that_ends_gh_ends_this_program(tmp_path: Path) -> None:
    gh = FakeGh.put(tmp_path / "bin", "os.kill(os.getpid(), 15)")
    done = wrapped(*ISSUE, "-b", FINE, env=environment(gh.folder), cwd=tmp_path)
    assert done.returncode == -signal.SIGTERM


def test_gh_is_the_process_that_was_started(tmp_path: Path) -> None:
    """So a signal, the terminal and a debugger reach it directly."""
    gh = FakeGh.put(tmp_path / "bin", "print(os.getpid(), flush=True); import time; time.sleep(60)")
    command = [*WRAPPER, *ISSUE, "-b", FINE]
    with subprocess.Popen(
        command, env=environment(gh.folder), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    ) as running:
        assert running.stdout
        assert int(running.stdout.readline()) == running.pid
        running.send_signal(signal.SIGINT)
        assert running.wait(30) != 0


def test_a_broken_pipe_is_what_it_is_for_gh(tmp_path: Path) -> None:
    program = tmp_path / "gh"
    program.write_text("#!/bin/sh\nexec grep SigIgn /proc/self/status\n")
    program.chmod(0o755)
    done = wrapped("pr", "list", env=environment(tmp_path), cwd=tmp_path)
    alone = subprocess.run([program], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("SigIgn:")
    assert done.stdout == alone.stdout


def test_an_interrupted_read_ends_quietly(gh: FakeGh, tmp_path: Path) -> None:
    command = [*WRAPPER, *ISSUE, "-F", "pipe"]
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(
        command, env=environment(gh.folder), cwd=tmp_path, stderr=subprocess.PIPE, text=True
    ) as running:
        with (tmp_path / "pipe").open("w"):  # opens once the wrapper opens the other end
            running.send_signal(signal.SIGINT)
            assert running.wait(30) == 130
        assert running.stderr
        assert running.stderr.read() == ""
    assert gh.calls == []


def test_a_bug_is_one_sentence_and_lets_nothing_by(
    gh: FakeGh, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(text: str) -> None:
        raise ZeroDivisionError(text)

    monkeypatch.setattr(wrapper, "refusals", broken)
    out, err = io.StringIO(), io.StringIO()
    status = wrapper.wrap([*ISSUE, "-b", FINE], environment(gh.folder), out=out, err=err)
    assert (status, out.getvalue(), gh.calls) == (70, "", [])
    assert re.fullmatch(
        r"decision-inbox gh: The program has a bug: ZeroDivisionError at \w+\.py:\d+\. "
        r"gh was not run\. Please report this line\.\n",
        err.getvalue(),
    )


def test_without_gh_one_sentence_says_so(tmp_path: Path) -> None:
    env = environment() | {"PATH": str(tmp_path)}
    done = wrapped("pr", "list", env=env, cwd=tmp_path)
    assert done.returncode == 127
    assert done.stderr == (
        "decision-inbox gh: there is no gh on PATH; install it (https://cli.github.com).\n"
    )


def test_a_gh_that_cannot_run_is_named(tmp_path: Path) -> None:
    program = tmp_path / "gh"
    program.write_bytes(b"\x7fELF")
    program.chmod(0o755)
    done = wrapped("pr", "list", env=environment(tmp_path), cwd=tmp_path)
    assert done.returncode == 126
    assert done.stderr == f"decision-inbox gh: {program} cannot be run: Exec format error.\n"


@pytest.mark.parametrize("start", ["exec ", ""])
def test_a_script_that_stands_in_front_is_not_gh(start: str, gh: FakeGh, tmp_path: Path) -> None:
    shims = [tmp_path / "one", tmp_path / "two"]
    for folder in shims:
        folder.mkdir()
        shim = folder / "gh"
        shim.write_text(f'#!/bin/sh\n{start}{" ".join(map(_quoted, WRAPPER))} "$@"\n')
        shim.chmod(0o755)
    env = environment(*shims, gh.folder)
    done = subprocess.run(
        [shims[0] / "gh", *ISSUE, "-b", FINE],
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert [call["arguments"] for call in gh.calls] == [[*ISSUE, "-b", FINE]]
    alone = wrapped("pr", "list", env=environment(*shims) | {"PATH": str(shims[0])}, cwd=tmp_path)
    assert alone.returncode == 127


def test_the_script_in_the_readme_is_such_a_script(gh: FakeGh, tmp_path: Path) -> None:
    (shown,) = blocks("gh-shim")
    shim, command = tmp_path / "shim" / "gh", tmp_path / "installed" / "decision-inbox"
    start = " ".join(map(_quoted, WRAPPER[:-2]))
    for path, text in ((shim, shown), (command, f'#!/bin/sh\nexec {start} "$@"\n')):
        path.parent.mkdir()
        path.write_text(text)
        path.chmod(0o755)
    env = environment(shim.parent, command.parent, gh.folder)
    for body in (FINE, VAGUE):
        done = subprocess.run([shim, *ISSUE, "-b", body], env=env, capture_output=True, check=False)
        assert done.returncode == (body == VAGUE)
    assert [call["arguments"] for call in gh.calls] == [[*ISSUE, "-b", FINE]]


def _quoted(word: str) -> str:
    return f"'{word}'"


def test_the_arguments_of_gh_follow_two_dashes(tmp_path: Path) -> None:
    done = subprocess.run(
        [*WRAPPER[:-1], "pr", "list"],
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "decision-inbox gh: write -- before the arguments of gh.\n"
