import shutil
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import mossa
from mossa import MossaError
from mossa.core import registry

GAMES = Path(mossa.__file__).parent / "games"


@pytest.fixture
def offer(monkeypatch):
    """Pretend that other packages offer these games."""

    def points(**packages):
        found = [EntryPoint(name, package, registry.GROUP) for name, package in packages.items()]
        monkeypatch.setattr(registry, "entry_points", lambda group: [p for p in found if p.group == group])
        registry._packages.cache_clear()
        registry._load.cache_clear()

    yield points
    monkeypatch.undo()
    registry._packages.cache_clear()
    registry._load.cache_clear()


def test_every_package_with_rules_is_a_game():
    folders = {path.parent.name for path in GAMES.glob("*/rules.py")}
    assert folders <= set(mossa.names())
    assert {"tictactoe", "connect4", "nim", "grundy", "trio", "mastermind"} <= folders


@pytest.mark.parametrize("name", mossa.names())
def test_a_game_says_what_it_is(name):
    game = mossa.game(name)
    assert game.name == name
    assert game.title
    assert len(game.about.splitlines()) > 1
    assert len(game.rules.player_names) == game.facts.players
    assert name in repr(game)


def test_a_game_is_loaded_once():
    assert mossa.game("tictactoe") is mossa.game("tictactoe")


def test_another_package_offers_a_game(offer, tmp_path, monkeypatch):
    shutil.copytree(GAMES / "nim", tmp_path / "other_nim", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.syspath_prepend(tmp_path)
    offer(ournim="other_nim")
    try:
        assert "ournim" in mossa.names()
        assert mossa.game("ournim").start().text == "3-4-5 first"
        assert mossa.game("ournim:heaps=1-2").start().text == "1-2 first"
        assert mossa.game("ournim").modules[0].__name__ == "other_nim.rules"
    finally:
        for name in [name for name in sys.modules if name.startswith("other_nim")]:
            del sys.modules[name]


@pytest.mark.parametrize(
    ("package", "sentence"),
    [
        ("nowhere.to_be_found", "the game theirs cannot be loaded from nowhere.to_be_found: No module named 'nowhere'"),
        ("json.decoder", "the game theirs is offered as json.decoder, which is not a package with a rules.py in it"),
    ],
)
def test_a_broken_offer_is_named(offer, package, sentence):
    offer(theirs=package)
    assert "theirs" in mossa.names()
    with pytest.raises(MossaError) as caught:
        mossa.game("theirs")
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("conect4", r"there is no game 'conect4' \(did you mean connect4\?\); games: .*, or the path of a rules file"),
        ("zzz", "there is no game 'zzz'; games: "),
        ("", "there is no game ''; games: "),
        ("tic tac toe", r"did you mean tictactoe\?"),
    ],
)
def test_unknown_games(spec, sentence):
    with pytest.raises(MossaError, match=sentence):
        mossa.game(spec)


def test_the_name_of_a_game_does_not_depend_on_how_it_was_asked_for():
    assert mossa.game("connect4:rows=4,columns=5").name == "connect4:columns=5,rows=4"
    assert mossa.game("connect4:columns=7,rows=4").name == "connect4:rows=4"
    assert mossa.game("connect4:columns=07").name == "connect4"
