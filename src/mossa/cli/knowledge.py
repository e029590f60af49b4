"""Commands for the knowledge of a game: its evaluation explained, endgame tables, opening books."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mossa.kernel.errors import MossaError

from .app import AS_JSON, DICE, MOVES, POSITION, WEIGHTS, all_games, cli, load_game, load_position
from .console import answer, interruptible, note, table, working
from .language import opening_title, said, tell, told_lines

if TYPE_CHECKING:
    from rich.console import Console

    from mossa.core.game import Game


@cli.command(short_help="Explain the evaluation of a position.")
@click.argument("game")
@POSITION
@MOVES
@DICE
@WEIGHTS
@AS_JSON
def explain(game: str, position: str | None, moves: str, dice: str | None, weights: Path | None, as_json: bool) -> None:
    """Explain the static evaluation of a position of GAME: its features and what each contributes, for both sides; in
    backgammon the probability of each outcome, and the cube action.

    \b
      mossa explain chess --position "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
      mossa explain chess --moves "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6" --json
      mossa explain backgammon:cube=1 --position 4HPwgCiYZ/AIAw
      mossa explain connect4 --moves "4 4 3" --weights mine.json

    With --weights, the sum of the game's named features with those weights.
    """
    at = load_position(game, position, moves, dice)
    from mossa.core.explanation import explainer
    from mossa.core.features import read_weights

    explain_state = explainer(at.game, None if weights is None else read_weights(at.game, weights))
    if explain_state is None:
        known = ", ".join(one.name for one in all_games() if explainer(one)) or "none"
        raise MossaError(f"{at.game.title} does not explain its evaluation; games that do: {known}")
    explanation = explain_state(at.state)

    def show(console: Console) -> None:
        console.print(said(str(at)), markup=False)
        console.print("\n".join(["", *told_lines(explanation.lines())]), markup=False)

    answer(as_json, {"game": at.game.name, "position": at.text, **explanation.as_dict()}, show)


@cli.command(short_help="Build and verify endgame tables.")
@click.argument("game")
@click.argument("pieces", type=click.IntRange(2, 16), default=4)
@click.option("--only", metavar="NAME,…", help="Only these tables and those they depend on, such as KBBKN.")
@click.option("--verify", "verifying", is_flag=True, help="Verify every value from those of its successors.")
@click.option("--play", "playing", type=click.IntRange(1), metavar="N", help="Play N won endings by one ply of search.")
@click.option(
    "--folder", type=click.Path(path_type=Path), metavar="DIR", help="The folder; by default the one that games read."
)
@click.option("--threads", type=click.IntRange(1, 256), metavar="N", help="Threads; by default one for each core.")
@AS_JSON
def tables(
    game: str,
    pieces: int,
    only: str | None,
    verifying: bool,
    playing: int | None,
    folder: Path | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Build the endgame tables of GAME with up to PIECES pieces (4), or verify existing ones.

    Existing sound tables are not built again, so a build that was stopped continues.

    \b
      mossa tables chess 4                  every ending with 3 and 4 pieces, some minutes
      mossa tables chess 5 --only KBBKN     one with 5, and those it depends on
      mossa tables checkers 5 --verify
      mossa tables chess 3 --play 20        a perfect e(n) needs one ply
      mossa tables backgammon               the exact bear-off
    """
    import os
    from time import perf_counter

    from mossa.search.retrograde import build, default_folder, verify

    loaded = load_game(game)
    if playing is not None:
        return _play_endings(loaded, pieces, playing, as_json=as_json)
    place = folder or default_folder(loaded.name)
    names = [name.strip() for name in (only or "").split(",") if name.strip()]
    workers = threads or os.cpu_count() or 1
    began = perf_counter()
    make_tables = loaded.extra("make_tables", "bearoff")
    if make_tables is not None:  # this game builds all its tables itself
        with working("building …") as say:
            made = interruptible(lambda: make_tables(verifying, say))
        data = {"game": loaded.name, "folder": str(place), "seconds": perf_counter() - began, "tables": dict(made)}
        answer(as_json, data, lambda console: console.print(table("table", "numbers", rows=made, right=("numbers",))))
        return
    if verifying:
        with working("checking …") as say:
            count = interruptible(
                lambda: verify(
                    loaded,
                    pieces,
                    place,
                    only=names,
                    threads=workers,
                    progress=lambda done, total, what: say(f"checking {what} …"),
                )
            )
        seconds = perf_counter() - began
        checked = {"game": loaded.name, "folder": str(place), "positions": count, "seconds": seconds}
        answer(
            as_json,
            checked,
            lambda console: console.print(
                tell("{count} positions are right, {seconds} s", count=f"{count:,}", seconds=f"{seconds:.0f}")
            ),
        )
        return
    with working("building …") as say:
        report = interruptible(
            lambda: build(
                loaded,
                pieces,
                place,
                only=names,
                threads=workers,
                progress=lambda done, total, what: say(f"{done / total:.0%} {what} …"),
            )
        )
    rows = [(h.slice, h.size, h.wins, h.draws, h.losses, h.longest) for h in report.heads]
    columns = ("table", "numbers", "wins", "draws", "losses", "longest")
    data = {
        "game": loaded.name,
        "folder": str(place),
        "seconds": report.seconds,
        "kept": report.resumed,
        "tables": [dict(zip(columns, row, strict=True)) for row in rows],
    }

    def show(console: Console) -> None:
        console.print(table(*columns, rows=rows, right=columns[1:]))
        told = "{count} tables in {folder}, {kept} of them were there; {seconds} s"
        seconds = f"{report.seconds:.0f}"
        console.print(tell(told, count=len(rows), folder=place, kept=report.resumed, seconds=seconds))

    answer(as_json, data, show)


