"""Proof-number search: is there a win within so many plies? The kernel.

A state carries two numbers [Allis94]: the least count of leaves that would have to be won to prove the win (`proof`),
and that would have to hold out to refute it (`refutation`). Where the attacker moves, one proven move is enough: its
proof number is the least of its moves', its refutation number their sum; where the defender moves, the other way round.
The search goes where the least is left to be shown, depth first with limits on both numbers [Nagai02], and finds long
wins whose replies are few long before a search by depth would.

Every state is asked with the plies that are left, so no line is endless and no state leads back to itself. What was
found is kept in a table; the last plies are simply tried out.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.bits import highest_bit
from mossa.kernel.memory import Ints, Struct, Words
from mossa.kernel.transposition_table import BUCKET, TranspositionTable, expect, probe
from mossa.kernel.words import u64
from mossa.search.common.stop_signal import StopSignal

__all__ = ["HALTED", "UNCOUNTED", "Proof", "is_proven", "is_refuted", "plies_of", "prove"]

game: KernelRules = slot("game")

NEVER = (1 << 24) - 1
"""The number of what cannot be shown."""
REFUTED = NEVER
"""No win within the plies that are left. That is a finding: proof + 2^24 · refutation + 2^48 · plies of the win."""
UNSEEN = (1 << 12) - 1
"""More plies than any win that is known takes."""
SHORT = 4
"""With so few plies left everything is tried out."""
EFFORT = 56
"""Where in an entry stands what it cost, as a power of two; below it lies its content."""
PATIENCE = 4
"""A move is searched until its number is this fraction above the second-best: going to and fro costs more."""
HALTED = -2
"""Nothing was found out."""
UNCOUNTED = 99
"""As long as no more moves than these can be undone, it does not matter how many can. (In chess draws can be claimed
from then on.)"""
LEFT = 1 << 10
"""Fewer plies than these are left; as many or more stand for questions without a bound."""


class Proof(Struct):
    """The memory behind one proof."""

    nodes: int
    limit: int
    """Stop when this many nodes were visited."""
    attacker: int
    past: int
    """How many states before the root are in `path`: one that occurs again is no win."""
    most: int
    """Without a bound: no path is longer, and no win that is looked for."""
    question: int
    """Without a bound: which of several ways to ask it is (see `unbounded_proof_number.py`)."""
    counted: int
    """With a bound: 1 where the count of moves that can be undone may matter."""
    patience: int
    """Without a bound: a move is searched until its number is so many eighths, and as many, above the second-best."""
    sweep: int
    """To shorten a win: how often that was tried."""
    effort: int
    """To shorten a win: nodes for each other move of the attacker."""
    critical: int
    """To shorten a win: 1 where only the replies count that hold out longest."""
    rests_on: int
    """Without a bound: the first place of the path that the last refutation needs; UNSEEN if it holds on every path."""
    signal: StopSignal
    table: TranspositionTable
    path: Words
    buffer: Ints
    """Moves and findings of the states on the path."""
    killers: Ints
    """The move that settled a state at each ply lately, for either side."""


def proof_of(found: int) -> int:
    """The proof number of a finding."""
    return found & NEVER


def refutation_of(found: int) -> int:
    """Its refutation number."""
    return found >> 24 & NEVER


def plies_of(found: int) -> int:
    """How many plies a proven win takes at most."""
    return found >> 48


def is_proven(found: int) -> bool:
    """A win?"""
    return found & NEVER == 0


def is_refuted(found: int) -> bool:
    """No win within the plies that are left?"""
    return found == REFUTED


def proven(plies: int) -> int:
    """The finding of a win in so many plies."""
    return NEVER << 24 | plies << 48


def decided(plies: int) -> int:
    """The finding of a win in so many plies, or of none if they are negative."""
    return proven(plies) if plies >= 0 else REFUTED


def halted(proof: Proof) -> bool:
    """Are the nodes used up, or did the signal to stop come?"""
    return proof.nodes >= proof.limit or proof.signal.stop != 0


# ---------------------------------------------------------------------------------------------------------- the table
#
# Of a state there are two kinds of entries. What is certain holds for other numbers of plies too: a win within five is
# one within seven, and what is refuted for seven is for five. The numbers of an unsettled state are those of one bound.
#
# States of one key are one state, but some games count the moves that can be undone, and end in a draw after too many.
# Where that could happen within the plies that are left, the count belongs to the key.


def bound_key(state: Any, left: int, count: int, proof: Proof) -> u64:
    """The key of an entry: of a state's numbers, or, for −1, of what is certain of it. All lie in one bucket."""
    return game.key(state) ^ u64(2 * (left + LEFT * count) + proof.attacker + 2) * u64(0x9E3779B97F4A7C15) << 32


def count_of(state: Any, left: int, proof: Proof) -> int:
    """The count of moves that can be undone, if it may matter within so many plies; else 0."""
    if proof.counted == 0 or left >= LEFT:
        return 0
    count: int = game.reversible(state)
    return count if count + left > UNCOUNTED else 0


