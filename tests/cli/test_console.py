"""The output of commands."""

import math
import os
import subprocess
import sys

import pytest

from mossa import MossaError
from mossa.cli.console import cell_text, interruptible, report_error, to_json


def test_a_reader_that_goes_away_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "mossa", "lab", "--list"], stdout=writer, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_json_is_strict() -> None:
    assert to_json({"é": [1, None, 0.5]}) == '{"é": [1, null, 0.5]}'
    with pytest.raises(ValueError, match="not JSON compliant"):
        to_json({"value": math.nan})


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "yes"), (None, "–"), (1234567, "1,234,567"), (0.123456789, "0.123457"), ("a1", "a1"), ((1, 2), "(1, 2)")],
)
def test_cells_of_a_table(value: object, text: str) -> None:
    assert cell_text(value) == text


def test_work_in_a_thread_gives_its_result_or_its_error() -> None:
    assert interruptible(lambda: 7) == 7
    with pytest.raises(MossaError, match="too big"):
        interruptible(_fail)


def _fail() -> None:
    raise MossaError("too big")


def test_an_error_is_one_line_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    assert report_error("two\n  lines") == 2
    assert capsys.readouterr() == ("", "mossa: two lines\n")


def test_an_error_of_the_compiler_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    report_error("max does not take key=: write a loop\n    return max((1, 2), key=f)\n           ^^^^^^^^")
    assert capsys.readouterr().err == "mossa: max does not take key=: write a loop\n"
