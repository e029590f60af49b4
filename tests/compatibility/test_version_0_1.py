"""What version 0.1 wrote opens with the same content, and its long jobs go on: see `tests/data/0.1/README.md`."""

from __future__ import annotations

import importlib
import json
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient
from tests.compatibility.toy_learning import Ramp, nothing, toy_chunk
from tests.processes import python
from tests.web.talk import HERE, Page, watch

import mossa
from mossa.cli import cli
from mossa.core.registry import names
from mossa.jobs import Place
from mossa.learn.averaging import TrainingSettings, train
from mossa.learn.worker_processes import WorkerProcesses, read_chunks
from mossa.play.game_text import read_game
from mossa.play.players import player, suitable_players
from mossa.play.record import GameRecord
from mossa.search import textbook
from mossa.search.chance.rollout import rollout
from mossa.search.equilibrium.cfr import Regrets
from mossa.search.equilibrium.extensive_form import unfold
from mossa.search.retrograde.building import build
from mossa.search.retrograde.files import default_folder
from mossa.web.app import make_app
from mossa.web.page_frames import STATIC
from mossa.web.store import Store

OLD = Path(__file__).parents[1] / "data" / "0.1"
ROOK = Path(__file__).parents[1] / "search" / "retrograde" / "rook_ending.py"
CHANGING = {"seconds", "changed"}
"""Fields whose value is another one each time."""


def told(part: str) -> Any:
    """What version 0.1 said of these files."""
    return json.loads((OLD / part / "told.json").read_text("utf-8"))


DATA = json.loads((OLD / "data.json").read_text("utf-8"))
BOARDS, PLAYERS = DATA["boards"], json.loads((OLD / "players.json").read_text("utf-8"))


@pytest.fixture(name="data")
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the data folder, as the user's own."""
    monkeypatch.setenv("MOSSA_DATA", str(tmp_path / "data"))
    return Path(shutil.copytree(OLD / "data", tmp_path / "data"))


@pytest.fixture(name="site")
def _site(data: Path) -> Iterator[TestClient]:
    with TestClient(make_app(folder=data), base_url=HERE) as client:
        yield client


