"""Whole numbers in texts."""

import pytest

from mossa.core.numbers import MOST_DIGITS, whole_number


@pytest.mark.parametrize("text", ["", " ", "-1", "+1", "1.5", "1_000", "²", "½", "x", "1 ", "9" * (MOST_DIGITS + 1)])
def test_what_is_none(text: str) -> None:
    assert whole_number(text) == -1


def test_what_is_one() -> None:
    assert [whole_number(text) for text in ("0", "007", "9" * MOST_DIGITS, "٣")] == [0, 7, 10**MOST_DIGITS - 1, 3]
