"""What the evaluation of checkers must know, and which moves it tries first."""

import mossa

CHECKERS = mossa.game("checkers")


def estimate(fen: str) -> int:
    assert CHECKERS.rules.evaluate is not None
    return CHECKERS.rules.evaluate(CHECKERS.position(fen).state)


def test_estimates() -> None:
    """What the books agree on, in hundredths of a man; whatever was learnt must know it too."""
    assert abs(estimate("start")) <= 20
    assert estimate("B:W22-32:B1-12") > 60  # a man more
    assert estimate("B:W21-32:B2-12") < -60
    assert estimate("B:W21,22,23:BK15,K18,14") > estimate("B:W21,22,23:B15,18,14")  # a king is more than a man


def test_the_same_position_for_black_and_white() -> None:
    black, white = CHECKERS.position("B:W30,K8,22:B5,K14,9"), CHECKERS.position("W:B3,K25,11:W28,K19,24")
    assert CHECKERS.rules.evaluate(black.state) == CHECKERS.rules.evaluate(white.state)
    assert black.legal == white.legal


def test_captures_and_crowning_are_tried_first() -> None:
    def ordered(fen: str) -> list[str]:
        at = CHECKERS.position(fen)
        return sorted(at.moves, key=lambda text: -CHECKERS.rules.order(at.state, at.read_move(text)))

    assert ordered("B:W18,26,16:B15,11")[0] == "15x22x31"
    assert ordered("B:W20:B25,6")[0] in ("25-29", "25-30")
