"""A tree game from its text."""

from mossa import game


def tree(text):
    return game(f"tree:tree={text}")
