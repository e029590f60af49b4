"""Results as text for people."""

from tests.cli.commands import run


def test_people_get_text() -> None:
    assert "equally good: a1 b1 c1" in run("solve", "tictactoe").stdout
    assert "connect4" in run("games").stdout
    assert "Rules, after [Kuhn50]" in run("games", "kuhn").stdout
    assert "how often" in run("best", "rps").stdout
    assert "Chance moves; worth exactly -0.0555556" in run("solve", "kuhn").stdout
    assert "15,120 nodes at depth 5" in run("perft", "tictactoe", "5", "--interpreted").stdout
    assert "all is well" in run("doctor").stdout
