"""Connect Four (forza 4): drop a stone into a column; four of your own in a line win.

Rules: the usual ones on any board whose cells, with one spare row, fit 63 bits. A full board is a draw.
Positions are written as the columns played (`44453`), the columns numbered from 1 (a, b … from the tenth on).
"""

TITLE = "Connect Four"
