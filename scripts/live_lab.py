"""The lab as a folder of files that needs no server but one of files: Python runs in the page (Pyodide).

    python scripts/live_lab.py FOLDER

`make docs` writes it to site/live, where the page "The lab in this page" shows it. Pyodide comes from the npm registry
by the lock in scripts/live; where there is no npm, the folder is left out and a sentence says so.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from mossa.web.page_frames import write_page

ROOT = Path(__file__).resolve().parents[1]
OWN = ROOT / "scripts" / "live"
PYODIDE = OWN / "node_modules" / "pyodide"
PACKAGE = ROOT / "src" / "mossa"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
STARTING = (
    '<p id="starting" role="status" data-it="Python parte in questa pagina: qualche secondo …">'
    "Python starts in this page: some seconds …</p>\n"
)


def has_pyodide() -> bool:
    """Is Pyodide here? It is fetched if npm can."""
    if not PYODIDE.exists() and (npm := shutil.which("npm")) is not None:
        command = [npm, "ci", "--prefix", str(OWN), "--no-audit", "--no-fund", "--silent"]
        subprocess.run(command, capture_output=True, check=False)
    return PYODIDE.exists()


def page() -> str:
    """The lab's page of the site, with addresses beside it and Python in place of the server."""
    text = write_page("lab").text.replace('"/static/', '"static/')
    first = '<script src="static/js/theme.js"></script>\n'
    assert first in text
    text = text.replace(first, first + '<link rel="stylesheet" href="live.css">\n<script src="live.js"></script>\n')
    return text.replace("<main", STARTING + "<main", 1)


def write(folder: Path) -> None:
    """Write all files."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(PACKAGE / "web" / "static", folder / "static", ignore=shutil.ignore_patterns("*.html"))
    (folder / "pyodide").mkdir()
    for name in RUNTIME:
        shutil.copy(PYODIDE / name, folder / "pyodide" / name)
    for name in ("live.js", "live.css", "worker.mjs"):
        shutil.copy(OWN / name, folder / name)
    (folder / "index.html").write_text(page(), encoding="utf-8")
    with zipfile.ZipFile(folder / "mossa.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(PACKAGE.rglob("*.py")):
            archive.write(path, path.relative_to(PACKAGE.parent).as_posix())


def main() -> None:
    """The command."""
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    if not has_pyodide():
        print("no Pyodide here (npm ci --prefix scripts/live): the documentation has no lab in its page")
        return
    folder = Path(sys.argv[1])
    write(folder)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{folder}: {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
