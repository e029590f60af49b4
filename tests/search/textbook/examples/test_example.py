"""Every worked figure of the course comes out; payoff tables have decisions in place of a trace."""

import pytest

from mossa import MossaError
from mossa.search.textbook import EXAMPLES
from mossa.search.textbook.decisions import decide, parse_payoffs


@pytest.mark.parametrize("name", [name for name, example in EXAMPLES.items() if not example.table])
def test_expected_figures(name):
    example = EXAMPLES[name]
    trace = example.run(trace=name != "tictactoe")
    for field, figure in example.expected.items():
        found = getattr(trace, field)
        assert found == (figure if field == "moves" else pytest.approx(figure)), field
    assert example.english.endswith((".", ")."))
    assert example.italian
    assert example.italian != example.english


def test_funds():
    example = EXAMPLES["funds"]
    for rule, decision in example.decisions().items():
        assert (decision.choice, decision.value) == ((example.expected[rule][0],), example.expected[rule][1])
    assert tuple(decide(parse_payoffs(example.table), "regret").table.values()) == (30, 25, 15)
    with pytest.raises(MossaError, match="payoff table"):
        example.run()
    with pytest.raises(MossaError, match="no payoff table"):
        EXAMPLES["queens"].decisions()
