"""The naive twin of Command Decision under other rulings: readings that a kernel could miss, and random ruling sets."""

import itertools
import random
from fractions import Fraction as F
from typing import Any

import pytest

from .command_decision import play
from .command_decision_aim import Aim, Firer, Target
from .command_decision_ground import collective_army
from .command_decision_law import ShotLaw, shot_law
from .command_decision_rulings import Rulings
from .command_decision_shot import Countermeasures, ShotAddress, ShotResult, fire_one_shot
from .command_decision_tables import air_defence_rows
from .every_face import Walk, law_of
from .random_scenarios import random_rulings, random_scenario
from .scenarios import DATA, combo, law, law_of_turns, outcomes_of_turn, shot, sortie

KEY = 20121122


def test_ground_factors_are_taken_inside_the_manual_range_only():
    """Slow at 15 in: 4/10 x 4/10 on the ground beats 2/9 x 1/2 in the air; at 25 in there is no ground fire."""
    near = outcomes_of_turn(sortie("low", 0, [{"unit": "zsu23_4", "range_in": 15}]), {})
    assert near["removed", "none"] == F(4, 25)
    assert near["penalised", "penalty_3"] == F(3, 25)
    far = outcomes_of_turn(sortie("low", 0, [{"unit": "zsu23_4", "range_in": 25}]), {})
    assert far["removed", "none"] == F(1, 9)
    fast = outcomes_of_turn(sortie("low", 40, [{"unit": "zsu23_4", "range_in": 15}]), {})
    assert fast["removed", "none"] == F(1, 9)


def test_a_chopper_that_fires_first_keeps_its_attack():
    scenario = sortie("low", 0, [{"unit": "zsu23_4", "range_in": 25}])
    for order in ("chopper_first", "simultaneous"):
        found = outcomes_of_turn(scenario, {"chopper_fire_order": order})
        assert found["removed", "penalty_0"] == F(1, 9)
        assert found["penalised", "penalty_0"] == F(1, 3) + F(1, 9)  # -1, -2, -3, and forced back too late


def test_raw_abort_blocks_guns_only_when_it_was_saved():
    pair = combo(["roland2", "gepard"], "mig23bn", 30)
    found = law(pair, {"combo_trigger": "raw_abort_blocks_guns"}, "abort_by")
    assert found["firer_2"] == F(8, 10) * F(8, 45)
    best = law(pair, {"combo_trigger": "raw_abort_blocks_guns", "combo_order": "owner_best"}, "abort_by")
    assert best["firer_2"] == F(8, 45)  # the guns go first
    assert best["firer_1"] == F(37, 45) * F(4, 25)


def test_countermeasures_run_out():
    series = {**shot("sa16", "tornado_ids", 50), "shots": 2}  # 9-10, flares P
    endless = law(series, {}, "effect")["abort"]
    assert endless == 1 - (1 - F(4, 25)) ** 2
    one_use = law(series, {"cm_uses": 1}, "effect")["abort"]
    assert one_use == F(4, 25) + F(8, 10) * F(4, 25) + F(1, 25) * F(1, 5)


def test_an_attack_that_was_never_planned_cannot_be_lost():
    """Forced back without an attack to lose is stage `penalised`, not `aborted`."""
    idle = sortie("low", 40, [{"unit": "gepard", "range_in": 30}], profile={"fires": "never"})
    assert outcomes_of_turn(idle, {}) == {
        ("engaged", "none"): F(4, 9),
        ("penalised", "none"): F(3, 9) + F(1, 9),
        ("removed", "none"): F(1, 9),
    }


def test_guided_missiles_on_the_move():
    rulings: dict[str, object] = {"missile_on_move_scope": "fire_and_forget_only"}
    for inches, weapon, attack in ((40, "missile", "none"), (0, "missile", "penalty_0"), (40, "rockets", "penalty_0")):
        lonely = sortie("low", inches, [], helicopter={"weapon": weapon}, ground={"collective": "none"})
        assert outcomes_of_turn(lonely, rulings) == {("unseen", attack): F(1)}
        assert outcomes_of_turn(lonely, {}) == {("unseen", "penalty_0"): F(1)}


def test_off_table_removal_is_stage_removed_without_a_loss():
    scenario = sortie("low", 40, [{"unit": "gepard", "range_in": 30}], turns=6)
    rulings: dict[str, object] = {"chopper_removed_meaning": "off_table_may_rearm"}
    trials = [play(scenario, rulings, KEY, n, DATA) for n in range(300)]
    assert all(trial["game"][0][0] == "never" for trial in trials)
    removed_at_once = [trial["turns"] for trial in trials if trial["turns"][0][1] == "removed"]
    assert removed_at_once
    assert all(rows[0][2] == "none" and rows[1][0] == 6 for rows in removed_at_once)  # good morale: back in t + 5


