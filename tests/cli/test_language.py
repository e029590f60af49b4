"""The language of commands: where it comes from, that no help of the course is left in English, what never changes."""

from __future__ import annotations

import inspect
import json
import re
import string
from collections.abc import Iterator

import click
import pytest
from tests.cli.commands import json_of, refusal, run

import mossa
from mossa.cli import cli
from mossa.cli.language import CATALOGUE, EXAMPLE, PHRASES, language, opening_title, said, speaking, take_language, tell
from mossa.core.features import features_of
from mossa.play.players import player_kinds
from mossa.search.textbook import ALGORITHMS, EXAMPLES

ITALIAN: dict[str, str] = {
    text: other
    for file in (CATALOGUE / "it.json", PHRASES / "about-it.json")
    for text, other in json.loads(file.read_text("utf-8")).items()
}


def texts(command: click.Command) -> Iterator[str]:
    """What the help of a command says, the comments of its examples too."""
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(command.help or "")):
        if paragraph.startswith("\b"):
            yield from (found["comment"] for found in map(EXAMPLE.fullmatch, paragraph.split("\n")) if found)
        else:
            yield " ".join(paragraph.split())
    yield command.short_help or ""
    yield from (getattr(parameter, "help", None) or "" for parameter in command.params)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def below(command: click.Command) -> Iterator[click.Command]:
    """A command and the commands of its group."""
    yield command
    for one in command.commands.values() if isinstance(command, click.Group) else ():
        yield from below(one)


def test_all_help_is_in_the_catalogue() -> None:
    missing = [text for command in below(cli) for text in texts(command) if text and text not in ITALIAN]
    assert not missing, f"write them into {CATALOGUE / 'it.json'}"


def test_what_a_game_says_of_itself_is_in_the_catalogue() -> None:
    told: list[str] = []
    for name in mossa.names():
        game = mossa.game(name)
        told += [" ".join(part.split()) for part in game.about.split("\n\n") if not part.startswith("    ")]
        told += [one.about for one in (*game.parameters.values(), *player_kinds(game).values())]
        features = features_of(game)
        told += [features.about(one) for one in features.names] if features is not None else []
    assert not {text for text in told if text and text not in ITALIAN}, f"write them into {PHRASES / 'about-it.json'}"


@pytest.mark.parametrize("words", [("check", "nim", "--games", "1"), ("explain", "othello", "--moves", "f5")])
def test_reports_in_italian(words: tuple[str, ...]) -> None:
    english, italian = (run(*words, "--lang", language).stdout.splitlines() for language in ("en", "it"))
    assert len(english) == len(italian) > 10
    assert not [line for line in italian if re.search(r"[a-z]{3} \w+ \w", line) and line in english]


def test_every_algorithm_and_example_has_an_italian_line() -> None:
    assert not [one.about for one in ALGORITHMS.values() if one.about not in ITALIAN]
    assert not [name for name, one in EXAMPLES.items() if not one.italian]


@pytest.mark.parametrize("text", ITALIAN, ids=lambda text: re.sub(r"\W+", "-", text)[:40])
def test_a_phrase_keeps_its_fields(text: str) -> None:
    if not {"{3", "`"} & set(text):
        assert fields(text) == fields(ITALIAN[text])
    assert ITALIAN[text].strip()


