"""Search: the course's algorithms to read (`textbook`), and the compiled engines to win with (`engines`)."""

from .common.limits import Limits
from .common.results import SearchResult

__all__ = ["Limits", "SearchResult"]
