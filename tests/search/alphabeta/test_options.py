"""Options: the games' own, those of proofs, wrong ones."""

from __future__ import annotations

import pytest

import mossa
from mossa import MossaError
from mossa.kernel.transposition_table import make_table
from mossa.search.alphabeta.memory import NO_CONTINUATION, Memory, make_memory
from mossa.search.alphabeta.options import DEFAULTS, GUESSES, NUMBERS, SWITCHES, Options, exact, make_options, tuned
from mossa.search.common.stop_signal import StopSignal

CHESS = mossa.game("chess")

OPTIONS = make_options(None, tuned(CHESS))


def test_chess_prunes_late_moves_sooner_than_others() -> None:
    own, others = make_options(None, tuned(CHESS)), make_options()
    assert own.late_base + own.late_growth * 4 < others.late_base + others.late_growth * 4


def fresh() -> Memory:
    return make_memory(CHESS, make_table(1), StopSignal(stop=0), OPTIONS)


def test_proofs_remember_no_continuations() -> None:
    assert exact(CHESS)["continuation"] == exact(CHESS)["internal"] == exact(CHESS)["sharp"] == 0
    assert fresh().continuation_keys[0] == NO_CONTINUATION


def test_every_option_has_a_default_a_text_and_a_field() -> None:
    assert set(DEFAULTS) == set(SWITCHES) | set(NUMBERS) == set(Options.layout)
    assert all([*SWITCHES.values(), *(text for _, text in NUMBERS.values())])
    options = make_options()
    assert {name: getattr(options, name) for name in DEFAULTS} == DEFAULTS


def test_a_proof_guesses_nothing_whatever_suits_the_game() -> None:
    for name in ("chess", "othello", "checkers", "connect4"):
        options = exact(mossa.game(name))
        assert options["proof"] == 1
        assert [options[guess] for guess in GUESSES] == [0] * len(GUESSES)


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({"colour": 1}, "the engine has no option 'colour'; it has table, "),
        ({"null_move": 2}, "the option null_move is 0 or 1, not 2"),
        ({"late_depth": "deep"}, "the option late_depth is a whole number, not 'deep'"),
    ],
)
def test_wrong_options(chosen: dict[str, object], why: str) -> None:
    with pytest.raises(MossaError, match=why):
        make_options(chosen)
