"""Weighted policies (W1 to W8): with the right weights they are the named ones; ground moves against brute force."""

import numpy as np
import pytest

from simlab.dice import key_from_seed
from simlab.errors import ScenarioError
from simlab.execute import prepare
from simlab.systems.continental_siege.battle.board import ogre_map, points_from
from simlab.systems.continental_siege.battle.orders import read_weights
from simlab.systems.continental_siege.battle.replay import new_battle, played
from simlab.systems.continental_siege.doctrine import weights as w
from simlab.systems.continental_siege.doctrine.weighing import ogre_worth, weighted_end, weighted_step
from simlab.systems.continental_siege.rules import layout as at
from simlab.systems.continental_siege.rules.layout import STEP
from tests.systems.continental_siege.battle_scenarios import BASE, SCENARIOS, battle

KEY = key_from_seed(11)


def told(body, defending=None, attacking=None):
    """A scenario with the weights of both sides by hook, each of these hooks weighted."""
    made = {**body}
    for side, weights in (("defender", defending), ("attacker", attacking)):
        if weights:
            policies = {**made[side]["policies"], **dict.fromkeys(weights, "weighted")}
            made[side] = {**made[side], "policies": policies, "weights": weights}
    return made


def same_battles(one, other, trials=4):
    """Do two scenarios play the same battles, unit by unit and box by box?"""
    a, b = prepare(one).packed, prepare(other).packed
    for trial in range(trials):
        x, y = played(a, KEY, trial, 0), played(b, KEY, trial, 0)
        columns = [at.PLACE, at.HEX, at.FACING, at.DISABLED, at.LOADS, at.FIRED]
        assert (x.units[:, columns] == y.units[:, columns]).all(), trial
        assert (x.game[: at.TURN + 1] == y.game[: at.TURN + 1]).all(), trial


FIRST_MAIN = {"main": 9, "treads_3": 8, "treads_2": 8, "treads_1": 8, "secondary": 3, "missile": 2, "ap": 1, "odds": 3}


def test_fire_at_mains_then_treads():  # W3, P25
    same_battles(SCENARIOS["mark_3"], told(SCENARIOS["mark_3"], {"ground_fire": FIRST_MAIN}))
    same_battles(SCENARIOS["mark_5"], told(SCENARIOS["mark_5"], {"ground_fire": FIRST_MAIN}), 2)


def test_fire_at_treads_only():  # W3, R35
    weights = {**FIRST_MAIN, "treads_3": 10, "treads_2": 11, "treads_1": 12}
    plain = battle("mk3_attack", BASE, (), {"ground_fire": "treads_only"})
    same_battles(plain, told(battle("mk3_attack", BASE), {"ground_fire": weights}))


def test_no_weights_are_no_move():  # W2: ties go to the fewest points spent
    nothing = dict.fromkeys(w.MOVE_WEIGHTS, 0)
    plain = battle("mk3_attack", BASE, (), {"ground_move": "hold"})
    same_battles(plain, told(battle("mk3_attack", BASE), {"ground_move": nothing}))


def test_the_way_to_the_cp():  # W4, P37, R8, R13; without armour nothing is rammed
    same_battles(battle("mk3_attack", []), told(battle("mk3_attack", []), None, {"ogre_move": {"goal": -1, **ZERO}}))


ZERO = dict.fromkeys(("reach", "prey", "threat", "overrun", "ram"), 0)
BY_COST = {"attack": 3, "range": 0, "move": 0, "squad": 4, "cp": 120, "thrift": 36, "reserve": 0, "odds": 1}


def test_fire_by_cost():  # W5, P26: heavy tanks are worth 12 parts of an armour unit, squads 4, the CP 120
    tanks = battle("mk3_attack", [("heavy_tank", 12)])
    same_battles(tanks, told(tanks, None, {"ogre_fire": BY_COST}))


def test_missiles_kept_for_the_cp_are_fired_at_nothing_else():  # W5
    """Tanks come to an Ogre that stays at the edge, far from the CP; they fire at its main battery and treads."""
    tanks, stays = battle("mk3_attack", [("heavy_tank", 12)]), {**ZERO, "goal": 0}
    for reserve in (0, 1, 2):
        fire = {"ogre_move": stays, "ogre_fire": {**BY_COST, "reserve": reserve}}
        ready = prepare({**told(tanks, None, fire), "rulings": {"turn_limit": 20}}).packed
        left = [int(played(ready, KEY, trial, 0).game[at.BOXES + at.MISSILE]) for trial in range(3)]
        assert left == [reserve] * 3


def test_fire_at_aircraft_by_class():  # W6, P41
    weights = {
        "bomber": 900,
        "fighter": 600,
        "disabled": 300,
        "propulsion": 0,
        "bombload": 0,
        "received": -40,
        "near": -1,
    }
    for name in ("both_air", "csa10"):
        same_battles(SCENARIOS[name], told(SCENARIOS[name], {"aa_fire": weights}))


