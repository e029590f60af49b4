"""Rock-paper-scissors (morra cinese): both choose at once; rock beats scissors, scissors paper, paper rock.

Rules: the usual ones; equal choices are a draw. Parameter `rounds` is the length of a series, whose result is the
rounds won less those lost. Nothing is left out. The value is 0, and the only safe play
is to choose each with probability 1/3 (`mossa.search.equilibrium.normal_form`).
"""

TITLE = "Rock-paper-scissors"
