"""Chance that is drawn and not listed: what searches see in its place, and what is refused."""

from collections.abc import Callable

import pytest
from tests.small_games import DRAWN_RACE, RACE, drawn_race, race, written  # noqa: F401

import mossa
from mossa import Game, MossaError
from mossa.core.conformance import check
from mossa.core.protocol import State
from mossa.play.players import default_player, player, suitable_players
from mossa.play.referee import GameTerms, play_game
from mossa.search.chance.expectimax import Expectimax
from mossa.search.chance.rollout import rollout
from mossa.search.common.limits import Limits
from mossa.search.common.perft import perft
from mossa.search.nplayers.engine import METHODS, NPlayers
from mossa.search.textbook import run

THROWN = "0"  # the first player throws


def test_some_outcomes_stand_for_all(drawn_race: Game) -> None:  # noqa: F811
    rules = drawn_race.rules
    at = drawn_race.after(THROWN)
    assert rules.sampled
    assert rules.is_sampled(at.state)
    assert not rules.is_sampled(rules.start())
    assert rules.sample is not None
    outcomes = list(rules.enumerated.moves(at.state))
    assert len(outcomes) == rules.facts.samples == 16 == rules.facts.widest
    assert outcomes == list(rules.enumerated.moves(at.state))
    assert set(outcomes) <= set(range(1, 7))
    assert len(set(outcomes)) > 3
    shares = {rules.enumerated.probability(at.state, one) for one in outcomes}  # type: ignore[misc]
    assert shares == {1 / 16}
    assert set(at.legal) == set(outcomes)
    assert len(at.legal) == len(set(at.legal))


def test_with_a_list_of_outcomes_nothing_stands_for_them(race: Game) -> None:  # noqa: F811
    assert not race.rules.sampled
    assert race.rules.enumerated is race.rules
    assert race.after(THROWN).legal == (1, 2, 3, 4, 5, 6)
    assert race.facts.widest == 6


def test_outcomes_that_are_not_listed_can_be_played_and_read(drawn_race: Game) -> None:  # noqa: F811
    at = drawn_race.after(THROWN)
    assert at.is_chance
    assert not at.is_over
    for face in range(1, 7):
        assert at.play(face).state == at.play(str(face)).state
    assert drawn_race.after("0 6 0 4").state.pot == 10
    for wrong in ("six", "", "-1", str(1 << 62)):
        with pytest.raises(MossaError, match="is not an outcome of chance here, such as"):
            at.play(wrong)
    with pytest.raises(MossaError, match="not a legal move"):
        at.play(-1)


def worth(game: Game, state: State, depth: int) -> float:
    """The value for the first player, by definition: the mean over the drawn outcomes, else the best move."""
    rules = game.rules
    if rules.is_over(state):
        return rules.utility(state, 0)
    if depth == 0 and not rules.is_chance(state):
        return 0.0
    below = depth if rules.is_chance(state) else depth - 1
    found = [worth(game, rules.play(state, move), below) for move in rules.enumerated.moves(state)]
    if rules.is_chance(state):
        return sum(found) / len(found)
    return max(found) if rules.mover(state) == 0 else min(found)


@pytest.mark.parametrize("star", [0, 2])
def test_expectimax_is_the_textbook_on_the_drawn_outcomes(drawn_race: Game, star: int) -> None:  # noqa: F811
    state = drawn_race.rules.start()
    engines = [Expectimax(drawn_race, options={"star": star, "table": 0}, compiled=c) for c in (False, True)]
    slow, fast = (engine.search(state, Limits(depth=3)) for engine in engines)
    assert (slow.value, slow.move, slow.nodes) == (fast.value, fast.move, fast.nodes)
    assert not fast.exact
    assert fast.value == pytest.approx(worth(drawn_race, state, 3))
    value = run("expectiminimax", drawn_race.rules, state, depth=5, trace=False).value  # throws are plies there
    assert run("star2", drawn_race.rules, state, depth=5, trace=False).value == pytest.approx(value)


