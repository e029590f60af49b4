import os
import sys

import pytest
from tests.user_files import changed

import mossa
from mossa import MossaError
from mossa.core.loading import load_package

RULES = '''
"""Count down: take one or two; who takes the last wins."""
from typing import NamedTuple
from mossa import Facts, parameter

START = parameter("start", 7, "matches at the beginning", least=1, most=99)
FACTS = Facts(players=2, widest=2, longest=START)

class State(NamedTuple):
    left: int
    turn: int

def start():
    return State(START, 0)

def mover(state):
    return state.turn

def moves(state):
    for taken in range(1, min(2, state.left) + 1):
        yield taken

def play(state, move):
    return State(state.left - move, 1 - state.turn)

def utility(state, player):
    return -1 if player == state.turn else 1
'''


@pytest.fixture
def write(tmp_path):
    """Write a rules file and give its spec."""

    def make(text, name="countdown.py"):
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return make


def complaint(spec):
    with pytest.raises(MossaError) as caught:
        mossa.game(spec)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def test_a_file_of_a_user(write):
    path = write(RULES)
    game = mossa.game(path)
    assert game.name == path
    assert game.title == "Count down"
    assert game.about.endswith("who takes the last wins.")
    assert game.start().text == "7,0"
    assert game.after("2 1 1").text == "3,1"
    assert game.position("1,0").play("1").result == (1, -1)
    assert game.rules.player_names == ("player 1", "player 2")
    assert str(game.start()) == "left    7\nturn    0"


def test_parameters_of_a_file(write):
    path = write(RULES)
    assert mossa.game(f"{path}:start=3").start().text == "3,0"
    assert mossa.game(f"{path}:start=3").name == f"{path}:start=3"
    assert mossa.game(path).start().text == "7,0"
    assert complaint(f"{path}:start=0") == "parameter start takes a number from 1 to 99, not 0"
    assert complaint(f"{path}:strat=5").endswith("countdown.py has no parameter 'strat'; it takes: start")


def test_a_changed_file_is_read_again(write):
    assert mossa.game(write(RULES)).start().text == "7,0"
    assert mossa.game(write(RULES.replace('"start", 7', '"start", 8'))).start().text == "8,0"


def test_the_same_file_is_executed_once(write):
    path = write(RULES)
    assert mossa.game(path).modules == mossa.game(path).modules


def test_a_file_may_lie_in_a_folder_with_an_odd_name(write, tmp_path):
    folder = tmp_path / "my.python games"
    folder.mkdir()
    (folder / "countdown.py").write_text(RULES)
    assert mossa.game(f"{folder}/countdown.py:start=5").start().text == "5,0"


@pytest.mark.parametrize(
    ("bug", "line", "sentence"),
    [
        ("def play(state, move:\n    pass", 1, "SyntaxError: "),
        ("x = 1 / 0", 1, "ZeroDivisionError: division by zero"),
        ("import nothing_of_this_name", 1, "no module nothing_of_this_name is installed, and there is no file"),
        ("undefined_name", 1, "NameError: name 'undefined_name' is not defined"),
        ("def helper():\n    return {}['a']\nhelper()", 2, "KeyError: 'a'"),
        ("class State:\n  x = 1\n   y = 2", 3, "IndentationError: unexpected indent"),
    ],
)
def test_a_bug_is_named_with_file_and_line(write, bug, line, sentence):
    path = write(RULES + bug + "\n")
    before = set(sys.modules)
    assert complaint(path).startswith(f"countdown.py, line {RULES.count(chr(10)) + line}: {sentence}")
    assert set(sys.modules) == before, "nothing half-loaded is left"


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "noise.py"
    path.write_bytes(b"\x00\xff\xfe" * 5)
    assert complaint(str(path)).startswith("noise.py")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("def utility", "def worth", "countdown.py lack utility; a game has FACTS, start, mover, moves, play, utility"),
        ("Facts(players=2, widest=2, longest=START)", "{}", "FACTS of {} is a dict: write FACTS = Facts(…)"),
        ("players=2, widest", "players=0, widest", "the facts of the game are wrong: a game has at least one player"),
        ("def moves(state)", "moves = 5\ndef others(state)", "moves of {} is a int: the protocol wants a function"),
        ("State(START, 0)", "(START, 0)", "start() gives a tuple: a state is a NamedTuple of whole numbers"),
        ("State(START, 0)", "State(START, 0.5)", "the field turn of the state holds a float"),
        ("players=2, widest", "players=2, chance=True, widest", "say chance=True, so its rules need probability(…)"),
        ("players=2, widest", "players=2, hidden=True, widest", "hidden=True, so its rules need information_state(…)"),
        ("class State", "player_names = ('A',)\nclass State", "player_names of {} has 1 names for 2 players"),
    ],
)
def test_rules_that_break_the_protocol(write, old, new, sentence):
    assert old in RULES
    path = write(RULES.replace(old, new))
    assert sentence.replace("{}", path) in complaint(path)


