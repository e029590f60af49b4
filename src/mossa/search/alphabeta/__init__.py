"""The compiled alpha-beta engine and solver: one source, specialised for every game."""
