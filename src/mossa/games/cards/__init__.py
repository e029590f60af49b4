"""Two-hand card game: the course's example of why averaging over clairvoyance is wrong.

Two players, no trumps. MAX leads the first card; the other must follow suit if he can; the higher card of the suit
led takes the trick and its winner leads the next. The utility is tricks won minus tricks lost. MIN sees everything; MAX
sees his own hand and the cards played, and knows which hands MIN may have and how likely each is.

`cards:max=[h6 d6 c8 c7],min=[h4 s4 c9 c5 | d4 s4 c9 c5]` are the course's hands and the default; `weights=[3 1]` makes
the first hand of MIN three times as likely as the second. With one hand of MIN there is nothing to guess, and the game
is one of perfect information. Suits are the letters c d h s or ♣ ♦ ♥ ♠, ranks 2 … 10 J Q K A (T is 10).

The rules are those of the example in the first editions of [RussellNorvig]; the book only says who wins how many
tricks, so the scale (won minus lost) is our choice: an even split is 0.
"""

TITLE = "Two-hand card game"
