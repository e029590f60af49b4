"""Endgame tables: known figures of two games, an independent solver, kills, damage, wrong input."""

import json
import shutil
from math import comb
from pathlib import Path

import pytest

import mossa
from mossa import MossaError
from mossa.games.checkers import endgame
from mossa.games.checkers import indexing as numbering
from mossa.games.checkers.endgame import OWN
from mossa.kernel.constant_table import ConstantTable
from mossa.search.retrograde import Outcome, Tables, build, building, load_codes, verify
from mossa.search.retrograde.files import read_slice, slice_path, write_slice
from mossa.search.retrograde.indexing import Indexing

HERE = Path(__file__).parent
DATA = Path(__file__).parents[2] / "data" / "checkers"
CHECKERS = mossa.game("checkers")
ROOK = mossa.game(str(HERE / "rook_ending.py"))
SMALL = mossa.game(f"{HERE / 'rook_ending.py'}:size=3")

A055213 = (120, 6972, 261224, 7092774, 148688232, 2503611964)
"""Placements of 1, 2, 3 … pieces of either colour."""
KINGS_ONLY = {"K-K": 992, "KK-K": 2 * 14880, "KK-KK": 215760, "KKK-K": 2 * 143840, "KKK-KK": 2 * 2013760}
"""Published sizes; a slice of unequal sides holds both, since either may be the mover's."""


