"""One turn of a helicopter over the table: windows, its attack, its move after firing (F4; README, steps 1 to 7)."""

from collections.abc import Iterator
from dataclasses import replace

from .command_decision_fire import WindowOfFire
from .command_decision_ground import collective_penalty, is_exempt_from_collective_fire
from .command_decision_helicopter import (
    GENERAL,
    LATE,
    OPPORTUNITY,
    PREPARATORY,
    STAGES,
    Actor,
    Helicopter,
    ProfileEntry,
    SortieGame,
    is_slow,
    window_of_fire,
)
from .command_decision_penalty import penalty_word
from .dice_log import COLLECTIVE


class HelicopterTurn:
    """Turn `turn` of the game, the k-th of this sortie."""

    def __init__(self, game: SortieGame, helicopter: Helicopter, turn: int, k: int):
        self.game, self.rulings, self.helicopter = game, game.rulings, helicopter
        self.turn, self.k = turn, k

    def play(self) -> None:
        """Steps 1 to 7."""
        helicopter = self.helicopter
        may_be_caught_before_it_moves = self.k > 1 and not helicopter.out_of_reach
        fired_last_turn = helicopter.attack is not None
        entry = self.game.entry(self.k)
        helicopter.begin_turn(window_of_fire(self.game, self.k, helicopter.volley_spent))
        for actor in self.actors():
            actor.used, actor.place_number = set(), None
        if may_be_caught_before_it_moves:
            before = self.game.entry(self.k - 1)
            stays_up = self.rulings.pop_down_if_not_fired == "start_of_next_move" and not fired_last_turn
            down = before.altitude == "popup" and not stays_up
            self.play_window(PREPARATORY, before, "noe" if down else before.altitude)
        for window in (OPPORTUNITY, GENERAL, LATE):
            self.play_window(window, entry, self.altitude_in(window))

    def actors(self) -> Iterator[Actor]:
        """All that may fire at it, in the order of the dice."""
        for group in self.game.air_defence:
            yield from group
        yield from self.game.ground_weapons

    def altitude_in(self, window: int) -> str:
        """Altitude in windows 1 to 3; a pop-up goes down after it has fired (1.4.2d; `pop_down_if_not_fired`)."""
        altitude = self.game.entry(self.k).altitude
        if altitude != "popup":
            return altitude
        if self.helicopter.attack is not None:
            return "noe"
        if window == LATE and self.rulings.pop_down_if_not_fired == "end_of_general_fire":
            return "noe"
        return altitude

    def play_window(self, window: int, entry: ProfileEntry, altitude: str) -> None:
        """One window: fire at the helicopter and by it, in the order of `chopper_fire_order`."""
        helicopter, order = self.helicopter, self.rulings.chopper_fire_order
        helicopter.wasted = False
        its_own = window == helicopter.own_window
        had_fired = helicopter.attack is not None
        if its_own and order != "aa_first":
            self.attack(window, altitude)
        if order == "chopper_first":
            had_fired = helicopter.attack is not None
        hovering = entry.inches == 0 and altitude != "landed"
        target = replace(self.game.target, altitude=altitude, hovering=hovering, has_fired=had_fired)
        enemy = WindowOfFire(self.game, helicopter, self.turn, window, target, is_slow(entry, self.rulings))
        if window in self.windows_of_air_defence():
            enemy.air_defence_fires()
        if window in (OPPORTUNITY, GENERAL):
            enemy.ground_weapons_fire()
        if its_own and order == "aa_first":
            self.attack(window, altitude)
        self.end_window(window, altitude, its_own)

    def end_window(self, window: int, altitude: str, its_own: bool) -> None:
        """Collective fire without an attack, the end of short penalties, the move after firing (1.4.6)."""
        helicopter, rulings = self.helicopter, self.rulings
        before_its_own = PREPARATORY < window < (helicopter.own_window or 0)
        if rulings.collective_fire_frequency == "per_phase" and before_its_own and helicopter.is_there:
            self.collective_roll(window, altitude)
        if rulings.penalty_duration == "this_phase":
            helicopter.penalties.clear()
        if not its_own:
            return
        hides_aborted = (
            helicopter.attack_lost
            and rulings.chopper_forced_back_effect == "lose_attack_stay_in_place"
            and rulings.move_after_fire_if_aborted == "yes"
        )
        no_altitude_change_left = (
            self.game.entry(self.k).altitude == "low"
            and self.game.altitude_change_used
            and rulings.move_after_fire_altitude_budget == "no"
        )
        wants_to_hide = self.game.after_firing == "hide" and not no_altitude_change_left
        if wants_to_hide and (helicopter.attack is not None or hides_aborted):
            helicopter.out_of_reach = True

    def windows_of_air_defence(self) -> tuple[int, ...]:
        """When AA may engage (`aa_engagement_phases`)."""
        return {
            "opportunity_or_general": (OPPORTUNITY, GENERAL),
            "opportunity_only": (OPPORTUNITY,),
            "any_phase_in_los": (PREPARATORY, OPPORTUNITY, GENERAL, LATE),
        }[self.rulings.aa_engagement_phases]

    def attack(self, window: int, altitude: str) -> None:
        """Make the attack of this turn, after the collective roll, unless it is lost."""
        helicopter, rulings, weapon = self.helicopter, self.rulings, self.game.weapon
        if helicopter.attack_lost or not helicopter.is_there:
            return
        self.collective_roll(window, altitude)
        unfelt = (rulings.penalty_applies_to == "unguided_only" and weapon == "missile") or (
            rulings.penalty_applies_to == "guns_and_missiles_only" and weapon == "rockets"
        )
        helicopter.attack = 0 if unfelt else helicopter.penalties.total()
        helicopter.volley_spent = helicopter.volley_spent or weapon == "rockets"
        if rulings.penalty_duration == "next_attack_only":
            helicopter.penalties.clear()

    def collective_roll(self, window: int, altitude: str) -> None:
        """The collective ground fire of this window, unless it is exempt (3.2.8)."""
        game = self.game
        if is_exempt_from_collective_fire(game.collective, game.weapon, altitude, game.nearest_enemy_in, self.rulings):
            return
        face = game.dice.hand(self.turn, window, 0, COLLECTIVE, 0, "upper").die(10)
        self.helicopter.penalties.take(collective_penalty(face, game.collective))

    def row(self) -> tuple[int, str, str]:
        """The outcome of table `turns`."""
        attack = self.helicopter.attack
        return self.turn, STAGES[self.helicopter.stage], "none" if attack is None else penalty_word("penalty", attack)
