"""Names of version 0.1 → today's. A game that uses one is refused with one sentence that says the new name.

`docs/glossary.md` has the same tables for readers.
"""

from __future__ import annotations

import re
import traceback
from types import ModuleType

__all__ = ["FILES", "FUNCTIONS", "MODULES", "NAMES", "PACKAGES", "name_of_today"]

FUNCTIONS = {
    "knows": "information_state",
    "frame": "structure",
    "frame_key": "structure_key",
    "evaluate_on": "evaluate_with_structure",
    "likeness": "correction_keys",
    "desk": "scratch",
    "guide": "costly_order",
    "habit": "history_index",
    "restless": "noisy",
    "gains": "exchange_at_least",
    "tail": "solve_end",
}
"""Functions of the protocol."""

FILES = {
    "advice.py": (r"^ADVISERS\b", "players.py with PLAYERS"),
    "numbering.py": (r"^def (slices|index|state_at)\b", "indexing.py"),
}
"""File of a game's package → how it is recognised, and what it is called today."""

NAMES = {
    "kernel.constant_table.Table": "kernel.constant_table.ConstantTable",
    "kernel.generators.place": "kernel.generators.source_location",
    "kernel.memory.Record": "kernel.memory.Struct",
    "kernel.memory.Shorts": "kernel.memory.Int16s",
    "kernel.memory.Singles": "kernel.memory.Float32s",
    "kernel.nnue.TwoSided": "kernel.nnue.Nnue",
    "kernel.nnue.make_two_sided": "kernel.nnue.make_nnue",
    "kernel.nnue.run_two_sided": "kernel.nnue.run_nnue",
    "kernel.nnue.seat_layers": "kernel.nnue.zero_layers",
    "kernel.specialise.announce": "kernel.specialise.compilation_listeners",
    "kernel.transposition_table.HashTable": "kernel.transposition_table.TranspositionTable",
    "kernel.transposition_table.expect": "kernel.transposition_table.prefetch",
    "kernel.transposition_table.remember": "kernel.transposition_table.store",
    "core.compiled_check.Twins": "core.compiled_check.CompiledCheck",
    "core.conformance.Report": "core.conformance.ConformanceReport",
    "core.files.whole": "core.files.atomic_write",
    "core.game_file.Written": "core.game_file.GameFile",
    "core.parameters.declared": "core.parameters.declared_parameters",
    "core.parameters.given": "core.parameters.with_parameters",
    "core.pgn_pdn.Form": "core.pgn_pdn.Dialect",
    "core.pgn_pdn.read_portable": "core.pgn_pdn.parse_games",
    "core.pgn_pdn.unbraced": "core.pgn_pdn.without_braces",
    "core.pgn_pdn.write_portable": "core.pgn_pdn.format_game",
    "core.variations.Walk": "core.variations.VariationReader",
    "games.chess.openings.opening_name": "games.chess.openings.opening_of",
    "search.common.results.Found": "search.common.results.SearchResult",
    "search.common.results.Limits": "search.common.limits.Limits",
    "search.common.threads.Piece": "search.common.threads.ThreadTask",
    "search.common.time_plan.Pace": "search.common.time_plan.TimePlan",
    "search.mate.mate_search.Nearest": "search.mate.mate_search.MateSearch",
    "play.Difference": "play.EloDifference",
    "play.Kind": "play.PlayerKind",
    "play.Standing": "play.MatchScore",
    "play.difference": "play.elo_difference",
    "play.elo_of": "play.elo_from_score",
    "play.expected": "play.expected_score",
    "play.kinds": "play.player_kinds",
    "play.limited": "play.limited_player",
    "play.sees": "play.move_is_visible",
    "play.sight": "play.visible_position",
    "play.suitable": "play.suitable_players",
    "play.alphabeta_player.AlphaBeta": "play.alphabeta_player.AlphaBetaPlayer",
    "play.analysis.Judgement": "play.analysis.MoveReview",
    "play.analysis.Line": "play.analysis.AnalysisLine",
    "play.analysis.judge": "play.analysis.review_position",
    "play.analysis.judged": "play.analysis.review_result",
    "play.clairvoyance_player.Clairvoyant": "play.clairvoyance_player.ClairvoyancePlayer",
    "play.exact_player.Perfect": "play.exact_player.ExactPlayer",
    "play.game_players.Adviser": "play.game_players.GamePlayer",
    "play.game_players.Advise": "play.game_players.Strategy",
    "play.game_text.replayed": "play.game_text.replay",
    "play.game_text.retold": "play.game_text.convert_variations",
    "play.game_text.suffix": "play.game_text.file_suffix",
    "play.game_text.tell_move": "play.game_text.display_move",
    "play.game_text.told_line": "play.game_text.display_line",
    "play.limited_strength.Level": "play.limited_strength.StrengthLevel",
    "play.limited_strength.Limited": "play.limited_strength.LimitedStrengthPlayer",
    "play.limited_strength.Scale": "play.limited_strength.EloScale",
    "play.limited_strength.scale": "play.limited_strength.elo_scale",
    "play.match.own_openings": "play.openings.game_openings",
    "play.player.Drawing": "play.player.RandomizedPlayer",
    "play.player.Forfeit": "play.player.GameForfeited",
    "play.player.tighten": "play.player.stricter_limits",
    "play.policy_player.Mixture": "search.common.results.SearchResult",
    "play.policy_player.mixture": "play.policy_player.mixed_strategy",
    "play.record.Record": "play.record.GameRecord",
    "play.referee.Terms": "play.referee.GameTerms",
    "play.referee.claimed": "play.referee.may_claim_draw",
    "play.referee.judged": "play.referee.adjudicated",
    "play.referee.outcome": "play.referee.final_utilities",
    "play.seeded_random.derive": "play.seeded_random.derive_seed",
    "play.seeded_random.pick": "play.seeded_random.weighted_choice",
    "play.seeded_random.roll": "play.seeded_random.draw_chance_move",
    "play.textbook_player.TimeUp": "play.textbook_player.LimitReached",
    "play.textbook_player.Watch": "play.textbook_player.LimitedRules",
    "play.textbook_player.found_by": "play.textbook_player.run_algorithm",
    "play.uci_client.Program": "play.uci_client.EngineProcess",
    "learn.worker_processes.Crew": "learn.worker_processes.WorkerProcesses",
}
"""Classes and functions, below `mossa`; the module has today's name already."""

