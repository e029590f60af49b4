"""Decisions against nature, from a payoff table: choices down, states of nature across.

Nature is no adversary: it neither wins nor loses. So the best choice depends on one's attitude to risk. Each rule below
is one attitude; `decide` applies any of them.

>>> funds = parse_payoffs('''
... ,      up, stable, down
... fund1, 40,     45,    5
... fund2, 70,     30,  -20
... shares,55,     40,  -10
... ''')
>>> for rule in ("maximax", "maximin", "regret"):
...     print(rule, *decide(funds, rule).choice)
maximax fund2
maximin fund1
regret shares
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mossa.kernel.errors import MossaError

__all__ = ["RULES", "Decision", "Payoffs", "decide", "parse_payoffs", "read_payoffs"]

RULES: Mapping[str, str] = {
    "maximax": "the choice whose best case is best",
    "maximin": "the choice whose worst case is best (Wald)",
    "regret": "the choice whose largest regret is least (Savage)",
    "hurwicz": "a weighted mean of the best and the worst case, alpha the weight of the best",
    "laplace": "the best mean, all states of nature equally likely",
    "expected": "the best mean, the states of nature weighted with their probabilities",
}
"""The rules by name."""

PROBABILITY = ("probability", "probabilities", "probabilità", "p")
"""What the row of probabilities may be called, in any case."""

LARGEST = 1e300
"""The largest payoff: differences and sums of payoffs must be finite too."""


@dataclass(frozen=True)
class Payoffs:
    """What each choice pays in each state of nature."""

    choices: tuple[str, ...]
    states: tuple[str, ...]
    rows: tuple[tuple[float, ...], ...]
    """`rows[i][j]`: what choice i pays in state j."""
    probabilities: tuple[float, ...] | None = None
    """Of the states of nature, where they are known."""


@dataclass(frozen=True)
class Decision:
    """What a rule recommends, and why."""

    rule: str
    choice: tuple[str, ...]
    """All choices that are equally good under the rule."""
    value: float
    """Their value under the rule: a payoff, or for `regret` the largest regret."""
    table: dict[str, float]
    """The value of every choice under the rule."""
    regrets: dict[str, tuple[float, ...]] | None = None
    """For `regret`: by choice, how much less it pays than the best choice in each state of nature."""

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values: what `mossa decide --json` prints."""
        plain: dict[str, Any] = {
            "rule": self.rule,
            "choice": list(self.choice),
            "value": self.value,
            "table": self.table,
        }
        if self.regrets is not None:
            plain["regrets"] = {choice: list(row) for choice, row in self.regrets.items()}
        return plain


def decide(
    payoffs: Payoffs, rule: str, *, alpha: float = 0.5, probabilities: Sequence[float] | None = None
) -> Decision:
    """What a rule recommends.

    `alpha` is for `hurwicz`: 1 looks only at the best case, 0 only at the worst [Hurwicz51]. `probabilities` is for
    `expected`, and takes the place of those in the table. Minimax regret is from [Savage51].
    """
    regrets = None
    if rule == "maximax":
        figures = [max(row) for row in payoffs.rows]
    elif rule == "maximin":
        figures = [min(row) for row in payoffs.rows]
    elif rule == "regret":
        best = [max(column) for column in zip(*payoffs.rows, strict=True)]
        regrets = [tuple(b - pay for b, pay in zip(best, row, strict=True)) for row in payoffs.rows]
        figures = [max(row) for row in regrets]
    elif rule == "hurwicz":
        if not 0 <= alpha <= 1:
            raise MossaError(f"alpha, the weight of the best case, is a number from 0 to 1, not {alpha:g}")
        figures = [alpha * max(row) + (1 - alpha) * min(row) for row in payoffs.rows]
    elif rule == "laplace":
        figures = [math.fsum(row) / len(row) for row in payoffs.rows]
    elif rule == "expected":
        weights = payoffs.probabilities if probabilities is None else tuple(probabilities)
        if weights is None:
            raise MossaError("the rule expected needs a row named probability in the table, or probabilities")
        _check_probabilities(weights, payoffs.states)
        figures = [math.fsum(p * pay for p, pay in zip(weights, row, strict=True)) for row in payoffs.rows]
    else:
        raise MossaError(f"there is no rule {rule!r}; rules: {', '.join(RULES)}")

    target = min(figures) if rule == "regret" else max(figures)
    scale = max(abs(pay) for row in payoffs.rows for pay in row)  # means of equal payoffs may differ by rounding
    chosen = [math.isclose(figure, target, rel_tol=0, abs_tol=1e-12 * scale) for figure in figures]
    return Decision(
        rule,
        tuple(choice for choice, ok in zip(payoffs.choices, chosen, strict=True) if ok),
        target,
        dict(zip(payoffs.choices, figures, strict=True)),
        None if regrets is None else dict(zip(payoffs.choices, regrets, strict=True)),
    )


