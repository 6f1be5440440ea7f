"""Acts: what every system does to the helicopter in every window of a turn over the table, worked out beforehand.

An act is a look (somebody sees it, which only makes a stage), an air shot or a ground shot. It says in which state of
the helicopter it happens, for which line of sight, and what its dice do. Budgets are decided here: the line of sight of
a system is one number u a turn, so "it has not yet had its chance this turn" is an interval of u.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from simlab.dice import threshold
from simlab.systems.command_decision.addresses import GENERAL, LATE, OPPORTUNITY, PREPARATORY
from simlab.systems.command_decision.mission.choice import Method, Methods
from simlab.systems.command_decision.rules.air_defence import Altitude, Firer, Target
from simlab.systems.command_decision.rules.helicopters import aa_windows, altitude_in
from simlab.systems.command_decision.rules.state import DOWNED, FIRED, FIRED_BEFORE, OUT, OUT_BEFORE, RAW
from simlab.systems.command_decision.rulings import AaShotsPerTurn, ChopperFireOrder, ComboOrder
from simlab.systems.command_decision.stands import sight_chance

LOOK, AIR, GROUND_SHOT = 0, 1, 2
COLUMNS = (
    "turn_over_table", "window", "actor", "nth", "sort", "must_mask", "must_value", "sight_from", "sight_to", "stage",
    "clears", "first", "second", "again_sides", "save_to", "second_save_to", "pop_up_from", "chop_from", "by_ground",
)  # fmt: skip


@dataclass(frozen=True)
class TurnPlan:
    """One turn over the table: the profile entry and what follows from it. ``before`` is that of the turn before."""

    number: int
    altitude: Altitude
    inches: float
    slow: bool
    fire_window: int | None
    before: TurnPlan | None = None


@dataclass(frozen=True)
class Actor:
    """A system or ground weapon that may act: ``firer`` is None for a ground weapon, ``gun_of`` marks the gun half."""

    number: int
    firer: Firer | None
    distance: float
    ground_role: bool = True
    weapon: Any = None
    partner: int | None = None


@dataclass
class Acts:
    """Collects the acts of one turn over the table, window by window."""

    plan: TurnPlan
    methods: Methods
    rulings: Any
    target: Target
    terrain: Any
    dead_zone_in: float
    hides: bool  # it is out of reach once it has attacked
    may_miss_attack: bool  # it can be in reach after the window of its attack without having attacked
    rows: list[list[int]] = field(default_factory=list)
    # (actor, period of the turn) -> below this u it has had its chance to shoot
    had_chance: dict[tuple[int, str], int] = field(default_factory=dict)
    looks: dict[tuple[int, str], tuple[int, int]] = field(default_factory=dict)
    acted: set[tuple[int, int, int, int]] = field(default_factory=set)  # (window, mask, value, actor) that shoot

    def play_windows(self, actors: list[Actor]) -> list[list[int]]:
        """The acts of all windows; ``actors`` in the order of the file."""
        windows = aa_windows(self.plan.number, self.rulings)
        for past_mask, past_value in self._pasts(PREPARATORY in windows):
            self.had_chance, self.looks = {}, {}
            for window in (PREPARATORY, OPPORTUNITY, GENERAL, LATE):
                if window == PREPARATORY and past_value & OUT_BEFORE:
                    continue
                for fired in self._variants(window, past_value):
                    mask, value = OUT | past_mask, past_value
                    if window > PREPARATORY and fired is not None:
                        mask, value = mask | FIRED, value | (FIRED if fired else 0)
                    for actor in self._order(actors, window, bool(fired)):
                        acts = window in windows if actor.firer is not None else window in (OPPORTUNITY, GENERAL)
                        if acts:
                            self._actor_acts(window, bool(fired), actor, mask, value)
        return self.rows

    def _pasts(self, prepares: bool) -> tuple[tuple[int, int], ...]:
        """(mask, value) of the ends of the turn before to be told apart: only where fire in window 0 is possible."""
        if not prepares or self.plan.before is None:
            return ((0, 0),)
        both = OUT_BEFORE | FIRED_BEFORE
        return ((both, 0), (both, FIRED_BEFORE), (OUT_BEFORE, OUT_BEFORE))

    def _variants(self, window: int, past_value: int) -> tuple[bool | None, ...]:
        """The states of "has fired" to tell apart in this window: None where it is not possible yet."""
        if window == PREPARATORY:
            return (bool(past_value & FIRED_BEFORE),)
        mine, first = self.plan.fire_window, self._fires_first()
        if mine is None or window < mine or (window == mine and not first):
            return (None,)
        if window == mine:  # the chopper is first: the AA of this window sees one that has fired, or one that could not
            return (False, True)
        # after the attack: one that hides is out of reach, and one that could not attack may be there still
        return ((False,) if self.may_miss_attack else ()) + (() if self.hides else (True,))

    def _fires_first(self) -> bool:
        return bool(self.rulings.chopper_fire_order == ChopperFireOrder.CHOPPER_FIRST)

    def _actor_acts(self, window: int, fired: bool, actor: Actor, mask: int, value: int) -> None:
        """The look and the shots of one actor in one window for one variant of "has fired"."""
        plan = self.plan.before if window == PREPARATORY and self.plan.before is not None else self.plan
        target = self.target_in(window, fired)
        sight = threshold(sight_chance(target.altitude, self.rulings, self.terrain, self.dead_zone_in))
        if sight == 0 or not self.methods.spots(actor, target):
            return
        base = {"must_mask": mask, "must_value": value, "window": window, "actor": actor.number}
        methods = self.methods.of(actor, target, plan.slow, window)
        stage = 2 if self.methods.in_range(actor, target, plan.slow) else 1
        if not methods:
            seen = [
                self.looks.get((actor.number, period), (0, 0)) for period in {"before", self._period(window, fired)}
            ]
            if not any(earlier_sight >= sight and earlier_stage >= stage for earlier_sight, earlier_stage in seen):
                self._add(base, sort=LOOK, sight_to=sight, stage=stage)
                self.looks[actor.number, self._period(window, fired)] = (sight, stage)
            return
        spent = self._spent(window, fired, actor.number)
        if spent < sight:  # one that has used its shots needs no look either: they made a later stage
            self._shots(base, methods, spent, sight)
        period = self._period(window, fired)
        self.had_chance[actor.number, period] = max(self.had_chance.get((actor.number, period), 0), sight)

    def _period(self, window: int, fired: bool) -> str:
        """Before the end of the window of its attack, or after it with the attack made or not."""
        mine = self.plan.fire_window
        own = 0 if self._fires_first() else 1
        if window == PREPARATORY or mine is None or window < mine + own:
            return "before"
        return "fired" if fired else "not fired"

    def target_in(self, window: int, fired: bool) -> Target:
        """The helicopter as it looks in this window; its altitude changes only after the window of its attack."""
        plan = self.plan.before if window == PREPARATORY and self.plan.before is not None else self.plan
        altitude = altitude_in(window, plan.altitude, fired and window != plan.fire_window, self.rulings)
        if window == PREPARATORY:
            altitude = altitude_in(window, plan.altitude, fired, self.rulings)
        hovers = plan.inches == 0 and plan.altitude != "landed"
        return replace(self.target, altitude=altitude, hovering=hovers, has_fired=fired and window != PREPARATORY)

    def _order(self, actors: list[Actor], window: int, fired: bool) -> list[Actor]:
        """Actors in the order of fire: that of the file, a combination by ruling combo_order (3.2.7a)."""
        order: list[Actor] = []
        for actor in actors:
            if actor.partner is None or actor.firer is None:
                order.append(actor)
            elif actor.firer.is_missile:
                gun = next(other for other in actors if other.number == actor.partner)
                best = self.rulings.combo_order == ComboOrder.OWNER_BEST
                plan = self.plan.before if window == PREPARATORY and self.plan.before is not None else self.plan
                loses = best and self.methods.could_be_blocked(
                    actor, gun, self.target_in(window, fired), plan.slow, window
                )
                swap = loses or self.rulings.combo_order == ComboOrder.GUN_THEN_SAM
                order += [gun, actor] if swap else [actor, gun]
        return order

    def _spent(self, window: int, fired: bool, actor: int) -> int:
        """The u below which this actor has used its shots of the turn (ruling aa_shots_per_turn)."""
        per_turn = self.rulings.aa_shots_per_turn
        periods = {"before", self._period(window, fired)}
        if not self.methods.is_ground_weapon(actor):
            if per_turn == AaShotsPerTurn.ONCE_PER_PHASE:
                return 0
            if per_turn == AaShotsPerTurn.ONCE_PER_TARGET_EVENT and "fired" in periods:
                periods = {"fired"}
        return max(self.had_chance.get((actor, period), 0) for period in periods)

    def _shots(self, base: dict[str, int], methods: list[Method], sight_from: int, sight_to: int) -> None:
        key = (base["window"], base["must_mask"], base["must_value"])
        self.acted.add((*key, base["actor"]))
        for nth in range(methods[0].rounds):
            for place, method in enumerate(methods):
                after = method.partner is not None and (*key, method.partner) in self.acted
                blocked = (DOWNED | (RAW if method.raw_blocks else 0)) if after else 0
                starts = not after and nth == 0 and place == 0
                self._add(
                    {**base, "must_mask": base["must_mask"] | blocked},
                    sort=AIR if method.card is not None else GROUND_SHOT, nth=nth, sight_from=sight_from,
                    sight_to=sight_to, stage=3, clears=RAW | DOWNED if starts else 0, **method.dice(),
                )  # fmt: skip

    def _add(self, base: dict[str, int], **more: int) -> None:
        values = {
            "turn_over_table": self.plan.number,
            "again_sides": 10,
            "pop_up_from": 1,
            "chop_from": 1,
            **base,
            **more,
        }
        self.rows.append([values.get(column, 0) for column in COLUMNS])
