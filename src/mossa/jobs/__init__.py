"""Long work in chunks, shared out among processes of this machine or of a Ray cluster.

| module | what |
|---|---|
| `job` | what workers do: a start, and the work on a chunk |
| `places` | where they work, and the one function that shares out chunks |
| `pool` | workers that are asked again and again |
| `processes` | worker processes of this machine |
| `cluster` | workers of a Ray cluster, seen from the command |
| `ray_driver` | the process that talks to Ray for it |

A chunk is a small piece of work whose result depends on nothing but the job and the chunk, so it may be done again
after a worker was lost. Whoever shares out chunks stores each result as it comes, and after a kill asks for the rest.

>>> from mossa.jobs import Place
>>> Place.parse("ray:127.0.0.1:6379", processes=2)
Place(processes=2, cluster='127.0.0.1:6379')
"""

from .job import LATER, Job, Later, WorkReport, stopping
from .places import Place, share_out
from .pool import Pool

__all__ = ["LATER", "Job", "Later", "Place", "Pool", "WorkReport", "share_out", "stopping"]
