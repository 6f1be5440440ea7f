"""Tables of the rules page that the twin writes down for itself, and the unit rows it reads.

Part and clause numbers are those of rules page "Command Decision air supplement".
"""

import csv
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

# B1: AA gun ranges in inches by calibre in mm: (below this calibre, manual, fire control).
GUN_RANGES = ((20, 10, 20), (30, 15, 30), (40, 20, 40), (float("inf"), 30, 60))

# B2: highest d10 that saves.
SAVE_FACES = {"P": 2, "V": 5, "VV": 8}
SAVED_ABORT_PENALTY = 2  # 3.2.6.2c
NEAR_MISS_PENALTY = 3  # 3.2.3d
REROLL_FACE = 4  # 3.2.4c

# D4: per crew quality the highest effect die that is "no effect" and the highest that is "forced back".
HIT_RESULTS = {
    "green": (1, 5),
    "trained": (2, 6),
    "regular": (3, 6),
    "experienced": (4, 7),
    "veteran": (5, 7),
    "elite": (6, 8),
}

# D6: a morale die above this number fails; by 4 or more it demoralises.
MORALE_PASS = {"green": 5, "trained": 6, "regular": 7, "experienced": 8, "veteran": 9, "elite": 10}

# D7: spotting range in inches by (state of the target, what it is seen as).
SPOTTING_RANGES = {
    ("stationary in cover", "personnel"): 6,
    ("stationary in cover", "vehicle"): 12,
    ("stationary in the open", "vehicle"): 24,
    ("firing in cover", "personnel"): 24,
    ("firing in cover", "vehicle"): 36,
    ("firing in the open", "vehicle"): 60,
}

# D9: hit numbers and reach in inches of ground fire at a slow helicopter. The reach of an ATGM is "its range" and that
# of an AA gun in the ground role its manual range, so a scenario has to give them.
GROUND_HIT_NUMBERS = {"aa_gun": 4, "tank_gun": 3, "atgm": 5, "mg": 3, "autocannon": 4}
GROUND_REACH = {"tank_gun": 60, "mg": 12, "autocannon": 30}
GROUND_SUPPRESSED = 2  # D10: a suppressed stand fires at -2
# For chopper_ground_profile = light_armour (D5: a hit kills if d10 <= 5 + AP - armour).
ARMOUR_PIERCING = {"atgm": 12, "autocannon": 4, "tank_gun": 8, "mg": 1, "aa_gun": 4}
LIGHT_ARMOUR = 1

SLOW_INCHES = 30  # 3.2.3c
ENDURANCE_TURNS = 2  # 1.4.3a
REARM_TURNS = {"good": 4, "shaken": 5, "demoralised": 6}  # 1.4.3.1: whole turns off the table
STANDOFF_INCHES = {"20_in": Fraction(20), "20_cm": Fraction(2000, 254)}  # 3.2.8b
COLLECTIVE_FACES = {"normal": {1: 1}, "heavy": {1: 1, 2: 2}}  # B8
DEAD_ZONE_INCHES = 3  # 1.4.1.2a
INFRARED = ("TCIR", "IAIR", "AAIR")
FIRE_AND_FORGET = ("IIR", "AR")
INFANTRY_MOUNTS = ("manpads", "team", "infantry")


def gun_ranges(calibre_mm: float, has_fire_control: bool) -> tuple[int, int | None]:
    """Manual and fire-control range of an AA gun (B1); None without fire control.

    >>> gun_ranges(23, True)
    (15, 30)
    """
    for below, manual, fire_control in GUN_RANGES:
        if calibre_mm < below:
            return manual, fire_control if has_fire_control else None
    raise ValueError(f"no AA gun range for calibre {calibre_mm}")


@dataclass(frozen=True)
class AirDefence:
    """A row of air_defence.csv, as far as these kinds ask for it. Ranges in inches."""

    id: str
    name: str
    is_gun: bool
    mount: str
    guidance: str
    radar: bool
    rof: int
    quality: str  # "9-10", "10" or "" where the record has none
    noe: str  # "Y", "half" or "N"
    chop: str
    cm_flares: str  # "", "P", "V" or "VV"
    cm_ecm: str
    shoulder_fired: bool
    min_range: float
    max_range: float
    has_fire_control: bool
    manual_range: float
    fc_range: float


@dataclass(frozen=True)
class Aircraft:
    """A row of aircraft.csv or helicopters.csv, as far as these kinds ask for it."""

    id: str
    name: str
    is_helicopter: bool
    flares: bool
    ecm: bool
    irs: bool
    sight: str
    best_weapon: str  # missile if the row has one, else rockets, else guns
    fire_and_forget: bool  # its missile is IIR or AR (1.5.5b)


def read_air_defence(row: dict[str, str]) -> AirDefence:
    """One row of air_defence.csv."""
    return AirDefence(
        id=row["id"],
        name=row["name"],
        is_gun=row["kind"] == "GUN",
        mount=row["mount"],
        guidance=row["guidance"],
        radar=row["radar"] == "1",
        rof=int(row["rof"]),
        quality=row["quality"],
        noe=row["noe"],
        chop=row["chop"],
        cm_flares=row["cm_flares"],
        cm_ecm=row["cm_ecm"],
        shoulder_fired=row["shoulder_fired"] == "1",
        min_range=float(row["min_range_in"] or 0),
        max_range=float(row["max_range_in"]),
        has_fire_control=row["has_fire_control"] == "1",
        manual_range=float(row["manual_range_in"] or 0),
        fc_range=float(row["fc_range_in"] or 0),
    )


def read_aircraft(row: dict[str, str], is_helicopter: bool) -> Aircraft:
    """One row of aircraft.csv or helicopters.csv."""
    best = "guns"
    if is_helicopter:
        best = "missile" if row["missile"] else "rockets" if int(row["rocket_count"] or 0) else "guns"
    return Aircraft(
        id=row["id"],
        name=row["name"],
        is_helicopter=is_helicopter,
        flares=row["flares"] == "1",
        ecm=row["ecm"] == "1",
        irs=row["irs"] == "1",
        sight=row["sight"] if is_helicopter else "none",
        best_weapon=best,
        fire_and_forget=is_helicopter and row["missile_guidance"] in FIRE_AND_FORGET,
    )


def rows_of(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def air_defence_rows(data_dir: Path) -> tuple[AirDefence, ...]:
    """Every AA system of the data."""
    return tuple(read_air_defence(row) for row in rows_of(data_dir / "air_defence.csv"))


@cache
def aircraft_rows(data_dir: Path) -> tuple[Aircraft, ...]:
    """Every plane and every helicopter of the data."""
    planes = [read_aircraft(row, False) for row in rows_of(data_dir / "aircraft.csv")]
    return (*planes, *(read_aircraft(row, True) for row in rows_of(data_dir / "helicopters.csv")))


@cache
def ruling_names(data_dir: Path) -> frozenset[str]:
    """The names of all rulings."""
    return frozenset(row["name"] for row in rows_of(data_dir / "rulings.csv"))


def air_defence_called(unit: str, data_dir: Path) -> AirDefence:
    """The AA system with this id or name."""
    return next(row for row in air_defence_rows(data_dir) if unit in (row.id, row.name))


def aircraft_called(unit: str, data_dir: Path) -> Aircraft:
    """The plane or helicopter with this id or name."""
    return next(row for row in aircraft_rows(data_dir) if unit in (row.id, row.name))
