"""What a player knows as one word, and deals, compiled: equal to the interpreted rules, or not compiled at all."""

from pathlib import Path

import pytest

import mossa
from mossa.core.compiled_check import compare
from mossa.core.hidden_rules import KnowledgeCheck, hidden_rules, why_not_compiled, word_of
from mossa.kernel import u64
from mossa.kernel.errors import MossaError

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
COMPILED = ["kuhn", "kuhn:players=3", "cards", "cards:weights=[3 1]", "rps", "matrix", "goofspiel", "liars_dice"]


def load(spec):
    file = EXAMPLES / f"{spec}.py"
    return mossa.game(str(file) if file.exists() else spec)


def states(rules, state, most):
    """A state and those that follow it, breadth first."""
    found = [state]
    for one in found:
        if len(found) >= most:
            break
        found += [rules.play(one, move) for move in rules.legal(one)]
    return found


@pytest.mark.parametrize("spec", COMPILED)
def test_compiled_secrets_are_the_interpreted_ones(spec):
    game = load(spec)
    assert why_not_compiled(game) == ""
    check, rules, words = KnowledgeCheck(game), game.rules, hidden_rules(game)["word"]
    met = {}
    for seed, state in enumerate(states(rules, rules.start(), 300)):
        assert check.difference(state, seed) is None
        for player in range(game.facts.players):
            known = rules.information_state(state, player)
            assert met.setdefault(words(known), known) == known, "what is different has another word"


def test_secrets_beyond_the_compiled_subset_are_named():
    assert "another shape for each player" in why_not_compiled(mossa.game("mastermind"))
    leduc = mossa.game(str(Path(__file__).resolve().parents[1] / "data" / "leduc.py"))
    assert "cannot use list" in why_not_compiled(leduc)
    with pytest.raises(MossaError, match="tictactoe hides nothing"):
        hidden_rules(mossa.game("tictactoe"))


def test_a_redeal_that_means_something_else_compiled_is_found(tmp_path):
    text = (EXAMPLES / "liars_dice.py").read_text()
    wrong = text.replace("1 + below(seed, FACES)", "1 + (1 << 65 + int(seed % 8)) % 7 % FACES")
    assert wrong != text
    (tmp_path / "liars.py").write_text(wrong)
    game = mossa.game(str(tmp_path / "liars.py"))
    state = game.after("2 1").state
    assert "redeal differs" in compare(game, [(state, lambda: "2 1")])


def test_words_of_any_shape():
    assert word_of((1, (2, 3))) != word_of((1, 2, 3)) != word_of(((1, 2), 3))
    assert word_of((True, 0)) == word_of((1, u64(0)))
