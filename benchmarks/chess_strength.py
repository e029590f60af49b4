"""Chess: matches at 5 s + 0.05 s on one thread against UCI engines.

    mossa bench chess_strength FOLDER                     all opponents, 200 games each, two at a time
    mossa bench chess_strength FOLDER sf2500,gnuchess 200 16

The folder stores the games: called again, the matches continue. The programs are Debian's stockfish
(15.1, held to a UCI_Elo), gnuchess, toga2 and glaurung, without their books. Of the games that an illegal move, the
clock or a crash ended, `faults` are those that mossa lost.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

CLOCK = "5+0.05"
OPPONENTS = {
    **{f"sf{elo}": f"uci:stockfish,UCI_LimitStrength=true,UCI_Elo={elo}" for elo in (2500, 2700, 2850)},
    "gnuchess": "uci:gnuchess --uci,OwnBook=false,Hash=16",
    "toga2": "uci:toga2,OwnBook=false,Hash=16",
    "glaurung": "uci:glaurung,OwnBook=false,Hash=16",
}


def run(
    report: Callable[[str], None],
    folder: str = "",
    opponents: str = ",".join(OPPONENTS),
    games: str = "200",
    at_once: str = "2",
) -> dict[str, Any]:
    """Play, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.play.clock import Control
    from mossa.play.match import Match
    from mossa.play.match import run as play
    from mossa.play.match_score import MatchScore
    from mossa.play.openings import game_openings
    from mossa.play.referee import GameTerms

    unknown = set(opponents.split(",")) - set(OPPONENTS)
    if not folder or unknown:
        raise mossa.MossaError(f"mossa bench chess_strength FOLDER [OPPONENTS]; opponents: {', '.join(OPPONENTS)}")
    Path(folder).mkdir(parents=True, exist_ok=True)
    openings = game_openings(mossa.game("chess")).moves
    terms = GameTerms(Control.parse(CLOCK), adjudicate=True)
    figures: dict[str, Any] = {}
    for name in opponents.split(","):

        def progress(score: MatchScore, name: str = name) -> None:
            report(f"{name}: {score.as_dict()['games']} of {games} games")

        match = Match("chess", ("mossa", OPPONENTS[name]), int(games), terms, openings)
        score = play(match, concurrency=int(at_once), record=Path(folder) / f"{name}.jsonl", progress=progress)
        row = score.as_dict()
        names = ("wins", "draws", "losses", "score", "elo", "error", "illegal", "timeouts", "crashes", "faults")
        figures[name] = {key: row[key] for key in names}
    return {"name": f"chess_strength {CLOCK}", "figures": figures, "ratios": {}}
