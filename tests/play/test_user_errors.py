"""An error in a rules file is one sentence that names the place."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.small_games import TAKE

from mossa import Game, MossaError
from mossa.play.user_errors import user_error


def test_an_error_in_a_rules_file_names_file_line_and_function(written: Callable[[str], Game]) -> None:
    game = written(TAKE.replace("return state.turn", "return 1 // (state.turn - state.turn)"))
    with pytest.raises(ZeroDivisionError) as caught:
        game.rules.mover(game.rules.start())
    sentence = user_error(caught.value)
    assert isinstance(sentence, MossaError)
    line = TAKE.splitlines().index("def mover(state): return state.turn") + 1
    assert str(sentence).startswith(f"{Path(game.name).name}, line {line}, in mover: ZeroDivisionError: ")


@pytest.mark.parametrize("error", [ValueError("elsewhere"), MossaError("a sentence already"), KeyboardInterrupt()])
def test_an_error_elsewhere_is_none_of_a_rules_file(error: BaseException) -> None:
    with pytest.raises(type(error)) as caught:
        raise error
    assert user_error(caught.value) is None
