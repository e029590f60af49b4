"""Proof-number search without a bound: is there a win at all, and how near may it be? The kernel.

`proof_number.py` asks each state with the plies that are left, so a long win is searched for once for each length. Here
a state is one state, however it was reached. What that costs is care with states that lead back to themselves.

- A state that occurs again on its path is refuted, for the nearest win never leads back. But that holds on this path
  only. So a refutation knows which place of the path it rests on, and one that rests on a place before its own state is
  not kept: the state only counts as hard to prove [Kishimoto04].
- Numbers of states on a cycle raise each other without end. Where a state has a child that was met nearer to the root,
  its limits are raised until something new has been looked at [Kishimoto10].

A win found this way is one, but seldom the nearest. `shorten` then goes through the wins that are known: where several
moves win, the nearest counts; where none of the others is known to win, each is given a short search.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints
from mossa.kernel.transposition_table import expect
from mossa.kernel.words import u64

from .proof_number import (
    HALTED,
    LEFT,
    NEVER,
    REFUTED,
    UNCOUNTED,
    UNSEEN,
    Proof,
    ended,
    foretold,
    halted,
    happened,
    is_proven,
    is_refuted,
    keep,
    plies_of,
    proof_of,
    prove,
    proven,
    read,
    recall,
    refutation_of,
    settled_by,
    weigh,
    won,
    write,
)

__all__ = ["SHORTEN", "UNBOUNDED", "VERIFY", "answer"]

game: KernelRules = slot("game")

UNBOUNDED = LEFT
"""As plies that are left: no bound. The questions count from here; each has numbers of its own."""
SHORTEN = UNBOUNDED - 1
"""As plies that are left: as few as what is known allows."""
VERIFY = UNBOUNDED - 2
"""As plies that are left: does the win that is known hold?"""
SEEN = UNBOUNDED + 1000
"""In place of a question: the last time that `shorten` saw a state."""
VERIFIED = UNBOUNDED + 1001
"""In place of a question: what `holds` found true of a state."""
WORTH = 1 << 40
"""Wins are kept as if they had cost so many nodes: numbers are more easily found again."""
HARD = 64
"""What is refuted on one path only begins with twice its number and this on the next."""


def place_of(state: Any, number: int, proof: Proof) -> u64:
    """The key of an entry: of a state's numbers for a question, or of its mark. They lie in buckets of their own."""
    return game.key(state) ^ u64(2 * number + proof.attacker) * u64(0x9E3779B97F4A7C15)


def known_win(state: Any, proof: Proof) -> int:
    """The finding of a win that is known for certain; 0 if none is."""
    known = recall(state, UNBOUNDED, proof)
    return known if is_proven(known) else 0


def recurs(state: Any, ply: int, proof: Proof) -> bool:
    """Did this state occur on its path? `rests_on` then says where."""
    key = game.key(state)
    for i in range(max(0, ply - game.reversible(state)), ply):
        if proof.path[proof.past + i] == key:
            proof.rests_on = i
            return True
    return False


def first_look(state: Any, ply: int, proof: Proof, buffer: Ints) -> int:
    """The finding of a state before it is searched."""
    proof.rests_on = UNSEEN
    if game.is_over(state):
        if game.reversible(state) > 0:
            proof.rests_on = 0  # perhaps it only is because of the moves before
        return proven(0) if won(state, proof) else REFUTED
    if happened(state, proof):
        return REFUTED
    if recurs(state, ply, proof):
        return REFUTED
    known = foretold(state, UNBOUNDED, proof)
    if is_refuted(known) and game.REPETITION and game.reversible(state) > UNCOUNTED:
        proof.rests_on = 0  # that may be because of the moves before, too
    if known == 0:
        known = known_win(state, proof)
    if ply >= proof.most or (known != 0 and is_proven(known) and ply + plies_of(known) > proof.most):
        proof.rests_on = 0  # with a shorter path it might do
        return REFUTED
    if known == 0:
        known = read(proof.table, place_of(state, proof.question, proof))
    if known != 0:
        return known
    if game.mover(state) == proof.attacker:
        return 1 | 1 << 24
    n = game.moves(state, buffer, 0)
    if game.ENDS_WITHOUT_MOVES and n == 0:
        return proven(0) if won(state, proof) else REFUTED
    return n | 1 << 24  # the fewer the replies, the nearer the proof


def search(state: Any, most_proof: int, most_refutation: int, ply: int, urged: int, proof: Proof, buffer: Ints) -> int:
    """The finding of an unfinished state, searched until one of its numbers reaches its limit; 0 once halted.

    Where it is urged, until something new was looked at.
    """
    n = game.moves(state, buffer, 0)
    return settle(state, most_proof, most_refutation, ply, urged, proof, buffer, n)


