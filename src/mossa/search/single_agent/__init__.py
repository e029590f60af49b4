"""Puzzles: one player and no chance. Depth-first with a table, breadth-first, A* and IDA*."""
