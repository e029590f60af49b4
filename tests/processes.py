"""Running a script in another process, as another user of the same machine would."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

__all__ = ["environment", "python"]

ROOT = Path(__file__).resolve().parent.parent


def environment(**settings: object) -> dict[str, str]:
    """The environment of this process, changed; the scripts may import `tests`, and `mossa` from beside it."""
    path = os.pathsep.join(map(str, (ROOT, ROOT / "src")))
    return {**os.environ, "PYTHONPATH": path, **{name: str(value) for name, value in settings.items()}}


def python(script: str, *, folder: Path | None = None, **settings: object) -> str:
    """What a script prints; it must end well."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(**settings),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