def settle(
    state: Any, most_proof: int, most_refutation: int, ply: int, urged: int, proof: Proof, buffer: Ints, n: int
) -> int:
    """As `search`, by the n moves that lie in the buffer; their findings come behind them."""
    before = proof.nodes
    proof.nodes += 1
    proof.path[proof.past + ply] = game.key(state)
    mine = game.mover(state) == proof.attacker
    room = buffer[2 * n :]
    own = read(proof.table, place_of(state, proof.question, proof))
    nearest = min(ply, own >> 48) if own != 0 else ply
    rests_on, found, back = UNSEEN, 0, 0
    if n == 0:
        found = proven(0) if won(state, proof) else REFUTED
    for i in range(n):  # all entries are on their way before the first is read
        child = game.play(state, buffer[i])
        expect(proof.table, game.key(child))
        expect(proof.table, place_of(child, proof.question, proof))
    for i in range(n):
        known = first_look(game.play(state, buffer[i]), ply + 1, proof, room)
        buffer[n + i] = known
        if is_refuted(known):
            rests_on = min(rests_on, proof.rests_on) if mine else proof.rests_on
        elif not is_proven(known):
            back |= 1 if 0 < known >> 48 <= nearest else 0
        found = settled_by(known, mine)
        if found != 0:
            break
    urged = urged | back if own != 0 else 0  # a state that is met for the first time is new
    while found == 0:
        least, second, at, total, plies = weigh(buffer[n:], n, mine)
        if least == NEVER:
            found = REFUTED if mine else proven(plies + 1)
            break
        total = min(total, NEVER - 1)
        number, other = (least, total) if mine else (total, least)
        if urged != 0:
            most_proof, most_refutation = max(most_proof, number + 1), max(most_refutation, other + 1)
        if number >= most_proof or other >= most_refutation:
            found = number | other << 24
            break
        known = buffer[n + at]
        child = game.play(state, buffer[at])
        further = second + (second + 4) * proof.patience // 8
        if mine:
            rest = most_refutation - total + refutation_of(known)
            known = search(child, min(most_proof, further), rest, ply + 1, urged, proof, room)
        else:
            rest = most_proof - total + proof_of(known)
            known = search(child, rest, min(most_refutation, further), ply + 1, urged, proof, room)
        if halted(proof):
            return 0
        urged = 0
        buffer[n + at] = known
        if is_refuted(known):
            rests_on = min(rests_on, proof.rests_on) if mine else proof.rests_on
        found = settled_by(known, mine)
    proof.rests_on = rests_on if rests_on < ply else UNSEEN
    if ply > 0:  # not all moves of the root may be asked for
        note(state, found, own, nearest, proof.nodes - before, proof)
    return found


def note(state: Any, found: int, own: int, nearest: int, effort: int, proof: Proof) -> None:
    """Keep what was found: `own` is what was known before, `nearest` the least ply at which the state was met."""
    if is_proven(found):
        keep(state, UNBOUNDED, found, WORTH, proof)
        return
    if is_refuted(found) and proof.rests_on != UNSEEN:
        found = min(2 * proof_of(own) + HARD, NEVER - 1) | 1 << 24
    if not is_refuted(found):
        found |= nearest << 48
    write(proof.table, place_of(state, proof.question, proof), found, effort)


def find(state: Any, proof: Proof, moves: Ints, n: int) -> int:
    """Plies to a win for the attacker by one of these n moves (or, where he does not move, against all of them), if
    there is one in `most`: as many as the proof needs; −1 if none was found, HALTED if that was not found out."""
    for i in range(n):
        proof.buffer[i] = moves[i]
    found = settle(state, NEVER, NEVER, 0, 0, proof, proof.buffer, n)
    if found == 0:
        return HALTED
    return plies_of(found) if is_proven(found) else -1


# ----------------------------------------------------------------------------------------------------- nearer wins


def known_plies(state: Any, proof: Proof, buffer: Ints) -> int:
    """How many plies a win takes at most, as far as is known without a search; UNSEEN if none is known."""
    if game.is_over(state):
        return 0 if won(state, proof) else UNSEEN
    if happened(state, proof):
        return UNSEEN
    known = foretold(state, UNBOUNDED, proof)
    if known == 0:
        known = known_win(state, proof)
    if known != 0 and is_proven(known):
        return plies_of(known)
    return 0 if known == 0 and ended(state, proof, buffer) else UNSEEN


def look_through(state: Any, ply: int, proof: Proof, buffer: Ints) -> int:
    """Plies to the win of a state that is won, after a look at what is behind it: see `shorten`."""
    plies = known_plies(state, proof, buffer)
    if plies == 0 or plies == UNSEEN or ply >= proof.most or halted(proof):
        return plies
    mark = place_of(state, SEEN, proof)
    if read(proof.table, mark) == proof.sweep:
        return plies
    write(proof.table, mark, proof.sweep, 1)
    n = game.moves(state, buffer, 0)
    now = nearest_of(state, ply, proof, buffer, n)
    if now < plies:
        keep(state, UNBOUNDED, proven(now), WORTH, proof)
    return min(now, plies)


