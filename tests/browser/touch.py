"""A finger on a phone of 360 px: what :mod:`tests.support.playing` does to pages, done to a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, ElementHandle, Locator, Page, sync_playwright

from tests.browser.screens import ARGUMENTS, CHROMIUM

WIDTH, HEIGHT = 360, 740


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def phone(browser: Browser, *, scripts: bool = True) -> Page:
    """A page on a phone, with or without JavaScript."""
    context = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True, is_mobile=True, java_script_enabled=scripts
    )
    page = context.new_page()
    page.set_default_timeout(10_000)
    return page


class Finger:
    """Taps and types on a page, and waits until the page has answered."""

    def __init__(self, page: Page, *, scripts: bool = True, touch: bool = True) -> None:
        self.page, self.scripts, self.touch = page, scripts, touch
        self.taps = 0

    @property
    def html(self) -> str:
        """The page as it stands."""
        return self.page.content()

    def has(self, button: str) -> bool:
        """Whether a button is there to be tapped."""
        return self._button(button).count() > 0

    def press(self, button: str) -> None:
        """Tap a button and wait for what comes of it."""
        self._tap(self._button(button))

    def follow(self, link: str) -> None:
        """Tap a link."""
        self._tap(self.page.locator(f"a#{link}"))

    def open_part(self, part: str) -> None:
        """Open what is folded."""
        self.taps += 1
        self._on(self.page.locator(f"details#{part} > summary"))

    def choose(self, name: str, value: str) -> None:
        """Choose one of several: a radio button, or a line of a list."""
        found = self.page.locator(f'select[name="{name}"]')
        if found.count():
            if found.input_value() == value:
                return
            self.taps += 2
            if self.scripts and name == "fault":
                before = self.page.query_selector("#prefilled")
                found.select_option(value)
                gone(before)
            else:
                found.select_option(value)
            return
        radio = self.page.locator(f'input[name="{name}"][value="{value}"]')
        if not radio.is_checked():
            self.taps += 1
            self._on(radio)

    def type(self, name: str, text: str) -> None:
        """Type into a field."""
        field = self.page.locator(f'input[name="{name}"]:visible')
        if field.input_value() != text:
            field.fill(text)

    def tick(self, name: str, *, on: bool) -> None:
        """Tick a box, or take the tick away."""
        box = self.page.locator(f'input[type="checkbox"][name="{name}"]')
        if box.is_checked() != on:
            self.taps += 1
            self._on(box)

    def _on(self, target: Locator) -> None:
        """A tap, or a click where there is no touch."""
        if self.touch:
            target.tap()
        else:
            target.click()

    def _button(self, button: str) -> Locator:
        return self.page.locator(f'button[id="{button}"], button[value="{button}"]').first

    def _tap(self, target: Locator) -> None:
        """Tap, and wait for the next page or for the exchange of a part of this one."""
        self.taps += 1
        in_form = target.evaluate("element => !!element.closest('#entry') && element.tagName === 'BUTTON'")
        if self.scripts and in_form and target.get_attribute("form") is None:
            before = self.page.query_selector("#entry-body")
            self._on(target)
            gone(before)
        else:
            with self.page.expect_navigation():
                self._on(target)


def gone(before: ElementHandle | None) -> None:
    """Wait until a part of the page has been exchanged. (The policy forbids the usual waiting for an expression.)"""
    assert before is not None
    before.wait_for_element_state("hidden")
