"""Players held to an Elo."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import mossa
from mossa import Game, MossaError
from mossa.play import ask, limited_player, player
from mossa.play.limited_strength import (
    GENERIC,
    MAX_SKILL,
    EloScale,
    LimitedStrengthPlayer,
    StrengthLevel,
    elo_scale,
    error_unit,
    measured_scale,
)
from mossa.play.match import Match, run
from mossa.search.common.limits import Limits

CONNECT4 = mossa.game("connect4")
MOVES = "4 4 4 3 5"


def first_moves(spec: str, position: mossa.Position, seeds: int) -> Counter[str]:
    chooser = player(spec, position.game)
    found: Counter[str] = Counter()
    for seed in range(seeds):
        chooser.begin(seed)
        found[position.write_move(ask(chooser, position, Limits(), seed).move)] += 1
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("stronger", "weaker"), [(900, 500), (1300, 900), (1600, 1200)])
def test_more_elo_wins_more(stronger: int, weaker: int) -> None:
    """400 points are odds of ten to one: chance in 24 games does not take 300 of them away."""
    assert elo_scale(CONNECT4).measured
    specs = (f"elo={stronger}", f"elo={weaker}")
    match_score = run(Match("connect4", specs, games=24, plies=4, seed=3))
    assert match_score.elo_difference.elo > 100


def test_skills_and_what_they_mean_are_in_order() -> None:
    levels = [StrengthLevel.of(skill) for skill in range(MAX_SKILL + 1)]
    for weaker, stronger in pairwise(levels):
        assert weaker.nodes < stronger.nodes
        assert weaker.temperature > stronger.temperature
        assert weaker.deviation > stronger.deviation
        assert weaker.candidates >= stronger.candidates


def test_the_same_seed_plays_the_same_and_another_does_not() -> None:
    at = CONNECT4.after(MOVES)
    assert len(first_moves("elo=700", at, 1)) == 1
    for seed in range(3):
        one, other = limited_player(CONNECT4, 700), limited_player(CONNECT4, 700)
        one.begin(seed)
        other.begin(seed)
        first, second = ask(one, at, Limits(), 0), ask(other, at, Limits(), 9)
        assert replace(first, seconds=0) == replace(second, seconds=0)
    assert len(first_moves("elo=700", at, 20)) > 1


def test_errors_are_plausible_not_random() -> None:
    """The weakest player sees what one ply shows; what takes one more ply it sees by chance, a stronger one always."""
    threat = CONNECT4.after("4 1 4 1 4")  # its rules know of wins in one: the second player must answer in column 4
    assert first_moves("alphabeta:skill=0", threat, 20) == {"4": 20}
    threat = mossa.game("tictactoe").after("a1 b2 b1")  # these rules know nothing: O must see that c1 is next
    blocks = [first_moves(f"alphabeta:skill={skill}", threat, 20)["c1"] for skill in (0, 4, 12)]
    assert blocks[0] < blocks[1] < blocks[2] == 20


@pytest.mark.parametrize("skill", [9, 14, 18])
def test_a_good_player_never_overlooks_a_win_in_one(skill: int) -> None:
    for game, moves, win in (("connect4", "4 1 4 1 4 1", "4"), ("tictactoe", "a1 b1 b2 c1", "c3")):
        assert first_moves(f"alphabeta:skill={skill}", mossa.game(game).after(moves), 12) == {win: 12}


def test_the_full_player_stands_above_every_level() -> None:
    for at in (CONNECT4.after(MOVES), mossa.game("tictactoe").start()):
        full = ask(player("alphabeta", at.game), at, Limits(nodes=2000), 0)
        assert elo_scale(at.game).skill(3000) is None
        assert ask(limited_player(at.game, 3000), at, Limits(nodes=2000), 0).move == full.move


def test_a_level_keeps_the_limits_it_is_given() -> None:
    at = CONNECT4.start()
    assert ask(player("alphabeta:skill=17", CONNECT4), at, Limits(nodes=500), 0).nodes <= 501
    stopped = Limits()
    stopped.stop.set()
    assert ask(player("alphabeta:skill=17", CONNECT4), at, stopped, 0).move in at.legal


def test_a_level_does_not_hunt_for_wins() -> None:
    chess = mossa.game("chess")
    level, at = limited_player(chess, 2400), chess.position("8/4p3/7R/n7/rp6/kp5Q/8/1K6 w - - 0 1")
    choices = []
    for study in (False, True):
        level.begin(3)
        choices.append(replace(level.choose(at, Limits(analysis=study)), seconds=0.0))
    assert choices[0] == choices[1]


def test_specs_of_levels() -> None:
    assert isinstance(player("elo=1500", CONNECT4), LimitedStrengthPlayer)
    assert isinstance(player("elo=1500,seed=3", CONNECT4), LimitedStrengthPlayer)
    assert player("alphabeta:elo=1500", CONNECT4).is_limited
    for spec, told in (
        ("elo=499", "elo is a whole number from 500 to 3000, not '499'"),
        ("elo=strong", "from 500 to 3000"),
        ("alphabeta:skill=19", "skill is a number from 0 to 18, not '19'"),
        ("alphabeta:skill=3,elo=900", "by elo or by skill, not by both"),
        ("elo=", "elo"),
    ):
        with pytest.raises(MossaError, match=told):
            player(spec, CONNECT4)
    with pytest.raises(MossaError, match="has no setting 'elo'"):
        player("elo=1500", mossa.game("kuhn"))


@pytest.mark.slow
def test_a_users_file_has_levels_too(take: Game) -> None:
    assert not elo_scale(take).measured
    assert error_unit(take) >= 1
    strong = first_moves("elo=2500", take.start(), 5)
    assert strong == {"1": 5}


def test_the_scale_goes_up_between_its_rungs() -> None:
    made = EloScale(((0, 500), (4, 900), (6, 1500)), 2000)
    asked = {400: 0, 500: 0, 700: 2, 900: 4, 1200: 5, 1500: 6, 1501: None, 3000: None}
    assert {elo: made.skill(elo) for elo in asked} == asked


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"rungs": [{"skill": 1, "elo": 900}, {"skill": 2, "elo": 800}]}, "do not ascend"),
        ({"rungs": []}, "do not ascend"),
        ({"rungs": [{"skill": 1}]}, "is not a scale of levels, as `mossa bench levels` writes it"),
        ({"unit": "many"}, "is not a scale of levels"),
        ({"full": None}, "is not a scale of levels"),
    ],
)
def test_a_broken_scale_is_refused_in_one_sentence(change: dict[str, object], told: str, tmp_path: Path) -> None:
    good = {"rungs": [{"skill": 1, "elo": 900}], "full": {"elo": 1200}, "unit": 40, "anchor": "none"}
    path = tmp_path / "levels.json"
    path.write_text(json.dumps(good))
    assert EloScale.read(path).full == 1200
    assert [EloScale.read(path).skill(elo) for elo in (900, 1200, 1201)] == [1, MAX_SKILL, None]
    path.write_text(json.dumps(good | change))
    with pytest.raises(MossaError, match=told):
        EloScale.read(path)
    path.write_text("{")
    with pytest.raises(MossaError, match="is not a JSON file"):
        EloScale.read(path)
    with pytest.raises(MossaError, match="cannot be read"):
        EloScale.read(tmp_path / "none.json")


def test_a_broken_scale_in_a_package_is_told_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "levels.json"
    path.write_text("no scale")
    monkeypatch.setattr("mossa.play.limited_strength.scale_path", lambda game: path)
    monkeypatch.setattr("mossa.play.limited_strength.measured_scale", measured_scale.__wrapped__)
    with pytest.warns(RuntimeWarning, match="are not measured"):
        assert elo_scale(CONNECT4).rungs == GENERIC.rungs
