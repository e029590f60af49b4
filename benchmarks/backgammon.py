"""Backgammon: static evaluations a second, the Star techniques one by one, agreement with files of GNU Backgammon.

mossa bench backgammon                     evaluations/s beside GNU Backgammon's `calibrate` (where installed), and what
                                           plain expectiminimax, Star1, Star2 and the filter cost at depth 2
mossa bench backgammon accuracy FOLDER     mean error of the equities and share of best moves on the files of a folder
                                           (eval_contact_gnubg2ply.jsonl, eval_race_…, contact_moves_gnubg2ply.jsonl)
mossa bench backgammon crashed [COUNT]     the error of the static equity against rollouts, on COUNT crashed
                                           positions of self-play and COUNT others in contact
mossa bench backgammon duel FIRST SECOND   points per game of one file of weights against another, by the best static
          [PAIRS]                          evaluation after the move, with duplicate dice
mossa bench backgammon curve FOLDERS PLOT  the snapshots of trainings (folders separated by commas, each continuing
                                           the one before) against random moves and the package's network, as an SVG
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from mossa.kernel.binding import slot

GNUBG = shutil.which("gnubg") or "/usr/games/gnubg"
POSITIONS = 60
"""Positions of self-play on which the techniques are compared."""
EVALUATIONS = 300_000
TRIALS, HORIZON = 72, 10
"""Trials and horizon of the rollouts of crashed positions."""
SNAPSHOTS = 6
"""The number of snapshots of a training in its curve."""
WAYS: dict[str, tuple[dict[str, float], bool]] = {
    "plain": ({"star": 0, "table": 0}, False),
    "Star1": ({"star": 1, "table": 0}, False),
    "Star2": ({"star": 2, "table": 0}, False),
    "Star2, table": ({}, False),
    "Star2, table, filter": ({}, True),
}

game: Any = slot("game")


def evaluate_children(state: Any, scratch: Any, buffer: Any, loops: int) -> int:
    """Evaluate every state that a move leads to, `loops` times; returns the number of evaluations."""
    n = game.moves(state, buffer, 0)
    for _ in range(loops):
        for i in range(n):
            child = game.play(state, buffer[i])
            if not game.is_over(child):
                game.estimate(child, 0, scratch)
    return n * loops


def run(
    report: Callable[[str], None], what: str = "speed", first: str = "", second: str = "", third: str = ""
) -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    from mossa import MossaError

    if what == "accuracy":
        return {"name": "backgammon", "figures": accuracy(Path(first)), "ratios": {}}
    if what == "crashed":
        return {"name": "backgammon", "figures": crashed(whole_number(first or "100"), report), "ratios": {}}
    if what == "duel":
        return {"name": "backgammon", "figures": duel(first, second, whole_number(third or "1000")), "ratios": {}}
    if what == "curve":
        return {"name": "backgammon", "figures": curve(first.split(","), second, report), "ratios": {}}
    if what != "speed":
        raise MossaError(f"the benchmark backgammon is one of speed, accuracy, crashed, duel and curve, not {what!r}")
    states = self_play_states(POSITIONS)
    ours, theirs = evaluations_per_second(states), calibrate(report)
    figures: dict[str, Any] = {"evaluations/s": round(ours), "techniques at depth 2": techniques(states, report)}
    if theirs:
        figures["gnubg calibrate evaluations/s"] = round(theirs)
    return {"name": "backgammon", "figures": figures, "ratios": {"gnubg": round(ours / theirs, 2)} if theirs else {}}


def whole_number(text: str) -> int:
    """A count, at least 1."""
    from mossa import MossaError

    if not text.isdecimal() or int(text) < 1:
        raise MossaError(f"a count is a whole number of at least 1, not {text!r}")
    return int(text)


def self_play_states(count: int) -> list[Any]:
    """States of games in which both sides play by the static evaluation, with dice from a fixed seed."""
    import random

    import mossa
    from mossa.search.chance.expectimax import Expectimax
    from mossa.search.common.limits import Limits

    backgammon, chooser = mossa.game("backgammon"), random.Random(5)
    engine, found = Expectimax(backgammon, memory_mib=1), []
    while len(found) < count:
        at = backgammon.start()
        while not at.is_over and len(found) < count:
            if at.is_chance:
                at = at.play(chooser.choice(at.legal))
                continue
            if chooser.random() < 0.1:
                found.append(at.state)
            at = at.play(engine.search(at.state, Limits(depth=1)).move)
    return found


def evaluations_per_second(states: list[Any]) -> float:
    """Evaluations a second on one thread, on all the states that a roll leads to, as in a search."""
    import mossa
    from mossa.core.kernel_rules import kernel_for
    from mossa.kernel.memory import Ints

    backgammon = mossa.game("backgammon")
    kernel, scratch = kernel_for(evaluate_children, backgammon), backgammon.rules.scratch()
    buffer = Ints(backgammon.facts.widest + 1)
    loops = max(1, EVALUATIONS // sum(kernel(state, scratch, buffer, 1) for state in states))
    begin = time.perf_counter()
    done = sum(kernel(state, scratch, buffer, loops) for state in states)
    return float(done) / (time.perf_counter() - begin)


def calibrate(report: Callable[[str], None]) -> float:
    """GNU Backgammon's own figure, one thread; 0 where it is not installed."""
    if not Path(GNUBG).is_file():
        return 0.0
    report("gnubg calibrate")
    words = "set threads 1\ncalibrate 2000\nquit\n"
    output = subprocess.run([GNUBG, "-t", "-q"], input=words, capture_output=True, text=True, check=False).stdout
    speeds = re.findall(r"([\d.]+) static evaluations/second", output)
    return float(speeds[-1]) if speeds else 0.0


