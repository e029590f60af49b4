"""A trace can be stepped both ways, told in words, kept as JSON, and never fills the memory."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.search.textbook.trees import as_rules, random_tree, zero_sum_triple

from mossa import MossaError, game
from mossa.search.textbook import ALGORITHMS, Trace, run

TWO_PLY = game("tree").rules


def test_one_cut_branch_in_words():
    trace = run("alphabeta", game("tree:tree=((3 12) (2 4))").rules)
    assert any(trace.sentence(event).startswith("at a2, b2 is cut: ") for event in trace.events)


def test_principal_variation():
    assert run("alphabeta", TWO_PLY).pv == ("a1", "b1")
    deep = run("minimax", game("tree:tree=((1 (3 4)) ((5 6) 7))").rules)
    assert deep.pv == ("a2", "b1", "c2")
    assert run("star1", game("tree:tree=({.5:1 .5:3} 1)").rules).pv == ("a1",)  # nobody chooses below
    assert run("minimax", game("tree:tree=3").rules).pv == ()
    assert run("minimax", TWO_PLY, trace=False).pv == ("a1",)


@pytest.mark.parametrize("name", [n for n in ALGORITHMS if not ALGORITHMS[n].hidden])
def test_json_round_trip(name, tmp_path):
    method = ALGORITHMS[name]
    text = "(([1 2 -3] [3 -2 -1]) [0 0 0])" if method.vectors else "((3 12 8) (2 4 6) (14 5 2))"
    spec = "docs/examples/peg.py:side=3" if method.alone else "rps" if method.together else f"tree:tree={text}"
    trace = run(name, game(spec).rules, hurry=method.orders)
    file = tmp_path / "trace.json"
    trace.save(file)
    again = Trace.load(file)
    assert again.as_dict() == trace.as_dict()
    assert again.events == trace.events
    assert again.labels() == trace.labels()
    trace.boards.clear()  # which are not saved
    assert again.svg() == trace.svg()
    assert again.value == trace.value
    assert [path.name for path in tmp_path.iterdir()] == ["trace.json"]
    json.loads(file.read_text(), parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))


@given(st.integers(0, 10_000))
def test_json_of_random_trees(seed):
    trace = run("star2", as_rules(random_tree(seed, chance=True)))
    again = Trace.from_dict(json.loads(json.dumps(trace.as_dict(), allow_nan=False)))
    assert again.as_dict() == trace.as_dict()
    assert again.line == trace.line


def test_wrong_files(tmp_path):
    file = tmp_path / "trace.json"
    with pytest.raises(MossaError, match="cannot be read"):
        Trace.load(file)
    for text in ("", "{", "[]", "3", "{}", '{"algorithm": "minimax"}', '{"events": [{"kind": 1}]}'):
        file.write_text(text)
        with pytest.raises(MossaError, match="not"):
            Trace.load(file)
    with pytest.raises(MossaError, match="cannot be written"):
        run("minimax", TWO_PLY).save(tmp_path / "no" / "folder.json")


def test_a_long_trace_stops_growing_but_the_search_goes_on():
    rules = game("tictactoe").rules
    trace = run("alphabeta", rules, limit=500)
    assert 300 < len(trace.events) < 500  # those that list nodes count for more than one
    assert trace.message.startswith(f"the trace holds only the first {len(trace.events)} events")
    assert (trace.value, trace.nodes) == (0, 18297)
    assert len(trace.spots) < 2000
    assert trace.as_dict()["message"] == trace.message
    listed = run("minimax-list", rules, depth=3, limit=500)
    assert len(listed.events) + sum(len(event.paths) for event in listed.events) <= 500
    assert trace.text()  # what there is of it can be drawn


def test_what_lab_prints():
    plain = run("alphabeta", TWO_PLY).as_dict()
    assert (plain["value"], plain["best"], plain["best_index"]) == (3, "a1", 0)
    assert (plain["nodes"], plain["leaves"], plain["cuts"]) == (11, 7, 1)
    assert plain["events"][0] == {"kind": "enter", "path": [], "alpha": "-inf", "beta": "inf"}


def test_tracing_changes_nothing():
    for seed in range(300):
        chance = as_rules(random_tree(seed, chance=True))
        for name in ("expectiminimax", "star1", "star2"):
            _same(name, chance)
        plain = as_rules(random_tree(seed))
        for name in ("minimax", "minimax-list", "minimax-whole", "alphabeta", "alphabeta-hard", "alphabeta-list"):
            _same(name, plain)
        vectors = as_rules(random_tree(seed, players=3, leaf=zero_sum_triple), players=3, bounds=(-6, 6))
        for name in ("maxn", "maxn-shallow", "paranoid", "cooperative"):
            _same(name, vectors)


def _same(name, rules):
    on, off = run(name, rules), run(name, rules, trace=False)
    assert not off.events
    for field in ("value", "best", "moves", "candidates", "nodes", "leaves", "cuts", "held"):
        assert getattr(on, field) == getattr(off, field)
    kinds = [event.kind for event in on.events]
    assert kinds.count("leaf") == on.leaves
    assert kinds.count("cut") == on.cuts
