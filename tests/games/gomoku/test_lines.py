"""What a stone makes of a line, against the definitions."""

import random

import pytest
from tests.games.gomoku.naive_board import kind

from mossa.games.gomoku import lines
from mossa.games.gomoku.lines import SLOTS
from mossa.games.gomoku.rules import LINES

STATES = ".XO#"


def as_line(window):
    """The nine points of a window, from the fourth behind to the fourth ahead."""
    slots = [STATES[window >> 2 * slot & 3] for slot in range(SLOTS)]
    return "".join([*reversed(slots[4:]), ".", *slots[:4]])


def seen_by(line, side):
    return "".join("." if c == "." else "X" if c == side else "#" for c in line)


WINDOWS = sorted({*range(0, 1 << 16, 61), *(sum(1 << 2 * s for s in range(8) if m >> s & 1) for m in range(256))})


def test_every_kind_is_what_its_definition_says():
    met = set()
    for window in WINDOWS:
        line, kinds = as_line(window), int(LINES[window])
        for side, number in (("X", kinds & 15), ("O", kinds >> 4)):
            name = kind(seen_by(line, side))
            assert number == getattr(lines, name), (line, side)
            met.add(name)
    assert len(met) == lines.KINDS


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (".OXX.XXO.", "FIVE"),
        ("..XX.X...", "OPEN_FOUR"),
        ("OXX..X.O.", "FOUR"),
        ("...X.X...", "OPEN_THREE"),
        ("O.XX..O..", "THREE"),
        ("...X.....", "OPEN_TWO"),
        ("O..X..O..", "TWO"),
        (".........", "ONE"),
        ("..O...O..", "DEAD"),
    ],
)
def test_examples(line, name):
    slots = [*line[5:], *reversed(line[:4])]
    window = sum(STATES.index(c) << 2 * slot for slot, c in enumerate(slots))
    assert int(LINES[window]) & 15 == getattr(lines, name)


def test_a_row_of_six_is_no_five_where_it_must_be_exact():
    six = sum(1 << 2 * slot for slot in (0, 1, 4, 5, 6))
    for exact in (False, True):
        assert (lines.lines(exact)[six] & 15 == lines.FIVE) != exact


def test_both_sides_see_the_same_with_colours_exchanged():
    for window in random.Random(1).sample(range(1 << 16), 500):
        exchanged = (window & 0x5555) << 1 | (window & 0xAAAA) >> 1
        assert int(LINES[window]) & 15 == int(LINES[exchanged]) >> 4
