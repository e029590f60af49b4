"""More than two players, compiled: max^n, the paranoid search, best-reply search."""
