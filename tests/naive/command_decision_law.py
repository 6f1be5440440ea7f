"""Exact laws of one shot and of an order of shots, for choices that players make before the dice are rolled."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .command_decision_aim import Aim, Firer, Target
from .command_decision_rulings import Rulings
from .command_decision_shot import (
    CHOP_CONFIRMED,
    die_modifier,
    lowest_abort,
    needs_chop_confirmation,
    needs_pop_up_confirmation,
    penalty_of,
    reroll_sides,
    rerolled_face,
    rerolls_a_four,
    usable_ratings,
)
from .command_decision_tables import REROLL_FACE


@dataclass(frozen=True)
class ShotLaw:
    """The exact law of one shot, for choices that are made before the dice.

    Chances that an abort stands, that one is saved (which spends a use), of any effect at all, and of removal.
    """

    stands: Fraction
    saved: Fraction
    effect: Fraction
    removes: Fraction


def shot_law(firer: Firer, aim: Aim, target: Target, rulings: Rulings, may_save: bool = True) -> ShotLaw:
    """Enumerate one shot; `may_save` False when no use of the countermeasures is left."""
    low = lowest_abort(firer, aim, target, rulings)
    confirmed = Fraction(1)
    if needs_pop_up_confirmation(aim, rulings):
        confirmed *= Fraction(11 - low, 10)
    if needs_chop_confirmation(firer, target, rulings):
        confirmed *= Fraction(11 - CHOP_CONFIRMED, 10)
    if target.artillery_spotter and rulings.spotter_abort == "no":
        confirmed = Fraction(0)
    removed_fraction = rulings.chopper_abort_removed_fraction if target.is_helicopter else Fraction(0)
    stands = saved = effect = removes = Fraction(0)
    for chance, result, rerolled in shot_results(firer, aim, rulings):
        if result < low:
            effect += chance if penalty_of(result, target, rulings) else 0
            continue
        abort = chance * confirmed
        effect += abort
        save = save_chance(firer, aim, target, rerolled, rulings) if may_save else Fraction(0)
        removes += abort * removed_fraction * (1 - save)
        if target.is_helicopter and rulings.cm_order_vs_split == "after_split_on_removal_only":
            save *= removed_fraction
        stands += abort * (1 - save)
        saved += abort * save
    return ShotLaw(stands, saved, effect, removes)


def shot_results(firer: Firer, aim: Aim, rulings: Rulings) -> list[tuple[Fraction, int, bool]]:
    """Every (chance, AA result, re-rolled) of the AA die and its re-roll."""
    modifier = die_modifier(aim, rulings)
    results = []
    for face in range(1, 11):
        if face - modifier == REROLL_FACE and rerolls_a_four(firer, aim, rulings):
            sides = reroll_sides(rulings)
            for value in range(1, sides + 1):
                new_face = rerolled_face(value, face, rulings)
                results.append((Fraction(1, 10 * sides), new_face - modifier, True))
        else:
            results.append((Fraction(1, 10), face - modifier, False))
    return results


def save_chance(firer: Firer, aim: Aim, target: Target, rerolled: bool, rulings: Rulings) -> Fraction:
    """Chance that an abort is saved (B2; `cm_multiple_fits`)."""
    faces = usable_ratings(firer, aim, target, rerolled, rulings)
    if not faces:
        return Fraction(0)
    if rulings.cm_multiple_fits == "best_single":
        return Fraction(max(faces), 10)
    fails = Fraction(1)
    for highest in faces:
        fails *= 1 - Fraction(highest, 10)
    return 1 - fails


@dataclass(frozen=True)
class OrderedShot:
    """A shot as the choice of an order sees it: its law with and without a save, and which half fires it."""

    with_save: ShotLaw
    without_save: ShotLaw
    is_gun: bool


def chance_of_abort(
    shots: Sequence[OrderedShot], uses: int | None, rulings: Rulings, guns_blocked: bool = False
) -> Fraction:
    """Chance that a combination that fires these shots in this order aborts its target (3.2.7; `combo_trigger`).

    `uses` left of the countermeasures, None for unlimited.
    """
    if not shots:
        return Fraction(0)
    shot, later = shots[0], shots[1:]
    if shot.is_gun and guns_blocked:
        return chance_of_abort(later, uses, rulings, guns_blocked)
    law = shot.without_save if uses == 0 else shot.with_save
    after_a_save = uses - 1 if uses else uses
    blocks = guns_blocked or (not shot.is_gun and rulings.combo_trigger == "raw_abort_blocks_guns")
    return (
        law.stands
        + (law.saved * chance_of_abort(later, after_a_save, rulings, blocks) if law.saved else 0)
        + (1 - law.stands - law.saved) * chance_of_abort(later, uses, rulings, guns_blocked)
    )
