"""Aircraft in a battle of Continental Siege: where bombers and fortresses fly and what they drop (P7-P21, P35-P39).

R-numbers are those of simlab/systems/continental_siege/BATTLE.md.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .continental_siege_aim import (
    Shooter,
    bears_on,
    is_legal,
    shooters_of,
    strength,
)
from .continental_siege_attack import attack
from .continental_siege_bombs import AP_LOAD, LOAD
from .continental_siege_flight import NEVER, Flight, Move, exit_step, flight_of
from .continental_siege_hexes import INWARD, Hex, distance, edge_hexes, hex_of, on_map
from .continental_siege_loads import (
    bomb_here,
    can_hurt,
    chance_with_loads,
    may_bomb,
    plotted,
)
from .continental_siege_state import ATTACKER, Battle, Target, Unit
from .continental_siege_weighted import bomber_key

MIDDLE = hex_of("0811", "odd_low")
KINDS = {
    "cp": ("cp",),
    "ogre": ("ogre_mk3", "ogre_mk5"),
    "howitzers": ("howitzer", "mobile_howitzer"),
    "aa": ("light_aa", "heavy_aa"),
}
Key = Callable[[Move], Any]


def own_edge(battle: Battle, side: str) -> str:
    """The edge by which the aircraft of a side enter (11.03)."""
    return battle.row["attacker_edge" if side == ATTACKER else "defender_aircraft_edge"]


def flight(battle: Battle, unit: Unit) -> Flight:
    """How this aircraft flies now."""
    return flight_of(battle.lengths(unit), battle.rulings)


def moves_of(battle: Battle, unit: Unit) -> list[Move]:
    """All legal moves of an aircraft in this player-turn."""
    may_turn = unit.fit or battle.rulings["disabled_aircraft_movement"] == "full_move_and_turn"
    if unit.kind == "ff":
        may_turn = True  # a D leaves the flight of a fortress alone
    way = flight(battle, unit)
    if unit.status == "away":
        return way.entry_moves([unit.where], [unit.facing], may_turn)
    if unit.status == "play":
        return way.moves_from((unit.where, unit.facing), may_turn)
    edges = [own_edge(battle, unit.side)]
    if battle.rulings["aircraft_entry_edge"] == "any_edge":
        edges = ["north", "south", "west", "east"]
    anywhere = battle.rulings["aircraft_entry_facing"] == "any"
    found: list[Move] = []
    for edge in edges:
        found += way.entry_moves(edge_hexes(edge), range(6) if anywhere else INWARD[edge])
    return list(dict.fromkeys(found))


def turns(table: dict[Any, int], move: Move) -> int:
    """Turns to a goal from the state after a move."""
    return NEVER if move.state is None else table.get(move.state, NEVER)


def place_key(move: Move) -> tuple[Any, ...]:
    """P1 for end states."""
    return (move.path[-1] if move.path else (-99, -99), move.facing)


def best_move(moves: list[Move], key: Key, most_bombed: Key | None = None) -> Move:
    """The move with the least key; ties: P1, for a fortress the most units bombed, then the lowest path (P19)."""
    least = min(key(move) for move in moves)
    equal = [move for move in moves if key(move) == least]
    bombed = most_bombed or (lambda move: 0)
    return min(equal, key=lambda move: (place_key(move), -bombed(move), move.path, move.flown))


# What an aircraft wants.


def enemy_guns(battle: Battle, unit: Unit, a: Hex) -> int:
    """Fit enemy units and single weapons that may attack an aircraft of this sort in a hex (P19, R17)."""
    if not on_map(a):
        return 0
    count = 0
    for enemy in battle.on_board(battle.other(unit.side)):
        if enemy.disabled or enemy.name == "bomber":
            continue
        for gun in guns_of(enemy):
            if strength(battle, gun, Target(unit.id)) is not None and bears_on(battle, gun, a, True):
                count += 1
    return count


def guns_of(unit: Unit) -> list[Shooter]:
    """A unit as a gun: one, or the weapons on a sheet."""
    if unit.kind == "structure":
        return []
    if not unit.has_sheet:
        return [Shooter(unit.id)]
    guns = [system for system in unit.weapons if system not in (LOAD, AP_LOAD)]
    return [
        Shooter(unit.id, 0, nth, system) for system in guns
        for nth in range(int(unit.boxes[system]) - len(unit.silenced.get(system, ())))
    ]  # fmt: skip


def bomb_targets(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemy units among which a bomber or fortress looks for the nearest (P19, P39, R20); empty = no target."""
    enemies = battle.ground_heads(battle.other(unit.side))
    if unit.kind == "ff":
        return _fortress_targets(battle, unit, enemies)
    wanted = battle.policy(unit.side, "bomber_target")
    if wanted != "best_value":
        found = [enemy for enemy in enemies if enemy.name in KINDS[wanted]]
        if found:
            return found
    valued = [enemy for enemy in enemies if enemy.kind != "ogre"]
    if not valued:
        return enemies

    def value(enemy: Unit) -> Fraction:
        each = len(battle.squads_with(enemy)) if enemy.kind == "infantry" else 1
        return battle.worth(enemy) * each * chance_with_loads(battle, enemy, unit.loads)

    best = max(value(enemy) for enemy in valued)
    return [enemy for enemy in valued if value(enemy) == best]


