import pytest

from mossa import MossaError
from mossa.play.clock import Clock, Control


@pytest.mark.parametrize(
    ("text", "seconds", "increment", "moves"),
    [("5", 5, 0, 0), ("5+0.05", 5, 0.05, 0), ("40/60", 60, 0, 40), ("40/60+1", 60, 1, 40), (" .5 ", 0.5, 0, 0)],
)
def test_text_forms(text: str, seconds: float, increment: float, moves: int) -> None:
    assert Control.parse(text) == Control(seconds, increment, moves)


@pytest.mark.parametrize("text", ["", "x", "5+", "+5", "0/60", "40/", "-1", "nan", "inf", "5 + 1", "1e3"])
def test_other_texts_are_refused_with_the_forms_that_are_accepted(text: str) -> None:
    with pytest.raises(MossaError, match=r"5\+0\.05"):
        Control.parse(text)


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf")])
def test_a_clock_has_time(seconds: float) -> None:
    with pytest.raises(MossaError, match="more than 0 seconds"):
        Control.each_move(seconds)


@pytest.mark.parametrize("text", ["5", "5+0.05", "40/60", "40/60+1"])
def test_controls_are_written_as_they_are_read(text: str) -> None:
    assert str(Control.parse(text)) == text


def test_sudden_death_ends_when_the_time_is_used() -> None:
    clock = Clock(Control.parse("10"))
    assert clock.spend(6)
    assert clock.spend(4)
    assert not clock.spend(0.001)


def test_the_increment_comes_after_the_move() -> None:
    clock = Clock(Control.parse("1+2"))
    assert clock.spend(1)
    assert clock.left == 2
    assert not Clock(Control.parse("1+2")).spend(1.5)


def test_a_new_period_begins_after_its_moves() -> None:
    clock = Clock(Control.parse("2/10"))
    assert clock.spend(4)
    assert (clock.left, clock.moves_to_go) == (6, 1)
    assert clock.spend(5)
    assert (clock.left, clock.moves_to_go) == (11, 2)


def test_time_for_each_move_is_not_saved_up() -> None:
    clock = Clock(Control.each_move(1))
    assert clock.spend(0.1)
    assert clock.left == clock.budget() == 1
    assert not clock.spend(1.2)


def test_the_margin_forgives_what_the_referee_costs() -> None:
    assert Clock(Control.each_move(1), margin=0.3).spend(1.2)
    assert not Clock(Control.each_move(1), margin=0.3).spend(1.4)


@pytest.mark.parametrize("text", ["5", "5+0.05", "40/60", "1/1", "0.01", "3+10"])
def test_who_keeps_to_the_budget_never_loses_on_time(text: str) -> None:
    clock = Clock(Control.parse(text))
    for _ in range(500):
        budget = clock.budget()
        assert budget > 0
        if not clock.spend(min(budget, max(clock.left, 0))):
            pytest.fail("the flag fell")
        assert budget <= clock.control.seconds + clock.control.increment


def test_the_last_move_of_a_period_may_use_nearly_all_that_is_left() -> None:
    clock = Clock(Control.parse("2/10"))
    assert clock.budget() < 5.1
    clock.spend(1)
    assert clock.budget() > 8


@pytest.mark.parametrize("text", ["60", "1+0.01", "40/60", "2/10", "1/5", "300+3"])
def test_a_move_in_doubt_gets_more_but_never_what_would_cost_the_game(text: str) -> None:
    """Every move takes the most it may: no flag falls in 100 moves."""
    clock = Clock(Control.parse(text))
    for _ in range(100):
        planned, most = clock.budget(), clock.maximum()
        assert most is not None
        assert 0 < planned <= most <= max(planned, clock.left)
        assert clock.spend(most)
    assert Clock(Control.each_move(1)).maximum() is None
