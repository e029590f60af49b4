"""One simulation of information-set search: the numbers of a plain twin, compiled and interpreted."""

from pathlib import Path

import pytest
from tests.search.montecarlo.plain_information_sets import PlainSearch

import mossa
from mossa.search.common.limits import Limits
from mossa.search.montecarlo.information_sets import InformationSetSearch

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
POSITIONS = {
    "cards": "1",
    "kuhn": "J K",
    "kuhn:players=3": "T J Q check",
    "rps": "rock",
    f"{EXAMPLES / 'goofspiel.py'}:cards=4": "3",
    f"{EXAMPLES / 'liars_dice.py'}:faces=3": "2 1",
}


@pytest.mark.parametrize("spec", POSITIONS)
def test_it_is_the_plain_search_compiled_and_interpreted(spec):
    """Two programs that share nothing but the game, the options and the seed; the engine in both of its forms."""
    game = mossa.game(spec)
    state = game.after(POSITIONS[spec]).state
    for regret, single, others in ((0.0, 0.0, 0.0), (0.0, 1.0, 0.5), (1.0, 0.0, 0.5), (1.0, 1.0, 0.0)):
        options = {"regret": regret, "single": single, "others": others}
        moves = PlainSearch(game, options).search(state, 200, 7)
        known = {move: (one.visits, one.mean) for move, one in moves.items()}
        for compiled in (True, False):
            engine = InformationSetSearch(game, memory_mib=1, options=options, compiled=compiled)
            found = engine.search(state, Limits(nodes=200), seed=7)
            rows = dict(zip(game.rules.legal(state), engine.root_rows(state), strict=True))
            assert {move: (row.visits, row.mean) for move, row in rows.items()} == known
            assert {move: row.share for move, row in rows.items()} == {m: one.share for m, one in moves.items()}
            assert dict(found.candidates) == {move: mean for move, (_, mean) in known.items()}


@pytest.mark.parametrize(
    ("spec", "one_deal"), [("hearts:passing=hold", 1), ("hearts:points=30", 1), ("hearts:points=5", 0)]
)
def test_it_is_the_plain_search_of_a_game_of_many_deals(spec, one_deal):
    """Chance that is drawn, guided simulations, and where they end. Utilities are thirds, so means are rounded."""
    game = mossa.game(spec)
    at = game.start()
    while at.is_chance:
        at = at.play(game.rules.sample(at.state, mossa.u64(len(at.line))))
    while len(at.legal) == 1:
        at = at.play(at.legal[0])
    plain = PlainSearch(game, {"one_deal": one_deal}).search(at.state, 25, 3)
    for compiled in (True, False):
        engine = InformationSetSearch(game, memory_mib=1, options={"one_deal": one_deal}, compiled=compiled)
        found = engine.search(at.state, Limits(nodes=25), seed=3)
        means = {move: plain[move].mean if move in plain else 0 for move in at.legal}
        assert dict(found.candidates) == {move: pytest.approx(mean, abs=1e-4) for move, mean in means.items()}
