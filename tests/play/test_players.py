from pathlib import Path

import pytest

import mossa
from mossa import Game, MossaError
from mossa.play.player import ask
from mossa.play.players import default_opponent, default_player, player, player_kinds, suitable_players
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.common.limits import Limits

TICTACTOE = mossa.game("tictactoe")
TREE = "tree:tree=((3 12 8) (2 4 6) (14 5 2))"
NOT_HERE = ("random", "human", "cooperative", "gtp", "alphabeta", "perfect")  # the last two would compile for it alone
CHANCE = "tree:tree=({0.9:(2) 0.1:(3)} {0.9:(1) 0.1:(4)})"


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("tictactoe", "alphabeta"),
        ("connect4", "alphabeta"),
        ("tree:tree=((0.5 1.5) (2 3))", "alphabeta-textbook"),
        (CHANCE, "expectiminimax"),
        ("trio", "maxn"),
        ("kuhn", "policy"),
        ("rps", "policy"),
        ("mastermind", "expected"),
    ],
)
def test_the_facts_choose_the_player(game: str, name: str) -> None:
    loaded = mossa.game(game)
    assert default_player(loaded) == name
    assert suitable_players(loaded)[0] == name
    assert {"random", "human"} < set(suitable_players(loaded))


@pytest.mark.parametrize("name", mossa.names())
def test_every_suitable_player_can_be_made_and_has_a_line_about_it(name: str) -> None:
    game = mossa.game(name)
    for choice in suitable_players(game):
        assert player(choice, game).spec == choice
        assert player_kinds(game)[choice].about


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("alphabta", r"no player 'alphabta' \(did you mean alphabeta\?\); players: alphabeta, "),
        ("", "no player ''"),
        ("alphabeta:tme=1", r"no setting 'tme' \(did you mean time\?\); it takes: time \(seconds a move\)"),
        ("alphabeta:time", "settings are written key=value"),
        ("alphabeta:time=", "time is a number of seconds above 0, not ''"),
        ("alphabeta:time=nan", "time is a number of seconds above 0, not 'nan'"),
        ("alphabeta:time=-1", "not '-1'"),
        ("alphabeta:threads=0", "threads is a whole number from 1 to 256"),
        ("alphabeta:null_move=2", "null_move is a whole number from 0 to 1, not '2'"),
        ("alphabeta:late_base=few", "late_base is a whole number from 0 to 1000000, not 'few'"),
        ("minimax:depth=2.5", "depth is a whole number from 1"),
        ("random:depth=2", "random has no setting 'depth'; it takes: seed"),
        ("human:depth=2", "human has no setting 'depth'; it takes: none"),
        ("policy", "policy cannot play tictactoe: is for games with hidden information; players: "),
        ("averaging", "averaging cannot play tictactoe"),
    ],
)
def test_wrong_specs_are_told_with_what_is_accepted(spec: str, sentence: str) -> None:
    with pytest.raises(MossaError, match=sentence):
        player(spec, TICTACTOE)


@pytest.mark.parametrize("spec", ["alphabeta", "minimax", "maxn"])
def test_players_of_open_games_refuse_hidden_ones(spec: str) -> None:
    with pytest.raises(MossaError, match=f"{spec} cannot play kuhn"):
        player(spec, mossa.game("kuhn"))


def test_random_draws_from_its_seeds_only() -> None:
    def moves(spec: str, seed: int) -> list[int]:
        one = player(spec, TICTACTOE)
        one.begin(seed)
        return [ask(one, TICTACTOE.start(), Limits(), 0).move for _ in range(20)]

    assert moves("random", 1) == moves("random", 1) != moves("random", 2)
    assert moves("random:seed=1", 1) != moves("random:seed=2", 1)
    assert len(set(moves("random", 1))) > 5


@pytest.mark.parametrize("name", [n for n in suitable_players(mossa.game(TREE)) if n not in NOT_HERE])
def test_every_algorithm_finds_the_first_move_of_the_two_ply_tree(name: str) -> None:
    game = mossa.game(TREE)
    found = ask(player(name, game), game.start(), Limits(), 0, ties=True)
    assert (game.start().write_move(found.move), found.value) == ("a1", 3)
    assert [game.start().write_move(move) for move in found.moves] == ["a1"]
    assert found.exact == (name != "paranoid")


