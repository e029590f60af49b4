"""The techniques of the alpha-beta engine: one switch each, the number behind it, and what it assumes.

This is the engine's only table of parameters. `mossa bench ablation GAME` shows what each switch is worth.
"""

from __future__ import annotations

from typing import Any

from mossa.core.game import Game
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Struct

__all__ = ["DEFAULTS", "EXACT", "NUMBERS", "SWITCHES", "Options", "exact", "make_options", "tuned"]


class Options(Struct):
    """What the kernel reads. A switch is 0 or 1; scores are in hundredths of a point (scores.POINT)."""

    table: int
    lookahead: int
    killers: int
    history: int
    counters: int
    continuation: int
    ordering: int
    quiescence: int
    extensions: int
    singular: int
    null_move: int
    reductions: int
    late_pruning: int
    futility: int
    exchange: int
    internal: int
    improving: int
    sharp: int
    network: int
    correction: int
    probcut: int
    aspiration: int
    second_look: int

    proof: int
    foretold: int
    guide_depth: int
    history_weight: int
    history_step: int
    history_most: int
    history_sight: int
    share_depth: int
    table_strict: int
    lookahead_depth: int
    lookahead_ply: int
    singular_depth: int
    singular_margin: int
    singular_less: int
    null_depth: int
    null_surplus: int
    reduction_depth: int
    reduction_move: int
    reduction_base: int
    reduction_slope: int
    reduction_history: int
    reduction_cut: int
    reduction_worse: int
    reduction_root: int
    reduction_regret: int
    late_depth: int
    late_base: int
    late_growth: int
    futility_depth: int
    futility_margin: int
    futility_quiet: int
    futility_left: int
    exchange_depth: int
    exchange_quiet: int
    exchange_loud: int
    internal_depth: int
    quiescence_evasions: int
    quiescence_margin: int
    sharp_depth: int
    sharp_margin: int
    correction_most: int
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
    "continuation": "continuation history: what a good move is depends on the moves just before it",
    "quiescence": "quiescence: only quiet states can be judged, and a few kinds of moves make them quiet",
    "extensions": "extensions: a forced reply is no choice, so it costs no depth",
    "singular": "singular extension: a move that is better than all others deserves a deeper look",
    "null_move": "null move: having the move is never a disadvantage (the game's `may_pass` says where)",
    "reductions": "late-move reductions: ordering is good, so late moves are rarely best",
    "late_pruning": "late-move pruning: near the horizon, very late moves are not worth a look",
    "futility": "futility: near the horizon, one quiet move does not change the estimate by much",
    "exchange": "exchanges: near the horizon, a move that loses material at once is not worth a look",
    "internal": "internal reduction: a state of which the table knows no move is seldom important",
    "improving": "improving: where the estimate is no better than two plies ago, late moves are seldom good",
    "sharp": "sharp cuts: a tactical move that gains far more than beta asks for will not need the last plies",
    "network": "network: what a sum of features gets wrong can be learnt (the game's `refine`)",
    "correction": "correction: estimates of like states are wrong in the same way (the game's `correction_keys`)",
    "probcut": "ProbCut: a shallow search foretells a deep one, with a known error",
    "aspiration": "aspiration: the next iteration finds about the score of the last, so a narrow window does",
    "second_look": "secondary search: the chosen move alone is searched deeper, against what lies behind the horizon",
}
"""What each technique assumes; the first sentence of its documentation."""

