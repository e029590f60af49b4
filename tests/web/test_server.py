"""Where the server listens."""

import socket

import pytest

from mossa import MossaError
from mossa.web.server import PORT, _listen, is_loopback


@pytest.mark.parametrize(
    ("host", "own"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("127.9.9.9", True), ("0.0.0.0", False), ("x.y", False)],
)
def test_loopback_is_known(host: str, own: bool) -> None:
    assert is_loopback(host) is own


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with _listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(MossaError, match=f"port {port}"):
            _listen("127.0.0.1", port)


def test_without_a_port_a_free_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        monkeypatch.setattr("mossa.web.server.PORT", other.getsockname()[1])
        with _listen("127.0.0.1", None) as listening:
            assert listening.getsockname()[1] != other.getsockname()[1]
    assert PORT == 8642


@pytest.mark.parametrize("port", [-1, 65536])
def test_a_port_that_is_none_is_refused(port: int) -> None:
    with pytest.raises(MossaError, match="from 0"):
        _listen("127.0.0.1", port)
