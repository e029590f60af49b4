"""Information-set search: mixed strategies of small games, what a player may not know,
limits, threads and memory."""

import threading
import time
from pathlib import Path

import pytest
from tests.search.montecarlo.plain_information_sets import PlainSearch

import mossa
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.montecarlo.information_sets import InformationSetSearch

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "docs" / "examples"
UCB = {"regret": 0.0, "others": 0.0}
"""What [Cowling12] does, with a node for what each mover knows."""


def found_at(spec, moves, nodes=100_000, seed=0, **options):
    """The moves as text with their probabilities, and the value."""
    game = mossa.game(spec)
    at = game.after(moves)
    found = InformationSetSearch(game, options=options).search(at.state, Limits(nodes=nodes), seed=seed)
    return {at.write_move(move): share for move, share in found.probabilities}, found


def test_rock_paper_scissors_is_mixed_evenly():
    shares, found = found_at("rps", "")
    assert list(shares.values()) == pytest.approx([1 / 3] * 3, abs=0.03)
    assert found.value == pytest.approx(0, abs=0.03)


def test_in_kuhn_poker_the_king_never_folds_and_the_jack_never_calls():
    for card, never in (("K", "fold"), ("J", "call")):
        other = "J" if card == "K" else "K"
        shares, _ = found_at("kuhn", f"{other} {card} bet")
        assert shares[never] < 0.05
        assert sum(shares.values()) == pytest.approx(1)


def test_in_goofspiel_the_last_but_one_prize_is_bid_for_as_the_solution_does():
    shares, _ = found_at(f"{EXAMPLES / 'goofspiel.py'}:cards=4", "4")
    assert max(shares, key=shares.get) == "4"


@pytest.mark.parametrize("options", [{}, UCB, UCB | {"single": 1.0}], ids=["regret", "ucb", "single"])
def test_in_the_course_s_card_game_it_leads_a_red_card(options):
    """Averaging over clairvoyance calls every lead equally good; a club loses a trick in the end."""
    for seed in range(10):
        shares, found = found_at("cards", "1", 10_000, seed, **options)
        assert shares["♥6"] + shares["♦6"] == pytest.approx(1)
        means = dict(found.candidates)
        clubs, reds = sorted(means.values())[:2], sorted(means.values())[2:]
        assert max(clubs) < min(reds) - 0.3


def test_the_answer_depends_only_on_what_the_player_knows_and_on_the_seed():
    spec = f"{EXAMPLES / 'liars_dice.py'}"
    one, two, other = (found_at(spec, f"2 {die}", 500, seed)[0] for die, seed in ((1, 3), (4, 3), (4, 4)))
    assert one == two != other


def test_secrets_beyond_the_compiled_subset_are_searched_interpreted():
    game = mossa.game(str(ROOT / "tests" / "data" / "leduc.py"))
    at = game.start()
    while at.is_chance:
        at = at.play(at.legal[0])
    engine = InformationSetSearch(game)
    assert engine.search(at.state, Limits(time=1e-6)).nodes == 1  # one may take long
    engine.forget()
    found = engine.search(at.state, Limits(nodes=300), seed=1)
    moves = PlainSearch(game, {}).search(at.state, 300, 1)
    assert dict(found.candidates) == {move: one.mean for move, one in moves.items()}


def test_what_was_found_stays_for_the_next_move():
    game = mossa.game("cards")
    at = game.after("1")
    engine = InformationSetSearch(game, options=UCB)
    held = engine.search(at.state, Limits(nodes=5000), seed=1).held
    for move in ("h6", "h4"):
        at = at.play(move)
    visits = sum(row.visits for row in engine.root_rows(at.state))
    assert visits > 100
    again = engine.search(at.state, Limits(nodes=10), seed=2)
    assert sum(row.visits for row in engine.root_rows(at.state)) == visits + 10
    assert again.held >= held
    engine.forget()
    assert engine.search(at.state, Limits(nodes=10), seed=2).held < 100


def test_a_table_that_is_too_small_gives_rows_away_and_leads_right():
    game = mossa.game(f"{EXAMPLES / 'goofspiel.py'}:cards=6")
    engine = InformationSetSearch(game, memory_mib=1)
    found = engine.search(game.after("3").state, Limits(nodes=60_000), seed=1)
    assert found.held == 2**20 // 64  # it is full
    assert sum(row.visits for row in engine.root_rows(game.after("3").state)) > 5000


def test_threads_find_the_same_strategy():
    game = mossa.game("rps")
    found = InformationSetSearch(game, threads=3).search(game.rules.start(), Limits(nodes=300_000), seed=1)
    assert found.nodes == 300_000
    assert [share for _, share in found.probabilities] == pytest.approx([1 / 3] * 3, abs=0.05)


def test_a_single_move_is_not_thought_about_long_but_has_a_value():
    game = mossa.game("cards")
    at = game.after("1 h6 h4 d6 s4 c8 c5")  # all play their last card
    assert len(at.legal) == 1
    found = InformationSetSearch(game).search(at.state, Limits(time=60), seed=1)
    assert (found.move, found.nodes) == (at.legal[0], 200)
    assert found.value in (-2, 0, 2) and found.probabilities == ((at.legal[0], 1.0),)  # noqa: PT018 - of one sentence


def test_limits():
    game = mossa.game("rps")
    engine, told = InformationSetSearch(game), []
    assert engine.search(game.rules.start(), Limits(time=0.0001)).nodes >= 200  # a reasonable answer, however late
    assert engine.search(game.rules.start(), Limits(nodes=7)).nodes == 7
    assert engine.search(game.rules.start(), Limits(time=0.6), on_depth=told.append).nodes == told[-1].nodes
    assert len(told) >= 2
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    began = time.perf_counter()
    assert engine.search(game.rules.start(), Limits(time=60, stop=stop)).nodes > 1000
    assert time.perf_counter() - began < 30
    assert engine.search(game.rules.start(), Limits(stop=stop)).nodes == 0  # stopped before it began


def test_refusals():
    with pytest.raises(MossaError, match="tictactoe hides nothing"):
        InformationSetSearch(mossa.game("tictactoe"))
    kuhn = mossa.game("kuhn")
    with pytest.raises(MossaError, match="chance moves here"):
        InformationSetSearch(kuhn).search(kuhn.rules.start())
    with pytest.raises(MossaError, match="the game is over"):
        InformationSetSearch(kuhn).search(kuhn.after("J K check check").state)