def run(*words: str | Path, text: str = "") -> str:
    """What a command prints."""
    done = CliRunner().invoke(cli, list(map(str, words)), input=text, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def constant(value: Any) -> Any:
    """A value without the fields that change, its numbers rounded: machines differ in the last digits."""
    if isinstance(value, dict):
        return {key: constant(one) for key, one in value.items() if key not in CHANGING}
    if isinstance(value, list | tuple):
        return [constant(one) for one in value]
    return round(value, 9) if isinstance(value, float) else value


# ------------------------------------------------------------------------------------------------------ the data folder


@pytest.mark.parametrize("name", BOARDS)
def test_a_game_of_the_site(data: Path, name: str) -> None:
    wanted = BOARDS[name]
    store = Store(data / "site.sqlite3")
    kept = store.get(wanted["id"])
    store.close()
    assert kept is not None
    assert kept.record.as_dict() == wanted["record"]
    assert kept.record.final().text == wanted["position"]
    assert (kept.time_settings.seconds, str(kept.time_settings.control or ""), kept.time_settings.left) == (
        wanted["seconds"],
        wanted["clock"],
        wanted["left"],
    )


def test_the_first_page_lists_the_games(site: TestClient) -> None:
    answer = site.get("/api/boards").json()
    assert answer["why_not"] == ""
    found = {row["id"]: constant(row) for row in answer["boards"]}
    assert found == {one["id"]: one["listed"] for one in BOARDS.values()}


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_opens_and_shows_its_game(site: TestClient, name: str) -> None:
    wanted = BOARDS[name]
    with watch(site, wanted["id"]) as socket:
        state = Page(socket).hear("state")
    assert (state["id"], state["game"], state["ended"]) == (
        wanted["id"],
        wanted["record"]["game"],
        wanted["record"]["ended"],
    )
    assert [seat["spec"] for seat in state["seats"]] == wanted["record"]["players"]
    if not mossa.game(state["game"]).position(wanted["position"]).is_chance:  # else the dice are thrown at once
        assert state["position"] in (None, wanted["position"])
    assert state["result"] == wanted["record"]["result"]
    assert (state["clocks"] is not None) == bool(wanted["clock"])


def test_a_board_goes_on(site: TestClient) -> None:
    with watch(site, BOARDS["clock"]["id"]) as socket:
        page = Page(socket)
        page.ready()
        page.say(do="move", move="Bb5")
        state = page.hear("state", lambda state: state["position"] != BOARDS["clock"]["position"])
    assert state["position"] == "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"


@pytest.mark.parametrize("name", sorted({name.rpartition(".")[0] for name in DATA["exports"]}))
def test_a_study_saves_the_same_files(site: TestClient, name: str) -> None:
    """All but the date of a file that has one."""
    study = f"study/{BOARDS[name]['id']}"
    with watch(site, study) as socket:
        page = Page(socket)
        page.hear("study")
        for form in ("json", "own"):
            page.say(do="export", form=form, variations=BOARDS[name]["record"]["variations"])
            answer = page.hear("exported")
            wanted = (OLD / "exports" / f"{name}.{answer['name'].rpartition('.')[2]}").read_text("utf-8")
            assert undated(answer["text"]) == undated(wanted)


def undated(text: str) -> list[str]:
    """The lines that do not depend on the day."""
    return [line for line in text.splitlines() if not any(word in line for word in ("Date", "DT["))]


def test_the_tournament_of_the_site(site: TestClient, data: Path) -> None:
    id, table = DATA["tournament"]["id"], DATA["tournament"]["table"]
    (listed,) = site.get("/api/tournaments").json()["tournaments"]
    assert (listed["id"], listed["state"], listed["played"]) == (id, "done", table["played"])
    with watch(site, f"tournament/{id}") as socket:
        message = Page(socket).hear("contest")
    assert constant({key: message[key] for key in table}) == constant(table)
    assert len(site.get(f"/api/tournaments/{id}/games").text.splitlines()) == table["played"]


def test_a_tournament_of_the_site_goes_on(data: Path) -> None:
    id, table = DATA["tournament"]["id"], DATA["tournament"]["table"]
    folder = data / "tournaments" / id
    lines = (folder / "match-006.jsonl").read_text("utf-8").splitlines(keepends=True)
    (folder / "match-006.jsonl").write_text("".join(lines[:-1]) + lines[-1][:20], "utf-8")
    (folder / "table.json").write_text(json.dumps({**table, "played": table["played"] - 1}), "utf-8")
    with (
        TestClient(make_app(folder=data), base_url=HERE) as site,
        watch(site, f"tournament/{id}") as socket,
    ):
        page = Page(socket)
        assert page.hear("contest")["state"] == "stopped"
        page.say(do="go")
        message = page.hear("contest", lambda one: one["state"] == "done")
    assert constant({key: message[key] for key in table}) == constant(table)


@pytest.mark.parametrize("game", DATA["games"])
def test_the_game_that_the_terminal_stored_goes_on(data: Path, game: str) -> None:
    before = {path.name: json.loads(path.read_text("utf-8")) for path in (data / "games").iterdir()}
    assert "--resume" in run("play", game, "--resume", text="")
    assert {path.name: json.loads(path.read_text("utf-8")) for path in (data / "games").iterdir()} == before
    assert DATA["games"][game]["record"] in before.values()


@pytest.mark.parametrize("path", sorted((OLD / "exports").iterdir()), ids=lambda path: path.name)
def test_a_saved_game_is_read(path: Path) -> None:
    record = BOARDS[path.stem]["record"]
    game = mossa.game(record["game"])
    wanted = [at.text for at in GameRecord.from_dict(record).line(game)]
    read = read_game(game, path.read_text("utf-8"))
    if path.suffix == ".sgf" and read.line[-1].is_chance:  # the format has no place for dice that are not played yet
        wanted = wanted[: len(read.line)]
    assert [at.text for at in read.line] == wanted


# ------------------------------------------------------------------------------------------------------- stored players


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_is_accepted(name: str) -> None:
    game = mossa.game(name)
    assert PLAYERS[name]["default"] in suitable_players(game), "a better player may be the default now"
    for spec in PLAYERS[name]["specs"]:
        player(spec, game).close()


def test_no_game_is_missing() -> None:
    assert set(PLAYERS) <= set(names())


# ----------------------------------------------------------------------------------------------------------- long jobs


@pytest.mark.parametrize("name", told("match"))
def test_a_match_goes_on(tmp_path: Path, name: str) -> None:
    """With those games that a kill left, a match comes to the same, and its games are the same."""
    record = Path(shutil.copy(OLD / "match" / f"{name}.jsonl", tmp_path))
    words = told("match")[name]
    more = ["--pgn", tmp_path / "games.pdn"] if name == "checkers" else []
    assert constant(json.loads(run(*words["words"], *more, "--record", record))) == constant(words["answer"])
    assert games_of(record) == games_of(OLD / "match" / f"{name}-whole.jsonl")
    if more:
        old = (OLD / "match" / "checkers.pdn").read_text("utf-8")
        assert undated((tmp_path / "games.pdn").read_text("utf-8")) == undated(old)


def games_of(record: Path) -> list[Any]:
    """The lines of the record of a match, without the notes of moves, which 0.1 did not take."""
    lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    for game in (one for line in lines for one in line.get("records", ())):
        game.pop("notes", None)
    return lines


def test_a_match_that_is_over_is_read(tmp_path: Path) -> None:
    record = Path(shutil.copy(OLD / "match" / "kuhn-whole.jsonl", tmp_path))
    before = record.read_bytes()
    words = told("match")["kuhn"]
    assert constant(json.loads(run(*words["words"], "--record", record))) == constant(words["answer"])
    assert record.read_bytes() == before


def test_a_tournament_goes_on(tmp_path: Path) -> None:
    games = shutil.copytree(OLD / "tournament" / "games", tmp_path / "games")
    before = (games / "match-001.jsonl").read_bytes()
    answer = run("tournament", OLD / "tournament" / "tournament.toml", "--record", games, "--json")
    assert constant(json.loads(answer)) == constant(told("tournament"))
    assert (games / "match-001.jsonl").read_bytes() == before


@pytest.mark.parametrize("name", told("regrets"))
def test_counterfactual_regret_minimisation_goes_on(name: str) -> None:
    wanted = told("regrets")[name]
    form = unfold(mossa.game(wanted["game"]).rules)
    assert form.mark == wanted["mark"]
    regrets = Regrets.load(form, OLD / "regrets" / name)
    assert (regrets.iteration, regrets.plus) == (20, wanted["plus"])
    assert constant(regrets.run(100)) == constant(wanted["curve"])


@pytest.mark.parametrize(
    ("name", "spec", "pieces", "resumed"),
    [("checkers", "checkers", 2, 2), ("rook_ending", f"{ROOK}:size=3", 3, 1)],
)
def test_the_building_of_tables_goes_on(tmp_path: Path, name: str, spec: str, pieces: int, resumed: int) -> None:
    folder = shutil.copytree(OLD / "tables" / name, tmp_path / name)
    report = build(mossa.game(spec), pieces, folder, compiled=False)
    assert report.resumed == resumed
    assert [vars(head) for head in report.heads] == told("tables")[name]


def test_tables_lie_where_they_lay(data: Path) -> None:
    assert default_folder("checkers") == data / "tables" / "checkers"
    assert default_folder("backgammon:match=3") == data / "tables" / "backgammon"


LEARNING = told("learn")


@pytest.mark.parametrize("name", LEARNING["words"])
def test_a_recipe_finds_its_folder(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The same words are the same run; others are refused."""
    folder = shutil.copytree(OLD / "learn" / name, tmp_path / name)
    main = importlib.import_module(f"mossa.learn.recipes.{name}").main
    words = ["--out", str(folder), *LEARNING["words"][name]]
    assert main([*words, "--seconds", "0"]) == 3
    assert (folder / "settings.json").read_bytes() == (OLD / "learn" / name / "settings.json").read_bytes()
    assert main([*words, "--seconds", "0", "--seed", "9"]) == 2
    assert "a run with other settings" in capsys.readouterr().err


@pytest.mark.parametrize("name", LEARNING["fields"])
def test_what_a_recipe_with_pytorch_remembers(name: str) -> None:
    """The fields of its settings, in a folder's `settings.json`, under whatever names of their classes."""
    recipe = importlib.import_module(f"mossa.learn.recipes.{name}")
    found = [list(one.__dataclass_fields__) for one in vars(recipe).values() if hasattr(one, "__dataclass_fields__")]
    for fields_of_a_class in LEARNING["fields"][name]:
        assert fields_of_a_class in found


def test_shared_work_goes_on(tmp_path: Path) -> None:
    folder = shutil.copytree(OLD / "learn" / "chunks", tmp_path / "chunks")
    done = []
    work = WorkerProcesses(folder, Place(1), 100, lambda job, count, all_chunks: done.append(count))
    work.do("labels-07", 4, toy_chunk, nothing)
    assert done == [3, 4]
    assert read_chunks(folder, "labels-07", 4).tolist() == [0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32]


def test_training_goes_on(tmp_path: Path) -> None:
    """From the checkpoint after two of four rounds to the same weights."""
    folder = shutil.copytree(OLD / "learn" / "averaging", tmp_path / "averaging")
    rounds, curve = TrainingSettings(4, 1, 0.5, 0.1), []

    def begin() -> Any:
        raise AssertionError("the checkpoint was not found")

    weights = train(
        folder,
        rounds,
        {"toy": 1},
        Ramp,
        begin,
        processes=2,
        seconds=1e9,
        report=lambda done, figures, weights: curve.append([done, figures["loss"]]),
    )
    assert curve == LEARNING["averaging"]["curve"][2:]
    assert np.array_equal(weights, np.array(LEARNING["averaging"]["weights"], np.float32))


def test_the_solution_of_an_opening_goes_on(tmp_path: Path) -> None:
    """From two plies, and a line that a kill cut short, to three."""
    folder = shutil.copytree(OLD / "learn" / "solutions", tmp_path / "solutions")
    whole = (folder / "solved.txt").read_text().splitlines(keepends=True)[:-1]
    main = importlib.import_module("mossa.learn.recipes.solutions").main
    words = ["--out", str(folder), *LEARNING["solutions"]["words"]]
    assert main([*words, "--plies", "2"]) == 0
    assert (folder / "solved.txt").read_text() == "".join(whole)
    assert (folder / "solutions.xz").read_bytes() == (OLD / "learn" / "solutions" / "solutions.xz").read_bytes()
    assert main([*words, "--plies", "3"]) == 0
    solved = (folder / "solved.txt").read_text().splitlines()
    assert set(LEARNING["solutions"]["solved"]) <= set(solved)
    assert solved[: len(whole)] == [line.strip() for line in whole]


def test_a_rollout_is_found_again(tmp_path: Path) -> None:
    file = Path(shutil.copy(OLD / "rollout" / "rollout.json", tmp_path))
    held = json.loads(file.read_text())["outlook"]
    game = mossa.game("backgammon")
    at = game.position(told("rollout")["answer"]["position"])
    found = rollout(game, at.state, held["trials"], seed=1, horizon=1, file=file, compiled=False)
    assert vars(found) == held


# ------------------------------------------------------------------------------------------------------------- results

PROSE = {"games", "lab-list", "check", "lab-example"}
"""Commands whose answers are sentences: their fields stay (and more may come), their words need not."""
HIDDEN = {"mastermind", "kuhn"}
"""Games with hidden information: version 0.1 told the whole position, the hidden part too."""


def fields(value: Any) -> Any:
    """The names of all fields, and how they lie in one another."""
    if isinstance(value, dict):
        return {key: fields(one) for key, one in value.items()}
    return fields(value[0]) if isinstance(value, list) and value else None


def has_all(found: Any, wanted: Any) -> bool:
    """Does an answer have everything that an older one has, with the same content? It may have more fields and rows."""
    if isinstance(wanted, list) and wanted and isinstance(wanted[0], dict):
        rows = iter(found)
        return all(any(has_all(row, old) for row in rows) for old in wanted)
    if not isinstance(wanted, dict):
        return bool(found == wanted)
    return isinstance(found, dict) and all(key in found and has_all(found[key], wanted[key]) for key in wanted)


@pytest.mark.parametrize("name", told("results"))
def test_the_answers_of_commands(name: str) -> None:
    wanted = told("results")[name]
    answer = json.loads(run(*wanted["words"], text="fund,boom,bust\nshares,50,-20\nbonds,20,10\n"))
    if wanted["answer"].get("game") in HIDDEN:
        assert "position" not in answer
        wanted["answer"].pop("position", None)
    if name in PROSE:
        assert has_all(fields(answer), fields(wanted["answer"]))
    else:
        assert has_all(constant(answer), constant(wanted["answer"]))


@pytest.mark.parametrize(
    ("words", "text", "wanted"),
    [(["uci"], "uci\nquit\n", "uci.txt"), (["gtp", "tictactoe"], "list_commands\nname\nquit\n", "gtp.txt")],
)
def test_options_that_other_programs_store(words: list[str], text: str, wanted: str) -> None:
    """The options and commands that a board asked for once; there may be more of them now."""
    old = (OLD / "results" / wanted).read_text("utf-8").splitlines()
    assert {line for line in old if "id name" not in line} <= set(run(*words, text=text).splitlines())


def test_what_a_browser_stores_has_its_names() -> None:
    scripts = "".join(path.read_text("utf-8") for path in (STATIC / "js").glob("*.js"))
    for key in ("mossa.theme", "mossa.language", "mossa.sound", "mossa.study.${id}"):
        assert key in scripts


def test_a_trace_of_the_lab() -> None:
    trace = textbook.Trace.load(OLD / "results" / "trace.json")
    assert has_all(trace.as_dict(), json.loads((OLD / "results" / "trace.json").read_text("utf-8")))
    game = mossa.game("tree:tree=((3 12 8) (2 4 6) (14 5 2))")
    assert trace.as_dict() == textbook.run("alphabeta", game.rules).as_dict()


def test_a_drawing_of_the_lab(tmp_path: Path) -> None:
    words = [word for word in told("results")["lab"]["words"] if word != "--json"]
    run(*words, "--svg", tmp_path / "lab.svg")
    new, old = (ET.parse(path).getroot() for path in (tmp_path / "lab.svg", OLD / "results" / "lab.svg"))
    for tag, places in (("text", ("x", "y")), ("polygon", ("points",)), ("line", ("x1", "y1", "x2", "y2"))):
        drawn = [
            [(one.text, *map(one.get, places)) for one in root.iter(f"{{http://www.w3.org/2000/svg}}{tag}")]
            for root in (new, old)
        ]
        assert drawn[0] == drawn[1]
        assert drawn[1]


# ------------------------------------------------------------------------------------------------------- machine code

COUNT = """
import mossa
from mossa.kernel import cache
from mossa.kernel.specialise import compilation_listeners
from mossa.search.common.perft import perft
said = []
compilation_listeners.append(said.append)
game = mossa.game("tictactoe")
print(perft(game, game.rules.start(), 5), len(said), len(cache.files()))
"""


def test_machine_code_of_0_1_is_left_alone(tmp_path: Path) -> None:
    """A cache folder of 0.1 costs the time of compiling, no more."""
    old = next((OLD / "kernels").iterdir())
    folder = shutil.copytree(OLD / "kernels", tmp_path / "kernels")
    assert python(COUNT, MOSSA_CACHE=folder).split() == ["15120", "1", "2"]
    assert (folder / old.name).read_bytes() == old.read_bytes()
    assert python(COUNT, MOSSA_CACHE=folder).split() == ["15120", "0", "2"]


def test_machine_code_of_0_1_under_a_name_of_today(tmp_path: Path) -> None:
    """Whatever a file holds whose name is right: it is machine code that this program can use, or it is made anew."""
    old = next((OLD / "kernels").iterdir())
    folder = tmp_path / "kernels"
    assert python(COUNT, MOSSA_CACHE=folder).split() == ["15120", "1", "1"]
    (own,) = folder.iterdir()
    shutil.copy(old, own)
    assert python(COUNT, MOSSA_CACHE=folder).split()[0] == "15120"
