"""The weights of Othello: both ways, and without a sound file."""

import pytest

import mossa
from mossa.games.othello import evaluation, weights

OTHELLO = mossa.game("othello")


def test_weights_are_written_and_read(tmp_path):
    file = tmp_path / "weights.xz"
    weights.write(file, weights.simple())
    assert (weights.read(file) == weights.simple()).all()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["weights.xz"]


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda data: None, "weights.xz cannot be read: No such file"),
        (lambda data: b"", "is damaged, cut short, or not of the format"),
        (lambda data: data[:1000], "is damaged, cut short, or not of the format"),
        (lambda data: data[:500] + b"?" + data[501:], "is damaged, cut short, or not of the format"),
        (lambda data: data.replace(b"weights 1", b"weights 2"), "is damaged, cut short, or not of the format"),
    ],
)
def test_without_sound_weights_a_simple_evaluation_plays_on(tmp_path, monkeypatch, spoil, reason):
    file = tmp_path / "weights.xz"
    weights.write(file, weights.simple())
    data = spoil(file.read_bytes())
    file.unlink()
    if data is not None:
        file.write_bytes(data)
    monkeypatch.setattr(weights, "FILE", file)
    with pytest.warns(UserWarning, match=f"{reason}.*; Othello is played with a simple evaluation"):
        numbers = weights.weights()
    assert (numbers == weights.simple()).all()


def test_the_simple_evaluation_likes_corners_and_moves(monkeypatch):
    monkeypatch.setattr(evaluation, "WEIGHTS", weights.simple())
    board = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
    corner = OTHELLO.position("X" + board[1:] + "X").state
    assert evaluation.evaluate(corner) > evaluation.evaluate(OTHELLO.position(board + "X").state)
