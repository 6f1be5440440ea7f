"""Strafes and strikes as rolls: who is attacked, with which number, to what effect (AS-5.1 to 5.4, 8.1 to 8.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from simlab.catalog import Catalog
from simlab.errors import ScenarioError, nearest
from simlab.systems.alpha_strike.attack.drops import base_of
from simlab.systems.alpha_strike.attack.layout import Placed, attacker_of, attacker_row
from simlab.systems.alpha_strike.attack.shapes import (
    BOMBING,
    AttackerShape,
    AttackShape,
    LaneShape,
    StrikeShape,
    names_of,
)
from simlab.systems.alpha_strike.attack.struck import is_seen, target_of
from simlab.systems.alpha_strike.rules.damage import Hit, damage_to_rfa, strafing_damage, striking_damage
from simlab.systems.alpha_strike.rules.geometry import INCH, TOLERANCE, Path, billionths, in_lane, on_path
from simlab.systems.alpha_strike.rules.large_craft import most_attacks
from simlab.systems.alpha_strike.rules.to_hit import ALLOWED, range_bracket, target_modifiers
from simlab.systems.alpha_strike.rules.values import brackets, half_points, halved, has
from simlab.systems.alpha_strike.rulings.declaring import (
    Ruleset,
    SpheroidStrikeArc,
    StrafeFriendly,
    StrafeInsideTest,
    StrafeLength,
    StrikeLane,
)
from simlab.systems.alpha_strike.rulings.flying import SmallCraftArcs
from simlab.systems.alpha_strike.rulings.scatter import InfernoHeatCap
from simlab.systems.alpha_strike.tables import modifiers
from simlab.systems.alpha_strike.units import ARCS, Ground

LONG = 2  # bracket of the damage row


class Shot(NamedTuple):
    """One roll at one target: its number, what a hit does, and whether it belongs to a lane.

    rider: the unit that rides on the target and may take the hit in its place (AS-8.9), -1 for none; rider_hit,
    rider_heat: what the hit does to it.
    """

    target: int
    number: int
    hit: Hit
    heat: int
    of_lane: bool
    rider: int = -1
    rider_hit: Hit = Hit(0)
    rider_heat: int = 0


class _Gun:
    """The attacker's values: by arc and range, with what rulings and specials make of them."""

    def __init__(self, shape: AttackShape, row: Any, bracket: int, rulings: Any) -> None:
        self.shape, self.row, self.bracket, self.rulings = shape, row, bracket, rulings
        self.specials = row.specials if row is not None else "ENE" if shape.attacker.energy else ""
        self.overheat_value = row.ov if row is not None else shape.attacker.ov

    def value(self, arc: str) -> int:
        """Damage of an arc at this range, in half points."""
        if self.row is None:
            return half_points(self.shape.attacker.short) if arc == "front" else 0
        return half_points(self.row.damage(arc)[self.bracket])

    def heat(self, strafing: bool, most: int) -> int:
        """Heat that a hit adds to a unit with a heat scale (HT); in asce strafing halves it (section 0.4).

        most: outside heat that counts from one attack with inferno_heat_cap = 2_per_attack (AS-11.4).
        """
        points = half_points(brackets(self.specials, "HT")[self.bracket]) // 2
        points = halved(points, 2, 0) if strafing and self.rulings.ruleset == Ruleset.ASCE else points
        return min(points, most) if self.rulings.inferno_heat_cap == InfernoHeatCap.TWO_PER_ATTACK else points

    def overheat(self, points: int) -> int:
        """Damage that points of overheat add at this range: none at Long without OVL (AS-11.1)."""
        return points if self.bracket < LONG or has(self.specials, "OVL") else 0

    def arcs(self, where: str) -> tuple[str, ...]:
        """Arcs that may strike, in the order in which they are taken (AS-5.2, AS-5.4, AS-8.6, AS-15.1, AS-15.2)."""
        row = self.row
        if row is None or not row.is_large:
            return ("front",)
        if row.type == "DS":
            return ("rear",) if self.rulings.spheroid_strike_arc == SpheroidStrikeArc.REAR else ("front",)
        if row.move_mode == "a" and row.arcs:
            return ("front", "left", "right")
        return ("front",)


