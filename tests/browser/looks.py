"""How a page looks and is read aloud: axe's judgement, its width, and the names of its controls."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # the library has no types
from playwright.sync_api import Page

_OVERFLOWING = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest(".unseen, .skip, pre"))
  .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
  .map((one) => one.outerHTML.slice(0, 120))"""
_STOPS = """() => {
  const one = document.activeElement;
  const style = getComputedStyle(one);
  const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const at = one.closest("label, summary") ?? one;
  const around = getComputedStyle(at);
  const box = one.getBoundingClientRect();
  return {
    tag: one.tagName,
    id: one.id,
    isShown: ring || (around.outlineStyle !== "none" && parseFloat(around.outlineWidth) >= 2),
    place: box.top + scrollY,
    isIn: one !== document.body,
  };
}"""
_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def check(page: Page, within: str | None = None) -> None:
    """Axe finds nothing to complain about, and nothing is wider than the window."""
    found = Axe().run(page, within, {"runOnly": _RULES, "resultTypes": ["violations"]})
    told = [
        f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found.response["violations"]
        for node in one["nodes"]
    ]
    assert not told, "\n".join(told)
    assert found.response["passes"], "axe looked at nothing"
    fits(page)


def fits(page: Page) -> None:
    """Nothing can be scrolled sideways, and nothing reaches over the edge."""
    wide = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert (wide[0] <= wide[1], page.evaluate(_OVERFLOWING)) == (True, [])


def tab_stops(page: Page, most: int = 80) -> list[str]:
    """The ids, else the tags, of what Tab reaches from the top; each shows its focus."""
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    stops: list[str] = []
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate(_STOPS)
        if not stop["isIn"]:
            break
        assert stop["isShown"], stop
        stops.append(stop["id"] or stop["tag"].lower())
    return stops
