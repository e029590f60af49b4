"""Hearts (Cuori): avoid hearts and the queen of spades in thirteen tricks, or take them all.

Rules: four players with thirteen cards each, as Pagat (pagat.com/reverse/hearts.html) and Hoyle have them. Three cards
are passed to the left, in the next deal to the right, then across, then none. The two of clubs leads; suit must be
followed; there are no trumps. In the first trick nobody discards a heart or the queen of spades, unless he has nothing
else; a heart is led once one has been discarded, or by who has nothing else. A heart counts 1, the queen 13; who takes
all 26 shoots the moon.

By default one deal is played; `hearts:points=100` is the whole game, deal after deal until somebody has 100, and the
fewest points win. `passing` is `rotate`, `left`, `right`, `across` or `hold`; `moon=add` (the default) gives the others
26 points each, `moon=subtract` takes 26 from the shooter. The utility is the mean of the others' points less one's own,
so it adds up to 0.

Omissions: the jack of diamonds counts nothing; the queen of spades does not break hearts; other numbers of players.
"""

TITLE = "Hearts"
