"""What damage does to an Alpha Strike card: armor, structure, critical rolls, motive damage (AS-8.7, section 10).

Written from 1.1 to 1.4 of ROUNDS.md and the rules page, for units on the ground.
"""

from .alpha_strike_cards import critical_column
from .alpha_strike_units import Target
from .dice_log import DiceLog

TURN, WINDOW = 1, 4
CRITICAL, MOTIVE = 6, 8  # purposes of the dice
ROOM_FOR_TARGETS = 64  # actor of a target: this plus its number
INSTANCES_A_TURN = 8  # further instances lie at later turns
MOST_ROLLS = 8  # of one instance
WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}  # falls of 2D6 out of 36
COLUMNS = {
    "BM": "mech",
    "IM": "mech",
    "PM": "protomech",
    "CV": "vehicle",
    "AF": "aerospace",
    "CF": "aerospace",
    "SC": "dropship_small_craft",
    "DA": "dropship_small_craft",
    "DS": "dropship_small_craft",
}
FATES = ("untouched", "armor", "structure", "slowed", "critical", "immobile", "destroyed_by_critical", "destroyed")


def token_of(damage: str) -> int:
    """Damage as printed, as a number that can be marked down: 0 none, 1 for 0*, v + 1 for v."""
    damage = str(damage)
    if damage in ("", "-", "0"):
        return 0
    return 1 if damage == "0*" else int(damage) + 1


