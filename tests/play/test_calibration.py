"""The measurement of levels: small, since the real one takes long."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import mossa
from mossa import MossaError
from mossa.core.files import write_json
from mossa.play import calibration
from mossa.play.calibration import SKILLS, calibrate, isotonic, pairings
from mossa.play.limited_strength import EloScale


def test_every_skill_is_connected_with_the_full_player() -> None:
    joined = {calibration.FULL}
    for one, other, games in pairings("othello", 80, program=True):
        assert games >= 2
        assert one in joined
        joined.add(other)
    assert len(joined) == 1 + len(SKILLS)
    programs = [other for _, other, _ in pairings("chess", 80, program=True) if other.startswith("uci:")]
    assert len(programs) > len(set(programs)) > 3
    assert len(pairings("chess", 80, program=False)) == len(SKILLS)


@pytest.mark.parametrize("elos", [[1, 2, 3], [3, 2, 1], [5, 1, 9, 8, 8, 20], [7], [0, 0, 0.5]])
def test_what_rises_keeps_the_mean_and_the_order(elos: list[float]) -> None:
    found = isotonic(elos, [10] * len(elos))
    assert all(a < b for a, b in pairwise(found))
    assert sum(found) == pytest.approx(sum(elos), abs=len(elos) ** 2)


@pytest.mark.slow
def test_a_scale_is_measured_and_a_second_call_plays_nothing_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "SKILLS", (0, 9))
    monkeypatch.setattr(calibration, "FULL", "alphabeta:depth=9")
    game, kept = mossa.game("tictactoe"), tmp_path / "games"
    made = calibrate(game, kept, games=8, processes=1)
    assert [rung["skill"] for rung in made["rungs"]] == [0, 9]
    assert made["rungs"][0]["elo"] == 500 < made["rungs"][1]["elo"]
    write_json(tmp_path / "levels.json", made)
    assert EloScale.read(tmp_path / "levels.json").skill(500) == 0
    stamps = {path: path.stat().st_size for path in kept.iterdir()}
    again = calibrate(game, kept, games=8, processes=1)
    assert sorted(map(str, again["matches"])) == sorted(map(str, made["matches"]))
    assert {path: path.stat().st_size for path in kept.iterdir()} == stamps


def test_wrong_numbers_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MossaError, match="at least 2 games a match and 1 process, not 1 and 1"):
        calibrate(mossa.game("tictactoe"), tmp_path, games=1, processes=1)
