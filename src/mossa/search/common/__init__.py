"""What all engines share: limits and results, scores, threads, the plan of a search's time, perft."""
