"""The nearest end of a game: a forced win or loss in the least number of plies, found without guesses.

The search of `think` finds wins and losses too, and they are ones; but it passes over moves that look bad, so there may
be a nearer one. Here every move counts (`proof_number.py`): is there a win within so many plies? Several bounds are
asked in turns, each with a few nodes first and then with ever more: the least that is still possible, so that the
nearest win is known to be the nearest, and greater ones, since a proof with plies to spare is often found much sooner
than the last refutation. Long wins are looked for without a bound (`unbounded_proof_number.py`), and what is found is
made shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mossa.core.game import Game
from mossa.core.kernel_rules import kernel_for
from mossa.core.protocol import State
from mossa.kernel.memory import Ints, Words
from mossa.kernel.specialise import prepare
from mossa.kernel.transposition_table import make_table
from mossa.search.alphabeta.memory import PLIES, Memory, Signal
from mossa.search.common.scores import win_score
from mossa.search.common.threads import UNLIMITED

from .proof_number import HALTED, UNCOUNTED, UNSEEN, Proof, is_proven, plies_of
from .unbounded_proof_number import HOLDS, OPEN, SHORTER, pursue

__all__ = ["FIRST_LOOK", "FIRST_TURN", "End", "Hunt", "MateSearch", "plies_to"]

FIRST_TURN, FIRST_LOOK = 10_000, 1_000
"""Nodes that a bound gets in the first turn, where a win is asked for and where it is only hoped for; in every further
one twice as many."""
ROUND = 7
"""All bounds and questions together want about so many times as many."""
QUESTIONS = (2, 8)
"""Whether there is a win at all is asked in so many ways, each with another patience: see `Proof`."""
DEAR = 2
"""Without a bound a node takes longer: there are so many times fewer in a turn."""
FIRST_EFFORT = 30
"""Nodes that each other move on the way to a win gets to shorten it; where that is to no use, twice as many …"""
MOST_EFFORT = 1 << 20
"""… and no more than these."""
WIDE = 12
"""If a nearer end is only possible within less than so many plies, it is only asked for with bounds."""
LONGEST_BOUND = UNCOUNTED
"""No more plies are asked for as a bound: whether there is a farther end is asked without one."""
LINE_NODES = 100_000
"""Nodes to make sure that a reply of the line holds out as long as is said."""


@dataclass(frozen=True)
class End:
    """A forced win or loss, and the line to it."""

    move: int
    score: int
    pv: tuple[int, ...]


def plies_to(game: Game, score: int) -> int:
    """How many plies away the greatest win or loss is; for other scores more than any search is deep."""
    return _utmost(game, score > 0) - abs(score)


def _utmost(game: Game, won: bool) -> int:
    """The score of the greatest win (or loss) there is, were it here and now, in size."""
    worst, best = game.facts.utility
    return int(best if won else -worst) * win_score(game)


class MateSearch:
    """Looks for ends of one game."""

    def __init__(self, game: Game, signal: Signal, memory_mib: int, *, compiled: bool = True) -> None:
        self.game, self.signal, self.memory_mib = game, signal, memory_mib
        # Where only the player who moved last can have won, who moves first wins after an odd number of plies.
        self.step = 2 if game.facts.alternate and game.rules.can_win is not None else 1
        self.most = min(game.facts.longest, PLIES)
        self.kernel: Callable[..., int] = kernel_for(pursue, game, compiled)
        if game.facts.score is None:  # where points count, a win is not the better for being near
            prepare(self.kernel, game.rules.start(), 1, self.fresh(1), Ints(1), Ints(1), 1)

    def fresh(self, mebibytes: int) -> Proof:
        """Memory for one question; its table only takes what is used of it."""
        reach = min(self.game.facts.longest, PLIES) + 3
        return Proof(
            nodes=0,
            limit=0,
            attacker=0,
            past=0,
            most=self.most,
            question=OPEN,
            counted=0,
            patience=QUESTIONS[0],
            sweep=0,
            effort=0,
            critical=0,
            rests_on=0,
            signal=self.signal,
            table=make_table(mebibytes),
            path=Words(reach),
            buffer=Ints(2 * self.game.facts.widest * (reach + 1)),
            killers=Ints(reach),
        )


class Hunt:
    """The search for the nearest win (or loss) by one of these moves within `most` plies; it can be left and resumed.

    `other` is the memory of the search that asks: it knows the states before the root and the limit of nodes, and is
    charged with the nodes.
    """

    def __init__(
        self,
        nearest: MateSearch,
        state: State,
        moves: Sequence[int],
        other: Memory,
        *,
        won: bool,
        most: int,
        turn: int = FIRST_TURN,
    ) -> None:
        self.nearest, self.state, self.moves, self.other, self.won = nearest, state, moves, other, won
        self.proof = nearest.fresh(nearest.memory_mib)
        mover = nearest.game.rules.mover(state)
        self.proof.attacker = mover if won else 1 - mover
        self.proof.path, self.proof.past = other.path, other.past
        reversible = nearest.game.rules.reversible
        self.count = 0 if reversible is None else reversible(state)
        """Moves before the state that can be undone."""
        self.proof.counted = 1 if self.count > 0 else 0
        self.low = 2 if nearest.step == 2 and not won else 1
        """There is no end in fewer plies."""
        self.high = PLIES
        """Only an end in more plies is known, if any."""
        self.narrow(min(most, nearest.game.facts.longest, PLIES))
        self.end: End | None = None
        """The nearest so far."""
        self.turn = turn
        self.known = UNSEEN
        """Plies of the nearest win that is known, be it farther than `most`."""
        self.told = UNSEEN
        """The same, where somebody else knows it."""
        self.unanswered = list(range(len(QUESTIONS)))
        """Which ways to ask for any win have not been answered."""
        self.idle = False
        """Is there nothing more to ask?"""
        self.effort = FIRST_EFFORT

    @property
    def certain(self) -> bool:
        """Is there no nearer end (or, without one, none at all within the plies asked for)?"""
        return self.low > self.high

    @property
    def over(self) -> bool:
        """Is there no more to be found out?"""
        return self.certain or self.idle

    @property
    def turns(self) -> int:
        """Nodes that all questions together want before the first has its next turn, about."""
        return ROUND * self.turn

    def narrow(self, most: int) -> None:
        """From now on only look for ends within so many plies."""
        self.high = min(self.high, self.low + (most - self.low) // self.nearest.step * self.nearest.step)

    def tell(self, plies: int) -> None:
        """Another search found an end in so many plies: only nearer ones are news."""
        self.told = plies
        self.narrow(plies - 1)
        if self.end is not None and plies < plies_to(self.nearest.game, self.end.score):
            self.end = None

    def go_on(self, nodes: int) -> bool:
        """Spend about so many nodes, but no more than it takes to find a nearer end, or to be certain that there is
        none. Is there news of the end?"""
        proof, other, before = self.proof, self.other, self.end
        first = proof.nodes
        allowed = first + other.limit - other.nodes
        until = min(first + nodes, allowed)
        while not self.over and self.end is before and proof.nodes < until and not proof.signal.stop:
            self._take_turns(allowed)  # to the end, or the last bounds would never have theirs
            if self.end is before:
                self.turn *= 2
        if self.certain and self.end is not None:
            plies = plies_to(self.nearest.game, self.end.score)
            self._reached(plies, self._line(plies, LINE_NODES))
        other.nodes += proof.nodes - first
        if other.nodes >= other.limit:
            proof.signal.stop = 1
        return self.end is not before

    def _take_turns(self, allowed: int) -> None:
        """Ask once whatever is worth it, until a nearer end is found: whether there is one beside one that is known;
        whether there is one within so many plies; whether there is one at all."""
        before, nodes = self.end, self.proof.nodes
        steps = [self._ask_bounds]
        if self.known == UNSEEN:
            steps = [self._ask_bounds, self._find]
        elif self.high - self.low >= WIDE:
            steps = [self._shorten, self._find, self._ask_bounds]
        for step in steps:
            step(allowed)
            if self.end is not before or self.certain:
                return
        self.idle = self.proof.nodes == nodes

    def _ask_bounds(self, allowed: int) -> None:
        """Is there an end within so many plies?"""
        for bound, share in self._bounds():
            if not self.low <= bound <= self.high:
                continue  # what was found for another bound has settled this one
            self.proof.limit = min(self.proof.nodes + self.turn // share, allowed)
            plies, _ = self._ask(self.state, self.moves, bound)
            if plies >= 0:
                self._reached(plies, self._line(bound, 0))
                return
            if plies != HALTED:
                self.low = bound + self.nearest.step

    def _find(self, allowed: int) -> None:
        """Is there an end at all?"""
        proof = self.proof
        for way in list(self.unanswered):
            proof.most = min(self.nearest.most, min(self.known, self.told) - self.nearest.step)
            proof.question, proof.patience = OPEN + way, QUESTIONS[way]
            proof.limit = min(proof.nodes + self.turn // DEAR, allowed)
            plies, _ = self._ask(self.state, self.moves, OPEN)
            if plies != HALTED:
                self.unanswered.remove(way)
            if plies >= 0:
                self._learn(plies)
                return

    def _shorten(self, allowed: int) -> None:
        """Is there a nearer end beside what is known? First without, then with searches."""
        proof = self.proof
        proof.question, proof.patience, proof.most = OPEN, QUESTIONS[0], self.nearest.most
        proof.limit = min(proof.nodes + 2 * self.turn, allowed)
        while self.effort <= min(self.turn, MOST_EFFORT) and proof.nodes < proof.limit and not proof.signal.stop:
            before = self.known
            for proof.effort, proof.critical in ((0, 0), (self.effort, 1), (0, 0), (self.effort, 0), (0, 0)):
                again = True
                while again and proof.nodes < proof.limit:
                    last = self.known
                    self._learn(self._ask(self.state, self.moves, SHORTER)[0])
                    again = self.known < last and proof.effort == 0
            if self.known == before:
                self.effort *= 2

    def _learn(self, plies: int) -> None:
        """An end in so many plies is known, if it holds; it may be farther than was asked for."""
        if plies < self.known and self._holds(plies):
            self.known = plies
            if plies <= self.high:
                counted, self.proof.counted = self.proof.counted, 0  # it holds, whatever the counts on the way
                self._reached(plies, self._line(plies, 0))
                self.proof.counted = counted

    def _holds(self, plies: int) -> bool:
        """Is what was found without a bound an end with all moves counted? As far as bounds reach, no count matters."""
        if self.nearest.game.rules.reversible is None or self.count + plies <= UNCOUNTED:
            return True
        before, self.proof.limit = self.proof.limit, UNLIMITED
        held = self._ask(self.state, self.moves, HOLDS)[0] == 1
        self.proof.limit = before
        return held

    def _reached(self, plies: int, line: tuple[int, ...]) -> None:
        """The nearest end so far."""
        self.known, self.high = plies, min(self.high, plies - self.nearest.step)
        score = _utmost(self.nearest.game, self.won) - plies
        self.end = End(line[0], score if self.won else -score, line)

    def _bounds(self) -> list[tuple[int, int]]:
        """The plies to be asked for in one turn, and what part of its nodes each gets: the least that is possible, and
        greater ones, ever farther and in the end with less. Where an end is known, most goes to the next below it."""
        bounds, further, share = [], 0, 1
        while self.low + further <= min(self.high, LONGEST_BOUND):
            bounds.append((self.low + further, max(1, share // 16)))
            further, share = 2 * further or self.nearest.step, 2 * share
        if (self.end is not None or self.told != UNSEEN) and self.high <= LONGEST_BOUND:
            bounds = [(bound, 4) for bound, _ in bounds if bound != self.high] + [(self.high, 1)]
        return bounds

    def _ask(self, state: State, moves: Sequence[int], bound: int) -> tuple[int, list[int]]:
        """How many plies a win within the bound takes (or −1, or HALTED), and what is known of each move."""
        n = len(moves)
        given, findings = Ints(n), Ints(n)
        for i, move in enumerate(moves):
            given[i] = move
        plies = int(self.nearest.kernel(state, bound, self.proof, given, findings, n))
        return plies, [findings[i] for i in range(n)]

    def _line(self, bound: int, nodes: int) -> tuple[int, ...]:
        """The moves to the end that was proven: the attacker's shortest way that is known, the defender's longest.

        With `nodes`, so many are spent to see whether a reply does not lose sooner than it seems.
        """
        rules, line = self.nearest.game.rules, []
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
                move = self._longest(state, known, nodes)
            line.append(move)
            state = rules.play(state, move)
            moves = rules.legal(state)
            if not moves:
                break
        return tuple(line) or (self.moves[0],)

    def _longest(self, state: State, known: dict[int, int], nodes: int) -> int:
        """The reply that holds out longest, by what is known; it may be found to lose sooner."""
        rules, step = self.nearest.game.rules, self.nearest.step
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
