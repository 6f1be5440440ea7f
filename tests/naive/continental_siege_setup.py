"""Setting up a battle of Continental Siege: forces, ids, hexes (B16, B17, P2-P6)."""

from fractions import Fraction
from typing import Any

from .continental_siege_aim import Shooter, strength
from .continental_siege_dice import FIRST, PLACE, SETUP_PHASE, TYPE, BattleDice
from .continental_siege_doctrines import Doctrine, Filed, drawn_name
from .continental_siege_hexes import (
    ALL_HEXES,
    CRATERS,
    Hex,
    column_and_row,
    distance,
    hex_of,
    row_of,
)
from .continental_siege_rulings import Rulings
from .continental_siege_state import ATTACKER, DEFENDER, Battle, Target, Unit, cost_of
from .continental_siege_tables import scenario_rows, unit_types

DEFAULT_POLICIES: dict[str, Any] = {
    "setup": "standard_rear",
    "ogre_move": "beeline_cp",
    "ogre_fire": "value_first",
    "ground_move": "close_to_range",
    "gev_move": None,  # None: as ground_move (W8)
    "gev_second_move": None,  # as gev_move
    "infantry_move": None,
    "aa_move": None,
    "ground_fire": "main_then_treads",
    "infantry_fire": None,  # as ground_fire (R77)
    "gev_fire": None,
    "howitzer_fire": None,
    "aa_ground_fire": None,
    "aa_fire": "bombers_first",
    "bomber": "straight_to_target",
    "bomber_target": "ogre",
    "ogre_loads": "missiles_3_3",
    "fighter": "intercept_bombers",
    "ff_move": "beeline_cp",
    "ff_withdrawal": "cp_dead",
}
# P3: the order in which units are placed after the CP.
REAR = ("howitzer", "mobile_howitzer", "light_aa", "heavy_aa")
FORWARD = ("gev", "heavy_tank", "missile_tank", "light_tank", "superheavy", "infantry_squad")
CENTRAL_LAST_ROW = 16
FACING_OF_AA = 2  # ruling `aa_arc`: south-east, as aircraft face that enter from the north


def set_up(scenario: dict[str, Any], rulings: Rulings, dice: BattleDice) -> Battle:
    """A battle with all units in their first places."""
    row = scenario_rows()[scenario["scenario"]]
    filed = Filed(scenario.get("data", {}).get("doctrines"))
    doctrines, drawn = {}, []
    for side in (DEFENDER, ATTACKER):
        given = scenario.get(side, {}).get("policies", {})
        unknown = given.keys() - DEFAULT_POLICIES
        if unknown:
            raise ValueError(f"no such policy: {', '.join(sorted(unknown))}")
        target = {"bomber_target": "cp"} if side == ATTACKER else {}
        told = scenario.get(side, {})
        name, face = drawn_name(told.get("doctrine", "default"), side, filed, dice)
        doctrines[side] = Doctrine(told, side, DEFAULT_POLICIES | target, name, filed)
        if face:
            drawn.append(("doctrine", side, name, face))
    battle = Battle(dice, rulings, row, doctrines)
    battle.log.extend(drawn)
    for side in (DEFENDER, ATTACKER):  # R73
        own = scenario.get(side, {}).get("entry_turn") if rulings["aircraft_entry_turn"] == "any_own_turn" else None
        battle.entry_turn[side] = own or scenario.get("entry_turn", 1)
    battle.add("cp", DEFENDER)
    for _ in range(int(row["defender_infantry_points"])):
        battle.add("infantry_squad", DEFENDER)
    raise_force(battle, DEFENDER, scenario.get(DEFENDER, {}).get("force", "random_mix"))
    battle.add(row["attacker"], ATTACKER)
    if int(row["attacker_extra_armour_units"]):
        raise_force(battle, ATTACKER, scenario.get(ATTACKER, {}).get("force", "random_mix"))
    place_defence(battle)
    battle.first = first_player(battle)
    battle.log.append(("first", battle.first))
    for unit in battle.units:
        battle.log.append(("unit", unit.id, unit.name, unit.side, unit.hex))
    return battle


