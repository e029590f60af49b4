"""Trees as text."""

from tests.games.tree.games import tree


def test_the_scene_shows_who_moves_where():
    assert str(tree("({.5:1 .5:2} (1 2) 7)").start()) == "a1 a2 a3\n ○  ▽  7\nroot: MAX moves"
    assert str(tree("{.5:1 .5:2}").start()).endswith("0.5 0.5\nroot: chance decides")
    assert str(tree("([1 2 3] [3 2 1])").start()).endswith("root: p1 moves")
    assert str(tree("7").start()) == "7\nroot: the end, worth 7"
