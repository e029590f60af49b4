"""The Monte Carlo engine: the textbook's visits and means, compiled equals interpreted, limits, memory, and what it
must never miss."""

from __future__ import annotations

import random
import threading
from functools import reduce
from operator import xor

import pytest
from tests.search.montecarlo.forest import PLAIN, forest, nodes_of, tree_number

import mossa
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.montecarlo.pool import TOTAL, VISITS, children, first_child
from mossa.search.montecarlo.uct import MonteCarlo, require_perfect_information
from mossa.search.textbook import run

LINK = 2


@pytest.mark.parametrize(
    "parameters",
    [{}, {"players": 3}, {"players": 1}, {"chance": 3}, {"players": 4, "chance": 2, "deep": 6}],
    ids=str,
)
def test_it_is_the_search_of_the_textbook(parameters: dict[str, int]) -> None:
    """Two programs that share nothing but the game and the seed: the same means of all moves, to the last digit."""
    game = forest(**parameters)
    engine = MonteCarlo(game, memory_mib=1, options=PLAIN | {"exploration": 1.0})
    for number in range(1, 21):
        state = tree_number(game, number)
        if game.rules.is_chance(state):
            continue
        engine.forget()
        engine.memories[0].seed = mossa.u64(number)
        found = engine.search(state, Limits(nodes=150), multipv=9)
        trace = run("mcts", game.rules, state, simulations=150, seed=number, exploration=1.0, trace=False)
        mover = game.rules.mover(state)
        own = {
            int(text): worth[mover] if isinstance(worth, tuple) else worth if mover == 0 else -worth
            for text, worth in trace.candidates.items()
        }
        assert dict(found.candidates) == {move: pytest.approx(worth, abs=1e-12) for move, worth in own.items()}
        assert str(found.move) == trace.best


@pytest.mark.parametrize(
    ("name", "simulations"),
    [("tictactoe", 600), ("connect4", 250), ("nim", 300), ("trio", 120), ("othello", 25), ("checkers", 25)],
)
def test_compiled_equals_interpreted(name: str, simulations: int) -> None:
    """The same tree: visits, sums, links, moves and proofs of every node."""
    game = mossa.game(name)
    slow, fast = (MonteCarlo(game, memory_mib=4, seed=5, compiled=compiled) for compiled in (False, True))
    one, other = (engine.search(game.rules.start(), Limits(nodes=simulations)) for engine in (slow, fast))
    assert nodes_of(slow) == nodes_of(fast)
    assert (one.move, one.value, one.pv, one.nodes) == (other.move, other.value, other.pv, other.nodes)


@pytest.mark.parametrize("parameters", [{"chance": 3, "deep": 6}, {"players": 5, "chance": 1}], ids=str)
def test_compiled_equals_interpreted_on_random_trees(parameters: dict[str, int]) -> None:
    game = forest(**parameters)
    slow, fast = (MonteCarlo(game, memory_mib=1, seed=5, compiled=compiled) for compiled in (False, True))
    for number in range(1, 21):
        state = tree_number(game, number)
        for engine in (slow, fast):
            engine.search(state, Limits(nodes=120))
        assert nodes_of(slow) == nodes_of(fast)


def test_what_is_solved_is_the_minimax_value() -> None:
    game, exact = forest(deep=5), 0
    engine = MonteCarlo(game, memory_mib=1)
    for number in range(1, 501):
        state = tree_number(game, number)
        found = engine.search(state, Limits(nodes=4000))
        value = run("minimax", game.rules, state, trace=False).value
        assert found.exact
        exact += 1
        assert found.value == (value if game.rules.mover(state) == 0 else -value)
        after = game.rules.play(state, found.move)
        best = run("minimax", game.rules, after, trace=False).value if not game.rules.is_over(after) else None
        assert best in (None, value)
    assert exact == 500


def test_proofs_through_chance_are_true() -> None:
    game, exact = forest(deep=5, chance=3), 0
    engine = MonteCarlo(game, memory_mib=1)
    for number in range(1, 401):
        state = tree_number(game, number)
        found = engine.search(state, Limits(nodes=2000))
        if found.exact:
            value = run("expectiminimax", game.rules, state, trace=False).value
            assert found.value == pytest.approx(value if game.rules.mover(state) == 0 else -value)
            exact += 1
    assert exact > 30


