"""Chess as text: FEN, UCI and SAN moves, EPD, PGN and the board, against python-chess and with wrong input."""

import io
import random
import string
from dataclasses import replace

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mossa
from mossa import MossaError
from mossa.core.pgn_pdn import write_result
from mossa.games.chess import epd, fen, notation, records

CHESS = mossa.game("chess")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def random_games(count, *, chess960=False, most=120):
    """Random games of python-chess, as boards with their moves on the stack."""
    for seed in range(count):
        chooser = random.Random(f"text {seed}")
        board = chess.Board.from_chess960_pos(chooser.randrange(960)) if chess960 else chess.Board()
        while not board.is_game_over() and board.ply() < most:
            board.push(chooser.choice(list(board.legal_moves)))
        yield board


def replay(board):
    """Our position and their board before every move, and the move."""
    theirs = board.root()
    at = CHESS.position(theirs.shredder_fen() if board.chess960 else theirs.fen())
    for move in board.move_stack:
        yield at, theirs, move
        at = at.play(move.uci())
        theirs.push(move)
    yield at, theirs, None


# -------------------------------------------------------------------------------------------------- FEN and moves


@pytest.mark.parametrize("chess960", [False, True])
def test_random_games_are_written_as_python_chess_does(chess960):
    for board in random_games(2, chess960=chess960):
        for ply, (at, theirs, _) in enumerate(replay(board)):
            assert at.text == theirs.fen(), theirs
            assert fen.write_fen(at.state, files=True) == theirs.shredder_fen()
            assert CHESS.position(at.text) == at
            assert CHESS.position(theirs.shredder_fen()) == at
            if ply % 6 == 0:
                for move in at.legal:
                    uci = notation.write_uci(move, chess960=chess960)
                    parsed = theirs.parse_uci(uci)
                    assert parsed.uci() == uci
                    san = theirs.san(parsed)
                    assert notation.write_san(at.state, move) == san
                    assert at.read_move(san) == at.read_move(uci) == move


@pytest.mark.parametrize(
    ("position", "text", "uci"),
    [
        (START, "e4", "e2e4"),
        (START, "Ng1-f3", "g1f3"),
        (START, "Nf3!?", "g1f3"),
        (START, " Nf3 ", "g1f3"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0+", "e1c1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "e8c8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxa8+", "a1a8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ra8+", "a1a8"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=Q", "a7a8q"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8N", "a7a8n"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8R", "a7a8r"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "e5d6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "ed6", "e5d6"),
        ("4k3/8/8/8/8/8/8/RN2K2N w - - 0 1", "Nf2", "h1f2"),
        ("4k3/8/8/8/N7/8/8/N3K3 w - - 0 1", "N1b3", "a1b3"),
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "O-O", "e1f1"),  # only Chess960 has this
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1g1", "e1f1"),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "f1g1"),  # king takes rook: castling
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "f1g1"),  # a step of the king
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "O-O", "f1h1"),
    ],
)
def test_moves_are_read_in_many_forms(position, text, uci):
    at = CHESS.position(position)
    assert at.write_move(at.read_move(text)) == uci


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        (START, "e5", "'e5' is not a legal move here; legal: "),
        (START, "e2e5", "is not a legal move here"),
        (START, "O-O", "is not a legal move here"),
        (START, "0000", "a move is written like e2e4"),
        (START, "castle", "a move is written like e2e4, e7e8q, Nf3, exd5, e8=Q or O-O, not 'castle'"),
        (START, "", "a move is written like"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8", "is not a legal move here"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8", "is not a legal move here"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=K", "a move is written like"),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2", "Nd2 can be played in several ways here: write Nbd2 or Nfd2"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Kg8", "the game is over"),
    ],
)
def test_wrong_moves_are_one_clear_sentence(position, text, reason):
    with pytest.raises(MossaError) as error:
        CHESS.position(position).play(text)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a FEN has 4 to 6 fields"),
        ("nonsense", "a FEN has 4 to 6 fields: board, side to move"),
        (START + " 7", "has 7"),
        (START.replace("/8/8/8/8/", "/8/8/8/"), "8 ranks with / between them, not 7"),
        (START.replace("/8/8/8/8/", "/8/8/8/7/"), "rank 3 of the FEN, '7', has 7 squares"),
        (START.replace("/8/8/8/8/", "/8/8/8/81/"), "has 9 squares"),
        (START.replace("PPPPPPPP", "PPPPPPPX"), "rank 2 of the FEN has 'X'"),
        (START.replace("PPPPPPPP", "PPPP0PPP"), "rank 2 of the FEN has '0'"),
        (START.replace("PPPPPPPP", "PPPPKPPP"), "White has 2 kings"),
        (START.replace("k", "q", 1), "Black has 0 kings"),
        (START.replace("/8/8/8/8/", "/8/8/8/P7/"), "White has 9 pawns"),
        (START.replace("/8/8/8/8/", "/8/8/8/Q7/"), "White has more pieces in the FEN than 8 pawns could become"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn on h8"),
        ("4k3/8/8/8/8/8/8/4K2p w - - 0 1", "a pawn on h1"),
        (START.replace(" w ", " x "), "the side to move in a FEN is w or b, not 'x'"),
        (START.replace("KQkq", "KQkx"), "castling rights in a FEN are some of KQkq"),
        (START.replace("KQkq", "KK"), "castling rights in a FEN are some of KQkq"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "lets White castle (K), but king and rook do not stand ready"),
        ("4k2r/8/8/8/8/8/4K3/7R b k - 0 1".replace(" k ", " Kk "), "lets White castle (K)"),
        ("4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", "castle with two rooks on the same side"),
        (START.replace("KQkq -", "KQkq e9"), "the square en passant in a FEN is one of a3 to h3"),
        (START.replace("KQkq -", "KQkq e3"), "e3 cannot be the square en passant"),
        (START.replace("KQkq -", "KQkq e6"), "e6 cannot be the square en passant"),
        (START.replace("0 1", "x 1"), "the quiet plies in a FEN is a number from 0 to 150, not 'x'"),
        (START.replace("0 1", "151 90"), "not '151'"),
        (START.replace("0 1", "0 -1"), "the number of the move in a FEN"),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "Black is in check, and yet it is White's turn"),
    ],
)
def test_wrong_positions_are_one_clear_sentence(text, reason):
    with pytest.raises(MossaError) as error:
        CHESS.position(text)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


