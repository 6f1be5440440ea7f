"""The naive twin of Command Decision bombing: what areas touch, and where they are laid."""

from fractions import Fraction as F
from typing import Any

import pytest

from .command_decision import play
from .command_decision_bombing import attack_of, resolve
from .command_decision_bombing_load import RefusedAttack
from .command_decision_bombing_placement import dealt_out
from .command_decision_bombing_rulings import OPTIONS
from .command_decision_bombing_scenarios import DATA, bombing, centres, law_of_one, rolls, with_heavy_rockets
from .dice_log import DiceLog

KEY = 20121122


# Geometry.


@pytest.mark.parametrize(
    ("x", "size", "touched", "inside"),
    [
        (1.5, 1, True, False),
        (1.501, 1, False, False),
        (0.5, 1, True, True),
        (0.501, 1, True, False),
        (0, 2, True, True),
    ],
)
def test_edges_that_meet_touch(x, size, touched, inside):
    scenario = bombing("mig23bn", {"at": [x, -x], "size_in": size}, templates=[[0, 0]])
    assert bool(attack_of(scenario, {}, DATA).templates[0].touched) == touched
    fully = attack_of(scenario, {"standard_area_hits": "stands_fully_inside"}, DATA)
    assert bool(fully.templates[0].touched) == inside
    assert law_of_one(scenario)["eliminated" if touched else "untouched"] == (F(28, 100) if touched else 1)


def test_thousandths_do_not_drift():
    """0.1 + 0.2 is not 0.3 in binary; on the table it is."""
    scenario = bombing("mig21bis", {"at": [0.3 + 0.7, 0.1]}, {"at": [-0.9, 0.1]}, templates=[[0.1, 0.1]])
    assert attack_of(scenario, {}, DATA).templates[0].touched == (0, 1)


def test_light_areas_need_less_and_are_never_asked_to_hold_a_stand():
    scenario = bombing("mig21bis", {"at": [1, 0]}, {"at": [1.001, 0]}, templates=[[0, 0]])
    for option in OPTIONS["standard_area_hits"]:
        assert attack_of(scenario, {"standard_area_hits": option}, DATA).templates[0].touched == (0,)


def test_centres_lie_within_six_inches_of_the_point():
    reachable = bombing("mig23bn", {"at": [3.6, 4.8]})  # 6 in exactly
    assert centres(reachable) == [(3.6, 4.8)]
    beyond = bombing("mig23bn", {"at": [3.6, 4.801]})
    assert centres(beyond) == [(0, 0)]
    assert centres(bombing("mig23bn", {}, templates=[[6, 0]])) == [(6, 0)]
    with pytest.raises(RefusedAttack, match="more than 6 in"):
        attack_of(bombing("mig23bn", {}, templates=[[6.001, 0]]), {}, DATA)


# Placement.

APART: list[dict[str, Any]] = [{"at": [x, 0]} for x in (-5, -2, 2, 5)]  # none within 1.5 in of the point


def test_placements_of_four_areas_on_four_stands():
    worth = ("veteran", "regular", "green", "regular")
    stands = [{**place, "quality": quality} for place, quality in zip(APART, worth, strict=True)]
    assert centres(bombing("f111f", *stands, placement="superimpose")) == [(2, 0)] * 4
    assert centres(bombing("f111f", *stands, placement="spread")) == [(2, 0), (-2, 0), (5, 0), (-5, 0)]
    # Eliminations added: 0.35, 0.28, 0.28, then 0.65 x 0.35 = 0.2275 on the green stand beats 0.21 on the veterans.
    assert centres(bombing("f111f", *stands, placement="optimal")) == [(2, 0), (-2, 0), (5, 0), (2, 0)]


def test_single_roll_best_makes_a_second_area_worthless():
    stands = [{"at": [0, 0], "quality": "green"}, {"at": [5, 0], "quality": "elite"}]
    once: dict[str, object] = {"superimposed_templates": "single_roll_best"}
    scenario = bombing("su24", *stands, placement="optimal")
    assert centres(scenario) == [(0, 0), (0, 0)]  # 0.65 x 0.35 against 0.14
    assert centres(scenario, once) == [(0, 0), (5, 0)]
    on_one = bombing("su24", stands[0], placement="superimpose")
    assert law_of_one(on_one)["eliminated"] == 1 - F(65, 100) ** 2
    assert law_of_one(on_one, once)["eliminated"] == F(35, 100)
    # Rockets: three rolls, then two, each 2/10 x 4/10; of two areas the first one's rolls count.
    volley = bombing("mig23bn", {}, load="rockets", templates=[[0, 0], [1, 0]])
    assert law_of_one(volley, once)["eliminated"] == 1 - F(92, 100) ** 3


def test_own_stands_count_against_a_place():
    own = {"side": "own"}
    stands: list[dict[str, Any]] = [{}, {"at": [1, 0], **own}, {"at": [-1, 0], **own}, {"at": [1.5, 0]}]
    # At 0 all four are touched and cancel, at -1 two. At 1 and at 1.5: two enemy, one own.
    assert centres(bombing("mig23bn", *stands)) == [(1, 0)]
    only_own = bombing("su24", {"side": "own", "at": [3, 0]}, placement="spread")
    assert centres(only_own) == [(0, 0), (3, 0)]