def techniques(states: list[Any], report: Callable[[str], None]) -> dict[str, Any]:
    """Nodes and time at depth 2 (moves, dice, moves), and the greatest difference of a value from the plain one."""
    import mossa
    from mossa.search.chance.expectimax import Expectimax
    from mossa.search.common.limits import Limits

    table: dict[str, Any] = {}
    plain: list[float] = []
    for name, (options, filters) in WAYS.items():
        report(name)
        engine = Expectimax(mossa.game("backgammon"), memory_mib=4, options=options, filters=filters)
        engine.search(states[0], Limits(depth=2))
        found = [engine.search(state, Limits(depth=2)) for state in states]
        plain = plain or [one.value for one in found]
        seconds = sum(one.seconds for one in found)
        table[name] = {
            "nodes": sum(one.nodes for one in found),
            "ms a move": round(1000 * seconds / len(states), 2),
            "times faster": round(table["plain"]["ms a move"] * len(states) / 1000 / seconds, 2) if table else 1.0,
            "least difference": min(one.value - worth for one, worth in zip(found, plain, strict=True)),
            "greatest difference": max(one.value - worth for one, worth in zip(found, plain, strict=True)),
        }
    return table


# ------------------------------------------------------------------------------------------- files of other programs


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The objects of a file with one a line."""
    from mossa import MossaError
    from mossa.core.files import read_text

    try:
        return [json.loads(line) for line in read_text(path).splitlines()]
    except ValueError as error:
        raise MossaError(f"{path} is not a file of JSON objects, one a line: {error}") from None


def state_of(boards: list[list[int]], dice: Sequence[int] = ()) -> Any:
    """A state from two boards of 25 numbers (points 1 … 24, the bar), the opponent's first; player 0 is on turn."""
    from mossa.games.backgammon.notation import on_board
    from mossa.games.backgammon.rules import play

    state = on_board(*boards)
    return play(state, 8 * max(dice) + min(dice)) if dice else state


def accuracy(folder: Path) -> dict[str, Any]:
    """How far our static evaluation and choice are from the files', which come from a search of two plies."""
    import mossa
    from mossa.core.kernel_rules import kernel_for
    from mossa.games.backgammon.notation import read_move
    from mossa.search.chance.expectimax import Expectimax
    from mossa.search.common.limits import Limits

    backgammon = mossa.game("backgammon")
    scratch, judge = backgammon.rules.scratch(), kernel_for(judged, backgammon)
    figures: dict[str, Any] = {}
    for kind in ("contact", "race"):
        rows = read_rows(folder / f"eval_{kind}_gnubg2ply.jsonl")
        errors = [
            abs(judge(state_of(row["board_opponent_then_roller"]), scratch) - row["cubeless_equity"]) for row in rows
        ]
        figures[f"{kind}: mean error of the equity"] = round(sum(errors) / len(errors), 4)
    rows = read_rows(folder / "contact_moves_gnubg2ply.jsonl")
    rows = [row for row in rows if len(row["plays"]) > 1]
    for depth in (1, 2):
        engine, right, lost = Expectimax(backgammon, filters=True), 0, 0.0
        for row in rows:
            state, plays = state_of(row["board_opponent_then_roller"], row["dice"]), row["plays"]
            move = engine.search(state, Limits(depth=depth)).move
            losses = [plays[0]["eq"] - play["eq"] for play in plays if read_move(state, play["move"]) == move]
            loss = (
                losses[0] if losses else plays[0]["eq"] - plays[-1]["eq"]
            )  # not in the list: at least as bad as its last move
            right, lost = right + (loss <= 0), lost + max(0.0, loss)
        figures[f"contact moves, depth {depth}"] = {
            "best": right,
            "of": len(rows),
            "share": round(right / len(rows), 3),
            "mean loss": round(lost / len(rows), 4),
        }
    return figures


def judged(state: Any, scratch: Any) -> float:
    """The static evaluation."""
    return float(game.estimate(state, 0, scratch))


