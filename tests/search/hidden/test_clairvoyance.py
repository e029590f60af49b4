"""Clairvoyance compiled: the same deals and values as the interpreted run and as the textbook's averaging."""

import threading
from math import fsum
from pathlib import Path

import pytest

import mossa
from mossa.kernel import u64
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.hidden.clairvoyance import Clairvoyance
from mossa.search.hidden.deals import seed_of
from mossa.search.textbook.clairvoyance import averaged

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
GAMES = {
    "cards": "1",
    "kuhn": "K J bet",
    "kuhn:players=3": "T J Q check",
    "rps": "rock",
    f"{EXAMPLES / 'goofspiel.py'}:cards=4": "3 2",
    f"{EXAMPLES / 'liars_dice.py'}:faces=3": "2 1",
}


def at(spec):
    """A game, and a position in which something is hidden from the mover."""
    game = mossa.game(spec)
    return game, game.after(GAMES[spec])


@pytest.mark.parametrize("spec", GAMES)
def test_the_means_are_those_of_the_textbook_over_the_same_deals(spec):
    game, position = at(spec)
    found = Clairvoyance(game).search(position.state, Limits(), deals=20, seed=7, multipv=99)
    worlds = [game.rules.redeal(position.state, position.mover, seed_of(u64(7), deal)) for deal in range(20)]
    values = averaged(game.rules, [(world, 1 / 20) for world in worlds], position.mover)
    assert found.deals == 20
    assert dict(found.candidates) == pytest.approx({move: fsum(vector) / 20 for move, vector in values.items()})
    assert found.value == max(value for _, value in found.candidates)


@pytest.mark.parametrize("spec", GAMES)
def test_interpreted_equals_compiled_to_the_node(spec):
    game, position = at(spec)
    for limits in (Limits(), Limits(nodes=300), Limits(depth=2)):
        one, other = (
            Clairvoyance(game, compiled=compiled).search(position.state, limits, deals=12, seed=3, multipv=9)
            for compiled in (True, False)
        )
        assert (one.candidates, one.nodes, one.deals, one.depth) == (
            other.candidates,
            other.nodes,
            other.deals,
            other.depth,
        )


def test_threads_find_the_same_values():
    game, position = at("cards")
    one, three = (
        Clairvoyance(game, threads=threads).search(position.state, Limits(), deals=50, seed=1, multipv=4)
        for threads in (1, 3)
    )
    assert one.candidates == three.candidates
    assert three.deals == 50


def test_what_is_known_of_a_state_serves_every_deal_in_which_it_occurs():
    game, position = at("cards")
    engine = Clairvoyance(game)
    first, again = (engine.search(position.state, Limits(), deals=1, seed=1).nodes for _ in range(2))
    many = Clairvoyance(game).search(position.state, Limits(), deals=1000, seed=1).nodes
    assert again == 1 + len(position.legal)
    assert many < 2.5 * first + 1000 * again  # two hands, however often they are dealt


def test_it_knows_nothing_that_is_hidden_from_the_mover():
    game = mossa.game(f"{EXAMPLES / 'liars_dice.py'}:faces=3")
    found = [
        Clairvoyance(game).search(game.after(f"2 {die}").state, Limits(), deals=9, seed=5, multipv=9).candidates
        for die in (1, 3)
    ]
    assert found[0] == found[1]


def test_it_ends_at_any_limit_with_a_legal_move():
    game = mossa.game(f"{EXAMPLES / 'goofspiel.py'}:cards=8")  # a deal takes far longer than any of these limits
    position, told = game.after("5"), []
    engine = Clairvoyance(game)
    for limits in (Limits(time=0.05), Limits(nodes=1000), Limits(nodes=1)):
        found = engine.search(position.state, limits, on_depth=told.append)
        assert found.move in position.legal
        assert found.seconds < 5
        assert limits.nodes is None or found.nodes <= limits.nodes + len(position.legal) + 1
    assert told
    stop = threading.Event()
    stop.set()
    assert engine.search(position.state, Limits(stop=stop)).move in position.legal


def test_secrets_that_cannot_be_compiled_are_dealt_by_the_interpreted_rules():
    game = mossa.game("mastermind:pegs=2,colours=2")
    position = game.after("12")
    engine = Clairvoyance(game)
    assert engine.dealer is None
    found = engine.search(position.state, Limits(depth=3), deals=5, seed=2)
    assert found.move in position.legal


def test_refusals():
    with pytest.raises(MossaError, match="tictactoe hides nothing"):
        Clairvoyance(mossa.game("tictactoe"))
    kuhn = mossa.game("kuhn")
    with pytest.raises(MossaError, match="chance moves here"):
        Clairvoyance(kuhn).search(kuhn.rules.start(), Limits())
