"""The command `mossa`. Thin on purpose: what the commands do lives in the rooms; here words become calls and answers
become text or JSON. Everything but click is imported inside the commands, so that `mossa --help` is there at once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from mossa.kernel.errors import MossaError
from mossa.play.console import (
    answer,
    complain,
    flat,
    interruptible,
    match_progress,
    table,
    tell,
    to_json,
    working,
    write,
)

if TYPE_CHECKING:
    from rich.console import Console

    from mossa.core.game import Game
    from mossa.core.position import Position
    from mossa.play.terminal import Talk

__all__ = ["cli", "main"]

STOPPED = 130
"""The status after Ctrl-C, as shells have it."""


class Commands(click.Group):
    """Commands in the order of this file; a mistake is one sentence on stderr and status 2, never a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def main(self, args: Sequence[str] | None = None, *rest: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        status = self._status(args, **extra)
        if standalone_mode:
            sys.exit(status)
        return status

    def _status(self, args: Sequence[str] | None, **extra: Any) -> int:
        try:
            status: Any = super().main(args, standalone_mode=False, **extra)
            return status if isinstance(status, int) else 0
        except (click.Abort, KeyboardInterrupt):
            click.echo("stopped", err=True)
            return STOPPED
        except click.UsageError as error:
            command = error.ctx.command_path if error.ctx else "mossa"
            return complain(f"{error.format_message().rstrip('.')} (see {command} --help)")
        except click.ClickException as error:
            return complain(error.format_message())
        except MossaError as error:
            return complain(str(error))
        except Exception as error:
            from mossa.play.blame import blame

            blamed = blame(error)
            if blamed is None:
                raise
            return complain(str(blamed))


def main() -> NoReturn:
    """The console script."""
    sys.exit(cli.main(standalone_mode=False))


# Options that several commands share

AS_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout, nothing else.")
POSITION = click.option("--position", metavar="TEXT", help="A position, in the form that players of the game use.")
MOVES = click.option("--moves", metavar='"M1 M2 …"', default="", help="Moves to make first, apart by blanks.")
SEED = click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, help="What is drawn comes from this seed.")
TIME = click.option("--time", type=float, metavar="S", help="Seconds a move.")
DEPTH = click.option("--depth", type=int, metavar="D", help="Plies to look ahead.")
NODES = click.option("--nodes", type=int, metavar="N", help="Nodes to look at.")


def _game(spec: str) -> Game:
    from mossa.core.registry import game

    return game(spec)


def _all_games() -> list[Game]:
    """Every registered game; one that cannot be loaded is told and left out, and harms no other."""
    from mossa.core.registry import names

    found = []
    for name in names():
        try:
            found.append(_game(name))
        except Exception as error:
            tell(f"{name} is left out: {error}")
    return found


