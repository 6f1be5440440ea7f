"""Keys of a `battle` scenario."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from simlab.systems.continental_siege.doctrine.weights import LARGEST
from simlab.systems.continental_siege.mission.shapes import as_weight
from simlab.systems.continental_siege.stands import Shape

MOST_UNITS = 256  # ids that an address of dice has room for (6e)
MOST_OWN_TURNS = 125
Budget = Annotated[float, Field(ge=0, le=MOST_UNITS)]
Move = Literal["close_to_range", "hold", "gev_hit_and_run", "screen_cp", "weighted"]
Fire = Literal["main_then_treads", "treads_only", "best_marginal", "weighted"]
AaFire = Literal["bombers_first", "pair_to_auto", "ff_pu_only", "ff_bombs_first", "best_dp", "weighted"]
EntryTurn = Annotated[int, Field(ge=1, le=MOST_OWN_TURNS)]
Weight = Annotated[int, Field(ge=-LARGEST, le=LARGEST)] | None  # None: that of the doctrine
Share = Annotated[Fraction, BeforeValidator(as_weight), Field(ge=0, le=1000)]


class Bought(Shape):
    """Some units of one type, bought for armour units (B17, 11.02)."""

    unit: str
    count: Annotated[int, Field(ge=0, le=MOST_UNITS)] = 1


class Mix(Shape):
    """Types drawn until nothing can be paid, each as often as its weight (P5)."""

    mix: Annotated[dict[str, Annotated[int, Field(ge=0, le=1000)]], Field(min_length=1)]


Force = tuple[Bought, ...] | Literal["random_mix"] | Mix


class AaRing(Shape):
    """AA units evenly spaced at this distance from the CP (P4)."""

    aa_ring: Annotated[int, Field(ge=1, le=30)]


Type = Literal["gev", "heavy_tank", "missile_tank", "light_tank", "superheavy", "infantry_squad"]


class Forward(Shape):
    """The types that go into the central area first, before the others in the order of P3 (R83)."""

    forward: Annotated[tuple[Type, ...], Field(min_length=1)]


class MaAtMost(Shape):
    """Withdraw when the CP is dead or the movement allowance is at most this (R46)."""

    ma_at_most: Annotated[int, Field(ge=1, le=4)]


class Weights(Shape):
    """What a box of each class of an Ogre is worth to `best_for`; left out: its attack strength, of a tread 1."""

    missile: Share | None = None
    main_battery: Share | None = None
    secondary_battery: Share | None = None
    antipersonnel: Share | None = None
    treads: Share | None = None


class BestFor(Shape):
    """The split of a bombload with the greatest sum of weight x P(X) (R75)."""

    best_for: Weights


class Strafe(Shape):
    """Fighters that look for listed types of ground units first, in the order of the list (R76)."""

    strafe: Annotated[tuple[str, ...], Field(min_length=1, max_length=15)]


class Policies(Shape):
    """The policies of both sides (6e); the default of each hook stands first."""

    bomber: Literal["straight_to_target", "avoid_aa", "weighted"] = "straight_to_target"
    ogre_loads: Literal["missiles_3_3", "ap_sweep", "main4_plus2", "treads_6"] | BestFor = "missiles_3_3"
    fighter: Literal["intercept_bombers", "escort", "strafe"] | Strafe = "intercept_bombers"


class DefenderPolicies(Policies):
    """The defender's policies: ``[defender.policies]``."""

    setup: Literal["standard_rear", "random_legal"] | AaRing | Forward = "standard_rear"
    ground_move: Move = "close_to_range"
    gev_move: Move | None = None
    gev_second_move: Move | None = None
    infantry_move: Move | None = None
    aa_move: Move | None = None
    ground_fire: Fire = "main_then_treads"
    infantry_fire: Fire | None = None
    gev_fire: Fire | None = None
    howitzer_fire: Fire | None = None
    aa_ground_fire: Fire | None = None
    aa_fire: AaFire = "bombers_first"
    bomber_target: Literal["ogre", "cp", "howitzers", "aa", "best_value"] = "ogre"


class AttackerPolicies(Policies):
    """The attacker's policies: ``[attacker.policies]``."""

    ogre_move: Literal["beeline_cp", "hunter", "weighted"] = "beeline_cp"
    ogre_fire: Literal["value_first", "nearest_first", "weighted"] = "value_first"
    bomber_target: Literal["cp", "ogre", "howitzers", "aa", "best_value"] = "cp"
    ff_move: Literal["beeline_cp", "kill_aa_first"] = "beeline_cp"
    ff_withdrawal: Literal["cp_dead", "never"] | MaAtMost = "cp_dead"


