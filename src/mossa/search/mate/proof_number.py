"""Proof-number search: is there a win within n plies? The kernel.

A state has two numbers [Allis94]. The proof number is the least count of leaves that must be won to prove the win, the
refutation number (disproof number) the least count that must not be won to refute it. Where the attacker moves, one
proven move is enough: the proof number is the least of the moves', the refutation number their sum. Where the defender
moves it is the other way round. The search always expands the leaf where the least is left to show, depth first with
limits on both numbers (df-pn [Nagai02]). It finds long wins with few replies long before a depth-limited search would.

Every state is searched with the number of plies left, so every line is finite and no state leads back to itself.
Results are stored in a table; the last plies are searched by brute force.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.bits import highest_bit
from mossa.kernel.memory import Ints, Struct, Words
from mossa.kernel.transposition_table import BUCKET, TranspositionTable, prefetch, probe
from mossa.kernel.words import u64
from mossa.search.common.stop_signal import StopSignal

__all__ = ["HALTED", "UNCOUNTED", "Proof", "is_proven", "is_refuted", "plies_of", "prove"]

game: KernelRules = slot("game")

NEVER = (1 << 24) - 1
"""The proof number of what cannot be proven, or refutation number of what cannot be refuted."""
REFUTED = NEVER
"""The finding: no win within the plies left. A *finding* is proof + 2^24 · refutation + 2^48 · plies of the win."""
UNSEEN = (1 << 12) - 1
"""The plies of an unknown win: more than any win takes."""
FULL_WIDTH = 4
"""With this many plies left all moves are searched by brute force."""
EFFORT_SHIFT = 56
"""The bits of an entry from here on hold its cost in nodes, as a power of two; the bits below, its content."""
PATIENCE = 4
"""A move is searched until its number is 1/PATIENCE above the second-best, since switching between moves costs more."""
HALTED = -2
"""In place of plies: the search was stopped before it had a result."""
UNCOUNTED = 99
"""Up to this many reversible moves their count does not matter. (In chess a draw can be claimed after 100 plies.)"""
BOUNDS = 1 << 10
"""Bounds are below this; numbers from here on stand for questions without a bound."""


class Proof(Struct):
    """The memory of one mate search."""

    nodes: int
    limit: int
    """Stop when this many nodes were visited."""
    attacker: int
    past: int
    """How many states before the root are in `path`; one that occurs again is no win."""
    most: int
    """Without a bound: the greatest length of a path, and of the win."""
    question: int
    """Without a bound: which of several questions this is (see `unbounded_proof_number.py`)."""
    counted: int
    """With a bound: 1 where the count of reversible moves may matter."""
    patience: int
    """Without a bound: a move is searched until its number is about this many eighths above the second-best."""
    sweep: int
    """To shorten a win: the number of this pass."""
    effort: int
    """To shorten a win: nodes for each move of the attacker that is not known to win."""
    critical: int
    """To shorten a win: 1 where only the longest defences are searched."""
    rests_on: int
    """Without a bound: the first ply of the path that the last refutation depends on; UNSEEN: it holds on all paths."""
    signal: StopSignal
    table: TranspositionTable
    path: Words
    buffer: Ints
    """Moves and findings of the states on the path."""
    killers: Ints
    """The move that last decided a state at each ply, for either side."""


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
    """Is it a win?"""
    return found & NEVER == 0


def is_refuted(found: int) -> bool:
    """Is it refuted: no win within the plies left?"""
    return found == REFUTED


def proven(plies: int) -> int:
    """The finding of a win in this many plies."""
    return NEVER << 24 | plies << 48


def decided(plies: int) -> int:
    """The finding of a win in this many plies, or of none if the number is negative."""
    return proven(plies) if plies >= 0 else REFUTED


def halted(proof: Proof) -> bool:
    """Is the node limit reached, or the stop signal set?"""
    return proof.nodes >= proof.limit or proof.signal.stop != 0


# ---------------------------------------------------------------------------------------------------------- the table
#
# A state has two kinds of entries. The certain one holds for other bounds too: a win within five plies is a win within
# seven, and what is refuted for seven is refuted for five. The numbers of an undecided state belong to one bound.
#
# States with the same key are the same state. But some games count reversible moves, and end in a draw after too many.
# Where that could happen within the plies left, the count is part of the key.


def bound_key(state: Any, left: int, count: int, proof: Proof) -> u64:
    """The key of a state's entry for a bound, or, with `left` = −1, of its certain entry. All lie in one bucket."""
    return game.key(state) ^ u64(2 * (left + BOUNDS * count) + proof.attacker + 2) * u64(0x9E3779B97F4A7C15) << 32


def count_of(state: Any, left: int, proof: Proof) -> int:
    """The count of reversible moves, if it may matter within `left` plies; else 0."""
    if proof.counted == 0 or left >= BOUNDS:
        return 0
    count: int = game.reversible(state)
    return count if count + left > UNCOUNTED else 0


def read_entry(table: TranspositionTable, key: u64) -> int:
    """The content of an entry; 0 if there is none."""
    return int(probe(table, key) & ((u64(1) << EFFORT_SHIFT) - 1))


