from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.hidden import check_redeal
from tests.walks import positions

import mossa
from mossa import MossaError, u64
from mossa.games.mastermind.codes import Codes, codes_of, consistent
from mossa.games.mastermind.notation import read_code, write_code
from mossa.games.mastermind.players import advise
from mossa.games.mastermind.rules import answer
from mossa.games.mastermind.strategy import STRATEGIES, distribution, expected, knuth

GAME = mossa.game("mastermind")
RULES = GAME.rules
SMALL = mossa.game("mastermind:pegs=3,colours=4,guesses=4")
CODE = st.integers(0, 1295)


def naive_answer(code, guess):
    """Black and white marks, from the words of the rules."""
    black = sum(a == b for a, b in zip(code, guess, strict=True))
    common = (Counter(code) & Counter(guess)).total()
    return black, common - black


@given(CODE, CODE)
def test_answers(code, guess):
    assert answer(code, guess) == naive_answer(write_code(code), write_code(guess))
    assert answer(code, guess) == answer(guess, code)


@pytest.mark.parametrize(
    ("code", "guess", "marks"),
    [("1122", "1122", (4, 0)), ("1122", "2211", (0, 4)), ("1234", "1111", (1, 0)), ("1112", "2111", (2, 2))],
)
def test_answers_of_the_rules(code, guess, marks):
    assert answer(read_code(code), read_code(guess)) == marks


@pytest.mark.parametrize(
    ("guess", "classes"),
    [
        ("1111", "00:625 10:500 20:150 30:20 40:1"),
        ("1122", "00:256 01:256 02:96 03:16 04:1 10:256 11:208 12:36 20:114 21:32 22:4 30:20 40:1"),
        ("1234", "00:16 01:152 02:312 03:136 04:9 10:108 11:252 12:132 13:8 20:96 21:48 22:6 30:20 40:1"),
    ],
)
def test_classes_of_a_first_guess(guess, classes):
    """[Knuth77], recomputed by others."""
    codes = codes_of(4, 6)
    counts = codes.classes(np.array([read_code(guess)]), np.arange(1296))[0]
    assert " ".join(f"{answer // 5}{answer % 5}:{n}" for answer, n in enumerate(counts) if n) == classes
    assert len(classes.split()) <= codes.possible_answers == 14


@pytest.mark.parametrize(("pegs", "colours"), [(1, 2), (2, 3), (3, 4), (5, 6)])
def test_many_answers_at_once_are_the_answers_one_by_one(pegs, colours):
    rules = mossa.game(f"mastermind:pegs={pegs},colours={colours}").modules[0]
    codes, some = Codes(pegs, colours), np.linspace(0, colours**pegs - 1, 12).astype(int)
    between = codes.between(some, some[::-1])
    for i, guess in enumerate(some):
        for j, code in enumerate(some[::-1]):
            assert divmod(int(between[i, j]), pegs + 1) == rules.answer(int(code), int(guess))


def renamed(code, used):
    """The code with the colours not used yet renamed, in the order in which they appear."""
    fresh = iter(sorted(set("123456") - used))
    names = {colour: colour for colour in used}
    for colour in code:
        if colour not in names:
            names[colour] = next(fresh)
    return "".join(names[colour] for colour in code)


@given(st.lists(CODE, max_size=3))
def test_distinct_guesses_are_those_that_renaming_leaves_alone(made):
    kept = {write_code(int(code)) for code in codes_of(4, 6).distinct(tuple(made))}
    used = set("".join(map(write_code, made)))
    assert kept == {renamed(write_code(code), used) for code in range(1296)}


@given(st.integers(0, 63), st.lists(st.integers(0, 63), max_size=4))
def test_consistent_codes(code, guesses):
    marks = SMALL.modules[0].answer
    answers = tuple((guess, *marks(code, guess)) for guess in guesses)
    brute = [c for c in range(64) if all(marks(c, guess) == marks(code, guess) for guess in guesses)]
    assert list(consistent(3, 4, answers)) == brute


