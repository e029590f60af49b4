"""A Ray cluster of several nodes on loopback, started and stopped by a test.

The address is 127.0.0.2, since Ray takes 127.0.0.1 for any address of the machine.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

HOST = "127.0.0.2"


TRIES = 3
"""Ray gives each of its processes 30 seconds to start, which a busy machine may exceed."""


def started_cluster(nodes: int, cpus: int) -> Any:
    from ray.cluster_utils import Cluster

    for _ in range(TRIES):
        head = {"num_cpus": 0, "include_dashboard": False, "node_ip_address": HOST}
        made = Cluster(initialize_head=False)
        try:
            made.add_node(**head)
            made.workers = [made.add_node(num_cpus=cpus, node_ip_address=HOST) for _ in range(nodes)]
            return made
        except Exception as error:  # Ray raises no narrower one
            made.shutdown()
            why = str(error)
    pytest.skip(f"Ray starts no cluster here: {why}")


@contextmanager
def cluster(nodes: int, cpus: int = 1) -> Iterator[Any]:
    """A head without workers, and so many nodes with them."""
    before = dict(os.environ)
    started = started_cluster(nodes, cpus)
    try:
        yield started
    finally:
        started.shutdown()
        os.environ.clear()
        os.environ.update(before)
