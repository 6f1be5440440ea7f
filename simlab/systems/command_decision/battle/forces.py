"""The forces of a `campaign` as lists: stands numbered through both sides, aircraft side by side, attacks made once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from simlab.catalog import Catalog
from simlab.errors import ScenarioError
from simlab.systems.command_decision.attack.ordnance import ground_rules, load_of
from simlab.systems.command_decision.attack.pack import AT_LEAST, FIRST, LAST, ground_of, packed_attack
from simlab.systems.command_decision.attack.pack import Packed as PackedAttack
from simlab.systems.command_decision.attack.salvo import Salvo, Table, salvo_of
from simlab.systems.command_decision.attack.shapes import AREA_LOADS, AttackerShape, BombingShape, PointShape
from simlab.systems.command_decision.attack.shapes import StandShape as LaidStand
from simlab.systems.command_decision.attack.weapons import Dropped
from simlab.systems.command_decision.battle.shapes import (
    SIDES,
    CampaignShape,
    HelicopterShape,
    PlaneShape,
    StandShape,
    SystemShape,
)
from simlab.systems.command_decision.rules.air_defence import Firer, Target
from simlab.systems.command_decision.rules.attacks import SUPPRESSED
from simlab.systems.command_decision.rules.geometry import Point, point_at
from simlab.systems.command_decision.stands import Book, FirerShape

CLASS_BY_MOUNT = {"towed": "gun", "manpads": "personnel", "team": "personnel", "infantry": "personnel"}
LOAD_OF_WEAPON = {"missile": "atgm", "rockets": "rockets", "guns": "guns"}


@dataclass(frozen=True)
class Stand:
    """A stand or AA system. laid: as kind bombing sees it; firer: None for a stand without AA."""

    number: int
    side: int
    name: str
    shape: StandShape | SystemShape
    laid: LaidStand
    place: Point
    firer: Firer | None


@dataclass(frozen=True)
class Aircraft:
    """A plane or helicopter. number: within its side, planes first; load: as ``[attacker]`` of bombing names it."""

    number: int
    side: int
    name: str
    shape: PlaneShape | HelicopterShape
    row: Any
    target: Target
    load: str

    @property
    def is_helicopter(self) -> bool:
        """True for a helicopter."""
        return isinstance(self.shape, HelicopterShape)


class Forces:
    """All stands and aircraft of a scenario, and the attacks of the aircraft."""

    def __init__(self, shape: CampaignShape, rulings: Any, catalog: Catalog, where: str) -> None:
        self.shape, self.rulings, self.catalog, self.where = shape, rulings, catalog, where
        self.book = Book(catalog)
        self.names: set[str] = set()
        self.stands: list[Stand] = []
        self.aircraft: list[Aircraft] = []
        for side, word in enumerate(SIDES):
            forces = getattr(shape, word)
            for what, entries in (("air_defence", forces.air_defence), ("stand", forces.stand)):
                for place, entry in enumerate(entries):
                    self._add_stands(side, what, entry, f"{where}, {word}.{what}[{place}]")
        for side, word in enumerate(SIDES):
            forces = getattr(shape, word)
            first = len(self.aircraft)
            for what, entries in (("plane", forces.plane), ("helicopter", forces.helicopter)):
                for place, entry in enumerate(entries):
                    self._add_aircraft(side, first, entry, f"{where}, {word}.{what}[{place}]")
        covers = {entry.terrain: entry.cover for entry in catalog.rows("terrain_cover")}
        self.grounds = [ground_of(stand.laid, covers) for stand in self.stands]
        self.rules = ground_rules(catalog, self.book)
        self._made: dict[Any, PackedAttack | None] = {}
        self._sorts: dict[Any, tuple[AttackerShape, Dropped, Table]] = {}
        self._tables: dict[tuple[int, bool], Table] = {}
        for aircraft in self.aircraft:  # a load that its row has not is refused, even where there is nothing to attack
            self._ready(aircraft, 0, True, False)

    def _names(self, side: int, sort: str, entry: Any, here: str) -> list[str]:
        """A name for each of ``count``; ScenarioError when one is there already."""
        own = entry.name or f"{SIDES[side]}_{sort}"
        taken = sum(name.startswith(f"{SIDES[side]}_{sort}_") for name in self.names)
        names = []
        for number in range(entry.count):
            name = own if entry.name and entry.count == 1 else f"{own}_{number + 1 + (0 if entry.name else taken)}"
            if name in self.names:
                raise ScenarioError(f'{here}.name: "{name}" stands there twice')
            self.names.add(name)
            names.append(name)
        return names

    def _add_stands(self, side: int, what: str, entry: StandShape | SystemShape, here: str) -> None:
        firer, target, manpads = None, entry.target or "personnel", False
        if isinstance(entry, SystemShape):
            firer = self.book.firer(FirerShape(unit=entry.unit, terrain=entry.terrain), f"{here}.unit")
            target = entry.target or CLASS_BY_MOUNT.get(firer.row.mount, "soft_vehicle")  # type: ignore[assignment]
            manpads = firer.row.mount == "manpads"
        else:
            manpads = entry.manpads
        terrain = "bua" if entry.terrain == "bua_flat_roof" else entry.terrain
        for name in self._names(side, "aa" if what == "air_defence" else what, entry, here):
            keys = {key: getattr(entry, key) for key in ("size_in", "weight", "edge", "cover", "dug_in", "quality")}
            radar = bool(firer is not None and firer.row.radar)
            laid = LaidStand.model_validate(
                {**keys, "name": name, "at": entry.at, "class": target, "terrain": terrain, "manpads": manpads,
                 "radar": radar}
            )  # fmt: skip
            number = len(self.stands)
            self.stands.append(Stand(number, side, name, entry, laid, point_at(entry.at), firer))

    def _add_aircraft(self, side: int, first: int, entry: PlaneShape | HelicopterShape, here: str) -> None:
        is_helicopter = isinstance(entry, HelicopterShape)
        tables = ("helicopters",) if is_helicopter else ("aircraft",)
        row = self.catalog.unit(entry.unit, tables, f"{here}.unit")
        fits = {
            key: getattr(row, key) if getattr(entry, key) is None else getattr(entry, key)
            for key in ("flares", "ecm", "irs")
        }
        if isinstance(entry, HelicopterShape):
            load = entry.weapon or LOAD_OF_WEAPON[_usual_weapon(row, here)]
            # it attacks from where it stands, so it has to be spotted as one that hovers (3.2.1b to e)
            target = Target(entry.altitude, sight=row.sight, hovering=True, **fits)
        else:
            load, target = entry.load, Target(None, **fits)
        for name in self._names(side, "helicopter" if is_helicopter else "plane", entry, here):
            self.aircraft.append(Aircraft(len(self.aircraft) - first, side, name, entry, row, target, load))

    def attack(self, aircraft: Aircraft, stand: Stand, penalty: int) -> PackedAttack | None:
        """The attack of an aircraft on a stand, an enemy or one of its own side (2.3.3d); None where it is barred."""
        primary = stand.side != aircraft.side
        shape = aircraft.shape
        extra = (shape.warhead, shape.guidance) if isinstance(shape, PlaneShape) else (shape.altitude, None)
        fac = primary and bool(getattr(self.shape, SIDES[aircraft.side]).fac)
        key = (aircraft.side, aircraft.row.id, aircraft.load, extra, stand.place, stand.number, fac, penalty)
        if key not in self._made:
            self._made[key] = self._make(aircraft, stand, penalty, primary, fac)
        return self._made[key]

    def _make(self, aircraft: Aircraft, stand: Stand, penalty: int, primary: bool, fac: bool) -> PackedAttack | None:
        laid = self._lay(aircraft, stand, penalty, primary, fac)
        return None if laid is None else packed_attack(self._table(aircraft.side, primary).stands, [], [laid[1]], None)

    def laid(self, aircraft: Aircraft, stand: Stand, penalty: int) -> tuple[Dropped, Salvo] | None:
        """The load of that attack and how it is laid out; None where it is barred."""
        primary = stand.side != aircraft.side
        fac = primary and bool(getattr(self.shape, SIDES[aircraft.side]).fac)
        return self._lay(aircraft, stand, penalty, primary, fac)

    def _lay(
        self, aircraft: Aircraft, stand: Stand, penalty: int, primary: bool, fac: bool
    ) -> tuple[Dropped, Salvo] | None:
        attacker, dropped, table = self._ready(aircraft, penalty, primary, fac)
        if dropped.rof == 0:
            return None
        if aircraft.load in AREA_LOADS:
            areas = 1 if aircraft.load == "rockets" else dropped.rof
            attacker = attacker.model_copy(update={"templates": [stand.laid.at] * areas})
        else:
            attacker = attacker.model_copy(update={"targets": [stand.name] * dropped.rof})
        point = PointShape.model_construct(at=stand.laid.at, fac=fac)
        laid = BombingShape.model_construct(attacker=attacker, point=point, stand=table.shape.stand, troops=None)
        try:
            salvo = salvo_of(dropped, table._replace(shape=laid), own_choice=True)
        except ScenarioError:
            return None  # the rulings bar this attack (2.3.2a, 2.3.2e, 2.3.6.1a), so the aircraft looks for another
        return dropped, salvo

    def _ready(
        self, aircraft: Aircraft, penalty: int, primary: bool, fac: bool
    ) -> tuple[AttackerShape, Dropped, Table]:
        """What the attacks of one sort of aircraft have in common, wherever they fall."""
        shape, side = aircraft.shape, aircraft.side
        words: dict[str, Any] = {"unit": aircraft.row.id, "load": aircraft.load, "penalty": penalty}
        if isinstance(shape, PlaneShape):
            words |= {"warhead": shape.warhead, "guidance": shape.guidance}
        else:
            words |= {"altitude": shape.altitude}
        sort = (*words.items(), side, primary, fac)
        if sort not in self._sorts:
            here = f"{self.where}, {SIDES[side]}.{aircraft.name}"
            table = self._table(side, primary)
            attacker = AttackerShape.model_validate(words)
            bare = BombingShape.model_construct(
                attacker=attacker, point=PointShape(fac=fac), stand=tuple(table.stands), troops=None
            )
            try:
                dropped = load_of(aircraft.row, bare, self.rulings, self.catalog, self.book.constants, here)
            except ScenarioError as error:  # the keys of [attacker] are those of the aircraft here
                raise ScenarioError(str(error).replace(", attacker.", ".").replace("attacker.", "")) from None
            self._sorts[sort] = (attacker, dropped, table._replace(shape=bare, where=here))
        return self._sorts[sort]

    def _table(self, side: int, primary: bool) -> Table:
        """All stands as a side sees them: at an alternative point all count as enemies (2.3.3d)."""
        if (side, primary) not in self._tables:
            stands = [
                each.laid.model_copy(update={"side": "own" if primary and each.side == side else "enemy"})
                for each in self.stands
            ]
            nobody = AttackerShape(unit="none yet")
            empty = BombingShape.model_construct(attacker=nobody, stand=tuple(stands), troops=None)
            self._tables[side, primary] = Table(
                empty, stands, self.grounds, self.rulings, self.book, self.rules, self.where, known={}
            )
        return self._tables[side, primary]

    def may_attack(self, aircraft: Aircraft, stand: Stand) -> bool:
        """Would its attack there, without a penalty, roll at the stand or suppress it? MANPADS need a FAC (2.3.2e)."""
        fac = bool(getattr(self.shape, SIDES[aircraft.side]).fac)
        if stand.laid.manpads and not fac and not aircraft.is_helicopter:
            return False
        attack = self.attack(aircraft, stand, 0)
        if attack is None:
            return False
        row = attack.stands[stand.number]
        return bool(row[LAST] > row[FIRST] or row[AT_LEAST] >= SUPPRESSED)


def _usual_weapon(row: Any, here: str) -> str:
    """Missile if the row has one, else rockets, else guns, as in a sortie."""
    if row.missile:
        return "missile"
    if row.rocket_count > 0:
        return "rockets"
    if row.gun_rof > 0:
        return "guns"
    raise ScenarioError(f"{here}.unit: {row.id} has neither missiles, rockets nor guns")
