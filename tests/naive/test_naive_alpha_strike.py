"""The naive twin of Alpha Strike against the worked examples and tables of the rules page, by walking every face."""

from fractions import Fraction as F

import pytest

from naive.alpha_strike import play_with_dice
from naive.alpha_strike_rulings import RefusedAttack
from naive.every_face import law_of

PLAIN = {"attack_mods": "custom:0/0/0/0"}  # the target number is Skill plus the target's modifiers


def law(table, scenario, rulings=None):
    """The exact law of a table: row -> chance; rows of one value stand for themselves."""

    def row(walk):
        found = play_with_dice(scenario, rulings or {}, walk)[table][0]
        return found[0] if len(found) == 1 else found

    return law_of(row)


def bomb(*targets, attack="dive", kind="bombing_run", type_="he", at=(0, 0), **attacker):
    """One bomb on a point; targets are places or entries."""
    entries = [one if isinstance(one, dict) else {"at": list(one)} for one in targets]
    return {"kind": kind, "attack": attack, "attacker": attacker, "target": entries,
            "bombs": [{"type": type_, "at": list(at)}]}  # fmt: skip


def shot(attack, target, **attacker):
    """A strafe or a strike at one target in front."""
    return {"kind": "attack", "attack": attack, "attacker": attacker, "target": [{"at": [0, 0], **target}]}


@pytest.mark.parametrize(("attack", "chance"), [("dive", F(13, 18)), ("altitude", F(7, 12))])
def test_we_1_bombs_on_their_point(attack, chance):
    rulings = {"aoe_boundary": "exclusive", "altitude_min_pois": 1}
    assert law("enemy_hit", bomb((0, 0), attack=attack), rulings)["yes"] == chance


@pytest.mark.parametrize(("attack", "chance"), [("strike", F(5, 12)), ("strafe", F(1, 6))])
def test_we_1_shots_at_a_target_of_tmm_2(attack, chance):
    assert law("enemy_hit", shot(attack, {"move_in": 10}, short=2))["yes"] == chance


def test_we_2_and_we_5_one_bomb_two_units():
    assert law("enemy_hit", bomb((0, 0)))["yes"] == F(83, 108)
    joint = law("joint", bomb((0, 0), {"at": [2, 0], "side": "friend"}))
    assert joint == {(2, 2): F(161, 216), (2, 0): F(83, 108) - F(161, 216), (0, 2): F(61, 81) - F(161, 216),
                     (0, 0): F(145, 648)}  # fmt: skip


def test_we_7_strafing_with_all_overheat():
    atlas = law("damage_enemy", shot("strafe", {"unit": "atlas_as7_d"}, unit="chippewa_chp_w5", overheat=3))
    assert atlas == {0: 1 - F(10, 36), 5: F(10, 36)}


def test_we_14_a_strike_beyond_the_threshold():
    corsair = shot("strike", {"unit": "corsair_csr_v12"}, short=4, skill=0)
    fate = law("fate:target_1", corsair, PLAIN)
    assert fate["destroyed_by_critical"] == F(1, 18)
    assert 1 - fate["armor"] == F(5, 9)


@pytest.mark.parametrize(
    ("unit", "type_", "immobile", "any_loss"),
    [
        ("manticore_heavy_tank", "he", F(1, 36), F(5, 18)),
        ("saracen_medium_hover_tank", "he", F(1, 12), F(5, 12)),
        ("warrior_attack_helicopter_h_7", "cluster", F(1, 6), F(7, 12)),
    ],
)
def test_we_15_motive_damage(unit, type_, immobile, any_loss):
    run = bomb({"at": [0, 0], "unit": unit}, kind="attack", type_=type_, skill=2)
    fate = law("fate:target_1", run, PLAIN | {"aoe_airborne": "yes"})
    assert (fate["immobile"], fate["immobile"] + fate["slowed"]) == (immobile, any_loss)


def test_we_18_one_inferno():
    mech = bomb({"at": [0, 0], "unit": "atlas_as7_d"}, type_="inferno")
    assert law("heat:target_1", mech) == {2: F(83, 108), 0: F(25, 108)}
    platoon = bomb({"at": [0, 0], "unit": "foot_platoon_mg"}, type_="inferno")
    assert law("damage_enemy", platoon) == {2: F(83, 108), 0: F(25, 108)}


def test_we_19_commander_s_edition():
    assert law("enemy_hit", bomb((0, 0)), {"ruleset": "asce"})["yes"] == F(5, 6)


@pytest.mark.parametrize(
    ("number", "near", "far"),
    [(3, F(211, 216), F(71, 72)), (5, F(31, 36), F(11, 12)), (6, F(83, 108), F(31, 36)), (8, F(37, 72), F(17, 24))],
)
def test_as_7_7_one_bomb_still_covers_its_point(number, near, far):
    for attack in ("dive", "altitude"):
        rulings = PLAIN | {"altitude_min_pois": 1}
        assert law("enemy_hit", bomb((0, 0), attack=attack, skill=number), rulings)["yes"] == near
        cluster = bomb((0, 0), attack=attack, skill=number, type_="cluster")
        assert law("enemy_hit", cluster, rulings)["yes"] == far


@pytest.mark.parametrize(
    ("unit", "destroyed", "nothing"),
    [
        ("atlas_as7_d", F(2, 36), F(2, 9)),  # Ammo without CASE, and Destroyed
        ("awesome_aws_8q", F(1, 36), F(2, 9) + F(1, 36)),  # ENE: no Ammo Hit
        ("minotaur", F(3, 36), F(10, 36)),
        ("stuka_stu_k5", F(2, 36), F(16, 36)),
    ],
)
def test_as_10_3_what_one_critical_roll_does(unit, destroyed, nothing):
    target = {"unit": unit, "armor_left": 0, "structure_left": 2}
    if unit == "minotaur":
        target["structure_left"] = 1
        target["armor_left"] = 1
        target["depth"] = 0.5  # a ProtoMech of one point: water brings the roll
        run = bomb({"at": [0, 0], **target}, kind="attack", skill=2)
    else:
        run = {**shot("strike", target, short=1, skill=0)}
    fate = law("fate:target_1", run, PLAIN)
    assert fate["destroyed_by_critical"] == destroyed
    assert fate.get("structure", 0) + fate.get("armor", 0) == nothing


def test_what_is_refused():
    with pytest.raises(RefusedAttack):
        law("joint", bomb((0, 0), attack="altitude"))
    with pytest.raises(RefusedAttack):
        law("joint", bomb((0, 0), at=(0, 1)))
    with pytest.raises(RefusedAttack):
        law("joint", shot("strafe", {}, short="-"))
