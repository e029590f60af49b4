"""The game on a board, and what pages see of it: positions, moves, results of searches, explanations as messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mossa.core.explanation import explainer
from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.play.alphabeta_player import refuses_alphabeta
from mossa.play.game_text import display_line, display_move, ending_of
from mossa.play.player import move_is_visible
from mossa.play.record import GameRecord
from mossa.play.referee import final_utilities, may_claim_draw
from mossa.play.score_text import expected_utility, show_score
from mossa.search.common.results import SearchResult
from mossa.search.common.scores import POINT

from .messages import Message
from .scene_json import changed, draft_after, draw_draft, draw_moves, draw_scene, is_turned, marks, path_of

__all__ = ["PlayedGame", "checked_ply", "show_explanation", "show_found"]

LONGEST_OPENING = 40
"""After this many positions the name of the opening does not change."""
CLOSED = ("resigned", "time", "agreed", "claim")
"""Endings outside the rules."""


class PlayedGame:
    """A game with the moves made so far. It does not depend on pages, clocks or threads.

    The text of a move and its entry in the history are computed once, not with every message; a `history` that was
    written elsewhere hides nothing.
    """

    def __init__(
        self,
        game: Game,
        record: GameRecord,
        line: Sequence[Position] | None = None,
        history: Sequence[Message] = (),
    ) -> None:
        self.game, self.seed = game, record.seed
        self.specs, self._record = record.players, record
        self.humans = [seat for seat, spec in enumerate(self.specs) if spec == "human"]
        """The seats of people."""
        self.closed = (record.ended, record.by) if record.ended in CLOSED else None
        """How the game ended outside the rules, and the seat that lost by it."""
        self.line = list(record.line(game) if line is None else line)
        """All positions of the game."""
        self.texts = list(record.moves)
        """The moves as the rules write them."""
        facts = game.facts
        self.perfect = facts.perfect
        """Has the game perfect information?"""
        two_sided = facts.zero_sum and self.perfect and not facts.chance and len(self.specs) == 2
        can_be_drawn = two_sided and facts.utility[0] < 0 < facts.utility[1]
        self.drawable = can_be_drawn and bool(self.humans)
        """May the game be agreed drawn?"""
        self._paired = can_be_drawn and facts.score is None
        """Do its players write a result as 1–0, ½–½ or 0–1?"""
        self.searchable = not refuses_alphabeta(game)
        """Can alpha-beta search it, so that its trees can be shown?"""
        self._claims = facts.repetition or game.extra("claim", "draws") is not None
        self._begun = None if self.start.state == game.rules.start() else self.start.text
        self._explains = explainer(game) is not None
        self._opening_of = None if self._begun is not None else game.extra("opening_of", "openings")
        self._opening = ""
        self._history: list[Message] = list(history)
        self._history_viewer: int | None = None

    # The course of the game

    @property
    def start(self) -> Position:
        """The first position."""
        return self.line[0]

    @property
    def at(self) -> Position:
        """The last position."""
        return self.line[-1]

    @property
    def ended(self) -> bool:
        """By the rules, by resignation, by the clock or by agreement."""
        return self.closed is not None or self.at.is_over

    @property
    def human_to_move(self) -> bool:
        """Is a person to move?"""
        return not self.ended and not self.at.is_chance and self.at.mover in self.humans

    def check_turn(self, ply: Any) -> None:
        """May a person who looks at this ply (None: at the last one) move there?"""
        if ply is not None and ply != len(self.texts):
            raise MossaError("the board has changed since: look at it again")
        if self.ended:
            raise MossaError("the game is over: there are no moves")
        if not self.human_to_move:
            raise MossaError("it is not your turn")

    def play(self, move: int) -> None:
        """Make a move, or a chance outcome."""
        text, after = self.at.write_move(move), self.at.play(move)  # rules may fail here: both or neither
        self.texts.append(text)
        self.line.append(after)

    def claim_draw(self) -> None:
        """End the game where the mover may claim a draw."""
        if self._claims and not self.at.is_over and not self.at.is_chance and may_claim_draw(self.at):
            self.closed = ("claim", None)

    def turns_of_people(self) -> list[int]:
        """The plies at which a person was to move and did."""
        last = len(self.line) if self.closed is not None else len(self.line) - 1
        turns = enumerate(self.line[:last])
        return [ply for ply, at in turns if not at.is_chance and not at.is_over and at.mover in self.humans]

    def take_back(self, ply: int) -> None:
        """Go back to the position after this many moves."""
        self.closed = None
        del self.line[ply + 1 :], self.texts[ply:], self._history[ply:]

    def record(self) -> GameRecord:
        """The game as it stands."""
        result, ended, by = self._ending()
        read, made = self._record, len(self.texts)
        if result is None and tuple(self.texts) == read.moves:
            result = read.result  # of a game from elsewhere: who resigned is not told
        return replace(
            read,
            game=self.game.name,
            moves=tuple(self.texts),
            position=self._begun,
            result=result,
            ended=ended,
            by=by,
            comments={ply: text for ply, text in read.comments.items() if ply <= made},
            marks={ply: text for ply, text in read.marks.items() if ply <= made},
        )

    def _ending(self) -> tuple[tuple[float, ...] | None, str, int | None]:
        """The result, how the game ended, and the seat that lost by it."""
        if self.closed is not None:
            ended, by = self.closed
            low, high = self.game.facts.utility
            seats = range(len(self.specs))
            return tuple(0.0 if by is None else low if seat == by else high for seat in seats), ended, by
        if self.at.is_over:
            return final_utilities(self.at), "over", None
        return None, "", None

    def opening(self) -> str:
        """The name of the opening, where the game has such names."""
        if self._opening_of is not None and len(self.line) <= LONGEST_OPENING:
            self._opening = str(self._opening_of(self.at) or "")
        return self._opening

    # What pages see

    @property
    def viewer(self) -> int | None:
        """The seat whose knowledge the pages show: that of the only person, or of the mover; None: all is shown."""
        if self.perfect or self.ended or not self.humans:
            return None
        if len(self.humans) == 1 or self.at.mover not in self.humans:
            return self.humans[0]
        return self.at.mover

    @property
    def perspective(self) -> int | None:
        """From which seat the board is drawn: the viewer's, or that of the only person where nothing is hidden."""
        if self.perfect and len(self.humans) == 1:
            return self.humans[0]
        return self.viewer

    def show_state(self) -> Message:
        """The game as it stands."""
        at, viewer, perspective, names = self.at, self.viewer, self.perspective, self.game.rules.player_names
        scene = at.scene(perspective)
        yours = self.human_to_move
        result, ended, by = self._ending()
        return {
            "game": self.game.name,
            "title": self.game.title,
            "seats": [{"name": name, "spec": spec} for name, spec in zip(names, self.specs, strict=True)],
            "drawable": self.drawable,
            "paired": self._paired,
            "perfect": self.perfect,
            "curtain": len(self.humans) > 1 and not self.perfect,
            "viewer": viewer,
            "mover": None if self.ended or at.is_chance else at.mover,
            "turned": len(self.humans) == 1 and is_turned(self.game, self.humans[0]),
            "yours": yours,
            "scene": draw_scene(scene),
            "moves": draw_moves(at, scene, perspective) if yours else [],
            "draft": self.show_draft(()) if yours else None,
            "marks": self.marks(len(self.line) - 1),
            "history": self.history(viewer),
            "position": at.text if viewer is None else None,
            "opening": self.opening(),
            "ended": ended,
            "how": ending_of(at) if ended == "over" else "",
            "by": by,
            "result": list(result) if result is not None else None,
            "searchable": self.searchable,
            "explains": self._explains,
        }

    def show_draft(self, made: tuple[str, ...]) -> Message | None:
        """The move that a person is making, after these parts; None if moves are made at once here."""
        draft = draft_after(self.at, made, self.perspective)
        return None if draft is None else draw_draft(draft, made)

    def show_part(self, message: Message) -> Message:
        """The answer to a page that has made some parts of a move."""
        made = message.get("made")
        if not isinstance(made, list) or not all(isinstance(part, str) for part in made):
            raise MossaError("the parts of a move are a list of texts")
        self.check_turn(message.get("ply"))
        return {"type": "draft", "ply": len(self.texts), "draft": self.show_draft(tuple(made))}

    def show_past(self, ply: int) -> Message:
        """An earlier position."""
        return {
            "type": "past",
            "ply": ply,
            "scene": draw_scene(self.line[ply].scene(self.perspective)),
            "marks": self.marks(ply),
        }

    def marks(self, ply: int) -> list[int]:
        """The cells that show the last move before a ply."""
        if ply == 0:
            return []
        was, scene = self.line[ply - 1].scene(self.perspective), self.line[ply].scene(self.perspective)
        text = self._extended_history(self.viewer)[ply - 1]["text"]
        by_chance = self.line[ply - 1].is_chance  # a throw of 6 and 5 names no cells
        if text is None:  # a card that was dealt to somebody: a mark would tell nothing
            return []
        path = path_of(text, {cell.name for cell in scene.cells}) if not by_chance else []
        return marks(scene, path, changed(was, scene))

    def history(self, viewer: int | None) -> list[Message]:
        """The moves, without what the viewer may not know of them."""
        return list(self._extended_history(viewer))

    def _extended_history(self, viewer: int | None) -> list[Message]:
        """The history as a list, to which only the moves since the last call are added."""
        if viewer != self._history_viewer:
            self._history, self._history_viewer = [], viewer
        for ply in range(len(self._history), len(self.texts)):
            before, move = self.line[ply], self.line[ply + 1].last
            assert move is not None
            known = viewer is None or before.mover == viewer or move_is_visible(before, move, viewer)
            self._history.append(
                {
                    "seat": None if before.is_chance else before.mover,
                    "text": self.texts[ply] if known else None,
                    "told": display_move(before, move) if known else None,
                }
            )
        return self._history


