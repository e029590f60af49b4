"""Books in the Polyglot format; python-chess is the oracle of the keys."""

import random
from pathlib import Path

import chess
import chess.polyglot
import pytest

import mossa
from mossa import MossaError
from mossa.games.chess.book import OWN, Book, Entry, book_key, book_move, pack, write_book
from mossa.games.chess.book_building import walk
from mossa.games.chess.fen import read_fen, write_fen
from mossa.games.chess.notation import write_uci
from mossa.games.chess.openings import named_openings
from mossa.games.chess.rules import start

CHESS = mossa.game("chess")


def random_line(seed: int, plies: int) -> chess.Board:
    rng, board = random.Random(seed), chess.Board()
    for _ in range(plies):
        if board.is_game_over():
            break
        board.push(rng.choice(list(board.legal_moves)))
    return board


@pytest.mark.parametrize("seed", range(40))
def test_keys_are_those_of_the_format(seed: int) -> None:
    board = random_line(seed, 6 + 3 * seed % 60)
    if board.has_legal_en_passant() or board.ep_square is None or not board.has_pseudo_legal_en_passant():
        assert book_key(read_fen(board.fen())) == chess.polyglot.zobrist_hash(board)


@pytest.mark.parametrize("seed", range(20))
def test_moves_are_packed_as_the_format_has_it(seed: int, tmp_path: Path) -> None:
    board = random_line(seed, 4 * seed)
    state = read_fen(board.fen())
    legal = list(CHESS.rules.moves(state))
    if not legal:
        return
    path = tmp_path / "book.bin"
    assert write_book(path, [Entry(book_key(state), pack(move), 1 + i, 7) for i, move in enumerate(legal)]) == len(
        legal
    )
    with chess.polyglot.open_reader(path) as reader:
        theirs = {entry.move.uci(): (entry.weight, entry.learn) for entry in reader.find_all(board)}
    ours = {write_uci(c.move): (c.weight, c.learn) for c in Book(path).find(state)}
    assert ours == theirs
    assert len(ours) == len(legal)


def test_castling_and_promotion_in_a_book(tmp_path: Path) -> None:
    state = read_fen("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1")
    move = CHESS.position(write_fen(state)).read_move
    path = tmp_path / "book.bin"
    write_book(path, [Entry(book_key(state), pack(move(text)), 1) for text in ("O-O", "O-O-O", "bxa8=N", "b8=Q+")])
    with chess.polyglot.open_reader(path) as reader:
        theirs = {entry.move.uci() for entry in reader.find_all(chess.Board(write_fen(state)))}
    assert theirs == {"e1g1", "e1c1", "b7a8n", "b7b8q"}
    assert {write_uci(choice.move) for choice in Book(path).find(state)} == theirs


def test_the_own_book_knows_the_openings() -> None:
    book = Book(OWN)
    for one in named_openings():
        at, move = walk(one.moves)[-1]
        assert pack(move) in [entry.move for entry in book.entries(book_key(at))], one
    with chess.polyglot.open_reader(OWN) as reader:
        assert len(reader) == len(book)
        assert next(iter(reader.find_all(chess.Board()))).weight > 0


def test_moves_are_drawn_by_weight() -> None:
    state = start()
    drawn = {book_move(state, seed) for seed in range(200)}
    weights = {choice.move: choice.weight for choice in Book(OWN).find(state)}
    assert len(drawn) > 2
    assert all(weights[move] > 0 for move in drawn if move is not None)
    first = max(weights, key=weights.__getitem__)
    often = sum(book_move(state, seed) == first for seed in range(400)) / 400
    assert abs(often - weights[first] / sum(weights.values())) < 0.1
    assert book_move(read_fen("8/8/8/8/8/5k2/6q1/3K4 b - - 0 1"), 1) is None


def test_equal_entries_add_up_and_weights_fit(tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    assert write_book(path, [Entry(5, 1, 60_000), Entry(5, 1, 60_000), Entry(5, 2, 60_000), Entry(3, 1, 0)]) == 3
    book = Book(path)
    assert [entry.weight for entry in book.entries(5)] == [65535, 32767]
    assert book.entries(4) == []


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "it is empty"),
        (b"x" * 17, "its size, 17, is no multiple of 16"),
        (b"\xff" * 16 + b"\x00" * 16, "not in the order of their keys"),
        (None, "cannot be read"),
    ],
)
def test_files_that_are_no_books(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    path = tmp_path / "book.bin"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(MossaError, match=sentence):
        Book(path)
