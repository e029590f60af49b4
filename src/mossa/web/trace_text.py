"""The steps of a trace in the language of the page. The English text is that of the textbook."""

from __future__ import annotations

import re
from typing import Any

from mossa.search.textbook.cursor import Cursor
from mossa.search.textbook.events import Event, Path
from mossa.search.textbook.notes import TABLES, TITLES, noted
from mossa.search.textbook.trace import Trace
from mossa.search.textbook.values import show, show_window

__all__ = ["LANGUAGES", "captions", "known_language", "node_name", "reason_text", "step_text"]

LANGUAGES = ("en", "it")
MOST_ROWS = 40
"""Rows of a table beside the tree: the last ones."""


def known_language(language: str) -> str:
    """A language that a page asked for, if the sentences are in it; else English."""
    return language if language in LANGUAGES else "en"


def step_text(trace: Trace, event: Event | None, language: str) -> str:
    """An event as a sentence."""
    if trace.algorithm == "backtracking" and event is not None:
        return _queens(event, language)
    if language != "it":
        return trace.sentence(event) if event else "The search has not begun."
    if event is None:
        return "La ricerca non è ancora cominciata."
    here, value = node_name(trace, event.path, language), show(event.value)
    window = "" if event.alpha is None else f" con la finestra {show_window(event.alpha, event.beta, '; ')}"
    match event.kind:
        case "enter":
            return f"si entra in {here}{window}"
        case "leaf":
            return f"{here} è una foglia che vale {value}"
        case "update":
            return f"{here} vale {value} finora"
        case "value":
            return f"{here} riceve il valore {value}"
        case "cut":
            names = [trace.spots[path].move for path in event.paths]
            all_names = " e ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
            verb = "si taglia" if len(names) == 1 else "si tagliano"
            return f"in {here} {verb} {all_names}: {_reason(event.reason)}"
        case "deal":
            return f"distribuzione: {event.reason}"
        case "select":
            return f"selezione: {here}{_bounds(event)}"
        case "expand":
            return f"espansione: {here} è un nodo nuovo"
        case "ask":
            return f"rete: {here} vale {value}; probabilità a priori {event.reason}"
        case "halve":
            looks = [
                f"{trace.name(path)} ({show(round(logit, 2))} + {show(round(sigma, 2))})"
                for path, (logit, sigma) in zip(event.paths, event.terms, strict=True)
            ]
            return f"dimezzamento: restano {', '.join(looks)}"
        case "simulate":
            if not event.reason:
                return f"simulazione: in {here} la partita è finita e vale {value}"
            return f"simulazione: una partita a caso da {here}, {event.reason}, vale {value}"
        case "backup":
            visits = "1 visita" if event.visits == 1 else f"{event.visits} visite"
            return f"retropropagazione: {here} ha la media {value} di {visits}"
        case "list":
            return f"L = ({', '.join(node_name(trace, path, language) for path in event.paths)})"
        case "depth":
            return f"comincia un'iterazione a profondità {event.depth}"
        case "order":
            tried = ", ".join(trace.spots[path].move for path in event.paths)
            return f"in {here} le mosse si provano nell'ordine {tried}: {noted(event.note, 'it')}"
        case "hit":
            bound = {"≥": "almeno ", "≤": "al più "}.get(event.reason, "")
            return f"{here} è nella tabella: {bound}{value}, perciò non si cerca di nuovo"
        case "note":
            return f"{here}: {noted(event.note, 'it')}" if event.path else noted(event.note, "it")
        case _:
            return f"si sceglie {here}, che vale {value}"


def _bounds(event: Event) -> str:
    """What a selection compared, in Italian."""
    if not event.terms:
        return ", estratto dal caso"
    mean, bonus = event.terms[event.paths.index(event.path)]
    sign, most = ("−", "minimo") if bonus < 0 else ("+", "massimo")
    found = show(round(mean + bonus, 3))
    return f", perché {show(round(mean, 3))} {sign} {show(round(abs(bonus), 3))} = {found} è il limite {most}"


