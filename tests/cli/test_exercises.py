"""mossa exercise, mossa mark."""

import json
from pathlib import Path

import pytest
from tests.cli.commands import json_of, refusal, run

from mossa.search.textbook.exercises import make_exercise


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


def test_a_class_exercise_is_answered_written_and_marked(tmp_path: Path) -> None:
    ada, bad, other = (tmp_path / name for name in ("ada.json", "bad.json", "other.json"))
    asked = json_of("exercise", "alphabeta", "--seed", "7")
    assert "right" not in asked
    right = {one.id: one.right for one in make_exercise("alphabeta", 7).questions}
    says = "".join(f"{right[question['id']]}\n" for question in asked["questions"])
    done = run("exercise", "alphabeta", "--seed", "7", "--student", "=Ada", "--out", str(ada), says=says)
    assert "Written to" in done.stdout
    assert "is there already" in refusal("exercise", "alphabeta", "--out", str(ada))
    bad.write_text('{"format": "mossa answers"')
    other.write_text(ada.read_text().replace('"seed": 7', '"seed": 8'))
    marked = run("mark", str(ada), str(bad), str(other), "--seed", "7", "--json")
    assert marked.exit_code == 2
    found = json.loads(marked.stdout)
    assert [(one["student"], one["right"], one["of"]) for one in found["marks"]] == [("=Ada", 4, 4)]
    assert [Path(one["file"]).name for one in found["refused"]] == ["bad.json", "other.json"]
    assert marked.stderr.count("\n") == 2
    assert "it answers alphabeta with seed 8" in marked.stderr
    sheet = run("mark", str(ada), "--csv")
    assert (sheet.exit_code, sheet.stdout.splitlines()[1].split(",")[:5]) == (0, ["'=Ada", "alphabeta", "7", "4", "4"])
    assert "=Ada" in run("mark", str(ada)).stdout


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[" * 200_000, bytes(range(256)), b"[]", b'{"format": "mossa answers", "seed": 1e400}']
)
def test_a_damaged_file_is_one_sentence(damage: bytes, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_bytes(damage)
    sentence = refusal("mark", str(tmp_path / "bad.json"))
    assert sentence.startswith(str(tmp_path / "bad.json"))


def test_without_a_file_the_mistakes_are_told_at_once() -> None:
    shown = run("exercise", "minimax", "--seed", "7", says="40\n67\n95\n35\n40\n35\n\na2\n").stdout
    assert "root: 40, not nothing" in shown
    assert "best: a1, not a2" in shown
    assert "6 of 8 right" in shown
    stopped = run("exercise", "minimax", says="1\n")
    assert (stopped.exit_code, "the answers ended before" in stopped.stderr) == (2, True)
    assert "--out and --student" in refusal("exercise", "guess", "--student", "Ada")
    assert "cards of the exercise guess" in refusal("exercise", "minimax", "--moves", "c8")
