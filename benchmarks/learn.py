"""Weights learnt from nothing by every method of `mossa learn`: best moves at Connect Four, Elo at three games.

    mossa bench learn                          two minutes for each method and game: half an hour
    mossa bench learn 20                       twenty seconds for each
    mossa bench learn 120 connect4             one game
    mossa bench learn players mcts:nodes=100   the share of best moves of players at Connect Four (a name of any player)
    mossa bench learn positions                make the file of solved positions again (some minutes)

Each method begins with weights 0 and has one thread. The positions are `solved/connect4.txt`: 1,000 positions of random
games with 8 to 28 stones, without a win in one, in which the move matters, with the exact score of every move by the
solver. A move is best if no other has a better score (the shorter win, the longer defence), and keeps the result if it
wins where a win is there, and else draws if it can. Players look ahead as many plies as the column says, by nothing but
the rules and the weights; `engine` is `alphabeta:depth=4` with the weights, which also has the game's proofs. `players`
asks any player for a move in each position, with the limits of its spec.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "solved" / "connect4.txt"
POSITIONS, FEWEST, MOST = 1000, 8, 28
"""How many positions, and their stones."""
SEEDS = 4
"""Among equally good moves a player draws: the mean of so many draws."""
GAMES = {"connect4": 1000, "othello": 1000, "tictactoe": 1000}
"""Game → games in a round."""

Solved = list[tuple[Any, dict[int, int]]]
"""Positions, each with the exact score of every move."""


def run(report: Callable[[str], None], seconds: str = "120", *games: str) -> dict[str, Any]:
    """Learn, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.core.features import require_features
    from mossa.learn.learning_record import LearningRecord
    from mossa.learn.weight_learning import METHODS, LearningSettings, WeightLearning

    if seconds == "positions":
        return {"name": "learn", "figures": {"positions": make_positions(report)}}
    if seconds == "players":
        return {"name": "learn", "unit": "% of positions", "figures": players_shares(report, games)}
    figures: dict[str, Any] = {}
    for name in games or GAMES:
        game = mossa.game(name)
        features = require_features(game)
        nothing = dict.fromkeys(features.names, 0.0)
        if name == "connect4":
            solved = read_positions(game)
            figures["connect4: weights 0"] = shares(game, nothing, solved)
            figures["connect4: the game's own weights"] = shares(game, features.weights, solved)
        for method in METHODS:
            report(f"{name}, {method}")
            learning = WeightLearning(game, LearningSettings(name, method, nothing, games=GAMES[name]))
            last = learning.run(LearningRecord(), seconds=float(seconds))[-1]
            before, own = learning.measure(last.weights, nothing), learning.measure(last.weights, features.weights)
            learning.close()
            found = {"rounds": last.number, "Elo: weights 0": str(before), "Elo: the game's own": str(own)}
            found |= {f"weight of {feature}": round(weight, 1) for feature, weight in last.weights.items()}
            figures[f"{name}: {method}"] = found | (shares(game, last.weights, solved) if name == "connect4" else {})
    return {"name": "learn", "unit": "% of positions, Elo", "figures": figures}


def shares(game: Any, weights: Mapping[str, float], solved: Solved) -> dict[str, float]:
    """How often the players with these weights choose a best move, and one that keeps the result, in per cent."""
    from mossa.core.linear_evaluation import weighted_game
    from mossa.learn.linear_games import LinearGames
    from mossa.search.alphabeta.deepening import Searcher
    from mossa.search.common.limits import Limits

    found: dict[str, float] = {}
    for depth in (1, 2, 3):
        player = LinearGames(game, depth=depth)
        chosen = [
            (values[player.choose(state, weights, seed)], max(values.values()))
            for state, values in solved
            for seed in range(SEEDS)
        ]
        found |= per_cent(chosen, f"{depth} plies")
    engine = Searcher(weighted_game(game, weights), memory_mib=1)
    chosen = [(values[engine.search(state, Limits(depth=4)).move], max(values.values())) for state, values in solved]
    return found | per_cent(chosen, "engine")


def players_shares(report: Callable[[str], None], specs: Sequence[str]) -> dict[str, dict[str, float]]:
    """How often players, each with the limits of its spec, choose a best move, and one that keeps the result."""
    import mossa
    from mossa.core.position import Position
    from mossa.play.player import ask
    from mossa.play.players import player as player_of
    from mossa.search.common.limits import Limits

    game, figures = mossa.game("connect4"), {}
    solved = read_positions(game)
    for spec in specs:
        report(spec)
        player = player_of(spec, game)
        if not player.is_limited:
            raise mossa.MossaError(f"a player is measured with limits of its own: {spec}:nodes=100, say")
        player.prepare(Limits())
        chosen = []
        for number, (state, values) in enumerate(solved):
            player.begin(number)
            chosen.append((values[ask(player, Position(game, state), Limits(), number).move], max(values.values())))
        player.close()
        figures[spec] = per_cent(chosen, "its move")
    return figures


def per_cent(chosen: list[tuple[int, int]], who: str) -> dict[str, float]:
    """The shares of best moves and of kept results."""
    best = sum(score == most for score, most in chosen)
    kept = sum((score > 0) - (score < 0) == (most > 0) - (most < 0) for score, most in chosen)
    return {f"best, {who}": round(100 * best / len(chosen), 1), f"kept, {who}": round(100 * kept / len(chosen), 1)}


def read_positions(game: Any) -> Solved:
    """The positions of the file, each with the exact score of every move."""
    solved = []
    for line in FILE.read_text().splitlines():
        text, *scores = line.split()
        pairs = (one.split(":") for one in scores)
        solved.append((game.position(text).state, {int(column) - 1: int(score) for column, score in pairs}))
    return solved


def make_positions(report: Callable[[str], None]) -> int:
    """Draw positions, solve every move of each, and write the file."""
    import mossa
    from mossa.search.alphabeta.solution_book import load_solution_book
    from mossa.search.alphabeta.solver import Solver

    game = mossa.game("connect4")
    rules, solver, draws = game.rules, Solver(game, solutions=load_solution_book(game)), random.Random(1)
    lines: list[str] = []
    seen: set[int] = set()
    while len(lines) < POSITIONS:
        stones, state, text = draws.randrange(FEWEST, MOST + 1), rules.start(), ""
        while len(text) < stones and not rules.is_over(state):
            move = draws.choice(rules.legal(state))
            state, text = rules.play(state, move), text + str(move + 1)
        after = {move: rules.play(state, move) for move in rules.legal(state)}
        if not after or int(rules.key(state)) in seen or any(rules.is_over(child) for child in after.values()):
            continue
        seen.add(int(rules.key(state)))
        scores = {move: -int(solver.score(child).score or 0) for move, child in after.items()}
        if len(set(scores.values())) > 1:
            lines.append(f"{text} " + " ".join(f"{move + 1}:{score}" for move, score in scores.items()))
            report(f"{len(lines)} of {POSITIONS} positions")
    FILE.write_text("\n".join(lines) + "\n")
    return len(lines)
