"""Chess: the evaluation and its features, exchanges, the order of moves, and what the engine finds with them."""

import random

import chess
import pytest
from tests.games import naive_chess

import mossa
from mossa import MossaError
from mossa.core.files import seal
from mossa.games.chess import network, weights
from mossa.games.chess.evaluation import WEIGHTS, balance, structure
from mossa.games.chess.explain import counts, expected_result, explain
from mossa.games.chess.static_exchange import exchange_at_least
from mossa.search.alphabeta.deepening import search
from mossa.search.common.limits import Limits

CHESS = mossa.game("chess")
RULES = CHESS.rules
WORTH = {chess.PAWN: 100, chess.KNIGHT: 325, chess.BISHOP: 325, chess.ROOK: 500, chess.QUEEN: 950, chess.KING: 10000}


def boards(seed, count=12):
    """Boards from random games, all stages."""
    chooser = random.Random(f"evaluation {seed}")
    while count:
        board = chess.Board()
        for _ in range(chooser.randint(4, 160)):
            if board.is_game_over():
                break
            board.push(chooser.choice(list(board.legal_moves)))
        if not board.is_game_over():
            board.halfmove_clock = 0
            count -= 1
            yield board


def state_of(board):
    return CHESS.position(board.fen()).state


# --------------------------------------------------------------------------------------------------- the evaluation


@pytest.mark.parametrize("seed", range(3))
def test_the_colours_are_alike(seed):
    for board in boards(seed):
        assert judged(board) == judged(board.mirror())


def test_left_and_right_are_alike():
    for board in boards("mirror"):
        board.castling_rights = chess.BB_EMPTY
        assert judged(board) == judged(board.transform(chess.flip_horizontal))


def judged(board):
    """What the features add up to, and what the network adds."""
    state = state_of(board)
    return RULES.evaluate(state), RULES.refine(state, RULES.scratch())


def test_the_network_does_not_mind_what_it_saw_before():
    scratch = RULES.scratch()
    added = [RULES.refine(state_of(board), scratch) for board in boards("scratch")]
    assert added == [judged(board)[1] for board in boards("scratch")]
    assert len(set(added)) > 6


def test_what_the_network_adds_fades():
    first, later = (CHESS.position(f"4k3/8/8/8/8/4n3/4R3/4K3 w - - {quiet} 90").state for quiet in (0, 80))
    added = RULES.refine(first, RULES.scratch())
    assert added != 0
    assert RULES.refine(later, RULES.scratch()) == added * 120 // 200


def test_a_network_that_cannot_be_read_is_one_sentence(tmp_path, monkeypatch):
    path = tmp_path / "network.xz"
    with pytest.raises(MossaError, match="cannot be read"):
        network.read(path)
    path.write_bytes(b"no network")
    with pytest.raises(MossaError, match="is damaged, cut short, or not of the format"):
        network.read(path)
    seal(path, f"{network.FORMAT} 12x64x33x8", b"")
    with pytest.raises(MossaError, match="of the shape 12x64x33x8; this version reads 12x64x64x8"):
        network.read(path)
    seal(path, f"{network.FORMAT} 12x64x64x8", b"12345")
    with pytest.raises(MossaError, match="holds 5 bytes, which is no network"):
        network.read(path)
    monkeypatch.setattr(network, "FILE", path)
    network.learnt.cache_clear()
    with pytest.warns(UserWarning, match="chess is played by the features alone"):
        scratch = network.scratch()
    network.learnt.cache_clear()
    assert RULES.refine(RULES.start(), scratch) == 0


def test_a_network_is_written_and_read_back(tmp_path):
    network.write(tmp_path / "network.xz", network.learnt())
    for kept, read in zip(network.learnt(), network.read(tmp_path / "network.xz"), strict=True):
        assert kept.dtype == read.dtype
        assert (kept == read).all()


@pytest.mark.parametrize("seed", range(4))
def test_features_agree_with_a_naive_twin(seed):
    for board in boards(f"twin {seed}", 8):
        for side in (0, 1):
            assert counts(state_of(board), side) == naive_chess.features(board, side), board.fen()


