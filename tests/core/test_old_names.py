"""Imports that failed because the name is one of version 0.1."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path

import pytest

from mossa.core.old_names import MODULES, NAMES, PACKAGES, name_of_today


def failed(source: str) -> Exception:
    """The error that this line raises."""
    try:
        exec(source, {})
    except Exception as error:
        return error
    raise AssertionError(f"{source!r} still works: it is no old name")


def exists(name: str) -> bool:
    """Is there a module of this name, or something of this name in a module?"""
    owner, _, last = name.rpartition(".")
    return importlib.util.find_spec(owner) is not None and (
        hasattr(importlib.import_module(owner), last) or importlib.util.find_spec(name) is not None
    )


@pytest.mark.parametrize("old", NAMES)
def test_classes_and_functions(old: str) -> None:
    module, _, name = old.rpartition(".")
    assert exists(f"mossa.{NAMES[old]}")
    sentence = f"mossa.{old} is a name of mossa 0.1: it is mossa.{NAMES[old]} now"
    assert name_of_today(failed(f"from mossa.{module} import __name__, {name}")) == sentence
    assert (
        name_of_today(failed(f"from importlib import import_module as load\nload('mossa.{module}').{name}")) == sentence
    )


@pytest.mark.parametrize("old", MODULES)
def test_modules(old: str, tmp_path: Path) -> None:
    package, _, name = old.rpartition(".")
    sentence = f"mossa.{old} is a name of mossa 0.1: it is mossa.{MODULES[old]} now"
    for line in (
        f"import mossa.{old} as m",
        f"from mossa.{old} import something",
        f"from mossa.{package} import {name}",
    ):
        (tmp_path / "game.py").write_text(line)
        assert name_of_today(failed(f"import runpy; runpy.run_path({str(tmp_path / 'game.py')!r})")) == sentence


@pytest.mark.parametrize("old", PACKAGES)
def test_packages_that_were_divided(old: str) -> None:
    sentence = f"mossa.{old} is a name of mossa 0.1: it is mossa.{PACKAGES[old]} now"
    assert name_of_today(failed(f"import mossa.{old}.something")) == sentence


@pytest.mark.parametrize(
    "source",
    ["import nothing_of_this_name", "from mossa.core import nothing", "import mossa.nothing", "None.desk", "1 / 0"],
)
def test_other_errors(source: str) -> None:
    assert name_of_today(failed(source)) == ""
