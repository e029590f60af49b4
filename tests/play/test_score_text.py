"""Engine scores as text for people."""

import pytest

import mossa
from mossa.play.score_text import (
    expected_utility,
    plies_to_end,
    show_estimate,
    show_score,
    show_signed,
    show_value,
)
from mossa.search.common.scores import INFINITE, win_score


def test_scores_for_people() -> None:
    chess, four = mossa.game("chess"), mossa.game("connect4")
    win = win_score(chess)
    assert [show_score(chess, score) for score in (0, 31, -250, win - 5, 4 - win, INFINITE)] == [
        "0.00",
        "+0.31",
        "−2.50",
        "#3",
        "−#2",
        "+∞",
    ]
    assert [show_score(mossa.game("checkers"), score) for score in (win - 5, 4 - win)] == ["#5", "−#4"]
    assert show_score(four, 1800) == "+18.00"
    assert (plies_to_end(chess, win - 5), plies_to_end(chess, 4 - win), plies_to_end(chess, 99)) == (5, -4, None)
    assert expected_utility(four, 100, exact=True) == 1
    assert -1 < expected_utility(four, -100) < 0


@pytest.mark.parametrize("value", [0.0, -0.0, -1e-12, 3e-06, -3e-06, 0.5, -0.5, 1e7, -123456.789])
def test_numbers_for_people(value: float) -> None:
    """No exponent, no negative nought, and the sign of what is left."""
    chess = mossa.game("chess")
    for text in (show_value(value), show_estimate(chess, value), show_value(value, 0.001)):
        assert "e" not in text
        assert (float(text) < 0) == text.startswith("-")
        assert show_signed(value, text) in (text, f"+{text}", text.replace("-", "−"))
