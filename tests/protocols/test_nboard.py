"""NBoard's protocol: a session as the board has it, hints, thinking that is cut short, lines that mean nothing."""

import io

import pytest

import mossa
from mossa.play.players import player
from mossa.protocols.nboard import NBoardEngine, main

GAME = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 {board} *]B[F5]W[F6]B[E6]W[F4];)".format(
    board="---------------------------O*------*O---------------------------"
)


class Talk:
    """A conversation with the engine."""

    def __init__(self, spec: str = "alphabeta") -> None:
        self.said: list[str] = []
        self.engine = NBoardEngine(player(spec, mossa.game("othello")), self.said.append)

    def __call__(self, *lines: str) -> list[str]:
        """What is said to these lines, all thinking done."""
        del self.said[:]
        for line in lines:
            assert self.engine.handle(line)
            if self.engine.searching is not None:
                self.engine.searching.join()
        return list(self.said)


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_a_session(talk: Talk) -> None:
    assert talk("nboard 2", f"set game {GAME}", "set depth 4", "ping 1") == ["set myname mossa", "pong 1"]
    thinking, stats, best, waiting = talk("go")
    assert (thinking, waiting) == ("status mossa is thinking", "status mossa is waiting")
    assert stats.split()[0] == "nodestats"
    assert int(stats.split()[1]) > 0
    move, discs, seconds = best.removeprefix("=== ").split("/")
    at = mossa.game("othello").after("f5 f6 e6 f4")
    assert move.lower() in at.moves
    assert abs(float(discs)) <= 64
    assert float(seconds) >= 0
    assert talk.engine.position == at, "the board makes the move, not the engine"
    assert talk(f"move {move}/{discs}/{seconds}") == []
    assert talk.engine.position == at.play(move.lower())


def test_hints_name_lines_with_their_values(talk: Talk) -> None:
    hints = [line.split() for line in talk("set depth 5", "hint 2") if line.startswith("search")]
    deepest = [words for words in hints if words[4] == "5"]
    assert len(deepest) == 2
    assert {words[3] for words in hints} == {"0"}
    first = [words[1][:2].lower() for words in deepest]
    assert len(set(first)) == 2
    assert set(first) <= set(mossa.game("othello").start().moves)
    assert not any(line.startswith("===") for line in talk("hint 1"))


def test_hints_of_monte_carlo_tree_search() -> None:
    talk = Talk("mcts:nodes=3000,memory=4")
    hints = [line.split() for line in talk(f"set game {GAME}", "hint 3") if line.startswith("search")][-3:]
    assert len({words[1][:2] for words in hints}) == 3
    assert all(len(words[1]) >= 4 for words in hints), "a line, not only a move"
    assert any(float(words[2]) for words in hints), "its values are told in discs"
    best = talk("go")[2].removeprefix("=== ").split("/")
    assert best[0].lower() in mossa.game("othello").after("f5 f6 e6 f4").moves
    assert abs(float(best[1])) <= 64


def test_the_next_command_ends_the_thinking(talk: Talk) -> None:
    talk("set depth 60")
    talk.engine.handle("go")
    talk.engine.handle("ping 3")
    assert talk.said[-1] == "pong 3"
    assert [line[:3] for line in talk.said].count("===") == 1, "the move of the thinking cut short is told first"


def test_passes_are_written_pa(talk: Talk) -> None:
    at = mossa.game("othello").start()
    made = 0
    while at.moves != ("pass",):
        at = mossa.game("othello").start() if at.is_over else at
        at = at.play(at.legal[(7 * made + 3) % len(at.legal)])
        made += 1
    talk.engine.position = at
    assert any(line.startswith("=== PA/") for line in talk("go"))
    talk("move PA")
    assert talk.engine.position == at.play("pass")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fly", []),
        ("", []),
        ("set contempt 3", []),
        ("set depth lots", ["status depth is a whole number from 1 to 64, not 'lots'"]),
        ("hint", ["status hint is a whole number from 1 to 64, not ''"]),
    ],
)
def test_lines_that_mean_nothing(talk: Talk, line: str, said: list[str]) -> None:
    assert talk(line) == said


def test_what_cannot_be_obeyed_changes_nothing(talk: Talk) -> None:
    before = talk.engine.position
    assert talk("set game nonsense")[0].startswith("status this is not GGF")
    assert talk("move a1")[0].startswith("status 'a1' is not a legal move")
    assert talk.engine.position == before


def test_the_end_of_input_is_quit() -> None:
    out = io.StringIO()
    main(player("random", mossa.game("othello")), ["nboard 2\n", "go\n"], out)
    said = out.getvalue().splitlines()
    assert said[0] == "set myname mossa"
    assert said[-1] == "status mossa is waiting"