def _position(spec: str, position: str | None, moves: str) -> Position:
    return _game(spec).after(moves, position)


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="mossa", message="mossa %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Games against an adversary: play them, solve them, see the algorithms at work.

    \b
      mossa                                   play in the browser
      mossa best connect4 --moves "4 4"       the best move
      mossa lab alphabeta --tree "((3 12 8) (2 4 6) (14 5 2))"

    A GAME is a name (`mossa games` lists them), a name with parameters (`connect4:columns=5,rows=4`), or the path of a
    rules file of your own (`./mygame.py`). A PLAYER is a name or `name:key=value,…`, such as `alphabeta:time=0.1`,
    `minimax:depth=4`, `random:seed=3`.
    """
    if ctx.invoked_subcommand is None:
        if sys.stdin.isatty() and sys.stdout.isatty() and _has_site():
            _serve(None, ())
        else:
            _menu()


def _has_site() -> bool:
    """Is there what the site needs?"""
    from importlib.util import find_spec

    return all(find_spec(name) is not None for name in ("starlette", "uvicorn", "websockets"))


def _serve(port: int | None, files: Sequence[str], as_json: bool = False) -> None:
    if not _has_site():
        raise MossaError("the site needs starlette, uvicorn and websockets, which are not installed")
    from mossa.serve import start

    def say(address: str) -> None:
        write(to_json({"address": address}) + "\n" if as_json else f"mossa is at {address} (Ctrl-C ends it)\n")

    start(port, files, say=say)


@cli.command(short_help="The site: play and watch in the browser.")
@click.argument("games", nargs=-1, metavar="[FILE.py]…")
@click.option("--port", type=int, metavar="N", help="Where; 0 for any free port. Without it 8642, or if taken any.")
@AS_JSON
def serve(games: tuple[str, ...], port: int | None, as_json: bool) -> None:
    """Start the site on this machine (nobody else can reach it) and say where it is. Ctrl-C ends it.

    FILEs are rules of your own: they appear on the site beside the other games.

    \b
      mossa serve
      mossa serve --port 8000 ./mygame.py
    """
    _serve(port, games, as_json)


def _menu() -> None:
    from mossa.play.players import default_player
    from mossa.play.terminal import Talk, menu, new_session

    talk = Talk.at_terminal()
    games = _all_games()
    while (chosen := menu([one.name for one in games], [one.title for one in games], talk)) is not None:
        try:
            played = _game(chosen)
        except MossaError as error:
            talk.say(str(error))
            continue
        side = _ask_side(played.rules.player_names, talk)
        if side is None:
            return
        record = new_session(played.start(), [default_player(played)], side, talk, seed=_fresh_seed()).run()
        if not record.ended:
            return
        talk.say("")


def _ask_side(sides: tuple[str, ...], talk: Talk) -> int | None:
    """Which seat the person takes; None at the end of input."""
    names = {word: i for i, name in enumerate(sides) for word in (str(i + 1), name.lower())}
    while len(sides) > 1:
        asked = talk.hear(f"Your side: {', '.join(f'{i} {name}' for i, name in enumerate(sides, 1))} [1]: ")
        if asked is None:
            return None
        if asked.strip().lower() in {"", *names}:
            return names.get(asked.strip().lower(), 0)
        talk.say(f"{asked.strip()!r} is no side; type its number or its name.")
    return 0


def _fresh_seed() -> int:
    import secrets

    return secrets.randbits(63)


@cli.command(short_help="The games, their facts, and who plays them.")
@click.argument("game", required=False)
@AS_JSON
def games(game: str | None, as_json: bool) -> None:
    """The games, their facts, and which players each has; or all about one GAME."""
    from mossa.play.display import game_facts, show_game, show_games

    chosen = [_game(game)] if game else _all_games()
    facts = [game_facts(one) for one in chosen]

    def show(console: Console) -> None:
        if game:
            show_game(console, chosen[0])
        else:
            show_games(console, facts)

    answer(as_json, {"games": facts}, show)


@cli.command(short_help="Play in the terminal.")
@click.argument("game")
@click.option("--vs", multiple=True, metavar="PLAYER", help="Whom to play against; by default whoever suits the game.")
@click.option("--side", metavar="SIDE", default="1", help="Your side: its number from 1, or its name.")
@click.option("--terminal", is_flag=True, help="Play here (there is no other way yet).")
@click.option("--resume", is_flag=True, help="Go on with the game that you left.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="With --resume: go on from this file.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Dice and players draw from this seed.")
@click.option("--time", type=float, metavar="S", help="Seconds your opponent has for a move.")
@POSITION
@MOVES
@AS_JSON
def play(
    game: str,
    vs: tuple[str, ...],
    side: str,
    terminal: bool,
    resume: bool,
    record: Path | None,
    seed: int | None,
    time: float | None,
    position: str | None,
    moves: str,
    as_json: bool,
) -> None:
    """Play GAME in the terminal.

    Type moves, or `help`. The game is kept when you leave, also when the input ends. With --json the talk goes to
    stderr and the record of the game to stdout.

    \b
      mossa play tictactoe
      mossa play connect4 --vs alphabeta:time=0.1 --side 2
      mossa play ./mygame.py --vs random
      mossa play connect4 --resume
    """
    from mossa.play.players import default_player
    from mossa.play.terminal import Talk, new_session, resume_session
    from mossa.search.found import Limits

    Limits(time=time)
    talk = Talk.at_terminal(to_stderr=as_json)
    if resume or record is not None:
        session = resume_session(_game(game), talk, path=record, time=time)
    else:
        start = _position(game, position, moves)
        opponents = list(vs) or [default_player(start.game)]
        drawn = _fresh_seed() if seed is None else seed
        session = new_session(start, opponents, _side(side, start.game), talk, seed=drawn, time=time)
    played = session.run()
    if as_json:
        write(to_json(played.as_dict()) + "\n")


def _side(text: str, game: Game) -> int:
    names = game.rules.player_names
    for seat, name in enumerate(names):
        if text.lower() in (str(seat + 1), name.lower()):
            return seat
    sides = ", ".join(f"{seat} or {name}" for seat, name in enumerate(names, 1))
    raise MossaError(f"there is no side {text!r} in {game.title}; sides: {sides}")


@cli.command(short_help="The best move in a position.")
@click.argument("game")
@POSITION
@MOVES
@click.option("--player", metavar="SPEC", help="Who answers; by default whoever suits the game.")
@TIME
@DEPTH
@NODES
@click.option("--threads", type=int, default=1, metavar="N", help="Threads of the search.")
@click.option("--multipv", type=int, default=1, metavar="K", help="Tell the values of the K best moves.")
@SEED
@AS_JSON
def best(
    game: str,
    position: str | None,
    moves: str,
    player: str | None,
    time: float | None,
    depth: int | None,
    nodes: int | None,
    threads: int,
    multipv: int,
    seed: int,
    as_json: bool,
) -> None:
    """The best move in a position of GAME, within a second if no limit is given.

    \b
      mossa best connect4 --position 44444 --time 2 --multipv 3
      mossa best tictactoe --moves "b2 a1" --player minimax:depth=4 --json
      mossa best mastermind --position "? 1122=01" --player knuth
    """
    from mossa.play.advise import best as find_best
    from mossa.play.display import show_advice

    at = _position(game, position, moves)
    with working("looking for the best move …"):
        advice = find_best(at, time, depth, nodes, player, threads, multipv, seed)
    data = advice.as_dict()
    if multipv > 1:
        data.setdefault("candidates", [{"move": move, "value": value} for move, value in advice.candidates])
    answer(as_json, data, lambda console: show_advice(console, advice))


@cli.command(short_help="The exact value and all optimal moves.")
@click.argument("game")
@POSITION
@MOVES
@click.option("--time", type=float, metavar="S", help="Give up after so many seconds (60).")
@AS_JSON
def solve(game: str, position: str | None, moves: str, time: float | None, as_json: bool) -> None:
    """The exact value of a position of GAME and all optimal moves, or a refusal.

    \b
      mossa solve tictactoe
      mossa solve connect4:columns=5,rows=4
      mossa solve kuhn --position "QK:p"
    """
    from mossa.play.advise import solve as find_solution
    from mossa.play.display import show_advice

    at = _position(game, position, moves)
    with working("solving …"):
        advice = find_solution(at, time)
    answer(as_json, advice.as_dict(), lambda console: show_advice(console, advice))


@cli.command(short_help="Count the ways to play so many moves.")
@click.argument("game")
@click.argument("depth", type=click.IntRange(0, 200))
@POSITION
@MOVES
@click.option("--divide", is_flag=True, help="Count for every first move.")
@click.option("--interpreted", is_flag=True, help="Run the rules as plain Python, not compiled.")
@AS_JSON
def perft(
    game: str, depth: int, position: str | None, moves: str, divide: bool, interpreted: bool, as_json: bool
) -> None:
    """Count the ways to play DEPTH moves of GAME: the first test of any rules.

    \b
      mossa perft tictactoe 9
      mossa perft connect4 8 --divide
    """
    from time import perf_counter

    from mossa.search.engines.perft import perft as count

    at = _position(game, position, moves)
    rules, compiled = at.game.rules, not interpreted

    def divided() -> dict[str, int]:
        """The count for every first move."""
        after = {at.write_move(move): rules.play(at.state, move) for move in at.legal}
        return {move: count(at.game, state, depth - 1, compiled=compiled) for move, state in after.items()}

    with working(f"counting to depth {depth} …"):
        count(at.game, at.state, 0, compiled=compiled)  # compiled now, not on the clock
        began = perf_counter()
        parts = interruptible(divided) if divide and depth > 0 else {}
        nodes = sum(parts.values()) or interruptible(lambda: count(at.game, at.state, depth, compiled=compiled))
        seconds = perf_counter() - began
    data: dict[str, Any] = {"game": at.game.name, "depth": depth, "nodes": nodes, "seconds": seconds}
    if divide:
        data["moves"] = parts

    def show(console: Console) -> None:
        if parts:
            console.print(table("move", "nodes", rows=list(parts.items()), right=("nodes",)))
        console.print(f"{nodes:,} nodes at depth {depth}, {seconds:.3g} s ({nodes / max(seconds, 1e-9):,.0f} a second)")

    answer(as_json, data, show)


@cli.command(short_help="Watch an algorithm of the course at work.")
@click.argument("algorithm", required=False)
@click.option("--tree", metavar="TEXT", help='A tree as nested brackets: "((3 12 8) (2 4 6) (14 5 2))".')
@click.option("--example", metavar="NAME", help="A worked example of the course.")
@click.option("--game", metavar="GAME", help="A game, looked at to a --depth.")
@DEPTH
@POSITION
@MOVES
@click.option("--window", type=(float, float), metavar="ALPHA BETA", help="The window at the root.")
@click.option("--bounds", type=(float, float), metavar="LOW HIGH", help="Bounds of the utility, if known closer.")
@click.option("--all-moves", is_flag=True, help="Find all equally good root moves.")
@click.option("--hurry", is_flag=True, help="Prefer the shorter win and the longer defence.")
@click.option("--steps", is_flag=True, help="Tell every step in words.")
@click.option("--step", type=int, metavar="N", help="Draw the tree as it is after N steps.")
@click.option("--whole", is_flag=True, help="Show also a very large tree from end to end.")
@click.option("--compare", is_flag=True, help="All algorithms on the same tree, in a table.")
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Draw the tree to an SVG file.")
@click.option("--branching", type=int, default=3, metavar="B", help="ordering: moves at every node.")
@click.option("--trees", type=int, default=10, metavar="N", help="ordering: random trees to take the mean of.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="ordering: draw it (PNG, SVG, PDF).")
@click.option("--list", "listing", is_flag=True, help="The algorithms and the examples.")
@SEED
@AS_JSON
def lab(
    algorithm: str | None,
    tree: str | None,
    example: str | None,
    game: str | None,
    depth: int | None,
    position: str | None,
    moves: str,
    window: tuple[float, float] | None,
    bounds: tuple[float, float] | None,
    all_moves: bool,
    hurry: bool,
    steps: bool,
    step: int | None,
    whole: bool,
    compare: bool,
    svg: Path | None,
    branching: int,
    trees: int,
    plot: Path | None,
    listing: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Watch an ALGORITHM of the course on a tree, a worked example, or a game.

    \b
      mossa lab --list
      mossa lab alphabeta --tree "((3 12 8) (2 4 6) (14 5 2))" --steps
      mossa lab --example two-ply --svg two-ply.svg
      mossa lab minimax --game tictactoe --moves "a1 b1 b2 c1" --depth 2
      mossa lab --tree "((3 12 8) (2 4 6) (14 5 2))" --compare
      mossa lab ordering --branching 3 --depth 8 --plot ordering.png
    """
    from mossa.play import lab as room

    if listing:
        return room.listing(as_json=as_json)
    if algorithm == room.ORDERING:
        return room.measure_ordering(branching, depth or 6, trees=trees, seed=seed, plot=plot, as_json=as_json)
    subject = room.find_subject(algorithm, tree, example, game, position, moves)
    if isinstance(subject, room.Subject):
        wishes = {
            "depth": depth,
            "window": window,
            "bounds": bounds,
            "all_moves": all_moves or None,
            "hurry": hurry or None,
        }
        subject.options |= {key: value for key, value in wishes.items() if value is not None}
    if compare:
        return room.compare(subject, as_json=as_json)
    return room.watch(subject, steps=steps, step=step, whole=whole, svg=svg, as_json=as_json)


