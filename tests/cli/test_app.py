"""What all commands share: help, errors in one sentence, exit statuses."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from tests.cli.commands import BUGGY, refusal, run, shell

import mossa
from mossa import MossaError
from mossa.cli import cli

NAN = (
    BUGGY.replace("return State(state.n + 1 + 0 // (2 - state.n))", "return State(state.n + 1)")
    .replace("return 0\n", "return float('nan')\n")
    .replace("widest=2, longest=5", "widest=2, longest=5, utility=(-1.0, 1.0)")
)


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
        ("solve chess", "too big to solve"),
        ("rollout tictactoe", "tictactoe has no chance"),
        ("rollout backgammon --trials 1", "1 is not in the range"),
        ("perft tictactoe", "Missing argument 'DEPTH'"),
        ("perft tictactoe -- -1", "-1 is not in the range"),
        ("lab", "give one of --tree, --example and --game"),
        ("lab minimax --tree '((3'", "the tree is wrong at character"),
        ("lab minimax --tree '(nan)'", "finite"),
        ("lab minmax --tree '(1)'", "no algorithm 'minmax' (did you mean minimax?)"),
        ("lab nonsense --tree '(1)'", "there is no algorithm 'nonsense'"),
        ("lab --example two-plie", "did you mean two-ply?"),
        ("lab minimax --game kuhn", "perfect information"),
        ("lab minimax --tree '(1)' --window 3 2", "has no window"),
        ("lab alphabeta --tree '(1)' --window 3 2", "the lesser first"),
        ("lab minimax --tree '(1)' --svg /nowhere/at/all.svg", "cannot be written"),
        ("lab ordering --depth 99", "an ideal tree has"),
        ("lab --example funds --compare", "is not a tree"),
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
        ("import nothing_of_the_kind\n", "broken.py, line 1: no module nothing_of_the_kind is installed"),
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
    assert "nan" in refusal("best", str(file), "--player", "minimax:depth=9")
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


def test_a_game_whose_own_players_are_broken_harms_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(module: str, game: str) -> None:
        raise MossaError(f"{module} is broken")

    for name in ("mastermind", "tictactoe"):
        mossa.game(name)  # only the players are still to be imported
    monkeypatch.setattr("mossa.core.registry.names", lambda: ("mastermind", "tictactoe"))
    monkeypatch.setattr("mossa.core.importing.import_module", broken)
    result = run("games", "--json")
    assert [one["name"] for one in json.loads(result.stdout)["games"]] == ["tictactoe"]
    assert result.stderr == "mossa: mastermind is left out: mossa.games.mastermind.players is broken\n"


def test_ctrl_c_is_status_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mossa.play.advice.solve", interrupted)
    result = run("solve", "tictactoe")
    assert (result.exit_code, result.stdout, result.stderr.strip()) == (130, "", "stopped")


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
        "heavy = {'llvmlite', 'numpy', 'scipy', 'matplotlib', 'rich'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
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


# What nobody foresaw


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A `perft` that fails, and the folder where that is reported."""

    def perft(*rest: object, **more: object) -> int:
        return len(more) // 0

    monkeypatch.setattr("mossa.search.common.perft.perft", perft)
    monkeypatch.setenv("MOSSA_DATA", str(tmp_path))
    return tmp_path / "crashes"


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_fault_of_mossa_has_one_sentence_a_file_and_a_status(broken: Path, more: tuple[str, ...]) -> None:
    result = run("perft", "tictactoe", "2", *more)
    assert (result.exit_code, result.stdout) == (70, "")
    assert result.stderr.startswith("mossa: this is a fault of mossa, not yours (ZeroDivisionError")
    assert result.stderr.count("\n") == 1
    (path,) = broken.glob("*.txt")
    assert str(path) in result.stderr
    text = path.read_text()
    assert "command: 'perft' 'tictactoe' '2'" in text
    assert "Traceback" in text


def test_debugging_shows_the_traceback_of_a_fault(broken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSSA_DEBUG", "1")
    result = run("perft", "tictactoe", "2")
    assert result.exit_code == 70
    assert "Traceback" in result.stderr


def test_a_fault_in_a_thread_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MOSSA_DATA", str(tmp_path))
    program = (
        "import sys, threading, mossa.cli\n"
        "sys.argv = ['mossa', '--version']\n"
        "try:\n    mossa.cli.main()\nexcept SystemExit:\n    pass\n"
        "thread = threading.Thread(target=lambda: 1 // 0)\nthread.start()\nthread.join()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr.startswith("mossa: this is a fault of mossa, not yours (ZeroDivisionError")
    assert "Traceback" in next((tmp_path / "crashes").glob("*.txt")).read_text()


def test_letters_that_cannot_be_shown_are_escaped() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mossa", "best", b"\xff", "--json"], capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
def test_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mossa", "games"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "mossa: the answer cannot be written: No space left on device\n"
