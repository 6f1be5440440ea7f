"""What bombs, cluster bombs and rockets do to a stand: 1.5.6, 2.3.2, 2.3.7, 3.1.1, and parts D2, D4, D5.

Packing asks these functions once for every stand and writes two *cards*: which faces of the hit die hit, and what each
face of the effect die then does. A kernel reads them with `roll_result`, and so does the exact law.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from simlab.jit import rule
from simlab.systems.command_decision.rulings.attacks import (
    AfvHeKill,
    AtClusterWeightModifier,
    EdgeOfCoverModifier,
    HeatModifierScope,
    HitNumberCeiling,
    HitNumberFloor,
    WoodsVsHeBombs,
)

# What befell a stand, the worst of it counting.
UNTOUCHED, TOUCHED, SUPPRESSED, HIT, FORCED_BACK, ELIMINATED = range(6)
RESULTS = ("untouched", "touched", "suppressed", "hit", "forced_back", "eliminated")
DIE_FACES = 10
CREW_SERVED = ("personnel", "gun")
ARMOURED = ("weak_afv", "afv")
COVERS = ("open", "medium", "hard", "fortification")  # from bad to good
EVERY_FACE = sum(1 << die for die in range(1, DIE_FACES + 1))


@rule
def roll_result(hit_die, effect_die, hits_on, effects):
    """What one hit roll does: 0 for a miss, else the effect (`RESULTS`) that the card holds for the effect die.

    hits_on: bit of each face of the hit die that hits; effects: four bits for each face of the effect die.
    """
    return ((hits_on >> hit_die) & 1) * ((effects >> (4 * effect_die)) & 15)


class Ordnance(NamedTuple):
    """What comes down.

    load: bombs, at_cluster, rockets, guns, or a guided weapon: atgm, asm, arm, gb; warhead: he, heat or flechette, of
    guns small_arms or ap, of guided weapons he or ap; factor: its HE factor, of guns and guided weapons their hit
    number; penalty: total hit penalty of the attacker; fac: a FAC/ALO has spotted the stands at the point; piercing:
    AP of guns and guided weapons; face: armour struck by it, flank or front; he_factor: of a guided weapon that hits;
    guidance: of a guided weapon.
    """

    load: str
    warhead: str
    factor: int
    penalty: int
    is_helicopter: bool
    fac: bool
    piercing: int = 0
    face: str = "flank"
    he_factor: int = 0
    guidance: str = ""


class GroundStand(NamedTuple):
    """A stand on the ground.

    weight: of an AFV, 1..6; cover: as in `COVERS`; edge: it is at the edge of its terrain; moved: no, this_turn, or
    since_last_strike (after the strikes of the turn before, not since); radar: an AA stand with a radar.
    """

    target: str  # personnel, gun, soft_vehicle, weak_afv, afv
    weight: int
    terrain: str  # open, woods, bua
    edge: bool
    cover: str
    dug_in: bool
    quality: str
    moved: str = "no"
    radar: bool = False


class GroundRules(NamedTuple):
    """The tables that a hit roll needs.

    modifiers: (attack, class, cover) -> (modifier, part by weight); results: quality -> highest effect die of no
    effect, forced back, eliminated; armour: weight or "weak" -> flank; constants, base: name -> value; small_arms:
    (class, cover) -> (modifier, effect); front: as armour, the front.
    """

    constants: Mapping[str, float]
    base: Mapping[str, float]
    modifiers: Mapping[tuple[str, str, str], tuple[int, int]]
    results: Mapping[str, tuple[int, int, int]]
    armour: Mapping[str, int]
    small_arms: Mapping[tuple[str, str], tuple[int, str]]
    front: Mapping[str, int]


def is_affected(stand: GroundStand, ordnance: Ordnance) -> bool:
    """Can the attack do anything to this stand, suppression included?

    Cluster bombs do nothing to personnel (3.1.1.5b; gun crews share the fate of their gun) and in woods (3.1.1.5c),
    flechettes nothing to AFVs other than weak ones (1.5.6.4d, 2.3.7.3d), and small arms neither (part D5).
    """
    if ordnance.load == "at_cluster":
        return stand.target != "personnel" and stand.terrain != "woods"
    return not (ordnance.warhead in ("flechette", "small_arms") and stand.target == "afv")


def in_the_open(stand: GroundStand) -> bool:
    """Planes attack targets in the open (2.3.2a), fortifications in the open among them (2.3.2d)."""
    return stand.terrain == "open"


def spotted_at_edge(stand: GroundStand, ordnance: Ordnance) -> bool:
    """Does a FAC/ALO open this stand at the edge of cover to a plane (2.3.2b)? Helicopters: not section 2 (2.0a)."""
    return stand.edge and ordnance.fac and not in_the_open(stand) and not ordnance.is_helicopter


def fully_attackable(stand: GroundStand, ordnance: Ordnance) -> bool:
    """May this stand be attacked in full, not with suppression and morale effects alone (2.3.2a-d)?

    The base game's spotting is not asked (2.3.2f). A helicopter spots for itself (1.5.1a, 1.5.1b) and is not held by
    section 2 (2.0a).
    """
    return ordnance.is_helicopter or in_the_open(stand) or spotted_at_edge(stand, ordnance)


def is_rolled_at(stand: GroundStand, ordnance: Ordnance, rulings: Any) -> bool:
    """Is it rolled at, if the attack is not limited? Not in woods under woods_vs_he_bombs = suppress_only."""
    spared = stand.terrain == "woods" and rulings.woods_vs_he_bombs == WoodsVsHeBombs.SUPPRESS_ONLY
    return is_affected(stand, ordnance) and (fully_attackable(stand, ordnance) or not spared)


def cover_of(stand: GroundStand, ordnance: Ordnance, rulings: Any) -> str:
    """The cover that counts: its own, or that of the edge (2.3.2b, ruling edge_of_cover_modifier).

    A dug-in gun has medium cover at least (assumed).
    """
    cover = stand.cover
    if spotted_at_edge(stand, ordnance):
        cover = {
            EdgeOfCoverModifier.NONE: "open",
            EdgeOfCoverModifier.MEDIUM: "medium",
            EdgeOfCoverModifier.HARD: "hard",
        }[rulings.edge_of_cover_modifier]
    return max(cover, "medium", key=COVERS.index) if stand.dug_in and stand.target == "gun" else cover


def class_modifier(stand: GroundStand, ordnance: Ordnance, rulings: Any, tables: GroundRules) -> int:
    """Modifier of the HE factor by class, cover and weight of the target (part D2).

    Cluster bombs ignore the cover of guns and vehicles, dug in or not (3.1.1.5e); ruling
    at_cluster_weight_modifier says whether they feel the weight of AFVs (3.1.1.5a). Cover counts for personnel and
    guns; a dug-in vehicle has the modifier of medium cover (assumed).
    """
    cluster = ordnance.load == "at_cluster"
    armoured = stand.target in ARMOURED
    if cluster and armoured and rulings.at_cluster_weight_modifier == AtClusterWeightModifier.IGNORE:
        return 0
    attack = "at_cluster" if cluster else "he"
    cover = cover_of(stand, ordnance, rulings) if stand.target in CREW_SERVED and not cluster else "any"
    modifier, per_weight = tables.modifiers[attack, stand.target, cover]
    weight = stand.weight if stand.target == "afv" else int(rulings.weak_afv_weight) if armoured else 0
    dug_in_vehicle = stand.dug_in and stand.target not in CREW_SERVED and not cluster
    return modifier + per_weight * weight + (tables.modifiers["he", "gun", "medium"][0] if dug_in_vehicle else 0)


def warhead_modifier(stand: GroundStand, ordnance: Ordnance, rulings: Any, constants: Mapping[str, float]) -> int:
    """Modifier by warhead; gun crews count as personnel.

    HEAT +3 against armour, -1 against personnel (1.5.6.4b, 2.3.7.3b); flechette +2 against personnel outside built-up
    areas and bunkers (1.5.6.4c, 2.3.7.3c).
    """
    crew = stand.target in CREW_SERVED
    if ordnance.warhead == "heat":
        if crew:
            return int(constants["heat_vs_personnel"])
        to_hit = rulings.heat_modifier_scope == HeatModifierScope.HE_HIT_NUMBER
        return int(constants["heat_vs_armour"]) if to_hit and stand.target in ARMOURED else 0
    if ordnance.warhead == "flechette" and crew and stand.terrain != "bua" and stand.cover != "fortification":
        return int(constants["flechette_vs_personnel"])
    return 0


def hit_number(stand: GroundStand, ordnance: Ordnance, rulings: Any, tables: GroundRules) -> int:
    """Hit number of one roll: HE factor less the penalty (3.2.4a), with the modifiers of target and warhead.

    Factors: 3.1.1.4a, 3.1.1.4b, 3.1.1.5a, 1.5.6.4a, 2.3.7.3a. Flechettes are small arms to a weak AFV (1.5.6.4d,
    2.3.7.3d).
    """
    if ordnance.warhead == "flechette" and stand.target == "weak_afv":
        return int(tables.constants["gun_hit_number"]) - ordnance.penalty
    modifier = class_modifier(stand, ordnance, rulings, tables)
    return ordnance.factor - ordnance.penalty + modifier + warhead_modifier(stand, ordnance, rulings, tables.constants)


def hits(die: int, number: int, rulings: Any) -> bool:
    """Does a hit die hit: at or below the number, but for 1 and 10 (rulings hit_number_floor, hit_number_ceiling)?"""
    if die == 1 and rulings.hit_number_floor == HitNumberFloor.NATURAL_1_ALWAYS_HITS:
        return True
    if die == DIE_FACES and rulings.hit_number_ceiling == HitNumberCeiling.NATURAL_10_ALWAYS_MISSES:
        return False
    return die <= number


def result_of_hit(die: int, quality: str, tables: GroundRules) -> int:
    """What a hit does to personnel, guns and soft vehicles by quality and effect die (part D4)."""
    no_effect_to, forced_back_to, _ = tables.results[quality]
    return HIT if die <= no_effect_to else FORCED_BACK if die <= forced_back_to else ELIMINATED


def armour_of(stand: GroundStand, face: str, tables: GroundRules) -> int:
    """Armour of the face struck of an AFV (part D5)."""
    return (tables.front if face == "front" else tables.armour)[
        "weak" if stand.target == "weak_afv" else str(stand.weight)
    ]


def hit_effect(die: int, stand: GroundStand, ordnance: Ordnance, rulings: Any, tables: GroundRules) -> int:
    """What a hit does by the effect die (part D4; AFVs by ruling afv_he_kill).

    HEAT under heat_modifier_scope = penetration kills an AFV on 5 + 3 - flank armour or less (1.5.6.4b, part D5);
    flechettes kill a weak AFV as small arms do, on a 10 (1.5.6.4d).
    """
    if stand.target in ARMOURED:
        if ordnance.warhead == "flechette":
            return ELIMINATED if die >= tables.base["small_arms_weak_afv_face"] else HIT
        if ordnance.warhead == "heat" and rulings.heat_modifier_scope == HeatModifierScope.PENETRATION:
            armour = armour_of(stand, "flank", tables)
            return ELIMINATED if die <= tables.base["ap_base"] + tables.constants["heat_vs_armour"] - armour else HIT
        if rulings.afv_he_kill == AfvHeKill.NEVER:
            return HIT
        if rulings.afv_he_kill == AfvHeKill.ON_10_ONLY:
            return ELIMINATED if die >= tables.base["afv_he_kill_face"] else HIT
    return result_of_hit(die, stand.quality, tables)


class AttackCard(NamedTuple):
    """What an attack does to one stand.

    number: its hit number; hits_on, effects: see `roll_result`; he_on: faces of a third die, after those of hit and
    effect, that let a guided weapon with an HE effect do what the effect die says (`guided_result`); all faces for the
    others, which roll no third die.
    """

    number: int
    hits_on: int
    effects: int
    he_on: int = EVERY_FACE

    def chance(self) -> Fraction:
        """That one attack eliminates."""
        kills = sum((self.effects >> (4 * die)) & 15 == ELIMINATED for die in range(1, DIE_FACES + 1))
        return Fraction(kills * self.hits_on.bit_count() * self.he_on.bit_count(), DIE_FACES**3)


def faces_that_hit(number: int, rulings: Any) -> int:
    """Bits of the faces of a hit die that hit (`hits`)."""
    return sum(1 << die for die in range(1, DIE_FACES + 1) if hits(die, number, rulings))


def write_effects(effects: Mapping[int, int]) -> int:
    """What each face of the effect die does, four bits a face."""
    return sum(effect << (4 * die) for die, effect in effects.items())


def attack_card(stand: GroundStand, ordnance: Ordnance, rulings: Any, tables: GroundRules) -> AttackCard:
    """The card of one hit roll of bombs, cluster bombs or rockets at a stand, asked face by face.

    One without effect where the attack cannot affect the stand. Guns and guided weapons: `cards.card_of`.
    """
    if not is_affected(stand, ordnance):
        return AttackCard(0, 0, 0)
    number = hit_number(stand, ordnance, rulings, tables)
    effects = {die: hit_effect(die, stand, ordnance, rulings, tables) for die in range(1, DIE_FACES + 1)}
    return AttackCard(number, faces_that_hit(number, rulings), write_effects(effects))
