"""Solutions in a file: written, read, refused when broken; used by the solver; made by their recipe."""

import shutil

import pytest

import mossa
from mossa import MossaError
from mossa.learn.recipes.solutions import OpeningSolutions, main
from mossa.search.alphabeta.solution_book import SolutionBook, read, write
from mossa.search.alphabeta.solver import Solver

NAME = "connect4:columns=5,rows=4"
GAME = mossa.game(NAME)
PLIES = 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The opening of a small board, solved."""
    place = tmp_path_factory.mktemp("solutions")
    assert main(["--game", NAME, "--plies", str(PLIES), "--out", str(place), "--memory", "1"]) == 0
    return place


def states(plies):
    found = [GAME.rules.start()]
    for _ in range(plies):
        found = [GAME.rules.play(state, move) for state in found for move in GAME.rules.legal(state)]
    return found


def test_every_state_of_the_opening_has_the_score_that_the_solver_finds(folder):
    solutions, solver = read(folder / "solutions.xz", GAME), Solver(GAME, memory_mib=1)
    for plies in range(PLIES + 1):
        for state in states(plies):
            assert solutions.score(state) == solver.solve(state, all_moves=False).score
    assert solutions.score(GAME.position("1234").state) is None


def test_a_solver_with_solutions_does_not_search_in_the_opening(folder):
    solutions = read(folder / "solutions.xz", GAME)
    knowing, searching = Solver(GAME, memory_mib=1, solutions=solutions), Solver(GAME, memory_mib=1)
    for state in states(PLIES - 1):
        found, expected = knowing.solve(state), searching.solve(state)
        assert found.nodes == 0
        assert (found.score, found.value, found.moves) == (expected.score, expected.value, expected.moves)
        assert found.move in expected.moves
    for state in states(PLIES)[::7]:
        found, expected = knowing.solve(state), searching.solve(state)
        assert found.nodes > 0
        assert (found.score, found.moves) == (expected.score, expected.moves)
        assert knowing.solve(state, all_moves=False).move in expected.moves


def test_a_run_that_was_killed_goes_on(folder, tmp_path):
    whole = (folder / "solved.txt").read_text()
    half = whole[: len(whole) // 2]
    (tmp_path / "solved.txt").write_text(half + "12")  # cut in the middle of a line
    opening = OpeningSolutions(GAME, PLIES, tmp_path / "solved.txt")
    assert len(opening.unknown()) == whole.count("\n") - half.count("\n")
    assert main(["--game", NAME, "--plies", str(PLIES), "--out", str(tmp_path), "--memory", "1"]) == 0
    assert sorted((tmp_path / "solved.txt").read_text().split("\n")) == sorted(whole.split("\n"))
    assert (tmp_path / "solutions.xz").read_bytes() == (folder / "solutions.xz").read_bytes()


def test_a_deeper_run_begins_with_what_is_known(folder, tmp_path):
    shutil.copy(folder / "solved.txt", tmp_path)
    assert main(["--game", NAME, "--plies", str(PLIES + 1), "--out", str(tmp_path), "--memory", "1"]) == 0
    solutions, solver = read(tmp_path / "solutions.xz", GAME), Solver(GAME, memory_mib=1)
    for state in states(PLIES + 1)[::5]:
        assert solutions.score(state) == solver.solve(state, all_moves=False).score


def test_without_time_nothing_is_lost(tmp_path):
    words = ["--game", NAME, "--plies", "2", "--out", str(tmp_path), "--memory", "1"]
    assert main([*words, "--seconds", "0"]) not in (0, 2)
    assert main(words) == 0


@pytest.mark.parametrize("plies", ["-1", "20"])
def test_openings_that_are_none(plies, tmp_path, capsys):
    assert main(["--game", NAME, "--plies", plies, "--out", str(tmp_path)]) == 2
    assert "the opening has 0 to 19 plies" in capsys.readouterr().err


def test_a_game_without_scores_is_refused():
    with pytest.raises(MossaError, match="tictactoe has no scores of its own: it cannot have a solution book"):
        SolutionBook(mossa.game("tictactoe"), {})


def broken(how, data):
    return {
        "cut short": data[:-5],
        "changed": data[:-20] + bytes([data[-20] ^ 1]) + data[-19:],
        "empty": b"",
        "something else": b"1. e4 e5\n",
        "only a head": data.split(b"\n")[0] + b"\n",
    }[how]


@pytest.mark.parametrize("how", ["cut short", "changed", "empty", "something else", "only a head"])
def test_broken_files_are_refused(folder, tmp_path, how):
    path = tmp_path / "solutions.xz"
    path.write_bytes(broken(how, (folder / "solutions.xz").read_bytes()))
    with pytest.raises(MossaError, match=r"solutions\.xz is damaged, cut short, or not of the format"):
        read(path, GAME)


def test_solutions_of_another_board_are_not_used(folder):
    assert read(folder / "solutions.xz", mossa.game("connect4:columns=4,rows=4")) is None


def test_what_is_written_is_read(tmp_path):
    write(tmp_path / "x", SolutionBook(GAME, {2**64 - 1: -7, 0: 10}))
    assert read(tmp_path / "x", GAME).scores == {0: 10, 2**64 - 1: -7}
