"""The naive battle of Continental Siege with mixed doctrines (W9): what is drawn, and that nothing else changes."""

from collections import Counter
from random import Random

import pytest

from .continental_siege import play
from .continental_siege_dice import DOCTRINE, SETUP_PHASE, BattleDice
from .continental_siege_doctrines import Doctrine, Filed, drawn_name
from .continental_siege_random_mixes import HEAD, random_mixed_battle
from .continental_siege_state import ATTACKER, DEFENDER

KEY = 20121122
FORCE = [{"unit": "gev", "count": 4}, {"unit": "heavy_tank", "count": 4}, {"unit": "howitzer", "count": 2}]
ROWS = [
    ("alpha", "setup", "forward(gev)", ""),
    ("alpha", "ground_fire", "weighted", "main 5; odds 2"),
    ("alpha", "ground_move", "hold", ""),
    ("beta", "setup", "random_legal", ""),
    ("beta", "ground_fire", "treads_only", ""),
    ("blend", "mix", "drawn", "alpha 2; beta 3"),
]


class OneFace:
    """Dice of one face, which note what they were asked."""

    def __init__(self, face):
        self.shown = face
        self.asked = []

    def face(self, *what):
        self.asked.append(what)
        return self.shown


@pytest.fixture
def file(tmp_path):
    """Writes a file of doctrines for the defender."""

    def written(rows=ROWS, replaced=()):
        lines = [",".join(HEAD)]
        names = [*replaced, *("" for _ in rows)]
        for (doctrine, hook, policy, weights), name in zip(rows, names, strict=False):
            own = name or f"{doctrine}.defender.{hook}"
            lines.append(f"{own},{doctrine},defender,{hook},{policy},{weights},assumed,here")
        path = tmp_path / "doctrines.csv"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return str(path)

    return written


def scenario(path, doctrine, **own):
    return {
        "scenario": "mk3_attack", "data": {"doctrines": path}, DEFENDER: {"force": FORCE, "doctrine": doctrine, **own},
    }  # fmt: skip


def drawn_and_rest(told, trial):
    log = play(told, {}, KEY, trial)[1].log
    return [event for event in log if event[0] == "doctrine"], [event for event in log if event[0] != "doctrine"]


@pytest.mark.parametrize("side", [DEFENDER, ATTACKER])
def test_the_first_name_whose_running_sum_reaches_the_face(side):
    mix = {"mix": {"alpha": 2, "default": 0, "beta": 3, "self_play": 1}}
    drawn = []
    for face in range(1, 7):
        dice = OneFace(face)
        drawn.append(drawn_name(mix, side, Filed(), dice))
        assert dice.asked == [(6, 0, SETUP_PHASE, int(side == ATTACKER), DOCTRINE, 0)]
    names = ("alpha", "alpha", "beta", "beta", "beta", "self_play")
    assert drawn == [(name, face) for face, name in enumerate(names, 1)]


def test_every_doctrine_comes_up_as_often_as_its_weight_says():
    """5,000 trials; off by more than five standard deviations (35 each) less than once in a million."""
    mix = {"mix": {"alpha": 2, "beta": 3}}
    found = Counter(drawn_name(mix, DEFENDER, Filed(), BattleDice(KEY, trial))[0] for trial in range(5000))
    assert found.keys() == {"alpha", "beta"}
    assert abs(found["alpha"] - 2000) < 175


@pytest.mark.parametrize("doctrine", ["blend", {"mix": {"alpha": 2, "beta": 3}}])
def test_a_battle_is_that_of_the_doctrine_drawn(file, doctrine):
    """Set-up, policies and weights; and no die of the battle is another."""
    path, seen = file(), set()
    for trial in range(3):
        ((_, side, name, _),), rest = drawn_and_rest(scenario(path, doctrine), trial)
        assert side == DEFENDER
        assert drawn_and_rest(scenario(path, name), trial) == ([], rest)
        seen.add(name)
    assert seen == {"alpha", "beta"}


def test_a_single_name_above_0_reads_no_die(file):
    path = file()
    told = scenario(path, {"mix": {"alpha": 0, "beta": 7, "default": 0}})
    assert drawn_and_rest(told, 0) == drawn_and_rest(scenario(path, "beta"), 0)


def test_what_the_scenario_says_goes_before_what_is_drawn(file):
    path = file()
    own = {"policies": {"setup": "standard_rear", "ground_fire": "weighted"}, "weights": {"ground_fire": {"ap": 4}}}
    first = Filed().rows("tuned_1", DEFENDER)["ground_fire"][1]  # beta does not weigh its fire: W8 borrows
    for name, fire in (("alpha", {"main": 5, "odds": 2, "ap": 4}), ("beta", first | {"ap": 4})):
        defence = Doctrine(own, DEFENDER, {"ground_move": "close_to_range"}, name, Filed(path))
        assert (defence.policy("setup"), defence.weights("ground_fire")) == ("standard_rear", fire)
        assert defence.policy("ground_move") == ("hold" if name == "alpha" else "close_to_range")
    ((*_, name, _),), rest = drawn_and_rest(scenario(path, "blend", **own), 1)
    assert drawn_and_rest(scenario(path, name, **own), 1) == ([], rest)


def test_weights_missing_are_those_of_the_first_in_the_mix_of_tuned(file):
    """In the order of the cell, whatever the weight in the mix; the row takes the place of the one that is shipped."""
    rows = [
        ("one", "gev_move", "weighted", "fire 1"),
        ("two", "gev_move", "weighted", "fire 2; near 3"),
        ("two", "ground_fire", "weighted", "main 4"),
        ("tuned", "mix", "drawn", "default 5; one 0; two 1"),
    ]
    filed = Filed(file(rows))
    told = {"policies": dict.fromkeys(("gev_move", "ground_fire", "aa_fire"), "weighted")}
    plain = Doctrine(told, DEFENDER, {}, "default", filed)
    assert [plain.weights(hook) for hook in told["policies"]] == [{"fire": 1}, {"main": 4}, {}]


def test_a_mix_of_mixes_is_refused(file):
    path = file()
    with pytest.raises(ValueError, match="blend"):
        play(scenario(path, {"mix": {"alpha": 1, "blend": 1}}), {}, KEY, 0)


def test_random_battles_mix_what_they_should(tmp_path):
    """Doctrines of the scenario and of the file, on both sides, with set-ups that differ."""
    forms, setups = Counter(), set()
    for seed in range(40):
        path = tmp_path / f"{seed}.csv"
        body = random_mixed_battle(Random(seed), path)
        filed = Filed(str(path))
        for side in (DEFENDER, ATTACKER):
            doctrine = body[side]["doctrine"]
            mix = filed.mix(doctrine, side)
            real = [name for name in mix or () if mix[name]]
            forms[side, "file" if isinstance(doctrine, str) else "scenario", min(2, len(real))] += 1
            if side == DEFENDER and "setup" not in body[side]["policies"]:
                setups.add(len({str(filed.rows(name, side).get("setup")) for name in real}))
    for side in (DEFENDER, ATTACKER):
        assert all(forms[side, form, 2] > 5 for form in ("file", "scenario")), forms
        assert forms[side, "scenario", 1] > 0
    assert {1, 2, 3} <= setups
