import math
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mossa
from mossa import HEXAGON, Cell, MossaError, Piece, Scene, crossings, grid, hexagons, line
from mossa.core.scene_svg import COLOURS

SVG = "{http://www.w3.org/2000/svg}"
PIECES = {"X": Piece("X", "first"), "O": Piece("O", "second", "disc"), "K": Piece("♥K", "third", "card")}
ROWS = st.integers(1, 5).flatmap(lambda n: st.lists(st.text("XOK.", min_size=n, max_size=n), min_size=1, max_size=5))


def drawing(scene, **size):
    """The parsed SVG: an error if it is not well formed."""
    return ElementTree.fromstring(scene.svg(**size))


def test_text_with_labels_and_notes():
    scene = grid(
        ["X.", ".K"],
        PIECES,
        column_labels="ab",
        row_labels=["10", "9"],
        notes=["X to move"],
    )
    assert scene.text() == "10  X  .\n 9  . ♥K\n    a  b\nX to move"


def test_cells_may_be_missing_or_without_ground():
    scene = Scene((Cell(0, 0, piece=Piece("A")), Cell(2, 0), Cell(1, 1, ground="none"), Cell(2, 1, piece=Piece("B"))))
    assert scene.text() == "A   .\n    B"
    assert scene.size == (3, 2)


def test_cells_at_fractional_places_keep_their_places_in_text():
    rows = [Cell((2 - n) / 2 + i, 0.9 * n, piece=Piece("AB"[i % 2])) for n in range(3) for i in range(n + 1)]
    assert Scene(tuple(rows)).text() == "  A\n A B\nA B A"
    apart = Scene((Cell(0, 0), Cell(0.25, 0), Cell(1, 0.5, piece=Piece("XY"))))
    assert apart.text().splitlines()[0].split() == [".", "."]
    assert "XY" in apart.text().splitlines()[1]


def test_hexagons_in_text_with_labels():
    scene = hexagons(["XO", ".X"], PIECES, column_labels="ab", row_labels="12", names=[["a1", "b1"], ["a2", "b2"]])
    assert scene.text() == "1 X O\n2  . X\n  a b"
    assert [cell.name for cell in scene.cells] == ["a1", "b1", "a2", "b2"]
    assert hexagons([" X", "XX"], PIECES, shift=-0.5).text() == "   X\nX X"


def test_stones_stand_on_crossings_of_lines():
    scene = crossings(["X..", "...", "..O"], PIECES, row_labels="321", column_labels="abc")
    assert scene.text() == "3 X . .\n2 . . .\n1 . . O\n  a b c"
    lines = {(cell.x, cell.y): set(cell.lines) for cell in scene.cells}
    assert lines[0, 0] == {(0.5, 0.0), (0.0, 0.5)}
    assert lines[2, 1] == {(-0.5, 0.0), (0.0, 0.5), (0.0, -0.5)}
    assert len(lines[1, 1]) == 4
    ends = [(x + dx, y + dy) for (x, y), ways in lines.items() for dx, dy in ways]
    assert all(ends.count(end) == 2 for end in ends)  # each line goes on in the next cell
    assert scene.svg().count("<path") == 9


def test_hexagons_are_polygons_and_lines_are_lines_in_svg():
    scene = hexagons(["X."], PIECES)
    polygons = drawing(scene).findall(f".//{SVG}polygon")
    assert [len(polygon.get("points").split()) for polygon in polygons] == [6, 6]
    assert all(math.isclose(math.hypot(*corner), 1 / math.sqrt(3), abs_tol=1e-5) for corner in HEXAGON)
    lines = Scene(
        (Cell(0.5, 0, "a", "neutral", None, line(1, 0)), Cell(0, 0.5, "b", "neutral", PIECES["X"], line(0, 1)))
    )
    drawn = drawing(lines, cell=100).findall(f".//{SVG}line")
    assert [one.get("stroke") for one in drawn] == [COLOURS["neutral"], COLOURS["first"]]
    assert float(drawn[0].get("x2")) - float(drawn[0].get("x1")) == 100
    assert lines.text() == "\nX"


def test_the_empty_scene():
    assert Scene(()).text() == ""
    assert drawing(Scene(())).tag == f"{SVG}svg"


@given(ROWS)
def test_a_grid_in_text(rows):
    lines = grid(rows, PIECES).text().split("\n")
    wide = max(len(PIECES[letter].glyph) if letter in PIECES else 1 for row in rows for letter in row)
    expected = [" ".join((PIECES[c].glyph if c in PIECES else ".").rjust(wide) for c in row).rstrip() for row in rows]
    assert lines == expected


@given(ROWS)
def test_a_grid_in_svg(rows):
    root = drawing(grid(rows, PIECES))
    letters = "".join(rows)
    assert len(root.findall(f"{SVG}circle")) == letters.count("O")
    assert len(root.findall(f"{SVG}rect")) == len(letters) + letters.count("K")
    assert [text.text for text in root.findall(f"{SVG}text")] == [
        word for c in letters if c in "XK" for word in (["X"] if c == "X" else ["K", "♥"])
    ]


def test_names_grounds_and_chequers():
    scene = grid(["..", ".."], {}, names=["ab", "c"], ground="light", second_ground="dark")
    assert [cell.name for cell in scene.cells] == ["a", "b", "c", ""]
    assert [cell.ground for cell in scene.cells] == ["light", "dark", "dark", "light"]
    fills = [rect.get("fill") for rect in drawing(scene).findall(f"{SVG}rect")]
    assert fills == [COLOURS[ground] for ground in ("light", "dark", "dark", "light")]


def test_everything_lies_inside_the_picture():
    scene = grid(["XO", "OX"], PIECES, column_labels="ab", row_labels="21", notes=["one", "two"])
    for cell in (10, 48):
        root = drawing(scene, cell=cell)
        _, _, width, height = map(float, root.get("viewBox").split())
        for part in root:
            assert 0 <= float(part.get("x", part.get("cx"))) <= width
            assert 0 <= float(part.get("y", part.get("cy"))) <= height


def test_letters_of_people_cannot_break_the_drawing():
    scene = Scene((Cell(0, 0, piece=Piece("<&\"'")),), notes=("</svg><script>",))
    texts = [text.text for text in drawing(scene).iter(f"{SVG}text")]
    assert texts == ["<&\"'", "</svg><script>"]
    assert "<script>" not in scene.svg()


@pytest.mark.parametrize("cell", [Cell(0, 0, ground="purple"), Cell(0, 0, piece=Piece("X", "purple"))])
def test_an_unknown_role_is_named(cell):
    with pytest.raises(MossaError, match="a scene has no role 'purple'; roles are first, second"):
        Scene((cell,)).svg()


@pytest.mark.parametrize(
    ("game", "text", "spare"),
    [
        ("chess", "start", ""),
        ("chess", "4k3/8/8/8/8/8/PPP5/QRBNKNq1 w - - 0 1", "RBNNPPP"),
        ("chess", "4k2r/pp6/8/8/8/8/P7/4KB2 w - - 0 1", "Brp"),
        ("checkers", "B:W18,19,K20:B1,K2,K3", "Bw"),
        ("othello", "start", ""),
    ],
)
def test_what_each_side_has_more_of(game: str, text: str, spare: str) -> None:
    loaded = mossa.game(game)
    scene = (loaded.start() if text == "start" else loaded.position(text)).scene()
    assert "".join(piece.text for piece in scene.surplus) == spare
