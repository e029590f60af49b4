"""The site: every game in the browser, and the lab where a search can be watched. On loopback only.

| file | what is in it |
|---|---|
| `scene_json` | scenes and moves as JSON: which cells to click for which move |
| `catalogue` | the games, players and settings that the pages may ask for |
| `store` | the games in SQLite: written at every move, found again after a restart |
| `pool` | players between two moves, within a memory budget |
| `search_trees` | the trees of the players' searches, opened node by node |
| `board` | one game and the pages that watch it |
| `tournaments` | tournaments: one is played at a time, any number of pages watch |
| `clocks` | the clocks of a board |
| `study` | a game looked at afterwards, by one page |
| `site` | all boards, the threads that think, the limits |
| `lab` | traces, payoff tables and queens, step by step |
| `trace_text` | the steps of a trace in the language of the page |
| `guard` | who may ask: this machine's own pages; how much they may send |
| `app` | the addresses |
| `server` | the server itself |
| `static` | the pages: plain HTML, ES modules and SVG, nothing fetched from elsewhere |

The protocol of a board's WebSocket is in docs/site.md. `mossa.web.app.make_app` is the ASGI application.
"""

from .server import start

__all__ = ["start"]