def _fortress_targets(battle: Battle, unit: Unit, enemies: list[Unit]) -> list[Unit]:
    """P39, R42: AA only while there is a bombload for it."""
    cp = [enemy for enemy in enemies if enemy.kind == "structure"]
    aa = [enemy for enemy in enemies if enemy.kind == "aa" and unit.boxes[LOAD]]
    if cp and not (aa and battle.policy(unit.side, "ff_move") == "kill_aa_first"):
        return cp
    return aa or [enemy for enemy in enemies if can_hurt(battle, unit, enemy)]


def choose_target(battle: Battle, unit: Unit, moves: list[Move]) -> Unit | None:
    """The nearest target: fewest turns to a crossing, then the least distance, then P1 (P38, R16)."""
    way = flight(battle, unit)

    def nearness(target: Unit) -> tuple[Any, ...]:
        a = target.where
        table = way.turns_to_cross(a)
        if unit.status != "play":
            crossed = any(way.crosses(move, a) for move in moves)
            away = 1 if crossed else 1 + min(turns(table, move) for move in moves)
            gap = min(distance(move.start or move.path[0], a) for move in moves)
        else:
            away, gap = table.get((unit.where, unit.facing), NEVER), distance(unit.where, a)
        return (away, gap, target.order())

    return min(bomb_targets(battle, unit), key=nearness, default=None)


def heads_home(battle: Battle, unit: Unit) -> bool:
    """Whether it flies to its own edge to leave for good (P13, P35)."""
    if unit.name == "bomber":
        return unit.loads == 0
    if not any(unit.boxes[system] for system in unit.weapons) and battle.rulings["ff_disarmed"] == "withdraws":
        return True
    ruling = battle.rulings["ff_withdrawal"]
    if battle.row["victory_table"] != "ff_levels" or ruling == "never" or unit.status == "waiting":  # R46
        return False
    if ruling == "when_out_of_bombs" and (unit.boxes[LOAD] or unit.boxes[AP_LOAD]):
        return False
    policy = battle.policy(unit.side, "ff_withdrawal")
    if isinstance(policy, dict) and battle.movement_allowance(unit) <= policy["ma_at_most"]:
        return True
    return policy != "never" and not battle.command_post.in_play


# The move.


def move_bomber(battle: Battle, unit: Unit) -> None:
    """One turn of a bomber or a Flying Fortress."""
    moves = moves_of(battle, unit)
    target = None if heads_home(battle, unit) else choose_target(battle, unit, moves)
    fly(battle, unit, choose_move(battle, unit, moves, target), target)


def choose_move(battle: Battle, unit: Unit, moves: list[Move], target: Unit | None) -> Move:
    """The move that the policies want."""
    bombed: Key | None = None
    if unit.kind == "ff":
        wanted = hexes_to_bomb(battle, unit)
        bombed = lambda move: units_bombed(battle, unit, move, wanted)  # noqa: E731
    way = flight(battle, unit)
    if heads_home(battle, unit):
        edge = own_edge(battle, unit.side)
        table = way.turns_to_leave(edge)
        leaving = [short for move in moves if (short := _cut_short(move, edge)) is not None]
        if leaving:
            return min(leaving, key=lambda move: (len(move.path), move.path))  # R44
        return best_move(moves, lambda move: turns(table, move), bombed)
    if target is None:
        return best_move(moves, _to_the_middle, bombed)
    a = target.where
    table = way.turns_to_cross(a)
    if unit.name == "bomber" and battle.policy(unit.side, "bomber") == "weighted":
        return _weighted_move(battle, unit, moves, a)
    shy = unit.name == "bomber" and battle.policy(unit.side, "bomber") == "avoid_aa"
    guns: dict[Hex, int] = {end: enemy_guns(battle, unit, end) for end in {move.path[-1] for move in moves}}

    def key(move: Move) -> tuple[Any, ...]:
        away, exposed = turns(table, move), guns[move.path[-1]]
        return (not way.crosses(move, a), *((exposed, away) if shy else (away, exposed)))

    return best_move(moves, key, bombed)


