"""Search: the course's algorithms to read (`textbook`), and the compiled engines to win with (`engines`)."""

from .found import Found, Limits

__all__ = ["Found", "Limits"]
