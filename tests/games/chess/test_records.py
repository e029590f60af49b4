"""PGN files of chess, against python-chess and as the world writes them."""

import io
import random
from dataclasses import replace

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.chess.positions import random_games

from mossa.core.pgn_pdn import write_result
from mossa.games.chess import records

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
