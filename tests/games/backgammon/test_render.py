"""The board of backgammon as text: numbered by the player on turn, five checkers a column, cube and dice."""

import mossa

MATCH = mossa.game("backgammon:match=7")
MONEY = mossa.game("backgammon")


def test_the_board_is_drawn_with_the_numbers_of_the_player_on_turn():
    assert str(MATCH.after("31 8/5 6/5")).splitlines() == [
        "12 11 10  9  8  7     6  5  4  3  2  1",
        " X  .  .  .  O  .  .  O  .  .  .  .  X  .",
        " X  .  .  .  O  .  .  O  .  .  .  .  X  .",
        " X  .  .  .  O  .  .  O  .  .  .  .  .  .",
        " X  .  .  .  .  .  .  O  .  .  .  .  .  .",
        " X  .  .  .  .  .  .  O  .  .  .  .  .  .",
        "                                        1",
        " O  .  .  .  .  .  .  .  .  .  .  .  .  .",
        " O  .  .  .  .  .  .  X  .  .  .  .  .  .",
        " O  .  .  .  .  .  .  X  .  .  .  .  .  .",
        " O  .  .  .  X  .  .  X  X  .  .  .  O  .",
        " O  .  .  .  X  .  .  X  X  .  .  .  O  .",
        "13 14 15 16 17 18    19 20 21 22 23 24",
        "Black rolls or doubles; pips: White 163, Black 167",
        "score to 7: White 0, Black 0",
    ]


def test_dice_are_shown_before_the_move_and_a_click_is_a_point():
    scene = MONEY.after("31").scene()
    pieces = [cell.piece for cell in scene.cells if cell.piece is not None]
    assert [piece.text for piece in pieces if piece.text in "⚀⚁⚂⚃⚄⚅"] == ["⚂", "⚀"]
    assert {cell.name for cell in scene.cells} >= {*map(str, range(1, 25)), "bar", "off"}
    assert scene.notes == ("White plays 3-1; pips: White 167, Black 167",)


def test_a_tall_column_ends_with_its_number_of_checkers():
    rows = str(MONEY.position("/38AAADgzz8AAA")).splitlines()  # fifteen on the ace point against eight and seven
    assert rows[5].split() == [*["."] * 12, "15", "."]
    assert rows[7].split() == [*["."] * 4, "8", ".", ".", "7", *["."] * 6]
    assert rows[8].split() == [*["."] * 4, "X", ".", ".", "X", *["."] * 6]
