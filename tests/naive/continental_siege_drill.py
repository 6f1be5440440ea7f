"""What the small kinds of Continental Siege share: numbered attacks, attackers as words, strengths and reach.

Written from simlab/systems/continental_siege/README.md (Dice; Strength, odds, results); clauses as there.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any

from .continental_siege_rulings import Rulings
from .continental_siege_tables import sheet_of, unit_types
from .dice_log import MASK_32, word_at

FIRE, ATTACK, CONTACT = 2, 3, 7
BOMBS = ("bombload", "ap_bombload")
GUNS = ("main_gun", "secondary_gun")
HOWITZERS = ("howitzer", "mobile_howitzer")
Rows = dict[str, list[tuple[Any, ...]]]


class NumberedDice:
    """The dice of one trial: attack `a` of a player-turn has die a mod 4 of hand a div 4; no die is read twice."""

    def __init__(self, key: int, trial: int):
        self.key = key
        self.trial = trial
        self.taken: set[tuple[Any, ...]] = set()

    def die_of_hand(self, turn: int, hand: int, place: int) -> int:
        """A d6: the die at a place (0 to 3) of hand 0, 1, ... of a player-turn."""
        self._take(("die", turn, hand, place))
        bits = self._hand(turn, ATTACK, hand // 2, upper=hand % 2 == 0)
        for _ in range(place):
            bits = bits * 6 & MASK_32
        return 1 + (bits * 6 >> 32)

    def attack(self, turn: int, number: int) -> int:
        """The d6 of an attack."""
        return self.die_of_hand(turn, number // 4, number % 4)

    def contact(self, turn: int, number: int, chance: Fraction) -> bool:
        """Whether a fighter finds its target (`interception`)."""
        self._take(("contact", turn, number))
        return self._hand(turn, CONTACT, number, upper=True) < round(chance * 2**32)

    def _hand(self, turn: int, purpose: int, n: int, upper: bool) -> int:
        word = word_at(self.key, self.trial, turn, ((FIRE * 256) * 8 + purpose) * 512 + n)
        return word >> 32 if upper else word & MASK_32

    def _take(self, address: tuple[Any, ...]) -> None:
        if address in self.taken:
            raise ValueError(f"the die {address} was handed out before in trial {self.trial}")
        self.taken.add(address)


@dataclass(frozen=True)
class Attacker:
    """One attacker: a unit, a gun of a superheavy ("gun"), a bombload of a bomber, or a weapon of a sheet."""

    unit: str
    system: str = ""

    @property
    def kind(self) -> str:
        """Class of its unit."""
        return unit_types()[self.unit].kind

    @property
    def full(self) -> int:
        """Printed strength."""
        if self.unit == "superheavy" and self.system:
            return 3
        if self.kind in ("ogre", "ff"):
            return sheet_of(self.unit)[self.system].attack
        return unit_types()[self.unit].attack

    @property
    def range(self) -> int:
        """Printed range."""
        return sheet_of(self.unit)[self.system].range if self.kind in ("ogre", "ff") else unit_types()[self.unit].range

    @property
    def family(self) -> str:
        """bombload, ap_bombload or other."""
        return self.system if self.system in BOMBS else "other"


def attackers_of(words: list[str]) -> list[Attacker]:
    """The attackers that a list of words names, in order."""
    found: list[Attacker] = []
    for word in words:
        number, _, rest = word.partition(" ")
        if number.isdigit():
            count, name = int(number), rest.strip()
        else:
            count, name = 1, word
        unit, _, system = name.partition(".")
        if unit == "bomber":
            system = "bombload"
        found += [Attacker(unit, system)] * count
    return found


def half(strength: int, rulings: Rulings) -> Fraction:
    """A halved strength (ruling `fractional_strength`)."""
    exact = Fraction(strength, 2)
    rounding = rulings["fractional_strength"]
    return (
        Fraction(floor(exact))
        if rounding == "floor_each"
        else Fraction(ceil(exact))
        if rounding == "ceil_each"
        else exact
    )


def added(forces: list[Fraction], rulings: Rulings) -> Fraction:
    """Strengths in one attack."""
    total = sum(forces, Fraction(0))
    return Fraction(floor(total)) if rulings["fractional_strength"] == "floor_total" else total


def strength_at(attacker: Attacker, target: str, system: str, defence: int, rulings: Rulings) -> Fraction:
    """Strength at a unit (or a system of its sheet) whose printed defence is `defence`; 0 = it may not attack it."""
    kind = unit_types()[target].kind
    full = Fraction(attacker.full)
    if kind in ("aircraft", "ff"):
        return _strength_at_aircraft(attacker, kind, system, rulings)
    if attacker.system == "aam":
        return Fraction(0)
    if attacker.kind == "aa" or attacker.unit == "fighter":
        return half(attacker.full, rulings)
    if attacker.system in GUNS:
        return full if rulings["ff_guns_vs_ground"] == "full" else half(attacker.full, rulings)
    if attacker.system == "bombload":
        return half(attacker.full, rulings) if kind == "infantry" else full
    if attacker.system == "ap_bombload":
        if kind == "infantry":
            return half(attacker.full, rulings) if rulings["ap_bomb_halved"] == "yes" else full
        ogre_gun = system == "antipersonnel" and rulings["ap_bomb_other_targets"] == "ogre_ap_guns"
        return full if kind == "structure" or ogre_gun else Fraction(0)
    if attacker.system == "antipersonnel":
        return full if kind == "infantry" or (defence == 0 and not system) else Fraction(0)
    return full


def _strength_at_aircraft(attacker: Attacker, kind: str, system: str, rulings: Rulings) -> Fraction:
    full = Fraction(attacker.full)
    if system in BOMBS and rulings["ff_bombs_targetable"] == "no":
        return Fraction(0)
    if attacker.kind == "aa":
        halved = system == "propulsion" and rulings["aa_halving_vs_propulsion"] == "half"
        return half(attacker.full, rulings) if halved else full
    if attacker.unit == "fighter" or attacker.system in (*GUNS, "aam", "missile", "main_battery"):
        return full
    if attacker.unit in HOWITZERS:
        if attacker.unit == "mobile_howitzer" and rulings["mobile_howitzer_vs_air"] == "no":
            return Fraction(0)
        return full if kind == "ff" and rulings["howitzer_vs_ff"] == "full" else half(attacker.full, rulings)
    if attacker.unit == "superheavy" and rulings["superheavy_vs_air"] == "superheavy_as_ogre_main":
        return full
    return Fraction(0)


def reaches(attacker: Attacker, flies: bool, distance: int, rulings: Rulings) -> bool:
    """Whether an attacker reaches a target at a distance, arc apart; bombs fall where they are dropped."""
    if attacker.system in BOMBS:
        return True
    if distance > attacker.range:
        return False
    forward = attacker.unit == "fighter" or attacker.system in GUNS
    if distance == 0 and flies and not forward and rulings["aircraft_same_hex_fire"] == "forbidden":
        return False
    if distance == 0 and not flies and forward and rulings["arc_own_hex_ground"] == "aircraft_only":
        return False
    return not (flies and attacker.unit in HOWITZERS and distance < 2 and rulings["howitzer_min_range"] == "two")


def in_forward_arc(attacker: Attacker, arc: str, distance: int, rulings: Rulings) -> bool:
    """Whether the target lies where the attacker may fire; `arc` is inside, boundary or outside."""
    bound = (
        attacker.unit == "fighter"
        or attacker.system in GUNS
        or (attacker.system == "aam" and rulings["aam_arc"] == "forward_arc")
        or (attacker.kind == "aa" and rulings["aa_arc"] == "forward_arc")
    )
    if not bound or distance == 0:
        return True
    return arc == "inside" or (arc == "boundary" and rulings["arc_boundary"] == "inclusive")


def boxes_taken(force: Fraction, rulings: Rulings) -> Fraction:
    """Boxes that an X at propulsion or treads takes."""
    rounding = rulings["fractional_unit_loss"]
    return force if rounding == "exact" else Fraction(floor(force) if rounding == "floor" else ceil(force))


def movement_left(unit: str, boxes: Fraction, rulings: Rulings) -> int:
    """MA of a sheet (B13, 14.02; ruling `ff_ma_threshold`)."""
    fortress = unit_types()[unit].kind == "ff"
    share = boxes / sheet_of(unit)["propulsion" if fortress else "treads"].count
    if fortress and rulings["ff_ma_threshold"] == "after_quarter":
        return min(4, floor(4 * share) + 1) if share > 0 else 0
    return ceil((4 if fortress else 3) * share)