@cli.command(short_help="Place n queens: backtracking, brute force.")
@click.argument("size", type=int, default=8, metavar="[N]")
@click.option("--method", type=click.Choice(["backtracking", "brute"]), default="backtracking", help="How to look.")
@AS_JSON
def queens(size: int, method: str, as_json: bool) -> None:
    """Place N queens on a board of N × N so that none attacks another.

    \b
      mossa queens 8
      mossa queens 6 --method brute
    """
    from mossa.search.textbook.queens import backtracking, brute_force

    with working("placing queens …"):
        found = (backtracking if method == "backtracking" else brute_force)(size)
    data = {
        "size": found.size,
        "method": found.method,
        "solutions": len(found.solutions),
        "looked": found.looked,
        "first": list(found.solutions[0]) if found.solutions else None,
    }

    def show(console: Console) -> None:
        if found.solutions:
            for row in reversed(range(size)):
                console.print(" ".join("Q" if queen == row else "." for queen in found.solutions[0]))
        what = "partial boards" if method == "backtracking" else "boards"
        console.print(
            f"{size} queens: {len(found.solutions):,} solutions; {found.method} looked at {found.looked:,} {what}"
        )

    answer(as_json, data, show)


@cli.command(short_help="Decide against nature by a payoff table.")
@click.argument("file")
@click.option("--rule", help="maximax, maximin, regret, hurwicz, laplace or expected; without it, all that apply.")
@click.option("--alpha", type=float, default=0.5, help="Hurwicz: the weight of the best case, from 0 to 1.")
@click.option("--probabilities", metavar="P1,P2,…", help="Of the states of nature, for the rule `expected`.")
@AS_JSON
def decide(file: str, rule: str | None, alpha: float, probabilities: str | None, as_json: bool) -> None:
    """Decide against nature by a payoff table: FILE.csv, or - for standard input.

    The first line names the states of nature, the first column the choices.

    \b
      mossa decide funds.csv --rule regret
      mossa decide funds.csv --rule hurwicz --alpha 0.3
      mossa decide - --rule expected --probabilities 0.2,0.5,0.3 < funds.csv
    """
    from mossa.play.display import show_decision
    from mossa.search.decisions import RULES, parse_payoffs, read_payoffs
    from mossa.search.decisions import decide as choose

    payoffs = parse_payoffs(sys.stdin.read(), "standard input") if file == "-" else read_payoffs(file)
    shares = None if probabilities is None else _numbers(probabilities)
    known = shares is not None or payoffs.probabilities is not None
    names = [rule] if rule else [name for name in RULES if name != "expected" or known]
    made = [choose(payoffs, name, alpha=alpha, probabilities=shares) for name in names]

    def show(console: Console) -> None:
        for decision in made:
            show_decision(console, decision, payoffs, whole=rule is not None)

    data = made[0].as_dict() if rule else {"decisions": [decision.as_dict() for decision in made]}
    answer(as_json, data, show)


