"""The file of weights."""

import pytest

from mossa import MossaError
from mossa.games.chess import weights


def test_wrong_weights_are_one_sentence():
    good = weights.FILE.read_text()
    assert weights.read_weights(good) == weights.weights()
    assert weights.write_weights(weights.weights()) == good
    for text, reason in (
        ("{", "is not JSON"),
        ("[]", "needs 'material': a list of 5 pairs"),
        (good.replace('"isolated"', '"lonely"'), "needs 'isolated': a list of 1 pairs"),
        (good.replace('"tempo": [[', '"tempo": [[1.5,'), "needs 'tempo'"),
    ):
        with pytest.raises(MossaError, match=reason):
            weights.read_weights(text)
