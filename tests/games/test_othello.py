"""Othello: rules against an independent twin and published counts, notation, records, knowledge."""

import json
import random
from itertools import product
from pathlib import Path

import pytest
from tests.walks import play_out

import mossa
from mossa import MossaError, bit_count, u64
from mossa.core.conformance import check
from mossa.core.game_file import GameFile
from mossa.core.kernel_rules import kernel_for
from mossa.games.othello import evaluation, patterns, records, weights
from mossa.games.othello.endgame import near_end, solve_end
from mossa.games.othello.rules import PASS, State
from mossa.games.othello.stability import stable
from mossa.kernel.memory import Ints, Words
from mossa.search.alphabeta.solver import Solver
from mossa.search.common.perft import perft

OTHELLO = mossa.game("othello")
RULES = OTHELLO.rules

PERFT = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571056)
"""Leaves at depth 1 … 10, a forced pass counted as a move (OEIS A124004)."""


# ------------------------------------------------------------------------------------------- the naive twin


class Twin:
    """Othello by the book: a list of rows, and a walk along each line."""

    def __init__(self) -> None:
        self.board = [["."] * 8 for _ in range(8)]
        self.board[3][3] = self.board[4][4] = "O"
        self.board[3][4] = self.board[4][3] = "X"
        self.side = "X"

    def turned(self, row: int, column: int, side: str) -> list[tuple[int, int]]:
        found = []
        for down, right in product((-1, 0, 1), repeat=2):
            line = []
            y, x = row + down, column + right
            while 0 <= y < 8 and 0 <= x < 8 and self.board[y][x] not in (".", side):
                line.append((y, x))
                y, x = y + down, x + right
            if 0 <= y < 8 and 0 <= x < 8 and self.board[y][x] == side and (down or right):
                found += line
        return found

    def squares(self, side: str) -> list[str]:
        cells = product(range(8), repeat=2)
        return ["abcdefgh"[x] + str(y + 1) for y, x in cells if self.board[y][x] == "." and self.turned(y, x, side)]

    def moves(self) -> list[str]:
        other = "XO"[self.side == "X"]
        return self.squares(self.side) or (["pass"] if self.squares(other) else [])

    def play(self, move: str) -> None:
        if move != "pass":
            row, column = int(move[1]) - 1, "abcdefgh".index(move[0])
            for y, x in [*self.turned(row, column, self.side), (row, column)]:
                self.board[y][x] = self.side
        self.side = "XO"[self.side == "X"]

    def text(self) -> str:
        return "".join("".join(row) for row in self.board).replace(".", "-") + " " + self.side

    def difference(self) -> int:
        discs = self.text()[:64]
        black, white = discs.count("X"), discs.count("O")
        return 64 - 2 * white if black > white else 2 * black - 64 if white > black else 0


def test_random_games_agree_with_the_twin():
    """The interpreted rules, move for move."""
    chooser = random.Random(1)
    for _ in range(60):
        twin, at = Twin(), RULES.start()
        while moves := twin.moves():
            assert [RULES.write_move(at, move) for move in RULES.legal(at)] == moves
            move = chooser.choice(moves)
            twin.play(move)
            at = RULES.play(at, RULES.read_move(at, move))
            assert RULES.write_position(at) == twin.text()
        assert RULES.legal(at) == []
        assert RULES.utilities(at) == (twin.difference(), -twin.difference())
        assert RULES.score(at, 1) == -twin.difference()


def test_a_thousand_compiled_random_games_agree_with_the_twin():
    chooser = random.Random(2)
    kernel = kernel_for(play_out, OTHELLO)
    boards, played, choices, passes = Words(240), Ints(242), Ints(120), 0
    for _ in range(1000):
        for i in range(120):
            choices[i] = chooser.randrange(1 << 20)
        length = kernel(RULES.start(), choices, Ints(64), boards, played)
        twin = Twin()
        for ply in range(length):
            moves = twin.moves()
            move = RULES.write_move(RULES.start(), played[2 * ply + 1])
            assert len(moves) == played[2 * ply]
            assert move == moves[choices[ply] % len(moves)]
            twin.play(move)
            passes += move == "pass"
            after = State(boards[2 * ply], boards[2 * ply + 1], int(twin.side == "O"))
            assert RULES.write_position(after) == twin.text()
        assert twin.moves() == []
        assert played[2 * length] == twin.difference()
    assert passes > 300


