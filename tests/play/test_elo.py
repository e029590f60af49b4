import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mossa import MossaError
from mossa.play.elo import elo_difference, elo_from_score, expected_score, ratings

LN10 = math.log(10)


@given(st.floats(-1500, 1500))
def test_expected_is_the_logistic_curve_with_400_points_for_ten_times_the_odds(elo: float) -> None:
    assert expected_score(elo) == pytest.approx(1 / (1 + 10 ** (-elo / 400)), rel=1e-9)
    assert expected_score(elo) + expected_score(-elo) == pytest.approx(1)


@given(st.floats(0.001, 0.999))
def test_elo_is_the_inverse(score: float) -> None:
    assert expected_score(elo_from_score(score)) == pytest.approx(score)


def test_known_figures() -> None:
    assert elo_from_score(10 / 11) == pytest.approx(400)
    assert elo_from_score(0.75) == pytest.approx(400 * math.log10(3))
    assert expected_score(200) == pytest.approx(0.7597469, abs=1e-6)


@pytest.mark.parametrize("score", [0, 1, -0.1, math.nan])
def test_scores_without_an_elo_are_refused(score: float) -> None:
    with pytest.raises(MossaError, match="between 0 and 1"):
        elo_from_score(score)


@given(st.integers(1, 300), st.integers(1, 300))
def test_without_draws_the_error_bar_is_that_of_the_binomial(wins: int, losses: int) -> None:
    games = wins + losses
    score = wins / games
    found = elo_difference([1.0] * wins + [0.0] * losses)
    assert found.score == pytest.approx(score)
    assert found.elo == pytest.approx(400 * math.log10(wins / losses))
    deviation = math.sqrt(score * (1 - score) / games)
    assert found.error == pytest.approx(1.96 * deviation * 400 / LN10 / (score * (1 - score)), rel=1e-4)


def test_draws_make_the_error_bar_smaller() -> None:
    assert elo_difference([1, 0] * 20 + [0.5] * 60).error < elo_difference([1, 0] * 50).error / 1.5


def test_pairs_that_cancel_out_are_worth_more_than_single_games() -> None:
    """Win one, lose one with the same opening: as pairs this shows equality far better than as single games."""
    singles = [1.0, 0.0] * 100
    pairs = [0.5] * 98 + [0.0, 1.0]
    assert elo_difference(pairs).elo == pytest.approx(elo_difference(singles).elo)
    assert elo_difference(pairs).error < elo_difference(singles).error / 3


@pytest.mark.parametrize("results", [[], [1.0], [1.0] * 100, [0.0] * 7, [0.5] * 9])
def test_results_that_are_all_alike_give_finite_numbers_on_the_right_side(results: list[float]) -> None:
    found = elo_difference(results)
    assert math.isfinite(found.elo)
    assert 0 < found.error < 2000
    side = sum(results) - len(results) / 2
    assert math.copysign(1, found.elo) == math.copysign(1, side) or side == 0 == found.elo


def test_more_wins_in_a_row_show_a_larger_difference() -> None:
    assert elo_difference([1.0] * 10).elo < elo_difference([1.0] * 100).elo < elo_difference([1.0] * 1000).elo


def test_ratings_agree_with_the_difference_of_two_players() -> None:
    found = ratings([("a", "b", 60, 80)], {"b": 2000})
    assert found["a"][0] == pytest.approx(2000 + elo_from_score(0.75))
    assert found["b"] == (2000, 0)


def test_ratings_of_results_that_a_known_truth_expects_give_it_back() -> None:
    truth = {"a": 1000.0, "b": 1200.0, "c": 1350.0, "d": 1900.0}
    results = [
        (one, other, 100 * expected_score(truth[one] - truth[other]), 100) for one, other in combinations(truth, 2)
    ]
    found = ratings(results, {"a": 1000})
    assert {name: found[name][0] for name in truth} == pytest.approx(truth)
    assert 0 < found["b"][1] < found["d"][1]


def test_ratings_are_finite_after_a_sweep_and_refuse_who_met_nobody() -> None:
    assert 500 < ratings([("a", "b", 20, 20)], {"b": 0})["a"][0] < 1500
    with pytest.raises(MossaError, match="no match connects"):
        ratings([("a", "b", 1, 2), ("c", "d", 1, 2)], {"a": 0})
