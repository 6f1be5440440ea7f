"""The naive twin of Command Decision bombing on its own: data, worked examples, exact laws, real and random dice."""

import math
import random
from fractions import Fraction as F

import pytest

from .command_decision import play
from .command_decision_bombing import ATTACK, attack_of, resolve
from .command_decision_bombing_load import (
    ROCKET_HE,
    BombLoad,
    RefusedAttack,
    bomb_load,
    pod_formula,
    pods_of,
    rocket_he_factor,
    rocket_rof,
    weapon_of,
)
from .command_decision_bombing_random import CARRIERS, random_bombing_rulings, random_bombing_scenario
from .command_decision_bombing_rulings import NUMBERS, OPTIONS, WHOLE_NUMBERS, BombingRulings
from .command_decision_bombing_scenarios import DATA, bombing, chance_of_a_hit, law_of_one, results_law, rolls
from .command_decision_bombing_stands import COVER_MODIFIER, RESULTS, WEAK_FLANK
from .command_decision_tables import HIT_RESULTS, rows_of
from .dice_log import DiceLog
from .every_face import law_of

KEY = 20121122
DEFAULT = BombingRulings()


# Data.


def test_defaults_are_those_of_the_table_of_rulings():
    table = {row["name"]: row["default"] for row in rows_of(DATA / "rulings.csv")}
    names = [*OPTIONS, *WHOLE_NUMBERS, *NUMBERS, "stands_per_template"]
    assert BombingRulings.of({name: table[name] for name in names}) == DEFAULT
    assert set(names) == set(BombingRulings.__dataclass_fields__)


def test_written_tables_are_those_of_the_data():
    tables = DATA / "tables"
    for row in rows_of(tables / "hit_results.csv"):
        assert HIT_RESULTS[row["quality"]] == (int(row["no_effect_to"]), int(row["forced_back_to"]))
    rockets = [(row["calibre_below_mm"], int(row["he_factor"])) for row in rows_of(tables / "rocket_he.csv")]
    assert [(float(below or "inf"), factor) for below, factor in rockets] == list(ROCKET_HE)
    for row in rows_of(tables / "he_modifiers.csv"):
        if row["target_class"] in ("personnel", "gun") and row["attack"] == "he":
            assert COVER_MODIFIER[row["cover"].replace("open", "none")] == int(row["modifier"])
    flanks = {row["afv"]: int(row["flank"]) for row in rows_of(tables / "armour.csv")}
    assert flanks == {"weak": WEAK_FLANK, **{str(weight): weight for weight in range(1, 7)}}


def test_rof_of_every_aircraft_is_that_of_its_row():
    rows = {row["id"]: row for file in ("aircraft.csv", "helicopters.csv") for row in rows_of(DATA / file)}
    for unit in CARRIERS["bombs"]:
        weapon = weapon_of({"unit": unit}, DEFAULT, DATA)
        row = rows[unit]
        assert (weapon.rof, weapon.hit_number) == (int(row["bomb_rof"]), int(row["bomb_he_factor"]))
        assert f"{weapon.square // 1000}x{weapon.square // 1000}" == row["bomb_area_in"]
    for unit in CARRIERS["rockets"]:
        row = rows[unit]
        pods, calibre = pods_of(row["rocket_fit"], DATA)
        assert (sum(pods), calibre) == (int(row["rocket_count"]), float(row["rocket_calibre_mm"]))
        assert rocket_rof(pods, DEFAULT) == int(row["rocket_rof_total"])
        pod_sum = BombingRulings(rocket_rof_method="pod_sum_floor")
        assert rocket_rof(pods, pod_sum) == int(row["rocket_rof_pod_sum"])


# Worked examples of part G and case C09.


@pytest.mark.parametrize(
    ("unit", "rof", "light"),
    [
        ("su24", 2, False),
        ("tornado_ids", 3, False),
        ("f111f", 4, False),
        ("su25", 2, False),
        ("mig21bis", 1, True),
        ("alphajet", 1, False),
        ("f104g", 1, True),
    ],
)
def test_w14_bomb_rof_and_class(unit, rof, light):
    weapon = weapon_of({"unit": unit}, DEFAULT, DATA)
    assert (weapon.rof, weapon.hit_number, weapon.square) == ((rof, 6, 1000) if light else (rof, 7, 2000))


# Law of the total penalty in W16 after the abort, which drops no bombs: 8/45.
W16_PENALTIES = {0: F(4, 9), 1: F(1, 9), 2: F(7, 45), 3: F(1, 9)}


