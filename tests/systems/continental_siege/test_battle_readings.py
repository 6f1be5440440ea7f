"""Readings R59 to R83 of BATTLE.md, each on a small state or in the events of a replay."""

from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from simlab.dice import key_from_seed
from simlab.errors import SimlabError
from simlab.execute import prepare
from simlab.systems.continental_siege.battle import effects as event
from simlab.systems.continental_siege.battle.board import hex_number, row_of
from simlab.systems.continental_siege.battle.bombs import drop_load
from simlab.systems.continental_siege.battle.course import set_up
from simlab.systems.continental_siege.battle.effects import start_phase
from simlab.systems.continental_siege.battle.fire import fire_phase
from simlab.systems.continental_siege.battle.march import move_ogre
from simlab.systems.continental_siege.battle.replay import new_battle, played, told
from simlab.systems.continental_siege.doctrine.heavy import usable
from simlab.systems.continental_siege.doctrine.loads import had_its_attack
from simlab.systems.continental_siege.doctrine.seen import loss_of
from simlab.systems.continental_siege.doctrine.splits import SYSTEMS, best_split, sort_of_system, split_parts
from simlab.systems.continental_siege.mission.splits import Splitter
from simlab.systems.continental_siege.mission.splits import best_split as best_by_trying
from simlab.systems.continental_siege.rules import layout as at
from simlab.systems.continental_siege.stands import Book
from tests.systems.continental_siege.battle_scenarios import DRAWN, SCENARIOS, battle, packed
from tests.systems.continental_siege.siege_scenarios import bombing_run

KEY = key_from_seed(7)
WEIGHTS = {"missile": 6, "main_battery": 8, "secondary_battery": 3, "antipersonnel": 1, "treads": 1}


def begun(body, turn, **rulings):
    """A battle of a scenario in a player-turn, everybody as set up."""
    ready = prepare({**body, "rulings": rulings}).packed
    new = new_battle(ready, 500)
    set_up(new, ready.units)
    new.game[at.TURN], new.game[at.TURN_SIDE] = turn, at.ATTACKER if turn % 2 else at.DEFENDER
    return new


def attacks(new):
    """(actor, what is named, halves) of the attacks on the sheet so far."""
    events = new.events[: new.game[at.EVENTS]].tolist()
    return [(a, b, c) for what, a, b, c, *_ in events if what == event.SHEET_ATTACKED]


@pytest.mark.parametrize(("option", "halves"), [("each_weapon", [6, 6]), ("one_roll_per_unit", [12])])
def test_r59_both_guns_of_a_superheavy_in_one_roll(option, halves):
    body = battle("mk3_attack", [("superheavy", 1)], (), {"ground_fire": "treads_only"})
    new = begun(body, 2, one_unit_many_weapons_vs_propulsion=option)
    heavy, big = 21, new.game[at.BIG]
    new.units[1:heavy, at.PLACE] = at.LEFT
    new.units[big, at.PLACE], new.units[big, at.HEX] = at.HERE, new.units[heavy, at.HEX] + 1
    fire_phase(new, at.DEFENDER)
    assert attacks(new) == [(heavy, at.BODY, each) for each in halves]


@pytest.mark.parametrize(("option", "wanted"), [("forbidden", 3), ("allowed", 1)])
def test_r61_guns_together_at_propulsion(option, wanted):
    new = begun(battle("csa10_raid", [("heavy_aa", 2), ("light_aa", 1)]), 2, propulsion_combined_fire=option)
    big = new.game[at.BIG]
    new.units[big, at.PLACE], new.units[big, at.HEX] = at.HERE, hex_number("0802")
    fire_phase(new, at.DEFENDER)
    found = attacks(new)
    assert len(found) == wanted
    assert sum(halves for _, _, halves in found) == 2 * (8 + 8 + 6)
    assert {named for _, named, _ in found} == {at.BODY}
    assert found[0][0] == 21


def test_r61_fighters_together_at_propulsion():
    new = begun(battle("csa10_raid", [("fighter", 2)]), 2, propulsion_combined_fire="allowed")
    big, place = new.game[at.BIG], hex_number("0810")
    new.units[big, at.PLACE], new.units[big, at.HEX] = at.HERE, place
    for unit in (21, 22):
        new.units[unit, at.PLACE], new.units[unit, at.HEX] = at.HERE, place
    fire_phase(new, at.DEFENDER)
    assert attacks(new) == [(21, at.BODY, 16)]


