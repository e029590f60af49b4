"""What a player may see."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mossa
from mossa import Game, MossaError, Position
from mossa.play.player import Player, ask, move_is_visible, stricter_limits, visible_position
from mossa.play.players import player
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

SEEDS = st.integers(0, 2**64 - 1)
HIDDEN = ("kuhn", "cards", "rps", "matrix")


def decisions(game: Game) -> Iterator[Position]:
    """Every position of a small game in which a player moves."""
    stack = [game.start()]
    while stack:
        at = stack.pop()
        if not at.is_over:
            if not at.is_chance:
                yield at
            stack += [at.play(move) for move in at.legal]


class Spy(Player):
    """Plays the first move and remembers what it was shown."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "spy", {})
        self.shown: list[Position] = []

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        self.shown.append(position)
        return SearchResult(position.legal[0], 0.0)


@pytest.mark.parametrize("name", HIDDEN)
@given(seed=SEEDS)
def test_states_that_look_alike_are_shown_alike(name: str, seed: int) -> None:
    """The strongest form of fairness: with the same seed, what a player sees of two states that he cannot tell apart
    is the same state, so nothing that he does can depend on what he must not know."""
    game = mossa.game(name)
    information_state = game.rules.information_state
    assert information_state is not None
    shown: dict[object, object] = {}
    for at in decisions(game):
        seen = visible_position(at, seed)
        assert shown.setdefault((at.mover, information_state(at.state, at.mover)), seen.state) == seen.state
        assert information_state(seen.state, at.mover) == information_state(at.state, at.mover)
        assert seen.legal == at.legal
        assert seen.parent is None


@pytest.mark.parametrize("name", HIDDEN)
def test_whoever_is_asked_sees_only_that(name: str) -> None:
    game = mossa.game(name)
    different = False
    for at in decisions(game):
        spy = Spy(game)
        ask(spy, at, Limits(), 1)
        [shown] = spy.shown
        assert shown.parent is None
        different |= shown.state != at.state
    assert different, "the true state was shown every time"


def test_with_perfect_information_the_position_itself_is_shown() -> None:
    at = mossa.game("tictactoe").after("b2")
    assert visible_position(at, 3) is at


@pytest.mark.parametrize("spec", ["clairvoyance", "policy", "perfect", "averaging", "best-defence", "random"])
def test_no_player_does_better_by_the_hidden_card(spec: str) -> None:
    """The same seed and the same knowledge give the same move, whatever the opponent really holds."""
    game = mossa.game("kuhn")
    choices = set()
    for text in ("QJ:b", "KJ:b"):  # the second player, with a jack, was bet at by a queen or a king
        one = player(spec, game)
        one.begin(5)
        choices.add(ask(one, game.position(text), Limits(), 9).move)
    assert len(choices) == 1


def test_moves_are_told_only_to_those_who_see_them() -> None:
    kuhn = mossa.game("kuhn")
    deal = kuhn.start()
    assert move_is_visible(deal, deal.legal[0], 0)
    assert not move_is_visible(deal, deal.legal[0], 1)
    bet = kuhn.position("KJ:")
    assert all(move_is_visible(bet, move, 1) for move in bet.legal)
    rps = mossa.game("rps").start()
    assert not any(move_is_visible(rps, move, 1) for move in rps.legal)
    code = mossa.game("mastermind:pegs=2,colours=3").start()
    assert not any(move_is_visible(code, move, 1) for move in code.legal)
    assert move_is_visible(mossa.game("tictactoe").start(), 0, 1)


def test_a_hand_is_not_told_to_the_player_who_gets_what_is_left() -> None:
    """The third hand follows from the fourth, but only for who knows the first two."""
    at = mossa.game("hearts").start()
    for seed in range(3):
        hand = at.game.rules.sample(at.state, mossa.u64(seed))  # type: ignore[misc]
        assert not any(move_is_visible(at, hand, viewer) for viewer in range(4))
        at = at.play(hand)
    assert not any(move_is_visible(at, card, viewer) for card in at.legal for viewer in (1, 2, 3))


def test_nobody_is_asked_where_nobody_moves() -> None:
    kuhn = mossa.game("kuhn")
    with pytest.raises(MossaError, match="chance moves here"):
        ask(Spy(kuhn), kuhn.start(), Limits(), 0)
    over = mossa.game("tictactoe").after("a1 a2 b1 b2 c1")
    with pytest.raises(MossaError, match="over"):
        ask(Spy(over.game), over, Limits(), 0)


def test_the_stricter_limit_counts() -> None:
    given_limits = Limits(time=2, depth=5)
    both = stricter_limits(given_limits, {"time": 1.0, "depth": 9, "nodes": 7})
    assert (both.time, both.depth, both.nodes) == (1, 5, 7)
    assert both.stop is given_limits.stop


def test_every_player_can_be_asked_what_the_site_wants_to_know() -> None:
    game = mossa.game("tictactoe")
    for spec in ("random", "alphabeta-textbook", "alphabeta:memory=3", "perfect"):
        made = player(spec, game)
        assert made.memory_mib > 0
        assert made.recording is None
        assert not made.is_pondering
    assert player("alphabeta:memory=3", game).memory_mib == 3


def test_progress_is_the_last_completed_depth_where_nobody_asked_to_be_called() -> None:
    at = mossa.game("tictactoe").after("b2")
    quiet, calling = player("alphabeta-textbook", at.game), player("alphabeta-textbook", at.game)
    heard: list[SearchResult] = []
    calling.on_depth = heard.append
    for one in (quiet, calling):
        ask(one, at, Limits(5.0), 0)
    assert quiet.progress[-1].depth == heard[-1].depth > 1
    assert not calling.progress
    ask(quiet, at, Limits(depth=2), 0)
    assert quiet.progress[-1].depth == 2  # of the last search only


def test_a_search_is_recorded_on_request() -> None:
    at = mossa.game("connect4").after("4 4")
    engine = player("alphabeta:depth=4", at.game)
    ask(engine, at, Limits(), 0)
    assert engine.recording is None
    engine.records = True
    found = ask(engine, at, Limits(), 0)
    assert engine.recording is not None
    assert (engine.recording.state, engine.recording.depth) == (at.state, found.depth)
    ask(engine, at, Limits(), 0, multipv=2)
    assert engine.recording is None  # a comparison of moves is no search of a game
