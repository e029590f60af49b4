"""OpenSpiel's own Monte Carlo tree search, in C++, one random rollout a simulation.

Run by benchmarks/mcts.py as a separate process with an interpreter that has `open_spiel`. Each line of the input is a
game, simulations, the C of UCB1 and a seed; the answer is the seconds of a search from the start of the game.
"""

import sys
import time

import pyspiel

MEMORY = 1000
"""MB of its tree at most: more than it needs."""

print("ready", flush=True)
for line in sys.stdin:
    name, simulations, exploration, seed = line.split()
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, int(seed))
    bot = pyspiel.MCTSBot(game, evaluator, float(exploration), int(simulations), MEMORY, False, int(seed), False)
    state = game.new_initial_state()
    began = time.perf_counter()
    root = bot.mcts_search(state)
    seconds = time.perf_counter() - began
    assert root.explore_count == int(simulations)
    print(seconds, flush=True)
