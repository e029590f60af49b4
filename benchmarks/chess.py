"""Chess: nodes per second and time to a depth on forty positions, one thread, the table cleared before each.

    mossa bench chess
    mossa bench chess 14

The positions are from self-play (see mossa.learn.recipes.chess), from openings to endings. The signature is the number
of nodes of all searches: it changes when the search or the evaluation does. On a busy machine, nodes per second of
processor time say more than nodes per second of the clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

POSITIONS = (
    "r1bqkb1r/pp1ppppp/2n2n2/2p5/7P/1P6/P1PPPPP1/RNBQKBNR w KQkq - 1 4",
    "rnb1kb1r/1p2qppp/p4n2/2p5/N2p4/5NP1/PPP1PP1P/R1BQKB1R b KQkq - 1 9",
    "rn1qkbnr/1ppbpppp/p7/8/3p4/2NP3P/PPP1PPP1/R1BQKBNR w KQkq - 0 6",
    "r1bqkb1r/ppppn3/3n1pp1/3Pp3/4PP2/1PN5/P1P1N2P/R1BQKB1R b KQkq - 0 13",
    "rnbqkb1r/2p1pp1p/p4n2/1p1p4/P5pP/4PP2/1PPP1NP1/R1BQKBNR b KQkq - 0 7",
    "rnbqkb1r/pp2ppp1/5n2/2Pp3p/8/2P1B1PN/PP2PP1P/RN1QKB1R b KQkq - 3 6",
    "rn2k1nr/pbpp1ppp/3b1q2/1P6/Q2Pp1N1/7P/PP2PPP1/RNB1KB1R b KQkq - 3 8",
    "1r1qk2r/1bpp1p2/p1nbp1pp/1p6/1P2QP2/B3PN2/P1PP2PP/1R2KB1R w Kk - 3 14",
    "r2qkb1r/pb1p3p/np3p2/2pP2p1/2P3P1/5P1B/P1P1N2P/R1BQ1RK1 b kq - 0 13",
    "r2qkb1r/pbpp1pp1/4p2p/1N2P3/4n3/4P3/1PPB1PPP/R2QKB1R w KQkq - 1 11",
    "r3k2r/1pp2pp1/3q1n1p/p2Pp3/4Pnb1/PP1BBN2/5P1P/2RQK1R1 w - - 2 18",
    "r1bqk2r/2pp2pp/ppn5/4P3/1b2n3/2N2NP1/PPP2P1P/R1BQKB1R w KQkq - 1 9",
    "r3k3/1pqbbpp1/p1n2n2/2Pp4/3P2P1/B1PQ4/P2NBN1r/2KR3R b q - 1 17",
    "r1bqk1r1/p1p2ppp/1pn5/4p3/4Pn2/N1QP1N1P/PP3PP1/R3KB1R b KQq - 2 11",
    "r1bqkbr1/ppp1p2p/n4p2/8/P1NPP1n1/4B1P1/1PP4P/R2QKBNR w KQq - 3 11",
    "r1b1k2r/1p3pp1/pq2p2p/2p1b3/3pP3/6PP/PPP1N2R/R1BQKB2 w Qkq - 1 14",
    "r2q1b1r/pbppk2p/5p2/2Q5/3n1N1P/8/R4PP1/2B1KB1R b K - 1 16",
    "r2q1rk1/1pp2ppp/4pn2/p7/Pb3B2/1RNP3P/1P3P1P/3Q1RK1 b - - 5 14",
    "2b1kbr1/Rp1npp2/8/1B1pP1Pp/3p1n1P/1P3N2/1PPK1P2/7R w - - 0 22",
    "r1b2k1r/1p1p2p1/p1nNp2q/3n3p/3P4/1P1B2P1/PB3P1R/2RQK3 w - - 0 18",
    "r3k1r1/pp2b2p/3p4/qP1Ppb2/2Pp1P1P/3P4/P3B1PQ/1KR4R b - - 2 26",
    "1n2k1nr/1r4pp/2pBbp2/p3p3/P1B1P3/8/2PN1PPP/2KR3R b k - 3 16",
    "1r2qrk1/3pn1p1/pPb5/R1Pp1p2/1B1P4/7N/1P2Q1PP/5RK1 b - - 0 26",
    "1r2kb1r/p4p2/8/1Pp1pNq1/P2pPn1p/3P4/1BQ3PP/2R2RK1 b k - 6 27",
    "r7/3knp2/1pp1p1n1/1P1p1pPB/r2P1P1P/7R/1K2N3/1R6 w - - 0 39",
    "r2r4/1p4p1/2kNn2p/2p1B3/1p5P/P3n2R/1PPR2P1/4K3 b - - 1 30",
    "2r5/p6p/2r1kp1p/4p3/2Nb4/1P6/P4PPP/1R1R2K1 b - - 3 27",
    "3r2k1/pp1r1n1p/6p1/3Bn3/4P3/2P4N/PP2P3/3R1RK1 b - - 0 27",
    "2q1r1k1/2p2pr1/2Pp3p/B2Qp3/4P2P/1R6/5P2/5BK1 w - - 1 34",
    "5k2/2p2p2/1pbq4/p4pr1/P1P2N2/2QPP3/3K1P2/1R6 w - - 8 31",
    "3R4/5ppk/6np/2pPp3/7P/6P1/1r1B1PK1/8 w - - 1 42",
    "2qr2k1/5p2/2p3p1/p6p/1pP5/1P2Q1PP/5PK1/7R b - - 3 35",
    "1k3r2/1pp5/p1n5/3p3p/3P3P/P1P2NP1/1P4K1/4R3 b - - 0 30",
    "4r1k1/2R2ppp/3r4/1P1b4/3P3P/1p2P3/3K1P2/R7 w - - 0 26",
    "7k/2p5/1p4p1/3Ppr2/Pq2N2p/1B3R1P/1P2R1K1/8 w - - 6 39",
    "6nk/1RK5/P5pp/5p2/2p2P2/1Br4P/8/8 w - - 0 43",
    "1k6/2r2p2/R1PK2p1/1P2P1Pp/7P/8/4b3/8 w - - 7 49",
    "8/1b6/2p3k1/1pB1K2p/pP4p1/P7/8/7R w - - 1 64",
    "8/8/7K/7P/R7/2k5/p7/r7 w - - 7 71",
    "8/8/2P5/p2K4/5r1k/6p1/8/6R1 w - - 0 43",
)


def run(report: Callable[[str], None], depth: str = "12") -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.search.alphabeta.deepening import Searcher
    from mossa.search.alphabeta.memory import clear
    from mossa.search.common.limits import Limits

    game = mossa.game("chess")
    searcher = Searcher(game, memory_mib=64)  # compile, or load from the cache
    nodes, seconds, slowest, busy = 0, 0.0, 0.0, 0.0
    for number, fen in enumerate(POSITIONS, 1):
        report(f"{number} of {len(POSITIONS)}")
        state = game.position(fen).state
        searcher.table.words.array[:] = 0
        clear(searcher.memories[0])
        begin, worked = time.perf_counter(), time.process_time()
        nodes += searcher.search(state, Limits(depth=int(depth))).nodes
        spent = time.perf_counter() - begin
        busy += time.process_time() - worked
        seconds, slowest = seconds + spent, max(slowest, spent)
    figures = {
        "depth": int(depth),
        "positions": len(POSITIONS),
        "nodes": nodes,
        "seconds": round(seconds, 2),
        "slowest": round(slowest, 2),
        "nodes_per_second": round(nodes / seconds),
        "nodes_per_processor_second": round(nodes / busy),
    }
    return {"name": f"chess depth {depth}", "figures": figures, "ratios": {}, "signature": nodes}
