"""Checkers against the published counts, a naive twin, games of Tinsley, and wrong text."""

import json
import random
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.games import naive_checkers as naive
from tests.walks import walk

import mossa
from mossa.core.conformance import check
from mossa.core.game_file import GameFile
from mossa.core.kernel_rules import KernelRules, kernel_for
from mossa.core.pgn_pdn import read_result
from mossa.games.checkers import patterns, weights
from mossa.games.checkers.notation import by_colour
from mossa.games.checkers.records import read_games, write_game, write_moves
from mossa.games.checkers.rules import State, reverse
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints, Words
from mossa.kernel.words import u64
from mossa.search.common.perft import perft

DATA = Path(__file__).parents[1] / "data" / "checkers"
CHECKERS = mossa.game("checkers")
TINSLEY = [json.loads(line) for line in (DATA / "tinsley_games.jsonl").read_text().splitlines()]

PERFT = (7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128)
"""OEIS A133046."""
DISTINCT = (1, 7, 49, 216, 805, 2733)
"""Positions after n moves: OEIS A133047."""
DIVIDE = {"9-13": 1345, "9-14": 858, "10-14": 874, "10-15": 918, "11-15": 860, "11-16": 1299, "12-16": 1207}

game: KernelRules = slot("game")


def family(state: State, moves: Ints, words: Words) -> int:
    """The moves of a state and the words of its children."""
    n = game.moves(state, moves, 0)
    for i in range(n):
        child = game.play(state, moves[i])
        words[4 * i] = child.pieces
        words[4 * i + 1] = child.kings
        words[4 * i + 2] = u64(child.turn)
        words[4 * i + 3] = u64(child.quiet)
    return n


# --------------------------------------------------------------------------------------------------- the rules


def test_keeps_the_protocol() -> None:
    report = check(CHECKERS, games=3)
    assert report.ok, report.lines


@pytest.mark.parametrize("depth", range(1, 12))
def test_perft(depth: int) -> None:
    assert perft(CHECKERS, CHECKERS.rules.start(), depth) == PERFT[depth - 1]


def test_perft_by_first_move() -> None:
    start = CHECKERS.start()
    assert {move: perft(CHECKERS, start.play(move).state, 4) for move in start.moves} == DIVIDE


def test_distinct_positions() -> None:
    states = {CHECKERS.rules.start()}
    for expected in DISTINCT:
        assert len(states) == expected
        states = {CHECKERS.rules.play(state, move) for state in states for move in CHECKERS.rules.legal(state)}


def naive_sets(board: naive.Board) -> tuple[tuple[int, int], tuple[int, int]]:
    sets = {piece: sum(1 << n - 1 for n, p in board.items() if p == piece) for piece in "bBwW"}
    return (sets["b"], sets["B"]), (sets["w"], sets["W"])


@cache
def squares(turn: int, move: int) -> tuple[int, ...]:
    text = CHECKERS.rules.write_move(CHECKERS.rules.start()._replace(turn=turn), move)
    return tuple(int(word) for word in text.replace("x", "-").split("-"))


@cache
def reversed_half(half: int) -> int:
    return int(f"{half:032b}"[::-1], 2)


