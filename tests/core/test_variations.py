"""Reading moves in and out of variations, on states that are the moves made so far."""

import pytest

from mossa import MossaError
from mossa.core.variations import DEEPEST, Variation, VariationReader


def read(state: tuple[int, ...], played: int, word: str) -> int:
    assert len(state) == played
    if not word.isdigit():
        raise MossaError(f"{word} is no move")
    return int(word)


def lines_of(text: str) -> VariationReader:
    found = VariationReader((), lambda state, move: (*state, move))
    for word in text.split():
        if word == "(":
            found.open_variation()
        elif word == ")":
            found.close_variation()
        else:
            found.add_move(read, word)
    return found


@pytest.mark.parametrize(
    ("text", "moves", "variations"),
    [
        ("", (), ()),
        ("1 2 3", (1, 2, 3), ()),
        ("1 2 ( 3 4 ) 5", (1, 2, 5), (Variation(1, (3, 4)),)),
        ("1 2 ( 3 4 ( 5 ) 6 ) ( 7 )", (1, 2), (Variation(1, (3, 4, 6), (Variation(2, (5,)),)), Variation(1, (7,)))),
        ("( 1 ) 2", (2,), (Variation(0, (1,)),)),
        ("1 ( ) 2 ( ( 3 ) )", (1, 2), ()),  # of an empty one nothing is kept
        ("1 ( 2 x 3 ( 4 ) ) 5", (1, 5), (Variation(0, (2,)),)),
        ("1 ( x )", (1,), ()),
    ],
)
def test_lines_and_their_variations(text: str, moves: tuple[int, ...], variations: tuple[Variation[int], ...]) -> None:
    assert lines_of(text).finish() == (moves, variations)


def test_what_is_too_deep_is_passed_over() -> None:
    (one,) = lines_of(f"1 {'( 2 ' * 50}{') ' * 50}").finish()[1]
    depth = 1
    while one.variations:
        (one,) = one.variations
        depth += 1
    assert depth == DEEPEST


@pytest.mark.parametrize(
    ("text", "why"),
    [("1 )", "after 1 moves a variation is closed"), ("1 ( 2", "not closed"), ("1 x", "x is no move")],
)
def test_wrong_texts(text: str, why: str) -> None:
    with pytest.raises(MossaError, match=why):
        lines_of(text).finish()
