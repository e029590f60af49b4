"""What each algorithm does on the way: the list L, depth and e(x), windows, memory, refusals."""

import math

import pytest
from tests.search.textbook.trees import as_rules

from mossa import MossaError, game
from mossa.search.textbook import ALGORITHMS, compare, run
from mossa.search.textbook.experiments import ideal_tree
from mossa.search.textbook.values import Timed, just_above, just_below, show

TWO_PLY = game("tree").rules


def tree(text):
    return game(f"tree:tree={text}").rules


def lists(trace):
    return [[trace.name(path) for path in event.paths] for event in trace.events if event.kind == "list"]


def test_the_list_of_minimax():
    trace = run("minimax-list", tree("((3 12) 2)"))
    assert lists(trace) == [
        ["the root"],
        ["a1", "a2", "the root"],
        ["a1/b1", "a1/b2", "a1", "a2", "the root"],  # the children go to the head
        ["a1/b1", "a1/b2", "a1", "a2", "the root"],  # a1/b1 got its value and stays
        ["a1/b2", "a1", "a2", "the root"],  # it was fed to its parent
        ["a1/b2", "a1", "a2", "the root"],
        ["a1", "a2", "the root"],
        ["a2", "the root"],
        ["a2", "the root"],
        ["the root"],
    ]
    assert trace.held == 5


def test_the_list_of_alpha_beta_loses_the_parent_and_its_descendants():
    trace = run("alphabeta-list", TWO_PLY)
    at = lists(trace)
    full = ["a2/b1", "a2/b2", "a2/b3", "a2", "a3", "the root"]
    assert full in at
    assert at[len(at) - 1 - at[::-1].index(full) + 1] == ["a3", "the root"]


def test_memory():
    held = {name: run(name, TWO_PLY, trace=False).held for name in ("minimax", "minimax-list", "minimax-whole")}
    assert held == {"minimax": 3, "minimax-list": 7, "minimax-whole": 13}  # d + 1, b·d + 1, all


def test_who_moves_twice_in_a_row():
    rules = tree("(max((1 5) 2) min(3 min(0 9)))")
    for name in ("minimax", "minimax-list", "minimax-whole", "alphabeta", "alphabeta-hard", "alphabeta-list"):
        assert run(name, rules).value == 2


def test_a_min_root():
    trace = run("alphabeta", tree("min((3 12) (2 4))"))
    assert (trace.value, trace.best) == (4, "a2")


def test_a_leaf_as_root():
    for name in ("minimax", "minimax-list", "minimax-whole", "alphabeta", "alphabeta-list", "star2"):
        trace = run(name, tree("5"))
        assert (trace.value, trace.best, trace.moves, trace.nodes, trace.leaves) == (5, None, (), 1, 1)


def test_a_chance_root_has_nothing_to_choose():
    trace = run("expectiminimax", tree("{0.5:1 0.5:(2 4)}"))
    assert (trace.value, trace.best) == (2.5, None)
    assert trace.candidates == {"a1": 1, "a2": 4}


def test_depth_and_evaluation():
    rules = game("tictactoe").rules
    trace = run("minimax", rules, depth=2, trace=False)
    assert (trace.value, trace.nodes, trace.leaves) == (0, 1 + 9 + 72, 72)

    def centre(state):
        """Who has the centre, from X's side."""
        mine, theirs = state.mine >> 4 & 1, state.theirs >> 4 & 1
        return (mine - theirs) * (0.5 if rules.mover(state) == 0 else -0.5)

    for name in ("minimax", "minimax-list", "minimax-whole", "alphabeta", "alphabeta-hard", "alphabeta-list", "maxn"):
        found = run(name, rules, depth=1, evaluate=centre)
        value = found.value[0] if isinstance(found.value, tuple) else found.value
        assert (value, found.best) == (0.5, "b2")
    assert run("minimax", rules, depth=0, evaluate=centre).leaves == 1


def test_the_games_own_evaluation_is_squeezed_into_the_bounds():
    rules = game("connect4").rules
    assert rules.evaluate is not None
    trace = run("alphabeta", rules, depth=3, trace=False)
    assert -1 < trace.value < 1


def test_an_evaluation_outside_the_bounds():
    rules = game("tictactoe").rules
    for wrong in (5, math.nan, -1.01):
        with pytest.raises(MossaError, match="outside the bounds"):
            run("minimax", rules, depth=1, evaluate=lambda state, wrong=wrong: wrong)
    with pytest.raises(MossaError, match="tuple of 3 numbers"):
        run("maxn", tree("(([1 2 3] [3 2 1]) [0 0 0])"), depth=1, evaluate=lambda state: 1)


def test_a_utility_that_is_not_a_number():
    with pytest.raises(MossaError, match="the value nan of"):
        run("minimax", as_rules([0, 1, math.nan]))


@pytest.mark.parametrize("name", ["alphabeta", "alphabeta-hard", "star1", "star2"])
@pytest.mark.parametrize("window", [(0, 2), (4, 9), (2, 4), (3, 4), (2, 3)])
def test_windows_keep_the_contract(name, window):
    alpha, beta = window
    value = run(name, TWO_PLY, window=window).value
    if alpha < value < beta:
        assert value == 3
    elif value <= alpha:
        assert value >= 3
    else:
        assert value <= 3
    if name == "alphabeta-hard":
        assert alpha <= value <= beta


def test_fail_soft_says_more_than_fail_hard():
    rules = tree("((3 12 8) (2 4 6))")
    assert run("alphabeta", rules, window=(10, 20)).value == 3
    assert run("alphabeta-hard", rules, window=(10, 20)).value == 10


