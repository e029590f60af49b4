"""What a player of checkers knows without searching."""

from .endgame import bounds, distance
from .numbering import index, retract, slices, state_at

__all__ = ["bounds", "distance", "index", "retract", "slices", "state_at"]
