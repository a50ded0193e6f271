"""Which lines of a comment answer, which were meant to, and which are talk (D13, P12, P14)."""

from __future__ import annotations

import pytest

from inbox.decisions.commands import Command, Spoken, Verb, read_commands

ANSWER, NOTE, CONFIRM = Verb


def hear(body: str, *, via_email: bool = False) -> Spoken:
    return read_commands(body, via_email=via_email)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("/answer storage: On disk", Command(ANSWER, "storage", "On disk")),
        ("   /answer storage: On disk", Command(ANSWER, "storage", "On disk")),
        ("/ANSWER Storage : on DISK  ", Command(ANSWER, "storage", "on DISK")),
        ("/answer\tstorage\u00a0:On\tdisk", Command(ANSWER, "storage", "On disk")),
        ("/answer storage:2", Command(ANSWER, "storage", "2")),
        ("/answer 1: 1", Command(ANSWER, "1", "1")),
        ("/answer a-b_c: 1 | Two words|x", Command(ANSWER, "a-b_c", "1 | Two words|x")),
        ("/answer a: b: c", Command(ANSWER, "a", "b: c")),
        ("/answer constructor: x", Command(ANSWER, "constructor", "x")),
        ("/answer a: \u2028 x \u2029 y \x85", Command(ANSWER, "a", "x y")),
        ("/answer a: \ufeffx", Command(ANSWER, "a", "x")),
        ("/answer a: \u202ex\u202c", Command(ANSWER, "a", "\u202ex\u202c")),
        ("/answer a: /confirm", Command(ANSWER, "a", "/confirm")),
        ("/note storage: because", Command(NOTE, "storage", "because")),
        ("/Note storage: #1 @team", Command(NOTE, "storage", "#1 @team")),
        ("/confirm", Command(CONFIRM)),
        ("  /Confirm \t\u00a0", Command(CONFIRM)),
    ],
)
def test_a_line_that_answers_d13(line: str, command: Command) -> None:
    for body in (line, f"Well.\n{line}\nSo.", f"Well.\r\n{line}\r\nSo.", f"Well.\r{line}\rSo."):
        assert hear(body) == Spoken((command,))


@pytest.mark.parametrize(
    "line",
    [
        *("/answer", "/answer storage On disk", "/answer storage:", "/answer storage: \t "),
        *("/answer storage: \u200b", "/answer : x", "/answer 'a': x", "/answer -a: x"),
        *("/answer \u017ftorage: x", "/answers a: x", "/anwser a: x", "/anser a: x", "/answera: x"),
        *("/answer\u200b a: x", "/note", "/notes a: x", "/not a: x", "/node a: x", "/note a"),
        *("/confirm please", "/confirm.", "/confirmed", "/comfirm", "/confirm: a", "/cofnirm"),
        *(
            "/confirm/a",
            "/answer/a: x",
            "\ufeff/confirm",
            "\t/confirm",
            "/answer a: <!-- x",
            "/answer a: <pre>",
        ),
        *("/answer a: x <!-- y -->", "/confirm <!-- sure -->"),
    ],
)
def test_a_line_that_was_meant_to_answer_p14(line: str) -> None:
    assert hear(f"Well.\n{line}\nSo.") == Spoken(missed=(line.strip(),))


@pytest.mark.parametrize(
    "line",
    [
        *(
            "",
            "answer a: x",
            "I say /answer a: x",
            "- /answer a: x",
            "`/answer a: x`",
            "(/confirm)",
        ),
        *("> /answer a: x", ">/confirm", "    /answer a: x", "<!-- /confirm -->"),
        *("/approve A", "/reject", "/merge", "/quote a: x", "/an a: x", "/conf"),
        *("/answers/a.txt", "/notes/today.md is new", "/noted.txt", "/etc/answer", "/ answer a: x"),
        *("/usr/confirm", "//answer a: x", "\uff0fanswer a: x", "-- /confirm"),
    ],
)
def test_talk_is_no_answer_p12(line: str) -> None:
    assert hear(f"Well.\n{line}\nSo.") == Spoken()


@pytest.mark.parametrize(
    "hidden",
    [
        "```\n{}\n```",
        "~~~text\n{}\n~~~",
        "````\n```\n{}\n````",
        "```\n{}",
        "- ```\n  {}\n  ```",
        "<pre>\n{}\n</pre>",
        "<!--\n{}\n-->",
        "<!-- opened\n{}",
        "> quoted\n> {}",
        "On Sat, 1 Aug 2026, bot wrote:\n{}",
        "-----Original Message-----\n{}",
    ],
)
@pytest.mark.parametrize("line", ["/answer a: x", "/note a: x", "/confirm", "/anser a: x"])
def test_what_others_may_have_written_is_no_answer_p12(hidden: str, line: str) -> None:
    assert hear(f"Yes.\n\n{hidden.format(line)}\n") == Spoken()


def test_of_an_e_mail_the_first_paragraph_is_read_p12() -> None:
    body = "/answer a: x\n/anser b: y\n\n/answer c: z\n/confirm\n"
    assert hear(body, via_email=True) == Spoken((Command(ANSWER, "a", "x"),), ("/anser b: y",))
    assert hear("\n\n/confirm\n", via_email=True) == Spoken((Command(CONFIRM),))


def test_several_are_normal_and_stand_top_to_bottom_d13() -> None:
    body = "/answer b: 1\ntalk\n/answer a: 2\n/confirm\n/answer b: 3\n"
    assert [str(one) for one in hear(body).commands] == [
        "/answer b: 1",
        "/answer a: 2",
        "/confirm",
        "/answer b: 3",
    ]


def test_a_command_as_it_would_be_written_is_that_command() -> None:
    said = [Command(ANSWER, "a", "x | y"), Command(NOTE, "b", "c: d"), Command(CONFIRM)]
    assert hear("\n".join(map(str, said))).commands == tuple(said)