def _numbers(text: str) -> list[float]:
    try:
        return [float(word) for word in text.replace(",", " ").split()]
    except ValueError:
        raise MossaError(f"probabilities are numbers with commas, as in 0.2,0.5,0.3, not {text!r}") from None


@cli.command(short_help="A match between players, with its Elo.")
@click.argument("game")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER PLAYER…")
@click.option("--games", type=int, default=10, metavar="N", help="How many games.")
@click.option("--time", metavar="S", help="Seconds a move (or a clock, as for --clock).")
@click.option("--clock", metavar="C", help="5 (for the game), 5+0.05 (and so much a move), 40/60 (40 moves in 60 s).")
@DEPTH
@NODES
@click.option("--openings", type=click.Path(path_type=Path), metavar="FILE", help="A line of moves for each opening.")
@click.option("--plies", type=int, default=0, metavar="N", help="Begin each pair of games with N random moves.")
@click.option("--concurrency", type=int, default=1, metavar="N", help="Games at a time, each in a process.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Keep the games; go on where it ended.")
@click.option("--margin", type=float, default=0.25, metavar="S", help="By so much a clock may be overstepped.")
@SEED
@AS_JSON
def match(
    game: str,
    players: tuple[str, ...],
    games: int,
    time: str | None,
    clock: str | None,
    depth: int | None,
    nodes: int | None,
    openings: Path | None,
    plies: int,
    concurrency: int,
    record: Path | None,
    margin: float,
    seed: int,
    as_json: bool,
) -> None:
    """A match at GAME between PLAYERs, every one on every side in turn, with the Elo difference it shows.

    Illegal moves and fallen flags lose. Figures are those of the first player.

    \b
      mossa match tictactoe alphabeta random --games 100
      mossa match connect4 alphabeta:depth=8 alphabeta:depth=6 --plies 4 --games 200 --concurrency 2
      mossa match connect4 alphabeta alphabeta:threads=2 --clock 5+0.05 --openings lines.txt --record match.jsonl
    """
    from mossa.play.display import show_standing
    from mossa.play.match import Match, read_openings, run
    from mossa.play.referee import Terms

    loaded = _game(game)
    terms = Terms(_control(time, clock), depth, nodes, margin)
    lines = read_openings(openings, loaded) if openings else ()
    planned = Match(loaded.name, players, games, terms, lines, plies, seed)
    with match_progress(games) as advance:
        standing = run(planned, concurrency=concurrency, record=record, progress=advance)
    data = {"game": loaded.name, **standing.as_dict()}
    answer(as_json, data, lambda console: show_standing(console, standing, planned))


