"""The views of our programs: what each shows, and that none shows a player of any game what is hidden from him."""

from pathlib import Path

import pytest

import mossa
from mossa.cli.check_views import views
from mossa.core.conformance import check

DICE = Path(__file__).parents[2] / "docs" / "examples" / "liars_dice.py"
HIDDEN = [name for name in mossa.names() if not mossa.game(name).facts.perfect]
LONG = 50
"""Games that can last longer than so many plies."""


@pytest.mark.parametrize("name", [*HIDDEN, str(DICE)])
def test_no_view_shows_what_is_hidden(name: str) -> None:
    game = mossa.game(name)
    games = 2 if game.facts.horizon > LONG else 5  # two long ones have more positions than five others
    assert check(game, games=games, compiled=False, views=views()).faults == []


@pytest.mark.parametrize("name", views())
def test_every_view_shows_what_the_player_may_see(name: str) -> None:
    """It is no constant: it differs where what he knows differs."""
    lines = ("1 3 1x1", "1 4 1x1", "1 3 1x1 1x2 1x3", "1 3 1x1 2x1 2x2 2x3 2x4")
    assert len({str(views()[name](mossa.game(str(DICE)).after(line), 1)) for line in lines}) >= 2


@pytest.mark.parametrize("name", sorted(set(views()) - {"past on the page", "JSON of best", "hint of the page"}))
def test_a_board_that_tells_is_noticed_in_every_view_with_a_board(name: str, tmp_path: Path) -> None:
    tells = "\n\ndef scene(state, viewer):\n    return grid(['.'], {}, notes=[str(state.dice)])\n"
    path = tmp_path / "tells.py"
    path.write_text(DICE.read_text("utf-8").replace("import CHANCE, Facts", "import CHANCE, Facts, grid") + tells)
    game, view = mossa.game(str(path)), views()[name]
    assert view(game.after("1 3 1x1"), 1) != view(game.after("2 3 1x1"), 1)
