"""The worked figures of more than two players."""

from mossa import game
from mossa.search.textbook import EXAMPLES, run


def test_vectors_and_alliances():
    rules = game(EXAMPLES["vectors"].spec).rules
    assert run("paranoid", rules).value == 1
    together = run("cooperative", rules)
    assert together.value == (7, 7, 1)
    assert together.moves == ("a2",)