def test_the_features_add_up_to_the_evaluation():
    known = weights.weights()
    for board in boards("sum", 6):
        state, side = state_of(board), int(not board.turn)
        middle = ending = 0
        for sign, one in ((1, side), (-1, 1 - side)):
            for (group, i), count in counts(state, one).items():
                middle += sign * count * known[group][i][0]
                ending += sign * count * known[group][i][1]
        packed = balance(state, structure(state), WEIGHTS)
        assert (weights.middle_of(packed), weights.ending_of(packed)) == (middle, ending)


def test_an_explanation_adds_up():
    told = explain(CHESS.after("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6").state)
    assert abs(sum(feature.balance for feature in told.features) - told.score) < 1
    by_name = {feature.name: feature for feature in told.features}
    state = CHESS.after("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6").state
    assert by_name["network"].balance == -RULES.refine(state, RULES.scratch())  # Black moves
    assert by_name["material"].balance > 250
    assert by_name["tempo"].white == 0 < by_name["tempo"].black
    assert told.features[0].name == "material"
    assert told.lines()[1].startswith("material")
    assert -1 < expected_result(-500) < expected_result(0) == 0 < expected_result(500) < 1


@pytest.mark.parametrize(
    ("feature", "fen", "white", "black"),
    [
        ("isolated", "4k3/p1p5/8/8/8/8/PP2P3/4K3 w - -", 1, 2),
        ("doubled", "4k3/p7/p7/p7/8/8/PP6/4K3 w - -", 0, 2),
        ("backward", "4k3/8/8/2p1p3/4P3/3P4/8/4K3 w - -", 1, 0),
        ("supported", "4k3/8/8/8/8/1P6/P1P5/4K3 w - -", 1, 0),
        ("abreast", "4k3/pp1pp3/8/8/8/8/1P1P4/4K3 w - -", 0, 4),
        ("passed", "4k3/7p/8/P7/8/8/6P1/4K3 w - -", 1, 0),
        ("passed", "4k3/8/P7/P7/8/8/8/4K3 w - -", 1, 0),  # the one behind is not counted
        ("passed_free", "4k3/8/8/P7/8/8/8/4K3 w - -", 1, 0),
        ("passed_free", "4k3/8/n7/P7/8/8/8/4K3 w - -", 0, 0),
        ("passed_free", "4k3/8/2n5/P7/2b5/8/8/4K3 w - -", 0, 0),  # the square is hit
        ("bishop_pair", "4k3/8/8/8/8/8/8/2B1KB2 w - -", 1, 0),
        ("bishop_pair", "4k3/8/8/8/8/4B3/8/2B1K3 w - -", 0, 0),
        ("outpost", "4k3/pp6/8/3N4/4P3/8/8/4K3 w - -", 1, 0),
        ("outpost", "4k3/ppp5/8/3N4/4P3/8/8/4K3 w - -", 0, 0),  # c6 would drive it away
        ("outpost", "4k3/8/8/4p3/3b4/8/8/4K3 w - -", 0, 1),
        ("knight_safe", "4k3/pp6/8/3N4/8/8/8/4K3 w - -", 1, 0),
        ("knight_near", "4k3/8/8/8/2r5/4r3/r2N4/4K3 w - -", 2, 0),
        ("knight_kings", "4k3/8/8/8/8/8/8/N3K3 w - -", 4 + 7, 0),
        ("rook_open", "4k3/1p6/8/8/8/8/P7/R1R1K3 w - -", 1, 0),
        ("rook_half_open", "4k3/1p6/8/8/8/8/P7/RR2K3 w - -", 1, 0),
        ("rook_seventh", "6k1/R7/8/8/8/8/r7/4K3 w - -", 1, 1),
        ("rook_seventh", "8/R7/6k1/8/8/8/8/4K3 w - -", 0, 0),
        ("flank_bare", "6k1/8/8/8/8/8/P7/1K6 w - -", 0, 1),
        ("pair_pawns", "4k3/p7/8/8/8/8/PP6/2B1KB2 w - -", 2, 0),
        ("knight_pawns", "4k3/p7/8/8/8/8/PP6/1N2K1N1 w - -", 4, 0),
        ("rook_pawns", "r3k3/pp6/8/8/8/8/PP6/4K3 w - -", 0, 2),
        ("outpost_ahead", "4k3/pp6/8/8/4P3/2N5/8/4K3 w - -", 1, 0),
        ("outpost_ahead", "4k3/ppp5/8/8/4P3/2N5/8/4K3 w - -", 0, 0),
        ("bishop_pawns", "4k3/8/8/8/8/3P4/2P2P2/4KB2 w - -", 2, 0),
        ("minor_covered", "4k3/3p4/3n4/8/8/3P4/3B4/4K3 w - -", 1, 0),
        ("rook_shut_in", "4k3/8/8/8/8/8/5PPP/5NKR w - -", 1, 0),
        ("rook_shut_in", "4k3/8/8/8/8/8/5PPP/5NRK w - -", 0, 0),
        ("unopposed", "4k3/3p4/8/8/8/8/P2P4/4K3 w - -", 1, 0),
        ("candidate", "4k3/1p6/8/8/8/8/PP6/4K3 w - -", 1, 0),
        ("candidate", "4k3/1pp5/8/8/8/8/P7/4K3 w - -", 0, 1),
        ("passed_way", "4k3/8/8/P7/8/8/8/4K3 w - -", 1, 0),
        ("passed_way", "4k3/8/1n6/P7/8/8/8/4K3 w - -", 0, 0),  # a8 is hit
        ("passed_helped", "4k3/8/8/P7/8/8/8/R3K3 w - -", 0, 0),
        ("passed_helped", "4k3/8/8/P7/2B5/8/8/4K3 w - -", 1, 0),
        ("passed_stopped", "4k3/8/n7/P7/8/8/8/4K3 w - -", 1, 0),
        ("passed_rook", "7R/4k3/8/P6p/8/8/8/R3K3 w - -", 1, 1),
        ("passed_race", "8/8/8/P6k/8/8/8/4K3 w - -", 1, 0),
        ("passed_race", "8/8/4k3/P7/8/8/8/4K3 b - -", 0, 0),
        ("threat_by_pawn", "4k3/8/2n1n3/3P4/8/8/8/4K3 w - -", 2, 0),
        ("threat_by_push", "4k3/8/2n1n3/8/3P4/8/8/4K3 w - -", 2, 0),
        ("threat_by_push", "4k3/8/2n1n3/8/8/3P4/8/4K3 w - -", 0, 0),
        ("threat_by_minor", "4k3/8/2r1q3/8/3N4/8/8/4K3 w - -", 2, 0),
        ("threat_by_rook", "4k3/8/8/8/R2q4/8/8/4K3 w - -", 1, 0),
        ("threat_by_king", "4k3/8/8/8/8/8/3n4/4K3 w - -", 1, 0),
        ("hanging", "4k3/8/8/3b4/4P3/8/8/4K3 w - -", 1, 1),
        ("restricted", "4k3/8/8/8/8/8/8/4K3 w - -", 0, 0),
        ("restricted", "4k3/8/8/8/R6r/8/8/4K3 w - -", 6, 6),
        ("tempo", "4k3/8/8/8/8/8/8/4K2R b - -", 0, 1),
    ],
)
def test_features_count_what_they_say(feature, fen, white, black):
    state = CHESS.position(fen + " 0 1").state
    found = [sum(count for (group, _), count in counts(state, side).items() if group == feature) for side in (0, 1)]
    assert found == [white, black]


