import threading

import numpy as np
import pytest
from tests.hidden_information_oracles import naive_cfr

import mossa
from mossa.search import Limits
from mossa.search.equilibrium.cfr import Regrets
from mossa.search.equilibrium.exploitability import expected, exploitability
from mossa.search.equilibrium.extensive_form import unfold

KUHN = unfold(mossa.game("kuhn").rules)


@pytest.mark.parametrize("plus", [False, True], ids=["CFR", "CFR+"])
def test_the_curve_of_kuhn_is_openspiels(poker, plus):
    regrets = Regrets(KUHN, plus=plus)
    curve = dict(regrets.run(1000))
    wanted = poker["curves"]["kuhn_poker/CFR" + "+" * plus]
    assert {str(iteration) for iteration in curve} == set(wanted)
    for iteration, gap in wanted.items():
        assert curve[int(iteration)] == pytest.approx(gap, abs=1e-8)
    assert expected(KUHN, regrets.average)[0] == pytest.approx(-1 / 18, abs=1e-4)


@pytest.mark.parametrize("plus", [False, True], ids=["CFR", "CFR+"])
def test_the_curve_of_leduc_is_openspiels(poker, leduc, plus):
    """To 100 iterations: CFR+ then magnifies the last digits of rounding (6e-6 apart at 200)."""
    curve = dict(Regrets(leduc, plus=plus).run(100))
    for iteration, gap in poker["curves"]["leduc_poker/CFR" + "+" * plus].items():
        if int(iteration) <= 100:
            assert curve[int(iteration)] == pytest.approx(gap, abs=1e-7)


@pytest.mark.parametrize("plus", [False, True], ids=["CFR", "CFR+"])
@pytest.mark.parametrize("name", ["kuhn", "kuhn:players=3", "rps", "matrix:payoffs=[3,2 0,0; 0,0 2,3]", "cards"])
def test_the_same_as_by_plain_recursion(name, plus):
    rules = mossa.game(name).rules
    form = unfold(rules)
    regrets = Regrets(form, plus=plus)
    regrets.run(7)
    wanted = naive_cfr(rules, 7, plus)
    for player, side in enumerate(form.sides):
        for number, known in enumerate(side.known):
            if (player, known) in wanted:
                shares = regrets.average[player][side.first[number] : side.first[number + 1]]
                assert shares == pytest.approx([wanted[player, known][move] for move in side.moves[number]], abs=1e-9)


def test_rock_paper_scissors_against_a_biased_start():
    """From lopsided regrets the average still comes to a third each."""
    form = unfold(mossa.game("rps").rules)
    regrets = Regrets(form, plus=True)
    regrets.regret[0][1:] = 5, 0, 0
    regrets.run(2000)
    for strategy in regrets.average:
        assert strategy[1:] == pytest.approx([1 / 3] * 3, abs=0.01)


def test_a_dominated_move_dies_out():
    form = unfold(mossa.game("matrix:payoffs=[3,3 0,5; 5,0 1,1]").rules)
    regrets = Regrets(form)
    regrets.run(1000)
    assert all(strategy[2] > 0.99 for strategy in regrets.average)


def test_it_goes_on_where_it_was_saved(tmp_path):
    whole = Regrets(KUHN, plus=True)
    whole.run(60)
    half = Regrets(KUHN, plus=True)
    half.run(25)
    half.save(tmp_path / "kuhn.npz")
    other = Regrets.load(KUHN, tmp_path / "kuhn.npz")
    assert (other.iteration, other.plus) == (25, True)
    other.run(60)
    for ours, theirs in zip(whole.average, other.average, strict=True):
        assert np.array_equal(ours, theirs)
    assert [path.name for path in tmp_path.iterdir()] == ["kuhn.npz"]


def test_files_that_do_not_fit(tmp_path):
    Regrets(KUHN).save(tmp_path / "kuhn.npz")
    with pytest.raises(mossa.MossaError, match="another game"):
        Regrets.load(unfold(mossa.game("rps").rules), tmp_path / "kuhn.npz")
    with pytest.raises(mossa.MossaError, match="cannot be read"):
        Regrets.load(KUHN, tmp_path / "absent.npz")
    whole = (tmp_path / "kuhn.npz").read_bytes()
    for broken in (b"", b"not a file of ours", whole[: len(whole) // 2]):
        (tmp_path / "broken.npz").write_bytes(broken)
        with pytest.raises(mossa.MossaError, match="damaged"):
            Regrets.load(KUHN, tmp_path / "broken.npz")
    with pytest.raises(mossa.MossaError, match="cannot be written"):
        Regrets(KUHN).save(tmp_path / "no folder" / "kuhn.npz")


def test_limits():
    stop = threading.Event()
    seen = []

    def progress(iteration, gap):
        seen.append((iteration, gap))
        if iteration == 50:
            stop.set()

    regrets = Regrets(KUHN)
    assert regrets.run(limits=Limits(stop=stop, time=1000), progress=progress) == seen
    assert regrets.iteration == 50
    assert seen[-1][1] == exploitability(KUHN, regrets.average)

    reached = Regrets(KUHN, plus=True)
    curve = reached.run(target=0.01)
    assert curve[-1][1] <= 0.01 < curve[-2][1]

    counted = Regrets(KUHN)
    counted.run(limits=Limits(nodes=60 * 12 + 59))
    assert counted.iteration == 12

    timed = Regrets(KUHN)
    timed.run(limits=Limits(time=0.001))
    assert timed.iteration < 100_000

    with pytest.raises(mossa.MossaError, match="say when to stop"):
        Regrets(KUHN).run()


def test_a_second_run_goes_on():
    regrets = Regrets(KUHN)
    assert [iteration for iteration, _ in regrets.run(5)] == [1, 2, 5]
    assert [iteration for iteration, _ in regrets.run(7)] == [7]
    assert [iteration for iteration, _ in regrets.run(20)] == [10, 20]
