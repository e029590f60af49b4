"""Bounds that are too small are found where random play does not come; bounds that are exact are not blamed."""

from pathlib import Path

import pytest
from tests.user_files import NIM

import mossa
from mossa import MossaError
from mossa.core.conformance import FACTS, check
from mossa.core.facts_check import beyond_facts
from mossa.search.alphabeta.deepening import search
from mossa.search.common.limits import Limits

TRAP = '''"""Walk to the right, or fall off: only who never falls comes far, and there the ways are many."""

from typing import NamedTuple

from mossa import Facts

FACTS = Facts(players=2, utility=(-1, 1), widest=WIDEST, longest=LONGEST)


class State(NamedTuple):
    place: int
    fallen: int


def start():
    return State(0, 0)


def mover(state):
    return state.place % 2


def is_over(state):
    return state.fallen == 1 or state.place == 40


def moves(state):
    for move in range(30 if state.place == 39 else 9):
        yield move


def play(state, move):
    return State(state.place + 1, 1 if move > 0 else 0)


def utility(state, player):
    return 1 if player == state.place % 2 else -1
'''


@pytest.mark.parametrize(
    ("widest", "longest", "sentence"),
    [
        (30, 40, ""),
        (29, 40, "30 moves, where the declared widest is 29, after [0 0 0"),
        (30, 39, "a game lasts more than the declared longest 39 moves, after [0 0 0"),
        (30, 3, "a game lasts more than the declared longest 3 moves, after [0 0 0]"),
    ],
)
def test_what_no_random_game_meets(widest: int, longest: int, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "trap.py"
    path.write_text(TRAP.replace("WIDEST", str(widest)).replace("LONGEST", str(longest)))
    found = check(mossa.game(str(path)), compiled=False).faults
    assert (
        found == []
        if not sentence
        else found[0].startswith((f"{FACTS}: {sentence}", f"games can be played: {sentence}"))
    )


def test_a_game_that_cannot_be_gone_through_is_played_on_purpose(tmp_path: Path) -> None:
    path = tmp_path / "trap.py"
    path.write_text(TRAP.replace("WIDEST", "29").replace("LONGEST", "40"))
    assert list(beyond_facts(mossa.game(str(path)), 40)) == []  # too few to get anywhere
    (fault,) = beyond_facts(mossa.game(str(path)), 100_000)
    assert fault.startswith("30 moves")


@pytest.mark.parametrize("wrong", ["longest=4", "longest=8", "longest=9", "widest=2"])
def test_no_search_answers_with_a_nought(wrong: str, tmp_path: Path) -> None:
    """The first player wins; a search that ended with the declared length once said 0."""
    path = tmp_path / "mygame.py"
    path.write_text(NIM.replace("longest=10" if "longest" in wrong else "widest=3", wrong))
    game = mossa.game(str(path))
    for player in (None, "alphabeta", "minimax", "alphabeta-textbook"):
        with pytest.raises(MossaError, match="correct the rules of"):
            game.start().best(player=player)


def test_the_engine_notices_too(tmp_path: Path) -> None:
    path = tmp_path / "mygame.py"
    path.write_text(NIM.replace("longest=10", "longest=4"))
    game = mossa.game(str(path))
    with pytest.raises(MossaError, match="declares longest=4 in FACTS, but a game goes on after that many moves"):
        search(game, game.rules.start(), Limits(nodes=100_000), compiled=False)
    from mossa.play.players import player

    with pytest.raises(MossaError, match="declares longest=4 in FACTS"):
        player("minimax", game).choose(game.start(), Limits(nodes=100_000))


LOCK = '''"""Only one combination leads to the room with 30 doors, and the last of them wins; all else is a draw."""

from typing import NamedTuple

from mossa import Facts

FACTS = Facts(players=2, utility=(-1, 1), widest=WIDEST, longest=9)


class State(NamedTuple):
    place: int
    open: int
    seen: int


def start():
    return State(0, 1, 0)


def mover(state):
    return state.place % 2


def is_over(state):
    return state.place == 9 or (state.place == 8 and state.open == 0)


def moves(state):
    for move in range(30 if state.place == 8 else 9):
        yield move


def play(state, move):
    right = state.place == 8 or move == (5 * state.place + 3) % 9
    return State(state.place + 1, 1 if state.open == 1 and right else 0, 30 * state.seen + move)


def utility(state, player):
    if state.open == 0:
        return 0
    return 1 if (state.seen % 30 == 29) == (player == 0) else -1
'''


@pytest.mark.parametrize("player", ["alphabeta", "perfect"])
def test_moves_that_are_too_many_are_never_dropped_unsaid(player: str, tmp_path: Path) -> None:
    """No check finds this room. The search that comes there once took the last door for none: a win became a loss."""
    path, line = tmp_path / "lock.py", "3 8 4 0 5 1 6"
    path.write_text(LOCK.replace("WIDEST", "30"))
    found = mossa.game(str(path)).after(line).best(player=player)
    assert (found.value, found.move) == (0, "0")
    path.write_text(LOCK.replace("WIDEST", "29"))
    game = mossa.game(str(path))
    with pytest.raises(MossaError, match=r"lock.py declares widest=29 in FACTS, but somewhere there are more moves"):
        game.after(line).best(player=player)
