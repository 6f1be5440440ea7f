"""Where the areas of an attack are laid (2.3.4, 3.1.1.3; `place_templates` of F3)."""

from dataclasses import dataclass, field
from fractions import Fraction

from .command_decision_bombing_load import ROCKETS, RefusedAttack, Weapon
from .command_decision_bombing_rulings import BombingRulings
from .command_decision_bombing_stands import Exposure, Place

REACH = 6000  # thousandths of an inch from the point to the centre of an area (3.1.1.3c)
MOST_TARGETS = 4  # 2.3.4d


@dataclass(frozen=True)
class Template:
    """One area on the ground: its centre, the rolls against each stand it touches, and those stands by place."""

    centre: Place
    rolls: int
    touched: tuple[int, ...]


def in_reach(place: Place, point: Place) -> bool:
    """Whether a place lies within 6 in of the point."""
    return (place[0] - point[0]) ** 2 + (place[1] - point[1]) ** 2 <= REACH**2


def dealt_out(rof: int, parts: int) -> list[int]:
    """ROF shared as evenly as possible, larger shares first.

    >>> dealt_out(5, 3)
    [2, 2, 1]
    """
    return [rof // parts + (1 if part < rof % parts else 0) for part in range(parts)]


@dataclass
class Placement:
    """Areas laid one after the other. `survival`: chance of each stand to be there after those already laid."""

    exposures: list[Exposure]
    point: Place
    weapon: Weapon
    rulings: BombingRulings
    laid: list[Template] = field(default_factory=list)
    survival: list[Fraction] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.survival = [Fraction(1)] * len(self.exposures)

    def candidates(self) -> list[Place]:
        """Centres of the stands in reach that may be aimed at, in the order of the file, then the point; once each."""
        centres = [
            exposure.stand.at
            for exposure in self.exposures
            if in_reach(exposure.stand.at, self.point) and not exposure.out_of_sight
        ]
        return list(dict.fromkeys([*centres, self.point]))

    def touched_at(self, centre: Place) -> tuple[int, ...]:
        """The stands that an area at this centre touches, by place in the file (`template_hits`)."""
        under = [number for number, exposure in enumerate(self.exposures) if exposure.lies_under(centre)]
        if self.rulings.template_hits == "capped_at_rof_stands":
            under.sort(key=lambda number: (-self.exposures[number].chance_to_eliminate, number))
            under = sorted(under[: self.weapon.rof])
        return tuple(under)

    def touches_an_enemy(self, centre: Place) -> bool:
        """Whether an area at this centre touches an enemy stand that the weapon can affect."""
        touched = [self.exposures[number] for number in self.touched_at(centre)]
        return any(exposure.affected and exposure.stand.is_enemy for exposure in touched)

    def value(self, centre: Place, rolls: int, alone: bool = False) -> Fraction:
        """Expected eliminations of enemy less own stands that an area here adds to those laid, or makes alone."""
        total = Fraction(0)
        for number in self.touched_at(centre):
            before = any(number in template.touched for template in self.laid)
            if before and not alone and self.rulings.superimposed_templates == "single_roll_best":
                continue
            exposure = self.exposures[number]
            there = Fraction(1) if alone else self.survival[number]
            eliminated = there * (1 - (1 - exposure.chance_to_eliminate) ** rolls)
            total += eliminated if exposure.stand.is_enemy else -eliminated
        return total

    def lay(self, centre: Place, rolls: int) -> None:
        """Lay one area."""
        touched = self.touched_at(centre)
        for number in touched:
            before = any(number in template.touched for template in self.laid)
            if not before or self.rulings.superimposed_templates == "independent_rolls":
                self.survival[number] *= (1 - self.exposures[number].chance_to_eliminate) ** rolls
        self.laid.append(Template(centre, rolls, touched))

    @property
    def most_centres(self) -> int | None:
        """How many different centres the attack may have; None is no limit (2.3.4d; `max_targets_scope`)."""
        limited = self.weapon.load == ROCKETS or self.rulings.max_targets_scope == "distinct_templates_or_stands"
        return MOST_TARGETS if limited else None

    def rof_left(self, parts: int) -> int:
        """ROF of rockets that is left when they are split over so many areas (1.5.6.3b; `helicopter_split_cost`)."""
        cost = self.rulings.helicopter_split_cost if self.weapon.is_helicopter else 0
        return self.weapon.rof - cost * (parts - 1)

    def shares(self, policy: str, worthwhile: int) -> list[int]:
        """Rolls of each area by a policy, with so many candidates worth an area."""
        if self.weapon.load != ROCKETS:
            return [1] * self.weapon.rof
        parts = 1
        if policy != "superimpose" and self.rulings.rocket_template_split == "yes":
            parts = max(1, min(self.weapon.rof, MOST_TARGETS, worthwhile))
        while self.rof_left(parts) < parts:
            parts -= 1
        return dealt_out(self.rof_left(parts), parts)

    def place(self, policy: str) -> list[Template]:
        """Lay all areas by a policy: superimpose, spread or optimal."""
        candidates = self.candidates()
        worthwhile = [centre for centre in candidates if self.touches_an_enemy(centre)]
        shares = self.shares(policy, len(worthwhile))
        for rolls in shares:
            if policy == "superimpose":
                centre = max(candidates, key=lambda place: self.value(place, shares[0], alone=True))
            elif policy == "spread":
                centre = self.next_of_spread(self.still_open(worthwhile or candidates), rolls)
            else:
                centre = max(self.still_open(candidates), key=lambda place: self.value(place, rolls))
            self.lay(centre, rolls)
        return self.laid

    def still_open(self, candidates: list[Place]) -> list[Place]:
        """The candidates that the limit on different centres leaves."""
        used = {template.centre for template in self.laid}
        if self.most_centres is None or len(used) < self.most_centres:
            return candidates
        return [centre for centre in candidates if centre in used]

    def next_of_spread(self, candidates: list[Place], rolls: int) -> Place:
        """The candidate with the fewest areas, of these the most valuable, of these the first."""
        centres = [template.centre for template in self.laid]
        fewest = min(centres.count(centre) for centre in candidates)
        free = [centre for centre in candidates if centres.count(centre) == fewest]
        return max(free, key=lambda place: self.value(place, rolls, alone=True))

    def place_at(self, centres: list[Place]) -> list[Template]:
        """Lay areas at the player's own centres; more of them than the ROF are refused."""
        for centre in centres:
            if not in_reach(centre, self.point):
                raise RefusedAttack(f"the centre {centre} lies more than 6 in from the point")
        different = len(set(centres))
        if self.most_centres is not None and different > self.most_centres:
            raise RefusedAttack(f"{different} different centres; at most {self.most_centres}")
        rockets = self.weapon.load == ROCKETS
        if rockets and len(centres) > 1 and self.rulings.rocket_template_split == "no":
            raise RefusedAttack("rockets have one area")
        rof = self.rof_left(len(centres)) if rockets else self.weapon.rof
        if len(centres) > rof:
            raise RefusedAttack(f"{len(centres)} areas of ROF {rof}")
        for centre, rolls in zip(centres, dealt_out(rof, len(centres)), strict=True):
            self.lay(centre, rolls if rockets else 1)
        return self.laid
