"""Nim: take any number of matches from one heap; whoever takes the last match wins.

Rules: [Bouton01]; with `misere=1` whoever takes the last match loses. Parameter `heaps` is the first position. Heaps
keep their place and their letter: a position is written `3-4-5 first`, heaps a, b, c and the player to move (`first`
if it is left out); the move `b2` takes two matches from heap b. Nothing is left out.

The theory says who wins: the player to move loses exactly if the heaps, as binary numbers added without carry
(XOR), give 0; in the misère game the same holds unless all heaps are of 0 or 1, where it is the other way round.
"""

TITLE = "Nim"
