"""Strafing and striking in Alpha Strike for the naive twin: whom, to-hit numbers, damage (sections 5, 6, 8)."""

from dataclasses import dataclass
from typing import Any

from .alpha_strike_damage import token_of
from .alpha_strike_layout import EPSILON, Path, distance_from_lane
from .alpha_strike_rulings import RefusedAttack, attack_modifier
from .alpha_strike_units import BOMBS, Attacker, Target

LANE_IN, HALF_WIDTH_IN = 10.0, 1.0
SHORT, MEDIUM, LONG, EXTREME = range(4)


@dataclass(frozen=True)
class Shot:
    """One attack roll at one target: strafe or strike, with the damage token of its arc."""

    attack: str
    target: Target
    token: int
    overheat: int
    pods: int


def is_seen(target: Target, rulings: dict[str, str]) -> bool:
    """Whether an aircraft sees a unit (AS-5.1)."""
    hidden = target.concealed or target.submerged
    return hidden if rulings["los_text_error"] == "literal" else not hidden


def shots_of(
    scenario: dict[str, Any],
    rulings: dict[str, str],
    attacker: Attacker,
    targets: list[Target],
    path: Path,
    slots: int = 0,
) -> list[Shot]:
    """The rolls of a strafe and of strikes in their order; what is not allowed is refused. `slots`: those of bombs."""
    attack = scenario["attack"]
    entry = attacker.entry
    whole_overheat, pods = entry.get("overheat", 0), entry.get("pods", 0)
    rating = attacker.card.ov if attacker.card else entry.get("ov", 0)
    taken: list[str] = []
    shots: list[Shot] = []
    spent: list[int] = []
    pods_used = 0
    if attack == "strafe" or (attack in BOMBS and "strafe" in scenario):
        if pods:
            raise RefusedAttack("rocket pods do not strafe")
        token = arc_token(attacker, "front")
        taken.append("front")
        spent.append(whole_overheat)
        shots += [
            Shot("strafe", target, token, whole_overheat, 0) for target in in_lane(scenario, rulings, targets, path)
        ]
    strikes = scenario.get("strikes")
    if strikes is None and attack == "strike":
        chosen = scenario.get("strike_at")
        if chosen is None:
            if len(targets) > 1:
                raise RefusedAttack("strike whom?")
            chosen = targets[0].name
        strikes = [{"target": chosen, "overheat": whole_overheat, "pods": pods}]
    by_name = {target.name: target for target in targets}
    named = [strike["arc"] for strike in strikes or [] if "arc" in strike]
    for strike in strikes or []:
        if strike["target"] not in by_name:
            raise RefusedAttack(f"no target {strike['target']}")
        target = by_name[strike["target"]]
        if target.passenger or not is_seen(target, rulings) or not is_under_path(target, rulings, path):
            raise RefusedAttack(f"{target.name} cannot be struck")
        open_arcs = [arc for arc in striking_arcs(attacker, rulings) if arc not in taken]
        free = [arc for arc in open_arcs if arc not in named]
        arc = strike.get("arc", free[0] if free else None)
        if arc not in open_arcs:
            raise RefusedAttack("no arc is free")
        taken.append(arc)
        spent.append(strike.get("overheat", 0))
        pods_used += strike.get("pods", 0)
        token = arc_token(attacker, arc, strike.get("pods", 0))
        shots.append(Shot("strike", target, token, spent[-1], strike.get("pods", 0)))
    if attack in BOMBS:
        taken.append("any")
        rating = 0
    check_numbers(attacker, rulings, len(taken), spent, rating, pods_used + slots)
    return shots


