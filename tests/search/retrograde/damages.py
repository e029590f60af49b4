"""What can happen to the file of a table."""

from mossa.games.checkers.endgame import OWN

DAMAGES = {
    "cut short": lambda data: data[: len(data) // 2],
    "one bit": lambda data: data[:-200] + bytes([data[-200] ^ 4]) + data[-199:],
    "empty": lambda data: b"",
    "another file": lambda data: b"PNG\x89\xff" * 1000,
    "another slice": lambda data: (OWN / "M-M.table").read_bytes(),
    "a list": lambda data: b"[1]\n",
}
"""What happened → the bytes of the file after it."""
