"""A tree is an ordinary game: its facts, turns and results."""

from tests.games.tree.games import tree

from mossa import CHANCE, game


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