def _play_endings(game: Game, pieces: int, count: int, *, as_json: bool) -> None:
    """Won endings played by one ply of search: with a perfect e(n), and with that of the game's named features."""
    from mossa.learn.one_ply import play_endings

    with working("playing …") as say:
        scores = interruptible(
            lambda: play_endings(game, pieces, count, progress=lambda n: say(f"{n} of {count} endings"))
        )
    data = {"game": game.name, "pieces": pieces, "scores": [asdict(one) for one in scores]}
    columns = ("e(n)", "endings", "won", "in the plies foretold")
    rows = [(tell(one.evaluation), one.games, one.won, one.as_foretold) for one in scores]
    answer(as_json, data, lambda console: console.print(table(*columns, rows=rows, right=columns[1:])))


@cli.group(short_help="Opening books of chess: show, make.")
def book() -> None:
    """Opening books of chess in the Polyglot format (.bin)."""


@book.command(name="show", short_help="The moves of a book in a position.")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@POSITION
@MOVES
@AS_JSON
def show_book(file: Path | None, position: str | None, moves: str, as_json: bool) -> None:
    """Show the moves of a book (FILE, or the one of the package) in a position.

    \b
      mossa book show --moves "e4 c5"
      mossa book show other.bin --position "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    """
    from mossa.games.chess.book import OWN, Book
    from mossa.games.chess.notation import write_san
    from mossa.games.chess.openings import opening_of

    at = load_position("chess", position, moves)
    opened = Book(file or OWN)
    choices = opened.find(at.state)
    total = max(1, sum(choice.weight for choice in choices))
    rows = [(write_san(at.state, one.move), one.weight, one.weight / total, one.learn) for one in choices]
    named = opening_of(at)
    data = {
        "book": str(opened.path),
        "entries": len(opened),
        "opening": str(named) if named else None,
        "moves": [{"move": san, "weight": weight, "learn": learn} for san, weight, _, learn in rows],
    }

    def show(console: Console) -> None:
        if named:
            console.print(opening_title(str(named)), markup=False)
        shown = [(san, weight, f"{100 * share:.0f} %", learn) for san, weight, share, learn in rows]
        console.print(table("move", "weight", "played", "learn", rows=shown, right=("weight", "played", "learn")))

    answer(as_json, data, show)


@book.command(name="make", short_help="Make a book from games.")
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("games", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="GAMES.pgn…")
@click.option("--plies", type=click.IntRange(1, 200), default=24, metavar="N", help="The first N plies of each game.")
@AS_JSON
def make_book(out: Path, games: tuple[Path, ...], plies: int, as_json: bool) -> None:
    """Make the book OUT from the games of PGN files: the weight of a move is its success in them.

    \b
      mossa book make mine.bin games.pgn --plies 20
    """
    from mossa.games.chess.book import write_book
    from mossa.games.chess.book_building import count_games

    with working("reading games …"):
        entries, skipped = count_games(games, plies)
    if not entries:
        why = f": {skipped[0]}" if skipped else ""
        raise MossaError(f"these files hold no moves to make a book of{why}")
    for sentence in skipped[:20]:
        note(sentence)
    _answer_book(out, write_book(out, entries), len(skipped), as_json)


@book.command(name="own", short_help="Rebuild the package's own book.")
@click.option("--nodes", type=click.IntRange(1), default=500_000, metavar="N", help="Nodes to search in each position.")
@AS_JSON
def own_book(nodes: int, as_json: bool) -> None:
    """Rebuild the package's book and the scores of the named openings, from their lines and the engine's search."""
    from mossa.games.chess.book import OWN, write_book
    from mossa.games.chess.book_building import judge_openings, write_openings
    from mossa.games.chess.openings import FILE, named_openings

    with working("scoring …") as say:
        openings, entries = judge_openings(
            [(one.eco, one.name, one.moves) for one in named_openings()],
            nodes,
            lambda done, total: say(f"scoring {done} of {total} …"),
        )
        write_openings(FILE, openings)
        _answer_book(OWN, write_book(OWN, entries), 0, as_json)


def _answer_book(path: Path, entries: int, skipped: int, as_json: bool) -> None:
    data: dict[str, Any] = {"book": str(path), "entries": entries, "left_out": skipped}
    text = f"{path}: {entries:,} entries" + (f", {skipped} games left out" if skipped else "")
    answer(as_json, data, lambda console: console.print(text, markup=False))