def test_fire_at_bombloads():  # W6, R47
    weights = {
        "propulsion": 900,
        "bombload": 901,
        "fighter": 600,
        "bomber": 500,
        "disabled": 0,
        "received": 0,
        "near": 0,
    }
    plain = battle("csa10_raid", [("heavy_aa", 6), ("light_aa", 6)], (), {"aa_fire": "ff_bombs_first"})
    same_battles(plain, told(battle("csa10_raid", [("heavy_aa", 6), ("light_aa", 6)]), {"aa_fire": weights}))


def test_straight_to_the_target():  # W7, P19
    weights = {"bomber": {"miss": 999, "turns": 50, "guns": 1}}
    same_battles(SCENARIOS["both_air"], told(SCENARIOS["both_air"], weights, weights))
    same_battles(SCENARIOS["air_defence"], told(SCENARIOS["air_defence"], weights))


def axial_distance(one, other):
    (a, b), (c, d) = at.axial_of(int(one)), at.axial_of(int(other))
    return max(abs(a - c), abs(b - d), abs(a + b - c - d))


def ends_of(now, unit, points, rough):
    """Legal end hexes and the points they cost, by a plain search (B3, R4)."""
    begin, ogre = int(now.units[unit, at.HEX]), int(now.units[now.game[at.BIG], at.HEX])
    costs, edge = {begin: 0}, [begin]
    for spent in range(1, points + 1):
        edge = [
            place + STEP[k]
            for place in edge
            for k in range(6)
            if now.hexes[place + STEP[k], at.ON_MAP] >= 0
            and not now.hexes[place + STEP[k], at.CRATER]
            and place + STEP[k] != ogre
            and (rough or not (now.hexes[place, at.RUBBLE] >> k) & 1)
        ]
        edge = [place for place in dict.fromkeys(edge) if place not in costs]
        costs |= dict.fromkeys(edge, spent)
    squads = now.units[unit, at.CLASS] == at.INFANTRY
    return {h: n for h, n in costs.items() if h == begin or (now.here[h] < 3 if squads else now.here[h] == 0)}


