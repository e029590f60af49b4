import copy
import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from tests.random_play import positions

import mossa
from mossa import MossaError, Position, Result
from mossa.core import position as position_module

GAME = mossa.game("tictactoe")
OTHER = mossa.game("connect4")


@given(positions(GAME))
def test_history_leads_to_the_position(position):
    again = GAME.after(" ".join(position.history))
    assert again == position
    assert hash(again) == hash(position)
    assert again.history == position.history
    assert len(position.moves) == len(position.legal)
    assert position.is_over == (position.result is not None) == (not position.moves)


def test_playing_leaves_the_position_as_it_was():
    start = GAME.start()
    after = start.play("b2")
    assert start.history == ()
    assert start.text == "---------"
    assert after.parent is start
    assert after.last == 4
    assert after == start.play(4)
    assert after != start


def test_a_position_equals_only_one_of_the_same_game():
    assert GAME.start() != OTHER.start()
    assert GAME.start() != "---------"
    assert mossa.game("connect4:rows=5,columns=6").start() == mossa.game("connect4:columns=6,rows=5").start()
    assert mossa.game("connect4:columns=7").start() == OTHER.start()
    assert mossa.game("connect4:columns=6").start() != OTHER.start()


def test_text_and_pictures():
    position = GAME.after("b2 a1")
    assert repr(position) == "<tictactoe: O---X---->"
    assert str(position) == position.scene().text()
    assert position._repr_svg_() == position.scene().svg()
    assert GAME.position(" O---X----\n") == position


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("d4", "'d4' is not a legal move here; legal: b1, c1, a2, c2, a3, b3, c3"),
        ("a1", "'a1' is not a legal move here; legal: b1, c1, a2, c2, a3, b3, c3"),
        ("", "'' is not a legal move here; legal: b1, c1, a2, c2, a3, b3, c3"),
        (0, "0 is not a legal move here"),
        (-1, "-1 is not a legal move here"),
    ],
)
def test_wrong_moves(move, sentence):
    with pytest.raises(MossaError) as caught:
        GAME.after("a1 b2").play(move)
    assert str(caught.value) == sentence


def test_a_long_list_of_legal_moves_is_shortened():
    with pytest.raises(MossaError, match=r"a1, a2, .* …$"):
        mossa.game("nim:heaps=60").start().play("a99")


@pytest.mark.parametrize(
    ("utilities", "winners"),
    [((1, -1), (0,)), ((-1, 1), (1,)), ((0, 0), ()), ((2, -1, -1), (0,)), ((1, 1, -2), (0, 1)), ((5,), ())],
)
def test_winners(utilities, winners):
    assert Result(utilities).winners == winners


def test_best_needs_players(monkeypatch):
    monkeypatch.setattr(position_module, "best_move_hook", [])
    with pytest.raises(MossaError, match="players that find moves"):
        GAME.start().best(time=1)
    monkeypatch.setattr(position_module, "best_move_hook", [lambda position, **limits: (position, limits)])
    assert GAME.start().best(depth=3) == (GAME.start(), {"depth": 3})


def test_a_move_may_be_read_in_more_than_one_form():
    position = mossa.game("grundy").start()
    assert position.read_move(" 4+3 ") == position.read_move("7=4+3") == position.read_move("4-3")
    assert isinstance(position, Position)


class Counting:
    """Counts the moves that are written."""

    def __init__(self, rules):
        self.count, self.write = 0, rules.write_move

    def __call__(self, state, move):
        self.count += 1
        return self.write(state, move)


def counted(spec, **changes):
    """A game, with a counter of the moves that it writes."""
    game = mossa.game(spec)
    counting = Counting(game.rules)
    return replace(game, rules=game.rules.replace(write_move=counting, **changes)), counting


def test_reading_a_move_writes_only_this_one():
    game, counting = counted("nim:heaps=60")
    position = game.start()
    assert position.read_move(position.write_move(position.legal[-1])) == position.legal[-1]
    assert counting.count == 2  # here, and by read_move


def test_without_a_reader_moves_are_written_until_one_fits():
    game, counting = counted("nim:heaps=60", read_move=None)
    text = mossa.game("nim:heaps=60").start().moves[4]
    position = game.start()
    assert position.read_move(text) == position.legal[4]
    assert counting.count == 5
    with pytest.raises(MossaError, match="is not a legal move here"):
        position.read_move("a99")
    once = counting.count
    assert position.read_move(text) == position.legal[4]
    assert counting.count == once  # all were written then, and are not written again


def test_a_move_that_is_written_so_wins_over_the_reader():
    """Whatever the reader says: it reads another legal move, an illegal one, or fails."""

    def broken(state, text):
        raise ZeroDivisionError

    first = mossa.game("nim:heaps=60").start().legal[0]
    for reader in (lambda state, text: first, lambda state, text: -1, broken):
        position = counted("nim:heaps=60", read_move=reader)[0].start()
        assert position.read_move(position.moves[3]) == position.legal[3]
    with pytest.raises(ZeroDivisionError):
        position.read_move("a99")


def test_playing_does_not_look_back():
    """A move on a long line costs what it costs at the beginning; reading a long text costs a time per move."""
    game, counting = counted("nim:heaps=60-60-60-60-60-60-60-60-60-60")
    line = " ".join(f"{heap}1" for heap in "abcdefghij" for _ in range(60))
    assert len(game.after(line).line) == 601
    assert counting.count == 600


def test_positions_and_results_pickle_with_their_line():
    position = mossa.game("tictactoe").after("a1 b1 b2 c1 c3")
    for one in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position), copy.copy(position)):
        assert (one, one.history, one.result) == (position, position.history, position.result)
    assert pickle.loads(pickle.dumps(position.result)).winners == copy.deepcopy(position.result).winners == (0,)


def test_a_position_after_thousands_of_moves_pickles():
    game = mossa.game("nim")
    position = game.start()
    for _ in range(5000):
        position = Position(game, game.rules.start(), position, position.legal[0])
    assert len(pickle.loads(pickle.dumps(position)).line) == 5001
