"""What a player of Hex knows, against an exhaustive search and by example."""

import random

import pytest
from tests.games.hex.naive_board import AROUND, connects

import mossa
from mossa.play.match import Match, run
from mossa.play.players import player
from mossa.search.common.limits import Limits

EMPTY = 7
"""Positions with at most this many empty cells are compared."""


def worth(rules, state, known):
    """(value, plies to the end) for the mover, by trying everything."""
    if state not in known:
        if rules.is_over(state):
            known[state] = rules.utility(state, rules.mover(state)), 0
        else:
            replies = [worth(rules, rules.play(state, move), known) for move in rules.legal(state)]
            value = max(-v for v, _ in replies)
            plies = [n for v, n in replies if -v == value]
            known[state] = value, 1 + (min(plies) if value > 0 else max(plies))
    return known[state]


@pytest.mark.parametrize("spec", ["hex:size=2", "hex:size=3", "hex:size=4,swap=0"])
def test_bounds_and_sufficient_moves_are_true(spec):
    game = mossa.game(spec)
    rules, chooser, known, settled, fewer = game.rules, random.Random(spec), {}, 0, 0
    for _ in range(30):
        state = rules.start()
        while not rules.is_over(state):
            if game.parameters["size"].value ** 2 - state.stones <= EMPTY:
                least, most = rules.bounds(state)
                value, plies = worth(rules, state, known)
                assert least <= value <= most
                legal, enough = rules.legal(state), list(rules.sufficient(state))
                assert set(enough) <= set(legal)
                if least < most:
                    assert value == max(-worth(rules, rules.play(state, move), known)[0] for move in enough)
                else:
                    assert rules.plies_to_end(state) == plies
                settled += least == most
                fewer += len(enough) < len(legal)
            state = rules.play(state, chooser.choice(rules.legal(state)))
    assert settled > 10
    assert fewer > 3 or spec == "hex:size=2"


def naive_to_go(stones, size, player):
    """The least number of stones that a player must add, bridges counted as joined: a search by costs over cells."""
    own, other = stones[player], stones[1 - player]
    axis = 1 - player

    def free(cell):
        return all(0 <= c < size for c in cell) and cell not in own and cell not in other

    def joined(one, two):
        dx, dy = two[0] - one[0], two[1] - one[1]
        shared = [(one[0] + x, one[1] + y) for x, y in AROUND if (dx - x, dy - y) in AROUND]
        return (dx, dy) in AROUND or (len(shared) == 2 and all(map(free, shared)))

    def at_side(cell, end):
        line = 0 if end == 0 else size - 1
        beyond = [(cell[0] + x, cell[1] + y) for x, y in AROUND if (cell[0] + x, cell[1] + y)[axis] == line]
        return cell[axis] == line or (len(beyond) == 2 and abs(cell[axis] - line) == 1 and all(map(free, beyond)))

    cells = [(x, y) for x in range(size) for y in range(size) if (x, y) not in other]
    costs = {cell: 0 if cell in own else 1 for cell in cells}
    best = {cell: costs[cell] for cell in cells if at_side(cell, 0)}
    todo = set(best)
    while todo:
        cell = min(todo, key=best.get)
        todo.remove(cell)
        for near in cells:
            if joined(cell, near) and best[cell] + costs[near] < best.get(near, 99):
                best[near] = best[cell] + costs[near]
                todo.add(near)
    return min((best[cell] for cell in best if at_side(cell, 1)), default=None)


@pytest.mark.parametrize("size", [4, 5, 7])
def test_stones_to_go(size):
    game, chooser = mossa.game(f"hex:size={size},swap=0"), random.Random(size)
    module = next(m for m in game.modules if m.__name__.endswith("evaluation"))
    met = set()
    for _ in range(25):
        state, stones = game.rules.start(), (set(), set())
        for i, cell in enumerate(chooser.sample(range(size * size), chooser.randrange(size * size // 2))):
            state = game.rules.play(state._replace(turn=i % 2, won=0), cell)
            stones[i % 2].add((cell % size, cell // size))
        for side in (0, 1):
            naive = naive_to_go(stones, size, side)
            if not connects(stones[1 - side], size, 1 - side):
                assert -(-module.to_go(state, side) // module.DISTANCE) == naive, (stones, side)
                met.add(naive)
    assert len(met) > 2


def test_the_distance_is_the_same_on_the_mirrored_board_with_colours_exchanged():
    game, chooser = mossa.game("hex:size=7,swap=0"), random.Random(4)
    module = next(m for m in game.modules if m.__name__.endswith("evaluation"))
    rules = game.rules
    for _ in range(20):
        cells = chooser.sample(range(49), 16)
        one = other = rules.start()
        for i, cell in enumerate(cells):
            one = rules.play(one._replace(turn=i % 2, won=0), cell)
            other = rules.play(other._replace(turn=1 - i % 2, won=0), cell % 7 * 7 + cell // 7)
        assert module.to_go(one, 0) == module.to_go(other, 1)
        assert module.to_go(one, 1) == module.to_go(other, 0)
        turned = rules.start()
        for i, cell in enumerate(cells):
            turned = rules.play(turned._replace(turn=i % 2, won=0), 48 - cell)
        assert module.to_go(one, 0) == pytest.approx(module.to_go(turned, 0), abs=module.DISTANCE - 1)


def test_a_simulation_mends_a_bridge():
    game = mossa.game("hex:size=7,swap=0")
    state = game.after("d3 a7 c5 c4").state  # between d3 and c5: c4 and d4
    assert {game.rules.rollout_move(state, mossa.u64(seed)) for seed in range(30)} == {
        game.after("d3 a7 c5 c4").game.rules.read_move(state, "d4")
    }


@pytest.mark.parametrize("spec", ["alphabeta:depth=1", "mcts:nodes=500"])
def test_a_connection_is_made_or_stopped(spec):
    game, chooser, tried = mossa.game("hex:size=6"), random.Random(6), 0
    rules = game.rules
    module = next(m for m in game.modules if m.__name__.endswith("evaluation"))
    one = player(spec, game)
    while tried < 15:
        position = game.after("a3 f6")
        while not position.is_over:
            state = position.state
            own, other = (module.wins_in_one(state, side) for side in (position.mover, 1 - position.mover))
            if own or other == 1:
                one.begin(0)
                after = rules.play(state, one.choose(position, Limits()).move)
                assert rules.is_over(after) if own else module.wins_in_one(after, after.turn) == 0
                tried += 1
                break
            position = position.play(chooser.choice(position.legal))


@pytest.mark.parametrize("spec", ["alphabeta:nodes=300", "mcts:nodes=300"])
def test_nobody_loses_to_random_moves(spec):
    assert run(Match("hex:size=7", (spec, "random"), games=4)).wins == 4
