"""The graph of positions: all states that can be reached, each once, solved together by value iteration."""
