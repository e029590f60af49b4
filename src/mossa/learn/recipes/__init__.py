"""What was learnt, one program each: `python -m mossa.learn.recipes.othello --help`."""
