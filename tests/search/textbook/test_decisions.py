"""The decision rules on the course's table, on hand-made tables, and on wrong ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mossa import MossaError
from mossa.search.textbook.decisions import RULES, Payoffs, decide, parse_payoffs, read_payoffs

FUNDS = """\
,up,stable,down
fund1,40,45,5
fund2,70,30,-20
shares,55,40,-10
"""


@pytest.mark.parametrize(
    ("rule", "choice", "figures"),
    [
        ("maximax", "fund2", (45, 70, 55)),
        ("maximin", "fund1", (5, -20, -10)),
        ("regret", "shares", (30, 25, 15)),
        ("hurwicz", "fund1", (25, 25, 22.5)),
        ("laplace", "fund1", (30, 80 / 3, 85 / 3)),
    ],
)
def test_funds(rule, choice, figures):
    decision = decide(parse_payoffs(FUNDS), rule)
    assert choice in decision.choice
    assert tuple(decision.table.values()) == pytest.approx(figures)
    assert decision.value == pytest.approx(decision.table[choice])


def test_the_regret_table():
    decision = decide(parse_payoffs(FUNDS), "regret")
    assert decision.regrets == {"fund1": (30, 0, 0), "fund2": (0, 15, 25), "shares": (15, 5, 15)}
    assert decision.as_dict()["regrets"]["shares"] == [15, 5, 15]


def test_ties_are_named():
    assert decide(parse_payoffs(FUNDS), "hurwicz").choice == ("fund1", "fund2")
    assert decide(parse_payoffs(FUNDS), "hurwicz", alpha=0.51).choice == ("fund2",)


def test_expected_value():
    table = parse_payoffs(FUNDS + "Probability,0.5,0.3,0.2\n")
    decision = decide(table, "expected")
    assert decision.table == pytest.approx({"fund1": 34.5, "fund2": 40, "shares": 37.5})
    assert decision.choice == ("fund2",)
    assert decide(table, "expected", probabilities=(0, 0, 1)).choice == ("fund1",)


def test_rounding_does_not_break_a_tie():
    table = Payoffs(("a", "b"), ("x", "y", "z"), ((0.1, 0.2, 0.3), (0.3, 0.2, 0.1)), (1 / 3, 1 / 3, 1 / 3))
    assert decide(table, "expected").choice == decide(table, "laplace").choice == ("a", "b")


def test_semicolons_and_decimal_commas(tmp_path):
    file = tmp_path / "fondi.csv"
    file.write_text("\ufefffondo;su;giù\n\nA;1,5;−2\n  \nB;0;0\n", encoding="utf-8")
    assert read_payoffs(file) == Payoffs(("A", "B"), ("su", "giù"), ((1.5, -2), (0, 0)))


def test_quoted_cells():
    assert parse_payoffs('"a, b",x\n"c, d",1').choices == ("c, d",)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        ("only", "line 1: each column"),
        (",up,\na,1,2", "line 1: each column"),
        (",up,up\na,1,2", "'up' is there twice"),
        (",up,down", "has no choices"),
        (",up,down\na,1", "line 2: 1 numbers for 2 states"),
        (",up,down\n\na,1,2\nb,1,x", "line 4, column down: a payoff is a finite number, not 'x'"),
        (",up,down\na,1e308,-1e308", "from -1e\\+300 to 1e\\+300, not '1e308'"),
        (",up,down\na,nan,2", "line 2, column up: a payoff is a finite number"),
        (",up,down\na,inf,2", "finite"),
        (",up,down\na,,2", "not ''"),
        (",up,down\na,1,2\na,1,2", "line 3: the choice 'a' is there twice"),
        (",up,down\n,1,2", "line 2: the choice has no name"),
        (",up,down\na,1,2\nprobability,0.5,0.6", "line 3: probabilities"),
        (",up,down\na,1,2\nprobability,1.5,-0.5", "line 3: probabilities"),
        (",up,down\na,1,2\np,1,0\np,1,0", "line 4: a second row"),
    ],
)
def test_wrong_tables_name_the_place(text, says):
    with pytest.raises(MossaError, match=says):
        parse_payoffs(text)


def test_wrong_questions(tmp_path):
    table = parse_payoffs(FUNDS)
    with pytest.raises(MossaError, match="no rule 'optimism'; rules: maximax"):
        decide(table, "optimism")
    with pytest.raises(MossaError, match="alpha"):
        decide(table, "hurwicz", alpha=2)
    with pytest.raises(MossaError, match="alpha"):
        decide(table, "hurwicz", alpha=float("nan"))
    with pytest.raises(MossaError, match="needs a row named probability"):
        decide(table, "expected")
    with pytest.raises(MossaError, match="2 probabilities for 3 states"):
        decide(table, "expected", probabilities=(0.5, 0.5))
    with pytest.raises(MossaError, match="there is no file"):
        read_payoffs(tmp_path / "none.csv")
    (tmp_path / "bad.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(MossaError, match="cannot read"):
        read_payoffs(tmp_path / "bad.csv")


TABLES = st.integers(1, 4).flatmap(
    lambda states: st.lists(st.tuples(*[st.integers(-50, 50)] * states), min_size=1, max_size=5)
)


@given(TABLES)
def test_every_rule_keeps_its_promise(rows):
    names = tuple(f"c{i}" for i in range(len(rows)))
    states = tuple(f"s{i}" for i in range(len(rows[0])))
    table = Payoffs(names, states, tuple(rows), (1 / len(states),) * len(states))
    assert decide(table, "hurwicz", alpha=1).choice == decide(table, "maximax").choice
    assert decide(table, "hurwicz", alpha=0).choice == decide(table, "maximin").choice
    assert decide(table, "expected").choice == decide(table, "laplace").choice
    regret = decide(table, "regret")
    assert all(min(column) == 0 for column in zip(*regret.regrets.values(), strict=True))
    for rule in RULES:
        decision = decide(table, rule)
        worse = [name for name in names if name not in decision.choice]
        assert decision.choice
        assert all((decision.table[name] > decision.value) == (rule == "regret") for name in worse)
