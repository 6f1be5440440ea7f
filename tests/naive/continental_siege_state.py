"""The state of a battle of Continental Siege: units, clocks, log, and what they imply (B9, B13, B17, P29-P32)."""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple

from .continental_siege_dice import BattleDice
from .continental_siege_hexes import Hex, on_map
from .continental_siege_rulings import Rulings
from .continental_siege_tables import RANK, SystemType, UnitType, sheet_of, unit_types

DEFENDER, ATTACKER = "defender", "attacker"
DRIVES = ("treads", "propulsion")
END, FIRE_START = "end", "fire_start"
Clock = tuple[int, str]  # a disablement lasts to the end, or to the start of the fire phase, of this player-turn


class BattleOver(Exception):
    """The battle has ended; the victory level is read from the state."""


@dataclass
class Unit:
    """One unit. `status`: waiting (to enter), play, away (fixed delay), destroyed, spent (taken off alive), left."""

    id: int
    type: UnitType
    side: str
    status: str = "play"
    hex: Hex | None = None
    facing: int = -1
    flown: int = -1
    wait: int = 0
    recover: Clock | None = None
    loads: int = 0
    boxes: dict[str, Fraction] = field(default_factory=dict)
    silenced: dict[str, list[Clock]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its type's name."""
        return self.type.name

    @property
    def kind(self) -> str:
        """Its class."""
        return self.type.kind

    @property
    def has_sheet(self) -> bool:
        """Whether it is an Ogre or a Flying Fortress."""
        return self.kind in ("ogre", "ff")

    @property
    def flies(self) -> bool:
        """Whether section 11 holds for it."""
        return self.kind in ("aircraft", "ff")

    @property
    def disabled(self) -> bool:
        """Whether a D still works on it as a whole."""
        return self.recover is not None

    @property
    def fit(self) -> bool:
        """Whether it is on its feet."""
        return self.recover is None

    @property
    def in_play(self) -> bool:
        """P30: on the map, off it by 11.10, or not yet entered."""
        return self.status in ("waiting", "play", "away")

    @property
    def where(self) -> Hex:
        """Its hex; it must have one."""
        assert self.hex is not None
        return self.hex

    @property
    def on_map(self) -> bool:
        """Whether it is in play and in a hex of the board."""
        return self.status == "play" and self.hex is not None and on_map(self.hex)

    @property
    def sheet(self) -> dict[str, SystemType]:
        """Its record sheet as printed."""
        return sheet_of(self.name)

    @property
    def drive(self) -> str:
        """The name of its treads or propulsion."""
        return "treads" if self.kind == "ogre" else "propulsion"

    @property
    def weapons(self) -> list[str]:
        """Its systems other than the drive, in the rank of P1."""
        return sorted((name for name in self.boxes if name not in DRIVES), key=lambda name: RANK[name])

    @property
    def loads_left(self) -> int:
        """Bombloads that are still aboard."""
        return int(self.boxes["bombload"]) if self.kind == "ff" else self.loads

    def order(self) -> tuple[Any, ...]:
        """The key that settles ties (P1); a unit without a facing counts as facing 0."""
        return (self.hex or (-99, -99), max(self.facing, 0), self.id)


Group = tuple[str, Any]


class Target(NamedTuple):
    """What an attack is aimed at: a unit, a group of squads (by its lowest id), or a system of a sheet."""

    id: int
    system: str = ""


@dataclass
class PhaseRecord:
    """What has happened in the present phase."""

    fired: Counter[tuple[int, str]] = field(default_factory=Counter)
    carried: Counter[int] = field(default_factory=Counter)  # attacks by the actor that carried their dice
    received: Counter[int] = field(default_factory=Counter)  # attacks by unit attacked
    on_system: Counter[Target] = field(default_factory=Counter)  # attacks by system attacked
    lost: Counter[Target] = field(default_factory=Counter)  # boxes of weapons lost to attacks
    spilled: Counter[int] = field(default_factory=Counter)
    ap_at: set[Group] = field(default_factory=set)  # groups that have had their AP attack (B12)
    gun_target: dict[int, Group] = field(default_factory=dict)  # ff_gun_targets = all_one_target


class Battle:
    """A battle under way."""

    def __init__(self, dice: BattleDice, rulings: Rulings, row: dict[str, str], doctrines: dict[str, Any]):
        self.dice = dice
        self.rulings = rulings
        self.row = row
        self.doctrines = doctrines
        self.units: list[Unit] = []
        self.player_turn = 0
        self.phase = 0
        self.side = ATTACKER
        self.first = ATTACKER
        self.record = PhaseRecord()
        self.log: list[tuple[Any, ...]] = []
        self.cp_hex: Hex = (0, 0)
        self.quiet_since = 0  # the last player-turn with an attack, a bomb or a ram (P24)
        self.rams = 0  # of the Ogre in this player-turn
        self.drops: Counter[int] = Counter()  # loads dropped in this movement phase, by unit
        self.ap_bombed: set[tuple[int, Group]] = set()
        self.fired_in_enemy_turn: set[int] = set()  # AA units (P22)
        self.entry_turn = {DEFENDER: 1, ATTACKER: 1}

    # Units.

    def add(self, name: str, side: str) -> Unit:
        """A new unit with the next id."""
        unit = Unit(len(self.units), unit_types()[name], side)
        if unit.flies or unit.kind == "ogre":
            unit.status = "waiting"
        if name == "bomber":
            unit.loads = 3
        if unit.has_sheet:
            unit.boxes = {name: Fraction(line.count) for name, line in unit.sheet.items()}
        self.units.append(unit)
        return unit

    def of(self, side: str) -> list[Unit]:
        """The units of a side that are in play."""
        return [unit for unit in self.units if unit.side == side and unit.in_play]

    def on_board(self, side: str) -> list[Unit]:
        """The units of a side that are on the map."""
        return [unit for unit in self.units if unit.side == side and unit.on_map]

    @property
    def capital(self) -> Unit:
        """The attacker's Ogre or Flying Fortress."""
        return next(unit for unit in self.units if unit.has_sheet)

    @property
    def command_post(self) -> Unit:
        """The defender's CP."""
        return self.units[0]

    def other(self, side: str) -> str:
        """The enemy of a side."""
        return ATTACKER if side == DEFENDER else DEFENDER

    def squads_with(self, squad: Unit) -> list[Unit]:
        """The group a squad belongs to, by id (B10; ruling `infantry_grouping`)."""
        if self.rulings["infantry_grouping"] == "each_alone":
            return [squad]
        return [unit for unit in self.on_board(squad.side) if unit.kind == "infantry" and unit.hex == squad.hex]

    def group(self, unit: Unit) -> Group:
        """What is attacked with a unit: a group of squads goes by its hex, all else by id (R64, R67, R78)."""
        if unit.kind == "infantry" and self.rulings["infantry_grouping"] == "up_to_three":
            return ("group", unit.hex)
        return ("unit", unit.id)

    def heads(self, side: str) -> list[Unit]:
        """The units of a side on the map, of each group of squads only the one with the lowest id."""
        alone = self.rulings["infantry_grouping"] == "each_alone"
        found, grouped = [], set()
        for unit in self.on_board(side):
            if unit.kind != "infantry" or alone or unit.hex not in grouped:
                found.append(unit)
            if unit.kind == "infantry":
                grouped.add(unit.hex)
        return found

    def ground_heads(self, side: str) -> list[Unit]:
        """The ground units among them."""
        return [unit for unit in self.heads(side) if not unit.flies]

    def cost(self, unit: Unit) -> Fraction:
        """Armour units (rulings `aircraft_cost`, `aa_cost`, `ff_cost`)."""
        return cost_of(unit.type, self.rulings)

    def worth(self, unit: Unit) -> Fraction:
        """Cost as policies count it: the CP counts 10."""
        return Fraction(10) if unit.kind == "structure" else self.cost(unit)

    def movement_allowance(self, unit: Unit) -> int:
        """MA of the moment (B13, 14.02; ruling `ff_ma_threshold`)."""
        if unit.kind == "ogre":
            return ceil(3 * unit.boxes["treads"] / unit.sheet["treads"].count)
        if unit.kind == "ff":
            share = 4 * unit.boxes["propulsion"] / unit.sheet["propulsion"].count
            if self.rulings["ff_ma_threshold"] == "at_quarter":
                return ceil(share)
            return min(4, floor(share) + 1) if share > 0 else 0
        return unit.type.move

    def lengths(self, unit: Unit) -> tuple[int, ...]:
        """The numbers of hexes an aircraft may fly (11.07, 11.071)."""
        return (5, 6) if unit.name == "fighter" else (self.movement_allowance(unit),)

    def policy(self, side: str, hook: str) -> Any:
        """The policy of a side for a hook."""
        return self.doctrines[side].policy(hook)

    def weights(self, side: str, hook: str) -> dict[str, int]:
        """The weights of a side for a hook."""
        found: dict[str, int] = self.doctrines[side].weights(hook)
        return found

    # Dice and clocks.

    def roll(self, actor: int, purpose: int, n: int, sides: int = 6) -> int:
        """The die at an address of the present player-turn and phase."""
        return self.dice.face(sides, self.player_turn, self.phase, actor, purpose, n)

    def clock_from_now(self, unit: Unit) -> Clock:
        """Until when a D received now works (B9; rulings `aircraft_recovery`, `disabled_recovery`)."""
        own_turn = unit.side == self.side
        last = self.player_turn + (1 if own_turn else 2)
        if unit.flies:
            if self.rulings["aircraft_recovery"] == "own_turn_only":
                return last - 1, END
            early = self.rulings["aircraft_recovery"] == "until_next_fire_phase_start"
        else:
            early = self.rulings["disabled_recovery"] == "before_next_enemy_fire"
        return (last, FIRE_START) if early else (last, END)

    def recover_at(self, moment: str) -> None:
        """Clear every disablement that runs out now."""
        now = (self.player_turn, moment)
        for unit in self.units:
            if unit.recover == now and unit.in_play:
                unit.recover = None
                self.log.append(("recovers", self.player_turn, unit.id))
            for system, clocks in unit.silenced.items():
                unit.silenced[system] = [clock for clock in clocks if clock != now]

    # Ends.

    def remove(self, unit: Unit, status: str) -> None:
        """Take a unit out of play."""
        unit.status = status
        self.log.append((status, self.player_turn, unit.id))

    def check_end(self) -> None:
        """Raise BattleOver if the battle has ended (P31)."""
        if not self.capital.in_play or self.defence_is_gone():
            raise BattleOver

    def defence_is_gone(self) -> bool:
        """All defending units are destroyed (P30; ruling `last_unit_rule`)."""
        ground_only = self.rulings["last_unit_rule"] == "no"
        return not any(not (ground_only and unit.flies) for unit in self.of(DEFENDER))


def cost_of(kind: UnitType, rulings: Rulings) -> Fraction:
    """Cost of a unit type in armour units."""
    if kind.kind == "aircraft":
        return _given(rulings, "aircraft_cost", kind.cost)
    if kind.kind == "aa":
        if rulings["aa_cost"] == "heavy_counts_two" and kind.name == "heavy_aa":
            return Fraction(2)
        return _given(rulings, "aa_cost", kind.cost)
    if kind.kind == "ff":
        if rulings["ff_cost"] == "propulsion_ratio":
            return Fraction(25 * sheet_of(kind.name)["propulsion"].count, 60)
        return _given(rulings, "ff_cost", kind.cost)
    return kind.cost


def _given(rulings: Rulings, name: str, otherwise: Fraction) -> Fraction:
    number = rulings.number(name)
    return otherwise if number is None else number