def test_more_is_better():
    start = CHESS.start().state
    for square, least in (("d1", 800), ("a1", 350), ("b1", 200)):
        board = chess.Board()
        board.remove_piece_at(chess.parse_square(square))
        if square == "a1":
            board.castling_rights &= ~chess.BB_A1
        assert RULES.evaluate(start) - RULES.evaluate(state_of(board)) > least
    # A pawn, where it opens no file to a rook.
    pawns = chess.Board("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1")
    for file in range(8):
        board = pawns.copy()
        board.remove_piece_at(chess.square(file, 1))
        assert RULES.evaluate(state_of(pawns)) - RULES.evaluate(state_of(board)) > 60


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4k3/8/8/8/4N3/8/8/4K3", "4k3/8/8/8/8/8/8/N3K3"),  # a knight in the centre
        ("k7/8/1K6/8/8/8/8/7R", "8/8/3k4/8/8/8/1K6/7R"),  # the bare king at the edge
        ("8/8/8/8/8/5K2/3B4/3N3k", "8/8/8/8/8/2K5/3B4/k2N4"),  # with a bishop of dark squares: h8 and a1
        ("8/4k3/P7/8/8/8/8/1K6", "8/4k3/8/P7/8/8/8/1K6"),  # a passed pawn further on
    ],
)
def test_what_is_better_looks_better(better, worse):
    if "B" in better:
        better, worse = worse, better
    good, bad = (RULES.evaluate(CHESS.position(f"{board} w - - 0 1").state) for board in (better, worse))
    assert good > bad


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/2N1K1N1 w - - 0 1",  # two knights cannot mate
        "4k1b1/8/8/8/8/8/8/4K2R w - - 0 1",  # rook against bishop
        "4k1r1/8/8/8/8/8/8/3BK2R w - - 0 1",  # rook and bishop against rook
    ],
)
def test_drawn_endings_look_like_it(fen):
    assert abs(RULES.evaluate(CHESS.position(fen).state)) < 90
    assert explain(CHESS.position(fen).state).scale < 0.5