def write_entry(table: TranspositionTable, key: u64, content: int, effort: int) -> None:
    """Store a content that took `effort` nodes, in place of the entry of the bucket that took the fewest."""
    base = int(key & table.mask) * (2 * BUCKET)
    place, least = base, 1 << 20
    for i in range(BUCKET):
        at = base + 2 * i
        data = table.words[at + 1]
        if data == 0 or table.words[at] ^ data == key:
            place = at
            break
        if int(data >> EFFORT_SHIFT) < least:
            least, place = int(data >> EFFORT_SHIFT), at
    data = u64(content) | u64(highest_bit(effort)) << EFFORT_SHIFT
    table.words[place] = key ^ data
    table.words[place + 1] = data


def look_up(state: Any, left: int, proof: Proof) -> int:
    """The known finding of a state with `left` plies left; 0 if nothing is known."""
    count = count_of(state, left, proof)
    certain = read_entry(proof.table, bound_key(state, -1, count, proof))
    if certain != 0:
        within, beyond = certain & UNSEEN, certain >> 12
        if within <= left:
            return proven(within)
        if left < beyond:
            return REFUTED
    if count > 0:
        # A win that is fast enough for every count; no win, even if nothing were counted.
        certain = read_entry(proof.table, bound_key(state, -1, 0, proof))
        if certain != 0 and certain & UNSEEN <= UNCOUNTED - count:
            return proven(certain & UNSEEN)
        if certain != 0 and left < certain >> 12:
            return REFUTED
    return read_entry(proof.table, bound_key(state, left, count, proof))


def store(state: Any, left: int, found: int, effort: int, proof: Proof) -> None:
    """Store what was found with `effort` nodes."""
    count = count_of(state, left, proof)
    if not is_proven(found) and not is_refuted(found):
        write_entry(proof.table, bound_key(state, left, count, proof), found, effort)
        return
    key = bound_key(state, -1, count, proof)
    certain = read_entry(proof.table, key)
    within, beyond = (certain & UNSEEN, certain >> 12) if certain != 0 else (UNSEEN, 0)
    if is_proven(found):
        within = min(within, plies_of(found))
    else:
        beyond = max(beyond, left + 1)
    write_entry(proof.table, key, within | beyond << 12, effort)


# ------------------------------------------------------------------------------------------------------ single states


def won(state: Any, proof: Proof) -> bool:
    """Has the attacker won this ended game, with the greatest possible utility?"""
    return game.utility(state, proof.attacker) >= game.MOST


def is_won_end(state: Any, proof: Proof, buffer: Ints) -> bool:
    """Is the game over, and won by the attacker?"""
    if game.is_over(state):
        return won(state, proof)
    return game.ENDS_WITHOUT_MOVES and game.moves(state, buffer, 0) == 0 and won(state, proof)


def occurred_before(state: Any, proof: Proof) -> bool:
    """Did this state occur before the root?"""
    if not game.REPETITION or proof.past == 0:
        return False
    key = game.key(state)
    for i in range(proof.past):
        if proof.path[i] == key:
            return True
    return False


def known_finding(state: Any, left: int, proof: Proof) -> int:
    """What the game's `bounds` and `plies_to_end` say of an unfinished state: a finding, or 0."""
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


def search_all(state: Any, left: int, ply: int, proof: Proof, buffer: Ints) -> int:
    """Plies to a win within those left, by brute force; −1 if there is none.

    Meaningless once halted, as the results of all functions below.
    """
    proof.nodes += 1
    if halted(proof):
        return -1
    if game.is_over(state):
        return 0 if won(state, proof) else -1
    if occurred_before(state, proof):
        return -1
    known = known_finding(state, left, proof)
    attacking = game.mover(state) == proof.attacker
    if known == 0 and attacking and left > 1:
        known = look_up(state, left, proof)
    if known != 0:
        return -1 if is_refuted(known) else plies_of(known)
    before = proof.nodes
    n = game.moves(state, buffer, 0)
    if game.ENDS_WITHOUT_MOVES and n == 0:
        return 0 if won(state, proof) else -1
    move_to_front(proof.killers[ply], buffer, n)
    plies = -1
    for i in range(n):
        if left == 1 and attacking and not game.can_win(state, buffer[i]):
            continue
        child = game.play(state, buffer[i])
        if left == 1:
            after = 0 if is_won_end(child, proof, buffer[n:]) else -1
        else:
            after = search_all(child, left - 1, ply + 1, proof, buffer[n:])
        if halted(proof):
            return -1
        if attacking == (after >= 0):
            proof.killers[ply] = buffer[i]
            plies = after + 1 if attacking else -1
            break
        if not attacking:
            plies = max(plies, after + 1)
    if attacking and left > 1:
        store(state, left, decided(plies), proof.nodes - before, proof)
    return plies


def move_to_front(move: int, buffer: Ints, n: int) -> None:
    """Put a move first, if it is in the buffer."""
    for i in range(n):
        if buffer[i] == move:
            buffer[0], buffer[i] = move, buffer[0]
            return


