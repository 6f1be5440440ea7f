"""Ground stands under an area attack: what touches them and what it does (2.3.2, 3.1.1.3 to 3.1.1.5; D2, D4, D5)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .command_decision_bombing_load import AT_CLUSTER, FLECHETTE, HEAT, ROCKETS, TWO_INCHES, Weapon
from .command_decision_bombing_rulings import BombingRulings
from .command_decision_tables import HIT_RESULTS

Place = tuple[int, int]  # thousandths of an inch

PERSONNEL, GUN, SOFT_VEHICLE, WEAK_AFV, AFV = "personnel", "gun", "soft_vehicle", "weak_afv", "afv"
TERRAIN_COVER = {"open": "none", "woods": "medium", "bua": "hard"}  # D2
COVER_MODIFIER = {"none": 0, "medium": -2, "hard": -3, "fortification": -5}  # D2
EDGE_COVER = {"none": "none", "medium_cover_-2": "medium", "hard_cover_-3": "hard"}
HEAT_AGAINST_ARMOUR, HEAT_AGAINST_PERSONNEL, FLECHETTE_AGAINST_PERSONNEL = 3, -1, 2  # 1.5.6.4b, c
SMALL_ARMS_HIT_NUMBER = 5  # D5
ARMOUR_BASE = 5  # D5: a hit kills if d10 <= 5 + AP - armour
WEAK_FLANK = 1  # D5; the flank armour of an AFV is its weight

UNTOUCHED, TOUCHED, SUPPRESSED, HIT, FORCED_BACK, ELIMINATED = RESULTS = (
    "untouched",
    "touched",
    "suppressed",
    "hit",
    "forced_back",
    "eliminated",
)


@dataclass(frozen=True)
class Stand:
    """One stand on the ground. `at` and `size` in thousandths of an inch."""

    name: str
    is_enemy: bool
    at: Place
    size: int
    class_: str
    weight: int
    terrain: str
    edge: bool
    cover: str
    dug_in: bool
    quality: str
    manpads: bool
    moved: str = "no"
    radar: bool = False


def thousandths(inches: object) -> int:
    """Inches in whole thousandths, as they are written in the file.

    >>> thousandths(0.787), thousandths(-2)
    (787, -2000)
    """
    return round(Fraction(str(inches)) * 1000)


def place_of(pair: Any) -> Place:
    """A pair of inches in thousandths."""
    return thousandths(pair[0]), thousandths(pair[1])


def stand_of(entry: dict[str, Any], place_in_file: int) -> Stand:
    """One `[[stand]]` of a scenario."""
    terrain = entry.get("terrain", "open")
    return Stand(
        name=entry.get("name", f"stand_{place_in_file + 1}"),
        is_enemy=entry.get("side", "enemy") == "enemy",
        at=place_of(entry["at"]),
        size=thousandths(entry.get("size_in", 1)),
        class_=entry.get("class", PERSONNEL),
        weight=int(entry.get("weight", 3)),
        terrain=terrain,
        edge=bool(entry.get("edge", False)),
        cover=entry.get("cover", TERRAIN_COVER[terrain]),
        dug_in=bool(entry.get("dug_in", False)),
        quality=entry.get("quality", "regular"),
        manpads=bool(entry.get("manpads", False)),
        moved=entry.get("moved", "no"),
        radar=bool(entry.get("radar", False)),
    )


def squares_meet(stand: Stand, centre: Place, square: int) -> bool:
    """Whether base and area share a point; edges count."""
    return all(2 * abs(a - b) <= stand.size + square for a, b in zip(stand.at, centre, strict=True))


def lies_inside(stand: Stand, centre: Place, square: int) -> bool:
    """Whether the whole base lies in the area; edges may meet."""
    return all(2 * abs(a - b) + stand.size <= square for a, b in zip(stand.at, centre, strict=True))


@dataclass(frozen=True)
class Exposure:
    """A stand under one weapon: all that its dice mean. `fac`: a friendly FAC has spotted it."""

    stand: Stand
    weapon: Weapon
    fac: bool
    rulings: BombingRulings

    @property
    def out_of_sight(self) -> bool:
        """A man-portable SAM that a plane may not aim at (2.3.2e); section 2 does not bind helicopters (2.0a)."""
        return self.stand.manpads and not self.fac and not self.weapon.is_helicopter

    def lies_under(self, centre: Place) -> bool:
        """Whether an area here touches the stand (3.1.1.3a; `standard_area_hits`, `manpads_as_plane_target`)."""
        if self.out_of_sight and self.rulings.manpads_as_plane_target == "no":
            return False
        # Rockets attack each stand touched (1.5.6.2a), so the ruling is about the standard area of bombs.
        standard = self.weapon.square == TWO_INCHES and self.weapon.load != ROCKETS
        if standard and self.rulings.standard_area_hits == "stands_fully_inside":
            return lies_inside(self.stand, centre, self.weapon.square)
        return squares_meet(self.stand, centre, self.weapon.square)

    @property
    def spotted_at_the_edge(self) -> bool:
        """In woods or a built-up area, but at its edge and spotted for a plane (2.3.2b)."""
        return self.stand.terrain != "open" and self.stand.edge and self.fac and not self.weapon.is_helicopter

    @property
    def affected(self) -> bool:
        """Whether the weapon can do anything to it (3.1.1.5b, c; 1.5.6.4d)."""
        if self.weapon.load == AT_CLUSTER:
            return self.stand.class_ != PERSONNEL and self.stand.terrain != "woods"
        return not (self.flechettes and self.stand.class_ == AFV)

    @property
    def in_full(self) -> bool:
        """Whether cover lets it be attacked in full (2.3.2a to d; 2.0a)."""
        return self.weapon.is_helicopter or self.stand.terrain == "open" or self.spotted_at_the_edge

    @property
    def takes_rolls(self) -> bool:
        """Whether hit rolls are made against it in an attack that is not limited (`woods_vs_he_bombs`)."""
        deep_in_woods = self.stand.terrain == "woods" and not self.in_full
        return self.affected and not (deep_in_woods and self.rulings.woods_vs_he_bombs == "suppress_only")

    @property
    def flechettes(self) -> bool:
        """Whether the weapon fires flechettes."""
        return self.weapon.load == ROCKETS and self.weapon.warhead == FLECHETTE

    @property
    def heat(self) -> bool:
        """Whether the weapon fires HEAT warheads."""
        return self.weapon.load == ROCKETS and self.weapon.warhead == HEAT

    @property
    def hit_number(self) -> int:
        """Highest hit die that hits, before floor and ceiling."""
        if self.flechettes and self.stand.class_ == WEAK_AFV:
            return SMALL_ARMS_HIT_NUMBER - self.weapon.penalty
        modifier = self.cluster_modifier if self.weapon.load == AT_CLUSTER else self.he_modifier
        return self.weapon.hit_number - self.weapon.penalty + modifier

    @property
    def class_modifier(self) -> int:
        """What an HE factor loses or gains by the class of vehicle (D2; `weak_afv_weight`)."""
        if self.stand.class_ == WEAK_AFV:
            return 1 - self.rulings.weak_afv_weight
        return -self.stand.weight if self.stand.class_ == AFV else 0

    @property
    def cluster_modifier(self) -> int:
        """Cover does not count (3.1.1.5e); weight does by `at_cluster_weight_modifier`."""
        return 0 if self.rulings.at_cluster_weight_modifier == "ignore" else self.class_modifier

    @property
    def he_modifier(self) -> int:
        """Class, cover and warhead against bombs and rockets (D2; 1.5.6.4b, c)."""
        if self.stand.class_ in (PERSONNEL, GUN):
            return COVER_MODIFIER[self.cover_in_force] + self.warhead_against_personnel
        # A vehicle behind a wall is no harder to hit from above; one that is dug in is.
        modifier = self.class_modifier + (COVER_MODIFIER["medium"] if self.stand.dug_in else 0)
        if self.heat and self.stand.class_ in (WEAK_AFV, AFV) and self.rulings.heat_modifier_scope == "he_hit_number":
            modifier += HEAT_AGAINST_ARMOUR
        return modifier

    @property
    def cover_in_force(self) -> str:
        """Cover of personnel and guns (2.3.2b, `edge_of_cover_modifier`; a dug-in gun has medium cover at least)."""
        cover = EDGE_COVER[self.rulings.edge_of_cover_modifier] if self.spotted_at_the_edge else self.stand.cover
        if self.stand.dug_in and self.stand.class_ == GUN and cover == "none":
            return "medium"
        return cover

    @property
    def warhead_against_personnel(self) -> int:
        """Modifier of HEAT and flechettes against personnel and gun crews (1.5.6.4b, c)."""
        if self.heat:
            return HEAT_AGAINST_PERSONNEL
        sheltered = self.stand.terrain == "bua" or self.stand.cover == "fortification"
        return FLECHETTE_AGAINST_PERSONNEL if self.flechettes and not sheltered else 0

    def hits(self, die: int) -> bool:
        """Whether this hit die hits (`hit_number_floor`, `hit_number_ceiling`)."""
        if die == 1 and self.rulings.hit_number_floor == "natural_1_always_hits":
            return True
        if die == 10 and self.rulings.hit_number_ceiling == "natural_10_always_misses":
            return False
        return die <= self.hit_number

    def effect(self, die: int) -> str:
        """What a hit with this effect die does: hit (no effect), forced_back or eliminated."""
        if self.stand.class_ in (WEAK_AFV, AFV):
            if self.flechettes:
                return ELIMINATED if die == 10 else HIT
            if self.heat and self.rulings.heat_modifier_scope == "penetration":
                flank = WEAK_FLANK if self.stand.class_ == WEAK_AFV else self.stand.weight
                return ELIMINATED if die <= ARMOUR_BASE + HEAT_AGAINST_ARMOUR - flank else HIT
            if self.rulings.afv_he_kill == "never":
                return HIT
            if self.rulings.afv_he_kill == "on_10_only":
                return ELIMINATED if die == 10 else HIT
        no_effect_to, forced_back_to = HIT_RESULTS[self.stand.quality]
        if die <= no_effect_to:
            return HIT
        return FORCED_BACK if die <= forced_back_to else ELIMINATED

    @property
    def chance_to_eliminate(self) -> Fraction:
        """Chance that one roll eliminates it; 0 when no rolls are made against it."""
        if not self.takes_rolls:
            return Fraction(0)
        hitting = sum(self.hits(die) for die in range(1, 11))
        deadly = sum(self.effect(die) == ELIMINATED for die in range(1, 11))
        return Fraction(hitting * deadly, 100)

    @property
    def suppressed_without_a_hit(self) -> bool:
        """Whether fire near it pins it (3.1.1.4c, 3.1.1.5d, 1.5.6.4e; `penalty_in_area_attacks`)."""
        if self.hit_number < 1 and self.rulings.penalty_in_area_attacks == "no_suppression_if_hit_number_below_1":
            return False
        return self.affected
