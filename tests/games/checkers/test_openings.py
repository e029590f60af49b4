"""The three-move openings: every line counted, one for each position, and those that favour neither side."""

import mossa
from mossa.games.checkers.openings import match_openings, openings, sequences, sound, sound_openings

CHECKERS = mossa.game("checkers")


def test_lines_of_three_moves_and_their_positions():
    lines = list(sequences())
    assert len(lines) == 302
    assert all(CHECKERS.after(" ".join(moves)).state == state for moves, state in lines)
    assert len({state for _, state in lines}) == len(openings()) == 216


def test_only_balanced_openings_are_sound():
    scores = {CHECKERS.after(" ".join(moves)).state: 10 * number for number, moves in enumerate(openings())}
    assert sound(scores.__getitem__, 30) == openings()[:4]


def test_matches_begin_with_the_sound_openings_of_the_package():
    assert match_openings() == sound_openings()
    assert len(sound_openings()) == 174
    assert set(sound_openings()) <= set(openings())
