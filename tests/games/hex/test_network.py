"""What a network sees of Hex: the naive board's stones and chains, from the mover's side; and the board turned."""

import random

import numpy as np
import pytest
from tests.games.hex.naive_board import AROUND

import mossa
from mossa.core.network_rules import FeaturesCheck, features_of_states
from mossa.games.hex.network import symmetries
from mossa.play.player import ask
from mossa.play.players import player
from mossa.search.common.limits import Limits

GAME = mossa.game("hex:size=5")
RULES = GAME.rules


def joined(stones, at_first):
    """The stones that hang together with one of which `at_first` is true."""
    todo = [cell for cell in stones if at_first(cell)]
    found = set(todo)
    while todo:
        x, y = todo.pop()
        for near in ((x + dx, y + dy) for dx, dy in AROUND):
            if near in stones and near not in found:
                found.add(near)
                todo.append(near)
    return found


def planes(cells):
    """A plane with these cells (column, row)."""
    board = np.zeros((5, 5))
    for x, y in cells:
        board[y, x] = 1
    return board


def random_line(seed):
    """The states of a random game."""
    chooser, at = random.Random(seed), GAME.start()
    while not at.is_over:
        yield at
        at = at.play(chooser.choice(at.legal))


@pytest.mark.parametrize("seed", range(6))
def test_the_planes_are_the_stones_and_their_chains_from_the_movers_side(seed):
    check = FeaturesCheck(GAME)
    for at in random_line(seed):
        stones = [
            {(x, y) for y in range(5) for x in range(5) if at.state.rows[5 * side + y] >> x & 1} for side in (0, 1)
        ]
        mine, theirs = stones if at.mover == 0 else [{(y, x) for x, y in one} for one in reversed(stones)]
        seen = features_of_states(GAME, [at.state])[0]
        wanted = [mine, theirs]
        wanted += [joined(mine, lambda cell, end=end: cell[1] == end) for end in (0, 4)]
        wanted += [joined(theirs, lambda cell, end=end: cell[0] == end) for end in (0, 4)]
        for plane, cells in zip(seen, wanted, strict=False):
            assert (plane == planes(cells)).all()
        assert (seen[6] == (len(at.history) == 1)).all()
        assert check.difference(at.state) is None


def test_an_action_is_the_cell_that_the_mover_sees():
    for at in random_line(3):
        before = features_of_states(GAME, [at.state])[0][:2].sum(0).reshape(-1)
        chosen = [RULES.action(at.state, move) for move in at.legal]
        assert len(set(chosen)) == len(chosen)
        assert all(number == 25 or before[number] == 0 for number in chosen)
    after = GAME.after("a1")
    assert RULES.action(after.state, 25) == 25


def test_the_board_turned_by_half_is_seen_as_its_symmetry():
    policy = np.arange(26.0)[None]
    for moves, turned in (("b1 c4", "d5 c2"), ("a1", "e5"), ("b1 c4 d2", "d5 c2 b4")):
        one, other = (features_of_states(GAME, [GAME.after(line).state]) for line in (moves, turned))
        (same, _), (mirrored, order) = symmetries(one, policy)
        assert (same == one).all()
        assert (mirrored == other).all()
    assert order[0].tolist() == [*range(24, -1, -1), 25]


def test_without_a_network_it_says_so():
    with pytest.raises(mossa.MossaError, match=r"hex has no network: its network\.py needs predict"):
        ask(player("mcts:network=true", mossa.game("hex")), mossa.game("hex").start(), Limits(nodes=5), 0)
