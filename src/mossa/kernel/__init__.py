"""What compiled code is made of: 64-bit words, bits, random numbers, memory, tables; and the compiler."""

from .bits import bit_count, byte_swap, highest_bit, lowest_bit, mix, parallel_extract, replace
from .errors import MossaError
from .random_numbers import below, draw, next_seed
from .words import u64

__all__ = [
    "MossaError",
    "below",
    "bit_count",
    "byte_swap",
    "draw",
    "highest_bit",
    "lowest_bit",
    "mix",
    "next_seed",
    "parallel_extract",
    "replace",
    "u64",
]
