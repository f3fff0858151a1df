"""A browser for the tests of this folder."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.touch import chromium

# Playwright keeps an event loop in the thread of the tests, in which Django would refuse to touch the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    """A browser for all tests of a file; each opens a context of its own."""
    with chromium() as running:
        yield running
