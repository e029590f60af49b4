"""A file of puzzles while it is being made: after every game it is written, so that a run that was stopped goes on."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mossa.core.files import read_json, write_text
from mossa.kernel.errors import MossaError

from .puzzle_making import PuzzleMaker
from .puzzles import Puzzle

__all__ = ["PuzzleFile"]

LEVEL_SHARE = 0.4
"""No level has more than this share of the puzzles."""
AT_ONCE_SHARE = 0.2
"""No more than this share is won by a single move."""
LICENCE = "Apache-2.0"
"""Of the puzzles: they come from our own games and tables."""


@dataclass
class PuzzleFile:
    """The puzzles made so far."""

    game: str
    seed: int
    path: Path | None = None
    games: int = 0
    """How many games have been searched."""
    puzzles: list[Puzzle] = field(default_factory=list)
    count: int = 0
    """How many puzzles were asked for."""
    endings: str = ""
    """The names of the endgame tables that positions are drawn from, with commas."""

    @classmethod
    def begin(cls, game: str, seed: int, path: Path | None, endings: str = "") -> PuzzleFile:
        """The file at a path, continued if it is there."""
        if path is None or not path.exists():
            return cls(game, seed, path, endings=endings)
        data = read_json(path)
        try:
            known = data["game"], data["seed"], data["games"], [Puzzle.from_dict(one) for one in data["puzzles"]]
        except (TypeError, KeyError):
            raise MossaError(f"{path} is not a file of puzzles") from None
        if known[:2] != (game, seed):
            raise MossaError(f"{path} has puzzles of {known[0]} with seed {known[1]}, not of {game} with seed {seed}")
        drawn = data.get("endings", "")
        if drawn != endings:
            raise MossaError(f"{path} was begun with {f'--endings {drawn}' if drawn else 'no --endings'}: repeat that")
        return cls(game, seed, path, known[2], known[3], endings=endings)

    def fill(self, maker: PuzzleMaker, count: int, games: int, told: Callable[[], None] = lambda: None) -> None:
        """Search games until there are `count` puzzles, or `games` have been searched."""
        self.count, most, short = count, math.ceil(LEVEL_SHARE * count), math.ceil(AT_ONCE_SHARE * count)
        while len(self.puzzles) < count and self.games < games and not maker.stop.is_set():
            known = {one.position for one in self.puzzles}
            levels = Counter(one.level for one in self.puzzles)
            lengths = Counter(one.plies for one in self.puzzles)
            found: list[Puzzle] = []

            def wanted(
                one: Puzzle,
                known: set[str] = known,
                levels: Counter[int] = levels,
                lengths: Counter[int | None] = lengths,
            ) -> bool:
                return one.position not in known and levels[one.level] < most and (one.plies != 1 or lengths[1] < short)

            for one in maker.of_game(self.games, wanted):
                known.add(one.position)
                levels[one.level] += 1
                lengths[one.plies] += 1
                found.append(one)
            if maker.stop.is_set():
                return  # this game has not been searched to its end
            self.puzzles += found[: count - len(self.puzzles)]
            self.games += 1
            self.save()
            told()

    def as_dict(self) -> dict[str, Any]:
        """The content of the file: also the command that makes it."""
        command = f"mossa puzzles {self.game} --count {self.count or len(self.puzzles)} --seed {self.seed}"
        if self.endings:
            command += f" --endings {self.endings}"
        return {
            "game": self.game,
            "command": command,
            "licence": LICENCE,
            "seed": self.seed,
            **({"endings": self.endings} if self.endings else {}),
            "games": self.games,
            "puzzles": [one.as_dict() for one in self.puzzles],
        }

    def save(self) -> None:
        """Write the file, a puzzle a line."""
        if self.path is None:
            return
        plain = self.as_dict()
        lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in plain.pop("puzzles"))
        head = json.dumps(plain, ensure_ascii=False)[1:-1]
        write_text(self.path, f'{{{head}, "puzzles": [\n{lines}\n]}}\n')
