"""Results as text for people."""

import json
import re
from pathlib import Path

import pytest
from tests.cli.commands import run

from mossa.search.equilibrium import sequence_form


def test_people_get_text() -> None:
    assert "equally good: a1 b1 c1" in run("solve", "tictactoe").stdout
    assert "connect4" in run("games").stdout
    assert "Rules, after [Kuhn50]" in run("games", "kuhn").stdout
    assert "how often" in run("best", "rps").stdout
    assert "Chance moves; worth exactly -0.0555556" in run("solve", "kuhn").stdout
    assert "worth 0" in run("solve", "rps").stdout.replace("exactly ", "")
    assert "15,120 nodes at depth 5" in run("perft", "tictactoe", "5", "--interpreted").stdout
    assert "all is well" in run("doctor").stdout


def test_exact_is_said_of_what_is_exact_alone() -> None:
    """MAX's lead is a linear program; a game of more sequences is approached by regret minimisation, and says so."""
    answer = run("solve", "cards", "--moves", "1").stdout
    assert "worth exactly 0\n" in answer
    assert "approximation" not in answer
    dice = str(Path(__file__).parents[2] / "docs" / "examples" / "liars_dice.py")
    told = run("best", dice, "--moves", "1 3", "--player", "policy:method=cfr+,time=0.5").stdout
    assert "exact" not in told
    assert re.search(r"worth about -0\.\d{2,4}\n", told), told
    assert "an approximation: by deviating a player could gain 0.0" in told
    assert "e-0" not in told


def test_an_approximate_solution_is_not_called_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequence_form, "MOST_SEQUENCES", 10)  # as if the linear program were too big
    told = run("solve", "kuhn").stdout
    assert "approximate: " in told
    assert "worth about -0.0" in told
    assert "exact" not in told
    data = json.loads(run("solve", "kuhn", "--json").stdout)
    assert (data["player"], data["exact"]) == ("approximate", False)
    assert 0 < data["exploitability"] < 0.01


def test_what_is_not_proven_has_no_digits_that_mean_nothing() -> None:
    """An engine tells its score in points; its small share of a won game was shown as `worth 0.000004068`."""
    words = ("best", "chess", "--depth", "6", "--multipv", "2")
    told = run(*words).stdout
    assert re.search(r"White: \S+, score [+−]?0\.\d\d, expected result [+−]0\.\d\d\n", told), told
    assert len(re.findall(r"^ \S+ +[+−]?0\.\d\d $", told, re.MULTILINE)) == 2, told
    data = json.loads(run(*words, "--json").stdout)
    assert f"score {data['shown']}, expected result {data['value']:+.2f}\n" in told.replace("−", "-")
    told = run("best", "backgammon", "--dice", "31", "--depth", "1").stdout
    assert re.search(r"worth about 0\.\d{1,3}\n", told), told


def test_a_mate_is_counted_and_a_table_is_asked() -> None:
    far = ("best", "checkers", "--position", "W:WK19,K23:B12,K28", "--nodes", "5000000")
    assert re.search(r"White: 23-27, (score #\d+|worth exactly 1)\n", run(*far).stdout)


def test_a_lost_position_has_no_list_of_good_moves() -> None:
    assert "every move loses; these last longest: a1 b1\n" in run("solve", "nim:heaps=5-5").stdout
    assert "every move loses\n" in run("solve", "nim:heaps=1-1").stdout
    told = run("solve", f"tree:tree=({' '.join(['0'] * 200)})").stdout
    assert told.count("a1") >= 1
    assert " … and 180 more\n" in told
