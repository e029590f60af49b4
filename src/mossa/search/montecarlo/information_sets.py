"""Information-set Monte Carlo tree search: for games with hidden information or simultaneous moves, of any size, for
any number of players, with or without chance.

Each simulation deals the hidden cards anew, in agreement with what the player at the root knows, and goes down a tree
whose nodes are information states: what looks the same is one node [Cowling12]. The answer is the average strategy at
the root, mixed where it has to be; or, with UCB1, the move that was made most often. The rest of a line, below the
first new node, is played at random, or as the game suggests.

What was found stays in a table of fixed size from search to search: an information state holds all that its player has
seen, so it means the same in the next search. Rules whose `information_state` or `redeal` is beyond the compiled subset
run the same search interpreted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from mossa.core.game import Game
from mossa.core.hidden_rules import hidden_kernel, why_not_compiled
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Ints, Reals, Words, whole_lines
from mossa.kernel.random_numbers import draw
from mossa.kernel.specialise import prepare
from mossa.kernel.words import u64
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.threads import UNLIMITED, node_count, require_threads

from .information_options import chosen_options
from .information_tree import InformationMemory, node_words, run_information_sets
from .move_table import MEAN, NUMBERS, SHARE, VISITS, clear, find, held, make_table, move_hash, move_key
from .rave import OFF
from .slices import run_slices
from .tree_search import Halt

__all__ = ["InformationSetSearch", "RootMove", "refuses_information_sets"]

FEWEST = 200
"""Simulations that are made however short the time, unless the search is stopped; interpreted it is one."""
WITHOUT_LIMIT = 20_000
"""Simulations where nothing limits them."""
TELL = 0.25
"""Seconds between two results that are told."""
LONGEST, SPACE = 1000, 1 << 16
"""A path has at most so many nodes, and these so many moves."""
PATIENCE = 4000
"""Moves after which a simulation is estimated, in a game without a bound of its length."""
UNITS = 1 << 21
"""The greatest utility in units, where utilities are not whole numbers."""
TRACES = 50
"""A share in the average strategy that is so many times smaller than the greatest is a trace of exploration."""


class RootMove(NamedTuple):
    """What the table knows of a move at the root."""

    visits: float
    mean: float
    share: float
    """The sum of its shares in the strategies so far."""


def refuses_information_sets(game: Game) -> str:
    """Why this search is not for a game, or an empty text."""
    return "is for games with hidden information or simultaneous moves" if game.facts.perfect else ""


class InformationSetSearch:
    """The search for one game; what it finds stays for the next search, until `forget`."""

    def __init__(
        self,
        game: Game,
        *,
        memory_mib: int = 64,
        threads: int = 1,
        options: dict[str, float] | None = None,
        compiled: bool = True,
    ) -> None:
        if refuses_information_sets(game):
            raise MossaError(f"{game.name} hides nothing: information-set search {refuses_information_sets(game)}")
        require_threads(threads)
        self.game, self.options = game, chosen_options(game, options or {})
        low, high = map(float, game.facts.utility)
        greatest = max(abs(low), abs(high))
        self.unit = 1.0 if game.facts.whole and greatest < UNITS else UNITS / greatest
        """Units of the utility: results are whole numbers of them."""
        self.table, self.halt = make_table(memory_mib), Halt(stop=0, pause=0)
        self.memories = [self._memory() for _ in range(threads)]
        self.scratches = [game.rules.scratch() for _ in range(threads)]
        self.kernel: Callable[..., int] = hidden_kernel(run_information_sets, game, compiled)
        self.fewest = FEWEST if compiled and not why_not_compiled(game) else 1
        self.words: Callable[..., tuple[u64, u64]] = hidden_kernel(node_words, game, False)
        prepare(self.kernel, game.rules.start(), self.memories[0], self.scratches[0], 1)

    def _memory(self) -> InformationMemory:
        """Fresh memory for one of the threads."""
        game, facts, options = self.game, self.game.facts, self.options
        longest = min(facts.horizon, LONGEST)
        space = min(longest * facts.widest, max(SPACE, 4 * facts.widest))
        regret = options["regret"] > 0
        low, high = map(float, facts.utility)
        trail = Ints(8)
        trail[0] = OFF
        return InformationMemory(
            table=self.table,
            halt=self.halt,
            seed=u64(0),
            observer=0,
            single=int(options["single"]),
            regret=int(regret),
            others=options["others"],
            exploration=options["even"] if regret else options["exploration"] * (high - low),
            window=options["window"] if regret else float(UNLIMITED),
            fading=options["fading"],
            unit=self.unit,
            horizon=facts.horizon if facts.longest else PATIENCE,
            guided=int(options["guided"]),
            one_deal=int(options["one_deal"] and game.rules.estimate is not None),
            fewest=0,
            space=space,
            longest=longest,
            deepest=0,
            worth=0.0,
            rows=Ints(space),
            keys=Words(space),
            strategy=Reals(space),
            first=Ints(longest),
            count=Ints(longest),
            made=Ints(longest),
            movers=Ints(longest),
            chance=Reals(longest),
            results=Ints(whole_lines(facts.players)),
            trail=trail,
            buffer=Ints(whole_lines(facts.widest)),
        )

    def forget(self) -> None:
        """Empty the table."""
        clear(self.table)

    def search(
        self,
        state: State,
        limits: Limits | None = None,
        *,
        seed: int = 0,
        observer: int | None = None,
        on_depth: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """The strategy of the mover, as far as he knows the state. `nodes` are simulations, beside those of earlier
        searches; with an empty table, one thread and the same seed they always find the same.

        `observer`: another player, who thinks while the mover does; the strategy is then what he expects.
        """
        limits, begin, rules = limits or Limits(), time.perf_counter(), self.game.rules
        if rules.is_over(state):
            raise MossaError("the game is over: there is nothing to search")
        if rules.is_chance(state):
            raise MossaError("chance moves here: there is nothing to choose")
        player, told = rules.mover(state) if observer is None else observer, 0.0
        self.table.search += 1.0
        for thread, memory in enumerate(self.memories):
            memory.seed = u64(seed) if thread == 0 else draw(u64(seed) ^ draw(u64(thread)))
            memory.observer, memory.deepest, memory.fewest, memory.worth = player, 0, self.fewest, 0.0

        def simulate(thread: int, count: int) -> int:
            done: int = self.kernel(state, self.memories[thread], self.scratches[thread], count)
            self.memories[thread].fewest = 0
            return done

        def between(simulated: int) -> bool:
            nonlocal told
            seconds = time.perf_counter() - begin
            if on_depth is not None and seconds - told >= TELL:
                told = seconds
                on_depth(self._result(state, player, simulated, begin))
            return False

        most = limits.nodes or (WITHOUT_LIMIT if limits.time is None else None)
        if observer is None and len(rules.legal(state)) == 1:  # nothing to choose: only what it is worth
            most = min(most or FEWEST, FEWEST)
        within = (limits.time, most, limits.stop)
        progress = node_count(self.game, lambda: sum(memory.seed for memory in self.memories))
        done = run_slices(simulate, len(self.memories), self.halt, within, between, self.fewest, progress)
        found = self._result(state, player, done, begin)
        if on_depth is not None and done:
            on_depth(found)
        return found

    def _result(self, state: State, observer: int, simulations: int, begin: float) -> SearchResult:
        """What the table says of the root."""
        moves = self.game.rules.legal(state)
        rows = self.root_rows(state, observer)
        means = [row.mean for row in rows]
        if self.options["regret"]:
            shares = _shares([row.share for row in rows])
            best = max(range(len(moves)), key=shares.__getitem__)
        else:
            best = max(range(len(moves)), key=lambda i: (rows[i].visits, means[i]))
            shares = [float(i == best) for i in range(len(moves))]
        if len(moves) == 1:
            means = [sum(memory.worth for memory in self.memories) / max(1, simulations)]
        return SearchResult(
            moves[best],
            sum(share * mean for share, mean in zip(shares, means, strict=True)),
            tuple(move for move, share in zip(moves, shares, strict=True) if share > 0),
            depth=max(memory.deepest for memory in self.memories),
            nodes=simulations,
            held=held(self.table),
            seconds=time.perf_counter() - begin,
            pv=(moves[best],),
            candidates=tuple(sorted(zip(moves, means, strict=True), key=lambda item: -item[1])),
            probabilities=tuple(zip(moves, shares, strict=True)),
        )

    def root_rows(self, state: State, observer: int | None = None) -> list[RootMove]:
        """What is known of each move of the player who moves here, to himself or to another observer."""
        player = self.game.rules.mover(state)
        watcher = player if observer is None or not self.options["single"] else observer
        word, check = self.words(state, player, watcher)
        found, numbers = list[RootMove](), self.table.numbers.array
        for move in self.game.rules.legal(state):
            own = move_hash(move)
            row = find(self.table, move_key(word, own), check ^ own)
            at = row * NUMBERS
            some = numbers[at : at + NUMBERS].tolist() if row >= 0 else [0.0] * NUMBERS
            found.append(RootMove(some[VISITS], some[MEAN], some[SHARE]))
        return found


def _shares(sums: list[float]) -> list[float]:
    """The average strategy, without the traces of exploration; even if nothing is known."""
    total = sum(sums)
    if total <= 0:
        return [1 / len(sums)] * len(sums)
    kept = [one if one * TRACES >= max(sums) else 0.0 for one in sums]
    return [one / sum(kept) for one in kept]
