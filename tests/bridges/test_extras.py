"""A framework that is missing is one sentence."""

from __future__ import annotations

import pytest

from mossa import MossaError
from mossa.bridges.extras import require


def test_what_is_there_is_imported() -> None:
    assert require("json.decoder", "JSON", "json").__name__ == "json.decoder"


def test_what_is_missing_is_one_sentence() -> None:
    with pytest.raises(MossaError, match=r"^No Such Thing is not installed: pip install 'mossa\[rl\]'$"):
        require("no_such_thing.part", "No Such Thing", "rl")


def test_a_fault_inside_a_framework_is_not_hidden(tmp_path, monkeypatch) -> None:
    (tmp_path / "half_a_framework.py").write_text("import another_missing_one\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="another_missing_one"):
        require("half_a_framework", "Half", "rl")
