"""Every registered game passes; each contract of the protocol, broken on purpose, is noticed with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.user_files import NIM, added, changed

import mossa
from mossa.core.conformance import FACTS, KEYS, SAMPLES, SECRETS, START, check
from mossa.core.state_tests import TESTS


@pytest.mark.parametrize("name", mossa.names())
def test_every_registered_game(name: str) -> None:
    game = mossa.game(name)
    games = 1 if game.facts.horizon > 200 else 3
    report = check(game, games=games, thorough=500)
    assert report.faults == []
    assert report.passed == [START, SAMPLES, *TESTS, KEYS, SECRETS, FACTS, "compiled rules equal interpreted ones"]
    assert report.games == games


@pytest.mark.parametrize(
    "spec", ["connect4:columns=9,rows=6", "nim:heaps=1-2-3-4", "grundy:matches=30", "tree:tree=(1 (2 3))"]
)
def test_games_with_other_parameters(spec: str) -> None:
    assert check(mossa.game(spec), games=3, compiled=False).faults == []


def faults(folder: Path, text: str, *, compiled: bool = False) -> list[str]:
    """What is said of a user's file."""
    path = folder / "mygame.py"
    path.write_text(text)
    return check(mossa.game(str(path)), games=10, compiled=compiled).faults


def test_the_file_that_is_broken_below_is_sound(tmp_path: Path) -> None:
    assert faults(tmp_path, NIM, compiled=True) == []


MOVES = "            yield take\n"
PLAY = "    return State(state.matches - move, 1 - state.turn)\n"
UTILITY = "return -1 if player"
STRUCTURE = (
    "def evaluate(state):\n    return 5\n\n\ndef structure(state):\n    return 4\n\n\n"
    "def structure_key(state):\n    return u64(7)\n\n\n"
)
SCORE = "def score(state, player):\n    return 3"
CHANCE = (
    ("Facts, u64", "CHANCE, Facts"),
    ("players=2, ", "players=2, chance=True, alternate=False, "),
    ("return state.turn", "return CHANCE if state.matches == 10 else state.turn"),
)
HIDDEN = ("players=2, ", "players=2, hidden=True, ")
INFORMATION = (
    "def information_state(state, player):\n    return {}\n\n\ndef redeal(state, player, seed):\n    return {}"
)

