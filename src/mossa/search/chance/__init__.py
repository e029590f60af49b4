"""Games with chance: expectimax with Star1 and Star2, and rollouts."""
