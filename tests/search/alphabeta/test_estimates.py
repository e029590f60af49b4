"""Estimates: made once only, and corrected by what searches found."""

from __future__ import annotations

import random
from typing import Any

import pytest

import mossa
from mossa.core.kernel_rules import kernel_for
from mossa.games.chess.board import State, plies_played
from mossa.games.chess.evaluation import correction_keys, evaluate_with_structure, structure, structure_key
from mossa.kernel.transposition_table import SCORE_LIMIT, make_table
from mossa.kernel.words import u64
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.alphabeta.estimates import ERROR_LIMIT, corrected_estimate, update_correction
from mossa.search.alphabeta.memory import CORRECTION_SLOTS, ESTIMATE_SLOTS, Memory, make_memory
from mossa.search.alphabeta.options import make_options
from mossa.search.common.limits import Limits
from mossa.search.common.stop_signal import StopSignal

GAMES = ("chess", "checkers", "othello")


def fresh(name: str, **options: int) -> tuple[Any, Any, Memory]:
    game = mossa.game(name)
    plain = kernel_for(corrected_estimate, game, compiled=False)
    return game, plain, make_memory(game, make_table(1), StopSignal(stop=0), make_options(options))


@pytest.mark.parametrize("name", GAMES)
def test_a_cached_estimate_is_the_estimate(name: str) -> None:
    game, plain, memory = fresh(name)
    state = game.rules.start()
    for _ in range(6):
        assert [plain(state, memory) for _ in range(2)] == [estimate(game, state)] * 2
        state = game.rules.play(state, next(iter(game.rules.moves(state))))
    assert sum(1 for word in memory.estimate_cache.array.tolist() if word) == 6


def estimate(game: Any, state: Any) -> int:
    """By the features, and by the network where there is one."""
    rules = game.rules
    return int(rules.evaluate(state) + (rules.refine(state, rules.scratch()) if rules.refine else 0))


def test_a_network_can_be_left_out() -> None:
    game, plain, memory = fresh("chess", network=0)
    states = [game.after(moves).state for moves in ("e4", "e4 e5 Nf3")]
    assert [plain(state, memory) for state in states] == [game.rules.evaluate(state) for state in states]
    assert [estimate(game, state) for state in states] != [game.rules.evaluate(state) for state in states]


def test_the_second_time_the_cached_estimate_counts() -> None:
    game, plain, memory = fresh("chess")
    state = game.rules.start()
    plain(state, memory)
    place = int(state.key & (ESTIMATE_SLOTS - 1))
    memory.estimate_cache[place] = memory.estimate_cache[place] >> 24 << 24 | u64(SCORE_LIMIT - 77)
    assert plain(state, memory) == -77


def test_a_structure_is_stored_while_other_pieces_move() -> None:
    game, plain, memory = fresh("chess", network=0)
    for moves in ("e4", "e4 e5 Nf3", "e4 e5 Nf3 Nc6"):  # those with the same pawns and kings come after one another
        plain(game.after(moves).state, memory)
    assert sum(1 for word in memory.structure_keys.array.tolist() if word) == 2
    state, other = (game.after(moves).state for moves in ("e4 e5 Nf3 Nc6 Bb5", "e4 e5 Nf3 Nc6 Bb5 Nf6"))
    place = memory.structure_keys.array.tolist().index(structure_key(state))
    memory.structures[place] += 50 << 32 | 50
    for one, sign in ((state, -1), (other, 1)):  # a structure is White's
        assert plain(one, memory) == evaluate_with_structure(one, structure(one) + (50 << 32 | 50))
        assert sign * (plain(one, memory) - game.rules.evaluate(one)) >= 48


