"""A program for each evaluation that was learnt: `python -m mossa.learn.recipes.othello --help`."""