def test_a_won_game_is_won_soon_and_a_lost_one_held_long() -> None:
    game = mossa.game("tictactoe")
    won = game.after("b2 a1 c2").state  # O must block, X cannot be stopped from drawing at least
    assert MonteCarlo(game, memory_mib=1).search(won, Limits(nodes=20_000)).exact
    fork = game.after("a1 b1 b2 c3").state
    found = MonteCarlo(game, memory_mib=1).search(fork, Limits(nodes=20_000))
    assert (found.value, found.exact) == (1.0, True)
    assert len(found.pv) == 3


def test_the_pool_is_cleared_and_the_search_goes_on() -> None:
    game = mossa.game("othello")
    engine = MonteCarlo(game, memory_mib=1)
    found = engine.search(game.rules.start(), Limits(nodes=60_000))
    assert found.nodes == 60_000
    assert found.held <= engine.pool.capacity
    rows = nodes_of(engine)
    assert len(rows) <= engine.pool.capacity
    assert rows[0][VISITS] == 60_000  # what is dropped is still counted above
    assert sum(row[VISITS] for row in rows[1 : 1 + children(rows[0][LINK])]) == 60_000
    for row in rows:
        first, n = first_child(row[LINK]) // 5, children(row[LINK])
        assert sum(one[VISITS] for one in rows[first : first + n]) <= row[VISITS]


