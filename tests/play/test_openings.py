"""Openings for matches, from files of all kinds and from the games themselves."""

from pathlib import Path

import pytest

import mossa
from mossa import MossaError
from mossa.play.match import Match, run
from mossa.play.openings import Openings, game_openings, read_openings

TICTACTOE, CHESS = mossa.game("tictactoe"), mossa.game("chess")


def test_openings_in_turn(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("# two openings\nb2 a1   # the centre\n\na1 b2\n")
    openings = read_openings(path, TICTACTOE)
    assert openings == ((("b2", "a1"), ("a1", "b2")), ())
    match_score = run(Match("tictactoe", ("random", "random"), games=6, openings=openings.moves))
    begun = sorted({moves[:2] for [(_, moves)] in match_score.distinct})
    assert begun == [("a1", "b2"), ("b2", "a1")]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("b2 a1\nb2 b2\n", r"openings.txt, line 2: move 2 \(b2\)"),
        ("a1 b1 a2 b2 a3\n", "line 1: the game is over after these moves"),
        ("# nothing\n", "holds no opening; a line is moves separated by blanks, or a position in a .epd file"),
    ],
)
def test_wrong_openings(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(text)
    with pytest.raises(MossaError, match=reason):
        read_openings(path, TICTACTOE)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(MossaError, match=r"none\.txt"):
        read_openings(tmp_path / "none.txt", TICTACTOE)
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(MossaError, match=r"bytes\.txt"):
        read_openings(tmp_path / "bytes.txt", TICTACTOE)


def test_positions_of_an_epd_file_begin_the_games(tmp_path: Path) -> None:
    path, record = tmp_path / "book.epd", tmp_path / "match.jsonl"
    path.write_text(
        "# a comment\n"
        'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; id "Sicilian";\n'
        "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n"
    )
    openings = read_openings(path, CHESS)
    assert openings.moves == ((), ())
    assert openings.positions[0].startswith("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq")
    match = Match("chess", ("random", "random:seed=1"), 4, openings=openings.moves, positions=openings.positions)
    run(match, record=record)
    assert [text in record.read_text() for text in openings.positions] == [True, True]
    again = run(match, record=record)  # read back, nothing is played
    assert again.games == 4


def test_positions_of_any_game(tmp_path: Path) -> None:
    path = tmp_path / "book.fen"
    path.write_text("O---X----\n")
    assert read_openings(path, TICTACTOE).positions == ("O---X----",)
    path.write_text("O---X----\nnonsense\n")
    with pytest.raises(MossaError, match=r"book\.fen, line 2: "):
        read_openings(path, TICTACTOE)
    path.write_text("XXXOO----\n")
    with pytest.raises(MossaError, match="the game is over in this position"):
        read_openings(path, TICTACTOE)


def test_games_of_a_pgn_file_are_openings(tmp_path: Path) -> None:
    path = tmp_path / "book.pgn"
    path.write_text(
        '[FEN "7k/8/6K1/8/8/8/8/R7 w - - 0 1"]\n\n1. Ra2 Kg8 2. Ra8# 1-0\n\n1. e4 {best} e5 2. Nf3 (2. f4) *\n'
    )
    openings = read_openings(path, CHESS)
    assert openings.moves == (("a1a2", "h8g8"), ("e2e4", "e7e5", "g1f3"))  # without the mate
    assert openings.positions[0].startswith("7k/8/6K1/8/8/8/8/R7 w")
    assert openings.cut(1).moves == (("a1a2",), ("e2e4",))
    path.write_text("1. e4 e5 2. Ke3 *")
    with pytest.raises(MossaError, match=r"book\.pgn, game 1, left out: move 2 of White, Ke3,"):
        read_openings(path, CHESS)


def test_an_order_drawn_from_the_seed() -> None:
    openings = Openings(tuple((str(i),) for i in range(20)), tuple(map(str, range(20))))
    shuffled = openings.shuffled(5)
    assert shuffled == openings.shuffled(5) != openings.shuffled(6)
    assert sorted(shuffled.moves) == sorted(openings.moves)
    assert [moves[0] for moves in shuffled.moves] == list(shuffled.positions)


def test_a_game_without_openings_has_none() -> None:
    assert game_openings(TICTACTOE) == Openings()


def test_a_game_whose_openings_are_missing_begins_from_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkers = mossa.game("checkers")
    assert len(game_openings(checkers).moves) == 174
    monkeypatch.setattr("mossa.games.checkers.openings.FILE", tmp_path / "openings.txt")
    with pytest.warns(
        RuntimeWarning, match=r"openings\.txt cannot be read: .*; games of checkers begin from the start"
    ):
        assert game_openings(checkers) == Openings()
