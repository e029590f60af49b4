"""The one kind of error a person can cause: a clear sentence, shown without a traceback."""

__all__ = ["MossaError"]


class MossaError(Exception):
    """What was wrong and what is accepted, in one sentence. The command line prints it and ends with status 2."""
