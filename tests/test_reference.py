"""The reference: every public name has its place in docs/reference, and an example there that runs."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path

import pytest
from tests.test_public_api import PUBLIC

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
PACKAGES = ["mossa", "mossa.learn", "mossa.play"]


def sections(package: str) -> dict[str, str]:
    """What the page of a package says below each path."""
    page = (FOLDER / f"{package.rpartition('.')[2]}.md").read_text(encoding="utf-8")
    parts = re.split(r"^::: ([\w.]+)\n", page, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def path_of(package: str, name: str) -> str:
    """The path of a public name on its page."""
    (path,) = (path for path in sections(package) if path.rpartition(".")[2] == name)
    return path


@pytest.mark.parametrize("package", PACKAGES)
def test_the_page_has_the_public_names(package: str) -> None:
    assert [path.rpartition(".")[2] for path in sections(package)] == importlib.import_module(package).__all__


@pytest.mark.parametrize(("package", "name"), [(one, name) for one in PACKAGES for name in PUBLIC[one].split()])
def test_a_name_has_its_docstring_and_an_example(package: str, name: str) -> None:
    found, path = getattr(importlib.import_module(package), name), path_of(package, name)
    module, _, last = path.rpartition(".")
    assert getattr(importlib.import_module(module), last) is found
    own = (inspect.getdoc(found) or "") if inspect.isclass(found) or inspect.isfunction(found) else ""
    examples = sections(package)[path] + own
    assert ">>> " in examples, f"{package}.{name} has no example: write one below its ::: line"
