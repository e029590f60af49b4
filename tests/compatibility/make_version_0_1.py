"""Made the files of `tests/data/0.1`, with the program of version 0.1 (its README.md has the commands).

It imports nothing of this checkout: what it needs of version 0.1 it imports where it needs it, by the names of 0.1. So
it does not follow renames.

    PYTHON_OF_0.1 make_version_0_1.py OUT [PART]
"""

# ruff: noqa: I001 (ruff sorts imports by the modules of today)

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

MOSSA = [str(Path(sys.executable).with_name("mossa"))]
SECONDS = 0.05
PAYOFFS = "fund,boom,bust\nshares,50,-20\nbonds,20,10\n"
LAB_TREE = "((3 12 8) (2 4 6) (14 5 2))"

PGN = """[Event "Club"]
[White "Ada"]
[Black "Bob"]
[Result "*"]

1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6 3. Bb5 a6 *
"""
PDN = '[Event "Club"]\n[Result "1/2-1/2"]\n1. 11-15 23-19 2. 8-11 22-17 1/2-1/2\n'


def command(*words: str, text: str | None = None, codes: tuple[int, ...] = (0,)) -> str:
    """What a command of 0.1 prints."""
    done = subprocess.run([*MOSSA, *words], input=text, capture_output=True, text=True, check=False)
    assert done.returncode in codes, (words, done.returncode, done.stderr)
    return done.stdout


def recipe(name: str, *words: str) -> int:
    """The exit status of a recipe of 0.1."""
    return subprocess.run([sys.executable, "-m", f"mossa.learn.recipes.{name}", *words], check=False).returncode


def write(path: Path, value: Any) -> None:
    """A file of text, or of JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1) + "\n")


# ------------------------------------------------------------------------------------------------------ the data folder


class Site:
    """A server of 0.1 and what a page says to it."""

    def __init__(self, data: Path) -> None:
        os.environ["MOSSA_DATA"] = str(data)
        self.process = subprocess.Popen([*MOSSA, "serve", "--port", "0", "--json"], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.here = str(json.loads(self.process.stdout.readline())["address"]).rstrip("/")

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.here + path, timeout=30) as answer:
            return json.load(answer)

    def post(self, path: str, **words: Any) -> str:
        asked = urllib.request.Request(
            self.here + path, json.dumps(words).encode(), {"content-type": "application/json"}
        )
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return str(json.load(answer)["id"])

    def talk(self, path: str) -> Any:
        from websockets.sync.client import connect

        return connect(self.here.replace("http", "ws") + path)

    def close(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)


def hear(socket: Any, *kinds: str) -> dict[str, Any]:
    """The next message of one of these kinds."""
    while True:
        message = json.loads(socket.recv(30))
        assert message["type"] != "error", message
        if message["type"] in kinds:
            return dict(message)


def settled(socket: Any) -> dict[str, Any]:
    """The next state in which a person is to move, or the game has ended."""
    while True:
        state = hear(socket, "state")
        if state["yours"] or state["ended"]:
            return state


def moves(site: Site, id: str, texts: list[str], last: dict[str, Any] | None = None) -> None:
    """People make these moves (`*`: the first legal one), and one of them says something more."""
    with site.talk(f"/ws/{id}") as socket:
        state = settled(socket)
        for text in texts:
            if state["ended"]:
                break
            chosen = state["moves"][0]["text"] if text == "*" else text
            socket.send(json.dumps({"do": "move", "move": chosen}))
            state = settled(socket)
        if last is not None:
            socket.send(json.dumps(last))
            while not hear(socket, "state")["ended"]:
                pass


def texts_of(variations: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Variations as a page sends them, from those that it is sent."""
    return [
        {**one, "moves": [move["text"] for move in one["moves"]], "variations": texts_of(one["variations"])}
        for one in variations
    ]


def make_data(out: Path) -> None:
    """Games of the site, its tournament, and the terminal's game."""
    data = out / "data"
    site = Site(data)
    try:
        ids, listing, exported, contest = play(site, out)
    finally:
        site.close()
    keep(out, ids, listing, exported, contest)


