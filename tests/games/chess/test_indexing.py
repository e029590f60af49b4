"""The numbers of endgame positions: one for each, both ways."""

import random
from collections.abc import Iterator

import pytest

import mossa
from mossa.games.chess import endgame_slices as blocks
from mossa.games.chess import indexing as numbering
from mossa.games.chess.board import State, en_passant
from mossa.games.chess.fen import read_fen, write_fen
from mossa.games.chess.move_generation import moves
from mossa.games.chess.rules import play
from mossa.search.retrograde.indexing import consecutive

PARTS = {part.name: part for part in consecutive(blocks.slices(4))}


def numbers(seed: int, count: int, choice: list[tuple[int, blocks.Block]]) -> Iterator[int]:
    """Numbers drawn from all these blocks alike."""
    rng = random.Random(seed)
    for _ in range(count):
        at, block = rng.choice(choice)
        yield at + rng.randrange(blocks.block_size(block))


def same_pieces(one: State, other: State) -> bool:
    return (one.white | one.black).bit_count() == (other.white | other.black).bit_count() and (
        one.pawns.bit_count() == other.pawns.bit_count()
    )


@pytest.mark.parametrize("seed", range(3))
def test_numbers_and_states_are_inverse_and_moves_can_be_taken_back(seed: int) -> None:
    met = 0
    for number in numbers(seed, 60, blocks.layout()[:-1]):
        state = numbering.state_at(number)
        own = numbering.index(state)
        if own != number:  # a hole
            assert own < 0 or numbering.index(numbering.state_at(own)) == own
            continue
        met += 1
        for before in numbering.retract(state):
            past = numbering.state_at(before)
            assert numbering.index(past) == before, write_fen(state)
            assert number in [numbering.index(play(past, move)) for move in moves(past)], write_fen(state)
        for move in moves(state):
            after = play(state, move)
            at = numbering.index(after)
            if at >= 0:
                assert numbering.index(numbering.state_at(at)) == at
                if same_pieces(state, after):
                    assert number in numbering.retract(numbering.state_at(at)), (write_fen(state), write_fen(after))
    assert met > 10


def turned(state: State, how: int) -> State:
    """The position turned or mirrored."""

    def board(word: int) -> mossa.u64:
        squares = [square for square in range(64) if word >> square & 1]
        return mossa.u64(sum(1 << numbering.turned_square(square, how) for square in squares))

    return State(*map(board, state[:8]), *state[8:])


@pytest.mark.parametrize("name", ["KQK", "KBNK", "KQQK", "KRKR", "KQRK"])
def test_all_images_of_a_position_have_one_number(name: str) -> None:
    part, rng = PARTS[name], random.Random(3)
    for _ in range(60):
        state = numbering.state_at(rng.randrange(part.first, part.last))
        assert len({numbering.index(turned(state, how)) for how in range(8)}) == 1


def test_captures_en_passant_have_numbers_of_their_own() -> None:
    fen = "8/8/8/2k5/3pP3/8/8/4K3 b - {} 0 1"
    plain, passing = read_fen(fen.format("-")), read_fen(fen.format("e3"))
    assert en_passant(passing)
    assert numbering.index(plain) != numbering.index(passing) >= 0
    for state in (plain, passing):
        image = numbering.state_at(numbering.index(state))
        assert bool(en_passant(image)) == bool(en_passant(state))
        assert len(list(moves(image))) == len(list(moves(state)))


def test_what_has_no_number() -> None:
    for fen in (
        "8/8/8/8/8/5k2/8/3K4 b - - 0 1",
        "8/8/8/8/8/5k2/8/3K3N b - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "8/8/8/8/8/5k2/PPPP4/3K4 b - - 0 1",
    ):
        assert numbering.index(read_fen(fen)) == -1
