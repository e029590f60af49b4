import json
import re
from pathlib import Path

import pytest

import mossa
from mossa import Game, MossaError
from mossa.cli.terminal import Session, TerminalIO, autosave_path, menu, new_session, result_sentence, resume_session
from mossa.play.record import GameRecord

TICTACTOE = mossa.game("tictactoe")


class Script:
    """A person who says these lines and then leaves; everything shown to him is kept."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.shown: list[str] = []
        self.io = TerminalIO(self.shown.append, self.read_line)

    def read_line(self, prompt: str) -> str | None:
        self.shown.append(prompt)
        return self.lines.pop(0) if self.lines else None

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


def session(script: Script, game: Game = TICTACTOE, vs: str = "alphabeta-textbook:depth=2", side: int = 0) -> Session:
    return new_session(game.start(), [vs], side, script.io, seed=1, time=0.1)


def test_a_game_to_its_end() -> None:
    script = Script("b2", "c1", "a3", "c3", "c2", "b1", "a2", "b3", "resign")
    record = session(script, vs="random").run()
    assert record.ended in ("over", "resigned")
    assert record.players == ("human", "random")
    assert "X to move: " in script.shown
    assert not autosave_path(TICTACTOE).exists()


def test_a_win_is_told() -> None:
    """The opponent takes the first free square, so the middle column wins."""
    script = Script("b2", "b1", "b3")
    record = session(script, vs="alphabeta-textbook:nodes=1").run()
    assert record.moves == ("b2", "a1", "b1", "c1", "b3")
    assert (record.ended, record.result) == ("over", (1, -1))
    assert script.shown[-1] == "X wins (1, -1)."


def test_wrong_words_are_answered_and_the_game_goes_on() -> None:
    script = Script("z9", "", "b2 c3", "b2", "b2")
    record = session(script).run()
    assert "'z9' is not a legal move here; legal: a1, b1" in script.text
    assert "'b2' is not a legal move here" in script.text
    assert record.moves[0] == "b2"


def test_commands() -> None:
    script = Script("help", "moves", "board", "hint", "undo", "save")
    session(script).run()
    assert "resign   give up" in script.text
    assert "a1 b1 c1 a2 b2 c2 a3 b3 c3" in script.shown
    assert any(line.startswith("alphabeta would play ") for line in script.shown)
    assert "there is no move of yours to take back" in script.shown
    assert "give a file name: save FILE" in script.shown


def test_undo_takes_back_both_moves() -> None:
    script = Script("b2", "undo", "a1")
    record = session(script).run()
    assert record.moves[0] == "a1"
    assert len(record.moves) == 2


def test_resigning() -> None:
    script = Script("b2", "resign")
    record = session(script).run()
    assert (record.ended, record.by, record.result) == ("resigned", 0, (-1, 1))
    assert script.shown[-1] == "X resigns: O wins (-1, 1)."


@pytest.mark.parametrize("leaving", [("b2", "quit"), ("b2",)])
def test_leaving_keeps_the_game_and_resuming_goes_on(leaving: tuple[str, ...]) -> None:
    left = session(Script(*leaving)).run()
    assert left.ended == ""
    assert autosave_path(TICTACTOE).exists()
    script = Script()
    again = resume_session(TICTACTOE, script.io, time=0.1)
    assert again.record() == left
    assert again.run() == left
    assert "mossa play tictactoe --resume" in script.text


def test_the_game_is_kept_after_every_move() -> None:
    """Even a kill loses nothing: the file is there before anybody leaves."""
    seen = []

    def read_line(prompt: str) -> str | None:
        path = autosave_path(TICTACTOE)
        seen.append(len(GameRecord.load(path).moves) if path.exists() else 0)
        return ["b2", "b1", None][len(seen) - 1]

    io = TerminalIO(lambda line: None, read_line)
    new_session(TICTACTOE.start(), ["alphabeta-textbook:nodes=1"], 0, io, seed=1, time=0.1).run()
    assert seen == [0, 2, 4]


def test_a_data_folder_that_cannot_be_written_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MOSSA_DATA", str(tmp_path / "file"))
    script = Script("b2", "b1", "b3")
    record = session(script, vs="alphabeta-textbook:nodes=1").run()
    assert record.ended == "over"
    assert script.text.count("The game will not be saved") == 1


def test_saving_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    session(Script("b2", f"save {path}")).run()
    assert json.loads(path.read_text())["moves"][0] == "b2"
    assert resume_session(TICTACTOE, Script().io, path=path).at.history[0] == "b2"


def test_what_cannot_be_resumed(tmp_path: Path) -> None:
    with pytest.raises(MossaError, match="there is no saved game of tictactoe"):
        resume_session(TICTACTOE, Script().io)
    path = tmp_path / "game.json"
    GameRecord("tictactoe", ("human", "random"), ("b2",), result=(1, -1), ended="over").save(path)
    with pytest.raises(MossaError, match="has ended"):
        resume_session(TICTACTOE, Script().io, path=path)
    GameRecord("nim", ("human", "random"), ()).save(path)
    with pytest.raises(MossaError, match="a game of nim, not of tictactoe"):
        resume_session(TICTACTOE, Script().io, path=path)
    path.write_text("{")
    with pytest.raises(MossaError, match="not a JSON file"):
        resume_session(TICTACTOE, Script().io, path=path)


def test_hidden_things_stay_hidden_until_the_end() -> None:
    kuhn = mossa.game("kuhn")
    for seed in range(12):
        script = Script()
        one = new_session(kuhn.start(), ["random"], 0, script.io, seed=seed, time=0.1)
        mine, theirs = one.run().moves[:2]
        assert "Chance makes a hidden move." in script.shown
        assert set(re.findall(r"\b[JQK]\b", script.text)) == {mine} != {theirs}


def test_a_simultaneous_choice_is_not_told_before_ones_own() -> None:
    script = Script("rock")
    record = session(script, mossa.game("rps"), "policy", side=1).run()
    before, after = script.text.split("second to move: ")
    assert "first (policy) makes a hidden move." in before
    assert not any(word in before.split("Type `help`")[1] for word in ("rock", "paper", "scissors"))
    assert f"Moves: {record.moves[0]} rock" in after


def test_the_secret_of_mastermind_is_seen_at_the_end_only() -> None:
    game = mossa.game("mastermind:pegs=2,colours=3,guesses=3")
    script = Script("11", "22", "33")
    record = session(script, game, "random", side=1).run()
    assert record.ended == "over"
    head, *_ = script.text.split("Breaker to move: ")
    assert record.moves[0] not in head.replace("colours=3", "")
    assert record.moves[0] in script.shown[-2] + script.shown[-3]


def test_people_only() -> None:
    script = Script("a1", "a2", "b1", "b2", "c1")
    record = session(script, vs="human").run()
    assert (record.players, record.result) == (("human", "human"), (1, -1))


def test_two_people_at_a_hidden_game_take_turns_at_the_screen() -> None:
    script = Script("", "rock", "", "paper")
    record = session(script, mossa.game("rps"), "human").run()
    assert record.moves == ("rock", "paper")
    assert "second, press Enter " in script.shown


def test_dice_do_not_change_by_taking_back() -> None:
    game = mossa.game("tree:tree=({0.25:(1 2) 0.25:(3 4) 0.25:(5 6) 0.25:(7 8)} 0)")
    script = Script("a1", "undo", "a1", "undo", "a1")
    one = new_session(game.start(), ["random"], 0, script.io, seed=3, time=0.1)
    one.run()
    rolled = [line for line in script.shown if line.startswith("Chance: ")]
    assert len(rolled) >= 1
    assert len(set(rolled)) == 1


def test_sides_and_opponents() -> None:
    trio = mossa.game("trio")
    one = new_session(trio.start(), ["random", "maxn:depth=1"], 1, Script().io)
    assert [player.spec for player in one.players] == ["random", "human", "maxn:depth=1"]
    with pytest.raises(MossaError, match="2 seats for opponents, not 3"):
        new_session(trio.start(), ["random"] * 3, 0, Script().io)


def test_result_sentences() -> None:
    def told(*result: float) -> str:
        return result_sentence(GameRecord("g", (), (), result=result, ended="over"), ("A", "B", "C")[: len(result)])

    assert told(0, 0) == "A draw (0, 0)."
    assert told(2, 2, -4) == "A and B win (2, 2, -4)."
    assert told(5) == "The game is over, worth 5."


def test_the_menu() -> None:
    names, titles = ["nim", "tictactoe"], ["Nim", "Tic-tac-toe"]
    assert menu(names, titles, Script("2").io) == "tictactoe"
    assert menu(names, titles, Script("nim:heaps=3").io) == "nim:heaps=3"
    assert menu(names, titles, Script("./my.py").io) == "./my.py"
    assert menu(names, titles, Script("").io) is None
    assert menu(names, titles, Script().io) is None
    script = Script("9", "chess", "1")
    assert menu(names, titles, script.io) == "nim"
    assert "There is no 'chess' in the list." in script.shown


def test_games_with_other_parameters_are_kept_apart() -> None:
    paths = {autosave_path(mossa.game(spec)) for spec in ("connect4", "connect4:columns=5", "connect4:rows=5")}
    assert len(paths) == 3


def test_the_opening_is_told_once() -> None:
    script = Script("e4", "c5", "a3", "a6")
    new_session(mossa.game("chess").start(), ["human"], 0, script.io, seed=1).run()
    told = [line for line in script.shown if "Sicilian" in line or "King's Pawn" in line]
    assert told == ["B00 King's Pawn Game", "B20 Sicilian Defense"]
