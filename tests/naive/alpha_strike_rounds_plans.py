"""Plans of attack of a sortie, for the naive twin of Alpha Strike (sections 4.4 and 4.6 of ROUNDS.md)."""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .alpha_strike_bombs import Bomb, Fallen, affects, bearing, effect
from .alpha_strike_cards import bomb_types, card_of
from .alpha_strike_layout import EPSILON, Path, path_of
from .alpha_strike_rounds_air import ways
from .alpha_strike_rounds_damage import WAYS
from .alpha_strike_rounds_units import Card, Unit
from .alpha_strike_rulings import RefusedAttack, attack_modifier
from .alpha_strike_shots import Shot, damage_of, in_lane, is_seen, type_modifier
from .alpha_strike_units import Attacker, Target

MOST_STEPS = 20
STEP_IN, SPACING_IN, LANE_IN = 2.0, 2.0, 10.0
ALTITUDE_RANGE_LATER = 4  # altitude bombing from High in the Commander's Edition


@dataclass
class GroundUnit:
    """One unit on the ground."""

    number: int
    name: str
    side: str
    unit: Unit
    entry: dict[str, Any]
    stunned: bool = False  # in this turn
    stun_coming: bool = False  # in the next

    @property
    def card(self) -> Card:
        """Its card."""
        return self.unit.card


@dataclass
class Line:
    """A line over the table: the units that it was drawn through, and all units in its frame."""

    path: Path
    heading_zero: bool
    units: tuple[int, ...]
    targets: list[Target] = field(repr=False)


@dataclass
class Plan:
    """One way to attack: `points` of bombs, or the units that are shot at."""

    mode: str
    line: Line
    unit: int
    points: list[float] = field(default_factory=list)
    shot_at: list[int] = field(default_factory=list)


def target_of_ground(ground: GroundUnit, side: str, path: Path) -> Target:
    """A ground unit as the attack twin sees it, in the frame of a path."""
    card = card_of(ground.card.row, ground.card.aerospace)
    entry = ground.entry
    return Target(
        number=ground.number,
        name=ground.name,
        place=path.place_of(entry["at"]),
        enemy=ground.side != side,
        card=card,
        type=card.type,
        base_radius=float(entry.get("base_radius", 0)),
        depth=float(entry.get("depth", 0)),
        concealed=bool(entry.get("concealed", False)),
        airborne=not card.aerospace and card.motive in ("v", "g"),
        elevation=0.0,
        heat_scale=card.heat_scale,
        immobile=False,
        specials=card.specials,
        entry=entry,
    )


def lines_of(grounds: list[GroundUnit], side: str, table: Any, rulings: dict[str, str]) -> list[Line]:
    """Lines over the table against the enemies of a side."""
    enemies = [ground for ground in grounds if ground.side != side]
    wanted = [((one.number,), one.entry["at"], heading) for one in enemies for heading in (0, 90, 180, 270)]
    for place, one in enumerate(enemies):
        for other in enemies[place + 1 :]:
            (x1, y1), (x2, y2) = one.entry["at"], other.entry["at"]
            if math.hypot(x2 - x1, y2 - y1) > EPSILON:
                heading = math.degrees(math.atan2(x2 - x1, y2 - y1))
                wanted.append(((one.number, other.number), one.entry["at"], heading))
    lines = []
    for numbers, at, heading in wanted:
        try:
            path = path_of({"p0": at, "heading": heading, "table": table}, float(rulings["path_min_length"]))
        except RefusedAttack:
            continue
        targets = [target_of_ground(ground, side, path) for ground in grounds]
        lines.append(Line(path, len(numbers) == 1 and heading == 0, numbers, targets))
    return lines