def shots_of(
    shape: AttackShape, path: Path, units: Sequence[Placed], rulings: Any, catalog: Catalog, where: str
) -> list[Shot]:
    """All rolls of a strafe with its strikes, or of strikes, in order; checked against sections 5, 8 and 15."""
    row = attacker_row(shape.attacker, catalog, where)
    if isinstance(row, Ground):
        raise ScenarioError(f"{where}, attack: battle armor only dive-bombs (AS-1.12)")
    figures = modifiers(catalog.rows("to_hit"), rulings.ruleset)
    constants = {one.name: one.value for one in catalog.rows("constants")}
    attacker, flown = attacker_of(shape.attacker, row), _flown(shape, rulings)
    strafes = shape.attack == "strafe" or shape.strafe is not None
    numbers = [
        _target_numbers(kind, shape, flown, attacker, units, rulings, figures, constants, where)
        if kind == shape.attack or (strafes if kind == "strafe" else shape.strikes)
        else []
        for kind in ("strafe", "strike")
    ]
    bracket = range_bracket("strike" if shape.attack in BOMBING else shape.attack, flown.altitude, rulings)
    gun, shots = _Gun(shape, row, bracket, rulings), []
    if strafes:
        shots = _strafe(shape, gun, path, units, numbers[0], constants, where)
    strikes = _strikes(shape, where)
    _check_arcs(shape, gun, strikes, where)
    for number, strike in enumerate(strikes):
        shots.append(_strike(number, strike, shape, gun, path, units, numbers[1], strikes, constants, where))
    return shots


def _flown(shape: AttackShape, rulings: Any) -> AttackerShape:
    """The attacker at the one altitude of its turn in asce: all its attacks are made there (section 0.4)."""
    if rulings.ruleset == Ruleset.AS2013 or shape.attacker.altitude or shape.attack not in ALLOWED:
        return shape.attacker
    return shape.attacker.model_copy(update={"altitude": ALLOWED[shape.attack][0]})


def _target_numbers(
    kind: str, shape: AttackShape, flown: AttackerShape, attacker: Any, units: Sequence[Placed], rulings: Any,
    figures: Mapping[str, int], constants: Mapping[str, float], where: str,
) -> list[int]:  # fmt: skip
    base = base_of(kind, flown, attacker, rulings, figures, where)
    bracket = range_bracket(kind, flown.altitude, rulings)
    return [
        base + target_modifiers(target_of(target, unit), bracket, rulings, figures, constants)
        for target, unit in zip(shape.target, units, strict=True)
    ]


def _strafe(
    shape: AttackShape, gun: _Gun, path: Path, units: Sequence[Placed], numbers: Sequence[int],
    constants: Mapping[str, float], where: str,
) -> list[Shot]:  # fmt: skip
    lane, rulings = shape.strafe or LaneShape(), gun.rulings
    start, length = billionths(lane.start), billionths(lane.length_in)
    full = round(constants["lane_length_in"] * INCH)
    if length > full or (rulings.strafe_length == StrafeLength.EXACTLY_10 and length < full):
        raise ScenarioError(f"{where}, strafe.length_in: {lane.length_in:g}; strafe_length asks for 10 in (AS-5.3)")
    if path.length is not None and (start < -TOLERANCE or start + length > path.length + TOLERANCE):
        raise ScenarioError(f"{where}, strafe.start: the lane leaves the path of {path.length / INCH:g} in (G-5)")
    if not gun.value("front"):
        raise ScenarioError(f"{where}, attacker: no value at this range in the front arc; it cannot strafe (AS-1.5)")
    if shape.attacker.pods:
        raise ScenarioError(f"{where}, attacker.pods: rocket pods do not strafe (AS-9.6)")
    _check_overheat(shape.attacker.overheat, gun, where)
    hit = strafing_damage(
        gun.value("front"), shape.attacker.overheat, has(gun.specials, "ENE"), rulings,
        int(constants["strafe_share"]), int(constants["strafe_minimum"]),
    )  # fmt: skip
    heat = gun.heat(True, int(constants["outside_heat_cap"]))
    struck = strafed_units(units, start, length, rulings, constants)
    return [_shot(number, numbers[number], hit, heat, units, of_lane=True) for number in struck]


def _shot(number: int, target: int, hit: Hit, heat: int, units: Sequence[Placed], of_lane: bool) -> Shot:
    """A roll at a unit, and what its hit does to it or to who rides on it (AS-8.9; RFA: section 17)."""

    def on(unit: Placed) -> tuple[Hit, int]:
        return damage_to_rfa(hit, strafing=of_lane) if unit.doubled else hit, heat if unit.heats else 0

    rider = next((other for other, unit in enumerate(units) if unit.rides == number), -1)
    if rider < 0:
        return Shot(number, target, *on(units[number]), of_lane)
    return Shot(number, target, *on(units[number]), of_lane, rider, *on(units[rider]))


def strafed_units(
    units: Sequence[Placed], start: int, length: int, rulings: Any, constants: Mapping[str, float]
) -> list[int]:
    """Units that a lane attacks, in the order of the file (AS-5.3, G-5); start and length in billionths of an inch."""
    with_base = rulings.strafe_inside_test == StrafeInsideTest.ANY_BASE
    half_width = round(constants["lane_half_width_in"] * INCH)
    skips = rulings.strafe_friendly == StrafeFriendly.ATTACKER_MAY_SKIP
    return [
        number
        for number, unit in enumerate(units)
        if is_seen(unit, rulings)
        and unit.rides < 0
        and unit.aboard < 0
        and not (unit.friend and skips)
        and in_lane(unit.place, start, length, half_width, unit.base if with_base else 0)
    ]


