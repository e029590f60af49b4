"""Singular extension: one move much better than the others is searched a ply deeper."""

from tests.search.textbook.graphs import GRAPHS, random_graph

from mossa import game
from mossa.search.textbook import EXAMPLES, run


def naive(rules, depth, margin):
    """The value and the nodes, written once more; from MAX's side."""
    nodes = 1

    def search(state, left, ply):
        nonlocal nodes
        if rules.is_over(state):
            return rules.utility(state, 0)
        if left <= 0:
            return run("minimax", rules, state, depth=0, trace=False).value
        children = [rules.play(state, move) for move in rules.moves(state)]
        nodes += len(children)
        values = [search(child, left - 1, ply + 1) for child in children]
        best = max if rules.mover(state) == 0 else min
        first = values.index(best(values))
        others = values[:first] + values[first + 1 :]
        alone = not others or abs(values[first] - best(others)) >= margin
        if alone and ply + 1 < 2 * depth and not rules.is_over(children[first]):
            values[first] = search(children[first], left, ply + 1)
        return best(values)

    return search(rules.start(), depth, 0), nodes


def test_value_and_nodes_on_random_graphs():
    told = set()
    for seed in range(GRAPHS):
        rules = random_graph(seed)
        found = run("singular", rules, depth=2, margin=1.5, trace=False)
        assert (found.value, found.nodes) == naive(rules, 2, 1.5)
        told.add(found.remarks[0][0])
    assert told == {"agrees", "singular-differs"}


def test_with_a_wide_margin_only_single_moves_are_extended():
    rules = game("tictactoe").rules
    found = run("singular", rules, depth=2, margin=5, trace=False)
    assert found.nodes == run("minimax", rules, depth=2, trace=False).nodes


def test_the_example_says_why():
    trace = EXAMPLES["singular"].run()
    assert trace.spots[0,].kind == "min"  # it is no leaf any more
    sentences = [trace.sentence(event) for event in trace.events if event.note]
    assert sentences[:2] == [
        "take: worth 6, it is better than all others by at least 1.4: singular, so it is searched a ply deeper",
        "take: a ply deeper it is worth −5, not 6",
    ]