def captions(trace: Trace, step: int, language: str) -> list[str]:
    """The lines below a drawing."""
    event = trace.events[step - 1] if step else None
    word = "passo {} di {}: {}" if language == "it" else "step {} of {}: {}"
    lines = [word.format(step, len(trace.events), step_text(trace, event, language))]
    if step == len(trace.events):
        counts = (f"{trace.nodes:,}", f"{trace.leaves:,}", f"{trace.cuts:,}", f"{trace.held:,}")
        word = (
            "{}: valore {}; nodi {}, foglie {}, tagli {}, al più {} in memoria"
            if language == "it"
            else "{}: value {}; nodes {}, leaves {}, cuts {}, at most {} held"
        )
        lines.append(word.format(trace.algorithm, show(trace.value), *counts))
    return lines


def side_tables(cursor: Cursor, language: str) -> list[dict[str, Any]]:
    """The tables beside the tree, the last rows of each; the one that the last step wrote is named."""
    at = LANGUAGES.index(language)
    row = cursor.event.row if cursor.event is not None else ()
    return [
        {
            "name": name,
            "title": TITLES[name][at],
            "columns": TABLES[name][at],
            "rows": [[key, *cells] for key, cells in rows.items()][-MOST_ROWS:],
            "more": max(0, len(rows) - MOST_ROWS),
            "new": row[1] if row[:1] == (name,) else "",
        }
        for name, rows in cursor.tables.items()
        if rows
    ]


def node_name(trace: Trace, path: Path, language: str) -> str:
    """The name of a node: the moves that lead to it."""
    return trace.name(path) if path or language != "it" else "radice"


def _queens(event: Event, language: str) -> str:
    """A step of backtracking: a path is the rows of the queens, from the left."""
    italian = language == "it"
    if event.kind == "leaf":
        return "una soluzione" if italian else "a solution"
    column, row = (len(event.paths[0]), event.paths[0][-1] + 1) if event.paths else (len(event.path), 0)
    if event.kind == "cut":
        refused = f"colonna {column}, riga {row}" if italian else f"column {column}, row {row}"
        return f"{refused}: {_reason(event.reason) if italian else event.reason}"
    if not event.path:
        return "la scacchiera è vuota" if italian else "the board is empty"
    row = event.path[-1] + 1
    return f"una regina nella colonna {column}, riga {row}" if italian else f"a queen in column {column}, row {row}"


REASONS = (
    (r"(MAX|MIN) has (\S+) at (.+) already, and (.+)", r"\1 ha già \2 in \3, e \4"),
    (r"only (more|less) than (\S+) would matter, and (.+)", r"conterebbe solo \1 di \2, e \3"),
    (r"here it is (\S+) or (more|less)", r"qui vale \1 o \2"),
    (r"nothing here is better", "qui non c'è nulla di meglio"),
    (
        r"the window of the next outcome would be \[(.+), (.+)\], and it is worth from (\S+) to (\S+)",
        r"la finestra del prossimo esito sarebbe [\1; \2], e il suo valore va da \3 a \4",
    ),
    (r"(p\d+) has (\S+) above already, and here he gets (\S+) at most", r"\1 ha già \2 sopra, e qui ottiene al più \3"),
    (r"the queen in column (\d+) attacks it", r"la regina nella colonna \1 la attacca"),
    (
        r"they look worth (\S+) or (less|more), and only (\d+) are searched",
        r"paiono valere \1 o \2, e se ne cercano solo \3",
    ),
    (r"\bthe root\b", "radice"),
    (r"\bmore\b", "più"),
    (r"\bless\b", "meno"),
)
"""The textbook's reasons for a cut, in Italian; the substitutions are applied one after another."""


def reason_text(reason: str, language: str) -> str:
    """Why something was cut."""
    return _reason(reason) if language == "it" else reason


def _reason(reason: str) -> str:
    for english, italian in REASONS:
        reason = re.sub(english, italian, reason)
    return reason
