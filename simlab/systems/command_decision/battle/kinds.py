"""The kind `campaign`: its tables and its example file."""

from __future__ import annotations

import numpy as np

from simlab.catalog import Catalog
from simlab.contract import Kind, Level, Rulings
from simlab.outcome import Counted, OutcomeSpace, Table, whole
from simlab.standing import Standing
from simlab.systems.command_decision.battle.kernel import campaign
from simlab.systems.command_decision.battle.pack import Packed, pack_campaign
from simlab.systems.command_decision.battle.shapes import SIDES, CampaignShape
from simlab.systems.command_decision.battle.state import MOST_ATTACKS
from simlab.systems.command_decision.battle.told import moments_of

NUMBERS = (
    ("points_lost", "points that {side} loses"),
    ("planes_lost", "planes that {side} loses"),
    ("helicopters_lost", "helicopters that {side} loses"),
    ("air_defence_lost", "AA systems that {side} loses"),
    ("stands_lost", "other stands that {side} loses"),
    ("attacks", "attacks that the aircraft of {side} deliver (the last row: that many or more)"),
)


def space_of(packed: Packed) -> OutcomeSpace:
    """Cells: the winner, the numbers of both sides, the turn in which it ended, and that in which it was decided."""
    blocks = [Counted("winner", ("winner",), (("blue",), ("red",), ("draw",)))]
    tables: list[Table] = [whole(blocks[0], "partition", "who wins by points")]
    for side, word in enumerate(SIDES):
        for (name, meaning), size in zip(NUMBERS, packed.sizes[side].tolist(), strict=True):
            block = Counted(f"{name}_{word}", (f"{name}_{word}",), tuple((number,) for number in range(size)))
            blocks.append(block)
            tables.append(whole(block, "tally", meaning.format(side=word)))
    turns = tuple((turn,) for turn in range(1, packed.turns + 1))
    ended, decided = Counted("ended", ("ended",), turns), Counted("decided", ("decided",), turns)
    blocks += [ended, decided]
    tables += [
        whole(ended, "tally", "last turn of the battle"),
        whole(decided, "tally", "turn after whose beginning the winner led for good (draws: the last turn)"),
    ]
    return OutcomeSpace(tuple(blocks), tuple(tables))


def assumptions(shape: CampaignShape, rulings: Rulings, catalog: Catalog) -> list[str]:
    """What a campaign takes for granted beyond the values of tables."""
    taken = [
        "who attacks what, and when a side breaks off, follow the doctrines of the file, not a player's eye",
        "all areas of an attack lie on the stand that it takes for its target",
        "combinations of missile and gun fire as two systems would, if both are listed",
    ]
    if shape.game.morale:
        taken.append("a stand checks morale when it was forced back, and demoralised ones leave (part D6)")
    if any(side.helicopter for side in (shape.blue, shape.red)):
        taken.append("helicopters are shot at by air defence alone, not by other ground fire (see kind sortie)")
        taken.append("a helicopter hovers behind cover in one place when it attacks, and does not leave to hide")
    return taken


def margin(space: OutcomeSpace) -> np.ndarray:
    """Points that red has lost less those that blue has."""
    return space.worth("points_lost_red", lambda row: row[0]) - space.worth("points_lost_blue", lambda row: row[0])


def losses(_: Packed, space: OutcomeSpace) -> dict[str, np.ndarray]:
    """Planes, helicopters, air defence and other stands that each side loses, where it has any."""
    names = [f"{name}_{side}" for name, _ in NUMBERS[1:5] for side in SIDES]
    return {name: space.worth(name, lambda row: row[0]) for name in names if len(space.block(name).rows) > 1}


STANDING = Standing(
    sides=SIDES, key="game.turns", length="ended", margin=margin,
    meaning="points that the other side has lost, less those lost",
    won=lambda space: space.worth("winner", lambda row: {"blue": 1, "red": -1}.get(str(row[0]), 0)),
    losses=losses,
)  # fmt: skip

EXAMPLE = """\
title = "Two regiments and their air support"
question = "Who wins when both sides fly at each other's air defence first?"
system = "command_decision"
kind = "campaign"

[game]
turns = 12
first = "blue"               # who strikes first in every turn
margin = 2                   # points of losses that make a winner
# visibility = "clear"       # or night
# table_in = [72, 48]        # width and depth; the centre is [0, 0]
# morale = true              # stands that were forced back check morale

[blue]
edge = "south"               # where its planes come from
targets = "air_defence_first"    # points_first, air_defence_first, nearest_first
# concentrate = true         # all at the best target, in place of one each
# planes_a_turn = 4          # at most so many of those that arrive
break_off = 0.5              # share of its aircraft lost at which it sends no more
# fac = true                 # a FAC/ALO guides its planes
# collective = "normal"      # what its ground troops are worth as collective fire

[[blue.plane]]
unit = "tornado_ids"
count = 3
load = "bombs"               # bombs, at_cluster, rockets, guns, asm, arm, gb
points = 3
# arrives = 0.7              # left out: ruling plane_arrival_probability

[[blue.helicopter]]
unit = "ah64a"
count = 2
at = [0, -12]                # where it attacks from
altitude = "popup"           # noe, low, popup
points = 3

[[blue.air_defence]]
unit = "gepard"
count = 2
at = [-6, -10]
class = "weak_afv"
points = 2

[[blue.stand]]
at = [0, -8]
count = 4
class = "afv"
weight = 4
points = 2

[red]
targets = "points_first"
break_off = 0.5

[[red.plane]]
unit = "su25"
count = 3
load = "rockets"
points = 2

[[red.air_defence]]
unit = "zsu23_4"
count = 2
at = [4, 10]
class = "weak_afv"
points = 2

[[red.air_defence]]
unit = "sa9"
at = [-4, 12]
points = 2

[[red.stand]]
at = [0, 8]
count = 6
class = "afv"
weight = 3
points = 1

[rulings]
morale_stacking = "once"
"""

CAMPAIGN = Kind(
    name="campaign", level=Level.BATTLE,
    summary="many turns of air war between two sides: strikes, helicopters, air defence that can be hit, points",
    shape=CampaignShape, pack=pack_campaign, space=space_of, kernel=campaign, packed_type=Packed,
    headline=("winner", ("blue",)), trials=200_000, example=EXAMPLE, assumptions=assumptions, standing=STANDING,
    moments=moments_of,
)  # fmt: skip

assert MOST_ATTACKS > 0
