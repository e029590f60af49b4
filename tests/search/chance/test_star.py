"""Star1 and Star2 find what the textbook's plain expectiminimax finds, with every technique on or off."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from tests.search.chance.race import RACE, positions

import mossa
from mossa.core.game import Game
from mossa.search.chance.expectimax import Expectimax
from mossa.search.common.limits import Limits
from mossa.search.textbook import run

BARE = replace(RACE, rules=RACE.rules.replace(estimate=None))
"""The same game without an estimate: all that is cut off is worth nothing."""

TECHNIQUES = [{"star": 0, "table": 0}, {"star": 1, "table": 0}, {"star": 2, "table": 0}, {}]


def textbook(game: Game, state: Any, depth: int) -> float:
    """The value for the mover by the textbook; there chance counts as a ply."""
    found = run("expectiminimax", game.rules, state, depth=2 * depth - 1, trace=False).value
    assert isinstance(found, float | int)
    return float(found if game.rules.mover(state) == 0 else -found)


def tree(chooser: random.Random, depth: int, kind: str) -> str:
    """A random tree as text, with players and chance in any order, and leaves from −9 to 9."""
    if depth == 0 or (depth < 4 and chooser.random() < 0.15):
        return str(chooser.randint(-9, 9))
    children = [
        tree(chooser, depth - 1, chooser.choice(("max", "min", "chance"))) for _ in range(chooser.randint(2, 3))
    ]
    if kind != "chance":
        return f"{kind} ({' '.join(children)})"
    shares = [chooser.randint(1, 5) for _ in children]
    return "{" + " ".join(f"{n}/{sum(shares)}:{child}" for n, child in zip(shares, children, strict=True)) + "}"


@pytest.mark.parametrize("options", TECHNIQUES)
def test_random_trees(options: dict[str, float]) -> None:
    for seed in range(25):
        chooser = random.Random(seed)
        game = mossa.game(f"tree:tree={tree(chooser, 5, chooser.choice(('max', 'min')))}")
        rules, state = game.rules, game.rules.start()
        if not rules.facts.chance:
            continue
        found = Expectimax(game, memory_mib=1, options=options, compiled=False).search(state, Limits())
        trace = run("expectiminimax", rules, state, trace=False)
        assert isinstance(trace.value, float | int)
        worth = float(trace.value if rules.mover(state) == 0 else -trace.value)
        assert found.value == pytest.approx(worth, abs=1e-6)
        assert found.exact
        assert rules.write_move(state, found.move) in trace.moves


@pytest.mark.parametrize("options", TECHNIQUES)
@pytest.mark.parametrize("game", [RACE, BARE], ids=["estimate", "bare"])
def test_a_small_game_to_a_depth(game: Game, options: dict[str, float]) -> None:
    engine = Expectimax(game, memory_mib=1, options=options)
    for state in positions(7, 12):
        for depth in (1, 2, 3):
            found = engine.search(state, Limits(depth=depth))
            assert found.value == pytest.approx(textbook(game, state, depth), abs=2e-6), (state, depth)


def test_the_techniques_save_nodes_and_change_nothing() -> None:
    nodes, values = [], []
    state = RACE.rules.start()._replace(mine=(3, 1), theirs=(4, 0), die=2)
    for options in TECHNIQUES:
        found = Expectimax(RACE, memory_mib=1, options=options).search(state, Limits(depth=6))
        nodes.append(found.nodes)
        values.append(found.value)
    assert nodes[0] > nodes[1] > nodes[3]
    assert nodes[0] > nodes[2] > nodes[3]
    assert values == pytest.approx([values[0]] * len(values), abs=2e-6)
