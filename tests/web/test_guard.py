"""Who may ask: pages of this machine and of this site, or whoever knows the token."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.web.talk import HERE, Page, begin, watch

from mossa.web.app import make_app
from mossa.web.guard import is_loopback


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


@pytest.mark.parametrize("host", ["127.0.0.2", "127.9.9.9:8642", "localhost", "[::1]:8642"])
def test_every_address_of_loopback_is_this_machine(site: TestClient, host: str) -> None:
    assert site.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("host", "own"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("127.9.9.9", True), ("0.0.0.0", False), ("x.y", False)],
)
def test_loopback_is_known(host: str, own: bool) -> None:
    assert is_loopback(host) is own


@pytest.mark.parametrize(
    ("address", "goes_to"),
    [
        ("/?token=secret", "/"),
        ("//evil.example/?token=secret", "/evil.example/"),
        ("/%5Cevil.example/?token=secret", "/evil.example/"),
        ("///evil.example/%2e%2e?token=secret&lang=it", "/evil.example/..?lang=it"),
        ("/play/x?token=secret&token=secret&a=b%20c", "/play/x?a=b+c"),
    ],
)
def test_a_token_leaves_the_address_and_never_the_site(tmp_path: Path, address: str, goes_to: str) -> None:
    there = "http://games.example:8642"
    with TestClient(make_app(folder=tmp_path, token="secret"), base_url=there) as client:
        for _ in ("without the cookie", "with it"):
            answer = client.get(there + address, follow_redirects=False)
            assert (answer.status_code, answer.headers["location"]) == (303, goes_to)
        wrong = client.get(there + address.replace("secret", "wrong"), follow_redirects=False)
        assert (wrong.status_code, wrong.headers["location"]) == (303, goes_to)
