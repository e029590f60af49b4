"""PDN files: games of Tinsley, both ways, and as the world writes them."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import mossa
from mossa.core.game_file import GameFile
from mossa.core.pgn_pdn import read_result
from mossa.games.checkers.records import read_games, write_game, write_moves

DATA = Path(__file__).parents[2] / "data" / "checkers"

CHECKERS = mossa.game("checkers")

TINSLEY = [json.loads(line) for line in (DATA / "tinsley_games.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("record", TINSLEY, ids=lambda record: record["event"])
def test_tinsleys_games(record: dict[str, str]) -> None:
    position = CHECKERS.after(record["moves"])
    assert position.history == tuple(record["moves"].split())
    assert position.state._replace(quiet=0) == CHECKERS.position(record["final_fen"]).state


def test_pdn_round_trip() -> None:
    games = [
        GameFile.of(
            CHECKERS.after(record["moves"]).line,
            players=(record["black"], record["white"]),
            result=read_result(record["result"]),
            tags={"Event": record["event"]},
        )
        for record in TINSLEY
    ]
    text = "\n".join(map(write_game, games))
    assert read_games(text) == (games, [])
    assert [" ".join(write_moves(game)) for game in games] == [record["moves"] for record in TINSLEY]
    assert max(map(len, text.splitlines())) <= 79


@given(st.lists(st.integers(0, 99), max_size=30), st.sampled_from([None, "W:W21-32:B1-12", "B:WK1:BK32,5:H3"]))
def test_pdn_round_trip_of_random_games(choices: list[int], fen: str | None) -> None:
    position = CHECKERS.start() if fen is None else CHECKERS.position(fen)
    for choice in choices:
        if position.is_over:
            break
        position = position.play(position.legal[choice % len(position.legal)])
    said = {len(position.history) // 2: 'a "note"'} if position.history else {}
    record = GameFile.of(position.line, players=('the "\\" one', ""), comments=said)
    (again,), skipped = read_games(write_game(record))
    assert (again, skipped) == (record, [])
    assert again.states(CHECKERS.rules.play)[-1] == position.state


def test_the_result_of_a_variation_is_not_that_of_the_game() -> None:
    (game,), _ = read_games('[Black "Ada"] 1. 11-15 (1. 9-14 0 - 1) 23-19 *')
    assert (game.result, game.players) == (None, ("Ada", "?"))


REAL_WORLD = """\ufeff% a line for programs
[Event "a \\"b\\""]
[Result "1-1"]
[GameType "21,B,8,8,N2,0"]
{opening} 1. 11 - 15! {good
move} 23-19* (22-17 (1. 5-9) 15-18) $4 ; the rest ) of the line
2. 9-14(?) 27-23
[Event "two"] [FEN "W:W18:B11."] 1... 18-15 11x18
2-0
[Event "three"][Black "X"][White "Y"]
1. 11-15 23-18 2. 1-5 0-1
1. 11-15 22-18 15x22 25x18 Black resigns 1-0
[GameType "20"] 1. 32-28 *
1. 12-16 24-20 2. 8-12 ( 1/2-1/2
[FEN "B:W1:B2"] 2-7 *
1. 12-16 ) *
[Event "the same number of moves for all"] 10-15
"""


def test_pdn_as_it_is() -> None:
    games, skipped = read_games(REAL_WORLD)
    first, second, last = games
    assert write_moves(first) == ["11-15", "23-19", "9-14", "27-23"]
    assert first.result == (0, 0)
    assert first.tags == {"Event": 'a "b"'}
    assert first.comments == {0: "opening", 1: "good move"}
    assert (write_moves(second), second.result) == (["18-15", "11x18"], (1, -1))
    assert second.first == CHECKERS.position("W:W18:B11").state
    assert write_moves(last) == ["10-15"]
    reasons = [
        r"game 3 \(X – Y\), left out: move 2 of Black \(1-5\) is not legal",
        "game 4, left out: after 4 moves stands 'Black'",
        "game 5, left out: GameType 20",
        "game 6, left out: a variation is not closed",
        "game 7, left out: .* white man on square 1",
        "game 8, left out: after 1 moves a variation is closed",
    ]
    for sentence, reason in zip(skipped, reasons, strict=True):
        assert re.match(reason, sentence), sentence


@given(st.text(alphabet='[]{}();$%!?*"\\ \n0123456789.-x/BWKEvent', max_size=80))
@example(".{{")
def test_pdn_never_breaks(text: str) -> None:
    games, skipped = read_games(text)
    assert read_games("\n".join(map(write_game, games)))[0] == games
    assert all("left out" in sentence for sentence in skipped)
