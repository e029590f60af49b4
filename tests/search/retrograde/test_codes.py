"""Codes: one byte for each outcome."""

from mossa.search.retrograde.codes import DRAW, FARTHEST, LOST, UNKNOWN, WON, Outcome, outcome_of


def test_codes_and_outcomes_are_one_to_one() -> None:
    outcomes = {outcome_of(code) for code in range(256) if code != UNKNOWN}
    assert len(outcomes) == 255
    for code in range(256):
        if code not in (UNKNOWN, DRAW):
            assert code == 1 + outcome_of(code).plies
            assert outcome_of(code).value == (1 if outcome_of(code).plies % 2 else -1)


def test_the_first_and_the_last_code() -> None:
    assert outcome_of(DRAW) == Outcome(0)
    assert outcome_of(LOST) == Outcome(-1, 0)
    assert outcome_of(WON) == Outcome(1, 1)
    assert outcome_of(FARTHEST + 1).plies == FARTHEST
    assert FARTHEST + 1 < UNKNOWN