def test_an_advantage_without_progress_fades():
    fen = "4k3/8/8/8/8/8/8/4K2R w - - {} 60"
    scores = [RULES.evaluate(CHESS.position(fen.format(quiet)).state) for quiet in (0, 50, 99)]
    assert scores[0] > scores[1] > scores[2] > 0


def test_wrong_weights_are_one_sentence():
    good = weights.FILE.read_text()
    assert weights.read_weights(good) == weights.weights()
    assert weights.write_weights(weights.weights()) == good
    for text, reason in (
        ("{", "is not JSON"),
        ("[]", "needs 'material': a list of 5 pairs"),
        (good.replace('"isolated"', '"lonely"'), "needs 'isolated': a list of 1 pairs"),
        (good.replace('"tempo": [[', '"tempo": [[1.5,'), "needs 'tempo'"),
    ):
        with pytest.raises(MossaError, match=reason):
            weights.read_weights(text)


# -------------------------------------------------------------------------------------------- exchanges and the order


def naive_exchange(board, move):
    """What a capture wins when both sides go on capturing there with their least valuable piece, or stop."""
    if board.is_en_passant(move):
        won = 100
    else:
        won = WORTH[board.piece_type_at(move.to_square)] if board.piece_at(move.to_square) else 0
    after = board.copy(stack=False)
    piece = after.piece_at(move.from_square)
    after.remove_piece_at(move.from_square)
    after.set_piece_at(move.to_square, piece)
    after.turn = not board.turn
    attackers = sorted(
        after.attackers(after.turn, move.to_square), key=lambda square: WORTH[after.piece_type_at(square)]
    )
    if not attackers:
        return won
    if after.piece_type_at(attackers[0]) == chess.KING and after.attackers(board.turn, move.to_square):
        return won
    return won - max(0, naive_exchange(after, chess.Move(attackers[0], move.to_square)))


def test_exchanges_agree_with_a_naive_twin():
    judged = lost = 0
    for board in boards("exchange", 60):
        at = CHESS.position(board.fen())
        for move in at.legal:
            theirs = board.parse_uci(at.write_move(move))
            if not (board.is_castling(theirs) or board.is_en_passant(theirs) or theirs.promotion):
                won = naive_exchange(board, theirs)
                for least in (won - 1, won, won + 1, 0):
                    assert exchange_at_least(at.state, move, least) == (won >= least), (board.fen(), theirs)
                judged, lost = judged + 1, lost + (won < 0)
    assert judged > 500
    assert lost > 100


@pytest.mark.parametrize(
    ("fen", "move", "losing"),
    [
        ("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", True),
        ("4k3/8/8/4p3/8/8/4Q3/4R1K1 w - - 0 1", "e2e5", False),  # nobody captures back
        ("4k3/8/3p4/4p3/8/5N2/8/4R1K1 w - - 0 1", "f3e5", True),  # two pawns for a knight
        ("4r1k1/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", True),
        ("4r1k1/8/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", False),  # the rook behind captures back
        ("4r3/8/4k3/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", False),  # the king may not
        ("6k1/5p2/8/4b3/3P4/8/8/6K1 w - - 0 1", "d4e5", False),
    ],
)
def test_exchanges(fen, move, losing):
    at = CHESS.position(fen)
    assert (
        (not exchange_at_least(at.state, at.read_move(move), 0))
        == losing
        == (naive_exchange(chess.Board(fen), chess.Move.from_uci(move)) < 0)
    )