def read_payoffs(file: str | Path) -> Payoffs:
    """The table in a CSV file; see `parse_payoffs`."""
    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise MossaError(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise MossaError(f"cannot read {path} as text: {error}") from None
    return parse_payoffs(text, path.name)


def parse_payoffs(text: str, source: str = "the table") -> Payoffs:
    """The table in a CSV text.

    The first line names the states of nature, the first column the choices; the corner cell is ignored. Columns are
    separated by `,` or by `;` (then numbers may have a decimal comma). A row named `probability` holds the
    probabilities of the states. Anything else is a MossaError that names the line.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise MossaError(f"{source} is empty: the first line names the states of nature")
    mark = ";" if ";" in lines[0][1] else ","
    cells = [
        (number, [cell.strip() for cell in next(csv.reader([line], delimiter=mark, skipinitialspace=True))])
        for number, line in lines
    ]
    (first, (_, *states)), body = cells[0], cells[1:]
    if not states or not all(states):
        raise MossaError(f"{source}, line {first}: each column after the first needs the name of a state of nature")
    _check_distinct(states, "state of nature", f"{source}, line {first}")

    choices: list[str] = []
    rows: list[tuple[float, ...]] = []
    probabilities = None
    for number, (name, *pays) in body:
        place = f"{source}, line {number}"
        if len(pays) != len(states):
            raise MossaError(f"{place}: {len(pays)} numbers for {len(states)} states of nature")
        row = tuple(_number(pay, mark, f"{place}, column {state}") for pay, state in zip(pays, states, strict=True))
        if name.lower() in PROBABILITY:
            if probabilities is not None:
                raise MossaError(f"{place}: a second row of probabilities")
            _check_probabilities(row, states, place)
            probabilities = row
        elif not name:
            raise MossaError(f"{place}: the choice has no name")
        else:
            choices.append(name)
            _check_distinct(choices, "choice", place)
            rows.append(row)
    if not choices:
        raise MossaError(f"{source} has no choices: each line after the first is a name and its payoffs")
    return Payoffs(tuple(choices), tuple(states), tuple(rows), probabilities)


def _number(text: str, mark: str, place: str) -> float:
    plain = text.replace("−", "-")
    if mark == ";":
        plain = plain.replace(",", ".")
    try:
        value = float(plain)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise MossaError(f"{place}: a payoff is a finite number, not {text!r}")
    if abs(value) > LARGEST:
        raise MossaError(f"{place}: a payoff is a number from {-LARGEST:g} to {LARGEST:g}, not {text!r}")
    return value


def _check_distinct(names: Sequence[str], what: str, place: str) -> None:
    twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
    if twice is not None:
        raise MossaError(f"{place}: the {what} {twice!r} is there twice")


def _check_probabilities(weights: Sequence[float], states: Sequence[str], place: str = "probabilities") -> None:
    if len(weights) != len(states):
        raise MossaError(f"{place}: {len(weights)} probabilities for {len(states)} states of nature")
    if not (all(0 <= p <= 1 for p in weights) and math.isclose(math.fsum(weights), 1, abs_tol=1e-9)):
        raise MossaError(f"{place}: probabilities are numbers from 0 to 1 that add up to 1, not {_listed(weights)}")


def _listed(numbers: Sequence[float]) -> str:
    return ", ".join(f"{number:g}" for number in numbers)
