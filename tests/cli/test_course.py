"""mossa queens and mossa decide."""

from pathlib import Path

import pytest
from tests.cli.commands import FUNDS, json_of, refusal, run


def test_queens() -> None:
    assert json_of("queens")["solutions"] == 92
    assert json_of("queens", "8")["looked"] == 2057
    brute = json_of("queens", "5", "--method", "brute")
    assert (brute["solutions"], brute["looked"]) == (10, 5**5)
    assert run("queens", "4").stdout.count("Q") == 4
    assert "3 queens: 0 solutions" in run("queens", "3").stdout


@pytest.mark.parametrize(
    ("rule", "choice", "value"),
    [
        (["maximax"], ["fund2"], 70),
        (["maximin"], ["fund1"], 5),
        (["regret"], ["shares"], 15),
        (["hurwicz", "--alpha", "1"], ["fund2"], 70),
        (["laplace"], ["fund1"], 30),
        (["expected", "--probabilities", "1,0,0"], ["fund2"], 70),
    ],
)
def test_decide(tmp_path: Path, rule: list[str], choice: list[str], value: float) -> None:
    file = tmp_path / "funds.csv"
    file.write_text(FUNDS)
    for source, says in ((str(file), ""), ("-", FUNDS)):
        answer = json_of("decide", source, "--rule", *rule, says=says)
        assert (answer["rule"], answer["choice"], answer["value"]) == (rule[0], choice, value)
        assert set(answer["table"]) == {"fund1", "fund2", "shares"}


def test_decide_by_all_rules() -> None:
    decisions = json_of("decide", "-", says=FUNDS)["decisions"]
    assert [one["rule"] for one in decisions] == ["maximax", "maximin", "regret", "hurwicz", "laplace"]
    assert "hurwicz: fund1 or fund2 (25)" in run("decide", "-", says=FUNDS).stdout


@pytest.mark.parametrize(
    ("table", "rule", "sentence"),
    [
        ("", "maximax", "empty"),
        (",up,down\nfund,1\n", "maximax", "line 2: 1 numbers for 2 states"),
        (",up,down\nfund,1,many\n", "maximax", "line 2, column down: a payoff is a finite number, not 'many'"),
        (",up,down\nfund,1,nan\n", "maximax", "finite number, not 'nan'"),
        (FUNDS, "maximun", "no rule 'maximun'; rules: maximax"),
        (FUNDS, "expected", "needs a row named probability"),
    ],
)
def test_wrong_payoff_tables(table: str, rule: str, sentence: str) -> None:
    assert sentence in refusal("decide", "-", "--rule", rule, says=table)


def test_wrong_options_of_decide() -> None:
    assert "from 0 to 1, not 2" in refusal("decide", "-", "--rule", "hurwicz", "--alpha", "2", says=FUNDS)
    words = ("decide", "-", "--rule", "expected", "--probabilities")
    assert "add up to 1" in refusal(*words, "0.5,0.1,0.1", says=FUNDS)
    assert "2 probabilities for 3 states" in refusal(*words, "0.5,0.5", says=FUNDS)
    assert "numbers separated by commas" in refusal(*words, "a,b", says=FUNDS)
