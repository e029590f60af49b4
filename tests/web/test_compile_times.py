"""How long compiling takes is remembered, for each machine and version, and damage costs nothing."""

import json
from pathlib import Path

import pytest

import mossa
from mossa.web import compile_times
from mossa.web.compile_times import TYPICAL, USUAL, CompileTimes


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the times are kept; its folder is not there yet."""
    return tmp_path / "cache" / "times.json"


def test_a_table_tells_what_was_never_compiled(file: Path) -> None:
    times = CompileTimes(file)
    assert times.expected("chess") == TYPICAL["chess"]
    assert times.expected("somebody's game") == USUAL


def test_what_was_compiled_is_known_and_tells_of_the_others(file: Path) -> None:
    CompileTimes(file).learn("chess", 2 * TYPICAL["chess"], 4)
    times = CompileTimes(file)
    assert times.expected("chess") == 2 * TYPICAL["chess"]
    assert times.expected("nim") == 2 * USUAL  # this machine is half as fast as that of the table
    times.learn("nim", 6 * USUAL, 3)  # today it is three times as slow as when chess was compiled
    assert times.expected("nim") == 6 * USUAL
    assert times.expected("chess") == pytest.approx(6 * TYPICAL["chess"])
    assert CompileTimes(file).expected("chess") == 2 * TYPICAL["chess"]  # another day may be another


def test_the_median_of_the_last_games_tells_how_slow_today_is(file: Path) -> None:
    times = CompileTimes(file)
    for game, slower in (("nim", 90.0), ("trio", 2.0), ("hex", 2.0), ("gomoku", 50.0), ("pig", 2.0)):
        times.learn(game, slower * USUAL, 3)
    assert times.expected("chess") == pytest.approx(2.0 * TYPICAL["chess"])  # odd ones do not count
    for game in ("a", "b", "c"):
        times.learn(game, 1.0 * USUAL, 3)
    assert times.expected("chess") == pytest.approx(1.0 * TYPICAL["chess"])  # the machine is no longer busy


def test_a_part_of_a_game_is_not_taken_for_the_whole(file: Path) -> None:
    times = CompileTimes(file)
    times.learn("chess", 3.0, 4)
    times.learn("chess", 0.5, 1)  # the other three were in the cache
    times.learn("nim", 0.2, 0)
    times.learn("trio", -1.0, 2)
    times.learn("hex", 1e9, 2)
    assert CompileTimes(file).expected("chess") == 3.0
    assert list(json.loads(file.read_text())["machines"].popitem()[1]) == ["chess"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0\1 damage",
        "[1, 2]",
        '{"version": "VERSION"}',
        '{"version": "VERSION", "machines": 3}',
        '{"version": "VERSION", "machines": {"MACHINE": [7]}}',
        '{"version": "VERSION", "machines": {"MACHINE": {"chess": 7}}}',
        '{"version": "VERSION", "machines": {"MACHINE": {"chess": {"seconds": "3", "kernels": 4}}}}',
        '{"version": "VERSION", "machines": {"MACHINE": {"chess": {"seconds": NaN, "kernels": 4}}}}',
        '{"version": "VERSION", "machines": {"MACHINE": {"chess": {"seconds": -3, "kernels": 4}}}}',
        '{"version": "VERSION", "machines": {"MACHINE": {"chess": {"seconds": true, "kernels": 4}}}}',
        '{"version": "VERSION", "machines": {"MACHINE": {"chess": {"seconds": 3, "kernels": 0}}}}',
        '{"version": "VERSION", "machines": {"another": {"chess": {"seconds": 3, "kernels": 4}}}}',
        '{"version": "0.0.0", "machines": {"MACHINE": {"chess": {"seconds": 3, "kernels": 4}}}}',
        "[" * 100_000,
    ],
)
def test_what_makes_no_sense_is_not_known_and_is_written_over(file: Path, text: str) -> None:
    file.parent.mkdir()
    machine = compile_times._machine()
    file.write_text(text.replace("VERSION", mossa.__version__).replace("MACHINE", machine))
    times = CompileTimes(file)
    assert times.expected("chess") == TYPICAL["chess"]
    times.learn("chess", 3.0, 4)
    assert CompileTimes(file).expected("chess") == 3.0


def test_machines_that_share_the_folder_do_not_mix(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    CompileTimes(file).learn("chess", 3.0, 4)
    for number in range(2 * compile_times.MOST_MACHINES):
        monkeypatch.setattr(compile_times, "_machine", lambda number=number: f"machine {number}")
        CompileTimes(file).learn("chess", 5.0 + number, 4)
    assert CompileTimes(file).expected("chess") == 4.0 + 2 * compile_times.MOST_MACHINES
    assert len(json.loads(file.read_text())["machines"]) == compile_times.MOST_MACHINES  # the oldest are forgotten


def test_a_folder_that_cannot_be_written_costs_the_memory_alone(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    times = CompileTimes(tmp_path / "file" / "times.json")
    times.learn("chess", 3.0, 4)
    assert times.expected("chess") == 3.0
