"""Moves of chess as text: UCI, SAN and what people write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mossa
from mossa import MossaError

CHESS = mossa.game("chess")

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


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


@given(st.text(alphabet="abcdefgh12345678NBRQKOox=+#-0 qn.", max_size=8))
def test_any_text_is_a_move_or_a_sentence(text):
    at = CHESS.position("r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/1PPBBPPP/R3K2R w KQkq - 0 1")
    try:
        move = at.read_move(text)
    except MossaError:
        pass
    else:
        assert move in at.legal
