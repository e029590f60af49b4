"""Files beside a user's rules file: they can be imported, belong to one game, and count in its cache."""

import sys

import pytest
from tests.user_files import NIM

import mossa
from mossa import MossaError
from mossa.core.neighbours import neighbours
from mossa.search.common.perft import perft

RULES = NIM.replace("LEAST = 1\n", "from amounts import LEAST, most\n\nLEAST = LEAST\nMOST = most()\n")


def added(folder, number):
    folder.mkdir(exist_ok=True)
    (folder / "amounts.py").write_text(f"LEAST = 1\n\n\ndef most():\n    return {number}\n")
    (folder / "nimble.py").write_text(RULES)
    return str(folder / "nimble.py")


def test_a_file_beside_the_rules_is_imported_and_belongs_to_this_game_alone(tmp_path):
    one, two = mossa.game(added(tmp_path / "one", 3)), mossa.game(added(tmp_path / "two", 2))
    assert (one.modules[0].MOST, two.modules[0].MOST) == (3, 2)
    assert "amounts" not in sys.modules
    assert perft(one, one.rules.start(), 2) == 9


def test_a_change_of_the_second_file_is_noticed(tmp_path):
    first = mossa.game(added(tmp_path, 3))
    second = mossa.game(added(tmp_path, 4))
    assert (first.modules[0].MOST, second.modules[0].MOST) == (3, 4)


def test_what_is_imported_is_found_through_several_files(tmp_path):
    path = added(tmp_path, 3)
    (tmp_path / "deeper.py").write_text("DEPTH = 1\n")
    (tmp_path / "amounts.py").write_text("from deeper import DEPTH as LEAST\n\n\ndef most():\n    return 3\n")
    assert [file.name for file in neighbours(tmp_path / "nimble.py")] == ["amounts.py", "deeper.py"]
    assert mossa.game(path).modules[0].LEAST == 1


def test_a_missing_file_is_one_sentence(tmp_path):
    path = added(tmp_path, 3)
    (tmp_path / "amounts.py").unlink()
    with pytest.raises(MossaError, match=r"nimble.py, line \d+: .*there is no file amounts.py beside it"):
        mossa.game(path)
