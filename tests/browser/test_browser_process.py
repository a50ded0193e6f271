"""The program itself: how it starts, where it finds repository and token, and how it ends."""

from __future__ import annotations

import subprocess
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.flows import Make, asked
from tests.browser.seated import Seated, card


def cloned(desk: Seated) -> None:
    """The folder in which the program starts is a clone of the repository."""
    desk.folder.mkdir(parents=True)
    for words in (["init", "-q"], ["remote", "add", "origin", f"git@github.com:{desk.home}.git"]):
        subprocess.run(["git", *words], cwd=desk.folder, check=True, capture_output=True)


def log_in(desk: Seated, folder: Path) -> None:
    """A `gh` on the path, which is logged in as the owner at the host that is asked, alone."""
    folder.mkdir()
    program = folder / "gh"
    program.write_text(
        f'#!/bin/sh\n[ "$*" = "auth token --hostname 127.0.0.1" ] || exit 1\necho ghp_{desk.who}\n',
        encoding="utf-8",
    )
    program.chmod(0o755)


def test_it_starts_in_a_clone_with_the_token_of_gh_and_ends_with_a_sentence(
    seated: Make, tmp_path: Path
) -> None:
    desk = seated()
    asked(desk)
    cloned(desk)
    log_in(desk, tmp_path / "bin")
    desk.start(
        arguments=["--bot-login", desk.bot.login],
        PATH=f"{tmp_path / 'bin'}:/usr/bin:/bin",
        GITHUB_REPOSITORY="",
        GITHUB_TOKEN="",
        INPUT_BOT_LOGIN="",
    )
    page = desk.open()
    expect(card(page, 1)).to_be_visible()
    expect(page.locator(".who")).to_contain_text("Signed in as @owner")
    page.close()
    assert len(desk.key) >= 40
    status, said = desk.stop()
    assert status == 0
    assert said.endswith(
        "The dashboard has ended. What was sent stands on GitHub; nothing else is lost.\n"
    )
    assert desk.key not in said


def test_it_ends_while_github_does_not_answer_and_a_page_is_open(seated: Make) -> None:
    desk = seated()
    desk.expected.append("ERR_")
    asked(desk)
    page = desk.open()
    expect(card(page, 1)).to_be_visible()
    with desk.gh.lock:
        page.get_by_role("button", name="Refresh").click()
        expect(page.locator(".reading")).to_be_visible()
        status, said = desk.stop()
    assert (status, "The dashboard has ended." in said) == (0, True)
    assert "Traceback" not in said
