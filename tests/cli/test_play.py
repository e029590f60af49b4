"""mossa games, mossa play, and mossa without a command."""

from tests.cli.commands import json_of, refusal, run

import mossa


def test_games() -> None:
    games = {one["name"]: one for one in json_of("games")["games"]}
    assert {"tictactoe", "connect4", "kuhn", "rps", "trio", "mastermind"} <= set(games) <= set(mossa.names())
    assert games["tictactoe"]["player"] == "alphabeta"
    assert games["kuhn"]["hidden"]
    assert games["connect4"]["parameters"]["columns"]["default"] == 7
    [one] = json_of("games", "connect4:columns=5")["games"]
    assert one["parameters"]["columns"]["value"] == 5


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
