"""Openings by name, and books in the Polyglot format; python-chess is the oracle of the keys."""

import random
from pathlib import Path

import chess
import chess.polyglot
import pytest

import mossa
from mossa import MossaError
from mossa.games.chess.book import OWN, Book, Entry, book_key, book_move, pack, write_book
from mossa.games.chess.book_building import count_games, judge_openings, named_entries, walk, write_openings
from mossa.games.chess.fen import read_fen, write_fen
from mossa.games.chess.notation import write_uci
from mossa.games.chess.openings import Opening, lines, match_openings, opening_name, opening_of
from mossa.games.chess.rules import play, start

CHESS = mossa.game("chess")


def test_every_opening_is_legal_and_has_its_key() -> None:
    openings = lines()
    assert len(openings) >= 400
    assert len({one.key for one in openings}) == len(openings) == len({one.name for one in openings})
    board = chess.Board()
    for one in openings:
        board.reset()
        for move in one.moves:
            board.push_san(move)
        assert chess.polyglot.zobrist_hash(board) == one.key, one


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("", ""),
        ("e4", "B00 King's Pawn Game"),
        ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5 exd5", "C89 Ruy Lopez: Marshall Attack"),
        ("d2d4 d7d5 c2c4", "D06 Queen's Gambit"),
        ("c4 e6 d4 d5", "D30 Queen's Gambit Declined"),  # in another order
        ("a3 a6 a4 a5", "A00 Anderssen's Opening"),
    ],
)
def test_the_opening_that_is_played(moves: str, name: str) -> None:
    assert opening_name(moves.split()) == name
    named = opening_of(CHESS.after(moves))
    assert (str(named) if named else "") == name


def test_a_game_from_elsewhere_has_no_opening() -> None:
    assert opening_of(CHESS.position("8/8/8/8/8/5k2/6q1/3K4 b - - 0 1")) is None
    with pytest.raises(MossaError, match=r"move 2, e5e6, is not legal"):
        opening_name(["e4", "e5e6"])


def test_matches_begin_with_balanced_openings() -> None:
    openings = match_openings()
    assert len(openings) >= 100
    assert len(set(openings)) == len(openings)
    known = {one.moves: one for one in lines()}
    assert all(abs(known[moves].score) <= 60 and len(moves) >= 6 for moves in openings)


# --------------------------------------------------------------------------------------------------------------- books


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
    for one in lines():
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


def test_a_book_from_games(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 e5 2. Nf3 1-0\n\n1. e4 c5 0-1\n\n1. d4 Ke5 *\n\n1. c4 e5 1/2-1/2\n")
    entries, skipped = count_games([path], plies=2)
    assert skipped == ["games.pgn, game 3, left out: move 1 of Black, Ke5, is not legal"]
    out = tmp_path / "book.bin"
    write_book(out, entries)
    book = Book(out)
    assert {write_uci(c.move): c.weight for c in book.find(start())} == {"e2e4": 2, "c2c4": 1}
    after = CHESS.after("e4").state
    assert {write_uci(c.move): c.weight for c in book.find(after)} == {"c7c5": 2, "e7e5": 0}
    with pytest.raises(MossaError, match="cannot be read"):
        count_games([tmp_path / "none.pgn"], plies=2)


def test_a_book_of_named_lines() -> None:
    def opening(moves: str) -> Opening:
        return Opening("A00", moves, tuple(moves.split()), 0, 0)

    openings = [opening("e4 e5"), opening("e4 c5"), opening("f3"), opening("d4")]
    scores = {}
    for one, score in zip(openings, (20, 20, -200, 20), strict=True):
        for state, move in walk(one.moves):
            scores[book_key(play(state, move))] = score
    weights = {entry.move: entry.weight for entry in named_entries(openings, scores) if entry.key == book_key(start())}
    e4, d4, f3 = (pack(CHESS.start().read_move(text)) for text in ("e4", "d4", "f3"))
    assert weights[e4] > weights[d4] > 0  # two lines go on from it
    assert weights[f3] == 0  # known, not played


def test_judging_openings(tmp_path: Path) -> None:
    sound, lost = ("e4", "e5", "Nf3", "Nc6"), ("e4", "e5", "Nf3", "Qh4")  # the queen is given away
    judged, entries = judge_openings([("C44", "King's Pawn Game", sound), ("C40", "Lost", lost)], nodes=2000)
    assert judged[0].score < judged[1].score
    assert {entry.weight > 0 for entry in entries} == {True, False}
    write_openings(tmp_path / "openings.tsv", judged)
    text = (tmp_path / "openings.tsv").read_text()
    assert f"C44\tKing's Pawn Game\te4 e5 Nf3 Nc6\t{judged[0].score}\t{judged[0].key:016x}" in text
