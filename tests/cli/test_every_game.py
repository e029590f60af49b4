"""Every word of the command line, without a player named, on games with random facts."""

import json
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest
from tests.any_games import any_game, any_kind
from tests.cli.commands import run

import mossa
from mossa.core.conformance import check
from mossa.play.player import ask
from mossa.play.players import default_player, player, suitable_players
from mossa.search.common.limits import Limits

NOT_PLAYING = {"human", "uci", "gtp"}


@pytest.fixture(
    params=[*range(6), 11, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 40) if seed != 11)]
)
def rules(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The path of a game with random facts."""
    path = tmp_path / f"any{request.param}.py"
    path.write_text(any_game(any_kind(request.param)))
    return str(path)


def test_every_word_answers(rules: str) -> None:
    game = mossa.game(rules)
    assert check(game, games=4, compiled=False).ok, check(game, games=4, compiled=False).faults
    at = game.start()
    moves = []
    while at.is_chance:
        at = at.play(at.legal[0])
        moves.append(at.history[-1])
    hides, facts = game.facts.hidden, game.facts
    shown_in_lab = not (facts.hidden or facts.simultaneous) or (facts.players == 2 and facts.zero_sum)
    place = ("--moves", " ".join(moves))
    depth = "1" if game.rules.sampled else "2"  # each chance node has 16 outcomes, chance may follow chance
    pace = ("--time", "0.02") if facts.longest is not None else ("--nodes", "50")  # thousands of moves may come
    for words in (
        ("games", rules),
        ("best", rules, *place, "--time", "0.2"),
        ("best", rules, *place, "--depth", "2", "--multipv", "3"),
        *([] if game.rules.sampled else [("perft", rules, "3")]),
        *([("lab", "--game", rules, *(place if hides else ("--depth", depth)))] if shown_in_lab else []),
        ("match", rules, "mossa", *["random"] * max(1, len({*game.rules.sides}) - 1), "--games", "2", *pace),
    ):
        result = run(*words, "--json")
        assert result.exit_code == 0, (words, result.stderr)
        json.loads(result.stdout)
    solution = run("solve", rules, *place, "--time", "5", "--json")
    assert solution.exit_code in (0, 2), solution.stderr
    refusals = ("too big", "histories", "draws the outcomes")
    assert solution.exit_code == 0 or any(words in solution.stderr for words in refusals)
    shown = run("play", rules, "--terminal", says="hint\nmoves\nquit\n")
    assert shown.exit_code == 0, shown.stderr


def test_every_suitable_player_moves(rules: str) -> None:
    game = mossa.game(rules)
    at = game.start()
    while at.is_chance:
        at = at.play(at.legal[0])
    assert default_player(game) == suitable_players(game)[0]
    for name in suitable_players(game):
        if name in NOT_PLAYING:
            continue
        seated = player(name, game)
        seated.begin(1)
        with suppress(mossa.MossaError) if name == "perfect" else nullcontext():  # the game may be too big to solve
            assert ask(seated, at, Limits(time=0.1), 1).move in at.legal, name
