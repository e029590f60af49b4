"""The command `mossa` as people and scripts meet it: its words, its JSON, its statuses, its one sentence."""

import doctest
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import mossa
from mossa.cli import cli

FUNDS = ",up,stable,down\nfund1,40,45,5\nfund2,70,30,-20\nshares,55,40,-10\n"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "cli.md"
TREE = "((3 12 8) (2 4 6) (14 5 2))"

BUGGY = '''"""A game with a bug: it divides by nothing in its third move."""
from typing import NamedTuple
from mossa import Facts
FACTS = Facts(players=2, widest=2, longest=5)
class State(NamedTuple):
    n: int
def start(): return State(0)
def mover(state): return state.n % 2
def moves(state):
    yield 0
    yield 1
def play(state, move):
    return State(state.n + 1 + 0 // (2 - state.n))
def is_over(state): return state.n == 5
def utility(state, player): return 0
'''

NAN = (
    BUGGY.replace("return State(state.n + 1 + 0 // (2 - state.n))", "return State(state.n + 1)")
    .replace("return 0\n", "return float('nan')\n")
    .replace("widest=2, longest=5", "widest=2, longest=5, utility=(-1.0, 1.0)")
)


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSSA_DATA", str(tmp_path / "data"))


def run(*words: str, says: str = "") -> Result:
    return CliRunner().invoke(cli, list(words), input=says, catch_exceptions=False)


def json_of(*words: str, says: str = "") -> dict[str, Any]:
    """The one JSON object on stdout of a command that ends well."""
    result = run(*words, "--json", says=says)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("\n") == 1
    answer = json.loads(result.stdout, parse_constant=pytest.fail)
    assert isinstance(answer, dict)
    return answer


