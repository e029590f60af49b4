"""What the terminal, `mossa best` and the site show a player of a position. `mossa check` tests that it hides secrets.

Nothing shown may depend on what the player cannot see. Searches are not run here: they start from states that `redeal`
draws, which has a test of its own. But the text that is written about the result of a search is tested, with a made-up
result (`finding`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mossa.core.position import Position
from mossa.core.secrets_check import View
from mossa.play.advice import Advice
from mossa.search.common.results import SearchResult

__all__ = ["views"]


def views() -> Mapping[str, View]:
    """The views, by name; those of the site only where it is installed."""
    from .play import has_site

    found: dict[str, View] = {"terminal": terminal, "answer of best": best_answer, "JSON of best": best_data}
    return (
        {**found, "page": page, "hint of the page": page_hint, "past on the page": page_past} if has_site() else found
    )


def terminal(at: Position, viewer: int) -> Any:
    """What `mossa play` told of the last move, and the board."""
    from mossa.play.record import opening_of

    from .terminal import move_line

    before, told = at.parent, ""
    if before is not None and at.last is not None and before.mover != viewer:
        told = move_line(before, at.last, "somebody", [viewer])
    return "\n".join([told, at.scene(viewer).text(), opening_of(at)])


def finding(at: Position, viewer: int) -> SearchResult | None:
    """A made-up search result for the mover, if he is the viewer: the same in all states that he cannot tell apart."""
    if at.is_over or at.mover != viewer:
        return None
    first, last = at.legal[0], at.legal[-1]
    return SearchResult(first, 0.5, (first, last), pv=(first, last, first), candidates=((first, 0.5), (last, 0.25)))


def best_answer(at: Position, viewer: int) -> Any:
    """What `mossa best` prints."""
    from rich.console import Console

    from .display import show_advice

    found = finding(at, viewer)
    if found is None:
        return ""
    console = Console(width=120, highlight=False)
    with console.capture() as text:
        show_advice(console, Advice(at, found, "player"))
    return text.get()


def best_data(at: Position, viewer: int) -> Any:
    """What `mossa best --json` prints."""
    found = finding(at, viewer)
    return None if found is None else Advice(at, found, "player").as_dict()


def _played(at: Position, viewer: int) -> Any:
    """The game on a board of the site whose only person is the viewer."""
    from mossa.play.record import GameRecord
    from mossa.web.played_game import PlayedGame

    line, specs = at.line, ["random"] * at.game.facts.players
    specs[viewer] = "human"
    begun = None if line[0].state == at.game.rules.start() else line[0].text
    record = GameRecord(at.game.name, tuple(specs), at.history, begun)
    return PlayedGame(at.game, record, line)


def page(at: Position, viewer: int) -> Any:
    """The message with which a page is drawn."""
    return _played(at, viewer).show_state()


def page_past(at: Position, viewer: int) -> Any:
    """The message that shows the position before the last move."""
    return _played(at, viewer).show_past(max(0, len(at.line) - 2))


def page_hint(at: Position, viewer: int) -> Any:
    """The message of a hint."""
    from mossa.web.played_game import show_found

    found = finding(at, viewer)
    return None if found is None else show_found("hint", at, found)
