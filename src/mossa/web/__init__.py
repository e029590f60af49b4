"""The site: every game in the browser, and the lab where a search can be watched. On loopback only.

From the top down; each file imports only from those below it (an import contract checks that):

| file | what is in it |
|---|---|
| `own_game_process` | the process that plays a rules file of a user's own |
| `server` | starting the server |
| `app` | the addresses and their handlers |
| `site` | all boards, what they share, the limits on their number |
| `page_frames` | the pages: what is alike in all of them, written around what each file holds |
| `lab_runs` | the lab's work in worker processes |
| `live` | the lab without a server, in a page that runs Python itself |
| `own_games` | what concerns a rules file of a user's own is forwarded to its process |
| `lab` | traces, payoff tables and queens, step by step |
| `lab_exercises` | exercises on the trees of the lab |
| `lab_trees` | the nodes of a tree for the page, and what each step changes |
| `board` | one game and the pages that watch it |
| `study` | the analysis of a game, by one page |
| `workshop` | sliders for the weights of a game's features, matches of weights, learning watched |
| `puzzle_answers` | puzzles: which there are, and what a person's moves come to |
| `tournaments` | tournaments: some are played at a time and the others wait for their turn; any number of pages watch |
| `followed_line` | the positions of a line that a page names |
| `reading` | what is long to read: pasted games, records, long lines |
| `played_game` | the game on a board, and its messages |
| `search_trees` | the trees of the players' searches, opened node by node |
| `store` | the games in SQLite: stored at every move, found again after a restart |
| `trace_text` | the steps of a trace in the language of the page |
| `catalogue` | the games, players and settings that pages may ask for |
| `clocks` | the clocks of a board |
| `draw_offers` | does an engine accept a draw? |
| `page_work` | the work of an analysis or a workshop: one piece at a time |
| `player_pool` | players between two moves, the threads in which they search, the jobs that boards give them |
| `warming` | engines compiled in the background from the start, the chosen game first |
| `workers` | worker processes for what takes long beside the engines |
| `scene_json` | scenes and moves as JSON: which cells to click for which move |
| `messages` | messages, errors as sentences, background tasks |
| `compile_times` | how long compiling takes on this machine, remembered |
| `preparation` | a player that is being made ready, and who waits for it |
| `turns` | who is served next, and how the time of the event loop is shared out |
| `guard` | which requests are allowed, and how much they may send |
| `deadlines` | what does not end, and where it is |
| `connections` | how many connections there are, and how long one may take |
| `ownership` | the lock of the data folder: one folder, one server |
| `process_memory` | how much memory a process has, and the most that it may take |
| `static` | the pages: plain HTML, ES modules and SVG, nothing fetched from elsewhere |

The protocol of a board's WebSocket is in docs/site.md. `mossa.web.app.make_app` is the ASGI application.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .ownership import Owned
    from .server import start

__all__ = ["Owned", "start"]


def __getattr__(name: str) -> Any:
    """What is asked for when first needed: the lab runs in a browser too, where there is no server."""
    homes = {"Owned": ".ownership", "start": ".server"}
    if name not in homes:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(homes[name], __name__), name)