MOST_NAMES, MOST_SHARE = 16, 1000


class DoctrineMix(Shape):
    """Doctrines one of which is drawn for every battle, each as often as its weight (W9)."""

    mix: Annotated[dict[str, Annotated[int, Field(ge=0, le=MOST_SHARE)]], Field(min_length=1, max_length=MOST_NAMES)]


class MoveWeights(Shape):
    """Weights of the movement of ground units (W2)."""

    fire: Weight = None
    mass: Weight = None
    near: Weight = None
    danger: Weight = None
    likely: Weight = None
    meet: Weight = None
    guard: Weight = None
    stack: Weight = None


class FireWeights(Shape):
    """Weights of fire at an Ogre (W3)."""

    ap: Weight = None
    secondary: Weight = None
    main: Weight = None
    missile: Weight = None
    treads_3: Weight = None
    treads_2: Weight = None
    treads_1: Weight = None
    odds: Weight = None


class AaWeights(Shape):
    """Weights of fire at aircraft (W6)."""

    bomber: Weight = None
    fighter: Weight = None
    disabled: Weight = None
    propulsion: Weight = None
    bombload: Weight = None
    received: Weight = None
    near: Weight = None


class BomberWeights(Shape):
    """Weights of the end states of bombers (W7)."""

    miss: Weight = None
    turns: Weight = None
    guns: Weight = None


class OgreMoveWeights(Shape):
    """Weights of the steps of an Ogre (W4)."""

    goal: Weight = None
    reach: Weight = None
    prey: Weight = None
    threat: Weight = None
    overrun: Weight = None
    ram: Weight = None


class OgreFireWeights(Shape):
    """Weights of the fire of an Ogre or a Flying Fortress (W5)."""

    attack: Weight = None
    range: Weight = None
    move: Weight = None
    squad: Weight = None
    cp: Weight = None
    thrift: Weight = None
    reserve: Weight = None
    odds: Weight = None


class DefenderWeights(Shape):
    """Weights of the defender's weighted policies: ``[defender.weights]``, by hook."""

    ground_move: MoveWeights = MoveWeights()
    gev_move: MoveWeights = MoveWeights()
    gev_second_move: MoveWeights = MoveWeights()
    infantry_move: MoveWeights = MoveWeights()
    aa_move: MoveWeights = MoveWeights()
    ground_fire: FireWeights = FireWeights()
    aa_fire: AaWeights = AaWeights()
    bomber: BomberWeights = BomberWeights()


class AttackerWeights(Shape):
    """Weights of the attacker's weighted policies: ``[attacker.weights]``, by hook."""

    ogre_move: OgreMoveWeights = OgreMoveWeights()
    ogre_fire: OgreFireWeights = OgreFireWeights()
    bomber: BomberWeights = BomberWeights()


class DefenderShape(Shape):
    """The defender: ``[defender]``. armour_units: what he may spend, that of the scenario when left out."""

    force: Force = ()
    entry_turn: EntryTurn | None = None
    armour_units: Budget | None = None
    doctrine: str | DoctrineMix = "default"
    policies: DefenderPolicies = DefenderPolicies()
    weights: DefenderWeights = DefenderWeights()


class AttackerShape(Shape):
    """The attacker: ``[attacker]``; his Ogre or Flying Fortress comes with the scenario. armour_units: as above."""

    force: Force = ()
    entry_turn: EntryTurn | None = None
    armour_units: Budget | None = None
    doctrine: str | DoctrineMix = "default"
    policies: AttackerPolicies = AttackerPolicies()
    weights: AttackerWeights = AttackerWeights()


class BattleShape(Shape):
    """Keys of a `battle` scenario."""

    scenario: str
    entry_turn: EntryTurn | None = None
    defender: DefenderShape = DefenderShape()
    attacker: AttackerShape = AttackerShape()

    @model_validator(mode="before")
    @classmethod
    def _named(cls, given: Any) -> Any:
        if isinstance(given, dict) and "scenario" not in given:
            raise ValueError("scenario: name a row of scenarios.csv, such as mk3_attack")
        return given
