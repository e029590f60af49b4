"""Forward pruning: only the moves that look best are searched, and what is missed is told."""

from tests.search.textbook.graphs import GRAPHS, random_graph

from mossa.search.textbook import EXAMPLES, run


def naive(rules, depth, keep):
    """The value and the nodes, written once more; from MAX's side."""
    nodes = 1

    def looks(state):
        return run("minimax", rules, state, depth=0, trace=False).value

    def search(state, left, alpha, beta):
        nonlocal nodes
        if rules.is_over(state) or left == 0:
            return looks(state)
        maximal = rules.mover(state) == 0
        children = [rules.play(state, move) for move in rules.moves(state)]
        nodes += len(children)
        v = None
        for child in sorted(children, key=looks, reverse=maximal)[:keep]:
            w = search(child, left - 1, alpha, beta)
            v = w if v is None else max(v, w) if maximal else min(v, w)
            if v >= beta if maximal else v <= alpha:
                break
            alpha, beta = (max(alpha, v), beta) if maximal else (alpha, min(beta, v))
        return v

    return search(rules.start(), depth, -99, 99), nodes


def test_value_and_nodes_on_random_graphs():
    told = set()
    for seed in range(GRAPHS):
        rules = random_graph(seed)
        found = run("forward-pruning", rules, depth=3, keep=1 + seed % 2, trace=False)
        assert (found.value, found.nodes) == naive(rules, 3, 1 + seed % 2)
        told.add(found.remarks[0][0])
    assert told == {"agrees", "forward-differs"}


def test_all_moves_kept_is_alpha_beta_in_another_order():
    for seed in range(200):
        rules = random_graph(seed)
        assert run("forward-pruning", rules, keep=9, trace=False).value == run("minimax", rules, trace=False).value


def test_the_sacrifice_is_pruned_and_named():
    trace = EXAMPLES["forward-pruning"].run()
    cut = next(event for event in trace.events if event.kind == "cut" and not event.path)
    assert trace.sentence(cut) == "at the root, sacrifice is cut: they look worth −4 or less, and only 2 are searched"
    assert "sacrifice" in trace.remarks[0]
