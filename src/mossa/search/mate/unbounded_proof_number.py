"""Proof-number search without a bound: is there a win at all, and can it be shortened? The kernel.

`proof_number.py` searches each state with the number of plies left, so a long win is searched for once for each length.
Here a state is searched once, however it was reached. Then a state may lead back to itself. That needs two precautions.

- A state that occurs again on its path is refuted, since the shortest win never leads back. But that holds on this path
  only. So a refutation records the ply of the path that it depends on, and one that depends on a ply before its own
  state is not stored: the state only counts as hard to prove (graph history interaction [Kishimoto04]).
- The numbers of states on a cycle raise each other forever. Where a state has a child that was first met nearer to the
  root, its limits are raised until a new state has been searched (threshold controlling [Kishimoto10]).

A win found this way is seldom the shortest. `shorten` goes through the known wins: where several moves win, the
shortest counts; each move that is not known to win gets a short search.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints
from mossa.kernel.transposition_table import prefetch
from mossa.kernel.words import u64

from .proof_number import (
    BOUNDS,
    HALTED,
    NEVER,
    REFUTED,
    UNCOUNTED,
    UNSEEN,
    Proof,
    combine,
    decided_by,
    halted,
    is_proven,
    is_refuted,
    is_won_end,
    known_finding,
    look_up,
    occurred_before,
    plies_of,
    proof_of,
    prove,
    proven,
    read_entry,
    refutation_of,
    store,
    unsearched_finding,
    won,
    write_entry,
)

__all__ = ["SHORTEN", "UNBOUNDED", "VERIFY", "answer"]

game: KernelRules = slot("game")

UNBOUNDED = BOUNDS
"""In place of a bound: is there a win at all? The questions are numbered from here; each has entries of its own."""
SHORTEN = UNBOUNDED - 1
"""In place of a bound: shorten the known win."""
VERIFY = UNBOUNDED - 2
"""In place of a bound: does the known win hold when reversible moves are counted?"""
SWEPT = UNBOUNDED + 1000
"""In place of a question: the last pass of `shorten` through a state."""
VERIFIED = UNBOUNDED + 1001
"""In place of a question: what `win_holds` verified of a state."""
WIN_EFFORT = 1 << 40
"""Wins are stored as if they had cost this many nodes, so that they are not replaced: proof numbers are cheaper to
compute again."""
CYCLE_PENALTY = 64
"""A state that is refuted on one path only starts on the next with twice its proof number plus this."""


def entry_key(state: Any, number: int, proof: Proof) -> u64:
    """The key of a state's entry for a question, or of its mark. Each lies in a bucket of its own."""
    return game.key(state) ^ u64(2 * number + proof.attacker) * u64(0x9E3779B97F4A7C15)


def known_win(state: Any, proof: Proof) -> int:
    """The finding of a certain win; 0 if none is known."""
    known = look_up(state, UNBOUNDED, proof)
    return known if is_proven(known) else 0


def repeats_on_path(state: Any, ply: int, proof: Proof) -> bool:
    """Did this state occur on its path? Then `rests_on` is set to that ply."""
    key = game.key(state)
    for i in range(max(0, ply - game.reversible(state)), ply):
        if proof.path[proof.past + i] == key:
            proof.rests_on = i
            return True
    return False


def initial_finding(state: Any, ply: int, proof: Proof, buffer: Ints) -> int:
    """The finding of a state before it is searched."""
    proof.rests_on = UNSEEN
    if game.is_over(state):
        if game.reversible(state) > 0:
            proof.rests_on = 0  # perhaps only because of the moves before
        return proven(0) if won(state, proof) else REFUTED
    if occurred_before(state, proof):
        return REFUTED
    if repeats_on_path(state, ply, proof):
        return REFUTED
    known = known_finding(state, UNBOUNDED, proof)
    if is_refuted(known) and game.REPETITION and game.reversible(state) > UNCOUNTED:
        proof.rests_on = 0  # again perhaps only because of the moves before
    if known == 0:
        known = known_win(state, proof)
    if ply >= proof.most or (known != 0 and is_proven(known) and ply + plies_of(known) > proof.most):
        proof.rests_on = 0  # after a shorter path it might be fast enough
        return REFUTED
    if known == 0:
        known = read_entry(proof.table, entry_key(state, proof.question, proof))
    if known != 0:
        return known
    return unsearched_finding(state, proof, buffer)


def search(state: Any, most_proof: int, most_refutation: int, ply: int, widen: int, proof: Proof, buffer: Ints) -> int:
    """The finding of an unfinished state, searched until one of its numbers reaches its limit; 0 once halted.

    With `widen`, until a new state has been searched, whatever the limits.
    """
    n = game.moves(state, buffer, 0)
    return search_moves(state, most_proof, most_refutation, ply, widen, proof, buffer, n)


