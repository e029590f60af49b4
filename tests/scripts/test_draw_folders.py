"""The picture of the folders in docs/architecture.md is that of the folders there are."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "draw_folders.py"))


def test_every_folder_has_its_subject() -> None:
    assert sorted(SCRIPT["SUBJECTS"]) == SCRIPT["folders"](ROOT / "src" / "mossa") == sorted(SCRIPT["layers"]())
    assert sorted(SCRIPT["SEARCH"]) == SCRIPT["folders"](ROOT / "src" / "mossa" / "search")


def test_the_picture_is_what_the_script_draws() -> None:
    assert SCRIPT["PICTURE"].read_text() == SCRIPT["draw"](), "run: python scripts/draw_folders.py"
