"""MAX sees only the cards played."""

import mossa

GAME = mossa.game("cards")


def test_max_sees_only_the_cards_played():
    """He cannot tell the deals apart while MIN has played the cards common to both; then he can."""
    information_state = GAME.rules.information_state
    one, two = GAME.after("1 c8 c9 s4"), GAME.after("2 c8 c9 s4")
    assert information_state(one.state, 0) == information_state(two.state, 0)
    assert information_state(one.state, 1) != information_state(two.state, 1)
    assert one.scene(0) == two.scene(0)
    assert "♥4" not in one.scene(0).text().split("MIN was")[0]
    assert information_state(GAME.after("1 h6 h4").state, 0) != information_state(GAME.after("2 h6 s4").state, 0)


def test_a_finished_trick_stays_to_be_seen():
    finished = GAME.after("1 c8 c9").scene(0)
    assert [cell.piece.glyph for cell in finished.cells if cell.y == 1 and cell.piece] == ["♣8", "♣9"]
    led = GAME.after("1 c8 c9 s4").scene(0)
    assert [(cell.piece.glyph, cell.piece.faint) for cell in led.cells if cell.y == 1 and cell.piece] == [
        ("♠4", False), ("♣8", True), ("♣9", True)
    ]  # fmt: skip
    assert "last trick: ♣8 ♣9, taken by MIN" in led.notes


def test_who_plays_sits_below_and_sees_his_cards():
    for viewer, label in ((0, "MAX"), (1, "MIN"), (None, "MAX")):
        scene = GAME.after("1").scene(viewer)
        assert scene.row_labels[2] == label
        assert len([cell.name for cell in scene.cells if cell.y == 2 and cell.name]) == 4
