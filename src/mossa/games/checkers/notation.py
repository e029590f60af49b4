"""Squares are numbered 1 to 32 from Black's side; moves are written `11-15`, captures `15x22`, `15x22x31`.

A capture is written with every square it touches, and read in any shorter form that names only one (`15x31`); `-`
and `x` are read alike. A position is a FEN: side to move, then the pieces of each side, kings with K:
`B:W18,24,K31:B12,K10`; `:H12` is added when 12 moves have passed without a capture or a move of a man.
"""

import re

from mossa import MossaError, highest_bit, u64

from .rules import BOARD, DRAW_AFTER, LEAPS, NEXT, STEP_LIMIT, State, moves, play, reverse, start

COLOURS = "BW"
MOST = 12
FORM = "a position is written like B:W18,24,K31:B12,K10 (side to move, then White's and Black's squares)"


def path_of(move: int) -> list[int]:
    """The squares a move touches, first to last, as bits of the mover's board."""
    at = move & 31
    if move < STEP_LIMIT:
        return [at, highest_bit(NEXT[4 * at + (move >> 5)])]
    squares, path = [at], move >> 5
    for left in range(highest_bit(path) - 2, -1, -2):
        at += LEAPS[path >> left & 3]
        squares.append(at)
    return squares


def number(square: int, turn: int) -> int:
    """The number that players give to a bit of the mover's board, and back again (less one)."""
    return 32 - square if turn else square + 1


def write_move(state: State, move: int) -> str:
    squares = [str(number(square, state.turn)) for square in path_of(move)]
    return ("-" if move < STEP_LIMIT else "x").join(squares)


def read_move(state: State, text: str) -> int:
    if not re.fullmatch(r"\d{1,2}([-x:×]\d{1,2})+", text.lower()):
        raise MossaError(f"a move is written like 11-15 or 15x22x31, not {text!r}")
    named = [int(word) for word in re.findall(r"\d+", text)]
    found: dict[State, int] = {}  # resulting state → move: ways that capture the same pieces count once
    for move in moves(state):
        squares = [number(square, state.turn) for square in path_of(move)]
        if squares == named:
            return move
        if squares[0] == named[0] and squares[-1] == named[-1] and _within(named[1:-1], squares[1:-1]):
            found.setdefault(play(state, move), move)
    if len(found) > 1:
        ways = " or ".join(write_move(state, move) for move in found.values())
        raise MossaError(f"{text} can be played in several ways here: write {ways}")
    return next(iter(found.values()), -1)


def _within(some: list[int], path: list[int]) -> bool:
    """Do these squares come along the path, in this order?"""
    rest = iter(path)
    return all(square in rest for square in some)


def by_colour(state: State) -> tuple[tuple[int, int], tuple[int, int]]:
    """Men and kings of Black, then of White, as sets of squares numbered from 0."""
    pieces, kings = (reverse(state.pieces), reverse(state.kings)) if state.turn else (state.pieces, state.kings)
    men = pieces & ~kings
    return (int(men & BOARD), int(kings & BOARD)), (int(men >> 32), int(kings >> 32))


def write_position(state: State) -> str:
    sides = []
    for colour, (men, kings) in zip("BW", by_colour(state), strict=True):
        squares = [f"{s + 1}" for s in range(32) if men >> s & 1] + [f"K{s + 1}" for s in range(32) if kings >> s & 1]
        sides.append(colour + ",".join(squares))
    quiet = f":H{state.quiet}" if state.quiet else ""
    return f"{COLOURS[state.turn]}:{sides[1]}:{sides[0]}{quiet}"


def read_position(text: str) -> State:
    if text.lower() == "start":
        return start()
    fields = re.sub(r"\s|\.+$", "", text.strip('" ')).upper().split(":")
    if len(fields) < 3 or fields[0] not in ("B", "W") or {field[:1] for field in fields[1:3]} != {"B", "W"}:
        raise MossaError(f"{FORM}, not {text!r}")
    sides = {field[0]: _read_side(field, text) for field in fields[1:3]}
    quiet = 0
    for field in fields[3:]:
        if re.fullmatch(r"F\d+", field):
            continue  # the number of the move, which some programs add
        if not re.fullmatch(r"H\d{1,4}", field) or int(field[1:]) > DRAW_AFTER:
            raise MossaError(f"{text!r} ends with {field!r}: only H and the number of quiet moves may follow")
        quiet = int(field[1:])
    (black_men, black_kings), (white_men, white_kings) = sides["B"], sides["W"]
    black, white = black_men | black_kings, white_men | white_kings
    if both := black & white:
        raise MossaError(f"{text!r} has pieces of both sides on square {highest_bit(both) + 1}")
    if black_men >> 28:
        raise MossaError(f"{text!r} has a black man on square {highest_bit(black_men) + 1}: there it is a king")
    if white_men & 0xF:
        raise MossaError(f"{text!r} has a white man on square {highest_bit(white_men & 0xF) + 1}: there it is a king")
    pieces, kings = u64(black | white << 32), u64(black_kings | white_kings << 32)
    if fields[0] == "B":
        return State(pieces, kings, 0, quiet)
    return State(reverse(pieces), reverse(kings), 1, quiet)


def _read_side(field: str, text: str) -> tuple[int, int]:
    """The men and kings that a field like `W18,24,K31` or `W1-12` lists."""
    men = kings = 0
    name = {"B": "Black", "W": "White"}[field[0]]
    for item in filter(None, field[1:].split(",")):
        found = re.fullmatch(r"(K?)(\d{1,2})(?:-(\d{1,2}))?", item)
        first, last = (int(found[2]), int(found[3] or found[2])) if found else (0, 0)
        if found is None or not 1 <= first <= last <= 32:
            raise MossaError(f"{text!r} lists {item!r} for {name}: squares are 1 to 32, kings K1 to K32")
        squares = (1 << last) - (1 << first - 1)
        if squares & (men | kings):
            raise MossaError(f"{text!r} lists square {item.lstrip('K')} twice for {name}")
        men, kings = (men, kings | squares) if found[1] else (men | squares, kings)
    if (men | kings).bit_count() > MOST:
        raise MossaError(f"{text!r} has {(men | kings).bit_count()} pieces for {name}: a side has at most {MOST}")
    return men, kings