def search_moves(
    state: Any, most_proof: int, most_refutation: int, ply: int, widen: int, proof: Proof, buffer: Ints, n: int
) -> int:
    """As `search`, over the n moves in the buffer; their findings are put behind them."""
    before = proof.nodes
    proof.nodes += 1
    proof.path[proof.past + ply] = game.key(state)
    attacking = game.mover(state) == proof.attacker
    free = buffer[2 * n :]
    own = read_entry(proof.table, entry_key(state, proof.question, proof))
    nearest = min(ply, own >> 48) if own != 0 else ply
    rests_on, found, cycle = UNSEEN, 0, 0
    if n == 0:
        found = proven(0) if won(state, proof) else REFUTED
    for i in range(n):  # prefetch all entries before the first is read
        child = game.play(state, buffer[i])
        prefetch(proof.table, game.key(child))
        prefetch(proof.table, entry_key(child, proof.question, proof))
    for i in range(n):
        known = initial_finding(game.play(state, buffer[i]), ply + 1, proof, free)
        buffer[n + i] = known
        if is_refuted(known):
            rests_on = min(rests_on, proof.rests_on) if attacking else proof.rests_on
        elif not is_proven(known):
            cycle |= 1 if 0 < known >> 48 <= nearest else 0
        found = decided_by(known, attacking)
        if found != 0:
            break
    widen = widen | cycle if own != 0 else 0  # a state that is met for the first time is new
    while found == 0:
        least, second, at, total, plies = combine(buffer[n:], n, attacking)
        if least == NEVER:
            found = REFUTED if attacking else proven(plies + 1)
            break
        total = min(total, NEVER - 1)
        number, other = (least, total) if attacking else (total, least)
        if widen != 0:
            most_proof, most_refutation = max(most_proof, number + 1), max(most_refutation, other + 1)
        if number >= most_proof or other >= most_refutation:
            found = number | other << 24
            break
        known = buffer[n + at]
        child = game.play(state, buffer[at])
        further = second + (second + 4) * proof.patience // 8
        if attacking:
            rest = most_refutation - total + refutation_of(known)
            known = search(child, min(most_proof, further), rest, ply + 1, widen, proof, free)
        else:
            rest = most_proof - total + proof_of(known)
            known = search(child, rest, min(most_refutation, further), ply + 1, widen, proof, free)
        if halted(proof):
            return 0
        widen = 0
        buffer[n + at] = known
        if is_refuted(known):
            rests_on = min(rests_on, proof.rests_on) if attacking else proof.rests_on
        found = decided_by(known, attacking)
    proof.rests_on = rests_on if rests_on < ply else UNSEEN
    if ply > 0:  # at the root some moves may be left out
        store_finding(state, found, own, nearest, proof.nodes - before, proof)
    return found


def store_finding(state: Any, found: int, own: int, nearest: int, effort: int, proof: Proof) -> None:
    """Store what was found: `own` is the entry before, `nearest` the least ply at which the state was met."""
    if is_proven(found):
        store(state, UNBOUNDED, found, WIN_EFFORT, proof)
        return
    if is_refuted(found) and proof.rests_on != UNSEEN:
        found = min(2 * proof_of(own) + CYCLE_PENALTY, NEVER - 1) | 1 << 24
    if not is_refuted(found):
        found |= nearest << 48
    write_entry(proof.table, entry_key(state, proof.question, proof), found, effort)


def find_win(state: Any, proof: Proof, moves: Ints, n: int) -> int:
    """Plies to a win for the attacker within `most` by one of these n moves (or, where the defender moves, against all
    of
    them), as the proof shows it; −1 if none was found, HALTED if the search was stopped before."""
    for i in range(n):
        proof.buffer[i] = moves[i]
    found = search_moves(state, NEVER, NEVER, 0, 0, proof, proof.buffer, n)
    if found == 0:
        return HALTED
    return plies_of(found) if is_proven(found) else -1


# ----------------------------------------------------------------------------------------------------- shorter wins


def known_plies(state: Any, proof: Proof, buffer: Ints) -> int:
    """The plies of the shortest win known without a search; UNSEEN if none is known."""
    if game.is_over(state):
        return 0 if won(state, proof) else UNSEEN
    if occurred_before(state, proof):
        return UNSEEN
    known = known_finding(state, UNBOUNDED, proof)
    if known == 0:
        known = known_win(state, proof)
    if known != 0 and is_proven(known):
        return plies_of(known)
    return 0 if known == 0 and is_won_end(state, proof, buffer) else UNSEEN


def shorten_win(state: Any, ply: int, proof: Proof, buffer: Ints) -> int:
    """Plies to the win of a state that is known to be won, after shortening what is below it: see `shorten`."""
    plies = known_plies(state, proof, buffer)
    if plies == 0 or plies == UNSEEN or ply >= proof.most or halted(proof):
        return plies
    mark = entry_key(state, SWEPT, proof)
    if read_entry(proof.table, mark) == proof.sweep:
        return plies
    write_entry(proof.table, mark, proof.sweep, 1)
    n = game.moves(state, buffer, 0)
    now = shortest_of(state, ply, proof, buffer, n)
    if now < plies:
        store(state, UNBOUNDED, proven(now), WIN_EFFORT, proof)
    return min(now, plies)


