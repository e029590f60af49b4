"""Small games and an empty data folder for each test."""

from tests.small_games import _own_data_folder, puzzle, take, written  # noqa: F401
