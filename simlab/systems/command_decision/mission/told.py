"""One trial of a `sortie` told turn by turn, die by die: the kernel's own steps, with words for what each did."""

from __future__ import annotations

from typing import Any

import numpy as np

from simlab.catalog import Catalog
from simlab.contract import Rulings
from simlab.dice import face, rest, spot, upper
from simlab.moments import Moment
from simlab.systems.command_decision.addresses import COLLECTIVE as COLLECTIVE_ROLL
from simlab.systems.command_decision.addresses import (
    CONFIRM,
    END,
    GROUND,
    MORALE,
    OPPORTUNITY,
    PLACE,
    PREPARATORY,
    SHOT,
)
from simlab.systems.command_decision.engagement.words import aim_in_words
from simlab.systems.command_decision.mission.acts import AIR, LOOK, Acts
from simlab.systems.command_decision.mission.game import (
    ATTACKS_AT,
    AWAY,
    BYTE,
    HERE,
    LOSS_AT,
    SORTIES_AT,
    TURNS_AT,
    entered,
)
from simlab.systems.command_decision.mission.kernel import NOWHERE, TALLY, end_of_turn
from simlab.systems.command_decision.mission.pack import (
    COLLECTIVE,
    FIRE_WINDOW,
    HIDES,
    HIDES_IF_LOST,
    Packed,
    list_actors,
    methods_of,
    situation_of,
    turn_plans,
)
from simlab.systems.command_decision.mission.shots import (
    ACTOR,
    CLEARS,
    EVERYONE,
    FIRST,
    MUST_MASK,
    MUST_VALUE,
    NTH,
    PARTNER,
    SECOND,
    SIGHT_FROM,
    SIGHT_TO,
    SORT,
    attack,
    collective_roll,
    full_air_shot,
    ground_shot,
    look,
)
from simlab.systems.command_decision.rules.hitting import ROLL_AGAIN, ShotCard, effect_of, shot_effect
from simlab.systems.command_decision.rules.state import (
    ATTACK,
    ATTACK_AT,
    FIRED,
    FIRED_BEFORE,
    FORCED_BACK,
    LEAVES,
    LEAVES_AT,
    LOST,
    NEAR_MISS,
    OUT,
    REMOVED,
    REMOVED_BITS,
    STAGES,
    TOTAL,
    UNPLANNED,
    USES,
    USES_AT,
    WASTED,
    after_window,
    at_start,
    can_attack,
    leaves_with,
    stage_of,
)
from simlab.systems.command_decision.rules.telling import (
    WHERE_DICE_LIE,
    ShotSetting,
    Told,
    TrialDice,
    chance_in_words,
    collective_in_words,
    faces_in_words,
    shot_told,
)

WINDOWS = ("preparatory fire", "opportunity fire", "general fire", "late phases", "end of turn")
LEAVING = ("", "in good order", "shaken", "demoralised")
CAUSES = ("air_defence", "ground_fire")
GROUND_WORDS = {
    NEAR_MISS: "a near miss (3.2.3d)", FORCED_BACK: "forced back (D4)", REMOVED: "removed (D4)",
}  # fmt: skip


def moments_of(
    shape: Any, rulings: Rulings, catalog: Catalog, where: str, packed: Packed, key: int, trial: int
) -> list[Moment]:
    """The turns over the table as moments (`Kind.moments`)."""
    return told(shape, rulings, catalog, where, packed, key, trial).moments


def told(shape: Any, rulings: Rulings, catalog: Catalog, where: str, packed: Packed, key: int, trial: int) -> Told:
    """A game turn by turn, and what it counts."""
    return Teller(shape, rulings, catalog, where, packed, TrialDice(key, trial)).told()


