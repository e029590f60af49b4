"""A game as an object: positions from texts and lists of moves, and what it defines beyond the protocol."""

import copy
import pickle
import subprocess
import sys
from dataclasses import replace

import pytest
from tests.user_files import NIM

import mossa
from mossa import MossaError
from mossa.core.game import LONGEST_MOVE

GAME = mossa.game("tictactoe")


def test_the_place_of_a_wrong_move_is_named():
    with pytest.raises(MossaError, match=r"move 3 \(b2\): 'b2' is not a legal move here"):
        GAME.after("a1 b2 b2 c3")
    with pytest.raises(MossaError, match=r"move 6 \(c3\): the game is over: there are no moves"):
        GAME.after("a1 a2 b1 b2 c1 c3")


def test_moves_from_a_given_position():
    assert GAME.after("c3", position="XO-------").text == "XO------X"


def test_a_move_may_have_several_words():
    backgammon = mossa.game("backgammon")
    line = backgammon.start()
    for _ in range(6):
        line = line.play(line.moves[-1])
    text = " ".join(line.history)
    assert any(" " in move for move in line.history)
    assert max(len(move.split()) for move in line.history) <= LONGEST_MOVE
    assert backgammon.after(text) == line
    assert backgammon.after(text).history == line.history


def test_what_a_game_defines_beyond_the_protocol():
    chess = mossa.game("chess")
    assert chess.extra("PLIES_A_MOVE", "notation") == 2  # in a module of the game
    assert callable(chess.extra("claim", "draws"))  # in a file of its package
    assert chess.extra("claim", "no_such_file") is None
    assert chess.extra("no_such_name", "draws") is None
    assert GAME.extra("claim", "draws") is None


def test_a_file_has_no_package_to_look_in(tmp_path):
    path = tmp_path / "mygame.py"
    path.write_text(f"{NIM}\nSUFFIX = 'txt'\n")
    game = mossa.game(str(path))
    assert game.extra("SUFFIX", "records") == "txt"
    assert game.extra("explain", "explain") is None


def test_how_a_game_is_shown():
    assert repr(GAME) == "<mossa game tictactoe: 2 players, deterministic, perfect information>"
    assert GAME.facts is GAME.rules.facts
    assert mossa.game("connect4:columns=5").name == "connect4:columns=5"
    assert mossa.game("connect4:columns=7").name == "connect4"


def copies(thing):
    """What pickling and copying make of a thing."""
    return pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing), copy.copy(thing)


@pytest.mark.parametrize("spec", ["tictactoe", "connect4:columns=5,rows=4", "tree:tree=((3 12 8) (2 4 6))", "FILE"])
def test_games_and_states_pickle(spec, tmp_path):
    (tmp_path / "ours.py").write_text(NIM)
    game = mossa.game(spec if spec != "FILE" else str(tmp_path / "ours.py"))
    assert all(one is game for one in copies(game))
    state = game.rules.play(game.rules.start(), game.start().legal[0])
    assert all(one == state and type(one) is type(state) for one in copies(state))


@pytest.mark.parametrize("name", mossa.names())
def test_every_game_pickles_with_a_position(name):
    start = mossa.game(name).start()
    at = start.play(start.legal[0])
    assert [(one.game, one.state, one.history) for one in copies(at)] == 3 * [(at.game, at.state, at.history)]


def test_another_process_gets_games_by_name_and_by_file(tmp_path):
    (tmp_path / "ours.py").write_text(NIM)
    games = [mossa.game("connect4:columns=5,rows=4"), mossa.game(str(tmp_path / "ours.py"))]
    positions = [game.start().play(game.start().legal[0]) for game in games]
    told = str([(one.game.name, one.history, tuple(one.state)) for one in positions])
    (tmp_path / "positions").write_bytes(pickle.dumps(positions))
    (tmp_path / "states").write_bytes(pickle.dumps([one.state for one in positions]))
    code = (
        "import pickle; from pathlib import Path\n"
        "states = pickle.loads(Path('states').read_bytes()); positions = pickle.loads(Path('positions').read_bytes())\n"
        "assert states == [one.state for one in positions]\n"
        "print([(one.game.name, one.history, tuple(one.state)) for one in positions])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == told


def test_a_game_with_a_helper_named_as_what_its_facts_leave_out_pickles():
    """Backgammon has no teams, and a function `side` of its own."""
    backgammon = mossa.game("backgammon:match=3")
    assert backgammon.rules.side is None
    assert pickle.loads(pickle.dumps(backgammon)) is backgammon


def test_a_copy_with_other_functions_is_not_pickled_as_the_game_of_its_name():
    other = replace(GAME, rules=GAME.rules.replace(utility=lambda state, player: 0))
    with pytest.raises(MossaError, match="this copy of tictactoe has another utility than its source"):
        pickle.dumps(other)
