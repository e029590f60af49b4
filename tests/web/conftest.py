"""A site in this process, with a data folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.talk import HERE

from mossa.web.app import make_app


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def site(folder: Path) -> Iterator[TestClient]:
    with TestClient(make_app(folder=folder), base_url=HERE) as client:
        yield client