def test_files_that_are_not_there(tmp_path):
    assert complaint(f"{tmp_path}/nothing.py") == f"there is no file {tmp_path}/nothing.py"
    (tmp_path / "folder.py").mkdir()
    assert complaint(f"{tmp_path}/folder.py") == f"there is no file {tmp_path}/folder.py"


def test_a_file_name_that_is_no_module_name(write):
    assert complaint(write(RULES, "my-game.py")) == "a rules file is named like a Python module, not my-game.py"


def test_a_package_with_other_parameters_is_a_copy():
    plain, small = mossa.game("connect4"), mossa.game("connect4:columns=5,rows=4")
    assert (plain.facts.widest, small.facts.widest) == (7, 5)
    assert mossa.game("connect4").facts.widest == 7
    assert small.modules[0] is not plain.modules[0]
    assert len(small.start().scene().cells) == 20


def test_wrong_parameters_of_a_package():
    assert complaint("connect4:colums=5") == "connect4 has no parameter 'colums'; it takes: columns, rows"
    assert complaint("tictactoe:size=5") == "tictactoe has no parameter 'size'; it takes: none"
    assert complaint("connect4:columns=many") == "parameter columns takes a whole number, not 'many'"
    assert complaint("connect4:columns=0") == "parameter columns takes a number from 1 to 31, not 0"
    assert complaint("connect4:5") == "connect4: settings are written key=value,key=value, not '5'"


def test_the_words_of_a_state_are_its_text_where_a_game_gives_no_other(write):
    game = mossa.game(write(RULES))
    for text in ("1", "1,2,3", "a,b", "", "1,99999999999999999999999"):
        with pytest.raises(MossaError, match="is written as 2 whole numbers with commas"):
            game.position(text)
    assert game.position("0x5,1").text == "5,1"


@pytest.mark.parametrize(
    ("file", "text", "new"),
    [
        ("advice.py", "ADVISERS = {}", "players.py with PLAYERS"),
        ("numbering.py", "def slices(pieces):\n    return {}", "indexing.py"),
    ],
)
def test_a_file_under_its_name_of_version_0_1(file, text, new, tmp_path, monkeypatch):
    package = f"oldgame_{file.partition('.')[0]}"
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").write_text("")
    (tmp_path / package / "rules.py").write_text(RULES)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / package / file).write_text("HELPER = 1")  # a file of another meaning
    assert load_package(package, package, {}).start().text == "7,0"
    (tmp_path / package / file).write_text(text)
    with pytest.raises(MossaError, match=f"has a file {file}, a name of mossa 0.1: call it {new} now"):
        load_package(package, package, {})


def test_an_import_under_its_name_of_version_0_1(write):
    sentence = "mossa.kernel.memory.Record is a name of mossa 0.1: it is mossa.kernel.memory.Struct now"
    assert complaint(write("from mossa.kernel.memory import Record\n" + RULES)) == f"countdown.py, line 1: {sentence}"


START = "State(10, 0)"

UNLOADABLE = {
    "a syntax error": (("def mover(state):", "def mover(state)"), "mygame.py, line 20: SyntaxError: expected ':'"),
    "an import that fails": (("from typing", "from nowhere"), "mygame.py, line 3: no module nowhere is installed"),
    "an exception in start": ((START, "State(10 // 0, 0)"), "mygame.py, line 17: ZeroDivisionError: integer division"),
    "a state that is none": ((START, "[10, 0]"), "start() gives a list: a state is a NamedTuple"),
    "a field that is none": ((START, "State(10.0, 0)"), "the field matches of the state holds a float"),
    "a missing function": (
        ("def play", "def plays"),
        "lack play; a game has FACTS, start, mover, moves",
    ),
    "a missing probability": (("players=2", "players=2, chance=True"), "chance=True, so its rules need probability(…)"),
    "a missing redeal": (
        ("players=2", "players=2, hidden=True"),
        "hidden=True, so its rules need information_state(…)",
    ),
    "a constant in the place of a function": (
        ("def play", "play = 3\n\n\ndef plays"),
        "the protocol wants a function",
    ),
    "facts that are none": (("FACTS = Facts(", "FACTS = dict("), "is a dict: write FACTS = Facts(…)"),
}


