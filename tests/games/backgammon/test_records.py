"""Records of backgammon: a match that GNU Backgammon saved, its mistakes on purpose, both ways."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mossa
from mossa import MossaError
from mossa.core.game_file import GameFile
from mossa.core.position import Position
from mossa.games.backgammon.rules import OPENING, PLAY

DATA = Path(__file__).parents[2] / "data" / "backgammon"

MAT, SGF = (DATA / name for name in ("match3.mat", "match3.sgf"))

MATCH_HINT = "the games of a match to 3 points, each for itself: backgammon:match=3 is the match"

SPECS = ("backgammon", "backgammon:cube=1", "backgammon:match=3")

BEAVERS = "backgammon:cube=1,beavers=1"


def offered(spec, name):
    return mossa.game(spec).extra(name, "records")


def line_of(spec, written):
    at = Position(mossa.game(spec), written.first)
    for move in written.moves:
        at = at.play(move)
    return at.line


@pytest.mark.parametrize("spec", SPECS)
def test_both_forms_say_the_same(spec):
    mat, no_faults = offered(spec, "read_games")(MAT.read_text())
    sgf, none_either = offered(spec, "read_games")(SGF.read_text())
    assert no_faults == none_either
    assert no_faults == ([] if "match" in spec else [MATCH_HINT])
    assert [one.moves for one in mat] == [one.moves for one in sgf]
    assert len(mat) == (1 if "match" in spec else 2)
    assert mat[0].players[0] == sgf[0].players[0] == "gnubg"


def test_what_happened_in_the_match():
    [written], _ = offered("backgammon:match=3", "read_games")(MAT.read_text())
    line = line_of("backgammon:match=3", written)
    assert [at.state.points for at in line if at.state.stage == OPENING] == [(0, 0), (1, 0)]
    assert line[-1].state.cube == 4
    history = line[-1].history
    assert history[:4] == ("12", "24/23 13/11", "roll", "52")
    assert history.count("double") == 3
    assert history.count("drop") == 1


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("form", ["write_mat", "write_game"])
def test_written_and_read(spec, form):
    written = offered(spec, "read_games")(MAT.read_text())[0][0]
    text = offered(spec, form)(replace(written, players=("Ann \\ [x]", "Bo")))
    [again, *_], faults = offered(spec, "read_games")(text)
    assert (again.first, again.moves, faults) == (written.first, written.moves, [])
    assert again.players[1] == "Bo"


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_random_games_written_and_read(seed):
    chooser = random.Random(seed)
    spec = chooser.choice((*SPECS, BEAVERS))
    at = mossa.game(spec).start()
    for _ in range(chooser.randint(3, 90)):
        if at.is_over:
            break
        at = at.play(chooser.choice(at.legal[:6]))
    while at.parent is not None and at.parent.state.stage != PLAY:  # files do not tell of half a turn
        at = at.parent
    game = GameFile.of(at.line, players=("Ann", "Bo"))
    for form in ("write_mat", "write_game"):
        lines, faults = offered(spec, "read_games")(offered(spec, form)(game) or "(;GM[6])")
        assert faults == []
        assert lines[0].moves == tuple(one.last for one in at.line[1:])


BEAVERED_MAT = """ 0 point match

 Game 1
 gnubg : 0                      root : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Beavers => 4               64: 24/18 18/14
"""

BEAVERED_SGF = "(;FF[4]GM[6]MI[length:0];W[31hefe];B[double];W[double];B[take];B[64aggk])"


def test_a_beaver_as_gnu_backgammon_writes_it():
    """Both texts are its own, of one game."""
    told = ("31", "8/5 6/5", "double", "beaver", "take", "64", "24/14")
    for text in (BEAVERED_MAT, BEAVERED_SGF):
        [written], faults = offered(BEAVERS, "read_games")(text)
        assert faults == []
        assert line_of(BEAVERS, written)[-1].history == told
        [without], faults = offered("backgammon:cube=1", "read_games")(text)
        assert len(without.moves) == 3
        assert "a beaver, which needs backgammon:cube=1,beavers=1" in faults[0]
    assert ";B[double]\n;W[double]\n;B[take]\n;B[64" in offered(BEAVERS, "write_game")(written)
    assert offered(BEAVERS, "write_mat")(written).splitlines()[-2:] == BEAVERED_MAT.splitlines()[-2:]
    dropped = mossa.game(BEAVERS).after("31 8/5 6/5 double beaver drop")
    text = offered(BEAVERS, "write_mat")(GameFile.of(dropped.line))
    assert "2)  Beavers => 4                Drops" in text
    assert offered(BEAVERS, "read_games")(text)[0][0].moves == tuple(at.last for at in dropped.line[1:])


def test_a_game_file_has_comments():
    line = mossa.game("backgammon").after("31 8/5 6/5 42 8/4 6/4").line
    text = offered("backgammon", "write_game")(GameFile.of(line, comments={2: "sound"}, marks={2: "?"}))
    assert ";W[31hefe]C[? sound]" in text
    assert offered("backgammon", "read_games")(text)[0][0].moves == tuple(at.last for at in line[1:])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "7 point match"),
        ("hello", "7 point match"),
        ("(;GM[1]SZ[19];B[aa])", "backgammon is GM"),
        ("(;GM[6]MI[length:x])", "where points should be"),
        ("(;GM[6];W[31zzzzz])", "dice and pairs of points"),
        ("(hello)", "no game like that"),
        ("(hello; you)", "no game like that"),
        ("(;GM[6];W[31hefe])(;GM[6];W[31he", "in the middle of a game"),
    ],
)
def test_files_that_are_none(text, fault):
    with pytest.raises(MossaError, match=fault):
        offered("backgammon", "read_games")(text)


def test_a_match_of_another_length():
    with pytest.raises(MossaError, match="a match to 3 points, not of a match to 7"):
        offered("backgammon:match=7", "read_games")(MAT.read_text())


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("52: 13/8 24/22", "52: 13/8 24/21", "cannot be played with 52"),
        ("52: 13/8 24/22", "92: 13/8 24/22", "like 31, not '92'"),
        ("21: 13/11 24/23", "213: 13/11 24/23", "like 31, not '213'"),
        ("Doubles => 2                Drops", "Takes                       Drops", "he cannot take here"),
    ],
)
def test_a_broken_game_ends_there(old, new, fault):
    lines, faults = offered("backgammon:cube=1", "read_games")(MAT.read_text().replace(old, new))
    assert fault in faults[0]
    assert bool(lines[0].moves) != old.startswith("21")
    assert len(lines) == 2


def test_a_score_that_ends_the_match_begins_no_game():
    with pytest.raises(MossaError, match="3-0, which ends a match to 3"):
        offered("backgammon:match=3", "read_games")(MAT.read_text().replace("gnubg : 1 ", "gnubg : 3 "))


def test_a_position_in_the_middle_has_no_file():
    with pytest.raises(MossaError, match="first throw"):
        offered("backgammon", "write_mat")(GameFile(mossa.game("backgammon").position("4HPwATDgc/ABMA 31").state))
