"""Matches on a Ray cluster: games a second with one worker and with two, and what a chunk costs beside its work.

    mossa bench cluster
    mossa bench cluster 60 20000               (games, nodes a move)

Starts clusters of one and of two machines with one worker each on loopback and plays the same match of Othello on both.
The ratio needs two idle cores. A chunk that does nothing shows the overhead. The last figures are those of the same
match by worker processes without Ray.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

EMPTY = 2000
"""Chunks that do nothing."""
HOST = "127.0.0.2"
"""Loopback; Ray takes 127.0.0.1 for any address of the machine."""


@contextmanager
def cluster(machines: int) -> Iterator[str]:
    """The address of a cluster of so many machines with one worker each."""
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 0, "include_dashboard": False, "node_ip_address": HOST}
    started = Cluster(initialize_head=True, head_node_args=head)
    try:
        for _ in range(machines):
            started.add_node(num_cpus=1, node_ip_address=HOST)
        yield started.address
    finally:
        started.shutdown()


def run(report: Callable[[str], None], games: str = "60", nodes: str = "20000") -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.jobs import Job, Place, share_out
    from mossa.play.match import Match
    from mossa.play.match import run as play
    from mossa.play.referee import GameTerms

    limited = "alphabeta:memory=4"
    match = Match("othello", (limited, f"{limited},killers=0"), int(games), GameTerms(nodes=int(nodes)), plies=6)
    report("compiling")
    mossa.game("othello").start().best(nodes=1000, player=limited)

    def games_a_second(place: Place) -> float:
        """From the first game that ends to the last: the start of workers is not counted."""
        ends: list[float] = []
        play(match, place=place, progress=lambda score: ends.append(time.perf_counter()))
        return (len(ends) - 1) / (ends[-1] - ends[0])

    speeds: dict[str, float] = {}
    overhead = 0.0
    for machines in (1, 2):
        report(f"a cluster of {machines}")
        with cluster(machines) as address:
            speeds[f"Ray, {machines} worker{'s' if machines > 1 else ''}"] = games_a_second(Place(cluster=address))
            if machines == 1:
                began, job = 0.0, Job(abs, time.sleep, (0,))
                for _ in share_out(job, range(EMPTY), Place(cluster=address)):
                    began = began or time.perf_counter()
                overhead = (time.perf_counter() - began) / (EMPTY - 1)
    report("processes without Ray")
    speeds["2 processes"] = games_a_second(Place(2))
    one, two = speeds["Ray, 1 worker"], speeds["Ray, 2 workers"]
    figures = {f"games/s, {what}": round(speed, 2) for what, speed in speeds.items()}
    figures["ms a chunk beside its work"] = round(1000 * overhead, 2)
    return {
        "name": f"cluster {games} games",
        "figures": figures,
        "ratios": {"one worker": round(two / one, 2), "2 processes": round(two / speeds["2 processes"], 2)},
    }
