"""Results in a notebook: tables and drawings, with text that is escaped."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import mossa
from mossa.core.html import figure, paragraph, table
from mossa.play import Match, best, run
from mossa.play.tournament import CrossTable, Tournament
from mossa.search import textbook

GAME = mossa.game("tictactoe")


def text_of(html: str) -> str:
    """The text of well-formed HTML."""
    return " ".join(" ".join(ET.fromstring(f"<div>{html}</div>").itertext()).split())


def test_texts_are_escaped() -> None:
    assert text_of(paragraph("<b> & 'x'")) == "<b> & 'x'"
    assert text_of(table(["<a>"], [["&"], [1234567], [0.123456], [None], [True]])) == "<a> & 1,234,567 0.1235 – True"
    assert text_of(figure("<svg/>", "a < b")) == "a < b"


@pytest.mark.parametrize("name", mossa.names())
def test_every_game_and_its_first_position(name: str) -> None:
    game = mossa.game(name)
    assert text_of(game._repr_html_()).startswith(f"{game.title} ")
    shown = game.start()._repr_mimebundle_()
    assert set(shown) == {"text/plain", "image/svg+xml", "text/html"}
    assert shown["image/svg+xml"].startswith("<svg")
    assert game.start().caption in shown["text/html"]


def test_captions() -> None:
    assert GAME.start().caption == "X to move"
    assert GAME.after("a1 b1 a2 b2 a3").caption == "X won"
    assert GAME.after("a1 b1 a2 b2 b3 a3 c1 c2 c3").result == (0, 0)
    assert GAME.after("a1 b1 a2 b2 b3 a3 c1 c2 c3").caption == "a draw"
    assert mossa.game("kuhn").start().caption == "chance moves"


def test_advice() -> None:
    position = GAME.after("a1 b1 b2")
    shown = text_of(best(position, player="minimax")._repr_html_())
    assert "minimax: c3, worth exactly" in shown
    several = text_of(best(position, player="alphabeta:depth=4", multipv=3)._repr_html_())
    assert "move value c3" in several
    mixed = text_of(best(mossa.game("rps").start())._repr_html_())
    assert "move how often" in mixed


def test_advice_shows_no_hidden_card() -> None:
    position = mossa.game("kuhn").start().play(0).play(2)
    other = mossa.game("kuhn").start().play(0).play(1)
    assert (
        best(position, player="policy")._repr_html_().split("<p>")[0]
        == best(other, player="policy")._repr_html_().split("<p>")[0]
    )


def test_results() -> None:
    score = run(Match("tictactoe", ("random", "random:seed=2"), 4))
    assert text_of(score._repr_html_()).startswith(
        "random against random:seed=2 of the first player wins, draws, losses"
    )
    table_of_all = CrossTable(Tournament(("tictactoe",), ("random", "minimax"), 2))
    assert text_of(table_of_all._repr_html_()).startswith("0 of 2 games, tictactoe player points games Elo ±")


def test_comparisons_and_playouts() -> None:
    rows = textbook.compare(mossa.game("tree").rules)
    assert "minimax-list 3 a1 13 9 0 7" in text_of(rows._repr_html_())
    shown = text_of(GAME.start().playout(100, seed=1)._repr_html_())
    assert shown.startswith("100 random games, 100 of them finished")
