"""Mate search: the nearest forced win or loss, by proof-number search."""
