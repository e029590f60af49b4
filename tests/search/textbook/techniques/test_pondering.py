"""Pondering: the reply that was foreseen, a hit and a miss."""

import pytest

from mossa import MossaError, game
from mossa.search.textbook import EXAMPLES, run


def nodes_below(spec, moves, **options):
    at = game(spec).after(moves)
    return run("alphabeta", at.game.rules, at.state, trace=False, **options).nodes - 1  # its root was made before


def test_hit_and_miss():
    hit, miss = EXAMPLES["ponder-hit"].run(), EXAMPLES["ponder-miss"].run()
    plain = nodes_below("tictactoe", "a1 b2 c3 c1") + 1
    at = f"a1 b2 c3 c1 {hit.best}"
    (told,) = hit.remarks
    assert (told[0], told[1]) == ("ponder-hit", "b1")
    assert int(told[2]) == nodes_below("tictactoe", f"{at} b1")
    assert hit.nodes == plain + 3 + int(told[2])  # the move that was made, the reply foreseen, the reply made
    (told,) = miss.remarks
    assert told[:3] == ("ponder-miss", "b3", "b1")
    assert int(told[4]) == nodes_below("tictactoe", f"{at} b3")
    assert (hit.value, hit.best) == (miss.value, miss.best)


def test_the_answer_that_is_ready_is_that_of_a_new_search():
    told = EXAMPLES["ponder-hit"].run().remarks[0]
    at = game("tictactoe").after("a1 b2 c3 c1 a3 b1")
    assert told[3] == run("alphabeta", at.game.rules, at.state).best


def test_an_end_leaves_nothing_to_ponder():
    assert run("pondering", game("tree:tree=(1 2)").rules).remarks == []
    assert run("pondering", game("tree").rules).remarks[0][0] == "ponder-hit"
    with pytest.raises(MossaError, match="'z9' is no reply there; the replies are b1, b2, b3"):
        run("pondering", game("tree").rules, reply="z9")
