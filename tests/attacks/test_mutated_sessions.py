"""Mutated lines of protocols, stored files, messages of pages and arguments of commands, as in test_mutated_inputs."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient
from tests.attacks.mutations import Changes, attack, both, mutated_bytes, mutated_json, mutated_text
from tests.web.talk import HERE, Page, begin, watch

import mossa
from mossa.cli import cli
from mossa.core.features import read_weights
from mossa.core.files import read_json
from mossa.core.policy_value_network import NetworkShape, PolicyValueNetwork, read_network, write_network
from mossa.games.checkers.endgame import OWN
from mossa.games.connect4 import book as connect4_book
from mossa.play.clock import Control
from mossa.play.match import Match
from mossa.play.match_files import read_games as read_match
from mossa.play.openings import read_openings
from mossa.play.players import player
from mossa.play.record import GameRecord
from mossa.play.tournament import read_tournament
from mossa.protocols.gtp import GtpEngine
from mossa.protocols.nboard import NBoardEngine
from mossa.protocols.uci import UciEngine
from mossa.search.alphabeta import solution_book
from mossa.search.common.limits import Limits
from mossa.search.equilibrium.cfr import Regrets
from mossa.search.equilibrium.extensive_form import unfold
from mossa.search.retrograde.files import read_slice
from mossa.search.retrograde.indexing import Indexing, consecutive
from mossa.search.textbook.exercises import FORMAT, mark_file
from mossa.web.app import make_app
from mossa.web.catalogue import Catalogue
from mossa.web.lab import Lab
from mossa.web.messages import parse_object
from mossa.web.store import Store

OLD = Path(__file__).parents[1] / "data" / "0.1"
OTHELLO = "(;GM[Othello]PC[x]PB[a]PW[b]TY[8]BO[8 " + 27 * "-" + "O*------*O" + 27 * "-" + " *]B[F5];)"
LINES = {
    "uci": (
        *("uci", "isready", "setoption name MultiPV value 3", "setoption name UCI_Elo value 1500", "position startpos"),
        *("setoption name UCI_Chess960 value true", "position startpos moves e2e4 e7e5", "go depth 2", "go nodes 50"),
        *("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4", "go infinite", "stop"),
        *("go wtime 1000 btime 1000 winc 10 movestogo 40", "go searchmoves e2e4 d2d4 depth 1", "go mate 1", "debug on"),
        *("go movetime 5", "ponderhit", "ucinewgame", "eval", "d", "setoption name BookFile value x"),
    ),
    "gtp": (
        *(
            "protocol_version",
            "name",
            "1 list_commands",
            "boardsize 3 3",
            "clear_board",
            "play black b2",
            "play white a1",
        ),
        *(
            "play white a1",
            "genmove black",
            "reg_genmove white",
            "undo",
            "showboard",
            "final_score",
            "time_settings 10 5 3",
        ),
        *("# remark", "time_left black 10 3", "known_command x", "komi 6.5", "2 genmove white"),
    ),
    "nboard": (
        *("nboard 2", "set depth 2", "set contempt 0", "move F5//1.2", "ping 3", "learn", "move pass", "go", "hint 2"),
        f"set game {OTHELLO}",
    ),
}
"""What is said to an engine, line by line."""
SESSION = 4
"""Lines of a session."""
TOO_MUCH = ("hash", "perft", "threads", "depth 6")
"""Lines with this are left out: tables of gigabytes, and searches that nobody waits for."""


def say(name: str, said: Sequence[str]) -> list[str]:
    """Say lines to an engine; what it answers."""
    answers: list[str] = []
    if name == "uci":
        engine: Any = UciEngine(answers.append)
        engine.hash = 1
    elif name == "nboard":
        engine = NBoardEngine(player("alphabeta:depth=2,memory=1", mossa.game("othello")), answers.append)
    else:
        engine = GtpEngine(mossa.game("tictactoe"), player("random", mossa.game("tictactoe")), Limits(depth=1))
    for line in said:
        if not any(word in line.lower() for word in TOO_MUCH):
            answer = engine.handle(line)
            answers += [answer[0]] if isinstance(answer, tuple) else []
    if name != "gtp":
        engine.stop()
    return answers


@both
@pytest.mark.parametrize("name", LINES)
def test_lines_of_protocols(name: str, part: int) -> None:
    """Sessions of UCI, GTP and NBoard. An engine answers; it raises nothing, and tells of no crash."""

    def tried(kind: int, changes: Changes) -> None:
        lines = LINES[name]
        said = [lines[(kind + 7 * i) % len(lines)] for i in range(SESSION)]
        for i, change in enumerate(changes):
            said[i] = mutated_text(said[i], [change], lines)
        assert not [line for line in say(name, said) if "fault of mossa" in line]

    attack(name, part, len(LINES[name]), tried)


def opened(path: Path) -> None:
    """Open the games of a site, and read them."""
    store = Store(path)
    try:
        store.recent(10)
    finally:
        store.close()


TEXTS = {".json", ".jsonl", ".toml", ".epd", ".pgn", ".txt"}
OPENINGS = {
    ".epd": 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm c5; id "one";\n8/8/8/3k4/8/8/8/R3K3 w - -\n',
    ".pgn": '[Event "x"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n\n[Event "y"]\n[Result "*"]\n\n1. d4 {x} d5 *\n',
    ".txt": "# two\ne4 e5 Nf3\nd4 d5 # closed\n",
}
"""Openings of a match, by the ending of the file."""


def stored_files(folder: Path) -> list[tuple[bytes, Path, Callable[[Path], Any]]]:
    """Every kind of file that is written and read again: its bytes, where a damaged one is put, and its reader."""
    checkers, form = mossa.game("checkers"), unfold(mossa.game("kuhn").rules)
    part = next(one for one in consecutive(Indexing.of(checkers).slices_of(3)) if one.name == "KK-M")
    whole = (OLD / "match" / "tictactoe-whole.jsonl").read_text()
    signature = json.loads(whole.splitlines()[0])["match"]
    match = Match("tictactoe", tuple(signature["players"]), games=2)
    record = json.dumps(json.loads(whole.splitlines()[1])["records"][0]).encode()
    answers = {"format": FORMAT, "exercise": "minimax", "seed": 3, "student": "Ada", "answers": {"value": "3"}}
    network = NetworkShape((2, 3), 4, 1, 16, 1, (-1.0, 1.0))
    write_network(folder / "net.xz", PolicyValueNetwork(network, np.linspace(-1, 1, network.size, dtype=np.float32)))
    own = json.dumps({"match": match.signature()}).encode() + b"\n" + whole.partition("\n")[2].encode()
    return [
        (record, folder / "record.json", GameRecord.load),
        (own, folder / "match.jsonl", partial(read_match, match)),
        (json.dumps(answers).encode(), folder / "answers.json", lambda path: mark_file(read_json(path))),
        (b'{"middle": 3, "threats": 40.5}', folder / "weights.json", partial(read_weights, mossa.game("connect4"))),
        ((folder / "net.xz").read_bytes(), folder / "net.xz", read_network),
        *(
            (text.encode(), folder / f"openings{suffix}", partial(read_openings, game=mossa.game("chess")))
            for suffix, text in OPENINGS.items()
        ),
        ((OLD / "tournament" / "tournament.toml").read_bytes(), folder / "tournament.toml", read_tournament),
        ((OLD / "regrets" / "kuhn.npz").read_bytes(), folder / "kuhn.npz", partial(Regrets.load, form)),
        (
            (OWN / "KK-M.table").read_bytes(),
            folder / "KK-M.table",
            lambda path: read_slice(path.parent, "checkers", part),
        ),
        (
            Path(connect4_book.SOLUTIONS).read_bytes(),
            folder / "solutions.xz",
            lambda path: solution_book.read(path, mossa.game("connect4")),
        ),
        ((OLD / "data" / "site.sqlite3").read_bytes(), folder / "site.sqlite3", opened),
    ]


@both
def test_stored_files(part: int, tmp_path: Path) -> None:
    """Damaged bytes, and where the file is text also damaged words and values. The last file, a database, takes long
    to open, so it has a small part of the inputs."""
    files = stored_files(tmp_path)
    for data, path, read in files:
        path.write_bytes(data)
        read(path)  # a sound one is read

    def tried(kind: int, changes: Changes) -> None:
        data, path, read = files[kind % (len(files) - 1) if kind else -1]
        if path.suffix == ".json" and kind % 2:
            data = json.dumps(mutated_json(json.loads(data), changes)).encode()
        elif path.suffix in TEXTS and kind % 3:
            data = mutated_text(data.decode(), changes).encode(errors="surrogatepass")
        else:
            data = mutated_bytes(data, changes)
        for beside in path.parent.glob(f"{path.name}-*"):  # what the last reader of a database left
            beside.unlink(missing_ok=True)
        path.write_bytes(data)
        read(path)

    attack("files", part, 6 * len(files), tried)


REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("run", {"algorithm": "minimax", "tree": "((3 12) (2 4))", "depth": 2}),
    ("run", {"algorithm": "alphabeta", "game": "tictactoe", "moves": "a1 b2", "depth": 2, "window": [-1, 1]}),
    ("run", {"algorithm": "mcts", "tree": "((3 1) (2 4))", "simulations": 9, "exploration": 1.4, "seed": 3}),
    ("compare", {"tree": "((3 12) (2 4))", "depth": 2, "bounds": [0, 20]}),
    ("decide", {"table": ",up,down\na,1,2\nb,3,0", "rule": "hurwicz", "alpha": 0.5}),
    ("queens", {"size": 4}),
    ("ordering", {"branching": 2, "depth": 3, "trees": 2, "seed": 1}),
    ("class_exercise", {"exercise": "alphabeta", "seed": 3, "answers": {"value": "3"}}),
    ("guess", {"seed": 3, "moves": ["♣7"]}),
)


@both
def test_messages_of_pages(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What pages post to the lab, as the server reads it."""
    monkeypatch.setattr("mossa.web.lab.RUN_TIME_LIMIT", 0.05)
    lab = Lab(Catalogue())

    def tried(kind: int, changes: Changes) -> None:
        what, body = REQUESTS[kind]
        text = json.dumps(mutated_json(body, changes))
        if changes[0][2] % 5 == 0:
            text = mutated_text(json.dumps(body), changes)
        answer = getattr(lab, what)(parse_object(text))
        json.dumps(answer, allow_nan=False)

    attack("messages", part, len(REQUESTS), tried)