def plans_of(mode: str, lines: list[Line], bombs: int, rulings: dict[str, str]) -> list[Plan]:
    """All plans of a kind, in order."""
    plans = []
    for line in lines:
        for number in line.units:
            s = line.targets[number].place[0]
            if mode == "dive":
                plans.append(Plan(mode, line, number, points=[s]))
            elif mode == "altitude" and bombs >= int(rulings["altitude_min_pois"]) and bombs > 0:
                points = [s + SPACING_IN * step for step in range(bombs)]
                if all(line.path.between_ends(point) for point in points):
                    plans.append(Plan(mode, line, number, points=points))
            elif mode == "strike" and line.heading_zero and is_seen(line.targets[number], rulings):
                plans.append(Plan(mode, line, number, shot_at=[number]))
            elif mode == "strafe":
                plans.extend(strafes(line, number, s, rulings))
    return plans


def strafes(line: Line, number: int, s: float, rulings: dict[str, str]) -> list[Plan]:
    """Strafes of a line for one of its units."""
    plans = []
    for start in (s - LANE_IN, s - LANE_IN / 2, s):
        if start >= -EPSILON and start + LANE_IN <= line.path.length + EPSILON:
            scenario = {"strafe": {"start": start, "length_in": LANE_IN}}
            inside = [target.number for target in in_lane(scenario, rulings, line.targets, line.path)]
            plans.append(Plan("strafe", line, number, shot_at=inside))
    return plans


def strike_arc(card: Card, mode: str, rulings: dict[str, str]) -> str:
    """Arc of an attack with weapons."""
    return rulings["spheroid_strike_arc"] if mode == "strike" and card.type == "DS" else "front"


def attacker_of_unit(unit: Unit) -> Attacker:
    """An aircraft as the attack twin sees it, at Short."""
    card = card_of(unit.card.row, unit.card.aerospace)
    return Attacker(
        card=card, skill=unit.skill, modifiers=unit.weapon_modifiers(), bracket=0, painted=False, at=None, entry={}
    )


def bomb_number(unit: Unit, bomb: str, mode: str, on_immobile: bool, rulings: dict[str, str]) -> int:
    """Target number of one bomb (README, bombing run, step 3)."""
    number = (
        unit.skill + attack_modifier(rulings, mode) + unit.weapon_modifiers() + int(rulings["area_effect_modifier"])
    )
    if rulings["ruleset"] == "asce" and mode == "altitude":
        number += ALTITUDE_RANGE_LATER
    if bomb == "cluster":
        number += int(rulings["cluster_modifier"])
    number += int(bomb_types()[bomb]["to_hit_mod"])
    return number - 4 if on_immobile and rulings["bombing_immobile"] == "yes" else number


def fallen_at(bomb: Bomb, total: int, face: int, steps: int, mode: str, path: Path, rulings: dict[str, str]) -> Fallen:
    """A bomb that missed its point (README, bombing run, steps 4 and 5)."""
    angle = math.radians(bearing(face, mode, rulings, path))
    inches = STEP_IN * steps
    place: Any = (bomb.point[0] + inches * math.cos(angle), bomb.point[1] + inches * math.sin(angle))
    if not path.on_table(place):
        place = path.clamped(bomb.point, place) if rulings["scatter_off_map"] == "clamp_to_edge" else None
    return Fallen(bomb, False, total, place)


def steps_missed(number: int, total: int, pips: int, rulings: dict[str, str]) -> int:
    """Steps of 2 in that a miss goes."""
    return min(number - total, MOST_STEPS) if rulings["scatter_distance"] == "2xmof" else pips


