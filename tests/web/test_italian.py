"""Italian on the pages: no error that a page can show, and no name of an opening, is left in English."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import mossa
from mossa.games.chess.openings import named_openings
from mossa.search.textbook.pseudocode import PSEUDOCODE

PACKAGE = Path(mossa.__file__).parent
LANG = PACKAGE / "web" / "static" / "lang"
ERRORS: dict[str, str] = json.loads((LANG / "errors-it.json").read_text("utf-8"))
OPENINGS: dict[str, str] = json.loads((LANG / "openings-it.json").read_text("utf-8"))
NOT_ON_PAGES = (
    # the command line, notebooks, engine protocols, clusters
    *("cli/", "bridges/", "protocols/", "jobs/"),
    # what the compiler says about rules to those who write them, with their Python
    *("kernel/", "core/conformance", "core/game_template", "core/hidden_rules", "core/importing", "core/kernel_rules"),
    *("core/line.py", "core/scene_svg", "core/teams"),
    # Python's own calls, networks, plots
    *("core/figures", "core/network_rules", "core/onnx_network", "core/playouts", "core/policy_value_network"),
    # learning and tuning from the command line; what makes books, tables, weights and puzzles
    *("learn/averaging", "learn/epochs", "learn/learning_record", "learn/network_fitting", "learn/nnue_fitting"),
    *("learn/one_ply", "learn/puct_selfplay", "learn/recipes/", "learn/spsa", "learn/worker_processes"),
    *("games/backgammon/bearoff", "games/backgammon/weights", "games/checkers/weights", "games/chess/book"),
    *("games/chess/endgame", "games/chess/epd", "games/chess/network", "games/othello/weights"),
    *("search/alphabeta/memory", "search/alphabeta/solution_book", "search/retrograde/", "search/chance/rollout"),
    *("search/equilibrium/cfr", "search/textbook/trace", "play/ending_positions", "play/puzzle_file"),
    # matches from the command line, and the programs that play in them
    *("play/calibration", "play/elo", "play/gtp_client", "play/limited_strength", "play/match", "play/merging"),
    *("play/openings", "play/sprt", "play/uci_client"),
)
"""Modules whose sentences no page shows, by the beginning of their path. What is not here must speak Italian."""

SECOND = {"HTTPException", "_error"}
"""What makes an error of its second argument."""


def gaps(sentence: str) -> str:
    """A sentence of the catalogue as the scan writes it: what differs is a {}."""
    return re.sub(r"\{\d\}", "{}", sentence)


class Scan(ast.NodeVisitor):
    """The sentences of a module that say what is wrong: of errors, refusals, answers with an error."""

    def __init__(self, tree: ast.Module, errors: set[str]) -> None:
        self.errors, self.found = errors, set[str]()
        self.constants = {
            target.id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        self.assigned: dict[str, list[ast.expr]] = {}
        self.refuses = False
        self.visit(tree)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function: its variables, and whether its answers are refusals."""
        outside = self.assigned, self.refuses
        self.assigned, self.refuses = {}, bool(re.search("refus|why_not", node.name))
        for one in ast.walk(node):
            for target in one.targets if isinstance(one, ast.Assign) else ():
                if isinstance(target, ast.Name):
                    self.assigned.setdefault(target.id, []).append(one.value)  # type: ignore[union-attr]
        self.generic_visit(node)
        self.assigned, self.refuses = outside

    visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]

    def visit_Return(self, node: ast.Return) -> None:
        """What a function that refuses answers."""
        if self.refuses and node.value is not None:
            self.take(node.value)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """An error that is made."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in self.errors and node.args:
            self.take(node.args[name in SECOND])
        self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        """An answer with an error."""
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == "error":
                self.take(value)
        self.generic_visit(node)

    def take(self, value: ast.expr) -> None:
        """The sentences that an expression may be."""
        self.found |= {text for text in self.texts(value) if re.search("[a-z]{3}", text)}

    def texts(self, value: ast.expr, within: frozenset[str] = frozenset()) -> list[str]:
        """The texts that an expression may be, as far as the source tells, with {} for what differs."""
        if isinstance(value, ast.Constant):
            return [value.value] if isinstance(value.value, str) else []
        if isinstance(value, ast.JoinedStr):
            joined = [""]
            for part in value.values:
                joined = [text + more for text in joined for more in self.part(part)]
            return joined
        if isinstance(value, ast.IfExp):
            return self.texts(value.body, within) + self.texts(value.orelse, within)
        if isinstance(value, ast.BoolOp):
            return [text for one in value.values for text in self.texts(one, within)]
        if isinstance(value, ast.Name) and value.id not in within:
            known = self.assigned.get(value.id, [])
            return [text for one in known for text in self.texts(one, within | {value.id})]
        return []

    def part(self, part: ast.expr) -> list[str]:
        """A part of an f-string: its text, that of a constant of the module, or {}."""
        if isinstance(part, ast.Constant):
            return [str(part.value)]
        assert isinstance(part, ast.FormattedValue)
        constant = self.constants.get(part.value.id) if isinstance(part.value, ast.Name) else None
        return [constant.value] if isinstance(constant, ast.Constant) and isinstance(constant.value, str) else ["{}"]


def sources() -> dict[str, ast.Module]:
    """Every module of the package, read."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return {path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text("utf-8")) for path in paths}


def error_classes(trees: dict[str, ast.Module]) -> set[str]:
    """MossaError, what is derived from it, and the errors of addresses."""
    found = {"MossaError", *SECOND}
    classes = [node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    for _ in range(3):
        found |= {one.name for one in classes for base in one.bases if isinstance(base, ast.Name) and base.id in found}
    return found


def sentences() -> Iterator[tuple[str, str]]:
    """Each module with each sentence of it that a page can show."""
    trees = sources()
    errors = error_classes(trees)
    for module, tree in trees.items():
        if not module.startswith(NOT_ON_PAGES):
            for sentence in sorted(Scan(tree, errors).found):
                yield module, sentence


def test_every_error_of_a_page_has_an_italian_sentence() -> None:
    known = {gaps(sentence) for sentence in ERRORS}
    found = list(sentences())
    assert len(found) > 400
    missing = [f"{module}: {sentence}" for module, sentence in found if gaps(sentence) not in known]
    assert not missing, f"write them into {LANG / 'errors-it.json'}, or name the module in NOT_ON_PAGES"


def test_every_part_of_the_name_of_an_opening_is_known() -> None:
    parts = {part for one in named_openings() for part in re.split(": |, ", one.name)}
    assert parts == OPENINGS.keys()
    english = r"\b(Defen[cs]e|Variation|Attack|Gambit|System|Opening|Game|Line|King|Queen|Knights?|Pawns?|Bishop)\b"
    assert not [name for name in OPENINGS.values() if re.search(english, name)]


def test_pseudocode_has_italian_words_around_the_names_of_functions() -> None:
    phrases = json.loads((LANG / "pseudocode-it.json").read_text("utf-8"))
    lines = {line for known in PSEUDOCODE.values() for line, _ in known}
    english = r"\b(function|return|if|then|else|for|each|while|the|of|to|and|is|has|with)\b"
    left = []
    for line in lines:
        for pattern, other in phrases:
            line = re.sub(pattern, re.sub(r"\$(\d)", r"\\\1", other), line, count=1)
        left += [line] if re.search(english, line) else []
    assert not left
