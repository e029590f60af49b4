"""Any JSON, for tests that say nonsense to the server."""

from hypothesis import strategies as st

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=10,
)
WORDS = st.dictionaries(st.sampled_from(["do", "move", "ply", "x"]), JSON, max_size=4)
