"""The languages of the pages say the same things."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import mossa.web
from mossa import Game, Position, game, names
from mossa.games.chess.weights import GROUPS

STATIC = Path(mossa.web.__file__).parent / "static"
LANGUAGES = {name: json.loads((STATIC / "lang" / f"{name}.json").read_text("utf-8")) for name in ("en", "it")}
OPTIONAL = ("game.", "about.", "algorithm.", "rule.", "order.", "player.", "side.", "feature.", "outcome.")
"""Keys that stand in for what the server says in English."""


def test_the_languages_have_the_same_keys() -> None:
    english, italian = (
        {key for key in words if not key.startswith(OPTIONAL)} for words in (LANGUAGES["en"], LANGUAGES["it"])
    )
    assert english == italian


@pytest.mark.parametrize("key", LANGUAGES["en"])
def test_a_text_has_the_same_blanks_in_both(key: str) -> None:
    english, italian = LANGUAGES["en"][key], LANGUAGES["it"].get(key)
    if italian is not None:
        assert sorted(re.findall(r"\{[a-z]\w*\}", english)) == sorted(re.findall(r"\{[a-z]\w*\}", italian))


def test_every_key_that_a_page_asks_for_is_there() -> None:
    asked = set()
    for file in [*STATIC.glob("*.html"), *STATIC.glob("js/*.js")]:
        text = file.read_text("utf-8")
        asked |= set(re.findall(r'data-t="([\w.]+)"', text)) | set(re.findall(r'\bt\("([\w.]+)"', text))
    assert asked
    assert asked <= set(LANGUAGES["en"])


def test_every_feature_of_chess_has_an_italian_name() -> None:
    assert {f"feature.{name}" for name in (*GROUPS, "network")} <= set(LANGUAGES["it"])


def test_nothing_is_fetched_from_elsewhere() -> None:
    for file in STATIC.rglob("*.*"):
        links = re.findall(r"https?://[\w.]+", file.read_text("utf-8"))
        assert set(links) <= {"http://www.w3.org", "http://127.0.0.1"}, file  # names, and the own machine


def test_what_the_rules_say_is_translated() -> None:
    pairs = json.loads((STATIC / "lang" / "said-it.json").read_text("utf-8"))

    def said(text: str) -> str:
        for pattern, other in pairs:
            text = re.sub(pattern, re.sub(r"\$(\d)", r"\\\1", other), text)
        return text

    assert said("White to move, in check") == "Muove il Bianco, sotto scacco"
    assert said("Black 2, White 12") == "Nero 2, Bianco 12"
    untold, chooser = set(), random.Random(1)
    for name in (*names(), "backgammon:match=7", "hearts:points=100", "rps:rounds=3", "pig:players=3"):
        for at in random_game(game(name), chooser, 60):
            scene = at.scene()
            untold |= {
                text
                for text in (*scene.notes, *scene.row_labels, *scene.column_labels)
                if re.search(r"[a-z]{3}", text) and said(text) == text
            }
    assert not untold


def random_game(game: Game, chooser: random.Random, plies: int) -> Iterator[Position]:
    """The positions of a game of random moves, for at most so many plies."""
    at = game.start()
    for _ in range(plies):
        yield at
        if at.is_over:
            return
        sample = game.rules.sample
        drawn = at.is_sampled and sample is not None
        at = at.play(sample(at.state, chooser.getrandbits(63)) if drawn and sample else chooser.choice(at.legal))