@pytest.mark.parametrize("name", ["expectiminimax", "star1", "star2", "perfect", "maxn"])
def test_every_algorithm_knows_the_value_of_chance(name: str) -> None:
    game = mossa.game(CHANCE)
    found = ask(player(name, game), game.start(), Limits(), 0)
    assert (game.start().write_move(found.move), found.value) == ("a1", pytest.approx(2.1))


@pytest.mark.parametrize("spec", ["minimax", "alphabeta-textbook", "alphabeta", "perfect", "paranoid", "maxn"])
def test_values_are_from_the_movers_side(spec: str) -> None:
    """O to move wins with c2 in the first position, and loses in the second whatever he does."""
    won, lost = TICTACTOE.position("XX-OO-X--"), TICTACTOE.position("XXOO-X---")
    assert won.mover == 1
    found = ask(player(spec, TICTACTOE), won, Limits(), 0)
    assert (won.write_move(found.move), found.value) == ("c2", 1)
    lost = TICTACTOE.position("X-XOX---O")
    assert ask(player(spec, TICTACTOE), lost, Limits(), 0).value == -1


def test_candidates_of_the_textbook_are_exact_and_from_the_movers_side() -> None:
    at = TICTACTOE.position("XX-OO-X--")
    for spec in ("minimax", "alphabeta-textbook"):
        found = ask(player(spec, TICTACTOE), at, Limits(), 0, multipv=9)
        values = {at.write_move(move): value for move, value in found.candidates}
        assert values == {"c2": 1, "c1": 0, "b3": -1, "c3": -1}
        assert [value for _, value in found.candidates] == sorted(values.values(), reverse=True)


def test_textbook_players_keep_limits() -> None:
    start = TICTACTOE.start()
    by_nodes = ask(player("minimax:nodes=500", TICTACTOE), start, Limits(), 0)
    assert by_nodes.nodes <= 501
    assert by_nodes.depth == 2
    assert not by_nodes.exact
    by_depth = ask(player("minimax", TICTACTOE), start, Limits(depth=3), 0)
    assert (by_depth.depth, by_depth.nodes) == (3, 9 + 72 + 504)
    stopped = Limits()
    stopped.stop.set()
    assert ask(player("minimax", TICTACTOE), start, stopped, 0).nodes < 100


def test_a_textbook_player_without_time_has_the_lines_of_the_depth_before() -> None:
    start = mossa.game("checkers").start()
    found = ask(player("maxn", start.game), start, Limits(nodes=64), 0, multipv=3)
    assert (found.depth, len(found.candidates)) == (1, 3)


def test_a_study_by_the_textbook_completes_its_first_depth() -> None:
    crowded = mossa.game("nim:heaps=99").start()  # more moves than are made between two looks at the clock
    by_study = {
        study: ask(player("minimax", crowded.game), crowded, Limits(time=1e-9, analysis=study), 0, multipv=5)
        for study in (False, True)
    }
    assert (by_study[False].depth, by_study[False].candidates) == (0, ())
    assert (by_study[True].depth, len(by_study[True].candidates)) == (1, 5)


def test_a_textbook_player_told_to_stop_still_has_a_legal_move() -> None:
    found = ask(player("alphabeta-textbook:nodes=1", TICTACTOE), TICTACTOE.start(), Limits(), 0)
    assert found.move in TICTACTOE.start().legal


def test_clairvoyance_sees_no_difference_where_the_exact_answer_does() -> None:
    """The course's cards: every lead is worth 0 on the average of open deals; clubs first is really a guess."""
    at = mossa.game("cards").position("1:")
    averaged = ask(player("clairvoyance", at.game), at, Limits(), 0, multipv=4)
    assert {value for _, value in averaged.candidates} == {0}
    assert not ask(player("averaging", at.game), at, Limits(), 0).exact
    exact = ask(player("policy", at.game), at, Limits(), 0)
    assert exact.exact
    values = {at.write_move(move): value for move, value in exact.candidates}
    assert values["♥6"] == values["♦6"] == 0 > values["♣8"]