def _strikes(shape: AttackShape, where: str) -> list[StrikeShape]:
    if shape.strikes:
        return shape.strikes
    if shape.attack != "strike":
        return []
    names = names_of(shape.target)
    if shape.strike_at is None and len(names) > 1:
        raise ScenarioError(f"{where}, strike_at: say which of {len(names)} targets is struck (AS-5.4)")
    attacker = shape.attacker
    return [StrikeShape(target=shape.strike_at or names[0], overheat=attacker.overheat, pods=attacker.pods)]


def _check_arcs(shape: AttackShape, gun: _Gun, strikes: Sequence[StrikeShape], where: str) -> None:
    """One attack an arc, a strafe with the front arc, small craft by ruling small_craft_arcs (AS-3.3, AS-15.1).

    A bombing run takes the place of the attack of any one arc.
    """
    bombs, strafes = shape.attack in BOMBING, shape.attack == "strafe" or shape.strafe is not None
    attacks, row = len(strikes) + bombs + strafes, gun.row
    limit = 1
    if row is not None and row.is_large:
        once = gun.rulings.small_craft_arcs == SmallCraftArcs.ONE
        limit = most_attacks(row.type, len(ARCS) if row.arcs else 1, once)
    free = [arc for arc in gun.arcs(where) if not (arc == "front" and strafes)]
    if attacks > limit or len(strikes) > len(free):
        raise ScenarioError(
            f"{where}, strikes: {attacks} attacks are too many; one for each arc, a strafe or a bombing run taking one "
            "(AS-3.3, AS-15.1)"
        )


def _strike(
    number: int, strike: StrikeShape, shape: AttackShape, gun: _Gun, path: Path, units: Sequence[Placed],
    numbers: Sequence[int], strikes: Sequence[StrikeShape], constants: Mapping[str, float], where: str,
) -> Shot:  # fmt: skip
    here = f"{where}, strikes[{number}]" if shape.strikes else f"{where}, strike_at"
    names = [unit.name for unit in units]
    if strike.target not in names or units[names.index(strike.target)].aboard >= 0:
        raise ScenarioError(f'{here}: no target "{strike.target}"; nearest: {nearest(strike.target, names)}')
    place = names.index(strike.target)
    unit, rulings = units[place], gun.rulings
    if unit.rides >= 0:
        raise ScenarioError(f"{here}: {strike.target} rides on {names[unit.rides]}; strike that (AS-8.9)")
    if not is_seen(unit, rulings):
        raise ScenarioError(f"{here}: {strike.target} is hidden and cannot be struck (AS-5.1)")
    base = unit.base if rulings.strafe_inside_test == StrafeInsideTest.ANY_BASE else 0
    half_width = round(constants["lane_half_width_in"] * INCH)
    if rulings.strike_lane == StrikeLane.WITHIN_1IN and not on_path(unit.place, path.length, half_width, base):
        raise ScenarioError(f"{here}: {strike.target} lies more than 1 in beside the path or beyond its ends (AS-5.4)")
    value = gun.value(_arc_of(number, strike, shape, gun, strikes, where))
    if not value and not strike.pods:
        raise ScenarioError(f"{here}: no value at this range in that arc; it cannot strike (AS-1.5)")
    _check_overheat(strike.overheat, gun, where)
    slots = gun.row.slots if gun.row is not None else strike.pods
    if sum(other.pods for other in strikes) > slots:
        raise ScenarioError(f"{here}: {strike.pods} rocket pods; the card has BOMB{slots} (AS-1.10, AS-9.6)")
    if strike.overheat and any(other.overheat for other in strikes[:number]):
        raise ScenarioError(f"{here}: overheat goes with one attack (AS-3.5)")
    hit = striking_damage(value, gun.overheat(strike.overheat), strike.pods)
    return _shot(place, numbers[place], hit, gun.heat(False, int(constants["outside_heat_cap"])), units, of_lane=False)


def _arc_of(
    number: int, strike: StrikeShape, shape: AttackShape, gun: _Gun, strikes: Sequence[StrikeShape], where: str
) -> str:
    """The arc of a strike: its own, or the first that is free."""
    strafes = shape.attack == "strafe" or shape.strafe is not None
    free = [arc for arc in gun.arcs(where) if not (arc == "front" and strafes)]
    named = [other.arc for other in strikes if other.arc is not None]
    if strike.arc is not None:
        if strike.arc not in free or named.count(strike.arc) > 1:
            raise ScenarioError(
                f"{where}, strikes[{number}].arc: {strike.arc}; one strike for each of {', '.join(free)} (AS-15.1)"
            )
        return strike.arc
    before = sum(other.arc is None for other in strikes[:number])
    return [arc for arc in free if arc not in named][before]


def _check_overheat(overheat: int, gun: _Gun, where: str) -> None:
    if overheat > gun.overheat_value:
        raise ScenarioError(f"{where}, attacker.overheat: {overheat}, but OV is {gun.overheat_value} (AS-11.1)")
