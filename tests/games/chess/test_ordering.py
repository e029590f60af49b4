"""The order of moves; quiet moves, checks and the null move."""

from tests.games.chess.positions import boards

import mossa

CHESS = mossa.game("chess")

RULES = CHESS.rules


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
