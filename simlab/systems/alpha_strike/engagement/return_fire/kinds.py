"""The kind `return_fire`: its tables, its replay and its example file."""

from __future__ import annotations

from typing import Any

from simlab.catalog import Catalog
from simlab.contract import Kind, Level, Rulings
from simlab.outcome import Counted, OutcomeSpace, Table, whole
from simlab.systems.alpha_strike.engagement.return_fire.kernel import CREEP_STEP, CREEPS, return_fire
from simlab.systems.alpha_strike.engagement.return_fire.law import exact, exact_fractions
from simlab.systems.alpha_strike.engagement.return_fire.pack import Packed, pack_return_fire
from simlab.systems.alpha_strike.engagement.return_fire.shapes import ReturnFireShape
from simlab.systems.alpha_strike.engagement.return_fire.silence import notes
from simlab.systems.alpha_strike.engagement.return_fire.told import replay
from simlab.systems.alpha_strike.rules.fighting_card import ARMOR_POINTS, STRUCTURE_POINTS

FATES = ("flies_on", "left", "structure", "critical", "crash")
LOST = FATES[2:]
CREEP_ROWS = tuple(step * CREEP_STEP for step in range(CREEPS))  # the last one stands for itself and more


def space_of(packed: Packed) -> OutcomeSpace:
    """Cells: (fate, pass of the loss), mission kill, damage of the first pass, (points lost, creep) of survivors."""
    passes = packed.shots.shape[1]
    never = "never"
    ends = Counted("end", ("fate", "lost_in_pass"), (
        *((fate, never) for fate in FATES[:2]), *((fate, n) for fate in LOST for n in range(1, passes + 1))
    ))  # fmt: skip
    kills = Counted("mission_kill", ("mission_kill",), (("yes",), ("no",)))
    damage = Counted("damage_first_pass", ("damage",), tuple((n,) for n in range(packed.damage_most + 1)))
    points = range(int(packed.card[ARMOR_POINTS] + packed.card[STRUCTURE_POINTS]))
    left = Counted("survivors", ("points_lost", "creep"), (
        ("lost", "lost"), *((n, creep) for n in points for creep in CREEP_ROWS)
    ))  # fmt: skip
    yes_no = (("yes",), ("no",))
    return OutcomeSpace((ends, kills, damage, left), (
        Table("lost", ("lost",), yes_no, "partition", "end",
              lambda row: (("yes",),) if row[0] in LOST else (("no",),), "is the aircraft shot down"),
        Table("fate", ("fate",), tuple((fate,) for fate in FATES), "partition", "end", lambda row: ((row[0],),),
              "what becomes of the aircraft"),
        Table("lost_in_pass", ("lost_in_pass",), (*((n,) for n in range(1, passes + 1)), (never,)), "partition", "end",
              lambda row: ((row[1],),), "the pass in which it is lost"),
        whole(kills, "partition", "is it lost, gone, or without any damage value left"),
        Table("damaged_first_pass", ("damaged",), yes_no, "partition", "damage_first_pass",
              lambda row: (("yes",),) if row[0] else (("no",),), "does it take any damage in the first pass"),
        whole(damage, "tally", "damage rolled against it in the first pass"),
        Table("points_lost", ("points_lost",), tuple((n,) for n in points), "given", "survivors",
              lambda row: () if row[0] == "lost" else ((row[0],),), "points marked off, if it is not lost"),
        Table("to_hit_creep", ("creep",), tuple((creep,) for creep in CREEP_ROWS), "given", "survivors",
              lambda row: () if row[1] == "lost" else ((row[1],),),
              "what hits add to its own to-hit numbers, if it is not lost; 8 is 8 or more"),
    ))  # fmt: skip


def assumptions(shape: ReturnFireShape, rulings: Rulings, catalog: Catalog) -> list[str]:
    """What this scenario takes for granted."""
    row = catalog.unit(shape.aircraft.unit, ("aerospace",), "aircraft.unit")
    defence = sum(
        (defender_row.pv or defender_row.pv_formula or 0) * defender.count
        for defender in shape.defender
        for defender_row in [catalog.unit(defender.unit, ("ground", "aerospace"), "defender.unit")]
    )
    return [
        "the aircraft flies the same path each pass and does nothing else",
        f"Point Values at Skill 4: aircraft {row.pv or row.pv_formula}, defenders {defence}",
    ]


def work(packed: Packed) -> int:
    """A measure of the size of the exact law."""
    card: Any = packed.card
    return int(card[ARMOR_POINTS] + card[STRUCTURE_POINTS]) * packed.shots.shape[1] * packed.shots.shape[2]


EXAMPLE = """\
title = "A Corsair over an air defence lance"
question = "How many passes does it survive?"
system = "alpha_strike"
kind = "return_fire"
passes = 3                     # the aircraft comes once a turn; 1 to 12

[aircraft]
unit = "corsair_csr_v12"       # any aerospace unit, id or name
skill = 4
# altitude = "low"             # low, middle, high, extreme: counts under g2a_altitude_add and altitude_track
# leave_when_damaged = true    # it does not come again after a pass in which it took damage

[path]                         # needed only where defenders have a place
p0 = [24, 0]
heading = 0                    # degrees clockwise from north
# table = [48, 48]

[[defender]]
unit = "partisan_air_defense_tank"
count = 2
at = [20, 20]
facing = 90
# base_radius = 0.625

[[defender]]
unit = "rifleman_rfl_3n"
skill = 3
range_in = 14                  # in place of a position: distance to the path, in its arc
overheat = 1                   # points a pass, as far as it does not shut down
# heat = 0
# fire_control_hits = 1
# engaged_on_ground = true     # fires at aircraft only with g2a_budget = extra
# spotting = true
# jumped = true
# stood_still = true
# in_water = true
# hidden = true

[rulings]
flak_margin = 2
"""

RETURN_FIRE = Kind(
    name="return_fire", level=Level.MISSION, summary="ground fire at an aircraft over the table, pass by pass",
    shape=ReturnFireShape, pack=pack_return_fire, space=space_of, kernel=return_fire, packed_type=Packed, exact=exact,
    exact_fractions=exact_fractions, cheap=lambda packed: work(packed) <= 2000, headline=("lost", ("yes",)),
    example=EXAMPLE, replay=replay, assumptions=assumptions, notes=notes,
)  # fmt: skip
