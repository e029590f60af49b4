"""Settings of the techniques: each algorithm takes its own, and each has a line about it."""

from dataclasses import fields

import pytest

from mossa import MossaError
from mossa.search.textbook import ALGORITHMS
from mossa.search.textbook.settings import ABOUT, Settings


def test_every_setting_is_described_and_taken_by_an_algorithm():
    names = {field.name for field in fields(Settings)}
    assert names == set(ABOUT)
    assert names == {name for method in ALGORITHMS.values() for name in method.settings}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"keep": 0}, "whole number from 1 up"),
        ({"keep": True}, "whole number from 1 up"),
        ({"margin": 0}, "number above 0"),
        ({"replace": "luck"}, "depth or age"),
        ({"reply": 3}, "the reply is a move"),
        ({"extra": 2}, "x knows no extra"),
    ],
)
def test_wrong_settings(given, says):
    taken = ("keep", "margin", "replace", "reply")
    with pytest.raises(MossaError, match=says):
        Settings.of(given, "x", taken)


def test_none_is_the_default():
    assert Settings.of({"keep": None}, "x", ()) == Settings()
