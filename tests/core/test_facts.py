import pytest

from mossa import Facts, MossaError


@pytest.mark.parametrize(
    ("facts", "kind", "perfect"),
    [
        ({}, "deterministic, perfect information", True),
        ({"chance": True}, "with chance, perfect information", True),
        ({"hidden": True}, "deterministic, imperfect information", False),
        ({"chance": True, "hidden": True}, "with chance, imperfect information", False),
        ({"simultaneous": True}, "deterministic, simultaneous", False),
    ],
)
def test_the_table_of_kinds(facts, kind, perfect):
    declared = Facts(widest=2, longest=2, **facts)
    assert declared.kind == kind
    assert declared.perfect is perfect


def test_whole_bounds_promise_whole_utilities():
    assert Facts(widest=1, longest=1).whole
    assert Facts(widest=1, longest=1, utility=(-3, 7)).whole
    assert not Facts(widest=1, longest=1, utility=(0.0, 1)).whole


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"players": 0}, "a game has at least one player"),
        ({"widest": 0}, "widest and longest are at least 1"),
        ({"longest": -1}, "widest and longest are at least 1"),
        ({"utility": (1, 1)}, "two finite numbers, the lesser first"),
        ({"utility": (1, -1)}, "two finite numbers, the lesser first"),
        ({"utility": (0, float("inf"))}, "two finite numbers, the lesser first"),
        ({"utility": (float("nan"), 1)}, "two finite numbers, the lesser first"),
    ],
)
def test_wrong_facts(wrong, sentence):
    with pytest.raises(MossaError, match=f"the facts of the game are wrong: .*{sentence}"):
        Facts(**{"widest": 9, "longest": 9, **wrong})


def test_facts_are_named_and_fixed():
    with pytest.raises(TypeError):
        Facts(2, widest=1, longest=1)
    facts = Facts(widest=1, longest=1)
    with pytest.raises(AttributeError):
        facts.players = 3


def test_a_game_without_a_longest_line_declares_none() -> None:
    endless = Facts(players=2, widest=3)
    assert endless.longest is None
    assert endless.horizon > Facts(widest=3, longest=7).horizon == 7
