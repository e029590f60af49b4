"""The techniques of the course's second half, each in the shortest form that shows it.

All are alpha-beta as in `..alphabeta`, with a few lines more. To keep each to one function, MAX and MIN are not written
apart: `GameTree` knows which values the player who moves prefers (`prefers`), which refute a node (`refutes`), and how
the window narrows (`narrowed`).
"""
