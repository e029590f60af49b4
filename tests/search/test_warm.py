"""Compiling ahead: the kernels of a game are there afterwards, and nothing is compiled again."""

from pathlib import Path

import pytest
from tests.small_games import DRAWN_RACE

import mossa
from mossa.search.warm import warm

DATA = Path(__file__).parent.parent / "data"


@pytest.mark.parametrize(
    ("name", "kernels", "last"),
    [
        ("tictactoe", 3, "alpha-beta"),
        (str(DATA / "pigrace.py"), 3, "expectimax"),
        ("trio", 1, "perft"),  # three players: no compiled engine
    ],
)
def test_every_kernel_that_a_game_needs(name: str, kernels: int, last: str) -> None:
    game, said = mossa.game(name), list[str]()
    assert warm(game, said.append) == kernels
    assert said[0] == f"{game.name}: perft"
    assert said[-1] == f"{game.name}: {last}"


def test_outcomes_that_are_not_listed_are_not_counted(tmp_path: Path) -> None:
    (tmp_path / "race.py").write_text(DRAWN_RACE)
    said = list[str]()
    assert warm(mossa.game(str(tmp_path / "race.py")), said.append) == 2
    assert len(said) == 1
    assert said[0].endswith("race.py: expectimax")
