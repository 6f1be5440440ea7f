"""Points at which kernel and naive twin once parted, each decided by the rules page and kept apart here."""

from fractions import Fraction as F
from types import SimpleNamespace

import pytest

from simlab.dice import key_from_seed
from simlab.systems.continental_siege.addresses import MOVEMENT
from simlab.systems.continental_siege.battle import effects as event
from simlab.systems.continental_siege.battle.board import hex_number
from simlab.systems.continental_siege.battle.course import points_lost, set_up
from simlab.systems.continental_siege.battle.dropping import visit_as_fortress
from simlab.systems.continental_siege.battle.effects import out_of_play, start_phase
from simlab.systems.continental_siege.battle.march import move_ogre
from simlab.systems.continental_siege.battle.replay import new_battle, told
from simlab.systems.continental_siege.doctrine.fighters import SEEK_GROUND
from simlab.systems.continental_siege.doctrine.ground import is_closed
from simlab.systems.continental_siege.doctrine.seeking import OWN_AT, TARGETS_AT, VALUES_AT, seek_key
from simlab.systems.continental_siege.doctrine.seen import NEVER
from simlab.systems.continental_siege.mission.air_battle import AirBattle, Plane, _in_order
from simlab.systems.continental_siege.rules import layout as at
from simlab.systems.continental_siege.rules.results import DISABLED
from tests.systems.continental_siege.battle_scenarios import battle, packed
from tests.systems.continental_siege.siege_scenarios import attack, attrition, interception, law
from tests.systems.continental_siege.siege_scenarios import packed as prepared
from tests.systems.continental_siege.test_twin import counted

KEY = key_from_seed(7)
CP = 0


def ogre_beside_the_cp(**rulings):
    """A Mark III next to the command post, about to move."""
    ready = packed("mark_3", **rulings)
    new = new_battle(ready, 100)
    set_up(new, ready.units)
    big = new.game[at.BIG]
    new.units[big, at.PLACE], new.units[big, at.HEX] = at.HERE, hex_number("0802")
    new.game[at.TURN], new.game[at.TURN_SIDE] = 1, at.ATTACKER
    start_phase(new, MOVEMENT)
    return new


@pytest.mark.parametrize(("defence", "treads"), [("0", 45), ("1", 44), ("3", 44)])
def test_b14_a_hard_command_post_costs_the_ogre_a_tread(defence, treads):
    """B14: of defence 0 it is destroyed at no cost, otherwise it is rammed like an immobile unit."""
    siege = ogre_beside_the_cp(cp_defence=defence)
    siege.units[1 : siege.game[at.BIG], at.PLACE] = at.LEFT  # nobody else to ram on the way home
    move_ogre(siege)
    assert siege.units[CP, at.PLACE] == at.DESTROYED
    assert siege.game[at.BOXES + at.BODY] == 2 * treads
    assert siege.game[at.RAMS] == (0 if defence == "0" else 1)
    assert event.DIE not in siege.events[: siege.game[at.EVENTS], 0]


@pytest.mark.parametrize("defence", ["0", "1"])
def test_b14_hexes_closed_after_the_second_ram(defence):
    """B14, P37: the hex of armour is closed, that of a CP only if it is rammed; a dead CP keeps no hex open."""
    siege = ogre_beside_the_cp(cp_defence=defence)
    place = siege.units[CP, at.HEX]
    tank = next(u for u, row in enumerate(siege.units) if row[at.CLASS] == at.ARMOUR)
    assert not is_closed(siege, siege.units[tank, at.HEX])
    siege.game[at.RAMS] = 2
    assert is_closed(siege, siege.units[tank, at.HEX])
    assert is_closed(siege, place) == (defence != "0")
    out_of_play(siege, CP, at.DESTROYED)
    assert not is_closed(siege, place)
    siege.units[tank, at.HEX] = place
    siege.here[place] += 16
    assert is_closed(siege, place)


def test_6e_a_fortress_is_not_shy_of_guns():
    """Hook `bomber` is for bombers; a fortress flies as `straight_to_target` does."""
    stories = []
    for path in ("straight_to_target", "avoid_aa"):
        policies = {"ff_move": "kill_aa_first", "bomber": path}
        body = battle("csa10_raid", [("mobile_howitzer", 5), ("heavy_aa", 2)], (), {"ground_move": "hold"}, policies)
        stories.append(told(prepared(body).packed, KEY, 19))
    assert stories[0] == stories[1]


def test_b12_ap_guns_hurt_no_treads():
    guns = attack("ogre_mk5", "6 ogre_mk3.antipersonnel", system_attacked="treads")
    assert law(guns, "boxes_lost") == {0: F(1)}
    assert law(guns, "attackers_used") == {0: F(1)}


def test_14_031_the_one_attack_of_ap_bombs_stands_where_the_first_stood():
    """`ap_bomb_per_target_limit`: a bomb kills a squad with 2/3, then a heavy tank kills it for certain."""
    rulings = {"ap_bomb_per_target_limit": "one_attack_per_turn"}
    bomb, tank = "csa10.ap_bombload", "heavy_tank"
    for words, used in (((bomb, tank, bomb), {1: F(2, 3), 2: F(1, 3)}), ((tank, bomb, bomb), {1: F(1)})):
        assert law(attack("infantry_squad", *words, squads=1, rulings=rulings), "attackers_used") == used


