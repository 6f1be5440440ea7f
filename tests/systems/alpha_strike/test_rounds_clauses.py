"""Clauses of sections 10 to 12 one by one: critical hits, heat, Control Rolls, air-to-air."""

from fractions import Fraction as F

import pytest
from alpha_strike_rounds import Bench, fight, law

from simlab.systems.alpha_strike.engagement.harm import HarmLaw
from simlab.systems.alpha_strike.rules import air_to_air as air
from simlab.systems.alpha_strike.rules import critical_hits as crits
from simlab.systems.alpha_strike.rules import thresholds
from simlab.systems.alpha_strike.rules.condition import (
    BY_CRASH,
    BY_CRITICAL,
    BYTE,
    CAUSE,
    CREW,
    GONE,
    HEAT,
    MOVE,
    SEVEN,
    STUNNED,
    THREE,
    THRUSTER,
    TMM,
    TWO,
    marked,
    part,
    with_part,
)
from simlab.systems.alpha_strike.rules.dice import chance
from simlab.systems.alpha_strike.rules.fighting_card import (
    NO_RETURN,
    NORMAL_RETURN,
    REAR_WEAPONS,
)
from simlab.systems.alpha_strike.rules.heat import heat_after, is_shut_down, move_in_heat, outside_heat, overheat_counts
from simlab.systems.alpha_strike.rules.radar_map import thrust_after_damage, thrust_now

COLUMNS = {  # AS-10.3: effects of 2 to 12 by class
    "atlas_as7_d": "ammo engine fire_control none weapon mp weapon none fire_control engine destroyed",
    "vedette_medium_tank": (
        "ammo crew_stunned fire_control fire_control none none none weapon weapon crew_killed engine"
    ),
    "corsair_csr_v12": "fuel fire_control engine weapon none none none weapon engine fire_control crew_killed",
    "leopard_2537": "kf_boom docking_collar none fire_control weapon thruster weapon door none engine crew",
}


def critical(bench, state, effect):
    return crits.with_critical(bench.card, bench.settings, state, crits.EFFECTS[effect], 0)


def cause(state):
    return part(state, CAUSE, THREE)


@pytest.mark.parametrize("unit", COLUMNS)
def test_columns_by_class(unit):
    """AS-10.2, AS-10.3."""
    bench = Bench(unit)
    seen = [crits.effect_at(bench.card, bench.columns, bench.settings, total) for total in range(2, 13)]
    assert seen == [crits.EFFECTS[word] for word in COLUMNS[unit].split()]


def test_chances_of_being_destroyed_by_one_roll():
    """AS-10.3: 'Mech 1/36 and Ammo 1/36, vehicle 1/18 and Ammo 1/36, ProtoMech 1/12, fighter 1/18, DropShip 0."""
    chances = {"atlas_as7_d": F(1, 18), "vedette_medium_tank": F(1, 12), "corsair_csr_v12": F(1, 18), "leopard_2537": 0}
    for unit, expected in chances.items():
        bench = Bench(unit)
        rolls = HarmLaw(bench.card, bench.columns, bench.settings).critical(bench.fresh)
        assert sum(p for state, _, p in rolls if state & GONE) == expected, unit


@pytest.mark.parametrize(
    ("damage", "spill", "twelve", "rulings", "rolls"),
    [(3, 0, 0, {}, 0), (4, 0, 0, {}, 1), (8, 1, 0, {}, 2), (3, 1, 0, {}, 1), (0, 0, 1, {}, 0), (1, 0, 1, {}, 0),
     (3, 0, 0, {"threshold_compare": "reach"}, 1), (8, 1, 0, {"threshold_and_structure": "one"}, 1),
     (1, 0, 1, {"natural_12_crit": "yes"}, 1)],
)  # fmt: skip
def test_rolls_owed_by_a_fighter(damage, spill, twelve, rulings, rolls):
    """AS-10.1, AS-8.7: a Corsair has threshold 3."""
    bench = Bench("corsair_csr_v12", **rulings)
    assert crits.rolls_owed(bench.card, bench.settings, damage, spill, twelve) == rolls


