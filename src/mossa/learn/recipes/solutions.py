"""Solves the opening of a game: every state after a number of plies (of states with equal keys only one).

The states after --plies plies are solved one by one, by threads that share one table; earlier states follow by minimax.
Each result is written down at once (`solved.txt` in the folder --out: position and score), so a run that was killed or
ran out of time resumes where it stopped, and a deeper run begins with what a shallower one found. The file
`solutions.xz` beside it holds all scores known so far; --install puts it into the game's package. Where a layer is too
big to solve whole, --asked solves only the states that a perfect player can reach.
"""

from __future__ import annotations

import queue
import shutil
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import mossa
from mossa.core.game import Game
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.kernel.transposition_table import TranspositionTable, make_table
from mossa.learn.recipe_command import recipe_parser, run_recipe
from mossa.learn.worker_processes import OutOfTime, WorkerProcesses
from mossa.search.alphabeta.solution_book import SolutionBook, write
from mossa.search.alphabeta.solver import Solver
from mossa.search.common.limits import Limits

__all__ = ["OpeningSolutions", "main"]


class OpeningSolutions:
    """The states of a game up to a number of plies, with the scores known so far."""

    def __init__(self, game: Game, plies: int, notes: Path) -> None:
        if not 0 <= plies < game.facts.horizon:
            raise MossaError(f"the opening has 0 to {game.facts.horizon - 1} plies, not {plies}")
        rules = game.rules
        self.game, self.notes = game, notes
        self.layers: list[dict[int, State]] = [{int(rules.key(rules.start())): rules.start()}]
        """Key → state, by plies."""
        for _ in range(plies):
            self.layers.append({int(rules.key(child)): child for _, child in self._pairs(self.layers[-1])})
        self.scores: dict[int, int] = {}
        self.solutions = SolutionBook(game, self.scores)
        self._read()
        self.complete()

    def _pairs(self, layer: dict[int, State]) -> Iterator[tuple[int, State]]:
        """The key of each state, with each of its successors that is not terminal."""
        rules = self.game.rules
        for key, state in layer.items():
            for move in rules.legal(state):
                child = rules.play(state, move)
                if not rules.is_over(child):
                    yield key, child

    def _read(self) -> None:
        """Read the results written so far. A last line cut short by a kill is ignored."""
        text = self.notes.read_text(encoding="utf-8") if self.notes.exists() else ""
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self.notes.write_text(whole, encoding="utf-8")
        for line in whole.splitlines():
            position, score = line.rsplit(" ", 1)
            self.scores[int(self.game.rules.key(self.game.position(position).state))] = int(score)

    def note(self, state: State, score: int) -> None:
        """Write a result down."""
        self.scores[int(self.game.rules.key(state))] = score
        with self.notes.open("a", encoding="utf-8") as file:
            file.write(f"{self.game.rules.write_position(state)} {score}\n")

    def complete(self) -> None:
        """Minimax: the score of every state whose successors are all known."""
        for layer in reversed(self.layers):
            for key, state in layer.items():
                after = self.solutions.after(state, self.game.rules.legal(state))
                if after is not None and key not in self.scores:
                    self.scores[key] = max(after)

    def asked(self) -> set[int]:
        """The keys of the states of the last layer that a perfect player needs: successors, by any move, of states that
        a side has reached by best moves only and in which it is to move."""
        rules, found = self.game.rules, set[int]()
        for side in range(self.game.facts.players):
            reached = self.layers[0]
            for _ in self.layers[2:]:
                after = dict[int, State]()
                for state in reached.values():
                    moves = rules.legal(state)
                    known = self.solutions.after(state, moves) if rules.mover(state) == side else None
                    if known is not None:
                        moves = [move for move, score in zip(moves, known, strict=True) if score == max(known)]
                    after.update(
                        (int(rules.key(child)), child) for child in (rules.play(state, move) for move in moves)
                    )
                reached = {key: state for key, state in after.items() if not rules.is_over(state)}
            own = {key: state for key, state in reached.items() if rules.mover(state) == side}
            found.update(int(rules.key(child)) for _, child in self._pairs(own))
        return found

    def unknown(self) -> list[tuple[State, int | None]]:
        """The unsolved states of the last layer, each with the least score that its solved predecessors leave possible:
        no move is worth more than the state it is made in."""
        rules, least = self.game.rules, dict[int, int]()
        for before, child in self._pairs(self.layers[-2]) if len(self.layers) > 1 else ():
            key, score = int(rules.key(child)), self.scores.get(before)
            if score is not None:
                score = score if rules.mover(child) == rules.mover(self.layers[-2][before]) else -score
                least[key] = max(least.get(key, score), score)
        return [(state, least.get(key)) for key, state in self.layers[-1].items() if key not in self.scores]


def solve_all(
    opening: OpeningSolutions, workers: WorkerProcesses, table: TranspositionTable, *, asked: bool = False
) -> None:
    """Solve the unknown states of the last layer, or only what is `asked`; OutOfTime when there is more to do."""
    todo: queue.SimpleQueue[tuple[State, int | None]] = queue.SimpleQueue()
    only = opening.asked() if asked else None
    for state, least in opening.unknown():
        if only is None or int(opening.game.rules.key(state)) in only:
            todo.put((state, least))
    count, job = todo.qsize(), f"{len(opening.layers) - 1} plies"
    if count:
        workers.check_time()
    stop, lock = threading.Event(), threading.Lock()
    done, failed = 0, list[BaseException]()

    def work() -> None:
        nonlocal done
        try:
            solver = Solver(opening.game, table=table)
            while not stop.is_set():
                state, least = todo.get_nowait()
                score = solver.score(state, Limits(stop=stop), least=least).score
                assert score is not None
                with lock:
                    opening.note(state, score)
                    done += 1
                    workers.report(job, done, count)
        except queue.Empty:
            pass
        except BaseException as error:
            if not stop.is_set():
                failed.append(error)
                stop.set()

    threads = [threading.Thread(target=work, daemon=True) for _ in range(workers.place.processes)]
    for thread in threads:
        thread.start()
    try:
        while any(thread.is_alive() for thread in threads) and time.monotonic() < workers.end:
            time.sleep(0.02)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
        opening.complete()
        write(opening.notes.with_name("solutions.xz"), opening.solutions)
    if failed:
        raise failed[0]
    if done < count:
        raise OutOfTime


def main(words: Sequence[str] | None = None) -> int:
    """The command; its exit status is that of `run_recipe`."""
    parser = recipe_parser("solutions", __doc__)
    parser.add_argument("--game", default="connect4")
    parser.add_argument("--plies", type=int, nargs="+", default=[5], help="lengths of the opening, one after the other")
    parser.add_argument("--memory", type=int, default=4096, help="MiB of the table that the threads share")
    parser.add_argument("--asked", action="store_true", help="solve only the states that a perfect player needs")
    given = parser.parse_args(words)

    def work(workers: WorkerProcesses) -> None:
        game = mossa.game(given.game)
        table = make_table(given.memory)
        for plies in given.plies:
            solve_all(OpeningSolutions(game, plies, given.out / "solved.txt"), workers, table, asked=given.asked)
        if given.install:
            place = game.extra("SOLUTIONS", "book")
            if place is None:
                raise MossaError(f"{game.name} names no file for its solutions")
            shutil.copyfile(given.out / "solutions.xz", place)

    return run_recipe(given, work)


if __name__ == "__main__":
    sys.exit(main())
