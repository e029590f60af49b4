"""Game records: .mat files (Jellyfish), which every program reads, and SGF as GNU Backgammon writes it.

Both formats list actions (`Action`), not positions; `replayed` turns them into moves under the parameters of this game.
A match of the same length becomes one line of play, game after game. In games for points each game is a line of its
own; without the cube, cube actions are skipped. A resigned game simply ends. In SGF a beaver is a double that answers a
double. In a .mat file the take of a beaver is not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from mossa import MossaError
from mossa.core.game_file import GameFile
from mossa.core.numbers import whole_number

from .notation import read_dice, read_play, steps, write_point
from .rules import (
    BAR,
    BEAVER,
    BEAVERED,
    BEAVERS,
    CRAWFORD,
    CUBE,
    DECIDE,
    DOUBLE,
    DROP,
    MATCH,
    OFFERED,
    OPENING,
    OVER,
    PLAY,
    ROLL,
    ROLL_DICE,
    TAKE,
    State,
    moves,
    play,
    start,
)

__all__ = ["SUFFIX", "Action", "RecordedGame", "read_games", "read_mat", "read_sgf", "write_game", "write_mat"]

SUFFIX = "sgf"
UNNAMED = ("White", "Black")
"""Names of unknown players."""
HALF = 25
"""In a .mat line with a single action: from this column on it belongs to the second player."""


ANSWERS = {"double": DOUBLE, "beaver": BEAVER, "take": TAKE, "drop": DROP}
"""Cube actions → moves."""


class Action(NamedTuple):
    """What a player did."""

    player: int
    what: str
    """`double`, `beaver`, `take`, `drop`, or the move of checkers (nothing where none was possible)."""
    dice: str = ""


@dataclass(frozen=True)
class RecordedGame:
    """One game of a file."""

    actions: tuple[Action, ...]
    length: int = 0
    """Points that win the match; 0: for points."""
    score: tuple[int, int] = (0, 0)
    names: tuple[str, str] = UNNAMED
    crawford: bool = False
    """The file says that this is the Crawford game."""
    tags: Mapping[str, str] = field(default_factory=dict)


# .mat

LENGTH = re.compile(r"^\s*(\d+) point match", re.MULTILINE)
GAME = re.compile(r"^\s*Game (\d+)\s*$", re.MULTILINE)
NAMES = re.compile(r"^\s*(.*?) : (\d+) {2,}(.*?) : (\d+)\s*$")
ROW = re.compile(r"^\s*\d+\)")
ACTION = re.compile(
    r"(?P<dice>\d+):(?P<move>(?:\s+(?:bar|off|\d+)\S*/\S+|\s+Cannot [Mm]ove|\s+\?+)*)"
    r"|(?P<double>Doubles(?:\s*=>\s*\d+)?)|(?P<beaver>Beavers(?:\s*=>\s*\d+)?)|(?P<take>Takes)|(?P<drop>Drops)",
    re.IGNORECASE,
)


def read_mat(text: str) -> list[RecordedGame]:
    """The games of a .mat file."""
    found = LENGTH.search(text)
    heads = list(GAME.finditer(text))
    if found is None or not heads:
        raise MossaError("a .mat file says `7 point match` and `Game 1` before its moves; this text does not")
    length = whole_number(found[1])
    if length < 0:
        raise MossaError(f"a match is not to {found[1][:40]} points")
    tags = dict(re.findall(r'^; \[(\w+) "(.*)"\]', text, re.MULTILINE))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    return [_read_mat_game(text[head.end() : end], length, tags) for head, end in zip(heads, ends, strict=True)]


def _read_mat_game(text: str, length: int, tags: Mapping[str, str]) -> RecordedGame:
    names, score = UNNAMED, (0, 0)
    actions: list[Action] = []
    for line in text.splitlines():
        if (head := NAMES.match(line)) and not actions:
            names, score = (head[1].strip(), head[3].strip()), (whole_number(head[2]), whole_number(head[4]))
        elif ROW.match(line):
            found = list(ACTION.finditer(line))
            for i, action in enumerate(found):
                player = i if len(found) > 1 else int(action.start() > HALF) if not actions else 1 - actions[-1].player
                what = next((word for word in ANSWERS if action[word]), "")
                actions.append(Action(player, what or _checkers(action["move"] or ""), action["dice"] or ""))
    return RecordedGame(tuple(actions), length, score, names, tags=tags)


def _checkers(text: str) -> str:
    """A move of checkers, or nothing."""
    return " ".join(text.split()) if "/" in text else ""


# SGF

PROPERTY = re.compile(r"([A-Za-z]+)((?:\s*\[(?:\\.|[^\]\\])*\])+)")
VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]")
SGF_BAR, SGF_OFF = "y", "z"


def read_sgf(text: str) -> list[RecordedGame]:
    """The games of an SGF file: the main line of each."""
    records = []
    for nodes in _sgf_games(text):
        root = nodes[0]
        if root.get("GM", ["6"])[0] != "6":
            raise MossaError(f"the SGF file holds a game of kind {root['GM'][0]}; backgammon is GM[6]")
        match = dict(value.split(":", 1) for value in root.get("MI", []) if ":" in value)
        actions = [
            _sgf_action("WB".index(colour), node[colour][0])
            for node in nodes
            for colour in ("W", "B")
            if colour in node
        ]
        if "GM" not in root and not actions:
            continue
        records.append(
            RecordedGame(
                tuple(actions),
                _whole(match.get("length", "0")),
                (_whole(match.get("ws", "0")), _whole(match.get("bs", "0"))),
                (root.get("PW", ["White"])[0], root.get("PB", ["Black"])[0]),
                "CrawfordGame" in root.get("RU", [""])[0],
                {
                    name: root[key][0]
                    for name, key in (("Date", "DT"), ("Event", "EV"), ("Result", "RE"))
                    if key in root
                },
            )
        )
    if not records:
        raise MossaError("an SGF file begins with (; and this text has no game like that")
    return records


def _whole(text: str) -> int:
    number = whole_number(text.strip())
    if number < 0:
        raise MossaError(f"the SGF file has {text!r} where points should be")
    return number


def _sgf_games(text: str) -> Iterator[list[dict[str, list[str]]]]:
    """The nodes of the main line of each game: of several ways to go on, the first."""
    nodes: list[dict[str, list[str]]] = []
    depth, skipping, at = 0, 0, 0
    while at < len(text):
        letter = text[at]
        found = PROPERTY.match(text, at)
        if found and nodes:
            if not skipping:
                nodes[-1].setdefault(found[1], [re.sub(r"\\(.)", r"\1", v) for v in VALUE.findall(found[2])])
            at = found.end()
            continue
        if letter == "(":
            depth += 1
            skipping += bool(skipping)
        elif letter == ")":
            depth -= 1
            skipping = skipping - 1 if skipping > 1 else 1 if depth > 0 else 0
            if depth == 0 and nodes:
                yield nodes
                nodes = []
        elif letter == ";" and depth > 0 and not skipping:
            nodes.append({})
        at += 1
    if nodes:
        raise MossaError("the SGF file ends in the middle of a game: a ) is missing")


def _sgf_action(player: int, text: str) -> Action:
    text = text.strip()
    if text.lower() in ("double", "take", "drop"):
        return Action(player, text.lower())
    if not re.fullmatch(r"[1-6]{2}([a-z]{2}){0,4}", text):
        raise MossaError(f"a move in an SGF file is dice and pairs of points, like 31hefe, not {text!r}")
    letters = [_sgf_point(letter, player) for letter in text[2:]]
    ways = [f"{letters[i]}/{letters[i + 1]}" for i in range(0, len(letters), 2)]
    return Action(player, " ".join(ways), text[:2])


def _sgf_point(letter: str, player: int) -> str:
    """The point that a letter names, as the player counts: White's 1 is a, Black's is x."""
    if letter in (SGF_BAR, SGF_OFF):
        return "bar" if letter == SGF_BAR else "off"
    place = ord(letter) - ord("a")
    return str(place + 1 if player == 0 else 24 - place)


def _sgf_letter(point: int, player: int) -> str:
    if point in (0, BAR):
        return SGF_OFF if point == 0 else SGF_BAR
    return chr(ord("a") + (point - 1 if player == 0 else 24 - point))


# From actions to moves, and back.


def read_games(text: str) -> tuple[list[GameFile], list[str]]:
    """The lines of play of a .mat or SGF text, and a sentence about each game that breaks off."""
    records = read_sgf(text) if text.lstrip().startswith("(") else read_mat(text)
    length = records[0].length
    if MATCH and length != MATCH:
        what = f"a match to {length} points" if length else "games for points"
        raise MossaError(f"the file is of {what}, not of a match to {MATCH}")
    lines: list[GameFile] = []
    skipped = []
    for number, record in enumerate(records, 1):
        first, before = _begin(record), lines[-1] if lines else None
        game = GameFile(first, (), record.names, tags=record.tags)
        if MATCH and before is not None and before.states(play)[-1] == first:
            game = replace(before, players=record.names, tags=record.tags)
            lines.pop()
        made, fault = replayed(record, game.states(play)[-1])
        lines.append(replace(game, moves=(*game.moves, *made)))
        if fault:
            skipped.append(f"game {number}: {fault}")
    if length and not MATCH:
        skipped.append(
            f"the games of a match to {length} points, each for itself: backgammon:match={length} is the match"
        )
    return lines, skipped


def _begin(record: RecordedGame) -> State:
    """The state before the first throw of a game."""
    if not MATCH:
        return start()
    if max(record.score) >= MATCH:
        raise MossaError(f"a game begins at {record.score[0]}-{record.score[1]}, which ends a match to {MATCH} points")
    one_away = max(record.score) == MATCH - 1
    crawford = 2
    if CRAWFORD:
        crawford = 0 if not one_away else 1 if record.crawford or min(record.score) < MATCH - 1 else 2
    return start()._replace(points=record.score, crawford=crawford)


def replayed(record: RecordedGame, state: State) -> tuple[list[int], str]:
    """The moves of a game from its first state, and the fault of the first action that is impossible, if any."""
    made: list[int] = []
    for number, action in enumerate(record.actions, 1):
        if not CUBE and action.what in ANSWERS:
            continue
        try:
            for move in _moves_of(action, state):
                made.append(move)
                state = play(state, move)
        except MossaError as error:
            names = dict(enumerate(record.names))
            return made, f"action {number} of {names.get(action.player, f'player {action.player + 1}')}: {error}"
    return made, ""


def _moves_of(action: Action, state: State) -> list[int]:
    """An action as moves of the game: not doubling, the throw, and the move of checkers."""
    if action.what in ANSWERS:
        return [_answer(action, state)]
    made, dice = [], read_dice(action.dice)
    if state.stage in (DECIDE, BEAVERED):
        made.append(ROLL_DICE if state.stage == DECIDE else TAKE)
        state = play(state, made[0])
    if state.stage == OPENING:
        large, small = sorted(action.dice, reverse=True)
        made.append(read_dice(large + small if action.player == 0 else small + large, opening=True))
    elif state.stage == ROLL:
        made.append(dice)
    else:
        raise MossaError(f"dice cannot be thrown {'after the end' if state.stage == OVER else 'now'}")
    state = play(state, made[-1])
    if state.turn != action.player:
        raise MossaError("it is not his turn")
    move = read_play(state, action.what) if action.what else 0
    if move not in set(moves(state)):
        raise MossaError(f"{action.what or 'no move'!r} cannot be played with {action.dice}")
    return [*made, move]


def _answer(action: Action, state: State) -> int:
    """A cube action as a move."""
    offered = state.stage == OFFERED
    what = "beaver" if offered and action.what == "double" else action.what
    stages = {"double": (DECIDE,), "beaver": (OFFERED,)}.get(what, (OFFERED, BEAVERED))
    if state.stage not in stages or action.player != (1 - state.turn if offered else state.turn):
        raise MossaError(f"he cannot {what} here")
    if ANSWERS[what] not in set(moves(state)):
        raise MossaError(f"he cannot {what} here" if BEAVERS else "a beaver, which needs backgammon:cube=1,beavers=1")
    return ANSWERS[what]


def actions_of(written: GameFile) -> Iterator[list[tuple[int, State, Action]]]:
    """The actions of each game of a line of play: (number of the move, state before it, action)."""
    game: list[tuple[int, State, Action]] = []
    if written.first.stage != OPENING:
        raise MossaError("a file of backgammon games begins with the first throw of a game, not with this position")
    for number, (state, move) in enumerate(zip(written.states(play), written.moves, strict=False), 1):
        if state.stage == OPENING and game:
            yield game
            game = []
        if state.stage == PLAY:
            ways = " ".join(f"{write_point(a)}/{write_point(b)}{'*' * hit}" for a, b, hit in steps(state, move))
            game.append((number, state, Action(state.turn, ways, f"{state.dice >> 3}{state.dice & 7}")))
        elif state.stage == DECIDE and move == DOUBLE:
            game.append((number, state, Action(state.turn, "double")))
        elif state.stage in (OFFERED, BEAVERED):
            player = 1 - state.turn if state.stage == OFFERED else state.turn
            game.append((number, state, Action(player, {DROP: "drop", TAKE: "take", BEAVER: "beaver"}[move])))
    yield game


def write_mat(written: GameFile) -> str:
    """A line of play as a .mat file."""
    rows = [f" {MATCH} point match", ""]
    states, players = written.states(play), written.players or UNNAMED
    for number, game in enumerate(actions_of(written), 1):
        if not game:
            continue
        last, first = states[game[-1][0]], game[0][1]
        rows += [f" Game {number}", f" {f'{players[0]} : {first.points[0]}':<31}{players[1]} : {first.points[1]}"]
        cells: list[str] = []
        for _, state, action in game:
            if state.stage == BEAVERED and action.what == "take":
                continue
            if len(cells) % 2 != action.player:
                cells.append("")
            said = {
                "double": f" Doubles => {2 * state.cube}",
                "beaver": f" Beavers => {4 * state.cube}",
                "take": " Takes",
                "drop": " Drops",
            }
            checkers = action.what.replace("bar", "25").replace("off", "0")
            cells.append(said.get(action.what) or f"{action.dice}: {checkers}")
        for i in range(0, len(cells), 2):
            rows.append(f"{i // 2 + 1:3}) {cells[i]:<27} {cells[i + 1] if i + 1 < len(cells) else ''}".rstrip())
        won = max(after - before for after, before in zip(last.points, first.points, strict=True))
        if won:
            match = " and the match" if MATCH and last.stage == OVER else ""
            place = 6 if last.points[0] > first.points[0] else 34
            rows.append(f"{'':{place}}Wins {won} point{'s' * (won > 1)}{match}")
        rows.append("")
    return "\n".join(rows)


def write_game(written: GameFile) -> str:
    """A line of play as SGF, a tree for each game."""
    texts, players = [], written.players or UNNAMED
    for number, game in enumerate(actions_of(written)):
        first = game[0][1] if game else written.first
        rules = "Crawford:CrawfordGame" if first.crawford == 1 else "Crawford" if MATCH and CRAWFORD else ""
        score = f"[length:{MATCH}][game:{number}][ws:{first.points[0]}][bs:{first.points[1]}]"
        head = f"(;FF[4]GM[6]CA[UTF-8]AP[mossa]MI{score}PW[{_escaped(players[0])}]PB[{_escaped(players[1])}]"
        head += f"RU[{rules}]" if rules else ""
        known = {key: written.tags.get(name) for name, key in (("Date", "DT"), ("Event", "EV"))}
        head += "".join(f"{key}[{_escaped(text)}]" for key, text in known.items() if text)
        rows = [head]
        for place, state, action in game:
            text = "double" if action.what == "beaver" else action.what
            if action.dice:
                points = [p for a, b, _ in steps(state, written.moves[place - 1]) for p in (a, b)]
                text = action.dice + "".join(_sgf_letter(point, action.player) for point in points)
            said = written.remark(place)
            rows.append(f";{'WB'[action.player]}[{text}]" + (f"C[{_escaped(said)}]" if said else ""))
        texts.append("\n".join(rows) + ")\n")
    return "".join(texts)


def _escaped(text: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", text)
