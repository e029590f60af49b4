"""Monte Carlo tree search: random games in place of an evaluation, and a tree that grows where the play looks good."""
