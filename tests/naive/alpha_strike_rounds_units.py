"""Units of Alpha Strike in rounds of fire, for the naive twin: a card, and the condition that hits bring it into.

Written from sections 1.1, 1.2 and 1.4 of ROUNDS.md. Damage is a *token*: 0 none, 1 minimal damage, v + 1 the value v.
"""

import csv
import re
from functools import cache
from pathlib import Path
from typing import Any

from .alpha_strike_rulings import DATA

BRACKETS = ("short", "medium", "long", "extreme")
MOST_FIRE_CONTROL = 15
SHUT_DOWN = 4  # heat level
CLASSES = {
    **dict.fromkeys(("BM", "IM"), "mech"),
    "PM": "protomech",
    **dict.fromkeys(("CV", "SV"), "vehicle"),
    **dict.fromkeys(("AF", "CF"), "fighter"),
    **dict.fromkeys(("SC", "DA", "DS"), "large"),
    **dict.fromkeys(("CI", "BA"), "infantry"),
}


def token_of(word: str) -> int:
    """Token of a printed damage value.

    >>> [token_of(word) for word in ("-", "0", "0*", "3")]
    [0, 0, 1, 4]
    """
    if word in ("", "-", "0"):
        return 0
    return 1 if word == "0*" else int(word) + 1


def tokens_of(text: str) -> list[int]:
    """Tokens at the four brackets of values such as `2/2/-`.

    >>> tokens_of("2/0*/-")
    [3, 1, 0, 0]
    """
    tokens = [token_of(word) for word in text.split("/")]
    return tokens + [0] * (4 - len(tokens))


def rows(extra: dict[str, str]) -> dict[str, dict[str, str]]:
    """Rows of all units by id and by name; `extra`: more files, by the name of their table."""
    return rows_of_files(tuple(sorted(extra.items())))


