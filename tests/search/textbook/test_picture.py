"""Shapes as SVG."""

import xml.etree.ElementTree as ElementTree

from mossa.search.textbook.picture import Circle, Line, Picture, Polygon, Rectangle, Row, Text

SHAPES = (
    Line(0, 0, 10, 5, "#000000", 1.5, (4, 3), round=True),
    Polygon(((0, 0), (4, 0), (2, 3)), "#ffffff", "#000000", 1),
    Circle(5, 5, 2, "#ff0000"),
    Rectangle(1, 1, 3, 2, "#00ff00", "#000000", 0.5),
    Text(3, 3, "a < b & c", 11, "#123456", "start", strong=True),
)


def test_every_shape_is_an_element():
    picture = Picture(-1, 20, 10, "<title>", (Row(SHAPES[:2]), Row(SHAPES[2:], "0.1")))
    assert picture.shapes == list(SHAPES)
    root = ElementTree.fromstring(picture.svg())
    names = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert names == ["svg", "title", "rect", "line", "polygon", "g", "circle", "rect", "text"]
    (group,) = (element for element in root.iter() if element.tag.endswith("}g"))
    assert group.get("data-node") == "0.1"
    assert root[0].text == "<title>"
    (text,) = (element for element in root.iter() if element.tag.endswith("}text"))
    assert (text.text, text.get("font-weight")) == ("a < b & c", "bold")
    (line,) = (element for element in root.iter() if element.tag.endswith("}line"))
    assert (line.get("stroke-dasharray"), line.get("stroke-linecap")) == ("4 3", "round")


def test_a_shape_without_a_stroke_has_no_edge():
    assert "stroke" not in Circle(0, 0, 1, "#fff").svg()
    assert "stroke" not in Rectangle(0, 0, 1, 1, "#fff").svg()