class Condition:
    """One target in the course of an attack."""

    def __init__(self, target: Target, rulings: dict[str, str], dice: DiceLog):
        """Start with what the scenario says is left."""
        entry, card = target.entry, target.card
        self.target, self.rulings, self.dice = target, rulings, dice
        self.armor = entry.get("armor_left", card.armor if card else entry.get("armor", 0))
        self.structure = entry.get("structure_left", card.structure if card else entry.get("structure", 0))
        self.start = (self.armor, self.structure)
        whole_move = card.move_in if card else entry.get("move_in", 0)
        self.move = self.move_at_start = max(0, whole_move - entry.get("move_lost_in", 0))
        self.tokens = [[token_of(value) for value in values] for values in card.arcs.values()] if card else None
        motive = card.motive if card else ""
        self.flies = not target.landed and (motive in ("v", "g"))
        self.motive_modifier = 2 if motive in ("v", "g") else 1 if motive in ("w", "h") else 0
        self.motive_modifier -= 1 if target.has("ARS") else 0
        vehicle_of_support = target.type == "SV" and not target.landed
        self.column = COLUMNS.get(target.type, "")
        if target.type == "SV":
            self.column = "vehicle" if vehicle_of_support else "aerospace"
        self.lost = ""  # structure, critical
        self.hits = {"engine": 0, "crew": 0, "thruster": 0}
        self.lasting = False  # a critical effect that lasts, or a stunned crew
        self.fell = False
        self.skips_a_roll = target.has("ARM")

    @property
    def marked(self) -> bool:
        """Whether the target has a card to be marked off."""
        return self.start != (0, 0)

    def take(self, damage: int, number: int, natural_12: bool, more_rolls: int = 0) -> None:
        """One instance of damage; `number` is its place among the instances on this target."""
        if self.lost or damage <= 0 or not self.marked:
            return
        spill = self.mark_off(damage)
        if self.lost or self.target.type in ("CI", "BA"):
            return
        turn, base = TURN + number // INSTANCES_A_TURN, 8 * (number % INSTANCES_A_TURN)
        self.roll_criticals(self.rolls_owed(damage, spill, natural_12) + more_rolls, turn, base)
        if self.column == "vehicle" and not self.lost:
            hand = self.dice.hand(turn, WINDOW, ROOM_FOR_TARGETS + self.target.number, MOTIVE, base, "upper")
            self.motive_damage(hand.die(6) + hand.die(6) + self.motive_modifier)

    def mark_off(self, damage: int) -> int:
        """Armor first, then structure; returns what went beyond the armor."""
        spill = max(0, damage - self.armor)
        self.armor -= damage - spill
        self.structure = max(0, self.structure - spill)
        if self.structure == 0 and spill and not self.lost:
            self.lost = "structure"
        return spill

    def rolls_owed(self, damage: int, spill: int, natural_12: bool) -> int:
        """How many critical rolls an instance brings (AS-8.7, 8.5)."""
        for_structure = (2 if self.target.type == "IM" else 1) if spill else 0
        passed = False
        if self.target.landed:
            assert self.target.card is not None
            threshold = self.target.card.threshold
            passed = damage >= threshold if self.rulings["threshold_compare"] == "reach" else damage > threshold
        for_blow = 1 if passed or self.target.has("BAR") else 0
        if self.rulings["threshold_and_structure"] == "one":
            owed = max(for_structure, for_blow)
        else:
            owed = for_structure + for_blow
        if natural_12 and self.rulings["natural_12_crit"] == "yes":
            owed += 1
        return owed + (1 if self.target.submerged else 0)

    def roll_criticals(self, owed: int, turn: int, base: int) -> None:
        """Roll one after the other until the unit is lost."""
        k = 0
        while k < owed and k < MOST_ROLLS and not self.lost:
            if self.skips_a_roll:
                self.skips_a_roll = False
            else:
                actor = ROOM_FOR_TARGETS + self.target.number
                hand = self.dice.hand(turn, WINDOW, actor, CRITICAL, base + k, "upper")
                code = self.effect_of(hand.die(6) + hand.die(6))
                if not self.applicable(code):
                    code = self.instead(turn, base + k)
                owed += self.suffer(code)
            k += 1

    def effect_of(self, total: int) -> str:
        """Effect of a total in the column of this unit."""
        if self.target.has("CR"):
            total -= 2
        return critical_column(self.column).get(total, "none")

    def applicable(self, code: str) -> bool:
        """Whether an effect can apply now (AS-8.8)."""
        if code == "weapon":
            return self.tokens is None or any(token for arc in self.tokens for token in arc)
        if code == "mp" or (code == "engine" and self.column == "vehicle" and self.hits["engine"] == 0):
            return self.move > 0
        return True

    def instead(self, turn: int, nth: int) -> str:
        """What comes of an effect that cannot apply (`inapplicable_crit`)."""
        if self.rulings["inapplicable_crit"] == "plus_1_damage_no_roll":
            self.mark_off(1)
            return "none"
        if self.rulings["inapplicable_crit"] == "ignore":
            return "none"
        open_totals = [total for total in WAYS if self.applicable(self.effect_of(total))]
        actor = ROOM_FOR_TARGETS + self.target.number
        hand = self.dice.hand(turn, WINDOW, actor, CRITICAL, nth, "lower")
        falls = [total for total in open_totals for _ in range(WAYS[total])]
        return self.effect_of(falls[hand.die(len(falls)) - 1])

    def suffer(self, code: str) -> int:
        """Apply an effect (AS-10.4); returns how many more rolls it brings."""
        if code in ("destroyed", "crew_killed", "fuel"):
            self.lost = "critical"
        elif code == "ammo":
            if self.target.has("CASEII") or self.target.has("ENE"):
                return 0
            if not self.target.has("CASE"):
                self.lost = "critical"
            elif self.mark_off(1):
                return 1
        elif code == "fire_control":
            self.lasting = True
        elif code == "weapon":
            self.lasting = True
            self.mark_weapons(self.after_weapon_hit)
        elif code == "mp":
            self.slow_down(min(self.move // 2, self.move - 2))
        elif code == "crew_stunned":
            self.lasting = True
        elif code == "engine":
            self.engine_hit()
        elif code == "crew":
            self.lasting = True
            self.hits["crew"] += 1
            if self.hits["crew"] == 2:
                self.lost = "critical"
        elif code == "thruster" and not self.hits["thruster"]:
            self.lasting = True
            self.hits["thruster"] = 1
            if self.thrust_of_large_craft() == 0:
                self.lost = "critical"
        return 0

    def engine_hit(self) -> None:
        """An Engine Hit, by class of unit."""
        self.lasting = True
        self.hits["engine"] += 1
        hits = self.hits["engine"]
        if self.column == "mech":
            if hits == 2 and not (self.target.has("EE") or self.target.has("FC")):
                self.lost = "critical"
        elif self.column == "dropship_small_craft":
            if hits == 3:
                self.lost = "critical"
        elif hits == 2:
            self.lost = "critical"
        elif self.column == "vehicle":
            self.mark_weapons(lambda token: 0 if (token - 1) // 2 <= 0 else (token - 1) // 2 + 1)
            self.slow_down(self.move // 2)

    def thrust_of_large_craft(self) -> int:
        """Thrust after damage, with a Thruster Hit (1.4 of ROUNDS.md)."""
        assert self.target.card is not None
        printed = self.target.card.thrust
        thrust = printed - 1
        if self.hits["engine"] >= 1:
            thrust -= max(1, (printed + 2) // 4)
        if self.hits["engine"] >= 2:
            thrust -= max(1, (printed + 1) // 2)
        return max(0, thrust)

    def after_weapon_hit(self, token: int) -> int:
        """A damage token after one Weapon Hit."""
        if self.column == "dropship_small_craft":
            share = 3 * max(0, token - 1) // 4
            return share + 1 if share else 0
        if self.rulings["ruleset"] == "asce":
            return max(0, token - 1)
        return 0 if token <= 2 else token - 1

    def mark_weapons(self, change) -> None:  # type: ignore[no-untyped-def]
        """Mark every damage value down."""
        if self.tokens is not None:
            self.tokens = [[change(token) for token in arc] for arc in self.tokens]

    def motive_damage(self, total: int) -> None:
        """Motive damage of a vehicle (AS-10.5)."""
        if total >= 12:
            self.slow_down(0)
        elif total == 11:
            self.slow_down(min(self.move // 2, self.move - 2))
        elif total >= 9:
            self.slow_down(self.move - 2)

    def slow_down(self, move: int) -> None:
        """Less Move; who flies by rotors or ground effect comes down without any."""
        before, self.move = self.move, max(0, move)
        if before > 0 and self.move == 0 and self.flies and not self.fell:
            self.fell = True
            self.mark_off(1)

    def fate(self) -> str:
        """The worst that befell the unit."""
        if self.lost:
            return "destroyed" if self.lost == "structure" else "destroyed_by_critical"
        if self.move == 0 < self.move_at_start:
            return "immobile"
        if self.lasting:
            return "critical"
        if self.move < self.move_at_start:
            return "slowed"
        if self.structure < self.start[1]:
            return "structure"
        return "armor" if self.armor < self.start[0] else "untouched"
