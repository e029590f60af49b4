"""Whatever a reader is given, it reads it or says in one sentence why not: no other exception, from 50,000 inputs.

Each test has its number of inputs and one seed, so that a run can be repeated. One in FACTOR of the inputs is tried
in every run of the tests, all of them in the slow one (`tests/attacks/mutations.py`).
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from tests.attacks.mutations import FACTOR, INPUTS, Changes, attack, both, mutated_text

import mossa
from mossa.core.position import Position
from mossa.play.game_text import GameText, read_games, write_game
from mossa.play.players import player

DATA = Path(__file__).parents[1] / "data"


def test_there_are_fifty_thousand() -> None:
    assert sum(INPUTS.values()) >= 50_000
    assert all(inputs // FACTOR >= 20 for inputs in INPUTS.values())


@lru_cache
def lines() -> list[Position]:
    """A position of every game, some moves after its start."""
    found = []
    for name in mossa.names():
        at = mossa.game(name).start()
        for ply in range(7):
            if not at.is_over:
                at = at.play(at.moves[(5 * ply + 3) % len(at.moves)])
        found.append(at)
    return found


@both
def test_texts_of_positions(part: int) -> None:
    """In every game's notation. What is read can be written, shown, and read again."""
    texts = [at.text for at in lines()]

    def tried(kind: int, changes: Changes) -> None:
        game = lines()[kind].game
        text = mutated_text(texts[kind] if changes[0][1] % 3 else game.start().text, changes, texts)
        at = game.position(text)
        assert game.position(at.text).state == at.state
        assert at.scene(0).text()

    attack("positions", part, len(texts), tried)


@both
def test_texts_of_moves(part: int) -> None:
    histories = [" ".join(at.history) for at in lines()]

    def tried(kind: int, changes: Changes) -> None:
        lines()[kind].game.after(mutated_text(histories[kind], changes, histories))

    attack("moves", part, len(histories), tried)


@lru_cache
def game_files() -> list[tuple[str, str]]:
    """Games as files, in the format of every game that has one, as records and as lists of moves."""
    found = []
    for at in lines():
        read = read_games(at.game, " ".join(at.history))[0]
        found.append((at.game.name, write_game(at.game, read.written)))
    tagged = '[Event "x"]\n[Result "1-0"]\n\n1. e4 {good} e5 (1... c5 2. Nf3 $1) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n'
    backgammon = DATA / "backgammon"
    whole = json.loads((DATA / "0.1" / "match" / "tictactoe-whole.jsonl").read_text().splitlines()[1])
    return [
        *found,
        ("chess", tagged),
        ("checkers", '[Event "x"]\n[Result "*"]\n[FEN "B:W18,24,27:B12,16,K20"]\n\n1. 16-19 24x15 *'),
        ("backgammon", (backgammon / "match3.mat").read_text()[:3000]),
        ("backgammon", (backgammon / "match3.sgf").read_text()[:3000]),
        (
            "othello",
            "(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[5]TY[8]BO[8 "
            + "-" * 27
            + "O*------*O"
            + "-" * 27
            + " *]B[F5//1]W[F6];)",
        ),
        ("tictactoe", json.dumps(whole["records"][0])),
    ]


@both
def test_files_of_games(part: int) -> None:
    """PGN, PDN, GGF, .mat, SGF, records, lists of moves, variations and remarks. What is read can be written."""
    files = game_files()
    others = [text for _, text in files]

    def tried(kind: int, changes: Changes) -> None:
        name, text = files[kind]
        for read in read_games(mossa.game(name), mutated_text(text, changes, others))[:3]:
            rewritten(read)

    attack("games", part, len(files), tried)


def rewritten(read: GameText) -> None:
    assert read.line
    write_game(read.game, read.written)


SPECS = (
    *(
        "alphabeta:time=0.1,threads=2",
        "alphabeta:depth=6,null_move=0,memory=16",
        "elo=1500",
        "alphabeta:skill=7,seed=3",
    ),
    *("minimax:depth=4", "random:seed=3", "perfect:time=2", "policy:method=cfr+,time=0.5", "mcts:nodes=100", "human"),
    *(
        "clairvoyance:samples=9,nodes=100",
        "expectimax:depth=2",
        "knuth",
        "paranoid:time=1",
        "uci:./engine",
        "maxn:nodes=9",
    ),
)
TRIED = ("tictactoe", "kuhn", "nim", "trio", "mastermind", "backgammon", "matrix")


@both
def test_specs_of_players(part: int) -> None:
    def tried(kind: int, changes: Changes) -> None:
        spec = mutated_text(SPECS[kind % len(SPECS)], changes, SPECS)
        player(spec, mossa.game(TRIED[kind % len(TRIED)]))

    attack("players", part, len(SPECS) * len(TRIED), tried)


GAMES = (
    *("connect4:columns=5,rows=4", "nim:heaps=3-4-5,misere=1", "tree:tree=((3 12 8) (2 4 6) (14 5 2))", "trio:size=5"),
    *(
        "matrix:payoffs=[3 -1; -2 4],rows=a-b",
        "backgammon:match=5,cube=1,jacoby=0",
        "grundy:matches=9",
        "kuhn:players=3",
    ),
    *(
        "mastermind:pegs=3,colours=4,guesses=6",
        "chess:start=518",
        "tree:tree=(max (1/2 3 1/2 -1) 5)",
        "checkers:draw_after=9",
    ),
    *("cards:max=[♥6 ♦6 ♣8 ♣7],min=[♥4 ♠4 ♣9 ♣5 | ♦4 ♠4 ♣9 ♣5],weights=3-1", "./nowhere.py:size=4", "tictactoe:size=3"),
)


@both
def test_specs_of_games(part: int) -> None:
    def tried(kind: int, changes: Changes) -> None:
        game = mossa.game(mutated_text(GAMES[kind], changes, GAMES))
        assert game.start().scene(0).text()

    attack("specs", part, len(GAMES), tried)
