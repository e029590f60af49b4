"""Backgammon: fifteen checkers a side, two dice, a race in which single checkers can be hit, and a cube that doubles
the stakes.

Rules: the usual ones (the U.S. Backgammon Federation's): entering from the bar first, both dice if that is possible and
the larger one if only one of them can be played, doubles played four times, bearing off, gammons and backgammons.
Without parameters a single game for points, without the cube. `cube=1` adds the doubling cube, with the Jacoby rule and
beavers if wanted; `match=7` is a match to seven points, with the cube and the Crawford game.

A move is the whole turn: ways to play the dice that lead to the same position count as one move. Left out: resigning,
raccoons, and games for more than two (chouettes). The cube stops at 64, or where it would decide the match.
"""
