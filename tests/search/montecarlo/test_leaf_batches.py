"""PUCT's batches: nothing is left behind, the sums are those of the leaves, and a leaf is asked about once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.search.montecarlo.forest import forest, meaningless, nodes_of, tree_number

from mossa.core.game import Game
from mossa.kernel.memory import Float32s, Ints
from mossa.kernel.specialise import specialise
from mossa.search.common.limits import Limits
from mossa.search.montecarlo.leaf_batches import WAITING, set_priors
from mossa.search.montecarlo.pool import LINK, MOVE, TOTAL, VISITS, children, first_child
from mossa.search.montecarlo.puct import Puct

PLAIN = {"proofs": 0.0, "knowledge": 0.0}


def recomputed(engine: Puct, game: Game, state: Any, predict: Any) -> dict[int, tuple[int, list[float]]]:
    """Node → its visits, and what its simulations were worth to each player, from the leaves of a finished tree."""
    rows, rules = nodes_of(engine), game.rules
    found: dict[int, tuple[int, list[float]]] = {}

    def visit(node: int, at: Any) -> tuple[int, list[float]]:
        row, link = rows[node // 5], rows[node // 5][LINK]
        below = [visit(first_child(link) + 5 * i, rules.play(at, rows[first_child(link) // 5 + i][MOVE]))
                 for i in range(children(link))]  # fmt: skip
        own = row[VISITS] - sum(visits for visits, _ in below)
        if own and rules.is_over(at):
            worth = rules.utilities(at)
        elif own:
            assert own == 1
            values = np.atleast_1d(predict(np.array([list(rules.features(at))]))[1][0])
            mover, players = rules.mover(at), game.facts.players
            values = values if len(values) == players else np.array([values[0], -values[0]])
            worth = tuple(values[(player - mover) % players] for player in range(players))
        totals = [
            (own * worth[player] if own else 0.0) + sum(sums[player] for _, sums in below)
            for player in range(game.facts.players)
        ]
        found[node] = row[VISITS], totals
        return found[node]

    visit(0, state)
    return found


@pytest.mark.parametrize("parameters", [{}, {"players": 1}, {"players": 3}, {"chance": 3, "deep": 6}], ids=str)
@pytest.mark.parametrize("batch", [1, 8])
def test_every_sum_is_that_of_the_leaves_below(parameters: dict[str, int], batch: int) -> None:
    game = forest(**parameters)
    predict = meaningless(game)
    engine = Puct(game, predict, memory_mib=1, options=PLAIN | {"batch": float(batch)})
    for number in range(1, 8):
        state = tree_number(game, number)
        if game.rules.is_chance(state):
            continue
        engine.forget()
        engine.search(state, Limits(nodes=70))
        rows, found = nodes_of(engine), recomputed(engine, game, state, predict)
        assert all(row[LINK] != WAITING for row in rows)
        assert rows[0][VISITS] == 70

        def compare(node: int, at: Any, rows: Any = rows, found: Any = found) -> None:
            link = rows[node // 5][LINK]
            for i in range(children(link)):
                child = first_child(link) + 5 * i
                chooser = max(game.rules.mover(at), 0)
                assert rows[child // 5][TOTAL] / engine.unit == pytest.approx(found[child][1][chooser], abs=1e-4)
                compare(child, game.rules.play(at, rows[child // 5][MOVE]))

        compare(0, state)


def test_the_network_is_asked_about_many_leaves_at_once() -> None:
    game, sizes = forest(wide=8, deep=8), list[int]()
    inner = meaningless(game)

    def predict(batch: Any) -> tuple[Any, Any]:
        sizes.append(len(batch))
        return inner(batch)

    engine = Puct(game, predict, memory_mib=1, options=PLAIN | {"batch": 8.0})
    engine.search(tree_number(game, 2), Limits(nodes=400))
    assert sizes[:2] == [1, 1]  # the check of its answer, and the root
    assert max(sizes) == 8
    assert sum(sizes) / len(sizes) > 4


def test_priors_are_a_softmax_of_the_legal_moves() -> None:
    policy = np.array([1.0, 50.0, 3.0, -2.0], np.float32)
    for compiled in (False, True):
        priors, actions = Float32s(10), Ints(3)
        actions.array[:] = [2, 0, 3]
        specialise(set_priors, {}, name="test set_priors", compiled=compiled)(priors, 4, Float32s(policy), actions, 3)
        powers = np.exp([3.0, 1.0, -2.0])
        assert priors.array[4:7] == pytest.approx(powers / powers.sum(), abs=1e-6)
        assert priors.array[[0, 3, 7]].tolist() == [0, 0, 0]
