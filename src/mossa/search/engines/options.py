"""The techniques of the alpha-beta engine: one switch each, the number behind it, and what it assumes.

This is the engine's only table of parameters. `mossa bench ablation GAME` shows what each switch is worth.
"""

from __future__ import annotations

from typing import Any

from mossa.core.game import Game
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Record

__all__ = ["DEFAULTS", "EXACT", "NUMBERS", "SWITCHES", "Options", "exact", "make_options", "tuned"]


class Options(Record):
    """What the kernel reads. A switch is 0 or 1; scores are in hundredths of a point (scores.POINT)."""

    table: int
    lookahead: int
    killers: int
    history: int
    counters: int
    ordering: int
    quiescence: int
    extensions: int
    singular: int
    null_move: int
    reductions: int
    late_pruning: int
    futility: int
    probcut: int
    aspiration: int
    second_look: int

    proof: int
    foretold: int
    guide_depth: int
    history_weight: int
    share_depth: int
    lookahead_depth: int
    lookahead_ply: int
    singular_depth: int
    singular_margin: int
    null_depth: int
    null_surplus: int
    reduction_depth: int
    reduction_move: int
    reduction_base: int
    reduction_slope: int
    reduction_history: int
    late_depth: int
    late_base: int
    late_growth: int
    futility_depth: int
    futility_margin: int
    probcut_sigmas: int
    aspiration_depth: int
    aspiration_window: int
    second_depth: int
    second_margin: int


SWITCHES: dict[str, str] = {
    "table": "transposition table: equal states have equal values, however they were reached",
    "lookahead": "enhanced transposition cuts: before any move is searched, the table may know one that cuts",
    "killers": "killer moves: what refuted a sister state refutes this one",
    "history": "history: a move that cut elsewhere is good here",
    "counters": "counter moves: the best answer depends mostly on the move answered",
    "ordering": "the game's own opinion of moves",
    "quiescence": "quiescence: only quiet states can be judged, and a few kinds of moves make them quiet",
    "extensions": "extensions: a forced reply is no choice, so it costs no depth",
    "singular": "singular extension: a move that is better than all others deserves a deeper look",
    "null_move": "null move: having the move is never a disadvantage (the game's `may_pass` says where)",
    "reductions": "late-move reductions: ordering is good, so late moves are rarely best",
    "late_pruning": "late-move pruning: near the horizon, very late moves are not worth a look",
    "futility": "futility: near the horizon, one quiet move does not change the estimate by much",
    "probcut": "ProbCut: a shallow search foretells a deep one, with a known error",
    "aspiration": "aspiration: the next iteration finds about the score of the last, so a narrow window does",
    "second_look": "secondary search: the chosen move alone is searched deeper, against what lies behind the horizon",
}
"""What each technique assumes; the first sentence of its documentation."""

NUMBERS: dict[str, tuple[int, str]] = {
    "proof": (0, "1 where only certain results of the table count"),
    "foretold": (8, "a search by estimates goes before a proof and stops so many plies before the end; 0: none does"),
    "guide_depth": (3, "least depth at which the game is asked for its dearer opinion of moves, `guide`"),
    "history_weight": (1, "what history counts against the game's own opinion of a move"),
    "share_depth": (4, "least depth at which threads keep out of each other's way"),
    "lookahead_depth": (4, "least depth at which the table is asked about all answers"),
    "lookahead_ply": (18, "greatest distance from the root at which it is"),
    "singular_depth": (8, "least depth at which singularity is tested"),
    "singular_margin": (2, "how much worse all others must be, in points per hundred per ply of depth"),
    "null_depth": (3, "least depth of a null move; it reduces by this and a quarter of the depth"),
    "null_surplus": (150, "what the estimate must be above beta for each ply more, at most three"),
    "reduction_depth": (3, "least depth at which moves are reduced"),
    "reduction_move": (3, "moves searched before reductions begin"),
    "reduction_base": (90, "plies in hundredths that every late move is reduced by"),
    "reduction_slope": (190, "ln depth times ln number of the move is divided by this, in hundredths, and added"),
    "reduction_history": (2048, "history that is worth a ply"),
    "late_depth": (4, "greatest depth at which late moves are pruned"),
    "late_base": (4, "moves always tried there"),
    "late_growth": (3, "and so many more, times the depth squared"),
    "futility_depth": (6, "greatest depth of both kinds of futility pruning"),
    "futility_margin": (90, "what a ply may change the estimate by"),
    "probcut_sigmas": (150, "how sure ProbCut must be, in hundredths of a standard error"),
    "aspiration_depth": (5, "least depth of an iteration with a narrow window"),
    "aspiration_window": (30, "half the width of that window; it doubles with every failure"),
    "second_depth": (2, "how much deeper the second look is"),
    "second_margin": (50, "how much worse it must find the move for the next best to get its chance"),
}

DEFAULTS: dict[str, int] = {**dict.fromkeys(SWITCHES, 1), **{name: number for name, (number, _) in NUMBERS.items()}}

GUESSES = (
    "quiescence",
    "singular",
    "null_move",
    "reductions",
    "late_pruning",
    "futility",
    "probcut",
    "second_look",
)
"""The techniques that could miss a move, or lead beyond the depth."""

EXACT: dict[str, int] = {**DEFAULTS, **dict.fromkeys(GUESSES, 0)}
"""The defaults without any guess."""


def make_options(chosen: dict[str, Any] | None = None, base: dict[str, int] = DEFAULTS) -> Options:
    """The options with some of them changed.

    >>> make_options({"null_move": 0}).null_move
    0
    """
    for name, value in (chosen or {}).items():
        if name not in DEFAULTS:
            raise MossaError(f"the engine has no option {name!r}; it has {', '.join(DEFAULTS)}")
        if not isinstance(value, int) or (name in SWITCHES and value not in (0, 1)):
            raise MossaError(
                f"the option {name} is {'0 or 1' if name in SWITCHES else 'a whole number'}, not {value!r}"
            )
    return Options(**{**base, **(chosen or {})})


def tuned(game: Game) -> dict[str, int]:
    """The defaults for a game: what suits it better it says in a dictionary `TUNING` in one of its modules.

    >>> import mossa
    >>> tuned(mossa.game("checkers"))["extensions"], tuned(mossa.game("connect4"))["extensions"]
    (0, 1)
    """
    return _with(game, "TUNING", DEFAULTS)


def exact(game: Game) -> dict[str, int]:
    """For proofs: what suits the game, and what suits its proofs (a dictionary `PROVING`), without any guess.

    >>> import mossa
    >>> exact(mossa.game("othello"))["null_move"]
    0
    """
    return {**_with(game, "PROVING", tuned(game)), **dict.fromkeys(GUESSES, 0), "proof": 1}


def _with(game: Game, name: str, base: dict[str, int]) -> dict[str, int]:
    """The options changed as a dictionary of this name in one of the game's modules says."""
    chosen = dict(base)
    for module in game.modules:
        own = vars(module).get(name, {})
        make_options(own)
        chosen.update(own)
    return chosen
