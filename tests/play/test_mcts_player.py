"""The Monte Carlo engine as a player: specs, a tree that stays through the game, pondering, refusals."""

from __future__ import annotations

import time

import pytest

import mossa
from mossa import MossaError, Position
from mossa.games.connect4.network import NETWORK
from mossa.play.mcts_player import LEAST, MctsPlayer
from mossa.play.player import ask
from mossa.play.players import player
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

CONNECT4 = mossa.game("connect4")


def mcts(spec: str) -> MctsPlayer:
    """The player, for Connect Four."""
    found = player(spec, CONNECT4)
    assert isinstance(found, MctsPlayer)
    return found


def root_visits(one: MctsPlayer) -> int:
    """Simulations that the tree knows of."""
    return int(one.engine.pool.words[0])


def test_a_spec_sets_limits_options_and_the_seed() -> None:
    at = CONNECT4.start()
    first = [ask(mcts("mcts:nodes=500,seed=4,exploration=0.4"), at, Limits(), 0, multipv=7) for _ in range(2)]
    assert first[0].candidates == first[1].candidates
    assert first[0].nodes == 500
    other = ask(mcts("mcts:nodes=500,seed=5,exploration=0.4"), at, Limits(), 0, multipv=7)
    assert other.candidates != first[0].candidates
    assert mcts("mcts:memory=2,threads=2,virtual_loss=0.5").memory_mib == 2
    assert ask(mcts("mcts"), at, Limits(depth=3, nodes=50), 0).nodes == 50
    with pytest.raises(MossaError, match="player mcts: exploration is a number from 0 to 1000000, not 'x'"):
        player("mcts:exploration=x", CONNECT4)
    with pytest.raises(MossaError, match="player mcts has no setting 'depth'"):
        player("mcts:depth=3", CONNECT4)
    with pytest.raises(MossaError, match="mcts cannot play kuhn: kuhn hides information"):
        player("mcts", mossa.game("kuhn"))


def test_the_tree_stays_through_the_game() -> None:
    one, at = mcts("mcts:nodes=3000"), CONNECT4.start()
    found = ask(one, at, Limits(), 0)
    at = at.play(found.move)
    reply = found.pv[1]
    at = at.play(reply)
    again = ask(one, at, Limits(), 0)
    assert again.nodes == 3000
    assert root_visits(one) > 3300  # those of before under these two moves, too
    elsewhere = CONNECT4.after("1 1 1 1")
    ask(one, elsewhere, Limits(), 0)
    assert root_visits(one) == 3000
    one.begin(1)
    ask(one, at, Limits(), 0)
    assert root_visits(one) == 3000


def test_it_thinks_on_the_time_of_the_opponent() -> None:
    one, at = mcts("mcts:nodes=200,ponder=true"), CONNECT4.start()
    at = at.play(ask(one, at, Limits(), 0).move)
    one.start_pondering(at)
    assert one.is_pondering
    deadline = time.monotonic() + 30
    while root_visits(one) < 5000 and time.monotonic() < deadline:
        time.sleep(0.01)
    at = at.play(at.legal[0])
    ask(one, at, Limits(), 0)
    assert not one.is_pondering
    assert root_visits(one) > 210
    silent = mcts("mcts:nodes=200")
    silent.start_pondering(at)
    assert not silent.is_pondering
    one.close()


def test_it_tells_what_it_has_found_so_far() -> None:
    told = []
    one = mcts("mcts")
    one.on_depth = told.append
    ask(one, CONNECT4.start(), Limits(time=0.6), 0)
    assert len(told) > 1
    assert all(found.pv and found.move in range(7) for found in told)


def test_chance_and_three_players() -> None:
    backgammon, trio = mossa.game("backgammon"), mossa.game("trio")
    at = backgammon.position("4HPwATDgc/ABMA 31")
    assert ask(player("mcts:nodes=40,horizon=2", backgammon), at, Limits(), 0).move in at.legal
    assert ask(player("mcts:nodes=200", trio), trio.start(), Limits(), 0).move in trio.start().legal


def test_what_is_done_before_the_search_is_part_of_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    one, at, given = mcts("mcts"), CONNECT4.start(), list[float | None]()
    search, follow = one.engine.search, one._follow

    def slowly(position: Position) -> None:
        follow(position)
        time.sleep(0.05)

    def note(state: object, limits: Limits, **more: object) -> SearchResult:
        given.append(limits.time)
        return search(state, Limits(nodes=10))

    monkeypatch.setattr(one, "_follow", slowly)
    monkeypatch.setattr(one.engine, "search", note)
    for seconds in (1.0, 0.01):
        one.choose(at, Limits(time=seconds))
    one.choose(at, Limits(nodes=5))
    assert given[0] is not None
    assert given[0] <= 0.95
    assert given[1:] == [LEAST, None]


def test_a_network_is_the_games_own_or_one_in_a_file() -> None:
    at = CONNECT4.after("4 4 3")
    own = ask(mcts("mcts:network=true,nodes=80"), at, Limits(), 0, multipv=7)
    file = ask(mcts(f"mcts:network={NETWORK},nodes=80"), at, Limits(), 0, multipv=7)
    none = ask(mcts("mcts:network=false,nodes=80"), at, Limits(), 0, multipv=7)
    assert own.candidates == file.candidates != none.candidates
    forced = CONNECT4.after("4 3 4 3 4")
    few = ask(mcts("mcts:network=true,gumbel=4,nodes=20"), forced, Limits(), 0)
    assert (few.nodes, forced.write_move(few.move)) == (20, "4")
    for spec, why in (
        ("mcts:network=nothing.xz", r"nothing\.xz"),
        ("mcts:network=true,rave=50", "rave is for random simulations"),
        ("mcts:gumbel=8,time=1", "a Gumbel root shares out a number of simulations"),
    ):
        with pytest.raises(MossaError, match=why):
            ask(mcts(spec), at, Limits(), 0)
    with pytest.raises(MossaError, match=r"nim has no network: its network\.py needs predict"):
        ask(player("mcts:network=true", mossa.game("nim")), mossa.game("nim").start(), Limits(), 0)


def test_it_ponders_with_a_network_too() -> None:
    one, at = mcts("mcts:network=true,nodes=60,ponder=true"), CONNECT4.start()
    found = ask(one, at, Limits(), 0)
    at = at.play(found.move)
    one.start_pondering(at)
    end = time.monotonic() + 20
    while root_visits(one) < 200 and time.monotonic() < end:
        time.sleep(0.01)
    one.stop_pondering()
    assert root_visits(one) >= 200