def test_r67_all_guns_at_one_target():
    new = begun(battle("csa10_raid", [("heavy_tank", 1), ("gev", 1)]), 1, ff_gun_targets="all_one_target")
    big, squad = new.game[at.BIG], 1
    place = new.units[squad, at.HEX]
    new.units[big, at.PLACE], new.units[big, at.HEX] = at.HERE, place
    new.units[21, at.HEX] = place
    new.game[at.GUN_TARGET] = place  # the group has been fired at
    assert usable(new, at.MAIN, squad) == usable(new, at.MAIN, squad + 1) == 1
    assert usable(new, at.MAIN, 21) == 0
    new.game[at.GUN_TARGET] = 21
    assert (usable(new, at.MAIN, squad), usable(new, at.SECONDARY, 21)) == (0, 4)


def flights(ready, trial):
    """Player-turn and event of every step, entry and turn of aircraft."""
    battle_, turn = played(ready, KEY, trial), 0
    for what, a, b, c, *_ in battle_.events[: battle_.game[at.EVENTS]].tolist():
        turn = a if what == event.PLAYER_TURN else turn
        if what in (event.FLOWN_STEP, event.ENTERED, event.TURNED_TO):
            yield turn, what, a, b, c


@pytest.mark.parametrize("delay", ["fixed_delay", 5])
def test_r70_back_after_some_turns_where_it_left(delay):
    ready = packed("csa10_other", offmap_tracking=delay)
    on_map = ready.hexes[:, at.ON_MAP] >= 0
    away, last, back = {}, {}, 0
    for trial in range(4):
        for turn, what, unit, place, facing in flights(ready, trial):
            if what == event.ENTERED:
                if unit in away:
                    left, hex_, flown = away.pop(unit)
                    assert turn == left + 2 * (3 if delay == "fixed_delay" else delay)
                    assert (place, facing) == (hex_, (flown + 3) % 6)
                    back += 1
                last[unit] = place
            assert unit not in away
            if on_map[place]:
                last[unit] = place
            elif what == event.TURNED_TO:
                away[unit] = turn, last[unit], facing
        away.clear()
    assert back > 0


def test_r70_removed_is_left():
    ready = packed("csa10_other", offmap_tracking="removed")
    left = 0
    for trial in range(3):
        over = played(ready, KEY, trial, events=0)
        assert (over.units[:, at.PLACE] != at.OFF_MAP).all()
        armed = (over.units[:, at.CLASS] == at.FIGHTER) | (over.units[:, at.LOADS] > 0)
        left += int((over.units[armed, at.PLACE] == at.LEFT).sum())
    assert left > 0


@pytest.mark.parametrize("name", ["both_air", "more_policies"])
def test_r69_nobody_ends_under_an_enemy_aircraft(name):
    ready = packed(name, ground_units_and_aircraft="enemy_hex_blocked")
    for trial in range(3):
        fought = played(ready, KEY, trial)
        where = {unit: row[at.HEX] for unit, row in enumerate(ready.units.tolist()) if row[at.PLACE] == at.HERE}
        rows, ended = ready.units.tolist(), []
        for (what, a, b, *_), (after, other, *_) in pairwise(fought.events[: fought.game[at.EVENTS]].tolist()):
            if what in (event.ENTERED, event.FLOWN_STEP, event.MOVED):
                where[a] = b
            elif what in (event.LOST_UNIT, event.LEFT_MAP):
                where.pop(a, None)
            if what == event.MOVED and not (after == event.MOVED and other == a) and rows[a][at.CLASS] != at.OGRE:
                ended.append(a)
                over = {
                    where[u] for u in where if rows[u][at.CLASS] >= at.BOMBER and rows[u][at.SIDE] != rows[a][at.SIDE]
                }
                assert b not in over
        assert ended


def test_r77_fire_by_class():
    body = battle("mk3_attack", [("heavy_tank", 2)], (), {"infantry_fire": "treads_only"})
    new = begun(body, 2)
    big, place = new.game[at.BIG], hex_number("0810")
    new.units[1:21, at.PLACE] = at.LEFT
    new.units[big, at.PLACE], new.units[big, at.HEX] = at.HERE, place
    for unit, step in ((1, 1), (2, 1), (3, 1), (21, 2), (22, 3)):
        new.units[unit, at.PLACE], new.units[unit, at.HEX] = at.HERE, place + step - 1
    new.units[21:23, at.RANGE] = 4
    fire_phase(new, at.DEFENDER)
    assert attacks(new)[0][1:] == (at.MAIN, 16)  # the tanks alone
    assert attacks(new)[1:] == [(unit, at.BODY, 2) for unit in (1, 2, 3)]


