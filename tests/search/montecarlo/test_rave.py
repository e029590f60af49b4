"""RAVE: the sums of all moves as first against a naive count, compiled equals interpreted, and moves of any size."""

from __future__ import annotations

import pytest
from tests.kernel.twins import both
from tests.search.montecarlo.forest import PLAIN, forest, nodes_of, tree_number

import mossa
from mossa.core.game import Game
from mossa.kernel.memory import Ints, Words
from mossa.kernel.words import u64
from mossa.search.common.limits import Limits
from mossa.search.montecarlo.pool import LINK, MOVE, STRIDE, children, first_child
from mossa.search.montecarlo.rave import LONGEST_TRAIL, OFF, SEEN, add_to_trail, place_of, remember, trail_length
from mossa.search.montecarlo.uct import MonteCarlo


def counted(engine: MonteCarlo, simulations: int) -> dict[int, tuple[int, int]]:
    """The sums that RAVE should have, counted one simulation after the other."""
    memory, words, found = engine.memories[0], engine.pool.words, dict[int, tuple[int, int]]()
    state = engine.game.rules.start()
    for _ in range(simulations):
        engine.search(state, Limits(nodes=1))
        n = memory.trail[0]
        made = [(memory.trail[1 + 2 * i], memory.trail[2 + 2 * i]) for i in range(n)]
        for place in range(memory.depth):
            link, player = words[memory.path[place] + LINK], memory.choosers[place + 1]
            for i in range(children(link)):
                child = first_child(link) + i * STRIDE
                if (player, words[child + MOVE]) in made[place:] and player >= 0:
                    visits, total = found.get(child, (0, 0))
                    found[child] = visits + 1, total + memory.results[player]
    return found


@pytest.mark.parametrize("name", ["tictactoe", "trio"])
def test_the_sums_are_those_of_all_simulations_with_the_move(name: str) -> None:
    engine = MonteCarlo(mossa.game(name), memory_mib=1, options=PLAIN | {"rave": 50.0}, seed=3)
    found = counted(engine, 300)
    rows = engine.pool.used[0]
    amaf = engine.pool.amaf.array[: 2 * rows].reshape(-1, 2).tolist()
    assert {row * STRIDE: (n, total) for row, (n, total) in enumerate(amaf) if n} == found
    assert len(found) > 200


@pytest.mark.parametrize(
    "game", [mossa.game("othello"), mossa.game("tictactoe"), forest(players=3, chance=2, deep=6)], ids=str
)
def test_compiled_equals_interpreted(game: Game) -> None:
    slow, fast = (MonteCarlo(game, memory_mib=1, options={"rave": 80.0}, compiled=c) for c in (False, True))
    state = tree_number(game, 4) if game.facts.players == 3 else game.rules.start()
    for engine in (slow, fast):
        engine.search(state, Limits(nodes=30 if game.name == "othello" else 300))
    assert nodes_of(slow) == nodes_of(fast)
    assert slow.pool.amaf.array.tolist() == fast.pool.amaf.array.tolist()


def test_what_is_known_moves_with_its_node() -> None:
    game = mossa.game("tictactoe")
    engine = MonteCarlo(game, memory_mib=1, options=PLAIN | {"rave": 50.0})
    engine.search(game.rules.start(), Limits(nodes=3000))
    rows, amaf = nodes_of(engine), engine.pool.amaf.array.reshape(-1, 2).tolist()
    first = first_child(rows[5][LINK]) // STRIDE
    expected = amaf[first : first + 8]
    engine.advance([4])
    assert engine.pool.amaf.array.reshape(-1, 2).tolist()[1:9] == expected


def test_it_still_never_loses() -> None:
    game = mossa.game("tictactoe")
    engine = MonteCarlo(game, memory_mib=1, options={"rave": 100.0})
    assert engine.search(game.rules.start(), Limits(nodes=60_000)).exact
    shared = MonteCarlo(game, memory_mib=1, threads=2, options=PLAIN | {"rave": 100.0})
    assert shared.search(game.rules.start(), Limits(nodes=20_000)).nodes == 20_000
    sums = shared.pool.amaf.array.reshape(-1, 2)[1:10]
    assert (sums[:, 0] <= 20_000).all()
    assert (sums[:, 0] > 5_000).all()  # a player makes about half of the moves
    assert (abs(sums[:, 1]) <= sums[:, 0]).all()


def test_moves_of_any_size_are_remembered_until_the_next_simulation() -> None:
    moves = [(player, move) for player in (0, 1, 5) for move in (0, 7, 2**24, 2**61 + 3)]
    for kernel, where in zip(both(remember), both(place_of), strict=True):
        seen = Words(2 * SEEN)
        for player, move in moves:
            kernel(seen, player, move, u64(9))
        for player, move in moves:
            assert seen[2 * where(seen, player, move, u64(9)) + 1] == 9
            assert seen[2 * where(seen, player, move + 1, u64(9)) + 1] != 9
            assert seen[2 * where(seen, player, move, u64(10)) + 1] != 10


def test_a_trail_ends_where_its_memory_does() -> None:
    for kernel in both(add_to_trail):
        trail, off = Ints(trail_length()), Ints(1)
        for move in range(LONGEST_TRAIL + 5):
            kernel(trail, 1, move)
        assert trail[0] == LONGEST_TRAIL
        assert trail[2 * LONGEST_TRAIL] == LONGEST_TRAIL - 1
        off[0] = OFF
        kernel(off, 1, 1)
        assert off[0] == OFF