def test_sparse_sampling_comes_near_the_value(race: Game, written: Callable[[str], Game]) -> None:  # noqa: F811
    many = written(DRAWN_RACE.replace("longest=60", "longest=60, samples=400"))
    late = "0 6 1 0 6 1 0 3"
    for depth in (1, 2):
        exact = Expectimax(race).search(race.after(late).state, Limits(depth=depth)).value
        found = Expectimax(many).search(many.after(late).state, Limits(depth=depth)).value
        assert found == pytest.approx(exact, abs=0.1)


@pytest.mark.parametrize("method", METHODS)
def test_many_players(written: Callable[[str], Game], method: str) -> None:  # noqa: F811
    three = written(DRAWN_RACE.replace("PLAYERS = 2", "PLAYERS = 3"))
    slow, fast = (NPlayers(three, method, compiled=c).search(three.rules.start(), Limits(depth=4)) for c in (0, 1))
    assert (slow.value, slow.move, slow.nodes, slow.vector) == (fast.value, fast.move, fast.nodes, fast.vector)
    assert not fast.exact


def test_a_solution_and_a_count_are_refused_in_one_sentence(drawn_race: Game) -> None:  # noqa: F811
    with pytest.raises(MossaError, match="draws the outcomes of chance and does not list them: they cannot be counted"):
        perft(drawn_race, drawn_race.rules.start(), 2)
    with pytest.raises(MossaError, match="does not list them: its positions cannot be solved one by one"):
        mossa.play.solve(drawn_race.start())


def test_the_default_player_searches(drawn_race: Game) -> None:  # noqa: F811
    assert default_player(drawn_race) == "mcts"
    assert "value-iteration" not in suitable_players(drawn_race)


def test_rollouts_draw(race: Game, drawn_race: Game) -> None:  # noqa: F811
    listed, drawn = (rollout(g, g.rules.start(), 600, reduce=False, horizon=200) for g in (race, drawn_race))
    assert drawn.mean == listed.mean  # both draw with `sample`
    assert rollout(drawn_race, drawn_race.rules.start(), 24).trials == 24


def test_a_match_is_played_to_the_end(drawn_race: Game) -> None:  # noqa: F811
    seated = [player(spec, drawn_race) for spec in ("mcts:nodes=50", "expectimax:depth=1")]
    for one in seated:
        one.begin(1)
    records = [play_game(drawn_race.start(), seated, GameTerms(), seed=3) for _ in range(2)]
    assert records[0].moves == records[1].moves
    assert records[0].ended == "over"
    assert set(records[0].moves[1::2]) - {"0", "1"}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("below(seed, 6)", "below(seed, 7)"), "sample draws 7, which is not legal: moves does not list it"),
        (("below(seed, 6)", "min(5, below(seed, 7))"), "cases, where probability says 16.7%"),
        (("return 1 / 6", "return 1 / 7"), "adding up to 0.857"),
        (("1 + below(seed, 6)", "None"), "sample draws None: an outcome is a whole number from 0 to"),
        (("1 + below(seed, 6)", "1 << 62"), "an outcome is a whole number from 0 to 4611686018427387903"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    written: Callable[[str], Game],  # noqa: F811
    change: tuple[str, str],
    sentence: str,
) -> None:
    report = check(written(RACE.replace(*change)), games=2, compiled=False)
    assert [fault for fault in report.faults if sentence in fault], report.faults


def test_both_forms_conform_interpreted_and_compiled(
    race: Game,  # noqa: F811
    drawn_race: Game,  # noqa: F811
    written: Callable[[str], Game],  # noqa: F811
) -> None:
    for game in (race, drawn_race):
        report = check(game, games=3)
        assert report.ok, report.faults
    without = RACE.replace("def probability(state, face): return 1 / 6\n", "").replace("def sample", "def other")
    with pytest.raises(MossaError, match=r"chance=True, so its rules need probability\(…\) or sample\(…\)"):
        written(without)
