import json
import threading
import time
from collections.abc import Callable

import pytest

import mossa
from mossa import Game, MossaError, Position
from mossa.play.clock import Control
from mossa.play.player import THINKING_TIME, Player
from mossa.play.players import player, suitable_players
from mossa.play.record import GameRecord
from mossa.play.referee import GameTerms, adjudicated, may_claim_draw, play_game
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

TICTACTOE = mossa.game("tictactoe")


class Puppet(Player):
    """Does what a function says."""

    def __init__(self, game: Game, move: Callable[[Position, Limits], int]) -> None:
        super().__init__(game, "puppet", {})
        self.move = move

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        return SearchResult(self.move(position, limits), 0.0)


def first(position: Position, limits: Limits) -> int:
    return position.legal[0]


def puppets(*moves: Callable[[Position, Limits], int], game: Game = TICTACTOE) -> list[Player]:
    return [Puppet(game, move) for move in moves]


def test_a_game_to_its_end() -> None:
    record = play_game(TICTACTOE.start(), puppets(first, first), GameTerms())
    assert record.moves == ("a1", "b1", "c1", "a2", "b2", "c2", "a3")
    assert (record.result, record.ended, record.by) == ((1, -1), "over", None)
    assert record.final().result == record.result


@pytest.mark.parametrize(("seat", "result"), [(0, (-1, 1)), (1, (1, -1))])
def test_an_illegal_move_loses(seat: int, result: tuple[float, float]) -> None:
    moves = [first, first]
    moves[seat] = lambda position, limits: 9
    record = play_game(TICTACTOE.start(), puppets(*moves), GameTerms())
    assert (record.ended, record.by, record.result) == ("illegal", seat, result)


def test_an_only_move_is_made_at_once_where_its_time_would_be_lost() -> None:
    asked: dict[int, Limits] = {}

    def note(position: Position, limits: Limits) -> int:
        asked[len(position.legal)] = limits
        return (0, 1, 2, 4, 3, 5, 7, 6, 8)[9 - len(position.legal)]

    assert play_game(TICTACTOE.start(), puppets(note, note), GameTerms(Control.each_move(9), depth=5)).result == (0, 0)
    assert (asked[1].depth, asked[2].depth) == (1, 5)
    play_game(TICTACTOE.start(), puppets(note, note), GameTerms(Control(9), depth=5))
    assert asked[1].depth == 5


def test_a_fallen_flag_loses() -> None:
    def slow(position: Position, limits: Limits) -> int:
        time.sleep(1.1 if len(position.legal) == 8 else 0)
        return position.legal[0]

    record = play_game(TICTACTOE.start(), puppets(first, slow), GameTerms(Control.each_move(1), margin=0))
    assert (record.ended, record.by, record.result) == ("time", 1, (1, -1))
    assert record.late >= 0.1
    assert GameRecord.from_dict(record.as_dict()) == record
    assert (
        play_game(TICTACTOE.start(), puppets(first, slow), GameTerms(Control.each_move(1), margin=60)).ended == "over"
    )


def test_players_are_told_their_limits() -> None:
    told: list[Limits] = []

    def listening(position: Position, limits: Limits) -> int:
        told.append(limits)
        return position.legal[0]

    play_game(TICTACTOE.start(), puppets(listening, first), GameTerms(Control.parse("60"), depth=3, nodes=5))
    assert all(limits.time is not None and 0 < limits.time < 60 for limits in told)
    assert {(limits.depth, limits.nodes) for limits in told} == {(3, 5)}
    told.clear()
    play_game(TICTACTOE.start(), puppets(listening, first), GameTerms())
    assert {limits.time for limits in told} == {THINKING_TIME}
    told.clear()
    limited = puppets(listening, first)
    limited[0].settings = {"depth": 2}
    play_game(TICTACTOE.start(), limited, GameTerms())
    assert {limits.time for limits in told} == {None}


def test_a_game_that_is_stopped_has_no_result() -> None:
    stop = threading.Event()

    def stopping(position: Position, limits: Limits) -> int:
        limits.stop.set()
        return position.legal[0]

    record = play_game(TICTACTOE.start(), puppets(first, stopping), GameTerms(), stop=stop)
    assert (record.ended, record.result, record.moves) == ("", None, ("a1",))


def test_openings_are_played_first_and_recorded() -> None:
    record = play_game(TICTACTOE.start(), puppets(first, first), GameTerms(), opening=("b2", "c3"))
    assert record.moves[:3] == ("b2", "c3", "a1")


def test_the_same_seed_gives_the_same_dice_whoever_plays() -> None:
    kuhn = mossa.game("kuhn")
    deals = set()
    for specs in (("random", "policy"), ("policy", "random")):
        players = [player(spec, kuhn) for spec in specs]
        deals.add(play_game(kuhn.start(), players, GameTerms(), seed=11).moves[:2])
    assert len(deals) == 1
    assert len({play_game(kuhn.start(), players, GameTerms(), seed=seed).moves[:2] for seed in range(20)}) > 3


def test_a_start_of_its_own_is_recorded() -> None:
    start = TICTACTOE.position("XO-------")
    record = play_game(start, puppets(first, first), GameTerms())
    assert record.position == "XO-------"
    assert record.final().is_over


