"""Clauses of 1.5.1 to 1.5.6: what a helicopter does to stands on the ground, one by one, from scenario to answer."""

from fractions import Fraction as F
from pathlib import Path

import pytest
from bombing_scenarios import bombing, hit_chance, hit_number, law, result
from command_decision_scenarios import COBRA, sortie

from simlab import SimlabError, run
from simlab.execute import prepare
from simlab.systems.command_decision.rules.helicopter_weapons import may_combine

DATA = Path(__file__).parents[3] / "data" / "command_decision"
HIND, HIP, COBRA_ID, HIND_F, SCOUT = "mi24d", "mi8tv", "ah1s_mc", "mi24p", "mi2us"
TANK = {"class": "afv", "weight": 5}
WOODS = {"terrain": "woods"}


def attacks(scenario):
    """How many attacks or areas there are."""
    return len(prepare(scenario).packed.areas)


def own_row(tmp_path, unit, **cells):
    """``[data]`` with one helicopter of the shipped table, some of its cells changed."""
    header, *lines = (DATA / "helicopters.csv").read_text(encoding="utf-8").splitlines()
    names = header.split(",")
    values = next(line for line in lines if line.startswith(f"{unit},")).split(",", len(names) - 1)
    for name, value in cells.items():
        values[names.index(name)] = value
    path = tmp_path / "helicopters.csv"
    path.write_text(f"{header}\n{','.join(values)}\n", encoding="utf-8")
    return {"helicopters": str(path)}


def test_1_5_1a_1_5_1b_a_helicopter_spots_for_itself():
    """1.5.1a, 1.5.1b: at either altitude it needs no controller, where a plane could only suppress (2.3.2c)."""
    for altitude in ("noe", "low", "popup"):
        assert hit_number(bombing(WOODS, unit=HIND, load="guns", altitude=altitude)) == 3
    assert result(bombing(WOODS, unit="su25", load="guns"))["suppressed"] == 1


def test_1_5_2c_1_5_2d_helicopters_fire_at_no_aircraft_here():
    """1.5.2c, 1.5.2d, 3.2.3f: no kind plays fire at airborne targets; the target of a weapon is a stand on the ground,
    and the two rulings on it stand fixed, with that reason."""  # fmt: skip
    for name in ("aam_resolution", "chopper_gun_vs_airborne"):
        with pytest.raises(SimlabError, match=name):
            run(sortie(rulings={name: "as_sam"}))
    with pytest.raises(SimlabError, match="class"):
        prepare(bombing({"class": "helicopter"}, unit=HIND, load="guns"))


def test_1_5_3a_rockets_and_guns_at_the_same_target():
    """1.5.3a: the guns fire at stands under the rockets, and at no other, be it the better one."""
    stands = [{}, {"at": [4, 0], "class": "weak_afv"}]
    tree = bombing(*stands, unit=HIND, load="rockets", also=["guns"], templates=[[4, 0]])
    places = prepare(tree).packed.areas.tolist()
    assert [place[0] for place in places] == [4000, 4000, 4000, 4000]  # an area, then three gun attacks
    alone = bombing(*stands, unit=HIND, load="rockets", templates=[[4, 0]])
    both, rockets = (1 - result(tree, "s1")["eliminated"], 1 - result(alone, "s1")["eliminated"])
    assert both == rockets * (1 - F(5, 10) * F(1, 10)) ** 3


def test_1_5_3b_missiles_go_with_door_guns_alone():
    """1.5.3b."""
    assert may_combine(["atgm", "door_guns"])
    for loads in (["atgm", "guns"], ["atgm", "rockets"], ["atgm", "asm"], ["rockets", "guns", "atgm"]):
        assert not may_combine(loads)
    with pytest.raises(SimlabError, match=r"1\.5\.3b"):
        prepare(bombing({}, unit=HIND, load="atgm", also=["guns"]))


