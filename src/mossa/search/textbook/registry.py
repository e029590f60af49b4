"""All algorithms by name, one way to run any of them, and a table of all on the same tree."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mossa.core import Facts, Game, Rules
from mossa.core.network_rules import game_predictor
from mossa.kernel.errors import MossaError

from .aliases import ALIASES, usual_name
from .alphabeta import alpha_beta_list, alpha_beta_search, alpha_beta_search_hard
from .clairvoyance import averaging_over_clairvoyance, information_set_minimax
from .comparison import Comparison, Row
from .expectiminimax import expectiminimax, star1, star2
from .gametree import EXPLORATION, SIMULATIONS, GameTree
from .information_sets import information_set_search
from .maxn import best_reply, cooperative, maxn, maxn_shallow, paranoid
from .mcts import mcts
from .minimax import minimax_decision, minimax_list, minimax_whole
from .puct import gumbel, puct
from .rounds import rounds
from .settings import Settings
from .single_agent import a_star, breadth_first, depth_first, ida_star
from .techniques.deepening import iterative_deepening
from .techniques.forward_pruning import forward_pruning
from .techniques.null_window import aspiration_windows, principal_variation_search
from .techniques.ordering import history_heuristic, killer_moves
from .techniques.pondering import pondering
from .techniques.quiescence import quiescence_search
from .techniques.second_look import second_look
from .techniques.singular import singular_extension
from .techniques.transpositions import transposition_table
from .trace import LIMIT, Trace
from .values import Value

__all__ = ["ALGORITHMS", "ALIASES", "Algorithm", "Comparison", "Row", "algorithm", "compare", "run"]


@dataclass(frozen=True)
class Algorithm:
    """An algorithm of the course, and the facts that a game must have for it."""

    name: str
    function: Callable[[GameTree], Trace]
    about: str
    """One line."""
    two_players: bool = True
    """At most two players; otherwise any number."""
    chance: bool = False
    """Chance nodes are allowed."""
    hidden: bool = False
    """It is for games with hidden information; otherwise nothing may be hidden."""
    zero_sum: bool = True
    """The utilities must add up to 0."""
    windows: bool = False
    """It takes alpha and beta at the root."""
    orders: bool = True
    """It only compares values, so they may carry a tie-breaker: `hurry`."""
    own_side: bool = False
    """MAX is the player to move at the root."""
    vectors: bool = False
    """Values are vectors."""
    depths: bool = True
    """It can stop at a depth."""
    together: bool = False
    """It is for two players who move at once."""
    alone: bool = False
    """It is for one player."""
    samples: bool = False
    """It takes samples, as many as `simulations` says, from a `seed`; its value is an estimate."""
    simulations: int = SIMULATIONS
    """How many samples, unless it is told otherwise."""
    technique: bool = False
    """It shows a technique that the engines have: it is for the lab, not a player of its own."""
    settings: tuple[str, ...] = ()
    """Which of the `Settings` it takes."""
    exact: bool = True
    """It finds the value of minimax to the same depth."""

    advised: bool = False
    """It asks a network, if there is one."""

    def refusal(self, facts: Facts) -> str:
        """Why this game is not for it, in one sentence; empty if it is."""
        if self.hidden and not facts.hidden:
            return f"{self.name} is for games with hidden information, and here all is seen"
        if self.together and not facts.simultaneous:
            return f"{self.name} is for players who move at once, and here they move in turn"
        if not self.hidden and not self.together and facts.simultaneous:
            return f"{self.name} is for players who move in turn, and here they move at once"
        if not self.hidden and facts.hidden:
            advice = "averaging or best-defence" if facts.players == 2 else "is-mcts"
            return f"{self.name} is for perfect information: try {advice}"
        if not self.chance and facts.chance:
            advice = "expectiminimax, star1 or star2" if facts.players <= 2 and facts.zero_sum else "maxn or mcts"
            return f"{self.name} knows no chance: try {advice}"
        if self.alone and facts.players > 1:
            return f"{self.name} is for one player, and here are {facts.players}"
        if self.two_players and facts.players > 2:
            advice = "is-mcts" if self.hidden else "maxn or paranoid"
            return f"{self.name} is for two players, and here are {facts.players}: try {advice}"
        if self.zero_sum and facts.players > 1 and not facts.zero_sum:
            advice = "" if self.hidden else ": try maxn"
            return f"{self.name} is for utilities that add up to 0, and here they do not{advice}"
        return ""


def _table(*algorithms: Algorithm) -> dict[str, Algorithm]:
    return {algorithm.name: algorithm for algorithm in algorithms}


ALGORITHMS: dict[str, Algorithm] = _table(
    Algorithm("minimax", minimax_decision, "MINIMAX-DECISION, recursive"),
    Algorithm("minimax-list", minimax_list, "minimax depth-first with an explicit list L"),
    Algorithm("minimax-whole", minimax_whole, "minimax that expands the whole tree, then labels it"),
    Algorithm("alphabeta", alpha_beta_search, "ALPHA-BETA-SEARCH, recursive, fail-soft", windows=True),
    Algorithm("alphabeta-hard", alpha_beta_search_hard, "ALPHA-BETA-SEARCH, recursive, fail-hard", windows=True),
    Algorithm("alphabeta-list", alpha_beta_list, "alpha-beta with an explicit list L"),
    Algorithm(
        "deepening",
        iterative_deepening,
        "iterative deepening: alpha-beta to depth 1, 2, 3 … until the clock has run out",
        technique=True,
        settings=("nodes", "seconds"),
    ),
    Algorithm(
        "transpositions",
        transposition_table,
        "alpha-beta with a transposition table",
        orders=False,
        technique=True,
        settings=("entries", "replace"),
    ),
    Algorithm("killers", killer_moves, "alpha-beta that tries killer moves first", technique=True),
    Algorithm("history", history_heuristic, "alpha-beta with the history heuristic", technique=True),
    Algorithm("pvs", principal_variation_search, "principal variation search: null windows", technique=True),
    Algorithm(
        "aspiration",
        aspiration_windows,
        "alpha-beta with a small window around a guess",
        technique=True,
        settings=("margin",),
    ),
    Algorithm(
        "quiescence",
        quiescence_search,
        "alpha-beta that goes on beyond the depth where there is unrest",
        orders=False,
        technique=True,
        exact=False,
    ),
    Algorithm(
        "second-look",
        second_look,
        "minimax, and a secondary search below the move that was chosen",
        orders=False,
        technique=True,
        settings=("extra",),
        exact=False,
    ),
    Algorithm(
        "singular",
        singular_extension,
        "minimax with singular extensions: a single good move is searched deeper",
        orders=False,
        technique=True,
        settings=("margin",),
        exact=False,
    ),
    Algorithm(
        "forward-pruning",
        forward_pruning,
        "alpha-beta among the moves that look best",
        orders=False,
        technique=True,
        settings=("keep",),
        exact=False,
    ),
    Algorithm(
        "pondering",
        pondering,
        "thinking on the opponent's time",
        technique=True,
        settings=("reply",),
        exact=False,
    ),
    Algorithm("expectiminimax", expectiminimax, "minimax with chance nodes", chance=True, orders=False),
    Algorithm("star1", star1, "alpha-beta through chance nodes", chance=True, orders=False, windows=True),
    Algorithm("star2", star2, "the same after a probe of each outcome", chance=True, orders=False, windows=True),
    Algorithm(
        "maxn",
        maxn,
        "max^n: n players, each for himself",
        two_players=False,
        zero_sum=False,
        chance=True,
        own_side=True,
        vectors=True,
    ),
    Algorithm(
        "maxn-shallow",
        maxn_shallow,
        "max^n with shallow pruning",
        two_players=False,
        chance=True,
        orders=False,
        own_side=True,
        vectors=True,
    ),
    Algorithm(
        "paranoid",
        paranoid,
        "n players, all others against the one at the root",
        two_players=False,
        zero_sum=False,
        chance=True,
        own_side=True,
        windows=True,
    ),
    Algorithm(
        "best-reply",
        best_reply,
        "n players, of the others one chooses between two moves of the one at the root",
        two_players=False,
        zero_sum=False,
        chance=True,
        own_side=True,
        windows=True,
    ),
    Algorithm(
        "cooperative",
        cooperative,
        "n players, all for the greatest sum",
        two_players=False,
        zero_sum=False,
        chance=True,
        orders=False,
        own_side=True,
        vectors=True,
    ),
    Algorithm(
        "mcts",
        mcts,
        "Monte Carlo tree search: selection by UCB1, expansion, a random game, backpropagation",
        two_players=False,
        zero_sum=False,
        chance=True,
        orders=False,
        samples=True,
    ),
    Algorithm(
        "puct",
        puct,
        "Monte Carlo tree search with a network: selection by PUCT, priors and values in place of random games",
        two_players=False,
        zero_sum=False,
        chance=True,
        orders=False,
        samples=True,
        advised=True,
    ),
    Algorithm(
        "gumbel",
        gumbel,
        "PUCT for few simulations: the moves at the root share them by sequential halving",
        two_players=False,
        zero_sum=False,
        chance=True,
        orders=False,
        samples=True,
        advised=True,
        simulations=48,
    ),
    Algorithm("depth-first", depth_first, "one player: depth first, each state once", alone=True, orders=False),
    Algorithm("breadth-first", breadth_first, "one player: the nearest goal first", alone=True, orders=False),
    Algorithm("astar", a_star, "one player: A*, the least f = g + h first", alone=True, orders=False),
    Algorithm("idastar", ida_star, "one player: IDA*, depth first below a bound of f", alone=True, orders=False),
    Algorithm(
        "rounds",
        rounds,
        "simultaneous moves: each round is a matrix game, with mixed strategies",
        chance=True,
        together=True,
        orders=False,
    ),
    Algorithm(
        "averaging",
        averaging_over_clairvoyance,
        "averaging over clairvoyance: solve each world with open cards",
        chance=True,
        hidden=True,
        orders=False,
        depths=False,
    ),
    Algorithm(
        "best-defence",
        information_set_minimax,
        "the exact answer: one move for all worlds that look alike",
        chance=True,
        hidden=True,
        orders=False,
        depths=False,
    ),
    Algorithm(
        "is-mcts",
        information_set_search,
        "information-set Monte Carlo tree search: each simulation in another deal, one tree for all",
        two_players=False,
        zero_sum=False,
        chance=True,
        hidden=True,
        orders=False,
        depths=False,
        samples=True,
        simulations=1000,
    ),
)
"""By the word of the command line."""


WITHOUT_VALUE = ("best-reply",)
"""Algorithms that `compare` leaves out: what they find is not the value of the game."""


def algorithm(name: str) -> Algorithm:
    """The algorithm of this name, or of another one that courses give it; a MossaError if there is none."""
    name = usual_name(name)
    if name not in ALGORITHMS:
        near = difflib.get_close_matches(name, ALGORITHMS, 1, 0.5)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise MossaError(f"there is no algorithm {name!r}{hint}; algorithms: {', '.join(ALGORITHMS)}")
    return ALGORITHMS[name]


def network_of(name: str, game: Game) -> dict[str, Any]:
    """The arguments of `run` that give an algorithm the network of a game, if it asks one."""
    return {"predictor": game_predictor(game)} if algorithm(name).advised else {}


def run(
    name: str,
    rules: Rules,
    state: Any = None,
    *,
    depth: int | None = None,
    evaluate: Callable[[Any], Any] | None = None,
    trace: bool = True,
    all_moves: bool = False,
    hurry: bool = False,
    window: tuple[float, float] | None = None,
    bounds: tuple[float, float] | None = None,
    simulations: int | None = None,
    exploration: float | None = None,
    seed: int | None = None,
    maximiser: int | None = None,
    predictor: Callable[[Any], tuple[Any, Any]] | None = None,
    limit: int = LIMIT,
    boards: bool | None = None,
    **settings: Any,
) -> Trace:
    """Run an algorithm on a state of a game, by default the first one.

    `depth`: plies to search, by default to the end. `evaluate`: e(x) for the states where it stops (`GameTree`).
    `trace`: record the events, at most `limit` of them; value, moves and counts are always given. `all_moves`: find all
    equally good root moves, where pruning would stop at the first. `hurry`: prefer the shorter win and the longer
    defence. `window`: alpha and beta at the root. `bounds`: of the utility, if closer ones are known than the game's.
    `maximiser`: who is MAX where an algorithm makes one player MAX, by default the mover.
    For Monte Carlo tree search, `simulations`: how many, `exploration`: the C of UCB1, `seed`: of its random numbers;
    `predictor`: the network of PUCT (`mossa.core.network_rules.game_predictor`).
    `boards`: draw the boards of the nodes; by default, where they are readable.
    `settings` are those of the techniques (`settings.Settings`), each for the algorithms that take it.

    A game whose facts do not fit, an option that the algorithm does not have, or a game too big is a MossaError.
    """
    method = algorithm(name)
    name = method.name
    rules = rules.two_sided if method.two_players and not method.hidden else rules
    facts = rules.facts
    low, high = window or (0, 1)
    given = {"simulations": simulations, "exploration": exploration, "seed": seed}
    sampling = next((option for option, number in given.items() if number is not None), None)
    chosen = EXPLORATION if exploration is None else exploration
    wrong = (
        method.refusal(facts)
        or (depth is not None and depth < 0 and f"the depth is a number of plies from 0 up, not {depth}")
        or (depth is not None and not method.depths and f"{name} looks to the end of the game and takes no depth")
        or (hurry and not method.orders and f"{name} does more than compare values and cannot prefer the shorter win")
        or (maximiser is not None and not method.own_side and f"in {name} player 1 is MAX")
        or (window and not method.windows and f"{name} has no window")
        or (not low < high and f"a window is two numbers, the lesser first, not {low:g} and {high:g}")
        or (bounds and not bounds[0] < bounds[1] and "bounds are two numbers, the lesser first")
        or (
            not method.samples
            and sampling is not None
            and f"{name} plays no random games: {sampling} is for mcts and is-mcts"
        )
        or (simulations is not None and simulations < 1 and f"there is at least 1 simulation, not {simulations}")
        or (not 0 <= chosen < math.inf and f"the exploration is a number from 0 up, not {exploration}")
    )
    if wrong:
        raise MossaError(wrong)
    root = rules.start() if state is None else state
    tree = GameTree(
        rules,
        root,
        Trace(name, on=trace, limit=limit),
        depth=depth,
        evaluate=evaluate,
        all_moves=all_moves,
        hurry=hurry,
        window=window,
        bounds=bounds,
        maximiser=(max(0, rules.mover(root)) if method.own_side else 0) if maximiser is None else maximiser,
        vectors=method.vectors
        or (method.samples and (facts.players > 2 or (facts.players == 2 and not facts.zero_sum))),
        simulations=simulations or method.simulations,
        exploration=chosen,
        seed=seed or 0,
        settings=Settings.of(settings, name, method.settings),
        boards=boards,
        predictor=predictor if method.advised else None,
    )
    try:
        return method.function(tree)
    except RecursionError:
        raise MossaError("the game goes too deep to be searched to its end: give a depth") from None


def _told(value: Value, method: Algorithm) -> Value:
    """A value as a table shows it: estimates without decimals that mean nothing."""
    if not method.samples:
        return value
    return tuple(round(one, 3) for one in value) if isinstance(value, tuple) else round(value, 3)


def compare(
    rules: Rules,
    state: Any = None,
    *,
    depth: int | None = None,
    evaluate: Callable[[Any], Any] | None = None,
    bounds: tuple[float, float] | None = None,
) -> Comparison:
    """All algorithms that fit the game and find its value, on the same tree; where cards are hidden, those that sample
    deals too.

    >>> from mossa import game
    >>> for row in compare(game("tree").rules)[:6]:
    ...     print(f"{row.algorithm:15} {row.value} {row.best} {row.nodes:3} {row.leaves:2} {row.cuts} {row.held:3}")
    minimax         3 a1  13  9 0   3
    minimax-list    3 a1  13  9 0   7
    minimax-whole   3 a1  13  9 0  13
    alphabeta       3 a1  11  7 1   3
    alphabeta-hard  3 a1  11  7 1   3
    alphabeta-list  3 a1  13  7 1   7
    """
    rows = Comparison()
    for method in ALGORITHMS.values():
        if (
            (method.samples and not method.hidden)
            or not method.exact
            or method.name in WITHOUT_VALUE
            or method.refusal(rules.facts)
            or (depth is not None and not method.depths)
        ):
            continue
        try:
            found = run(method.name, rules, state, depth=depth, evaluate=evaluate, bounds=bounds, trace=False)
        except MossaError:
            if method.name != "minimax-whole":  # the only one that may run out of memory where others do not
                raise
            continue
        counts = found.nodes, found.leaves, found.cuts, found.held
        value = None if found.value is None else _told(found.value, method)
        candidates = {move: _told(worth, method) for move, worth in found.candidates.items()}
        rows.append(Row(method.name, value, found.best, *counts, candidates))
    if not rows:
        raise MossaError("no algorithm of the textbook fits the facts of this game")
    return rows