def test_the_order_of_moves():
    at = CHESS.position("3r3k/P7/8/2q1p3/3P4/4N3/8/Q3K3 w - - 0 1")
    standing = {at.write_move(move): RULES.order(at.state, move) for move in at.legal}
    first = sorted(standing, key=lambda move: -standing[move])
    assert first[:3] == ["d4c5", "a7a8q", "d4e5"]
    assert standing["e3c4"] == standing["e1e2"] == 0
    assert standing["a7a8r"] < 0
    losing = CHESS.position("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1")
    capture = losing.read_move("e1e5")
    assert not RULES.exchange_at_least(losing.state, capture, 0)
    assert RULES.exchange_at_least(losing.state, capture, -400)
    assert not RULES.exchange_at_least(losing.state, capture, -399)
    castling = CHESS.position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert RULES.order(castling.state, castling.read_move("O-O")) == 0
    assert all(-(2**15) <= RULES.order(at.state, move) <= 2**15 for move in at.legal)


def test_quiet_moves_and_checks_agree_with_python_chess():
    checks = 0
    for board in boards("quiet", 40):
        at = CHESS.position(board.fen())
        tactical = set(RULES.tactical(at.state))
        for move in at.legal:
            theirs = board.parse_uci(at.write_move(move))
            loud = board.is_capture(theirs) or theirs.promotion is not None
            assert (move in tactical) == loud
            assert RULES.quiet(at.state, move) == (not loud)
            assert RULES.can_win(at.state, move) or not board.gives_check(theirs)
            if not board.is_castling(theirs) and not theirs.promotion and not board.is_en_passant(theirs):
                assert RULES.threatens(at.state, move) == board.gives_check(theirs), (board.fen(), theirs)
                checks += board.gives_check(theirs)
    assert checks > 15


def test_a_check_by_the_piece_behind_is_a_threat():
    at = CHESS.position("6R1/2k2P2/1n5r/3p1p2/3P3b/2P2p2/3R4/Q6K b - - 0 1")
    assert RULES.threatens(at.state, at.read_move("h4f2"))
    assert not RULES.threatens(at.state, at.read_move("b6c4"))


def test_passing_the_turn():
    at = CHESS.after("e4 d5 e5 f5")
    assert at.text.split()[3] == "f6"
    passed = RULES.pass_turn(at.state)
    assert RULES.mover(passed) == 1
    assert RULES.write_position(passed).split()[3] == "-"
    assert RULES.reversible(passed) == 0
    # The same position, had Black been to move all along, has the same key.
    assert RULES.key(passed) == RULES.key(CHESS.position(RULES.write_position(passed)).state)
    assert RULES.may_pass(at.state)
    assert not RULES.may_pass(CHESS.position("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1").state)


def test_fifty_moves_bound_the_score():
    rook = "8/8/8/4k3/8/8/PP6/4K2R w - - {} 90"
    assert RULES.bounds(CHESS.position(rook.format(99)).state) == (-1, 1)
    assert RULES.bounds(CHESS.position(rook.format(100)).state) == (0, 0)
    assert RULES.bounds(CHESS.position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 90").state) == (-1, 1)


# ------------------------------------------------------------------------------------------------- with the engine


def best(fen, depth):
    at = CHESS.position(fen)
    found = search(CHESS, at.state, Limits(depth=depth))
    return at.write_move(found.move), found


@pytest.mark.parametrize(
    ("fen", "move", "plies"),
    [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1),
        ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", "g3g6", 3),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", 5),
        ("6K1/8/6k1/8/8/8/8/1r6 b - - 0 1", "b1b8", 1),
        ("7k/8/5K2/8/8/8/6Q1/8 w - - 0 1", "g2g7", 1),
    ],
)
def test_mates_are_found_at_their_length(fen, move, plies):
    played, found = best(fen, 7)
    assert played == move
    assert found.value == 1.0
    assert found.score == 2**22 - plies


def test_fifty_moves_are_not_overstepped():
    _, found = best("7k/8/4K3/8/8/8/6Q1/8 w - - 96 90", 9)
    assert found.score == 2**22 - 3  # Kf7 and mate is in time
    _, late = best("7k/8/2K5/8/8/8/6Q1/8 w - - 96 90", 9)
    assert late.score == 0


def test_a_repetition_is_a_draw_to_the_engine():
    # Black is far behind, but has a check for ever.
    _, found = best("6k1/5ppp/8/8/8/7q/PPPPP2P/QRB3K1 b - - 0 1".replace("PPPPP2P", "PPPP1P1P"), 8)
    assert found.score >= 0
