"""The fire at a helicopter in one window of a sortie: sight, budget, choice, resolution (F4; README, step 4)."""

from .command_decision_aim import (
    Aim,
    Firer,
    Target,
    aim_in_range,
    has_line_of_sight,
    is_spotted,
    is_spotted_by,
    may_fire_from,
    within,
)
from .command_decision_ground import FORCED_BACK, REMOVED, fire_ground_shot, gun_half_goes_first, methods_of_fire
from .command_decision_helicopter import OPPORTUNITY, Actor, Helicopter, SortieGame
from .command_decision_shot import ShotAddress, fire_one_shot
from .dice_log import PLACE


class WindowOfFire:
    """All the fire at the helicopter in one window. `target` is how it shows itself, `slow` whether it is slow."""

    def __init__(self, game: SortieGame, helicopter: Helicopter, turn: int, window: int, target: Target, slow: bool):
        self.game, self.rulings, self.helicopter = game, game.rulings, helicopter
        self.turn, self.window = turn, window
        self.target, self.slow = target, slow

    def air_defence_fires(self) -> None:
        """Each AA system in order; a combination as a pair."""
        for group in self.game.air_defence:
            self.group_acts(group)

    def ground_weapons_fire(self) -> None:
        """Each ground weapon in order."""
        for actor in self.game.ground_weapons:
            self.ground_weapon_acts(actor)

    def has_sight(self, actor: Actor) -> bool:
        """Line of sight and spotting (3.2.1, 3.2.2); makes stage `spotted`."""
        if actor.place_number is None:  # one number for an actor and turn, kept for all windows
            actor.place_number = self.game.dice.hand(self.turn, 0, actor.number, PLACE, 0, "upper").number()
        if not has_line_of_sight(actor.place_number, self.target, self.rulings, self.game.terrain):
            return False
        has_radar = actor.system is not None and actor.system.system.radar
        if self.game.visibility == "night" and not has_radar:
            return False
        if actor.system is not None:
            spotted = is_spotted_by(actor.system, self.target, self.rulings)
        else:
            assert actor.weapon is not None
            spotted = is_spotted(actor.weapon.range_in, actor.weapon.suppressed, False, self.target, self.rulings)
        if spotted:
            self.helicopter.reach("spotted")
        return spotted

    def air_aim(self, firer: Firer) -> Aim | None:
        """The air shot this system may fire, terrain, suppression and visibility included."""
        if not may_fire_from(firer, self.rulings):
            return None
        return aim_in_range(firer, self.target, self.game.visibility == "clear", self.rulings)

    def may_use_ground_factors(self, firer: Firer) -> bool:
        """Whether an AA gun may fire at it as at a ground target (3.2.3c; D9)."""
        if not (self.slow and firer.ground_role and firer.system.is_gun):
            return False
        return within(firer.range_in, firer.system.manual_range, self.rulings)

    def group_acts(self, group: tuple[Actor, ...]) -> None:
        """A single system, or both halves of a combination one after the other (3.2.7)."""
        if len(group) == 1:
            self.air_defence_acts(group[0], silent=False)
            return
        missile, gun = group
        first, second = (gun, missile) if self.gun_goes_first(missile, gun) else (missile, gun)
        results = self.air_defence_acts(first, silent=False)
        brought_down = any(result in (FORCED_BACK, REMOVED) for result in results)
        saved_abort = any(result == "saved" for result in results)
        blocked = first is missile and saved_abort and self.rulings.combo_trigger == "raw_abort_blocks_guns"
        self.air_defence_acts(second, silent=brought_down or blocked)

    def gun_goes_first(self, missile: Actor, gun: Actor) -> bool:
        """`combo_order`, fixed before the dice; where one half cannot fire the order does not matter."""
        assert missile.system is not None
        assert gun.system is not None
        aim = self.air_aim(missile.system)
        if aim is None:
            return False
        gun_aim = self.air_aim(gun.system)
        ground = self.may_use_ground_factors(gun.system)
        crew = self.game.crew_quality
        return gun_half_goes_first((missile.system, aim), gun.system, gun_aim, ground, self.target, crew, self.rulings)

    def air_defence_acts(self, actor: Actor, silent: bool) -> list[str]:
        """One AA system in one window: sight, budget, choice, resolution. Returns what its shots did.

        A `silent` half of a combination could fire but does not, and has used its shots.
        """
        firer = actor.system
        assert firer is not None
        if not self.helicopter.draws_fire or not self.has_sight(actor):
            return []
        ground = self.may_use_ground_factors(firer)
        if ground or aim_in_range(firer, self.target, True, self.rulings) is not None:
            self.helicopter.reach("in_range")
        aim = self.air_aim(firer)
        methods = methods_of_fire(firer, aim, ground, self.target, self.game.crew_quality, self.rulings)
        budget = self.budget()
        if not methods or budget in actor.used:
            return []
        actor.used.add(budget)
        if silent:
            return []
        shots = firer.system.rof + (self.rulings.aa_opportunity_bonus if self.window == OPPORTUNITY else 0)
        results: list[str] = []
        for nth in range(shots):
            at = ShotAddress(self.game.dice, self.turn, self.window, actor.number, nth)
            for method in methods:
                if not self.helicopter.draws_fire:
                    return results
                if method == "air":
                    assert aim is not None
                    results.append(self.air_shot(at, firer, aim))
                else:
                    results.append(self.ground_shot(at, "aa_gun", firer.suppressed))
        return results

    def budget(self) -> int:
        """The number of the budget from which shots of this window come (`aa_shots_per_turn`)."""
        if self.rulings.aa_shots_per_turn == "once_per_phase":
            return self.window
        if self.rulings.aa_shots_per_turn == "once_per_target_event":
            return 1 if self.target.has_fired else 0
        return 0

    def ground_weapon_acts(self, actor: Actor) -> None:
        """One ground weapon in one window: one shot a turn, at a slow target in reach."""
        weapon = actor.weapon
        assert weapon is not None
        if not self.helicopter.draws_fire or not self.has_sight(actor):
            return
        if not self.slow or not within(weapon.range_in, weapon.reach_in, self.rulings):
            return
        self.helicopter.reach("in_range")
        if actor.used:
            return
        actor.used.add(0)
        at = ShotAddress(self.game.dice, self.turn, self.window, actor.number, 0)
        self.ground_shot(at, weapon.weapon, weapon.suppressed)

    def air_shot(self, at: ShotAddress, firer: Firer, aim: Aim) -> str:
        """One AA shot and what it does to the helicopter."""
        self.helicopter.reach("engaged")
        if self.helicopter.wasted:
            return ""
        result = fire_one_shot(at, firer, aim, self.target, self.rulings, self.helicopter.countermeasures)
        self.helicopter.suffer_air_shot(result)
        return "saved" if result.saved else result.fate

    def ground_shot(self, at: ShotAddress, weapon: str, suppressed: bool) -> str:
        """One shot with ground factors and what it does to the helicopter."""
        self.helicopter.reach("engaged")
        if self.helicopter.wasted:
            return ""
        result = fire_ground_shot(at, weapon, suppressed, self.game.crew_quality, self.rulings)
        self.helicopter.suffer_ground_shot(result)
        return result
