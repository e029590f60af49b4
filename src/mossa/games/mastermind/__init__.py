"""Mastermind: one player sets a secret code of coloured pegs, the other finds it by guessing.

Rules: the usual ones (M. Meirowitz, 1970) with any number of `pegs` and `colours`; colours may repeat, no peg is left
empty. Each guess is answered with a black mark for every peg that is right and a white mark for every further peg whose
colour is right but not its place. The game ends with the right guess or after the last of `guesses`. As in the rules,
the maker of the code scores a point for each guess and one more if the code was not found: that is his utility, and
minus that is the breaker's.

A code is written in digits, `1122`; a guess with its answer `1122=10` (black, white); a position as the code and the
guesses, `3456 1122=01`, or `start` before there is a code. With `?` for the code it is what
the breaker knows.

`strategy.py` holds Knuth's strategy [Knuth77], which needs at most five guesses, and one that needs fewer on average;
`players.py` plays them. Averaging over clairvoyance (PIMC) is of no use here: a clairvoyant breaker guesses the code at
once, so a guess that only gathers information is never chosen.
"""

TITLE = "Mastermind"