def _weighted_move(battle: Battle, unit: Unit, moves: list[Move], a: Hex) -> Move:
    """W7: the least sum over end states; of the paths to one, those that cross the target go first."""
    way = flight(battle, unit)
    table = way.turns_to_cross(a)
    crossing = {(move.path[-1], move.facing) for move in moves if way.crosses(move, a)}
    candidates = [move for move in moves if way.crosses(move, a) or (move.path[-1], move.facing) not in crossing]
    guns = {end: enemy_guns(battle, unit, end) for end in {move.path[-1] for move in candidates}}
    total = bomber_key(battle.weights(unit.side, "bomber"), guns, lambda move: turns(table, move))
    return best_move(candidates, lambda move: total(move, (move.path[-1], move.facing) in crossing))


def _to_the_middle(move: Move) -> tuple[Any, ...]:
    end = move.path[-1]
    return (0, distance(end, MIDDLE)) if on_map(end) else (1, 0)


def _cut_short(move: Move, edge: str) -> Move | None:
    """The move up to its step over an edge, if it makes one (R2)."""
    if move.start is not None and not on_map(move.start):
        return None
    chain = (move.start, *move.path) if move.start is not None else move.path
    last = exit_step(chain, edge)
    if last is None:
        return None
    path = chain[1 : last + 1] if move.start is not None else chain[: last + 1]
    return Move(path, move.flown, move.flown, True, None, move.start)


def fly(battle: Battle, unit: Unit, move: Move, target: Unit | None) -> None:
    """Fly a chosen move hex by hex, with reaction fire and bombs (12.03-12.05, P12, P14, P22)."""
    battle.log.append(
        ("fly", battle.player_turn, unit.id, move.start, move.path, move.flown, move.facing, move.leaves)
    )  # fmt: skip
    unit.status, unit.facing, unit.flown = "play", move.flown, move.flown
    places = flight(battle, unit).may_bomb_in(move)
    plan = plotted(battle, unit, move, places, target)
    if -1 in places:
        bomb_here(battle, unit, target, plan, -1)
        if not unit.in_play:
            return
    for n, a in enumerate(move.path):
        unit.hex = a
        if battle.rulings["aa_fire_timing"] == "reaction_on_entry" and on_map(a):
            reaction_fire(battle, unit)
        if unit.in_play and n in places:
            bomb_here(battle, unit, target, plan, n)
        if not unit.in_play:
            return
    if move.leaves or move.state is None:
        lost_bomber = unit.name == "bomber" and move.leaves
        battle.remove(unit, "spent" if lost_bomber else "left")
        battle.check_end()
    elif len(move.state) == 3:
        unit.status = "away"
        unit.hex, unit.facing, unit.wait = move.state
    else:
        unit.facing = move.facing


def reaction_fire(battle: Battle, unit: Unit) -> None:
    """Each AA unit fires once in the enemy turn, at the first aircraft that steps into its range (P22)."""
    for enemy in battle.on_board(battle.other(unit.side)):
        if enemy.kind != "aa" or enemy.id in battle.fired_in_enemy_turn or not unit.in_play:
            continue
        for gun in shooters_of(battle, enemy):
            goal = aim_at_aircraft(battle, enemy.side, unit)
            if is_legal(battle, gun, goal):
                attack(battle, [gun], goal)
                battle.fired_in_enemy_turn.add(enemy.id)


def aim_at_aircraft(battle: Battle, side: str, unit: Unit) -> Target:
    """What an AA gun of a side aims at on an aircraft: of a fortress the propulsion, by policy a bombload (R51, W6)."""
    if unit.kind != "ff":
        return Target(unit.id)
    policy = battle.policy(side, "aa_fire")
    bombs_first = policy == "ff_bombs_first"
    if policy == "weighted":
        weights = battle.weights(side, "aa_fire")
        bombs_first = weights.get("bombload", 0) > weights.get("propulsion", 0)
    if bombs_first and bombload_wants_a_shot(battle, unit):
        return Target(unit.id, LOAD)
    return Target(unit.id, "propulsion")


def bombload_wants_a_shot(battle: Battle, unit: Unit) -> bool:
    """Whether some bombload of a fortress has not had its one shot in this phase (`ff_bombs_first`)."""
    loads = Target(unit.id, LOAD)
    untouched = unit.boxes[LOAD] + battle.record.lost[loads] - battle.record.on_system[loads]
    return battle.rulings["ff_bombs_targetable"] == "yes" and unit.boxes[LOAD] > 0 and untouched > 0


def hexes_to_bomb(battle: Battle, unit: Unit) -> Counter[Hex]:
    """Hex -> enemy units there that a fortress may bomb, as things stand before its move (P19, R43)."""
    heads = battle.ground_heads(battle.other(unit.side))
    return Counter(head.where for head in heads if may_bomb(battle, unit, head))


def units_bombed(battle: Battle, unit: Unit, move: Move, wanted: Counter[Hex]) -> int:
    """How many units on a path a fortress may bomb."""
    hexes = [move.start if n < 0 else move.path[n] for n in flight(battle, unit).may_bomb_in(move)]
    return sum(wanted[a] for a in hexes if a is not None)
