"""Moves, dice and positions of backgammon as text."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.backgammon.positions import scattered, thrown

import mossa
from mossa import MossaError
from mossa.games.backgammon.notation import (
    on_board,
    read_dice,
    read_move,
    steps,
    write_move,
    write_point,
)
from mossa.games.backgammon.position_ids import write_sides
from mossa.games.backgammon.rules import count, moves, play

MONEY, CUBE, MATCH = (
    mossa.game(spec) for spec in ("backgammon", "backgammon:cube=1,beavers=1,jacoby=1", "backgammon:match=3")
)


@given(st.integers(0, 10**9))
def test_a_move_keeps_the_checkers_and_can_be_written_and_read(seed: int) -> None:
    chooser = random.Random(seed)
    state = thrown(scattered(chooser), (chooser.randint(1, 6), chooser.randint(1, 6)))
    legal = list(moves(state))
    for move in chooser.sample(legal, min(8, len(legal))):
        assert read_move(state, write_move(state, move)) == move
        singly = [f"{write_point(a)}/{write_point(b)}{'*' * hit}" for a, b, hit in steps(state, move)]
        assert read_move(state, " ".join(singly) + "\n") == move  # as GNU Backgammon's socket tells a move
        after = play(state, move)
        for player in range(2):
            assert sum(count(after, player, point) for point in range(26)) == 15
        assert all(not (count(after, 0, p) and count(after, 1, 25 - p)) for p in range(1, 25))


@pytest.mark.parametrize(
    ("dice", "text", "canonical"),
    [
        ("31", "6/5, 8/5", "8/5 6/5"),
        ("31", "8-5 6-5", "8/5 6/5"),
        ("65", "24/18/13", "24/13"),
        ("65", "24/18 18/13", "24/13"),
        ("11", "6/5 6/5 8/7 8/7", "8/7(2) 6/5(2)"),
    ],
)
def test_moves_are_read_liberally(dice: str, text: str, canonical: str) -> None:
    at = mossa.game("backgammon").position(f"4HPwATDgc/ABMA {dice}")
    assert at.write_move(at.read_move(text)) == canonical


def test_a_way_that_hits_and_one_that_does_not() -> None:
    """One checker, 6-1: over 8, where a blot is, or over 13."""
    own, other = [0] * 25, [0] * 25
    own[13], other[16], other[5] = 1, 1, 2
    state = thrown(on_board(other, own), (6, 1))
    assert sorted(write_move(state, move) for move in moves(state)) == ["14/7", "14/8*/7"]
    for text in ("14/7", "14/8*/7", "14/8/7", "14/13/7"):
        move = read_move(state, text)
        assert ("8*" in write_move(state, move)) == ("8" in text)


@pytest.mark.parametrize("text", ["24/18 13/12", "99/3", "x", "8/5", "8/5(9) 6/5", "//", "8/5 6/5 6/5"])
def test_moves_that_are_none(text: str) -> None:
    with pytest.raises(MossaError, match=r"legal|written like|not a point"):
        MONEY.position("4HPwATDgc/ABMA 31").play(text)


@pytest.mark.parametrize("text", ["71", "3", "a1", "333", "", "30"])
def test_dice_that_are_none(text: str) -> None:
    with pytest.raises(MossaError, match="two numbers from 1 to 6"):
        read_dice(text)


def test_a_position_from_its_labels() -> None:
    text = "GNU Backgammon  Position ID: sGfwATDgc/ABMA\n Match ID : MBngAAAAAAAE".removeprefix("GNU Backgammon  ")
    at = mossa.game("backgammon:match=7").position(text)
    assert at.moves == ("drop", "take")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "a position ID like"),
        ("xyz", "14 letters"),
        ("////////////// 31", "more than 15 checkers"),
        ("4HPwATDgc/ABMA:zz", "two numbers from 1 to 6"),
        ("4HPwATDgc/ABMA:MBngAAAAAAAE", "match to 7 points"),
        ("4HPwATDgc/ABMA 31 31", "cannot be thrown"),
        (write_sides([1, *[0] * 24], [0] * 25), "has won before"),
        (write_sides([1, *[0] * 24], [*[0] * 23, 1, 0]), "checkers of both sides on point 24"),
    ],
)
def test_positions_that_are_none(text: str, fault: str) -> None:
    with pytest.raises(MossaError, match=fault):
        MONEY.position(text)
