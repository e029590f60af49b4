"""The endgame tables of chess that come with the package, and play by them."""

import csv
import json
import random
import warnings
from pathlib import Path

import pytest

import mossa
from mossa import MossaError
from mossa.games.chess import endgame
from mossa.games.chess import endgame_slices as blocks
from mossa.games.chess import indexing as numbering
from mossa.games.chess.fen import read_fen
from mossa.games.chess.rules import is_mate, play
from mossa.search import Limits
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.alphabeta.endgame_play import perfect_line, perfect_result
from mossa.search.common.scores import win_score
from mossa.search.retrograde import UNKNOWN, Tables, build
from mossa.search.retrograde.files import read_head, read_slice
from mossa.search.retrograde.indexing import consecutive

CHESS = mossa.game("chess")

RULES = CHESS.rules


def test_fifty_moves_bound_the_score():
    rook = "8/8/8/4k3/8/8/PP6/4K2R w - - {} 90"
    assert RULES.bounds(CHESS.position(rook.format(99)).state) == (-1, 1)
    assert RULES.bounds(CHESS.position(rook.format(100)).state) == (0, 0)
    assert RULES.bounds(CHESS.position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 90").state) == (-1, 1)


DATA = Path(__file__).parents[2] / "data" / "chess"

PARTS = {part.name: part for part in consecutive(blocks.slices(4))}

SHIPPED = sorted(path.stem for path in endgame.OWN.glob("*.table"))

MAXIMA = {"KQK": 10, "KRK": 16, "KPK": 28, "KBBK": 19, "KBNK": 33, "KRKN": 40, "KRKB": 29, "KPKP": 33}
"""Moves to the longest mate, as published."""


def test_what_is_shipped() -> None:
    assert {"KQK", "KRK", "KPK", "KBBK", "KBNK"} <= set(SHIPPED)
    assert sum(path.stat().st_size for path in endgame.OWN.iterdir()) < 4 << 20
    for name in SHIPPED:
        head = read_head(endgame.OWN, "chess", PARTS[name])
        if name in MAXIMA:
            assert (head.longest + 1) // 2 == MAXIMA[name], name


@pytest.mark.parametrize("name", SHIPPED)
def test_counts_are_the_published_ones(name: str) -> None:
    import numpy as np

    expected = json.loads((DATA / "syzygy_counts.json").read_text())[name]
    part = PARTS[name]
    codes = np.frombuffer(read_slice(endgame.OWN, "chess", part)[1], np.uint8)
    strong, weak = name[1:].split("K")
    half = blocks.block_size((strong, weak))
    for block, (wins, draws, losses) in zip(
        (codes[:half], codes[half:] if strong != weak else codes), expected, strict=True
    ):
        counts = np.bincount(block[block != UNKNOWN], minlength=256)
        ours = int(counts[2::2].sum()), int(counts[0]), int(counts[1::2].sum())
        if len(set(strong)) < len(strong):  # two equal pieces: told apart there, but for images of each other
            assert all(2 * a - 2000 <= b <= 2 * a for a, b in zip(ours, (wins, draws, losses), strict=True))
        elif name == "KPKP":  # with captures en passant, which are not counted there
            assert ours[2] == losses
            assert (ours[0] - wins, ours[1] - draws) == (17_232, 4_661)
        else:
            assert ours == (wins, draws, losses)


def test_rook_against_king_square_by_square() -> None:
    with (DATA / "krkopt.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 400
    for row in rows:
        board = {row["wk"]: "K", row["wr"]: "R", row["bk"]: "k"}
        ranks = ["".join(board.get(f + r, "1") for f in "abcdefgh") for r in "87654321"]
        state = read_fen("/".join(ranks) + " b - - 0 1")
        depth = row["btm_depth_of_win"]
        assert endgame.code(state) == (0 if depth == "draw" else 1 + 2 * int(depth)), row


def test_mates_by_rook() -> None:
    for line in (DATA / "mates_krk.jsonl").read_text().splitlines():
        row = json.loads(line)
        state = read_fen(row["fen"])
        plies = 2 * row["mate"] - 1 if row["mate"] > 0 else -2 * row["mate"]
        assert endgame.plies_to_end(state) == plies
        line_of_play = list(perfect_line(CHESS, state))
        for move in line_of_play:
            state = play(state, move)
        assert len(line_of_play) == plies
        assert is_mate(state)


def test_the_fifty_moves_limit_what_is_proven() -> None:
    fen = "8/8/8/3k4/8/8/8/KBN5 w - - {} 1"
    assert endgame.plies_to_end(read_fen(fen.format(0))) == 59
    assert endgame.bounds(read_fen(fen.format(41))) == (1, 1)
    assert endgame.bounds(read_fen(fen.format(42))) == (0, 1)
    assert endgame.bounds(read_fen(fen.format(42).replace("w", "b"))) in ((-1, 0), (0, 0))
    assert endgame.bounds(read_fen(fen.format(100))) == (0, 0)
    assert endgame.bounds(CHESS.rules.start()) == (-1, 1)
    assert endgame.bounds(read_fen("8/8/8/8/8/1k6/1p6/1K6 w - - 0 1")) == (0, 0)


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    return Searcher(CHESS, memory_mib=4)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["KQK", "KRK", "KBBK", "KBNK", "KPK"])
def test_the_engine_wins_in_the_least_number_of_moves(name: str, searcher: Searcher) -> None:
    """Both sides choose by the engine; every move must shorten the mate by one ply."""
    part, rng, won = PARTS[name], random.Random(7), 0
    while won < 8:
        state = numbering.state_at(rng.randrange(part.first, part.last))
        left = endgame.plies_to_end(state)
        if left < 1:
            continue
        won += 1
        while left > 0:
            found = searcher.search(state, Limits(depth=2))
            assert found.score is not None
            assert abs(found.score) == win_score(CHESS) - left
            assert found.bound_hits > 0
            state = play(state, found.move)
            left -= 1
            if endgame.code(state) != UNKNOWN:  # not after a promotion to what has no table
                assert endgame.plies_to_end(state) == left
        assert is_mate(state)


def test_tables_are_found_by_the_general_reader() -> None:
    tables = Tables.open(CHESS, [endgame.OWN], pieces=4)
    state = read_fen("8/8/8/3k4/8/8/8/KBN5 w - - 0 1")
    outcome = tables.probe(state)
    assert outcome is not None
    assert (outcome.value, outcome.plies) == (1, 59)
    assert tables.moves(state)[0][1] == outcome
    assert tables.probe(read_fen("8/8/8/3k4/8/8/7q/KBN5 w - - 0 1")) is None
    assert tables.probe(read_fen("8/8/8/3k4/8/8/8/KQ5q w - - 0 1")) is None  # no table of that


@pytest.mark.slow
def test_a_single_table_can_be_made(tmp_path: Path) -> None:
    report = build(CHESS, 4, tmp_path, only=["KRK"])
    assert [head.slice for head in report.heads] == ["KRK"]
    assert report.heads[0] == read_head(endgame.OWN, "chess", PARTS["KRK"])
    with pytest.raises(MossaError, match="has no endgame 'KXK'"):
        build(CHESS, 4, tmp_path, only=["KXK"])


def test_folders_and_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame, "folders", [tmp_path])
    endgame.loaded.cache_clear()
    try:
        with pytest.raises(MossaError, match="there is no folder"):
            endgame.use_folder(tmp_path / "none")
        (tmp_path / "KQK.table").write_bytes((endgame.OWN / "KQK.table").read_bytes()[:5000])
        (tmp_path / "KRK.table").write_text("nonsense")
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            codes, starts = endgame.loaded()
        told = " ".join(str(one.message) for one in said)
        assert "KQK.table is damaged or cut short" in told
        assert "KRK.table is not an endgame table" in told
        assert set(starts) == {"KQK", "KRK"}
        assert set(codes) == {UNKNOWN}
        with pytest.raises(MossaError, match="in use already"):
            endgame.use_folder(endgame.OWN)
    finally:
        endgame.loaded.cache_clear()


