"""Versions that play each other: a better one becomes champion, luck alone does not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mossa.learn.champions import LARGEST, LEAST_SPREAD, challenge
from mossa.play.elo import expected_score

GOAL = np.array([1.0, -0.5])


def matches(pairs: int, seed: int, elo: float):
    """Games of players of whom the one nearer to the goal is stronger, by so many Elo for each unit."""

    def play(versions: Sequence[np.ndarray], champion: np.ndarray, which: int) -> list[np.ndarray]:
        draws = np.random.default_rng((seed, which))
        points = []
        for one in versions:
            nearer = np.linalg.norm(champion - GOAL) - np.linalg.norm(one - GOAL)
            points.append(draws.binomial(4, expected_score(elo * float(nearer)), size=pairs) / 4)
        return points

    return play


def test_champions_come_nearer_to_the_goal() -> None:
    champion, spread, changes = np.zeros(2), 0.3, 0
    for number in range(60):
        contest = challenge(champion, spread, matches(200, number, 400), np.random.default_rng(number))
        if contest.replaced:
            assert contest.difference.elo > contest.difference.error
        else:
            assert (contest.champion == champion).all()
        champion, spread, changes = contest.champion, contest.spread, changes + contest.replaced
    assert np.linalg.norm(champion - GOAL) < 0.25
    assert 2 <= changes < 60


def test_among_equals_the_champion_seldom_changes_and_the_changes_grow_small() -> None:
    champion, spread, changes = np.zeros(2), 0.3, 0
    for number in range(200):
        contest = challenge(champion, spread, matches(50, number, 0), np.random.default_rng(number))
        champion, spread, changes = contest.champion, contest.spread, changes + contest.replaced
    assert changes < 12  # 2.5 % of 200 are 5
    assert spread < 2 * LEAST_SPREAD


def test_weights_do_not_drift_away() -> None:
    contest = challenge(np.full(2, LARGEST), 50.0, matches(20, 1, -4000), np.random.default_rng(1))
    assert np.abs(contest.champion).max() <= LARGEST