# ---------------------------------------------------------------------------------------------- rules and text


def test_keeps_every_promise_of_the_protocol():
    assert check(OTHELLO, games=5).faults == []


@pytest.mark.parametrize("depth", range(1, 11))
def test_perft(depth):
    assert perft(OTHELLO, RULES.start(), depth) == PERFT[depth - 1]


@pytest.mark.parametrize("depth", range(1, 5))
def test_perft_interpreted(depth):
    assert perft(OTHELLO, RULES.start(), depth, compiled=False) == PERFT[depth - 1]


def test_squares_left_empty_go_to_the_winner():
    board = "X" * 10 + "-" * 17 + "XX" + "-" * 6 + "XO" + "-" * 27
    wiped = OTHELLO.position(board.replace("O", "X") + " O")
    assert wiped.is_over
    assert wiped.result == (64, -64)
    even = OTHELLO.position("XXXX" + "-" * 23 + "OO" + "-" * 6 + "OO" + "-" * 27 + " X")
    assert even.is_over
    assert even.result == (0, 0)


def test_a_forced_pass_is_a_move():
    at = OTHELLO.position("OXXX----" + "-" * 16 + "---XX---" + "---XX---" + "-" * 24 + " X")
    assert at.moves == ("pass",)
    after = at.play("pass")
    assert after.mover != at.mover
    assert after.text[:64] == at.text[:64]
    assert at.play("--") == at.play("PA") == after


@pytest.mark.parametrize("text", ["D3", " d3 ", "d3"])
def test_moves_are_read_in_either_case(text):
    assert OTHELLO.start().play(text).text == "-" * 19 + "X" + "-" * 7 + "XX" + "-" * 6 + "XO" + "-" * 27 + " O"


@pytest.mark.parametrize("text", ["d9", "pass", "a1", "", "d", "d33", "34"])
def test_wrong_moves_are_refused(text):
    with pytest.raises(MossaError, match="is not a legal move here; legal: d3, c4, f5, e6"):
        OTHELLO.start().play(text)


def test_positions_of_other_programs_are_read():
    start = OTHELLO.start()
    rows = "........\n........\n........\n...o*...\n...*o...\n........\n........\n........\n*"
    assert OTHELLO.position(rows) == start
    assert OTHELLO.position(" ".join(start.text)) == start
    assert OTHELLO.position(start.text.lower()) == start


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "this one has 0 letters in place of 65"),
        ("-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27, "does not say who moves"),
        ("-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + "-", "the side to move is X or O, not"),
        ("-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X X", "66 letters in place of 65"),
        ("-" * 27 + "OX" + "-" * 6 + "ZO" + "-" * 27 + " X", "it has no 'Z'"),
        ("X" * 8 + "-" * 56 + " X", "one of the squares d4, e4, d5, e5 is empty"),
    ],
)
def test_wrong_positions_are_one_clear_sentence(text, reason):
    with pytest.raises(MossaError, match=reason) as error:
        OTHELLO.position(text)
    assert "\n" not in str(error.value)


def test_the_board_is_drawn_with_a1_at_the_top_left():
    lines = str(OTHELLO.after("f5")).splitlines()
    assert lines[0].startswith("1 . .")
    assert lines[4] == "5 . . . X X X . ."
    assert lines[-1] == "Black 4, White 1"


# ----------------------------------------------------------------------------------------------------- records

TRANSCRIPT = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5"


def test_transcripts_are_read_and_written():
    record = records.read_transcript(TRANSCRIPT)
    assert len(record.moves) == 14
    assert records.write_transcript(record) == TRANSCRIPT
    assert records.read_transcript("1. F5 D6 2. C3 D3 3. C4") == records.read_transcript("f5, d6\nc3 d3 c4")


def test_a_transcript_implies_its_passes():
    chooser, passes = random.Random(3), 0
    for _ in range(5):
        at, played = RULES.start(), []
        while not RULES.is_over(at):
            played.append(chooser.choice(RULES.legal(at)))
            at = RULES.play(at, played[-1])
        passes += played.count(PASS)
        record = GameFile(RULES.start(), tuple(played))
        assert records.read_transcript(records.write_transcript(record)) == record
        (again,) = records.read_ggf(records.write_game(record))
        assert (again.first, again.moves) == (record.first, record.moves)
        assert again.tags["RE"] == f"{RULES.utility(at, 0):+.3f}"
    assert passes > 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not an empty text"),
        ("f5d6x9", "move 3 of the transcript is 'x9'"),
        ("f5f5", "move 2 of the transcript, f5, is not legal; legal there: f4, d6, f6"),
        ("f5 pass", "move 2 of the transcript, pass, is not legal"),
    ],
)
def test_wrong_transcripts_name_the_move(text, reason):
    with pytest.raises(MossaError, match=reason):
        records.read_transcript(text)


