"""Runs that learn: every method improves on weights of 0, and a run is reproducible, on any threads, cut or whole."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import mossa
from mossa import MossaError
from mossa.core.features import require_features
from mossa.jobs import Place
from mossa.learn.learning_record import LearningRecord
from mossa.learn.linear_games import LinearGames
from mossa.learn.weight_learning import METHODS, LearningRound, LearningSettings, WeightLearning
from mossa.play.elo import EloDifference


def settings(method: str, name: str = "connect4", **more: object) -> LearningSettings:
    nothing = dict.fromkeys(require_features(mossa.game(name)).names, 0.0)
    return replace(LearningSettings(name, method, nothing, games=200), **more)  # type: ignore[arg-type]


def run(
    chosen: LearningSettings, rounds: int, *, threads: int = 1, record: LearningRecord | None = None, **more: object
):
    with closing(WeightLearning(mossa.game(chosen.game), chosen, threads=threads)) as learning:
        return learning.run(record or LearningRecord(), rounds=rounds, seconds=600, **more)  # type: ignore[arg-type]


def told(rounds: list[LearningRound]) -> list[dict[str, object]]:
    """The rounds without the time they took."""
    return [{name: value for name, value in one.as_dict().items() if name != "seconds"} for one in rounds]


@pytest.mark.parametrize(
    ("method", "name"), [*((one, "connect4") for one in METHODS), ("versions", "docs/examples/dots_and_boxes.py")]
)
def test_every_method_learns_from_nothing(method: str, name: str) -> None:
    chosen = settings(method, name, games=600)
    with closing(WeightLearning(mossa.game(name), chosen)) as learning:
        last = learning.run(LearningRecord(), rounds=4, seconds=600)[-1]
        won = learning.measure(last.weights, chosen.start)
    assert won.elo > won.error


@pytest.mark.parametrize("method", METHODS)
def test_a_run_is_the_same_on_any_threads_and_whether_it_was_cut_or_not(method: str, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole = run(settings(method), 3)
    run(settings(method), 1, threads=2, record=LearningRecord(path))
    path.write_bytes(path.read_bytes() + b'{"number": 2, "wei')
    resumed = run(settings(method), 3, threads=2, record=LearningRecord(path, resume=True))
    assert told(resumed) == told(whole)
    assert told(run(settings(method, seed=2), 1)) != told(whole[:1])


@pytest.mark.parametrize(("method", "workers"), [("td", 2), ("versions", 3), ("regression", 1)])
def test_a_run_is_the_same_by_workers_elsewhere(method: str, workers: int) -> None:
    chosen = settings(method)
    with closing(WeightLearning(mossa.game(chosen.game), chosen, place=Place(workers))) as learning:
        assert told(learning.run(LearningRecord(), rounds=2, seconds=600)) == told(run(chosen, 2))


def test_a_round_is_shared_out_in_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = list[tuple[str, list[int]]]()

    def listen(self: WeightLearning, what: str, parts: Any) -> Any:
        shared.append((what, [part[1 if what == "record" else 2] for part in parts]))
        return in_parts(self, what, parts)

    in_parts = WeightLearning._in_parts
    monkeypatch.setattr(WeightLearning, "_in_parts", listen)
    run(settings("regression", "tictactoe", games=605, pairs=47), 1)
    (what, games), *measured = shared
    assert (what, len(games), sum(games), {*games}) == ("record", 60, 605, {10, 11})
    assert [(name, len(pairs), sum(pairs)) for name, pairs in measured] == 2 * [("match", 9, 47)]
    shared.clear()
    run(settings("versions", "tictactoe", games=600), 1)
    assert shared[0] == ("match", 8 * 5 * [5])  # all challengers at once
    shared.clear()
    run(settings("regression", "tictactoe", games=9000), 1)
    assert (len(shared[0][1]), sum(shared[0][1])) == (256, 9000)


def test_the_loss_is_that_of_games_not_yet_learnt_from_and_falls() -> None:
    losses = [one.loss for one in run(settings("regression", games=1000), 5)]
    assert losses[0] == pytest.approx(0.693147, abs=1e-5)  # weights 0 predict a half
    assert max(one for one in losses[1:] if one is not None) < 0.68


def test_it_stops_between_rounds(tmp_path: Path) -> None:
    stop, seen = Event(), list[LearningRound]()

    def listen(made: LearningRound) -> None:
        seen.append(made)
        if len(seen) == 2:
            stop.set()

    assert run(settings("td"), 100, on_round=listen, stop=stop) == seen
    assert len(seen) == 2


def test_a_round_is_done_however_short_the_time() -> None:
    chosen = settings("td")
    with closing(WeightLearning(mossa.game("connect4"), chosen)) as learning:
        assert len(learning.run(LearningRecord(), seconds=1e-9)) == 1


def test_learning_goes_on_from_given_weights() -> None:
    own = dict(require_features(mossa.game("connect4")).weights)
    first = run(settings("versions", start=own), 1)[0]
    assert first.before == first.own


@pytest.mark.parametrize(("method", "games"), [("regression", 42), ("versions", 400)])
def test_the_games_of_a_round_are_counted(method: str, games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    played = list[int]()
    record, match = LinearGames.record, LinearGames.match

    def counted_record(self: LinearGames, weights: Any, count: int, *rest: Any) -> Any:
        played.append(count)
        return record(self, weights, count, *rest)

    def counted_match(self: LinearGames, first: Any, second: Any, pairs: int, seed: int) -> Any:
        played.append(2 * pairs)
        return match(self, first, second, pairs, seed)

    with closing(WeightLearning(mossa.game("tictactoe"), settings(method, "tictactoe", games=games))) as learning:
        monkeypatch.setattr(LinearGames, "record", counted_record)
        monkeypatch.setattr(LinearGames, "match", counted_match)
        monkeypatch.setattr(WeightLearning, "measure", lambda *_: EloDifference(0.0, 0.0, 0.5))
        assert learning.next_round(None, 0.0).games == sum(played)


def test_a_run_that_has_cooled_down_long_ago_goes_on() -> None:
    chosen = settings("annealing", "tictactoe")
    with closing(WeightLearning(mossa.game("tictactoe"), chosen)) as learning:
        late = replace(learning.next_round(None, 0.0), number=10_000)
        assert learning.next_round(late, 0.0).state["temperature"] > 0


def test_a_wrong_method_and_a_wrong_number_of_games_are_refused() -> None:
    with pytest.raises(MossaError, match="methods: hill-climbing, annealing"):
        run(settings("guessing"), 1)
    with pytest.raises(MossaError, match="from 4 to"):
        run(settings("td", games=1), 1)
