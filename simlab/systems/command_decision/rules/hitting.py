"""What a shot does: clauses 3.2.4 (hitting) and 3.2.6 (countermeasures), and how penalties add up.

Two steps. While a scenario is packed, `shot_card` asks the clauses once for every face and writes down what each face
of this system does to this target. In a kernel, `shot_effect` and `shot_result` read that card with the dice of the
shot. Both are plain functions, so the exact law and the tests call the same ones.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from simlab.dice import face, lower, rest, threshold, upper
from simlab.jit import rule
from simlab.systems.command_decision.rules.air_defence import Eligible, Firer, Target
from simlab.systems.command_decision.rulings import (
    ChopHalfMeaning,
    CmAppliesToRerolledAbort,
    CmForChoppers,
    CmMultipleFits,
    CmOrderVsSplit,
    DefaultQuality,
    FcRerollRecursion,
    FcRerollScope,
    PenaltyFromRoll,
    PenaltyStacking,
    PopUpPenaltyMode,
    SpotterAbort,
)

# Effects on a card, four bits each: 0 nothing, 1..3 a penalty of that size, and these:
ABORT, ABORT_WITHOUT_SAVE, ROLL_AGAIN = 8, 9, 15
# Results of a shot: 0 nothing, 1..3 a penalty, and these:
SAVED, FORCED_BACK, REMOVED = 4, 5, 6
MOST_PENALTY = (
    10  # a running total is kept at this, because no hit number is above 10 (design of the tables, not a rule)
)
DIE_FACES = 10


class ShotCard(NamedTuple):
    """What the dice of one shot do, all rulings, ratings and ranges applied. Four bits a face in `first` and `second`.

    first: effect of AA die 1..10; second: effect of the re-roll die 1..again_sides; save_to, second_save_to: highest
    saving face of the two saves; pop_up_from, chop_from: lowest face that confirms an abort (1: none needed).
    """

    first: int
    second: int
    again_sides: int
    save_to: int
    second_save_to: int
    pop_up_from: int
    chop_from: int

    @property
    def confirms(self) -> bool:
        """True when the confirming dice or the second save matter."""
        return self.second_save_to > 0 or self.pop_up_from > 1 or self.chop_from > 1


def write_card(effects: dict[int, int]) -> int:
    """Pack effects by face into one integer: four bits a face.

    >>> hex(write_card({1: 1, 9: 8, 10: 8}))
    '0x88000000010'
    """
    return sum(effect << (4 * face) for face, effect in effects.items())


@rule
def effect_of(card, face):
    """The effect that a card holds for a face."""
    return ((card >> 4) >> (4 * (face - 1))) & 15  # in two shifts: that of the card is the same for all lanes


@rule
def hands_of_shot(word):
    """The hands in which the dice of a shot lie: AA die, save die, re-roll die, and the 50/50 by itself."""
    aa_hand = upper(word)
    save_hand = rest(aa_hand, DIE_FACES)
    return aa_hand, save_hand, rest(save_hand, DIE_FACES), lower(word)


@rule
def dice_of_shot(word, again_sides):
    """The dice of a shot as its word shows them: AA die, save die, re-roll die; and the hand of the 50/50."""
    aa_hand, save_hand, again_hand, split_hand = hands_of_shot(word)
    return face(aa_hand, DIE_FACES), face(save_hand, DIE_FACES), face(again_hand, again_sides), split_hand


@rule
def confirming_dice(word):
    """The confirming dice of a shot as their word shows them: against a pop-up, by chop rating; and the second save."""
    pop_up_hand = upper(word)
    chop_hand = rest(pop_up_hand, DIE_FACES)
    return face(pop_up_hand, DIE_FACES), face(chop_hand, DIE_FACES), face(rest(chop_hand, DIE_FACES), DIE_FACES)


@rule
def shot_effect(aa_die, again_die, first, second):
    """Effect of the AA die, or of the re-roll die where the first face is rolled again (3.2.4a-c)."""
    effect = effect_of(first, aa_die)
    return effect_of(second, again_die) if effect == ROLL_AGAIN else effect


@rule
def shot_outcome(effect, save_die, save_to, removed, split_first, saved, forced_back, gone):
    """What becomes of an effect that needs no confirmation: save (3.2.6.2) and the helicopter's 50/50 (3.2.4f).

    removed: true when the split would remove it; split_first: 1 when only a removal may be saved (ruling
    cm_order_vs_split). saved, forced_back, gone: what stands for these three outcomes of an abort, so that a kernel may
    ask at once for what they do to its state; an effect that is no abort stands for itself.
    """
    down = gone if removed else forced_back
    after_save = saved if removed else (saved if split_first == 0 else forced_back)
    down = after_save if (effect == ABORT) & (save_die <= save_to) else down
    return down if effect >= ABORT else effect


@rule
def shot_result(effect, save_die, save_to, removed, split_first):
    """`shot_outcome` as a result: 0 nothing, 1..3 a penalty, SAVED, FORCED_BACK, REMOVED.

    For a plane ``removed`` (1) means lost rather than sent home (ruling plane_abort_loss_fraction).
    """
    return shot_outcome(effect, save_die, save_to, removed == 1, split_first, SAVED, FORCED_BACK, REMOVED)


@rule
def confirmed_effect(effect, pop_up_die, chop_die, pop_up_from, chop_from):
    """The effect after its confirming dice: an abort that is not confirmed is no effect (1.4.2f, 3.2.3h)."""
    stands = (pop_up_die >= pop_up_from) & (chop_die >= chop_from)
    return 0 if (effect >= ABORT) & (not stands) else effect


@rule
def penalty_of(result, converted_penalty):
    """Hit penalty of a result: the die's (3.2.4a), or that of a saved abort (3.2.6.2c)."""
    return converted_penalty if result == SAVED else (result if result < SAVED else 0)


