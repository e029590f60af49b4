"""Games with hidden information or simultaneous moves: equilibria, counterfactual regret, exploitability."""
