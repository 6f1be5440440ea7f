"""The kinds `shot` and `combo`: their tables, their example files."""

from __future__ import annotations

from typing import Any

from simlab.contract import Kind, Level
from simlab.outcome import Counted, OutcomeSpace, Table
from simlab.systems.command_decision.engagement.kernel import engagement
from simlab.systems.command_decision.engagement.law import exact, exact_fractions
from simlab.systems.command_decision.engagement.pack import ComboShape, Packed, ShotShape, pack_combo, pack_shot
from simlab.systems.command_decision.engagement.silence import notes
from simlab.systems.command_decision.engagement.told import moments_of

BEFORE = ("not_engaged", "none", "minus_1", "minus_2", "minus_3", "abort")


def _penalty(total: int) -> str:
    return "none" if total == 0 else "minus_10_or_more" if total == 10 else f"minus_{total}"


def space_of(packed: Packed) -> OutcomeSpace:
    """Cells: (before_save or abort_by) x (total penalty, forced back, removed), and the tables read from them."""
    fates = ("forced_back", "removed", "stays") if packed.is_helicopter else ("sent_home", "lost", "flies_on")
    totals = [_penalty(total) for total in range(packed.most_penalty + 1)]
    ends = [(name, fates[2]) for name in totals] + [("abort", fates[0]), ("abort", fates[1])]
    outer, first = ("before_save", BEFORE) if packed.single else ("abort_by", _firers(packed))
    counted = Counted("engagement", (outer, "effect", "fate"), tuple((o, *end) for o in first for end in ends))
    order = ["abort", *[name for name in totals if name != "none"], "none"]
    tables = [
        Table("effect", ("effect",), tuple((name,) for name in order), "partition", "engagement",
              lambda row: ((row[1],),),
              "what the fire does to the aircraft: an abort, or the total penalty on its attack"),
        Table("fate", ("fate",), tuple((name,) for name in (fates[1], fates[0], fates[2])), "partition", "engagement",
              lambda row: ((row[2],),), "what becomes of it"),
    ]  # fmt: skip
    if packed.single:
        shown = ["abort", "minus_1", "minus_2", "minus_3", "none", "not_engaged"]
        tables.append(
            Table("before_save", ("before_save",), tuple((name,) for name in shown), "partition", "engagement",
                  lambda row: ((row[0],),), "the first shot before any countermeasure"))  # fmt: skip
    else:
        names = (*first[1:], "nobody")
        tables.append(
            Table("abort_by", ("abort_by",), tuple((name,) for name in names), "partition", "engagement",
                  lambda row: ((row[0],),), "whose shot aborts it"))  # fmt: skip
    return OutcomeSpace((counted,), tuple(tables))


def _firers(packed: Packed) -> tuple[str, ...]:
    return ("nobody", *[f"firer_{number + 1}" for number in range(packed.firers)])


SHOT_EXAMPLE = """\
title = "ZSU-23-4 at a Tornado"
question = "What does one burst of radar-laid 23 mm do to a strike aircraft?"
system = "command_decision"
kind = "shot"
# shots = 1                  # a series of shots of the same system; keys without a table stand up here

[firer]
unit = "zsu23_4"             # id or name; simlab units command_decision lists them
# terrain = "open"           # open, woods, bua, bua_flat_roof (3.2.3a, b)
# suppressed = false

[target]
unit = "tornado_ids"         # a helicopter also takes altitude = "noe" | "low" | "popup" | "landed"
# flares = true              # left out: as its row says; likewise ecm and irs

[geometry]
range_in = 25                # table inches
# bearing_deg = 30           # from the target's nose; left out: ruling aspect_model decides
# line_of_sight = true       # or "ruling": drawn with los_probability_plane, _noe or _low
# visibility = "clear"       # or "night"

[rulings]
fc_reroll_recursion = "recursive"  # or "once": simlab rules command_decision 3.2.4c
"""

COMBO_EXAMPLE = """\
title = "2S6 against an AH-1S"
question = "What do missile and guns of one vehicle do together?"
system = "command_decision"
kind = "combo"

[[firer]]
unit = "sa19_2s6"

[[firer]]
unit = "g2s6"
# range_in = 30              # each firer may stand elsewhere

[target]
unit = "ah1s_mc"
altitude = "low"

[geometry]
range_in = 60

[rulings]
combo_trigger = "abort_after_cm"
"""


def _cheap(packed: Any) -> bool:
    return True


SHOT = Kind(
    name="shot", level=Level.ENGAGEMENT, summary="one AA system against one aircraft: one shot or a series",
    shape=ShotShape, pack=pack_shot, space=space_of, kernel=engagement, packed_type=Packed, exact=exact,
    exact_fractions=exact_fractions, headline=("effect", ("abort",)), example=SHOT_EXAMPLE, cheap=_cheap,
    moments=moments_of, notes=notes,
)  # fmt: skip
COMBO = Kind(
    name="combo", level=Level.ENGAGEMENT,
    summary="several AA systems, or a gun-missile combination, against one aircraft",
    shape=ComboShape, pack=pack_combo, space=space_of, kernel=engagement, packed_type=Packed, exact=exact,
    exact_fractions=exact_fractions, headline=("effect", ("abort",)), example=COMBO_EXAMPLE, cheap=_cheap,
    moments=moments_of, notes=notes,
)  # fmt: skip