def read(table: TranspositionTable, key: u64) -> int:
    """The content of an entry; 0 if there is none."""
    return int(probe(table, key) & ((u64(1) << EFFORT) - 1))


def write(table: TranspositionTable, key: u64, content: int, effort: int) -> None:
    """Keep what took so many nodes; what took the fewest makes room."""
    base = int(key & table.mask) * (2 * BUCKET)
    place, least = base, 1 << 20
    for i in range(BUCKET):
        at = base + 2 * i
        data = table.words[at + 1]
        if data == 0 or table.words[at] ^ data == key:
            place = at
            break
        if int(data >> EFFORT) < least:
            least, place = int(data >> EFFORT), at
    data = u64(content) | u64(highest_bit(effort)) << EFFORT
    table.words[place] = key ^ data
    table.words[place + 1] = data


def recall(state: Any, left: int, proof: Proof) -> int:
    """The finding of a state with so many plies left, as far as it is known; 0 if nothing is."""
    count = count_of(state, left, proof)
    certain = read(proof.table, bound_key(state, -1, count, proof))
    if certain != 0:
        within, beyond = certain & UNSEEN, certain >> 12
        if within <= left:
            return proven(within)
        if left < beyond:
            return REFUTED
    if count > 0:
        # A win that comes in time for every count; no win, were there no count.
        certain = read(proof.table, bound_key(state, -1, 0, proof))
        if certain != 0 and certain & UNSEEN <= UNCOUNTED - count:
            return proven(certain & UNSEEN)
        if certain != 0 and left < certain >> 12:
            return REFUTED
    return read(proof.table, bound_key(state, left, count, proof))


def keep(state: Any, left: int, found: int, effort: int, proof: Proof) -> None:
    """Write what was found with so many nodes."""
    count = count_of(state, left, proof)
    if not is_proven(found) and not is_refuted(found):
        write(proof.table, bound_key(state, left, count, proof), found, effort)
        return
    key = bound_key(state, -1, count, proof)
    certain = read(proof.table, key)
    within, beyond = (certain & UNSEEN, certain >> 12) if certain != 0 else (UNSEEN, 0)
    if is_proven(found):
        within = min(within, plies_of(found))
    else:
        beyond = max(beyond, left + 1)
    write(proof.table, key, within | beyond << 12, effort)


# ------------------------------------------------------------------------------------------------------ single states


def won(state: Any, proof: Proof) -> bool:
    """Has a game that is over been won by the attacker, as high as can be?"""
    return game.utility(state, proof.attacker) >= game.MOST


def ended(state: Any, proof: Proof, buffer: Ints) -> bool:
    """Is the game over, and won by the attacker?"""
    if game.is_over(state):
        return won(state, proof)
    return game.ENDS_WITHOUT_MOVES and game.moves(state, buffer, 0) == 0 and won(state, proof)


def happened(state: Any, proof: Proof) -> bool:
    """Did this state occur before the root?"""
    if not game.REPETITION or proof.past == 0:
        return False
    key = game.key(state)
    for i in range(proof.past):
        if proof.path[i] == key:
            return True
    return False


def foretold(state: Any, left: int, proof: Proof) -> int:
    """What the game knows of an unfinished state without a search: a finding, or 0."""
    if not game.HAS_BOUNDS:
        return 0
    least, most = game.bounds(state)
    if game.mover(state) != proof.attacker:
        least, most = -most, -least
    if most < game.MOST:
        return REFUTED
    if least < game.MOST or not game.HAS_PLIES_TO_END:
        return 0
    plies = game.plies_to_end(state)
    if plies < 0:
        return 0
    return proven(plies) if plies <= left else REFUTED


# --------------------------------------------------------------------------------------------------------- the search


def try_out(state: Any, left: int, ply: int, proof: Proof, buffer: Ints) -> int:
    """Plies to a win within those that are left, −1 if there is none: every move, every reply.

    Meaningless once halted, as all that follows.
    """
    proof.nodes += 1
    if halted(proof):
        return -1
    if game.is_over(state):
        return 0 if won(state, proof) else -1
    if happened(state, proof):
        return -1
    known = foretold(state, left, proof)
    mine = game.mover(state) == proof.attacker
    if known == 0 and mine and left > 1:
        known = recall(state, left, proof)
    if known != 0:
        return -1 if is_refuted(known) else plies_of(known)
    before = proof.nodes
    n = game.moves(state, buffer, 0)
    if game.ENDS_WITHOUT_MOVES and n == 0:
        return 0 if won(state, proof) else -1
    put_first(proof.killers[ply], buffer, n)
    plies = -1
    for i in range(n):
        if left == 1 and mine and not game.can_win(state, buffer[i]):
            continue
        child = game.play(state, buffer[i])
        if left == 1:
            after = 0 if ended(child, proof, buffer[n:]) else -1
        else:
            after = try_out(child, left - 1, ply + 1, proof, buffer[n:])
        if halted(proof):
            return -1
        if mine == (after >= 0):
            proof.killers[ply] = buffer[i]
            plies = after + 1 if mine else -1
            break
        if not mine:
            plies = max(plies, after + 1)
    if mine and left > 1:
        keep(state, left, decided(plies), proof.nodes - before, proof)
    return plies


