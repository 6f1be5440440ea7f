"""The kind `bombing`: its tables and its example file."""

from __future__ import annotations

from simlab.catalog import Catalog
from simlab.contract import Kind, Level, Rulings
from simlab.outcome import Counted, OutcomeSpace, Table, marginal, whole
from simlab.systems.command_decision.attack.kernel import bombing
from simlab.systems.command_decision.attack.law import exact, exact_fractions
from simlab.systems.command_decision.attack.pack import Packed, names_of, pack_bombing
from simlab.systems.command_decision.attack.shapes import BombingShape
from simlab.systems.command_decision.attack.told import moments_of
from simlab.systems.command_decision.rules.attacks import RESULTS
from simlab.systems.command_decision.units import Helicopter


def assumptions(shape: BombingShape, rulings: Rulings, catalog: Catalog) -> list[str]:
    """What this attack takes for granted beyond the values of tables."""
    stands = [*shape.stand, *([shape.troops] if shape.troops else [])]
    loads = [shape.attacker.load, *shape.attacker.also]
    is_helicopter = isinstance(catalog.unit(shape.attacker.unit, ("aircraft", "helicopters"), "attacker"), Helicopter)
    lines = []
    if any(stand.dug_in and stand.target != "personnel" for stand in stands) and loads != ["at_cluster"]:  # 3.1.1.5e
        lines.append("a dug-in gun or vehicle counts as in medium cover against all but cluster bombs")
    if "guns" in loads and is_helicopter:  # 1.5.4a
        lines.append("guns of helicopters hit on the number of aircraft guns; that of the base game is not public")
    if loads[0] == "atgm":
        lines.append(f"an anti-tank missile meets the {shape.attacker.face} armour of its target")
    if loads[0] in ("asm", "arm", "gb"):  # 2.3.6c
        lines.append(
            "a guided weapon that hits makes an HE attack with its own factor; the penalty bears on the hit alone"
        )
    return lines


def space_of(packed: Packed) -> OutcomeSpace:
    """Cells: the result of each stand, (eliminated enemies, own stands), enemies forced back, enemies suppressed."""
    enemies, owns = range(packed.enemies + 1), range(packed.owns + 1)
    results = tuple(
        Counted(f"result:{name}", ("result",), tuple((result,) for result in RESULTS)) for name in names_of(packed)
    )
    joint = Counted("joint", ("eliminated_enemy", "eliminated_own"), tuple((a, b) for a in enemies for b in owns))
    back = Counted("forced_back_enemy", ("forced_back_enemy",), tuple((n,) for n in enemies))
    suppressed = Counted("suppressed_enemy", ("suppressed_enemy",), tuple((n,) for n in enemies))
    return OutcomeSpace((*results, joint, back, suppressed), (
        Table("any_eliminated", ("any_eliminated",), (("yes",), ("no",)), "partition", "joint",
              lambda row: (("yes",),) if row[0] else (("no",),), "is an enemy stand eliminated"),
        marginal(joint, "eliminated_enemy", "eliminated_enemy", enemies, "tally", "enemy stands eliminated"),
        marginal(joint, "eliminated_own", "eliminated_own", owns, "tally", "own stands eliminated"),
        whole(back, "tally", "enemy stands whose worst result is being forced back"),
        whole(suppressed, "tally", "enemy stands suppressed or worse"),
        whole(joint, "partition", "enemy and own stands eliminated"),
        *(whole(block, "partition", f"worst that befalls {block.name.removeprefix('result:')}") for block in results),
    ))  # fmt: skip


EXAMPLE = """\
title = "A Tornado on a company position"
question = "How many bombs for that target?"
system = "command_decision"
kind = "bombing"

[attacker]
unit = "tornado_ids"         # a plane or helicopter, id or name; its load gives the ROF
load = "bombs"               # bombs, at_cluster, rockets; guns, door_guns, atgm, asm, arm, gb
# warhead = "heat"           # of rockets: he, heat, flechette
# also = ["guns"]            # fired besides: a helicopter's guns with its rockets, door guns with anything
# guidance = "GPS"           # of a guided weapon, in place of that of the unit's row
# face = "front"             # armour that an anti-tank missile meets: flank, front
# targets = ["tanks"]        # your own choice of stands for guns and guided weapons
# penalty = 2                # total hit penalty from air defence, 0 to 10
placement = "optimal"        # superimpose, spread, optimal
# templates = [[0, 0], [0, 0], [2, 0]]    # your own choice of centres, in inches

# For areas without a map, [troops] in place of all [[stand]]: class, weight, terrain, edge, cover, dug_in, quality;
# ruling stands_per_template says how many stands lie under each area.

[point]
at = [0, 0]                  # the point that is attacked; centres lie within 6 in of it
# fac = true                 # a FAC/ALO has spotted the stands there

[[stand]]
name = "platoon"
at = [0, 0]
# size_in = 1                # side of its square base
# quality = "regular"        # green, trained, regular, experienced, veteran, elite

[[stand]]
name = "dug-in gun"
at = [1.5, 0]
class = "gun"                # personnel, gun, soft_vehicle, weak_afv, afv
dug_in = true

[[stand]]
name = "trucks"
at = [0, 3]
class = "soft_vehicle"

[[stand]]
name = "tanks"
at = [1, 3]
class = "afv"
weight = 4

[[stand]]
name = "squad in the woods"
at = [-3, -2]
terrain = "woods"            # open, woods, bua
# edge = true                # at the edge of it, where a FAC/ALO may have spotted it
# cover = "hard"             # none, medium, hard, fortification; left out: that of the terrain
# moved = "this_turn"        # no, this_turn, since_last_strike: a GPS weapon is barred (2.3.6.1a)
# radar = true               # a target for anti-radar missiles

[[stand]]
name = "own patrol"
side = "own"
at = [3, 0.5]

[rulings]
suppression_rule = "automatic_all_touched"
"""

BOMBING = Kind(
    name="bombing", level=Level.ENGAGEMENT, summary="one attack with bombs, rockets, guns or missiles on ground stands",
    shape=BombingShape, pack=pack_bombing, space=space_of, kernel=bombing, packed_type=Packed, exact=exact,
    exact_fractions=exact_fractions, headline=("any_eliminated", ("yes",)), example=EXAMPLE, assumptions=assumptions,
    moments=moments_of,
)  # fmt: skip
