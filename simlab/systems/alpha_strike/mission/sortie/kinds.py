"""The kind `sortie`: its tables, its replay and its example file."""

from __future__ import annotations

import numpy as np

from simlab.catalog import Catalog
from simlab.contract import Kind, Level, Rulings
from simlab.outcome import Counted, OutcomeSpace, Table, whole
from simlab.standing import Standing
from simlab.systems.alpha_strike.attack.run.pack import names_in
from simlab.systems.alpha_strike.mission.sortie.columns import BOMBS, G_SIDE, NAME, SIDE, VALUE
from simlab.systems.alpha_strike.mission.sortie.kernel import sortie
from simlab.systems.alpha_strike.mission.sortie.pack import Packed, pack_sortie
from simlab.systems.alpha_strike.mission.sortie.scenes import moments_of
from simlab.systems.alpha_strike.mission.sortie.shapes import SortieShape
from simlab.systems.alpha_strike.mission.sortie.told import replay
from simlab.systems.alpha_strike.rules.fighting_card import ARMOR_POINTS, STRUCTURE_POINTS
from simlab.systems.alpha_strike.rulings.declaring import Ruleset

AIR_FATES = ("flies_on", "left", "structure", "critical", "crash")
GROUND_FATES = ("stands", "structure", "critical")
NEVER = "never"


def _lost_tables(packed: Packed) -> list[Counted]:
    planes, units = packed.aircraft[:, SIDE], packed.ground[:, G_SIDE]
    sizes = {
        "attacker_aircraft_lost": (planes == 0).sum(), "defender_aircraft_lost": (planes == 1).sum(),
        "defender_ground_lost": (units == 1).sum(), "attacker_ground_lost": (units == 0).sum(),
    }  # fmt: skip
    return [Counted(name, (name,), tuple((n,) for n in range(int(size) + 1))) for name, size in sizes.items()]


def space_of(packed: Packed) -> OutcomeSpace:
    """Cells: objective, length, first attack, losses, PV and points lost of both sides, bombs left, fates."""
    turns = tuple((n,) for n in range(1, packed.turns + 1))
    objective = Counted("objective_turn", ("objective_turn",), (*turns, (NEVER,)))
    length = Counted("length", ("length",), turns)
    first = Counted("first_attack", ("first_attack",), (*turns, (NEVER,)))
    lost = _lost_tables(packed)
    side = np.concatenate([packed.aircraft[:, SIDE], packed.ground[:, G_SIDE]])
    values = [
        Counted(
            f"pv_lost_{name}", ("pv",), tuple((n,) for n in range(int(packed.cards[side == number, VALUE].sum()) + 1))
        )
        for number, name in enumerate(("attacker", "defender"))
    ]
    points = packed.cards[:, ARMOR_POINTS] + packed.cards[:, STRUCTURE_POINTS]
    planes = packed.aircraft.shape[0]
    flies = np.arange(len(side)) < planes
    marked = [
        Counted(f"points_lost_{name}", ("points",), tuple((n,) for n in range(int(points[chosen].sum()) + 1)))
        for name, chosen in (("defender_ground", ~flies & (side == 1)), ("attacker_aircraft", flies & (side == 0)))
    ]
    loaded = int(packed.aircraft[packed.aircraft[:, SIDE] == 0, BOMBS].sum())
    bombs = Counted("bombs_left", ("bombs",), tuple((n,) for n in range(loaded + 1)))
    fates = [
        Counted(f"fate:{name}", ("fate",), tuple((word,) for word in (AIR_FATES if number < planes else GROUND_FATES)))
        for number, name in enumerate(names_in(packed.cards[:, NAME:]))
    ]
    return OutcomeSpace((objective, length, first, *lost, *values, *marked, bombs, *fates), (
        Table("objective", ("objective",), (("yes",), ("no",)), "partition", "objective_turn",
              lambda row: (("no",),) if row[0] == NEVER else (("yes",),), "is the objective destroyed"),
        whole(objective, "partition", "the turn in which the objective is destroyed"),
        whole(length, "tally", "turns played"),
        whole(first, "partition", "the turn of the attacker's first attack on the ground"),
        *(whole(block, "tally", block.name.replace("_", " ")) for block in lost),
        *(whole(block, "tally", f"Point Value lost by the {block.name.removeprefix('pv_lost_')}") for block in values),
        *(whole(block, "tally", f"points marked off {block.name.removeprefix('points_lost_').replace('_', ' ')}")
          for block in marked),
        whole(bombs, "tally", "bombs still aboard the attacker's aircraft that are not lost"),
        *(whole(block, "partition", f"what becomes of {block.name.removeprefix('fate:')}") for block in fates),
    ))  # fmt: skip