MODULES = {
    "cli.asking": "cli.analysis",
    "cli.group": "cli.app",
    "cli.playing": "cli.play",
    "cli.teaching": "cli.course",
    "cli.tending": "cli.maintenance",
    "core.agreement": "core.compiled_check",
    "core.compiled": "core.kernel_rules",
    "core.portable": "core.pgn_pdn",
    "core.written": "core.game_file",
    "games.backgammon.ids": "games.backgammon.position_ids",
    "games.backgammon.inputs": "games.backgammon.network_inputs",
    "games.backgammon.matches": "games.backgammon.match_equity",
    "games.backgammon.stakes": "games.backgammon.cubeful",
    "games.checkers.numbering": "games.checkers.indexing",
    "games.chess.blocks": "games.chess.endgame_slices",
    "games.chess.bookmaking": "games.chess.book_building",
    "games.chess.camp": "games.chess.piece_features",
    "games.chess.drawish": "games.chess.endgame_evaluation",
    "games.chess.exchange": "games.chess.static_exchange",
    "games.chess.generation": "games.chess.move_generation",
    "games.chess.geometry": "games.chess.bitboards",
    "games.chess.kings": "games.chess.king_features",
    "games.chess.numbering": "games.chess.indexing",
    "games.chess.pawns": "games.chess.pawn_features",
    "games.chess.tables": "games.chess.attack_tables",
    "games.chess.threats": "games.chess.threat_features",
    "games.mastermind.advice": "games.mastermind.players",
    "games.othello.endgame": "games.othello.end_solver",
    "kernel.hashtable": "kernel.transposition_table",
    "kernel.randoms": "kernel.random_numbers",
    "kernel.shorts": "kernel.int16_ops",
    "kernel.singles": "kernel.float32_ops",
    "kernel.table": "kernel.constant_table",
    "kernel.twosided": "kernel.nnue",
    "learn.command": "learn.recipe_command",
    "learn.crew": "learn.worker_processes",
    "learn.fitting": "learn.network_fitting",
    "learn.logistic": "learn.logistic_tables",
    "learn.ridge": "learn.ridge_regression",
    "learn.tables": "learn.table_regression",
    "learn.temporal": "learn.temporal_differences",
    "learn.twosided": "learn.nnue_fitting",
    "play.advise": "play.advice",
    "play.adviser": "play.game_players",
    "play.blame": "play.user_errors",
    "play.clairvoyant": "play.clairvoyance_player",
    "play.console": "cli.console",
    "play.dice": "play.seeded_random",
    "play.display": "cli.display",
    "play.engine": "play.alphabeta_player",
    "play.exact": "play.exact_player",
    "play.expectimax": "play.expectimax_player",
    "play.external": "play.uci_client",
    "play.gametext": "play.game_text",
    "play.gtp": "play.gtp_client",
    "play.judgement": "play.score_text",
    "play.lab": "cli.lab",
    "play.levels": "play.limited_strength",
    "play.matchfiles": "play.match_files",
    "play.mixed": "play.policy_player",
    "play.settings": "play.player_settings",
    "play.simple": "play.simple_players",
    "play.standing": "play.match_score",
    "play.terminal": "cli.terminal",
    "play.textbook": "play.textbook_player",
    "search.decisions": "search.textbook.decisions",
    "search.engines.alphabeta": "search.alphabeta.search",
    "search.engines.bench": "search.alphabeta.bench",
    "search.engines.estimates": "search.alphabeta.estimates",
    "search.engines.expectimax": "search.chance.expectimax",
    "search.engines.foretold": "search.alphabeta.endgame_play",
    "search.engines.keys": "search.common.table_keys",
    "search.engines.late": "search.alphabeta.late_moves",
    "search.engines.memory": "search.alphabeta.memory",
    "search.engines.nearest": "search.mate.mate_search",
    "search.engines.options": "search.alphabeta.options",
    "search.engines.ordering": "search.alphabeta.ordering",
    "search.engines.pace": "search.common.time_plan",
    "search.engines.perft": "search.common.perft",
    "search.engines.plain": "search.alphabeta.fixed_depth",
    "search.engines.proof": "search.mate.proof_number",
    "search.engines.quiescence": "search.alphabeta.quiescence",
    "search.engines.replay": "search.alphabeta.replay",
    "search.engines.rollout": "search.chance.rollout",
    "search.engines.scores": "search.common.scores",
    "search.engines.sharing": "search.alphabeta.sharing",
    "search.engines.solutions": "search.alphabeta.solution_book",
    "search.engines.solver": "search.alphabeta.solver",
    "search.engines.star": "search.chance.star",
    "search.engines.think": "search.alphabeta.deepening",
    "search.engines.unbounded": "search.mate.unbounded_proof_number",
    "search.engines.warm": "search.warm",
    "search.engines.watch": "search.common.threads",
    "search.engines.workers": "search.common.threads",
    "search.exploit": "search.equilibrium.exploitability",
    "search.extensive": "search.equilibrium.extensive_form",
    "search.found": "search.common.results",
    "search.matrix": "search.equilibrium.normal_form",
    "search.policy": "search.equilibrium.policy",
    "search.regret": "search.equilibrium.cfr",
    "search.retrograde.numbering": "search.retrograde.indexing",
    "search.sequence": "search.equilibrium.sequence_form",
    "serve.app": "web.app",
    "serve.arena": "web.tournaments",
    "serve.bench": "web.player_pool",
    "serve.board": "web.board",
    "serve.catalogue": "web.catalogue",
    "serve.clocks": "web.clocks",
    "serve.conversation": "protocols.line_protocol",
    "serve.gtp": "protocols.gtp",
    "serve.guard": "web.guard",
    "serve.hall": "web.site",
    "serve.lab": "web.lab",
    "serve.nboard": "protocols.nboard",
    "serve.orders": "protocols.uci_go",
    "serve.pages": "web.messages",
    "serve.pictures": "web.scene_json",
    "serve.searches": "web.player_pool",
    "serve.start": "web.server",
    "serve.store": "web.store",
    "serve.study": "web.study",
    "serve.trees": "web.search_trees",
    "serve.uci": "protocols.uci",
    "serve.views": "web.played_game",
    "serve.words": "web.trace_text",
}
"""Modules, below `mossa`."""

