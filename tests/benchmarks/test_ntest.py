"""The match against NTest, with a program in its place: whatever is sent during its search would end it at once."""

import sys
from pathlib import Path
from runpy import run_path

import mossa

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "ntest.py"
PROGRAM = """#!{python}
import select, sys
for line in iter(sys.stdin.readline, ""):
    words = line.split()
    if words[:1] == ["ping"]:
        print("pong", words[1], flush=True)
    elif words[:1] == ["go"]:
        print("status Searching", flush=True)
        interrupted = select.select([sys.stdin], [], [], 0.3)[0]
        print("=== A1/0.00/0.1" if interrupted else "=== D3/1.50/0.3", flush=True)
    elif words[:1] == ["quit"]:
        break
"""


def test_the_search_of_ntest_is_not_interrupted(tmp_path: Path) -> None:
    program = tmp_path / "ntest"
    program.write_text(PROGRAM.format(python=sys.executable))
    program.chmod(0o755)
    other = run_path(str(BENCHMARK))["NTest"](str(tmp_path), str(program), 10)
    try:
        assert [other.best(mossa.game("othello").start()) for _ in range(2)] == ["d3", "d3"]
        assert other.moves == 2
        assert other.seconds >= 0.6
    finally:
        other.send("quit")
        other.process.communicate()
