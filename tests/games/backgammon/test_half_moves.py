"""Half moves lead to all legal moves and to nothing else."""

import random

import pytest

import mossa
from mossa.games.backgammon.half_moves import turn_of
from mossa.games.backgammon.rules import PLAY

GAME = mossa.game("backgammon")


def ends(state, made=(), seen=None):
    """The whole moves that half moves in any order make."""
    seen = set() if seen is None else seen
    so_far = turn_of(state).follow(made)
    if so_far.move >= 0:
        yield so_far.move
    for part in so_far.following:
        key = tuple(sorted((*made, part)))
        if key not in seen:
            seen.add(key)
            yield from ends(state, (*made, part), seen)


@pytest.mark.parametrize("seed", range(3))
def test_half_moves_make_the_legal_moves_and_no_others(seed):
    rng, at, turns = random.Random(seed), GAME.start(), 0
    while turns < 25 and not at.is_over:
        if at.state.stage == PLAY and len(at.legal) < 60:
            turns += 1
            assert set(ends(at.state)) == set(at.legal), at.text
        at = at.play(rng.choice(at.legal))


def test_a_die_that_would_lose_the_other_one_cannot_be_played_first():
    at = GAME.position("4HPwATDgc/ABMA 31")
    so_far = turn_of(at.state).follow(("8/5",))
    assert so_far.left == (1,)
    assert so_far.following == ("24/23", "8/7", "6/5", "5/4")
    assert turn_of(at.state).follow(("8/5", "6/5")).move == at.read_move("8/5 6/5")


def test_hits_are_marked_and_the_checker_lies_on_the_bar():
    at = GAME.after("31 8/5 6/5 62 24/18 13/11 52")
    draft = GAME.rules.draft(at.state, (), 0)
    part = next(part for part in draft.parts if "*" in part or part == draft.parts[0])
    then = GAME.rules.draft(at.state, (part,), 0)
    assert ("*" in part) == any(cell.name == "their bar" and cell.count for cell in then.scene.cells)
