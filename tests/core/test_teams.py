"""Teams: two of them are a game for two; more, or uneven ones, are friends and enemies; partners get the same."""

from collections.abc import Callable

import pytest
from tests.small_games import TAKE, TEAMS, written  # noqa: F401

import mossa
from mossa import Game, MossaError
from mossa.core.conformance import check
from mossa.core.protocol import State
from mossa.play.match import Match, MatchRunner, run
from mossa.play.players import default_player, suitable_players
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.alphabeta.fixed_depth import fixed_depth_alphabeta
from mossa.search.common.limits import Limits
from mossa.search.montecarlo.uct import MonteCarlo
from mossa.search.nplayers.engine import NPlayers
from mossa.search.textbook import run as run_textbook

Write = Callable[[str], Game]
ONE_AGAINST_TWO = (
    TEAMS.replace('"players", 4', '"players", 3')
    .replace("return player % 2", "return 1 if player else 0")
    .replace("utility=(-1, 1)", "utility=(-2, 2)")
    .replace(
        "return -1 if side(player) == side(state.turn) else 1",
        "return (2 if player == 0 else -1) * (1 if state.turn == 1 else -1)",
    )
)
"""The first player is alone: he wins two if he takes the last match, else each of the others wins one."""


def test_a_game_of_two_teams_is_searched_as_a_game_of_two(written: Write) -> None:  # noqa: F811
    two, teams = written(TAKE), written(TEAMS)
    assert teams.rules.sides == (0, 1, 0, 1)
    assert two.two_sided is two
    assert teams.two_sided.facts.players == 2
    assert teams.two_sided.two_sided.facts.players == 2
    for compiled in (False, True):
        one, other = (
            Searcher(game, compiled=compiled).search(game.rules.start(), Limits(depth=7)) for game in (two, teams)
        )
        assert (one.move, one.value, one.nodes, one.exact) == (other.move, other.value, other.nodes, other.exact)
        one, other = (
            MonteCarlo(game, compiled=compiled).search(game.rules.start(), Limits(nodes=200)) for game in (two, teams)
        )
        assert (one.move, one.value, one.exact) == (other.move, other.value, other.exact)
    assert fixed_depth_alphabeta(two, two.rules.start(), 7) == fixed_depth_alphabeta(teams, teams.rules.start(), 7)
    assert mossa.play.solve(teams.start()).value == mossa.play.solve(two.start()).value == 1
    value = run_textbook("alphabeta", teams.rules, trace=False).value
    assert value == run_textbook("paranoid", teams.rules, trace=False).value == 1
    assert run_textbook("maxn", teams.rules, trace=False).value == (1, -1, 1, -1)
    assert default_player(teams) == default_player(two) == "alphabeta"
    assert {"minimax", "mcts", "perfect"} <= {*suitable_players(teams)}


def side_value(game: Game, state: State, side: int) -> float:
    """What a state is worth to a side whose players all take the best for it, against all others: by definition."""
    rules = game.rules
    if rules.is_over(state):
        return rules.utility(state, rules.sides.index(side))
    values = [side_value(game, rules.play(state, move), side) for move in rules.moves(state)]
    return max(values) if rules.sides[rules.mover(state)] == side else min(values)


@pytest.mark.parametrize("matches", range(1, 11))
def test_partners_are_friends_of_the_paranoid(written: Write, matches: int) -> None:  # noqa: F811
    game = written(ONE_AGAINST_TWO.replace('"matches", 7', f'"matches", {matches}'))
    assert game.two_sided is game  # one against two
    for moves in (0, 1, 2):
        at = game.start()
        for _ in range(moves):
            at = at if at.is_over else at.play(1)
        if at.is_over:
            continue
        expected = side_value(game, at.state, game.rules.sides[at.mover])
        for compiled in (False, True):
            found = NPlayers(game, "paranoid", compiled=compiled).search(at.state, Limits(depth=20))
            assert found.value == expected
            assert side_value(game, game.rules.play(at.state, found.move), game.rules.sides[at.mover]) == expected
        assert run_textbook("paranoid", game.rules, at.state, trace=False).value == expected