SAMPLES: tuple[dict[str, Any], ...] = (
    {"do": "move", "move": "b2", "ply": 0},
    {"do": "tree", "ply": 1, "path": [0, 1]},
    {"game": "tictactoe", "seats": ["human", "alphabeta:depth=2"], "clock": "5+1"},
    {"game": "nim:heaps=3-4", "seats": ["human", "random:seed=3"], "position": "3-4 first"},
)


@both
def test_games_and_players_that_pages_ask_for(part: int) -> None:
    catalogue = Catalogue()

    def tried(kind: int, changes: Changes) -> None:
        body = parse_object(json.dumps(mutated_json(SAMPLES[kind], changes)))
        game, seats = body.get("game"), body.get("seats")
        if isinstance(game, str) and isinstance(seats, list):
            loaded = catalogue.game(game)
            for seat in filter(lambda one: isinstance(one, str), seats):
                catalogue.check_player(seat, loaded)
            if isinstance(body.get("clock"), str):
                Control.parse(body["clock"])

    attack("requests", part, len(SAMPLES), tried)


SAID: tuple[tuple[str, dict[str, Any]], ...] = (
    ("board", {"do": "move", "move": "b2", "ply": 0}),
    ("board", {"do": "undo"}),
    ("board", {"do": "look", "ply": 1}),
    ("board", {"do": "explain", "ply": 1}),
    ("board", {"do": "tree", "ply": 1, "path": [0, 1]}),
    ("board", {"do": "draw"}),
    ("study", {"do": "show", "moves": ["b2", "a1"]}),
    ("study", {"do": "export", "notes": {"0": "a remark"}, "lines": [["a1", "b1"]]}),
    ("study", {"do": "stop"}),
    ("workshop", {"do": "look", "moves": ["b2", "a1"], "weights": {"pairs": 3}}),
    ("workshop", {"do": "match", "weights": {"pairs": 3}, "against": {"singles": 1}}),
    ("workshop", {"do": "learn", "method": "td", "weights": {"pairs": 0}}),
    ("workshop", {"do": "categorise", "features": ["pairs", "centre"]}),
    ("workshop", {"do": "stop"}),
)
"""What a page says over the socket of a board, of a game that it analyses, or of a workshop."""
LAST: dict[str, tuple[dict[str, Any], str]] = {
    "board": ({"do": "look", "ply": 0}, "past"),
    "study": ({"do": "show", "moves": []}, "shown"),
    "workshop": ({"do": "look", "moves": [], "weights": {"pairs": 1}}, "looked"),
}
"""What is always answered, and the kind of the answer."""


