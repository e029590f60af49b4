"""Other names lead to an algorithm, and hide none."""

from mossa.search.textbook import ALGORITHMS
from mossa.search.textbook.aliases import ALIASES


def test_every_name_leads_to_an_algorithm():
    assert set(ALIASES.values()) <= set(ALGORITHMS)
    assert not set(ALIASES) & set(ALGORITHMS)
    assert all(name == name.lower() and " " not in name for name in ALIASES)
