"""A site in this process, with a data folder of its own; and a browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.browser import start_browser
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
