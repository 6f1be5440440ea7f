"""The two sides of a campaign: their stands, their air defence, their aircraft, as the file names them (README)."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from .command_decision_aim import Target
from .command_decision_bombing_load import BOMBS, ROCKETS, RefusedAttack, aircraft_row
from .command_decision_bombing_stands import GUN, PERSONNEL, SOFT_VEHICLE, Place, Stand, place_of, stand_of, thousandths
from .command_decision_bombing_weapons import GUIDED, GUNS
from .command_decision_strike_places import OWN_EDGE_HEADING
from .command_decision_strike_systems import Actor
from .command_decision_tables import air_defence_called, aircraft_called

SIDES = ("blue", "red")
EDGES = {"blue": "south", "red": "north"}
CLASS_BY_MOUNT = {"towed": GUN, "manpads": PERSONNEL, "team": PERSONNEL, "infantry": PERSONNEL, "vehicle": SOFT_VEHICLE}
WEAPON_BY_WORD = {"missile": "atgm", "rockets": ROCKETS, "guns": GUNS}
MOST_PLANES = MOST_HELICOPTERS = MOST_SYSTEMS = 16
MOST_STANDS, MOST_IN_ALL = 32, 64


@dataclass(frozen=True)
class Post:
    """A stand on the ground, with its number; `system`: the air defence it is, if it is any."""

    number: int
    side: int
    stand: Stand
    points: int
    system: Actor | None


@dataclass(frozen=True)
class Aircraft:
    """A plane or a helicopter of a side, with its number among the aircraft of this side."""

    number: int
    side: int
    unit: str
    is_helicopter: bool
    load: str
    attacker: dict[str, Any]  # as `[attacker]` of bombing
    seen_as: Target
    points: int
    arrives: Fraction = Fraction(0)  # of a plane
    range_in: Fraction | None = None  # of the guided weapon of a plane
    at: Place = (0, 0)  # of a helicopter
    entry_turn: int = 1
    reach: Fraction = Fraction(0)  # of the weapon of a helicopter


@dataclass(frozen=True)
class Side:
    """How a side fights."""

    number: int
    edge_heading: int
    edge_middle: Place
    targets: str
    concentrate: bool
    planes_a_turn: int
    break_off: Fraction
    fac: bool
    collective: str
    planes: tuple[Aircraft, ...]
    helicopters: tuple[Aircraft, ...]


ROCKET_REACH, GUN_REACH = Fraction(24), Fraction(30)  # 1.5.6.1a; D9, autocannon


def counted(entries: list[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """Every entry, `count` of each."""
    all_of_them = [entry for entry in entries for _ in range(entry.get("count", 1))]
    if len(all_of_them) > most:
        raise RefusedAttack(f"at most {most}")
    return all_of_them


def posts_of(scenario: dict[str, Any], data_dir: Path) -> list[Post]:
    """All stands: blue systems, blue stands, red systems, red stands."""
    posts: list[Post] = []
    for side, name in enumerate(SIDES):
        body = scenario.get(name, {})
        for entry in counted(body.get("air_defence", []), MOST_SYSTEMS):
            row = air_defence_called(entry["unit"], data_dir)
            terrain = entry.get("terrain", "open")
            as_stand = {"class": CLASS_BY_MOUNT[row.mount], **entry}
            as_stand |= {"manpads": row.mount == "manpads", "radar": row.radar}
            as_stand["terrain"] = "bua" if terrain == "bua_flat_roof" else terrain
            stand = stand_of(as_stand, len(posts))
            system = Actor(len(posts), row, stand.at, terrain, suppressed=False)
            posts.append(Post(len(posts), side, stand, int(entry.get("points", 1)), system))
        for entry in counted(body.get("stand", []), MOST_STANDS):
            posts.append(Post(len(posts), side, stand_of(entry, len(posts)), int(entry.get("points", 1)), None))
    if len(posts) > MOST_IN_ALL:
        raise RefusedAttack(f"at most {MOST_IN_ALL} stands and systems")
    return posts


def side_of(scenario: dict[str, Any], number: int, arrival: Fraction, data_dir: Path) -> Side:
    """`[blue]` or `[red]`. `arrival`: chance of a plane that names none."""
    name = SIDES[number]
    body = scenario.get(name, {})
    width, depth = (thousandths(size) for size in scenario.get("game", {}).get("table_in", (72, 48)))
    edge = body.get("edge", EDGES[name])
    middle = {"south": (0, -depth // 2), "north": (0, depth // 2), "west": (-width // 2, 0), "east": (width // 2, 0)}
    planes = tuple(
        plane_of(entry, nth, number, arrival, data_dir)
        for nth, entry in enumerate(counted(body.get("plane", []), MOST_PLANES))
    )
    helicopters = tuple(
        helicopter_of(entry, nth, number, data_dir)
        for nth, entry in enumerate(counted(body.get("helicopter", []), MOST_HELICOPTERS), start=len(planes))
    )
    return Side(
        number=number,
        edge_heading=OWN_EDGE_HEADING[edge],
        edge_middle=middle[edge],
        targets=body.get("targets", "points_first"),
        concentrate=bool(body.get("concentrate", False)),
        planes_a_turn=int(body.get("planes_a_turn", 16)),
        break_off=Fraction(str(body.get("break_off", 1))),
        fac=bool(body.get("fac", False)),
        collective=body.get("collective", "normal"),
        planes=planes,
        helicopters=helicopters,
    )


def plane_of(entry: dict[str, Any], number: int, side: int, arrival: Fraction, data_dir: Path) -> Aircraft:
    """One plane."""
    row, is_helicopter = aircraft_row(entry["unit"], data_dir)
    if is_helicopter:
        raise RefusedAttack(f"{entry['unit']} is no plane")
    load = entry.get("load", BOMBS)
    attacker = {"unit": entry["unit"], "load": load}
    attacker |= {key: entry[key] for key in ("warhead", "guidance") if key in entry}
    if load in GUIDED and not row["asm_range_in"]:
        raise RefusedAttack("a guided weapon without a range")
    arrives = entry.get("arrives", "ruling")
    return Aircraft(
        number=number,
        side=side,
        unit=entry["unit"],
        is_helicopter=False,
        load=load,
        attacker=attacker,
        seen_as=target_of(entry, "", data_dir),
        points=int(entry.get("points", 1)),
        arrives=arrival if arrives == "ruling" else Fraction(str(arrives)),
        range_in=Fraction(row["asm_range_in"]) if load in GUIDED else None,
    )


def helicopter_of(entry: dict[str, Any], number: int, side: int, data_dir: Path) -> Aircraft:
    """One helicopter."""
    row, is_helicopter = aircraft_row(entry["unit"], data_dir)
    if not is_helicopter:
        raise RefusedAttack(f"{entry['unit']} is no helicopter")
    load = entry.get("weapon") or WEAPON_BY_WORD[aircraft_called(entry["unit"], data_dir).best_weapon]
    altitude = entry.get("altitude", "popup")
    reach = {ROCKETS: ROCKET_REACH, GUNS: GUN_REACH}.get(load) or Fraction(row["missile_range_in"] or 0)
    return Aircraft(
        number=number,
        side=side,
        unit=entry["unit"],
        is_helicopter=True,
        load=load,
        attacker={"unit": entry["unit"], "load": load, "altitude": altitude},
        seen_as=target_of(entry, altitude, data_dir),
        points=int(entry.get("points", 1)),
        at=place_of(entry["at"]),
        entry_turn=int(entry.get("entry_turn", 1)),
        reach=reach,
    )


def target_of(entry: dict[str, Any], altitude: str, data_dir: Path) -> Target:
    """An aircraft as AA sees it; a helicopter hovers where it attacks from, behind cover."""
    unit = aircraft_called(entry["unit"], data_dir)
    return Target(
        is_helicopter=unit.is_helicopter,
        altitude=altitude,
        flares=bool(entry.get("flares", unit.flares)),
        ecm=bool(entry.get("ecm", unit.ecm)),
        irs=bool(entry.get("irs", unit.irs)),
        sight=unit.sight,
        hovering=unit.is_helicopter,
    )
