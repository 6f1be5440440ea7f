"""Guns, door guns and guided weapons at stands on the ground, for the naive twin (1.5.3 to 1.5.5, 2.3.5, 2.3.6; D5)."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from .command_decision_bombing_load import RefusedAttack, Weapon, aircraft_row
from .command_decision_bombing_placement import MOST_TARGETS, Template, in_reach
from .command_decision_bombing_rulings import BombingRulings
from .command_decision_bombing_stands import (
    AFV,
    ARMOUR_BASE,
    COVER_MODIFIER,
    ELIMINATED,
    GUN,
    HIT,
    PERSONNEL,
    SMALL_ARMS_HIT_NUMBER,
    WEAK_AFV,
    WEAK_FLANK,
    Exposure,
    Place,
)

GUNS, DOOR_GUNS = "guns", "door_guns"
GUIDED = ("atgm", "asm", "arm", "gb")
VMG_HIT_NUMBER, VMG_ROF = 3, 2  # D5
GUIDED_HIT_NUMBER = {
    "MCLOS": 4,
    "CLOS": 5,
    "SACLOS": 7,
    "SAL": 8,
    "TV": 6,
    "IIR": 7,
    "AR": 8,
    "GPS": 8,
}  # D5; GPS assumed
SLOW_FIRE = ("MCLOS", "CLOS", "SACLOS", "SAL")  # 2.3.6d
FIRE_AND_FORGET = ("IIR", "AR")  # 1.5.5b
ATGM_AP, LARGE_HE = 12, 7  # D5
NAMED_AP = (("GAU-8/A", 6), ("GSh-30-2", 5))  # D5
BMA = 30  # 1.4.4c
HASTY_MISSILE = 2  # 1.5.5d
ROOM = 8


@dataclass(frozen=True)
class StandWeapon(Weapon):
    """A weapon that attacks stands one by one. `piercing`: 0 for small arms; `he_factor`: 0 without an HE effect."""

    piercing: int = 0
    he_factor: int = 0
    guidance: str = ""
    face: str = "flank"


@dataclass(frozen=True)
class WeaponExposure(Exposure):
    """A stand under such a weapon."""

    weapon: StandWeapon

    @property
    def affected(self) -> bool:
        """Small arms do nothing to AFVs (D5); ARM need a radar (D11), GPS a target at rest (2.3.6.1a)."""
        weapon, stand = self.weapon, self.stand
        if weapon.load == "arm" and not stand.radar:
            return False
        moved: tuple[str, ...] = ("this_turn",)
        if self.rulings.gps_moved_window == "since_previous_strike_phase":
            moved = ("this_turn", "since_last_strike")
        if weapon.guidance == "GPS" and stand.moved in moved:
            return False
        harmless = weapon.load in (GUNS, DOOR_GUNS) and not weapon.piercing
        return not (harmless and stand.class_ == AFV)

    @property
    def takes_rolls(self) -> bool:
        """Each attack falls under 2.3.2c by its own target."""
        return self.affected and self.in_full

    @property
    def hit_number(self) -> int:
        """Guns lose the cover (D5), guided weapons do not."""
        number = self.weapon.hit_number - self.weapon.penalty
        if self.weapon.load in GUIDED:
            return number
        if self.stand.class_ in (AFV, WEAK_AFV):
            return number + (COVER_MODIFIER["medium"] if self.stand.dug_in else 0)
        if self.stand.class_ in (PERSONNEL, GUN):
            return number + COVER_MODIFIER[self.cover_in_force]
        cover = COVER_MODIFIER[self.cover_in_force]
        return number + (min(cover, COVER_MODIFIER["medium"]) if self.stand.dug_in else cover)

    @property
    def armour(self) -> int:
        """Armour struck: flank by weight, front twice that (D5)."""
        flank = WEAK_FLANK if self.stand.class_ == WEAK_AFV else self.stand.weight
        return 2 * flank if self.weapon.face == "front" else flank

    def he_hits(self, die: int) -> bool:
        """Whether the HE factor lets a hit take effect (2.3.6c, D2)."""
        modifier = COVER_MODIFIER["medium"] if self.stand.dug_in else 0
        if self.stand.class_ in (PERSONNEL, GUN):
            modifier = COVER_MODIFIER[self.cover_in_force]
        number = self.weapon.he_factor + modifier + self.class_modifier
        if die == 1 and self.rulings.hit_number_floor == "natural_1_always_hits":
            return True
        if die == 10 and self.rulings.hit_number_ceiling == "natural_10_always_misses":
            return False
        return die <= number

    def effect(self, die: int) -> str:
        """D5: AP against armour, small arms on a 10 against weak AFVs, all else the hit results."""
        if self.stand.class_ in (AFV, WEAK_AFV) and not self.weapon.he_factor:
            if self.weapon.piercing:
                return ELIMINATED if die <= ARMOUR_BASE + self.weapon.piercing - self.armour else HIT
            return ELIMINATED if die == 10 else HIT
        return super().effect(die)

    @property
    def chance_to_eliminate(self) -> Fraction:
        """Chance that one attack eliminates it."""
        lets = sum(self.he_hits(die) for die in range(1, 11)) if self.weapon.he_factor else 10
        return super().chance_to_eliminate * Fraction(lets, 10)

    @property
    def suppressed_without_a_hit(self) -> bool:
        """HE suppresses (2.3.6e); of guns and AP nothing is said, so only a limited attack of theirs does (2.3.2c)."""
        return self.affected and (bool(self.weapon.he_factor) or not self.takes_rolls)


def felt_penalty(load: str, attacker: dict[str, Any], rulings: BombingRulings) -> int:
    """The penalty that an attack with this load feels (`penalty_applies_to`)."""
    unguided, by_area = load not in GUIDED, load not in (GUNS, DOOR_GUNS, *GUIDED)
    felt = {
        "all_attacks": True,
        "unguided_only": unguided,
        "guns_and_missiles_only": not by_area,
    }[rulings.penalty_applies_to]
    return int(attacker.get("penalty", 0)) if felt else 0


def stand_weapon_of(load: str, attacker: dict[str, Any], rulings: BombingRulings, data_dir: Path) -> StandWeapon:
    """Guns or a guided weapon of the unit; one whose row has none raises RefusedAttack."""
    row, is_helicopter = aircraft_row(attacker["unit"], data_dir)
    penalty = felt_penalty(load, attacker, rulings)
    inches = Fraction(str(attacker.get("inches_moved", 0)))
    at_low = attacker.get("altitude", "low") in ("low", "popup")
    hasty = is_helicopter and inches > BMA and not (at_low and rulings.low_move_hasty == "never")
    if load in GUIDED:
        guidance = attacker.get("guidance") or row["missile_guidance" if is_helicopter else "asm_guidance"]
        if not guidance:
            raise RefusedAttack(f"{attacker['unit']} carries no guided weapon")
        if hasty and row["stabilised_sight"] != "1":
            penalty += HASTY_MISSILE
        slow_only = rulings.missile_on_move_scope == "fire_and_forget_only"
        if is_helicopter and inches > 0 and slow_only and guidance not in FIRE_AND_FORGET:
            raise RefusedAttack(f"{guidance} missiles are not fired on the move")
        planes_rule = not is_helicopter or rulings.fire_and_forget_set == "unified"
        rof = (1 if guidance in SLOW_FIRE else 2) if planes_rule else (2 if guidance in FIRE_AND_FORGET else 1)
        effect = {"piercing": ATGM_AP} if load == "atgm" else {"he_factor": LARGE_HE}
        return StandWeapon(load, "he", rof, GUIDED_HIT_NUMBER[guidance], 0, penalty, is_helicopter,
                           guidance=guidance, face=attacker.get("face", "flank"), **effect)  # fmt: skip
    if load == DOOR_GUNS:
        rof = int(row["door_guns"]) * int(row["door_gun_rof"] or VMG_ROF) if is_helicopter else 0
        number, piercing, pivot = VMG_HIT_NUMBER, 0, True
    else:
        rof, number, pivot = int(row["gun_rof"]), SMALL_ARMS_HIT_NUMBER, row.get("gun_mount") == "pivot"
        piercing = gun_ap(row) if row["gun_ap"] == "1" else 0
    if hasty and pivot:
        penalty += rulings.armed_pivot_guns_hasty
    if not rof:
        raise RefusedAttack(f"{attacker['unit']} has no {load}")
    return StandWeapon(load, "he", rof, number, 0, penalty, is_helicopter, piercing=piercing)


def gun_ap(row: dict[str, str]) -> int:
    """AP of a gun that has such ammunition (D5).

    >>> gun_ap({"gun": "GSh-30-2", "gun_calibre_mm": "30"}), gun_ap({"gun": "2A42", "gun_calibre_mm": "30"})
    (5, 4)
    """
    for name, piercing in NAMED_AP:
        if row["gun"].startswith(name):
            return piercing
    calibre = float(row["gun_calibre_mm"])
    return 4 if calibre >= 30 else 3 if calibre >= 20 else 0


def attacks_on_stands(
    exposures: list[WeaponExposure], point: Place, attacker: dict[str, Any], named: bool, only: set[int] | None
) -> list[Template]:
    """The stand of each attack, as areas that touch one stand. `only`: stands the guns may choose beside rockets."""
    weapon = exposures[0].weapon
    near = [n for n, e in enumerate(exposures) if in_reach(e.stand.at, point) and not e.out_of_sight]
    if named and attacker.get("targets") is not None:
        names = [exposure.stand.name for exposure in exposures]
        chosen = [names.index(name) if name in names else -1 for name in attacker["targets"]]
        for number in chosen:
            if number not in near or not exposures[number].stand.is_enemy:
                raise RefusedAttack("a target that may not be named")
            if weapon.load in GUIDED and not exposures[number].affected:
                raise RefusedAttack("moved, or no radar")
        if len(chosen) > weapon.rof or len(set(chosen)) > MOST_TARGETS:
            raise RefusedAttack("more attacks than ROF, or more than four targets")
    else:
        chosen = chosen_by(attacker.get("placement", "spread"), weapon.rof, exposures, near, only)
    return [Template(exposures[number].stand.at, 1, (number,)) for number in chosen]


def chosen_by(
    policy: str, attacks: int, exposures: list[WeaponExposure], near: list[int], only: set[int] | None
) -> list[int]:
    """The stands that a policy attacks, in order."""
    targets = [n for n in near if exposures[n].affected and exposures[n].stand.is_enemy and (only is None or n in only)]
    targets = [n for n in targets if exposures[n].in_full] or targets
    if not targets:
        return []
    chance = {n: exposures[n].chance_to_eliminate for n in targets}
    chosen: list[int] = []
    for _ in range(attacks):
        pool = sorted(set(chosen)) if len(set(chosen)) >= MOST_TARGETS else targets
        if policy == "superimpose":
            best = max(targets, key=lambda n: chance[n])
        elif policy == "spread":
            fewest = min(chosen.count(n) for n in pool)
            best = max((n for n in pool if chosen.count(n) == fewest), key=lambda n: chance[n])
        else:
            best = max(pool, key=lambda n: chance[n] * (1 - chance[n]) ** chosen.count(n))
        chosen.append(best)
    return chosen


def refuse_combination(attacker: dict[str, Any], is_helicopter: bool, rulings: BombingRulings) -> None:
    """1.5.3 for helicopters, `gun_with_ordnance` for planes; 3.1.1.1c; words that do not go together."""
    load, also = attacker.get("load", "bombs"), list(attacker.get("also", []))
    loads = [load, *also]
    if len(set(loads)) < len(loads):
        raise RefusedAttack("a weapon twice")
    if is_helicopter:
        pair = {name for name in loads if name != DOOR_GUNS}
        if len(pair) > 1 and pair != {"rockets", GUNS}:
            raise RefusedAttack("not fired together")
        if load in ("bombs", "at_cluster") and attacker.get("altitude", "low") != "low":
            raise RefusedAttack("helicopters bomb at low only")
        return
    if attacker.get("altitude") or attacker.get("inches_moved"):
        raise RefusedAttack("planes have no altitude")
    if also and rulings.gun_with_ordnance == "exclusive":
        raise RefusedAttack("one attack of a plane")