def test_at_most_four_centres_but_for_area_weapons():
    stands: list[dict[str, Any]] = [{"at": [x, y]} for x in (-4, 0, 4) for y in (-3, 3)]
    eight: dict[str, object] = {"bomb_load_usable_fraction": 1}
    for placement in ("spread", "optimal"):
        scenario = bombing("f111f", *stands, placement=placement)
        assert len(centres(scenario, eight)) == 8
        assert len(set(centres(scenario, eight))) == 4
        assert len(set(centres(scenario, {**eight, "max_targets_scope": "not_for_area_weapons"}))) == 6
    own = bombing("f111f", *stands, templates=[stand["at"] for stand in stands])
    with pytest.raises(RefusedAttack, match="different centres"):
        attack_of(own, eight, DATA)
    with pytest.raises(RefusedAttack, match="6 areas of ROF 4"):
        attack_of(own, {"max_targets_scope": "not_for_area_weapons"}, DATA)
    rockets = bombing("mig23bn", *stands, load="rockets", templates=[stand["at"] for stand in stands])  # ROF 5
    with pytest.raises(RefusedAttack, match="6 different centres"):
        attack_of(rockets, {"max_targets_scope": "not_for_area_weapons"}, DATA)


def test_stands_only_spares_the_fifth_stand_and_the_cap_spares_the_less_likely():
    crowd: list[dict[str, Any]] = [{"at": [x / 4, 0], "quality": "elite"} for x in range(5)]
    crowd.append({"at": [0.5, 0.5], "quality": "green"})
    scenario = bombing("su24", *crowd, templates=[[0.5, 0]])
    touched = attack_of(scenario, {"max_targets_scope": "stands_only"}, DATA).templates[0].touched
    assert touched == (0, 1, 2, 3)
    capped = attack_of(scenario, {"template_hits": "capped_at_rof_stands"}, DATA).templates[0].touched
    assert capped == (0, 5)  # ROF 2: the green stand, then the first of the equal ones


def test_rockets_are_dealt_out():
    assert dealt_out(7, 3) == [3, 2, 2]
    plane = bombing("mig23bn", *APART, load="rockets", placement="spread")  # ROF 5
    assert rolls(plane) == [2, 1, 1, 1]
    assert rolls({**plane, "attacker": {**plane["attacker"], "placement": "superimpose"}}) == [5]
    assert rolls(plane, {"rocket_template_split": "no"}) == [5]
    assert rolls(plane, {"plane_rocket_rof": "bomb_rof"}) == [1]
    hind = bombing("mi24d", *APART, load="rockets", placement="optimal")  # ROF 5, each part beyond the first costs
    assert rolls(hind) == [1, 1, 1]
    assert rolls(hind, {"helicopter_split_cost": 0}) == [2, 1, 1, 1]
    assert rolls(hind, {"helicopter_split_cost": 2}) == [2, 1]
    assert rolls(hind, {"plane_rocket_rof": "bomb_rof"}) == [1, 1, 1]
    assert rolls(bombing("mi24d", *APART, load="rockets", templates=[[0, 0], [3, 0]])) == [2, 2]


@pytest.mark.parametrize("own", [{}, {"templates": [[0, 0], [1, 0]]}])
def test_no_rof_no_areas(tmp_path, own):
    data = with_heavy_rockets(tmp_path)
    scenario = bombing("su24", {}, load="rockets", **own)
    assert play(scenario, {}, KEY, 0, data)["result:stand_1"] == [("untouched",)]
    if own:
        with pytest.raises(RefusedAttack, match="2 areas of ROF 1"):
            attack_of(scenario, {"rocket_min_rof": 1}, data)
        return
    one = attack_of(scenario, {"rocket_min_rof": 1}, data)
    assert [(template.centre, template.rolls) for template in one.templates] == [((0, 0), 1)]


@pytest.mark.parametrize("load", ["bombs", "at_cluster", "rockets"])
def test_an_aircraft_without_the_load_is_refused(load):
    with pytest.raises(RefusedAttack, match="carries no"):
        attack_of(bombing("oh58a", {}, load=load), {}, DATA)


def test_more_than_eight_rolls_of_an_area_lie_at_further_actors():
    pod_by_pod = {"rocket_rof_method": "pod_sum_floor"}
    scenario = bombing("mi24d", {}, {"at": [0.5, 0], "quality": "elite"}, load="rockets", placement="superimpose")
    assert rolls(scenario, pod_by_pod) == [12]
    dice = DiceLog(KEY, 0)
    resolve(attack_of(scenario, pod_by_pod, DATA), dice)
    expected = {(1, 4, stand + 64 * (roll // 8), 7, roll % 8, "upper") for stand in (0, 1) for roll in range(12)}
    assert dice.taken == expected


def test_more_rolls_than_there_are_dice_for_are_refused(tmp_path):
    data = with_heavy_rockets(tmp_path)
    path, text = data / "aircraft.csv", (data / "aircraft.csv").read_text(encoding="utf-8")
    scenario, pod_by_pod = bombing("su24", {}, load="rockets"), {"rocket_rof_method": "pod_sum_floor"}
    path.write_text(text.replace("2xS-24,2,240", "13xB-8M1,80,80"), encoding="utf-8")
    assert [template.rolls for template in attack_of(scenario, pod_by_pod, data).templates] == [32]
    other = with_heavy_rockets(tmp_path / "other") / "aircraft.csv"
    other.write_text(text.replace("2xS-24,2,240", "14xB-8M1,80,80"), encoding="utf-8")
    with pytest.raises(RefusedAttack, match="no dice for ROF 34 of rockets"):
        attack_of(scenario, pod_by_pod, other.parent)
