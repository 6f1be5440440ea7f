"""One AA shot at one aircraft: the die, the re-roll, the confirmation, the save, the split (3.2.4, 3.2.6; F1)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from .command_decision_aim import Aim, Firer, Target
from .command_decision_rulings import Rulings
from .command_decision_tables import REROLL_FACE, SAVE_FACES, SAVED_ABORT_PENALTY
from .dice_log import CONFIRM, SHOT, Hand

ABORT = "abort"
CHOP_CONFIRMED = 6  # chop_half_meaning = halve_abort_faces: a lone 10 must be confirmed by a 6 to 10


class Dice(Protocol):
    """What a trial asks of its dice: `DiceLog`, or a test's own faces."""

    def hand(self, turn: int, window: int, actor: int, purpose: int, nth: int, half: str) -> Hand:
        """The hand at an address."""


@dataclass(frozen=True)
class ShotAddress:
    """Where the dice of one shot lie."""

    dice: Dice
    turn: int
    window: int
    actor: int
    nth: int

    def hand(self, purpose: int, half: str = "upper") -> Hand:
        """A hand of this shot."""
        return self.dice.hand(self.turn, self.window, self.actor, purpose, self.nth, half)


class Countermeasures:
    """The uses an aircraft has left in this sortie (`cm_uses`); None is unlimited."""

    def __init__(self, uses: int | None):
        self.uses = uses

    def spend(self) -> bool:
        """Spend one use; False when none is left."""
        if self.uses is None:
            return True
        if self.uses == 0:
            return False
        self.uses -= 1
        return True


@dataclass(frozen=True)
class ShotResult:
    """What one shot did.

    `before_save`: "abort" (confirmed) or the penalty, 0 for no effect. `fate`: how an abort that stands ends: removed,
    forced_back, lost, sent_home; "" for none. `penalty`: what the target carries away, 2 for a saved abort.
    """

    before_save: str | int
    fate: str = ""
    penalty: int = 0
    saved: bool = False

    @property
    def aborted(self) -> bool:
        """Whether an abort stands."""
        return self.fate != ""


def lowest_abort(firer: Firer, aim: Aim, target: Target, rulings: Rulings) -> int:
    """The lowest AA result that aborts; 11 when nothing does."""
    quality = firer.system.quality or rulings.default_quality
    low = 9 if quality == "9-10" else 10
    if halves_abort_faces(firer, target, rulings):
        low = 10
    if rulings.pop_up_penalty_mode == "abort_band":
        low = min(low + aim.pop_up_penalty, 11 - rulings.pop_up_abort_floor)
    if firer.suppressed and isinstance(rulings.aa_suppressed_penalty, int):
        low = min(low + rulings.aa_suppressed_penalty, 11)
    return low


def halves_abort_faces(firer: Firer, target: Target, rulings: Rulings) -> bool:
    """Whether a chop rating of 1/2 cuts the abort faces instead of the range (`chop_half_meaning`)."""
    return (
        rulings.chop_half_meaning == "halve_abort_faces"
        and target.is_helicopter
        and not firer.system.is_gun
        and firer.system.chop == "half"
    )


def needs_chop_confirmation(firer: Firer, target: Target, rulings: Rulings) -> bool:
    """Whether the abort of a system with the single face 10 needs a 6 to 10 (`halve_abort_faces`)."""
    quality = firer.system.quality or rulings.default_quality
    return halves_abort_faces(firer, target, rulings) and quality == "10"


def needs_pop_up_confirmation(aim: Aim, rulings: Rulings) -> bool:
    """Whether an abort needs a second abort (`pop_up_penalty_mode` = re_roll_abort)."""
    return rulings.pop_up_penalty_mode == "re_roll_abort" and aim.pop_up_penalty > 0


def rerolls_a_four(firer: Firer, aim: Aim, rulings: Rulings) -> bool:
    """Whether this shot re-rolls a 4 (3.2.4c; `fc_reroll_scope`)."""
    if not (firer.system.is_gun and firer.system.has_fire_control):
        return False
    if rulings.fc_reroll_scope == "beyond_manual_only":
        return aim.mode == "fire_control"
    return rulings.fc_reroll_scope == "any_shot" or firer.system.radar


def die_modifier(aim: Aim, rulings: Rulings) -> int:
    """What the pop-up penalty takes from the die (`pop_up_penalty_mode` = die_modifier)."""
    return aim.pop_up_penalty if rulings.pop_up_penalty_mode == "die_modifier" else 0


def reroll_sides(rulings: Rulings) -> int:
    """A recursive re-roll is one die over the nine other faces, a single re-roll a d10."""
    return 9 if rulings.fc_reroll_recursion == "recursive" else 10


def rerolled_face(value: int, first_face: int, rulings: Rulings) -> int:
    """The face the re-roll die stands for.

    >>> [rerolled_face(value, 4, Rulings()) for value in (1, 3, 4, 9)]
    [1, 3, 5, 10]
    """
    if rulings.fc_reroll_recursion == "recursive" and value >= first_face:
        return value + 1
    return value


