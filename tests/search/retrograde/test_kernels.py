"""The kernels: a second game forwards only, and an interpreted build against the recursive definition."""

from pathlib import Path

import mossa
from mossa.search.retrograde import Outcome, Tables, build, verify
from mossa.search.retrograde.indexing import Indexing

HERE = Path(__file__).parent

ROOK = mossa.game(str(HERE / "rook_ending.py"))

SMALL = mossa.game(f"{HERE / 'rook_ending.py'}:size=3")


def test_king_and_rook(tmp_path: Path) -> None:
    """The other game: White mates in 16 moves at the latest, whoever begins; looked for forwards only."""
    report = build(ROOK, 3, tmp_path, threads=2)
    (head,) = report.heads
    assert (head.wins, head.losses, head.longest) == (175168, 201700, 32)
    assert verify(ROOK, 3, tmp_path, threads=2) == 2 * 64**3
    tables = Tables.open(ROOK, [tmp_path])
    mate = ROOK.rules.start()._replace(king=18, rook=1, enemy=16, turn=0)  # Kc3 Rb1 against Ka3: Ra1
    assert tables.probe(mate) == Outcome(1, 1)
    assert tables.moves(mate)[0] == (64, Outcome(1, 1))
    assert tables.probe(mate._replace(rook=64)) == Outcome(0)


def test_against_the_recursive_definition(tmp_path: Path) -> None:
    """A small board, interpreted: the same values as by repeated use of the definition over all states."""
    build(SMALL, 3, tmp_path, compiled=False)
    tables = Tables.open(SMALL, [tmp_path])
    rules, numbers = SMALL.rules, Indexing.of(SMALL)
    states = [numbers.functions["state_at"](i) for i in range(2 * 9**3)]
    children = {s: [rules.play(s, move) for move in rules.legal(s)] for s in states}
    value = {s: rules.utility(s, s.turn) if rules.is_over(s) else None for s in states}
    value |= {c: 0 for cs in children.values() for c in cs if c.rook == 9}
    changed = True
    while changed:
        changed = False
        for s in states:
            if value[s] is None:
                below = [value[c] for c in children[s]]
                new = 1 if -1 in below else -1 if all(v == 1 for v in below) else None
                changed |= new is not None
                value[s] = new
    assert len([v for v in value.values() if v]) > 100
    for s in states:
        found = tables.probe(s)
        assert found is not None
        assert found.value == (value[s] or 0)
