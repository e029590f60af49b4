"""Who may ask: pages of this machine and of this site, or whoever knows the token."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.web.talk import HERE, Page, begin, watch

from mossa.web.app import make_app


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8642", "", "[::1"])
def test_other_names_of_this_machine_are_refused(site: TestClient, host: str) -> None:
    assert site.get("/", headers={"host": host}).status_code == 403


def test_pages_of_other_sites_are_refused(site: TestClient) -> None:
    body = {"game": "tictactoe", "seats": ["human", "random"]}
    assert site.post("/api/boards", json=body, headers={"origin": "http://evil.example"}).status_code == 403
    assert site.post("/api/boards", json=body, headers={"sec-fetch-site": "cross-site"}).status_code == 403
    id = begin(site, "tictactoe", "human", "random")
    with (
        pytest.raises(WebSocketDisconnect),
        watch(site, id, headers={"origin": "http://evil.example"}),
    ):
        pass
    with watch(site, id, headers={"origin": HERE}) as socket:
        assert Page(socket).ready()["yours"]


def test_browsers_are_told_to_trust_nothing_from_elsewhere(site: TestClient) -> None:
    headers = site.get("/").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]


def test_elsewhere_than_on_loopback_a_token_is_asked_for(tmp_path: Path) -> None:
    there = "http://games.example:8642"
    html = {"accept": "text/html", "accept-language": "it-IT"}
    with TestClient(make_app(folder=tmp_path, token="secret"), base_url=there) as client:
        door = client.get("/", headers=html)
        assert door.status_code == 403
        assert "Token" in door.text
        assert client.get("/api/games").json() == {"error": "this server asks for its token"}
        assert client.get("/static/style.css").status_code == 403
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/ws/x"):
            pass
        assert client.get("/?token=wrong", headers=html).status_code == 403
        way = client.get("/?token=secret", headers=html, follow_redirects=False)
        assert (way.status_code, way.headers["location"]) == (303, "/")
        assert "httponly" in way.headers["set-cookie"].lower()
        assert client.get("/api/games").status_code == 200
        assert client.post("/api/boards", json={}, headers={"origin": "http://evil.example"}).status_code == 403
        with client.websocket_connect("ws://games.example:8642/ws/none") as socket:
            assert "no such game" in socket.receive_json()["text"]
