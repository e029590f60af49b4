from pathlib import Path

import pytest

import mossa
from mossa import Game, MossaError
from mossa.play.player import ask
from mossa.play.players import default_player, player, player_kinds, suitable_players
from mossa.play.textbook_player import TextbookPlayer
from mossa.search.common.limits import Limits

TICTACTOE = mossa.game("tictactoe")
TREE = "tree:tree=((3 12 8) (2 4 6) (14 5 2))"
NOT_HERE = ("random", "human", "cooperative", "gtp", "alphabeta", "perfect")  # the last two would compile for it alone
CHANCE = "tree:tree=({0.9:(2) 0.1:(3)} {0.9:(1) 0.1:(4)})"


def test_a_game_that_names_a_player_that_there_is_not(tmp_path: Path) -> None:
    rules = tmp_path / "mygame.py"
    rules.write_text(
        (Path(mossa.__file__).parent / "games" / "tictactoe" / "rules.py").read_text() + '\nPLAYER = "ace"\n'
    )
    with pytest.raises(MossaError, match="says PLAYER = 'ace': there is no such player"):
        default_player(mossa.game(str(rules)))


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("tictactoe", "alphabeta"),
        ("connect4", "alphabeta"),
        ("tree:tree=((0.5 1.5) (2 3))", "value-iteration"),
        (CHANCE, "value-iteration"),
        ("trio", "value-iteration"),
        ("gomoku", "alphabeta"),
        ("hex", "mcts"),  # the game says so
        ("kuhn", "policy"),
        ("rps", "policy"),
        ("mastermind", "expected"),
    ],
)
def test_the_facts_choose_the_player(game: str, name: str) -> None:
    loaded = mossa.game(game)
    assert default_player(loaded) == name
    assert suitable_players(loaded)[0] == name
    assert {"random", "human"} < set(suitable_players(loaded))


@pytest.mark.parametrize("name", mossa.names())
def test_every_suitable_player_can_be_made_and_has_a_line_about_it(name: str) -> None:
    game = mossa.game(name)
    for choice in suitable_players(game):
        assert player(choice, game).spec == choice
        assert player_kinds(game)[choice].about


@pytest.mark.parametrize("spec", ["alphabeta", "minimax", "maxn"])
def test_players_of_open_games_refuse_hidden_ones(spec: str) -> None:
    with pytest.raises(MossaError, match=f"{spec} cannot play kuhn"):
        player(spec, mossa.game("kuhn"))


@pytest.mark.parametrize("spec", ["minimax", "alphabeta-textbook", "alphabeta", "perfect", "paranoid", "maxn"])
def test_values_are_from_the_movers_side(spec: str) -> None:
    """O to move wins with c2 in the first position, and loses in the second whatever he does."""
    won, lost = TICTACTOE.position("XX-OO-X--"), TICTACTOE.position("XXOO-X---")
    assert won.mover == 1
    found = ask(player(spec, TICTACTOE), won, Limits(), 0)
    assert (won.write_move(found.move), found.value) == ("c2", 1)
    lost = TICTACTOE.position("X-XOX---O")
    assert ask(player(spec, TICTACTOE), lost, Limits(), 0).value == -1


def test_a_users_file_has_players_too(take: Game) -> None:
    assert default_player(take) == "alphabeta"
    at = take.start()
    found = ask(player("alphabeta-textbook", take), at, Limits(), 0)
    assert (found.move, found.value) == (1, 1)  # leaves six: a multiple of three loses


def test_specs_of_files_keep_their_parameters(take: Game) -> None:
    six = mossa.game(f"{take.name}:matches=6")
    assert ask(player("minimax", six), six.start(), Limits(), 0).value == -1
    assert Path(take.name).is_absolute()


@pytest.mark.parametrize(
    ("name", "algorithm"),
    [
        ("MinimaxDecision", "minimax"),
        ("AlphaBetaDecision", "alphabeta"),
        ("white(board, depth)", "minimax"),
        ("Valore-minimax", "minimax"),
    ],
)
def test_the_names_of_the_notes_are_players_of_the_textbook(name: str, algorithm: str) -> None:
    one = player(f"{name}:depth=2", mossa.game("tictactoe"))
    assert isinstance(one, TextbookPlayer)
    assert (one.algorithm, one.spec) == (algorithm, f"{name}:depth=2")


def test_a_name_that_means_nothing_is_refused() -> None:
    with pytest.raises(MossaError, match="there is no player 'MinimaxDecisions'"):
        player("MinimaxDecisions", mossa.game("tictactoe"))


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("tictactoe", "alphabeta-textbook"),
        ("pig", "expectiminimax"),
        ("trio", "maxn-textbook"),
        ("kuhn", "averaging"),
        ("rps", "random"),
    ],
)
def test_without_numpy_the_textbook_plays(monkeypatch: pytest.MonkeyPatch, game: str, name: str) -> None:
    monkeypatch.setattr("mossa.play.players.find_spec", lambda module: None)
    loaded = mossa.game(game)
    assert default_player(loaded) == suitable_players(loaded)[0] == name
    with pytest.raises(MossaError, match="there is no player 'expectimax'"):
        player("expectimax", loaded)