@pytest.mark.parametrize("name", UNLOADABLE)
def test_what_cannot_be_loaded(name, tmp_path):
    change, sentence = UNLOADABLE[name]
    path = tmp_path / "mygame.py"
    path.write_text(changed(change))
    assert sentence in complaint(str(path))


LOOP = """    for take in range(LEAST, 4):
        if take <= state.matches:
            yield take
"""
PLAY = "def play(state, move):\n"
TAKEN = "return State(state.matches - move, 1 - state.turn)"
SENTENCES = {
    "numpy in a rule": (
        "import numpy as np\n",
        (LOOP, LOOP.replace("range(LEAST, 4)", "np.arange(1, 4)").replace("yield take", "yield int(take)")),
        "line 26: rules cannot use np (numpy): write it with whole numbers, tuples and loops",
    ),
    "random in a rule": (
        "import random\n",
        (TAKEN, "return State(state.matches - random.randint(1, 2), 1 - state.turn)"),
        "line 32: rules cannot use random: chance is a player: mover gives CHANCE, moves lists what may happen, "
        "probability says how likely it is",
    ),
    "a function of random": (
        "from random import randint\n",
        (TAKEN, "return State(state.matches - randint(1, 2), 1 - state.turn)"),
        "line 32: rules cannot use randint (random): chance is a player",
    ),
    "the clock": ("import time\n", (TAKEN, f"time.time()\n    {TAKEN}"), "rules depend on the state alone"),
    "a copy": (
        "from copy import copy\n",
        (TAKEN, f"copy(state)\n    {TAKEN}"),
        "rules cannot use copy: a state never changes",
    ),
    "a mutable default": (
        "",
        (PLAY, "def play(state, move, seen=[]):\n"),
        "line 30: play has the default [], which all calls share: what a game remembers is a field of its state",
    ),
    "a mutable default by name": (
        "",
        (PLAY, "def play(state, move, *, seen={}):\n"),
        "line 30: play has the default {}",
    ),
    "a decorator": (
        "from functools import lru_cache\n",
        ("def mover(state):", "@lru_cache\ndef mover(state):"),
        "line 21: mover has the decorator lru_cache: rules are plain functions, write it without",
    ),
    "a number of NumPy in the state": (
        "import numpy as np\n",
        (START, "State(np.int64(10), 0)"),
        "line 17: the field matches of the state holds a int64: a field is an int, a u64 or a fixed tuple of them; "
        "write int(…)",
    ),
    "an array in the state": (
        "import numpy as np\n",
        (START, "State(np.arange(3), 0)"),
        "holds a ndarray: a field is an int, a u64 or a fixed tuple of them; write tuple(…)",
    ),
    "another name": ("from mossa import u65\n", ("", ""), "line 3: mossa has no u65 (did you mean u64?)"),
    "another fact": (
        "",
        ("players=2", "player=2"),
        "line 7: Facts has no player (did you mean players?); it has players,",
    ),
    "a dot": ("from . import helper\n", ("", ""), "line 3: a rules file is no part of a package: write `from helper"),
}


@pytest.mark.parametrize("name", SENTENCES)
def test_what_to_write_instead(name, tmp_path):
    """One sentence with the file and the line, at loading or at the first search, and no name of the compiler's."""
    imported, change, sentence = SENTENCES[name]
    path = tmp_path / "mygame.py"
    path.write_text(changed(change).replace("from typing", f"{imported}from typing", 1))
    with pytest.raises(mossa.MossaError) as refused:
        mossa.game(str(path)).start().best(player="alphabeta", nodes=1000)
    told = str(refused.value)
    assert told.startswith("mygame.py, line ")
    assert sentence in told
    assert not any(word in told for word in ("root.", "search_root", "specialise", "\n"))


def test_a_second_change_within_a_second_is_read(write, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    path = write(RULES)
    when = os.stat(path).st_mtime
    assert mossa.game(path).start().text == "7,0"
    write(RULES.replace('"start", 7', '"start", 8'))
    os.utime(path, (when, when))
    assert mossa.game(path).start().text == "8,0"
    assert not (tmp_path / "__pycache__").exists()
