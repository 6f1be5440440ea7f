"""A short twin of the kinds `attack` and `bombing_run` of Alpha Strike under their plain rulings, from their page.

It reads the tables as text, computes geometry in floats with the tolerance of section 21, and asks numbered dice one by
one. It plays one trial and returns what befell each target: damage, heat, fate. Nothing of the wing is imported.
"""

import csv
import math
import re
from pathlib import Path

from naive.dice_log import DiceLog

DATA = Path(__file__).resolve().parents[2] / "data" / "alpha_strike"
WINDOW, ATTACK, CRITICAL, MOTIVE, DROP = 4, 1, 6, 8, 14
EPSILON = 1e-9


def table(name):
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


CARDS = {row["id"]: row for name in ("ground", "aerospace") for row in table(name)}
BOMBS = {row["key"]: row for row in table("bombs")}
COLUMN = {"BM": "mech", "IM": "mech", "PM": "protomech", "CV": "vehicle", "SV": "vehicle", "AF": "aerospace",
          "CF": "aerospace", "SC": "dropship_small_craft", "DA": "dropship_small_craft", "DS": "dropship_small_craft",
          "CI": None, "BA": None}  # fmt: skip
CRITS = {(row["table"], int(row["roll"])): row["code"] for row in table("crits") if row["table"] != "motive"}
NOTHING = ("none", "kf_boom", "docking_collar", "door")
FATES = ("untouched", "armor", "structure", "slowed", "critical", "immobile", "destroyed_by_critical", "destroyed")


def has(specials, code):
    return code in [re.match(r"[A-Z]+(?:II)?", part).group() if part else "" for part in specials.split(";")]


class Card:
    """One target: what is left of its card, and what happened to it."""

    def __init__(self, target):
        row = CARDS.get(target.get("unit"))
        self.name, self.friend = target["name"], target.get("side") == "friend"
        self.at, self.base = target["at"], target.get("base_radius", 0)
        self.depth, self.concealed = target.get("depth", 0), target.get("concealed", False)
        self.type = row["type"] if row else "BM"
        self.bare = row is None
        self.specials = row["specials"] if row else ""
        self.armor = target.get("armor_left", int(row["armor"]) if row else 0)
        self.structure = target.get("structure_left", int(row["structure"]) if row else 1)
        move = row["move"] if row and "move" in row else "0"
        self.move = max(int(re.match(r"\d+", part).group()) for part in move.split("/"))
        self.motive = "".join(re.findall("[a-z]", move.split("/")[0]))
        self.jumps = "j" in move
        self.vehicle = self.type in ("CV", "SV")
        self.flies = self.vehicle and any(code in self.motive for code in "vg")
        self.values = [row[key] for key in ("dmg_s", "dmg_m", "dmg_l")] if row else ["99"]
        self.heats = bool(int(row["heat_scale"])) if row else False
        self.threshold = int(row["threshold"]) if row and row.get("threshold") else None
        self.start = (self.armor, self.structure, self.move)
        self.damage = self.heat = self.engine = self.fire_control = self.weapon = self.before_engine = 0
        self.stunned, self.fallen, self.lost = False, False, None

    def tokens(self):
        """Damage values as they stand now: 0 none, 1 for 0*, v + 1 for v (ROUNDS 1.1, 1.2)."""
        found = []
        for value in self.values:
            token = 1 if value == "0*" else 0 if value in ("0", "-") else int(value) + 1
            for _ in range(self.before_engine if self.engine and self.vehicle else self.weapon):
                token = 0 if token <= 2 else token - 1
            if self.vehicle and self.engine:
                half = max(token - 1, 0) // 2
                token = half + 1 if half else 0
                for _ in range(self.weapon - self.before_engine):
                    token = 0 if token <= 2 else token - 1
            found.append(token)
        return found

    def mark(self, points):
        """Armor first, the rest from structure; returns what structure took."""
        spill = min(max(points - self.armor, 0), self.structure)
        self.armor = max(self.armor - points, 0)
        self.structure -= spill
        if self.structure == 0 and self.lost is None:
            self.lost = "destroyed"
        return spill

    def slow(self, inches):
        self.move = max(self.move - inches, 0)
        if self.flies and self.move == 0 and not self.fallen:
            self.fallen = True
            self.mark(1)

    def fate(self):
        armor, structure, move = self.start
        if self.lost:
            return self.lost
        if move and not self.move:
            return "immobile"
        if self.engine or self.fire_control or self.weapon or self.stunned:
            return "critical"
        if self.move < move:
            return "slowed"
        return "structure" if self.structure < structure else "armor" if self.armor < armor else "untouched"


