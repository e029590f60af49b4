"""mossa lab: trees, examples, comparisons."""

from pathlib import Path

import pytest
from tests.cli.commands import TREE, json_of, run


def test_lab() -> None:
    answer = json_of("lab", "alphabeta", "--tree", TREE)
    assert (answer["value"], answer["best"], answer["leaves"], answer["cuts"]) == (3, "a1", 7, 1)
    assert answer["events"][0]["kind"] == "enter"
    assert json_of("lab", "minimax", "--tree", TREE)["leaves"] == 9
    window = json_of("lab", "alphabeta", "--tree", TREE, "--window", "4", "5")
    assert window["leaves"] < 7


@pytest.mark.parametrize(
    "name", ["two-ply", "whatever-g", "chance", "chance-rescaled", "star1-window", "cards", "nim7"]
)
def test_lab_examples(name: str) -> None:
    from mossa.search.textbook import EXAMPLES

    answer = json_of("lab", "--example", name)
    assert answer["lesson"] == EXAMPLES[name].english
    for field, expected in EXAMPLES[name].expected.items():
        shown = list(expected) if isinstance(expected, tuple) else expected
        assert answer[field] == (pytest.approx(shown) if isinstance(shown, float | dict) else shown)


def test_lab_of_other_kinds() -> None:
    funds = json_of("lab", "--example", "funds")["decisions"]
    assert [one["choice"] for one in funds] == [["fund2"], ["fund1"], ["shares"]]
    assert json_of("lab", "--example", "queens")["nodes"] == 2057
    game = json_of("lab", "minimax", "--game", "tictactoe", "--moves", "a1 b1 b2 c1", "--depth", "1")
    assert (game["best"], game["leaves"]) == ("c3", 5)


def test_lab_compares() -> None:
    rows = {row["algorithm"]: row for row in json_of("lab", "--tree", TREE, "--compare")["rows"]}
    assert {row["best"] for row in rows.values()} == {"a1"}
    assert rows["alphabeta"]["leaves"] == 7 < rows["minimax"]["leaves"] == 9
    assert rows["minimax-whole"]["held"] == 13


def test_lab_measures_ordering(tmp_path: Path) -> None:
    rows = json_of("lab", "ordering", "--depth", "4", "--trees", "2", "--plot", str(tmp_path / "o.svg"))["rows"]
    assert [row["best"] for row in rows] == [row["knuth_moore"] for row in rows] == [3, 5, 11, 17]
    assert "<svg" in (tmp_path / "o.svg").read_text()


def test_lab_draws(tmp_path: Path) -> None:
    result = run("lab", "alphabeta", "--tree", TREE, "--steps", "--svg", str(tmp_path / "tree.svg"))
    assert result.exit_code == 0
    assert "at a2, b2 and b3 are cut" in result.stdout
    assert "├╳ b2" in result.stdout
    assert (tmp_path / "tree.svg").read_text().startswith("<svg")
    early = run("lab", "alphabeta", "--tree", TREE, "--step", "3").stdout
    assert "╳" not in early


def test_lab_lists() -> None:
    answer = json_of("lab", "--list")
    assert {"minimax", "alphabeta", "ordering"} < set(answer["algorithms"])
    assert "two-ply" in answer["examples"]
    assert "two-ply" in run("lab", "--list").stdout


def test_a_lesson_is_told_under_its_own_algorithm_alone() -> None:
    told = run("lab", "minimax", "--example", "two-ply").stdout
    assert "Alpha-beta" not in told
    assert "The example is about alphabeta" in told
    assert "Alpha-beta finds" in run("lab", "--example", "two-ply").stdout
    assert "Alpha-beta finds" in run("lab", "alpha-beta", "--example", "two-ply").stdout


def test_one_cut_is_not_cuts() -> None:
    told = run("lab", "--example", "two-ply").stdout
    assert ", 1 cut, " in told
    assert ", 0 cuts, " in run("lab", "minimax", "--example", "two-ply").stdout


def test_place_queens_is_the_example_of_queens() -> None:
    assert json_of("lab", "--example", "placeQueens")["nodes"] == 2057


def test_n_queens_need_no_tree() -> None:
    assert json_of("lab", "placeQueens")["nodes"] == json_of("lab", "--example", "queens")["nodes"] == 2057
