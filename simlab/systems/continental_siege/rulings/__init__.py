"""The 71 rulings of Continental Siege Aircraft: the one list, and those that no kind can turn yet.

A ruling names the kinds whose answer it can change. `rulings_for` keeps what bears on the kinds that are there; the
others stand fixed, so that setting one is refused rather than silently ignored.
"""

from collections.abc import Collection
from dataclasses import replace

from simlab.contract import Ruling
from simlab.systems.continental_siege.rulings.air_defence import AIR_DEFENCE
from simlab.systems.continental_siege.rulings.attacks import ATTACKS
from simlab.systems.continental_siege.rulings.base_game import BASE_GAME
from simlab.systems.continental_siege.rulings.bombs import BOMBS
from simlab.systems.continental_siege.rulings.fortresses import FORTRESSES
from simlab.systems.continental_siege.rulings.movement import MOVEMENT
from simlab.systems.continental_siege.rulings.points import POINTS

RULINGS: tuple[Ruling, ...] = (*ATTACKS, *BOMBS, *FORTRESSES, *AIR_DEFENCE, *MOVEMENT, *BASE_GAME, *POINTS)
# Battles play the default of these only, or nothing in them meets the question (an Ogre and a Flying Fortress never
# fight); the scenario of a battle that turns one is refused.
ONE_WAY_IN_BATTLES = (
    "fractional_unit_loss", "aa_strength_in_area_limit", "attack_sequencing", "propulsion_combined_fire",
    "one_unit_many_weapons_vs_propulsion", "ff_affected_by_d", "aircraft_stack_defence", "bombload_combination",
    "bomb_decision_timing", "bomb_part_rule", "bomb_halved_vs_infantry_group", "ap_bomb_combination",
    "ap_bomb_per_target_limit", "ap_bomb_other_targets", "ff_gun_targets", "aa_arc", "superheavy_vs_air",
    "hex_numbering", "aircraft_entry_turn", "offmap_tracking", "offmap_combat", "offmap_return_test",
    "ground_units_and_aircraft", "infantry_grouping",
)  # fmt: skip
_FIXED = "bears on nothing that is played yet"


def rulings_for(kinds: Collection[str]) -> tuple[tuple[Ruling, ...], dict[str, str]]:
    """The rulings that bear on any of these kinds, and the others by name with the reason why they stand fixed."""
    free, fixed = [], {}
    for ruling in RULINGS:
        bears_on = tuple(
            kind
            for kind in ruling.bears_on
            if kind in kinds and not (kind == "battle" and ruling.name in ONE_WAY_IN_BATTLES)
        )
        if bears_on:
            free.append(replace(ruling, bears_on=bears_on))
        else:
            fixed[ruling.name] = _FIXED
    return tuple(free), fixed