def test_p27_an_escort_beside_its_bomber_looks_at_the_ground_when_nothing_flies():
    """P27, R25: near its bomber first, then the greatest value in arc, as `strafe`."""
    ready = packed("both_air")
    raid = new_battle(ready, 0)
    set_up(raid, ready.units)
    fighter = next(u for u, row in enumerate(raid.units) if row[at.CLASS] == at.FIGHTER)
    end, north = hex_number("0810"), 0
    raid.scratch[TARGETS_AT : TARGETS_AT + 2] = hex_number("0808"), hex_number("0812")
    raid.scratch[VALUES_AT : VALUES_AT + 2] = 7, 9
    raid.scratch[OWN_AT] = end

    def key(place, facing):
        return seek_key(raid, fighter, SEEK_GROUND, place, facing, facing, True, 2, 1, NEVER)

    south, away = 3, 1
    assert key(end, south) < key(end, north) < key(end, away)
    assert key(end, away) < key(hex_number("0809"), north)
    assert key(end, away) < 1 << 60


@pytest.mark.parametrize(("left", "points"), [(48, 0), (47, 2), (30, 38), (0, 102)])
def test_14_01_partial_damage_counts_whole_points(left, points):
    """`ff_victory_points`: 102 points times the share of 48 boxes lost, rounded down (R55)."""
    ready = packed("csa10", ff_victory_points="partial_damage")
    raid = new_battle(ready, 0)
    set_up(raid, ready.units)
    raid.game[at.BOXES + at.BODY] = 2 * left
    assert points_lost(raid, at.ATTACKER) == points


def test_6d_of_disabled_aircraft_the_one_that_recovers_first_is_taken():
    game = SimpleNamespace(intercept="bombers_first", escort="disabled_first")
    groups = _in_order([[Plane(DISABLED, 1, 4), Plane(DISABLED, 1, 2), Plane(DISABLED, 2, 0)], [], []])
    group, place = AirBattle._target(game, groups, 0, 0)
    assert groups[group][place] == Plane(DISABLED, 1, 2)


def test_6d_fighters_without_any_contact_take_no_numbers():
    guns = {"guns": {"light_aa": 2}, "turns_to_target": 2}
    alone, idle = prepared(interception(3, 0, **guns)), prepared(interception(3, 2, contact=0, **guns))
    for trial in range(30):
        met = [counted(one, trial)["bombers_destroyed"] for one in (alone, idle)]
        assert met[0] == met[1]


def test_6b_greedy_value_looks_at_the_next_gun_alone():
    """A bombload is worth 6 x 1/2 = 3, propulsion 1 x 8/3 to one Heavy AA, though 24/3 to all three together."""
    rulings = {"propulsion_combined_fire": "allowed"}
    body = attrition("csa10", {"heavy_aa": 3}, 1, priority="greedy_value", pu_weight=1, rulings=rulings)
    assert law(body, "boxes_left") == {48: F(1)}


def test_a_bombload_that_has_been_dropped_is_owed_no_shot():
    """`ff_bombs_first`, fire in the enemy turn: one shot at each bombload that is still aboard (P22, R47)."""
    ready = packed("csa10")
    raid = new_battle(ready, 0)
    set_up(raid, ready.units)
    big = raid.game[at.BIG]
    raid.game[at.TURN], raid.game[at.TURN_SIDE] = 1, at.ATTACKER
    start_phase(raid, MOVEMENT)
    gun = next(u for u, row in enumerate(raid.units) if row[at.CLASS] == at.HEAVY_AA)
    place = raid.units[gun, at.HEX]
    raid.units[big, at.PLACE], raid.units[big, at.HEX] = at.HERE, place
    assert raid.game[at.BOMB_SHOTS] == 2
    visit_as_fortress(raid, big, place, gun)
    assert raid.game[at.BOMB_SHOTS] == raid.game[at.BOXES + at.BOMBLOAD] < 2


def test_p40_the_ogre_is_asked_again_after_a_fighter_has_fired():
    """A light tank that a fighter has disabled is worth a missile now: D destroys it too (P26, P33, P40, R58)."""
    force = [("light_tank", 6), ("light_aa", 7), ("heavy_tank", 2)]
    air = {"bomber": "avoid_aa", "fighter": "escort", "ground_fire": "best_marginal"}
    body = battle("mk3_both_air", force, [("fighter", 3)], air, {"ogre_loads": "ap_sweep"})
    body["rulings"] = {
        "aircraft_second_d": "no_extra", "disabled_aircraft_movement": "full_move_no_turn",
        "aa_fire_timing": "enemy_turn_after_movement", "aircraft_entry_cost": "zero", "gev_second_move": "2",
    }  # fmt: skip
    lines = told(prepared(body).packed, KEY, 1121)
    first = lines.index("  fighter 37 attacks light_tank 24 with 2, odds 1-1, die 4: D")
    assert lines[first + 1 : first + 4] == [
        "    light_tank 24 is disabled",
        "  fires 1 missile:",
        "  ogre_mk3 36 attacks light_tank 24 with 6, odds 3-1, die 5: X",
    ]


def test_p27_no_search_for_a_ground_unit_in_the_own_hex_where_it_may_not_be_attacked():
    """`arc_own_hex_ground` = aircraft_only with `arc_boundary` = exclusive (R27): five hexes NW and it is under us."""
    turns = {}
    for option in ("allowed", "aircraft_only"):
        ready = packed("both_air", arc_own_hex_ground=option, arc_boundary="exclusive")
        state = ready.hexes[hex_number("1306"), at.STATE + 5]
        target = ready.hexes[hex_number("0804"), at.ON_MAP] * ready.numbers[at.PLACES]
        for table in (at.UNTIL, at.UNTIL_GROUND):
            first = ready.numbers[table + at.FIGHTER_MA]
            turns[option, table] = at.byte_of(ready.flight, first + target + state)
    assert turns["allowed", at.UNTIL] == turns["allowed", at.UNTIL_GROUND] == turns["aircraft_only", at.UNTIL]
    assert turns["aircraft_only", at.UNTIL_GROUND] > turns["aircraft_only", at.UNTIL]