@both
def test_sockets_of_pages(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection stays, what comes next is answered, and no answer tells of a fault of mossa."""
    monkeypatch.setattr("mossa.web.app.MESSAGES_A_SECOND", 1e9)
    monkeypatch.setattr("mossa.web.workshop.GAMES", 2)
    monkeypatch.setattr("mossa.web.workshop.LONGEST_RUN", 0.2)
    sockets = f"{HERE.replace('http', 'ws')}/ws"
    with TestClient(make_app(folder=tmp_path), base_url=HERE) as site, ExitStack() as stay:
        id = begin(site, "tictactoe", "human", "human")
        other = site.post("/api/workshop", json={"game": "tictactoe"}).json()["id"]
        pages = {
            "board": Page(stay.enter_context(watch(site, id))),
            "study": Page(stay.enter_context(site.websocket_connect(f"{sockets}/study/{id}"))),
            "workshop": Page(stay.enter_context(site.websocket_connect(f"{sockets}/workshop/{other}"))),
        }

        def tried(kind: int, changes: Changes) -> None:
            where, said = SAID[kind]
            text = json.dumps(mutated_json(said, changes))
            if changes[0][2] % 3 == 0:
                text = mutated_text(json.dumps(said), changes, list(map(json.dumps, said.values())))
            page, (last, answer) = pages[where], LAST[where]
            page.socket.send_text(text)
            page.say(**last)
            heard = page.hear_one("error", answer, fits=lambda told: told["type"] == answer or fault_in(told["text"]))
            assert heard["type"] == answer, f"{text}: {heard}"

        attack("sockets", part, len(SAID), tried)


def fault_in(text: str) -> bool:
    """Does an error tell of a fault of mossa?"""
    return "inside mossa" in text


COMMANDS: tuple[tuple[str, ...], ...] = (
    ("best", "tictactoe", "--moves", "a1 b2", "--depth", "2"),
    ("best", "nim:heaps=3-4", "--position", "3-2 second", "--player", "minimax:depth=2", "--json"),
    ("best", "kuhn", "--moves", "Q K check", "--seed", "3"),
    ("best", "backgammon", "--dice", "31", "--depth", "1", "--nodes", "100"),
    ("solve", "tictactoe", "--position", "XO-------", "--time", "2"),
    ("games", "connect4:columns=5,rows=4"),
    ("explain", "connect4", "--moves", "4 4", "--json"),
    ("explain", "chess", "--position", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"),
    ("perft", "tictactoe", "3", "--divide"),
    ("lab", "minimax", "--tree", "((3 12 8) (2 4 6))", "--depth", "2"),
    ("play", "tictactoe", "--moves", "a1 b2 c3 a2 a3"),
    ("match", "nim:heaps=1-1", "random:seed=1", "random:seed=2", "--games", "2", "--processes", "1"),
    ("match", "tictactoe", "random", "random", "--games", "2", "--openings", "nowhere.txt"),
    ("analyse", "tictactoe", "-", "--depth", "1"),
    ("check", "nim:heaps=1-2", "--games", "1"),
)
LEFT_OUT = ("serve", "warm", "bench", "tournament", "doctor", "tables", "book", "uci", "gtp", "nboard", "rollout")
"""Commands that do not end by themselves, or write or compile much: no first word of a mutated command."""


@both
def test_arguments_of_commands(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command ends well, or with one sentence and status 2; never with the status of a crash."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MOSSA_DATA", str(tmp_path))
    runner = CliRunner()

    def tried(kind: int, changes: Changes) -> None:
        words = list(COMMANDS[kind])
        for what, where, which in changes:
            i = where % len(words)
            words[i] = mutated_text(words[i], [(what, where * 7 % 65536, which)], [" ".join(one) for one in COMMANDS])
        if words[0] in LEFT_OUT or not words[0].strip() or words[0].startswith("-"):
            return
        if any(one in (" ".join(words)) for one in ("memory", "threads", "--out", "--plot", "--file", "--record")):
            return
        result = runner.invoke(cli, words, input="a1 b2 c3\n")
        assert result.exit_code in (0, 2, 130), f"{words}: {result.exit_code} {result.stderr[-500:]}"

    attack("commands", part, len(COMMANDS), tried)
