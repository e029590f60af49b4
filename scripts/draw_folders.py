"""Draw the folders of the package as docs/img/folders.svg: `python scripts/draw_folders.py`.

The order is that of the import contract in pyproject.toml: each folder imports only from those above it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "img" / "folders.svg"

SUBJECTS = {
    "kernel": "the base of compiled code: primitives, memory, transposition table, random numbers",
    "core": "game, facts, protocol, position, result, conformance, registry",
    "jobs": "long work in chunks: processes of this machine, or a Ray cluster",
    "search": "every algorithm, for any game",
    "games": "one package a game, all alike",
    "play": "players, clocks, books, matches, tournaments, Elo, game records",
    "learn": "weights and networks from self-play",
    "bridges": "other frameworks: PettingZoo, Gymnasium, OpenSpiel, notebooks",
    "protocols": "UCI, GTP, NBoard: mossa as an engine for other boards",
    "web": "the site: server and pages",
    "cli": "the command mossa",
}
SEARCH = {
    "textbook": "the course's algorithms",
    "common": "limits, threads, results",
    "alphabeta": "the two-player engine",
    "mate": "proof-number search",
    "chance": "expectimax, Star2, rollouts",
    "equilibrium": "sequence form, CFR",
    "montecarlo": "UCT, random games",
    "nplayers": "max^n, paranoid",
    "hidden": "clairvoyance (PIMC)",
    "retrograde": "endgame tables",
    "single_agent": "puzzles: A*, IDA*",
    "graph": "all positions, value iteration",
}
WIDTH, LINE, GAP, MARGIN, PER_ROW = 760, 44, 8, 12, 3


def layers(container: str = "mossa") -> list[str]:
    """The modules of a package in dependency order, the first imports none of the others."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = settings["tool"]["importlinter"]["contracts"]
    contract = next(c for c in contracts if c.get("containers") == [container])
    return [name.strip() for layer in reversed(contract["layers"]) for name in layer.split("|")]


def folders(parent: Path) -> list[str]:
    """The packages in a folder."""
    return sorted(path.parent.name for path in parent.glob("*/__init__.py"))


def box(x: int, y: int, width: int, height: int, name: str, text: str) -> str:
    """A frame with a folder's name and its subject."""
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="4" fill="#f4f1ea" stroke="#8a8270"/>\n'
        f'<text x="{x + 12}" y="{y + 19}" font-weight="bold" fill="#222">{escape(name)}/</text>\n'
        f'<text x="{x + 12}" y="{y + 36}" font-size="12" fill="#444">{escape(text)}</text>\n'
    )


def draw() -> str:
    """The picture as SVG."""
    parts, y = [], MARGIN
    engines = [name for name in layers("mossa.search") if name in SEARCH]
    for name in layers():
        rows = -(-len(SEARCH) // PER_ROW) if name == "search" else 0
        height = LINE + rows * (LINE + GAP)
        parts.append(box(MARGIN, y, WIDTH - 2 * MARGIN, height, name, SUBJECTS[name]))
        for number, part in enumerate(engines if rows else ()):
            width = (WIDTH - 4 * MARGIN - (PER_ROW - 1) * GAP) // PER_ROW
            x = 2 * MARGIN + number % PER_ROW * (width + GAP)
            parts.append(box(x, y + LINE + number // PER_ROW * (LINE + GAP), width, LINE, part, SEARCH[part]))
        y += height + GAP
    title = "The folders of mossa: each imports only from those above it"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + MARGIN - GAP}" '
        f'font-family="sans-serif" font-size="14" role="img">\n<title>{title}</title>\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{"".join(parts)}</svg>\n'
    )


if __name__ == "__main__":
    PICTURE.write_text(draw())
