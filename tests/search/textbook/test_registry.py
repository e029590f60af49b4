"""All algorithms by name: refusals, wrong questions, the comparison."""

import math

import pytest

from mossa import MossaError, game
from mossa.search.textbook import ALGORITHMS, compare, run
from mossa.search.textbook.registry import algorithm

TWO_PLY = game("tree").rules


def tree(text):
    return game(f"tree:tree={text}").rules


def test_refusals_say_why():
    for name, spec, says in [
        ("minimax", "kuhn", "perfect information: try averaging"),
        ("minimax", "rps", "move at once"),
        ("alphabeta", "tree:tree={0.5:1 0.5:2}", "knows no chance: try expectiminimax"),
        ("alphabeta", "tree:tree={0.5:[1 2 3] 0.5:[3 2 1]}", "knows no chance: try maxn or mcts"),
        ("alphabeta", "tree:tree=([1 2 3] [3 2 1])", "for two players, and here are 3: try maxn or paranoid"),
        ("maxn", "hearts", "perfect information: try is-mcts"),
        ("averaging", "hearts", "for two players, and here are 4: try is-mcts"),
        ("minimax", "tree:tree=([1 2] [2 1])", "add up to 0, and here they do not"),
        ("averaging", "tictactoe", "hidden information"),
        ("maxn-shallow", "tree:tree=([1 2 3] [3 2 1])", "add up to 0"),
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


def test_compare():
    rows = {row.algorithm: row for row in compare(TWO_PLY)}
    assert rows["minimax"].leaves == 9
    assert rows["alphabeta"].leaves == 7
    assert "averaging" not in rows
    assert {row.algorithm for row in compare(tree("{.5:1 .5:2}"))} >= {"expectiminimax", "star1", "star2", "maxn"}
    assert {row.algorithm for row in compare(game("cards").rules)} == {"averaging", "best-defence", "is-mcts"}
    assert {row.algorithm for row in compare(game("rps").rules)} == {"rounds"}
    with pytest.raises(MossaError, match="no algorithm"):
        compare(game("cards").rules, depth=2)


def test_techniques_that_change_the_value_are_not_compared():
    rows = {row.algorithm for row in compare(TWO_PLY)}
    assert {"deepening", "transpositions", "killers", "history", "pvs", "aspiration"} < rows
    assert not rows & {"quiescence", "second-look", "singular", "forward-pruning", "pondering"}


def test_every_algorithm_has_a_line_about_it():
    for name, method in ALGORITHMS.items():
        assert name == method.name
        assert method.about
        assert method.function.__doc__


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("MinimaxDecision", "minimax"),
        ("MaxValue", "minimax"),
        ("MinValue", "minimax"),
        ("Valore-minimax", "minimax"),
        ("white", "minimax"),
        ("black", "minimax"),
        ("white(board, depth)", "minimax"),
        ("CUTOFF-TEST", "minimax"),
        ("TEST-TAGLIO", "minimax"),
        ("EVAL", "minimax"),
        ("ALPHA-BETA-SEARCH", "alphabeta"),
        ("AlphaBetaDecision", "alphabeta"),
        ("taglio", "alphabeta"),
        ("ExpectiValue", "expectiminimax"),
        ("iterative deepening", "deepening"),
        ("trasposizione", "transpositions"),
        ("mossa killer", "killers"),
        ("NegaScout", "pvs"),
        ("quiescenza", "quiescence"),
        ("effetto orizzonte", "quiescence"),
        ("ricerca secondaria", "second-look"),
        ("estensione singolare", "singular"),
        ("potatura in avanti", "forward-pruning"),
    ],
)
def test_names_of_the_notes(name, meant):
    assert algorithm(name).name == meant
