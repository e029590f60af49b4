"""Deals: drawn by their number and the seed alone, solved world by world."""

import mossa
from mossa.core.hidden_rules import hidden_kernel
from mossa.kernel import u64
from mossa.kernel.layout import flatten, unflatten
from mossa.kernel.memory import Words
from mossa.search.common.limits import Limits
from mossa.search.hidden.clairvoyance import Clairvoyance
from mossa.search.hidden.deals import deal_worlds, seed_of


def test_a_deal_depends_on_the_seed_and_its_number():
    game = mossa.game("kuhn:players=4")
    state = game.after("T J Q K").state
    size, drawn = len(flatten(state)), []
    for compiled in (True, False):
        words = Words(9 * size)
        assert hidden_kernel(deal_worlds, game, compiled)(state, 0, u64(5), 3, 9, words) == 9 * size
        drawn.append([unflatten(state, words.array[i * size : (i + 1) * size].tolist()) for i in range(9)])
    assert drawn[0] == drawn[1] == [game.rules.redeal(state, 0, seed_of(u64(5), deal)) for deal in range(3, 12)]
    assert len(set(drawn[0])) > 2


def test_worlds_are_counted_only_when_they_are_solved():
    game = mossa.game("cards")
    position = game.after("1")
    engine = Clairvoyance(game)
    for nodes in (40, 200, 300, 400, 100_000):
        found = engine.search(position.state, Limits(nodes=nodes), deals=30, seed=1)
        assert found.deals <= 30
        assert found.value == 0  # every deal that counts is worth 0
    assert found.deals == 30
