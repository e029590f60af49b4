"""Pig: roll the die as often as you dare; a 1 loses the points of the turn.

Rules: as in T. Neller and C. Presser, Optimal play of the dice game Pig [NellerPresser04]. On his turn a player rolls a
die until he holds, which adds the points of the turn to his own, or until he rolls a 1, which ends the turn and adds
nothing. Who first has 100 points (parameter `goal`) wins; with enough for that he holds, and may not roll on. Parameter
`players`: two to six, two by default. There is no longest game: all may roll 1s for ever. Left out: variants with two
dice.

A move is written `roll` or `hold`, what the die shows `1` to `6`; a position is the points of all, who moves and the
points of the turn, `37-52 p2 +14`, with `rolls` at the end while the die is in the air.
"""

TITLE = "Pig"
