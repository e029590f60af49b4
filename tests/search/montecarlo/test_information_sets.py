"""Information-set search: mixed strategies of small games, and what a player may not know."""

from pathlib import Path

import pytest

import mossa
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.montecarlo.information_sets import InformationSetSearch

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"


def found_at(spec, moves, nodes=8000, seed=0):
    """The moves as text with their probabilities, and the value."""
    game = mossa.game(spec)
    at = game.after(moves)
    found = InformationSetSearch(game).search(at.state, Limits(nodes=nodes), seed=seed)
    return {at.write_move(move): share for move, share in found.probabilities}, found


def test_rock_paper_scissors_is_mixed_evenly():
    shares, found = found_at("rps", "")
    assert list(shares.values()) == pytest.approx([1 / 3] * 3, abs=0.05)
    assert found.value == pytest.approx(0, abs=0.05)


def test_in_kuhn_poker_the_king_never_folds_and_the_jack_never_calls():
    for card, never in (("K", "fold"), ("J", "call")):
        other = "J" if card == "K" else "K"
        shares, _ = found_at("kuhn", f"{other} {card} bet")
        assert shares[never] < 0.05
        assert sum(shares.values()) == pytest.approx(1)


def test_in_goofspiel_the_last_but_one_prize_is_bid_for_as_the_solution_does():
    shares, _ = found_at(f"{EXAMPLES / 'goofspiel.py'}:cards=4", "4")
    assert max(shares, key=shares.get) == "4"


def test_the_answer_depends_only_on_what_the_player_knows_and_on_the_seed():
    spec = f"{EXAMPLES / 'liars_dice.py'}"
    one, two, other = (found_at(spec, f"2 {die}", 500, seed)[0] for die, seed in ((1, 3), (4, 3), (4, 4)))
    assert one == two != other


def test_limits_and_refusals():
    game = mossa.game("rps")
    search = InformationSetSearch(game)
    assert search.search(game.rules.start(), Limits(time=0.0001)).nodes >= 100  # a reasonable answer, however late
    assert search.search(game.rules.start(), Limits(nodes=7)).nodes == 7
    with pytest.raises(MossaError, match="tictactoe hides nothing"):
        InformationSetSearch(mossa.game("tictactoe"))
    kuhn = mossa.game("kuhn")
    with pytest.raises(MossaError, match="chance moves here"):
        InformationSetSearch(kuhn).search(kuhn.rules.start())