NUMBERS: dict[str, tuple[int, str]] = {
    "proof": (0, "1 where only certain results of the table count"),
    "foretold": (8, "a search by estimates goes before a proof and stops so many plies before the end; 0: none does"),
    "guide_depth": (3, "least depth at which the game is asked for its dearer opinion of moves, `costly_order`"),
    "history_weight": (1, "what history counts against the game's own opinion of a move"),
    "history_step": (0, "what a cut adds to the history of its move for each ply of depth, besides depth squared"),
    "history_most": (400, "and at most"),
    "history_sight": (0, "what a move's history learns at most from the estimate of the state after it"),
    "share_depth": (4, "least depth at which threads keep out of each other's way"),
    "table_strict": (0, "1: in the principal variation only certain results of the table count"),
    "lookahead_depth": (4, "least depth at which the table is asked about all answers"),
    "lookahead_ply": (18, "greatest distance from the root at which it is"),
    "singular_depth": (8, "least depth at which singularity is tested"),
    "singular_margin": (2, "how much worse all others must be, in points per hundred per ply of depth"),
    "singular_less": (0, "1: a move that is not singular, where the table promises a cut, is searched a ply less"),
    "null_depth": (3, "least depth of a null move; it reduces by this and a quarter of the depth"),
    "null_surplus": (150, "what the estimate must be above beta for each ply more, at most three"),
    "reduction_depth": (3, "least depth at which moves are reduced"),
    "reduction_move": (3, "moves searched before reductions begin"),
    "reduction_base": (90, "plies in hundredths that every late move is reduced by"),
    "reduction_slope": (190, "ln depth times ln number of the move is divided by this, in hundredths, and added"),
    "reduction_history": (2048, "history that is worth a ply"),
    "reduction_cut": (0, "plies more where a cut is expected"),
    "reduction_worse": (0, "plies more where the estimate is not improving"),
    "reduction_root": (0, "1: late moves of the root are reduced too"),
    "reduction_regret": (0, "a reduced move that comes out so much above the best gets a ply more; 0: none does"),
    "late_depth": (4, "greatest depth at which late moves are pruned"),
    "late_base": (4, "moves always tried there"),
    "late_growth": (3, "and so many more, times the depth squared"),
    "futility_depth": (6, "greatest depth of both kinds of futility pruning"),
    "futility_margin": (90, "what a ply may take off the estimate"),
    "futility_quiet": (90, "what a quiet move and each ply after it may add to the estimate"),
    "futility_left": (0, "1: the plies that reductions leave to the move are counted, not all"),
    "exchange_depth": (7, "greatest depth at which losing moves are pruned"),
    "exchange_quiet": (20, "what a quiet move may lose, times the square of the reduced depth"),
    "exchange_loud": (90, "what another move may lose for each ply"),
    "internal_depth": (4, "least depth of an internal reduction"),
    "quiescence_evasions": (0, "so many quiet answers are tried where all moves are, once there is a good one; 0: all"),
    "quiescence_margin": (0, "what a tactical move may add to the estimate besides its gain; 0: anything"),
    "sharp_depth": (5, "least depth of a sharp cut, which is searched four plies less"),
    "sharp_margin": (180, "how far above beta its move must come out"),
    "correction_most": (32, "what a correction of the estimate may come to, by each likeness of the game"),
    "probcut_sigmas": (150, "how sure ProbCut must be, in hundredths of a standard error"),
    "aspiration_depth": (5, "least depth of an iteration with a narrow window"),
    "aspiration_window": (30, "half the width of that window; it doubles with every failure"),
    "second_depth": (2, "how much deeper the second look is"),
    "second_margin": (50, "how much worse it must find the move for the next best to get its chance"),
}

FOR_SOME = ("continuation", "internal", "improving")
"""Techniques that some games gain by and others lose: a game that wants them says so in its `TUNING`."""

DEFAULTS: dict[str, int] = {
    **dict.fromkeys(SWITCHES, 1),
    **dict.fromkeys(FOR_SOME, 0),
    **{name: number for name, (number, _) in NUMBERS.items()},
}

GUESSES = (
    "quiescence",
    "singular",
    "null_move",
    "reductions",
    "late_pruning",
    "futility",
    "exchange",
    "internal",
    "improving",
    "sharp",
    "correction",
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
    return {
        **_with(game, "PROVING", tuned(game)),
        **dict.fromkeys(GUESSES, 0),
        "continuation": 0,
        "proof": 1,
    }


def _with(game: Game, name: str, base: dict[str, int]) -> dict[str, int]:
    """The options changed as a dictionary of this name in one of the game's modules says."""
    chosen = dict(base)
    for module in game.modules:
        own = vars(module).get(name, {})
        make_options(own)
        chosen.update(own)
    return chosen
