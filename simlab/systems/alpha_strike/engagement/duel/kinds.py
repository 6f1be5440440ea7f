"""The kind `duel`: its tables, its replay and its example file."""

from __future__ import annotations

import numpy as np

from simlab.catalog import Catalog
from simlab.contract import Kind, Level, Rulings
from simlab.outcome import Counted, OutcomeSpace, Table, whole
from simlab.standing import Standing
from simlab.systems.alpha_strike.engagement.duel.course import courses
from simlab.systems.alpha_strike.engagement.duel.kernel import RESULTS, duel
from simlab.systems.alpha_strike.engagement.duel.law import exact, exact_fractions
from simlab.systems.alpha_strike.engagement.duel.pack import Packed, pack_duel
from simlab.systems.alpha_strike.engagement.duel.shapes import DuelShape
from simlab.systems.alpha_strike.engagement.duel.told import replay
from simlab.systems.alpha_strike.rules.air_to_air import CONTROLS
from simlab.systems.alpha_strike.rules.fighting_card import ARMOR_POINTS, STRUCTURE_POINTS

FATES = ("flies_on", "structure", "critical", "crash")


def space_of(packed: Packed) -> OutcomeSpace:
    """Cells: (result, length), (fates), points lost of a and of b, control and damage of the first round."""
    lengths = range(1, packed.rounds + 1)
    ends = Counted("end", ("result", "length"), tuple((result, n) for result in RESULTS for n in lengths))
    fates = Counted("fates", ("fate_a", "fate_b"), tuple((a, b) for a in FATES for b in FATES))
    points = [
        Counted(f"points_lost_{name}", ("points_lost",), (("lost",), *(
            (n,) for n in range(int(packed.cards[side, ARMOR_POINTS] + packed.cards[side, STRUCTURE_POINTS])))))
        for side, name in enumerate("ab")
    ]  # fmt: skip
    control = Counted("control_first_round", ("control",), tuple((word,) for word in CONTROLS))
    damage = [
        Counted(f"damage_by_{name}_first_round", ("damage",), tuple((n,) for n in range(int(packed.most[side]) + 1)))
        for side, name in enumerate("ab")
    ]
    return OutcomeSpace((ends, fates, *points, control, *damage), (
        Table("result", ("result",), tuple((word,) for word in RESULTS), "partition", "end",
              lambda row: ((row[0],),), "how the duel ends"),
        Table("length", ("length",), tuple((n,) for n in lengths), "tally", "end", lambda row: ((row[1],),),
              "rounds played"),
        Table("fate_a", ("fate",), tuple((word,) for word in FATES), "partition", "fates", lambda row: ((row[0],),),
              "what becomes of a"),
        Table("fate_b", ("fate",), tuple((word,) for word in FATES), "partition", "fates", lambda row: ((row[1],),),
              "what becomes of b"),
        *(Table(block.name, block.variables, block.rows[1:], "given", block.name,
                lambda row: () if row[0] == "lost" else (row,), f"points marked off {name}, if it is not lost")
          for block, name in zip(points, "ab", strict=True)),
        whole(control, "partition", "who controls the engagement in the first round"),
        *(whole(block, "tally", f"damage rolled by {name} in the first round")
          for block, name in zip(damage, "ab", strict=True)),
    ))  # fmt: skip


def assumptions(shape: DuelShape, rulings: Rulings, catalog: Catalog) -> list[str]:
    """What this duel takes for granted."""
    values = []
    for name, side in (("a", shape.a), ("b", shape.b)):
        row = catalog.unit(side.unit, ("aerospace",), f"{name}.unit")
        values.append(f"{name} {row.pv or row.pv_formula}")
    return [
        "both meet in one zone and fight there; nobody else joins in",
        "a pilot never uses overheat that would shut the unit down",
        f"Point Values at Skill 4: {', '.join(values)}",
    ]


def margin(space: OutcomeSpace) -> np.ndarray:
    """Share of its points that a has left less that of b, in parts of the product of both."""
    rows = [space.block(f"points_lost_{name}").rows for name in "ab"]
    whole = [len(side) - 1 for side in rows]  # the first row is the one for lost units

    def left(side: int, row: tuple) -> int:
        return 0 if row[0] == "lost" else (whole[side] - int(row[0])) * whole[1 - side]

    ours = space.worth("points_lost_a", lambda row: left(0, row))
    return ours - space.worth("points_lost_b", lambda row: left(1, row))


def losses(_: Packed, space: OutcomeSpace) -> dict[str, np.ndarray]:
    """Each of the two fighters: one that is destroyed or crashes is lost."""
    found = {"fate_a": space.worth("fates", lambda row: row[0] != "flies_on")}
    return found | {"fate_b": space.worth("fates", lambda row: row[1] != "flies_on")}


STANDING = Standing(
    sides=("a", "b"), key="rounds", length="length", margin=margin,
    meaning="share of its armor and structure that is left, less that of the other",
    won=lambda space: space.worth("end", lambda row: {"a_wins": 1, "b_wins": -1}.get(str(row[0]), 0)),
    courses=courses, quick=lambda packed: packed.rounds <= 4,
    losses=losses,
)  # fmt: skip

EXAMPLE = """\
title = "A Corsair against a Sparrowhawk"
question = "Which fighter is worth its points?"
system = "alpha_strike"
kind = "duel"
rounds = 3                     # 1 to 30
# range = "medium"             # for air_range_choice = paths: short, medium, long, extreme
# zone = "outer"               # central, inner, middle, outer: a fall in central is a crash
# altitude = "high"            # for damage_control_loss = altitude_track

[a]
unit = "corsair_csr_v12"       # any aerospace unit, id or name
skill = 4
# bombs = 2                    # still aboard: less Thrust, so less say over the range
# breaks_off = "when_damaged"  # never, when_damaged, when_structure

[b]
unit = "sparrowhawk_spr_h5"
skill = 3
# overheat = 1                 # points an attack, as far as it does not shut down
breaks_off = "when_structure"

[rulings]
air_range_choice = "winner_picks_tie_medium"
"""

DUEL = Kind(
    name="duel", level=Level.ENGAGEMENT, summary="two aerospace units fight in one zone, round after round",
    shape=DuelShape, pack=pack_duel, space=space_of, kernel=duel, packed_type=Packed, exact=exact,
    exact_fractions=exact_fractions, cheap=lambda packed: packed.rounds <= 2, headline=("result", ("a_wins",)),
    example=EXAMPLE, replay=replay, assumptions=assumptions, standing=STANDING,
)  # fmt: skip
