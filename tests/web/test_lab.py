"""The lab: the worked figures step by step, in two languages; payoff tables; queens; wrong input."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from mossa import MossaError, game
from mossa.search import textbook
from mossa.search.textbook import EXAMPLES
from mossa.web.catalogue import Catalogue
from mossa.web.lab import RUN_TIME_LIMIT, Lab
from mossa.web.site import LAB_TIME


def run(site: TestClient, **words: Any) -> dict[str, Any]:
    answer = site.post("/api/lab/run", json=words)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_every_example_is_listed_in_both_languages(site: TestClient) -> None:
    listing = site.get("/api/lab").json()
    assert [one["name"] for one in listing["examples"]] == list(EXAMPLES)
    assert all(one["en"] and one["it"] for one in listing["examples"])


def test_the_first_example_is_stepped_to_its_cut(site: TestClient) -> None:
    done = run(site, algorithm="alphabeta", tree="((3 12 8) (2 4 6) (14 5 2))")
    assert (done["value"], done["best"], done["leaves"], done["cuts"]) == ("3", "a1", 7, 1)
    (cut,) = done["cut_steps"]
    shown = site.get(f"/api/lab/trace/{done['key']}/{cut}").json()
    assert shown["words"] == "at a2, b2 and b3 are cut: MAX has 3 at the root already, and here it is 2 or less"
    assert shown["svg"].startswith("<svg")
    italian = site.get(f"/api/lab/trace/{done['key']}/{cut}?lang=it").json()
    assert italian["words"] == "in a2 si tagliano b2 e b3: MAX ha già 3 in radice, e qui vale 2 o meno"


@pytest.mark.parametrize("name", [one.name for one in EXAMPLES.values() if one.spec.startswith("tree:")])
def test_every_tree_of_the_course_has_words_in_italian_at_every_step(site: TestClient, name: str) -> None:
    example = EXAMPLES[name]
    options = {key: list(value) if isinstance(value, tuple) else value for key, value in example.options.items()}
    done = run(site, algorithm=example.algorithm, tree=example.spec.removeprefix("tree:tree="), **options)
    english = {" is ", " are ", " the ", " has ", " would ", " or less", " or more", " and "}
    for step in range(done["steps"] + 1):
        shown = site.get(f"/api/lab/trace/{done['key']}/{step}?lang=it").json()
        assert shown["words"]
        assert not any(word in shown["words"] for word in english)


@pytest.mark.parametrize("name", [one.name for one in EXAMPLES.values() if one.spec.startswith("tree:")])
def test_every_step_has_its_line_in_the_source(site: TestClient, name: str) -> None:
    example = EXAMPLES[name]
    options = {key: list(value) if isinstance(value, tuple) else value for key, value in example.options.items()}
    done = run(site, algorithm=example.algorithm, tree=example.spec.removeprefix("tree:tree="), **options)
    lines = dict(done["source"])
    for step in range(1, done["steps"] + 1):
        shown = site.get(f"/api/lab/trace/{done['key']}/{step}").json()
        assert "tree" in lines[shown["line"]], (name, step)
        if shown["kind"] in ("cut", "enter", "leaf"):
            assert f".{shown['kind']}(" in lines[shown["line"]]


def test_the_list_l_is_shown(site: TestClient) -> None:
    done = run(site, algorithm="alphabeta-list", tree="((3 12) (2 4))")
    lists = [site.get(f"/api/lab/trace/{done['key']}/{i}").json()["list"] for i in range(done["steps"] + 1)]
    assert lists[0] == []
    assert ["a2", "the root"] in lists


def test_a_drawing_can_be_kept(site: TestClient) -> None:
    done = run(site, algorithm="minimax", tree="((3 12) (2 4))")
    answer = site.get(f"/api/lab/trace/{done['key']}/{done['steps']}?svg=1&lang=it")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "valore 3" in answer.text


@pytest.mark.parametrize(
    ("kind", "media", "begins"),
    [("svg", "image/svg+xml", b"<svg"), ("pdf", "application/pdf", b"%PDF"), ("gif", "image/gif", b"GIF89a")],
)
def test_a_drawing_is_kept_in_every_format(site: TestClient, kind: str, media: str, begins: bytes) -> None:
    done = run(site, algorithm="minimax", tree="(1 2)")
    answer = site.get(f"/api/lab/trace/{done['key']}/2?as={kind}")
    assert answer.headers["content-type"].startswith(media)
    assert answer.headers["content-disposition"].endswith(f'.{kind}"')
    assert answer.content.startswith(begins)
    tikz = site.get(f"/api/lab/trace/{done['key']}/2?as=tex&lang=it")
    assert "\\begin{tikzpicture}" in tikz.text
    assert "passo 2" in tikz.text
    assert site.get(f"/api/lab/trace/{done['key']}/2?as=bmp").status_code == 400


def test_what_a_technique_remembers_stands_beside_the_tree(site: TestClient) -> None:
    example = EXAMPLES["transpositions-age"]
    done = run(site, algorithm="transpositions", game=example.spec, **example.options)
    assert done["nodes"] == 51
    last = site.get(f"/api/lab/trace/{done['key']}/{done['steps']}?lang=it").json()
    (table,) = last["tables"]
    assert table["title"] == "Tabella delle trasposizioni"
    assert table["columns"] == ["posizione", "profondità", "valore", "migliore"]
    assert len(table["rows"]) == 4
    assert site.get(f"/api/lab/trace/{done['key']}/0").json()["tables"] == []
    listing = site.get("/api/lab").json()
    settings = {one["name"]: one["settings"] for one in listing["algorithms"]}
    assert settings["transpositions"] == ["entries", "replace"]
    related = {one["name"]: one["related"] for one in listing["examples"]}
    assert "poisoned-quiescence" in related["poisoned-pawn"]
    assert done["costs"]["en"][-1].startswith("people keep 7 ± 2 things in mind")


def test_boards_are_drawn_on_request(site: TestClient) -> None:
    asked = {"algorithm": "minimax", "game": "tictactoe", "moves": "a1 b1 b2 c1 a3 b3"}
    assert run(site, **asked)["boards"] is True
    without = run(site, **asked, boards=False)
    assert without["boards"] is False
    assert site.get(f"/api/lab/trace/{without['key']}/1").json()["svg"].count("<polygon") > 0


def test_a_position_of_a_small_game(site: TestClient) -> None:
    done = run(site, algorithm="alphabeta", game="tictactoe", moves="a1 b1 b2 c1", depth=2)
    assert done["best"] == "c3"


def test_a_round_of_simultaneous_moves_is_a_matrix_with_two_mixed_strategies(site: TestClient) -> None:
    """Each wins where the other has what it beats; the only equilibrium is a third each."""
    stage = run(site, algorithm="rounds", game="rps")["stage"]
    assert stage["rows"] == stage["columns"] == ["rock", "paper", "scissors"]
    assert stage["payoffs"] == [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    assert stage["row_mix"] == stage["column_mix"] == pytest.approx([1 / 3] * 3)
    assert run(site, algorithm="alphabeta", game="tictactoe", depth=1)["stage"] is None


def test_algorithms_side_by_side(site: TestClient) -> None:
    rows = site.post("/api/lab/compare", json={"tree": "((3 12 8) (2 4 6) (14 5 2))"}).json()["rows"]
    leaves = {row["algorithm"]: row["leaves"] for row in rows}
    assert (leaves["minimax"], leaves["alphabeta"]) == (9, 7)


def test_payoffs(site: TestClient) -> None:
    answer = site.post("/api/lab/decide", json={"table": EXAMPLES["funds"].table}).json()
    chosen = {one["rule"]: (one["choice"], one["value"]) for one in answer["decisions"]}
    assert chosen["maximax"] == (["fund2"], 70)
    assert chosen["maximin"] == (["fund1"], 5)
    assert chosen["regret"] == (["shares"], 15)
    assert "expected" not in chosen


def test_a_card_to_guess(site: TestClient) -> None:
    answer = site.post("/api/lab/guess", json={"seed": 3, "moves": ["c8"]}).json()
    assert (answer["guess"], answer["hand"], answer["leads"]) == (True, ["♣7", "♦6", "♥6"], {})
    assert [one["mean"] for one in answer["choices"]] == [-2, -1, -1]


def test_a_class_exercise_has_questions_and_no_answers(site: TestClient) -> None:
    asked = {"exercise": "alphabeta", "seed": 7, "lang": "it"}
    answer = site.post("/api/lab/class", json=asked).json()
    assert answer["questions"][0] == {"id": "root", "kind": "number", "text": "Il valore della radice"}
    assert answer["svg"].startswith("<svg")
    assert answer["answers"]["answers"] == {}
    assert site.post("/api/lab/class", json={"exercise": "regret", "seed": 7}).json()["table"][0][0] == ""


def test_queens_step_by_step(site: TestClient) -> None:
    answer = site.post("/api/lab/queens", json={"size": 6}).json()
    assert answer["solutions"] == 4
    shown = site.get(f"/api/lab/trace/{answer['key']}/{answer['solved_steps'][0]}").json()
    assert shown["board"] == [1, 3, 5, 0, 2, 4]


@pytest.mark.parametrize(
    ("address", "body", "told"),
    [
        ("run", {}, "field algorithm"),
        ("run", {"algorithm": "alphabeta"}, "type a tree"),
        ("run", {"algorithm": "alphabet", "tree": "(1 2)"}, "did you mean alphabeta"),
        ("run", {"algorithm": "alphabeta", "tree": "((1 2) "}, "the tree is wrong at character 7"),
        ("run", {"algorithm": "alphabeta", "tree": "(" * 1900}, "bracket"),
        ("run", {"algorithm": "alphabeta", "tree": "(1 2)" * 1000}, "characters at most"),
        ("run", {"algorithm": "alphabeta", "tree": "(1 2)", "depth": -1}, "depth"),
        ("run", {"algorithm": "star1", "tree": "(1 2)", "window": [1, "x"]}, "two numbers"),
        ("run", {"algorithm": "minimax", "game": "kuhn"}, "perfect information"),
        ("run", {"algorithm": "deepening", "tree": "(1 2)", "nodes": 0}, "whole number from 1 up"),
        ("run", {"algorithm": "deepening", "tree": "(1 2)", "nodes": [1]}, "a number or a short text"),
        ("run", {"algorithm": "minimax", "tree": "(1 2)", "entries": 4}, "minimax knows no entries"),
        ("run", {"algorithm": "minimax", "game": "tictactoe", "moves": "z9"}, "not a legal move"),
        ("decide", {"table": ""}, "is empty"),
        ("decide", {"table": ",a\nb,x"}, "finite number"),
        ("queens", {"size": 99}, "from 1 to 8"),
        ("class", {"exercise": "chess", "seed": 1}, "there is no exercise"),
        ("class", {"exercise": "minimax", "seed": "1"}, "a whole number"),
        ("guess", {"seed": -1}, "the seed is a whole number"),
        ("guess", {"moves": ["c2"]}, "not a legal move"),
        ("guess", {"moves": "c8"}, "a list of at most 8 cards"),
    ],
)
def test_wrong_input_is_one_sentence(site: TestClient, address: str, body: dict[str, Any], told: str) -> None:
    answer = site.post(f"/api/lab/{address}", json=body)
    assert answer.status_code == 400
    assert told in answer.json()["error"]


def test_what_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.lab.RUN_TIME_LIMIT", 0.05)
    with pytest.raises(MossaError, match=r"nodes in 0\.05 s were not enough: give a smaller depth"):
        Lab(Catalogue(())).run({"algorithm": "minimax", "game": "connect4", "depth": 12})


def test_a_run_ends_with_its_own_sentence_before_its_process_is_ended() -> None:
    assert LAB_TIME > RUN_TIME_LIMIT


def test_an_unknown_trace_or_step(site: TestClient) -> None:
    assert "run it again" in site.get("/api/lab/trace/nothing/0").json()["error"]
    done = run(site, algorithm="minimax", tree="(1 2)")
    assert "has steps 0 to" in site.get(f"/api/lab/trace/{done['key']}/999").json()["error"]


def test_an_exercise_tells_where_one_errs(site: TestClient) -> None:
    key = run(site, algorithm="alphabeta", tree="((3 12 8) (2 4 6) (14 5 2))")["key"]
    asked = site.get(f"/api/lab/exercise/{key}").json()
    assert [node["node"] for node in asked["nodes"]] == ["", "0", "1", "2"]
    assert 'data-node="1.2"' in asked["svg"]
    wrong = site.post(
        f"/api/lab/exercise/{key}", json={"values": {"": 3, "0": 3, "1": 4, "2": 2}, "cut": ["1.2", "2.2"]}
    ).json()
    assert (wrong["right"], wrong["wrong"]) == (False, {"1": "≤2"})
    assert (wrong["missed"], wrong["needed"]) == (["1.1"], ["2.2"])
    right = site.post(
        f"/api/lab/exercise/{key}", json={"values": {"": 3, "0": 3, "1": 2, "2": 2}, "cut": ["1.1", "1.2"]}
    ).json()
    assert right["right"]
    assert len(right["reasons"]) == 1


def test_in_an_exercise_what_is_below_a_cut_has_no_value(site: TestClient) -> None:
    key = run(site, algorithm="alphabeta", tree=EXAMPLES["whatever-g"].spec.removeprefix("tree:tree="))["key"]
    leaves = ["1.1.0", "1.1.1", "1.1.2"]
    answer = {"values": {"": 0.3, "1": -0.5, "1.1": ""}, "cut": leaves}
    assert site.post(f"/api/lab/exercise/{key}", json=answer).json()["right"]
    answer["values"] = {"": 0.3, "1": -0.5, "1.1": 0.9}
    assert site.post(f"/api/lab/exercise/{key}", json=answer).json()["wrong"] == {"1.1": ""}


def test_an_exercise_of_monte_carlo_asks_for_the_bounds_at_the_root(site: TestClient) -> None:
    request = {"algorithm": "mcts", "tree": "((3 12 8) (2 4 6) (14 5 2))", "simulations": 40, "seed": 7}
    key = site.post("/api/lab/run", json=request).json()["key"]
    asked = site.get(f"/api/lab/exercise/{key}").json()
    assert (asked["task"], asked["scale"]) == ("bounds", "28")
    assert [one["name"] for one in asked["nodes"]] == ["a1", "a2", "a3"]
    assert " + " not in asked["svg"]  # the terms are the answer
    trace = textbook.run("mcts", game("tree:tree=((3 12 8) (2 4 6) (14 5 2))").rules, simulations=40, seed=7)
    last = [event for event in trace.events if event.kind == "select" and len(event.path) == 1][-1]
    values = {str(path[0]): round(mean + bonus, 2) for path, (mean, bonus) in zip(last.paths, last.terms, strict=True)}
    right = {"values": values, "cut": [str(last.path[0])]}
    answer = site.post(f"/api/lab/exercise/{key}", json=right).json()
    assert answer["right"], answer
    assert "is the greatest bound" in answer["reasons"][0]
    wrong = {"values": {**values, "1": 0}, "cut": [str((last.path[0] + 1) % 3)]}
    answer = site.post(f"/api/lab/exercise/{key}", json=wrong).json()
    assert (list(answer["wrong"]), answer["right"]) == (["1"], False)
    assert (answer["missed"], answer["needed"]) == ([str(last.path[0])], [str((last.path[0] + 1) % 3)])


def test_wrong_exercises(site: TestClient) -> None:
    key = run(site, algorithm="minimax", game="tictactoe", depth=2)["key"]
    assert "at most 60 nodes" in site.get(f"/api/lab/exercise/{key}").json()["error"]
    for body in ({}, {"values": [], "cut": []}, {"values": {}, "cut": [1]}):
        assert site.post(f"/api/lab/exercise/{key}", json=body).status_code == 400


def test_steps_of_queens_are_told_in_both_languages(site: TestClient) -> None:
    key = site.post("/api/lab/queens", json={"size": 4}).json()["key"]
    told = [
        [site.get(f"/api/lab/trace/{key}/{step}?lang={language}").json()["words"] for step in (2, 3)]
        for language in ("en", "it")
    ]
    assert told == [
        ["a queen in column 1, row 1", "column 2, row 1: the queen in column 1 attacks it"],
        ["una regina nella colonna 1, riga 1", "colonna 2, riga 1: la regina nella colonna 1 la attacca"],
    ]


def test_what_the_order_of_moves_is_worth(site: TestClient) -> None:
    rows = site.post("/api/lab/ordering", json={"branching": 2, "trees": 2}).json()["rows"]
    assert rows[-1]["all_leaves"] == 1024
    assert all(row["best"] == row["knuth_moore"] <= row["random"] <= row["worst"] for row in rows)
    for wrong in ({"branching": 99}, {"trees": 0}, {"branching": "x"}):
        answer = site.post("/api/lab/ordering", json=wrong)
        assert answer.status_code == 400
        assert "whole number" in answer.json()["error"]


def test_an_exercise_asks_for_windows_too(site: TestClient) -> None:
    key = site.post("/api/lab/run", json={"algorithm": "alphabeta", "tree": "((3 12 8) (2 4 6) (14 5 2))"}).json()[
        "key"
    ]
    assert site.get(f"/api/lab/exercise/{key}").json()["windows"] is True
    answer = {"values": {"": 3, "0": 3, "1": 2, "2": 2}, "cut": ["1.1", "1.2"]}
    right = {"": "-inf, inf", "0": "−∞ ∞", "1": "[3; +∞]", "2": ""}
    checked = site.post(f"/api/lab/exercise/{key}", json={**answer, "windows": right}).json()
    assert (checked["right"], checked["windows"]) == (True, [])
    for wrong in ("-inf, 3", "3", "x, y"):
        checked = site.post(f"/api/lab/exercise/{key}", json={**answer, "windows": {"1": wrong}}).json()
        assert (checked["right"], checked["windows"]) == (False, ["1"])
    assert site.post(f"/api/lab/exercise/{key}", json={**answer, "windows": {"1": 3}}).status_code == 400
    plain = site.post("/api/lab/run", json={"algorithm": "minimax", "tree": "((1 2) 3)"}).json()["key"]
    assert site.get(f"/api/lab/exercise/{plain}").json()["windows"] is False
