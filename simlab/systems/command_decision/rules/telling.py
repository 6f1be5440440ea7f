"""A trial in words: where each die lay, what it showed, what was asked of it, what it did. Replays of all kinds.

The functions here read the same words of dice, by the same rules, as the kernels do, and write down what they read. A
die is named by its address ``@turn/window/actor/roll/nth``, as the README of the wing numbers them ("Dice").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from simlab.dice import HALF, face, level, rest, spot, upper
from simlab.moments import Moment
from simlab.systems.command_decision import addresses
from simlab.systems.command_decision.rules.attacks import DIE_FACES, ELIMINATED, EVERY_FACE, RESULTS
from simlab.systems.command_decision.rules.guided import guided_result
from simlab.systems.command_decision.rules.hitting import (
    ABORT,
    FORCED_BACK,
    REMOVED,
    ROLL_AGAIN,
    SAVED,
    ShotCard,
    confirmed_effect,
    confirming_dice,
    dice_of_shot,
    effect_of,
    shot_effect,
    shot_result,
)

ROLLS = {
    addresses.SHOT: "shot", addresses.CONFIRM: "confirm", addresses.PLACE: "place",
    addresses.COLLECTIVE: "collective", addresses.MORALE: "morale", addresses.GROUND: "ground",
    addresses.ATTACK: "attack", addresses.ARRIVE: "arrive", addresses.TARGET: "target", addresses.MARK: "mark",
}  # fmt: skip
WHERE_DICE_LIE = 'dice lie at @turn/window/actor/roll/nth (README of the wing, "Dice")'


@dataclass
class Told:
    """A trial told: its moments, and what it counts (``counted block -> rows``), for whoever compares it."""

    moments: list[Moment]
    records: dict[str, list[tuple]] = field(default_factory=dict)

    @property
    def lines(self) -> list[str]:
        """All lines."""
        return [line for moment in self.moments for line in moment.lines]


class Rolled(NamedTuple):
    """A word of dice and its address."""

    word: int
    at: str


class TrialDice:
    """The dice of one trial by their addresses."""

    def __init__(self, key: int, trial: int) -> None:
        self.base = int(level(key, trial))

    def turn(self, turn: int) -> int:
        """The base of a turn."""
        return int(level(self.base, turn))

    def rolled(self, turn: int, window: int, actor: int, purpose: int, nth: int) -> Rolled:
        """The word at an address."""
        word = int(level(self.turn(turn), spot(window, actor, purpose, nth)))
        return Rolled(word, f"@{turn}/{window}/{actor}/{ROLLS[purpose]}/{nth}")


def faces_in_words(faces: Iterable[int]) -> str:
    """Faces of a die, runs of them drawn together.

    >>> faces_in_words([1, 2, 3, 9]), faces_in_words([10]), faces_in_words([])
    ('1-3, 9', '10', 'no face')
    """
    runs: list[list[int]] = []
    for number in sorted(faces):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in runs) or "no face"


def chance_in_words(hand: int, hands: int) -> str:
    """A chance and how it came out: its hand as a share, against the share that makes it true.

    >>> chance_in_words(1 << 30, 1 << 31)
    '0.2500 below 0.5'
    """
    share, needed = hand / (1 << HALF), hands / (1 << HALF)
    return f"{share:.4f} {'below' if hand < hands else 'not below'} {needed:.4g}"


def card_in_words(card: ShotCard) -> str:
    """What the faces of a shot do (3.2.4), and what saves (3.2.6.2)."""
    effects = {die: int(effect_of(card.first, die)) for die in range(1, DIE_FACES + 1)}
    aborts = [die for die, effect in effects.items() if effect in (ABORT, ABORT + 1)]
    parts = [f"{faces_in_words(aborts)} aborts (3.2.4b)" if aborts else "no face aborts (3.2.4b)"]
    penalties = {die: effect for die, effect in effects.items() if 0 < effect < SAVED}
    if all(die == effect for die, effect in penalties.items()):
        parts += [f"{faces_in_words(penalties)} a penalty of that size (3.2.4a)"] if penalties else []
    else:
        gives = ", ".join(f"{die} gives -{effect}" for die, effect in penalties.items())
        parts.append(f"{gives} (3.2.4a)")
    if ROLL_AGAIN in effects.values():
        again = faces_in_words(die for die, effect in effects.items() if effect == ROLL_AGAIN)
        parts.append(f"{again} is rolled again (3.2.4c)")
    if card.pop_up_from > 1:
        parts.append(f"an abort is confirmed on {card.pop_up_from} or more (1.4.2f)")
    if card.chop_from > 1:
        parts.append(f"an abort is confirmed on {card.chop_from} or more (3.2.3h)")
    if card.save_to:
        second = f", then on 1-{card.second_save_to}" if card.second_save_to else ""
        parts.append(f"saved on 1-{card.save_to}{second} (3.2.6.2)")
    return ", ".join(parts)


class ShotTold(NamedTuple):
    """An AA shot. effect: before the save; result: as `shot_result` has it; saves: a save was rolled; words: of it."""

    effect: int
    result: int
    saves: bool
    words: str


class ShotSetting(NamedTuple):
    """What decides about an abort besides the card.

    removal: hands for which it removes or loses the aircraft; split_first: 1 when only a removal may be saved;
    converted: penalty of a saved abort; helicopter: words and clause follow from it.
    """

    removal: int
    split_first: int
    converted: int
    helicopter: bool


def shot_told(card: ShotCard, shot: Rolled, more: Rolled, setting: ShotSetting, may_save: bool) -> ShotTold:
    """One AA shot die by die (3.2.4, 3.2.6). may_save: a use of countermeasures is left (ruling cm_uses)."""
    aa_die, save_die, again_die, split_hand = (int(die) for die in dice_of_shot(shot.word, card.again_sides))
    pop_up_die, chop_die, second_die = (int(die) for die in confirming_dice(more.word))
    words = [f"AA die {aa_die} {shot.at}"]
    effect = int(shot_effect(aa_die, again_die, card.first, card.second))
    if effect_of(card.first, aa_die) == ROLL_AGAIN:
        others = " over the other faces" if card.again_sides < DIE_FACES else ""
        words.append(f"again, d{card.again_sides}{others} shows {again_die} (3.2.4c)")
    if effect < ABORT:
        words.append(f"-{effect} (3.2.4a)" if effect else "no effect")
        return ShotTold(effect, effect, False, ", ".join(words))
    words.append("abort (3.2.4b)")
    for die, least, clause in ((pop_up_die, card.pop_up_from, "1.4.2f"), (chop_die, card.chop_from, "3.2.3h")):
        if least > 1:
            stands = "confirmed" if die >= least else "not confirmed, no effect"
            words.append(f"confirming die {die} {more.at} against {least}: {stands} ({clause})")
    effect = int(confirmed_effect(effect, pop_up_die, chop_die, card.pop_up_from, card.chop_from))
    if effect == 0:
        return ShotTold(0, 0, False, ", ".join(words))
    removed = int(split_hand < setting.removal)
    saves = bool(effect == ABORT and card.save_to > 0 and may_save and (removed or not setting.split_first))
    save_to = card.save_to if may_save else 0
    by_second = may_save and second_die <= card.second_save_to
    result = int(shot_result(effect, 0 if by_second else save_die, save_to, removed, setting.split_first))
    fate = _fate(setting, removed, split_hand)
    if setting.split_first:
        words.append(fate)
    if saves:
        words.append(_save(card, save_die, second_die, more.at, result == SAVED, setting.converted))
    elif effect == ABORT and card.save_to > 0 and not may_save:
        words.append("no countermeasures left (ruling cm_uses)")
    elif effect > ABORT:
        words.append("an abort rolled again is not saved (ruling cm_applies_to_rerolled_abort)")
    if result != SAVED and not setting.split_first:
        words.append(fate)
    return ShotTold(effect, result, saves, ", ".join(words))


def _fate(setting: ShotSetting, removed: int, hand: int) -> str:
    """What an abort does to the aircraft: the 50/50 of a helicopter (3.2.4f), the loss of a plane (3.2.4b)."""
    words = (("forced back", "removed"), ("sent home", "lost"))[0 if setting.helicopter else 1][removed]
    if setting.helicopter:
        return f"{words} (chance {chance_in_words(hand, setting.removal)}; 3.2.4f)"
    loss = f" (chance {chance_in_words(hand, setting.removal)}; 3.2.4b)" if setting.removal else " (3.2.4b)"
    return words + loss


def _save(card: ShotCard, save_die: int, second_die: int, at: str, saved: bool, converted: int) -> str:
    """The save against an abort (3.2.6.2)."""
    words = f"save die {save_die} against {card.save_to}"
    if card.second_save_to and save_die > card.save_to:
        words += f", second save die {second_die} {at} against {card.second_save_to}"
    return f"{words}: saved, -{converted} instead (3.2.6.2c)" if saved else f"{words}: fails (3.2.6.2)"


def result_in_words(result: int, helicopter: bool) -> str:
    """What a result of a shot means."""
    if result == SAVED:
        return "saved"
    if result == FORCED_BACK:
        return "forced back" if helicopter else "sent home"
    if result == REMOVED:
        return "removed" if helicopter else "lost"
    return f"-{result}" if result else "nothing"


class RollTold(NamedTuple):
    """One roll at a stand: what it does (`RESULTS`), in words."""

    result: int
    words: str


def roll_told(hits_on: int, effects: int, he_on: int, rolled: Rolled) -> RollTold:
    """One hit roll at a stand: hit die, effect die, and the HE die of a guided weapon with HE (3.1, 2.3.6c)."""
    hand = upper(rolled.word)
    hit_die = int(face(hand, DIE_FACES))
    hand = rest(hand, DIE_FACES)
    effect_die = int(face(hand, DIE_FACES))
    he_die = int(face(rest(hand, DIE_FACES), DIE_FACES))
    words = f"hit die {hit_die} {rolled.at} against {faces_of_bits(hits_on)}"
    if not hits_on >> hit_die & 1:
        return RollTold(0, f"{words}: miss")
    if he_on != EVERY_FACE:
        words += f": hit, HE die {he_die} against {faces_of_bits(he_on)}"
        if not he_on >> he_die & 1:
            return RollTold(0, f"{words}: no effect (2.3.6c)")
    result = int(guided_result(hit_die, effect_die, he_die, hits_on, effects, he_on))
    return RollTold(result, f"{words}: hit, effect die {effect_die}: {effect_in_words(result)}")


def faces_of_bits(bits: int) -> str:
    """Faces that a card of bits names."""
    return faces_in_words(die for die in range(1, DIE_FACES + 1) if bits >> die & 1)


def effect_in_words(result: int) -> str:
    """A result of a stand in words; a hit without effect says so."""
    return {"hit": "no effect"}.get(RESULTS[result], RESULTS[result].replace("_", " "))


def effects_in_words(effects: int) -> str:
    """What the faces of an effect die do.

    >>> effects_in_words(sum(3 << 4 * die for die in range(1, 10)) | 5 << 40)
    '1-9 no effect, 10 eliminated'
    """
    found: dict[int, list[int]] = {}
    for die in range(1, DIE_FACES + 1):
        found.setdefault(effects >> 4 * die & 15, []).append(die)
    return ", ".join(f"{faces_in_words(faces)} {effect_in_words(code)}" for code, faces in found.items() if code)


def worst_in_words(result: int) -> str:
    """The worst that befell a stand."""
    return RESULTS[result].replace("_", " ")


def collective_in_words(die: int, penalty: int, at: str, total: int) -> str:
    """A collective roll and the total penalty after it (3.2.8)."""
    words = f"collective die {die} {at}: " + (f"-{penalty}" if penalty else "no effect") + " (3.2.8)"
    return words + (f", total -{total}" if total else "")


def terms_in_words(terms: Sequence[tuple[int, str]]) -> str:
    """The parts of a hit number and their sum.

    >>> terms_in_words([(7, "HE factor"), (-2, "penalty")])
    '7 HE factor -2 penalty = 5'
    """
    first, *others = terms
    words = [f"{first[0]} {first[1]}", *(f"{value:+d} {why}" for value, why in others)]
    return " ".join(words) + (f" = {sum(value for value, _ in terms)}" if others else "")


def inches(place: Any) -> str:
    """A place in thousandths of an inch, in inches.

    >>> inches((1500, -24000))
    '[1.5, -24]'
    """
    return f"[{place[0] / 1000:g}, {place[1] / 1000:g}]"


assert len(RESULTS) - 1 == ELIMINATED
