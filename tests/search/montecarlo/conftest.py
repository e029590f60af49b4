"""Fixtures that the tests of Monte Carlo search share: small games in files."""

from tests.small_games import _own_data_folder, puzzle, take, written  # noqa: F401
