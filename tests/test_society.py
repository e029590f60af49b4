"""The models of docs/society.md against their equations, computed here in fractions and apart from the rules."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import mossa
from mossa.play import solve
from mossa.search.textbook import run

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"

Shares = tuple[Fraction, Fraction, Fraction]


def spec(name: str, **settings: object) -> str:
    """A game of docs/examples with these settings."""
    return f"{EXAMPLES / name}.py:" + ",".join(f"{key}={value}" for key, value in settings.items())


def pact_shares(strength: tuple[int, int, int], surprise: Fraction, *, binding: bool) -> Shares:
    """What A, B and C can expect by the equations: whom each names, then who keeps and who breaks."""

    def war(at: tuple[int, ...]) -> Shares:
        total = sum(one * one for one in at)
        return tuple(Fraction(one * one, total) for one in at)  # type: ignore[return-value]

    def without(at: tuple[int, ...], player: int) -> tuple[int, ...]:
        return tuple(0 if one == player else at[one] for one in range(3))

    def fought(mover: int, other: int, at: tuple[int, ...]) -> Shares:
        """The pact of these two, the mover's turn to keep or break."""
        third = 3 - mover - other
        if at[third] == 0:
            total = at[mover] + at[other]
            kept = tuple(Fraction(0 if one == third else at[one], total) for one in range(3))
        else:
            kept = fought(other, mover, tuple(at[one] - (one == third) for one in range(3)))
        if binding:
            return kept  # type: ignore[return-value]
        won, lost = war(without(at, other)), war(without(at, mover))
        broken = tuple(surprise * x + (1 - surprise) * y for x, y in zip(won, lost, strict=True))
        return broken if broken[mover] > kept[mover] else kept  # type: ignore[return-value]

    def talk(named: tuple[int, ...]) -> Shares:
        if len(named) == 3:
            for one in range(3):
                if named[one] < 3 and named[named[one]] == one:
                    return fought(one, named[one], strength)
            return war(strength)
        mover, best = len(named), None
        for name in (3, *(other for other in range(3) if other != mover)):
            shares = talk((*named, name))
            if best is None or shares[mover] > best[mover]:
                best = shares
        assert best is not None
        return best

    return talk(())


@pytest.mark.parametrize("strength", [(5, 4, 2), (4, 3, 2), (3, 3, 2), (6, 2, 3), (1, 2, 3)])
@pytest.mark.parametrize(("surprise", "binding"), [("0.51", 0), ("0.61", 0), ("0.65", 0), ("0.61", 1)])
def test_the_pact_is_what_its_equations_say(strength: tuple[int, int, int], surprise: str, binding: int) -> None:
    a, b, c = strength
    game = mossa.game(spec("pact", a=a, b=b, c=c, surprise=surprise, binding=binding))
    expected = pact_shares(strength, Fraction(surprise), binding=bool(binding))
    assert sum(expected) == 1
    assert run("maxn", game.rules, trace=False).value == pytest.approx([float(share) for share in expected])


def test_a_pact_holds_against_the_strong_and_breaks_when_he_is_weak() -> None:
    game = mossa.game(spec("pact"))
    at = game.start()
    kept = {}
    while not at.is_chance:
        move = solve(at).move
        if move in ("keep", "break"):
            kept[at.state.strength[0]] = move
        at = at.play(move)
    assert kept == {5: "keep", 4: "keep", 3: "keep", 2: "keep", 1: "break"}


@pytest.mark.parametrize("strength", [1, 2, 4, 9])
def test_where_breaking_begins_to_pay(strength: int) -> None:
    """The ally whose turn comes before the last breaks from q = (s² + 1) / (2 s² + 1) on."""
    threshold = Fraction(strength**2 + 1, 2 * strength**2 + 1)
    for surprise, move in ((threshold - Fraction(1, 1000), "keep"), (threshold + Fraction(1, 1000), "break")):
        game = mossa.game(spec("pact", a=1, b=strength, c=strength, surprise=float(surprise)))
        assert run("maxn", game.rules, game.after("nobody C B").state, trace=False).best == move


PAYOFFS = [(3, 5, 0, 1), (0.5, 0.65, 0.2, 0.25), (2, 6, 1, 1)]
"""reward, temptation, sucker, punishment"""


@pytest.mark.parametrize(("reward", "temptation", "sucker", "punishment"), PAYOFFS)
@pytest.mark.parametrize("partner", ["trigger", "tit"])
def test_the_discount_from_which_trust_pays(
    partner: str, reward: float, temptation: float, sucker: float, punishment: float
) -> None:
    trigger = (temptation - reward) / (temptation - punishment)
    threshold = trigger if partner == "trigger" else max(trigger, (temptation - reward) / (reward - sucker))
    payoffs = {"reward": reward, "temptation": temptation, "sucker": sucker, "punishment": punishment}
    for delta in (threshold - 0.01, threshold + 0.01):
        if not 0 <= delta < 1:
            continue
        found = solve(mossa.game(spec("dilemma", partner=partner, delta=delta, **payoffs)).start())
        breaks = (1 - delta) * temptation + delta * punishment
        if partner == "tit":  # or to break in every second round
            breaks = max(breaks, (temptation + delta * sucker) / (1 + delta))
        assert found.value == pytest.approx(max(reward, breaks), abs=1e-9)
        assert found.move == ("keep" if delta > threshold else "break")


def test_who_always_keeps_is_always_cheated() -> None:
    found = solve(mossa.game(spec("dilemma", partner="always", delta=0.9)).start())
    assert (found.move, round(found.value, 9)) == ("break", 5)


@pytest.mark.parametrize("rounds", [1, 2, 5, 8])
def test_the_centipede_ends_at_once_however_long_it_could_be(rounds: int) -> None:
    @cache
    def value(passes: int) -> tuple[int, int]:
        """What the mover and the other get."""
        large, small = 4 << passes, 1 << passes
        if passes == rounds:
            return large, small
        after = value(passes + 1)
        return max((large, small), (after[1], after[0]))

    rules = mossa.game(spec("centipede", rounds=rounds)).rules
    assert run("maxn", rules, trace=False).value == value(0) == (4, 1)
    together = run("cooperative", rules, trace=False).value
    assert sum(together) == 5 << rounds  # type: ignore[arg-type]
