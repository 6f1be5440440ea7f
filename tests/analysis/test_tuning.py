"""Tuning against games whose best settings are known, and against a kind with an exact law."""

import random

import pytest

from simlab.analysis import duels as played
from simlab.analysis.deviations import deviations, holm
from simlab.analysis.duels import Duels, Gain
from simlab.analysis.tuning import Dial, Player, tune
from simlab.analysis.tuning_file import load_tuning, read_dial, shipped_tunings, started_from
from simlab.errors import RunError, ScenarioError

NUMBERS = tuple(range(-10, 11))
A = Player("a", "wins", (Dial("x", NUMBERS, -8), Dial("u", NUMBERS, 9), Dial("w", ("low", "high"), "low")))
B = Player("b", "loses", (Dial("y", NUMBERS, 6), Dial("v", NUMBERS, -9)))


class Saddle(Duels):
    """A wins most at x = 4, u = y, w = high; B at y = -2, v = 5: the saddle is there. Each answer has its noise."""

    def __init__(self, noise=0.01):
        super().__init__()
        self.noise, self.asked = noise, 0

    def _p(self, it):
        p = 0.5 - 0.002 * (it["x"] - 4) ** 2 - 0.0005 * (it["u"] - it["y"]) ** 2 + 0.05 * (it["w"] == "high")
        return p + 0.002 * (it["v"] - 5) ** 2 + 0.004 * (it["y"] + 2) ** 2

    def _share(self, it, wants):
        return self._p(it) if wants == "wins" else 1 - self._p(it)

    def share(self, case, settings, wants, trials, seed):
        self.asked += 1
        luck = random.Random(repr((sorted(settings.items()), seed))).gauss(0.0, self.noise)
        return self._share(settings, wants) + luck

    def gain(self, pairs, wants, trials, seed, level=0.95, weights=None):
        weights = weights or [1 / len(pairs)] * len(pairs)
        before, after = (
            sum(part * self._share(pair[side][1], wants) for part, pair in zip(weights, pairs, strict=True))
            for side in (0, 1)
        )
        error = self.noise / 10
        gain = after - before + random.Random(seed).gauss(0.0, error)
        return Gain(gain, gain - 2 * error, gain + 2 * error, error, before, after, trials)


@pytest.fixture(scope="module")
def tuned():
    return tune(["case"], [A, B], rounds=4, budget=250, seed=3, duels=Saddle())


def test_self_play_finds_the_saddle(tuned):
    found = tuned.together
    assert found["w"] == "high"
    assert abs(found["x"] - 4) <= 1
    assert abs(found["v"] - 5) <= 1
    assert abs(found["y"] + 2) <= 2
    assert -4 <= found["u"] <= 6  # between the y that it meets: 6 at the start, -2 in the end


def test_equal_seeds_and_any_threads_give_equal_answers(tuned):
    again = tune(["case"], [A, B], rounds=4, budget=250, seed=3, duels=Saddle(), threads=3)
    assert again.settings == tuned.settings
    assert again.history().equals(tuned.history())


def test_a_turn_that_wins_nothing_is_not_kept():
    at_best = Player("a", "wins", (Dial("x", NUMBERS, 4), Dial("w", ("high", "low"), "high")))
    found = tune([{}], [at_best], rounds=1, budget=40, duels=_With(Saddle(), {"u": 0, "y": 0, "v": 0}))
    assert found.settings["a"] == {"x": 4, "w": "high"}
    assert [turn.kept for turn in found.turns] == [False]


class _With(Duels):
    """A game with some keys fixed."""

    def __init__(self, game, fixed):
        super().__init__()
        self.game, self.fixed = game, fixed

    def share(self, case, settings, *rest):
        return self.game.share(case, {**self.fixed, **settings}, *rest)

    def gain(self, pairs, *rest):
        full = [tuple((case, {**self.fixed, **settings}) for case, settings in pair) for pair in pairs]
        return self.game.gain(full, *rest)


def test_a_deviation_that_gains_is_found_and_only_that():
    settings = {"a": {"x": 4, "u": -2, "w": "low"}, "b": {"y": -2, "v": 5}}
    frame = deviations(["case"], [A, B], settings, duels=Saddle(0.001))
    assert len(frame) == 2 + 2 + 1 + 2 + 2
    assert frame["gains"].tolist() == [True] + [False] * 8
    assert (frame["key"][0], frame["other"][0]) == ("w", "high")
    best = {**settings, "a": {"x": 4, "u": -2, "w": "high"}}
    assert not deviations(["case"], [A, B], best, duels=Saddle(0.001))["gains"].any()


def test_holm_bounds_all_rows_together():
    """Of 20 rows without a gain, one in twenty calls of the whole table is wrong, not one in twenty rows."""
    rng, false = random.Random(5), 0
    for _ in range(2000):
        false += min(holm([rng.random() for _ in range(20)])) < 0.05
    assert false < 2000 * 0.05 + 5 * (2000 * 0.05 * 0.95) ** 0.5  # five standard errors: 3 in ten million