def test_states_of_one_structure_key_have_one_structure() -> None:
    """Along games of random moves, and where a king and a pawn stand on each other's squares."""
    game = mossa.game("chess")
    texts = ("4k3/8/8/8/4p3/8/3K4/8 w - - 0 1", "8/8/8/8/4k3/8/3K4/8 w - - 0 1", "4K3/8/8/8/4p3/8/3k4/8 w - - 0 1")
    states = [game.position(text).state for text in texts]
    chooser = random.Random(5)
    for _ in range(6):
        position = game.start()
        while not position.is_over and plies_played(position.state) < 150:
            position = position.play(chooser.choice(position.legal))
            states.append(position.state)
    told: dict[u64, Any] = {}
    by_men: dict[Any, u64] = {}
    for state in states:
        men = (
            state.pawns & state.white,
            state.pawns & state.black,
            state.kings & state.white,
            state.kings & state.black,
        )
        assert told.setdefault(structure_key(state), (men, structure(state))) == (men, structure(state))
        assert by_men.setdefault(men, structure_key(state)) == structure_key(state)
    assert 100 < len(told) < len(states)


def test_chess_is_judged_anew_when_the_quiet_time_is_longer() -> None:
    """The key is the same, but an advantage that makes no progress fades."""
    game, plain, memory = fresh("chess")
    soon, late = (game.position(f"4k3/8/8/8/8/8/4P3/R3K3 w - - {quiet} 60").state for quiet in (0, 90))
    assert soon.key == late.key
    assert plain(soon, memory) > plain(late, memory) == estimate(game, late)


@pytest.mark.parametrize(
    ("moves", "ways"),
    [
        ("", 3),
        ("Nf3 Nf6", 1),  # the pawns
        ("e4 e5", 2),  # the pieces of either side
        ("e4 Nf6", 1),  # White's
        ("e4 Nf6 Nf3 Ng8", 1),  # Black's
        ("Nf3", 0),  # the other side moves
    ],
)
def test_what_searches_found_wrong_is_added_where_states_share_a_correction_key(moves: str, ways: int) -> None:
    game, plain, memory = fresh("chess")
    note = kernel_for(update_correction, game, compiled=False)
    note(game.rules.start(), 100, 8, memory)
    state = game.after(moves).state
    assert plain(state, memory) - estimate(game, state) == ways * 100 * 32 // ERROR_LIMIT


def test_every_man_changes_a_correction_key() -> None:
    """Also those on high ranks, in the lowest bits, by which errors are kept."""
    start = mossa.game("chess").rules.start()
    for way, men in enumerate((start.pawns, start.white & ~start.pawns, start.black & ~start.pawns)):
        squares = [square for square in range(64) if int(men) >> square & 1]
        words = {
            int(correction_keys(without(start, u64(1 << square)))[way]) & (CORRECTION_SLOTS // 2 - 1)
            for square in squares
        }
        assert len(words) == len(squares) == 16 >> (way > 0)


def without(state: State, square: u64) -> State:
    """A state of chess with a square less on every board."""
    return state._replace(white=state.white & ~square, black=state.black & ~square, pawns=state.pawns & ~square)


@pytest.mark.parametrize("error", [5000, -5000])
def test_corrections_have_a_limit_and_can_be_unlearnt(error: int) -> None:
    game, plain, memory = fresh("chess")
    note, state = kernel_for(update_correction, game, compiled=False), game.rules.start()
    told = []
    for wrong in (error, -error):
        for _ in range(60):
            note(state, wrong, 20, memory)
        told.append(plain(state, memory) - estimate(game, state))
    assert 3 * 28 <= abs(told[0]) <= 3 * 32
    assert told[0] * error > 0 > told[1] * error


def test_a_search_corrects_the_estimates_of_chess_and_of_no_game_without_correction_keys() -> None:
    for name, learns in (("chess", True), ("checkers", False)):
        game = mossa.game(name)
        searcher = Searcher(game, memory_mib=1)
        searcher.search(game.rules.start(), Limits(depth=6))
        assert bool(searcher.memories[0].corrections.array.any()) == learns
