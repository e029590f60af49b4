"""The options of the alpha-beta engine: a switch for each technique, with what it assumes, and their numbers.

This is the engine's only table of parameters. `mossa bench ablation GAME` shows what each switch is worth.
"""

from __future__ import annotations

from typing import Any

from mossa.core.game import Game
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Struct

__all__ = ["DEFAULTS", "EXACT", "NUMBERS", "SWITCHES", "Options", "exact", "make_options", "tuned"]


class Options(Struct):
    """The options, as the kernel reads them. A switch is 0 or 1; scores are in hundredths of a point (scores.POINT)."""

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
    "lookahead": "enhanced transposition cutoffs: before any move is searched, the table may know one that cuts",
    "killers": "killer moves: what refuted a sister state refutes this one",
    "history": "history: a move that cut elsewhere is good here",
    "counters": "counter moves: the best answer depends mostly on the move answered",
    "ordering": "the game's own move ordering (`order`)",
    "continuation": "continuation history: what a good move is depends on the moves just before it",
    "quiescence": "quiescence: static estimates are only right for quiet states, and a few kinds of moves lead to them",
    "extensions": "extensions: a forced reply is no choice, so it costs no depth",
    "singular": "singular extension: a move that is better than all others deserves a deeper look",
    "null_move": "null move: having the move is never a disadvantage (the game's `may_pass` says where)",
    "reductions": "late-move reductions: ordering is good, so late moves are rarely best",
    "late_pruning": "late-move pruning: near the horizon, very late moves need not be searched",
    "futility": "futility: near the horizon, one quiet move does not change the estimate by much",
    "exchange": "static exchange pruning: near the horizon, a move that loses material at once need not be searched",
    "internal": "internal iterative reduction: a state for which the table has no move is seldom important",
    "improving": "improving: where the estimate is no better than two plies ago, late moves are seldom good",
    "sharp": "sharp cuts: a tactical move that gains far more than beta asks for will not need the last plies",
    "network": "network: the error of a sum of features can be learnt (the game's `refine`)",
    "correction": "correction history: estimates of similar states have similar errors (the game's `correction_keys`)",
    "probcut": "ProbCut: a shallow search predicts a deep one, with a known error",
    "aspiration": "aspiration windows: an iteration finds about the score of the last, so a narrow window is enough",
    "second_look": "secondary search: the chosen move alone is searched deeper, against what lies behind the horizon",
}
"""What each technique assumes; the first sentence of its documentation."""

NUMBERS: dict[str, tuple[int, str]] = {
    "proof": (0, "1: only certain results of the table count"),
    "foretold": (
        8,
        "a heuristic search precedes a proof and stops this many plies before the end of the game; 0: none does",
    ),
    "guide_depth": (3, "least depth at which the game's more expensive move ordering, `costly_order`, is used"),
    "history_weight": (1, "weight of history against the game's own move ordering"),
    "history_step": (0, "what a cut adds to the history of its move per ply of depth, besides depth squared"),
    "history_most": (400, "what a cut adds at most"),
    "history_sight": (0, "what a move's history changes at most by the estimate of the state after it"),
    "share_depth": (4, "least depth at which threads avoid moves that others are searching"),
    "table_strict": (0, "1: in the principal variation only certain results of the table count"),
    "lookahead_depth": (4, "least depth at which the table is asked about all children"),
    "lookahead_ply": (18, "greatest ply at which it is"),
    "singular_depth": (8, "least depth at which singularity is tested"),
    "singular_margin": (2, "how much worse all others must be, in points per hundred per ply of depth"),
    "singular_less": (0, "1: a move that is not singular is searched a ply less, where the table predicts a cut"),
    "null_depth": (3, "least depth of a null move; it reduces by this and a quarter of the depth"),
    "null_surplus": (150, "how far the estimate must be above beta for each further ply, at most three"),
    "reduction_depth": (3, "least depth at which moves are reduced"),
    "reduction_move": (3, "moves searched before reductions begin"),
    "reduction_base": (90, "hundredths of a ply that every late move is reduced by"),
    "reduction_slope": (190, "added: ln depth · ln move number, divided by this in hundredths"),
    "reduction_history": (2048, "history that makes a reduction a ply less"),
    "reduction_cut": (0, "further plies where a cut is expected"),
    "reduction_worse": (0, "further plies where the estimate is not improving"),
    "reduction_root": (0, "1: late moves of the root are reduced too"),
    "reduction_regret": (
        0,
        "a reduced move whose score is more than this above the best gets a ply more; 0: none does",
    ),
    "late_depth": (4, "greatest depth at which late moves are pruned"),
    "late_base": (4, "moves always searched there"),
    "late_growth": (3, "further moves, times the depth squared"),
    "futility_depth": (6, "greatest depth of both kinds of futility pruning"),
    "futility_margin": (90, "what a ply may take from the estimate"),
    "futility_quiet": (90, "what a quiet move and each ply after it may add to the estimate"),
    "futility_left": (0, "1: the depth after reductions counts, not the whole depth"),
    "exchange_depth": (7, "greatest depth at which losing moves are pruned"),
    "exchange_quiet": (20, "what a quiet move may lose, times the square of the reduced depth"),
    "exchange_loud": (90, "what another move may lose for each ply"),
    "internal_depth": (4, "least depth of an internal reduction"),
    "quiescence_evasions": (0, "quiet evasions searched, once one does not lose; 0: all"),
    "quiescence_margin": (0, "what a tactical move may add to the estimate besides the material it wins; 0: anything"),
    "sharp_depth": (5, "least depth of a sharp cut, which is searched four plies less"),
    "sharp_margin": (180, "how far above beta the score of its move must be"),
    "correction_most": (32, "greatest correction of the estimate by each of the game's correction keys"),
    "probcut_sigmas": (150, "the margin of ProbCut, in hundredths of a standard error"),
    "aspiration_depth": (5, "least depth of an iteration with a narrow window"),
    "aspiration_window": (30, "half the width of that window; it doubles with every failure"),
    "second_depth": (2, "how much deeper the second look is"),
    "second_margin": (50, "how much worse it must find the move for the next best to be searched too"),
}

FOR_SOME = ("continuation", "internal", "improving")
"""Techniques that help in some games and harm in others: a game turns them on in its `TUNING`."""

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
"""The techniques that could overlook a move, or search beyond the depth."""

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
    """The defaults for a game, changed by the dictionary `TUNING` in one of its modules.

    >>> import mossa
    >>> tuned(mossa.game("checkers"))["extensions"], tuned(mossa.game("connect4"))["extensions"]
    (0, 1)
    """
    return _with(game, "TUNING", DEFAULTS)


def exact(game: Game) -> dict[str, int]:
    """The options for proofs: `tuned`, changed by the game's dictionary `PROVING`, without any guess.

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
    """The options, changed by the dictionaries of this name in the game's modules."""
    chosen = dict(base)
    for module in game.modules:
        own = vars(module).get(name, {})
        make_options(own)
        chosen.update(own)
    return chosen
