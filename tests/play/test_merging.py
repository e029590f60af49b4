"""The records of the parts of a match become one."""

from pathlib import Path

import pytest

from mossa import MossaError
from mossa.play.match import Match, Part, run
from mossa.play.match_score import MatchScore
from mossa.play.merging import merge_matches
from mossa.play.referee import GameTerms

MATCH = Match("tictactoe", ("random", "alphabeta:depth=1"), games=10, terms=GameTerms(longest=7), plies=1, seed=3)


def played(folder: Path, number: int, of: int = 3, match: Match = MATCH) -> tuple[Path, MatchScore]:
    path = folder / f"part-{number}.jsonl"
    return path, run(match, part=Part(number, of), record=path)


def test_parts_make_the_match(tmp_path: Path) -> None:
    """Byte for byte what one machine plays."""
    whole, out = tmp_path / "whole.jsonl", tmp_path / "merged.jsonl"
    score = run(MATCH, record=whole)
    parts = [played(tmp_path, number)[0] for number in (3, 1, 2)]
    merged = merge_matches(parts, out)
    assert (merged.match, merged.missing) == (MATCH, 0)
    assert merged.score.as_dict() == score.as_dict()
    assert out.read_bytes() == whole.read_bytes()
    assert merge_matches([out, *parts]).score.games == 10  # what is there twice counts once
    assert run(MATCH, record=out).games == 10


def test_what_is_missing_is_told_and_played_later(tmp_path: Path) -> None:
    out = tmp_path / "merged.jsonl"
    merged = merge_matches([played(tmp_path, number)[0] for number in (1, 3)], out)
    assert (merged.score.games, merged.missing) == (6, 2)
    assert run(MATCH, record=out).games == 10


def test_what_does_not_fit(tmp_path: Path) -> None:
    one, _ = played(tmp_path, 1)
    other = Match("tictactoe", ("random", "alphabeta:depth=2"), games=10)
    with pytest.raises(MossaError, match="is not of the same match as"):
        merge_matches([one, played(tmp_path, 3, match=other)[0]])
    changed = tmp_path / "changed.jsonl"
    changed.write_text(one.read_text().replace('"number": 0', '"number": 2'))
    with pytest.raises(MossaError, match="game 3 differs in"):
        merge_matches([played(tmp_path, 2)[0], changed])
    (tmp_path / "text").write_text("hello")
    (tmp_path / "list").write_text("[]")
    (tmp_path / "empty").write_text("")
    for name in ("text", "list", "empty"):
        with pytest.raises(MossaError, match=f"{name} is not the record of a match"):
            merge_matches([tmp_path / name])
    first = tmp_path / "first.jsonl"
    first.write_text(one.read_text().splitlines(keepends=True)[0])
    with pytest.raises(MossaError, match="there are no games in"):
        merge_matches([first])