def test_1_5_3c_door_guns_with_anything_at_a_target_of_their_own():
    """1.5.3c: the missile takes the tank, the door guns the platoon beside it."""
    tree = bombing(TANK, {"at": [3, 0]}, unit=HIP, load="atgm", also=["door_guns"], placement="superimpose")
    assert [row[0] for row in prepare(tree).packed.areas.tolist()] == [0, 3000, 3000, 3000, 3000]
    assert result(tree, "s0")["eliminated"] == F(4, 10)  # MCLOS 4; AP 12 against flank 5 always pierces
    with pytest.raises(SimlabError, match="twice"):
        prepare(bombing({}, unit=HIP, load="door_guns", also=["door_guns"]))


def test_1_5_4a_guns_hit_by_the_rules_of_ground_fire():
    """1.5.4a: taken as aircraft guns hit, on 5 less cover; small arms, or AP where the row says so."""
    assert hit_number(bombing({}, unit=HIND, load="guns")) == 5
    assert hit_number(bombing({"cover": "hard"}, unit=HIND, load="guns")) == 2
    assert result(bombing(TANK, unit=HIND, load="guns", targets=["s0"]))["touched"] == 1
    kills = result(bombing(TANK, unit=HIND_F, load="guns", targets=["s0"]))["eliminated"]
    assert kills == F(5, 10) * F(5, 10)  # GSh-30-2: 5 + 5 - 5


def test_1_5_4b_1_5_4e_door_guns_are_vehicle_machine_guns():
    """1.5.4b, 1.5.4e: hit number 3, ROF 2 for each of two guns, small arms against a weak AFV."""
    assert hit_number(bombing({}, unit=HIP, load="door_guns")) == 3
    assert attacks(bombing({}, unit=HIP, load="door_guns")) == 4
    found = result(bombing({"class": "weak_afv"}, unit="lynx_ah7", load="door_guns"))
    assert found["eliminated"] == 1 - (1 - F(3, 10) * F(1, 10)) ** 2


def test_1_5_4c_rof_is_on_the_card():
    """1.5.4c."""
    for unit, rof in ((HIND, 3), (COBRA_ID, 2)):
        assert attacks(bombing({}, unit=unit, load="guns")) == rof


def test_1_5_4d_gatlings_by_their_real_rate():
    """1.5.4d: multi-barrel guns of the shipped rows have ROF 3, but for the slow M197 of three barrels (about 750)."""
    rows = prepare(bombing({})).catalog.rows("helicopters")
    found = {row.gun: row.gun_rof for row in rows if "barrel" in row.gun or "mini" in row.gun or "M134" in row.gun}
    slow = {gun for gun, rof in found.items() if rof == 2}
    assert slow == {"M197 3-barrel"}
    assert set(found.values()) == {2, 3}


def test_1_5_4f_a_door_minigun_has_rof_3(tmp_path):
    """1.5.4f: so its row says; without a word there a door gun has the ROF of a VMG, 2."""
    constants = {row.name: row.value for row in prepare(bombing({})).catalog.rows("constants")}
    minigun = own_row(tmp_path, "lynx_ah7", door_gun_rof=f"{constants['door_minigun_rof']:g}")
    assert attacks({**bombing({}, unit="lynx_ah7", load="door_guns"), "data": minigun}) == 3
    plain = own_row(tmp_path, "lynx_ah7", door_gun_rof="")
    assert attacks({**bombing({}, unit="lynx_ah7", load="door_guns"), "data": plain}) == 2


def test_1_5_4g_turret_and_fixed_guns_feel_no_hasty_advance():
    """1.5.4g."""
    for unit in (HIND, HIND_F, SCOUT):
        assert hit_number(bombing({}, unit=unit, load="guns", inches_moved=45)) == 5


