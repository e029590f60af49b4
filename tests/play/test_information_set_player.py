"""Information-set search as a player, and in place of a policy that is too big."""

import time
from pathlib import Path

import mossa
from mossa.play.information_set_player import InformationSetPlayer
from mossa.play.player import ask
from mossa.play.players import default_player, player
from mossa.search.common.limits import Limits

LIARS = str(Path(__file__).resolve().parents[2] / "docs" / "examples" / "liars_dice.py")


def test_its_name_is_the_engine_s_and_the_textbook_s_search_has_another():
    game = mossa.game("cards")
    assert type(player("is-mcts", game)) is InformationSetPlayer
    plain = player("is-mcts-textbook:nodes=20000", game)
    found = ask(plain, game.after("1"), Limits(), 1)
    assert game.after("1").write_move(found.move) in ("♦6", "♥6")
    assert not found.exact


def test_it_draws_by_the_seed():
    game = mossa.game("rps")

    def drawn(seed):
        mine = player("is-mcts:nodes=200", game)
        mine.begin(seed)
        return [ask(mine, game.start(), Limits(), 1).move for _ in range(12)]

    assert drawn(5) == drawn(5)
    assert len(set(drawn(5))) > 1


def test_a_policy_that_has_no_time_is_searched():
    game = mossa.game(f"{LIARS}:faces=6")
    assert default_player(game) == "policy"
    at = game.after("1 2")
    mine = player("policy:time=0.05", game)
    mine.prepare(Limits(time=60))
    mine.begin(1)
    found = ask(mine, at, Limits(), 1)
    assert found.move in at.legal
    assert sum(share for _, share in found.probabilities) - 1 < 1e-9
    assert found.exploitability == 0


def test_a_policy_for_players_who_forget_is_searched():
    game = mossa.game(str(Path(LIARS).with_name("goofspiel.py")))
    mine = player("policy", game)
    mine.begin(1)
    at = game.after("3")
    assert ask(mine, at, Limits(time=0.1), 1).move in at.legal


def test_it_thinks_on_the_others_time_and_sees_no_more_than_it_may():
    game = mossa.game("kuhn:players=3")
    at = game.after("T J Q")
    mine = player("is-mcts:nodes=100,ponder=true", game)
    mine.start_pondering(at)
    assert not mine.is_pondering  # it does not know yet who it is
    ask(mine, at, Limits(), 1)
    after, later = game.after("T J Q check"), game.after("T J Q check bet fold")
    mine.start_pondering(after)
    assert mine.is_pondering
    while sum(row.visits for row in mine.engine.root_rows(after.state)) < 500:
        time.sleep(0.01)
    assert ask(mine, later, Limits(), 1).move in later.legal
    assert not mine.is_pondering
    silent = player("is-mcts:nodes=100", game)
    ask(silent, at, Limits(), 1)
    silent.start_pondering(after)
    assert not silent.is_pondering
    mine.close()
