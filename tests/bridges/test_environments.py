"""`mossa.env` and `mossa.gym_env`: what can be asked of them wrongly."""

from __future__ import annotations

import sys

import pytest
from tests.bridges.frameworks import need

import mossa
from mossa import MossaError


@pytest.mark.parametrize("make", [mossa.env, mossa.gym_env])
def test_what_is_refused(make) -> None:
    need("pettingzoo")
    with pytest.raises(MossaError, match="checkers has no fixed action space"):
        make("checkers")
    with pytest.raises(MossaError, match="there is no game 'chss'"):
        make("chss")
    with pytest.raises(MossaError, match="a render mode is one of ansi, human, svg, not 'rgb'"):
        make("nim", render_mode="rgb")


def test_without_the_frameworks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(MossaError, match=r"PettingZoo is not installed: pip install 'mossa\[rl\]'"):
        mossa.env("nim")
    with pytest.raises(MossaError, match=r"Gymnasium is not installed: pip install 'mossa\[rl\]'"):
        mossa.gym_env("nim")


def test_a_game_of_parameters() -> None:
    need("pettingzoo")
    assert mossa.env("connect4:columns=5").action_space("player_0").n == 5
    assert mossa.env(mossa.game("tictactoe")).action_space("player_0").n == 9