def test_what_the_tables_know_is_solved_without_a_search() -> None:
    position = CHESS.position("8/8/8/3k4/8/8/8/KBN5 w - - 0 1")
    found = perfect_result(CHESS, position.state)
    assert found is not None
    assert found.exact
    assert (found.value, found.score, found.depth) == (1.0, win_score(CHESS) - 59, 59)
    assert {position.write_move(move) for move in found.moves} == {"a1b2", "c1e2", "c1d3"}
    assert len(found.pv) == 10
    at = position.state
    for move in found.pv:
        at = play(at, move)
    assert endgame.plies_to_end(at) == 49
    mated = perfect_result(CHESS, CHESS.position("8/8/8/8/8/5k2/6q1/3K4 w - - 0 1").state)
    assert mated is not None
    assert mated.value == -1.0
    drawn = perfect_result(CHESS, CHESS.position("8/8/8/8/1k6/8/1p6/1K6 w - - 0 1").state)
    assert drawn is not None
    assert (drawn.value, drawn.score, drawn.pv) == (0.0, 0, drawn.moves[:1])
    assert perfect_result(CHESS, CHESS.position("8/8/8/8/8/1k6/1p6/1K6 w - - 0 1").state) is None  # over: stalemate
    assert perfect_result(CHESS, CHESS.rules.start()) is None
    assert perfect_result(mossa.game("tictactoe"), mossa.game("tictactoe").rules.start()) is None
