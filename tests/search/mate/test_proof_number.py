"""Proof-number search within a bound, against a search that looks at everything."""

from __future__ import annotations

import random

import pytest
from tests.search.mate.full_search import plies_to_end

import mossa
from mossa.core.game import Game
from mossa.core.kernel_rules import kernel_for
from mossa.core.protocol import State
from mossa.kernel.memory import Ints
from mossa.search.common.stop_signal import StopSignal
from mossa.search.mate.mate_search import MateSearcher
from mossa.search.mate.proof_number import (
    HALTED,
    NEVER,
    Proof,
    is_proven,
    is_refuted,
    plies_of,
    proof_of,
    prove,
    proven,
)

DEEPEST = 6


def asked(game: Game, state: State, bound: int, proof: Proof) -> tuple[int, list[int]]:
    moves = game.rules.legal(state)
    given, findings = Ints(len(moves)), Ints(len(moves))
    for i, move in enumerate(moves):
        given[i] = move
    plies = kernel_for(prove, game, compiled=False)(state, bound, proof, given, findings, len(moves))
    return int(plies), [findings[i] for i in range(len(moves))]


def positions(game: Game, count: int) -> list[State]:
    """States of random games, the later ones more often."""
    chooser, found = random.Random(5), []
    while len(found) < count:
        at = game.start()
        while not at.is_over and len(found) < count:
            if chooser.random() < 0.4 and at.legal:
                found.append(at.state)
            at = at.play(chooser.choice(at.legal))
    return found


@pytest.mark.parametrize("name", ["tictactoe", "nim:heaps=2-3"])
def test_a_win_within_a_bound_is_found_exactly_where_there_is_one(name: str) -> None:
    game = mossa.game(name)
    searcher, seen = MateSearcher(game, StopSignal(stop=0), 1, compiled=False), set()
    for state in positions(game, 60):
        for attacker in (0, 1):
            proof = searcher.make_proof(1)
            proof.attacker, proof.limit = attacker, 1 << 60
            mine = game.rules.mover(state) == attacker
            for bound in range(1, DEEPEST):
                expected = plies_to_end(game, state, bound)
                won = expected is not None and (expected > 0) == mine
                plies, findings = asked(game, state, bound, proof)
                assert (plies >= 0) == won
                if won:
                    assert expected is not None
                    assert abs(expected) <= plies <= bound
                decides = is_proven if mine else is_refuted
                assert any(map(decides, findings)) == (won == mine)
                seen.add((mine, won))
    assert len(seen) == 4


def test_a_search_without_nodes_finds_nothing_out() -> None:
    game = mossa.game("tictactoe")
    proof = MateSearcher(game, StopSignal(stop=0), 1, compiled=False).make_proof(1)
    proof.limit = 20
    assert asked(game, game.rules.start(), 9, proof)[0] == HALTED


def test_a_finding_packs_its_numbers() -> None:
    for plies in (0, 1, 77):
        assert (is_proven(proven(plies)), plies_of(proven(plies)), proof_of(proven(plies))) == (True, plies, 0)
    assert is_refuted(NEVER)
    assert not is_proven(NEVER)
