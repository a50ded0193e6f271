"""Ctrl-C in the middle of a sending: it ends in words, and claims nothing that nobody knows."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from threading import Thread

import pytest

from inbox.dashboard.board import Board
from tests.dashboard.readings import FakeDesk, card, reading
from tests.dashboard.test_dashboard_attacks import ANSWER, board
from tests.dashboard.test_dashboard_command import ran
from tests.stories.actions_runner import ROOT

SLOW = """\
import time
from starlette.concurrency import run_in_threadpool
from inbox.dashboard import command
async def slow(scope, receive, send):
    print("begun", flush=True)
    await run_in_threadpool(time.sleep, 2)
made = command._listening(0)
print(made.getsockname()[1], flush=True)
try:
    command._serve(slow, made)
except KeyboardInterrupt:
    print("ended", flush=True)
"""


def test_an_order_is_under_way_until_it_ends() -> None:
    desk = FakeDesk(reading(card()))
    built = board(desk)
    desk.sending.clear()
    sending = Thread(target=built.send, args=(ANSWER,))
    sending.start()
    assert desk.begun.wait(10)
    assert built.is_sending
    desk.sending.set()
    sending.join(10)
    assert built.wait()
    assert not built.is_sending


def test_an_end_in_the_middle_of_a_sending_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Board, "is_sending", True)
    status, out, err = ran(monkeypatch=monkeypatch)
    assert (status, err) == (0, "")
    assert "while an answer was on its way. Look on GitHub" in out
    assert "nothing else is lost" not in out


def test_ctrl_c_twice_in_a_row_prints_no_traceback() -> None:
    made = subprocess.Popen(
        [sys.executable, "-c", SLOW],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with made:
        assert made.stdout
        port = int(made.stdout.readline())
        with socket.create_connection(("127.0.0.1", port), 10) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert made.stdout.readline() == "begun\n"
            made.send_signal(signal.SIGINT)
            time.sleep(0.4)
            made.send_signal(signal.SIGINT)
            out, err = made.communicate(timeout=20)
    assert (out, err) == ("ended\n", "")