@given(st.text(alphabet="pnbrqkPNBRQK/12345678 -wbKQkqacehx06" + string.whitespace, max_size=90))
def test_any_text_is_a_position_or_a_sentence(text):
    try:
        at = CHESS.position(text)
    except MossaError:
        pass
    else:
        assert CHESS.position(at.text) == at


@given(st.text(alphabet="abcdefgh12345678NBRQKOox=+#-0 qn.", max_size=8))
def test_any_text_is_a_move_or_a_sentence(text):
    at = CHESS.position("r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/1PPBBPPP/R3K2R w KQkq - 0 1")
    try:
        move = at.read_move(text)
    except MossaError:
        pass
    else:
        assert move in at.legal


def test_short_forms_of_positions():
    assert CHESS.position("startpos") == CHESS.position("start") == CHESS.start() == CHESS.position(START)
    assert CHESS.position(" ".join(START.split()[:4])) == CHESS.start()
    assert CHESS.position(START[:-1] + "0") == CHESS.start()
    harmless = CHESS.position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
    assert harmless == CHESS.after("e4")


def test_an_inner_rook_is_named_by_its_file():
    text = "4k3/8/8/8/8/8/8/R1R1K1RR w GCe - 0 1".replace("GCe", "GC")
    assert CHESS.position(text).text == text == chess.Board(text, chess960=True).fen()


# ------------------------------------------------------------------------------------------------------------- EPD


def test_epd_is_read_and_written():
    line = '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001"; c0 "a; b"; dm 3;'
    read = epd.read_epd(line)
    assert read.operations == {"bm": ("Qg6",), "id": ("WAC.001",), "c0": ("a; b",), "dm": ("3",)}
    assert [notation.write_uci(move) for move in read.moves("bm")] == ["g3g6"]
    assert epd.write_epd(read) == line
    assert epd.read_epd(START + " bm e4 d4; am h4") == epd.Epd(CHESS.start().state, {"bm": ("e4", "d4"), "am": ("h4",)})
    assert epd.read_epd(START).operations == {}
    assert chess.Board.from_epd(line)[1]["id"] == "WAC.001"


