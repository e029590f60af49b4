"""What pyproject.toml cannot say: the addresses of the project, which are those of the repository that builds it.

`$MOSSA_REPOSITORY` is the address of the repository, or GitHub's own variables are. The README of the package index
then has absolute addresses, so that its pictures and links work there. Where no repository is known, as on a machine
of yours, it has no pictures, its links are words, and there are no addresses.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
IMAGE = re.compile(r"^!\[[^\]]*\]\((?!\w+:)([^)]+)\)\n\n?", re.MULTILINE)
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!\w+:|#)([^)]+)\)")


def repository() -> str:
    """The address of the repository, without a slash at the end; empty where it is not known."""
    own = os.environ.get("MOSSA_REPOSITORY", "")
    server, name = os.environ.get("GITHUB_SERVER_URL", ""), os.environ.get("GITHUB_REPOSITORY", "")
    return (own or (f"{server}/{name}" if server and name else "")).rstrip("/")


def index_readme(text: str, address: str, version: str) -> str:
    """The README for a page that is not in the repository."""
    if not address:
        return LINK.sub(r"\1", IMAGE.sub("", text))
    pictures = re.sub(r"(!\[[^\]]*\])\((?!\w+:)([^)]+)\)", rf"\1({address}/raw/{version}/\2)", text)
    return LINK.sub(rf"[\1]({address}/blob/{version}/\2)", pictures)


def addresses(address: str) -> dict[str, str]:
    """The project's addresses by their names on the package index."""
    pages = {"Source": "", "Documentation": "/blob/HEAD/docs/index.md", "Changelog": "/blob/HEAD/CHANGELOG.md"}
    return {name: address + page for name, page in {**pages, "Issues": "/issues"}.items()} if address else {}


if __name__ == "__main__":
    from setuptools import setup

    where, ref = repository(), os.environ.get("GITHUB_SHA", "HEAD")
    setup(
        long_description=index_readme((FOLDER / "README.md").read_text(encoding="utf-8"), where, ref),
        long_description_content_type="text/markdown",
        project_urls=addresses(where),
    )
