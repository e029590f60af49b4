"""The features of chess's evaluation once more, square by square with python-chess: the twin of the bit boards.

`features(board, side)` tells which weights count how often for a side, as `mossa.games.chess.explain.counts` does. The
board is turned so that the side plays White.
"""

from collections import Counter

import chess

from mossa.games.chess import king_features as kings
from mossa.games.chess import piece_features as camp

KINDS = ("pawn", "knight", "bishop", "rook", "queen", "king")


def steps(one, other):
    return chess.square_distance(one, other)


class Side:
    """White, on a board where White is the side in question, and what it hits."""

    def __init__(self, board, colour):
        self.board, self.colour = board, colour
        self.king = board.king(colour)
        self.pawns = set(board.pieces(chess.PAWN, colour))
        self.all = {square for square in chess.SQUARES if board.color_at(square) == colour}
        self.attacks = Counter(s for place in self.all for s in board.attacks(place))
        self.by = {
            kind: {s for place in board.pieces(kind, colour) for s in board.attacks(place)}
            for kind in chess.PIECE_TYPES
        }

    def of(self, kind):
        return list(self.board.pieces(kind, self.colour))

    def twice(self, square):
        return self.attacks[square] >= 2


def features(board, side):
    """Group and number of a weight → how often it counts for a side (0 is White)."""
    white_to_move = board.turn == (side == 0)
    board = board.mirror() if side else board.copy(stack=False)
    ours, theirs = Side(board, chess.WHITE), Side(board, chess.BLACK)
    found = Counter()
    for part in (pieces, together, structure, passed, shelter, attack, threats):
        part(board, ours, theirs, white_to_move, found)
    found["tempo", 0] += white_to_move
    return {name: count for name, count in found.items() if count}


def pieces(board, ours, theirs, white_to_move, found):
    mirrored = chess.square_file(ours.king) < 4
    for square in ours.all:
        kind = board.piece_type_at(square)
        file, rank = chess.square_file(square), chess.square_rank(square)
        seen = 7 - file if mirrored else file
        if kind == chess.KING:
            found["squares", 5 * 64 + rank * 4 + seen - 4] += 1
            continue
        found["material", kind - 1] += 1
        found["squares", 64 * (kind - 1) + 8 * rank + seen] += 1
        if kind == chess.PAWN:
            continue
        barred = ours.pawns | {ours.king} | theirs.by[chess.PAWN]
        free = len([s for s in board.attacks(square) if s not in barred])
        found[f"mobility_{KINDS[kind - 1]}", free] += 1
        if kind in (chess.KNIGHT, chess.BISHOP):
            ahead = square + 8
            found["minor_covered", 0] += ahead < 64 and board.piece_type_at(ahead) == chess.PAWN
        if kind == chess.KNIGHT:
            officers = theirs.all - theirs.pawns
            found["knight_near", 0] += min(4, len([s for s in officers if steps(s, square) <= 2]))
            found["knight_kings", 0] += steps(square, ours.king) + steps(square, theirs.king)
            found["knight_safe", 0] += is_safe(square, theirs)
            found["outpost", 0] += is_safe(square, theirs) and square in ours.by[chess.PAWN]
        if kind == chess.BISHOP:
            found["outpost", 1] += is_safe(square, theirs) and square in ours.by[chess.PAWN]
            found["bishop_pawns", 0] += len([p for p in ours.pawns if (p ^ p >> 3 ^ square ^ square >> 3) & 1 == 0])
        if kind == chess.ROOK:
            own, other = ({p for p in one.pawns if chess.square_file(p) == file} for one in (ours, theirs))
            found["rook_open", 0] += not own and not other
            found["rook_half_open", 0] += not own and bool(other)
            king_file = chess.square_file(ours.king)
            beyond = file > king_file if king_file >= 4 else file < king_file
            found["rook_shut_in", 0] += bool(own) and free <= 3 and beyond
            useful = chess.square_rank(theirs.king) == 7 or any(chess.square_rank(p) == 6 for p in theirs.pawns)
            found["rook_seventh", 0] += rank == 6 and useful


def is_safe(square, theirs):
    """A square on the ranks 4 to 6 that no enemy pawn hits now or later."""
    return 3 <= chess.square_rank(square) <= 5 and not any(
        abs(chess.square_file(p) - chess.square_file(square)) == 1 and chess.square_rank(p) > chess.square_rank(square)
        for p in theirs.pawns
    )


