"""A site in this process, with a data folder of its own; and a browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.browser import quiet_page, serving, start_browser
from tests.web.talk import HERE

from mossa.web.app import make_app


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def site(folder: Path) -> Iterator[TestClient]:
    with TestClient(make_app(folder=folder), base_url=HERE) as client:
        yield client


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = start_browser(playwright)
        yield started
        started.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site in a process of its own, for the tests of a module."""
    with serving(tmp_path_factory.mktemp("site")) as found:
        yield found


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    yield from quiet_page(browser, viewport={"width": 1200, "height": 900}, locale="en-GB")


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    yield from quiet_page(browser, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