def check_numbers(
    attacker: Attacker, rulings: dict[str, str], attacks: int, spent: list[int], rating: int, slots: int
) -> None:
    """Refuse too many attacks, too much overheat, too many pods."""
    most = min(4, len(attacker.card.arcs)) if attacker.card else 1
    small_craft = attacker.card is not None and attacker.card.type == "SC"
    if attacks > (1 if small_craft and rulings["small_craft_arcs"] == "one" else most):
        raise RefusedAttack("too many attacks")
    if max(spent, default=0) > rating or sum(points > 0 for points in spent) > 1:
        raise RefusedAttack("too much overheat")
    if attacker.card is not None and slots > attacker.card.bombs:
        raise RefusedAttack("too many pods")


def arc_token(attacker: Attacker, arc: str, pods: int = 0) -> int:
    """Damage token of an arc at the bracket of the attack; an arc without a value there can only fire pods."""
    if attacker.card is None:
        token = token_of(str(attacker.entry.get("short", 0)))
    else:
        token = token_of(attacker.card.arcs[arc][attacker.bracket])
    if token == 0 and not pods:
        raise RefusedAttack(f"no damage at the {arc}")
    return token


def striking_arcs(attacker: Attacker, rulings: dict[str, str]) -> list[str]:
    """Arcs that may strike, in their order (AS-5.4, 15.1)."""
    card = attacker.card
    if card is None or card.type not in ("SC", "DA", "DS"):
        return ["front"]
    if card.type == "DS":
        return [rulings["spheroid_strike_arc"]]
    if card.motive == "p":
        return ["front"]
    return [arc for arc in ("front", "left", "right") if arc in card.arcs]


def is_under_path(target: Target, rulings: dict[str, str], path: Path) -> bool:
    """Whether a unit lies within reach of a strike (G-4)."""
    if rulings["strike_lane"] == "any_on_table":
        return True
    slack = target.base_radius if rulings["strafe_inside_test"] == "any_base" else 0.0
    s, t = target.place
    return abs(t) <= HALF_WIDTH_IN + slack + EPSILON and path.between_ends(s, slack)


def in_lane(scenario: dict[str, Any], rulings: dict[str, str], targets: list[Target], path: Path) -> list[Target]:
    """Whom a strafe attacks (AS-5.3, G-5)."""
    lane = scenario.get("strafe", {})
    start, length = float(lane.get("start", 0)), float(lane.get("length_in", LANE_IN))
    exact = rulings["strafe_length"] == "exactly_10"
    if (exact and abs(length - LANE_IN) > EPSILON) or not 0 < length <= LANE_IN + EPSILON:
        raise RefusedAttack("a lane of another length")
    if not path.between_ends(start) or not path.between_ends(start + length):
        raise RefusedAttack("the lane leaves the path")
    found = []
    for target in targets:
        slack = target.base_radius if rulings["strafe_inside_test"] == "any_base" else 0.0
        inside = distance_from_lane(target.place, start, start + length, HALF_WIDTH_IN) <= slack + EPSILON
        skipped = not target.enemy and rulings["strafe_friendly"] == "attacker_may_skip"
        if inside and not skipped and not target.passenger and is_seen(target, rulings):
            found.append(target)
    return found


def to_hit(shot: Shot, attacker: Attacker, rulings: dict[str, str]) -> int:
    """What 2D6 must reach (AS-6.1)."""
    number = attacker.skill + attack_modifier(rulings, shot.attack) + attacker.modifiers
    return number + movement(shot.target, rulings) + type_modifier(shot.target, attacker, rulings)


def movement(target: Target, rulings: dict[str, str]) -> int:
    """Target movement modifier (AS-6.6)."""
    entry, card = target.entry, target.card
    if entry.get("dropping", False):
        return 3
    lost = entry.get("move_lost_in", 0)
    move = card.move_in if card else entry.get("move_in", 0)
    if target.immobile:
        return -4
    mech = target.type in ("BM", "IM")
    heat = entry.get("heat", 0)
    of_card = card.tmm if card else entry.get("tmm")
    if target.landed:
        modifier = 0
    elif rulings["ruleset"] == "asce":
        modifier = modifier_by_move(move) if of_card is None else of_card
        if mech and heat >= 2:
            modifier = max(0, modifier - 1)
        if entry.get("stood_still", False):
            modifier = 0
    else:  # always looked up from the present Move in the edition of 2013
        modifier = modifier_by_move(move - lost - (2 * heat if mech else 0))
    can_jump = card.jumps if card else entry.get("jumps", False)
    jumped = entry.get("jumped", False)
    jumps = {"always": can_jump, "if_jumped": jumped, "never": False}[rulings["jump_capable_tmm"]]
    return modifier + (1 if jumps else 0)


