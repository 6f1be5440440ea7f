"""The Command Decision units: every derived cell equals what its rule in SOURCES.md gives.

Read with the plain `csv` module and checked against rules written out again here, so that neither the catalogue
nor the wing can hide a slip in a table. A failing test names the cells. That the files are complete is checked in
`test_command_decision_tables.py`.
"""

import csv
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[2] / "data" / "command_decision"
UNIT_FILES = ("aircraft", "helicopters", "air_defence")
Row = dict[str, str]
Rule = Callable[[Row], Row]


def rows(name: str) -> list[Row]:
    """Rows of one file; a row longer or shorter than its header is an error."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def text(value: float) -> str:
    """A number as the files write it: no trailing zeros."""
    return f"{value:g}"


def nearest(value: float, step: int) -> int:
    """`value` rounded to the nearest multiple of `step`, halves upwards."""
    return step * math.floor(value / step + 0.5)


def inches(metres: str, step: int) -> str:
    """Table inches of a range in metres (1 in = 45.72 m); blank stays blank."""
    return text(nearest(float(metres) / 45.72, step)) if metres else ""


def one_of(cell: str, *words: str) -> str:
    """The cell if it is one of the words, else what it should have been."""
    return cell if cell in words else " or ".join(words)


PODS = {row["pod"]: row for row in rows("tables/rocket_pods.csv")}


def pods_of(fit: str) -> Iterator[Row]:
    """The pods of a fit such as `2xLAU-61`, one row each."""
    for group in filter(None, fit.split(" + ")):
        count, pod = group.split("x", 1)
        yield from [PODS[pod]] * int(count)


def rocket_rof(rockets: int) -> float:
    """Rocket ROF before rounding (1.5.6.3e)."""
    return rockets ** (1 / 2.8198) - 0.4


# ---------------------------------------------------------------- rules: what the derived cells of a row must hold


def rocket_cells(row: Row) -> Row:
    """Both readings of 1.5.6.3f from the fit: sum over pods, and all rockets through the formula."""
    counts = [int(pod["rockets"]) for pod in pods_of(row["rocket_fit"])]
    calibres = sorted({pod["calibre_mm"] for pod in pods_of(row["rocket_fit"])})
    return {
        "rocket_count": str(sum(counts)),
        "rocket_calibre_mm": "; ".join(calibres),
        "rocket_rof_pod_sum": str(math.floor(sum(map(rocket_rof, counts)))),
        "rocket_rof_total": str(math.floor(rocket_rof(sum(counts)))) if counts else "0",
    }


def plane_bombs(row: Row) -> Row:
    """3.1.1.2-3.1.1.4: half the load is usable, 1000 kg of it or less is light, else a ROF per 2000 kg."""
    load = float(row["max_load_kg"])
    light = load / 2 <= 1000
    return {
        "usable_load_kg": text(load / 2),
        "light_attack": str(int(light)),
        "light_attack_if_max_basis": str(int(load <= 1000)),
        "bomb_rof": "1" if light else str(math.ceil(load / 2 / 2000)),
        "bomb_he_factor": "6" if light else "7",
        "bomb_area_in": "1x1" if light else "2x2",
    }


def plane_guns(row: Row) -> Row:
    """2.3.5: ROF 2, hit number 5; only the A-10 and the Su-25 fire armour-piercing."""
    armed = not row["gun"].startswith("none")
    return {
        "gun_rof": "2" if armed else "0",
        "gun_hit_number": "5" if armed else "",
        "gun_ap": str(int(row["id"] in {"a10a", "su25"})),
        "gun_calibre_mm": (row["gun_calibre_mm"] or "a calibre") if armed else "",
    }


def plane_missiles(row: Row) -> Row:
    """2.3.6: ROF by guidance, launch from 80 in or from three quarters of a range under 100 in."""
    if not row["asm"]:
        return dict.fromkeys(("asm_guidance", "asm_rof", "asm_range_m", "asm_range_in", "asm_launch_in"), "")
    reach = nearest(float(row["asm_range_m"]) / 45.72, 5)
    return {
        "asm_rof": "1" if row["asm_guidance"] in {"MCLOS", "CLOS", "SACLOS", "SAL"} else "2",
        "asm_range_in": str(reach),
        "asm_launch_in": text(80 if reach >= 100 else 0.75 * reach),
    }


def no_suppressor(row: Row) -> Row:
    """No plane carries an infrared suppressor."""
    return {"irs": "0"}


def chopper_bombs(row: Row) -> Row:
    """3.1.1.2d: a chopper with bombs is light attack; without a load it has none."""
    bombs = bool(row["max_load_kg"])
    return {
        "bomb_rof": "1" if bombs else "",
        "bomb_he_factor": "6" if bombs else "",
        "bomb_area_in": "1x1" if bombs else "",
    }


def chopper_missiles(row: Row) -> Row:
    """1.5.5a-b: ROF 2 for imaging infrared and active radar, else 1; blank without missiles."""
    if not row["missile"]:
        columns = ("missile_count", "missile_guidance", "missile_rof", "missile_range_m", "missile_range_in")
        return dict.fromkeys(columns, "")
    return {
        "missile_rof": "2" if row["missile_guidance"] in {"IIR", "AR"} else "1",
        "missile_range_in": inches(row["missile_range_m"], 5),
    }


def chopper_orders(row: Row) -> Row:
    """1.2b, 1.2d: attack and observation choppers order themselves, transports go in flights."""
    return {"ordering": "flight" if row["role"] == "transport" else "self"}


def chopper_guns(row: Row) -> Row:
    """1.5.4: a mount goes with a gun of ROF 2 or 3; door guns are VMGs."""
    armed = not row["gun"].startswith("none")
    return {
        "gun_mount": one_of(row["gun_mount"], *(("turret", "fixed", "pivot") if armed else ("none",))),
        "gun_rof": one_of(row["gun_rof"], *(("2", "3") if armed else ("0",))),
        "gun_calibre_mm": (row["gun_calibre_mm"] or "a calibre") if armed else "",
        "door_gun_rof": one_of(row["door_gun_rof"], "2", "3") if row["door_guns"] != "0" else "",
    }


def gun_bracket(calibre: float) -> Row:
    """Row of aa_gun_ranges.csv for a calibre in mm."""
    fits = [
        row
        for row in rows("tables/aa_gun_ranges.csv")
        if float(row["calibre_from_mm"]) <= calibre < float(row["calibre_below_mm"] or "inf")
    ]
    assert len(fits) == 1, calibre
    return fits[0]


def aa_ranges(row: Row) -> Row:
    """Missiles: metres / 45.72 to the nearest inch and 5 inches. Guns: 3.2.5c by calibre, minimum 0."""
    if row["kind"] == "SAM":
        blank = dict.fromkeys(("calibre_mm", "has_fire_control", "manual_range_in", "fc_range_in"), "")
        return {
            "min_range_in": inches(row["min_range_m"], 1),
            "max_range_in": inches(row["max_range_m"], 5),
            **blank,
        }
    bracket = gun_bracket(float(row["calibre_mm"]))
    fire_control = bracket["fire_control_in"] if row["has_fire_control"] == "1" else ""
    return {
        "min_range_in": "0",
        "manual_range_in": bracket["manual_in"],
        "fc_range_in": fire_control,
        "max_range_in": fire_control or bracket["manual_in"],
    }


def aa_quality(row: Row) -> Row:
    """Quality 10 for TCIR, IAIR and MCLOS, else 9-10; ROF 1."""
    basic = row["guidance"] in {"TCIR", "IAIR", "MCLOS"}
    return {"quality": "10" if basic else "9-10", "abort_faces": "1" if basic else "2", "rof": "1"}


def aa_aspect(row: Row) -> Row:
    """3.2.3j, k: the arcs of the two restricted kinds of infrared seeker."""
    return {"aspect": {"TCIR": "rear 90", "IAIR": "not front 90"}.get(row["guidance"], "any")}


def aa_noe(row: Row) -> Row:
    """NOE rating by seeker, and for radar by published minimum altitude."""
    if row["kind"] == "GUN" or row["guidance"] == "AAIR" or row["seeker"] in {"optical", "radar_optical"}:
        return {"noe": "Y"}
    if row["seeker"] == "uncooled":
        return {"noe": "N"}
    if row["guidance"] == "IAIR":
        return {"noe": "half"}
    altitude = float(row["min_altitude_m"])
    return {"noe": "Y" if altitude <= 20 else "half" if altitude <= 40 else "N"}


def aa_chop(row: Row) -> Row:
    """Chop rating: uncooled infrared, SA-6 and I-HAWK half, SA-4 none."""
    half = row["seeker"] == "uncooled" or row["id"] in {"sa6", "ihawk"}
    return {"chop": "half" if half else "N" if row["id"] == "sa4b" else "Y"}


def aa_countermeasures(row: Row) -> Row:
    """Ratings against flares by seeker, against ECM by age of the radar."""
    flares = {"uncooled": "VV", "cooled": "V" if row["guidance"] == "IAIR" else "P"}.get(row["seeker"], "")
    radar = row["radar"] == "1"
    ecm = "V" if radar and row["id"] in {"sa4b", "sa6", "sa8b", "ihawk"} else "P" if radar else ""
    return {"cm_flares": flares, "cm_ecm": ecm}


def aa_mount(row: Row) -> Row:
    """Man-portable missiles may fire from a flat roof; a radar seeker goes with the radar flag."""
    radar = row["seeker"].startswith("radar") if row["kind"] == "SAM" else row["has_fire_control"] == "1"
    return {"shoulder_fired": str(int(row["mount"] == "manpads")), "radar": str(int(radar))}


RULES: list[tuple[str, Rule]] = [
    *(("aircraft", rule) for rule in (plane_bombs, plane_guns, plane_missiles, no_suppressor, rocket_cells)),
    *(("helicopters", r) for r in (chopper_bombs, chopper_missiles, chopper_orders, chopper_guns, rocket_cells)),
    *(
        ("air_defence", rule)
        for rule in (aa_ranges, aa_quality, aa_aspect, aa_noe, aa_chop, aa_countermeasures, aa_mount)
    ),
]
# Words of a `seed (...)` source that take a cell out of the rules: the rules document prints these figures.
SEED_CELLS = {
    "min": {"min_range_in"},
    "max": {"max_range_in"},
    "ROF": {"rof"},
    "quality": {"quality", "abort_faces"},
    "aspect": {"aspect"},
    "flare save": {"cm_flares"},
    "manual and FC ranges": {"manual_range_in", "fc_range_in", "max_range_in"},
    "ECM save": {"cm_ecm"},
}


def printed_cells(row: Row) -> set[str]:
    """Columns of a row that the rules document prints itself."""
    seed = re.match(r"seed \(([^)]*)\)", row["source"])
    words = seed.group(1).split(", ") if seed else []
    return set().union(*(SEED_CELLS.get(word, set()) for word in words))


PRINTED_SAM = {"kind": "SAM", "aspect": "not front 90", "quality": "10", "rof": "1", "cm_ecm": ""}
PRINTED_GUN = {"kind": "GUN", "min_range_in": "0", "quality": "9-10", "rof": "1", "cm_flares": "", "cm_ecm": "P"}
SEED_ROWS: dict[str, Row] = {
    "sa9": {**PRINTED_SAM, "min_range_in": "20", "max_range_in": "180", "cm_flares": "VV"},
    "sa14": {**PRINTED_SAM, "min_range_in": "12", "max_range_in": "120", "cm_flares": "P"},
    "zsu23_4": {**PRINTED_GUN, "manual_range_in": "15", "fc_range_in": "30"},
    "gepard": {**PRINTED_GUN, "manual_range_in": "20", "fc_range_in": "40"},
    "tornado_ids": {"flares": "1", "ecm": "1"},
    "alphajet": {"flares": "0", "ecm": "0"},
    "mig21bis": {"flares": "0", "ecm": "0"},
    "mig23bn": {"ecm": "1"},
}


def off_rule(name: str, rule: Rule) -> list[tuple[Row, str, str]]:
    """Row, column and expected text of every cell that differs from what the rule gives."""
    return [
        (row, column, expected)
        for row in rows(f"{name}.csv")
        for column, expected in rule(row).items()
        if row[column] != expected
    ]


@pytest.mark.parametrize(("name", "rule"), RULES, ids=lambda value: getattr(value, "__name__", value))
def test_derived_cells_follow_their_rule(name: str, rule: Rule) -> None:
    wrong = [
        f"{row['id']}.{column} is {row[column]!r}, by the rule {expected!r}"
        for row, column, expected in off_rule(name, rule)
        if column not in printed_cells(row)
    ]
    assert not wrong, wrong


def test_printed_figures_are_the_only_exceptions() -> None:
    """SOURCES.md lists the printed cells that no rule gives: nothing else may differ."""
    exceptions = {f"{row['id']}.{column}" for name, rule in RULES for row, column, _ in off_rule(name, rule)}
    assert exceptions == {
        *("sa9.min_range_in", "sa9.max_range_in"),
        *("sa14.min_range_in", "sa14.max_range_in", "sa14.cm_flares"),
    }


@pytest.mark.parametrize(("unit", "printed"), SEED_ROWS.items())
def test_printed_rows_are_as_printed(unit: str, printed: Row) -> None:
    """The four systems and four planes of the missile matrix printed with 3.2.6.3a."""
    row = next(row for name in UNIT_FILES for row in rows(f"{name}.csv") if row["id"] == unit)
    assert {column: row[column] for column in printed} == printed
