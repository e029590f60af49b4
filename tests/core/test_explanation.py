"""What a game says of its evaluation adds up to it."""

from pathlib import Path

import pytest
from tests.random_play import walk

import mossa
from mossa.core.explanation import Explanation, Feature, explainer


@pytest.mark.parametrize("name", ["connect4", "othello", "checkers"])
def test_the_features_add_up_to_the_evaluation(name: str) -> None:
    game = mossa.game(name)
    explain, evaluate = game.extra("explain", "explain"), game.rules.evaluate
    assert evaluate is not None
    told = 0
    for seed in range(3):
        for at in walk(game, (7919 * seed + 104729 * ply for ply in range(60))).line:
            if at.is_over:
                continue
            found = explain(at.state)
            assert found.score == evaluate(at.state) * (-1 if at.mover else 1)
            assert abs(found.score - sum(one.balance for one in found.features)) < 6  # small ones are left out
            assert all(one.sides is None or one.sides[0] - one.sides[1] == one.balance for one in found.features)
            told += len(found.features)
    assert told


def test_the_greatest_comes_first_and_what_is_worth_nothing_is_left_out() -> None:
    features = [Feature("a", "one", 3.0), Feature("b", "two", 0.2), Feature("c_d", "three", -40.0)]
    told = Explanation.of(-37, features, "Black", "discs")
    assert [one.name for one in told.features] == ["c_d", "a"]
    assert told.lines()[0].split() == ["c", "d", "-0.40", "three"]
    assert told.lines()[-1] == "-0.37 discs for Black"
    assert told.as_dict()["features"][1] == {"name": "a", "about": "one", "balance": 3.0}


def test_a_game_of_ones_own_is_explained_by_named_features() -> None:
    game = mossa.game("docs/examples/dots_and_boxes.py")
    explain = explainer(game)
    assert explain is not None
    at = game.after("1 13 14")  # the second player may close a box
    found = explain(at.state)
    assert [(one.name, one.balance) for one in found.features] == [("open boxes", -80)]
    assert found.score == -80 == -game.rules.evaluate(at.state)
    assert found.lines()[0].endswith("boxes with three sides, which the mover takes")


def test_what_the_named_features_leave_out_is_called_other(tmp_path: Path) -> None:
    source = Path("docs/examples/dots_and_boxes.py").read_text()
    both = 'FEATURES = {"boxes": boxes_ahead, "open boxes": boxes_open}'
    assert both in source
    rules = tmp_path / "dots.py"
    rules.write_text(source.replace(both, 'FEATURES = {"boxes": boxes_ahead}'))
    game = mossa.game(str(rules))
    explain = explainer(game)
    assert explain is not None
    assert [one.name for one in explain(game.after("1 13 14").state).features] == ["other"]
    rules.write_text(source.replace(both, "FEATURES = [boxes_ahead]"))
    with pytest.raises(mossa.MossaError, match="is a dictionary of functions by name"):
        explainer(mossa.game(str(rules)))