@rule
def stacked(total, penalty, stacking):
    """Running total of penalties after another one; a total is kept at 10 at most (ruling penalty_stacking)."""
    summed = total + penalty
    worst = max(total, penalty)
    first = total if total > 0 else penalty
    chosen = summed if stacking == 0 else (worst if stacking == 1 else first)
    return min(chosen, 10)


assert [member.value for member in PenaltyStacking] == [0, 1, 2]  # `stacked` compares these numbers
assert MOST_PENALTY == 10


def lowest_abort_face(firer: Firer, target: Target, shot: Eligible, rulings: Any, constants: dict[str, float]) -> int:
    """Lowest face that aborts (3.2.4b, 3.2.4e) after chop rating, pop-up penalty and suppression; 11: none."""
    standard, basic = int(constants["abort_face_standard"]), int(constants["abort_face_basic"])
    quality = firer.row.quality or ("9-10" if rulings.default_quality == DefaultQuality.STANDARD else "10")
    low = standard if quality == "9-10" else basic
    if halves_abort_faces(firer, target, rulings):
        low = basic
    if rulings.pop_up_penalty_mode == PopUpPenaltyMode.ABORT_BAND and shot.penalty:
        low = min(low + shot.penalty, DIE_FACES + 1 - int(rulings.pop_up_abort_floor))
    if firer.suppressed and rulings.aa_suppressed_penalty != "cannot_fire":
        low = min(low + int(rulings.aa_suppressed_penalty), DIE_FACES + 1)
    return low


def halves_abort_faces(firer: Firer, target: Target, rulings: Any) -> bool:
    """Does the chop rating 1/2 cut the abort faces of this missile rather than its range (ruling chop_half_meaning)?"""
    meaning = rulings.chop_half_meaning == ChopHalfMeaning.HALVE_ABORT_FACES
    return target.is_helicopter and firer.is_missile and firer.row.chop == "half" and meaning


def rolls_again(firer: Firer, shot: Eligible, rulings: Any) -> bool:
    """Does this shot roll a 4 again: guns with fire control (3.2.4c) under ruling fc_reroll_scope."""
    if firer.is_missile or not firer.row.has_fire_control:
        return False
    scope = rulings.fc_reroll_scope
    if scope == FcRerollScope.BEYOND_MANUAL_ONLY:
        return shot.mode == "fire_control"
    return scope == FcRerollScope.ANY_SHOT or firer.row.radar