def test_rules_that_never_end_are_found_out(written: Callable[[str], Game]) -> None:
    endless = written(
        "from typing import NamedTuple\n"
        "from mossa import Facts\n"
        "FACTS = Facts(players=2, widest=1, longest=5)\n"
        "class State(NamedTuple):\n    n: int\n"
        "def start(): return State(0)\n"
        "def mover(state): return state.n % 2\n"
        "def moves(state):\n    yield 0\n"
        "def play(state, move): return State(state.n + 1)\n"
        "def utility(state, player): return 0\n"
    )
    with pytest.raises(MossaError, match="longest=5"):
        play_game(endless.start(), puppets(first, first, game=endless), GameTerms())


def test_utilities_that_are_no_numbers_are_found_out(written: Callable[[str], Game]) -> None:
    strange = written(
        "from typing import NamedTuple\n"
        "from mossa import Facts\n"
        "FACTS = Facts(players=2, widest=1, longest=1, utility=(-1.0, 1.0))\n"
        "class State(NamedTuple):\n    n: int\n"
        "def start(): return State(0)\n"
        "def mover(state): return 0\n"
        "def moves(state):\n    yield 0\n"
        "def play(state, move): return State(1)\n"
        "def is_over(state): return state.n > 0\n"
        "def utility(state, player): return float('nan')\n"
    )
    with pytest.raises(MossaError, match="utility nan to player 0"):
        play_game(strange.start(), puppets(first, first, game=strange), GameTerms())


CHESS = mossa.game("chess")


class Script(Player):
    """Plays given moves with given scores."""

    def __init__(self, moves: str, scores: list[int | None]) -> None:
        super().__init__(CHESS, "script", {})
        self.moves, self.scores = iter(moves.split()), iter(scores)

    def choose(self, position, limits, *, ties=False, multipv=1) -> SearchResult:
        return SearchResult(position.read_move(next(self.moves)), 0.0, score=next(self.scores, None))


def test_the_referee_claims_a_third_occurrence() -> None:
    record = play_game(CHESS.start(), [Script("g1f3 f3g1 " * 4, []), Script("g8f6 f6g8 " * 4, [])], GameTerms())
    assert record.ended == "claim"
    assert record.result == (0, 0)
    assert len(record.moves) == 8


def test_the_referee_claims_fifty_moves() -> None:
    assert may_claim_draw(CHESS.position("8/8/8/8/8/5k2/6q1/3K4 b - - 100 90"))
    assert not may_claim_draw(CHESS.position("8/8/8/8/8/5k2/6q1/3K4 b - - 99 90"))


def test_endgame_tables_are_believed() -> None:
    assert adjudicated(CHESS.position("8/8/8/3k4/8/8/8/KBN5 w - - 0 1"), []) == 1
    assert adjudicated(CHESS.position("8/8/8/8/8/5k2/6q1/3K4 w - - 0 1"), []) == -1
    assert adjudicated(CHESS.position("8/8/8/8/8/1k6/1p6/1K6 w - - 0 1"), []) == 0


def test_adjudicated_games_say_so() -> None:
    white, black = Script("e2e4 g1f3 f1c4 e1g1 f1e1", [900] * 5), Script("e7e5 b8c6 g8f6 f8c5 e8g8", [-900] * 5)
    record = play_game(CHESS.start(), [white, black], GameTerms(adjudicate=True))
    assert (record.ended, record.result, len(record.moves)) == ("adjudicated", (1, -1), 8)
    assert GameRecord.from_dict(json.loads(json.dumps(record.as_dict()))) == record
    white, black = Script("e2e4 g1f3", []), Script("e7e5 b8c6", [])
    record = play_game(CHESS.start(), [white, black], GameTerms(longest=3))
    assert (record.ended, record.result, len(record.moves)) == ("adjudicated", (0, 0), 3)


def test_a_game_that_never_ends_is_drawn(tmp_path) -> None:
    path = tmp_path / "forever.py"
    path.write_text(
        "from typing import NamedTuple\nfrom mossa import Facts\nFACTS = Facts(players=2, widest=1)\n"
        "class State(NamedTuple):\n    turn: int\ndef start():\n    return State(0)\ndef mover(state):\n"
        "    return state.turn\ndef moves(state):\n    yield 0\n"
        "def play(state, move):\n    return State(1 - state.turn)\n"
        "def utility(state, player):\n    return 0\n"
    )
    game = mossa.game(str(path))
    record = play_game(game.start(), [player("random", game)] * 2, GameTerms())
    assert (record.ended, record.result) == ("adjudicated", (0, 0))
    assert len(record.moves) == game.facts.horizon
    assert game.start().best().value == 0


def test_a_forced_move_is_asked_of_players_that_take_no_depth_too() -> None:
    """The last trick of two-hand cards is forced; with a time a move, the referee then asks for depth 1 at most."""
    cards = mossa.game("cards")
    names = ("averaging", "best-defence", "clairvoyance", "random")
    assert set(names) <= set(suitable_players(cards))
    for name in names:
        seated = [player(name, cards), player("random", cards)]
        record = play_game(cards.start(), seated, GameTerms(control=Control.each_move(0.05), margin=60))
        assert record.ended == "over", name
