"""The inputs of backgammon's network, counted anew the slow way."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import mossa
from mossa.games.backgammon import network, network_inputs, rules
from mossa.kernel.network import network_size
from mossa.kernel.specialise import specialise

START = mossa.game("backgammon").rules.start()

PLACE = network_inputs.POINT_INPUTS + network_inputs.OFF_INPUTS


def blank(seed: int = 1) -> Any:
    """A network with random weights."""
    size = network.KINDS * network_size(network_inputs.INPUTS, 64, network.OUTPUTS)
    return network.network_of(np.random.default_rng(seed).normal(0, 0.05, size).astype(np.float32))


def side(**points: int) -> Any:
    """The two words of a side: `side(p6=5, bar=1)`; the rest is off."""
    counts = {25 if name == "bar" else int(name[1:]): n for name, n in points.items()}
    counts[0] = 15 - sum(counts.values())
    near = sum(n << 4 * p for p, n in counts.items() if p < 16)
    return mossa.u64(near), mossa.u64(sum(n << 4 * (p - 16) for p, n in counts.items() if p >= 16))


def position(mine: Any, theirs: Any) -> rules.State:
    """Player 0 is about to roll."""
    near, far = mine
    their_near, their_far = theirs
    return START._replace(
        near=near, far=far, their_near=their_near, their_far=their_far, turn=0, stage=rules.ROLL, dice=0
    )


def states(seed: int, games: int) -> list[rules.State]:
    """Those of random games in which somebody is about to roll."""
    chooser, found = random.Random(seed), []
    for _ in range(games):
        at = mossa.game("backgammon").start()
        while not at.is_over:
            if at.state.stage == rules.ROLL:
                found.append(at.state)
            at = at.play(chooser.choice(at.legal))
    return found


def hits_by_rules(state: rules.State) -> int:
    """With how many of the 36 rolls the player to roll can hit, by the rules themselves."""
    found = 0
    for dice in rules.moves(state):
        rolled = rules.play(state, dice)
        bar = state.their_far >> 36
        hit = any(rules.play(rolled, move).far >> 36 > bar for move in rules.moves(rolled))
        found += hit * (1 if dice >> 3 == dice & 7 else 2)
    return found


def test_inputs_of_the_start() -> None:
    net = blank()
    assert network_inputs.read(START._replace(stage=rules.ROLL), net) == network_inputs.CONTACT
    given = net.given.array
    facts = given[PLACE : PLACE + network_inputs.KNOWN]
    assert facts[network_inputs.PIPS] == 167
    assert facts[network_inputs.BACK] == 2
    assert facts[network_inputs.HITS] == 0
    assert facts[network_inputs.REAR_ANCHOR] == facts[network_inputs.FRONT_ANCHOR] == 24
    assert given[network_inputs.ONE] == 1
    assert (given[: network_inputs.SIDE] == given[network_inputs.SIDE : 2 * network_inputs.SIDE]).all()


@pytest.mark.parametrize(
    ("mine", "theirs", "hits"),
    [
        (side(p8=2), side(p24=1, p23=2), 6),  # seven away: 61, 52, 43
        (side(p7=1), side(p24=1), 17),  # six away: any 6, 51, 42, 33, 22
        (side(p7=2), side(p24=1, p23=2, p22=2, p21=2, p20=2, p19=2), 11),  # six away, nothing else goes
        (side(bar=1, p3=2), side(p1=1, p2=2, p24=2), 11),  # from the bar: any 1
    ],
)
def test_shots_that_players_know(mine: Any, theirs: Any, hits: int) -> None:
    net = blank()
    network_inputs.read(position(mine, theirs), net)
    assert net.given[PLACE + network_inputs.HITS] == hits


def test_shots_are_those_of_the_rules_where_nobody_is_on_the_bar() -> None:
    net, checked = blank(), 0
    for state in states(3, 2)[::5]:
        if rules.digit(state.near, state.far, rules.BAR) == 0:
            network_inputs.read(state, net)
            # A few more rolls hit than are counted: two checkers that open the way for each other.
            assert 0 <= hits_by_rules(state) - net.given[PLACE + network_inputs.HITS] <= 4
            checked += 1
    assert checked > 10


def test_compiled_inputs_equal_interpreted_ones() -> None:
    slow, fast = blank(), blank()
    judge = specialise(network.judge, {}, name="test judge")
    for state in states(4, 2)[::3]:
        assert network.judge(state, slow) == pytest.approx(judge(state, fast), abs=1e-5)
        assert (slow.given.array == fast.given.array).all()