def first_player(battle: Battle) -> str:
    """Who moves first (ruling `first_player`)."""
    ruling = battle.rulings["first_player"]
    if ruling == "random":
        return ATTACKER if battle.dice.face(6, 0, SETUP_PHASE, 0, FIRST, 0) <= 3 else DEFENDER
    return ruling


# Forces.


def raise_force(battle: Battle, side: str, force: Any) -> None:
    """Add bought units: a list of {unit, count}, "random_mix", or {"mix": {type: weight}} (P5, P6)."""
    column = "defender_armour_units" if side == DEFENDER else "attacker_extra_armour_units"
    budget = Fraction(battle.row[column])
    may_buy = battle.row["defender_may_buy"].split(";")
    if side == ATTACKER:
        may_buy = [name for name in may_buy if name in ("bomber", "fighter")]
    if isinstance(force, list):
        for entry in force:
            for _ in range(entry.get("count", 1)):
                unit = battle.add(entry["unit"], side)
                budget -= battle.cost(unit)
                if unit.name not in may_buy or budget < 0:
                    raise ValueError(f"{side}: {unit.name} cannot be bought")
        return
    weights = {name: 1 for name in may_buy} if force == "random_mix" else force["mix"]
    if battle.row["victory_table"] == "ff_levels":
        may_buy = [name for name in may_buy if may_attack_aircraft(battle, name)]
    while True:
        cases = [
            name for name in may_buy if cost_of(unit_types()[name], battle.rulings) <= budget
            for _ in range(weights.get(name, 0))
        ]  # fmt: skip
        if not cases:
            return
        drawn = cases[battle.dice.face(len(cases), 0, SETUP_PHASE, len(battle.units), TYPE, 0) - 1]
        budget -= battle.cost(battle.add(drawn, side))


def may_attack_aircraft(battle: Battle, name: str) -> bool:
    """Whether a type that the defender may buy can attack aircraft under these rulings (11.08)."""
    trial = Battle(battle.dice, battle.rulings, battle.row, battle.doctrines)
    unit, enemy = trial.add(name, DEFENDER), trial.add("fighter", ATTACKER)
    if name == "bomber":
        return False
    weapon = "half" if name == "superheavy" else ""
    return strength(trial, Shooter(unit.id, 0, 0, weapon), Target(enemy.id)) is not None


# Places.


def is_north(battle: Battle, a: Hex) -> bool:
    """In the north set-up area (ruling `map_north_last_row`)."""
    return row_of(a) <= int(battle.rulings["map_north_last_row"])


def is_central(battle: Battle, a: Hex) -> bool:
    """In the central set-up area."""
    return not is_north(battle, a) and row_of(a) <= CENTRAL_LAST_ROW


def area_strength(battle: Battle, units: list[Unit]) -> Fraction:
    """Strength that counts towards the limit of the central area (ruling `aa_strength_in_area_limit`)."""
    total = Fraction(0)
    for unit in units:
        half = unit.kind == "aa" and battle.rulings["aa_strength_in_area_limit"] == "ground"
        total += Fraction(unit.type.attack, 2 if half else 1)
    return total


def groups(battle: Battle) -> list[list[Unit]]:
    """What is placed as one: squads in threes, all other ground units of the defender alone; by lowest id."""
    units = [unit for unit in battle.of(DEFENDER) if not unit.flies and unit.kind != "structure"]
    squads = [unit for unit in units if unit.kind == "infantry"]
    threes = [squads[n : n + 3] for n in range(0, len(squads), 3)]
    return sorted(threes + [[unit] for unit in units if unit.kind != "infantry"], key=lambda group: group[0].id)


class Places:
    """Which hexes are still free for the defender."""

    def __init__(self, battle: Battle):
        self.battle = battle
        self.free = [a for a in ALL_HEXES if a not in CRATERS and row_of(a) <= CENTRAL_LAST_ROW]
        self.central = Fraction(0)
        self.limit = Fraction(battle.row["central_area_attack_strength_limit"])

    def take(self, units: list[Unit], a: Hex) -> None:
        """Put units there."""
        self.free.remove(a)
        if is_central(self.battle, a):
            self.central += area_strength(self.battle, units)
        for unit in units:
            unit.hex = a

    def north(self) -> list[Hex]:
        """Free legal hexes of the north area."""
        return [a for a in self.free if is_north(self.battle, a)]

    def take_nearest(self, units: list[Unit], hexes: list[Hex], to: Hex) -> None:
        """Put units into the nearest of these hexes, the lowest of several."""
        self.take(units, min(hexes, key=lambda a: (distance(a, to), a)))

    def fits(self, units: list[Unit], planned: Fraction = Fraction(0)) -> bool:
        """Whether the central area may take them, apart from what is there or planned."""
        return self.central + planned + area_strength(self.battle, units) <= self.limit


