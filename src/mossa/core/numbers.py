"""Whole numbers in texts that people and programs send."""

from __future__ import annotations

__all__ = ["MOST_DIGITS", "whole_number"]

MOST_DIGITS = 15
"""No number that anybody means has more digits. Python refuses to read one of more than 4,300, with a ValueError."""


def whole_number(text: str) -> int:
    """The whole number that a text is, from 0 on; −1 if it is none, or has more digits than anybody means.

    >>> whole_number("042"), whole_number("-4"), whole_number("4.0"), whole_number("9" * 5000)
    (42, -1, -1, -1)
    """
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else -1