def shortest_of(state: Any, ply: int, proof: Proof, buffer: Ints, n: int) -> int:
    """Plies to the shortest win by the n moves in the buffer; more than UNSEEN if none is known."""
    proof.nodes += 1
    proof.path[proof.past + ply] = game.key(state)
    free = buffer[n:]
    if game.mover(state) != proof.attacker:
        before, most = 0, 0
        if proof.critical != 0:
            for i in range(n):
                before = max(before, known_plies(game.play(state, buffer[i]), proof, free))
        for i in range(n):
            child = game.play(state, buffer[i])
            plies = known_plies(child, proof, free)
            if plies >= before:
                plies = shorten_win(child, ply + 1, proof, free)
            most = max(most, plies)
        return most + 1
    least, best = UNSEEN, 0
    for i in range(n):
        child = game.play(state, buffer[i])
        if proof.effort == 0:
            plies = shorten_win(child, ply + 1, proof, free)
        else:
            plies = known_plies(child, proof, free)
            if plies == UNSEEN:
                plies = search_briefly(child, ply + 1, proof, free)
        if plies < least:
            least, best = plies, i
    if proof.effort > 0 and least != UNSEEN:
        least = shorten_win(game.play(state, buffer[best]), ply + 1, proof, free)
    return least + 1


def search_briefly(state: Any, ply: int, proof: Proof, buffer: Ints) -> int:
    """Plies to a win found with `proof.effort` nodes; UNSEEN if none was."""
    found = initial_finding(state, ply, proof, buffer)
    if not is_proven(found) and not is_refuted(found):
        limit = proof.limit
        proof.limit = min(limit, proof.nodes + proof.effort)
        found = search(state, NEVER, NEVER, ply, 0, proof, buffer)
        proof.limit = limit
    return plies_of(found) if found != 0 and is_proven(found) else UNSEEN


def shorten(state: Any, proof: Proof, moves: Ints, n: int) -> int:
    """Plies to a win by one of these n moves after one pass through all known wins.

    With an effort, only through those below the attacker's best moves; each other move of the attacker is searched.
    """
    for i in range(n):
        proof.buffer[i] = moves[i]
    proof.sweep += 1
    return shortest_of(state, 0, proof, proof.buffer, n)


# ------------------------------------------------------------------------------------------------------ counting
# reversible moves
#
# States with the same key are the same state here. But some games count reversible moves, and a game with too many of
# them in a row is drawn (chess: 75 of each side). So a win is played through before it counts.


def win_holds(state: Any, proof: Proof, buffer: Ints) -> bool:
    """Does the known win of this state lead to its end when all reversible moves are counted?

    What holds after n reversible moves holds after fewer of them.
    """
    plies = known_plies(state, proof, buffer)
    if plies == 0 or plies == UNSEEN:
        return plies == 0
    if known_finding(state, UNBOUNDED, proof) != 0:
        return True
    mark, quiet = entry_key(state, VERIFIED, proof), game.reversible(state)
    held = read_entry(proof.table, mark)
    if held >> 24 == plies and held & NEVER > quiet:
        return True
    n = game.moves(state, buffer, 0)
    if halted(proof) or not moves_hold(state, plies, proof, buffer, n):
        return False
    write_entry(proof.table, mark, plies << 24 | quiet + 1, WIN_EFFORT)
    return True


def moves_hold(state: Any, plies: int, proof: Proof, buffer: Ints, n: int) -> bool:
    """Does the shortest win among the n moves in the buffer hold (or, where the defender moves, each of them), and take
    fewer than `plies`?"""
    proof.nodes += 1
    free = buffer[n:]
    attacking = game.mover(state) == proof.attacker
    least, best = UNSEEN, 0
    for i in range(n):
        child = game.play(state, buffer[i])
        known = known_plies(child, proof, free)
        if known < least:
            least, best = known, i
        if not attacking and (known >= plies or not win_holds(child, proof, free)):
            return False
    return not attacking or (least < plies and win_holds(game.play(state, buffer[best]), proof, free))


def verify(state: Any, proof: Proof, moves: Ints, n: int) -> int:
    """1 if the known win by one of these n moves (or against all of them) holds, else 0."""
    for i in range(n):
        proof.buffer[i] = moves[i]
    return 1 if moves_hold(state, UNSEEN, proof, proof.buffer, n) else 0


def answer(state: Any, left: int, proof: Proof, moves: Ints, findings: Ints, n: int) -> int:
    """Answer a question about a win by these n moves: is there one within `left` plies (`prove`), or one of UNBOUNDED,
    SHORTEN and VERIFY in place of a bound. The entry of the kernel."""
    if left == UNBOUNDED:
        return find_win(state, proof, moves, n)
    if left == SHORTEN:
        return shorten(state, proof, moves, n)
    if left == VERIFY:
        return verify(state, proof, moves, n)
    return prove(state, left, proof, moves, findings, n)