def sides(pieces: int, kings: int, turn: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """`by_colour`, quickly, on plain words."""
    mine, theirs = pieces & 0xFFFFFFFF, pieces >> 32
    my_kings, their_kings = kings & 0xFFFFFFFF, kings >> 32
    if turn:
        mine, theirs, my_kings, their_kings = map(reversed_half, (theirs, mine, their_kings, my_kings))
    return (mine & ~my_kings, my_kings), (theirs & ~their_kings, their_kings)


@pytest.mark.parametrize(("compiled", "games"), [(False, 25), (True, 975)])
def test_random_games_against_the_naive_twin(compiled: bool, games: int) -> None:
    kernel = kernel_for(family, CHECKERS, compiled)
    moves, words = Ints(CHECKERS.facts.widest), Words(4 * CHECKERS.facts.widest)
    for seed in range(games):
        chooser = random.Random(f"{compiled} {seed}")
        board, colour, quiet = naive.first_board(), "b", 0
        state = CHECKERS.rules.start()
        while quiet < 80:
            expected = naive.legal(board, colour)
            n = kernel(state, moves, words)
            numbers = moves.array[:n].tolist()
            found = [squares(state.turn, move) for move in numbers]
            assert sorted(found) == sorted(expected), (seed, board)
            if not expected:
                break
            choice = chooser.randrange(n)
            quiet = quiet + 1 if naive.quiet(board, found[choice]) else 0
            board, colour = naive.play(board, found[choice]), "w" if colour == "b" else "b"
            child = words.array[4 * choice : 4 * choice + 4].tolist()
            state = State(u64(child[0]), u64(child[1]), child[2], child[3])
            assert sides(*child[:3]) == naive_sets(board)
            assert (state.turn, state.quiet) == ("bw".index(colour), quiet)
        assert CHECKERS.rules.is_over(state)
        lost = not expected and quiet < 80
        assert CHECKERS.rules.utility(state, state.turn) == (-1 if lost else 0)
        assert by_colour(state) == naive_sets(board)


@pytest.mark.parametrize("record", TINSLEY, ids=lambda record: record["event"])
def test_tinsleys_games(record: dict[str, str]) -> None:
    position = CHECKERS.after(record["moves"])
    assert position.history == tuple(record["moves"].split())
    assert position.state._replace(quiet=0) == CHECKERS.position(record["final_fen"]).state


def test_capture_is_forced_and_made_to_its_end() -> None:
    position = CHECKERS.position("B:W18,26,27:B15,1")
    assert position.moves == ("15x22x31",)
    assert position.play("15x31").text == "W:W27:B1,K31"  # crowning ends the move: the king does not go on over 27


def test_a_king_may_come_back_to_where_it_began() -> None:
    position = CHECKERS.position("B:W6,7,14,15:BK2")
    assert set(position.moves) == {"2x9x18x11x2", "2x11x18x9x2"}
    assert position.play("2x2") == position.play("2x9x18x11x2")  # both ways capture the same


def test_most_captures() -> None:
    """A king can take nine pieces, and the number of that move is a legal one."""
    position = CHECKERS.position("W:B6,7,8,14,15,16,22,23,24:WK4")
    move = max(position.legal)
    assert position.write_move(move).count("x") == 9
    assert move < 2**24 - 1


def test_draw_after_forty_moves() -> None:
    position = CHECKERS.position("B:WK1:BK32:H78").play("32-28")
    assert not position.is_over
    assert position.play("1-6").result == (0, 0)
    short = mossa.game("checkers:draw_after=2").position("B:WK1:BK32").play("32-28").play("1-6")
    assert short.is_over


def test_who_cannot_move_loses() -> None:
    blocked = CHECKERS.position("W:W32:B28,27,24,23")
    assert blocked.is_over
    assert blocked.result == (1, -1)
    assert CHECKERS.position("B:W32:B").result == (-1, 1)


# ----------------------------------------------------------------------------------------------- the knowledge


def estimate(fen: str) -> int:
    assert CHECKERS.rules.evaluate is not None
    return CHECKERS.rules.evaluate(CHECKERS.position(fen).state)


def test_estimates() -> None:
    """What the books agree on, in hundredths of a man; whatever was learnt must know it too."""
    assert abs(estimate("start")) <= 20
    assert estimate("B:W22-32:B1-12") > 60  # a man more
    assert estimate("B:W21-32:B2-12") < -60
    assert estimate("B:W21,22,23:BK15,K18,14") > estimate("B:W21,22,23:B15,18,14")  # a king is more than a man


def test_weights_set_by_hand() -> None:
    simple = weights.spread(weights.simple()) / weights.UNIT
    assert simple[patterns.MEN + 13 * 8 + 7].tolist() == [100, 124]
    assert simple[patterns.MY_KING + 13].tolist() == [8, 8]
    assert simple[patterns.THEIR_KING + 18].tolist() == [-8, -8]

    def by_hand(fen: str) -> float:
        state = CHECKERS.position(fen).state
        return float(sum(simple[place, 0] for place in patterns.features(state) if place < patterns.THE_MOVE))

    assert by_hand("start") == 0
    bridge = by_hand("B:W32:B1,3") - by_hand("B:W32:B1") - by_hand("B:W32:B3") + by_hand("B:W32:B")
    assert bridge == 8


@given(st.lists(st.integers(0, 99), max_size=80))
def test_what_is_good_for_one_is_bad_for_the_other(choices: list[int]) -> None:
    state = walk(CHECKERS, choices).state
    turned = State(reverse(state.pieces), reverse(state.kings), 0, 0)
    other = patterns.counterparts()
    read = [place for place in patterns.features(state) if place < patterns.THE_MOVE]
    assert sorted(other[read]) == sorted(place for place in patterns.features(turned) if place < patterns.THE_MOVE)


@pytest.mark.parametrize("damage", [b"", b"rubbish", None])
def test_without_sound_weights(damage: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "FILE", tmp_path / "weights.xz")
    if damage is not None:
        weights.FILE.write_bytes(weights.FORMAT.encode() + damage)
    with pytest.warns(RuntimeWarning, match="weights.xz .*; checkers is played with weights set by hand"):
        found = weights.weights()
    assert (found == weights.packed(weights.spread(weights.simple()))).all()
    weights.write(weights.FILE, weights.simple())
    assert (weights.weights() == found).all()
    weights.write(weights.FILE, weights.simple()[:-1])
    with pytest.warns(RuntimeWarning, match="other patterns"):
        weights.weights()


def test_the_same_position_for_black_and_white() -> None:
    black, white = CHECKERS.position("B:W30,K8,22:B5,K14,9"), CHECKERS.position("W:B3,K25,11:W28,K19,24")
    assert CHECKERS.rules.evaluate(black.state) == CHECKERS.rules.evaluate(white.state)
    assert black.legal == white.legal


def test_captures_and_crowning_are_tried_first() -> None:
    def ordered(fen: str) -> list[str]:
        at = CHECKERS.position(fen)
        return sorted(at.moves, key=lambda text: -CHECKERS.rules.order(at.state, at.read_move(text)))

    assert ordered("B:W18,26,16:B15,11")[0] == "15x22x31"
    assert ordered("B:W20:B25,6")[0] in ("25-29", "25-30")


# ---------------------------------------------------------------------------------------------------- the text


def test_moves_are_read_in_several_forms() -> None:
    position = CHECKERS.after("11-15 22-18")
    for text in ("15x22", "15-22", "15X22", "15:22"):
        assert position.play(text).history[-1] == "15x22"
    with pytest.raises(mossa.MossaError, match="several ways here: write 2x9x18 or 2x11x18"):
        CHECKERS.position("B:W6,7,14,15:B2").play("2x18")
    for wrong in ("15x23", "15", "a1-b2", "", "15x22x31"):
        with pytest.raises(mossa.MossaError):
            position.play(wrong)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "written like B:W18"),
        ("B:W18", "written like B:W18"),
        ("B:W18:W12", "written like B:W18"),
        ("X:W18:B12", "written like B:W18"),
        ("B:W18:B18", "both sides on square 18"),
        ("B:W1:B5", "white man on square 1: there it is a king"),
        ("B:W5:B32", "black man on square 32: there it is a king"),
        ("B:W33:B1", "squares are 1 to 32"),
        ("B:W5,5:B1", "square 5 twice"),
        ("B:Wx:B1", "lists 'X' for White"),
        ("B:W20-32:B1", "13 pieces for White"),
        ("B:W5:B1:H81", "number of quiet moves"),
        ("B:W5:B1:Q", "number of quiet moves"),
    ],
)
def test_impossible_positions(text: str, reason: str) -> None:
    with pytest.raises(mossa.MossaError, match=reason):
        CHECKERS.position(text)


