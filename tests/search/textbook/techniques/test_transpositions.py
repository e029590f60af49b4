"""The transposition table: the value of minimax, fewer nodes, hits, replacement, circles."""

import math

import pytest
from tests.search.textbook.graphs import GRAPHS, State, random_graph

from mossa import Facts, MossaError, game
from mossa.core import Rules
from mossa.search.textbook import EXAMPLES, run


def naive(rules, entries=math.inf, by="depth"):
    """The value and the nodes of alpha-beta with a table, written once more."""
    table, nodes, clock = {}, 1, 0

    def search(state, alpha, beta):
        nonlocal nodes, clock
        if rules.is_over(state):
            return rules.utility(state, 0)
        key = rules.mover(state), state
        if key in table:
            value, low, high, _ = table[key]
            if low < value < high or (value >= high and value >= beta) or (value <= low and value <= alpha):
                return value
        low, high = alpha, beta
        v = None
        for move in rules.moves(state):
            nodes += 1
            w = search(rules.play(state, move), alpha, beta)
            if rules.mover(state) == 0:
                v = w if v is None else max(v, w)
                if v >= beta:
                    break
                alpha = max(alpha, v)
            else:
                v = w if v is None else min(v, w)
                if v <= alpha:
                    break
                beta = min(beta, v)
        table[key] = v, low, high, nodes
        if len(table) > entries:
            del table[min(table, key=lambda one: table[one][3])]
        return v

    return search(rules.start(), -99, 99), nodes


def test_value_and_nodes_on_random_graphs():
    saved = 0
    for seed in range(GRAPHS):
        rules = random_graph(seed)
        found, plain = run("transpositions", rules, trace=False), run("minimax", rules, trace=False)
        assert found.value == plain.value
        assert found.best in plain.moves
        assert (found.value, found.nodes) == naive(rules)
        assert found.nodes <= run("alphabeta", rules, trace=False).nodes
        saved += plain.nodes - found.nodes
    assert saved > 10 * GRAPHS


@pytest.mark.parametrize("replace", ["depth", "age"])
def test_a_small_table_costs_nodes_and_no_value(replace):
    for seed in range(300):
        rules = random_graph(seed)
        value = run("minimax", rules, trace=False).value
        small, whole = (run("transpositions", rules, trace=False, entries=n, replace=replace) for n in (2, 1000))
        assert small.value == whole.value == value
        assert small.nodes >= whole.nodes
        assert (small.value, small.nodes) == naive(rules, 2)  # to the end of the game all depths are alike


def test_what_is_forgotten():
    rules = game("tictactoe").rules
    for replace in ("depth", "age"):
        trace = run("transpositions", rules, depth=3, entries=4, replace=replace)
        cursor, shown = trace.cursor(0), []
        while cursor.forward():
            rows = cursor.tables.get("transpositions", {})
            assert len(rows) <= 5  # the new one is written before an old one goes
            note = cursor.event.note
            if note and note[0].startswith("forgotten"):
                assert len(rows) == 4
                least = min([int(row[0]) for row in rows.values()] + [int(note[2])])
                shown.append(int(note[2]) == least)
        assert len(shown) > 5
        assert all(shown) or replace == "age"
        back = {name: dict(rows) for name, rows in cursor.tables.items()}
        cursor.go(10)
        cursor.go(len(trace.events))
        assert cursor.tables == back


def test_transpositions_of_nim_are_hits():
    trace = EXAMPLES["transpositions"].run()
    hits = [event for event in trace.events if event.kind == "hit"]
    assert hits
    assert trace.nodes < run("alphabeta", game(EXAMPLES["transpositions"].spec).rules).nodes
    assert "is in the table" in trace.sentence(hits[0])
    assert "mark" not in trace.text()
    assert trace.labels(trace.events.index(hits[0]) + 1)[hits[0].path].mark == "T"


def test_a_circle_is_a_draw():
    below = {0: [1, 2], 1: [0], 2: [3]}  # 0 → 1 → 0 …, or 0 → 2 → 3, where MAX has lost
    rules = Rules(
        Facts(players=2, utility=(-1, 1), widest=2, longest=None),
        start=lambda: State(0, 0),
        mover=lambda state: state.layer,
        moves=lambda state: iter(range(len(below[state.place]))),
        play=lambda state, move: State(1 - state.layer, below[state.place][move]),
        utility=lambda state, player: -1 if player == 0 else 1,
        is_over=lambda state: state.place == 3,
        key=hash,
        write_move=lambda state, move: f"to {below[state.place][move]}",
        write_position=lambda state: str(state.place),
    )
    trace = run("transpositions", rules)
    assert (trace.value, trace.best) == (0, "to 1")
    assert any("round in a circle" in trace.sentence(event) for event in trace.events)


def test_it_refuses_the_shorter_win():
    with pytest.raises(MossaError, match="cannot prefer the shorter win"):
        run("transpositions", game("tictactoe").rules, hurry=True, depth=2)
    with pytest.raises(MossaError, match="replace is depth or age"):
        run("transpositions", game("tree").rules, replace="luck")