def refusal(*words: str, says: str = "") -> str:
    """The one sentence on stderr of a command that ends with status 2 and says nothing else."""
    result = run(*words, says=says)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("mossa: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("mossa: ").strip()


def shell(*words: str, says: str = "") -> "subprocess.CompletedProcess[str]":
    """A real process."""
    return subprocess.run(
        [sys.executable, "-m", "mossa", *words], input=says, capture_output=True, text=True, check=False, timeout=120
    )


# Every command, in JSON


def test_games() -> None:
    games = {one["name"]: one for one in json_of("games")["games"]}
    assert {"tictactoe", "connect4", "kuhn", "rps", "trio", "mastermind"} <= set(games) <= set(mossa.names())
    assert games["tictactoe"]["player"] == "alphabeta"
    assert games["kuhn"]["hidden"]
    assert games["connect4"]["parameters"]["columns"]["default"] == 7
    [one] = json_of("games", "connect4:columns=5")["games"]
    assert one["parameters"]["columns"]["value"] == 5


def test_best() -> None:
    answer = json_of("best", "tictactoe", "--moves", "a1 b1 b2 c1", "--multipv", "2")
    assert {"move", "moves", "value", "depth", "nodes", "seconds", "pv", "candidates"} <= set(answer)
    assert (answer["move"], answer["value"], answer["pv"]) == ("c3", 1, ["c3"])
    assert answer["candidates"][0] == {"move": "c3", "value": 1}
    assert json_of("best", "tictactoe", "--position", "XX-OO----", "--player", "minimax:depth=1")["move"] == "c1"
    assert json_of("best", "tictactoe", "--depth", "2")["depth"] == 2
    assert json_of("best", "tictactoe", "--nodes", "100", "--player", "minimax")["nodes"] <= 101


def test_best_looks_for_a_win_first() -> None:
    """A search with guesses finds a longer mate here."""
    answer = json_of("best", "chess", "--position", "8/4p3/7R/n7/rp6/kp5Q/8/1K6 w - - 0 1", "--win", "5")
    assert (answer["player"], answer["exact"], answer["depth"], answer["value"]) == ("alphabeta:win=5", True, 5, 1)


def test_solve() -> None:
    answer = json_of("solve", "tictactoe")
    assert {"score", "value", "moves", "nodes", "seconds"} <= set(answer)
    assert (answer["score"], answer["value"], len(answer["moves"])) == (0, 0, 9)
    assert json_of("solve", "kuhn")["value"] == pytest.approx(-1 / 18)
    assert json_of("solve", "rps")["probabilities"] == {
        move: pytest.approx(1 / 3) for move in ("rock", "paper", "scissors")
    }


def test_rollout(tmp_path: Path) -> None:
    race, file = str(Path(__file__).parents[1] / "data" / "pigrace.py"), tmp_path / "race.json"
    words = ("rollout", race, "--trials", "60", "--threads", "1")
    answer = json_of(*words, "--file", str(file))
    low, high = answer["interval"]
    assert low < answer["value"] < high
    assert (answer["trials"], answer["player"]) == (60, mossa.game(race).rules.player_names[0])
    assert json_of(*words, "--file", str(file))["value"] == answer["value"]
    assert json_of(*words, "--seed", "2")["value"] != answer["value"]
    assert json_of(*words, "--plain")["error"] > answer["error"]
    assert "(60 trials)" in run(*words).stdout
    assert "holds another rollout" in refusal(*words, "--file", str(file), "--seed", "2")


def test_perft() -> None:
    answer = json_of("perft", "tictactoe", "5", "--interpreted")
    assert (answer["nodes"], answer["depth"]) == (15120, 5)
    parts = json_of("perft", "tictactoe", "3", "--divide", "--interpreted")["moves"]
    assert parts == dict.fromkeys(mossa.game("tictactoe").start().moves, 56)
    assert json_of("perft", "tictactoe", "0", "--interpreted")["nodes"] == 1


def test_lab() -> None:
    answer = json_of("lab", "alphabeta", "--tree", TREE)
    assert (answer["value"], answer["best"], answer["leaves"], answer["cuts"]) == (3, "a1", 7, 1)
    assert answer["events"][0]["kind"] == "enter"
    assert json_of("lab", "minimax", "--tree", TREE)["leaves"] == 9
    window = json_of("lab", "alphabeta", "--tree", TREE, "--window", "4", "5")
    assert window["leaves"] < 7


@pytest.mark.parametrize(
    "name", ["two-ply", "whatever-g", "chance", "chance-rescaled", "star1-window", "cards", "nim7"]
)
def test_lab_examples(name: str) -> None:
    from mossa.search.textbook import EXAMPLES

    answer = json_of("lab", "--example", name)
    assert answer["lesson"] == EXAMPLES[name].english
    for field, expected in EXAMPLES[name].expected.items():
        shown = list(expected) if isinstance(expected, tuple) else expected
        assert answer[field] == (pytest.approx(shown) if isinstance(shown, float | dict) else shown)


def test_lab_of_other_kinds() -> None:
    funds = json_of("lab", "--example", "funds")["decisions"]
    assert [one["choice"] for one in funds] == [["fund2"], ["fund1"], ["shares"]]
    assert json_of("lab", "--example", "queens")["nodes"] == 2057
    game = json_of("lab", "minimax", "--game", "tictactoe", "--moves", "a1 b1 b2 c1", "--depth", "1")
    assert (game["best"], game["leaves"]) == ("c3", 5)


def test_lab_compares() -> None:
    rows = {row["algorithm"]: row for row in json_of("lab", "--tree", TREE, "--compare")["rows"]}
    assert {row["best"] for row in rows.values()} == {"a1"}
    assert rows["alphabeta"]["leaves"] == 7 < rows["minimax"]["leaves"] == 9
    assert rows["minimax-whole"]["held"] == 13


def test_lab_measures_ordering(tmp_path: Path) -> None:
    rows = json_of("lab", "ordering", "--depth", "4", "--trees", "2", "--plot", str(tmp_path / "o.svg"))["rows"]
    assert [row["best"] for row in rows] == [row["knuth_moore"] for row in rows] == [3, 5, 11, 17]
    assert "<svg" in (tmp_path / "o.svg").read_text()


def test_lab_draws(tmp_path: Path) -> None:
    result = run("lab", "alphabeta", "--tree", TREE, "--steps", "--svg", str(tmp_path / "tree.svg"))
    assert result.exit_code == 0
    assert "at a2, b2 and b3 are cut" in result.stdout
    assert "├╳ b2" in result.stdout
    assert (tmp_path / "tree.svg").read_text().startswith("<svg")
    early = run("lab", "alphabeta", "--tree", TREE, "--step", "3").stdout
    assert "╳" not in early


def test_lab_lists() -> None:
    answer = json_of("lab", "--list")
    assert {"minimax", "alphabeta", "ordering"} < set(answer["algorithms"])
    assert "two-ply" in answer["examples"]
    assert "two-ply" in run("lab", "--list").stdout


def test_queens() -> None:
    assert json_of("queens")["solutions"] == 92
    assert json_of("queens", "8")["looked"] == 2057
    brute = json_of("queens", "5", "--method", "brute")
    assert (brute["solutions"], brute["looked"]) == (10, 5**5)
    assert run("queens", "4").stdout.count("Q") == 4
    assert "3 queens: 0 solutions" in run("queens", "3").stdout


@pytest.mark.parametrize(
    ("rule", "choice", "value"),
    [
        (["maximax"], ["fund2"], 70),
        (["maximin"], ["fund1"], 5),
        (["regret"], ["shares"], 15),
        (["hurwicz", "--alpha", "1"], ["fund2"], 70),
        (["laplace"], ["fund1"], 30),
        (["expected", "--probabilities", "1,0,0"], ["fund2"], 70),
    ],
)
def test_decide(tmp_path: Path, rule: list[str], choice: list[str], value: float) -> None:
    file = tmp_path / "funds.csv"
    file.write_text(FUNDS)
    for source, says in ((str(file), ""), ("-", FUNDS)):
        answer = json_of("decide", source, "--rule", *rule, says=says)
        assert (answer["rule"], answer["choice"], answer["value"]) == (rule[0], choice, value)
        assert set(answer["table"]) == {"fund1", "fund2", "shares"}


def test_decide_by_all_rules() -> None:
    decisions = json_of("decide", "-", says=FUNDS)["decisions"]
    assert [one["rule"] for one in decisions] == ["maximax", "maximin", "regret", "hurwicz", "laplace"]
    assert "hurwicz: fund1 or fund2 (25)" in run("decide", "-", says=FUNDS).stdout


def test_match() -> None:
    answer = json_of("match", "tictactoe", "random", "minimax:depth=6", "--games", "6", "--seed", "1")
    assert {"wins", "losses", "draws", "games", "elo", "error", "illegal", "timeouts"} <= set(answer)
    assert answer["wins"] == 0
    assert answer["games"] == 6
    shown = run("match", "tictactoe", "alphabeta-textbook:depth=1", "alphabeta-textbook:depth=1", "--games", "6")
    assert "Only 1 of these games differ" in shown.stdout


def test_match_is_recorded_and_goes_on(tmp_path: Path) -> None:
    words = ("match", "tictactoe", "random", "random:seed=2", "--record", str(tmp_path / "m.jsonl"))
    first = json_of(*words, "--games", "4")
    assert json_of(*words, "--games", "4") == first
    assert json_of(*words, "--games", "8")["games"] == 8
    assert len((tmp_path / "m.jsonl").read_text().splitlines()) == 9


@pytest.mark.parametrize("time", [["--time", "5"], ["--time", "5+1"], ["--clock", "60"], ["--clock", "3/60"], []])
def test_match_clocks(time: list[str]) -> None:
    answer = json_of("match", "tictactoe", "random", "random", "--games", "2", *time)
    assert (answer["games"], answer["timeouts"]) == (2, 0)


def test_bench_names() -> None:
    listed = json_of("bench", "--list")
    assert listed["about"]["userspeed"].startswith("The speed of a user-defined game")
    assert list(listed["about"]) == listed["names"]


def test_a_former_name_of_a_benchmark() -> None:
    shown = run("bench", "regret")
    assert "the benchmark regret is now called move_loss" in shown.stderr
    assert "name recorded games and a file for results" in shown.stderr


def test_bench_of_the_plan_of_time(tmp_path: Path) -> None:
    """A pair of games on clocks that count nodes: it is remembered, and no clock is needed for options alone."""
    settings, kept = tmp_path / "plan.json", tmp_path / "pairs.jsonl"
    settings.write_text('{"moves": ["EXPECTED_MOVES=5,STRETCH=2", "EXPECTED_MOVES=6"]}')
    words = ("bench", "techniques", "connect4")
    assert json_of(*words, "2000+20", "0.001", str(kept), str(settings))["figures"] == {"pairs": 1}
    assert json_of(*words, "2000+20", "0", str(kept), str(settings))["figures"] == {"pairs": 1}
    assert "a clock of nodes, such as 500000+5000" in refusal(*words, "2000", "1", "", str(settings))
    settings.write_text('{"moves": ["", "EXPECTED=5"], "cut": ["EXPECTED=5", "EXPECTED=6"]}')
    assert "the plan of time has no EXPECTED" in refusal(*words, "2000+20", "1", "", str(settings))


def test_doctor() -> None:
    answer = json_of("doctor")
    assert answer["healthy"]
    assert answer["self_check"] == "passed"


def test_check() -> None:
    answer = json_of("check", "tictactoe", "--interpreted", "--games", "3")
    assert answer["ok"]
    assert (answer["games"], answer["faults"]) == (3, [])
    assert "ok    utilities keep their bounds" in run("check", "tictactoe", "--interpreted", "--games", "3").stdout


def test_play() -> None:
    answer = json_of("play", "tictactoe", "--vs", "alphabeta-textbook:nodes=1", says="b2\nb1\nb3\n")
    assert (answer["moves"], answer["ended"]) == (["b2", "a1", "b1", "c1", "b3"], "over")
    second = json_of("play", "tictactoe", "--vs", "random", "--side", "O", "--seed", "3", says="resign\n")
    assert (second["players"], second["by"]) == (["random", "human"], 1)


def test_play_is_left_and_resumed() -> None:
    left = run("play", "tictactoe", "--vs", "random", "--seed", "5", "--terminal", says="b2\n")
    assert left.exit_code == 0
    assert "continue with: mossa play tictactoe --resume" in left.stdout
    answer = json_of("play", "tictactoe", "--resume", says="resign\n")
    assert answer["moves"][0] == "b2"
    assert (answer["seed"], answer["ended"]) == (5, "resigned")
    assert "there is no saved game" in refusal("play", "tictactoe", "--resume")


def test_bare_mossa_is_a_menu() -> None:
    result = run(says="nonsense\ntictactoe\n2\nresign\n\n")
    assert result.exit_code == 0
    assert "There is no 'nonsense' in the list." in result.stdout
    assert "O resigns: X wins" in result.stdout
    assert run(says="").exit_code == 0


def test_people_get_text() -> None:
    assert "equally good: a1 b1 c1" in run("solve", "tictactoe").stdout
    assert "connect4" in run("games").stdout
    assert "Rules, after [Kuhn50]" in run("games", "kuhn").stdout
    assert "how often" in run("best", "rps").stdout
    assert "Chance moves; worth exactly -0.0555556" in run("solve", "kuhn").stdout
    assert "15,120 nodes at depth 5" in run("perft", "tictactoe", "5", "--interpreted").stdout
    assert "all is well" in run("doctor").stdout


def _commands() -> list[str]:
    """Every command, those of a group by both words."""
    plain = [name for name, one in cli.commands.items() if not isinstance(one, click.Group)]
    groups = {name: one for name, one in cli.commands.items() if isinstance(one, click.Group)}
    return plain + [f"{name} {under}" for name, group in groups.items() for under in group.commands]


@pytest.mark.parametrize("command", ["", *_commands()])
def test_help(command: str) -> None:
    for flag in ("-h", "--help"):
        result = run(*command.split(), flag)
        assert result.exit_code == 0
        assert "Usage: " in result.stdout
        if command not in ("", "uci", "gtp", "nboard"):  # a protocol answers in its own words
            assert "--json" in result.stdout


# What games know


def test_an_evaluation_is_explained() -> None:
    told = json_of("explain", "chess", "--moves", "e4 e5")
    assert {"score", "expected", "features", "position", "phase"} <= set(told)
    assert {"name", "about", "white", "black", "balance"} == set(told["features"][0])
    assert "pawns for White" in run("explain", "chess").stdout
    assert "does not explain" in refusal("explain", "tictactoe")


@pytest.mark.parametrize(("game", "moves", "unit"), [("othello", "f5", "discs"), ("connect4", "4", "points")])
def test_an_evaluation_is_explained_by_its_features(game: str, moves: str, unit: str) -> None:
    told = json_of("explain", game, "--moves", moves)
    assert told["features"]
    assert f"{unit} for {told['player']}" in run("explain", game).stdout


def test_tables_are_made_kept_and_checked(tmp_path: Path) -> None:
    words = ("tables", "chess", "3", "--only", "KQK", "--folder", str(tmp_path), "--threads", "1")
    made = json_of(*words)
    assert made["tables"] == [
        {"table": "KQK", "numbers": 59136, "wins": 18081, "draws": 2896, "losses": 25160, "longest": 20}
    ]
    assert json_of(*words)["kept"] == 1
    assert json_of(*words, "--verify")["positions"] == 59136
    for wrong, sentence in (
        (("tables", "chess", "3", "--only", "KXK", "--folder", str(tmp_path)), "has no endgame 'KXK'"),
        (("tables", "tictactoe"), "there are no endgame tables for tictactoe"),
        (("tables", "chess", "3", "--verify", "--folder", str(tmp_path / "none")), "there is no endgame table"),
    ):
        assert sentence in refusal(*wrong)


def test_books_are_shown_and_made(tmp_path: Path) -> None:
    shown = json_of("book", "show", "--moves", "e4 c5")
    assert shown["opening"] == "B20 Sicilian Defense"
    assert shown["moves"][0]["move"] == "Nf3"
    games, out = tmp_path / "games.pgn", tmp_path / "book.bin"
    games.write_text("1. e4 e5 1-0\n\n1. d4 Ke6 *\n")
    assert json_of("book", "make", str(out), str(games)) == {"book": str(out), "entries": 2, "left_out": 1}
    assert json_of("book", "show", str(out))["moves"] == [{"move": "e4", "weight": 2, "learn": 0}]
    games.write_text("nothing that is chess")
    assert "hold no moves" in refusal("book", "make", str(out), str(games))
    assert "is not a Polyglot book" in refusal("book", "show", str(games))
    assert "cannot be read" in refusal("book", "show", str(tmp_path / "none.bin"))


# The page


def _examples() -> list[tuple[str, str]]:
    """The commands of docs/cli.md and what they answer there."""
    blocks = re.findall(r"```console\n\$ mossa (.*?)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) > 10
    return blocks


def _steady(text: str) -> str:
    """Without what differs from run to run: seconds, and the nodes of the engines, which others improve."""
    for pattern, put in (
        (r"(depth \d+, )?[\d,]+ nodes, [\d.e-]+ s", "NODES"),
        (r"[\d.,e-]+ s \([\d,]+ a second\)", "SPEED"),
        (r"[\d,]+ nodes in [\d.]+ s", "NODES"),
        (r'"(nodes|seconds|depth)": [\d.e-]+', r'"\1": N'),
        (r"line: .*", "line"),
        (r"─+", "─"),
    ):
        text = re.sub(pattern, put, text)
    return " ".join(text.split())


@pytest.mark.parametrize(("command", "shown"), _examples())
def test_the_page_tells_the_truth(command: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "funds.csv").write_text(FUNDS)
    monkeypatch.chdir(tmp_path)
    result = run(*shlex.split(command))
    said = result.stdout + "".join(line for line in result.stderr.splitlines(True) if "compiling" not in line)
    assert doctest.OutputChecker().check_output(_steady(shown), _steady(said), doctest.ELLIPSIS), said


def test_the_page_names_every_command() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"\n## {command}\n" in page for command in cli.commands)


# Mistakes


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("nonsense", "No such command 'nonsense'"),
        ("best", "Missing argument 'GAME'"),
        ("best tictacto", "there is no game 'tictacto' (did you mean tictactoe?)"),
        ("best nowhere.py", "there is no file"),
        ("best connect4:columns=0", "parameter columns takes a number from 1 to 31, not 0"),
        ("best connect4:colums=5", "no parameter 'colums'"),
        ("best tictactoe --position XXX", "nine letters"),
        ('best tictactoe --moves "a1 a1"', "move 2 (a1)"),
        ("best tictactoe --player nobody", "there is no player 'nobody'"),
        ("best tictactoe --player minimax:depth=x", "depth is a whole number"),
        ("best tictactoe --depth x", "'x' is not a valid integer"),
        ("best tictactoe --depth -3", "the limit depth is a number above 0"),
        ("best tictactoe --time nan", "the limit time is a number above 0, not nan"),
        ("best tictactoe --threads 0", "threads is a whole number from 1"),
        ("best tictactoe --multipv 0", "multipv"),
        ("best tictactoe --win 0", "win is a whole number from 1 to 250, not '0'"),
        ("best tictactoe --win soon", "'soon' is not a valid integer"),
        ("best tictactoe --win 3 --player minimax", "player minimax has no setting 'win'"),
        ("best connect4 --win 3", "in Connect Four a score says how much is won, not how soon"),
        ("best tictactoe --tme 3", "No such option"),
        ("best kuhn", "chance moves here"),
        ("solve kuhn:players=99", "takes a number from"),
        ("solve trio --time 0.01", "too big to solve"),
        ("rollout tictactoe", "tictactoe has no chance"),
        ("rollout backgammon --trials 1", "1 is not in the range"),
        ("perft tictactoe", "Missing argument 'DEPTH'"),
        ("perft tictactoe -- -1", "-1 is not in the range"),
        ("lab", "give one of --tree, --example and --game"),
        ("lab minimax --tree '((3'", "the tree is wrong at character"),
        ("lab minimax --tree '(nan)'", "finite"),
        ("lab minmax --tree '(1)'", "no algorithm 'minmax' (did you mean minimax?)"),
        ("lab --tree '(1)'", "name an algorithm"),
        ("lab --example two-plie", "did you mean two-ply?"),
        ("lab minimax --game kuhn", "perfect information"),
        ("lab minimax --tree '(1)' --window 3 2", "has no window"),
        ("lab alphabeta --tree '(1)' --window 3 2", "the lesser first"),
        ("lab minimax --tree '(1)' --svg /nowhere/at/all.svg", "cannot be written"),
        ("lab ordering --depth 99", "an ideal tree has"),
        ("lab --example funds --compare", "is no tree"),
        ("queens 99", "takes from 1 to 12 queens, not 99"),
        ("queens x", "'x' is not a valid integer"),
        ("decide nowhere.csv --rule maximax", "there is no file nowhere.csv"),
        ("match tictactoe random", "between 2 players, not 1"),
        ("match tictactoe random human", "a human plays with `mossa play`"),
        ("match tictactoe random random --games 0", "at least 1 game"),
        ("match tictactoe random random --openings nowhere.txt", "cannot be read"),
        ("match tictactoe random random --time soon", "a clock is written as 5"),
        ("match tictactoe random random --time 0", "more than 0 seconds"),
        ("match tictactoe random random --time 1 --clock 2", "not both"),
        ("match tictactoe random random --concurrency 0", "at least one game at a time"),
        ("bench nothing", "there is no benchmark 'nothing'; benchmarks: "),
        ("bench levels connect4 many", "the benchmark levels takes a number, not 'many': name, games, "),
        ("bench techniques connect4 2000+many", "a clock is written as 5"),
        ("warm nothing", "there is no game 'nothing'"),
        ("check nothing", "there is no game 'nothing'"),
        ("play tictactoe --side Z", "there is no side 'Z' in Tic-tac-toe; sides: 1 or X, 2 or O"),
        ("play tictactoe --vs nobody", "there is no player 'nobody'"),
        ("play tictactoe --time nan", "the limit time"),
        ("play tictactoe --record nowhere.json", "no file nowhere.json"),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(words: str, sentence: str) -> None:
    assert sentence in refusal(*shlex.split(words))


@pytest.mark.parametrize(
    ("table", "rule", "sentence"),
    [
        ("", "maximax", "empty"),
        (",up,down\nfund,1\n", "maximax", "line 2: 1 numbers for 2 states"),
        (",up,down\nfund,1,many\n", "maximax", "line 2, column down: a payoff is a finite number, not 'many'"),
        (",up,down\nfund,1,nan\n", "maximax", "finite number, not 'nan'"),
        (FUNDS, "maximun", "no rule 'maximun'; rules: maximax"),
        (FUNDS, "expected", "needs a row named probability"),
    ],
)
def test_wrong_payoff_tables(table: str, rule: str, sentence: str) -> None:
    assert sentence in refusal("decide", "-", "--rule", rule, says=table)


def test_wrong_options_of_decide() -> None:
    assert "from 0 to 1, not 2" in refusal("decide", "-", "--rule", "hurwicz", "--alpha", "2", says=FUNDS)
    words = ("decide", "-", "--rule", "expected", "--probabilities")
    assert "add up to 1" in refusal(*words, "0.5,0.1,0.1", says=FUNDS)
    assert "2 probabilities for 3 states" in refusal(*words, "0.5,0.5", says=FUNDS)
    assert "numbers separated by commas" in refusal(*words, "a,b", says=FUNDS)


def test_a_rules_file_with_a_bug_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "buggy.py"
    file.write_text(BUGGY)
    for words in (
        ["best", str(file), "--player", "minimax:depth=4"],
        ["play", str(file), "--vs", "random"],
        ["match", str(file), "random", "random"],
        ["match", str(file), "random", "random", "--concurrency", "2"],
        ["lab", "minimax", "--game", str(file), "--depth", "4"],
        ["perft", str(file), "4", "--interpreted"],
    ):
        result = run(*words, says="0\n0\n0\n0\n")
        assert result.exit_code == 2, words
        assert "buggy.py, line 13, in play: ZeroDivisionError" in result.stderr
        assert "Traceback" not in result.stderr
    result = run("check", str(file), "--interpreted")
    assert result.exit_code == 2
    assert "ZeroDivisionError" in result.stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def start(:\n", "broken.py, line 1: SyntaxError"),
        ("import nothing_of_the_kind\n", "broken.py, line 1: ModuleNotFoundError"),
        ("x = 1\n", "lack FACTS, start"),
        (BUGGY.replace("widest=2", "widest=0"), "widest and longest are at least 1"),
    ],
)
def test_a_rules_file_that_cannot_be_loaded(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "broken.py"
    file.write_text(text)
    for command in ("best", "play", "check", "solve"):
        assert sentence in refusal(command, str(file))


def test_utilities_that_are_no_numbers(tmp_path: Path) -> None:
    file = tmp_path / "strange.py"
    file.write_text(NAN)
    assert "nan" in refusal("best", str(file), "--depth", "9")
    assert "utility nan" in refusal("match", str(file), "random", "random")
    result = run("check", str(file), "--interpreted")
    assert result.exit_code == 2
    assert "nan" in result.stderr


def test_a_broken_game_harms_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.core.registry.names", lambda: ("nothing", "tictactoe"))
    result = run("games", "--json")
    assert result.exit_code == 0
    assert [one["name"] for one in json.loads(result.stdout)["games"]] == ["tictactoe"]
    assert result.stderr.startswith("mossa: nothing is left out: there is no game 'nothing'")


def test_openings_with_a_mistake(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("b2 a1\nb2 zz\n")
    words = ("match", "tictactoe", "random", "random", "--openings", str(file))
    assert "openings.txt, line 2: move 2 (zz)" in refusal(*words)


def test_ctrl_c_is_status_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mossa.play.advice.solve", interrupted)
    result = run("solve", "tictactoe")
    assert (result.exit_code, result.stdout, result.stderr.strip()) == (130, "", "stopped")


# Real processes


def test_processes_end_as_they_should() -> None:
    good = shell("best", "tictactoe", "--player", "minimax:depth=1", "--json")
    assert (good.returncode, good.stderr) == (0, "")
    assert json.loads(good.stdout)["depth"] == 1
    bad = shell("best", "tictacto")
    assert (bad.returncode, bad.stdout, bad.stderr.count("\n")) == (2, "", 1)
    assert shell("--version").stdout == f"mossa {mossa.__version__}\n"
    menu = shell()
    assert (menu.returncode, menu.stderr) == (0, "")


def test_help_loads_nothing_heavy() -> None:
    script = (
        "import sys\n"
        "from mossa.cli import cli\n"
        "cli.main(['--help'], standalone_mode=False)\n"
        "heavy = {'numba', 'numpy', 'scipy', 'matplotlib', 'rich'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["othello", "checkers"])
def test_a_game_without_its_weights_is_played_on_after_one_sentence(name: str) -> None:
    script = (
        f"import sys, pathlib; import mossa.games.{name}.weights as weights; from mossa.cli import main\n"
        "weights.FILE = pathlib.Path('nothing.xz')\n"
        f"sys.argv = ['mossa', 'best', '{name}', '--depth', '2', '--json']; main()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert json.loads(done.stdout)["move"]
    said = [line for line in done.stderr.splitlines() if "compiling" not in line]
    assert [line.split(":")[:2] for line in said] == [["mossa", " nothing.xz cannot be read"]]


def test_a_reader_that_goes_away_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "mossa", "lab", "--list"], stdout=writer, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_interrupting_a_match_loses_no_game(tmp_path: Path, concurrency: str) -> None:
    record = tmp_path / "match.jsonl"
    words = ["match", "tictactoe", "random", "random:seed=1", "--record", str(record), "--concurrency", concurrency]
    process = subprocess.Popen(
        [sys.executable, "-m", "mossa", *words, "--games", "1000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        for _ in range(600):
            if record.exists() and record.read_bytes().count(b"\n") > 5:
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, out, err.strip()) == (130, b"", b"stopped")
    played = record.read_bytes().count(b"\n") - 1
    assert json_of(*words[:-2], "--games", str(played))["games"] == played


def test_a_game_is_analysed_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("a1 b2 c3 a3")
    out, plot = tmp_path / "said.txt", tmp_path / "game.svg"
    arguments = (
        "analyse",
        "tictactoe",
        str(tmp_path / "game.txt"),
        "--depth",
        "9",
        "--out",
        str(out),
        "--plot",
        str(plot),
    )
    answer = json.loads(run(*arguments, "--json").stdout)
    assert [one["mark"] for one in answer["positions"]] == ["", "", "", "??", ""]
    assert [one["??"] for one in answer["players"]] == [0, 1]
    assert "better" in out.read_text()
    assert "<svg" in plot.read_text()
    assert "a3??" in run(*arguments).stdout


def test_a_tournament_from_a_file(tmp_path: Path) -> None:
    path, plot = tmp_path / "cup.toml", tmp_path / "elo.svg"
    path.write_text('game = "tictactoe"\nplayers = ["minimax", "random"]\nrounds = 2\n')
    answer = json_of("tournament", str(path), "--record", str(tmp_path / "games"), "--plot", str(plot))
    assert (answer["played"], answer["rows"][0]["player"]) == (2, "minimax")
    assert "<svg" in plot.read_text()
    assert "minimax" in run("tournament", str(path), "--record", str(tmp_path / "games")).stdout


def test_dice_in_a_position() -> None:
    start = "4HPwATDgc/ABMA"
    told = json_of("best", "backgammon", "--position", start, "--dice", "31", "--depth", "1", "--multipv", "3")
    assert told["move"] == "8/5 6/5"
    assert len(told["candidates"]) == 3
    moves = json_of("best", "backgammon", "--position", start, "--moves", "13", "--depth", "1")
    assert moves["move"] == told["move"]  # the order of the dice does not matter
    cube = ("best", "backgammon:cube=1", "--position", start, "--depth", "1")
    assert json_of(*cube)["move"] == "roll"
    assert json_of(*cube, "--dice", "31")["move"] == told["move"]  # to roll is the only way to dice
    for words, sentence in (
        (("backgammon", "--position", start, "--dice", "37"), "two numbers from 1 to 6"),
        (("backgammon", "--position", f"{start} 31", "--dice", "31"), "chance does not decide"),
        (("tictactoe", "--dice", "31"), "chance does not decide"),
    ):
        result = run("best", *words)
        assert result.exit_code == 2
        assert sentence in result.stderr


def test_backgammon_explained() -> None:
    told = json_of("explain", "backgammon:cube=1", "--position", "4HPwgCiYZ/AIAw")
    assert told["cube"]["words"] == "double, take"
    assert told["outcomes"]["win"] == pytest.approx(1 - told["outcomes"]["lose"])
    assert json_of("explain", "backgammon", "--position", "4HPwATDgc/ABMA", "--dice", "31")["best"] == "8/5 6/5"
