"""The grammar of trees, and its mistakes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.tree.games import tree

from mossa import MossaError


def test_probabilities_may_be_fractions():
    rules = tree("{1/6:1, 5/6:2}").rules
    assert [rules.probability(rules.start(), move) for move in (0, 1)] == pytest.approx([1 / 6, 5 / 6])


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("", 1, "expected a number"),
        ("(", 2, "the end of the text"),
        ("((3 4)", 7, "the end of the text"),
        ("(3 4))", 6, "expected the end"),
        ("()", 2, "expected a node"),
        ("(3 ]", 4, "expected a node"),
        ("(x)", 2, "found 'x'"),
        ("(3:4)", 3, "found ':'"),
        ("(nan 1)", 2, "finite, not nan"),
        ("(1 -inf)", 4, "finite, not -inf"),
        ("(1e999 2)", 2, "finite, not 1e999"),
        ("[1 nan]", 4, "finite"),
        ("{0.5:1 0.4:2}", 1, "add up to 0.9"),
        ("(1 {0.5:1 0.4:2})", 4, "add up to 0.9"),
        ("{0.5 1}", 6, "expected ':'"),
        ("{0:1 1:2}", 2, "above 0"),
        ("{1/0:3}", 2, "above 0"),
        ("{x:3}", 2, "expected a probability"),
        ("{-1:3 2:3}", 2, "above 0"),
        ("(3 [1 2 3])", 4, "a leaf for 3 players"),
        ("(p3(1 2))", 2, "player 3 moves"),
        ("(a=1 a=2)", 8, "called 'a'"),
        ("(a2=1 2)", 7, "called 'a2'"),
        ("max 3", 5, "expected '(' after max"),
        ("[]", 2, "expected a number"),
        ("[1 (", 4, "expected a number or ']'"),
        ("(a=)", 4, "expected a number"),
        ("(" * 300 + "1" + ")" * 300, 202, "200 deep"),
    ],
)
def test_wrong_text_names_the_place(text, place, says):
    with pytest.raises(MossaError) as raised:
        tree(text)
    assert f"at character {place}: " in str(raised.value)
    assert says in str(raised.value)


LEAVES = st.integers(-99, 99).map(str) | st.floats(-9, 9).map(repr)

TEXTS = st.recursive(LEAVES, lambda below: st.lists(below, min_size=1, max_size=4).map(lambda p: f"({' '.join(p)})"))


@given(TEXTS)
def test_any_tree_can_be_walked(text):
    at = tree(text)
    waiting = [at.start()]
    leaves = 0
    while waiting:
        position = waiting.pop()
        assert at.position(position.text) == position
        leaves += position.is_over
        if position.is_over:
            assert sum(position.result) == 0
            assert at.facts.utility[0] <= min(position.result) < max(position.result) <= at.facts.utility[1] or (
                position.result[0] == 0
            )
        waiting += [position.play(move) for move in position.moves]
    assert leaves == len(text.replace("(", " ").replace(")", " ").split())


@given(st.text(alphabet="()[]{}:=.,- 0123456789abmaxin/", max_size=40))
def test_any_other_text_is_refused_in_words(text):
    message = ""
    try:
        tree(text)
    except MossaError as error:
        message = str(error)
    assert "\n" not in message