def test_wrong_lines_of_epd_are_left_out():
    good = "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#;"
    found, skipped = epd.read_epd_file(f"# comment\n\n{good}\n8/8 w - -\nabc\n{good[:-1]}\n{good} ???")
    assert len(found) == 2
    assert [sentence.split(",")[0] for sentence in skipped] == ["line 4", "line 5", "line 7"]
    assert "an operation of EPD is written like" in skipped[2]
    with pytest.raises(MossaError, match="a move is written like"):
        epd.read_epd("7k/8/6K1/8/8/8/8/R7 w - - bm Ra9;").moves("bm")
    with pytest.raises(MossaError, match="'Rb8' after bm is not a legal move in 7k/8"):
        epd.read_epd("7k/8/6K1/8/8/8/8/R7 w - - bm Rb8;").moves("bm")


# ------------------------------------------------------------------------------------------------------------- PGN

REAL = """\ufeff[Event "F/S Return Match"]
[Site "Belgrade, Serbia JUG"]
[White "Fischer, Robert J."]
[Black "Spassky, \\"Boris\\" V."]
[Result "1/2-1/2"]
[ECO "C95"]

1.e4 e5 2. Nf3 Nc6 3. Bb5 {This opening is called the Ruy Lopez.} 3... a6
% an escaped line (with what looks like Nf9
4. Ba4 $1 Nf6 5. 0-0 (5. d3 d6 (5... Bc5) {within} 6. c3) Be7!? 6. Re1 b5 ; to the end (of the line
7. Bb3 d6 8. c3 O-O 1/2-1/2

1. f3 e5 2. g4 Qh4# 0-1
[White "Broken"]
[Black "Game"]
1. e4 e5 2. Ke3 Nc6 1-0

[White "Variant"]
[Variant "Atomic"]
1. e4 *

[White "From a position"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 17"]
17... Kd7 18. e4 Kd6
[White "Last"]

*
"""


def test_files_of_the_world_are_read():
    games, skipped = records.read_games(REAL)
    assert [game.players[:1] for game in games] == [("Fischer, Robert J.",), (), ("From a position",), ("Last",)]
    first = games[0]
    assert first.players[1] == 'Spassky, "Boris" V.'
    assert " ".join(records.write_moves(first)) == "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O"
    assert first.comments == {5: "This opening is called the Ruy Lopez.", 12: "to the end (of the line"}
    assert first.marks == {7: "!", 10: "!?"}
    assert first.result == (0, 0)
    assert games[1].result == (-1, 1)
    assert records.write_moves(games[1])[-1] == "Qh4#"
    assert games[2].result is None
    assert records.write_moves(games[2]) == ["Kd7", "e4", "Kd6"]
    assert games[3].moves == ()
    assert skipped == [
        "game 3 (Broken – Game), left out: move 2 of White, Ke3, is not legal",
        "game 4 (Variant), left out: it is a game of Atomic, not of chess",
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1. e4 e5 2. Bb9 *", "move 2 of White, Bb9, cannot be read: a move is written like"),
        ("1. e4 e5 2. -- *", "move 2 of White, --, cannot be read"),
        ("1. Nf3 d5 2. d3 d4 3. Nd2 *", "Nd2, cannot be read: Nd2 can be played in several ways here: write Nbd2 or"),
        ("1. e4 (1. d4 *", "a variation is not closed"),
        ("1. e4 ) e5 *", "after 1 moves a variation is closed that was not opened"),
        ("1. f3 e5 2. g4 Qh4# 3. a3 *", "move 3 of White, a3, comes after the end of the game"),
        ('[FEN "rubbish"] 1. e4 *', "a FEN has 4 to 6 fields"),
        ("hello world", "move 1 of White, hello, cannot be read"),
    ],
)
def test_a_broken_game_is_one_sentence(text, reason):
    games, skipped = records.read_games(text)
    assert games == []
    assert len(skipped) == 1
    assert reason in skipped[0]
    assert "\n" not in skipped[0]
    assert records.write_moves(records.read_games("1. d4 d5 1/2-1/2\n\n" + text)[0][0]) == ["d4", "d5"]


def tree(node):
    """The moves after a node of python-chess's, with all variations."""
    return [(child.san(), tree(child)) for child in node.variations]


@pytest.mark.parametrize("seed", range(4))
def test_variations_go_to_python_chess_and_back(seed):
    draw, game = random.Random(seed), chess.pgn.Game()
    nodes = [game]
    for _ in range(60):
        node = draw.choice(nodes[-12:])
        known = {child.move for child in node.variations}
        moves = [move for move in node.board().legal_moves if move not in known]
        if moves:
            nodes.append(node.add_variation(draw.choice(moves)))
    (ours,), skipped = records.read_games(str(game))
    assert skipped == []
    again = chess.pgn.read_game(io.StringIO(records.write_game(ours)))
    assert again.errors == []
    assert tree(again) == tree(game)