def test_the_tree_stays_when_moves_are_played() -> None:
    game = mossa.game("connect4")
    engine = MonteCarlo(game, memory_mib=4, options=PLAIN)
    state = game.rules.start()
    engine.search(state, Limits(nodes=5000))
    before = nodes_of(engine)
    child = before[1 + 3]
    grandchild = before[first_child(child[LINK]) // 5 + 2]
    engine.advance([3, 2])
    after = nodes_of(engine)
    assert after[0] == [*grandchild[:LINK], after[0][LINK], *grandchild[LINK + 1 :]]
    assert children(after[0][LINK]) == 7
    assert engine.state == game.rules.play(game.rules.play(state, 3), 2)
    engine.search(engine.state, Limits(nodes=100))
    assert nodes_of(engine)[0][VISITS] == grandchild[VISITS] + 100
    engine.advance([0] * 7)  # an unknown line: nothing is known
    assert engine.state is None


def test_limits_end_a_search() -> None:
    game = mossa.game("othello")
    engine = MonteCarlo(game, memory_mib=1)
    stop = threading.Event()
    stop.set()
    assert engine.search(game.rules.start(), Limits(stop=stop)).move in game.rules.legal(game.rules.start())
    told: list[SearchResult] = []
    assert engine.search(game.rules.start(), Limits(time=0.7), on_depth=told.append).nodes > 100
    assert [one.nodes for one in told] == sorted({one.nodes for one in told})
    assert len(told) > 1


def test_threads_share_a_tree() -> None:
    game = mossa.game("connect4")
    engine = MonteCarlo(game, memory_mib=16, threads=3, options=PLAIN)
    found = engine.search(game.rules.start(), Limits(nodes=30_000))
    assert found.nodes == 30_000
    rows = nodes_of(engine)
    assert 0.9 * 30_000 < rows[0][VISITS] <= 30_000  # two threads that count at once may lose a visit
    assert sum(row[VISITS] for row in rows[1:8]) == pytest.approx(rows[0][VISITS], rel=0.1)
    assert all(abs(row[TOTAL]) <= row[VISITS] for row in rows[1:8])
    solved = MonteCarlo(mossa.game("tictactoe"), memory_mib=4, threads=2)
    assert solved.search(solved.game.rules.start(), Limits(nodes=500_000)).value == 0.0


def test_it_never_loses_tic_tac_toe() -> None:
    """Against every line of play of the opponent, from both sides, even without proofs."""
    game = mossa.game("tictactoe")
    for options in ({}, PLAIN):
        for seat in (0, 1):
            engine = MonteCarlo(game, memory_mib=1, options=options)
            stack, met = [game.rules.start()], set()
            while stack:
                state = stack.pop()
                if game.rules.is_over(state):
                    assert game.rules.utility(state, seat) >= 0
                elif state not in met:
                    met.add(state)
                    mine = game.rules.mover(state) == seat
                    moves = [engine.search(state, Limits(nodes=3000)).move] if mine else game.rules.legal(state)
                    stack += [game.rules.play(state, move) for move in moves]


def test_it_plays_a_winning_move_of_nim_whenever_there_is_one() -> None:
    game, chooser, won = mossa.game("nim:heaps=5-5-5"), random.Random(1), 0
    engine = MonteCarlo(game, memory_mib=16)
    while won < 1000:
        heaps = tuple(chooser.randint(0, 5) for _ in range(3))
        if reduce(xor, heaps) == 0:
            continue
        state = game.rules.start()._replace(heaps=heaps, turn=chooser.randrange(2))
        engine.forget()
        move = engine.search(state, Limits(nodes=100_000)).move
        assert reduce(xor, game.rules.play(state, move).heaps) == 0, heaps
        won += 1


@pytest.mark.parametrize("knowledge", [0.0, 1.0])
def test_it_finds_every_win_and_every_block_in_one(knowledge: float) -> None:
    game, chooser = mossa.game("connect4"), random.Random(2)
    rules, engine, seen = game.rules, MonteCarlo(game, memory_mib=1, options={"knowledge": knowledge}), 0

    def wins(state):  # type: ignore[no-untyped-def]
        ends = ((move, rules.play(state, move)) for move in rules.legal(state))
        return [move for move, after in ends if rules.is_over(after) and rules.utility(after, rules.mover(state)) > 0]

    while seen < 1000:
        state = rules.start()
        for _ in range(chooser.randrange(4, 36)):
            if not rules.is_over(state):
                state = rules.play(state, chooser.choice(rules.legal(state)))
        if rules.is_over(state):
            continue
        own = wins(state)
        safe = [move for move in rules.legal(state) if not wins(rules.play(state, move))]
        if not own and len(safe) != 1:
            continue  # no win, and no single block
        assert engine.search(state, Limits(nodes=3000)).move in (own or safe)
        seen += 1


def test_games_it_does_not_play() -> None:
    with pytest.raises(mossa.MossaError, match="kuhn hides information; Monte Carlo tree search plays"):
        require_perfect_information(mossa.game("kuhn"))
    game = mossa.game("backgammon")
    with pytest.raises(mossa.MossaError, match="chance moves here"):
        MonteCarlo(game, memory_mib=1).search(game.rules.start(), Limits(nodes=1))
    over = mossa.game("tictactoe").after("a1 b1 a2 b2 a3").state
    with pytest.raises(mossa.MossaError, match="the game is over"):
        MonteCarlo(mossa.game("tictactoe"), memory_mib=1).search(over, Limits(nodes=1))


def test_a_kept_root_that_was_solved_without_children_is_searched() -> None:
    """`bounds` may settle a leaf before it has children; after its move, the winning one is still to be found."""
    game, chooser = mossa.game("connect4"), random.Random(3)
    rules, engine, met = game.rules, MonteCarlo(mossa.game("connect4"), memory_mib=1), 0
    for _ in range(60):
        state = rules.start()
        for _ in range(chooser.randint(8, 20)):
            state = state if rules.is_over(state) else rules.play(state, chooser.choice(rules.legal(state)))
        for move in rules.legal(state):
            after = rules.play(state, move)
            wins = [reply for reply in rules.legal(after) if rules.is_over(rules.play(after, reply))]
            if not wins:
                continue
            engine.forget()
            engine.search(state, Limits(nodes=60))
            engine.advance([move])
            assert engine.search(after, Limits(nodes=60)).move in wins
            met += 1
    assert met > 20


def test_an_estimate_at_the_horizon_is_not_rounded_to_a_whole_utility() -> None:
    game = mossa.game("othello")
    engine = MonteCarlo(game, memory_mib=1, options={"horizon": 4.0})
    found = engine.search(game.rules.start(), Limits(nodes=200), multipv=4)
    assert len({value for _, value in found.candidates}) > 1
