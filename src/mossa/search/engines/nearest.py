"""The nearest end of a game: a forced win or loss in the least number of plies, found without guesses.

The search of `think` finds wins and losses too, and they are ones; but it passes over moves that look bad, so there
may be a nearer one. Here every move counts (`proof.py`): is there a win within so many plies? Several bounds are asked
in turns, each with a few nodes first and then with ever more: the least that is still possible, so that the nearest
win is known to be the nearest, and greater ones, since a proof with plies to spare is often found much sooner than
the last refutation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from mossa.core.compiled import specialise
from mossa.core.game import Game
from mossa.core.protocol import State
from mossa.kernel.hashtable import make_table
from mossa.kernel.memory import Ints, Words
from mossa.kernel.specialise import prepare

from .memory import PLIES, Memory, Signal
from .proof import HALTED, Proof, is_proven, plies_of, prove
from .scores import win_score
from .watch import UNLIMITED

__all__ = ["Answer", "End", "Nearest", "plies_to"]

FIRST_TURN = 10_000
"""Nodes that each bound gets in the first turn; in every further one twice as many."""
LINE_NODES = 100_000
"""Nodes to make sure that a reply of the line holds out as long as is said."""


@dataclass(frozen=True)
class End:
    """A forced win or loss, and the line to it."""

    move: int
    score: int
    pv: tuple[int, ...]


@dataclass(frozen=True)
class Answer:
    """What was found of the nearest end."""

    end: End | None
    """The nearest so far."""
    certain: bool
    """There is no nearer one (or, without one, none at all within the plies asked for)."""


def plies_to(game: Game, score: int) -> int:
    """How many plies away the greatest win or loss is; for other scores more than any search is deep."""
    return _utmost(game, score > 0) - abs(score)


def _utmost(game: Game, won: bool) -> int:
    """The score of the greatest win (or loss) there is, were it here and now, in size."""
    worst, best = game.facts.utility
    return int(best if won else -worst) * win_score(game)


class Nearest:
    """Looks for ends of one game."""

    def __init__(self, game: Game, signal: Signal, memory_mib: int, *, compiled: bool = True) -> None:
        self.game, self.signal, self.memory_mib = game, signal, memory_mib
        self.reach = min(game.facts.longest, PLIES)
        # Where only the player who moved last can have won, who moves first wins after an odd number of plies.
        self.step = 2 if game.facts.alternate and game.rules.can_win is not None else 1
        self.kernel: Callable[..., int] = specialise(prove, game, compiled)
        prepare(self.kernel, game.rules.start(), 1, self._fresh(1), Ints(1), Ints(1), 1)

    def find(
        self,
        state: State,
        moves: Sequence[int],
        other: Memory,
        *,
        won: bool,
        most: int,
        nodes: int | None = None,
        on_end: Callable[[End], None] | None = None,
    ) -> Answer:
        """The nearest win (or loss) by one of these moves within `most` plies.

        `other` is the memory of the search that asks: it knows the states before the root and the limit of nodes, and
        is charged with the nodes. No more of them are spent here than `nodes`. Whenever a nearer end is found,
        `on_end` is told.
        """
        proof = self._fresh(self.memory_mib)
        mover = self.game.rules.mover(state)
        proof.attacker = mover if won else 1 - mover
        proof.path, proof.past = other.path, other.past
        before = other.nodes
        allowed = min(other.limit - before, UNLIMITED if nodes is None else nodes)
        low = self.step if self.step == 2 and not won else 1
        high = low + (min(most, self.reach) - low) // self.step * self.step
        end, turn = None, FIRST_TURN
        while low <= high and proof.nodes < allowed and not self.signal.stop:
            for bound in self._bounds(low, high, end is not None):
                if not low <= bound <= high:
                    continue  # what was found for another bound has settled this one
                proof.limit = min(proof.nodes + turn, allowed)
                plies, _ = self._ask(state, moves, bound, proof)
                other.nodes = before + proof.nodes
                if plies == HALTED:
                    continue
                if plies < 0:
                    low = bound + self.step
                else:
                    high = plies - self.step
                    end = self._end(state, moves, bound, plies, proof, won)
                    if on_end is not None:
                        on_end(end)
            turn *= 2
        certain = low > high
        if end is not None and certain:
            line = self._line(state, moves, plies_to(self.game, end.score), proof, LINE_NODES)
            end = replace(end, move=line[0], pv=line)
        other.nodes = before + proof.nodes
        if other.nodes >= other.limit:
            self.signal.stop = 1
        return Answer(end, certain)

    def _fresh(self, mebibytes: int) -> Proof:
        """Memory for one question; its table only takes what is used of it."""
        reach = min(self.game.facts.longest, PLIES) + 3
        return Proof(
            nodes=0,
            limit=0,
            attacker=0,
            past=0,
            signal=self.signal,
            table=make_table(mebibytes),
            path=Words(1),
            buffer=Ints(2 * self.game.facts.widest * (reach + 1)),
            killers=Ints(reach),
        )

    def _bounds(self, low: int, high: int, found: bool) -> list[int]:
        """The plies to be asked for in one turn: the least, some more, ever farther; where a win is known, also the
        next less than its own."""
        bounds, further = [], 0
        while low + further <= high:
            bounds.append(low + further)
            further = 2 * further or self.step
        if found and high not in bounds:
            bounds.append(high)
        return bounds

    def _ask(self, state: State, moves: Sequence[int], bound: int, proof: Proof) -> tuple[int, list[int]]:
        """How many plies a win within the bound takes (or none, or HALTED), and what is known of each move."""
        n = len(moves)
        given, findings = Ints(n), Ints(n)
        for i, move in enumerate(moves):
            given[i] = move
        plies = int(self.kernel(state, bound, proof, given, findings, n))
        return plies, [findings[i] for i in range(n)]

    def _end(self, state: State, moves: Sequence[int], bound: int, plies: int, proof: Proof, won: bool) -> End:
        line = self._line(state, moves, bound, proof, 0)
        score = _utmost(self.game, won) - plies
        return End(line[0], score if won else -score, line)

    def _line(self, state: State, moves: Sequence[int], bound: int, proof: Proof, nodes: int) -> tuple[int, ...]:
        """The moves from a proven state to the end: the attacker's shortest way that is known, the defender's longest.

        With `nodes`, so many are spent to see whether a reply does not lose sooner than it seems.
        """
        rules, line = self.game.rules, []
        for left in range(bound, 0, -1):
            proof.limit = proof.nodes + nodes
            _, findings = self._ask(state, moves, left, proof)
            known = {move: plies_of(found) for move, found in zip(moves, findings, strict=True) if is_proven(found)}
            if not known:
                break
            if rules.mover(state) == proof.attacker:
                move = min(known, key=known.__getitem__)
            else:
                move = self._longest(state, known, proof, nodes)
            line.append(move)
            state = rules.play(state, move)
            moves = rules.legal(state)
            if not moves:
                break
        return tuple(line) or (moves[0],)

    def _longest(self, state: State, known: dict[int, int], proof: Proof, nodes: int) -> int:
        """The reply that holds out longest, by what is known; it may be found to lose sooner."""
        while True:
            move = max(known, key=known.__getitem__)
            if nodes == 0 or known[move] <= self.step:
                return move
            after = self.game.rules.play(state, move)
            proof.limit = proof.nodes + nodes
            plies, _ = self._ask(after, self.game.rules.legal(after), known[move] - self.step, proof)
            if plies < 0:
                return move
            known[move] = plies
