"""Expectimax finds what the textbook's plain expectiminimax finds, with every technique on or off."""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mossa
from mossa.core.game import Game
from mossa.search.chance.expectimax import DEFAULTS, Expectimax, require_chances
from mossa.search.common.limits import Limits
from mossa.search.textbook import run

RACE = mossa.game(str(Path(__file__).parents[2] / "data" / "pigrace.py"))
BARE = replace(RACE, rules=RACE.rules.replace(estimate=None))
"""The same game without an estimate: all that is cut off is worth nothing."""
TECHNIQUES = [{"star": 0, "table": 0}, {"star": 1, "table": 0}, {"star": 2, "table": 0}, {}]


def textbook(game: Game, state: Any, depth: int) -> float:
    """The value for the mover by the textbook; there chance counts as a ply."""
    found = run("expectiminimax", game.rules, state, depth=2 * depth - 1, trace=False).value
    assert isinstance(found, float | int)
    return float(found if game.rules.mover(state) == 0 else -found)


def positions(seed: int, count: int) -> list[Any]:
    """States of random games in which a player moves."""
    chooser, found = random.Random(seed), []
    while len(found) < count:
        at = RACE.start()
        while not at.is_over and len(found) < count:
            if not at.is_chance and chooser.random() < 0.3:
                found.append(at.state)
            at = at.play(chooser.choice(at.legal))
    return found


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


def test_compiled_equals_interpreted_to_the_node() -> None:
    for state in positions(3, 3):
        slow, fast = (
            Expectimax(RACE, memory_mib=1, compiled=compiled).search(state, Limits(depth=3))
            for compiled in (False, True)
        )
        assert (slow.nodes, slow.move, slow.depth) == (fast.nodes, fast.move, fast.depth)
        assert slow.value == pytest.approx(fast.value, abs=1e-12)


def test_a_filter_gives_a_lower_bound_of_the_value() -> None:
    """For the player who moves: he only has fewer moves; for depth 2 the filter has no part in the other's moves."""
    engine, filtered = Expectimax(RACE, memory_mib=1), Expectimax(RACE, memory_mib=1, options={"keep": 1})
    values = []
    for state in positions(11, 30):
        full, less = engine.search(state, Limits(depth=2)), filtered.search(state, Limits(depth=2))
        assert less.value <= full.value + 1e-6
        values.append(less.value < full.value - 1e-6)
    assert any(values)


def test_several_lines_are_exact_and_ties_are_all_found() -> None:
    engine = Expectimax(RACE, memory_mib=1)
    for state in positions(5, 10):
        if len(RACE.rules.legal(state)) < 2:
            continue
        found = engine.search(state, Limits(depth=3), multipv=2)
        for move, worth in found.candidates:
            alone = Expectimax(RACE, memory_mib=1).search(state, Limits(depth=3), only=[move])
            assert alone.value == pytest.approx(worth, abs=2e-6)
        filtered = Expectimax(RACE, memory_mib=1, options={"keep": 1}).search(state, Limits(depth=3), multipv=2)
        assert len(filtered.candidates) == 2
    same = RACE.rules.start()._replace(die=3, mine=(5, 4))  # both win nothing and lose nothing more than the other
    tied = engine.search(same, Limits(depth=1), ties=True)
    assert tied.moves[0] == tied.move


def test_threads_find_the_same_value() -> None:
    state = RACE.rules.play(RACE.rules.play(RACE.rules.play(RACE.rules.start(), 2), 0), 3)._replace(mine=(2, 1))
    alone = Expectimax(RACE, memory_mib=1).search(state, Limits(depth=5))
    shared = Expectimax(RACE, memory_mib=1, threads=2).search(state, Limits(depth=5))
    assert shared.value == pytest.approx(alone.value, abs=2e-6)


def test_limits_end_a_search() -> None:
    state = RACE.rules.play(RACE.rules.start(), 2)
    engine = Expectimax(RACE, memory_mib=1)
    assert engine.search(state, Limits(nodes=5000)).nodes <= 5001
    stop = threading.Event()
    stop.set()
    assert engine.search(state, Limits(stop=stop)).move in RACE.rules.legal(state)
    assert engine.search(state, Limits(time=0.05)).depth >= 1


@pytest.mark.parametrize(
    ("name", "why"), [("tictactoe", "has no chance"), ("kuhn", "hides information"), ("trio", "has 3 players")]
)
def test_games_it_does_not_play(name: str, why: str) -> None:
    with pytest.raises(mossa.MossaError, match=why):
        require_chances(mossa.game(name))


def test_wrong_words() -> None:
    with pytest.raises(mossa.MossaError, match="no option 'colour'; it has star"):
        Expectimax(RACE, options={"colour": 1})
    with pytest.raises(mossa.MossaError, match="chance moves here"):
        Expectimax(RACE).search(RACE.rules.start(), Limits(depth=1))
    assert set(DEFAULTS) == {"star", "table", "keep", "margin"}
