"""Mate search: the shortest forced win or loss, found without guesses.

Alpha-beta finds forced wins too. But it prunes moves that look bad, so there may be a shorter win than the one it
found. Here no move is pruned. Proof-number search (`proof_number.py`) answers the question: is there a win within n
plies? Several bounds n are searched in turn, each with few nodes at first and with twice as many in every further
round:

- the least n that is still possible, so that in the end the shortest win is known to be the shortest;
- greater ones, since a proof with plies to spare is often found long before the last lower bound is refuted.

Long wins are searched for without a bound (`unbounded_proof_number.py`), and those found are shortened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from mossa.core.game import Game
from mossa.core.kernel_rules import kernel_for
from mossa.core.protocol import State
from mossa.kernel.memory import Ints, Words
from mossa.kernel.specialise import prepare
from mossa.kernel.transposition_table import make_table
from mossa.search.common.limits import MAX_PLY
from mossa.search.common.scores import win_score
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.threads import UNLIMITED

from .proof_number import HALTED, UNCOUNTED, UNSEEN, Proof, is_proven, plies_of
from .unbounded_proof_number import SHORTEN, UNBOUNDED, VERIFY, answer

__all__ = ["ANALYSIS_TURN", "FIRST_TURN", "CallingSearch", "Mate", "MateSearch", "MateSearcher", "plies_to_mate"]

FIRST_TURN, ANALYSIS_TURN = 10_000, 1_000
"""Nodes of a bound in its first turn: if a forced win is asked for, and in an analysis. They double with every further
turn."""
TURNS_OF_A_ROUND = 7
"""About how many turns one round takes, over all bounds and questions."""
PATIENCES = (2, 8)
"""The search without a bound runs once with each of these values of `Proof.patience`."""
UNBOUNDED_COST = 2
"""A node takes this many times as long without a bound, so the nodes of a turn are divided by it."""
FIRST_EFFORT = 30
"""To shorten a win, every other move of the attacker on the way gets this many nodes; if that does not help, twice as
many …"""
MOST_EFFORT = 1 << 20
"""… up to this many."""
SHORTEN_FROM = 12
"""If the possible lengths of a shorter win span fewer plies than this, it is only searched for with bounds."""
LONGEST_BOUND = UNCOUNTED
"""Longer wins are only searched for without a bound."""
LINE_NODES = 100_000
"""Nodes to verify that a reply in the line defends for as long as the line says."""


@dataclass(frozen=True)
class Mate:
    """A forced win or loss, with the line to it."""

    move: int
    score: int
    pv: tuple[int, ...]


def plies_to_mate(game: Game, score: int) -> int:
    """How many plies away the greatest win or loss is; for other scores more than any search is deep."""
    return _mate_score(game, score > 0) - abs(score)


def _mate_score(game: Game, won: bool) -> int:
    """The size of the score of the greatest win (or loss), 0 plies away."""
    worst, best = game.facts.utility
    return int(best if won else -worst) * win_score(game)


class CallingSearch(Protocol):
    """The memory of the search that calls the mate search: its node limit holds, and the nodes are counted there."""

    nodes: int
    limit: int
    past: int
    """How many states before the root are in `path`."""
    path: Words


class MateSearcher:
    """An engine that searches for mates in one game."""

    def __init__(self, game: Game, signal: StopSignal, memory_mib: int, *, compiled: bool = True) -> None:
        self.game, self.signal, self.memory_mib = game, signal, memory_mib
        # Where only the player who moved last can have won, the first to move wins after an odd number of plies.
        self.step = 2 if game.facts.alternate and game.rules.can_win is not None else 1
        self.max_plies = min(game.facts.horizon, MAX_PLY)
        self.kernel: Callable[..., int] = kernel_for(answer, game, compiled)
        # Where points count, a short win is worth no more than a long one.
        self._is_ready = game.facts.score is not None

    def prepare(self) -> None:
        """Compile it now, before a clock runs; otherwise that is done when a mate is first searched for."""
        if not self._is_ready:
            prepare(self.kernel, self.game.rules.start(), 1, self.make_proof(1), Ints(1), Ints(1), 1)
            self._is_ready = True

    def make_proof(self, mebibytes: int) -> Proof:
        """Fresh memory for one mate search; of its table only the part in use takes memory."""
        rows = self.max_plies + 3
        return Proof(
            nodes=0,
            limit=0,
            attacker=0,
            past=0,
            most=self.max_plies,
            question=UNBOUNDED,
            counted=0,
            patience=PATIENCES[0],
            sweep=0,
            effort=0,
            critical=0,
            rests_on=0,
            signal=self.signal,
            table=make_table(mebibytes),
            path=Words(rows),
            buffer=Ints(2 * self.game.facts.widest * (rows + 1)),
            killers=Ints(rows),
        )


class MateSearch:
    """A search for the shortest win (or loss) by one of the moves within `most` plies; it can be paused and resumed."""

    def __init__(
        self,
        searcher: MateSearcher,
        state: State,
        moves: Sequence[int],
        caller: CallingSearch,
        *,
        won: bool,
        most: int,
        turn: int = FIRST_TURN,
    ) -> None:
        self.searcher, self.state, self.moves, self.caller, self.won = searcher, state, moves, caller, won
        self.proof = searcher.make_proof(searcher.memory_mib)
        mover = searcher.game.rules.mover(state)
        self.proof.attacker = mover if won else 1 - mover
        self.proof.path, self.proof.past = caller.path, caller.past
        reversible = searcher.game.rules.reversible
        self.reversible = 0 if reversible is None else reversible(state)
        """Reversible moves before the state."""
        self.proof.counted = 1 if self.reversible > 0 else 0
        self.low = 2 if searcher.step == 2 and not won else 1
        """A mate in fewer plies is known not to exist."""
        self.high = MAX_PLY
        """The most plies still to be searched: known mates are longer."""
        self.limit_plies(min(most, searcher.max_plies))
        self.mate: Mate | None = None
        """The shortest so far."""
        self.turn = turn
        """Nodes of a turn."""
        self.known = UNSEEN
        """Plies of the shortest win found here, even if it is longer than `most`."""
        self.reported = UNSEEN
        """Plies of the shortest win that the calling search found."""
        self.unanswered = list(range(len(PATIENCES)))
        """The indices of PATIENCES whose search without a bound has not finished."""
        self.exhausted = False
        """Are all questions answered?"""
        self.effort = FIRST_EFFORT

    @property
    def certain(self) -> bool:
        """Is there no shorter mate (or, without one, none at all within the plies asked for)?"""
        return self.low > self.high

    @property
    def finished(self) -> bool:
        """Can the search find nothing more?"""
        return self.certain or self.exhausted

    @property
    def round_nodes(self) -> int:
        """About how many nodes one round over all questions takes."""
        return TURNS_OF_A_ROUND * self.turn

    def limit_plies(self, most: int) -> None:
        """From now on only search for mates within this many plies."""
        self.high = min(self.high, self.low + (most - self.low) // self.searcher.step * self.searcher.step)

    def report(self, plies: int) -> None:
        """The calling search found a mate in this many plies: from now on only search for shorter ones."""
        self.reported = plies
        self.limit_plies(plies - 1)
        if self.mate is not None and plies < plies_to_mate(self.searcher.game, self.mate.score):
            self.mate = None

    def resume(self, nodes: int) -> bool:
        """Spend about this many nodes, fewer if a shorter mate is found or shown not to exist. Did `mate` change?"""
        proof, caller, before = self.proof, self.caller, self.mate
        first = proof.nodes
        allowed = first + caller.limit - caller.nodes
        until = min(first + nodes, allowed)
        while not self.finished and self.mate is before and proof.nodes < until and not proof.signal.stop:
            self._play_round(allowed)  # a whole round, or the last bounds would never get a turn
            if self.mate is before:
                self.turn *= 2
        if self.certain and self.mate is not None:
            plies = plies_to_mate(self.searcher.game, self.mate.score)
            self._set_mate(plies, self._line(plies, LINE_NODES))
        caller.nodes += proof.nodes - first
        if caller.nodes >= caller.limit:
            proof.signal.stop = 1
        return self.mate is not before

    def _play_round(self, allowed: int) -> None:
        """Search once for each useful question, until a shorter mate is found: is there one within n plies, is there
        one at all, can the known one be shortened?"""
        before, nodes = self.mate, self.proof.nodes
        steps = [self._ask_bounds]
        if self.known == UNSEEN:
            steps = [self._ask_bounds, self._ask_any]
        elif self.high - self.low >= SHORTEN_FROM:
            steps = [self._shorten, self._ask_any, self._ask_bounds]
        for step in steps:
            step(allowed)
            if self.mate is not before or self.certain:
                return
        self.exhausted = self.proof.nodes == nodes

    def _ask_bounds(self, allowed: int) -> None:
        """Is there a mate within n plies?"""
        for bound, share in self._bounds():
            if not self.low <= bound <= self.high:
                continue  # decided by what was found for another bound
            self.proof.limit = min(self.proof.nodes + self.turn // share, allowed)
            plies, _ = self._ask(self.state, self.moves, bound)
            if plies >= 0:
                self._set_mate(plies, self._line(bound, 0))
                return
            if plies != HALTED:
                self.low = bound + self.searcher.step

    def _ask_any(self, allowed: int) -> None:
        """Is there a mate at all?"""
        proof = self.proof
        for way in list(self.unanswered):
            proof.most = min(self.searcher.max_plies, min(self.known, self.reported) - self.searcher.step)
            proof.question, proof.patience = UNBOUNDED + way, PATIENCES[way]
            proof.limit = min(proof.nodes + self.turn // UNBOUNDED_COST, allowed)
            plies, _ = self._ask(self.state, self.moves, UNBOUNDED)
            if plies != HALTED:
                self.unanswered.remove(way)
            if plies >= 0:
                self._learn(plies)
                return

    def _shorten(self, allowed: int) -> None:
        """Can the known mate be shortened? First without searches, then with them."""
        proof = self.proof
        proof.question, proof.patience, proof.most = UNBOUNDED, PATIENCES[0], self.searcher.max_plies
        proof.limit = min(proof.nodes + 2 * self.turn, allowed)
        while self.effort <= min(self.turn, MOST_EFFORT) and proof.nodes < proof.limit and not proof.signal.stop:
            before = self.known
            for proof.effort, proof.critical in ((0, 0), (self.effort, 1), (0, 0), (self.effort, 0), (0, 0)):
                again = True
                while again and proof.nodes < proof.limit:
                    last = self.known
                    self._learn(self._ask(self.state, self.moves, SHORTEN)[0])
                    again = self.known < last and proof.effort == 0
            if self.known == before:
                self.effort *= 2

    def _learn(self, plies: int) -> None:
        """Take note of a mate in this many plies, if it can be verified; it may be longer than the plies asked for."""
        if plies < self.known and self._verified(plies):
            self.known = plies
            if plies <= self.high:
                counted, self.proof.counted = self.proof.counted, 0  # verified, whatever the counts on the way
                self._set_mate(plies, self._line(plies, 0))
                self.proof.counted = counted

    def _verified(self, plies: int) -> bool:
        """Is a mate found without a bound still one when reversible moves are counted? Short ones need no check."""
        if self.searcher.game.rules.reversible is None or self.reversible + plies <= UNCOUNTED:
            return True
        before, self.proof.limit = self.proof.limit, UNLIMITED
        verified = self._ask(self.state, self.moves, VERIFY)[0] == 1
        self.proof.limit = before
        return verified

    def _set_mate(self, plies: int, line: tuple[int, ...]) -> None:
        """Set the shortest mate so far."""
        self.known, self.high = plies, min(self.high, plies - self.searcher.step)
        score = _mate_score(self.searcher.game, self.won) - plies
        self.mate = Mate(line[0], score if self.won else -score, line)

    def _bounds(self) -> list[tuple[int, int]]:
        """The bounds of one round, each with the divisor of its nodes: the least possible bound, then greater ones with
        fewer nodes. Once a mate is known, most nodes go to the next shorter one."""
        bounds, further, share = [], 0, 1
        while self.low + further <= min(self.high, LONGEST_BOUND):
            bounds.append((self.low + further, max(1, share // 16)))
            further, share = 2 * further or self.searcher.step, 2 * share
        if (self.mate is not None or self.reported != UNSEEN) and self.high <= LONGEST_BOUND:
            bounds = [(bound, 4) for bound, _ in bounds if bound != self.high] + [(self.high, 1)]
        return bounds

    def _ask(self, state: State, moves: Sequence[int], question: int) -> tuple[int, list[int]]:
        """Run the kernel: how many plies a win within a bound takes (or −1, or HALTED), and the findings."""
        n = len(moves)
        given, findings = Ints(n), Ints(n)
        for i, move in enumerate(moves):
            given[i] = move
        plies = int(self.searcher.kernel(state, question, self.proof, given, findings, n))
        return plies, [findings[i] for i in range(n)]

    def _line(self, bound: int, nodes: int) -> tuple[int, ...]:
        """The moves to the proven mate: the attacker's shortest known way against the longest defence.

        With `nodes` above 0, each reply is searched with this many nodes to see whether it loses sooner than is known.
        """
        rules, line = self.searcher.game.rules, []
        state, moves = self.state, self.moves
        for left in range(bound, 0, -1):
            self.proof.limit = self.proof.nodes + nodes
            _, findings = self._ask(state, moves, left)
            known = {move: plies_of(found) for move, found in zip(moves, findings, strict=True) if is_proven(found)}
            if not known:
                break
            if rules.mover(state) == self.proof.attacker:
                move = min(known, key=known.__getitem__)
            else:
                move = self._longest_defence(state, known, nodes)
            line.append(move)
            state = rules.play(state, move)
            moves = rules.legal(state)
            if not moves:
                break
        return tuple(line) or (self.moves[0],)

    def _longest_defence(self, state: State, known: dict[int, int], nodes: int) -> int:
        """The reply that defends longest, by the plies known of each; a search may find that one loses sooner."""
        rules, step = self.searcher.game.rules, self.searcher.step
        while True:
            move = max(known, key=known.__getitem__)
            if nodes == 0 or known[move] <= step:
                return move
            after = rules.play(state, move)
            self.proof.limit = self.proof.nodes + nodes
            plies, _ = self._ask(after, rules.legal(after), known[move] - step)
            if plies < 0:
                return move
            known[move] = plies
