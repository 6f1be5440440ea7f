"""The kind `attack`: its tables and its example file."""

from __future__ import annotations

from simlab.contract import Kind, Level
from simlab.outcome import Counted, OutcomeSpace, Row, Table, marginal, whole
from simlab.systems.alpha_strike.attack.best import flown
from simlab.systems.alpha_strike.attack.card.kernel import attack
from simlab.systems.alpha_strike.attack.card.law import cheap, exact, exact_fractions, feasible
from simlab.systems.alpha_strike.attack.card.pack import DAMAGE_MOST, FATES, HEAT_MOST, Packed, pack_attack
from simlab.systems.alpha_strike.attack.plans import plans_of
from simlab.systems.alpha_strike.attack.replay import replay_attack
from simlab.systems.alpha_strike.attack.run.kinds import field_table, joint_block, side_tables
from simlab.systems.alpha_strike.attack.run.pack import names_in
from simlab.systems.alpha_strike.attack.scene import moments_told_by
from simlab.systems.alpha_strike.attack.shapes import AttackShape


def space_of(packed: Packed) -> OutcomeSpace:
    """Cells: damage, heat and fate of each unit, then damage, units hit and losses of both sides."""
    blocks: list[Counted] = []
    for name, row in zip(names_in(packed.names), packed.units.tolist(), strict=True):
        amounts = range(row[DAMAGE_MOST] + 1)
        blocks.append(Counted(f"damage:{name}", ("damage",), tuple((amount,) for amount in amounts)))
        if row[HEAT_MOST] >= 0:
            blocks.append(Counted(f"heat:{name}", ("heat",), tuple((heat,) for heat in range(row[HEAT_MOST] + 1))))
        blocks.append(Counted(f"fate:{name}", ("fate",), tuple((fate,) for fate in FATES)))
    joint = joint_block(packed.enemy_most, packed.friend_most)
    numbers = [(a, b) for a in range(packed.enemies + 1) for b in range(packed.friends + 1)]
    units = Counted("units", ("hit_enemy", "hit_friend"), tuple(numbers))
    losses = Counted("losses", ("lost_enemy", "lost_friend"), tuple(numbers))
    values = [
        Counted(f"pv_lost_{side}", ("pv",), tuple((pv,) for pv in range(most + 1)))
        for side, most in (("enemy", packed.enemy_value), ("friend", packed.friend_value))
    ]
    sums: dict[Row, int] = {row: sum(row) for row in numbers}
    all_units = tuple((count,) for count in range(packed.enemies + packed.friends + 1))
    tables: list[Table] = [
        Table("enemy_lost", ("enemy_lost",), (("yes",), ("no",)), "partition", "losses",
              lambda row: (("yes",),) if row[0] else (("no",),), "is an enemy destroyed"),
        Table("hits", ("hits",), all_units, "tally", "units", lambda row: ((sums[row],),),
              "units that took damage or heat"),
        marginal(losses, "lost_enemy", "lost_enemy", range(packed.enemies + 1), "tally", "enemies destroyed"),
        marginal(losses, "lost_friend", "lost_friend", range(packed.friends + 1), "tally", "friends destroyed"),
        *side_tables(joint, packed.enemy_most, packed.friend_most),
        whole(units, "partition", "enemies and friends that took damage or heat"),
        whole(losses, "partition", "enemies and friends destroyed"),
        whole(values[0], "tally", "Point Value of enemies destroyed"),
        whole(values[1], "tally", "Point Value of friends destroyed"),
    ]  # fmt: skip
    for block in blocks:
        sort, _, name = block.name.partition(":")
        tables.append(
            whole(block, "partition", f"the worst that befalls {name}")
            if sort == "fate"
            else field_table(block, packed.heat_cap)
        )
    return OutcomeSpace((*blocks, joint, units, losses, *values), tuple(tables))


EXAMPLE = """\
title = "A Stuka strafes a mixed column"
question = "What does one pass do to the units under it?"
system = "alpha_strike"
kind = "attack"
attack = "strafe"                # strafe, strike, altitude, dive, artillery (Arrow IV)

[attacker]
unit = "stuka_stu_k5"            # or bare values: short = 4, ov = 1
skill = 4
overheat = 1                     # points used, never with bombs
# pods = 1                       # rocket pods of a strike

[strafe]
start = 0                        # the lane begins here on the path and is 10 in long, 1 in to either side

# strike_at = "Atlas"            # for attack = "strike"
# bombs = [{type = "he", at = [2, 0], count = 3}]   # for attack = "dive" or "altitude"
# strikes = [{target = "Atlas", arc = "left"}]      # of large craft, one an arc; beside bombs too, as is [strafe]

[[target]]
name = "Atlas"
unit = "atlas_as7_d"
at = [1, 0.5]
armor_left = 1                   # left out: the whole card
terrain = ["woods"]              # woods, woods_between, partial_cover

[[target]]
name = "Griffin"
unit = "griffin_grf_1n"
at = [4, -1]
armor_left = 0
structure_left = 2

[[target]]
name = "Pegasus"
unit = "pegasus_scout_hover_tank"
at = [7, 0]
move_lost_in = 8
# in_water = true                # torpedoes run at it
# rides = "Atlas"                # battle armor outside a transport: takes a third of its hits, and its place
# aboard = "Atlas"               # inside it: dies with it

[[target]]
name = "own squad"
side = "friend"
unit = "elemental_battle_armor_mg_sqd5"
at = [9, 1]
"""

ATTACK = Kind(
    name="attack", level=Level.ENGAGEMENT, summary="one air-to-ground attack and what it does to the cards under it",
    shape=AttackShape, pack=pack_attack, space=space_of, kernel=attack, packed_type=Packed, exact=exact,
    exact_fractions=exact_fractions, headline=("enemy_hit", ("yes",)), example=EXAMPLE,
    assumptions=flown, replay=replay_attack, moments=moments_told_by(replay_attack), plans=plans_of, cheap=cheap,
    feasible=feasible,
)  # fmt: skip
