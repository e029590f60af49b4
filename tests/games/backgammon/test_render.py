"""The board of backgammon as text: numbered by the player on turn, five checkers a column, cube and dice."""

import mossa
from mossa.games.backgammon.notation import on_board
from mossa.games.backgammon.render import scene

MATCH = mossa.game("backgammon:match=7")
MONEY = mossa.game("backgammon")


def test_the_board_is_drawn_with_the_numbers_of_the_player_on_turn():
    assert str(MATCH.after("31 8/5 6/5")).splitlines() == [
        "12 11 10  9  8  7     6  5  4  3  2  1",
        " X  .  .  .  O  .  .  O  .  .  .  .  X  .",
        " X  .  .  .  O  .  .  O  .  .  .  .  X",
        " X  .  .  .  O  .  .  O  .  .  .  .  .",
        " X  .  .  .  .  .  .  O  .  .  .  .  .",
        " X  .  .  .  .  .  .  O  .  .  .  .  .",
        "                                        1",
        " O  .  .  .  .  .  .  .  .  .  .  .  .",
        " O  .  .  .  .  .  .  X  .  .  .  .  .",
        " O  .  .  .  .  .  .  X  .  .  .  .  .",
        " O  .  .  .  X  .  .  X  X  .  .  .  O",
        " O  .  .  .  X  .  .  X  X  .  .  .  O  .",
        "13 14 15 16 17 18    19 20 21 22 23 24",
        "Black rolls or doubles; pips: White 163, Black 167",
        "score to 7: White 0, Black 0",
    ]


def test_the_numbers_of_points_are_those_of_the_player_who_looks():
    for player in (0, 1):
        for text in ("31", "31 8/5 6/5 62"):
            labels = [cell.piece.glyph for cell in MONEY.after(text).scene(player).cells if cell.y == 12]
            assert labels == [str(point) for point in range(12, 0, -1)]
    named = {cell.name for cell in MONEY.after("31 8/5 6/5 62").scene(0).cells if (cell.x, cell.y) == (12, 11)}
    assert named == {"24"}  # moves are read from the side of the player on turn


def test_checkers_that_are_off_lie_in_the_tray_and_are_counted_in_text():
    state = on_board([2, *[0] * 24], [0, 3, *[0] * 23])  # two on the other's ace point, three on one's own deuce point
    off = {cell.name: cell.count for cell in scene(state, 0).cells if cell.name.endswith("off")}
    assert off == {"off": 12, "their off": 13}
    assert [line.split()[-1] for line in scene(state, 0).text().splitlines()[1:12:10]] == ["13", "12"]


def test_dice_are_shown_before_the_move_and_a_click_is_a_point():
    scene = MONEY.after("31").scene()
    pieces = [cell.piece for cell in scene.cells if cell.piece is not None]
    assert [piece.text for piece in pieces if piece.text in "⚀⚁⚂⚃⚄⚅"] == ["⚂", "⚀"]
    assert {cell.name for cell in scene.cells} >= {*map(str, range(1, 25)), "bar", "off"}
    assert scene.notes == ("White plays 3-1; pips: White 167, Black 167",)


def test_a_tall_column_ends_with_its_number_of_checkers():
    rows = str(MONEY.position("/38AAADgzz8AAA")).splitlines()  # fifteen on the ace point against eight and seven
    assert rows[5].split() == [*["."] * 12, "15"]
    assert rows[7].split() == [*["."] * 4, "8", ".", ".", "7", *["."] * 5]
    assert rows[8].split() == [*["."] * 4, "X", ".", ".", "X", *["."] * 5]