def movement_number(ground: GroundUnit, fresh: bool, rulings: dict[str, str]) -> int:
    """Movement of a ground target (4.6). `fresh`: of an undamaged card at heat 0."""
    unit, entry, card = ground.unit, ground.entry, card_of(ground.card.row, ground.card.aerospace)
    if is_immobile(ground, fresh):
        return -4
    heat = 0 if fresh or ground.card.kind != "mech" else unit.heat
    if card.aerospace:
        number = 0
    elif rulings["ruleset"] == "asce":
        number = by_move(card.move_in) if card.tmm is None else card.tmm
        for how in [] if fresh else unit.mp_hits:
            number = {"two": max(number - 1, 0), "all": 0}.get(how, number // 2)
        number = max(number - (heat >= 2), 0)
        if entry.get("stood_still", False):
            number = 0
    else:
        number = by_move((card.move_in if fresh else unit.move) - 2 * heat)
    jumps = {"always": card.jumps, "if_jumped": entry.get("jumped", False), "never": False}
    return number + bool(jumps[rulings["jump_capable_tmm"]])


def is_immobile(ground: GroundUnit, fresh: bool) -> bool:
    """Immobile as said, by its state, or a landed spheroid DropShip."""
    if ground.entry.get("immobile", False) or ground.card.type == "DS":
        return True
    if fresh:
        return False
    return ground.stunned or ground.unit.heat >= 4 or (not ground.card.aerospace and ground.unit.move == 0)


def by_move(move: int) -> int:
    """Modifier of an available Move (AS-6.6)."""
    return sum(move >= least for least in (5, 9, 13, 19, 35))


def shot_number(unit: Unit, mode: str, target: Target, ground: GroundUnit, fresh: bool, rulings: dict[str, str]) -> int:
    """Target number of a strike or strafe at a unit."""
    number = unit.skill + attack_modifier(rulings, mode) + unit.weapon_modifiers()
    number += type_modifier(target, attacker_of_unit(unit), rulings)
    return number + movement_number(ground, fresh, rulings)


def weights(plan: Plan, unit: Unit, load: list[str], grounds: list[GroundUnit], rulings: dict[str, str]) -> list[int]:
    """Weight of a plan for every ground unit, of an undamaged aircraft `unit`."""
    if plan.mode in ("dive", "altitude"):
        expected = expected_of_bombs(plan, unit, load, grounds, rulings)
    else:
        expected = expected_of_shots(plan, unit, grounds, rulings)
    found = []
    for ground, target, points in zip(grounds, plan.line.targets, expected, strict=True):
        weight = math.floor(1000 * points * ground.card.pv / (ground.card.armor + ground.card.structure))
        found.append(weight if target.enemy else -weight)
    return found


def expected_of_shots(plan: Plan, unit: Unit, grounds: list[GroundUnit], rulings: dict[str, str]) -> list[Fraction]:
    """Expected damage of a strike or strafe on every unit."""
    found = [Fraction(0)] * len(grounds)
    token = unit.card.arcs[strike_arc(unit.card, plan.mode, rulings)][0]
    for number in plan.shot_at if token else []:
        target = plan.line.targets[number]
        shot = Shot(plan.mode, target, token, 0, 0)
        attacker = attacker_of_unit(unit)
        damage = Fraction(sum(damage_of(shot, attacker, rulings, face) for face in range(1, 7)), 6)
        chance = Fraction(ways(shot_number(unit, plan.mode, target, grounds[number], True, rulings)), 36)
        found[number] = chance * damage
    return found


def expected_of_bombs(
    plan: Plan, unit: Unit, load: list[str], grounds: list[GroundUnit], rulings: dict[str, str]
) -> list[Fraction]:
    """Expected damage and heat of all bombs of the load on every unit."""
    found = [Fraction(0)] * len(grounds)
    for place, type_ in enumerate(load):
        first = place == 0 or plan.mode == "dive"
        point = (plan.points[place if plan.mode == "altitude" else 0], 0.0)
        number = bomb_number(unit, type_, plan.mode, first and is_immobile(grounds[plan.unit], True), rulings)
        bomb = Bomb(type_, point, bomb_types()[type_])
        ends = [(Fallen(bomb, True, 12, point), Fraction(ways(number), 36))]
        for total in range(2, 13):
            if total >= number:
                continue
            for face in range(1, 7):
                for pips in range(1, 7):
                    steps = steps_missed(number, total, pips, rulings)
                    chance = Fraction(WAYS[total], 36 * 36)
                    ends.append((fallen_at(bomb, total, face, steps, plan.mode, plan.line.path, rulings), chance))
        for fallen, chance in ends:
            for ground, target in enumerate(plan.line.targets):
                if affects(fallen, target, rulings):
                    found[ground] += chance * sum(effect(fallen, target, rulings))
    return found