def place_defence(battle: Battle) -> None:
    """Place all ground units of the defender by his set-up policy."""
    places = Places(battle)
    policy = battle.policy(DEFENDER, "setup")
    if policy == "random_legal":
        _random_legal(battle, places)
    else:
        _standard_rear(battle, places, policy)
    battle.cp_hex = battle.command_post.where
    if battle.rulings["aa_arc"] == "forward_arc":
        for unit in battle.of(DEFENDER):
            if unit.kind == "aa":
                unit.facing = FACING_OF_AA
    if places.central > places.limit:
        raise ValueError("the central area holds more attack strength than the scenario allows")


def _standard_rear(battle: Battle, places: Places, policy: Any) -> None:
    """P3; with policy {"aa_ring": k} the AA units as in P4, with {"forward": types} R83."""
    cp = hex_of("0801", "odd_low")
    places.take([battle.command_post], cp)
    ring = policy.get("aa_ring") if isinstance(policy, dict) else None
    wished = policy.get("forward", []) if isinstance(policy, dict) else []  # R83
    waiting = groups(battle)
    for group in _in_order(waiting, REAR):
        if ring is not None and group[0].kind == "aa":
            continue
        near = [a for a in places.north() if 2 <= distance(a, cp) <= 4]
        places.take_nearest(group, near or places.north(), cp)
    if ring is not None:
        _aa_ring(places, [group[0] for group in waiting if group[0].kind == "aa"], ring, cp)
    forward = _in_order(waiting, (*wished, *(name for name in FORWARD if name not in wished)))
    picked: list[list[Unit]] = []
    planned = Fraction(0)
    for group in forward:
        if places.fits(group, planned):
            picked.append(group)
            planned += area_strength(battle, group)
    for i, group in enumerate(picked):
        column = 1 + (2 * i + 1) * 15 // (2 * len(picked))
        goal = hex_of(f"{column:02d}12", "odd_low")
        places.take_nearest(group, [a for a in places.free if 10 <= row_of(a) <= 14], goal)
    for group in forward:
        if group not in picked:
            places.take_nearest(group, places.north(), cp)


def _in_order(waiting: list[list[Unit]], names: tuple[str, ...]) -> list[list[Unit]]:
    """The groups of these types, type by type, by id within a type; both AA types are one."""

    def place(name: str) -> int:
        return names.index("light_aa" if name == "heavy_aa" else name)

    found = [group for group in waiting if group[0].name in names]
    return sorted(found, key=lambda group: (place(group[0].name), group[0].id))


def _aa_ring(places: Places, units: list[Unit], k: int, cp: Hex) -> None:
    """P4."""
    for d in [*range(k, 30), *range(k - 1, 0, -1)]:
        hexes = [a for a in places.north() if distance(a, cp) == d]
        without = []
        for i, unit in enumerate(units):
            a = hexes[(2 * i + 1) * len(hexes) // (2 * len(units))] if hexes else None
            if a is not None and a in places.free:
                places.take([unit], a)
            else:
                without.append(unit)
        units = without
        if not units:
            return


def _random_legal(battle: Battle, places: Places) -> None:
    """P5: every unit on a drawn hex, the CP in rows 01 to 03."""
    cp_hexes = [a for a in places.free if column_and_row(a, "odd_low")[1] <= 3]
    places.take([battle.command_post], _drawn(battle, cp_hexes, 0, 0))
    for group in groups(battle):
        a = _drawn(battle, places.free, group[0].id, 0)
        if is_central(battle, a) and not places.fits(group):
            a = _drawn(battle, places.north(), group[0].id, 1)
        places.take(group, a)


def _drawn(battle: Battle, hexes: list[Hex], actor: int, n: int) -> Hex:
    return hexes[battle.dice.face(len(hexes), 0, SETUP_PHASE, actor, PLACE, n) - 1]
