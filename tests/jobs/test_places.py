"""Where work is done."""

import pytest

from mossa import MossaError
from mossa.jobs import Place


def test_places() -> None:
    assert Place.parse(None, 3) == Place(3)
    assert Place.parse("ray") == Place(1, "auto")
    assert Place.parse("ray:10.0.0.1:6379", 2) == Place(2, "10.0.0.1:6379")
    for text in ("slurm", "", "Ray:1"):
        with pytest.raises(MossaError, match="work can be done on ray or ray:ADDRESS, not on"):
            Place.parse(text)
