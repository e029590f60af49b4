"""OpenSpiel's games here: the same games, for every algorithm."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest
from tests.bridges.frameworks import need
from tests.web.browser import PATIENCE, chromium, serving, start_browser

import mossa
from mossa import MossaError
from mossa.core.conformance import check
from mossa.play.advice import best, solve
from mossa.search.common.perft import perft

need("pyspiel")

import pyspiel  # noqa: E402

SOUND = [
    *("tic_tac_toe", "hex(board_size=3)", "nim", "connect_four", "breakthrough(rows=5,columns=4)"),
    *("kuhn_poker", "leduc_poker", "matrix_rps", "goofspiel(num_cards=3)", "pig(horizon=10,winscore=6)"),
]


@pytest.mark.parametrize("name", SOUND)
def test_they_keep_the_promises_of_the_protocol(name: str) -> None:
    report = check(mossa.game(f"openspiel:{name}"), games=2, thorough=60)
    assert report.faults == []


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "connect_four"])
def test_they_are_the_games_of_openspiel(name: str) -> None:
    rng, at, theirs = (
        random.Random(4),
        mossa.game(f"openspiel:{name}").start(),
        pyspiel.load_game(name).new_initial_state(),
    )
    while not theirs.is_terminal():
        assert at.mover == max(-1, theirs.current_player())
        assert list(at.legal) == theirs.legal_actions()
        action = rng.choice(theirs.legal_actions())
        assert at.write_move(action) == theirs.action_to_string(theirs.current_player(), action).replace(" ", "_")
        at = at.play(action)
        theirs.apply_action(action)
    assert at.result == tuple(theirs.returns())
    assert at.game.position(at.text) == at
    assert pickle.loads(pickle.dumps(at)) == at


def test_exact_values() -> None:
    """Kuhn's and Leduc's values are published: −1/18 and −0.0856."""
    assert solve(mossa.game("openspiel:kuhn_poker").start()).value == pytest.approx(-1 / 18)
    assert solve(mossa.game("openspiel:matrix_rps").start()).value == pytest.approx(0)
    assert solve(mossa.game("openspiel:tic_tac_toe").after("x(1,1) o(0,0) x(2,2) o(0,2)")).value == 0


@pytest.mark.parametrize("player", ["minimax", "alphabeta-textbook", "alphabeta-list", "alphabeta", "mcts:nodes=300"])
def test_every_algorithm_plays_them(player: str) -> None:
    position = mossa.game("openspiel:tic_tac_toe").after("x(0,0) o(1,0) x(0,1) o(2,0)")
    assert best(position, depth=None if ":" in player else 3, player=player).move == "x(0,2)"


def test_counting() -> None:
    game = mossa.game("openspiel:tic_tac_toe")
    assert perft(game, game.rules.start(), 3) == 9 * 8 * 7


def test_boards() -> None:
    position = mossa.game("openspiel:hex(board_size=3)").after("b2")
    assert str(position) == ". . .\n . x .\n  . . ."
    assert {cell.name for cell in position.scene().cells if cell.piece is None} == set(position.moves)
    leduc = mossa.game("openspiel:leduc_poker").start().play(0).play(4)
    assert "Private: 4" not in leduc.scene(0).text() != leduc.scene(1).text()


def test_wrong_use() -> None:
    with pytest.raises(MossaError, match="OpenSpiel has no game 'hexx'; it has"):
        mossa.game("openspiel:hexx")
    with pytest.raises(MossaError, match=r"OpenSpiel cannot load hex\(size=3\): Unknown parameter 'size'"):
        mossa.game("openspiel:hex(size=3)")
    with pytest.raises(MossaError, match="does not say what a player knows"):
        mossa.game("openspiel:skat")
    with pytest.raises(MossaError, match="'9' is not one of the legal ones there, 1, 2, 3, 4, 5, 6, 7, 8"):
        mossa.game("openspiel:tic_tac_toe").position("0,9")


@pytest.mark.slow
@pytest.mark.skipif(chromium() is None, reason="no chromium on this machine: the page is not tried")
def test_they_are_played_on_the_page(tmp_path: Path) -> None:
    sync = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    name = "openspiel:hex(board_size=3)"
    seats = {"game": name, "seats": ["human", "alphabeta-textbook:depth=2"], "seconds": 1}
    with serving(tmp_path, files=[Path(name)]) as address, sync.sync_playwright() as playwright:
        browser = start_browser(playwright)
        page = browser.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        made = page.request.post(f"{address}/api/boards", data=seats).json()
        page.goto(f"{address}/play/{made['id']}")
        page.locator("#status", has_text="Your move").wait_for()
        page.locator('#board .cell[aria-label^="b2"]').first.click()
        page.locator("#moves li").nth(1).wait_for()
        page.locator("#status", has_text="Your move").wait_for()
        browser.close()
