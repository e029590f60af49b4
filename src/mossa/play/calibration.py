"""The Elo of the skills of `limited_strength` in a game, measured by matches between them.

Every skill of SKILLS plays its neighbour, and the last one the unlimited player. Elo is fitted to all results at once;
isotonic regression then makes it rise with the skill. What anchors the scale:

- chess: Stockfish with UCI_LimitStrength at the strengths of ANCHORS, if it is installed;
- every other game: skill 0 is defined as NOVICE. Differences mean the same in every game, but 1500 in one game is not
  1500 in another.

The games are stored in a folder; a run that was stopped continues from there.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

from mossa.core.game import Game
from mossa.jobs import Job, Place, share_out, stopping
from mossa.kernel.errors import MossaError

from .elo import ratings
from .limited_strength import MAX_SKILL, StrengthLevel, error_unit
from .match import Match, run
from .referee import GameTerms
from .uci_client import GAMES_FOLDER

__all__ = ["SKILLS", "calibrate", "fit_scale", "isotonic", "pairings"]

SKILLS = (0, 2, 4, 6, 8, 9, 10, 12, 13.5, 15)
"""Neighbours play each other. One-sided matches measure little: in chess 10 always beats 8, so there is 9."""
SLOW_SKILL = 13
"""Above this skill a match has half the games, and against the unlimited player a quarter: they take long."""
FULL = f"alphabeta:nodes={StrengthLevel.of(MAX_SKILL).nodes}"
"""The unlimited player in the matches: the nodes of skill MAX_SKILL, and no random choice."""
NOVICE = 500
"""The Elo of skill 0 where no program anchors the scale."""
PLIES = {"connect4": 4, "othello": 6, "checkers": 4, "chess": 4}
"""Random moves at the start of a game; 2 in games that are not listed."""
LONGEST = 300
"""A game of this many plies is drawn."""
GAMES_A_TASK = 4
"""Games of a match in one chunk of the work."""
PROGRAM = "stockfish"
ANCHORS = {1350: (8, 10), 1600: (10, 12), 1900: (12, 13.5), 2200: (13.5, 15), 2500: (15,)}
"""UCI_Elo of the program → the skills that play against it, in matches of half the games."""
ANCHOR_TIME = 0.1
"""Seconds a move for the program."""


def calibrate(
    game: Game,
    folder: Path,
    *,
    games: int = 100,
    processes: int = 2,
    progress: Callable[[str], None] = lambda news: None,
) -> dict[str, Any]:
    """Measure the Elo scale of a game: the data that `EloScale.read` reads, with the results of the matches."""
    if games < 2 or processes < 1:
        raise MossaError(f"a measurement has at least 2 games a match and 1 process, not {games} and {processes}")
    folder.mkdir(parents=True, exist_ok=True)
    return fit_scale(game, _play(game, games, processes, folder, progress), f"mossa bench levels {game.name} {games}")


def fit_scale(game: Game, results: Sequence[tuple[str, str, float, int]], made_by: str) -> dict[str, Any]:
    """The Elo scale fitted to results (player, opponent, points, games)."""
    met = {opponent for _, opponent, _, _ in results}
    anchors = {_stockfish_spec(elo): float(elo) for elo in ANCHORS if _stockfish_spec(elo) in met}
    found = ratings(results, anchors or {_spec(0): float(NOVICE)})
    skills = sorted(float(name.removeprefix(_PREFIX)) for name in found if name.startswith(_PREFIX))
    errors = [found[_spec(skill)][1] for skill in skills]
    elos = isotonic([found[_spec(skill)][0] for skill in skills], errors)
    return {
        "game": game.name,
        "about": "Elo of the skills of mossa.play.limited_strength; errors of 95 %",
        "made by": made_by,
        "anchor": f"UCI_Elo of Stockfish, {ANCHOR_TIME} s a move" if anchors else f"skill 0 is called {NOVICE}",
        "unit": error_unit(game),
        "full": {"player": FULL, "elo": round(found[FULL][0]), "error": round(found[FULL][1])},
        "rungs": [
            {"skill": skill, "elo": round(elo), "error": round(error)}
            for skill, elo, error in zip(skills, elos, errors, strict=True)
        ],
        "matches": [dict(zip(("player", "opponent", "points", "games"), result, strict=True)) for result in results],
    }


_PREFIX = "alphabeta:skill="


def _spec(skill: float) -> str:
    return f"{_PREFIX}{skill:g}"


def _stockfish_spec(elo: int) -> str:
    return f"uci:{PROGRAM},UCI_LimitStrength=true,UCI_Elo={elo},time={ANCHOR_TIME}"


def pairings(game: str, games: int, *, program: bool) -> list[tuple[str, str, int]]:
    """The matches (player, opponent, games), the slowest first. `program`: is the anchor of chess installed?"""
    found = [(FULL, _spec(SKILLS[-1]), max(2, games // 4))]
    for lower, skill in reversed(list(pairwise(SKILLS))):
        found.append((_spec(skill), _spec(lower), games // 2 if skill > SLOW_SKILL else games))
    if game == "chess" and program:
        found += [
            (_spec(skill), _stockfish_spec(elo), games // 2) for elo, skills in ANCHORS.items() for skill in skills
        ]
    return found


def _play(
    game: Game, games: int, processes: int, folder: Path, progress: Callable[[str], None]
) -> list[tuple[str, str, float, int]]:
    """The results of all matches: player, opponent, points of the player, games."""
    program = bool(shutil.which(PROGRAM) or shutil.which(PROGRAM, path=GAMES_FOLDER))
    matches = pairings(game.name, games, program=program)
    chunks = [
        (number, one, other, part, min(GAMES_A_TASK, count - part))
        for number, (one, other, count) in enumerate(matches)
        for part in range(0, count, GAMES_A_TASK)
    ]
    totals = [(0.0, 0)] * len(matches)
    job = Job(_play_part, _start_worker, (game.name, folder))
    with closing(share_out(job, chunks, Place(min(processes, len(chunks))))) as finished:
        for done, ((number, one, other, *_), (points, played)) in enumerate(finished, 1):
            totals[number] = (totals[number][0] + points, totals[number][1] + played)
            progress(f"{game.name}: part {done} of {len(chunks)}, {one} against {other}")
    return [(one, other, *total) for (one, other, _), total in zip(matches, totals, strict=True)]


_game: str
_folder: Path


def _start_worker(game: str, folder: Path) -> None:
    global _game, _folder
    _game, _folder = game, folder


def _play_part(chunk: tuple[int, str, str, int, int]) -> tuple[float, int]:
    """Points of the first player, and games; those in the record are not played again."""
    number, one, other, part, games = chunk
    match = Match(
        _game,
        (one, other),
        games,
        GameTerms(adjudicate=True, longest=LONGEST),
        plies=PLIES.get(_game, 2),
        seed=1000 * number + part,
    )
    score = run(match, record=_folder / f"{_game}-{number}-{part}.jsonl", stop=stopping)
    return score.wins + score.draws / 2, score.games


def isotonic(elos: list[float], errors: list[float]) -> list[float]:
    """Isotonic regression: the rising sequence nearest to `elos`, weighted by the errors (pool adjacent violators).

    >>> isotonic([500, 800, 700, 900], [10, 10, 10, 10])
    [500.0, 750.0, 751.0, 900.0]
    """
    blocks: list[tuple[float, float, int]] = []
    for elo, error in zip(elos, errors, strict=True):
        blocks.append((float(elo), 1 / max(error, 1) ** 2, 1))
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            (a, v, m), (b, w, n) = blocks[-2:]
            blocks[-2:] = [((a * v + b * w) / (v + w), v + w, m + n)]
    found: list[float] = []
    for elo, _, count in blocks:
        for _ in range(count):
            found.append(max(elo, found[-1] + 1) if found else elo)
    return found
