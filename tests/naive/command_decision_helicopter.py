"""The helicopter of a sortie, its state, and what a result of enemy fire does to it (3.2.4f; D4; F4)."""

from dataclasses import dataclass, field
from typing import Any

from .command_decision_aim import Firer, Target
from .command_decision_ground import FORCED_BACK, NEAR_MISS, REMOVED, GroundWeapon
from .command_decision_penalty import Penalties
from .command_decision_rulings import Rulings
from .command_decision_shot import Countermeasures, Dice, ShotResult
from .command_decision_tables import SLOW_INCHES

PREPARATORY, OPPORTUNITY, GENERAL, LATE = 0, 1, 2, 3
STAGES = ("unseen", "spotted", "in_range", "engaged", "penalised", "aborted", "removed")


@dataclass(frozen=True)
class ProfileEntry:
    """What the owner wants of one turn over the table."""

    altitude: str
    inches: float
    fires: str


@dataclass
class Actor:
    """One AA system or one ground weapon, with its number among the dice and the shots it has used this turn."""

    number: int
    system: Firer | None = None
    weapon: GroundWeapon | None = None
    used: set[int] = field(default_factory=set)  # the budgets it has used up
    place_number: int | None = None  # PLACE of this turn


@dataclass(frozen=True)
class SortieGame:
    """All that does not change in the course of the game."""

    rulings: Rulings
    dice: Dice
    target: Target  # altitude, hovering and has_fired are set in each window
    crew_quality: str
    weapon: str
    fire_and_forget: bool  # of its missile
    profile: tuple[ProfileEntry, ...]
    after_firing: str
    altitude_change_used: bool
    visibility: str
    air_defence: tuple[tuple[Actor, ...], ...]  # single systems, or (missile half, gun half)
    ground_weapons: tuple[Actor, ...]
    collective: str
    nearest_enemy_in: float
    terrain: dict[str, Any]

    def entry(self, k: int) -> ProfileEntry:
        """The profile in turn k over the table; the last entry repeats."""
        return self.profile[min(k, len(self.profile)) - 1]


class Helicopter:
    """The state of the helicopter in one sortie."""

    def __init__(self, rulings: Rulings):
        self.rulings = rulings
        self.penalties = Penalties(rulings)
        self.countermeasures = Countermeasures(rulings.cm_uses)
        self.volley_spent = False
        self.removed_by = ""  # air_defence or ground_fire
        self.left_in = ""  # morale state in which it leaves the table
        self.begin_turn(None)

    def begin_turn(self, own_window: int | None) -> None:
        """Forget the turn before; `own_window` is the window in which it means to fire, None for no attack."""
        self.own_window = own_window
        self.attack: int | None = None  # the penalty its attack has carried
        self.attack_lost = False
        self.out_of_reach = False
        self.forced_back = False
        self.wasted = False  # later shots of this window have no effect (`aa_shot_order`)
        self.stage = 0
        self.penalties.reached_2 = False
        if self.rulings.penalty_duration != "next_attack_only":
            self.penalties.clear()

    def reach(self, stage: str) -> None:
        """Note the furthest stage of this turn."""
        self.stage = max(self.stage, STAGES.index(stage))

    @property
    def is_there(self) -> bool:
        """Whether it can be engaged and can attack."""
        return not self.out_of_reach and not self.removed_by

    @property
    def draws_fire(self) -> bool:
        """Whether shots are still aimed at it: while it is there, or wasted on it in this window."""
        return not self.removed_by and (not self.out_of_reach or self.wasted)

    def suffer_air_shot(self, result: ShotResult) -> None:
        """What an AA shot does to it."""
        if result.penalty:
            self.reach("penalised")
            self.penalties.take(result.penalty)
        if result.fate == FORCED_BACK:
            self.force_back()
        elif result.fate == REMOVED:
            self.remove_by_air_defence()

    def suffer_ground_shot(self, result: str) -> None:
        """What a shot with ground factors does to it."""
        if result == NEAR_MISS:
            self.reach("penalised")
            self.penalties.take_near_miss()
        elif result == FORCED_BACK:
            self.force_back()
        elif result == REMOVED:
            self.reach("removed")
            self.removed_by = "ground_fire"

    def lose_attack(self) -> bool:
        """Lose the attack of this turn, if one was planned and has not been made yet."""
        if self.own_window is None or self.attack is not None or self.attack_lost:
            return False
        self.attack_lost = True
        self.reach("aborted")
        return True

    def force_back(self) -> None:
        """Forced back (3.2.4f; D4; `chopper_forced_back_effect`)."""
        effect = self.rulings.chopper_forced_back_effect
        self.forced_back = True
        self.reach("penalised")
        if effect == "minus_3_penalty_only":
            self.penalties.take(3)
            return
        if self.lose_attack() and self.rulings.aa_shot_order == "simultaneous_declared":
            self.wasted = True
        if effect != "lose_attack_stay_in_place":
            self.out_of_reach = True
        if effect == "leave_table":
            self.left_in = "good"
        elif effect == "leave_table_shaken":
            self.left_in = "shaken"

    def remove_by_air_defence(self) -> None:
        """Removed by an AA abort (3.2.4f; `chopper_removed_meaning`)."""
        self.reach("removed")
        if self.rulings.chopper_removed_meaning == "off_table_may_rearm":
            self.lose_attack()
            self.out_of_reach = True
            self.left_in = "good"
        else:
            self.removed_by = "air_defence"


def is_slow(entry: ProfileEntry, rulings: Rulings) -> bool:
    """Whether ground weapons may engage it (3.2.3c; `slow_threshold`, `slow_at_low`, `pop_up_is_slow`)."""
    if entry.altitude == "landed":
        return True
    if entry.altitude == "low" and rulings.slow_at_low == "noe_only":
        return False
    if entry.altitude == "popup" and rulings.pop_up_is_slow == "no":
        return False
    return entry.inches < SLOW_INCHES or (entry.inches == SLOW_INCHES and rulings.slow_threshold == "le_30")


def window_of_fire(game: SortieGame, k: int, volley_spent: bool) -> int | None:
    """The window in which it means to fire in its k-th turn, None for not at all (1.5.2, 1.5.5c, 1.5.6.3a)."""
    entry, rulings = game.entry(k), game.rulings
    if entry.fires == "never" or entry.altitude == "landed":
        return None
    if game.weapon == "rockets" and volley_spent and rulings.rocket_expended == "per_sortie":
        return None
    tied_to_its_sight = game.weapon == "missile" and not game.fire_and_forget
    if tied_to_its_sight and entry.inches > 0 and rulings.missile_on_move_scope == "fire_and_forget_only":
        return None
    if entry.fires == "general" or entry.inches > 0:
        return GENERAL
    if entry.altitude == "popup" and rulings.pop_up_fire_phase == "general_only":
        return GENERAL
    return OPPORTUNITY
