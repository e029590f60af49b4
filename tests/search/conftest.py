"""What the tests of hidden information share: OpenSpiel's figures and Leduc poker unfolded."""

import json
from pathlib import Path

import pytest

import mossa

DATA = Path(__file__).parent.parent / "data"


@pytest.fixture(scope="session")
def poker():
    return json.loads((DATA / "poker_openspiel.json").read_text())


@pytest.fixture(scope="session")
def leduc():
    from mossa.search.equilibrium.extensive_form import unfold

    return unfold(mossa.game(str(DATA / "leduc.py")).rules)
