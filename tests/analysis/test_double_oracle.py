"""Mixed doctrines: a game whose only resting place is a mix, one with a saddle, what is refused."""

import random

import numpy as np
import pytest

from simlab.analysis.deviations import mixed_deviations
from simlab.analysis.double_oracle import Mixed, changes_of, double_oracle, mix_of
from simlab.analysis.duels import Duels, Gain
from simlab.analysis.tuning import Dial, Player
from simlab.errors import RunError
from tests.analysis.test_tuning import NUMBERS, A, B, Saddle

HIDE = Player("hider", "hidden", (Dial("hider.at", ("left", "middle", "right"), "left"), Dial("hider.w.x", NUMBERS, 5)))
SEEK = Player("seeker", "found", (Dial("seeker.at", ("left", "middle", "right"), "left"),))
WORTH = {"left": 0.6, "middle": 0.3, "right": 0.2}  # what a find is worth; being missed is worth 1 to the hider


class HideAndSeek(Duels):
    """The hider loses WORTH of his place if it is looked at; x = 0 is best for him, a hundredth of a step."""

    def _share(self, it, wants):
        lost = WORTH[it["hider.at"]] * (it["hider.at"] == it["seeker.at"]) + 0.001 * it["hider.w.x"] ** 2
        return 1 - lost if wants == "hidden" else lost

    def share(self, case, settings, wants, trials, seed):
        return self._share(settings, wants)

    def gain(self, pairs, wants, trials, seed, level=0.95, weights=None):
        before, after = (
            sum(part * self._share(pair[side][1], wants) for part, pair in zip(weights, pairs, strict=True))
            for side in (0, 1)
        )
        error = 0.0003
        gain = after - before + random.Random(seed).gauss(0.0, error / 3)
        return Gain(gain, gain - 2 * error, gain + 2 * error, error, before, after, trials)


def test_hide_and_seek_ends_in_its_mix():
    """Places are sought in inverse proportion to what a find is worth, and hidden in likewise: lost 1 / sum(1 / w)."""
    found = double_oracle(["field"], [HIDE, SEEK], rounds=12, trials=100, seed=2, duels=HideAndSeek())
    assert found.settled
    lost = 1 / sum(1 / worth for worth in WORTH.values())
    assert found.value == pytest.approx(1 - lost, abs=0.004)
    frame = found.frame()
    where = frame[frame["key"] == "seeker.at"].groupby("value")["share"].sum()
    for place, worth in WORTH.items():
        assert where[place] == pytest.approx(lost / worth, abs=0.02)
    played = frame[(frame["key"] == "hider.w.x") & (frame["share"] > 0.0)]
    assert played["value"].abs().max() <= 1
    assert (found.history()["joined"].iloc[-2:] == False).all()  # noqa: E712
    steps = mixed_deviations(["field"], found, trials=100, seed=9, duels=HideAndSeek())
    assert not steps["gains"].any()
    assert set(steps["player"]) == {"hider", "seeker"}
    assert "value" in repr(found)
    assert "gain of the reply" in found._repr_html_()


def test_a_mix_that_can_be_exploited_is_told():
    """Only the left is hidden in: whoever looks there gains 0.6 over the right."""
    pools = {"hider": [{"hider.at": "left", "hider.w.x": 0}], "seeker": [{"seeker.at": "right"}]}
    shares = {"hider": (1.0,), "seeker": (1.0,)}
    mixed = Mixed((HIDE, SEEK), pools, shares, np.array([[1.0]]), 1.0, (), False)
    steps = mixed_deviations(["field"], mixed, trials=100, seed=9, duels=HideAndSeek())
    best = steps.iloc[0]
    assert (best["player"], best["member"], best["other"]) == ("seeker", 1, "left")
    assert best["gain"] == pytest.approx(0.6, abs=0.002)
    assert best["gains"]


def test_a_saddle_is_found_without_a_mix():
    found = double_oracle(["case"], [A, B], rounds=20, trials=100, seed=5, duels=Saddle(0.001))
    last = {name: pool[int(np.argmax(found.shares[name]))] for name, pool in found.pools.items()}
    assert abs(last["a"]["x"] - 4) <= 1
    assert last["a"]["w"] == "high"
    assert abs(last["b"]["v"] - 5) <= 1


def test_equal_seeds_and_any_threads_give_equal_answers():
    one, other = (
        double_oracle(["field"], [HIDE, SEEK], rounds=3, trials=100, seed=7, duels=HideAndSeek(), threads=threads)
        for threads in (1, 3)
    )
    assert one.pools == other.pools
    assert one.shares == other.shares


def test_groups_of_other_members_are_tried():
    player = Player("p", None, (Dial("p.w.a", (0, 1, 2), 0), Dial("p.w.b", (0, 1, 2), 0), Dial("p.q", ("x", "y"), "x")))
    now, other = {"p.w.a": 0, "p.w.b": 0, "p.q": "x"}, {"p.w.a": 2, "p.w.b": 1, "p.q": "y"}
    tried = list(changes_of(player, now, [now, other]))
    assert {"p.w.a": 2, "p.w.b": 1} in tried
    assert {"p.q": "y"} in tried
    assert now not in tried


def test_small_shares_are_left_out():
    assert mix_of([{"a": 1}, {"a": 2}, {"a": 3}], [0.5, 0.01, 0.49]) == [
        ({"a": 1}, pytest.approx(50 / 99)), ({"a": 3}, pytest.approx(49 / 99)),
    ]  # fmt: skip


def test_what_makes_no_sense_is_refused():
    with pytest.raises(RunError, match="two players"):
        double_oracle(["case"], [A], duels=Saddle())
    with pytest.raises(RunError, match="0 or more rounds"):
        double_oracle(["case"], [A, B], rounds=-1, duels=Saddle())


def test_without_a_reply_the_pools_are_mixed_as_they_are():
    pools = {"hider": [{"hider.at": place, "hider.w.x": 0} for place in ("left", "right")],
             "seeker": [{"seeker.at": place} for place in ("left", "right")]}  # fmt: skip
    found = double_oracle(["field"], [HIDE, SEEK], pools, rounds=0, duels=HideAndSeek())
    assert found.shares["hider"] == pytest.approx((0.25, 0.75))
    assert found.value == pytest.approx(1 - 0.15)
    assert found.replies == ()
