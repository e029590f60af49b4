"""What `import mossa` offers, and what it costs."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from tests.processes import python

HEAVY = ("llvmlite", "numpy", "scipy", "matplotlib", "rich", "click", "starlette", "uvicorn", "torch")

PUBLIC = {
    "mossa": """
        CHANCE Cell Draft Facts Game HEXAGON Line MossaError Piece Position Result Scene below bit_count byte_swap draw
        env game grid gym_env crossings hexagons highest_bit line lowest_bit mix names next_seed parallel_extract
        parameter playouts replace seen u64 widget
    """,
    "mossa.core": """
        CHANCE Cell Draft Facts Game HEXAGON Line Piece Position Result Rules Scene crossings game grid hexagons line
        names parameter seen
    """,
    "mossa.kernel": """
        MossaError below bit_count byte_swap draw highest_bit lowest_bit mix next_seed parallel_extract replace u64
    """,
    "mossa.learn": """
        METHODS Categories Category EndingScore Features LearningRecord LearningRound LearningSettings WeightLearning
        categorise play_endings require_features
    """,
    "mossa.play": """
        Advice Clock Control EloDifference GameRecord GameTerms Match MatchScore Player PlayerKind ask best
        default_player elo_difference elo_from_score expected_score likelihood_ratio limited_player
        move_is_visible play_game player player_kinds read_openings run solve sprt_bounds suitable_players
        visible_position
    """,
}
"""The names that people may rely on. A change here is a change for them: say so in the changelog."""


@pytest.mark.parametrize("name", PUBLIC)
def test_what_is_public(name: str) -> None:
    module = importlib.import_module(name)
    assert list(module.__all__) == sorted(PUBLIC[name].split(), key=lambda n: (not n.isupper(), n))
    for public in module.__all__:
        assert getattr(module, public) is not None


def test_every_module_says_what_is_public() -> None:
    """Of kernel, core and search; each name is there, none twice."""
    root = Path(importlib.import_module("mossa").__file__ or "").parent
    for path in sorted(path for folder in ("kernel", "core", "search") for path in (root / folder).rglob("*.py")):
        name = ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__")
        module = importlib.import_module(name)
        public = getattr(module, "__all__", None)
        if public is not None:
            assert len(set(public)) == len(public), name
            assert [n for n in public if not hasattr(module, n)] == [], name


def heavy_after(script: str, tmp_path: Path) -> list[str]:
    """Which of the heavy packages a script has imported; it must compile nothing either."""
    lines = (
        "import sys",
        script,
        f"print(*(name for name in {HEAVY} if name in sys.modules))",
    )
    said = python("\n".join(lines), MOSSA_CACHE=tmp_path / "kernels")
    assert not (tmp_path / "kernels").exists()
    return said.split()


def test_importing_mossa_imports_nothing_heavy(tmp_path: Path) -> None:
    assert heavy_after("import mossa", tmp_path) == []


def test_importing_a_folder_imports_no_compiler(tmp_path: Path) -> None:
    script = """
import importlib, pathlib, mossa
root = pathlib.Path(mossa.__file__).parent
for folder in ("kernel", "core", "search", "games", "play"):
    for path in sorted((root / folder).rglob("*.py")):
        if path.parent.name != "compiler":
            importlib.import_module(".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__"))
"""
    assert not {"llvmlite", "scipy", "matplotlib", "torch"} & set(heavy_after(script, tmp_path))


def test_playing_a_game_needs_no_compiler(tmp_path: Path) -> None:
    script = """
import mossa
for name in ("tictactoe", "connect4", "nim", "grundy", "tree", "kuhn", "rps", "trio"):
    position = mossa.game(name).start()
    while not position.is_over:
        position = position.play(position.moves[0])
    assert position.result is not None and position.text and str(position)
"""
    assert not {"llvmlite", "scipy", "matplotlib"} & set(heavy_after(script, tmp_path))


def test_the_compiler_comes_when_it_is_needed() -> None:
    """So that the tests above can fail."""
    script = """
import sys, mossa
from mossa.search.common.perft import perft
perft(mossa.game("tictactoe"), mossa.game("tictactoe").rules.start(), 1)
print("llvmlite" in sys.modules)
"""
    assert python(script) == "True"
