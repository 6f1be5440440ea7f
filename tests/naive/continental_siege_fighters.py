"""Fighters of Continental Siege: where they fly and whom they fire at (13, P27).

R-numbers are those of simlab/systems/continental_siege/BATTLE.md.
"""

from fractions import Fraction
from typing import Any

from .continental_siege_aim import (
    NONE,
    Shooter,
    bears_on,
    expected_cost,
    is_legal,
    odds_column,
    shooters_of,
    strength,
    total_strength,
)
from .continental_siege_aim import defence as defence_of
from .continental_siege_air import best_move, flight, fly, moves_of, turns
from .continental_siege_attack import forces_of
from .continental_siege_flight import FIGHTER_RANGE, NEVER, Move
from .continental_siege_hexes import Hex, distance, in_arc, on_map
from .continental_siege_state import Battle, Target, Unit

# R24: the first sort of which an enemy is on the map is the one a fighter looks for.
SORTS = {
    "intercept_bombers": ("bomber", "ff", "fighter", "ground"),
    "escort": ("fighter", "ff", "bomber", "ground"),
    "strafe": ("ground",),
}
WEAPONS_BY_P25 = ("main_battery", "secondary_battery", "missile", "antipersonnel")
Shot = tuple[list[Shooter], Target]


def policy_of(battle: Battle, side: str) -> tuple[str, list[str]]:
    """Name of the fighters' policy, and the list of `strafe`."""
    policy = battle.policy(side, "fighter")
    return ("strafe", policy["strafe"]) if isinstance(policy, dict) else (policy, [])


def quarry(battle: Battle, side: str) -> tuple[str, list[Unit]]:
    """The sort of enemy that fighters of this side look for now, and these enemies (R24)."""
    enemy = battle.other(side)
    name, listed = policy_of(battle, side)
    for sort in SORTS[name]:
        if sort == "ground":
            found = battle.ground_heads(enemy)
            found = [unit for unit in found if unit.name in listed] or found
        else:
            found = [unit for unit in battle.on_board(enemy) if sort in (unit.name, unit.kind)]
        if found:
            return sort, found
    return "", []


def ground_target(battle: Battle, unit: Unit) -> Target:
    """What a fighter aims at on a ground unit: the treads of an Ogre, and with none left a weapon by P25."""
    if unit.kind != "ogre":
        return Target(unit.id)
    system = "treads" if unit.boxes["treads"] else next(name for name in WEAPONS_BY_P25 if unit.boxes[name])
    return Target(unit.id, system)


def ground_value(battle: Battle, fighter: Unit, unit: Unit) -> Fraction:
    """P(X) x cost of a ground unit under one fighter's fire (R28)."""
    target = ground_target(battle, unit)
    force = strength(battle, Shooter(fighter.id), target)
    assert force is not None
    total = total_strength([force], battle.rulings)
    if target.system == "treads":
        lost = min(total, unit.boxes["treads"])
        return battle.cost(unit) * lost / unit.sheet["treads"].count / 3
    column = odds_column(total, defence_of(battle, target))
    return expected_cost(battle, column, target)


def enemy_arcs(battle: Battle, unit: Unit, a: Hex) -> int:
    """Fit enemy fighters and single guns of enemy fortresses that have a hex in arc and range (R26)."""
    if not on_map(a):
        return 0
    count = 0
    for enemy in battle.on_board(battle.other(unit.side)):
        if enemy.disabled:
            continue
        guns: list[Shooter] = []
        if enemy.name == "fighter":
            guns = [Shooter(enemy.id)]
        elif enemy.kind == "ff":
            for system in ("main_gun", "secondary_gun"):
                ready = int(enemy.boxes[system]) - len(enemy.silenced.get(system, ()))
                guns += [Shooter(enemy.id, 0, nth, system) for nth in range(ready)]
        count += sum(bears_on(battle, gun, a, True) for gun in guns)
    return count


def aims_at(battle: Battle, move: Move, target: Unit) -> bool:
    """Whether a fighter has a target in arc and range after a move (13.02)."""
    end, rulings = move.path[-1], battle.rulings
    if not on_map(end) or distance(end, target.where) > FIGHTER_RANGE:
        return False
    if end == target.hex and not target.flies and rulings["arc_own_hex_ground"] == "aircraft_only":
        return False
    facing = move.flown if rulings["arc_facing_used"] == "movement_facing" else move.facing
    return in_arc(end, facing, target.where, rulings["arc_boundary"] == "exclusive")


def move_fighter(battle: Battle, unit: Unit) -> None:
    """One turn of a fighter."""
    fly(battle, unit, choose_fighter_move(battle, unit, moves_of(battle, unit)), None)