def play(site: Site, out: Path) -> tuple[dict[str, str], dict[str, Any], dict[str, str], str]:
    """The games: what is played, the first page's list of them, the files they are saved as, the tournament."""
    people = ["human", "human"]

    def begin(game: str, seats: list[str], **more: Any) -> str:
        return site.post("/api/boards", game=game, seats=seats, seconds=SECONDS, seed=5, **more)

    ids = {}
    ids["over"] = begin("tictactoe", people)
    moves(site, ids["over"], ["a1", "b1", "a2", "b2", "a3"])
    ids["clock"] = begin("chess", people, clock="300+2")
    moves(site, ids["clock"], ["e4", "e5", "Nf3", "Nc6"])
    ids["agreed"] = begin("chess", people, position="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    moves(site, ids["agreed"], ["e4", "Kd7"], {"do": "draw"})
    ids["resigned"] = begin("connect4", ["human", "random:seed=1"])
    moves(site, ids["resigned"], ["4", "4"], {"do": "resign"})
    ids["time"] = begin("connect4:columns=5,rows=4", people, clock="0.5")
    with site.talk(f"/ws/{ids['time']}") as socket:
        socket.send(json.dumps({"do": "move", "move": "3"}))
        while not hear(socket, "state")["ended"]:
            pass
    ids["dice"] = begin("backgammon", people)
    moves(site, ids["dice"], ["*"] * 6)
    ids["hidden"] = begin("kuhn", ["human", "random:seed=2"])
    moves(site, ids["hidden"], ["*"] * 3)
    ids["hidden-unfinished"] = begin("cards", people)
    moves(site, ids["hidden-unfinished"], ["*"] * 3)
    ids["options"] = begin("chess", ["human", "alphabeta:null_move=0,elo=1500,book=true"])
    ids["machines"] = begin("othello", ["human", "random:seed=3"])
    moves(site, ids["machines"], ["*"] * 5)
    backgammon = Path(__file__).parents[1] / "data" / "backgammon"
    pasted = {
        "pgn": ("chess", PGN),
        "pdn": ("checkers", PDN),
        "transcript": ("othello", "f5d6c3d3c4f4"),
        "mat": ("backgammon:match=3", (backgammon / "match3.mat").read_text()),
        "list": ("connect4", "4 4 3 3 2 2 1"),
    }
    for name, (game, text) in pasted.items():
        ids[name] = site.post("/api/boards/import", game=game, text=text, number=1)

    listing = {row["id"]: row for row in site.get("/api/boards")["boards"]}
    for row in listing.values():
        del row["changed"]
    exported = {}
    for name, id in ids.items():
        if name == "hidden-unfinished":
            continue
        with site.talk(f"/ws/study/{id}") as socket:
            study = hear(socket, "study")
            for form in ("json", "own"):
                socket.send(json.dumps({"do": "export", "form": form, "variations": texts_of(study["variations"])}))
                told = hear(socket, "exported")
                suffix = told["name"].rsplit(".", 1)[1]
                write(out / "exports" / f"{name}.{'json' if form == 'json' else suffix}", told["text"])
                exported[f"{name}.{suffix}"] = study["game"]

    words = {"games": ["tictactoe", "nim"], "players": ["random:seed=1", "random:seed=2", "minimax:depth=1"]}
    contest = site.post("/api/tournaments", **words, rounds=2, time=0.1)
    while site.get("/api/tournaments")["tournaments"][0]["state"] != "done":
        time.sleep(0.1)
    return ids, listing, exported, contest


def keep(out: Path, ids: dict[str, str], listing: dict[str, Any], exported: dict[str, str], contest: str) -> None:
    """The terminal's games; and what all of the folder should be found to hold."""
    data = out / "data"
    os.environ["MOSSA_DATA"] = str(data)
    home = data / "tournaments" / contest
    table = json.loads((home / "table.json").read_text())
    command("play", "connect4", "--vs", "random:seed=3", "--seed", "11", text="4\n4\n3\n")
    command("play", "kuhn", "--vs", "random:seed=3", "--seed", "11", "--side", "2", text="")
    del os.environ["MOSSA_DATA"]

    from mossa.play.record import Record
    from mossa.serve.store import Store

    found = {}
    store = Store(data / "site.sqlite3")
    for name, id in ids.items():
        kept = store.get(id)
        assert kept is not None
        found[name] = {
            "id": id,
            "record": kept.record.as_dict(),
            "position": kept.record.final().text,
            "seconds": kept.pace.seconds,
            "clock": str(kept.pace.control or ""),
            "left": kept.pace.left,
            "listed": listing[id],
        }
    store.close()
    games = {}
    for path in sorted((data / "games").iterdir()):
        record = Record.load(path)
        games[record.game] = {"record": record.as_dict(), "position": record.final().text}
    write(
        out / "data.json",
        {"boards": found, "games": games, "exports": exported, "tournament": {"id": contest, "table": table}},
    )


# ------------------------------------------------------------------------------------------------------- stored players


def accepted(read: Any) -> str:
    """A text that a setting accepts."""
    for text in ("1", "1500", "0.5", "true", "off", "cfr", "cfr+", "exact", "lp", "plus", "sequence"):
        try:
            read(text)
        except (ValueError, KeyError):
            continue
        return text
    raise AssertionError("no text is accepted")


def make_players(out: Path) -> None:
    """By game, the specs that 0.1 accepts: every kind of player with each of its settings, every engine option."""
    import mossa
    from mossa.core.registry import names
    from mossa.play.players import default_player, kinds, player
    from mossa.search.engines.options import DEFAULTS

    written = ["mossa", "mossa:time=0.1", "human"]
    found: dict[str, Any] = {}
    for name in names():
        game = mossa.game(name)
        specs = list(written)
        for kind in kinds(game).values():
            if kind.refuses(game):
                continue
            specs.append(kind.name)
            for key, setting in kind.settings.items():
                if not key:
                    specs += [f"{kind.name}:sh", f"{kind.name}:sh,nodes=10"]
                else:
                    specs.append(f"{kind.name}:{key}={accepted(setting.read)}")
            if kind.name == "alphabeta":
                specs += ["elo=1500", "skill=3.5", "elo=900,seed=3", "alphabeta:time=0.1,threads=2,memory=8"]
                if name in ("chess", "connect4"):
                    specs += [f"alphabeta:{option}={value}" for option, value in DEFAULTS.items()]
                    specs += ["alphabeta:null_move=0", "alphabeta:null_move=0,elo=1500,book=true"]
        good = []
        for spec in dict.fromkeys(specs):
            try:
                player(spec, game).close()
            except mossa.MossaError:
                continue
            good.append(spec)
        found[name] = {"default": default_player(game), "specs": good}
    write(out / "players.json", found)


# ----------------------------------------------------------------------------------------------------------- long jobs


def cut(path: Path, lines: int) -> None:
    """As a kill leaves a file that grows by lines: some lines and a half."""
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:lines]) + whole[lines][: len(whole[lines]) // 2])


def make_matches(out: Path) -> None:
    """Records of matches that were killed, and what they came to when they were not."""
    here = out / "match"
    here.mkdir(parents=True, exist_ok=True)
    cases = {
        "checkers": ["checkers", "random:seed=1", "random:seed=2", "--plies", "2", "--longest", "30"],
        "tictactoe": ["tictactoe", "minimax:depth=2", "random:seed=4", "--clock", "60+1", "--adjudicate"],
        "kuhn": ["kuhn", "policy", "random:seed=4"],
    }
    told = {}
    for name, words in cases.items():
        words = ["match", *words, "--games", "6", "--seed", "3", "--json"]
        record = here / f"{name}.jsonl"
        if name == "checkers":
            words += ["--pgn", str(here / "checkers.pdn")]
        answer = json.loads(command(*words, "--record", str(record)))
        told[name] = {"words": [word for word in words if word != "--pgn" and "/" not in word], "answer": answer}
        shutil.copy(record, here / f"{name}-whole.jsonl")
        cut(record, 4)
    write(here / "told.json", told)

    here = out / "tournament"
    write(
        here / "tournament.toml",
        'games = ["tictactoe", "connect4:columns=5,rows=4"]\n'
        'players = ["random:seed=1", "random:seed=2", "minimax:depth=1"]\nrounds = 2\ndepth = 2\nplies = 1\nseed = 4\n',
    )
    answer = command("tournament", str(here / "tournament.toml"), "--record", str(here / "games"), "--json")
    write(here / "told.json", json.loads(answer))
    for path in sorted((here / "games").glob("match-*.jsonl"))[3:]:
        path.unlink()
    cut(here / "games" / "match-003.jsonl", 2)


def make_regrets(out: Path) -> None:
    """CFR and CFR+ stopped after 20 iterations, and how they go on."""
    import mossa
    from mossa.search.extensive import unfold
    from mossa.search.regret import Regrets

    here, told = out / "regrets", {}
    here.mkdir(parents=True, exist_ok=True)
    for name in ("kuhn", "cards"):
        for plus in (False, True):
            regrets = Regrets(unfold(mossa.game(name).rules), plus=plus)
            regrets.run(20)
            file = f"{name}{'-plus' if plus else ''}.npz"
            regrets.save(here / file)
            curve = regrets.run(100)
            told[file] = {"game": name, "plus": plus, "mark": regrets.form.mark, "curve": curve}
    write(here / "told.json", told)


def make_tables(out: Path) -> None:
    """Folders of endgame tables that a kill left in the middle, and the counts of all."""
    import mossa
    from mossa.search.retrograde.building import build

    told = {}
    rook = f"{Path(__file__).parents[1] / 'search' / 'retrograde' / 'rook_ending.py'}:size=3"
    for name, spec, pieces in (("checkers", "checkers", 2), ("rook_ending", rook, 3)):
        here = out / "tables" / name
        report = build(mossa.game(spec), pieces, here, compiled=name == "checkers")
        told[name] = [asdict(head) for head in report.heads]
    (out / "tables" / "checkers" / f"{told['checkers'][-1]['slice']}.table").unlink()
    write(out / "tables" / "told.json", told)


class Ramp:
    """A toy in place of a network: every batch adds the learning rate to all weights."""

    def learn(self, adam: Any, turn: Any, rate: float) -> dict[str, float]:
        adam.step(adam.weights - 1, rate)
        return {"loss": float((adam.weights**2).sum())}


def toy_chunk(number: int) -> Any:
    """What a process of a shared job does."""
    import numpy as np

    return np.arange(3) + 10 * number


def nothing() -> None:
    """What it does first."""


def make_learning(out: Path) -> None:
    """Folders of recipes that were stopped."""
    here = out / "learn"
    stopped = {
        "othello": ["--games", "10", "--positions", "40", "--depth", "4", "--rounds", "5"],
        "chess": ["--games", "8", "--nodes", "100"],
        "checkers": ["--games", "10", "--depth", "2", "--passes", "2"],
    }
    for name, words in stopped.items():
        assert recipe(name, "--out", str(here / name), *words, "--seconds", "0") == 3, name
    solutions = ["--game", "connect4:columns=5,rows=4", "--memory", "1"]
    folder = here / "solutions"
    assert recipe("solutions", "--out", str(folder), *solutions, "--plies", "3") == 0
    whole = sorted((folder / "solved.txt").read_text().splitlines())
    shutil.rmtree(folder)
    assert recipe("solutions", "--out", str(folder), *solutions, "--plies", "2") == 0
    with (folder / "solved.txt").open("a") as file:
        file.write(whole[-1][: len(whole[-1]) // 2])

    import numpy as np
    from mossa.learn.averaging import Rounds, train
    from mossa.learn.crew import Crew, OutOfTime
    from mossa.learn.recipes import backgammon_fit, chess_network  # what they remember; they need PyTorch to run

    def count_chunks(job: str, done: int, count: int) -> None:
        if done == 2:
            raise OutOfTime

    with suppress(OutOfTime):
        Crew(here / "chunks", 1, 1e9, count_chunks).do("labels-07", 4, toy_chunk, nothing)

    (here / "averaging").mkdir(parents=True)
    curve = []

    def run(folder: Path, seconds: float, rounds: Rounds) -> Any:
        def report(done: int, figures: dict[str, float], weights: Any) -> None:
            curve.append([done, figures["loss"]])
            if seconds and done == 2:
                raise KeyboardInterrupt

        def begin() -> Any:
            return np.zeros(4, np.float32)

        return train(folder, rounds, {"toy": 1}, Ramp, begin, processes=2, seconds=1e9, report=report)

    rounds = Rounds(4, 1, 0.5, 0.1)
    with suppress(KeyboardInterrupt):
        run(here / "averaging", 1, rounds)
    curve.clear()
    whole_folder = out / "whole"
    whole_folder.mkdir()
    weights = run(whole_folder, 0, rounds)
    shutil.rmtree(whole_folder)
    held = {
        "chess_network": {"parts": [chess_network.Source, chess_network.Plan]},
        "backgammon_fit": {"parts": [backgammon_fit.Labels, backgammon_fit.Growth, backgammon_fit.Fit]},
    }
    fields = {name: [list(part.__dataclass_fields__) for part in one["parts"]] for name, one in held.items()}
    told = {
        "words": stopped,
        "solutions": {"words": solutions, "solved": whole},
        "averaging": {"curve": curve, "weights": [float(weight) for weight in weights]},
        "fields": fields,
    }
    write(here / "told.json", told)


def make_rollout(out: Path) -> None:
    """A rollout with a file, and what it comes to with more trials."""
    here = out / "rollout"
    here.mkdir(parents=True, exist_ok=True)
    words = ["rollout", "backgammon", "--position", "4HPwATDgc/ABMA", "--dice", "31", "--horizon", "1", "--json"]
    command(*words, "--trials", "8", "--file", str(here / "rollout.json"))
    write(here / "told.json", {"words": words, "answer": json.loads(command(*words, "--trials", "12"))})


def make_kernels(out: Path) -> None:
    """Machine code of 0.1: the files of a kernel cache, the smallest ones."""
    here = out / "kernels"
    os.environ["MOSSA_CACHE"] = str(here)
    command("perft", "tictactoe", "5")
    for path in sorted(here.iterdir(), key=lambda path: path.stat().st_size)[2:]:
        path.unlink()


# ------------------------------------------------------------------------------------------------------------- results


def make_results(out: Path) -> None:
    """What commands print with --json, and what the lab draws."""
    here = out / "results"
    told = {}
    cases = {
        "best": ["best", "tictactoe", "--moves", "b2 a1", "--player", "minimax:depth=4", "--json"],
        "best-knuth": ["best", "mastermind", "--position", "? 1122=01", "--player", "knuth", "--json"],
        "solve": ["solve", "tictactoe", "--moves", "b2 a1", "--json"],
        "solve-kuhn": ["solve", "kuhn", "--position", "QK:p", "--json"],
        "lab": ["lab", "alphabeta", "--tree", LAB_TREE, "--json"],
        "lab-compare": ["lab", "--tree", LAB_TREE, "--compare", "--json"],
        "lab-list": ["lab", "--list", "--json"],
        "decide": ["decide", "-", "--json"],
        "queens": ["queens", "6", "--json"],
        "check": ["check", "tictactoe", "--json"],
        "lab-example": ["lab", "--example", "two-ply", "--json"],
        "lab-ordering": ["lab", "ordering", "--branching", "2", "--depth", "3", "--json"],
        "games": ["games", "--json"],
        "perft": ["perft", "tictactoe", "5", "--json"],
    }
    for name, words in cases.items():
        told[name] = {"words": words, "answer": json.loads(command(*words, text=PAYOFFS))}
    write(here / "told.json", told)
    write(here / "uci.txt", command("uci", text="uci\nquit\n"))
    write(here / "gtp.txt", command("gtp", "tictactoe", text="list_commands\nname\nquit\n"))
    command("lab", "alphabeta", "--tree", LAB_TREE, "--svg", str(here / "lab.svg"))

    import mossa
    from mossa.search import textbook

    trace = textbook.run("alphabeta", mossa.game(f"tree:tree={LAB_TREE}").rules)
    trace.save(here / "trace.json")


PARTS = {name.removeprefix("make_"): make for name, make in sorted(globals().items()) if name.startswith("make_")}

if __name__ == "__main__":
    place = Path(sys.argv[1]).resolve()
    for part in sys.argv[2:] or PARTS:
        print(part, flush=True)
        PARTS[part](place)