@pytest.fixture(scope="module")
def shipped() -> Tables:
    return Tables.open(CHECKERS, [OWN])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped tables with up to three pieces."""
    for name, _ in numbering.slices(3):
        shutil.copy(OWN / f"{name}.table", tmp_path)
    return tmp_path


# ------------------------------------------------------------------------------------------------ known figures


@pytest.mark.parametrize("pieces", range(2, 7))
def test_as_many_numbers_as_positions(pieces: int) -> None:
    both = sum(size for _, size in numbering.slices(pieces)) - sum(size for _, size in numbering.slices(pieces - 1))
    one_colour = sum(comb(28, men) * comb(32 - men, pieces - men) for men in range(pieces + 1))
    assert both + 2 * one_colour == A055213[pieces - 1]


def test_kings_only() -> None:
    sizes = dict(numbering.slices(5))
    assert {name: sizes[name] for name in KINGS_ONLY} == KINGS_ONLY


def test_shipped_tables_are_right() -> None:
    assert verify(CHECKERS, 4, OWN, threads=2) == 6408836


def test_king_against_king() -> None:
    """Ed Trice: 230 wins, 654 draws, 108 losses; the longest wins take 11 plies.

    He counts 32 of them; the naive twin, asked by repeated use of the definition, finds 34 as well.
    """
    part = Indexing.of(CHECKERS).slices(2)[0]
    head, codes = read_slice(OWN, "checkers", part)
    assert (head.wins, head.draws, head.losses, head.longest) == (230, 654, 108, 11)
    assert codes.count(12) == 34


@pytest.mark.parametrize(
    "record",
    [json.loads(line) for line in (DATA / "endgame_positions.jsonl").read_text().splitlines()],
    ids=lambda record: record["id"],
)
def test_endings_of_the_books(record: dict, shipped: Tables) -> None:
    position = CHECKERS.position(record["fen"])
    signs = {"white_wins": -1, "draw": 0, "black_wins": 1}
    results = {move: record["result_after"][move] for move in record.get("result_after", {})}
    for move in [None, *results]:
        at = position if move is None else position.play(move)
        result = record.get("result") if move is None else results[move]
        found = shipped.probe(at.state)
        if found is not None and result is not None:
            assert found.value * (1 if at.mover == 0 else -1) == signs[result]
            assert endgame.bounds(at.state) == (found.value, found.value)
            assert endgame.distance(at.state) == found.plies


def test_perfect_play_takes_as_long_as_foretold(shipped: Tables) -> None:
    position = CHECKERS.position("W:WK19,K23:B12,K28")  # First Position
    foretold = shipped.probe(position.state)
    assert foretold == Outcome(1, 61)
    played = 0
    while not position.is_over:
        position = position.play(shipped.moves(position.state)[0][0])
        played += 1
    assert (played, position.result) == (61, (-1, 1))


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


# ----------------------------------------------------------------------------------------------------- building


def codes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.table"))}


@pytest.mark.slow
def test_threads_and_the_way_of_looking_change_nothing(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(CHECKERS, 3, tmp_path / "three threads", threads=3)
    assert codes(tmp_path / "three threads") == codes(folder)
    forwards = Indexing.of(CHECKERS)
    object.__setattr__(forwards, "can_retract", False)
    monkeypatch.setattr(building.Indexing, "of", lambda game: forwards)
    build(CHECKERS, 3, tmp_path / "forwards")
    assert codes(tmp_path / "forwards") == codes(folder)


def test_a_build_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    def kill(done: int, total: int, what: str) -> None:
        if what.startswith("KM-K, 5"):
            raise Killed

    with pytest.raises(Killed):
        build(CHECKERS, 3, tmp_path, progress=kill)
    kept = codes(tmp_path)
    assert list(kept) == ["K-K.table", "K-M.table", "KK-K.table", "KK-M.table", "M-M.table"]
    slice_path(tmp_path, Indexing.of(CHECKERS).slices(2)[1]).write_bytes(
        b"half a fi"
    )  # and a damaged file is made anew
    report = build(CHECKERS, 3, tmp_path)
    assert report.resumed == 4
    assert codes(tmp_path) == {f"{name}.table": (OWN / f"{name}.table").read_bytes() for name, _ in numbering.slices(3)}
    assert report.states == 199520


def test_verification_finds_a_wrong_value(folder: Path) -> None:
    assert verify(CHECKERS, 3, folder) == 199520
    import numpy as np

    part = Indexing.of(CHECKERS).slices(3)[4]
    wrong = np.frombuffer(bytearray(read_slice(folder, "checkers", part)[1]), np.uint8)
    wrong[777] += 2
    write_slice(folder, "checkers", part, wrong)
    with pytest.raises(MossaError, match=r"the endgame table KK-M is wrong about B:W.* \(number"):
        verify(CHECKERS, 3, folder)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("")
    with pytest.raises(MossaError, match="file cannot be made: File exists"):
        build(CHECKERS, 2, place)


@pytest.mark.parametrize(
    ("game", "pieces", "threads", "reason"),
    [
        ("tictactoe", 3, 1, "there are no endgame tables for tictactoe: its rules lack slices, index, state_at"),
        ("checkers", 1, 1, "no positions with 1 pieces"),
        ("checkers", 2, 0, "1 to 256 threads"),
    ],
)
def test_what_cannot_be_built(game: str, pieces: int, threads: int, reason: str, tmp_path: Path) -> None:
    with pytest.raises(MossaError, match=reason):
        build(mossa.game(game), pieces, tmp_path, threads=threads)


# ------------------------------------------------------------------------------------------- missing and damaged


DAMAGES = {
    "cut short": lambda data: data[: len(data) // 2],
    "one bit": lambda data: data[:-200] + bytes([data[-200] ^ 4]) + data[-199:],
    "empty": lambda data: b"",
    "another file": lambda data: b"PNG\x89\xff" * 1000,
    "another slice": lambda data: (OWN / "M-M.table").read_bytes(),
    "a list": lambda data: b"[1]\n",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files(folder: Path, damage: str) -> None:
    path = folder / "KK-M.table"
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    tables = Tables.open(CHECKERS, [folder])
    (fault,) = tables.faults
    assert "KK-M.table" in fault
    assert "\n" not in fault
    assert tables.probe(CHECKERS.position("W:WK1,K2:B12").state) is None
    assert tables.probe(CHECKERS.position("W:WK6,K9:BK15").state) == Outcome(1, 27)
    assert tables.moves(CHECKERS.position("W:WK1,K2:B12").state) == []
    with pytest.raises(MossaError, match="KK-M"):
        verify(CHECKERS, 3, folder)


def test_what_was_unpacked_before_does_not_hide_damage(folder: Path) -> None:
    assert Tables.open(CHECKERS, [folder]).faults == ()
    path = folder / "KK-M.table"
    sound = path.read_bytes()
    path.write_bytes(DAMAGES["one bit"](sound))
    (fault,) = Tables.open(CHECKERS, [folder]).faults
    assert "KK-M.table is damaged" in fault
    path.write_bytes(sound)
    assert Tables.open(CHECKERS, [folder]).faults == ()


def test_missing_files(folder: Path) -> None:
    (folder / "KK-K.table").unlink()
    tables = Tables.open(CHECKERS, [folder])
    assert len(tables.faults) == 1
    assert "there is no endgame table" in tables.faults[0]
    assert tables.probe(CHECKERS.position("W:WK6,K9:BK15").state) is None
    nothing = Tables.open(CHECKERS, [folder / "nowhere"])
    assert (len(nothing.codes), nothing.faults) == (0, ())


def test_a_cache_that_cannot_be_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSSA_CACHE", str(folder / "K-K.table"))  # a file, not a folder
    unpacked, faults = load_codes("checkers", numbering.slices(3), [folder])
    assert (len(unpacked), faults) == (199520, [])


def test_checkers_is_played_without_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame, "OWN", tmp_path)
    monkeypatch.setattr(endgame, "default_folder", lambda game: tmp_path)
    monkeypatch.setattr(endgame, "ENDGAMES", ConstantTable(endgame.load, endgame.Bytes, name="checkers endgames"))
    with pytest.warns(RuntimeWarning, match="played without an endgame table: the package lacks its"):
        assert endgame.bounds(CHECKERS.position("W:WK6,K9:BK15").state) == (-1, 1)


# ---------------------------------------------------------------------------------------------- in the search


def test_the_rule_of_forty_moves_is_respected() -> None:
    won = CHECKERS.position("W:WK19,K23:B12,K28").state  # in 61 plies
    assert endgame.bounds(won) == (1, 1)
    assert endgame.bounds(won._replace(quiet=19)) == (1, 1)
    assert endgame.bounds(won._replace(quiet=20)) == (0, 1)
    lost = CHECKERS.position("B:WK26,K27:B21,K25").state  # in 40
    assert endgame.bounds(lost._replace(quiet=41)) == (-1, 0)


def test_states_beyond_the_tables() -> None:
    assert endgame.bounds(CHECKERS.rules.start()) == (-1, 1)
    for pieces in (5, 6, 7):
        squares = ",".join(f"K{square}" for square in range(9, 9 + pieces - 1))
        assert endgame.bounds(CHECKERS.position(f"W:W{squares}:B1").state) == (-1, 1)


@pytest.mark.parametrize("number", [0, 1, 991, 992, 3487, 3488, 199519, 6408835, 6408836, 145859643, 2571945319])
def test_numbers_and_positions(number: int) -> None:
    state = numbering.state_at(number)
    assert numbering.index(state) == number
    if number < 199520:
        before = [numbering.state_at(i) for i in numbering.retract(state)]
        for earlier in before:
            after = [CHECKERS.rules.play(earlier, move) for move in CHECKERS.rules.legal(earlier)]
            assert state in [child._replace(turn=0, quiet=0) for child in after]


def test_more_than_memory_holds_is_refused_in_a_sentence() -> None:
    with pytest.raises(MossaError, match="positions do not fit the memory of this machine; ask for fewer pieces"):
        building.make_codes(1 << 62)
