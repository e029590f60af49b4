"""The error for mistakes of users: a sentence, shown without a traceback."""

__all__ = ["MossaError"]


class MossaError(Exception):
    """What was wrong and what is accepted, in one sentence. The command line prints it and exits with status 2."""