def test_a_variation_is_read_as_far_as_it_can_be_played():
    (game,), skipped = records.read_games("1. e4 e5 (1... c5 2. Nf3 (2. c3 -- 3. d4) d6 3. Nf5 Nf6) (hm) () 2. Nf3 *")
    assert skipped == []
    assert records.write_moves(game) == ["e4", "e5", "Nf3"]
    text = records.write_game(game)
    assert "1. e4 e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. Nf3 *" in text
    deep = f"1. e4 {'(1. d4 ' * 50}{')' * 50} e5 *"
    assert records.write_game(records.read_games(deep)[0][0]).count("(") == 20


def test_the_result_among_the_moves_counts_unless_it_is_open():
    games, _ = records.read_games('[Result "1-0"] 1. e4 0-1 [Result "1-0"] 1. e4 * 1. e4 (1. d4 1-0) * 1. e4 ½-½')
    assert [game.result for game in games] == [(-1, 1), (1, -1), None, (0, 0)]


def test_nothing_is_no_game():
    assert records.read_games("") == ([], [])
    assert records.read_games("\n\n; a comment\n{another") == ([], [])


@pytest.mark.parametrize("chess960", [False, True])
def test_random_games_go_to_python_chess_and_back(chess960):
    for board in random_games(2, chess960=chess960, most=60):
        game = chess.pgn.Game.from_board(board)
        game.headers["White"] = 'A "quoted" \\ name'
        game.comment = "before the first move"
        for number, node in enumerate(game.mainline()):
            if number % 5 == 1:
                node.comment = f"after {number}"
                node.nags = {4, 18}
            if number % 7 == 2 and len(list(node.parent.board().legal_moves)) > 1:
                other = next(move for move in node.parent.board().legal_moves if move != node.move)
                node.parent.add_variation(other, comment="a variation")
        (ours,), skipped = records.read_games(str(game))
        assert skipped == []
        assert records.write_moves(ours) == [node.san() for node in game.mainline()]
        assert write_result(ours.result) == board.result()
        text = records.write_game(ours)
        assert all(len(line) < 80 for line in text.split("\n\n", 1)[1].splitlines())
        again = chess.pgn.read_game(io.StringIO(text))
        assert again.errors == []
        assert ours.players[0] == 'A "quoted" \\ name'
        assert [node.move for node in again.mainline()] == board.move_stack
        assert again.comment == "before the first move"
        assert [" ".join(node.comment.split()) for node in again.mainline()] == [
            node.comment for node in game.mainline()
        ]
        assert [node.nags for node in again.mainline()] == [node.nags for node in game.mainline()]
        (back,), _ = records.read_games(text)
        opening = {name: back.tags[name] for name in ("ECO", "Opening") if name in back.tags}
        assert back == replace(ours, tags={**ours.tags, **opening})


@given(st.text(alphabet='[]{}()"; \n1234567890.-+#=$*!?eNfOabxQ/%', max_size=120))
def test_any_text_is_read_as_pgn(text):
    games, skipped = records.read_games(text)
    for game in games:
        assert records.read_games(records.write_game(game))[0][0].moves == game.moves
    assert all("\n" not in sentence for sentence in skipped)


# ----------------------------------------------------------------------------------------------------------- board


def test_the_board_is_drawn_with_white_below():
    lines = str(CHESS.after("e4")).splitlines()
    assert lines[0] == "8 r n b q k b n r"  # capitals are White's, as in a FEN
    assert lines[4] == "4 . . . . P . . ."
    assert lines[8] == "  a b c d e f g h"
    assert lines[9] == "Black to move"
    cells = {cell.name: cell for cell in CHESS.start().scene().cells}
    assert cells["a1"].ground == "dark"
    assert cells["e1"].piece == mossa.Piece("♚", "white", letter="K")
    assert cells["d8"].piece == mossa.Piece("♛", "black", letter="q")
    assert CHESS.position("4k3/8/8/8/8/8/8/K3R3 b - - 60 99").scene().notes == (
        "Black to move, in check",
        "30 moves without a capture or a pawn's move",
    )
