"""Patterns are read square by square, in all their symmetries."""

from tests.games.othello.positions import some_states

import mossa
from mossa.games.othello import patterns

OTHELLO = mossa.game("othello")

RULES = OTHELLO.rules


def test_a_pattern_is_read_square_by_square():
    for at in some_states(5, 8):
        contents = [1 if at.mine >> s & 1 else 2 if at.theirs >> s & 1 else 0 for s in range(64)]
        for number, instance in enumerate(patterns.instances()):
            expected = sum(contents[square] * 3**place for place, square in enumerate(instance.squares))
            assert patterns.reading(at.mine, at.theirs, number) == instance.first + expected


def test_every_pattern_lies_on_the_board_in_all_its_ways():
    masks = [instance.mask for instance in patterns.instances()]
    assert len(set(masks)) == len(masks) == patterns.INSTANCES
    for instance in patterns.instances():
        moved = {sum(1 << patterns.symmetries(s)[k] for s in instance.squares) for k in range(8)}
        assert moved <= set(masks)