def show_found(kind: str, at: Position, found: SearchResult) -> Message:
    """What a search found, as a message. `value` and `candidates` are for the mover, `shown` for the first seat."""

    def text(move: int) -> str | None:
        return at.write_move(move) if move >= 0 else None

    def told(move: int) -> str | None:
        return display_move(at, move) if move >= 0 else None

    game = at.game
    message: Message = {
        "type": kind,
        "mover": at.mover,
        "range": list(game.facts.utility),
        "move": text(found.move),
        "told": told(found.move),
        "moves": [written for move in found.moves or (found.move,) if (written := text(move)) is not None],
        "value": found.value,
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": found.seconds,
        "exact": found.exact,
        "pv": list(display_line(at, found.pv or (found.move,))),
    }
    if len(found.candidates) > 1:
        message["candidates"] = [
            {"move": text(move), "told": told(move), "value": value} for move, value in found.candidates
        ]
    if found.probabilities:
        message["probabilities"] = {text(move): share for move, share in found.probabilities}
    if found.score is not None and not refuses_alphabeta(game):
        first = found.score if at.mover == 0 else -found.score
        message["shown"] = show_score(game, first)
        message["expected"] = expected_utility(game, first, found.exact)
        for one, (score, line) in zip(message.get("candidates", ()), found.lines, strict=False):
            one["shown"] = show_score(game, score)
            one["line"] = list(display_line(at, line))
    return message


def show_explanation(game: Game, explanation: Any) -> Message:
    """An explanation as a game gives it: features that add up for the first seat, else the outcomes to expect."""
    if hasattr(explanation, "features"):
        features = [
            {"name": one.name, "about": one.about, "balance": one.balance / POINT}
            | ({"sides": [side / POINT for side in one.sides]} if one.sides is not None else {})
            for one in explanation.features
            if one.balance
        ]
        return {"shown": show_score(game, explanation.score), "features": features}
    return {"player": explanation.player, "outcomes": explanation.outcomes, "lines": explanation.lines()}


def checked_ply(ply: Any, line: Sequence[Position]) -> int:
    """The ply of a position that a page named, checked."""
    if not isinstance(ply, int) or isinstance(ply, bool) or not 0 <= ply < len(line):
        raise MossaError(f"the game has positions 0 to {len(line) - 1}")
    return ply