GGF = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[one]PW[two]RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[8]"
    "RE[+6.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[f5//0.01]W[d6/-1.25/0.02]B[C3]W[d3/2.00];)"
)


def test_ggf_is_read_and_written():
    (record,) = records.read_ggf("a match:\n" + GGF)
    assert record.players == ("one", "two")
    assert record.tags["RE"] == "+6.000:r"
    assert record.result == (6, -6)
    assert record.comments == {1: "/0.01", 2: "-1.25/0.02", 4: "2.00"}
    assert record.moves == records.read_transcript("f5d6c3d3").moves
    names_first = "(;GM[Othello]PB[one]PW[two]" + GGF.removeprefix("(;GM[Othello]").replace("PB[one]PW[two]", "")
    assert records.write_game(record) == names_first.replace("C3", "c3") + "\n"
    assert len(records.read_ggf(GGF + GGF)) == 2


def test_ggf_may_begin_anywhere():
    later = GameFile(records.read_transcript("d3").states(RULES.play)[-1])
    (again,) = records.read_ggf(records.write_game(later))
    assert again.first == later.first


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("(;", "", "this is not GGF"),
        ("GM[Othello]", "GM[Amazons]", "game 1 of the GGF text is Amazons, not Othello"),
        ("BO[8", "BO[10", "a board of size 10"),
        ("W[d6/-1.25/0.02]", "W[f5]", r"W\[f5\], move 2, is not legal; legal there: f4, d6, f6"),
        ("W[d6/-1.25/0.02]", "B[d6]", "is out of turn: White moves"),
        ("---O*--- ---*O---", "---O*--- ---*Q---", "it has no 'Q'"),
    ],
)
def test_wrong_ggf_names_the_place(old, new, reason):
    with pytest.raises(MossaError, match=reason):
        records.read_ggf(GGF.replace(old, new))


# --------------------------------------------------------------------------------------------------- knowledge


def near_the_end(count: int, seed: int, most: int) -> list[State]:
    """States of random games with at most so many empty squares."""
    chooser, found = random.Random(seed), []
    while len(found) < count:
        at = RULES.start()
        while not RULES.is_over(at):
            at = RULES.play(at, chooser.choice(RULES.legal(at)))
            if chooser.random() < 0.3 and 64 - bit_count(at.mine | at.theirs) <= most:
                found.append(at)
    return found[:count]


def negamax(at: State) -> int:
    """The outcome by trying everything."""
    if RULES.is_over(at):
        return RULES.score(at, at.turn)
    return max(-negamax(RULES.play(at, move)) for move in RULES.moves(at))


def test_the_last_plies_are_exact():
    for at in near_the_end(60, 4, 4):
        assert near_end(at)
        outcome = negamax(at)
        assert solve_end(at, -64, 64)[0] == outcome
        for alpha in range(-63, 64, 9):
            score, nodes = solve_end(at, alpha, alpha + 1)
            assert nodes >= 0
            assert score <= outcome if score > alpha else score >= outcome


def test_stable_discs_are_never_turned():
    chooser, counted = random.Random(6), 0
    for _ in range(25):
        at, seen = RULES.start(), []
        while not RULES.is_over(at):
            seen.append((at.turn, stable(at.mine, at.theirs), stable(at.theirs, at.mine)))
            at = RULES.play(at, chooser.choice(RULES.legal(at)))
        for turn, mine, theirs in seen:
            mine, theirs = (mine, theirs) if turn == at.turn else (theirs, mine)
            assert mine & ~at.mine == 0
            assert theirs & ~at.theirs == 0
            counted += bit_count(mine | theirs)
    assert counted > 25 * 100


# -------------------------------------------------------------------------------------------------- evaluation


def turned(at: State, symmetry: int) -> State:
    """The state as a symmetry of the board moves it."""
    mine, theirs = (
        u64(sum(1 << patterns.symmetries(square)[symmetry] for square in range(64) if discs >> square & 1))
        for discs in (at.mine, at.theirs)
    )
    return State(mine, theirs, at.turn)