def nearest_of(state: Any, ply: int, proof: Proof, buffer: Ints, n: int) -> int:
    """Plies to a win by the n moves in the buffer; more than UNSEEN if none is known."""
    proof.nodes += 1
    proof.path[proof.past + ply] = game.key(state)
    room = buffer[n:]
    if game.mover(state) != proof.attacker:
        before, most = 0, 0
        if proof.critical != 0:
            for i in range(n):
                before = max(before, known_plies(game.play(state, buffer[i]), proof, room))
        for i in range(n):
            child = game.play(state, buffer[i])
            plies = known_plies(child, proof, room)
            if plies >= before:
                plies = look_through(child, ply + 1, proof, room)
            most = max(most, plies)
        return most + 1
    least, best = UNSEEN, 0
    for i in range(n):
        child = game.play(state, buffer[i])
        if proof.effort == 0:
            plies = look_through(child, ply + 1, proof, room)
        else:
            plies = known_plies(child, proof, room)
            if plies == UNSEEN:
                plies = try_hard(child, ply + 1, proof, room)
        if plies < least:
            least, best = plies, i
    if proof.effort > 0 and least != UNSEEN:
        least = look_through(game.play(state, buffer[best]), ply + 1, proof, room)
    return least + 1


def try_hard(state: Any, ply: int, proof: Proof, buffer: Ints) -> int:
    """Plies to a win that the effort is enough for; UNSEEN if it is not."""
    found = first_look(state, ply, proof, buffer)
    if not is_proven(found) and not is_refuted(found):
        limit = proof.limit
        proof.limit = min(limit, proof.nodes + proof.effort)
        found = search(state, NEVER, NEVER, ply, 0, proof, buffer)
        proof.limit = limit
    return plies_of(found) if found != 0 and is_proven(found) else UNSEEN


def shorten(state: Any, proof: Proof, moves: Ints, n: int) -> int:
    """Plies to a win by one of these n moves after a look through all wins that are known.

    With an effort, through those behind the attacker's best moves only, and each other move of his is searched.
    """
    for i in range(n):
        proof.buffer[i] = moves[i]
    proof.sweep += 1
    return nearest_of(state, 0, proof, proof.buffer, n)


# ------------------------------------------------------------------------------------------------------ true clocks
#
# States of one key are one state here. But some games count moves that can be undone, and a game that goes on for too
# long without any other is drawn: chess after 75 moves. So a win is played through before it is believed.


def holds(state: Any, proof: Proof, buffer: Ints) -> bool:
    """Does the win that is known of this state lead to an end, with all moves counted that led to it?

    What holds after so many moves that can be undone holds after fewer of them.
    """
    plies = known_plies(state, proof, buffer)
    if plies == 0 or plies == UNSEEN:
        return plies == 0
    if foretold(state, UNBOUNDED, proof) != 0:
        return True
    mark, quiet = place_of(state, VERIFIED, proof), game.reversible(state)
    held = read(proof.table, mark)
    if held >> 24 == plies and held & NEVER > quiet:
        return True
    n = game.moves(state, buffer, 0)
    if halted(proof) or not won_by(state, plies, proof, buffer, n):
        return False
    write(proof.table, mark, plies << 24 | quiet + 1, WORTH)
    return True


def won_by(state: Any, plies: int, proof: Proof, buffer: Ints, n: int) -> bool:
    """Does the nearest win among the n moves in the buffer hold (or, where the attacker does not move, each of them),
    and take fewer than so many plies?"""
    proof.nodes += 1
    room = buffer[n:]
    mine = game.mover(state) == proof.attacker
    least, best = UNSEEN, 0
    for i in range(n):
        child = game.play(state, buffer[i])
        known = known_plies(child, proof, room)
        if known < least:
            least, best = known, i
        if not mine and (known >= plies or not holds(child, proof, room)):
            return False
    return not mine or (least < plies and holds(game.play(state, buffer[best]), proof, room))


def stands(state: Any, proof: Proof, moves: Ints, n: int) -> int:
    """1 if the win by one of these n moves that is known (or against all of them) holds, else 0."""
    for i in range(n):
        proof.buffer[i] = moves[i]
    return 1 if won_by(state, UNSEEN, proof, proof.buffer, n) else 0


def answer(state: Any, left: int, proof: Proof, moves: Ints, findings: Ints, n: int) -> int:
    """Whatever can be asked of a win by these n moves: within so many plies (`prove`), at all, nearer than known, or
    whether what is known holds."""
    if left == UNBOUNDED:
        return find(state, proof, moves, n)
    if left == SHORTEN:
        return shorten(state, proof, moves, n)
    if left == VERIFY:
        return stands(state, proof, moves, n)
    return prove(state, left, proof, moves, findings, n)