def best_end(now, unit, weights, points):
    """The end hex by W2, worked out slowly."""
    row, units = now.units[unit], now.units
    ogre, cp = int(units[now.game[at.BIG], at.HEX]), int(now.game[at.CP_HEX])
    allowance = -(-3 * int(now.game[at.BOXES + at.BODY]) // int(now.numbers[at.INITIAL]))
    rough = bool(row[at.ROUGH])
    to_ogre, to_cp = points_from(BOARD, ogre, rough), points_from(BOARD, cp, True)
    likely = ogre
    for _ in range(allowance if units[0, at.PLACE] == at.HERE else 0):
        nearer = [
            likely + step for step in STEP
            if likely + step in BOARD.place and likely + step not in BOARD.craters
            and to_cp[BOARD.place[likely + step]] == to_cp[BOARD.place[likely]] - 1
        ]  # fmt: skip
        likely = min(nearer, default=likely)
    squad = row[at.CLASS] == at.INFANTRY
    boxes, reach = now.game[at.BOXES : at.BOXES + 4], now.numbers[at.REACH : at.REACH + 4]

    def strength(away):
        sorts = range(0 if squad else 1, 4)
        return sum(int(boxes[s]) * (1, 3, 4, 6)[s] for s in sorts if away <= reach[s])

    mass = sum(
        int(one[at.PRINTED]) for one in units
        if one[at.SIDE] == at.DEFENDER and one[at.PLACE] == at.HERE and not one[at.DISABLED]
        and axial_distance(one[at.HEX], ogre) <= one[at.RANGE] + one[at.MOVE]
    )  # fmt: skip
    sums = {}
    for h, spent in ends_of(now, unit, points, rough).items():
        fires = axial_distance(h, ogre) <= row[at.RANGE]
        others = sum(
            1 for one in units if one[at.CLASS] == at.INFANTRY and one[at.PLACE] == at.HERE and one[at.HEX] == h
        )
        features = {
            "fire": int(row[at.PRINTED]) * fires, "mass": mass * fires, "near": min(to_ogre[BOARD.place[h]], 40),
            "danger": strength(axial_distance(h, ogre) - allowance), "likely": strength(axial_distance(h, likely)),
            "meet": axial_distance(h, likely), "guard": axial_distance(h, cp),
            "stack": (others - (h == row[at.HEX])) * squad,
        }  # fmt: skip
        sums[h] = (-sum(weights[name] * value for name, value in features.items()), spent, h)
    return min(sums.values())[2]


BOARD = ogre_map(prepare(SCENARIOS["mark_3"]).catalog.rows("map_ogre"))


def test_ground_moves_against_brute_force():  # W1, W2
    moved = 0
    for trial in range(6):
        rng = np.random.default_rng(trial)
        weights = {name: int(value) for name, value in zip(w.MOVE_WEIGHTS, rng.integers(-9, 10, 8), strict=True)}
        attack = {"ogre_move": {**ZERO, "goal": -2, "threat": 1}}  # an Ogre that dallies is still on the map
        rulings = {"turn_limit": int(rng.integers(3, 12))}
        body = {**told(SCENARIOS["mark_3"], {"ground_move": weights}, attack), "rulings": rulings}
        now = played(prepare(body).packed, KEY, trial, 0)
        assert now.units[now.game[at.BIG], at.PLACE] == at.HERE
        for unit in range(now.game[at.BIG]):
            if now.units[unit, at.PLACE] == at.HERE and not now.units[unit, at.DISABLED] and now.units[unit, at.MOVE]:
                points = int(now.units[unit, at.MOVE])
                hook = at.MOVE_INFANTRY if now.units[unit, at.CLASS] == at.INFANTRY else at.MOVE_ARMOUR
                end = weighted_end(now, unit, points, hook)
                assert end == best_end(now, unit, weights, points), unit
                moved += end != now.units[unit, at.HEX]
    assert moved > 20


def test_the_ogre_runs_over_what_is_worth_it():  # W4
    """With all weight on squads it enters a hex next to it that has three; without any it stays where it is."""
    ready = prepare(told(battle("mk3_attack", []), None, {"ogre_move": {**ZERO, "goal": 0, "overrun": 1}})).packed
    now = new_battle(ready, 0)
    now.units[:] = ready.units
    big = len(now.units) - 1
    now.game[at.BIG], now.game[at.BOXES + at.AP] = big, 8
    squads = int(now.units[1, at.HEX])
    now.units[big, [at.HEX, at.PLACE]] = squads + 1, at.HERE
    assert weighted_step(now) == squads
    assert ogre_worth(now, 0, squads, True) == sum(now.units[1:big, at.HEX] == squads) == 3
    now.game[at.BOXES + at.AP] = 0
    assert ogre_worth(now, 0, squads, True) == 0
    lowest = min([squads + 1, *(squads + 1 + step for step in STEP if now.hexes[squads + 1 + step, at.ON_MAP] >= 0)])
    assert weighted_step(now) == lowest


def test_a_doctrine_a_policy_and_a_weight_of_ones_own():  # W8
    plain = {**battle("mk3_attack", BASE)}
    tuned = prepare({**plain, "defender": {**plain["defender"], "doctrine": "self_play"}})
    rows = {
        row.hook: row
        for row in tuned.catalog.rows("doctrines")
        if (row.doctrine, row.side) == ("self_play", "defender")
    }
    fire = read_weights(rows["ground_fire"].weights, w.FIRE_WEIGHTS, "here")
    first = at.WEIGHTS + at.WEIGHT_ROOM * at.GROUND_FIRE
    assert tuned.packed.numbers[first : first + 8].tolist() == [fire.get(name, 0) for name in w.FIRE_WEIGHTS]
    one = {"doctrine": "self_play", "weights": {"ground_fire": {"main": fire["main"] + 7}}}
    changed = prepare({**plain, "defender": {**plain["defender"], **one}}).packed.numbers
    different = np.flatnonzero(changed != tuned.packed.numbers)
    assert different.tolist() == [first + w.FIRE_WEIGHTS.index("main")]
    own = {"doctrine": "self_play", "policies": {"ground_fire": "treads_only"}}
    overruled = prepare({**plain, "defender": {**plain["defender"], **own}}).packed.numbers
    assert (overruled[first : first + 8] == 0).all()
    followed = prepare(told(plain, {"ground_move": {"fire": 3, "near": -2}})).packed.numbers.reshape(-1)
    for hook in (at.MOVE_ARMOUR, at.MOVE_AA):
        assert followed[at.POLICY + hook] == 4


@pytest.mark.parametrize(
    ("side", "change", "words"),
    [
        ("defender", {"doctrine": "tunde"}, 'no doctrine "tunde"; nearest: "tuned"'),
        ("defender", {"weights": {"ground_fire": {"main": 3}}}, 'of no use unless policies.ground_fire is "weighted"'),
        ("defender", {"weights": {"ground_fire": {"mian": 3}}}, 'nearest: "main"'),
        ("attacker", {"weights": {"ogre_move": {"goal": 1000}}}, "less than or equal to 999"),
    ],
)
def test_doctrines_and_weights_that_make_no_sense_are_refused(side, change, words):
    body = battle("mk3_attack", BASE)
    with pytest.raises(ScenarioError, match=words):
        prepare({**body, side: {**body[side], **change}})


@pytest.mark.parametrize("cell", ["fire", "fire x", "fire 1000", "fre 3"])
def test_cells_of_weights_that_cannot_be_read(cell):
    with pytest.raises(ScenarioError, match=r"doctrines\.csv, mine"):
        read_weights(cell, w.MOVE_WEIGHTS, "doctrines.csv, mine")
