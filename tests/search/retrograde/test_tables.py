"""Probing tables: endings of the books, perfect play, missing tables, the unpacked cache, the rules of the game."""

import json
from pathlib import Path

import pytest
from tests.search.retrograde.damages import DAMAGES

import mossa
from mossa.games.checkers import endgame, indexing
from mossa.games.checkers.endgame import OWN
from mossa.kernel.constant_table import ConstantTable
from mossa.search.retrograde import Outcome, Tables, load_codes

DATA = Path(__file__).parents[2] / "data" / "checkers"

CHECKERS = mossa.game("checkers")


@pytest.fixture(scope="module")
def shipped() -> Tables:
    return Tables.open(CHECKERS, [OWN])


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


def test_what_was_unpacked_before_does_not_hide_damage(folder: Path) -> None:
    assert Tables.open(CHECKERS, [folder]).faults == ()
    path = folder / "KK-M.table"
    sound = path.read_bytes()
    path.write_bytes(DAMAGES["one bit"](sound))
    (fault,) = Tables.open(CHECKERS, [folder]).faults
    assert "KK-M.table is damaged" in fault
    path.write_bytes(sound)
    assert Tables.open(CHECKERS, [folder]).faults == ()


@pytest.mark.parametrize("damage", ["zeroed", "one bit", "cut short", "longer", "empty", "without a digest"])
def test_damage_to_what_was_unpacked_is_mended(
    damage: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unpacked file of zeros says that every ending is a draw, and it has the right size."""
    monkeypatch.setenv("MOSSA_CACHE", str(tmp_path / "cache"))
    sound, _ = load_codes("checkers", indexing.slices(3), [folder])
    wanted = sound.tobytes()
    (path,) = (tmp_path / "cache").rglob("*.codes")
    data = path.read_bytes()
    middle = len(data) // 2
    path.unlink()  # it may be mapped
    path.write_bytes(
        {
            "zeroed": bytes(len(data)),
            "one bit": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],
            "cut short": data[:middle],
            "longer": data + b"\0",
            "empty": b"",
            "without a digest": data[: len(wanted)],  # as version 0.1 wrote it
        }[damage]
    )
    again, faults = load_codes("checkers", indexing.slices(3), [folder])
    assert (again.tobytes() == wanted, faults) == (True, [])
    assert path.read_bytes() == data


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
    unpacked, faults = load_codes("checkers", indexing.slices(3), [folder])
    assert (len(unpacked), faults) == (199520, [])


def test_checkers_is_played_without_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame, "OWN", tmp_path)
    monkeypatch.setattr(endgame, "default_folder", lambda game: tmp_path)
    monkeypatch.setattr(endgame, "ENDGAMES", ConstantTable(endgame.load, endgame.Bytes, name="checkers endgames"))
    with pytest.warns(RuntimeWarning, match="played without an endgame table: the package lacks its"):
        assert endgame.bounds(CHECKERS.position("W:WK6,K9:BK15").state) == (-1, 1)


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
