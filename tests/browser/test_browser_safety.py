"""What the dashboard answers, and what it makes of foreign text in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from inbox.dashboard.guard import BODY_LIMIT, HEADERS
from inbox.simulator.conversation import PullRequest
from tests.browser.flows import (
    Make,
    asked,
    asking,
    card_is_shown,
    choice,
    confirm,
    question,
    said,
    sent,
)
from tests.browser.seated import NARROW, Seated, card

EVIL = (
    '"><script>alert(1)</script><img src=https://evil.test/x onerror=alert(2)>'
    "<a href=javascript:alert(3)>a</a><style>body{display:none}</style>"
)
MARKDOWN = f"""\
{EVIL}

<script>alert(4)</script>
<iframe src="https://evil.test/frame"></iframe>
<svg onload=alert(5)></svg> <details ontoggle=alert(6) open>x</details>

[press](javascript:alert(7)) [data](data:text/html,<script>alert(8)</script>)
![picture](https://evil.test/picture.png) [vb](vbscript:alert(9))
<http://evil.test/plain> <style>@import url(https://evil.test/style.css);</style>
<base href="https://evil.test/"> <meta http-equiv="refresh" content="0;url=https://evil.test/">
<form action="https://evil.test/"><button id="dialog" name="root">Send this answer</button></form>
"""
QUESTIONS = f"""\
{MARKDOWN}

## Decisions

<!-- decision-inbox:decisions -->

### storage: Where? {EVIL}

- [ ] In memory {EVIL}
- [ ] On disk `{EVIL}`

### name: What is it called? (text)

> **Answer:** {EVIL}
> **Note:** {EVIL}
"""


def test_every_kind_of_answer_carries_the_headers(seated: Make) -> None:
    desk = seated()
    asked(desk)
    desk.start()
    root, host = f"/{desk.key}/", f"127.0.0.1:{desk.port}"
    own = {"Origin": f"http://{host}", "Host": host}
    paths = ("", "board", "state", "static/board.css", "static/board.js", "static/fresh.js")
    answers = [desk.ask(root + path) for path in paths]
    answers += [
        desk.ask("/"),
        desk.ask("/guessed/"),
        desk.ask(f"{root}nothing"),
        desk.ask(f"{root}static/../app.py"),
        desk.ask(root, "PUT"),
        desk.ask(f"{root}refresh", "POST"),
        desk.ask(f"{root}refresh", "POST", Origin="http://evil.test"),
        desk.ask(f"{root}answer", "POST", "choice=A", **own),
        desk.ask(f"{root}answer", "POST", "x" * (BODY_LIMIT + 1), **own),
        desk.ask(f"{root}refresh", "POST", **own),
        desk.ask(f"{root}answer/org/app/99/A"),
    ]
    statuses = [status for status, _, _ in answers]
    assert statuses == [200] * 6 + [404, 404, 404, 404, 405, 403, 403, 400, 413, 303, 404]
    wanted = {name.lower(): text for name, text in HEADERS.items()}
    for _, headers, text in answers:
        assert wanted.items() <= headers.items()
        assert not {"access-control-allow-origin", "set-cookie", "server"} & set(headers)
        assert desk.secret not in f"{headers}{text}"
    for _, _, text in answers[6:8]:
        assert desk.key not in text


def hostile(desk: Seated) -> PullRequest:
    """Foreign text that would like to run, wherever the page shows any."""
    pull = asked(
        desk,
        title=f"T {EVIL}",
        body=QUESTIONS,
        base="main",
        head="x'\"><img/src/onerror=alert(10)>",
        files={f"migrations/{EVIL.replace('/', '_')}.sql": "added"},
    )
    asking(desk, f"## Open questions\n\n- Should {EVIL} or not?\n\n{MARKDOWN}", title=EVIL)
    desk.gh.check_run(pull, EVIL, conclusion="failure")
    desk.owner.comment(desk.ballot(), f"/aprove {EVIL}")
    return pull


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_foreign_text_runs_nothing_and_asks_for_nothing(seated: Make, script: bool) -> None:
    desk = seated()
    hostile(desk)
    page = desk.open(NARROW, script=script)
    card_is_shown(page, 1)
    for fold in page.locator("details").all():
        if fold.get_attribute("open") is None:
            fold.locator("> summary").click()
    expect(card(page, 1)).to_contain_text("<script>alert(1)</script>")
    expect(page.locator("main script, main img, main iframe, main style, main svg")).to_have_count(
        0
    )
    expect(page.locator("main base, main meta, [onerror], [onload], [ontoggle]")).to_have_count(0)
    links = page.locator("main a").evaluate_all("all => all.map(one => one.protocol)")
    assert set(links) <= {"http:", "https:"}
    for link in page.locator("main .markdown a").all():
        assert "noopener" in (link.get_attribute("rel") or "")
    expect(page.locator("#dialog")).to_have_count(1)
    no_overflow(page)
    if script:
        answered(desk, page)


def answered(desk: Seated, page: Page) -> None:
    """What is typed is as foreign as what was read."""
    shown = card(page, 1)
    question(shown, "storage").get_by_label("In memory").check()
    question(shown, "name").get_by_label("Your answer").fill(f"My {EVIL}")
    question(shown, "name").locator("[data-note-box]").fill(EVIL)
    shown.locator("[data-submit]").click()
    sent(page)
    choice(shown, "C").click()
    confirm(page, f"{EVIL}\n[x](javascript:alert(11))")
    sent(page)
    assert len(said(desk)) == 2
    expect(page.locator("main script, main img, main iframe, main style")).to_have_count(0)
    page.reload()
    card_is_shown(page, 1)


def no_overflow(page: Page) -> None:
    """Nothing is wider than the window."""
    page.set_viewport_size({"width": 320, "height": 700})
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]


def test_a_question_that_names_a_part_of_the_page_takes_nothing_over(seated: Make) -> None:
    desk = seated()
    names = ("dialog", "board", "live", "keys", "main")
    body = "## Decisions\n\n<!-- decision-inbox:decisions -->\n\n" + "".join(
        f"### {name}: Which {name}?\n\n- [ ] __proto__ {name}\n- [ ] constructor\n\n"
        for name in names
    )
    asking(desk, body)
    page = desk.open()
    shown = card(page, 1)
    for name in names:
        question(shown, name).get_by_label("constructor").check()
    shown.locator("[data-submit]").click()
    sent(page)
    assert desk.now("org/app#1").body.text.count("[x] constructor") == len(names)
