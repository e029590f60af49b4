"""Kuhn poker: one card each, one bet; the smallest game in which bluffing is right.

Rules, after [Kuhn50]: everyone antes 1 and is dealt one card of a deck with one card more than there are players (two
players: jack, queen, king). In turn each may check or bet 1; once somebody has bet, each other player in turn calls
with 1 or folds, and the hand is over. The highest card still in takes the pot. The utility is what one wins, the antes
counted. More than two players follow the same rules, as in OpenSpiel.

With two players the value is −1/18 to the first player [Kuhn50].
"""

TITLE = "Kuhn poker"
