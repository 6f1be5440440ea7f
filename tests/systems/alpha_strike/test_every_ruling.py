"""All 76 rulings are options (alpha_strike, section 20): each option changes some answer, or the README lists it.

The options of `attack`, `return_fire`, `duel` and `sortie` are turned in test_attack_counts, test_rounds_rulings_matter
and test_sortie_rulings_matter; here those of `bombing_run`, those of prices, and the list of what reads alike.
"""

from pathlib import Path

import numpy as np
import pytest
import test_attack_counts as attacks
import test_rounds_rulings_matter as rounds
import test_sortie_rulings_matter as sorties

from simlab.catalog import open_catalog
from simlab.contract import Rulings
from simlab.dice import key_from_seed
from simlab.errors import ScenarioError
from simlab.execute import prepare
from simlab.systems import system_named
from simlab.systems.alpha_strike.rulings import PRICE_RULINGS
from simlab.systems.alpha_strike.units import TABLES, Aerospace, price_of

SYSTEM, KEY = system_named("alpha_strike"), key_from_seed(4)
README = Path(__file__).parents[3] / "simlab" / "systems" / "alpha_strike" / "README.md"
ALIKE = {  # options that no kind tells apart on the shipped tables
    ("strafe_inside_test", "half_base"),
    ("aoe_inside_test", "half_base"),
    ("strafe_rounding", "up"),
    ("underwater_rounding", "down_min_1"),
}
OF_TARGETS = {"name", "at", "side", "unit", "base_radius", "depth", "concealed", "airborne", "elevation", "heat_scale",
              "immobile"}  # fmt: skip
POINTS = {  # rulings that allow or forbid: bombs and points, and what both readings say
    "path_min_length": {**attacks.DIVE, "path": {"length_in": 20}},
    "altitude_min_pois": {**attacks.BOMBS, "bombs": [{"type": "he", "at": [0, 0]}]},
    "altitude_poi_spacing": {**attacks.BOMBS, "points": [[0, 0], [3, 0]], "bombs": [{"type": "he", "count": 2}]},
    "altitude_bombs_per_poi": attacks.BOMBS,
    "altitude_split": {**attacks.BOMBS, "points": [[0, 0], [2, 0]], "bombs": [{"type": "he", "count": 5}],
                       "target": [{"name": "a", "at": [0, 0]}, {"name": "b", "at": [2, 0]}]},
    "ruleset": attacks.DIVE,
    "attack_mods": attacks.DIVE,
}  # fmt: skip
CLOSE = {**POINTS["altitude_poi_spacing"], "points": [[0, 0], [1, 0]]}
OWN = {
    ("altitude_poi_spacing", "at_most_2"): CLOSE,
    ("attack_mods", "custom:2/2/3/2"): None,  # differs from the default in strafes alone
}
TURNED = [
    (ruling.name, str(option))
    for ruling in SYSTEM.rulings
    if "bombing_run" in ruling.bears_on
    for option in ruling.alternatives[1:]
]


def outcome_of(rulings):
    """The law of a run, and 200 trials of it; None where the reading refuses it."""
    body = rulings.pop("body")
    target = [{key: unit[key] for key in unit.keys() & OF_TARGETS} for unit in body.get("target", attacks.UNITS)]
    attacker = {key: value for key, value in body.get("attacker", {}).items() if key in ("skill", "crew_hits", "unit")}
    tree = {"system": "alpha_strike", "kind": "bombing_run", **body, "target": target, "attacker": attacker}
    try:
        ready = prepare({**tree, "rulings": rulings})
    except ScenarioError:
        return None
    counts = np.zeros((200, ready.space.size), np.int64)
    for trial in range(200):
        ready.kind.kernel.play_plainly(ready.packed, KEY, trial, trial + 1, counts[trial])
    tables = {
        table.name: ready.space.values(ready.kind.exact(ready.packed), table.name) for table in ready.space.tables
    }
    return {name: np.round(law, 12).tolist() for name, law in tables.items()}, counts.tolist()


@pytest.mark.parametrize(("name", "option"), TURNED)
def test_every_option_changes_a_bombing_run(name, option):
    """Its law, its trials, or whether it may be flown at all."""
    body = OWN.get((name, option), POINTS.get(name) or attacks.CASES.get(name))
    if (name, option) in ALIKE or body is None:
        default = outcome_of({"body": body or attacks.DIVE})
        turned = outcome_of({"body": body or attacks.DIVE, name: option})
        assert default == turned
        return
    assert outcome_of({"body": body}) != outcome_of({"body": body, name: option})


def test_every_ruling_is_turned_somewhere():
    """No ruling is left out by the lists of options that the tests of the kinds turn."""
    turned = {
        "attack": {ruling.name for ruling in SYSTEM.rulings if "attack" in ruling.bears_on},  # test_attack_counts
        "bombing_run": {name for name, _ in TURNED},
        "rounds": {name for _, name, _ in rounds.TURNED} | rounds.REFUSED,
        "sortie": {name for name, _ in sorties.TURNED} | {name for name, _ in sorties.SAME},
    }
    assert set.union(*turned.values()) == {ruling.name for ruling in SYSTEM.rulings}
    assert len(SYSTEM.rulings) + len(SYSTEM.fixed_rulings) == 76


def test_options_that_read_alike_are_listed_with_their_reason():
    """The tests of the kinds and the README name the same ones."""
    alike = {pair for pair in attacks.SAME_BY_MEANING if pair != ("scatter_rotation", "counterclockwise")}
    assert alike == ALIKE
    assert {pair for pair in sorties.SAME if pair[0] != "start_zone"} == ALIKE
    text = README.read_text(encoding="utf-8")
    listed = text[text.index("No kind tells these options") :].split("\n\n")[0]
    for name, option in ALIKE:
        assert f"`{name} = {option}`" in listed


@pytest.mark.parametrize(("name", "option", "card", "more"), [
    ("pv_bomb", "no", {"type": "AF", "specials": "BOMB3"}, -3),
    ("pv_stealth", "yes", {"type": "AF", "specials": "STL"}, None),
    ("pv_da_divisor", 4, {"type": "DA"}, None),
])  # fmt: skip
def test_rulings_of_prices_change_a_price(name, option, card, more):
    plain = {"id": "own", "name": "Own", "size": 2, "thrust": 6, "move_mode": "a", "dmg_s": "8", "dmg_m": "8",
             "dmg_l": "4", "armor": 6, "structure": 3, "threshold": 2}  # fmt: skip
    constants = {row.name: row.value for row in open_catalog("alpha_strike", TABLES).rows("constants")}
    row = Aerospace(**{**plain, **card})
    default, turned = (price_of(row, Rulings(PRICE_RULINGS, given), constants).value for given in ({}, {name: option}))
    assert default != turned
    assert more is None or turned - default == more
