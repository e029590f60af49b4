"""A trace can be stepped both ways, told in words, kept as JSON, and never fills the memory."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.search.textbook.trees import as_rules, random_tree

from mossa import MossaError, game
from mossa.search.textbook import ALGORITHMS, Event, Trace, run

TWO_PLY = game("tree").rules


def test_events_of_alpha_beta():
    trace = run("alphabeta", TWO_PLY)
    words = [trace.sentence(event) for event in trace.events]
    assert words[0] == "enter the root with the window [−∞, +∞]"
    assert words[3] == "a1/b1 is a leaf worth 3"
    assert "a1 is worth 3 so far" in words
    assert "a1 gets the value 3" in words
    assert "at a2, b2 and b3 are cut: MAX has 3 at the root already, and here it is 2 or less" in words
    assert words[-1] == "a1 is chosen, worth 3"
    assert len(words) == len(trace.events)


def test_one_cut_branch_in_words():
    trace = run("alphabeta", game("tree:tree=((3 12) (2 4))").rules)
    assert any(trace.sentence(event).startswith("at a2, b2 is cut: ") for event in trace.events)


def test_the_cursor_goes_both_ways():
    trace = run("alphabeta-list", TWO_PLY)
    cursor = trace.cursor(0)
    assert cursor.sentence == "the beginning"
    assert not cursor.back()
    seen = [(dict(cursor.labels), cursor.list)]
    while cursor.forward():
        seen.append((dict(cursor.labels), cursor.list))
    assert len(seen) == len(trace.events) + 1
    for labels, contents in reversed(seen):
        assert (cursor.labels, cursor.list) == (labels, contents)
        cursor.back()
    cursor.go(7)
    assert (cursor.labels, cursor.list) == seen[7]
    for wrong in (-1, len(seen)):
        with pytest.raises(MossaError, match="the trace has steps 0 to"):
            cursor.go(wrong)


def test_labels_on_the_way():
    trace = run("alphabeta", TWO_PLY)
    labels = trace.labels()
    assert (labels[()].status, labels[()].value, labels[()].bound) == ("done", 3, "")
    assert (labels[(1,)].value, labels[(1,)].bound) == (2, "≤")
    assert labels[(1, 1)].status == labels[(1, 2)].status == "cut"
    early = trace.labels(3)
    assert early[()].status == "open"
    assert (2,) not in early


def test_principal_variation():
    assert run("alphabeta", TWO_PLY).pv == ("a1", "b1")
    deep = run("minimax", game("tree:tree=((1 (3 4)) ((5 6) 7))").rules)
    assert deep.pv == ("a2", "b1", "c2")
    assert run("star1", game("tree:tree=({.5:1 .5:3} 1)").rules).pv == ("a1",)  # nobody chooses below
    assert run("minimax", game("tree:tree=3").rules).pv == ()
    assert run("minimax", TWO_PLY, trace=False).pv == ("a1",)


@pytest.mark.parametrize("name", [n for n in ALGORITHMS if n not in ("averaging", "best-defence")])
def test_json_round_trip(name, tmp_path):
    method = ALGORITHMS[name]
    text = "(([1 2 -3] [3 -2 -1]) [0 0 0])" if method.vectors else "((3 12 8) (2 4 6) (14 5 2))"
    trace = run(name, game(f"tree:tree={text}").rules, hurry=method.orders)
    file = tmp_path / "trace.json"
    trace.save(file)
    again = Trace.load(file)
    assert again.as_dict() == trace.as_dict()
    assert again.events == trace.events
    assert again.labels() == trace.labels()
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


def test_events_are_plain_records():
    assert Event("enter", (0,), alpha=-math.inf) == Event("enter", (0,), None, -math.inf)
    assert "alphabeta: value 3, best a1" in repr(run("alphabeta", TWO_PLY))