def test_clairvoyance_answers_within_any_limit() -> None:
    at = mossa.game("cards").position("1:")
    for limits in (Limits(), Limits(time=1e-6, most=1e-3)):
        found = ask(player("clairvoyance:nodes=3,samples=5", at.game), at, limits, 0)
        assert found.move in at.legal


def test_kuhn_by_policy_is_worth_minus_an_eighteenth_and_never_folds_a_king() -> None:
    kuhn = mossa.game("kuhn")
    at = kuhn.position("JK:b")
    found = ask(player("policy", kuhn), at, Limits(), 0)
    assert (at.write_move(found.move), found.value) == ("call", 2)


def test_a_game_brings_its_own_strategies() -> None:
    game = mossa.game("mastermind:pegs=3,colours=4")
    assert {"knuth", "expected"} < set(suitable_players(game))
    at = game.position("123")
    for spec in ("knuth", "expected"):
        found = ask(player(spec, game), at, Limits(), 0)
        assert found.move in at.legal
        assert found.value < 0


def test_a_users_file_has_players_too(take: Game) -> None:
    assert default_player(take) == "alphabeta"
    at = take.start()
    found = ask(player("alphabeta-textbook", take), at, Limits(), 0)
    assert (found.move, found.value) == (1, 1)  # leaves six: a multiple of three loses


def test_specs_of_files_keep_their_parameters(take: Game) -> None:
    six = mossa.game(f"{take.name}:matches=6")
    assert ask(player("minimax", six), six.start(), Limits(), 0).value == -1
    assert Path(take.name).is_absolute()


def test_dice_are_played_by_expectimax() -> None:
    backgammon = mossa.game("backgammon")
    assert default_player(backgammon) == "expectimax"
    at = backgammon.position("4HPwATDgc/ABMA 31")
    for spec in ("expectimax:depth=2", "expectimax:depth=2,filter=off,threads=2,memory=1"):
        found = ask(player(spec, backgammon), at, Limits(), 0, multipv=len(at.legal))
        assert at.write_move(found.move) == "8/5 6/5"
        assert {move for move, _ in found.candidates} == set(at.legal)  # those that were filtered out too
        assert found.depth == 2
    assert default_player(mossa.game("tree:tree={1/2:(1 2) 1/2:(3 4)}")) == "expectiminimax"  # exact, and small
    with pytest.raises(MossaError, match="expectimax cannot play tictactoe"):
        player("expectimax", TICTACTOE)
    with pytest.raises(MossaError, match="one of on, off"):
        player("expectimax:filter=maybe", backgammon)


def test_options_of_the_engine_are_settings() -> None:
    start, limits = TICTACTOE.start(), Limits(depth=6)
    nodes = {spec: player(spec, TICTACTOE).choose(start, limits).nodes for spec in ("alphabeta", "alphabeta:table=0")}
    expected = Searcher(TICTACTOE, options={"table": 0}).search(start.state, limits).nodes
    assert nodes["alphabeta"] < nodes["alphabeta:table=0"] == expected


def test_openings_from_the_book() -> None:
    chess = mossa.game("chess")
    assert default_opponent(chess) == "alphabeta:book=true"
    assert default_opponent(mossa.game("tictactoe")) == "alphabeta"
    booked = player("alphabeta:book=true,depth=1", chess)
    first = set()
    for seed in range(8):
        booked.begin(seed)
        found = booked.choose(chess.start(), Limits())
        assert (found.nodes, found.pv) == (0, (found.move,))
        first.add(found.move)
    assert len(first) > 1
    assert booked.choose(chess.position("8/8/8/8/8/5k2/8/R3K3 w - - 0 1"), Limits()).nodes > 0
    with pytest.raises(MossaError, match="Tic-tac-toe has no book"):
        player("alphabeta:book=true", mossa.game("tictactoe"))
