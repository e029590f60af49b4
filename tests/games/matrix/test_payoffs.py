"""Payoff tables as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mossa
from mossa.games.matrix.payoffs import read_payoffs


def test_decimals_and_fractions():
    assert read_payoffs("[1/4 −0.5]") == (((0.25, -0.25), (-0.5, 0.5)),)
    assert all(isinstance(payoff, float) for cell in read_payoffs("1 0.5")[0] for payoff in cell)


cells = st.integers(-99, 99)


@given(st.integers(1, 4).flatmap(lambda width: st.lists(st.lists(cells, min_size=width, max_size=width), min_size=1)))
def test_whole_numbers_are_read_as_written(rows):
    rows = rows[:32]
    text = "; ".join(" ".join(map(str, row)) for row in rows)
    table = read_payoffs(f"[{text}]")
    assert table == tuple(tuple((cell, -cell) for cell in row) for row in rows)
    assert all(type(payoff) is int for row in table for cell in row for payoff in cell)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("payoffs=[3 x; 1 2]", "row 1, column 2 of the payoffs is 'x'"),
        ("payoffs=[3 1; 1]", "row 2 of the payoffs is 1 wide where row 1 is 2 wide"),
        ("payoffs=[3,1 1; 1 2]", "row 1, column 2 of the payoffs is '1': a cell here holds two numbers"),
        ("payoffs=[1;;2]", "row 2 of the payoffs is empty"),
        ("payoffs=[]", "row 1 of the payoffs is empty"),
        ("payoffs=[1 nan]", "row 1, column 2 of the payoffs is 'nan'"),
        ("payoffs=[1e999999999]", "row 1, column 1"),
        ("payoffs=[1/0]", "row 1, column 1"),
        ("payoffs=[1,2,3]", "row 1, column 1"),
        ("payoffs=[" + "1 " * 33 + "]", "at most 32 rows and columns"),
        ("rows=[a a]", "rows takes 2 different words"),
        ("columns=[a]", "columns takes 2 different words"),
        ("rows=[- a]", "rows takes 2 different words"),
        ("names=[a b]", "has no parameter 'names'"),
    ],
)
def test_wrong_tables_are_named_with_their_place(settings, sentence):
    with pytest.raises(mossa.MossaError) as error:
        mossa.game(f"matrix:{settings}")
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)