def test_redeals_are_exact():
    check_redeal(mossa.game("mastermind:pegs=2,colours=2,guesses=2").rules, draws=400)


@given(positions(SMALL), st.integers(0, 2**64 - 1))
def test_a_redeal_agrees_with_what_the_breaker_knows(position, seed):
    rules, state = SMALL.rules, position.state
    other = rules.redeal(state, 1, u64(seed))
    assert rules.information_state(other, 1) == rules.information_state(state, 1)
    assert rules.redeal(state, 0, u64(seed)) == state


@given(positions(SMALL))
def test_random_games(position):
    assert SMALL.position(position.text) == position
    assert position.mover == (1 if position.history else 0)
    code, *guesses = position.history or ("",)
    assert position.is_over == (code in guesses or len(guesses) == 4)
    if position.is_over:
        points = len(guesses) if code in guesses else 5
        assert position.result == (points, -points)
    else:
        assert len(position.moves) == 64


def test_knuth():
    """The figures of the paper: at most five guesses, 5801 in all."""
    found = distribution("knuth")
    assert found == {1: 1, 2: 6, 3: 62, 4: 533, 5: 694}
    assert sum(guesses * codes for guesses, codes in found.items()) == 5801


def test_expected_reaches_the_optimum():
    """5625 is the least total there is [KoyamaLai93]."""
    found = distribution("expected")
    assert sum(found.values()) == 1296
    assert sum(guesses * codes for guesses, codes in found.items()) == 5625
    assert max(found) == 6


def least_total(possible, codes):
    """The true least total, by trying every guess."""
    if len(possible) <= 2:
        return 2 * len(possible) - 1
    best = len(possible) * 99
    for guess in codes:
        parts = {}
        for code in possible:
            parts.setdefault(naive_answer(code, guess), []).append(code)
        if len(parts) > 1:
            total = len(possible) + sum(least_total(part, codes) for part in parts.values() if part != [guess])
            best = min(best, total)
    return best


@given(st.sets(st.sampled_from([f"{a}{b}{c}" for a in "123" for b in "123" for c in "123"]), min_size=1, max_size=6))
@settings(max_examples=25)
def test_expected_on_few_codes_is_the_true_optimum(names):
    codes = codes_of(3, 3)
    everything = [f"{a}{b}{c}" for a in "123" for b in "123" for c in "123"]
    possible = np.array(sorted(everything.index(name) for name in names))
    assert expected(codes, possible, (0,)).total == least_total(sorted(names), everything)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_strategy_finds_every_code_of_other_sizes(strategy):
    for pegs, colours in (1, 2), (1, 5), (2, 2), (3, 5), (4, 3):
        assert sum(distribution(strategy, pegs, colours).values()) == colours**pegs


def test_five_pegs_and_eight_colours():
    game = mossa.game("mastermind:pegs=5,colours=8")
    position = game.position("? 11234=02 56327=13")
    codes = codes_of(5, 8)
    possible = consistent(5, 8, game.rules.information_state(position.state, 1)[1])
    names = map("".join, product("12345678", repeat=5))
    agree = [naive_answer(code, "11234") == (0, 2) and naive_answer(code, "56327") == (1, 3) for code in names]
    assert list(possible) == list(np.flatnonzero(agree))
    choice = knuth(codes, possible, position.state.guesses[:2])
    counts = codes.classes(np.arange(codes.count), possible).max(1)
    assert counts[choice.guess] == counts.min()
    drawn = {game.rules.redeal(position.state, 1, u64(seed)).code for seed in range(3000)}
    assert drawn <= set(possible.tolist())
    assert len(drawn) == len(possible)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_advice_plays_a_game_without_seeing_the_code(strategy):
    at = GAME.start().play("5316")
    while not at.is_over:
        found = advise(RULES, at.state, strategy)
        others = [RULES.redeal(at.state, 1, u64(seed)) for seed in range(3)]
        assert {advise(RULES, other, strategy).move for other in others} == {found.move}
        low, high = GAME.facts.utility
        assert low <= found.value <= high
        at = at.play(found.move)
    assert at.result[1] >= -6


