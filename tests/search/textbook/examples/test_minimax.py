"""The worked figures of minimax and alpha-beta: which leaves are never seen, and why, in words."""

import pytest
from tests.search.textbook.trees import reasons, unseen

from mossa import MossaError, game
from mossa.search.textbook import EXAMPLES, run
from mossa.search.textbook.experiments import count_positions


@pytest.mark.parametrize("name", ["alphabeta", "alphabeta-hard", "alphabeta-list"])
def test_two_ply_never_sees_4_and_6(name):
    trace = run(name, game(EXAMPLES["two-ply"].spec).rules)
    assert (trace.value, trace.best, trace.best_index) == (3, "a1", 0)
    assert unseen(trace) == [4, 6]


@pytest.mark.parametrize("g", ["7", "(9 9)", "(-9 (3 4) 5)", "-1", "{0.5:1 0.5:2}"])
def test_whatever_g(g):
    rules = game(f"tree:tree=A=(0.3 C=(-0.5 g={g}))").rules
    trace = run("star1" if rules.facts.chance else "alphabeta", rules)
    assert (trace.value, trace.best) == (0.3, "a1")
    assert [trace.name(path) for event in trace.events if event.kind == "cut" for path in event.paths] == ["C/g"]


def test_deep_cut():
    trace = EXAMPLES["deep-cut"].run()
    cut = next(event for event in trace.events if event.kind == "cut")
    assert trace.name(cut.path) == "C/D/E"
    assert cut.reason == "MAX has 0.03 at the root already, and here it is −0.1 or less"
    assert [trace.name(path) for path in cut.paths] == ["C/D/E/G"]


def test_a1_a2_never_looks_at_c2():
    trace = EXAMPLES["a1-a2"].run()
    assert "a2/c2" not in [trace.name(event.path) for event in trace.events if event.kind != "list"]


def test_nim_reply():
    rules = game(EXAMPLES["nim7"].spec).rules
    for first in game(EXAMPLES["nim7"].spec).start().moves:
        reply = run("minimax", rules, game(EXAMPLES["nim7"].spec).start().play(first).state)
        assert reply.value == 0
        assert "4-2-1" in reply.moves
    assert run("minimax", game("grundy:matches=7").rules).value == -1  # the real game agrees


def test_long_walk_in_words():
    trace = EXAMPLES["long-walk"].run()
    assert unseen(trace) == [12, 25, 0, 5, 2, 14]
    assert reasons(trace) == [
        "MAX has 3 at a1/b1 already, and here it is 2 or less",
        "MIN has 3 at a1 already, and here it is 15 or more",
        "MAX has 3 at the root already, and here it is 2 or less",
        "MAX has 3 at the root already, and here it is 3 or less",
    ]


def test_a_win_found_ends_the_search_of_its_node():
    trace = EXAMPLES["win-found"].run()
    assert [trace.name(path) for event in trace.events if event.kind == "cut" for path in event.paths] == ["b", "d"]
    rules = game(EXAMPLES["win-found"].spec).rules
    assert run("minimax", rules).value == trace.value


def test_the_worst_order_is_the_best_from_right_to_left():
    def mirrored(text):
        """The tree from right to left: the words and the brackets turned round."""
        turned = text.replace("(", " ( ").replace(")", " ) ").split()[::-1]
        return [{"(": ")", ")": "("}.get(word, word) for word in turned]

    best, worst = (EXAMPLES[name].spec.removeprefix("tree:tree=") for name in ("best-order", "worst-order"))
    assert mirrored(best) == worst.replace("(", " ( ").replace(")", " ) ").split()


@pytest.mark.parametrize(("name", "won"), [("shorter-win", 4), ("longer-defence", 6)])
def test_wins_are_not_alike(name, won):
    example = EXAMPLES[name]
    at = game("tictactoe").after(example.moves)
    alike = run("minimax", at.game.rules, at.state, trace=False)
    assert len(alike.moves) == won
    assert {*example.run(trace=False).moves} < {*alike.moves}


def test_tictactoe_positions():
    assert count_positions(game("tictactoe").rules) == 5478
    with pytest.raises(MossaError, match="more than 100 positions"):
        count_positions(game("tictactoe").rules, most=100)