# One gun in range of a bomber with D3: 2-1 for the Heavy AA, and a second D destroys (W1).
SHOT = {"system": "continental_siege", "kind": "attack", "target": "bomber", "attackers": ["light_aa"], "combine": True}


def test_exact_laws_are_searched_without_dice():
    dial = Dial("attackers", (["light_aa"], ["fighter"], ["heavy_aa", "heavy_aa"], ["howitzer"]), ["light_aa"])
    found = tune([SHOT], [Player("gunner", "result:destroyed", (dial,))], rounds=1)
    assert found.settings["gunner"]["attackers"] == ["heavy_aa", "heavy_aa"]
    assert found.turns[0].gain.gain == pytest.approx(1.0 - 1 / 2)  # 16 against 3 is automatic
    assert found.turns[0].gain.error == 0.0


BATTLE = {
    "system": "continental_siege", "kind": "battle", "scenario": "mk3_attack",
    "defender": {"force": [{"unit": "gev", "count": 1}]},
}  # fmt: skip


def test_a_stopped_search_goes_on_where_it_was(tmp_path, monkeypatch):
    store = tmp_path / "answers.jsonl"
    moves = Dial("attacker.policies.ogre_move", ("beeline_cp", "hunter"), "beeline_cp")
    player = Player("ogre", "winner:attacker", (moves,))
    monkeypatch.setenv("SIMLAB_JIT", "0")  # a few battles in the interpreter
    asked = {"rounds": 1, "trials": 2}
    first = tune([BATTLE], [player], **asked, duels=Duels(store))
    assert len(store.read_text().splitlines()) == 3  # two candidates and what the better one gains

    def refuse(*args, **kwargs):
        raise AssertionError("played again")

    monkeypatch.setattr(played, "run", refuse)
    monkeypatch.setattr(played, "per_trial", refuse)
    assert tune([BATTLE], [player], **asked, duels=Duels(store)).settings == first.settings


def test_what_makes_no_sense_is_refused():
    one = Player("a", None, (Dial("x", (1, 2), 1),))
    for wrong, words in (
        ([], "at least one scenario and one player"),
        ([one, one._replace(dials=(Dial("y", (1, 2), 1),))], "a name of its own"),
        ([one, one._replace(name="b")], "a key of its own"),
        ([one._replace(dials=(Dial("x", (1, 2), 3),))], "starts at 3"),
    ):
        with pytest.raises(RunError, match=words):
            tune([SHOT], wrong)
    with pytest.raises(RunError, match="1 or more candidates"):
        tune([SHOT], [one], budget=0)
    with pytest.raises(ScenarioError, match="no such key"):
        tune([SHOT], [one])


def test_shipped_tunings_can_be_read():
    for name in shipped_tunings():
        told = load_tuning(name)
        assert told.cases
        assert all(player.dials for player in told.players)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('case = ["mark_3_attack"]', 'nearest: "cases"'),
        ('cases = ["mark_3_atack"]', 'nearest: "mark_3_attack"'),
        ("[players.a]\nwant = 1", 'nearest: "wants"'),
        ("[players.a.dials]\nx = [0, 4, 2]", "four whole numbers"),
        ("[players.a.dials]\nx = [0, 4, 2, 3]", "starts at 3"),
        ("[players.a.dials]\nx = [4, 0, 2, 4]", "must go up"),
        ("[search]\nround = 1", 'nearest: "rounds"'),
        ("[search]\nrounds = true", "no whole number"),
        ("cases = 3 3", "cannot be read"),
    ],
)
def test_a_wrong_tuning_file_says_what_is_wrong(tmp_path, text, words):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RunError, match=words):
        load_tuning(file)
    with pytest.raises(RunError, match="no such file"):
        load_tuning(tmp_path / "none.toml")


def test_a_tuning_goes_on_from_the_settings_of_an_earlier_one(tmp_path):
    told = load_tuning("ogre")
    found = tune([{}], told.players, rounds=0)
    frame = found.frame()
    first = told.players[0].dials[0]
    further = first.values[first.values.index(first.start) + 1]
    frame.loc[0, "value"] = further
    frame.to_csv(tmp_path / "found.csv", index=False)
    again = started_from(told, tmp_path / "found.csv")
    assert again.players[0].dials[0].start == further
    assert again.players[1] == told.players[1]
    frame.loc[0, "value"] = 9999
    frame.to_csv(tmp_path / "found.csv", index=False)
    with pytest.raises(RunError, match="is none of its values"):
        started_from(told, tmp_path / "found.csv")


def test_dials_of_words_start_with_the_first():
    assert read_dial("fighter", ["escort", "strafe"]) == Dial("fighter", ("escort", "strafe"), "escort")
