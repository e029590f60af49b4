"""Learning: weights of evaluations from play.

| room | holds |
|---|---|
| `table_regression` | least squares for evaluations that add up table entries |
| `sampling` | states from self-play of varied strength |
| `labels` | what a search thinks of a state |
| `worker_processes` | the processes that do such work, and the folder that remembers it |
| `recipes` | one program for each thing that was learnt, with the settings it was learnt with |
"""
