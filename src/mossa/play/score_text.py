"""Engine scores for people: in points, as a distance to mate or to the end, as an expected utility."""

from __future__ import annotations

import math

from mossa.core.game import Game
from mossa.search.common.scores import INFINITE, POINT, value_of, win_score

__all__ = ["expected_utility", "plies_to_end", "show_estimate", "show_score", "show_signed", "show_value"]


def plies_to_end(game: Game, score: int) -> int | None:
    """The plies to the end of a decided game: positive if the mover wins, negative if he loses; None if undecided."""
    if game.facts.score is not None or abs(score) < win_score(game) - game.facts.horizon:
        return None
    plies = -abs(score) % win_score(game)
    return plies if score > 0 else -plies


def show_score(game: Game, score: int) -> str:
    """A score as a short text: `+0.31` points, `#5` for a win in five plies, `−#4` for a loss in four.

    Where players count two plies as one move (`PLIES_A_MOVE` in the game's notation: chess), so does the distance.

    >>> import mossa
    >>> show_score(mossa.game("chess"), 31), show_score(mossa.game("chess"), (1 << 22) - 9)
    ('+0.31', '#5')
    >>> show_score(mossa.game("checkers"), 4 - (1 << 22))
    '−#4'
    """
    sign = "−" if score < 0 else "+" if score > 0 else ""
    if abs(score) >= INFINITE:
        return f"{sign}∞"
    plies = plies_to_end(game, score)
    if plies is not None:
        together: int = game.extra("PLIES_A_MOVE", "notation") or 1
        return f"{'−' if score < 0 else ''}#{-(-abs(plies) // together)}"
    return f"{sign}{abs(score) / POINT:.2f}"


def show_value(value: float, error: float = 0.0) -> str:
    """A value for people: six digits that matter, never an exponent or a negative zero; with an error, no digit that
    the error makes meaningless.

    >>> show_value(-1.90554e-06, error=7e-05), show_value(-1 / 18), show_value(-0.0), show_value(2e-11)
    ('0.0000', '-0.0555556', '0', '0')
    >>> show_value(0.52371, error=0.004), show_value(1234567.0), show_value(3e-06)
    ('0.524', '1234567', '0.000003')
    """
    if error > 0:
        places = max(0, min(12, -math.floor(math.log10(2 * error))))  # ±0.00007: four places
        return f"{round(value, places) + 0.0:.{places}f}"
    text = f"{value:.6g}"
    if "e" in text:
        text = f"{value:.9f}".rstrip("0").rstrip(".")
    return "0" if float(text) == 0 else text


def show_estimate(game: Game, value: float) -> str:
    """An estimate of a utility for people: to a thousandth of the utilities of the game, since it is no more certain.

    >>> import mossa
    >>> show_estimate(mossa.game("chess"), 0.0169984), show_estimate(mossa.game("chess"), -3e-06)
    ('0.017', '0')
    """
    size = max(map(abs, game.facts.utility)) or 1.0
    rounded = show_value(value, size / 2000)
    return show_value(float(rounded))


def show_signed(value: float, text: str) -> str:
    """The text of a value with its sign: `+0.5`, `−0.5`, `0`."""
    sign = "" if float(text) == 0 else "−" if value < 0 else "+"
    return sign + text.removeprefix("-")


def expected_utility(game: Game, score: int, exact: bool = False) -> float:
    """The expected utility of the mover: exact for a decided game, else what the game expects of such a score.

    >>> import mossa
    >>> expected_utility(mossa.game("chess"), 0), round(expected_utility(mossa.game("chess"), 200), 2)
    (0.0, 0.82)
    """
    return value_of(game, score, exact)