def assumptions(shape: SortieShape, rulings: Rulings, catalog: Catalog) -> list[str]:
    """What this sortie takes for granted."""
    low = ["attacks on the ground are made at the range of the lowest altitude that the edition allows them"]
    return [
        "ground units stay where they are",
        "an aircraft has one action a turn: a multi-arc craft makes one attack on the ground",
        *(low if rulings.ruleset == Ruleset.ASCE else []),
        "a plan is chosen by what it is expected to destroy, not by the fire that it draws",
        "a pilot never uses overheat that would shut the unit down",
        "Point Values are the printed ones, at Skill 4",
    ]


def margin(space: OutcomeSpace) -> np.ndarray:
    """Point Value that the defender has lost less that of the attacker."""
    return space.worth("pv_lost_defender", lambda row: row[0]) - space.worth("pv_lost_attacker", lambda row: row[0])


def losses(_: Packed, space: OutcomeSpace) -> dict[str, np.ndarray]:
    """Aircraft and ground units that each side loses, and each unit by its name: what is destroyed, not what leaves."""
    tallies = ("attacker_aircraft_lost", "defender_aircraft_lost", "defender_ground_lost", "attacker_ground_lost")
    found = {name: space.worth(name, lambda row: row[0]) for name in tallies if len(space.block(name).rows) > 1}
    for block in space.counted:
        if block.name.startswith("fate:"):
            found[block.name] = space.worth(block.name, lambda row: row[0] not in ("flies_on", "left", "stands"))
    return found


STANDING = Standing(
    sides=("attacker", "defender"), key="game.turns", length="length", margin=margin,
    meaning="Point Value that the other side has lost, less that lost",
    won=lambda space: space.worth("objective_turn", lambda row: -1 if row[0] == NEVER else 1),
    losses=losses,
)  # fmt: skip

EXAMPLE = """\
title = "Four Stukas against a lance and its flak"
question = "Is the strike worth its losses?"
system = "alpha_strike"
kind = "sortie"

[game]
turns = 8
# table = [48, 48]
# objective = ["command"]        # names; left out: all ground units of the defender

[doctrine]
ground_fire = "max_expected_pv"  # max_expected_pv, nearest, focus_fire, spread
# aim = "objective"              # the attacker's aircraft are after the objective alone

[[aircraft]]
unit = "stuka_stu_k5"
count = 2
skill = 4
zone = "outer_1"                 # a zone of the Radar Map; left out: the first of its side's half
bombs = ["he", "he", "cluster"]
# attack = "dive"                # dive, altitude, strike, strafe
then = "strike"                  # strike, strafe, leave
overheat = 1
leaves = "when_structure"        # never, when_damaged, when_structure

[[aircraft]]
unit = "corsair_csr_v12"
role = "escort"                  # strike, escort, interceptor
zone = "outer_2"

[[aircraft]]
unit = "sparrowhawk_spr_h5"
side = "defender"
zone = "outer_8"

[[ground]]
name = "command"
unit = "atlas_as7_d"
at = [24, 30]

[[ground]]
name = "griffin"
unit = "griffin_grf_1n"
at = [26, 31]

[[ground]]
name = "rifleman"
unit = "rifleman_rfl_3n"
at = [21, 28]
overheat = 1

[[ground]]
name = "flak 1"
unit = "partisan_air_defense_tank"
at = [24, 26]

[[ground]]
name = "flak 2"
unit = "partisan_aa_vehicle"
at = [30, 30]

[[ground]]
name = "carrier"
unit = "schrek_ppc_carrier"
at = [18, 32]
facing = 180
terrain = ["woods"]

[[ground]]
name = "platoon"
unit = "foot_platoon_mg"
at = [25, 28]

[[ground]]
name = "scouts"
unit = "saracen_medium_hover_tank"
at = [22, 33]

[rulings]
engagement_end = "break_roll"
"""

SORTIE = Kind(
    name="sortie", level=Level.MISSION, summary="a strike package against a defended ground force on the Radar Map",
    shape=SortieShape, pack=pack_sortie, space=space_of, kernel=sortie, packed_type=Packed,
    headline=("objective", ("yes",)), example=EXAMPLE, replay=replay, moments=moments_of, trials=50_000,
    assumptions=assumptions, standing=STANDING,
)  # fmt: skip