def together(board, ours, theirs, white_to_move, found):
    bishops = ours.of(chess.BISHOP)
    pair = len({(s ^ s >> 3) & 1 for s in bishops}) == 2
    found["bishop_pair", 0] += pair
    found["pair_pawns", 0] += pair * len(ours.pawns)
    found["knight_pawns", 0] += len(ours.of(chess.KNIGHT)) * len(ours.pawns)
    found["rook_pawns", 0] += len(ours.of(chess.ROOK)) * len(ours.pawns)
    found["outpost_ahead", 0] += any(
        is_safe(s, theirs) and s in ours.by[chess.PAWN] and s not in ours.all for s in ours.by[chess.KNIGHT]
    )


def beside(pawns, file):
    return {p for p in pawns if abs(chess.square_file(p) - file) == 1}


def is_passed(square, ours, theirs):
    file, rank = chess.square_file(square), chess.square_rank(square)
    guards = {p for p in theirs.pawns if abs(chess.square_file(p) - file) <= 1 and chess.square_rank(p) > rank}
    before = {p for p in ours.pawns if chess.square_file(p) == file and chess.square_rank(p) > rank}
    return not guards and not before


def structure(board, ours, theirs, white_to_move, found):
    for square in ours.pawns:
        file, rank = chess.square_file(square), chess.square_rank(square)
        neighbours = beside(ours.pawns, file)
        opposed = any(chess.square_file(p) == file and chess.square_rank(p) > rank for p in theirs.pawns)
        alone = not neighbours
        stop = square + 8
        helped = any(chess.square_rank(p) <= rank for p in neighbours)
        backward = not alone and not helped and stop in theirs.by[chess.PAWN]
        found["isolated", 0] += alone
        found["backward", 0] += backward
        found["unopposed", 0] += (alone or backward) and not opposed
        found["doubled", 0] += any(chess.square_file(p) == file and chess.square_rank(p) < rank for p in ours.pawns)
        found["supported", rank] += square in ours.by[chess.PAWN]
        found["abreast", rank] += any(chess.square_rank(p) == rank for p in neighbours)
        before = any(chess.square_file(p) == file and chess.square_rank(p) > rank for p in ours.pawns)
        guards = {p for p in beside(theirs.pawns, file) if chess.square_rank(p) > rank}
        helpers = {p for p in neighbours if chess.square_rank(p) <= rank}
        if guards and not opposed and not before:
            found["candidate", rank] += len(helpers) >= len(guards)


def passed(board, ours, theirs, white_to_move, found):
    officers = any(ours.of(kind) or theirs.of(kind) for kind in range(chess.KNIGHT, chess.KING))
    for square in ours.pawns:
        if not is_passed(square, ours, theirs):
            continue
        rank, stop = chess.square_rank(square), square + 8
        way = list(range(stop, 64, 8))
        behind = range(square - 8, -1, -8)
        taken = ours.all | theirs.all
        found["passed", rank] += 1
        found["passed_free", rank] += stop not in taken and not theirs.attacks[stop]
        found["passed_way", rank] += all(s not in taken and not theirs.attacks[s] for s in way)
        found["passed_helped", rank] += ours.attacks[stop] > 0
        found["passed_stopped", rank] += stop in theirs.all
        for i, one in enumerate((ours, theirs)):
            found["passed_rook", i] += any(s in one.of(chess.ROOK) for s in behind)
        found["passed_own_king", rank] += steps(ours.king, stop)
        found["passed_enemy_king", rank] += steps(theirs.king, stop)
        if not officers and not any(s in taken for s in way):
            moves = min(7 - rank, 5)
            found["passed_race", 0] += steps(theirs.king, way[-1]) - (not white_to_move) > moves


