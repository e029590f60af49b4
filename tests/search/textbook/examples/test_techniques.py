"""The worked figures of the second half: what each is there to show."""

from mossa.search.textbook import EXAMPLES
from mossa.search.textbook.examples import techniques


def test_related_examples_name_each_other():
    for example in techniques.EXAMPLES:
        for name in example.related:
            assert EXAMPLES[name].related == example.related
        assert not example.related or example.name in example.related


def test_the_best_move_changes_with_the_depth():
    rows = EXAMPLES["deepening-whole"].run().cursor().tables["iterations"]
    assert [row[0] for row in rows.values()] == ["a1", "a2", "a3"]


def test_a_small_table_costs_nodes():
    nodes = [EXAMPLES[name].run(trace=False).nodes for name in EXAMPLES["transpositions-age"].related[1:]]
    assert nodes == [64, 51]
    for example in (EXAMPLES["transpositions-depth"], EXAMPLES["transpositions-age"]):
        assert str(example.expected["nodes"]) in example.english
        assert str(example.expected["nodes"]) in example.italian