def penalty_of(result: int, target: Target, rulings: Rulings) -> int:
    """The penalty of an AA result below the abort (3.2.4a, d; `penalty_from_roll`)."""
    if not 1 <= result <= 3 or target.artillery_spotter:
        return 0
    return {"die_value": result, "flat_1": 1, "flat_2": 2, "inverse": 4 - result}[rulings.penalty_from_roll]


def usable_ratings(firer: Firer, aim: Aim, target: Target, rerolled: bool, rulings: Rulings) -> list[int]:
    """Faces that save, flares before ECM, for the countermeasures that may be rolled for (3.2.6.2)."""
    if aim.mode == "manual" or (target.is_helicopter and rulings.cm_for_choppers == "no"):
        return []
    if rerolled and rulings.cm_applies_to_rerolled_abort == "no":
        return []
    fits = ((target.flares, firer.system.cm_flares), (target.ecm, firer.system.cm_ecm))
    return [SAVE_FACES[rating] for fitted, rating in fits if fitted and rating]


class ShotDice:
    """The dice of one shot by name, each read only when a rule asks for it.

    The first hand holds the AA die, the save die and the re-roll die in this order, the CONFIRM hand the pop-up
    confirmation, the chop confirmation and the second save.
    """

    def __init__(self, at: ShotAddress):
        self.at = at
        self.shot = at.hand(SHOT)
        self.confirm: Hand | None = None
        self.confirm_read = 0
        self.early_save: int | None = None

    def aa(self) -> int:
        """The AA die."""
        return self.shot.die(10)

    def save(self) -> int:
        """The save die."""
        return self.shot.die(10) if self.early_save is None else self.early_save

    def reroll(self, sides: int) -> int:
        """The re-roll die; the save die lies before it in the hand."""
        self.early_save = self.shot.die(10)
        return self.shot.die(sides)

    def pop_up_confirmation(self) -> int:
        """The die that must show a second abort."""
        return self.confirmation(0)

    def chop_confirmation(self) -> int:
        """The die that must show a 6 to 10."""
        return self.confirmation(1)

    def second_save(self) -> int:
        """The die against ECM when flares have failed."""
        return self.confirmation(2)

    def confirmation(self, place: int) -> int:
        """A die of the CONFIRM hand, reading past those nobody asked for."""
        if self.confirm is None:
            self.confirm = self.at.hand(CONFIRM)
        while self.confirm_read < place:
            self.confirm.skip(10)
            self.confirm_read += 1
        self.confirm_read += 1
        return self.confirm.die(10)

    def split(self, probability: Fraction) -> bool:
        """Whether an abort that stands removes the helicopter, or loses the plane."""
        return self.at.hand(SHOT, "lower").chance(probability)


def fire_one_shot(
    at: ShotAddress, firer: Firer, aim: Aim, target: Target, rulings: Rulings, countermeasures: Countermeasures
) -> ShotResult:
    """Roll and resolve one AA shot (README, "Sequence: one AA shot"; the numbers are its steps)."""
    dice = ShotDice(at)
    low = lowest_abort(firer, aim, target, rulings)  # 1
    face = dice.aa()  # 2
    result = face - die_modifier(aim, rulings)
    rerolled = result == REROLL_FACE and rerolls_a_four(firer, aim, rulings)
    if rerolled:
        new_face = rerolled_face(dice.reroll(reroll_sides(rulings)), face, rulings)
        result = new_face - die_modifier(aim, rulings)
    if result < low:  # 7
        penalty = penalty_of(result, target, rulings)
        return ShotResult(before_save=penalty, penalty=penalty)
    if needs_pop_up_confirmation(aim, rulings) and dice.pop_up_confirmation() < low:  # 3
        return ShotResult(before_save=0)
    if needs_chop_confirmation(firer, target, rulings) and dice.chop_confirmation() < CHOP_CONFIRMED:
        return ShotResult(before_save=0)
    if target.artillery_spotter and rulings.spotter_abort == "no":  # 4
        return ShotResult(before_save=0)

    saved = ShotResult(before_save=ABORT, penalty=SAVED_ABORT_PENALTY, saved=True)
    faces = usable_ratings(firer, aim, target, rerolled, rulings)
    if not target.is_helicopter:
        if is_saved(dice, faces, countermeasures, rulings):  # 5
            return saved
        lost = dice.split(rulings.plane_abort_loss_fraction)  # 6
        return ShotResult(before_save=ABORT, fate="lost" if lost else "sent_home")
    save_comes_first = rulings.cm_order_vs_split == "before_split"
    if save_comes_first and is_saved(dice, faces, countermeasures, rulings):  # 5
        return saved
    removed = dice.split(rulings.chopper_abort_removed_fraction)  # 6
    if removed and not save_comes_first and is_saved(dice, faces, countermeasures, rulings):
        return saved
    return ShotResult(before_save=ABORT, fate="removed" if removed else "forced_back")


def is_saved(dice: ShotDice, faces: list[int], countermeasures: Countermeasures, rulings: Rulings) -> bool:
    """Roll for the countermeasures; an abort for which a save may be rolled spends a use (`cm_uses`)."""
    if not faces or not countermeasures.spend():
        return False
    if len(faces) == 1 or rulings.cm_multiple_fits == "best_single":
        return dice.save() <= max(faces)
    against_flares, against_ecm = faces
    return dice.save() <= against_flares or dice.second_save() <= against_ecm