def test_an_evaluation_counts_for_partners(written: Write) -> None:  # noqa: F811
    game = written(ONE_AGAINST_TWO + "def evaluate(state): return 300 * (state.left % 3) - 300\n")
    for depth in (1, 2, 3):
        slow, fast = (
            NPlayers(game, "paranoid", compiled=c).search(game.rules.start(), Limits(depth=depth)) for c in (0, 1)
        )
        textbook = run_textbook("paranoid", game.rules, depth=depth, trace=False)
        assert slow.value == fast.value == pytest.approx(textbook.value)
        best = NPlayers(game).search(game.rules.start(), Limits(depth=depth)).vector
        assert best[1] == best[2]
        assert sum(best) == pytest.approx(0)


@pytest.mark.parametrize("players", [2, 4, 22])
def test_the_number_of_players_is_a_parameter(written: Write, players: int) -> None:  # noqa: F811
    game = written(TEAMS.replace('"players", 4', f'"players", {players}'))
    assert game.facts.players == players
    assert check(game, games=2).ok
    for method in ("maxn", "paranoid", "best-reply"):
        assert NPlayers(game, method).search(game.rules.start(), Limits(depth=6)).move in (1, 2)


def test_wrong_teams_are_one_sentence(written: Write) -> None:  # noqa: F811
    with pytest.raises(MossaError, match="side gives 1, 2, 1, 2: sides are numbered from 0, none is left out"):
        written(TEAMS.replace("return player % 2", "return player % 2 + 1"))
    unequal = written(
        TEAMS.replace("return -1 if side(player) == side(state.turn) else 1", "return 1 - player % 3 % 3")
    )
    assert any(
        "are partners, but their utilities are 1 and" in fault for fault in check(unequal, compiled=False).faults
    )
    twice = written(TEAMS.replace("(state.turn + 1) % PLAYERS", "(state.turn + 2) % PLAYERS"))
    assert any("the same side moves twice" in fault for fault in check(twice, compiled=False).faults)


def test_without_the_fact_a_side_is_the_games_own(written: Write) -> None:  # noqa: F811
    game = written(TEAMS.replace("teams=True, ", "").replace('"players", 4', '"players", 2'))
    assert game.rules.side is None
    assert game.rules.sides == (0, 1)
    with pytest.raises(MossaError, match=r"say teams=True, so its rules need side\(…\)"):
        written(TEAMS.replace("side(", "team("))


def test_a_match_has_a_spec_for_each_side(written: Write) -> None:  # noqa: F811
    game = written(TEAMS)
    runner = MatchRunner(match := Match(game.name, ("perfect", "random"), 4))
    assert (runner.seats, len(runner.players)) == (2, 4)
    assert match.entrants(0) == [0, 1]
    assert match.entrants(1) == [1, 0]
    runner.close()
    score = run(Match(game.name, ("perfect", "random"), 20))
    assert score.wins + score.losses == score.games == 20
    assert score.wins > 12
    assert score.size == 2
    assert score.utility == score.wins - score.losses
    with pytest.raises(MossaError, match="is between 2 players, not 4"):
        Match(game.name, ("random",) * 4, 2)


def test_whoever_errs_loses_for_his_side(written: Write) -> None:  # noqa: F811
    from mossa.play.referee import GameTerms, play_game
    from mossa.play.simple_players import RANDOM

    game = written(TEAMS)
    seated = [RANDOM.make(game, "random", {}) for _ in range(4)]
    for one in seated:
        one.begin(1)
    bad = seated[2]
    bad.choose = lambda position, limits, **more: mossa.search.common.results.SearchResult(9, 0.0, (9,))  # type: ignore
    record = play_game(game.start(), seated, GameTerms())
    assert record.ended == "illegal"
    assert record.result == (-1, 1, -1, 1)
