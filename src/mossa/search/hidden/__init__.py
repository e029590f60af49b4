"""Hidden information by clairvoyance: deals solved with open cards, and what is better than that."""