@pytest.mark.parametrize("placement", ["superimpose", "spread", "optimal"])
def test_w16_and_w17_su24_on_one_infantry_stand(placement):
    expected_hits = at_least_one = eliminated = F(0)
    for penalty, p in W16_PENALTIES.items():
        scenario = bombing("su24", {}, penalty=penalty, placement=placement)
        law = law_of_one(scenario)
        assert chance_of_a_hit(scenario) == 1 - (1 - F(7 - penalty, 10)) ** 2
        assert law["eliminated"] == 1 - (1 - F(4 * (7 - penalty), 100)) ** 2
        assert law["suppressed"] == F(3 + penalty, 10) ** 2
        exposure = attack_of(scenario, {}, DATA).exposures[0]
        expected_hits += p * len(rolls(scenario)) * F(sum(exposure.hits(die) for die in range(1, 11)), 10)
        at_least_one += p * chance_of_a_hit(scenario)
        eliminated += p * law["eliminated"]
    assert (expected_hits, at_least_one, eliminated) == (1, F(617, 900), F(1967, 5625))


def test_w20_cluster_on_a_medium_tank():
    scenario = bombing("mig23bn", {"class": "afv", "weight": 3}, load="at_cluster", penalty=1)
    assert chance_of_a_hit(scenario) == F(2, 5)
    assert chance_of_a_hit(scenario, {"at_cluster_weight_modifier": "ignore"}) == F(7, 10)


@pytest.mark.parametrize(
    ("pods", "pod_sum", "floor_sum", "total"),
    [
        ([32] * 4, 12, 12, 5),  # W21
        ([19, 19, 7, 7], 8, 6, 3),  # W21
        ([7] * 4, 6, 4, 2),
        ([16] * 4, 9, 8, 3),
        ([19] * 4, 9, 8, 4),  # C09
        ([19] * 8, 19, 16, 5),
        ([32] * 6, 18, 18, 6),
        ([1, 1], 1, 0, 0),
    ],
)
def test_w21_rocket_rof(pods, pod_sum, floor_sum, total):
    methods = ("pod_sum_floor", "pod_floor_sum", "total_formula_floor")
    found = [rocket_rof(pods, BombingRulings(rocket_rof_method=method)) for method in methods]
    assert found == [pod_sum, floor_sum, total]


def test_c09_bands_of_the_bomb_load():
    usable = ["500", "1000", "1001", "2000", "2000.5", "2001", "4000", "6000", "8001"]
    found = [bomb_load(2 * F(kg), False, DEFAULT) for kg in usable]
    assert [load.rof for load in found] == [1, 1, 1, 1, 2, 2, 2, 3, 5]
    assert [load.light for load in found] == [True, True] + [False] * 7
    maximum = BombingRulings(light_attack_basis="maximum")
    assert bomb_load(F(1000), False, maximum).light
    assert bomb_load(F(1001), False, maximum) == BombLoad(light=False, rof=1)
    assert bomb_load(F(9000), True, DEFAULT) == BombLoad(light=True, rof=1)


def test_c09_bands_of_the_rocket_formula():
    assert [rocket_rof([n], DEFAULT) for n in (2, 3, 11, 12, 31, 32, 65, 66)] == [0, 1, 1, 2, 2, 3, 3, 4]
    assert [rocket_rof([n], DEFAULT) for n in (116, 117, 187, 188, 282, 283)] == [4, 5, 5, 6, 6, 7]
    least_one = BombingRulings(rocket_min_rof=1)
    assert [rocket_rof([n], least_one) for n in (1, 2, 3)] == [1, 1, 1]
    assert round(pod_formula(128), 4) == round(F("5.1884"), 4)
    assert [rocket_he_factor(mm) for mm in (39, 40, 59, 60, 89, 90, 240)] == [1, 2, 2, 3, 3, 4, 8]


# Exact laws.


