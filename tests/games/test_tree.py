"""Explicit trees: the grammar, its mistakes, and that a tree is an ordinary game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mossa import CHANCE, MossaError, game


def tree(text):
    return game(f"tree:tree={text}")


def test_the_default_tree():
    position = game("tree").start()
    assert position.moves == ("a1", "a2", "a3")
    assert position.mover == 0
    assert position.play("a2").mover == 1
    assert position.play("a2").play("b3").result == (6, -6)


def test_facts_come_from_the_tree():
    facts = tree("(1 (2 3 4) {0.5:1 0.5:-7})").facts
    assert (facts.players, facts.chance, facts.zero_sum, facts.alternate) == (2, True, True, True)
    assert (facts.utility, facts.whole, facts.widest, facts.longest) == ((-7, 7), True, 3, 2)
    facts = tree("([1 2 3.5] [0 0 0])").facts
    assert (facts.players, facts.zero_sum, facts.utility, facts.whole) == (3, False, (0, 3.5), False)
    assert tree("([1 -1] [2 -2])").facts.zero_sum
    assert tree("([1 -1 0] [2 -2 0])").facts.zero_sum
    assert not tree("max(max(1 2) 3)").facts.alternate
    assert tree("min(max(1 2) 3)").facts.alternate


def test_bounds_are_apart_even_if_all_leaves_are_alike():
    for text in ("0", "(0 0)", "([1 1] [1 1])"):
        low, high = tree(text).facts.utility
        assert low < high


def test_a_tree_that_is_a_leaf():
    position = tree("5").start()
    assert position.is_over
    assert position.result == (5, -5)
    assert position.moves == ()


def test_turns():
    position = tree("({0.5:(1 2) 0.5:(1 2)} max((1 2) 3))").start()
    assert position.play("a1").mover == CHANCE
    assert position.play("a1").play("b1").mover == 1  # chance took no turn
    assert position.play("a2").mover == 0
    assert position.play("a2").play("b1").mover == 1
    assert tree("min((1 2) 3)").start().play("a1").mover == 0
    three = tree("(([1 2 3] ([1 1 1] [2 2 2])) p3([1 2 3]))").start()
    assert [three.mover, three.play("a1").mover, three.play("a1").play("b2").mover] == [0, 1, 2]
    assert three.play("a2").mover == 2


def test_names_and_positions():
    at = tree("A=(x=1 C=(−0.5 g=(1 2)))")
    position = at.start().play("C").play("g")
    assert position.text == "root/C/g"
    assert at.position("root/C/g") == position
    assert at.position("root") == at.start()
    assert at.start().play("C").moves == ("b1", "g")
    assert position.moves == ("c1", "c2")
    for wrong in ("C/g", "root/D", "root/x/y", ""):
        with pytest.raises(MossaError):
            at.position(wrong)


def test_probabilities_may_be_fractions():
    rules = tree("{1/6:1, 5/6:2}").rules
    assert [rules.probability(rules.start(), move) for move in (0, 1)] == pytest.approx([1 / 6, 5 / 6])


def test_the_scene_shows_who_moves_where():
    assert str(tree("({.5:1 .5:2} (1 2) 7)").start()) == "a1 a2 a3\n ○  ▽  7\nroot: MAX moves"
    assert str(tree("{.5:1 .5:2}").start()).endswith("0.5 0.5\nroot: chance decides")
    assert str(tree("([1 2 3] [3 2 1])").start()).endswith("root: p1 moves")
    assert str(tree("7").start()) == "7\nroot: the end, worth 7"


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