def _control(time: str | None, clock: str | None) -> Any:
    """The time control: a plain number after --time is for each move."""
    from mossa.play.clock import Control

    if clock is not None and time is not None:
        raise MossaError("give --time or --clock, not both")
    if clock is not None:
        return Control.parse(clock)
    if time is None:
        return None
    control = Control.parse(time)
    return control if control.moves or control.increment else Control.each_move(control.seconds)


@cli.command(short_help="Chess over UCI, for the boards of others.")
def uci() -> None:
    """Talk UCI, the protocol of chess programs, over standard input and output.

    \b
    Give this command to a chess board as its engine. It ends with `quit` or with the input.
    """
    from mossa.serve.uci import main as talk

    talk()


@cli.command(short_help="Speed figures, with a node signature.")
@click.argument("name", required=False)
@click.argument("arguments", nargs=-1)
@click.option("--list", "listing", is_flag=True, help="The names of the benchmarks.")
@AS_JSON
def bench(name: str | None, arguments: tuple[str, ...], listing: bool, as_json: bool) -> None:
    """Speed figures: of the engine with its node signature, or of the benchmark NAME with its own ARGUMENTS.

    \b
      mossa bench
      mossa bench userspeed --json
      mossa bench ablation connect4
    """
    names = {path.stem: path for path in _benchmarks()}
    if listing:
        answer(as_json, {"names": list(names)}, lambda console: console.print("\n".join(names)))
        return
    if name is None:
        from mossa.play.engine import refuses_scores
        from mossa.search.engines.bench import run as run_engine

        chosen = [one for one in _all_games() if not refuses_scores(one)]
        with working("measuring …") as say:
            data = run_engine(chosen, say)
    elif name in names:
        with working(f"{name} …") as say:
            data = _run_benchmark(names[name], say, arguments)
    else:
        known = ", ".join(names) or "none, since this is not a checkout of the repository"
        raise MossaError(f"there is no benchmark {name!r}; benchmarks: {known}")

    def show(console: Console) -> None:
        console.print(table(data["name"], "figure", rows=flat(data.get("figures", {})), right=("figure",)))
        if data.get("ratios"):
            console.print(table("against", "ratio", rows=list(data["ratios"].items()), right=("ratio",)))
        if "signature" in data:
            console.print(f"signature: {data['signature']} nodes")

    answer(as_json, data, show)