@pytest.mark.parametrize(
    ("words", "environment", "expected"),
    [
        (["lab", "--list"], {}, (["lab", "--list"], "en")),
        (["--lang", "it", "lab"], {}, (["lab"], "it")),
        (["lab", "--lang=it", "--list"], {}, (["lab", "--list"], "it")),
        (["lab"], {"LANG": "it_IT.UTF-8"}, (["lab"], "it")),
        (["lab"], {"LANG": "it_IT.UTF-8", "LC_ALL": "C"}, (["lab"], "en")),
        (["lab", "--lang", "en"], {"LC_MESSAGES": "it_CH"}, (["lab"], "en")),
        (["play", "--", "--lang", "it"], {}, (["play", "--", "--lang", "it"], "en")),
    ],
)
def test_where_the_language_comes_from(
    words: list[str], environment: dict[str, str], expected: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert take_language(words) == expected


def test_a_language_that_is_not_there_is_refused() -> None:
    assert "--lang takes en or it, not 'fr'" in refusal("lab", "--list", "--lang", "fr")
    assert "not ''" in refusal("lab", "--lang")


def test_what_the_catalogue_lacks_stays_english() -> None:
    with speaking("it"):
        assert language() == "it"
        assert tell("no such phrase {x}", x=1) == "no such phrase 1"
        assert said("Red 1\nBlack to move") == "Rosso 1\nMuove il Nero"
        assert opening_title("C00 French Defense, Nowhere") == "C00 Difesa francese, Nowhere"
    assert (language(), said("Red 1")) == ("en", "Red 1")


def test_answers_in_italian() -> None:
    shown = run("lab", "--example", "two-ply", "--steps", "--lang", "it").stdout
    assert "si tagliano b2 e b3: MAX ha già 3 in radice, e qui vale 2 o meno" in shown
    assert "│     MAX ha già 3 in radice, e qui vale 2 o meno" in shown
    assert "alphabeta: valore 3, migliore a1, 11 nodi, 7 foglie, 1 taglio, al più 3 nodi in memoria" in shown
    assert EXAMPLES["two-ply"].italian in shown
    assert "ugualmente buone:" in run("--lang", "it", "solve", "tictactoe", "--moves", "b2 a1").stdout
    assert "vale esattamente" in run("--lang", "it", "solve", "kuhn").stdout
    assert "rammarico massimo" in run("--lang", "it", "lab", "--example", "funds").stdout
    assert "algoritmo" in run("--lang", "it", "lab", "--compare", "--example", "two-ply").stdout
    assert "6 regine: 4 soluzioni" in run("--lang", "it", "queens", "6").stdout
    asked = run("--lang", "it", "exercise", "chance", "--seed", "7", says="6,6\n9,4\na2\n").stdout
    assert "Il valore di a1" in asked
    assert "3 su 3 giuste" in asked
    assert "Ora devi indovinare" in run("--lang", "it", "exercise", "guess", "--moves", "c8").stdout
    shown = run("lab", "--help", "--lang", "it").stdout
    assert "Uso: " in shown
    assert "Opzioni:" in shown
    assert "[predefinito: 3]" in shown
    assert "Mostra le mosse di un libro" in run("book", "show", "--help", "--lang", "it").stdout


def test_a_game_at_the_terminal_in_italian() -> None:
    words = ("play", "tictactoe", "--vs", "random", "--seed", "1", "--lang", "it")
    told = run(*words, says="help\nhint\nfoo\nb2\nmoves\nundo\nresign\n").stdout
    for phrase in (
        "Tris: X è human, O è random. Scrivi `help` per i comandi.",
        "X, tocca a te: ",
        "ritira la tua mossa",
        "alphabeta giocherebbe a1 (vale esattamente 0 per te)",
        "'foo' qui non è una mossa legale; legali: a1",
        "X abbandona: Vince O (-1, 1).",
    ):
        assert phrase in told, phrase
    assert "to move" not in told
    told = run("play", "chess", "--vs", "human", "--lang", "it", says="e4\ne6\nquit\n").stdout
    assert "Difesa francese" in told
    assert "C00 Difesa francese" in run("book", "show", "--moves", "e4 e6", "--lang", "it").stdout


def test_figures_and_tables_in_italian() -> None:
    for words, phrases in (
        (("match", "tictactoe", "minimax", "random", "--games", "2"), ("minimax contro random", "vinte, patte, perse")),
        (("perft", "nim", "2"), ("113 nodi a profondità 2",)),
        (("games", "nim"), ("deterministico, informazione perfetta", "ogni mossa legale con la stessa frequenza")),
        (("lab", "--example", "killers"), ("Mosse killer", "killer più vecchia")),
        (("categories", "tictactoe", "--features", "pairs", "--games", "10"), ("somma lineare", "errore quadratico")),
        (("best", "chess", "--depth", "1"), ("punteggio +", ", risultato atteso +")),
    ):
        told = run(*words, "--lang", "it").stdout
        assert all(phrase in told for phrase in phrases), told


def test_nim_and_nim_by_splitting_name_each_other() -> None:
    assert "another game: `mossa play grundy`" in run("play", "nim", says="quit\n").stdout
    assert "un altro gioco: `mossa play nim`" in run("play", "grundy", "--lang", "it", says="quit\n").stdout


def test_json_and_errors_are_the_same_in_every_language() -> None:
    for words in (
        ("lab", "--example", "two-ply"),
        ("lab", "--list"),
        ("lab", "--compare", "--example", "strategy-fusion"),
    ):
        assert json_of(*words) == json_of(*words, "--lang", "it")
    assert refusal("solve", "tictacto") == refusal("solve", "tictacto", "--lang", "it")
