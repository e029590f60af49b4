"""Matrix game: any game of two players who choose at once, given by its table of payoffs.

`matrix:payoffs=[3 -1; -2 4]` is zero-sum: rows end with a semicolon, each number is what the row player gets and the
column player pays. `matrix:payoffs=[3,3 0,5; 5,0 1,1]` gives both payoffs of each cell, the row player's first. Names
of the choices may follow: `rows=[silent confess],columns=[silent confess]`. Fractions (1/3) and decimals are read;
whole numbers stay whole. The table has at most 32 rows and 32 columns.
"""

TITLE = "Matrix game"