class Teller:
    """Plays a game by the rules of the kernel, one lane, and writes down what each step changed."""

    def __init__(self, shape: Any, rulings: Any, catalog: Catalog, where: str, packed: Packed, dice: TrialDice) -> None:
        self.packed, self.dice, self.rulings = packed, dice, rulings
        self.here = situation_of(shape, rulings, catalog, where)
        self.actors = list_actors(self.here)
        self.names = list(_names(shape, self.actors))
        methods, dead_zone = methods_of(self.here, self.actors), self.here.book.constants["low_dead_zone_in"]
        self.plans = turn_plans(self.here)
        self.acts = [
            Acts(plan, methods, rulings, self.here.target, shape.terrain, dead_zone, False, False)
            for plan in self.plans
        ]
        self.visual = shape.game.visibility == "clear"
        self.setting = ShotSetting(packed.removal, packed.split_first, packed.converted_penalty, True)
        self.state, self.turn_word = np.zeros(1, np.int64), np.zeros(1, np.int64)
        self.turn, self.lines = 0, [WHERE_DICE_LIE]
        self.said: set[Any] = set()
        self.shots: list[tuple[int, int, int, bool]] = []  # state before, result as told, state after, ground fire?

    def told(self) -> Told:
        """The game."""
        packed, moments, records = self.packed, [], []
        game, cells = np.array([packed.entry_turn], np.int64), np.zeros(1, np.int64)
        state = AWAY | OUT
        for now in range(1, packed.turns + 1):
            if (int(game[0]) & 0xFFFF) == now:
                state, game[0] = (packed.uses + 1) << USES_AT, entered(int(game[0]), now)
            k = (int(game[0]) >> HERE) & BYTE
            if k == 0:
                continue
            self.turn, self.turn_word[0], self.said = now, self.dice.turn(now), set()
            self.state[0] = at_start(state, packed.plans[k - 1, FIRE_WINDOW], packed.rockets_once)
            self._begin(k)
            self._windows(k)
            ended = int(self.state[0])
            self._leaving(ended, k)
            end_of_turn(packed, self.turn_word, self.state, game, cells, now, k)
            place, state = int(cells[0]) & (TALLY - 1), int(self.state[0])
            assert place != NOWHERE
            made = (ended >> ATTACK_AT) & ATTACK
            worth = ("none", *[f"penalty_{n}" for n in range(10)], "penalty_10_or_more")[made]
            records.append((now, STAGES[stage_of(ended)], worth))
            loss = int(game[0]) >> LOSS_AT
            if not loss and (int(game[0]) >> HERE) & BYTE == 0:
                back = int(game[0]) & BYTE
                self.lines.append(
                    f"  back in turn {back}" if back <= packed.turns else "  it does not come back in time"
                )
            moments.append(Moment(f"Turn {now}", self.lines))
            self.lines = []
            if loss:
                break
        return Told(moments, {"turns": records, **self._end(int(game[0]), moments)})

    def _end(self, game: int, moments: list[Moment]) -> dict[str, list[tuple]]:
        """What the game counts at its end."""
        loss, attacks = game >> LOSS_AT, (game >> ATTACKS_AT) & BYTE
        word = f"turn {(loss + 1) // 2} by {CAUSES[(loss - 1) % 2]}" if loss else "never"
        turns, sorties = (game >> TURNS_AT) & BYTE, (game >> SORTIES_AT) & BYTE
        last = f"lost in {word.replace('_', ' ')}" if loss else "it survives the game"
        moments[-1].lines.append(f"{last}; attacks {attacks}, turns over the table {turns}, sorties {sorties}")
        return {"game": [(word, attacks)], "clock": [(turns, sorties)]}

    def _begin(self, k: int) -> None:
        plan = self.plans[k - 1]
        window = self.packed.plans[k - 1, FIRE_WINDOW]
        planned = f"its attack comes in {WINDOWS[window]}" if window >= 0 else "it does not attack"
        if window >= 0 and int(self.state[0]) & UNPLANNED:
            planned = "its rockets are spent (1.5.6.3a)"
        slow = ", slow (3.2.3c)" if plan.slow else ""
        self.lines.append(
            f"turn {self.turn}, over the table for turn {k}: {plan.altitude}, {plan.inches:g} in moved{slow}; {planned}"
        )

    def _windows(self, k: int) -> None:
        """The windows of the turn, in order, as the kernel plays them."""
        packed, plan = self.packed, self.packed.plans[k - 1]
        exposed = plan[COLLECTIVE] == 1
        for window in range(END):
            mine = plan[FIRE_WINDOW] == window
            has_acts = packed.act_starts[k - 1, window] < packed.act_starts[k - 1, window + 1]
            for step in range(2):
                if mine and step == 1 - packed.fires_first:
                    self._attack(window, exposed)
                if has_acts and step == packed.fires_first:
                    for row in range(packed.act_starts[k - 1, window], packed.act_starts[k - 1, window + 1]):
                        self._act(packed.acts[row], window, k)
            if exposed and packed.collective_each_phase == 1 and OPPORTUNITY <= window < plan[FIRE_WINDOW]:
                self._collective(window, 0)
            if has_acts or mine or packed.clear_by_window == 1:
                hides, if_lost = (int(plan[HIDES]), int(plan[HIDES_IF_LOST])) if mine else (0, 0)
                before = int(self.state[0])
                self.state[0] = after_window(before, hides, if_lost, packed.clear_by_window)
                if int(self.state[0]) & OUT and not before & OUT:
                    self.lines.append(f"  {WINDOWS[window]}: it hides (1.4.6a, 1.4.2d)")

    def _attack(self, window: int, exposed: bool) -> None:
        """The collective roll and its attack."""
        if exposed and self.packed.collective_card != 0:
            self._collective(window, 1)
        if can_attack(int(self.state[0])):
            attack(self.packed, self.state)
            carried = ((int(self.state[0]) >> ATTACK_AT) & ATTACK) - 1
            self.lines.append(f"  {WINDOWS[window]}: it attacks with its {self.here.weapon}, penalty {carried}")

    def _collective(self, window: int, only_if_attacks: int) -> None:
        before = int(self.state[0])
        roll = self.dice.rolled(self.turn, window, 0, COLLECTIVE_ROLL, 0)
        die = int(face(upper(roll.word), 10))
        collective_roll(self.packed, self.turn_word, self.state, window, only_if_attacks)
        falls = can_attack(before) if only_if_attacks else not before & (OUT | UNPLANNED)
        if falls:
            penalty = int(effect_of(self.packed.collective_card, die))
            words = collective_in_words(die, penalty, roll.at, int(self.state[0]) & TOTAL)
            self.lines.append(f"  {WINDOWS[window]}: {words}")

    def _act(self, act: np.ndarray, window: int, k: int) -> None:
        """One look or shot; its words where it happens."""
        old, number = int(self.state[0]) & ~int(act[CLEARS]), int(act[ACTOR])
        place = self.dice.rolled(self.turn, PREPARATORY, number, PLACE, 0)
        u, low, high = upper(place.word), int(act[SIGHT_FROM]), int(act[SIGHT_TO])
        wasted = 0 if act[SORT] == LOOK else WASTED
        meant = (old & int(act[MUST_MASK])) == act[MUST_VALUE]
        happens = meant and not old & wasted and low <= u < high
        where = spot(PREPARATORY, number, PLACE, 0)
        name = f"  {WINDOWS[window]}: {self.names[number]}"
        if meant and u >= high and (number, window) not in self.said:
            self.said.add((number, window))
            self.lines.append(f"{name}: no line of sight ({chance_in_words(u, high)} {place.at})")
        elif meant and old & wasted and low <= u < high:
            self.lines.append(f"{name}: wasted, its attack is lost already (ruling aa_shot_order)")
        elif not meant and self._silenced(act, old) and low <= u < high:
            self.lines.append(f"{name}: silent after the other half (3.2.7b)")
        if act[SORT] == LOOK:
            look(act, self.turn_word, self.state, where)
            if happens and int(self.state[0]) != old:
                self.lines.append(f"{name}: sees it")
            return
        if happens:
            sight = "" if high == EVERYONE else f" (line of sight {chance_in_words(u, high)} {place.at})"
            self._aim(act, window, k, name + sight)
        shoot = self._air if act[SORT] == AIR else self._ground
        result, words = shoot(act, window, old) if happens else (0, "")
        play = full_air_shot if act[SORT] == AIR else ground_shot
        play(self.packed, act, self.turn_word, self.state, where, window)
        if happens:
            self.shots.append((old, result, int(self.state[0]), bool(act[SORT] != AIR)))
            self.lines.append(f"{name}, shot {int(act[NTH]) + 1}: {words}{self._change(old)}")

    @staticmethod
    def _silenced(act: np.ndarray, old: int) -> bool:
        """Is it the first half of a combination alone that keeps this one silent?"""
        mask = int(act[MUST_MASK])
        return bool(mask & PARTNER and old & mask & PARTNER and (old & mask & ~PARTNER) == act[MUST_VALUE])

    def _aim(self, act: np.ndarray, window: int, k: int, name: str) -> None:
        """Once for an actor and window: range, modifiers, faces."""
        number = int(act[ACTOR])
        if (number, window, int(act[SORT])) in self.said:
            return
        self.said.add((number, window, int(act[SORT])))
        actor, value = self.actors[number], int(act[MUST_VALUE])
        if act[SORT] != AIR or actor.firer is None:
            hits = faces_in_words(die for die in range(1, 11) if effect_of(int(act[FIRST]), die) == ROLL_AGAIN)
            self.lines.append(f"{name}: {actor.distance:.4g} in, ground factors (3.2.3c): hits on {hits}")
            return
        fired = bool(value & (FIRED_BEFORE if window == PREPARATORY else FIRED))
        target = self.acts[k - 1].target_in(window, fired)
        words = aim_in_words(self.here.book, actor.firer, target, self.rulings, actor.distance, self.visual)
        self.lines.append(f"{name}: {words}")

    def _air(self, act: np.ndarray, window: int, old: int) -> tuple[int, str]:
        card = ShotCard(*(int(value) for value in act[FIRST : FIRST + len(ShotCard._fields)]))
        shot = self.dice.rolled(self.turn, window, int(act[ACTOR]), SHOT, int(act[NTH]))
        more = self.dice.rolled(self.turn, window, int(act[ACTOR]), CONFIRM, int(act[NTH]))
        done = shot_told(card, shot, more, self.setting, (old & USES) >> USES_AT != 1)
        return done.result, done.words

    def _ground(self, act: np.ndarray, window: int, old: int) -> tuple[int, str]:
        roll = self.dice.rolled(self.turn, window, int(act[ACTOR]), GROUND, int(act[NTH]))
        hand = upper(roll.word)
        hit_die, effect_die = int(face(hand, 10)), int(face(rest(hand, 10), 10))
        result = int(shot_effect(hit_die, effect_die, int(act[FIRST]), int(act[SECOND])))
        words = f"hit die {hit_die} {roll.at}"
        if effect_of(int(act[FIRST]), hit_die) == ROLL_AGAIN:
            words += f": hit, effect die {effect_die}"
        return result, f"{words}: {GROUND_WORDS.get(result, 'miss')}"

    def _change(self, old: int) -> str:
        """What a shot changed: total, attack, reach."""
        new, parts = int(self.state[0]), []
        if new & TOTAL != old & TOTAL:
            parts.append(f"total -{new & TOTAL}")
        if new & LOST and not old & LOST:
            parts.append("its attack is lost (3.2.4f)")
        if new & OUT and not old & OUT:
            parts.append("out of reach")
        if new & LEAVES and not old & LEAVES:
            parts.append(f"it leaves {LEAVING[(new & LEAVES) >> LEAVES_AT]}")
        return "".join(f"; {part}" for part in parts)

    def _leaving(self, ended: int, k: int) -> None:
        """Morale and endurance at the end of the turn (1.4.3)."""
        packed, last = self.packed, int(k == self.packed.plans.shape[0])
        roll = self.dice.rolled(self.turn, END, 0, MORALE, 0)
        die = int(face(upper(roll.word), 10)) if packed.morale_check > 0 else 1
        leaves = int(leaves_with(ended, die, packed.morale_check, packed.morale_card, last))
        if leaves_with(ended, 1, packed.morale_check, packed.morale_card, 0) != leaves_with(
            ended, 10, packed.morale_check, packed.morale_card, 0
        ):
            self.lines.append(f"  end of turn: morale die {die} {roll.at} (1.4.3c)")
        self.lines.append(f"  end of turn: {STAGES[stage_of(ended)]}" + (
            f", leaves {LEAVING[leaves]} (1.4.3)" if leaves and not ended & REMOVED_BITS else ""))  # fmt: skip


def _names(shape: Any, actors: list[Any]) -> Any:
    """A name for each actor, in their order."""
    for entry in shape.air_defence:
        for number in range(entry.count):
            which = f" {number + 1}" if entry.count > 1 else ""
            for half in (entry.unit, entry.guns) if entry.guns else (entry.unit,):
                yield f"{half}{which}"
    for weapon in shape.ground_fire:
        for number in range(weapon.count):
            yield weapon.weapon.replace("_", " ") + (f" {number + 1}" if weapon.count > 1 else "")