def initial_finding(state: Any, left: int, proof: Proof, buffer: Ints) -> int:
    """The finding of a state before it is searched."""
    if left == 0:
        return proven(0) if is_won_end(state, proof, buffer) else REFUTED
    if game.is_over(state):
        return proven(0) if won(state, proof) else REFUTED
    if occurred_before(state, proof):
        return REFUTED
    known = known_finding(state, left, proof)
    if known == 0:
        known = look_up(state, left, proof)
    if known != 0:
        return known
    return unsearched_finding(state, proof, buffer)


def unsearched_finding(state: Any, proof: Proof, buffer: Ints) -> int:
    """The finding of a state of which nothing is known but its moves."""
    if game.mover(state) == proof.attacker:
        return 1 | 1 << 24
    n = game.moves(state, buffer, 0)
    if game.ENDS_WITHOUT_MOVES and n == 0:
        return proven(0) if won(state, proof) else REFUTED
    return n | 1 << 24  # the fewer the replies, the smaller the proof number


def search(state: Any, left: int, most_proof: int, most_refutation: int, ply: int, proof: Proof, buffer: Ints) -> int:
    """The finding of an unfinished state, searched until one of its numbers reaches its limit."""
    before = proof.nodes
    if left <= FULL_WIDTH:
        found = decided(search_all(state, left, ply, proof, buffer))
        if not halted(proof):
            store(state, left, found, proof.nodes - before, proof)
        return found
    proof.nodes += 1
    n = game.moves(state, buffer, 0)
    return search_moves(state, left, most_proof, most_refutation, ply, proof, buffer, n)


def decided_by(known: int, attacking: bool) -> int:
    """The finding of a state, if the finding of one of its moves decides it; else 0."""
    if attacking:
        return proven(plies_of(known) + 1) if is_proven(known) else 0
    return REFUTED if is_refuted(known) else 0


def combine(findings: Ints, n: int, attacking: bool) -> tuple[int, int, int, int, int]:
    """Combine the findings of the moves: the least of the numbers that decide for the mover, the second-least, and the
    place of the least; the sum of the other numbers; the plies of the longest win."""
    least, second, at, total, plies = NEVER, NEVER, 0, 0, 0
    for i in range(n):
        known = findings[i]
        one = proof_of(known) if attacking else refutation_of(known)
        total += refutation_of(known) if attacking else proof_of(known)
        if one < least:
            least, second, at = one, least, i
        elif one < second:
            second = one
        plies = max(plies, plies_of(known))
    return least, second, at, total, plies


def search_moves(
    state: Any, left: int, most_proof: int, most_refutation: int, ply: int, proof: Proof, buffer: Ints, n: int
) -> int:
    """As `search`, over the n moves in the buffer; their findings are put behind them."""
    before = proof.nodes
    attacking = game.mover(state) == proof.attacker
    free = buffer[2 * n :]
    found = 0
    if n == 0:
        found = proven(0) if won(state, proof) else REFUTED
    for i in range(n):  # prefetch all entries before the first is read
        prefetch(proof.table, game.key(game.play(state, buffer[i])))
    for i in range(n):
        known = initial_finding(game.play(state, buffer[i]), left - 1, proof, free)
        buffer[n + i] = known
        found = decided_by(known, attacking)
        if found != 0:
            break
    while found == 0:
        least, second, at, total, plies = combine(buffer[n:], n, attacking)
        if least == NEVER:
            found = REFUTED if attacking else proven(plies + 1)
            break
        total = min(total, NEVER - 1)
        if attacking and (least >= most_proof or total >= most_refutation):
            found = least | total << 24
            break
        if not attacking and (least >= most_refutation or total >= most_proof):
            found = total | least << 24
            break
        known = buffer[n + at]
        child = game.play(state, buffer[at])
        further = second + second // PATIENCE + 1
        if attacking:
            rest = most_refutation - total + refutation_of(known)
            known = search(child, left - 1, min(most_proof, further), rest, ply + 1, proof, free)
        else:
            rest = most_proof - total + proof_of(known)
            known = search(child, left - 1, rest, min(most_refutation, further), ply + 1, proof, free)
        if halted(proof):
            return 0
        buffer[n + at] = known
        found = decided_by(known, attacking)
    if ply > 0:  # at the root some moves may be left out
        store(state, left, found, proof.nodes - before + 1, proof)
    return found


def prove(state: Any, left: int, proof: Proof, moves: Ints, findings: Ints, n: int) -> int:
    """Plies to a win for the attacker within `left` by one of these n moves (or, where the defender moves, against all
    of them), as the proof shows it; −1 if there is none, HALTED if the search was stopped before.

    The finding of each move goes to `findings`.
    """
    proof.nodes += 1
    for i in range(n):
        proof.buffer[i] = moves[i]
    found = search_moves(state, left, NEVER, NEVER, 0, proof, proof.buffer, n)
    for i in range(n):
        findings[i] = initial_finding(game.play(state, moves[i]), left - 1, proof, proof.buffer)
    if found == 0:
        return HALTED
    return -1 if is_refuted(found) else plies_of(found)