def two(hand):
    return hand.die(6) + hand.die(6)


def instance(card, points, number, extra, dice, actor):
    """ROUNDS 1.3: one instance of damage on a card, with its critical rolls and motive roll."""
    if card.bare or points == 0 or card.lost:
        return
    spill = card.mark(points)
    turn, first = 1 + number // 8, 8 * (number % 8)
    if COLUMN[card.type] and not card.lost:
        owed = (2 if card.type == "IM" else 1) if spill else 0
        passed = card.threshold is not None and points > card.threshold
        owed += (1 if passed or has(card.specials, "BAR") else 0) + extra
        rolled = 0
        while rolled < min(owed, 8) and not card.lost:
            total = two(dice.hand(turn, WINDOW, actor, CRITICAL, first + rolled, "upper"))
            owed += critical(card, CRITS[COLUMN[card.type], total])
            rolled += 1
    if card.vehicle and not card.lost:
        modifier = 2 if card.flies else 1 if any(code in card.motive for code in "wh") else 0
        total = two(dice.hand(turn, WINDOW, actor, MOTIVE, first, "upper")) + modifier
        if total >= 12:
            card.slow(card.move)
        elif total == 11:
            card.slow(max(card.move - card.move // 2, 2))
        elif total >= 9:
            card.slow(2)


def critical(card, code):
    """One critical effect; returns the rolls that it adds."""
    stuck = (
        (code == "weapon" and not any(card.tokens()))
        or (code == "mp" and card.move == 0)
        or (code == "engine" and card.vehicle and card.engine == 0 and card.move == 0)
    )
    if stuck:
        card.mark(1)  # AS-8.8
    elif code == "ammo":
        if has(card.specials, "CASEII") or has(card.specials, "ENE"):
            return 0
        if has(card.specials, "CASE"):
            return 1 if card.mark(1) and not card.lost else 0
        card.lost = "destroyed_by_critical"
    elif code == "engine":
        card.engine += 1
        if card.vehicle and card.engine == 1:
            card.before_engine = card.weapon
            card.slow(card.move - card.move // 2)
        elif card.engine == 2 and not (card.type == "BM" and (has(card.specials, "EE") or has(card.specials, "FC"))):
            card.lost = card.lost or "destroyed_by_critical"
    elif code == "fire_control":
        card.fire_control += 1
    elif code == "weapon":
        card.weapon += 1
    elif code == "mp":
        card.slow(max(card.move - card.move // 2, 2))
    elif code == "crew_stunned":
        card.stunned = True
    elif code not in NOTHING:
        card.lost = card.lost or "destroyed_by_critical"
    return 0


def attack_type(scenario):
    word = scenario.get("rulings", {}).get("attack_mods", "4/2/3/2").removeprefix("custom:")
    return dict(zip(("strafe", "strike", "altitude", "dive"), map(int, word.split("/")), strict=True))[
        scenario["attack"]
    ]


def ordered_bombs(scenario):
    bombs = [(bomb["type"], bomb["at"][0]) for bomb in scenario["bombs"] for _ in range(bomb.get("count", 1))]
    return sorted(bombs, key=lambda bomb: bomb[1]) if scenario["attack"] == "altitude" else bombs


def drop_bombs(scenario, cards, dice):
    """The bombing run of the page, steps 3 to 7; bombs are instances in their order, or pooled."""
    given = scenario.get("rulings", {})
    base = scenario.get("attacker", {}).get("skill", 4) + attack_type(scenario)
    shared, pooled = None, [[0, 0] for _ in cards]
    hands = {}
    for number, (type_, along) in enumerate(ordered_bombs(scenario)):
        half = ("upper", "lower")[number % 2]
        hands[number] = hand = dice.hand(1, WINDOW, 0, DROP, number // 2, half)
        total, direction, distance = two(hand), hand.die(6), hand.die(6)
        at, on_point = (along, 0.0), total >= base
        if not on_point:
            gone = base - total if given.get("scatter_distance") == "2xmof" else distance
            if given.get("scatter_grouping") == "per_attack":
                shared = shared or (direction, gone)
                direction, gone = shared
            dive = scenario["attack"] == "dive"
            bearing = 60 * (direction - 1) if dive else (-60, -60, 0, 0, 60, 60)[direction - 1]
            bearing = math.radians(-bearing if given.get("scatter_rotation") == "counterclockwise" else bearing)
            at = (along + 2 * gone * math.cos(bearing), 2 * gone * math.sin(bearing))
        for place, card in enumerate(cards):
            points, heat = harm(BOMBS[type_], card, at, on_point, given)
            card.damage += points
            card.heat += heat
            twelve = int(total == 12 and given.get("natural_12_crit") == "yes" and points > 0)
            pooled[place] = [pooled[place][0] + points, max(pooled[place][1], twelve)]
            if given.get("bomb_instances") != "pooled":
                instance(card, points, number, twelve + (card.depth > 0), dice, 64 + place)
    if given.get("bomb_instances") == "pooled":
        for place, (card, (points, twelve)) in enumerate(zip(cards, pooled, strict=True)):
            instance(card, points, 0, twelve + (card.depth > 0), dice, 64 + place)


def harm(bomb, card, at, on_point, given):
    """(damage, heat) of a bomb at an impact on a card."""
    if card.flies and given.get("aoe_airborne") != "yes":
        return 0, 0
    if card.friend and not on_point and given.get("scattered_bomb_hits_friends") == "no":
        return 0, 0
    radius = float(bomb["radius_in"])
    if given.get("aoe_measure") == "diameter":
        radius = float(bomb["asce_diameter_in"]) / 2
    if given.get("aoe_inside_test") == "any_base":
        radius += card.base
    away = math.hypot(card.at[0] - at[0], card.at[1] - at[1]) + card.depth
    inside = away < radius - EPSILON if given.get("aoe_boundary") == "exclusive" else away <= radius + EPSILON
    if not inside:
        return 0, 0
    points, heat = int(bomb["damage"]), 0
    if int(bomb["heat"]):
        if card.heats:
            heat = int(bomb["heat"])
        else:
            points = 2 if given.get("inferno_non_heat", "2_damage") == "2_damage" else 0
    if points and card.depth:
        points = max((points + 1) // 2, 1)
    return points, heat


def shoot(scenario, cards, dice):
    """Strafe: every seen target in the lane; strike: the one that is named."""
    given, attacker = scenario.get("rulings", {}), scenario.get("attacker", {})
    base, overheat = attacker.get("skill", 4) + attack_type(scenario), attacker.get("overheat", 0)
    short, single = str(attacker["short"]), None
    if scenario["attack"] == "strafe" and given.get("strafe_rolls") == "single_roll":
        single = two(dice.hand(1, WINDOW, 255, ATTACK, 0, "upper"))
    start = scenario.get("strafe", {}).get("start", 0)
    for place, card in enumerate(cards):
        if scenario["attack"] == "strafe":
            along, aside = card.at
            if not (start - EPSILON <= along <= start + 10 + EPSILON and abs(aside) <= 1 + EPSILON):
                continue
        elif card.name != scenario["strike_at"]:
            continue
        if card.concealed or card.depth:
            continue
        hand = dice.hand(1, WINDOW, 64 + place, ATTACK, 0, "upper")
        total, minimal = two(hand), hand.die(6)
        total = total if single is None else single
        tmm = sum(card.move >= band for band in (5, 9, 13, 19, 35)) + card.jumps if card.type in COLUMN else 0
        if card.type in ("AF", "CF"):
            tmm = 0
        number = base + tmm + card.flies + (card.type in ("BA", "PM"))
        if total < number:
            continue
        if short == "0*":
            points = overheat + (minimal >= given.get("minimal_damage_roll", 4))
        elif scenario["attack"] == "strafe":
            points = max(1, (int(short) + 1) // 2) + overheat
        else:
            points = int(short) + overheat
        card.damage += points
        twelve = int(total == 12 and given.get("natural_12_crit") == "yes")
        instance(card, points, 0, twelve, dice, 64 + place)


def play(scenario, key, trial):
    """One trial: name -> (damage, heat, fate)."""
    cards, dice = [Card(target) for target in scenario["target"]], DiceLog(key, trial)
    if scenario["attack"] in ("dive", "altitude"):
        drop_bombs(scenario, cards, dice)
    else:
        shoot(scenario, cards, dice)
    return {card.name: (card.damage, min(card.heat, 2), card.fate()) for card in cards}
