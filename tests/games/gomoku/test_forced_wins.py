"""Short forced wins of Gomoku, against a search that knows nothing but rows of five."""

import random

import pytest

import mossa

SIZE = 7
ROWS = [
    sum(1 << x + i * dx + SIZE * (y + i * dy) for i in range(5))
    for y in range(SIZE)
    for x in range(SIZE)
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    if x + 4 * dx < SIZE and 0 <= y + 4 * dy < SIZE
]


def free(mine, theirs):
    return [point for point in range(SIZE * SIZE) if not (mine | theirs) >> point & 1]


def has_five(stones):
    return any(stones & row == row for row in ROWS)


def winners(mine, theirs, plies):
    """The moves that win within so many plies, whatever the other does."""
    return [move for move in free(mine, theirs) if wins(mine | 1 << move, theirs, plies - 1)]


def wins(mine, theirs, plies):
    """With the other to move: is it won within so many plies?"""
    if has_five(mine):
        return True
    if plies == 0:
        return False
    for reply in free(mine, theirs):
        after = theirs | 1 << reply
        if has_five(after) or not any(wins(mine | 1 << move, after, plies - 2) for move in free(mine, after)):
            return False
    return bool(free(mine, theirs))


def shortest(at):
    found = at.game.extra("shortest_win", "forced_wins")(at.state)
    return found[0], [at.write_move(move) for move in found[1]]


def drawn(seed):
    """A position with some stones in the middle, nobody having won."""
    chance = random.Random(seed)
    at = mossa.game(f"gomoku:size={SIZE}").start()
    middle = [x + SIZE * y for y in range(1, SIZE - 1) for x in range(1, SIZE - 1)]
    for move in chance.sample(middle, chance.choice((8, 9, 10))):
        at = at if at.is_over else at.play(move)
    return at


def test_it_finds_every_shortest_win_of_three_plies_and_of_five():
    seen = set()
    for seed in (0, 1, 4, 5, 11, 17, 18, 38, 62, 86):  # among them wins of three and of five plies
        at = drawn(seed)
        sides = [0, 0]
        for before, after in zip(at.line, at.line[1:], strict=False):
            sides[before.mover] |= 1 << after.last
        mine, theirs = sides[at.mover], sides[1 - at.mover]
        plies, moves = at.game.extra("shortest_win", "forced_wins")(at.state)
        expected = next(((n, won) for n in (1, 3, 5) if (won := winners(mine, theirs, n))), (0, []))
        assert (plies, sorted(moves)) == expected
        seen.add(plies)
    assert seen >= {0, 3, 5}


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("h8 a1 i8 a3 j8 c1 k8 c4", (1, ["g8", "l8"])),
        ("h8 a1 i8 c4 j8 e2", (3, ["g8", "k8"])),
        ("h8 a1 i8 c15 j9 o3 j10 m15", (5, ["j8"])),  # two open threes at once
        ("h8 a1 i8 a3 j9 a4 j10 a5", (0, [])),  # a three of the other side's own
    ],
)
def test_threats_are_seen(moves, expected):
    assert shortest(mossa.game("gomoku").after(moves)) == expected


def test_the_longest_defence_is_a_reply_that_lasts():
    at = mossa.game("gomoku").after("h8 a1 i8 c4 j8 e2 k8")
    reply = at.game.extra("longest_defence", "forced_wins")(at.state, 2)
    assert shortest(at.play(reply))[0] == 1


def test_where_six_win_nothing_it_does_not_judge():
    assert shortest(mossa.game("gomoku:exact=1").after("h8 a1 i8 c4 j8 e2")) == (0, [])
