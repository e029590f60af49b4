"""The weights of checkers: set by hand, in a file, and without a sound file."""

from pathlib import Path

import pytest

import mossa
from mossa.games.checkers import patterns, weights

CHECKERS = mossa.game("checkers")


def test_weights_set_by_hand() -> None:
    simple = weights.spread(weights.simple()) / weights.UNIT
    assert simple[patterns.MEN + 13 * 8 + 7].tolist() == [100, 124]
    assert simple[patterns.MY_KING + 13].tolist() == [8, 8]
    assert simple[patterns.THEIR_KING + 18].tolist() == [-8, -8]

    def by_hand(fen: str) -> float:
        state = CHECKERS.position(fen).state
        return float(sum(simple[place, 0] for place in patterns.features(state) if place < patterns.THE_MOVE))

    assert by_hand("start") == 0
    bridge = by_hand("B:W32:B1,3") - by_hand("B:W32:B1") - by_hand("B:W32:B3") + by_hand("B:W32:B")
    assert bridge == 8


@pytest.mark.parametrize("damage", [b"", b"rubbish", None])
def test_without_sound_weights(damage: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "FILE", tmp_path / "weights.xz")
    if damage is not None:
        weights.FILE.write_bytes(weights.FORMAT.encode() + damage)
    with pytest.warns(RuntimeWarning, match="weights.xz .*; checkers is played with weights set by hand"):
        found = weights.weights()
    assert (found == weights.packed(weights.spread(weights.simple()))).all()
    weights.write(weights.FILE, weights.simple())
    assert (weights.weights() == found).all()
    weights.write(weights.FILE, weights.simple()[:-1])
    with pytest.warns(RuntimeWarning, match="other patterns"):
        weights.weights()