def test_guns_are_silent_once_their_missile_has_brought_the_helicopter_down():
    """3.2.7b, also where the forced back helicopter stays in place: a/2 + (1 - a) b/2 with a = 1/5, b = 2/9."""
    battery = [{"unit": "roland2", "guns": "gepard", "range_in": 30}]
    stays: dict[str, object] = {"chopper_forced_back_effect": "lose_attack_stay_in_place"}
    found = outcomes_of_turn(sortie("low", 40, battery), stays)
    assert found["removed", "none"] == F(1, 10) + F(4, 5) * F(1, 9)
    two_systems = [{"unit": "roland2", "range_in": 30}, {"unit": "gepard", "range_in": 30}]
    apart = outcomes_of_turn(sortie("low", 40, two_systems), stays)
    assert apart["removed", "none"] == F(1, 10) + F(9, 10) * F(1, 9)


def test_shots_declared_together_are_wasted_on_an_aborted_helicopter():
    two_systems = [{"unit": "roland2", "range_in": 30}, {"unit": "gepard", "range_in": 30}]
    declared: dict[str, object] = {
        "chopper_forced_back_effect": "lose_attack_stay_in_place",
        "aa_shot_order": "simultaneous_declared",
    }
    found = outcomes_of_turn(sortie("low", 40, two_systems), declared)
    assert found["removed", "none"] == F(1, 10) + F(8, 10) * F(1, 9)


def test_preparatory_fire_meets_the_helicopter_as_its_last_move_left_it():
    """Slow in turn 1, fast in turn 2: before it moves in turn 2 it is still slow, and ground factors are better."""
    scenario = sortie(
        "noe", 0, [{"unit": "zsu23_4", "range_in": 15}], turns=2, profile={"inches_moved": [0, 40], "fires": "never"}
    )
    rulings: dict[str, object] = {
        "aa_engagement_phases": "any_phase_in_los",
        "chopper_forced_back_effect": "minus_3_penalty_only",
        "los_probability_noe": 1,
    }
    found = law_of_turns(scenario, rulings)
    both_turns = {rows: p for rows, p in found.items() if len(rows) == 2}
    removed = sum(p for rows, p in both_turns.items() if rows[1][1] == "removed")
    assert removed / sum(both_turns.values()) == F(4, 25)


def test_a_pop_up_that_has_fired_is_at_noe():
    """Missiles that cannot engage NOE have one window, in which the -1 has taken their only abort face."""
    scenario = sortie("popup", 0, [{"unit": "gepard", "range_in": 30}], profile={"after_firing": "stay"})
    every_window: dict[str, object] = {"aa_shots_per_turn": "once_per_phase", "los_probability_noe": 0}
    assert outcomes_of_turn(scenario, every_window)["removed", "none"] == F(1, 9)
    seen_again = outcomes_of_turn(scenario, {**every_window, "los_probability_noe": 1})
    assert sum(p for (stage, _attack), p in seen_again.items() if stage == "removed") == F(1, 9) + F(7, 9) * F(1, 9)


def chance_unseen(scenario: dict[str, Any]) -> F:
    """Chance that nobody spots the helicopter in its one turn."""
    found = outcomes_of_turn(scenario, {})
    return sum((p for (stage, _attack), p in found.items() if stage == "unseen"), F(0))


@pytest.mark.parametrize(
    ("helicopter", "hides_beyond"),
    [("oh58d", 6), ("lynx_ah1", 12), ("ah1s_mc", 24)],  # mast, roof and nose sight
)
def test_hoverers_behind_cover_are_spotted_by_eye_at_the_ranges_of_d7(helicopter, hides_beyond):
    for range_in, unseen in ((hides_beyond, 0), (hides_beyond + 1, 1)):
        stinger = [{"unit": "stinger", "range_in": range_in}]
        assert chance_unseen(sortie("low", 0, stinger, helicopter={"unit": helicopter})) == unseen
    radar = sortie("low", 0, [{"unit": "gepard", "range_in": 30}], helicopter={"unit": helicopter})
    assert chance_unseen(radar) == (1 if helicopter == "oh58d" else 0)


def test_at_night_only_radar_spots():
    assert chance_unseen(sortie("low", 40, [{"unit": "stinger", "range_in": 30}], game={"visibility": "night"})) == 1
    radar = sortie("low", 40, [{"unit": "gepard", "range_in": 15}], game={"visibility": "night"})
    assert outcomes_of_turn(radar, {})["removed", "none"] == F(1, 9)