@pytest.mark.parametrize(("grouping", "marked"), [("up_to_three", [1, 2, 3]), ("each_alone", [1, 2, 3])])
def test_r78_one_attack_of_ap_bombs(grouping, marked):
    rulings = {"ap_bomb_per_target_limit": "one_attack_per_turn", "infantry_grouping": grouping}
    new = begun(battle("csa10_raid", [("heavy_tank", 1)]), 1, infantry_d_result="disabled", **rulings)
    start_phase(new, 1)
    new.game[at.AP_BOMBED] = 77
    drop_load(new, new.game[at.BIG], new.units[1, at.HEX], at.AP, 1, 1)
    bombed = [row[2] for row in new.events[: new.game[at.EVENTS]].tolist() if row[0] == event.BOMBED]
    assert bombed == ([1] if grouping == "up_to_three" else [1, 2, 3])
    assert all(had_its_attack(new, unit) for unit in marked)
    assert not had_its_attack(new, 4)
    assert not had_its_attack(new, 0)


@pytest.mark.parametrize("rulings", [{}, {"bomb_part_rule": "exactly_6"}, {"ogre_system_granularity": "weapon_class"}])
def test_r75_the_best_split_is_that_of_bombing_run(rulings):
    """Cards and one search find what trying all splits finds, whatever is left of the Ogre (12.081)."""
    policies = {"ogre_loads": {"best_for": WEIGHTS}}
    ready = prepare({**battle("mk3_attack_air", [("bomber", 1)], (), policies), "rulings": rulings}).packed
    new = new_battle(ready, 0)
    set_up(new, ready.units)
    splitter = splitter_of(prepare(bombing_run("ogre_mk3", split="best_for", weights=WEIGHTS, rulings=rulings)))
    for left in product((0, 2), (0, 1), (0, 1, 4), (0, 3, 8), (0, 4, 45)):
        if not any(left):
            continue
        for system in range(SYSTEMS):
            new.game[at.BOXES + sort_of_system(system)] = left[system] * (2 if system == SYSTEMS - 1 else 1)
        split = best_split(new, at.DEFENDER)
        mine = []
        for system in range(SYSTEMS):
            digits = split_parts(new, at.DEFENDER, system, split)
            mine += [(system, points) for box in range(6) if (points := (digits >> 3 * (5 - box)) & 7)]
        assert mine == [tuple(part) for part in best_by_trying(splitter, left)], left


def splitter_of(run):
    """The divider of bombloads by weights that `bombing_run` uses."""
    book = Book(run.catalog)
    sheet = book.sheet(book.unit("ogre_mk3", "test"), "test")
    weights = {name: Fraction(weight) for name, weight in WEIGHTS.items()}
    return Splitter(sheet, book.crt, run.rulings, "best_for", weights)


@pytest.mark.parametrize(("option", "lost"), [("floor", 4), ("ceil", 6), ("exact", 5)])
def test_11_082_half_a_point_at_treads(option, lost):  # an own AA unit of attack 5, halved at the ground
    assert loss_of(new_battle(packed("mark_3", fractional_unit_loss=option), 0), 5) == lost


def test_p5_random_places_are_legal_and_differ():
    ready, seen = packed("drawn_raid"), set()
    for trial in range(4):
        fought = played(ready, KEY, trial)
        placed = [row[1:3] for row in fought.events[: fought.game[at.EVENTS]].tolist() if row[0] == event.PLACED]
        rows = fought.units
        assert row_of(placed[0][1]) <= 3
        central = sum(int(rows[unit, at.AREA]) for unit, place in placed if row_of(place) > 7)
        assert central <= 2 * 20
        assert all(row_of(place) <= 16 for _, place in placed)
        names = {int(rows[unit, at.KIND]) for unit in range(21, fought.game[at.BIG])}
        assert all(rows[unit, at.ATTACK_AIR] > 0 for unit in range(21, fought.game[at.BIG]))  # P5
        seen.add((tuple(map(tuple, placed)), tuple(sorted(names))))
    assert len(seen) == 4


def test_p5_forces_spend_their_budget():
    ready = packed("drawn_by_weight")
    for trial in range(4):
        fought = played(ready, KEY, trial, events=0)
        big, count = fought.game[at.BIG], fought.numbers[at.UNITS]
        costs = fought.units[:, at.COST] / fought.numbers[at.SCALE]
        assert costs[21:big].sum() == 12
        assert costs[big + 1 : count].sum() == 3
        assert (fought.units[count:, at.PLACE] == at.LEFT).all()


