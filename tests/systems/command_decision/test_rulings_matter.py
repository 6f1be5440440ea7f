"""No option that does nothing: for every option of every ruling some scenario is found whose exact law it changes.

The scenarios and the rulings around the one in question are drawn with a fixed seed from the twin's generators, so that
rulings that matter only together (a forced back that stays in place, and then...) meet.
"""

import random
from pathlib import Path

import numpy as np
import pytest
from naive.random_scenarios import HELICOPTERS, random_rulings, random_scenario

from simlab.errors import SimlabError
from simlab.execute import prepare, replay_counts
from simlab.systems import system_named

SYSTEM = system_named("command_decision")
KINDS = ("shot", "combo", "sortie")
PAIRS = [
    (ruling.name, option, kind)
    for ruling in SYSTEM.rulings
    for option in ruling.alternatives[1:]
    for kind in ruling.bears_on
    if kind in KINDS  # the others have a file of their own
]
AROUND = {  # settings under which a ruling can matter at all, where chance would take long to bring them together
    "aa_shot_order": {"chopper_forced_back_effect": "lose_attack_stay_in_place"},
    "move_after_fire_if_aborted": {"chopper_forced_back_effect": "lose_attack_stay_in_place"},
    "pop_down_if_not_fired": {"aa_engagement_phases": "any_phase_in_los", "aa_shots_per_turn": "once_per_phase"},
    "combo_order": {"combo_trigger": "raw_abort_blocks_guns"},
    "pop_up_abort_floor": {"pop_up_penalty_mode": "abort_band"},
}
SAME_LAW = {  # options that differ die by die but, by the symmetry of the rules, never in law
    ("penalty_from_roll", "inverse"): "each of the faces 1, 2, 3 has the same chance",
    ("collective_fire_frequency", "per_attack"): "a helicopter makes one attack a turn",
}
ODD = Path(__file__).parents[2] / "data" / "odd_air_defence.csv"
ODD_UNITS = ["no_quality_gun", "optical_fc_gun", "dual_sam", "no_quality_sam"]
GEOMETRIC = ("aspect_model", "geometric")


def random_tree(chooser, kind):
    """A random scenario of a kind, leaning towards pop-ups, odd systems and full countermeasures."""
    body = random_scenario(chooser)
    while body["kind"] != kind:
        body = random_scenario(chooser)
    tree = {"system": "command_decision", **body, "data": {"air_defence": str(ODD)}}
    odd = chooser.random() < 1 / 2
    if kind == "sortie":
        ground = {**tree["ground"], "nearest_enemy_in": chooser.choice([5, 10, 15, 30])}
        if chooser.random() < 1 / 2:
            ground |= {"collective": "army", "year": chooser.randint(1973, 1978)}
            ground["army"] = chooser.choice(["warsaw_pact", "soviet_supplied", "israel"])
        tree["ground"] = ground
        if odd and tree["air_defence"]:
            tree["air_defence"][0] |= {"unit": chooser.choice(ODD_UNITS), "range_in": chooser.choice([10, 25, 30])}
            tree["air_defence"][0].pop("guns", None)
            tree["helicopter"] |= {"flares": True, "ecm": True}
        return tree
    target = tree["target"]
    if chooser.random() < 1 / 2:
        target |= {
            "unit": chooser.choice(["ah64a", "oh58d", "lynx_ah1", "mi24d"]),
            "irs": True,
            "flares": True,
            "ecm": True,
        }
        target |= {"altitude": chooser.choice(["popup", "popup", "noe", "low"]), "hovering": chooser.random() < 1 / 2}
    helicopter = target["unit"] in HELICOPTERS
    drop = ["artillery_spotter"] if helicopter else ["altitude", "hovering", "behind_cover"]
    tree["target"] = {key: value for key, value in target.items() if key not in drop}
    if kind == "shot":
        tree["geometry"] = {**tree["geometry"], "range_in": chooser.randint(1, 60)}
    if odd:
        first = tree["firer"] if kind == "shot" else tree["firer"][0]
        first |= {"unit": chooser.choice(ODD_UNITS), "terrain": "open"}
        if kind == "combo" and chooser.random() < 1 / 3:  # enough saves to run out of countermeasures
            tree["firer"] = [{"unit": "dual_sam", "range_in": 25}] * 4
            tree["target"] |= {"flares": True, "ecm": True}
    elif chooser.random() < 1 / 6:  # infantry on a flat roof
        first = tree["firer"] if kind == "shot" else tree["firer"][0]
        first |= {"unit": chooser.choice(["rbs70", "dshk", "stinger"]), "terrain": "bua_flat_roof"}
        tree["geometry"] = {"range_in": chooser.choice([8, 25, 40])}
    return tree


def refusal(tree):
    """The message with which a scenario is refused, None when it packs."""
    try:
        prepare(tree)
    except SimlabError as error:
        return str(error)
    return None


def packs(tree):
    """Does it pack? Random trees may only be refused for a weapon or a range that a row does not have."""
    message = refusal(tree)
    assert message is None or "carries" in message or "reach_in" in message, message
    return message is None


@pytest.fixture(scope="module")
def pools():
    """For each kind 200 scenarios that pack."""
    found = {}
    for kind in KINDS:
        chooser = random.Random(kind)
        found[kind] = []
        while len(found[kind]) < 200:
            tree = random_tree(chooser, kind)
            if packs(tree):
                found[kind].append(tree)
    return found


@pytest.mark.parametrize(("name", "option", "kind"), PAIRS)
def test_every_option_changes_some_answer(name, option, kind, pools):
    if (name, option) == GEOMETRIC:  # it differs from the default by demanding a bearing
        firer = {"unit": "sa9"} if kind == "shot" else [{"unit": "sa9"}]
        tree = {"system": "command_decision", "kind": kind, "firer": firer, "target": {"unit": "tornado_ids"},
                "geometry": {"range_in": 25}, "rulings": {name: option}}  # fmt: skip
        with pytest.raises(SimlabError, match="bearing_deg"):
            prepare(tree)
        return
    chooser = random.Random(f"{name} {option} {kind}")
    attempts = 60 if (name, option) in SAME_LAW else 4000
    changed_law, changed_trials = False, False
    for _ in range(attempts):
        tree = chooser.choice(pools[kind])
        around = {**random_rulings(chooser), **AROUND.get(name, {})}
        around = {key: value for key, value in around.items() if value != "geometric" and key != name}
        one, other = (prepare({**tree, "rulings": rulings}) for rulings in (around, {**around, name: option}))
        if one.inputs == other.inputs or not (one.kind.cheap(one.packed) and other.kind.cheap(other.packed)):
            continue
        a, b = one.kind.exact(one.packed), other.kind.exact(other.packed)
        changed_law = a.shape != b.shape or not np.allclose(a, b, atol=1e-12)
        if a.shape == b.shape and not changed_trials:
            changed_trials = any((replay_counts(one, 0, t) != replay_counts(other, 0, t)).any() for t in range(40))
        if changed_law:
            break
    if (name, option) in SAME_LAW:
        assert not changed_law, SAME_LAW[name, option]
        assert changed_trials or option == "per_attack"
    else:
        assert changed_law, f"{name} = {option} changed no answer of kind {kind}"