BROKEN = {
    "a beginning that is drawn": (
        changed(
            ("return State(10, 0)", "return State(9 + randrange(2), 0)"),
            ("from mossa", "from random import randrange\n\nfrom mossa"),
        ),
        "a game begins in one state: start gives (",
    ),
    "an end that does not come nearer": (
        added("def plies_left(state):\n    return 7"),
        "the end comes nearer: plies_left was 7 a move ago and is 7: every choice takes one away, after [",
    ),
    "an estimate that its structure contradicts": (
        added(STRUCTURE + "def evaluate_with_structure(state, structure):\n    return structure"),
        "evaluate gives 5, but 4 on the state's own structure, after []",
    ),
    "a refinement of nothing": (
        added("def refine(state, scratch):\n    return 3"),
        "there is a refine, but no evaluate for it to add to, after []",
    ),
    "a refinement that is no whole number": (
        added("def evaluate(state):\n    return 5\n\n\ndef refine(state, scratch):\n    return 0.5"),
        "refine adds 0.5: with evaluate it is a whole number below",
    ),
    "a refinement that changes its mind": (
        added(
            "SAID = [0]\n\n\ndef evaluate(state):\n    return 5\n\n\n"
            "def refine(state, scratch):\n    SAID[0] += 1\n    return SAID[0]"
        ),
        "asked twice, refine adds 1 and 2, after []",
    ),
    "correction keys that are one number": (
        added("def correction_keys(state):\n    return u64(state.matches)"),
        "correction_keys gives u64(0xa): it is a tuple of u64, after []",
    ),
    "a structure without its use": (
        added(STRUCTURE),
        "some of structure, structure_key and evaluate_with_structure are missing: give all or none, after []",
    ),
    "a move twice": (
        changed((MOVES, MOVES + "            yield take\n")),
        "moves are legal numbers, each once: 6 moves or more, where the declared widest is 3, after []",
    ),
    "a move twice within the width": (
        changed((MOVES, MOVES + "            yield take\n"), ("widest=3", "widest=9")),
        "moves are legal numbers, each once: a move is listed twice, after []",
    ),
    "more moves than the widest": (
        changed(("widest=3", "widest=2")),
        "moves are legal numbers, each once: 3 moves or more, where the declared widest is 2, after []",
    ),
    "no end of moves": (
        changed(("    for take in range(LEAST, 4):\n", "    take = 0\n    while True:\n        take += 1\n")),
        "moves are legal numbers, each once: 7 moves or more, where the declared widest is 3, after []",
    ),
    "a play without a result": (
        changed(
            (
                "    return State(state.matches - move, 1 - state.turn)\n",
                "    State(state.matches - move, 1 - state.turn)\n",
            )
        ),
        "moves are legal numbers, each once: play gives None: is a `return` missing?, after []",
    ),
    "a move below 0": (
        changed((MOVES, "            yield -take\n")),
        "moves are legal numbers, each once: the move -1 is not a whole number from 0 to 16777214 (greatest_move of",
    ),
    "a move that is no number": (
        changed((MOVES, "            yield str(take)\n")),
        "moves are legal numbers, each once: the move '1' is not a whole number from 0 to 16777214 (greatest_move of",
    ),
    "moves that depend on more than the state": (
        changed(("LEAST = 1", "import random\n\nCHOOSER = random.Random(1)"), ("LEAST", "CHOOSER.choice((1, 2))")),
        "moves are legal numbers, each once: asked twice, moves lists other moves",
    ),
    "a utility that is no number": (
        changed((UTILITY, "return float('nan') if player")),
        "utilities keep their bounds: the utility of player",
    ),
    "a utility beyond its bounds": (
        changed((UTILITY, "return -2 if player"), ("else 1", "else 2")),
        "utilities keep their bounds: the utility of player 0 is",
    ),
    "a utility that is not whole": (
        changed((UTILITY, "return -0.5 if player"), ("else 1", "else 0.5")),
        "but whole bounds promise whole utilities",
    ),
    "not zero-sum": (
        changed((UTILITY, "return 0 if player")),
        "do not add up to 0, yet zero_sum is declared",
    ),
    "no utility": (
        changed((UTILITY, "return None if player")),
        "utilities keep their bounds: utility gives None: is a `return` missing?",
    ),
    "a score without bounds": (
        added(SCORE),
        "utilities keep their bounds: there is a score, but FACTS does not declare its bounds",
    ),
    "a score beyond its bounds": (
        added(SCORE, ("widest", "score=(-2, 2), widest")),
        "utilities keep their bounds: the score of player 0 is 3, outside the declared (-2, 2)",
    ),
    "a game longer than the longest": (
        changed(("longest=10", "longest=3")),
        "games can be played: a game lasts more than the declared longest 3 moves, after [",
    ),
    "a game without end": (
        changed((PLAY, "    return State(state.matches, 1 - state.turn)\n")),
        "games can be played: a game lasts more than the declared longest 10 moves, after [",
    ),
    "no moves before the end": (
        changed(("def utility", "def is_over(state):\n    return False\n\n\ndef utility")),
        "games can be played: is_over says no, yet there are no moves, after [",
    ),
    "a player who is not there": (
        changed(("return state.turn", "return 2 * state.turn")),
        "players move as declared: mover gives 2; players are 0 … 1, after [",
    ),
    "a player who moves twice": (
        changed(("1 - state.turn)", "state.turn)")),
        "players move as declared: the same player moves twice, yet alternate is declared, after [",
    ),
    "chance that is not declared": (
        changed(("return state.turn", "return -1 if state.matches == 5 else state.turn")),
        "players move as declared: chance moves, yet chance is not declared, after [",
    ),
    "probabilities that do not add up": (
        added("def probability(state, move):\n    return 0.25", *CHANCE),
        "chance adds up: the probabilities are [0.25, 0.25, 0.25], adding up to 0.75, after []",
    ),
    "a probability of nothing": (
        added("def probability(state, move):\n    return 0.5 * (move > 1)", *CHANCE),
        "chance adds up: the probabilities are [0.0, 0.5, 0.5], adding up to 1.0, after []",
    ),
    "a leak": (
        added(INFORMATION.format("state.matches", "State(max(0, state.matches - 3), state.turn)"), HIDDEN),
        "hidden information stays hidden: player 0 can tell a redealt state from the real one, after []",
    ),
    "a redealt state with other moves": (
        added(INFORMATION.format("state.turn", "State(2 if state.matches > 2 else state.matches, state.turn)"), HIDDEN),
        "hidden information stays hidden: player 0 has other moves in a state redealt for him, after []",
    ),
    "a redealt state with another mover": (
        added(INFORMATION.format("0", "State(state.matches, 1 - state.turn)"), HIDDEN),
        "hidden information stays hidden: in a state redealt for player 0 somebody else moves, after []",
    ),
    "a redealt state of another shape": (
        added(INFORMATION.format("0", "State(u64(state.matches), state.turn)"), HIDDEN),
        "hidden information stays hidden: a state redealt for player 0 has the shape State(matches:u turn:i), not",
    ),
    "knowledge that cannot be compared": (
        added(INFORMATION.format("[state.turn]", "state"), HIDDEN),
        "hidden information stays hidden: TypeError: unhashable type: 'list', after []",
    ),
    "moves written alike": (
        added("def write_move(state, move):\n    return 'take'"),
        "moves can be written and read: two moves are written alike: ['take', 'take', 'take'], after []",
    ),
    "a move of five words": (
        added("def write_move(state, move):\n    return f'I do take {move} now'"),
        "moves can be written and read: the move 1 is written 'I do take 1 now': it is 1 to 4 words with single",
    ),
    "a move that begins with another": (
        added("def write_move(state, move):\n    return 'take' + ' more' * (move - 1)"),
        "moves can be written and read: the move 2 is written 'take more', which begins with another move, after []",
    ),
    "a move read otherwise": (
        added("def read_move(state, text):\n    return 4 - int(text)"),
        "moves can be written and read: the move 1 is written '1' and read as 3, after []",
    ),
    "a position read otherwise": (
        added("def read_position(text):\n    return start()"),
        "positions can be written and read: State(matches=",
    ),
    "a position read into another shape": (
        added("def read_position(text):\n    return State(u64(text.split(',')[0]), int(text[-1]))"),
        "positions can be written and read: '10,0' is read as a state of the shape State(matches:u turn:i), not",
    ),
    "a state of another shape": (
        changed((PLAY, "    return State(u64(state.matches - move), 1 - state.turn)\n")),
        "states keep their shape: the state has become State(matches:u turn:i), it began as State(matches:i turn:i)",
    ),
    "a number too long": (
        changed(
            (PLAY, "    return State(state.matches - move, state.turn + 2**64 - 1)\n"),
            ("state.turn\n", "state.turn % 2\n"),
        ),
        "states keep their shape: a number of the state is 1844674407370955161",
    ),
    "keys that lie": (
        added("def key(state):\n    return u64(state.matches // 2)"),
        "states of one key are alike: two moves lead to states of one key that are not alike, after [",
    ),
    "a key that is no u64": (
        added("def key(state):\n    return -1 - state.matches"),
        "states of one key are alike: the key -11 is not a u64, after []",
    ),
    "an estimate that is not whole": (
        added("def evaluate(state):\n    return state.matches / 2"),
        "knowledge keeps its limits: evaluate gives 5.0: it is a whole number below 4194304 in size, after []",
    ),
    "an expected utility beyond the bounds": (
        added("def estimate(state, player, scratch):\n    return 1.5"),
        "estimates are expected utilities: estimate gives 1.5 for player 0, where utilities are from -1 to 1, after []",
    ),
    "expected utilities that do not add up": (
        added("def estimate(state, player, scratch):\n    return 0.5"),
        "estimates are expected utilities: estimate gives [0.5, 0.5], which does not add up to 0, yet",
    ),
    "an order beyond its limits": (
        added("def order(state, move):\n    return move * 100000"),
        "knowledge keeps its limits: order gives 100000 for the move 1: it is a whole number within ±32768, after []",
    ),
    "a simulated game against the rules": (
        added("def rollout_move(state, seed):\n    return 9"),
        "simulated games keep the rules: rollout_move gives 9, which is not legal, after []",
    ),
    "bounds the wrong way round": (
        added("def bounds(state):\n    return 1, -1"),
        "knowledge keeps its limits: bounds gives at least 1 and at most -1, after []",
    ),
    "bounds that a move goes beyond": (
        added("def bounds(state):\n    return -1, -1"),
        "knowledge keeps its limits: bounds gives at most -1, yet the move ",
    ),
    "sufficient moves that are not legal": (
        added("def sufficient(state):\n    yield 9"),
        "moves are legal numbers, each once: sufficient lists 9, which moves does not, after []",
    ),
    "no sufficient moves": (
        added("def sufficient(state):\n    yield from range(0)"),
        "knowledge keeps its limits: sufficient lists nothing, and bounds does not settle the state, after []",
    ),
    "an empty board": (
        added("def scene(state, viewer):\n    return Scene(())", ("Facts, u64", "Facts, Scene")),
        "boards can be drawn: ",
    ),
    "an exception in play": (
        changed((PLAY, "    return State(state.matches - move + 0 // (state.matches - 7), 1 - state.turn)\n")),
        "mygame.py, line 31: ZeroDivisionError: integer division or modulo by zero",
    ),
    "a function with the wrong parameters": (
        changed(("def play(state, move)", "def play(state)"), ("- move", "- 1")),
        "TypeError: play() takes 1 positional argument but 2 were given",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_promise_is_noticed(name: str, tmp_path: Path) -> None:
    text, sentence = BROKEN[name]
    found = faults(tmp_path, text)
    assert any(sentence in fault for fault in found), found
    assert all("\n" not in fault for fault in found)


def test_the_report_as_text(tmp_path: Path) -> None:
    (tmp_path / "mygame.py").write_text(changed(("return -1 if player", "return 0 if player")))
    said: list[str] = []
    report = check(mossa.game(str(tmp_path / "mygame.py")), games=2, compiled=False, on_check=said.append)
    assert not report.ok
    assert "ok    states keep their shape" in report.lines
    assert report.lines[-1].startswith("WRONG utilities keep their bounds: ")
    assert said == ["random game 1 of 2", "random game 2 of 2"]
    assert (report.games, report.states) == (2, report.states)
    assert report.states > 4
