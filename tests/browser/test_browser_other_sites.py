"""Pages of other sites that know the port, and even the key: nothing is sent, nothing is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import ELSEWHERE
from tests.browser.flows import Make, asked, said, settled
from tests.browser.neighbours import Neighbour
from tests.browser.seated import Seated, card

FORM = """<!doctype html><title>Elsewhere</title>
<iframe name="into"></iframe>
<form method="post" action="{action}" target="into" enctype="{enctype}">
{fields}
<button>Go</button></form>
"""
REFUSED = "This address is not served here.\n"
TRIES = Path(__file__).with_name("tries.html").read_text(encoding="utf-8")


def order(desk: Seated) -> dict[str, str]:
    """The very fields of an approval, as the page would send them."""
    page = desk.open()
    card(page, 1)
    settled(page)
    page.goto(f"{desk.address}answer/{desk.ballot().ref.replace('#', '/')}/A")
    hidden = page.locator("#confirm input[type=hidden]")
    fields = {one.get_attribute("name") or "": one.input_value() for one in hidden.all()}
    assert set(fields) == {"ballot", "choice", "head", "base", "asked_since"}
    page.close()
    return {**fields, "reason": "From elsewhere."}


def elsewhere(desk: Seated, url: str) -> Page:
    """A page of another site, in a window that has the dashboard open in another tab."""
    page = desk.open().context.new_page()
    page.goto(url)
    return page


@pytest.mark.parametrize("enctype", ["application/x-www-form-urlencoded", "text/plain"])
def test_a_form_of_another_site_sends_nothing(seated: Make, enctype: str) -> None:
    desk = seated()
    asked(desk)
    fields = order(desk)
    html = "".join(f'<input type="hidden" name="{n}" value="{v}">' for n, v in fields.items())
    for key in (desk.key, "guessed"):
        action = f"http://127.0.0.1:{desk.port}/{key}/answer"
        page_of = FORM.format(action=action, enctype=enctype, fields=html)
        with Neighbour(page_of) as neighbour:
            page = elsewhere(desk, neighbour.url)
            with page.expect_response(lambda answer: answer.request.method == "POST") as got:
                page.get_by_role("button", name="Go").click()
            assert got.value.status == (403 if key == desk.key else 404)
            page.close()
    assert said(desk) == []


@pytest.mark.parametrize("knows_key", [True, False], ids=["right key", "guessed key"])
def test_scripts_of_another_site_read_and_send_nothing(seated: Make, knows_key: bool) -> None:
    desk = seated()
    asked(desk)
    fields = order(desk)
    requests = len(desk.gh.journal.entries)
    base = desk.address if knows_key else f"http://127.0.0.1:{desk.port}/guessed/"
    with Neighbour(TRIES.replace("BASE", base)) as neighbour:
        page = elsewhere(desk, neighbour.url)
        page.evaluate("([base, fields]) => tries(base, fields)", [base, fields])
        assert page.evaluate("window.heard") == []
        framed = page.frames[1]
        assert framed.locator("[data-card], form").count() == 0
        for opened in page.context.pages[2:]:
            assert opened.evaluate("window.opener") is None
        page.evaluate("(base) => tries(base, {})", f"{neighbour.url}/")
        heard = page.evaluate("window.heard.map((said) => said.split(':')[0])")
        assert {"read", "window"} <= set(heard), "what could be read would have been heard"
        page.close()
    assert said(desk) == []
    assert len(desk.gh.journal.entries) == requests


def test_a_name_that_was_made_to_point_here_gets_nothing(seated: Make) -> None:
    desk = seated()
    asked(desk)
    desk.start()
    page = desk.browser.new_page()
    answer = page.goto(f"http://{ELSEWHERE}:{desk.port}/{desk.key}/")
    assert answer is not None
    assert (answer.status, answer.text()) == (421, REFUSED)
    told = page.evaluate(
        "(path) => fetch(path, {method: 'POST', body: new URLSearchParams({note: 1})})"
        ".then((answer) => answer.status, () => 'blocked')",
        f"/{desk.key}/dismiss",
    )
    assert told in (421, "blocked")
    page.close()
    for host in (ELSEWHERE, f"{ELSEWHERE}:{desk.port}", "127.0.0.1", "127.0.0.1:1", "[::1]"):
        for path in ("/", f"/{desk.key}/", f"/{desk.key}/state"):
            status, headers, text = desk.ask(path, Host=host)
            assert (status, text) == (421, REFUSED)
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
    page = desk.open()
    expect(card(page, 1)).to_be_visible()
    assert said(desk) == []