def test_positions_are_read_in_several_forms() -> None:
    start = CHECKERS.start()
    for text in ("start", "B:W21-32:B1-12", "b:b1-12:w21-32", "B:W21-32:B1-12.", '"B:W21-32:B1-12:H0:F1"'):
        assert CHECKERS.position(text) == start


def test_the_board_is_drawn() -> None:
    position = CHECKERS.position("W:W32:BK1,K30:H44")
    assert str(position).splitlines() == [
        ". B . . . . . .",
        *[". . . . . . . ."] * 6,
        ". . B . . . w .",
        "White to move",
        "44 of 80 quiet moves",
    ]
    assert position._repr_svg_().count("♛") == 2


# ------------------------------------------------------------------------------------------------- the records


def test_pdn_round_trip() -> None:
    games = [
        GameFile.of(
            CHECKERS.after(record["moves"]).line,
            players=(record["black"], record["white"]),
            result=read_result(record["result"]),
            tags={"Event": record["event"]},
        )
        for record in TINSLEY
    ]
    text = "\n".join(map(write_game, games))
    assert read_games(text) == (games, [])
    assert [" ".join(write_moves(game)) for game in games] == [record["moves"] for record in TINSLEY]
    assert max(map(len, text.splitlines())) <= 79


@given(st.lists(st.integers(0, 99), max_size=30), st.sampled_from([None, "W:W21-32:B1-12", "B:WK1:BK32,5:H3"]))
def test_pdn_round_trip_of_random_games(choices: list[int], fen: str | None) -> None:
    position = CHECKERS.start() if fen is None else CHECKERS.position(fen)
    for choice in choices:
        if position.is_over:
            break
        position = position.play(position.legal[choice % len(position.legal)])
    said = {len(position.history) // 2: 'a "note"'} if position.history else {}
    record = GameFile.of(position.line, players=('the "\\" one', ""), comments=said)
    (again,), skipped = read_games(write_game(record))
    assert (again, skipped) == (record, [])
    assert again.states(CHECKERS.rules.play)[-1] == position.state


def test_the_result_of_a_variation_is_not_that_of_the_game() -> None:
    (game,), _ = read_games('[Black "Ada"] 1. 11-15 (1. 9-14 0 - 1) 23-19 *')
    assert (game.result, game.players) == (None, ("Ada", "?"))


REAL_WORLD = """\ufeff% a line for programs
[Event "a \\"b\\""]
[Result "1-1"]
[GameType "21,B,8,8,N2,0"]
{opening} 1. 11 - 15! {good
move} 23-19* (22-17 (1. 5-9) 15-18) $4 ; the rest ) of the line
2. 9-14(?) 27-23
[Event "two"] [FEN "W:W18:B11."] 1... 18-15 11x18
2-0
[Event "three"][Black "X"][White "Y"]
1. 11-15 23-18 2. 1-5 0-1
1. 11-15 22-18 15x22 25x18 Black resigns 1-0
[GameType "20"] 1. 32-28 *
1. 12-16 24-20 2. 8-12 ( 1/2-1/2
[FEN "B:W1:B2"] 2-7 *
1. 12-16 ) *
[Event "the same number of moves for all"] 10-15
"""


def test_pdn_as_it_is() -> None:
    games, skipped = read_games(REAL_WORLD)
    first, second, last = games
    assert write_moves(first) == ["11-15", "23-19", "9-14", "27-23"]
    assert first.result == (0, 0)
    assert first.tags == {"Event": 'a "b"'}
    assert first.comments == {0: "opening", 1: "good move"}
    assert (write_moves(second), second.result) == (["18-15", "11x18"], (1, -1))
    assert second.first == CHECKERS.position("W:W18:B11").state
    assert write_moves(last) == ["10-15"]
    reasons = [
        r"game 3 \(X – Y\), left out: move 2 of Black \(1-5\) is not legal",
        "game 4, left out: after 4 moves stands 'Black'",
        "game 5, left out: GameType 20",
        "game 6, left out: a variation is not closed",
        "game 7, left out: .* white man on square 1",
        "game 8, left out: after 1 moves a variation is closed",
    ]
    for sentence, reason in zip(skipped, reasons, strict=True):
        assert re.match(reason, sentence), sentence


@given(st.text(alphabet='[]{}();$%!?*"\\ \n0123456789.-x/BWKEvent', max_size=80))
@example(".{{")
def test_pdn_never_breaks(text: str) -> None:
    games, skipped = read_games(text)
    assert read_games("\n".join(map(write_game, games)))[0] == games
    assert all("left out" in sentence for sentence in skipped)