@pytest.mark.parametrize(("load", "number"), [("guns", 5), ("door_guns", 3)])
def test_1_5_4h_pivot_guns_do(load, number):
    """1.5.4h: the nose gun of an Mi-8TV pivots, and so do door guns: 2 less beyond 30 in."""
    for inches, loss in ((0, 0), (30, 0), (30.5, 2)):
        assert hit_number(bombing({}, unit=HIP, load=load, inches_moved=inches)) == number - loss
    harder = {"armed_pivot_guns_hasty": 4}
    assert hit_number(bombing({}, unit=HIP, load="guns", inches_moved=31, rulings=harder)) == 1
    never = {"low_move_hasty": "never"}
    for altitude, loss in (("low", 0), ("popup", 0), ("noe", 2)):
        moved = {"inches_moved": 31, "altitude": altitude, "rulings": never}
        assert hit_number(bombing({}, unit=HIP, load=load, **moved)) == number - loss


def test_1_5_5a_1_5_5b_missiles_like_ground_missiles():
    """1.5.5a, 1.5.5b: SACLOS hits on 7, once; a missile that is fired and forgotten twice."""
    assert hit_number(bombing(TANK, unit=HIND, load="atgm")) == 7
    assert attacks(bombing(TANK, unit=HIND, load="atgm")) == 1
    for guidance, rof in (("IIR", 2), ("AR", 2), ("SAL", 1), ("TV", 1)):
        assert attacks(bombing(TANK, unit=HIND, load="atgm", guidance=guidance)) == rof


def test_1_5_5c_on_the_move():
    """1.5.5c: all missiles may be fired on the move; by ruling only those that are fired and forgotten."""
    only = {"missile_on_move_scope": "fire_and_forget_only"}
    assert attacks(bombing(TANK, unit=HIND, load="atgm", inches_moved=10)) == 1
    with pytest.raises(SimlabError, match=r"1\.5\.5c"):
        prepare(bombing(TANK, unit=HIND, load="atgm", inches_moved=10, rulings=only))
    assert attacks(bombing(TANK, unit=HIND, load="atgm", guidance="IIR", inches_moved=10, rulings=only)) == 2


def test_1_5_5d_stabilised_sights():
    """1.5.5d: the Mi-24's is, that of the Mi-8TV is not: 2 less after a hasty advance."""
    assert hit_number(bombing(TANK, unit=HIND, load="atgm", inches_moved=45)) == 7
    assert hit_number(bombing(TANK, unit=HIP, load="atgm", inches_moved=30)) == 4
    assert hit_number(bombing(TANK, unit=HIP, load="atgm", inches_moved=45)) == 2


def test_1_5_6_1a_range_of_rockets():
    """1.5.6.1a: 24 in; the areas of an attack lie about a point that the attacker has in reach, wherever it is."""
    constants = {row.name: row.value for row in prepare(bombing({})).catalog.rows("constants")}
    assert constants["rocket_range_in"] == 24
    near, far = (bombing({"at": at}, unit=HIND, load="rockets", point={"at": at}) for at in ([0, 0], [500, 0]))
    assert law(near, "eliminated_enemy") == law(far, "eliminated_enemy")


def test_1_5_6_3d_rockets_feel_no_hasty_advance():
    """1.5.6.3d."""
    tree = {"unit": HIP, "load": "rockets", "placement": "superimpose"}
    assert hit_chance(bombing({}, **tree, inches_moved=45)) == hit_chance(bombing({}, **tree))


def test_3_1_1_1c_bombs_at_low_only():
    """3.1.1.1c."""
    assert attacks(bombing({}, unit=HIND, altitude="low")) == 1
    for altitude in ("noe", "popup"):
        with pytest.raises(SimlabError, match=r"3\.1\.1\.1c"):
            prepare(bombing({}, unit=HIND, altitude=altitude))


@pytest.mark.parametrize("key", ["altitude", "inches_moved"])
def test_planes_have_neither_altitude_nor_moves(key):
    with pytest.raises(SimlabError, match=key):
        prepare(bombing({}, unit="su25", load="guns", **{key: {"altitude": "noe", "inches_moved": 5}[key]}))


def test_a_cobra_has_no_bombs():
    with pytest.raises(SimlabError, match="no bombs"):
        prepare(bombing({}, unit=COBRA["unit"]))