def some_states(count: int, seed: int) -> list[State]:
    """States of random games, from all stages."""
    chooser, found = random.Random(seed), []
    while len(found) < count:
        at = RULES.start()
        while not RULES.is_over(at):
            at = RULES.play(at, chooser.choice(RULES.legal(at)))
            if chooser.random() < 0.1:
                found.append(at)
    return found[:count]


def test_a_pattern_is_read_square_by_square():
    for at in some_states(5, 8):
        contents = [1 if at.mine >> s & 1 else 2 if at.theirs >> s & 1 else 0 for s in range(64)]
        for number, instance in enumerate(patterns.instances()):
            expected = sum(contents[square] * 3**place for place, square in enumerate(instance.squares))
            assert patterns.reading(at.mine, at.theirs, number) == instance.first + expected


def test_every_pattern_lies_on_the_board_in_all_its_ways():
    masks = [instance.mask for instance in patterns.instances()]
    assert len(set(masks)) == len(masks) == patterns.INSTANCES
    for instance in patterns.instances():
        moved = {sum(1 << patterns.symmetries(s)[k] for s in instance.squares) for k in range(8)}
        assert moved <= set(masks)


def test_the_evaluation_is_the_sum_of_its_features():
    for at in some_states(5, 9):
        places = list(patterns.features(at))
        assert len(places) == patterns.COUNT
        assert evaluation.evaluate(at) == sum(evaluation.WEIGHTS[place] for place in places)


def test_the_evaluation_does_not_see_how_the_board_is_turned():
    for at in some_states(3, 10):
        assert {evaluation.evaluate(turned(at, symmetry)) for symmetry in range(8)} == {evaluation.evaluate(at)}


def test_the_evaluation_knows_who_is_ahead():
    """Estimates of states with ten empty squares go with the exact outcomes."""
    solver = Solver(OTHELLO, memory_mib=16)
    states = [at for at in some_states(400, 11) if bit_count(at.mine | at.theirs) == 54][:25]
    pairs = [(evaluation.evaluate(at), solver.solve(at, all_moves=False).score) for at in states]
    right = sum((estimate > 0) == (outcome > 0) for estimate, outcome in pairs)
    assert right >= 0.85 * len(pairs)


def test_weights_are_written_and_read(tmp_path):
    file = tmp_path / "weights.xz"
    weights.write(file, weights.simple())
    assert (weights.read(file) == weights.simple()).all()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["weights.xz"]


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda data: None, "weights.xz cannot be read: No such file"),
        (lambda data: b"", "is damaged, cut short, or not of the format"),
        (lambda data: data[:1000], "is damaged, cut short, or not of the format"),
        (lambda data: data[:500] + b"?" + data[501:], "is damaged, cut short, or not of the format"),
        (lambda data: data.replace(b"weights 1", b"weights 2"), "is damaged, cut short, or not of the format"),
    ],
)
def test_without_sound_weights_a_simple_evaluation_plays_on(tmp_path, monkeypatch, spoil, reason):
    file = tmp_path / "weights.xz"
    weights.write(file, weights.simple())
    data = spoil(file.read_bytes())
    file.unlink()
    if data is not None:
        file.write_bytes(data)
    monkeypatch.setattr(weights, "FILE", file)
    with pytest.warns(UserWarning, match=f"{reason}.*; Othello is played with a simple evaluation"):
        numbers = weights.weights()
    assert (numbers == weights.simple()).all()


def test_the_simple_evaluation_likes_corners_and_moves(monkeypatch):
    monkeypatch.setattr(evaluation, "WEIGHTS", weights.simple())
    board = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
    corner = OTHELLO.position("X" + board[1:] + "X").state
    assert evaluation.evaluate(corner) > evaluation.evaluate(OTHELLO.position(board + "X").state)


@pytest.fixture(scope="module")
def solver():
    return Solver(OTHELLO, memory_mib=16)


FFO = json.loads((Path(__file__).parents[1] / "data" / "othello" / "ffo.json").read_text())["positions"]


@pytest.mark.parametrize("problem", FFO, ids=lambda problem: f"#{problem['id']}")
def test_ffo_endgames_are_solved(problem, solver):
    at = OTHELLO.position(problem["board"] + problem["to_move"])
    found = solver.solve(at.state)
    assert found.score == problem["score"]
    assert sorted(at.write_move(move) for move in found.moves) == sorted(problem["best"])