PACKAGES = {
    "search.engines": "search.alphabeta, mate, chance or common",
    "serve": "web or protocols",
}
"""Packages that were divided, below `mossa`."""


def name_of_today(error: Exception) -> str:
    """The sentence that says what the name whose import failed is called today; empty if it is none of version 0.1."""
    for name in _names_looked_for(error):
        package, _, below = name.partition(".")
        new = NAMES.get(below) or MODULES.get(below) or PACKAGES.get(below) if package == "mossa" else None
        if new:
            return f"{name} is a name of mossa 0.1: it is mossa.{new} now"
    return ""


def _names_looked_for(error: Exception) -> list[str]:
    """What could not be imported, the most precise name first."""
    if isinstance(error, AttributeError):
        return [f"{error.obj.__name__}.{error.name}"] if isinstance(error.obj, ModuleType) else []
    if not isinstance(error, ImportError):
        return []
    if missing := re.match(r"cannot import name '(\w+)'", str(error)):
        return [f"{error.name}.{missing[1]}"]
    frames = traceback.extract_tb(error.__traceback__)
    line = re.match(
        r"\s*(?:from|import)\s+([\w.]+)(?:\s+import\s+\(?\s*(\w+))?", (frames[-1].line or "") if frames else ""
    )
    in_source = [f"{line[1]}.{line[2]}", line[1]] if line else []  # a missing package hides what is below it
    return [*in_source, str(error.name)]
