"""docs/cli.md shows what the commands print, and names every command."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from tests.cli.commands import FUNDS, run

from mossa.cli import cli

PAGE = Path(__file__).resolve().parents[2] / "docs" / "cli.md"


def _examples() -> list[tuple[str, str]]:
    """The commands of docs/cli.md and what they answer there."""
    blocks = re.findall(r"```console\n\$ mossa (.*?)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) > 10
    return blocks


def _steady(text: str) -> str:
    """Without what differs from run to run: seconds, and the nodes of the engines, which others improve."""
    for pattern, put in (
        (r"(depth \d+, )?[\d,]+ nodes, [\d.e-]+ s", "NODES"),
        (r"[\d.,e-]+ s \([\d,]+ a second\)", "SPEED"),
        (r"[\d,]+ nodes in [\d.]+ s", "NODES"),
        (r'"(nodes|seconds|depth)": [\d.e-]+', r'"\1": N'),
        (r"line: .*", "line"),
        (r"─+", "─"),
    ):
        text = re.sub(pattern, put, text)
    return " ".join(text.split())


@pytest.mark.parametrize(("command", "shown"), _examples())
def test_the_page_tells_the_truth(command: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "funds.csv").write_text(FUNDS)
    (tmp_path / "docs").symlink_to(PAGE.parent)
    monkeypatch.chdir(tmp_path)
    result = run(*shlex.split(command))
    said = result.stdout + "".join(line for line in result.stderr.splitlines(True) if "compiling" not in line)
    assert doctest.OutputChecker().check_output(_steady(shown), _steady(said), doctest.ELLIPSIS), said


def test_the_page_names_every_command() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"\n## {command}\n" in page for command in cli.commands)
