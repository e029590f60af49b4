"""The same small games and data folder as the tests of `mossa.play`."""

from tests.play.conftest import _own_data_folder, puzzle, take, written  # noqa: F401