def _benchmarks() -> list[Path]:
    """The scripts in benchmarks/ of the checkout that the package is installed from: those with a `run`."""
    folder = Path(__file__).resolve().parents[2] / "benchmarks"
    return [path for path in sorted(folder.glob("*.py")) if "\ndef run(" in path.read_text(encoding="utf-8")]


def _run_benchmark(path: Path, say: Callable[[str], None], arguments: tuple[str, ...]) -> dict[str, Any]:
    import importlib.util
    import inspect

    spec = importlib.util.spec_from_file_location(f"mossa_benchmark_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    accepted = list(inspect.signature(module.run).parameters)[1:]
    if len(arguments) > len(accepted):
        raise MossaError(f"the benchmark {path.stem} takes at most these arguments: {', '.join(accepted) or 'none'}")
    data: dict[str, Any] = module.run(say, *arguments)
    return data


@cli.command(short_help="Compile ahead of use.")
@click.argument("games", nargs=-1)
@AS_JSON
def warm(games: tuple[str, ...], as_json: bool) -> None:
    """Compile ahead of use: the kernels of all GAMES, or of those named."""
    from time import perf_counter

    from mossa.search.engines.warm import warm as warm_game

    began, kernels = perf_counter(), {}
    with working("compiling …") as say:
        for one in map(_game, games) if games else _all_games():
            kernels[one.name] = warm_game(one, say)
    data = {"kernels": kernels, "seconds": perf_counter() - began}

    def show(console: Console) -> None:
        console.print(table("game", "kernels", rows=list(kernels.items()), right=("kernels",)))
        console.print(f"ready, after {data['seconds']:.1f} s")

    answer(as_json, data, show)


@cli.command(short_help="Is this machine well?")
@AS_JSON
def doctor(as_json: bool) -> None:
    """Is this machine well: versions, processor, cache, and a self-check of compiled code."""
    from mossa.kernel.doctor import report

    with working("looking at the machine …"):
        data = report()

    def show(console: Console) -> None:
        rows = flat({name: value for name, value in data.items() if name not in ("healthy", "advice")})
        cells = [(name, " ".join(value) if isinstance(value, list) else str(value)) for name, value in rows]
        console.print(table("what", "found", rows=cells))
        console.print("all is well" if data["healthy"] else "\n".join(data["advice"]), markup=False)

    answer(as_json, data, show)


@cli.command(short_help="Does a game keep its promises?")
@click.argument("game")
@click.option("--games", type=click.IntRange(1, 100_000), default=20, metavar="N", help="Random games to play.")
@click.option("--interpreted", is_flag=True, help="Do not compile the rules.")
@SEED
@AS_JSON
def check(game: str, games: int, interpreted: bool, seed: int, as_json: bool) -> int:
    """Does GAME (a name or ./mygame.py) keep what its facts and the protocol promise?

    Plays random games and tests every state; compares the compiled rules with the interpreted ones. Status 2 if
    anything is wrong.
    """
    from mossa.core.conformance import check as examine

    loaded = _game(game)
    with working(f"checking {loaded.name} …") as say:
        report = examine(loaded, games=games, seed=seed or 1, compiled=not interpreted, on_check=say)
    data = {
        "game": report.game,
        "ok": report.ok,
        "games": report.games,
        "states": report.states,
        "passed": report.passed,
        "faults": report.faults,
    }

    def show(console: Console) -> None:
        console.print("\n".join(report.lines), markup=False)
        console.print(f"{report.games} games, {report.states:,} states")

    answer(as_json, data, show)
    if not report.ok:
        return complain(f"{loaded.name} breaks {len(report.faults)} of its promises; the first: {report.faults[0]}")
    return 0