def modifier_by_move(move: int) -> int:
    """Modifier of an available Move."""
    return sum(move >= least for least in (5, 9, 13, 19, 35))


def type_modifier(target: Target, attacker: Attacker, rulings: dict[str, str]) -> int:
    """Type, terrain and stealth of the target (AS-6.7, 6.8)."""
    number = 0
    asce = rulings["ruleset"] == "asce"
    if target.airborne:
        number += 1
    if target.drop_ship:
        number += int(rulings["grounded_dropship_type"])
    elif any(target.has(size) for size in ("LG", "VLG", "SLG")) or (target.landed and target.type == "SC"):
        number -= 1
    if target.type in ("BA", "PM"):
        number += 1
    terrain = target.entry.get("terrain", [])
    woods = {"ignored": (), "target_position_only": ("woods",), "any_intervening": ("woods", "woods_between")}
    if any(word in terrain for word in woods[rulings["woods_from_air"]]):
        number += 1 if asce else 2
    if "partial_cover" in terrain and rulings["partial_cover_from_air"] == "applies":
        number += 1 if asce else 2
    if target.submerged:
        number += 1
    if target.has("STL"):
        number += ((1, 1, 2) if target.type == "BA" else (0, 1, 2))[min(attacker.bracket, LONG)]
    return number


def damage_of(shot: Shot, attacker: Attacker, rulings: dict[str, str], minimal_die: int) -> int:
    """Damage of a hit (AS-8.2, 8.3)."""
    value = max(0, shot.token - 1)
    points = shot.overheat
    if attacker.bracket >= LONG and not (attacker.card and attacker.card.has("OVL")):
        points = 0  # AS-11.1
    small = 1 if shot.token and minimal_die >= int(rulings["minimal_damage_roll"]) else 0
    if shot.attack == "strike":
        damage = (value if value else small) + points + shot.pods
        return max(1, damage - 1) if damage and shot.target.has("RFA") else damage
    if value == 0:
        damage = points + {"roll_4plus_for_1": small, "always_1": 1, "zero": 0}[rulings["strafe_minimal"]]
    elif energy_weapons(attacker) and rulings["strafe_energy_full"] == "yes":
        damage = value + points
    else:
        before = rulings["strafe_ov"] == "before"
        halved = value + (points if before else 0)
        half = {"half_up": (halved + 1) // 2, "up": (halved + 1) // 2, "down": halved // 2}[rulings["strafe_rounding"]]
        damage = max(1, half) + (0 if before else points)
    return max(1, damage // 2) if damage and shot.target.has("RFA") else damage


def energy_weapons(attacker: Attacker) -> bool:
    """Whether the attacker carries energy weapons alone."""
    return attacker.card.has("ENE") if attacker.card else bool(attacker.entry.get("energy", False))


def heat_of(shot: Shot, attacker: Attacker, rulings: dict[str, str]) -> int:
    """Heat that a hit by a card with HT brings (section 17)."""
    specials = attacker.card.specials if attacker.card else ()
    words = next((word for word in specials if word.startswith("HT") and word[2:3].isdigit()), "")
    if not words or not shot.target.heat_scale:
        return 0
    values = words[2:].split("/")
    heat = max(0, token_of(values[attacker.bracket]) - 1) if attacker.bracket < len(values) else 0
    return (heat + 1) // 2 if shot.attack == "strafe" and rulings["ruleset"] == "asce" else heat
