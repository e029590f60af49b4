"""Fixtures that the tests of Monte Carlo search share: small games in files."""

from tests.small_games import _own_data_folder, drawn_race, puzzle, race, take, written  # noqa: F401