def test_rolls_owed_by_others():
    """AS-10.1: BAR and damaged; infantry and battle armor never."""
    barge, platoon = Bench("test_bar"), Bench("foot_platoon_mg")
    assert crits.rolls_owed(barge.card, barge.settings, 1, 0, 0) == 1
    assert crits.rolls_owed(platoon.card, platoon.settings, 3, 1, 0) == 0


def test_arm_and_cr():
    """AS-10.2: ARM ignores the first roll; CR takes 2 off, below 2 is nothing."""
    bench = Bench("test_tough")
    assert bench.columns[3, 2] == crits.FUEL_HIT
    assert crits.effect_at(bench.card, bench.columns, bench.settings, 4) == crits.FUEL_HIT
    assert crits.effect_at(bench.card, bench.columns, bench.settings, 3) == crits.NO_EFFECT
    harm = HarmLaw(bench.card, bench.columns, bench.settings)
    (first,) = harm.after(bench.fresh, 2)  # above its threshold of 1, yet one certain end
    assert part(first, 0, BYTE) == 2
    assert len(harm.after(first, 2)) > 1


def test_effects_on_mechs_and_vehicles():
    """AS-10.4, AS-10.5."""
    atlas, tank = Bench("atlas_as7_d"), Bench("vedette_medium_tank")
    once = critical(atlas, atlas.fresh, "engine")
    assert cause(once) == 0
    assert cause(critical(atlas, once, "engine")) == BY_CRITICAL
    assert part(critical(atlas, atlas.fresh, "mp"), MOVE, SEVEN) == 3  # of 6, 3 lost
    slow = with_part(atlas.fresh, MOVE, SEVEN, 3)
    assert part(critical(atlas, slow, "mp"), MOVE, SEVEN) == 1  # at least 2 in lost
    assert cause(critical(atlas, atlas.fresh, "ammo")) == BY_CRITICAL
    hit = critical(tank, tank.fresh, "engine")
    assert part(hit, MOVE, SEVEN) == 5
    assert [crits.token_now(tank.card, tank.settings, hit, 0, b) for b in range(3)] == [0, 0, 0]  # 1 halved down
    assert cause(critical(tank, hit, "engine")) == BY_CRITICAL
    assert part(critical(tank, tank.fresh, "crew_stunned"), STUNNED, 1) == 1
    assert cause(critical(tank, tank.fresh, "crew_killed")) == BY_CRITICAL


def test_case_softens_an_ammo_hit():
    """AS-10.4: CASE 1 more damage, which rolls again when it marks structure; ENE nothing."""
    rifleman, schrek = Bench("rifleman_iic_6"), Bench("schrek_ppc_carrier")
    assert critical(rifleman, rifleman.fresh, "ammo") == marked(rifleman.fresh, 1)
    bare = with_part(rifleman.fresh, 0, BYTE, 0)
    after = critical(rifleman, bare, "ammo")
    assert crits.more_rolls(rifleman.card, bare, after, crits.AMMO) == 1
    assert critical(schrek, schrek.fresh, "ammo") == schrek.fresh


