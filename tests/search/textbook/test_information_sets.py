"""Information-set search of the textbook: the engine's numbers, the right lead in the course's card game, and how it is
told."""

import pytest

import mossa
from mossa.search.common.limits import Limits
from mossa.search.montecarlo.information_sets import InformationSetSearch
from mossa.search.textbook import compare, run

CARDS = mossa.game("cards")
LEAD = CARDS.after("1").state
PLAIN = {"regret": 0.0, "single": 1.0, "others": 0.0, "guided": 0.0, "exploration": 1.0}
"""Options of the engine with which it does the same."""


@pytest.mark.parametrize(("spec", "moves"), [("kuhn", "J K"), ("kuhn:players=3", "T J Q check"), ("kuhn", "Q K bet")])
def test_it_is_the_search_of_the_engine(spec, moves):
    """Two programs that share nothing but the game and the seed (in a game in which every state has a choice)."""
    game = mossa.game(spec)
    at = game.after(moves)
    for seed in range(5):
        trace = run("is-mcts", game.rules, at.state, simulations=300, seed=seed, exploration=1.0, trace=False)
        found = InformationSetSearch(game, options=PLAIN).search(at.state, Limits(nodes=300), seed=seed)
        own = {
            move: worth[at.mover] if isinstance(worth, tuple) else worth if at.mover == 0 else -worth
            for move, worth in trace.candidates.items()
        }
        assert {at.write_move(move): mean for move, mean in found.candidates} == pytest.approx(own, abs=1e-12)
        assert at.write_move(found.move) == trace.best


def test_it_leads_a_red_card_with_every_seed_where_averaging_finds_all_leads_equal():
    for seed in range(5):
        trace = run("is-mcts", CARDS.rules, LEAD, simulations=400, seed=seed, trace=False)
        assert trace.best in ("♦6", "♥6")
    assert run("averaging", CARDS.rules, LEAD).moves == ("♣7", "♣8", "♦6", "♥6")


def test_it_begins_before_the_deal_too():
    trace = run("is-mcts", CARDS.rules, simulations=600, seed=3)
    assert trace.best in ("♦6", "♥6")
    assert {event.reason for event in trace.events if event.kind == "deal"} == {"1:", "2:"}


def test_all_deals_share_a_tree_of_what_max_has_seen():
    trace = run("is-mcts", CARDS.rules, LEAD, simulations=300, seed=1)
    labels = trace.labels()
    red = next(path for path in trace.children(()) if trace.spots[path].move == "♥6")
    answers = {trace.spots[path].move: labels[path].visits for path in trace.children(red) if path in labels}
    assert answers["♥4"] > 10  # in the first deal, where MIN must follow suit
    assert answers["♠4"] > 4  # in the second one, as he has no heart
    for path in labels:
        below = [labels[one].visits for one in trace.children(path) if one in labels]
        assert labels[path].visits >= sum(below)


def test_every_simulation_is_told_from_the_deal_to_the_root():
    trace = run("is-mcts", CARDS.rules, LEAD, simulations=20)
    words = [trace.sentence(event) for event in trace.events]
    assert words[0].startswith("deal: ")
    assert sum(word.startswith("deal: ") for word in words) == 20 == trace.leaves
    first = [event.kind for event in trace.events[:5]]
    assert first == ["deal", "expand", "simulate", "backup", "backup"]
    assert trace.events[-1].kind == "choose"


def test_the_comparison_shows_the_three_answers_side_by_side():
    rows = {row.algorithm: row for row in compare(CARDS.rules, LEAD)}
    assert set(rows) == {"averaging", "best-defence", "is-mcts"}
    assert set(rows["averaging"].candidates.values()) == {0}
    assert rows["best-defence"].candidates == {"♣7": -1, "♣8": -1, "♦6": 0, "♥6": 0}
    sampled = rows["is-mcts"].candidates
    assert max(sampled["♣7"], sampled["♣8"]) < min(sampled["♦6"], sampled["♥6"]) - 0.2


def test_games_that_hide_nothing_are_refused():
    with pytest.raises(mossa.MossaError, match="is for games with hidden information"):
        run("is-mcts", mossa.game("tictactoe").rules)
