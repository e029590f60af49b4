"""The textbook algorithms as players: the same code that `mossa lab` shows."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from mossa.core.features import read_weights
from mossa.core.game import Game
from mossa.core.linear_evaluation import weighted_rules
from mossa.core.position import Position
from mossa.core.protocol import State
from mossa.core.rules import Rules
from mossa.search.common.limits import Limits, OverlongGame
from mossa.search.common.results import SearchResult
from mossa.search.textbook.values import Value

from .player import Player, PlayerKind, stricter_limits
from .player_settings import LIMITS, WEIGHTS

__all__ = ["LimitReached", "LimitedRules", "TextbookPlayer", "run_algorithm", "textbook_kinds", "textbook_names"]

ENGINES = ("alphabeta", "mcts", "puct", "gumbel", "is-mcts", "maxn", "paranoid", "best-reply")
"""Names of compiled engines; the textbook algorithm of such a name is the player `NAME-textbook`."""

UNPROVEN = ("averaging", "best-defence", "paranoid", "best-reply", "cooperative", "mcts", "puct", "gumbel", "is-mcts")
"""Algorithms whose value is a mean, or assumes something about hidden cards or other players: it is never exact."""

FEWEST, USUAL, MOST = 64, 2048, 1 << 20
"""Simulations of Monte Carlo tree search: at first, where they are doubled until a limit is reached; without a limit;
and the most. A run begins anew each time, as deepening does."""


class LimitReached(Exception):
    """A limit was reached during a search."""


class LimitedRules:
    """Rules wrapped to count nodes and raise LimitReached, so that the algorithms need not handle limits.

    Every node of a textbook search is made by `play`, and every state at which it stops before the end of the game goes
    to `evaluate`, or with chance to `estimate`; so these functions see all that matters. `utility` sees the time too:
    near the end of a game Monte Carlo tree search holds the whole tree, and its simulations make no node.
    """

    def __init__(self, rules: Rules, limits: Limits) -> None:
        self.limits = limits
        self.began = time.perf_counter()
        self.nodes = 0
        self.ends = 0
        """How often an end of the game was asked for its utility."""
        self.cut_off = False
        """Did the search evaluate a state before the end of the game?"""
        self.ignore_time = False
        """Ignore the time limit?"""
        play, evaluate, estimate, nodes = rules.play, rules.evaluate, rules.estimate, limits.nodes
        utility = rules.utility

        def watched_play(state: State, move: int) -> State:
            self.nodes += 1
            if (self.nodes & 63 == 0 and self._late()) or (nodes is not None and self.nodes > nodes):
                raise LimitReached
            return play(state, move)

        def watched_utility(state: State, player: int) -> float:
            self.ends += 1
            if self.ends & 63 == 0 and self._late():
                raise LimitReached
            return utility(state, player)

        def watched_evaluate(state: State) -> int:
            self.cut_off = True
            return evaluate(state) if evaluate is not None else 0

        def watched_estimate(state: State, player: int, scratch: Any) -> float:
            self.cut_off = True
            return estimate(state, player, scratch) if estimate is not None else 0.0

        self.rules = rules.replace(
            play=watched_play,
            utility=watched_utility,
            evaluate=watched_evaluate,
            estimate=watched_estimate if estimate is not None else None,
        )

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.began

    def _late(self) -> bool:
        allowed = None if self.ignore_time else self.limits.time
        return self.limits.stop.is_set() or (allowed is not None and self.seconds >= allowed)


class TextbookPlayer(Player):
    """One textbook algorithm as a player.

    With a limit of time or nodes it deepens iteratively and plays the move of the last completed depth (with
    `Limits.analysis` at least depth 1, however short the time); with a depth it searches to that depth; without limits,
    to the end of the game.
    """

    def __init__(self, algorithm: str, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self.algorithm = algorithm
        if "weights" in settings:
            self.game = replace(game, rules=weighted_rules(game, read_weights(game, settings["weights"])))

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """The first best move that the algorithm finds."""
        from mossa.search.textbook import ALGORITHMS

        if limits.time is not None and not ALGORITHMS[self.algorithm].depths:
            limits = replace(limits, depth=None)  # a referee's limit for a forced move: the time suffices
        if ALGORITHMS[self.algorithm].samples:
            return self._choose_by_sampling(position, limits, multipv)
        limits = stricter_limits(limits, self.settings)
        watch = LimitedRules(self.game.rules, limits)
        state, deepest = position.state, limits.depth
        first = position.legal[0]
        found = SearchResult(first, 0.0, (first,), pv=(first,))  # the answer if not even depth 1 is completed
        if (limits.time is None and limits.nodes is None) or not ALGORITHMS[self.algorithm].depths:
            depths = [deepest]
        else:
            depths = list(range(1, min(deepest or self.game.facts.horizon, self.game.facts.horizon) + 1))
        try:
            for depth in depths:
                watch.ignore_time = limits.analysis and depth == 1
                best = run_algorithm(self.algorithm, self.game, state, watch, depth, ties=ties)
                lines: tuple[tuple[int, float], ...] = ()
                if multipv > 1:
                    lines = best.candidates or self._candidates(state, watch, depth)
                found = replace(best, candidates=lines[:multipv])  # a new depth counts only with its candidates
                on_depth = self.on_depth or self.progress.append
                on_depth(replace(found, nodes=watch.nodes, seconds=watch.seconds))
                if not watch.cut_off:
                    break
            else:
                longest = self.game.facts.longest
                if longest is not None and depths[-1] == longest and ALGORITHMS[self.algorithm].depths:
                    raise OverlongGame(self.game.name, longest)
        except LimitReached:
            pass
        return replace(found, nodes=watch.nodes, seconds=watch.seconds)

    def _choose_by_sampling(self, position: Position, limits: Limits, multipv: int) -> SearchResult:
        """The move of the greatest number of simulations, doubled each time, that the limits allow."""
        limits = stricter_limits(limits, self.settings)
        watch, first = LimitedRules(self.game.rules, limits), position.legal[0]
        found = SearchResult(first, 0.0, (first,), pv=(first,))
        unlimited = limits.time is None and limits.nodes is None
        simulations = USUAL if unlimited else FEWEST
        try:
            while simulations <= MOST:
                watch.ignore_time = limits.analysis and simulations == FEWEST
                found = run_algorithm(
                    self.algorithm, self.game, position.state, watch, limits.depth, ties=False, simulations=simulations
                )
                found = replace(found, candidates=found.candidates[:multipv] if multipv > 1 else ())
                (self.on_depth or self.progress.append)(replace(found, nodes=watch.nodes, seconds=watch.seconds))
                if unlimited or (limits.nodes is not None and simulations >= limits.nodes):
                    break
                simulations *= 2
        except LimitReached:
            pass
        return replace(found, nodes=watch.nodes, seconds=watch.seconds)

    def _candidates(self, state: State, watch: LimitedRules, depth: int | None) -> tuple[tuple[int, float], ...]:
        """Every move with its value, best first. Each successor has a full window, so no value is a bound.

        The one who moves here stays MAX below for an algorithm that makes the mover at the root MAX.
        """
        from mossa.search.textbook import ALGORITHMS

        rules, mover = self.game.rules, self.game.rules.mover(state)
        maximiser = mover if ALGORITHMS[self.algorithm].own_side else None
        values = {}
        for move in rules.legal(state):
            after = rules.play(state, move)
            if rules.is_over(after):
                values[move] = float(rules.utility(after, mover))
            else:
                below = None if depth is None else depth - 1
                found = run_algorithm(self.algorithm, self.game, after, watch, below, ties=False, maximiser=maximiser)
                # where chance moves, the value is player 0's
                same = maximiser is not None or max(0, rules.mover(after)) == mover
                values[move] = found.vector[mover] if found.vector else found.value if same else -found.value
        return tuple(sorted(values.items(), key=lambda item: -item[1]))


def run_algorithm(
    algorithm: str,
    game: Game,
    state: State,
    watch: LimitedRules,
    depth: int | None,
    *,
    ties: bool,
    simulations: int | None = None,
    maximiser: int | None = None,
) -> SearchResult:
    """Run an algorithm in a state. At a chance node `move` is −1 and the value player 0's.

    `maximiser`: who is MAX in an algorithm that is one player's, by default the mover; the value is his.
    """
    from mossa.search.textbook import ALGORITHMS, network_of, run

    method = ALGORITHMS[algorithm]
    rules = game.rules.two_sided if method.two_players and not method.hidden else game.rules
    watch.cut_off = False
    options: dict[str, Any] = (
        {"simulations": simulations}
        if method.samples
        else {"all_moves": ties, "hurry": method.orders, "maximiser": maximiser}
    )
    options |= network_of(algorithm, game)
    trace = run(algorithm, watch.rules, state, depth=depth, trace=False, **options)
    numbers = {rules.write_move(state, move): move for move in rules.legal(state)}
    move = numbers[trace.best] if trace.best is not None else -1
    mover, value = max(0, rules.mover(state)), trace.value
    assert value is not None

    def own(value: Value) -> float:
        if isinstance(value, tuple):
            return float(value[mover])
        return -float(value) + 0.0 if mover == 1 and not method.own_side else float(value)

    # What the players do not see of each other makes a move's value that of the root, not of the state after it.
    known = method.samples or method.hidden or method.together
    worths = {numbers[text]: own(worth) for text, worth in trace.candidates.items()} if known else {}
    return SearchResult(
        move,
        own(value),
        tuple(numbers[text] for text in trace.moves) or ((move,) if move >= 0 else ()),
        depth=depth if depth is not None else 0 if method.samples else game.facts.horizon,
        held=trace.held,
        pv=(move,) if move >= 0 else (),
        candidates=tuple(sorted(worths.items(), key=lambda item: (item[0] != move, -item[1]))),
        exact=not watch.cut_off and algorithm not in UNPROVEN and not rules.sampled,
        vector=tuple(map(float, value)) if isinstance(value, tuple) else (),
    )


def textbook_kinds() -> dict[str, PlayerKind]:
    """The players for the textbook algorithms, by name."""
    from mossa.search.textbook import ALGORITHMS

    def kind(algorithm: str) -> PlayerKind:
        entry = ALGORITHMS[algorithm]
        name = f"{algorithm}-textbook" if algorithm in ENGINES else algorithm
        limits = LIMITS if entry.depths else {key: LIMITS[key] for key in ("time", "nodes")}
        settings = {**limits, "weights": WEIGHTS} if entry.depths else limits
        make = partial(TextbookPlayer, algorithm)
        return PlayerKind(
            name,
            entry.about,
            make,
            settings,
            lambda game: entry.refusal((game.two_sided if entry.two_players else game).facts),
        )

    kinds = (kind(algorithm) for algorithm, entry in ALGORITHMS.items() if not entry.technique)
    return {kind.name: kind for kind in kinds}


def textbook_names(name: str) -> tuple[str, ...]:
    """The players that another name of an algorithm may mean, as courses call it: the textbook's own first.

    >>> textbook_names("AlphaBetaDecision")
    ('alphabeta-textbook', 'alphabeta')
    """
    from mossa.search.textbook.aliases import usual_name

    meant = usual_name(name)
    return (f"{meant}-textbook", meant)
