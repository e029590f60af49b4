"""Limits: impossible ones are refused."""

from __future__ import annotations

import pickle

import pytest

from mossa import MossaError
from mossa.search.common.limits import Limits, OverlongGame


@pytest.mark.parametrize("wrong", [{"time": 0}, {"nodes": -5}, {"depth": 0}, {"time": float("nan")}])
def test_limits_that_are_none(wrong: dict[str, float]) -> None:
    with pytest.raises(MossaError, match=r"the limit \w+ is a number above 0, not"):
        Limits(**wrong)  # type: ignore[arg-type]


def test_a_worker_process_can_hand_the_refusal_back() -> None:
    refusal = OverlongGame("nim", 12)
    assert str(pickle.loads(pickle.dumps(refusal))) == str(refusal)
