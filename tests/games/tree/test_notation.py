"""Names of nodes and positions of trees."""

import pytest
from tests.games.tree.games import tree

from mossa import MossaError


def test_names_and_positions():
    at = tree("A=(x=1 C=(−0.5 g=(1 2)))")
    position = at.start().play("C").play("g")
    assert position.text == "root/C/g"
    assert at.position("root/C/g") == position
    assert at.position("root") == at.start()
    assert at.start().play("C").moves == ("b1", "g")
    assert position.moves == ("c1", "c2")
    for wrong in ("C/g", "root/D", "root/x/y", ""):
        with pytest.raises(MossaError):
            at.position(wrong)
