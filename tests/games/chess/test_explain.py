"""Features of the evaluation counted against a naive twin; explanations add up."""

import pytest
from tests.games.chess import naive_features
from tests.games.chess.positions import boards, feature_counts, state_of

import mossa
from mossa.games.chess import weights
from mossa.games.chess.evaluation import WEIGHTS, balance, expected, structure
from mossa.games.chess.explain import counts, explain

CHESS = mossa.game("chess")

RULES = CHESS.rules


@pytest.mark.parametrize("seed", range(4))
def test_features_agree_with_a_naive_twin(seed):
    for board in boards(f"twin {seed}", 8):
        for side in (0, 1):
            assert counts(state_of(board), side) == naive_features.features(board, side), board.fen()


def test_the_features_add_up_to_the_evaluation():
    known = weights.weights()
    for board in boards("sum", 6):
        state, side = state_of(board), int(not board.turn)
        middle = ending = 0
        for sign, one in ((1, side), (-1, 1 - side)):
            for (group, i), count in counts(state, one).items():
                middle += sign * count * known[group][i][0]
                ending += sign * count * known[group][i][1]
        packed = balance(state, structure(state), WEIGHTS)
        assert (weights.middle_of(packed), weights.ending_of(packed)) == (middle, ending)


def test_an_explanation_adds_up():
    told = explain(CHESS.after("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6").state)
    assert abs(sum(feature.balance for feature in told.features) - told.score) < 1
    by_name = {feature.name: feature for feature in told.features}
    state = CHESS.after("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6").state
    assert by_name["network"].balance == -RULES.refine(state, RULES.scratch())  # Black moves
    assert by_name["material"].balance > 250
    white, black = by_name["tempo"].sides
    assert white == 0 < black
    assert told.features[0].name == "material"
    assert told.lines()[1].startswith("material")
    assert -1 < expected(-500) < expected(0) == 0 < expected(500) < 1
    assert expected(-(1 << 22)) == -expected(1 << 22) > -1.0001


def test_having_the_move_counts_for_the_mover():
    assert feature_counts("tempo", "4k3/8/8/8/8/8/8/4K2R b - -") == [0, 1]


def test_each_feature_is_told_for_both_phases():
    """What it contributes now is the mixture of what it would in the middle game and in the ending."""
    told = explain(CHESS.after("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 d4 exd4 Qxd4 Qxd4 Nxd4").state)
    assert 0 < told.phase < 1
    mixed = [one for one in told.features if one.phases is not None]
    assert {one.name for one in told.features} - {one.name for one in mixed} == {"network"}
    for one in mixed:
        middle, ending = one.phases
        assert one.balance == pytest.approx(told.phase * middle + (1 - told.phase) * ending)
    assert any(abs(one.phases[0] - one.phases[1]) > 30 for one in mixed)
    assert "middle game" in told.lines()[0]
    assert "middle_game" in told.as_dict()["features"][0]