def choose_fighter_move(battle: Battle, unit: Unit, moves: list[Move]) -> Move:
    """The move that the policy wants (R25, R27); the lowest path to the best end state."""
    moves = sorted(moves, key=lambda move: (move.path, move.flown))
    ends: dict[Any, Move] = {}
    for move in moves:  # of several paths to one end state the lowest; the facing flown may matter for the arc
        ends.setdefault((move.path[-1], move.facing, move.flown), move)
    choices = list(ends.values())
    sort, targets = quarry(battle, unit.side)
    own_bombers = [own for own in battle.on_board(unit.side) if own.name == "bomber"]
    escorting = policy_of(battle, unit.side)[0] == "escort" and bool(own_bombers)
    scores = {move: _score(battle, unit, sort, targets, move) for move in choices}
    if escorting:

        def near_bombers(move: Move) -> tuple[Any, ...]:
            end = move.path[-1]
            return (not on_map(end), min(distance(end, own.where) for own in own_bombers), scores[move])

        return best_move(choices, near_bombers)
    if any(score < (0,) for score in scores.values()):
        return best_move(choices, lambda move: (scores[move], enemy_arcs(battle, unit, move.path[-1])))
    if sort == "ground":  # one that the fighter cannot hurt is no target of the search
        targets = [target for target in targets if ground_value(battle, unit, target) > 0]
    if not targets:
        return best_move(choices, lambda move: (not on_map(move.path[-1]),))
    way = flight(battle, unit)
    own_hex = sort != "ground" or battle.rulings["arc_own_hex_ground"] == "allowed"
    tables = [way.turns_to_aim(target.where, own_hex) for target in targets]

    def still_to_fly(move: Move) -> tuple[Any, ...]:
        end = move.path[-1]
        soonest = min((turns(table, move) for table in tables), default=NEVER)
        return (soonest, not on_map(end), min(distance(end, target.where) for target in targets))

    return best_move(choices, still_to_fly)


def _score(battle: Battle, unit: Unit, sort: str, targets: list[Unit], move: Move) -> tuple[Any, ...]:
    """The less the better; below (0,) if anything is in arc and range that the fighter can hurt."""
    aimed = [target for target in targets if aims_at(battle, move, target)]
    if sort != "ground":
        return (-len(aimed),)
    listed = policy_of(battle, unit.side)[1]
    values = [
        (-1, listed.index(target.name) if target.name in listed else len(listed), -value)
        for target in aimed
        if (value := ground_value(battle, unit, target)) > 0
    ]
    return min(values, default=(0,))


def next_shot(battle: Battle, side: str) -> Shot | None:
    """The next attack of the fighters of a side: each alone, by id (R29); R61: at propulsion together."""
    ready = [
        shooter for unit in battle.of(side) if unit.name == "fighter" for shooter in shooters_of(battle, unit)
    ]  # fmt: skip
    wishes = ((shooter, _wish(battle, side, shooter)) for shooter in ready)
    first = next(((shooter, target) for shooter, target in wishes if target is not None), None)
    if first is None:
        return None
    shooter, target = first
    if target.system == "propulsion" and battle.rulings["propulsion_combined_fire"] == "allowed":
        return [other for other in ready if _wish(battle, side, other) == target], target
    return [shooter], target


def _wish(battle: Battle, side: str, shooter: Shooter) -> Target | None:
    """What a fighter would fire at now."""
    sort, targets = quarry(battle, side)
    name = policy_of(battle, side)[0]
    best: tuple[Any, Target] | None = None
    for enemy in targets:
        target = _aim(battle, sort, enemy)
        if not is_legal(battle, shooter, target) or not _has_odds(battle, shooter, target):
            continue
        key = (_liking(battle, battle.units[shooter.id], sort, name, enemy), enemy.order())
        if best is None or key < best[0]:
            best = key, target
    return best[1] if best else None


def _aim(battle: Battle, sort: str, enemy: Unit) -> Target:
    if sort == "ff":
        return Target(enemy.id, "propulsion")
    return ground_target(battle, enemy) if sort == "ground" else Target(enemy.id)


def _has_odds(battle: Battle, shooter: Shooter, target: Target) -> bool:
    if target.system in ("treads", "propulsion"):
        return True
    total = total_strength(forces_of(battle, [shooter], target), battle.rulings)
    return odds_column(total, defence_of(battle, target)) != NONE


def _liking(battle: Battle, unit: Unit, sort: str, name: str, enemy: Unit) -> Any:
    if sort == "ground":
        listed = policy_of(battle, unit.side)[1]
        place = listed.index(enemy.name) if enemy.name in listed else len(listed)
        return (place, -ground_value(battle, unit, enemy))
    if name == "intercept_bombers" and sort == "bomber":
        return (int(enemy.disabled),)
    if name == "escort" and sort == "fighter":
        return (int(enemy.fit),)
    return (0,)
