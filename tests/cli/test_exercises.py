"""mossa exercise."""

from tests.cli.commands import json_of, refusal, run


def test_a_card_to_guess() -> None:
    answer = json_of("exercise", "guess", "--moves", "c8", "--seed", "3")
    assert (answer["guess"], answer["played"]) == (True, ["♣8", "♣9", "♠4"])
    assert {one["move"]: one["open"] for one in answer["choices"]}["♦6"] == [0, -2]
    shown = run("exercise", "guess").stdout
    assert "MAX ♣7 ♣8 ♦6 ♥6" in shown
    assert "-1" not in shown, "what the leads are really worth is told at the end"
    ended = run("exercise", "guess", "--moves", "c8 d6 h6", "--seed", "3").stdout
    assert "On average -1" in ended
    assert "♣7 -1, ♣8 -1, ♦6 0, ♥6 0" in ended
    assert "not a legal move" in refusal("exercise", "guess", "--moves", "c2")
