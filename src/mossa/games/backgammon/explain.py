"""A position explained: the six outcomes, the race, the cube decision."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from mossa import MossaError
from mossa.kernel.memory import Reals
from mossa.kernel.network import Network
from mossa.kernel.specialise import specialise

from .bearoff import at_home, one_sided
from .cube import Chances, Cube, CubeDecision, Stakes, money
from .evaluation import scratch
from .match_equity import at_score
from .network import judge
from .notation import pips, side, write_move
from .render import player_names
from .rules import (
    BEAVERS,
    CUBE,
    JACOBY,
    MATCH,
    NOBODY,
    OPENING,
    OVER,
    PLAY,
    State,
    game_points,
    is_over,
    moves,
    play,
    utility,
)

__all__ = ["BackgammonExplanation", "chances_of", "explain"]

KINDS = ("win", "win gammon", "win backgammon", "lose", "lose gammon", "lose backgammon")


@dataclass(frozen=True)
class BackgammonExplanation:
    """A position taken apart, from the side of the player on turn."""

    player: str
    chances: Chances
    """His chances before the roll; with the dice thrown, after his best move."""
    pips: tuple[int, int]
    """His and the other's."""
    effective: tuple[float, float] | None
    """Effective pip counts, both sides at home."""
    best: str | None
    """With the dice thrown: the best move by the static evaluation."""
    decision: CubeDecision | None
    """What to do with the cube, if there is one and the dice are not thrown yet."""
    take_point: float | None

    @property
    def outcomes(self) -> dict[str, float]:
        """The six outcomes, each including the better kinds."""
        of = self.chances
        values = (of.win, of.win_gammon, of.win_backgammon, 1 - of.win, of.lose_gammon, of.lose_backgammon)
        return dict(zip(KINDS, values, strict=True))

    def as_dict(self) -> dict[str, Any]:
        """As plain JSON values."""
        cube = self.decision
        return {
            "player": self.player,
            "outcomes": self.outcomes,
            "equity": self.chances.equity,
            "pips": list(self.pips),
            "effective_pips": list(self.effective) if self.effective else None,
            "best": self.best,
            "cube": cube
            and {
                "words": cube.words,
                "no_double": cube.no_double,
                "double_take": cube.double_take,
                "double_drop": cube.double_drop,
                "take_point": self.take_point,
            },
        }

    def lines(self) -> list[str]:
        """As text for people."""
        said = [f"{self.player}: {self.chances.equity:+z.3f} points on average without the cube"]
        said += [f"  {name:<16}{100 * chance:6.1f} %" for name, chance in self.outcomes.items()]
        said.append(f"pips: {self.pips[0]} against {self.pips[1]}")
        if self.effective:
            said.append(f"effective pips: {self.effective[0]:.1f} against {self.effective[1]:.1f}")
        if self.best:
            said.append(f"best without looking further: {self.best}")
        if self.decision is not None and self.decision.available:
            cube = self.decision
            said.append(f"cube: {cube.words}")
            for name, value in (
                ("no double", cube.no_double),
                ("double, take", cube.double_take),
                ("double, drop", cube.double_drop),
            ):
                said.append(
                    f"  {name:<16}" + (f"{100 * value:6.2f} % to win the match" if MATCH else f"{value:+z7.3f}")
                )
            said.append(f"  the other takes from {100 * (self.take_point or 0):.1f} % on")
        return said


@cache
def _judge() -> tuple[Any, Network]:
    """The evaluation, compiled, and its working memory."""
    return specialise(judge, {}, name="backgammon judge"), scratch()


def chances_of(state: State) -> Chances:
    """The chances of the player on turn, who is about to roll."""
    if is_over(state):
        return _ended(state)
    kernel, network = _judge()
    kernel(state, network)
    return _sound(network.result)


def _sound(found: Reals) -> Chances:
    """The network's outputs, made consistent (win ≥ gammon ≥ backgammon)."""
    win = min(1.0, max(0.0, float(found[0])))
    gammon, lost = min(win, max(0.0, float(found[1]))), min(1 - win, max(0.0, float(found[3])))
    return Chances(win, gammon, min(gammon, max(0.0, float(found[2]))), lost, min(lost, max(0.0, float(found[4]))))


def _ended(state: State) -> Chances:
    if utility(state, state.turn) > 0:
        return Chances(1.0)
    points = game_points(state)
    return Chances(0.0, 0.0, 0.0, float(points >= 2), float(points == 3))


def explain(state: State) -> BackgammonExplanation:
    """The position taken apart."""
    if state.stage in (OPENING, OVER):
        raise MossaError("there is nothing to explain before the first throw or after the end")
    best = None
    if state.stage == PLAY:
        found = {move: chances_of(play(state, move)).flipped for move in moves(state)}
        move = max(found, key=lambda one: found[one].equity)
        best, chances = write_move(state, move), found[move]
    else:
        chances = chances_of(state)
    own, other = side(state.near, state.far), side(state.their_near, state.their_far)
    effective = None
    if at_home(state):
        effective = one_sided(own[:6]).effective_pips, one_sided(other[:6]).effective_pips
    cube = None
    if CUBE and state.stage != PLAY:
        owner = 0 if state.owner == NOBODY else 1 if state.owner == state.turn else -1
        cube = Cube(chances, stakes_of(state), state.cube, owner)
    return BackgammonExplanation(
        player_names[state.turn],
        chances,
        (pips(own), pips(other)),
        effective,
        best,
        cube.decision if cube else None,
        cube.take_point if cube else None,
    )


def stakes_of(state: State) -> Stakes:
    """What the game of a state is played for."""
    if not MATCH:
        return money(bool(JACOBY), bool(BEAVERS))
    own, other = MATCH - state.points[state.turn], MATCH - state.points[1 - state.turn]
    return at_score(own, other, state.crawford == 1, state.crawford == 2 and min(own, other) == 1)
