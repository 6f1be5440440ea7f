"""The kind `bombing_run`: its tables and its example file."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simlab.contract import Kind, Level
from simlab.outcome import Counted, OutcomeSpace, Table, marginal, whole
from simlab.systems.alpha_strike.attack.best import flown
from simlab.systems.alpha_strike.attack.plans import plans_of
from simlab.systems.alpha_strike.attack.replay import replay_run
from simlab.systems.alpha_strike.attack.run.kernel import bombing_run
from simlab.systems.alpha_strike.attack.run.law import exact, exact_fractions
from simlab.systems.alpha_strike.attack.run.pack import HEAT, JOINT, MOST, SORT, UNIT, Packed, names_in, pack_run
from simlab.systems.alpha_strike.attack.scene import moments_told_by
from simlab.systems.alpha_strike.attack.shapes import BombingRunShape


def field_blocks(fields: np.ndarray, names: Sequence[str]) -> tuple[Counted, ...]:
    """A counted block for the damage, or the heat before the cap, of each field."""
    return tuple(
        Counted(
            f"{'heat' if field[SORT] == HEAT else 'damage'}:{names[field[UNIT]]}",
            ("heat" if field[SORT] == HEAT else "damage",),
            tuple((amount,) for amount in range(field[MOST] + 1)),
        )
        for field in fields.tolist()
        if field[SORT] != JOINT
    )


def field_table(block: Counted, cap: int) -> Table:
    """The table of a field: damage as counted, heat as far as it counts."""
    sort, _, name = block.name.partition(":")
    if sort == "damage":
        return whole(block, "tally", f"damage points on {name}")
    rows = tuple((amount,) for amount in range(min(len(block.rows) - 1, cap) + 1))
    counts = {row: ((min(amount, cap),),) for amount, row in enumerate(block.rows)}
    return Table(block.name, block.variables, rows, "tally", block.name, counts.__getitem__, f"heat that {name} takes")


HURT = ("enemy_only", "both", "friend_only", "nobody")


def hurt_table() -> Table:
    """Whom the attack damages, from the joint block."""
    names = {(True, False): "enemy_only", (True, True): "both", (False, True): "friend_only", (False, False): "nobody"}
    return Table("hurt", ("hurt",), tuple((word,) for word in HURT), "partition", "joint",
                 lambda row: ((names[bool(row[0]), bool(row[1])],),), "whom the attack damages")  # fmt: skip


def side_tables(joint: Counted, enemies: int, friends: int) -> tuple[Table, ...]:
    """Damage of either side, and whether there is any, from the joint block."""
    return (
        Table("enemy_hit", ("enemy_hit",), (("yes",), ("no",)), "partition", "joint",
              lambda row: (("yes",),) if row[0] else (("no",),), "is an enemy damaged"),
        Table("friend_hit", ("friend_hit",), (("yes",), ("no",)), "partition", "joint",
              lambda row: (("yes",),) if row[1] else (("no",),), "is a friend damaged"),
        marginal(joint, "damage_enemy", "damage_enemy", range(enemies + 1), "tally", "damage points on enemies"),
        marginal(joint, "damage_friend", "damage_friend", range(friends + 1), "tally", "damage points on friends"),
        whole(joint, "partition", "damage points on enemies and friends"),
    )  # fmt: skip


def joint_block(enemies: int, friends: int) -> Counted:
    """Damage of enemies and friends in one block."""
    rows = tuple((a, b) for a in range(enemies + 1) for b in range(friends + 1))
    return Counted("joint", ("damage_enemy", "damage_friend"), rows)


def space_of(packed: Packed) -> OutcomeSpace:
    """Cells: damage (and heat) of each unit, then (damage on enemies, damage on friends)."""
    blocks = field_blocks(packed.fields, names_in(packed.names))
    joint = joint_block(packed.enemy_most, packed.friend_most)
    return OutcomeSpace(
        (*blocks, joint),
        (
            hurt_table(),
            *side_tables(joint, packed.enemy_most, packed.friend_most),
            *(field_table(block, packed.heat_cap) for block in blocks),
        ),
    )


EXAMPLE = """\
title = "Altitude bombs on a road column"
question = "Where do the bombs of one run come down, and whom do they hit?"
system = "alpha_strike"
kind = "bombing_run"
attack = "altitude"              # dive (one point of impact), altitude (points along the path, 2 in apart), artillery

# The list in which the bombs are aboard: he, cluster, inferno, laser_guided, thunder; torpedo (dive, at a target with
# in_water = true); arrow_iv (artillery, on any points). at = [ahead, right] in inches.
bombs = [
  {type = "he", at = [0, 0]},
  {type = "inferno", at = [2, 0]},
  {type = "cluster", at = [4, 0]},
]

[attacker]
unit = "stuka_stu_k5"            # left out: bare values, and no limit on bombs
skill = 4
# heat = 1                       # level before the attack
# fire_control_hits = 1
# altitude = "high"              # edition asce only

# [path]                         # over a table; left out, places are [ahead, right] of a path without ends
# p0 = [0, 24]
# heading = 90
# table = [48, 48]

[[target]]
name = "Manticore"
unit = "manticore_heavy_tank"
at = [0, 0]

[[target]]
name = "Atlas"
unit = "atlas_as7_d"
at = [4, 0]
base_radius = 0.625              # counts with aoe_inside_test = any_base

[[target]]
name = "helicopter"
unit = "warrior_attack_helicopter_h_7"
at = [6, 1]

[[target]]
name = "own platoon"
side = "friend"
unit = "foot_platoon_mg"
at = [9, -2]
"""

BOMBING_RUN = Kind(
    name="bombing_run", level=Level.MISSION, summary="where the bombs of one run land on a layout of friends and foes",
    shape=BombingRunShape, pack=pack_run, space=space_of, kernel=bombing_run, packed_type=Packed, exact=exact,
    exact_fractions=exact_fractions, headline=("hurt", ("enemy_only",)), example=EXAMPLE,
    assumptions=flown, replay=replay_run, moments=moments_told_by(replay_run), plans=plans_of,
)  # fmt: skip