@pytest.mark.parametrize(
    ("army", "year", "meets"),
    [
        ("warsaw_pact", 1975, "normal"),
        ("warsaw_pact", 1976, "heavy"),
        ("us", 1950, "heavy"),
        ("israel", 1950, "heavy"),
        ("other", 1990, "normal"),
    ],
)
def test_armies_with_heavy_machine_guns(army, year, meets):
    assert collective_army({"collective": "army", "army": army, "year": year}, Rulings()) == meets


# The laws that players choose by are those that the dice follow.


@pytest.mark.parametrize("number", range(150))
def test_law_of_a_shot_is_the_law_of_its_dice(number):
    chooser = random.Random(number)
    rulings = Rulings.of(random_rulings(chooser))
    firer = Firer(chooser.choice(air_defence_rows(DATA)), 20, suppressed=chooser.random() < 1 / 3)
    if rulings.aa_suppressed_penalty == "cannot_fire":
        firer = Firer(firer.system, 20)
    mode = chooser.choice(["manual", "fire_control"]) if firer.system.is_gun else "missile"
    aim = Aim(mode, chooser.choice([0, 0, 1, 2, 3]))
    target = Target(
        is_helicopter=chooser.random() < 2 / 3,
        flares=chooser.random() < 2 / 3,
        ecm=chooser.random() < 2 / 3,
        artillery_spotter=chooser.random() < 1 / 4,
    )
    uses = chooser.choice([None, 0])

    def one_shot(walk: Walk) -> ShotResult:
        return fire_one_shot(ShotAddress(walk, 1, 1, 0, 0), firer, aim, target, rulings, Countermeasures(uses))

    rolled = {result: p for result, p in law_of(one_shot).items() if isinstance(result, ShotResult)}
    zero = F(0)
    assert shot_law(firer, aim, target, rulings, may_save=uses is None) == ShotLaw(
        stands=sum((p for result, p in rolled.items() if result.aborted), zero),
        saved=sum((p for result, p in rolled.items() if result.saved), zero),
        effect=sum((p for result, p in rolled.items() if result.aborted or result.penalty), zero),
        removes=sum((p for result, p in rolled.items() if result.fate == "removed"), zero),
    )


@pytest.mark.parametrize("uses", ["unlimited", 1])
@pytest.mark.parametrize("trigger", ["abort_after_cm", "raw_abort_blocks_guns"])
@pytest.mark.parametrize("split", ["before_split", "after_split_on_removal_only"])
def test_owner_best_is_the_order_with_the_higher_chance_of_an_abort(split, trigger, uses):
    pair = combo(["gepard", "sa8b"], "mi24v", 35, ecm=True)  # the missile is rated V against ECM, the guns P
    rulings = {"combo_trigger": trigger, "cm_order_vs_split": split, "cm_uses": uses}
    sam_first, gun_first, best = (
        law(pair, {**rulings, "combo_order": order}, "abort_by")
        for order in ("sam_then_gun", "gun_then_sam", "owner_best")
    )
    assert best == (gun_first if gun_first["nobody"] < sam_first["nobody"] else sam_first)


# Random ruling sets.

ABORTED = {"removed", "forced_back", "lost", "sent_home"}


@pytest.mark.parametrize("number", range(60))
def test_random_rulings_play_without_error(number):
    """Any ruling set on any scenario: no die used twice, and outcomes that do not contradict each other."""
    chooser = random.Random(number)
    for trial in range(80):
        scenario, rulings = random_scenario(chooser), random_rulings(chooser)
        outcomes = play(scenario, rulings, KEY + number, trial, DATA)
        assert outcomes == play(scenario, rulings, KEY + number, trial, DATA)
        if scenario["kind"] != "sortie":
            (effect,), (fate,) = outcomes["effect"][0], outcomes["fate"][0]
            assert (effect == "abort") == (fate in ABORTED)
            if scenario["kind"] == "combo":
                assert (outcomes["abort_by"] == [("nobody",)]) == (effect != "abort")
            elif outcomes["before_save"] == [("not_engaged",)]:
                assert effect == "none"
            continue
        ((loss, attacks),) = outcomes["game"]
        ((turns_on_table, sorties),) = outcomes["clock"]
        rows = outcomes["turns"]
        turns = [row[0] for row in rows]
        assert turns == sorted(set(turns))
        assert turns[0] == scenario["game"]["entry_turn"]
        assert turns[-1] <= scenario["game"]["turns"]
        assert attacks == sum(row[2] != "none" for row in rows)
        assert turns_on_table == len(rows)
        assert sorties == 1 + sum(later - earlier > 1 for earlier, later in itertools.pairwise(turns))
        if loss != "never":
            assert loss.startswith(f"turn {turns[-1]} by ")
            assert rows[-1][1] == "removed"
        elif rulings.get("chopper_removed_meaning") != "off_table_may_rearm":
            assert all(row[1] != "removed" for row in rows)