def shelter(board, ours, theirs, white_to_move, found):
    king_file, king_rank = chess.square_file(ours.king), chess.square_rank(ours.king)
    half = range(4, 8) if king_file >= 4 else range(4)
    found["flank_bare", 0] += not any(chess.square_file(p) in half for p in ours.pawns | theirs.pawns)
    centre = min(max(king_file, 1), 6)
    for file in (centre - 1, centre, centre + 1):
        own, other = (
            min(
                [chess.square_rank(p) for p in one.pawns if chess.square_file(p) == file and p // 8 >= king_rank],
                default=0,
            )
            for one in (ours, theirs)
        )
        edge = min(file, 7 - file)
        found["shelter", 8 * edge + own] += 1
        found["storm", 8 * edge + other] += 1
        found["storm_stopped", other] += own > 0 and other == own + 1


def attack(board, ours, theirs, white_to_move, found):
    king = theirs.king
    next_to = {s for s in chess.SQUARES if steps(s, king) == 1}
    around = {s for s in chess.SQUARES if steps(s, king) <= 1 or (s + 8 < 64 and steps(s + 8, king) <= 1)}
    guarded = set().union(*(theirs.by[kind] for kind in range(chess.PAWN, chess.QUEEN)))
    weak = {s for s in chess.SQUARES if ours.attacks[s] and not theirs.twice(s) and s not in guarded}
    safe = {s for s in chess.SQUARES if not theirs.attacks[s] or (s in weak and ours.twice(s))}
    size = kings.ALWAYS + kings.PER_WEAK * len(weak & around)
    checks = set()
    for kind, bonus in (
        (chess.KNIGHT, kings.CHECK_KNIGHT),
        (chess.BISHOP, kings.CHECK_BISHOP),
        (chess.ROOK, kings.CHECK_ROOK),
        (chess.QUEEN, kings.CHECK_QUEEN),
    ):
        for square in ours.of(kind):
            size += camp.ATTACK[kind] * bool(set(board.attacks(square)) & around)
            size += kings.PER_TOUCH * len(set(board.attacks(square)) & next_to)
        as_king = board.copy(stack=False)
        as_king.set_piece_at(king, chess.Piece(kind, chess.BLACK))
        here = set(as_king.attacks(king)) & ours.by[kind] - ours.all
        size += bonus * bool(here & safe)
        checks |= here
    flank = chess.square_file(king)
    files = ((0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 3), (2, 3, 4, 5), (2, 3, 4, 5), (4, 5, 6, 7), (4, 5, 6, 7), (5, 6, 7))[
        flank
    ]
    wing = [s for s in chess.SQUARES if chess.square_file(s) in files and chess.square_rank(s) >= 3]
    size += kings.PER_CHECK * len(checks & safe) + kings.PER_UNSAFE_CHECK * len(checks - safe)
    size += kings.PER_HIT * len([s for s in wing if ours.attacks[s]]) + kings.PER_HELD * len(
        [s for s in wing if theirs.attacks[s]]
    )
    size += kings.PER_PAWN * len(theirs.pawns & around)
    size += kings.WITH_KNIGHT * bool(theirs.by[chess.KNIGHT] & next_to) + kings.WITHOUT_QUEEN * (
        not ours.of(chess.QUEEN)
    )
    size = min(max(size, 0), kings.MOST_DANGER)
    found["danger", 0] += size // 8
    found["danger_squared", 0] += size * size // 512


def threats(board, ours, theirs, white_to_move, found):
    for square in theirs.all - {theirs.king}:
        kind = board.piece_type_at(square)
        held = square in theirs.by[chess.PAWN] or (theirs.twice(square) and not ours.twice(square))
        weak = ours.attacks[square] > 0 and not held
        officer = kind != chess.PAWN
        if square in ours.by[chess.KNIGHT] | ours.by[chess.BISHOP] and (officer or weak):
            found["threat_by_minor", kind - 1] += 1
        if square in ours.by[chess.ROOK] and weak:
            found["threat_by_rook", kind - 1] += 1
        found["threat_by_king", 0] += weak and square in ours.by[chess.KING]
        found["hanging", 0] += weak and (not theirs.attacks[square] or (officer and ours.twice(square)))
    for square in chess.SQUARES:
        held = square in theirs.by[chess.PAWN] or (theirs.twice(square) and not ours.twice(square))
        found["restricted", 0] += bool(theirs.attacks[square] and ours.attacks[square] and not held)
    taken = ours.all | theirs.all
    officers = theirs.all - theirs.pawns - {theirs.king}

    def safe(square):
        return not theirs.attacks[square] or ours.attacks[square] > 0

    def hit_from(squares):
        return {s for place in squares for s in chess.SquareSet(chess.BB_PAWN_ATTACKS[chess.WHITE][place])}

    found["threat_by_pawn", 0] += len(officers & hit_from([p for p in ours.pawns if safe(p)]))
    ones = {p + 8 for p in ours.pawns if p + 8 not in taken}
    twos = {s + 8 for s in ones if chess.square_rank(s) == 2 and s + 8 not in taken}
    there = {s for s in ones | twos if safe(s) and s not in theirs.by[chess.PAWN]}
    found["threat_by_push", 0] += len(officers & hit_from(there))
