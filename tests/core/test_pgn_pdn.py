"""What PGN and PDN share, on a toy format whose states are the moves made so far: what is written is read again."""

from __future__ import annotations

import random
import re

import pytest

from mossa import MossaError
from mossa.core.game_file import GameFile
from mossa.core.pgn_pdn import (
    OPEN,
    Dialect,
    format_game,
    parse_games,
    read_result,
    without_braces,
    write_moves,
    write_result,
)
from mossa.core.variations import Annotated, Variation

State = tuple[int, ...]

TOKEN = re.compile(
    r"""\[(?P<tag>(?P<name>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)")\] | (?P<comment>\{[^}]*\}) | (?P<mark>[!?]+)
      | (?P<open>\() | (?P<close>\)) | (?P<result>1-0|0-1|1/2-1/2|\*) | (?P<count>\d+\.+) | (?P<move>m\d+)
      | (?P<escape>%.*) | (?P<junk>[^\s()]+)""",
    re.VERBOSE,
)


def play(state: State, move: int) -> State:
    return (*state, move)


def read_move(state: State, played: int, token: re.Match[str]) -> int:
    if token["junk"]:
        raise MossaError(f"{token['junk']} is no move")
    assert len(state) == played
    return int(token["move"][1:])


TOY = Dialect(
    TOKEN,
    ("White", "Black"),
    ("White", "Black", "Result"),
    {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", OPEN: OPEN},
    lambda tags: (),
    play,
    read_move,
    lambda token: token["mark"],
)


def text_of(game: GameFile, plies_before: int = 0) -> str:
    """A game in this format."""

    def remarks(line: Annotated, played: int) -> list[str]:
        comment = line.comments.get(played)
        return [*filter(None, [line.marks.get(played)]), *(f"{{{comment}}}".split() if comment else [])]

    words = write_moves(game, play, lambda state, move: f"m{move}", remarks, plies_before)
    tags = {"White": "?", "Black": "?", **game.tags}
    return format_game(tags, [*words, write_result(game.result)])


def random_variations(chooser: random.Random, after: int, count: int, depth: int) -> tuple[Variation[int], ...]:
    """Some variations of a line of `count` moves that begins after others."""
    found = []
    for start in sorted(chooser.choices(range(after, after + count), k=chooser.randrange(3))) if depth else []:
        length = chooser.randrange(1, 6)
        moves = tuple(chooser.randrange(100) for _ in range(length))
        some = chooser.sample(range(start, start + length + 1), chooser.randrange(length))
        comments = {played: f"so {played}" for played in some[::2]}
        marks = {played: "??" for played in some[::3] if played > start}
        inner = random_variations(chooser, start, length, depth - 1)
        found.append(Variation(start, moves, inner, comments, marks))
    return tuple(found)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_written_is_read_again(seed: int) -> None:
    chooser = random.Random(seed)
    count = chooser.randrange(1, 30)
    moves = tuple(chooser.randrange(100) for _ in range(count))
    some = sorted(chooser.sample(range(1, count + 1), chooser.randrange(count)))
    game = GameFile(
        (),
        moves,
        result=chooser.choice([None, (1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)]),
        tags={"Event": 'a "b" \\ c'},
        comments={played: f"after {played}" for played in some[::2]},
        marks={played: "!?" for played in some[::3]},
        variations=random_variations(chooser, 0, count, 3),
    )
    text = text_of(game, chooser.randrange(4))
    assert all(len(line) <= 79 for line in text.splitlines())
    assert parse_games(text, TOY) == ([game], [])
    assert parse_games(text * 3, TOY) == ([game] * 3, [])


def test_numbers_stand_where_a_reader_needs_them() -> None:
    game = GameFile((), (1, 2, 3, 4), comments={3: "so"}, variations=(Variation(1, (7, 8)), Variation(4, (9,))))
    words = write_moves(
        game,
        play,
        lambda state, move: f"m{move}",
        lambda line, played: ["{so}"] if line is game and played == 3 else [],
    )
    assert " ".join(words) == "1. m1 m2 (1... m7 2. m8) 2. m3 {so} 2... m4 (2... m4 3. m9)"
    later = write_moves(GameFile((), (1, 2)), play, lambda state, move: f"m{move}", lambda line, played: [], 5)
    assert " ".join(later) == "3... m1 4. m2"


def test_games_that_cannot_be_read_are_left_out() -> None:
    text = '[White "Ada"]\n[Black "Bob"]\n1. m1 oops 1-0\n\n1. m1 m2 0-1 m3 ) *\n\n1. m5 (oops m6) m7 *'
    games, skipped = parse_games(text, TOY)
    assert [game.moves for game in games] == [(1, 2), (5, 7)]
    assert [game.result for game in games] == [(-1.0, 1.0), None]
    assert skipped == [
        "game 1 (Ada – Bob), left out: oops is no move",
        "game 3, left out: after 1 moves a variation is closed that was not opened",
    ]


def test_the_result_after_the_moves_overrules_the_tag() -> None:
    results = [
        parse_games(f'[Result "{tag}"]\nm1 {end}', TOY)[0][0].result for tag in ("1-0", "*") for end in ("0-1", "*")
    ]
    assert results == [(-1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), None]
    assert [write_result(read_result(text)) for text in ("1-0", "0-1", "1/2-1/2", "*")] == [
        "1-0",
        "0-1",
        "1/2-1/2",
        "*",
    ]
    assert without_braces("a {b} c") == "a (b) c"
