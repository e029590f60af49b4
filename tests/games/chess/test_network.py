"""What the network adds to the evaluation, and its file."""

import pytest
from tests.games.chess.positions import boards, judged, state_of

import mossa
from mossa import MossaError
from mossa.core.files import seal
from mossa.games.chess import network

CHESS = mossa.game("chess")

RULES = CHESS.rules


def test_the_network_does_not_mind_what_it_saw_before():
    scratch = RULES.scratch()
    added = [RULES.refine(state_of(board), scratch) for board in boards("scratch")]
    assert added == [judged(board)[1] for board in boards("scratch")]
    assert len(set(added)) > 6


def test_what_the_network_adds_fades():
    first, later = (CHESS.position(f"4k3/8/8/8/8/4n3/4R3/4K3 w - - {quiet} 90").state for quiet in (0, 80))
    added = RULES.refine(first, RULES.scratch())
    assert added != 0
    assert RULES.refine(later, RULES.scratch()) == added * 120 // 200


def test_a_network_that_cannot_be_read_is_one_sentence(tmp_path, monkeypatch):
    path = tmp_path / "network.xz"
    with pytest.raises(MossaError, match="cannot be read"):
        network.read(path)
    path.write_bytes(b"no network")
    with pytest.raises(MossaError, match="is damaged, cut short, or not of the format"):
        network.read(path)
    seal(path, f"{network.FORMAT} 12x64x33x8", b"")
    with pytest.raises(MossaError, match="of the shape 12x64x33x8; this version reads 12x64x64x8"):
        network.read(path)
    seal(path, f"{network.FORMAT} 12x64x64x8", b"12345")
    with pytest.raises(MossaError, match="holds 5 bytes, which is no network"):
        network.read(path)
    monkeypatch.setattr(network, "FILE", path)
    network.learnt.cache_clear()
    with pytest.warns(UserWarning, match="chess is played by the features alone"):
        scratch = network.scratch()
    network.learnt.cache_clear()
    assert RULES.refine(RULES.start(), scratch) == 0


def test_a_network_is_written_and_read_back(tmp_path):
    network.write(tmp_path / "network.xz", network.learnt())
    for kept, read in zip(network.learnt(), network.read(tmp_path / "network.xz"), strict=True):
        assert kept.dtype == read.dtype
        assert (kept == read).all()
