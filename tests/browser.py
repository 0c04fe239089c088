"""A real Chromium for tests of pages; without it, or without the library that drives it, they are skipped."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


HARD_TO_READ = """(() => {
  const channels = (color) => color.match(/[0-9.]+/g).map(Number);
  const light = (color) => channels(color).slice(0, 3).map((c) => c / (color.startsWith("color") ? 1 : 255))
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const faults = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim();
    const node = texts.currentNode.parentElement;
    if (!text || ["script", "style", "noscript", "title"].includes(node.tagName.toLowerCase()) || !node.getClientRects().length) continue;
    const style = getComputedStyle(node);
    const drawn = node.ownerSVGElement;
    const scale = drawn ? Math.hypot(node.getScreenCTM().a, node.getScreenCTM().b) : 1;
    if (parseFloat(style.fontSize) * scale < 11) faults.push(`${parseFloat(style.fontSize) * scale} px: ${text}`);
    if (!drawn) continue;
    let ground = drawn;
    let opacity = 1;
    for (let part = node; part !== drawn; part = part.parentElement) opacity *= Number(getComputedStyle(part).opacity);
    while (channels(getComputedStyle(ground).backgroundColor)[3] === 0) ground = ground.parentElement;
    const back = light(getComputedStyle(ground).backgroundColor);
    const front = opacity * light(style.fill) + (1 - opacity) * back;
    const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    if (ratio < 4.5) faults.push(`contrast ${ratio}: ${text}`);
  }
  return faults;
})()"""
"""Which texts are smaller than 11 pixels, and which texts of drawings, which axe-core does not see, have less than 4.5:1."""


@dataclass
class Opened:
    """A page that is open, and all that went wrong on it: it stays empty."""

    page: Any
    complaints: list[str] = field(default_factory=list)

    @property
    def state(self) -> tuple[int, int, str]:
        """How many rounds there are, the round that is shown, and the mistakes so far."""
        found = self.page.evaluate("({...document.body.dataset})")
        return int(found["rounds"]), int(found["round"]), found["mistakes"]

    def text(self) -> str:
        """Return all that a reader sees."""
        return str(self.page.inner_text("body"))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def click(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def faults(self, *rules: str) -> list[str]:
        """Return what axe-core, which the page has, finds serious, and texts of drawings that are hard to read."""
        return self.serious(**({"runOnly": rules} if rules else {})) + list(self.page.evaluate(HARD_TO_READ))

    def serious(self, **options: Any) -> list[str]:
        """Return what axe-core, which the page has, finds serious."""
        options["resultTypes"] = ["violations"]
        found = self.page.evaluate("(options) => axe.run(document, options)", options)["violations"]
        return [
            f"{rule['id']}: {rule['nodes'][0]['html']}" for rule in found if rule["impact"] in {"serious", "critical"}
        ]

    def sentence(self) -> str:
        return str(self.page.locator("[aria-live]").inner_text())


class Browser:
    """Opens pages from files."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    @contextmanager
    def open(self, path: Path, width: int = 1280, *, dark: bool = False, site: Path | None = None) -> Iterator[Opened]:
        """Open a page; in the end, see that nothing went wrong: no message, error, request or dialog, no value missing.

        A page of a site may ask for the files of the site, and may be about missing values.
        """
        size, scheme = {"width": width, "height": 900}, "dark" if dark else "light"
        context = self._driver.new_context(viewport=size, color_scheme=scheme)
        opened = Opened(context.new_page())
        opened.page.on("console", lambda message: opened.complaints.append(message.text))
        opened.page.on("pageerror", lambda error: opened.complaints.append(str(error)))
        opened.page.on("dialog", lambda dialog: opened.complaints.append(dialog.message))
        home = (site or path).as_uri()
        opened.page.on(
            "request", lambda asked: None if asked.url.startswith(home) else opened.complaints.append(asked.url)
        )
        try:
            opened.page.goto(path.as_uri())
            yield opened
            assert opened.complaints == []
            assert site or not re.search(r"undefined|NaN|\[object", opened.text())
        finally:
            context.close()

    def text_without_scripts(self, path: Path) -> str:
        """Return what a reader sees where scripts are switched off."""
        context = self._driver.new_context(java_script_enabled=False)
        try:
            page = context.new_page()
            page.goto(path.as_uri())
            return str(page.inner_text("body"))
        finally:
            context.close()


@contextmanager
def browser() -> Iterator[Browser]:
    """Start Chromium, or skip the test."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright: the extra dev")
    if CHROMIUM is None:
        pytest.skip("needs Chromium, a package of the system")
    with playwright.sync_playwright() as started:
        driver = started.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            yield Browser(driver)
        finally:
            driver.close()
