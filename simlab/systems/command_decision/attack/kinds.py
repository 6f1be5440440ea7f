"""The kind `bombing`: its tables and its example file."""

from __future__ import annotations

from simlab.catalog import Catalog
from simlab.contract import Kind, Level, Rulings
from simlab.outcome import Counted, OutcomeSpace, Table, marginal, whole
from simlab.systems.command_decision.attack.kernel import bombing
from simlab.systems.command_decision.attack.law import exact, exact_fractions
from simlab.systems.command_decision.attack.pack import Packed, names_of, pack_bombing
from simlab.systems.command_decision.attack.shapes import BombingShape
from simlab.systems.command_decision.rules.attacks import RESULTS


def assumptions(shape: BombingShape, rulings: Rulings, catalog: Catalog) -> list[str]:
    """What this attack takes for granted beyond the values of tables."""
    dug_in = any(stand.dug_in and stand.target != "personnel" for stand in shape.stand)
    if dug_in and shape.attacker.load != "at_cluster":  # 3.1.1.5e
        return ["a dug-in gun or vehicle counts as in medium cover against bombs and rockets"]
    return []


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
load = "bombs"               # bombs, at_cluster, rockets
# warhead = "heat"           # of rockets: he, heat, flechette
# penalty = 2                # total hit penalty from air defence, 0 to 10
placement = "optimal"        # superimpose, spread, optimal
# templates = [[0, 0], [0, 0], [2, 0]]    # your own choice of centres, in inches

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

[[stand]]
name = "own patrol"
side = "own"
at = [3, 0.5]

[rulings]
suppression_rule = "automatic_all_touched"
"""

BOMBING = Kind(
    name="bombing", level=Level.ENGAGEMENT, summary="one attack with bombs or rockets on a layout of ground stands",
    shape=BombingShape, pack=pack_bombing, space=space_of, kernel=bombing, packed_type=Packed, exact=exact,
    exact_fractions=exact_fractions, headline=("any_eliminated", ("yes",)), example=EXAMPLE, assumptions=assumptions,
)  # fmt: skip