def crashed(count: int, report: Callable[[str], None]) -> dict[str, Any]:
    """Mean errors on positions in which one side's game has crashed, and on others in contact."""
    import math
    import random

    import mossa
    from mossa.core.kernel_rules import kernel_for
    from mossa.games.backgammon.network_inputs import CONTACT, read
    from mossa.games.backgammon.rules import ROLL, digit
    from mossa.search.chance.expectimax import Expectimax
    from mossa.search.chance.rollout import rollout
    from mossa.search.common.limits import Limits

    backgammon, chooser = mossa.game("backgammon"), random.Random(7)
    scratch, judge, engine = (
        backgammon.rules.scratch(),
        kernel_for(judged, backgammon),
        Expectimax(backgammon, memory_mib=1),
    )

    def has_crashed(state: Any) -> bool:
        """Has a side no more than six checkers that are neither off nor on its two lowest points?"""
        sides = (state.near, state.far), (state.their_near, state.their_far)
        return any(sum(digit(near, far, point) for point in range(3, 26)) <= 6 for near, far in sides)

    groups: dict[bool, list[Any]] = {True: [], False: []}
    seen = {True: 0, False: 0}
    while len(groups[True]) < count:
        state, last = backgammon.rules.start(), {}
        while not backgammon.rules.is_over(state):
            if backgammon.rules.mover(state) < 0:
                if state.stage == ROLL and read(state, scratch) == CONTACT:
                    group = has_crashed(state)
                    seen[group] += 1
                    if chooser.random() < 0.2:
                        last[group] = state  # one of a game at most
                moves = list(backgammon.rules.moves(state))
                shares = [backgammon.rules.probability(state, move) for move in moves]
                move = chooser.choices(moves, shares)[0]
            else:
                move = engine.search(state, Limits(depth=1)).move
            state = backgammon.rules.play(state, move)
        for group, one in last.items():
            groups[group].append(one)
    figures: dict[str, Any] = {"share of positions in contact": round(seen[True] / sum(seen.values()), 4)}
    for group, name in ((True, "crashed"), (False, "others")):
        errors, noise = [], []
        for number, state in enumerate(groups[group][:count]):
            if number % 10 == 0:
                report(f"{name} {number}")
            found = rollout(backgammon, state, TRIALS, horizon=HORIZON)
            errors.append(judge(state, scratch) - found.mean)
            noise.append(found.error**2)
        square = sum(error**2 for error in errors) / len(errors)
        figures[name] = {
            "positions": len(errors),
            "mean error": round(sum(map(abs, errors)) / len(errors), 4),
            "root mean square": round(math.sqrt(square), 4),
            "the same less the rollouts' own": round(math.sqrt(max(0.0, square - sum(noise) / len(noise))), 4),
        }
    return figures


# ------------------------------------------------------------------------------------------------------- learning


def duel(first: str, second: str, pairs: int) -> dict[str, Any]:
    """Points per game of the first network, and the standard error."""
    from mossa.learn.recipes.backgammon import compare, read_network

    points, error = compare(read_network(Path(first)), read_network(Path(second)), pairs, 1)
    return {"pairs": pairs, "points per game": round(points, 4), "standard error": round(error, 4)}


def curve(folders: list[str], plot: str, report: Callable[[str], None]) -> dict[str, Any]:
    """Points per game of some snapshots, with their number of games of self-play."""
    from mossa import MossaError
    from mossa.games.backgammon import weights
    from mossa.learn.recipes.backgammon import compare

    final, played, figures = weights.read(weights.FILE), 0.0, {}
    for folder in map(Path, folders):
        rounds = read_rows(folder / "rounds.jsonl")
        games = dict(zip((row["round"] for row in rounds), totals(rounds), strict=True))
        snapshots = sorted((folder / "snapshots").glob("*.xz"))
        if not snapshots:
            raise MossaError(f"{folder} has no snapshots of a training")
        places = {round(i * (len(snapshots) - 1) / (SNAPSHOTS - 1)) for i in range(SNAPSHOTS)}
        for path in (snapshots[place] for place in sorted(places)):
            report(str(path.name))
            numbers = weights.read(path)
            figures[f"{folder.name} {path.stem}"] = {
                "games": round(played + games[int(path.stem)]),
                "against random moves": [round(x, 3) for x in compare(numbers, None, 200, 1)],
                "against the package": [round(x, 3) for x in compare(numbers, final, 2000, 1)],
            }
        played += totals(rounds)[-1]
    if plot:
        draw(figures, plot)
    return figures


def totals(rounds: list[dict[str, float]]) -> list[float]:
    """Games played up to the end of each round."""
    from itertools import accumulate

    return list(accumulate(row["games"] for row in rounds))


def draw(figures: dict[str, Any], path: str) -> None:
    """Plot the learning curve."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3.6), layout="constrained")
    for place, (name, low) in enumerate((("against random moves", 0.0), ("against the package", None))):
        axes = figure.add_subplot(1, 2, place + 1)
        rows = list(figures.values())
        mean, error = zip(*(row[name] for row in rows), strict=True)
        axes.errorbar([row["games"] for row in rows], mean, yerr=error, marker=".", capsize=2, color="#1f5f8b")
        axes.set(title=name, xlabel="games of self-play", xscale="log", ylabel="points per game")
        if low is not None:
            axes.set_ylim(bottom=low)
        axes.grid(alpha=0.3)
    figure.savefig(path)