def test_advice_begins_as_the_books_do():
    state = GAME.start().play("5316").state
    assert write_code(advise(RULES, state, "knuth").move) == "1122"
    assert write_code(advise(RULES, state, "expected").move) == "1123"


def test_advice_knows_what_it_is_worth():
    """Two codes are left: one is found with the third guess, the other with the fourth."""
    position = GAME.position("? 1112=22 1121=22")
    assert [write_code(int(c)) for c in consistent(4, 6, RULES.information_state(position.state, 1)[1])] == [
        "1211",
        "2111",
    ]
    assert advise(RULES, position.state).value == -3.5


def test_advice_to_the_maker_is_a_code_by_the_seed():
    drawn = {advise(RULES, GAME.start().state, seed=seed).move for seed in range(20)}
    assert len(drawn) > 15
    assert drawn <= set(range(1296))


@pytest.mark.parametrize(
    ("state", "strategy", "sentence"),
    [
        (GAME.start().state, "luck", "there is no strategy 'luck' for Mastermind; there are: knuth, expected"),
        (GAME.position("1111 1111").state, "knuth", "the game is over"),
    ],
)
def test_wrong_questions(state, strategy, sentence):
    with pytest.raises(MossaError, match=sentence):
        advise(RULES, state, strategy)
    with pytest.raises(MossaError, match="there is no strategy 'luck'"):
        distribution("luck")


def test_positions_as_the_breaker_sees_them():
    position = GAME.position("? 1122=10 1344=02")
    assert position.text == "3133 1122=10 1344=02"
    assert RULES.information_state(position.state, 1) == RULES.information_state(
        GAME.position("3133 1122 1344").state, 1
    )
    assert GAME.position("?").text == "1111"
    assert GAME.position("start") == GAME.position("") == GAME.start()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("117", "a code is 4 digits from 1 to 6, as in 1122, not '117'"),
        ("1127", "a code is 4 digits from 1 to 6"),
        ("? 1122", "must tell the answer to 1122"),
        ("? 1122=50", "the number of black and that of white marks, as in 1122=10"),
        ("? 1122=1", "the number of black and that of white marks"),
        ("? 1122=40 1133=40", "no code gives all the answers"),
        ("3456 1122=10", "the answer in 1122=10 is wrong: for the code 3456 it is 00"),
        ("1234 1234 1111", "the guess 1111 comes after the end of the game"),
        ("start 1122", "a code is 4 digits"),
    ],
)
def test_wrong_positions(text, sentence):
    with pytest.raises(MossaError, match=sentence):
        GAME.position(text)


@pytest.mark.parametrize("move", ["", "112", "1177", "abcd"])
def test_wrong_moves(move):
    with pytest.raises(MossaError, match="a code is 4 digits from 1 to 6"):
        GAME.start().play(move)


def test_too_many_codes_are_refused():
    with pytest.raises(MossaError, match="8 pegs of 9 colours make 43046721 codes; at most 65536 are accepted"):
        mossa.game("mastermind:pegs=8,colours=9")


def test_the_code_is_hidden_from_its_breaker_until_the_end():
    position = SMALL.position("321 123=12")
    assert position.scene(1).text() == "code ? ? ?\n   1 1 2 3 ● ○ ○\n   2 . . .\n   3 . . .\n   4 . . ."
    for viewer in (0, None):
        assert position.scene(viewer).text().startswith("code 3 2 1\n")
    assert position.play("321").scene(1).text().startswith("code 3 2 1\n")
    assert SMALL.start().scene(0).text().startswith("code . . .\n")