def test_effects_on_fighters_and_large_craft():
    """AS-10.4: Thrust halved, then a crash; large craft a quarter, half, a crash; Thruster once; two Crew Hits kill."""
    corsair, leopard = Bench("corsair_csr_v12"), Bench("leopard_2537")
    printed = thrust_after_damage(corsair.card, corsair.settings, corsair.fresh)
    once = critical(corsair, corsair.fresh, "engine")
    assert thrust_after_damage(corsair.card, corsair.settings, once) == printed // 2
    assert cause(critical(corsair, once, "engine")) == BY_CRASH
    full = leopard.row.thrust
    states = [leopard.fresh]
    for _ in range(3):
        states.append(critical(leopard, states[-1], "engine"))
    quarter, half = max((full + 2) // 4, 1), max((full + 1) // 2, 1)
    thrusts = [thrust_after_damage(leopard.card, leopard.settings, state) for state in states[:3]]
    assert thrusts == [full, full - quarter, max(full - quarter - half, 0)]
    assert cause(states[3]) == BY_CRASH
    hit = critical(leopard, leopard.fresh, "thruster")
    assert (part(hit, THRUSTER, 1), critical(leopard, hit, "thruster")) == (1, hit)
    crew = critical(leopard, leopard.fresh, "crew")
    assert part(crew, CREW, TWO) == 1
    assert cause(critical(leopard, crew, "crew")) == BY_CRITICAL
    for nothing in ("kf_boom", "docking_collar", "door", "none"):
        assert critical(leopard, leopard.fresh, nothing) == leopard.fresh


def test_weapon_hits():
    """AS-10.4: every value 1 less, 0* to 0; large craft a quarter, rounded down; asce keeps 0* on the way."""
    corsair, leopard, late = Bench("corsair_csr_v12"), Bench("leopard_2537"), Bench("test_drone", ruleset="asce")
    hit = critical(corsair, corsair.fresh, "weapon")
    assert crits.token_now(corsair.card, corsair.settings, hit, 0, 0) == 3  # value 2, of 3
    assert (
        crits.token_now(leopard.card, leopard.settings, critical(leopard, leopard.fresh, "weapon"), 0, 0) == 4
    )  # 3 of 4
    token = crits.token_now(late.card, late.settings, late.fresh, 0, 0)
    for left in (2, 1, 0):  # value 2: 1, then 0*, then none
        late.fresh = critical(late, late.fresh, "weapon")
        token = crits.token_now(late.card, late.settings, late.fresh, 0, 0)
        assert token == left
    assert token == 0


def test_inapplicable_hits():
    """AS-8.8: 1 more damage without a roll; here a Weapon Hit without values left."""
    bench = Bench("test_minimal")
    bare = critical(bench, bench.fresh, "weapon")
    assert crits.is_disarmed(bench.card, bench.settings, bare)
    assert not crits.is_applicable(bench.card, bench.settings, bare, crits.WEAPON_HIT)
    assert crits.with_inapplicable(bench.settings, bare) == marked(bare, 1)


def test_asce_tmm_goes_with_move():
    """AS-10.5, AS-6.6: 2 in less and TMM 1 less; half and half; a crash of a VTOL brought to 0 Move."""
    tank, vtol = Bench("saracen_medium_hover_tank"), Bench("warrior_attack_helicopter_h_7")
    fresh = with_part(tank.fresh, TMM, THREE, 3)
    minor = crits.after_motive(tank.card, tank.columns, tank.settings, fresh, 9)
    assert (part(minor, MOVE, SEVEN), part(minor, TMM, THREE)) == (14, 2)
    moderate = crits.after_motive(tank.card, tank.columns, tank.settings, fresh, 11)
    assert (part(moderate, MOVE, SEVEN), part(moderate, TMM, THREE)) == (8, 1)
    assert crits.after_motive(tank.card, tank.columns, tank.settings, fresh, 8) == fresh
    down = crits.after_motive(vtol.card, vtol.columns, vtol.settings, vtol.fresh, 14)
    assert part(down, MOVE, SEVEN) == 0
    assert part(down, 0, BYTE) == part(vtol.fresh, 0, BYTE) - 1


def test_heat():
    """AS-11.1 to AS-11.5."""
    bench = Bench("atlas_as7_d")
    assert heat_after(1, 2, 0, 1, 0, 0, 4) == 3  # overheat used: no cooling
    assert heat_after(2, 0, 0, 1, 0, 0, 4) == 2  # a weapon attack without: unchanged
    assert heat_after(3, 0, 0, 0, 0, 0, 4) == 0  # no weapon attack
    assert heat_after(4, 0, 0, 0, 0, 1, 4) == 1  # restarts at 0, then outside heat
    assert heat_after(2, 0, 1, 1, 1, 0, 4) == 2  # engine + 1, water - 1
    assert heat_after(3, 3, 0, 1, 0, 2, 4) == 4
    assert outside_heat(2, 2, 2) == 2  # AS-11.4
    assert is_shut_down(bench.settings, 4)
    assert not is_shut_down(bench.settings, 3)
    assert [move_in_heat(bench.settings, 6, level) for level in range(5)] == [6, 4, 2, 0, 0]
    tough = Bench("test_tough")  # OVL: Long too
    assert [overheat_counts(bench.card, b) for b in range(4)] == [True, True, False, False]
    assert [overheat_counts(tough.card, b) for b in range(4)] == [True, True, True, False]


def test_heat_is_in_the_number_of_an_attack_and_slows_by_ruling():
    """AS-11.2: + 1 a level; Thrust stays, unless heat_thrust says otherwise."""
    bench, slowed = Bench("corsair_csr_v12"), Bench("corsair_csr_v12", heat_thrust="minus_1_per_level")
    hot = with_part(bench.fresh, HEAT, THREE, 2)
    cool = air.attack_number(bench.card, bench.settings, bench.fresh, bench.card, air.FRONT, 0)
    assert air.attack_number(bench.card, bench.settings, hot, bench.card, air.FRONT, 0) == cool + 2
    full = thrust_now(bench.card, bench.settings, hot, 0)
    assert full == thrust_now(bench.card, bench.settings, bench.fresh, 0)
    assert thrust_now(slowed.card, slowed.settings, hot, 0) == full - 2


def test_bombs_and_damage_cut_thrust():
    """AS-1.11: at least 1 with bombs; ruling bomb_thrust_order."""
    swift, other = Bench("test_swift"), Bench("test_swift", bomb_thrust_order="bombs_then_damage")
    hit = critical(swift, swift.fresh, "engine")
    assert [thrust_now(swift.card, swift.settings, swift.fresh, bombs) for bombs in (0, 2, 9)] == [7, 5, 1]
    assert thrust_now(swift.card, swift.settings, hit, 2) == 1  # 3 - 2
    assert thrust_now(other.card, other.settings, hit, 2) == 2  # (7 - 2) / 2


def test_control_numbers():
    """AS-2.2, AS-14.3: Skill + 2, + 2 a Crew Hit, + 4 Thruster (damage roll only), + 2 tailed, - 2 tailing."""
    bench = Bench("leopard_2537", skill=3)
    worn = critical(bench, critical(bench, bench.fresh, "crew"), "thruster")
    assert thresholds.control_number(bench.card, bench.settings, bench.fresh) == 5
    assert thresholds.control_number(bench.card, bench.settings, worn) == 7
    assert thresholds.damage_control_number(bench.card, bench.settings, worn) == 11
    numbers = [
        thresholds.engaged_control_number(bench.card, bench.settings, bench.fresh, 0, tail)
        for tail in (thresholds.NOBODY, 0, 1)
    ]
    assert numbers == [5, 3, 7]
    assert [1 - chance(skill + 2) for skill in (2, 3, 4, 5)] == [F(1, 12), F(1, 6), F(5, 18), F(5, 12)]


@pytest.mark.parametrize(
    ("skills", "laws"),
    [((4, 4), (F(169, 324), F(65, 324), F(65, 324), F(25, 324))),
     ((4, 3), (F(65, 108), F(13, 108), F(25, 108), F(5, 108))), ((3, 3), (F(25, 36), F(5, 36), F(5, 36), F(1, 36)))],
)  # fmt: skip
def test_who_controls(skills, laws):
    """AS-12.3."""
    tree = fight(*({"unit": "corsair_csr_v12", "skill": skill} for skill in skills))
    found = law("duel", tree, "control_first_round", exactly=True)
    assert tuple(found[word] for word in air.CONTROLS) == laws


def test_positions():
    """AS-12.2, AS-12.3: front, tail, rear weapons only; a DropShip is not tailed."""
    corsair, leopard = Bench("corsair_csr_v12").card, Bench("leopard_2537").card
    assert air.position_of(air.BOTH, 0, corsair, corsair, REAR_WEAPONS) == air.FRONT
    assert air.position_of(air.NEITHER, 0, corsair, corsair, REAR_WEAPONS) == air.IDLE
    tailed = [
        air.position_of(air.SECOND_TAILS, 0, corsair, corsair, r) for r in (REAR_WEAPONS, NO_RETURN, NORMAL_RETURN)
    ]
    assert tailed == [air.IS_TAILED, air.IDLE, air.FRONT]
    assert air.position_of(air.SECOND_TAILS, 1, corsair, corsair, REAR_WEAPONS) == air.TAILS
    assert air.position_of(air.FIRST_TAILS, 0, corsair, leopard, REAR_WEAPONS) == air.FRONT
    assert air.position_of(air.FIRST_TAILS, 1, leopard, corsair, REAR_WEAPONS) == air.IDLE
    assert air.tail_after(air.FIRST_TAILS, corsair, leopard) == -1


def test_attack_numbers_and_damage():
    """AS-12.6 to AS-12.8: range, tail - 2, DropShip - 2, small craft - 1, no target movement; rear + 1."""
    bench, ship, craft = Bench("corsair_csr_v12"), Bench("leopard_2537").card, Bench("test_pinnace").card
    numbers = [
        air.attack_number(bench.card, bench.settings, bench.fresh, bench.card, position, bracket)
        for position, bracket in ((air.FRONT, 0), (air.FRONT, 1), (air.FRONT, 2), (air.FRONT, 3), (air.TAILS, 0))
    ]
    assert numbers == [4, 6, 8, 10, 2]
    assert air.attack_number(bench.card, bench.settings, bench.fresh, ship, air.FRONT, 0) == 2
    assert air.attack_number(bench.card, bench.settings, bench.fresh, craft, air.FRONT, 0) == 3
    assert air.rear_bonus(bench.settings, air.TAILS) == 1
    tokens = [air.attack_token(bench.card, bench.settings, bench.fresh, p, 0, 0) for p in (air.FRONT, air.IS_TAILED)]
    assert tokens == [4, 2]  # 3 ahead, REAR 1
    forward = Bench("leopard_2537")
    arcs = [air.attack_token(forward.card, forward.settings, forward.fresh, air.FRONT, arc, 0) for arc in range(3)]
    assert arcs == [5, 4, 4]  # AS-15.2: nose and both wings


def test_who_picks_the_range():
    """AS-12.5: total plus half of Thrust, a tie is Medium; the pilot takes the bracket that favours it."""
    assert [air.range_winner(*four) for four in ((9, 7, 5, 5), (7, 9, 5, 5), (7, 7, 5, 4), (7, 7, 5, 6))] == [
        0,
        1,
        -1,
        1,
    ]
    bench, weak = Bench("stuka_stu_k5"), Bench("test_swift")
    chosen = air.chosen_bracket(
        bench.card, bench.settings, bench.fresh, weak.card, weak.fresh, air.FRONT, air.FRONT, 0, 0
    )
    gains = [
        air.expected_damage(bench.card, bench.settings, bench.fresh, weak.card, air.FRONT, b, 0)
        - air.expected_damage(weak.card, weak.settings, weak.fresh, bench.card, air.FRONT, b, 0)
        for b in range(4)
    ]
    assert chosen == gains.index(max(gains))


def test_breaking_off():
    """AS-12.9: a Control Roll by the tail state parts them; until_destroyed never; end_phase for nothing."""
    tree = fight("stuka_stu_k5", {"unit": "stuka_stu_k5", "breaks_off": "when_damaged"}, zone="outer")
    turned = {"damage_control_loss": "none", "air_range_choice": "short"}
    apart = {
        how: law("duel", tree, "result", exactly=True, engagement_end=how, **turned).get("apart", 0)
        for how in ("break_roll", "end_phase", "until_destroyed")
    }
    assert apart["until_destroyed"] == 0
    assert 0 < apart["break_roll"] < apart["end_phase"]
