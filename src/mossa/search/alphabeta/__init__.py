"""The compiled engines: one source each, specialised for every game."""