def test_stands_fall_independently_given_the_areas():
    """The walk over all faces gives the product of two laws, each worked out by hand."""
    scenario = bombing("mig23bn", {"quality": "elite"}, {"class": "afv", "weight": 3, "side": "own"}, penalty=1)
    infantry = {"suppressed": F(4, 10), "hit": F(36, 100), "forced_back": F(12, 100), "eliminated": F(12, 100)}
    tank = {"suppressed": F(7, 10), "hit": F(27, 100), "eliminated": F(3, 100)}
    assert results_law(scenario) == {(a, b): p * q for a, p in infantry.items() for b, q in tank.items()}
    attack = attack_of(scenario, {}, DATA)
    joint = law_of(lambda walk: resolve(attack, walk)["joint"][0])
    assert joint == {
        (enemy, own): (F(12, 100) if enemy else F(88, 100)) * (F(3, 100) if own else F(97, 100))
        for enemy in (0, 1)
        for own in (0, 1)
    }
    tallies = law_of(lambda walk: tuple(resolve(attack, walk)["suppressed_enemy"][0]))
    assert tallies == {(1,): 1}


def test_the_worst_of_several_rolls_counts():
    """ROF 2 of 57 mm rockets, Regular: each roll misses 8/10, no effect 6/100, forced back 6/100, eliminated 8/100."""
    found = law_of_one(bombing("mig17f", {}, load="rockets"))
    at_most = {"suppressed": F(80, 100), "hit": F(86, 100), "forced_back": F(92, 100), "eliminated": F(1)}
    below = F(0)
    for result, p in at_most.items():
        assert found[result] == p**2 - below
        below = p**2


# Real dice, at 4 sigma: each of these fails by chance for about one key in 16,000.


def test_real_dice_follow_the_exact_law():
    scenario = bombing("su24", {}, {"at": [1, 0], "class": "soft_vehicle", "quality": "green"}, penalty=1)
    laws = [law_of_one(scenario, number=number) for number in range(2)]
    n = 10_000
    attack = attack_of(scenario, {}, DATA)
    trials = [resolve(attack, DiceLog(KEY, trial)) for trial in range(n)]
    for number, law in enumerate(laws):
        for result, p in law.items():
            seen = sum(trial[f"result:stand_{number + 1}"] == [(result,)] for trial in trials)
            assert abs(seen - n * p) <= 4 * math.sqrt(n * p * (1 - p))
    assert resolve(attack, DiceLog(KEY, 5)) == play(scenario, {}, KEY, 5, DATA)


def test_a_roll_lies_where_the_specification_says():
    """Stand 1, area 1 (the second), roll 1: turn 1, window 4, actor 1, purpose 7, nth 9."""
    scenario = bombing("mig23bn", {"at": [-3, 0]}, {"at": [3, 0]}, load="rockets", templates=[[-3, 0], [3, 0]])
    log = DiceLog(KEY, 3)
    resolve(attack_of(scenario, {}, DATA), log)
    spots = {(0, 0), (0, 1), (0, 2), (1, 8), (1, 9)}  # ROF 5: three rolls, then two
    assert log.taken == {(1, 4, actor, ATTACK, nth, "upper") for actor, nth in spots}


# Random scenarios under random rulings.

RESULTS_IN_ORDER = {result: rank for rank, result in enumerate(RESULTS)}


@pytest.mark.parametrize("number", range(20))
def test_random_attacks_play_without_error(number):
    """Any ruling set on any layout: no die used twice, and tables that agree with each other."""
    chooser = random.Random(number)
    refusals = []
    for trial in range(100):
        scenario, rulings = random_bombing_scenario(chooser), random_bombing_rulings(chooser)
        try:
            tables = play(scenario, rulings, KEY + number, trial, DATA)
        except RefusedAttack as refusal:
            refusals.append(str(refusal))
            continue
        assert tables == play(scenario, rulings, KEY + number, trial, DATA)
        stands = scenario["stand"]
        results = [tables[f"result:stand_{place + 1}"][0][0] for place in range(len(stands))]
        ranks = [RESULTS_IN_ORDER[r] for r, stand in zip(results, stands, strict=True) if stand["side"] == "enemy"]
        own = [r for r, stand in zip(results, stands, strict=True) if stand["side"] == "own"]
        assert tables["joint"] == [(ranks.count(5), own.count("eliminated"))]
        assert tables["joint"] == [(tables["eliminated_enemy"][0][0], tables["eliminated_own"][0][0])]
        assert tables["forced_back_enemy"] == [(ranks.count(4),)]
        assert tables["suppressed_enemy"] == [(sum(rank >= 2 for rank in ranks),)]
        assert tables["any_eliminated"] == [("yes" if 5 in ranks else "no",)]
    assert len(refusals) < 25
    known = ("forbidden", "no dice", "areas of ROF", "different centres", "one area")
    assert all(any(words in refusal for words in known) for refusal in refusals)
