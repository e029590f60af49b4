"""Mate search: the shortest forced win or loss, by proof-number search."""
