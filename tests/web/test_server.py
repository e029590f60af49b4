"""Where the server listens."""

import socket

import pytest

from mossa import MossaError
from mossa.web.server import PORT, listen, start


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(MossaError, match=f"port {port}"):
            listen("127.0.0.1", port)


def test_without_a_port_a_free_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        monkeypatch.setattr("mossa.web.server.PORT", other.getsockname()[1])
        with listen("127.0.0.1", None) as listening:
            assert listening.getsockname()[1] != other.getsockname()[1]
    assert PORT == 8642


@pytest.mark.parametrize("port", [-1, 65536])
def test_a_port_that_is_none_is_refused(port: int) -> None:
    with pytest.raises(MossaError, match="from 0"):
        listen("127.0.0.1", port)


@pytest.mark.parametrize("token", ["", "short", "a token with blanks", "è-non-è-ascii-lettere"])
def test_a_token_of_the_environment_is_long_and_plain(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    monkeypatch.setenv("MOSSA_TOKEN", token)
    with pytest.raises(MossaError, match="MOSSA_TOKEN is a token of 16 letters"):
        start(0, host="0.0.0.0", say=lambda address: None)
