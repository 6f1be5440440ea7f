"""What the attack of a plane at a point does, for every penalty: the attack of kind `bombing`, and where it may differ.

An attack is asked once for each plane, point and penalty while packing; planes of one sort with one point share it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from simlab.catalog import Catalog
from simlab.errors import ScenarioError
from simlab.systems.command_decision.attack.law import stand_laws
from simlab.systems.command_decision.attack.ordnance import ground_rules, load_of
from simlab.systems.command_decision.attack.pack import Packed as PackedAttack
from simlab.systems.command_decision.attack.pack import ground_of, packed_attack
from simlab.systems.command_decision.attack.salvo import Salvo, Table, salvo_of
from simlab.systems.command_decision.attack.shapes import BombingShape, PointShape, StandShape
from simlab.systems.command_decision.attack.weapons import Dropped
from simlab.systems.command_decision.rules.attacks import ELIMINATED
from simlab.systems.command_decision.rules.geometry import THOUSANDTHS, Point, point_at
from simlab.systems.command_decision.rulings.attacks import CoverAttackWithoutFac, PenaltyInAreaAttacks
from simlab.systems.command_decision.rulings.strike import FriendlyFire, MoraleCentre, TemplateCentreLimit
from simlab.systems.command_decision.stands import Book
from simlab.systems.command_decision.strike.shapes import PlaneShape, StrikeShape


class Losses(NamedTuple):
    """Expected numbers of stands that an attack eliminates."""

    own: Fraction
    enemy: Fraction


class Attack(NamedTuple):
    """What one attack does.

    packed: as kind bombing packs it; impacts: where it strikes, for morale (2.3.8b); touches_own: does it touch a stand
    of the attacker's own side?
    """

    packed: PackedAttack
    impacts: tuple[Point, ...]
    touches_own: bool


class Milder:
    """The rulings, but that an attack on cover without a controller is limited: whether it is barred is asked here."""

    def __init__(self, rulings: Any) -> None:
        self._rulings = rulings

    def __getattr__(self, name: str) -> Any:
        if name == "cover_attack_without_fac":
            return CoverAttackWithoutFac.SUPPRESS_AND_MORALE_ONLY
        return getattr(self._rulings, name)


class Attacks:
    """The attacks of a scenario, each made once."""

    def __init__(self, shape: StrikeShape, rulings: Any, catalog: Catalog, book: Book, where: str) -> None:
        self.shape, self.rulings, self.catalog, self.book, self.where = shape, rulings, catalog, book, where
        self.names = shape.stand_names()
        self.stands: tuple[StandShape, ...] = tuple(shape.stand)
        self.as_enemies = tuple(stand.model_copy(update={"side": "enemy"}) for stand in self.stands)
        covers = {entry.terrain: entry.cover for entry in catalog.rows("terrain_cover")}
        self.grounds = [ground_of(stand, covers) for stand in self.stands]
        self.rules = ground_rules(catalog, book)
        self._made: dict[Any, Attack | None] = {}

    def at(self, plane: PlaneShape, load: str, point: Point, primary: bool, penalty: int) -> Attack | None:
        """The attack with this load at a point, its primary one or another; None where a ruling bars it (2.3.2a)."""
        sort = plane.model_copy(update={"name": None, "count": 1, "arrives": "ruling", "value": 1, "smoke": False})
        key = (sort, load, point, primary, penalty)
        if key not in self._made:
            self._made[key] = self._make(plane, load, point, primary, penalty)
        return self._made[key]

    def _make(self, plane: PlaneShape, load: str, point: Point, primary: bool, penalty: int) -> Attack | None:
        laid = self.laid(plane, load, point, primary, penalty)
        if laid is None:
            return None
        _, salvo = laid
        centres = tuple(dict.fromkeys(centre for centre, _ in salvo.areas))
        if self.rulings.morale_centre == MoraleCentre.TARGET_COUNTER:
            centres = (point,) if centres else ()
        own = {number for number, stand in enumerate(self.stands) if stand.side == "own"}
        touches_own = any(own & set(under) for under in salvo.touched)
        return Attack(packed_attack(self.stands, self.names, [salvo], None), centres, touches_own)

    def laid(
        self, plane: PlaneShape, load: str, point: Point, primary: bool, penalty: int
    ) -> tuple[Dropped, Salvo] | None:
        """The load and how it is laid out at a point; None where a ruling bars the attack (2.3.2a)."""
        where = f"{self.where}, plane[{self._entry(plane)}]"
        row = self.catalog.unit(plane.unit, ("aircraft",), f"{where}.unit")
        place = PointShape(at=(point[0] / THOUSANDTHS, point[1] / THOUSANDTHS), fac=plane.fac and primary)
        # at another point the crew takes what is there for its target (2.3.3d)
        stands = self.stands if primary else self.as_enemies
        shape = BombingShape.model_construct(
            attacker=plane.attacker(penalty, load), point=place, stand=stands, troops=None
        )
        try:
            dropped = load_of(row, shape, self.rulings, self.catalog, self.book.constants, where)
        except ScenarioError as error:  # the keys of [attacker] stand in [[plane]] here
            raise ScenarioError(str(error).replace(f"{where}, attacker.", f"{where}.")) from None
        limited_to = self.rulings.template_centre_limit == TemplateCentreLimit.PRIMARY_POINT and not primary
        table = Table(
            shape, stands, self.grounds, Milder(self.rulings), self.book, self.rules, where,
            centres_near=point_at(plane.at) if limited_to else None,
        )  # fmt: skip
        salvo = salvo_of(dropped, table, own_choice=False)
        if salvo.limited and self.rulings.cover_attack_without_fac == CoverAttackWithoutFac.FORBIDDEN:
            if not primary:
                return None
            raise ScenarioError(
                f"{where}.at: no stand that the attack on {list(plane.at)} touches stands in the open or "
                "at an edge with fac = true, and cover_attack_without_fac = forbidden (2.3.2a)"
            )
        if self.rulings.friendly_fire == FriendlyFire.NO:
            salvo = self._spare_own(salvo)
        return dropped, salvo

    def _entry(self, plane: PlaneShape) -> int:
        """The first entry of ``[[plane]]`` that reads so."""
        return next(number for number, other in enumerate(self.shape.plane) if other == plane)

    def _spare_own(self, salvo: Salvo) -> Salvo:
        """Own stands are only suppressed, as in a limited attack (ruling friendly_fire = no)."""
        by_number = self.rulings.penalty_in_area_attacks == PenaltyInAreaAttacks.NO_SUPPRESSION_IF_HIT_NUMBER_BELOW_1
        rolled, suppressed = list(salvo.rolled), list(salvo.suppressed)
        for number, stand in enumerate(self.stands):
            if stand.side == "own" and rolled[number]:
                rolled[number] = False
                suppressed[number] = salvo.by_stands or not (by_number and salvo.cards[number].number < 1)
        return salvo._replace(rolled=rolled, suppressed=suppressed)

    def losses(self, plane: PlaneShape, point: Point, primary: bool) -> Losses:
        """Expected losses of the two sides to its attack without a penalty."""
        attack = self.at(plane, plane.load, point, primary, 0)
        if attack is None:
            return Losses(Fraction(0), Fraction(0))
        laws = stand_laws(attack.packed, rational=True)
        lost = [law[ELIMINATED] for law in laws]
        own = sum((chance for chance, stand in zip(lost, self.stands, strict=True) if stand.side == "own"), Fraction(0))
        return Losses(own, sum(lost, Fraction(0)) - own)


def impacts_of(attacks: Sequence[Attack | None]) -> list[Point]:
    """All impact points of the attacks of one plane; fighters have none unless they strafe (2.3.8c)."""
    return [place for attack in attacks if attack is not None for place in attack.impacts]
