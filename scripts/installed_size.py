"""What an installation of mossa takes: megabytes on disk, with all that it needs, and seconds until it is imported.

    python scripts/installed_size.py

Sizes are of the files of the installed packages, without bytecode; times are the least of five fresh processes.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "mossa"
IMPORTS = ("mossa", "mossa.cli", "mossa.play", "mossa.web.app")
RUNS = 5


def needed() -> list[str]:
    """mossa and all that it needs, extras left out."""
    project = tomllib.loads((PACKAGE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found, waiting = ["mossa"], _names(project["dependencies"])
    while waiting:
        one = waiting.pop()
        try:
            requirements = distribution(one).requires or []
        except PackageNotFoundError:
            continue  # for another system or another Python
        found.append(one)
        waiting += [other for other in _names(requirements) if other not in {*found, *waiting}]
    return found


def _names(requirements: list[str]) -> list[str]:
    lines = [line for line in requirements if "extra ==" not in line]
    return [re.split(r"[^\w.-]", line)[0].lower().replace("_", "-") for line in lines]


def size(name: str) -> int:
    """Bytes of the files of a distribution; of mossa, those of the sources beside this script."""
    if name == "mossa":
        paths = [path for path in PACKAGE.rglob("*") if path.is_file()]
    else:
        one = distribution(name)
        paths = [Path(str(one.locate_file(path))) for path in one.files or []]
    return sum(path.stat().st_size for path in paths if path.suffix != ".pyc" and path.exists())


def seconds(module: str) -> float:
    """The least time that importing a module takes in a fresh process."""
    script = f"import time; began = time.perf_counter(); import {module}; print(time.perf_counter() - began)"
    return min(float(subprocess.check_output([sys.executable, "-c", script])) for _ in range(RUNS))


def main() -> None:
    """The command."""
    sizes = {name: size(name) / 1e6 for name in needed()}
    for name in sorted(sizes, key=lambda name: -sizes[name]):
        print(f"{name:20}{sizes[name]:8.1f} MB")
    print(f"{'together':20}{sum(sizes.values()):8.1f} MB")
    for module in IMPORTS:
        print(f"import {module:13}{seconds(module):8.2f} s")


if __name__ == "__main__":
    main()
