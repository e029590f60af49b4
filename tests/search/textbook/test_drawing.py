"""Drawings are well formed, keep nodes apart, and show what they should."""

import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path

import pytest
from tests.search.textbook.trees import as_rules, random_tree

from mossa import MossaError, game
from mossa.search.textbook import EXAMPLES, run
from mossa.search.textbook.drawing import GAP, _figures, _lay_out, _walk

SVG = "{http://www.w3.org/2000/svg}"


def figures(trace):
    root = _figures(trace, (), trace.labels(), False)
    _lay_out(root)
    return list(_walk(root))


def test_svg_of_two_ply():
    svg = EXAMPLES["two-ply"].run().svg()
    root = ElementTree.fromstring(svg)
    assert len(root.findall(f"{SVG}polygon")) == 4  # MAX and three MIN
    assert len(root.findall(f"{SVG}rect")) == 1 + 9 + 12  # the ground, the leaves, what lies behind the moves
    points = [polygon.get("points").split() for polygon in root.findall(f"{SVG}polygon")]
    tips = [float(p[2].split(",")[1]) < float(p[0].split(",")[1]) for p in points]
    assert tips == [True, False, False, False]  # up for MAX, down for MIN
    assert svg.count("stroke-dasharray") == 2  # two branches are cut
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert "α=3 β=+∞" in texts
    assert "≤2" in texts
    assert "alphabeta: value 3, best a1" in texts


def test_the_opponents_of_a_paranoid_player_are_min():
    rules = game(EXAMPLES["vectors"].spec).rules
    for name in ("paranoid", "best-reply"):
        trace = run(name, rules)
        text = trace.text()
        assert "△p1" in text
        assert "▽p2" in text
        assert "▽p3" in text
        assert "△p2" not in text
        assert {">p1<", ">p2<", ">p3<"} <= set(re.findall(r">[^<>]+<", trace.svg()))
    assert "△p2" in run("maxn", rules).text()


def test_every_shape():
    chance = EXAMPLES["chance"].run().svg()
    assert chance.count("<circle") == 2
    assert "0.9" in chance
    vectors = EXAMPLES["vectors"].run().svg()
    assert {">p1<", ">p2<", ">p3<", ">(1, 2, 6)<"} <= set(re.findall(r">[^<>]+<", vectors))


@pytest.mark.parametrize("name", [n for n, e in EXAMPLES.items() if not e.table and n not in ("tictactoe", "queens")])
def test_every_example_can_be_drawn_at_every_step(name):
    trace = EXAMPLES[name].run()
    for step in (*range(0, len(trace.events), max(5, len(trace.events) // 20)), None):
        ElementTree.fromstring(trace.svg(step))
        assert trace.text(step)


def test_nodes_do_not_overlap():
    for seed in range(200):
        placed = figures(run("alphabeta", as_rules(random_tree(seed, deep=6))))
        rows = {}
        for figure in placed:
            rows.setdefault(len(figure.path), []).append(figure)
        for row in rows.values():
            for one, two in pairwise(row):
                assert two.x - two.left - (one.x + one.right) >= GAP - 1e-6
        for figure in placed:
            if figure.children:
                ends = figure.children[0].x + figure.children[-1].x
                assert figure.x == pytest.approx(ends / 2, abs=1e-6)


def test_names_are_escaped():
    svg = run("minimax", game("tree:tree=(<b>=1 &=2)").rules).svg()
    ElementTree.fromstring(svg)
    assert "&lt;b&gt;" in svg


def test_steps_show_the_node_the_event_and_the_list():
    svg = run("alphabeta-list", game("tree").rules).svg(6)
    assert 'fill="#ffe27a"' in svg
    assert "step 6 of" in svg
    assert "L = (a1" in svg


def test_notebooks_get_the_svg():
    trace = EXAMPLES["two-ply"].run()
    assert trace._repr_svg_() == trace.svg()


def test_text_shows_cuts_and_the_principal_variation():
    text = EXAMPLES["a1-a2"].run().text()
    assert text.splitlines() == [
        "△ 2  [2, +∞]",
        "├─ a1 ▽ 2  [−∞, 2]  ◀",
        "│  ├─ b1 □ 2  ◀",
        "│  └─ b2 □ 3",
        "└─ a2 ▽ ≤1  [2, +∞]",
        "   ├─ c1 □ 1",
        "   └╳ c2 □ (4)",
        "      MAX has 2 at the root already, and here it is 1 or less",
    ]


def test_what_cannot_be_drawn():
    with pytest.raises(MossaError, match="kept no trace"):
        run("minimax", game("tree").rules, trace=False).svg()
    with pytest.raises(MossaError, match="too many to draw"):
        run("minimax", game("tictactoe").rules, depth=4).svg()
    with pytest.raises(MossaError, match="steps 0 to"):
        EXAMPLES["two-ply"].run().svg(1000)


def test_the_picture_in_the_documentation_is_this_one():
    file = Path(__file__).parents[3] / "docs" / "img" / "two-ply.svg"
    assert file.read_text(encoding="utf-8") == EXAMPLES["two-ply"].run().svg()
