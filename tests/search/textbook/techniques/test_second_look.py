"""A second look: only the chosen move is searched deeper, until the best one has had its look."""

from tests.search.textbook.graphs import GRAPHS, random_graph

from mossa import game
from mossa.search.textbook import EXAMPLES, run


def naive(rules, depth, extra):
    """The value and the nodes, written once more with whole searches."""
    state = rules.start()
    children = [rules.play(state, move) for move in rules.moves(state)]
    first = [run("minimax", rules, child, depth=depth - 1, trace=False) for child in children]
    values, nodes = [one.value for one in first], 1 + sum(one.nodes for one in first)
    looked = set()
    while True:
        best = max(values)
        if any(v == best and i in looked for i, v in enumerate(values)):
            return best, nodes
        place = values.index(best)
        looked.add(place)
        again = run("minimax", rules, children[place], depth=depth - 1 + extra, trace=False)
        values[place] = again.value
        nodes += again.nodes - 1  # the child is there already


def test_value_and_nodes_on_random_graphs():
    other = 0
    for seed in range(GRAPHS):
        rules = random_graph(seed)
        found = run("second-look", rules, depth=2, trace=False)
        assert (found.value, found.nodes) == naive(rules, 2, 1)
        assert found.remarks[0][0] == ("agrees" if found.value == plain(rules).value else "second-differs")
        other += found.best not in plain(rules).moves
    assert other > GRAPHS / 50


def plain(rules):
    return run("minimax", rules, depth=2, trace=False)


def test_it_looks_again_until_the_best_move_has_had_its_look():
    trace = EXAMPLES["poisoned-second-look"].run()
    looks = [trace.name(event.path) for event in trace.events if event.note[:1] == ("second-look",)]
    assert looks[0] == "d2d6"
    assert len(looks) == len(set(looks)) > 1
    assert trace.best in looks
    kinds = {trace.name(path): spot.kind for path, spot in trace.spots.items()}
    assert {kinds[name] for name in looks} == {"min"}
    sentences = [trace.sentence(event) for event in trace.events if event.note]
    assert any("after the second look it is worth" in sentence for sentence in sentences)


def test_to_the_end_of_the_game_there_is_nothing_to_look_for():
    assert run("second-look", game("tree").rules).value == 3
    assert run("second-look", game("tree").rules, depth=1, extra=3).value == 3