def test_hurry():
    rules = tree("((0 (1 0)) 1 ((1 1) (1 1)))")  # a2 wins at once, a3 later
    assert run("minimax", rules).moves == ("a2", "a3")
    for name in ("minimax", "minimax-list", "minimax-whole", "alphabeta", "alphabeta-hard", "alphabeta-list"):
        trace = run(name, rules, hurry=True, all_moves=True)
        assert (trace.value, trace.moves, trace.ply) == (1, ("a2",), 1)
    assert run("minimax", tree("(-1 ((-1 -1) (-1 -1)))"), hurry=True).best == "a2"
    assert run("maxn", tree("(([1 0 0] [1 0 0]) [1 0 0])"), hurry=True).best == "a2"


def test_tictactoe_hurries():
    at = game("tictactoe").after("c1 b1 b2 a1")
    assert run("alphabeta", at.game.rules, at.state, all_moves=True).moves == ("a2", "c2", "a3", "c3")
    assert run("alphabeta", at.game.rules, at.state, hurry=True, all_moves=True).moves == ("a3",)


def test_star2_probes_every_outcome_first():
    rules = tree("(5 {0.5:(4 8 8) 0.5:(4 8 9)})")
    plain, star1, star2 = (run(name, rules) for name in ("expectiminimax", "star1", "star2"))
    assert plain.value == star1.value == star2.value == 5
    assert (plain.leaves, star1.leaves, star2.leaves) == (7, 5, 3)
    cut = next(event for event in star2.events if event.kind == "cut")
    assert [star2.name(path) for path in cut.paths] == ["a2/b1/c2", "a2/b1/c3", "a2/b2/c2", "a2/b2/c3"]


def test_refusals_say_why():
    for name, spec, says in [
        ("minimax", "kuhn", "perfect information: try averaging"),
        ("minimax", "rps", "move at once"),
        ("alphabeta", "tree:tree={0.5:1 0.5:2}", "knows no chance: try expectiminimax"),
        ("alphabeta", "tree:tree=([1 2 3] [3 2 1])", "for two players, and here are 3"),
        ("minimax", "tree:tree=([1 2] [2 1])", "add up to nothing, and here they do not"),
        ("averaging", "tictactoe", "hidden information"),
        ("maxn-shallow", "tree:tree=([1 2 3] [3 2 1])", "add up to nothing"),
    ]:
        with pytest.raises(MossaError, match=says):
            run(name, game(spec).rules)


def test_wrong_questions():
    for wrong, says in [
        ({"depth": -1}, "plies from 0 up"),
        ({"window": (2, 1)}, "the lesser first"),
        ({"window": (math.nan, 1)}, "the lesser first"),
        ({"bounds": (1, 1)}, "the lesser first"),
        ({"bounds": (0, 5)}, "outside the bounds of the utility, 0 to 5"),
    ]:
        with pytest.raises(MossaError, match=says):
            run("alphabeta", TWO_PLY, **wrong)
    with pytest.raises(MossaError, match="did you mean alphabeta"):
        run("alphabta", TWO_PLY)
    with pytest.raises(MossaError, match="has no window"):
        run("minimax", TWO_PLY, window=(0, 1))
    with pytest.raises(MossaError, match="cannot prefer the shorter win"):
        run("star1", TWO_PLY, hurry=True)
    with pytest.raises(MossaError, match="takes no depth"):
        run("averaging", game("cards").rules, depth=2)


def test_a_game_too_deep_or_too_big(monkeypatch):
    from mossa.search.textbook import gametree, minimax

    with pytest.raises(MossaError, match="too deep"):
        run("minimax", ideal_tree(1, 900, "best"))
    assert run("minimax-list", ideal_tree(1, 900, "best"), trace=False).nodes == 901  # a list has no such limit
    monkeypatch.setattr(gametree, "MOST_NODES", 1000)
    with pytest.raises(MossaError, match="passed 1,000 nodes"):
        run("alphabeta", game("connect4").rules, trace=False)
    monkeypatch.setattr(minimax, "MOST_HELD", 500)
    with pytest.raises(MossaError, match="more than 500 nodes"):
        run("minimax-whole", game("connect4").rules, depth=4, trace=False)


def test_compare():
    rows = {row.algorithm: row for row in compare(TWO_PLY)}
    assert rows["minimax"].leaves == 9
    assert rows["alphabeta"].leaves == 7
    assert "averaging" not in rows
    assert {row.algorithm for row in compare(tree("{.5:1 .5:2}"))} >= {"expectiminimax", "star1", "star2", "maxn"}
    assert {row.algorithm for row in compare(game("cards").rules)} == {"averaging", "best-defence"}
    with pytest.raises(MossaError, match="no algorithm"):
        compare(game("rps").rules)


def test_every_algorithm_has_a_line_about_it():
    for name, method in ALGORITHMS.items():
        assert name == method.name
        assert method.about
        assert method.function.__doc__


def test_timed_values_are_numbers_that_break_ties():
    early, late, draw = Timed(1, 2, draw=0), Timed(1, 6, draw=0), Timed(0, 4, draw=0)
    assert early > late > draw > Timed(-1, 5, draw=0) > Timed(-1, 3, draw=0)
    assert max(late, early) is early
    assert -math.inf < late < math.inf
    assert 0.5 < late <= early
    assert early == Timed(1, 2, draw=0) != late
    assert hash(early) == hash(Timed(1, 2, draw=0))
    assert just_below(early) < early < just_above(early)
    assert late < just_below(early)
    assert just_below(1.0) < 1.0 < just_above(1.0)


def test_values_as_people_write_them():
    assert [show(value) for value in (None, -0.0, 1e-20, 123456789, 0.1 + 0.2)] == [
        "",
        "0",
        "1e−20",
        "123456789",
        "0.3",
    ]
