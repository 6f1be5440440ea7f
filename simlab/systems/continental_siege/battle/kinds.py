"""The kind `battle` and its example file."""

from __future__ import annotations

import numpy as np

from simlab.contract import Kind, Level
from simlab.outcome import OutcomeSpace
from simlab.standing import Standing
from simlab.systems.continental_siege.battle.counts import LEVELS, SIDES, Packed, kind_names, space_of
from simlab.systems.continental_siege.battle.kernel import battles
from simlab.systems.continental_siege.battle.pack import pack_battle
from simlab.systems.continental_siege.battle.replay import told
from simlab.systems.continental_siege.battle.scenes import moments_of
from simlab.systems.continental_siege.battle.shapes import BattleShape
from simlab.systems.continental_siege.rules.layout import DRAW_ROOM, DRAWS


def losses(packed: Packed, space: OutcomeSpace) -> dict[str, np.ndarray]:
    """Units lost by side and kind; not those of a side whose force is drawn anew in every battle."""
    found = {}
    for row, name in zip(packed.kinds.tolist(), kind_names(packed), strict=True):
        if not packed.numbers[DRAWS + DRAW_ROOM * row[0]]:
            found[f"lost:{name}"] = space.worth(f"lost:{name}", lambda lost: lost[0])
    return found


STANDING = Standing(
    sides=SIDES, key="rulings.turn_limit", length="game_turns",
    margin=lambda space: space.worth("points", lambda row: row[0]),
    meaning="victory points for units destroyed, less those of the other side",
    won=lambda space: space.worth("level", lambda row: -1 if LEVELS.index(row[0]) < 3 else 1), losses=losses,
)  # fmt: skip

EXAMPLE = """\
title = "A Mark III, aircraft on both sides"
question = "Who wins, how often, and what is left?"
system = "continental_siege"
kind = "battle"
scenario = "mk3_both_air"    # mk3_attack, mk5_attack, both also with _air; csa10_raid, csa15_raid

[defender]                   # the CP and the infantry come with the scenario
force = [                    # at most 12 armour units' worth (a howitzer costs 2); the order gives the ids of the dice;
                             # or "random_mix", or { mix = { gev = 2, bomber = 1 } }: drawn anew in every battle
    { unit = "howitzer", count = 1 },
    { unit = "heavy_tank", count = 2 },
    { unit = "gev", count = 2 },
    { unit = "light_aa", count = 1 },
    { unit = "heavy_aa", count = 1 },
    { unit = "bomber", count = 1 },
    { unit = "fighter", count = 1 },
]

# doctrine = "tuned"         # policies found by self-play; those named below go before it, hook by hook

[defender.policies]          # the first of each list is the default
setup = "standard_rear"      # random_legal, { aa_ring = 3 }, or { forward = ["missile_tank"] }
ground_move = "close_to_range"        # hold, gev_hit_and_run, screen_cp; also gev_move, infantry_move, aa_move
ground_fire = "main_then_treads"      # treads_only, best_marginal; also {infantry,gev,howitzer,aa_ground}_fire
aa_fire = "bombers_first"    # pair_to_auto, ff_pu_only, ff_bombs_first, best_dp
bomber = "straight_to_target"         # avoid_aa; these four hooks may be "weighted": [defender.weights.ground_fire]
bomber_target = "ogre"       # cp, howitzers, aa, best_value
ogre_loads = "missiles_3_3"  # ap_sweep, main4_plus2, treads_6, or { best_for = { missile = 6, treads = 1 } }
fighter = "intercept_bombers"         # escort, strafe, or { strafe = ["heavy_aa", "howitzer"] }

[attacker]                   # the Ogre or Flying Fortress comes with the scenario
force = [{ unit = "bomber", count = 1 }]

[attacker.policies]
ogre_move = "beeline_cp"     # hunter, weighted
ogre_fire = "value_first"    # nearest_first, weighted; also for a Flying Fortress
bomber_target = "cp"
fighter = "escort"
# ff_move = "beeline_cp"     # kill_aa_first
# ff_withdrawal = "cp_dead"  # never, or { ma_at_most = 2 }

[run]
trials = 20_000              # a battle takes about a quarter of a millisecond
"""

BATTLE = Kind(
    name="battle", level=Level.BATTLE, summary="a whole battle on the hex map, Ogre or Flying Fortress against a CP",
    shape=BattleShape, pack=pack_battle, space=space_of, kernel=battles, packed_type=Packed,
    headline=("winner", ("defender",)), example=EXAMPLE, replay=told, moments=moments_of, trials=50_000,
    standing=STANDING,
)  # fmt: skip
