"""Small games and an empty data folder for each test."""

from tests.small_games import _own_data_folder, take, written  # noqa: F401
