"""The sequential test: its likelihood against another computation, and how often it errs, by simulation."""

import math
import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mossa import MossaError
from mossa.play.elo import elo_from_score, expected_score
from mossa.play.sprt import LEAST_GROUPS, Sprt, likelihood_ratio, sprt_bounds

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
pairs = st.lists(st.sampled_from(SCORES), min_size=1, max_size=60)


def test_bounds_are_walds() -> None:
    low, high = sprt_bounds(0.05, 0.05)
    assert (low, high) == (pytest.approx(-2.944439), pytest.approx(2.944439))
    assert likelihood_ratio([], 0, 5) == 0


@given(pairs, st.floats(-400, 0), st.floats(1, 400))
def test_the_ratio_changes_sign_with_the_hypotheses(results: list[float], elo0: float, elo1: float) -> None:
    ratio = likelihood_ratio(results, elo0, elo1)
    assert math.isfinite(ratio)
    assert ratio == pytest.approx(-likelihood_ratio(results, elo1, elo0))
    mirrored = [1 - score for score in results]
    assert ratio == pytest.approx(likelihood_ratio(mirrored, -elo0, -elo1), abs=1e-6)


def best_fit(counts: Sequence[float], mean: float) -> float:
    """The greatest log likelihood with this mean, by a general optimiser on the five shares."""
    import numpy as np
    from scipy.optimize import minimize

    total = sum(counts)
    found = minimize(
        lambda p: -sum(c / total * math.log(max(q, 1e-300)) for c, q in zip(counts, p, strict=True)),
        np.full(5, 0.2),
        bounds=[(1e-12, 1)] * 5,
        constraints=[
            {"type": "eq", "fun": lambda p: sum(p) - 1},
            {"type": "eq", "fun": lambda p: sum(s * q for s, q in zip(SCORES, p, strict=True)) - mean},
        ],
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    return float(-found.fun) * total


@pytest.mark.parametrize("counts", [(3, 10, 40, 12, 6), (5, 20, 30, 40, 25), (2, 4, 8, 6, 3)])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 5), (0, 50), (-100, 100)])
def test_the_ratio_is_that_of_the_likeliest_distributions(counts: tuple[int, ...], elo0: float, elo1: float) -> None:
    results = [score for score, count in zip(SCORES, counts, strict=True) for _ in range(count)]
    expected = best_fit(counts, expected_score(elo1)) - best_fit(counts, expected_score(elo0))
    assert likelihood_ratio(results, elo0, elo1) == pytest.approx(expected, rel=0.001, abs=0.002)


def test_near_the_middle_it_is_the_normal_approximation() -> None:
    # 3,000 pairs: what the two hypotheses differ by is small beside the spread of the results.
    counts = (150, 700, 1250, 720, 180)
    results = [score for score, count in zip(SCORES, counts, strict=True) for _ in range(count)]
    mean = sum(results) / len(results)
    variance = sum((score - mean) ** 2 for score in results) / len(results)
    s0, s1 = expected_score(0), expected_score(5)
    by_hand = len(results) * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert likelihood_ratio(results, 0, 5) == pytest.approx(by_hand, rel=0.01)


@pytest.mark.parametrize("score", SCORES)
def test_there_is_no_verdict_before_sixteen_pairs(score: float) -> None:
    test = Sprt(0, 200)
    assert test.verdict([score] * (LEAST_GROUPS - 1)) == ""
    assert test.verdict([score] * LEAST_GROUPS) == ("elo1" if score > 0.7 else "elo0")


def test_equal_players_who_always_draw_are_not_stronger() -> None:
    assert Sprt(0, 10).verdict([0.5] * 40) == ""
    assert Sprt(0, 10).verdict([0.5] * 400) == "elo0"


def results_of(elo: float, draws: float, drawn: random.Random) -> float:
    """The score of a pair of games: openings favour one side, so the two games are not independent."""
    total, favour = 0.0, drawn.choice((0, 60, 120))
    for side in (1, -1):
        score = expected_score(elo + side * favour)
        chance = min(draws, 2 * score, 2 - 2 * score)
        number = drawn.random()
        total += 1.0 if number < score - chance / 2 else 0.5 if number < score + chance / 2 else 0.0
    return total / 2


def mean_of(elo: float) -> float:
    """The expected score of `results_of`, from which the bounds of a test are taken: it is not quite that of `elo`."""
    return sum(expected_score(elo + side * favour) for side in (1, -1) for favour in (0, 60, 120)) / 6


def share_accepted(test: Sprt, elo: float, draws: float, what: str, *, runs: int, most: int = 20_000) -> float:
    """How often the test accepts `what` when the truth is `elo`."""
    accepted = 0
    for run in range(runs):
        drawn, results = random.Random(f"{test} {elo} {draws} {run}"), list[float]()
        verdict = ""
        while not verdict and len(results) < most:
            results.append(results_of(elo, draws, drawn))
            verdict = test.verdict(results)
        accepted += verdict == what
    return accepted / runs


def false_acceptance(elo0: float, elo1: float, draws: float, runs: int) -> tuple[float, float]:
    """The shares of wrong verdicts: for `elo1` where `elo0` is the truth, and the other way round."""
    test = Sprt(elo_from_score(mean_of(elo0)), elo_from_score(mean_of(elo1)))
    return (
        share_accepted(test, elo0, draws, "elo1", runs=runs),
        share_accepted(test, elo1, draws, "elo0", runs=runs),
    )


@pytest.mark.parametrize("draws", [0.0, 0.5, 0.95])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 50), (0, 150), (-100, 100), (0, 400)])
def test_wide_bounds_err_as_seldom_as_promised(elo0: float, elo1: float, draws: float) -> None:
    runs = 150
    margin = 2.6 * math.sqrt(0.05 * 0.95 / runs)
    assert max(false_acceptance(elo0, elo1, draws, runs)) <= 0.05 + margin


@pytest.mark.slow
@pytest.mark.parametrize("draws", [0.0, 0.5, 0.9])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 20), (-15, 15), (0, 50), (0, 200), (-200, 200)])
def test_errors_over_many_runs(elo0: float, elo1: float, draws: float) -> None:
    runs = 1000 if elo1 - elo0 >= 50 else 200
    margin = 3 * math.sqrt(0.05 * 0.95 / runs)
    assert max(false_acceptance(elo0, elo1, draws, runs)) <= 0.05 + margin


@pytest.mark.parametrize("text", ["5", "a,b", "10,0", "0,10,0.6", "1,2,3,4,5"])
def test_wrong_tests(text: str) -> None:
    with pytest.raises(MossaError, match=r"a test (is written|has)"):
        Sprt.parse(text)
