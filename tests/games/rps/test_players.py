"""Who cannot be foreseen, and who looks for habits."""

import mossa
from mossa.games.rps.players import PLAYERS
from mossa.play.players import default_player

SERIES = mossa.game("rps:rounds=30")


def played(mine, theirs: str, rounds: int) -> mossa.Position:
    """A series of a player (by name) against signs that come again and again."""
    at, cycle = SERIES.start(), theirs.split()
    for number in range(rounds):
        move = PLAYERS[mine](SERIES.rules, at.state, seed=mossa.u64(number)).move
        at = at.play(move).play(cycle[number % len(cycle)])
    return at


def lead(at: mossa.Position) -> int:
    return SERIES.rules.utility(at.state, 0)


def test_habits_are_found_and_beaten() -> None:
    assert lead(played("predictor", "rock", 10)) >= 8
    assert lead(played("predictor", "rock paper scissors", 30)) >= 15


def test_who_cannot_be_foreseen_chooses_each_sign_a_third_of_the_time() -> None:
    found = PLAYERS["unpredictable"](SERIES.rules, SERIES.start().state, seed=mossa.u64(1))
    assert [sign for sign, _ in found.probabilities] == [0, 1, 2]
    assert sum(share for _, share in found.probabilities) == 1
    moves = {PLAYERS["unpredictable"](SERIES.rules, SERIES.start().state, seed=mossa.u64(n)).move for n in range(40)}
    assert moves == {0, 1, 2}


def test_the_choice_of_the_round_is_not_looked_at() -> None:
    for player in PLAYERS.values():
        answers = {player(SERIES.rules, SERIES.after(f"rock paper {sign}").state, seed=mossa.u64(7)).move
                   for sign in ("rock", "paper", "scissors")}  # fmt: skip
        assert len(answers) == 1


def test_a_single_round_is_solved_and_a_series_is_not() -> None:
    assert default_player(mossa.game("rps")) == "policy"
    assert default_player(SERIES) == "unpredictable"