def put_first(move: int, buffer: Ints, n: int) -> None:
    """Bring a move to the front, if it is there."""
    for i in range(n):
        if buffer[i] == move:
            buffer[0], buffer[i] = move, buffer[0]
            return


def first_look(state: Any, left: int, proof: Proof, buffer: Ints) -> int:
    """The finding of a state before it is searched."""
    if left == 0:
        return proven(0) if ended(state, proof, buffer) else REFUTED
    if game.is_over(state):
        return proven(0) if won(state, proof) else REFUTED
    if happened(state, proof):
        return REFUTED
    known = foretold(state, left, proof)
    if known == 0:
        known = recall(state, left, proof)
    if known != 0:
        return known
    if game.mover(state) == proof.attacker:
        return 1 | 1 << 24
    n = game.moves(state, buffer, 0)
    if game.ENDS_WITHOUT_MOVES and n == 0:
        return proven(0) if won(state, proof) else REFUTED
    return n | 1 << 24  # the fewer the replies, the nearer the proof


def search(state: Any, left: int, most_proof: int, most_refutation: int, ply: int, proof: Proof, buffer: Ints) -> int:
    """The finding of an unfinished state, searched until one of its numbers reaches its limit."""
    before = proof.nodes
    if left <= SHORT:
        found = decided(try_out(state, left, ply, proof, buffer))
        if not halted(proof):
            keep(state, left, found, proof.nodes - before, proof)
        return found
    proof.nodes += 1
    n = game.moves(state, buffer, 0)
    return settle(state, left, most_proof, most_refutation, ply, proof, buffer, n)


def settled_by(known: int, mine: bool) -> int:
    """What the finding of one move says of the state before it, if that is enough for whoever moves; else 0."""
    if mine:
        return proven(plies_of(known) + 1) if is_proven(known) else 0
    return REFUTED if is_refuted(known) else 0


def weigh(findings: Ints, n: int, mine: bool) -> tuple[int, int, int, int, int]:
    """One move is enough for whoever moves: the least number of that kind, the next to it, and whose it is; the other
    numbers, which add up; and the plies of the longest win."""
    least, second, at, total, plies = NEVER, NEVER, 0, 0, 0
    for i in range(n):
        known = findings[i]
        one = proof_of(known) if mine else refutation_of(known)
        total += refutation_of(known) if mine else proof_of(known)
        if one < least:
            least, second, at = one, least, i
        elif one < second:
            second = one
        plies = max(plies, plies_of(known))
    return least, second, at, total, plies


def settle(
    state: Any, left: int, most_proof: int, most_refutation: int, ply: int, proof: Proof, buffer: Ints, n: int
) -> int:
    """As `search`, by the n moves that lie in the buffer; their findings come behind them."""
    before = proof.nodes
    mine = game.mover(state) == proof.attacker
    room = buffer[2 * n :]
    found = 0
    if n == 0:
        found = proven(0) if won(state, proof) else REFUTED
    for i in range(n):  # all entries are on their way before the first is read
        expect(proof.table, game.key(game.play(state, buffer[i])))
    for i in range(n):
        known = first_look(game.play(state, buffer[i]), left - 1, proof, room)
        buffer[n + i] = known
        found = settled_by(known, mine)
        if found != 0:
            break
    while found == 0:
        least, second, at, total, plies = weigh(buffer[n:], n, mine)
        if least == NEVER:
            found = REFUTED if mine else proven(plies + 1)
            break
        total = min(total, NEVER - 1)
        if mine and (least >= most_proof or total >= most_refutation):
            found = least | total << 24
            break
        if not mine and (least >= most_refutation or total >= most_proof):
            found = total | least << 24
            break
        known = buffer[n + at]
        child = game.play(state, buffer[at])
        further = second + second // PATIENCE + 1
        if mine:
            rest = most_refutation - total + refutation_of(known)
            known = search(child, left - 1, min(most_proof, further), rest, ply + 1, proof, room)
        else:
            rest = most_proof - total + proof_of(known)
            known = search(child, left - 1, rest, min(most_refutation, further), ply + 1, proof, room)
        if halted(proof):
            return 0
        buffer[n + at] = known
        found = settled_by(known, mine)
    if ply > 0:  # not all moves of the root may be asked for
        keep(state, left, found, proof.nodes - before + 1, proof)
    return found


def prove(state: Any, left: int, proof: Proof, moves: Ints, findings: Ints, n: int) -> int:
    """Plies to a win for the attacker within `left` by one of these n moves (or, where he does not move, against all
    of them): as many as the proof needs; −1 if there is none, HALTED if that was not found out.

    What is known of each move then comes to `findings`.
    """
    proof.nodes += 1
    for i in range(n):
        proof.buffer[i] = moves[i]
    found = settle(state, left, NEVER, NEVER, 0, proof, proof.buffer, n)
    for i in range(n):
        findings[i] = first_look(game.play(state, moves[i]), left - 1, proof, proof.buffer)
    if found == 0:
        return HALTED
    return -1 if is_refuted(found) else plies_of(found)
