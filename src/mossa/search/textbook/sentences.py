"""The events of a trace as English sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .events import Event
from .notes import noted
from .values import show, show_window

if TYPE_CHECKING:
    from .trace import Trace

__all__ = ["sentence"]


def sentence(trace: Trace, event: Event) -> str:
    """An event in words."""
    here = trace.name(event.path)
    value = show(event.value)
    match event.kind:
        case "enter":
            window = "" if event.alpha is None else f" with the window {show_window(event.alpha, event.beta)}"
            return f"enter {here}{window}"
        case "leaf":
            return f"{here} is a leaf worth {value}"
        case "update":
            return f"{here} is worth {value} so far"
        case "value":
            return f"{here} gets the value {value}"
        case "cut":
            names = [trace.name(path)[len(here) + 1 if event.path else 0 :] for path in event.paths]
            are = " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
            return f"at {here}, {are} {'is' if len(names) == 1 else 'are'} cut: {event.reason}"
        case "deal":
            return f"deal: {event.reason}"
        case "select":
            return f"selection: {here}{_bounds_text(event)}"
        case "expand":
            return f"expansion: {here} is a new node"
        case "simulate":
            played = f"a random game from {here}, {event.reason}," if event.reason else f"the game ends at {here}: it"
            return f"simulation: {played} is worth {value}"
        case "ask":
            return f"network: {here} is worth {value}; priors {event.reason}"
        case "halve":
            looks = [
                f"{trace.name(path)} ({show(round(logit, 2))} + {show(round(sigma, 2))})"
                for path, (logit, sigma) in zip(event.paths, event.terms, strict=True)
            ]
            return f"halving: {', '.join(looks)} stay"
        case "backup":
            times = "1 visit" if event.visits == 1 else f"{event.visits:,} visits"
            return f"backpropagation: {here} has the mean {value} of {times}"
        case "list":
            return f"L = ({', '.join(trace.name(path) for path in event.paths)})"
        case "depth":
            return f"an iteration to depth {event.depth} begins"
        case "order":
            tried = ", ".join(trace.spots[path].move for path in event.paths)
            return f"at {here} the moves are tried in the order {tried}: {noted(event.note, 'en')}"
        case "hit":
            bound = {"≥": "at least ", "≤": "at most "}.get(event.reason, "")
            return f"{here} is in the table: {bound}{value}, so it is not searched again"
        case "note":
            return f"{here}: {noted(event.note, 'en')}" if event.path else noted(event.note, "en")
        case _:
            return f"{here} is chosen, worth {value}"


def _bounds_text(event: Event) -> str:
    """What a selection compared, in words."""
    if not event.terms:
        return ", which chance has drawn"
    mean, bonus = event.terms[event.paths.index(event.path)]
    sign, most = ("−", "least") if bonus < 0 else ("+", "greatest")
    found = show(round(mean + bonus, 3))
    return f", since {show(round(mean, 3))} {sign} {show(round(abs(bonus), 3))} = {found} is the {most} bound"
