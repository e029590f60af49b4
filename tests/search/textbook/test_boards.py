"""Boards in the nodes of a tree."""

from mossa import game
from mossa.search.textbook import EXAMPLES, run
from mossa.search.textbook.boards import board_shapes, board_size
from mossa.search.textbook.picture import Circle, Line, Polygon, Rectangle, Text


def test_the_board_of_tic_tac_toe():
    rules = game("tictactoe").rules
    scene = rules.scene(game("tictactoe").after("a1 b2").state, None)
    shapes = board_shapes(scene, 100, 50)
    texts = {shape.text: shape for shape in shapes if isinstance(shape, Text)}
    cells = [shape for shape in shapes if isinstance(shape, Rectangle)]
    assert len(cells) == 9
    assert set(texts) == {"X", "O"}
    assert texts["X"].x < texts["O"].x == 100
    assert texts["X"].y > texts["O"].y
    width, height = board_size(scene)
    assert min(cell.x for cell in cells) == 100 - width / 2
    assert max(cell.y + cell.height for cell in cells) == 50 + height


def test_stones_hexagons_and_lines():
    def shapes(spec):
        one = game(spec)
        return board_shapes(one.rules.scene(one.start().play(one.start().moves[0]).state, None), 0, 0)

    assert any(isinstance(shape, Circle) for shape in shapes("connect4"))
    assert any(isinstance(shape, Polygon) for shape in shapes("docs/examples/hex.py"))
    assert any(isinstance(shape, Line) for shape in shapes("docs/examples/dots_and_boxes.py"))
    assert any(shape.text == "♟" for shape in shapes("chess") if isinstance(shape, Text))


def test_they_are_drawn_where_they_can_be_read_or_where_asked_for():
    assert len(EXAMPLES["ponder-hit"].run().boards) == len(EXAMPLES["ponder-hit"].run().spots)
    assert not EXAMPLES["two-ply"].run().boards
    assert not EXAMPLES["transpositions"].run().boards
    chess = game("chess").rules
    assert not run("minimax", chess, depth=1).boards
    asked = run("minimax", chess, depth=1, boards=True)
    assert len(asked.boards) == 21
    assert asked.svg().count("<rect") > 21 * 64
    assert not run("minimax", game("tictactoe").rules, depth=1, boards=False).boards


def test_a_board_stands_below_its_node_and_above_its_children():
    trace = run("minimax", game("tictactoe").rules, depth=1)
    with_boards = trace.svg()
    trace.boards.clear()
    assert float(height(with_boards)) > float(height(trace.svg())) + 80


def height(svg):
    return svg.split('height="')[1].split('"')[0]