def die_penalty(score: int, rulings: Any) -> int:
    """Penalty of a score of 1, 2 or 3 (3.2.4a, ruling penalty_from_roll)."""
    return {
        PenaltyFromRoll.DIE_VALUE: score,
        PenaltyFromRoll.FLAT_1: 1,
        PenaltyFromRoll.FLAT_2: 2,
        PenaltyFromRoll.INVERSE: 4 - score,
    }[rulings.penalty_from_roll]


def save_faces(
    firer: Firer, target: Target, shot: Eligible, rulings: Any, constants: dict[str, float]
) -> tuple[int, int]:
    """Highest saving faces of the first and the second save (0: none), by rating (3.2.6.2d) and its rulings.

    None against a blank rating (3.2.6.2e) or a gun in manual range (3.2.6.2f).
    """
    if shot.mode == "manual" or (target.is_helicopter and rulings.cm_for_choppers == CmForChoppers.NO):
        return 0, 0
    fits = [(target.flares, firer.row.cm_flares), (target.ecm, firer.row.cm_ecm)]
    faces = [int(constants[f"cm_faces_{rating.lower()}"]) for fitted, rating in fits if fitted and rating]
    if rulings.cm_multiple_fits == CmMultipleFits.BEST_SINGLE:
        return max(faces, default=0), 0
    first, second, *_ = [*faces, 0, 0]
    return first, second


def shot_card(firer: Firer, target: Target, shot: Eligible, rulings: Any, constants: dict[str, float]) -> ShotCard:
    """What each face of a shot does: all of 3.2.4 and 3.2.6 with their rulings."""
    low = lowest_abort_face(firer, target, shot, rulings, constants)
    penalised, mode = shot.penalty, rulings.pop_up_penalty_mode
    shift = penalised if mode == PopUpPenaltyMode.DIE_MODIFIER else 0
    again_face = int(constants["fc_reroll_face"]) + shift if rolls_again(firer, shot, rulings) else 0
    spotter = target.artillery_spotter
    aborts = not (spotter and rulings.spotter_abort == SpotterAbort.NO)  # 3.2.4d
    lowest, highest = int(constants["penalty_face_low"]), int(constants["penalty_face_high"])

    def effect(face: int, abort: int) -> int:
        score = face - shift
        if score >= low:
            return abort if aborts else 0
        return die_penalty(score, rulings) if lowest <= score <= highest and not spotter else 0

    first = {face: ROLL_AGAIN if face == again_face else effect(face, ABORT) for face in range(1, DIE_FACES + 1)}
    recursive = rulings.fc_reroll_recursion == FcRerollRecursion.RECURSIVE
    faces = [face for face in range(1, DIE_FACES + 1) if not (recursive and face == again_face)]
    unsaved = rulings.cm_applies_to_rerolled_abort == CmAppliesToRerolledAbort.NO
    second = {
        place + 1: 0 if face == again_face else effect(face, ABORT_WITHOUT_SAVE if unsaved else ABORT)
        for place, face in enumerate(faces)
    }
    confirm = mode == PopUpPenaltyMode.RE_ROLL_ABORT and penalised > 0
    basic = (firer.row.quality or ("10" if rulings.default_quality == DefaultQuality.BASIC else "9-10")) == "10"
    save_to, second_save_to = save_faces(firer, target, shot, rulings, constants)
    return ShotCard(
        first=write_card(first),
        second=write_card(second) if again_face else 0,
        again_sides=len(faces),
        save_to=save_to,
        second_save_to=second_save_to,
        pop_up_from=low if confirm else 1,
        chop_from=6 if basic and halves_abort_faces(firer, target, rulings) else 1,
    )


def split_first(target: Target, rulings: Any) -> int:
    """1 when a helicopter's 50/50 comes before the save (ruling cm_order_vs_split)."""
    return int(target.is_helicopter and rulings.cm_order_vs_split == CmOrderVsSplit.AFTER_SPLIT_ON_REMOVAL_ONLY)


def removal_threshold(target: Target, rulings: Any) -> int:
    """Hands out of 2**32 for which an abort removes a helicopter (3.2.4f) or loses a plane (3.2.4b)."""
    fraction = rulings.chopper_abort_removed_fraction if target.is_helicopter else rulings.plane_abort_loss_fraction
    return threshold(fraction)