def test_a_drawn_battle_is_told_from_its_set_up_on():
    lines = told(packed("drawn"), KEY, 0)
    assert lines[0].startswith("cp 0 stands at 0801")
    assert lines[-1].startswith("over: ")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rulings": {"hex_numbering": "odd_low"}}, "hex_numbering"),
        ({"rulings": {"ap_bomb_other_targets": "ogre_ap_guns"}}, "no such bomb ever falls on an Ogre"),
        ({"entry_turn": 2}, "entry_turn needs aircraft_entry_turn"),
        ({"defender": {"entry_turn": 2}}, "any_own_turn"),
        ({"defender": {"force": {"mix": {"gevs": 1}}}}, '"gevs" cannot be bought'),
        ({"defender": {"policies": {"fighter": {"strafe": ["no_unit"]}}}}, "no_unit"),
        (
            {"defender": {"policies": {"aa_fire": "best_dp"}}, "rulings": {"attack_sequencing": "declare_all_first"}},
            "best_dp looks at one attack",
        ),
    ],
)
def test_what_cannot_be_played_is_refused(change, words):
    with pytest.raises(SimlabError, match=words):
        prepare({**SCENARIOS["both_air"], **change})


def test_no_case_is_told_with_its_reason():
    from simlab.systems.continental_siege.system import SYSTEM

    assert "no such bomb ever falls on an Ogre" in SYSTEM.no_case["battle"]["ap_bomb_other_targets"]
    assert "names a hex by its number" in SYSTEM.fixed_rulings["hex_numbering"]
    assert set(SYSTEM.fixed_rulings) == {"hex_numbering"}


def test_drawn_units_leave_no_trace_in_the_next_battle():
    """A block plays one battle after another in the same arrays; each is what it is alone."""
    from simlab.systems.continental_siege.battle.counts import space_of
    from simlab.systems.continental_siege.battle.kernel import battles, count_battle

    for name in DRAWN:
        ready = packed(name)
        together, alone = (np.zeros(space_of(ready).size, np.int64) for _ in range(2))
        battles.play_plainly(ready, KEY, 0, 3, together)
        for trial in range(3):
            count_battle(played(ready, KEY, trial, events=0), alone)
        assert together.tolist() == alone.tolist()


@pytest.mark.parametrize("ruling", ["any_own_turn", "scenario_turn"])
def test_r73_aircraft_enter_in_their_turn(ruling):
    body = {**SCENARIOS["both_air"], "entry_turn": 3, "rulings": {"aircraft_entry_turn": ruling}}
    entered = [turn for turn, what, *_ in flights(prepare(body).packed, 0) if what == event.ENTERED]
    assert set(entered) - {1} == {5, 6}  # the Ogre comes in the first


def test_r69_an_ogre_does_not_spend_its_last_point_under_an_enemy_aircraft():
    def end_of_move(option, under):
        new = begun(SCENARIOS["both_air"], 1, ground_units_and_aircraft=option)
        big = new.game[at.BIG]
        new.units[1:big, at.PLACE] = at.LEFT  # nobody else in its way
        new.units[big, at.PLACE], new.units[big, at.HEX] = at.HERE, hex_number("0815")
        fighter = next(unit for unit in range(big) if new.units[unit, at.CLASS] == at.FIGHTER)
        new.units[fighter, at.PLACE], new.units[fighter, at.HEX] = at.HERE, under
        new.game[at.BOXES + at.BODY] = 2 * 15  # one point to spend
        move_ogre(new)
        return int(new.units[big, at.HEX])

    end = end_of_move("no", hex_number("0101"))
    assert end == end_of_move("no", end) != hex_number("0815")
    assert end_of_move("enemy_hex_blocked", end) not in (end, hex_number("0815"))


def test_r83_listed_types_stand_forward():
    def forward(setup):
        counts = {"gev": 4, "missile_tank": 3, "heavy_tank": 5}
        bought = [{"unit": unit, "count": count} for unit, count in counts.items()]
        body = {**SCENARIOS["mark_3"], "defender": {"policies": {"setup": setup}, "force": bought}}
        units = prepare(body).packed.units
        there = [row for row in units if row[at.PLACE] == at.HERE and row_of(int(row[at.HEX])) > 7]
        return sorted(int(row[at.PRINTED]) for row in there)

    assert forward("standard_rear") == [2, 2, 2, 2, 4, 4, 4]  # 20 points: P3
    assert forward({"forward": ["missile_tank", "gev"]}) == [1, 1, 1, 2, 2, 2, 2, 3, 3, 3]  # no room for a heavy tank
    assert forward({"forward": ["infantry_squad"]}) == [1] * 20  # six groups of three and one of two
    with pytest.raises(SimlabError, match="forward"):
        forward({"forward": ["howitzer"]})
