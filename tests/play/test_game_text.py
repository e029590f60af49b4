"""Games as people paste them, and back."""

import json

import pytest

import mossa
from mossa.core.game_file import GameFile
from mossa.core.position import Position
from mossa.core.variations import Variation
from mossa.kernel.errors import MossaError
from mossa.play.game_text import convert_variations, display_line, display_move, file_suffix, read_game, write_game
from mossa.play.record import GameRecord

PGN = '[White "A"]\n[Result "0-1"]\n\n1. f3 {weak} e5 (1... d5) 2. g4?? Qh4# 0-1\n'


@pytest.mark.parametrize(
    ("name", "text", "moves"),
    [
        ("connect4", "4453", "4 4 5 3"),
        ("connect4", "44 5, 3", "4 4 5 3"),
        ("connect4", "1. 4 4 2. 5", "4 4 5"),
        ("tictactoe", "b2 a1", "b2 a1"),
        ("chess", PGN, "f2f3 e7e5 g2g4 d8h4"),
        ("chess", "1. e4 e5 2. Nf3 *", "e2e4 e7e5 g1f3"),
        ("chess", "e2e4 e7e5", "e2e4 e7e5"),
        ("othello", "f5d6c3", "f5 d6 c3"),
        ("checkers", '[Event "x"] 1. 11-15 23-19 2. 8-11 *', "11-15 23-19 8-11"),
        ("tictactoe", json.dumps(GameRecord("tictactoe", ("a", "b"), ("b2", "a1")).as_dict()), "b2 a1"),
    ],
)
def test_what_people_paste_is_read(name: str, text: str, moves: str) -> None:
    assert " ".join(read_game(mossa.game(name), text).line[-1].history) == moves


def test_a_position_is_a_game_without_moves() -> None:
    fen = "8/P6k/8/8/8/8/7K/8 w - - 0 1"
    (only,) = read_game(mossa.game("chess"), fen).line
    assert only.text == fen


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("connect4", "", "nothing to read"),
        ("connect4", "hello", "neither a list of moves nor a position"),
        ("chess", "1. e4 e5 2. Ke3", "not legal"),
        ("tictactoe", '{"moves": []}', "its field 'game'"),
        ("tictactoe", '{"moves": [', "is none"),
        ("tictactoe", json.dumps(GameRecord("nim", ("a", "b"), ()).as_dict()), "not of tictactoe"),
        ("chess", "x" * 300_000, "at most 200,000"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(name: str, text: str, told: str) -> None:
    with pytest.raises(MossaError, match=told):
        read_game(mossa.game(name), text)


@pytest.mark.parametrize(("name", "moves"), [("chess", "e4 e5"), ("checkers", "11-15 23-19"), ("othello", "f5 d6")])
def test_what_is_written_is_read_again_with_what_was_said(name: str, moves: str) -> None:
    game = mossa.game(name)
    line = game.after(moves).line
    known = {"players": ("Ada", "Bob"), "result": (1.0, -1.0)}
    text = write_game(game, GameFile.of(line, **known, comments={2: "so said"}, marks={1: "?!"}))
    assert "so said" in text
    assert "Ada" in text
    again = read_game(game, text)
    assert again.line[-1].state == line[-1].state
    assert {name: getattr(again.written, name) for name in known} == known
    assert again.written.comments[2] == "so said"
    assert set(known["players"]) <= set(again.tags.values())


def test_a_game_without_a_form_of_its_own_is_a_line_for_each_move() -> None:
    line = mossa.game("connect4").after("4 4").line
    text = write_game(mossa.game("connect4"), GameFile.of(line, players=("a", "b"), marks={2: "?"}))
    assert text.splitlines() == ["# connect4: a - b", "4", "4  # ?"]
    assert read_game(mossa.game("connect4"), text).line[-1].history == ("4", "4")
    assert [file_suffix(mossa.game(name)) for name in ("chess", "checkers", "othello", "connect4")] == [
        "pgn",
        "pdn",
        "ggf",
        "txt",
    ]


@pytest.mark.parametrize(
    ("name", "moves", "other", "inner", "last"),
    [
        ("chess", "e2e4 e7e5 g1f3", "c7c5 g1f3 d7d6", "b1c3", "b8c6"),
        ("checkers", "11-15 23-19 8-11", "24-20 8-11", "15-18", "22-17"),
        ("connect4", "4 4 3", "1 2 3", "5 5", "7"),
        ("tictactoe", "a1 b2 c3", "b1 c1", "c2", "a3"),
    ],
)
def test_variations_are_written_and_read_again(name: str, moves: str, other: str, inner: str, last: str) -> None:
    game = mossa.game(name)
    line = game.after(moves).line
    begun = [Variation(1, tuple(other.split()), (Variation(2, tuple(inner.split())),)), Variation(3, (last,))]
    tried = convert_variations(line, begun, Position.read_move)
    text = write_game(game, GameFile.of(line, variations=tried))
    again = read_game(game, text)
    assert again.line[-1].state == line[-1].state
    repeated = Variation(2, (line[-1].last, *tried[1].moves))  # what goes on after the end says the last move again
    assert set(again.written.variations) == {tried[0], repeated}
    assert convert_variations(again.line, tried, Position.write_move) == tuple(begun)
    record = GameRecord(game.name, ("human",) * game.facts.players, tuple(moves.split()), variations=tuple(begun))
    assert read_game(game, json.dumps(record.as_dict())).written.variations == tried


def test_moves_are_told_as_players_write_them() -> None:
    start = mossa.game("chess").start()
    assert display_move(start, start.read_move("g1f3")) == "Nf3"
    assert display_line(start, (start.read_move("e2e4"), 0)) == ("e4",)
