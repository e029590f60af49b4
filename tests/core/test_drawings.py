"""Drawn pieces: closed outlines inside their square, and in the SVG of a scene."""

import re
import xml.etree.ElementTree as ET

import pytest

from mossa import Piece, grid
from mossa.core.drawings import DRAWINGS

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", DRAWINGS)
def test_an_outline_is_closed_and_fits_its_square(name):
    drawing = DRAWINGS[name]
    assert drawing.outline.startswith("M")
    assert drawing.outline.endswith("Z")
    for path in (drawing.outline, *drawing.details, *drawing.spots):
        assert not re.sub(r"[MLHVCQAZ]|-?\d+(\.\d+)?|[ ,]", "", path), "only absolute commands"
        assert all(-50 <= float(number) <= 50 for number in re.findall(r"-?\d+(?:\.\d+)?", path))


def test_a_scene_draws_them_in_the_colour_of_their_side():
    scene = grid(["kK"], {"K": Piece("♚", "white", "king", "K"), "k": Piece("♚", "black", "king", "k")})
    groups = ET.fromstring(scene.svg()).findall(f"{SVG}g")
    outlines = [group.findall(f"{SVG}path")[0] for group in groups]
    assert [one.get("d") for one in outlines] == [DRAWINGS["king"].outline] * 2
    assert len({one.get("fill") for one in outlines}) == 2
    assert scene.text() == "k K"
