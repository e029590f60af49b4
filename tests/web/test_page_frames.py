"""The pages as they are sent: one frame around what is of each page alone."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from mossa.web.page_frames import STATIC, write_page

NAMES = sorted(path.stem for path in STATIC.glob("*.html"))


def test_a_file_holds_the_main_part_of_its_page_alone() -> None:
    assert {"index", "play", "lab", "nope"} <= set(NAMES)
    for name in NAMES:
        text = (STATIC / f"{name}.html").read_text("utf-8")
        assert text.startswith("<main ")
        assert text.endswith("</main>\n")


@pytest.mark.parametrize("name", NAMES)
def test_what_a_page_names_is_there(name: str) -> None:
    text = write_page(name).text
    assert text.startswith("<!doctype html>")
    assert text.count("<main") == text.count("</main>") == text.count("<title>mossa") == 1
    named = re.findall(r'(?:src|href)="/static/([^"]+)"', text)
    assert len(named) == 4
    assert all((STATIC / one).is_file() for one in named)


def test_a_page_that_the_browser_has_is_not_sent_again(site: TestClient) -> None:
    first = site.get("/lab")
    assert (first.status_code, first.text) == (200, write_page("lab").text)
    assert first.headers["cache-control"] == "no-cache"
    again = site.get("/lab", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert site.get("/lab", headers={"if-none-match": '"another"'}).status_code == 200
    assert site.get("/learn").headers["etag"] != first.headers["etag"]


def test_an_address_that_is_none_has_its_page_each_time(site: TestClient) -> None:
    first = site.get("/nope")
    again = site.get("/nope", headers={"if-none-match": first.headers["etag"]})
    assert (first.status_code, again.status_code) == (404, 404)
    assert again.text == write_page("nope").text
