"""The rules of backgammon against the counts of GNU Backgammon, OpenSpiel and a naive generator; cube and matches."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.backgammon.naive_moves import results
from tests.games.backgammon.positions import scattered, thrown

import mossa
from mossa import MossaError
from mossa.core.conformance import check
from mossa.games.backgammon.notation import (
    on_board,
    read_move,
    read_position,
    side,
    write_move,
)
from mossa.games.backgammon.rules import State, count, moves, play

DATA = Path(__file__).parents[2] / "data" / "backgammon"

MONEY, CUBE, MATCH = (
    mossa.game(spec) for spec in ("backgammon", "backgammon:cube=1,beavers=1,jacoby=1", "backgammon:match=3")
)

ORACLE = [json.loads(line) for line in (DATA / "moves.jsonl").read_text().splitlines()]


def sides(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    own, other = state.turn, 1 - state.turn
    return tuple(count(state, own, p) for p in range(26)), tuple(count(state, other, p) for p in range(26))


@pytest.mark.parametrize("line", ORACLE, ids=lambda line: f"{line['position_id']} {line['dice']}")
def test_the_moves_are_those_of_gnu_backgammon(line: dict) -> None:
    state = thrown(read_position(line["position_id"]), tuple(line["dice"]))
    found = list(moves(state))
    assert len({play(state, move) for move in found}) == len(found)
    assert len(found) == max(1, line["n_distinct_plays"])
    for text in line["plays"]:
        assert write_move(state, read_move(state, text)) == text


def test_the_moves_are_those_of_openspiel() -> None:
    for text in (DATA / "openspiel.jsonl").read_text().splitlines():
        line = json.loads(text)
        state = thrown(on_board(line["other"], line["own"]), tuple(line["dice"]))
        after = [play(state, move) for move in moves(state)]
        found = sorted([side(one.their_near, one.their_far), side(one.near, one.far)] for one in after)
        assert len(found) == line["results"]
        assert hashlib.sha256(json.dumps(found).encode()).hexdigest() == line["digest"]


def test_the_moves_are_those_of_brute_force() -> None:
    chooser = random.Random(5)
    for _ in range(1000):
        dice = chooser.randint(1, 6), chooser.randint(1, 6)
        state = thrown(scattered(chooser), dice)
        found = [sides(play(state, move))[::-1] for move in moves(state)]
        assert len(found) == len(set(found))
        assert set(found) == results(sides(state), *dice), (state, dice)


@given(st.integers(0, 10**9))
def test_the_players_are_alike(seed: int) -> None:
    """The same position with the other player on turn has the same moves and the same ends."""
    chooser = random.Random(seed)
    state = thrown(scattered(chooser), (chooser.randint(1, 6), chooser.randint(1, 6)))
    turned = state._replace(turn=1 - state.turn)
    assert list(moves(state)) == list(moves(turned))
    for move in moves(state):
        here, there = play(state, move), play(turned, move)
        assert sides(here) == sides(there)
        assert MONEY.rules.utilities(here) == MONEY.rules.utilities(there)[::-1]


@pytest.mark.slow
@pytest.mark.parametrize("game", [CUBE, MATCH], ids=lambda game: game.name)
def test_the_protocol_is_kept_with_the_cube(game: mossa.Game) -> None:
    assert check(game, games=1, thorough=300).faults == []


def test_the_opening_throw() -> None:
    at = MONEY.start()
    assert len(at.legal) == 30
    assert at.play("31").mover == 0
    assert at.play("13").mover == 1
    assert at.play("13").state.dice == at.play("31").state.dice
    with pytest.raises(MossaError, match="thrown again"):
        at.play("33")


def test_ends() -> None:
    """One checker to bear off; the other side decides what it is worth."""
    one = [1, *[0] * 24]
    for others, points in (([0] * 5 + [14], 1), ([0] * 5 + [15], 2), ([0] * 18 + [1] + [0] * 4 + [14], 3)):
        other = others + [0] * (25 - len(others))
        end = play(thrown(on_board(other, one), (2, 1)), 1)
        assert MONEY.rules.is_over(end)
        assert MONEY.rules.utilities(end) == (points, -points)
    on_the_bar = play(thrown(on_board([*[0] * 24, 15], one), (6, 5)), 1)
    assert MONEY.rules.utilities(on_the_bar) == (3, -3)


def test_doubling_for_points() -> None:
    at = CUBE.after("31 8/5 6/5")
    assert at.moves == ("roll", "double")
    offered = at.play("double")
    assert offered.mover == 0
    assert offered.moves == ("drop", "take", "beaver")
    assert offered.play("pass").result == (-1, 1)
    taken = offered.play("take")
    assert (taken.state.cube, taken.state.owner, taken.is_chance) == (2, 0, True)
    later = taken.play("42").play("8/4 6/4")
    assert later.moves == ("roll", "double")  # player 0 owns the cube
    assert later.play("roll").play("31").play("8/5 6/5").is_chance  # player 1 does not
    beavered = offered.play("beaver")
    assert beavered.mover == 1
    assert beavered.play("drop").result == (2, -2)
    assert (beavered.play("take").state.cube, beavered.play("take").state.owner) == (4, 0)


def test_jacoby() -> None:
    """A gammon counts as a game while nobody has doubled."""
    one, fifteen = [1, *[0] * 24], [0] * 5 + [15] + [0] * 19
    undoubled = thrown(on_board(fifteen, one), (2, 1))
    assert CUBE.rules.utilities(CUBE.rules.play(undoubled, 1)) == (1, -1)
    assert CUBE.rules.utilities(CUBE.rules.play(undoubled._replace(cube=2), 1)) == (4, -4)


def test_a_match_with_the_crawford_game() -> None:
    at = MATCH.after("31 8/5 6/5 double drop")  # 0-1
    assert (at.state.points, at.state.crawford) == ((0, 1), 0)
    at = MATCH.after("13 8/5 6/5 double drop", at.text)  # 1-1
    assert at.state.points == (1, 1)
    at = MATCH.after("31 8/5 6/5 double drop", at.text)  # 1-2: the Crawford game
    assert (at.state.points, at.state.crawford) == ((1, 2), 1)
    assert MATCH.after("31 8/5 6/5", at.text).is_chance
    one, fifteen = [1, *[0] * 24], [0] * 5 + [14] + [0] * 19
    last = at.state._replace(**on_board(fifteen, one)._asdict() | {"points": (1, 2), "crawford": 1, "turn": 0})
    after = MATCH.rules.play(thrown(last, (2, 1)), 1)
    assert (after.points, after.crawford) == ((2, 2), 2)
    assert MATCH.rules.play(thrown(last._replace(turn=1), (2, 1)), 1).points == (1, 3)
    assert MATCH.rules.utilities(MATCH.rules.play(thrown(last._replace(turn=1), (2, 1)), 1)) == (-1, 1)


def test_a_cube_that_would_decide_the_match_is_not_turned() -> None:
    at = MATCH.after("31 8/5 6/5 double take 42 8/4 6/4")
    assert at.state.owner == 0
    assert at.moves == ("roll", "double")  # 2 points do not win a match to 3
    again = MATCH.after("double take 31 6/2", at.text)
    assert again.is_chance  # 4 do
