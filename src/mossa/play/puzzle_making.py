"""Makes puzzles: in games of a weak player, and in endings of which there are tables, it looks for positions where one
move is proven to be the only right one.

The tools, in this order: what the game knows of its end (`bounds`, from endgame tables), the search for the shortest
forced win, and the solver; or, where a game has one, its own search for wins by threats. Everything depends on the
seed and the number of the game alone, so a file can be continued.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.search.alphabeta.deepening import Searcher, search
from mossa.search.alphabeta.endgame_play import perfect_result
from mossa.search.alphabeta.solver import Solver
from mossa.search.common.limits import MAX_PLY, Limits
from mossa.search.common.results import SearchResult
from mossa.search.mate.mate_search import Mate, MateSearch, plies_to_mate

from .alphabeta_player import refuses_alphabeta
from .ending_positions import EndingPositions
from .puzzles import RATE_NODES, Puzzle
from .referee import final_utilities
from .seeded_random import derive_seed

__all__ = ["PuzzleMaker", "refuses_puzzles"]

MOVE_NODES = 400
"""Nodes for a move of the games: a weak player, who errs."""
RANDOM_SHARE = 5
"""One move in so many is a random one."""
RANDOM_PLIES = 2
"""The first moves are random, so that no two games are alike."""
LONGEST_GAME = 140
"""Plies; then the next game begins."""
SURE, PATIENCE = 0.99, 20
"""A game also ends when one side has this share of what can be won, by its own search, for so many plies."""
APART = 6
"""Plies between two puzzles of one game."""
MOST_STEPS = 4
"""Moves of the solver in one puzzle."""
MATE_PLIES, MATE_NODES = 7, 12_000
"""The longest forced wins that are looked for, and the nodes of one such search."""
SOLVE_PLIES = 30
"""A position is only solved if there are no more moves to come than this."""
SOLVE_NODES = 200_000
"""Nodes to prove the value of one position."""
RATE_DEPTH, RATE_MEMORY = 30, 4
"""The search by which a puzzle is rated: plies, MiB."""
DRAWN = 200
"""Positions drawn from an ending until one of them is a puzzle."""
GLANCE = 2
"""A position of an ending is only a puzzle if the engine, without tables, must look further than this many plies."""


def refuses_puzzles(game: Game) -> str:
    """Why no puzzles can be made of a game, or an empty text."""
    facts = game.facts
    if refuses_alphabeta(game) or facts.chance or not facts.perfect or game.name.partition(":")[0] == "tree":
        return f"{game.title} has no puzzles: they need two players, zero sum, no chance and nothing hidden"
    return ""


@dataclass(frozen=True)
class Certificate:
    """One move is the only one that reaches the goal."""

    move: int
    goal: str
    proof: str
    plies: int | None
    reply: int | None
    """The longest defence; None where the game is over or the line ends here."""
    unique: bool = True
    """False: other moves also end the game at once, and are as good."""


class PuzzleMaker:
    """Makes the puzzles of one game. With `endings`, names of endgame tables, every second game is a position drawn
    from one of them."""

    def __init__(
        self, game: Game, seed: int = 1, stop: threading.Event | None = None, endings: Sequence[str] = ()
    ) -> None:
        refusal = refuses_puzzles(game)
        if refusal:
            raise MossaError(refusal)
        self.game, self.seed, self.stop = game, seed, stop or threading.Event()
        self._endings = EndingPositions(game, endings) if endings else None
        self._without_tables = game
        self._has_tables = game.rules.score is None and bool(endings or game.rules.plies_to_end is not None)
        if self._has_tables:
            self._without_tables = replace(game, rules=game.rules.replace(bounds=None, plies_to_end=None))
        self._shortest_win = game.extra("shortest_win", "forced_wins")
        self._longest_defence = game.extra("longest_defence", "forced_wins")
        self._searcher = Searcher(game, memory_mib=16)
        longest = game.facts.longest
        self._solver = Solver(game) if longest is not None and longest <= MAX_PLY else None

    def of_game(self, number: int, wanted: Callable[[Puzzle], bool] = lambda puzzle: True) -> Iterator[Puzzle]:
        """The puzzles that one game of the weak player leads to; those that are not `wanted` take no place."""
        seed = derive_seed(self.seed, number)
        if self._endings is not None and number % 2:
            yield from self._of_ending(number // 2, seed, wanted)
            return
        begins = 0
        for ply, at in enumerate(self._play(seed)):
            if self.stop.is_set():
                return
            if ply < begins or len(at.legal) < 2:
                continue
            found = self.puzzle(Position(self.game, at.state))
            if found is not None and wanted(found):
                begins = ply + APART
                yield found

    def _of_ending(self, number: int, seed: int, wanted: Callable[[Puzzle], bool]) -> Iterator[Puzzle]:
        """The first puzzle among positions drawn from an ending; the endings take turns."""
        assert self._endings is not None
        name = self._endings.names[number % len(self._endings.names)]
        for at in islice(self._endings.drawn(name, seed), DRAWN):
            if self.stop.is_set():
                return
            found = self.puzzle(at) if len(at.legal) > 1 else None
            if found is not None and found.proof == "table" and found.depth > GLANCE and wanted(found):
                yield found
                return

    def _play(self, seed: int) -> Iterator[Position]:
        """The positions of a game."""
        at, engine, decided = self.game.start(), Searcher(self.game, memory_mib=RATE_MEMORY), 0
        most = max(map(abs, self.game.facts.utility))
        for ply in range(LONGEST_GAME):
            if at.is_over:
                return
            yield at
            drawn = derive_seed(seed, ply)
            if ply < RANDOM_PLIES or drawn % RANDOM_SHARE == 0:
                move = at.legal[drawn // RANDOM_SHARE % len(at.legal)]
            else:
                found = engine.search(at.state, Limits(nodes=MOVE_NODES))
                move, decided = found.move, decided + 1 if abs(found.value) > SURE * most else 0
                if decided > PATIENCE:
                    return
            at = at.play(move)

    def puzzle(self, at: Position) -> Puzzle | None:
        """The puzzle that begins here, if one does."""
        first = self.certify(at)
        if first is None or not first.unique:
            return None
        begin, step, line, asked = at, first, list[int](), [(at, first.move)]
        while True:
            line.append(step.move)
            at = at.play(step.move)
            if at.is_over or step.reply is None or len(asked) == MOST_STEPS:
                break
            reply = step.reply
            at = at.play(reply)
            following = None if at.is_over else self.certify(Position(self.game, at.state))
            if following is None or following.goal != first.goal or (not following.unique and following.plies != 1):
                if first.proof == "mate":
                    return None  # a forced win is shown to its end
                break
            line.append(reply)
            step = following
            asked.append((at, step.move))
        if first.proof == "mate" and not at.is_over:
            return None
        game = self._without_tables if first.proof == "table" else self.game
        efforts = [self._effort(game, one, move) for one, move in asked]
        return Puzzle(
            begin.text,
            _texts(begin, line),
            first.goal,
            first.proof,
            first.plies,
            len(begin.legal),
            max(depth for depth, _ in efforts),
            sum(nodes for _, nodes in efforts),
        )

    # Proofs

    def certify(self, at: Position) -> Certificate | None:
        """The only right move of a position, if there is one and it can be proven."""
        if self._shortest_win is not None:
            return self._by_threats(at)
        return self._by_table(at) or self._by_mate(at) or self._by_solution(at)

    def _by_table(self, at: Position) -> Certificate | None:
        if not self._has_tables:
            return None
        value = self._table_value(at, at.mover)
        if value is None or value < 0:
            return None
        values = {move: self._table_value(at.play(move), at.mover) for move in at.legal}
        if None in values.values():
            return None
        right = [move for move, one in values.items() if one == value]
        best = perfect_result(self.game, at.state)
        plies = best.depth if best is not None and value > 0 else None
        if len(right) != 1 or (plies is not None and plies <= 1):
            return None  # no only move, or a mate on the board
        after = at.play(right[0])
        answer = None if after.is_over else perfect_result(self.game, after.state)
        reply = None if answer is None else answer.move
        return Certificate(right[0], "win" if value > 0 else "draw", "table", plies, reply)

    def _table_value(self, after: Position, seat: int) -> float | None:
        if after.is_over:
            return final_utilities(after)[seat]
        rules = self.game.rules
        assert rules.bounds is not None
        low, high = rules.bounds(after.state)
        if low != high:
            return None
        return low if after.mover == seat else -low

    def _by_threats(self, at: Position) -> Certificate | None:
        """By the game's own search for wins by threats."""
        assert self._shortest_win is not None
        plies, moves = self._shortest_win(at.state)
        if plies == 0 or (len(moves) > 1 and plies > 1):
            return None
        after = at.play(moves[0])
        reply = None if after.is_over else self._longest_defence(after.state, plies - 1)
        return Certificate(moves[0], "win", "threats", plies, reply, len(moves) == 1)

    def _by_mate(self, at: Position) -> Certificate | None:
        if self.game.facts.score is not None:
            return None
        mate = self._nearest_win(at, at.legal, MATE_PLIES)
        if not isinstance(mate, Mate):
            return None
        plies = plies_to_mate(self.game, mate.score)
        others = [move for move in at.legal if move != mate.move]
        unique = not others or self._nearest_win(at, others, plies) is False
        if not unique and plies > 1:
            return None
        reply = mate.pv[1] if len(mate.pv) > 1 else None
        return Certificate(mate.move, "win", "mate", plies, reply, unique)

    def _nearest_win(self, at: Position, moves: Sequence[int], most: int) -> Mate | bool:
        """The shortest forced win by one of these moves; False if there is none, True if that is not known."""
        searcher = self._searcher
        memory, searcher.signal.stop = searcher.memories[0], 0
        memory.nodes, memory.past, memory.limit = 0, 0, MATE_NODES
        finder = MateSearch(searcher.mate_searcher, at.state, moves, memory, won=True, most=most)
        while not finder.finished and memory.nodes < MATE_NODES:
            finder.resume(MATE_NODES - memory.nodes)
        if not finder.certain:
            return True
        return finder.mate or False

    def _by_solution(self, at: Position) -> Certificate | None:
        rules, longest = self.game.rules, self.game.facts.longest
        left = rules.plies_left(at.state) if rules.plies_left is not None else longest
        if self._solver is None or left is None or left > SOLVE_PLIES:
            return None
        try:
            value = self._value(at, at.mover)
            if value < 0 or (value == 0 and not self.game.facts.utility[0] < 0):
                return None
            right = []
            for move in at.legal:
                if self._value(at.play(move), at.mover) == value:
                    right.append(move)
                if len(right) > 1:
                    return None
            after = at.play(right[0])
            reply = None if after.is_over else self._solver.solve(after.state, Limits(nodes=SOLVE_NODES)).move
        except MossaError:  # too big to solve from here
            return None
        return Certificate(right[0], "win" if value > 0 else "draw", "solution", None, reply)

    def _value(self, at: Position, seat: int) -> int:
        """The outcome for a seat: 1, 0 or −1."""
        if at.is_over:
            value = final_utilities(at)[seat]
        else:
            assert self._solver is not None
            found = self._solver.score(at.state, Limits(nodes=SOLVE_NODES))
            value = found.value if at.mover == seat else -found.value
        return (value > 0) - (value < 0)

    # Rating

    def _effort(self, game: Game, at: Position, move: int) -> tuple[int, int]:
        """Plies and nodes that the engine takes until it stays with a move; of what a table proves, without tables."""
        found: list[SearchResult] = []
        limits = Limits(nodes=RATE_NODES, depth=RATE_DEPTH)
        search(game, at.state, limits, memory_mib=RATE_MEMORY, on_depth=found.append)
        settled = len(found)
        while settled and found[settled - 1].move == move:
            settled -= 1
        if settled == len(found):
            return (found[-1].depth + 1 if found else 1), RATE_NODES
        return max(1, found[settled].depth), max(1, found[settled].nodes)


def _texts(at: Position, moves: list[int]) -> tuple[str, ...]:
    """The moves of a line as text."""
    texts = []
    for move in moves:
        texts.append(at.write_move(move))
        at = at.play(move)
    return tuple(texts)
