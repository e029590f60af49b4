"""Random chess games of python-chess and OpenSpiel, for benchmarks/playouts.py.

Says first which of them are missing (a JSON list). Then each line of the input is a seed, and the answer the plies per
second of each as a JSON object.
"""

import json
import random
import sys
import time

try:
    import chess
except ImportError:
    chess = None
try:
    import pyspiel
except ImportError:
    pyspiel = None

SECONDS = float(sys.argv[1])
ROLLOUTS = 50
"""Random games of one simulation."""


def games_for_a_while(play):
    """Plies per second and plies per game of a function that plays one game and returns its plies."""
    plies, games, began = 0, 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        plies, games = plies + play(), games + 1
    return plies / (time.perf_counter() - began), plies / games


def python_chess(rng, texts):
    board, plies = chess.Board(), 0
    while not (
        board.is_checkmate() or board.is_stalemate() or board.is_insufficient_material() or plies_without(board)
    ):
        if texts:
            board.push_uci(rng.choice([move.uci() for move in board.legal_moves]))
        else:
            board.push(rng.choice(list(board.legal_moves)))
        plies += 1
    return plies


def plies_without(board):
    """Have 75 moves of each side gone by without a capture or a pawn's move?"""
    return board.halfmove_clock >= 150


def openspiel(game, rng):
    state, plies = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        plies += 1
    return plies


def openspiel_rollouts(game, seed, mean):
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed + 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, seed + 1, False)
    games, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        bot.mcts_search(game.new_initial_state())
        games += ROLLOUTS
    return games * mean / (time.perf_counter() - began)


def speeds(seed):
    """Plies per second of each program that is there."""
    rng, found = random.Random(seed), {}
    if chess:
        found["python-chess"], _ = games_for_a_while(lambda: python_chess(rng, False))
        found["python-chess, texts"], _ = games_for_a_while(lambda: python_chess(rng, True))
    if pyspiel:
        game = pyspiel.load_game("chess")
        found["OpenSpiel"], mean = games_for_a_while(lambda: openspiel(game, rng))
        found["OpenSpiel, rollouts in C++"] = openspiel_rollouts(game, seed, mean)
    return found


print(json.dumps([name for name, found in (("python-chess", chess), ("OpenSpiel", pyspiel)) if not found]), flush=True)
for line in sys.stdin:
    print(json.dumps(speeds(int(line))), flush=True)
