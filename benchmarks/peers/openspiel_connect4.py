"""OpenSpiel's own alpha-beta on Connect Four: on its C++ game, and on a game defined in Python.

Run by benchmarks/userspeed.py as a separate process with an interpreter that has `open_spiel`; prints one JSON
object: seconds for each of the two, over the positions and depths given as arguments ("moves depth" …).
"""

import json
import sys
import time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import minimax

COLUMNS, ROWS = 7, 6


class PythonConnectFour(pyspiel.Game):
    """Connect Four as OpenSpiel's documentation shows games being written in Python."""

    def __init__(self, params=None):
        kind = pyspiel.GameType(
            short_name="python_connect_four_bench",
            long_name="Connect Four in Python",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=COLUMNS,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=COLUMNS * ROWS,
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self):
        return PythonConnectFourState(self)


class PythonConnectFourState(pyspiel.State):
    """A board of stones by column, and whose turn it is."""

    def __init__(self, game):
        super().__init__(game)
        self.board = np.full((ROWS, COLUMNS), -1)
        self.heights = [0] * COLUMNS
        self.player, self.winner, self.stones = 0, -1, 0

    def current_player(self):
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.player

    def _legal_actions(self, player):
        return [column for column in range(COLUMNS) if self.heights[column] < ROWS]

    def _apply_action(self, column):
        row = self.heights[column]
        self.board[row, column] = self.player
        self.heights[column] += 1
        self.stones += 1
        if self._makes_four(row, column):
            self.winner = self.player
        self.player = 1 - self.player

    def _makes_four(self, row, column):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = 1
            for sign in (1, -1):
                r, c = row + sign * down, column + sign * right
                while 0 <= r < ROWS and 0 <= c < COLUMNS and self.board[r, c] == self.player:
                    line, r, c = line + 1, r + sign * down, c + sign * right
            if line >= 4:
                return True
        return False

    def is_terminal(self):
        return self.winner >= 0 or self.stones == COLUMNS * ROWS

    def returns(self):
        return [0.0, 0.0] if self.winner < 0 else [1.0, -1.0] if self.winner == 0 else [-1.0, 1.0]

    def __str__(self):
        return str(self.board)


def seconds(game, pairs):
    begin = time.perf_counter()
    for moves, depth in pairs:
        state = game.new_initial_state()
        for digit in "" if moves == "-" else moves:
            state.apply_action(int(digit) - 1)
        minimax.alpha_beta_search(
            game,
            state=state,
            value_function=lambda s: 0.0,
            maximum_depth=int(depth),
            maximizing_player_id=state.current_player(),
        )
    return time.perf_counter() - begin


if __name__ == "__main__":
    arguments = sys.argv[1:]
    pairs = list(zip(arguments[::2], arguments[1::2], strict=True))
    native = pyspiel.load_game("connect_four")
    print(json.dumps({"cpp_game": seconds(native, pairs), "python_game": seconds(PythonConnectFour(), pairs)}))
