"""What the commands of all recipes share: options, and the exit status of a run."""

import argparse
from dataclasses import dataclass

import pytest

from mossa.kernel.errors import MossaError
from mossa.learn.recipe_command import OUT_OF_TIME, at_least, fraction, recipe_parser, run_recipe, settings_from
from mossa.learn.worker_processes import OutOfTime


@dataclass(frozen=True)
class Settings:
    seed: int
    processes: int


def test_settings_are_read_from_the_options_of_their_names(tmp_path):
    given = recipe_parser("test", None).parse_args(["--out", str(tmp_path), "--seed", "7"])
    assert settings_from(Settings, given) == Settings(seed=7, processes=2)


@pytest.mark.parametrize(
    ("read", "good", "wrong"),
    [(at_least(2), ["2", "30"], ["1", "-3", "2.5", "x"]), (fraction, ["0", "0.25", "1"], ["1.1", "-0.1", "x", "nan"])],
)
def test_types_of_options(read, good, wrong):
    assert [read(text) for text in good] == [float(text) for text in good]
    for text in wrong:
        with pytest.raises(argparse.ArgumentTypeError, match="is wanted, not"):
            read(text)


@pytest.mark.parametrize(("error", "status"), [(None, 0), (OutOfTime(), OUT_OF_TIME), (MossaError("wrong"), 2)])
def test_the_exit_status_of_a_run(tmp_path, error, status):
    def work(workers):
        assert workers.folder == tmp_path
        if error is not None:
            raise error

    given = recipe_parser("test", None).parse_args(["--out", str(tmp_path)])
    assert run_recipe(given, work) == status
