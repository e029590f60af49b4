"""What an installation takes, as docs/installing.md tells it."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path

SCRIPT = run_path(str(Path(__file__).parents[2] / "scripts" / "installed_size.py"))


def test_mossa_needs_what_it_says_and_no_extra() -> None:
    names = SCRIPT["needed"]()
    assert names[0] == "mossa"
    assert {"numpy", "llvmlite", "scipy", "click", "platformdirs", "starlette"} <= {*names}
    assert not {"matplotlib", "pytest", "ray"} & {*names}
    assert len(names) == len({*names})


def test_sizes_are_those_of_files() -> None:
    assert SCRIPT["size"]("numpy") > 5e6
    assert 5e6 < SCRIPT["size"]("mossa") < 60e6
    assert SCRIPT["size"]("click") < 2e6


def test_a_module_takes_time_to_import() -> None:
    assert 0 < SCRIPT["seconds"]("json") < 60