@cache
def rows_of_files(extra: tuple[tuple[str, str], ...]) -> dict[str, dict[str, str]]:
    """The same, read once."""
    found = {}
    for table in ("aerospace", "ground"):
        files = [DATA / f"{table}.csv"] + [Path(name) for key, name in extra if key == table]
        for file_name in files:
            with file_name.open(encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    row["table"] = table
                    found[row["id"]] = found[row["name"]] = row
    return found


class Card:
    """What the table says of a unit."""

    def __init__(self, row: dict[str, str]):
        self.id, self.name, self.type = row["id"], row["name"], row["type"]
        self.aerospace = row["table"] == "aerospace"
        self.kind = "fighter" if self.aerospace and self.type == "SV" else CLASSES[self.type]
        self.drop_ship = self.type in ("DA", "DS")
        self.small_craft = self.type == "SC"
        self.armor, self.structure = int(row["armor"]), int(row["structure"])
        self.heat_scale = row["heat_scale"] == "1"
        self.pv = int(row["pv"] or 0)
        self.words = self.outside_brackets(row["specials"])
        self.turret = self.bracketed(row["specials"])
        plain = "/".join([row["dmg_s"], row["dmg_m"], row["dmg_l"], row.get("dmg_e") or "0"])
        self.arcs = {"front": tokens_of(plain)}
        for part in filter(None, (row.get("arcs") or "").split("|")):
            arc, values = part.split(":")
            self.arcs[arc] = tokens_of(values)
        self.flak = self.values("FLK", self.words)
        self.rear = self.values("REAR", self.words)
        self.row = row
        if self.aerospace:
            self.motive = row["move_mode"]
            self.thrust = int(row["thrust"])
            share = 12 if len(self.arcs) > 1 else 3
            self.threshold = int(row["threshold"]) if row["threshold"] else -(-self.armor // share)
            self.move = 0
        else:
            self.motive = "".join(letter for letter in row["move"] if letter.isalpha() and letter != "j")[:1]
            self.move = int(row["move_in"] or re.findall(r"\d+", row["move"])[0])

    @staticmethod
    def outside_brackets(specials: str) -> list[str]:
        """Special abilities, that of a turret without what its brackets hold."""
        return [word.strip() for word in re.sub(r"\([^)]*\)", "", specials).split(";") if word.strip()]

    @staticmethod
    def bracketed(specials: str) -> list[str] | None:
        """What stands in the brackets of TUR, or None without a turret."""
        found = re.search(r"TUR\(([^)]*)\)", specials)
        return [word.strip() for word in found.group(1).split(",")] if found else None

    @staticmethod
    def values(code: str, words: list[str]) -> list[int]:
        """Tokens of a special ability with damage values, such as FLK1/1/-."""
        for word in words:
            if re.fullmatch(rf"{code}[\d\-/*]+", word):
                return tokens_of(word.removeprefix(code))
        return [0, 0, 0, 0]

    @property
    def turret_values(self) -> list[int]:
        """Plain values in the brackets of a turret: those without a letter."""
        plain = [word for word in self.turret or [] if not re.search("[A-Z]", word)]
        return tokens_of(plain[0]) if plain else [0, 0, 0, 0]

    @property
    def turret_flak(self) -> list[int]:
        """FLK values in the brackets of a turret."""
        return self.values("FLK", self.turret or [])

    def has(self, code: str) -> bool:
        """Whether the unit bears a special ability without numbers."""
        return code in self.words

    @property
    def drone(self) -> bool:
        """Whether it is a drone."""
        return self.has("DRO") or self.has("RBT")


class Unit:
    """One unit in play: its card and its condition."""

    def __init__(self, card: Card, skill: int, rulings: dict[str, str], heat: int = 0, bombs: int = 0):
        self.card, self.rulings = card, rulings
        self.skill = skill + (1 if card.drone and rulings["drone_form"] == "skill_+1" else 0)
        self.armor, self.structure = card.armor, card.structure
        self.fire_control = self.engine = self.crew = 0
        self.weapon_before_engine = self.weapon_after_engine = 0
        self.arc_hits = dict.fromkeys(card.arcs, 0)  # of a large craft under `one_arc_minus_50pct`
        self.thruster = False
        self.move = card.move
        self.mp_hits: list[str] = []  # what lowered Move, in order: "half", "two", "all"
        self.heat, self.bombs = heat, bombs
        self.armored_roll_used = False
        self.fallen_to_ground = False
        self.stunned_by_hit = False
        self.lost: str | None = None

    def marked_off(self) -> int:
        """Points of armor and structure gone."""
        return self.card.armor - self.armor + self.card.structure - self.structure

    def after_hits(self, token: int, arc: str = "front") -> int:
        """A token as Weapon Hits and a vehicle's Engine Hit leave it (AS-10.4)."""
        if self.card.kind == "large":
            return self.after_hits_of_a_large_craft(token, arc)
        for _ in range(self.weapon_before_engine):
            token = self.one_less(token)
        if self.card.kind == "vehicle" and self.engine:
            half = max(token - 1, 0) // 2
            token = half + 1 if half else 0
        for _ in range(self.weapon_after_engine):
            token = self.one_less(token)
        return token

    def one_less(self, token: int) -> int:
        """One Weapon Hit on a unit of one arc."""
        if self.rulings["ruleset"] == "asce":
            return max(token - 1, 0)
        return 0 if token <= 2 else token - 1

    def after_hits_of_a_large_craft(self, token: int, arc: str) -> int:
        one_arc = self.rulings["weapon_hit_large"] == "one_arc_minus_50pct"
        hits = min(self.arc_hits[arc], 3) if one_arc else self.weapon_before_engine
        for _ in range(hits):
            value = max(token - 1, 0)
            value = value // 2 if one_arc else 3 * value // 4
            token = value + 1 if value else 0
        return token

    def token(self, bracket: int, arc: str = "front") -> int:
        """Damage of an arc at a bracket now."""
        return self.after_hits(self.card.arcs[arc][bracket], arc)

    def armed(self) -> bool:
        """Whether any token of any arc is above 0."""
        return any(self.token(bracket, arc) for arc in self.card.arcs for bracket in range(4))

    def damaged_thrust(self, thrust: int) -> int:
        """D(T) of section 1.4: a thrust after Engine and Thruster Hits."""
        if self.card.kind == "large":
            printed = self.card.thrust
            if self.engine >= 1:
                thrust -= max(1, (2 * printed + 4) // 8)
            if self.engine >= 2:
                thrust -= max(1, (printed + 1) // 2)
        elif self.engine:
            up = self.rulings["engine_hit_fighter_rounding"] == "ceil"
            thrust = (thrust + 1) // 2 if up else thrust // 2
        return max(thrust - self.thruster, 0)

    def without_thrust(self) -> bool:
        """Whether damage alone has taken all thrust."""
        return self.damaged_thrust(self.card.thrust) == 0

    def thrust_now(self) -> int:
        """Thrust with bombs, damage and heat."""
        if self.without_thrust():
            return 0
        hot = self.heat if self.rulings["heat_thrust"] == "minus_1_per_level" else 0
        if self.rulings["bomb_thrust_order"] == "bombs_then_damage":
            return max(1, self.damaged_thrust(max(1, self.card.thrust - self.bombs)) - hot)
        return max(1, self.damaged_thrust(self.card.thrust) - self.bombs - hot)

    def control_number(self) -> int:
        """Target number of every Control Roll before what is special to it (AS-2.2)."""
        return self.skill + 2 + 2 * self.crew

    def weapon_modifiers(self) -> int:
        """What the attacker's own state adds to every attack roll (AS-6.9)."""
        number = 2 * self.fire_control + self.heat
        if self.rulings["crew_hit_scope"] != "control_only":
            number += 2 * self.crew
        if self.card.drone and self.rulings["drone_form"] == "to_hit_+1":
            number += 1
        if self.card.type == "SV":
            number += 0 if self.card.has("AFC") else 1 if self.card.has("BFC") else 2
        return number

    def end_of_turn_heat(self, points: int, attacked: bool, in_water: bool = False, outside: int = 0) -> None:
        """Section 1.6 (AS-11.5)."""
        if not self.card.heat_scale:
            return
        was_shut_down = self.heat >= SHUT_DOWN
        level = self.heat + points
        tame = self.card.has("EE") or self.card.has("FC")
        if self.card.kind == "mech" and self.engine and attacked and not tame:
            level += 1
        if in_water:
            level = max(level - 1, 0)
        if not attacked or was_shut_down:
            level = 0
        self.heat = min(level + outside, SHUT_DOWN)


def two_dice(hand: Any) -> int:
    """2D6 of a hand."""
    return hand.die(6) + hand.die(6)


def value_on_a_hit(token: int, minimal_die: int, rulings: dict[str, str]) -> int:
    """Points of a token that hit (AS-1.5)."""
    if token == 1:
        return 1 if minimal_die >= int(rulings["minimal_damage_roll"]) else 0
    return max(token - 1, 0)
