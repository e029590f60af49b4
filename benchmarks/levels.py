"""The Elo of each strength level of a game: the measurement behind `elo=1500` (see `mossa.play.calibration`).

    mossa bench levels connect4
    mossa bench levels chess 100 16 FOLDER          (games a match, processes, folder of games)

The games are stored in the folder (else in a temporary one), from which an interrupted run continues. The result is
written to `data/levels.json` of the game's package, or to the folder if the game is a rules file.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any


def run(
    report: Callable[[str], None], name: str = "connect4", games: str = "100", processes: str = "2", folder: str = ""
) -> dict[str, Any]:
    """Play, fit, write, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.core.files import write_json
    from mossa.play.calibration import calibrate
    from mossa.play.limited_strength import scale_path

    game = mossa.game(name)
    stored = Path(folder or tempfile.mkdtemp(prefix="mossa-levels-"))
    report(f"{name}: the games are stored in {stored}")
    data = calibrate(game, stored, games=int(games), processes=int(processes), progress=report)
    path = scale_path(game) or stored / "levels.json"
    path.parent.mkdir(exist_ok=True)
    write_json(path, data)
    figures = {f"skill {rung['skill']:g}": f"{rung['elo']} ± {rung['error']}" for rung in data["rungs"]}
    full = data["full"]
    figures |= {full["player"]: f"{full['elo']} ± {full['error']}", "unit": data["unit"], "written to": str(path)}
    return {"name": f"levels {name}", "figures": figures, "ratios": {}}
