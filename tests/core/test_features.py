"""The named features of a game, and files of weights."""

import json
from pathlib import Path

import pytest
from tests.random_play import walk

import mossa
from mossa import MossaError
from mossa.core.features import features_of, read_weights, require_features, write_weights

NAMED = ["tictactoe", "connect4", "othello", "checkers", "chess"]
DOTS = "docs/examples/dots_and_boxes.py"


@pytest.mark.parametrize("name", NAMED)
def test_features_are_the_movers_so_a_start_without_advantage_is_nothing(name: str) -> None:
    features = features_of(mossa.game(name))
    assert features is not None
    assert features.values(mossa.game(name).rules.start()) == [0.0] * len(features.names)
    assert features.weights.keys() == set(features.names)
    assert all(features.about(one) for one in features.names)


@pytest.mark.parametrize("name", ["othello", "checkers", "chess"])
def test_what_the_mover_has_more_the_other_has_less(name: str) -> None:
    """The same board with the other player to move has every feature with the other sign."""
    game = mossa.game(name)
    features, pass_turn = require_features(game), game.rules.pass_turn
    for seed in range(4):
        for at in walk(game, (7919 * seed + 104729 * ply for ply in range(50))).line:
            if at.is_over:
                continue
            state = at.state
            if name == "othello":
                other = type(state)(state.theirs, state.mine, 1 - state.turn)
            elif name == "checkers":
                from mossa.games.checkers.rules import reverse

                other = type(state)(reverse(state.pieces), reverse(state.kings), 1 - state.turn, state.quiet)
            else:
                assert pass_turn is not None
                other = pass_turn(state)
            assert features.values(other) == [-one for one in features.values(state)]


def test_a_file_of_weights_comes_back(tmp_path: Path) -> None:
    game = mossa.game("connect4")
    write_weights(tmp_path / "w.json", {"threats": 6.25, "middle": -1})
    assert read_weights(game, tmp_path / "w.json") == {"threats": 6.25, "middle": -1.0}
    features = require_features(game)
    assert features.vector({"middle": -1.0}) == [0.0, -1.0, 0.0]
    assert features.named([1, 2, 3]) == {"threats": 1.0, "middle": 2.0, "inner": 3.0}


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ({"treats": 1}, "connect4 has no feature 'treats'; its features: threats, middle, inner"),
        ({"threats": "six"}, "the weight of threats is a number within ±1,000,000, not 'six'"),
        ({"threats": True}, "not True"),
        ({"threats": 1e300}, "not 1e\\+300"),
        ({}, "is not a JSON object of weights by name"),
        ([1, 2], "is not a JSON object of weights by name"),
        (None, "is not a JSON file"),
    ],
)
def test_wrong_weights_are_one_sentence(tmp_path: Path, written: object, says: str) -> None:
    path = tmp_path / "w.json"
    path.write_text("{" if written is None else json.dumps(written))
    with pytest.raises(MossaError, match=says):
        read_weights(mossa.game("connect4"), path)


def test_a_game_without_features_says_so() -> None:
    assert features_of(mossa.game("nim")) is None
    with pytest.raises(MossaError, match="nim names no features"):
        require_features(mossa.game("nim"))


def test_a_game_of_ones_own_weighs_its_features_once() -> None:
    features = require_features(mossa.game(DOTS))
    assert features.weights == {"boxes": 1.0, "open boxes": 1.0}
