"""Epochs of a fit: every row once in each, in an order that a resumed run repeats; without PyTorch one sentence."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.optional_torch import needs_torch

from mossa import MossaError
from mossa.learn.epochs import find_torch, run_epochs, steps_of_epoch

ROWS = range(10, 22)


class Killed(Exception):
    """What ends a run in the middle."""


def run(checkpoint: Path | None, killed_after: int = 99) -> tuple[list[tuple[int, list[int]]], list[int], float]:
    """The steps of three epochs with their rows, the epochs reported, and what a layer with one number learnt."""
    torch = find_torch()
    torch.manual_seed(1)
    layer = torch.zeros(1, requires_grad=True)
    adam = torch.optim.Adam([layer], lr=0.1)
    steps: list[tuple[int, list[int]]] = []
    epochs: list[int] = []

    def step(rows: Any, number: int) -> None:
        steps.append((number, rows.tolist()))
        adam.zero_grad()
        ((layer - float(rows.sum())) ** 2).sum().backward()
        adam.step()

    def report(epoch: int) -> None:
        epochs.append(epoch)
        if epoch == killed_after:
            raise Killed

    with suppress(Killed):
        run_epochs([layer], adam, ROWS, epochs=3, batch=4, step=step, report=report, checkpoint=checkpoint)
    return steps, epochs, layer.item()


@needs_torch
def test_each_epoch_has_every_row_once_in_an_order_of_its_own() -> None:
    steps, epochs, _ = run(None)
    assert epochs == [0, 1, 2, 3]
    assert [number for number, _ in steps] == list(range(9))
    orders = [[row for _, rows in steps[at : at + 3] for row in rows] for at in (0, 3, 6)]
    assert all(sorted(order) == list(ROWS) for order in orders)
    assert len({tuple(order) for order in orders}) == 3


@needs_torch
@pytest.mark.parametrize("epoch", [1, 2])
def test_a_run_that_was_killed_goes_on_as_if_it_had_not_been(epoch: int, tmp_path: Path) -> None:
    steps, _, learnt = run(None)
    before, reported, _ = run(tmp_path / "fit.pt", killed_after=epoch)
    assert reported == list(range(epoch + 1))
    after, reported, resumed = run(tmp_path / "fit.pt")
    assert reported == list(range(epoch + 1, 4))
    assert before + after == steps
    assert resumed == learnt


def test_an_epoch_of_few_rows_has_one_step() -> None:
    assert [steps_of_epoch(range(rows), 4) for rows in (1, 4, 7, 8)] == [1, 1, 1, 2]


def test_without_pytorch_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MossaError, match="fitting needs PyTorch, which is not installed: `pip install torch`"):
        find_torch()
