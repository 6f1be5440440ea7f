"""Point Values (section 18): the published formula step by step, in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple

from simlab.systems.alpha_strike.rules.values import brackets, has, number_of, special
from simlab.systems.alpha_strike.rulings.value import PvBomb, PvStealth

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
ARTILLERY = {"AIS": 12, "AC": 12, "S": 12, "LTC": 12, "T": 6, "SC": 6, "BA": 6, "LT": 27, "TC": 3, "CM5": 30,
             "CM7": 54, "CM9": 72, "CM12": 93}  # fmt: skip
FORCE: dict[str, int | Fraction] = {"AECM": 3, "ECM": 2, "RCN": 2, "BH": 2, "PRB": 1, "LPRB": 1, "LECM": HALF}
SHIELDS: dict[str, int | Fraction] = {
    "BHJ2": 1,
    "RCA": 1,
    "SHLD": 1,
    "BHJ3": Fraction(3, 2),
    "BRA": Fraction(3, 4),
    "IRA": HALF,
}


class Step(NamedTuple):
    """One step of the working: what is counted, the figures, what it adds; a running total where there is one."""

    what: str
    figures: str
    points: Fraction


class Price(NamedTuple):
    """A Point Value with its working."""

    value: int
    steps: tuple[Step, ...]


def round_half(number: Fraction) -> Fraction:
    """The nearest multiple of a half, halves of it up (AS-18.1).

    >>> round_half(Fraction(2136, 100)), round_half(Fraction(1, 4))
    (Fraction(43, 2), Fraction(1, 2))
    """
    return Fraction(floor(2 * number + HALF), 2)


def round_up_half(number: Fraction) -> int:
    """The nearest whole number, halves up."""
    return floor(number + HALF)


def damage_points(token: str, minimal: Fraction = HALF) -> Fraction:
    """A damage value as points: ``0*`` counts a half (nothing for large craft), ``-`` nothing (AS-18.1, AS-18.3)."""
    text = token.strip()
    if text == "0*":
        return minimal
    return Fraction(0) if text in ("", "-") else Fraction(int(text))


class _Working:
    """Steps of a price as they are added up."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.total = Fraction(0)

    def add(self, what: str, points: Fraction | int, figures: str = "") -> None:
        """Count something; nothing is not written down."""
        if points:
            self.steps.append(Step(what, figures, Fraction(points)))
            self.total += points

    def scale(self, what: str, factor: Fraction) -> None:
        """Multiply what was counted so far."""
        if factor != 1:
            self.add(what, self.total * (factor - 1), f"{shown(self.total)} x {shown(factor)}")


def shown(number: Fraction | int) -> str:
    """A number as people write it.

    >>> shown(Fraction(5, 4)), shown(Fraction(43, 2)), shown(3)
    ('1.25', '21.5', '3')
    """
    return f"{float(number):.6g}"


def _abilities(work: _Working, card: Any, size_of_bt: Fraction | int) -> None:
    """Offensive special abilities that fighters and ground units share (AS-18.1)."""
    specials = card.specials
    heats = [damage_points(token) for token in brackets(specials, "HT")]
    work.add("TAG", HALF * has(specials, "TAG"))
    work.add("LTAG", QUARTER * has(specials, "LTAG"))
    work.add("SNARC", number_of(specials, "SNARC"))
    work.add("INARC", number_of(specials, "INARC"))
    work.add("CNARC", HALF * number_of(specials, "CNARC"))
    work.add("OVL", QUARTER * card.ov * has(specials, "OVL"), f"0.25 x OV {card.ov}")
    work.add("HT", max(heats) + (HALF if heats[1] > 0 else 0), "greatest value, 0.5 for Medium")
    work.add("IF", damage_points(special(specials, "IF") or "-"))
    for code, points in ARTILLERY.items():
        work.add(f"ART{code}", points * number_of(specials, f"ART{code}"), f"{points} a tube")
    work.add("TSEMP", 5 * number_of(specials, "TSEMP"))
    work.add("BT", size_of_bt * has(specials, "BT"))


def _overheat(work: _Working, card: Any, reach: Fraction) -> None:
    if card.ov >= 1:
        share = 1 if reach else 2
        work.add("overheat", (1 + HALF * (card.ov - 1)) / share, f"OV {card.ov}" + ("" if reach else ", Short only"))


def _fire_control(work: _Working, card: Any, types: tuple[str, ...], shield: bool) -> None:
    """What fire control does to the offense: ATAC, VRT, BFC; support vehicles with neither; SHLD on the ground."""
    specials = card.specials
    factor = 1 + Fraction(has(specials, "ATAC") + has(specials, "VRT") - has(specials, "BFC"), 10)
    if card.type in types and not has(specials, "AFC", "BFC"):
        factor -= Fraction(1, 5)
    if shield and has(specials, "SHLD"):
        factor -= Fraction(1, 10)
    work.scale("fire control", factor)


def _force(work: _Working, card: Any, ground: bool) -> None:
    """Bonuses that a unit gives to its force (AS-18.1, AS-18.2)."""
    for code, points in FORCE.items():
        work.add(code, points * has(card.specials, code))
    seats = number_of(card.specials, "MHQ")
    work.add("MHQ", seats if seats <= 4 else 4 + ceil(Fraction(seats - 5, 5)), f"MHQ{seats}")
    if ground:
        work.add("C3RS", 2 * has(card.specials, "C3RS"))
        work.add("TRN", 2 * has(card.specials, "TRN"))


def _has_c3(specials: str) -> bool:
    return any(token.strip().startswith(("C3", "NOVA")) and token.strip() != "C3RS" for token in specials.split(";"))


def _network(work: _Working, specials: str) -> None:
    if _has_c3(specials):
        work.add("C3 or NOVA", round_half(work.total / 20), f"5 % of {shown(work.total)}")


def _thrust(work: _Working, card: Any) -> None:
    work.add("every aircraft", 4)
    work.add("Thrust / 4", Fraction(card.thrust, 4), f"Thrust {card.thrust}")
    work.add("fast", 1 if card.thrust >= 10 else HALF if card.thrust >= 7 else 0)
    work.add("PNT", number_of(card.specials, "PNT"))


def fighter_price(card: Any, rulings: Any) -> Price:
    """Point Value of a fighter, conventional fighter or fixed-wing support vehicle at Skill 4 (AS-18.1)."""
    work, specials = _Working(), card.specials
    short, medium, long = (damage_points(token) for token in (card.dmg_s, card.dmg_m, card.dmg_l))
    work.add("damage", short + 2 * medium + long, f"S {card.dmg_s} + 2 x M {card.dmg_m} + L {card.dmg_l}")
    _overheat(work, card, medium + long)
    if rulings.pv_bomb == PvBomb.YES:
        work.add("bomb slots", card.slots, f"BOMB{card.slots}")
    _abilities(work, card, card.size)
    _fire_control(work, card, ("SV",), shield=False)
    _thrust(work, card)
    stealthy = has(specials, "STL") and rulings.pv_stealth == PvStealth.YES
    work.add("STL", 2 * stealthy)
    work.add("RCA", (card.armor // 3) * has(specials, "RCA"))
    factor = min(Fraction(13, 10) + Fraction(card.th, 10), Fraction(19, 10)) * (HALF if has(specials, "BAR") else 1)
    rating = 2 - has(specials, "LG", "VLG", "SLG") + stealthy
    body = card.armor * factor + card.structure
    _body(work, body, rating, f"(A {card.armor} x {shown(factor)} + S {card.structure})")
    _network(work, specials)
    _force(work, card, ground=False)
    return Price(max(1, round_up_half(work.total)), tuple(work.steps))


def _body(work: _Working, body: Fraction, rating: Fraction | int, figures: str) -> None:
    """Armor and structure, by how hard the unit is to hit."""
    multiplier = 1 + rating * (Fraction(1, 10) if rating <= 2 else QUARTER)
    work.add("armor and structure", round_half(body * multiplier), f"{figures} x {shown(multiplier)}, to a half")


def large_craft_price(card: Any, rulings: Any) -> Price:
    """Point Value of a small craft or DropShip at Skill 4 (AS-18.3)."""
    work = _Working()
    arcs = ("front", "left", "right", "rear") if card.move_mode == "p" else ("front", "left", "right")
    for arc in arcs:
        values = card.damage(arc)[:3]
        points = sum((damage_points(token, Fraction(0)) for token in values), Fraction(0))
        work.add(f"damage, {arc}", points, "/".join(values))
    _overheat(work, card, Fraction(1))
    _abilities(work, card, card.size)
    divisor = int(rulings.pv_da_divisor) if card.type == "DA" else 4
    work.scale(f"divided by {divisor}", Fraction(1, divisor))
    _thrust(work, card)
    armor = Fraction(3, 2) * card.armor * (HALF if has(card.specials, "BAR") else 1)
    body = armor + card.structure + HALF * card.th * card.size
    work.add("armor and structure", body, f"1.5 x A {card.armor} + S {card.structure} + TH {card.th} x size / 2")
    _network(work, card.specials)
    _force(work, card, ground=False)
    return Price(max(1, round_up_half(work.total)), tuple(work.steps))


def ground_price(card: Any, tmm: int, rulings: Any) -> Price:
    """Point Value of a unit on the ground at Skill 4 (AS-18.2); tmm: by its Move."""
    work, specials, move = _Working(), card.specials, card.inches
    mech = card.type in ("BM", "IM")
    short, medium, long = (damage_points(token) for token in (card.dmg_s, card.dmg_m, card.dmg_l))
    work.add("damage", short + 2 * medium + long, f"S {card.dmg_s} + 2 x M {card.dmg_m} + L {card.dmg_l}")
    _overheat(work, card, medium + long)
    if rulings.pv_bomb == PvBomb.YES:
        work.add("bomb slots", number_of(specials, "BOMB"))
    work.add("TOR", sum((damage_points(token) for token in brackets(specials, "TOR")[:3]), Fraction(0)))
    _abilities(work, card, HALF * move * card.size)
    work.add("size / 2", HALF * card.size * (mech or card.type == "PM"), f"size {card.size}")
    _ground_abilities(work, card)
    _fire_control(work, card, ("SV", "IM"), shield=True)
    _ground_defense(work, card, tmm, (short, medium, long))
    _mobility(work, card, tmm, short, medium, long)
    _force(work, card, ground=True)
    return Price(max(1, round_up_half(work.total)), tuple(work.steps))


def _ground_abilities(work: _Working, card: Any) -> None:
    specials = card.specials
    work.add("TSM", has(specials, "TSM"))
    work.add("MEL", HALF * has(specials, "MEL"))
    work.add("ECS", QUARTER * has(specials, "ECS"))
    work.add("MDS", number_of(specials, "MDS"))
    work.add("MTAS", number_of(specials, "MTAS"))
    work.add("BTAS", QUARTER * number_of(specials, "BTAS"))
    work.add("TSEMP-O", min(5, number_of(specials, "TSEMP-O")))
    work.add("IATM", damage_points(brackets(specials, "IATM")[2]))
    if has(specials, "RHS"):
        work.add("RHS", 1 if has(specials, "OVL") else HALF if card.ov else QUARTER)


def _ground_defense(work: _Working, card: Any, tmm: int, values: tuple[Fraction, ...]) -> None:
    specials, bar = card.specials, has(card.specials, "BAR")
    work.add("Move / 8", Fraction(card.inches, 8), f"Move {card.inches}")
    work.add("jumps", HALF * card.jumps)
    work.add("AMS", has(specials, "AMS"))
    work.add("RAMS", Fraction(5, 4) * has(specials, "RAMS"))
    work.add("FR", HALF * has(specials, "FR"))
    work.add("ABA", HALF * has(specials, "ABA"))
    work.add("CR", QUARTER * (has(specials, "CR") and card.structure >= 3))
    work.add("ARM", HALF * (has(specials, "ARM") and card.structure >= 2))
    for code, points in SHIELDS.items():
        if has(specials, code):
            work.add(code, card.armor // 3 * points * (HALF if bar else 1), f"for each 3 of {card.armor} armor")
    infantry = card.type in ("CI", "BA")
    flying = any(code in card.move for code in "vg") and card.type not in ("BM", "IM")
    armor_factor = Fraction(2)
    if card.is_vehicle:
        drive = Fraction(18, 10) if card.motive in ("t", "n", "s") else Fraction(17, 10)
        drive = Fraction(15, 10) if flying else drive
        armor_factor = drive + Fraction(has(specials, "ARS"), 10)
    armor_factor *= HALF if bar else 1
    structure_factor = Fraction(2) if infantry else HALF if card.type == "IM" or bar else Fraction(1)
    harmless = not any(values) and not has(specials, "TSEMP", *(f"ART{code}" for code in ARTILLERY))
    rating: Fraction | int = max(tmm, 3 if has(specials, "MAS") else 2 if has(specials, "LMAS") else 0)
    rating += card.jumps and (infantry or harmless)
    rating += (card.type in ("BA", "PM")) + flying + has(specials, "STL") - has(specials, "LG", "VLG", "SLG")
    rating += HALF * (number_of(specials, "JMPS") + number_of(specials, "SUBS"))
    body = card.armor * armor_factor + card.structure * structure_factor
    figures = f"(A {card.armor} x {shown(armor_factor)} + S {card.structure} x {shown(structure_factor)})"
    _body(work, body, rating, figures)


def _mobility(work: _Working, card: Any, tmm: int, short: Fraction, medium: Fraction, long: Fraction) -> None:
    """Agility, network and the deduction for brawlers, all from what was counted before them (AS-18.2)."""
    specials, base = card.specials, work.total
    nimble = tmm + HALF * (number_of(specials, "JMPS") + number_of(specials, "SUBS"))
    if nimble > 1 and medium > 0:
        work.add("agile", round_half((nimble - 1) * medium), f"({shown(nimble)} - 1) x M {shown(medium)}")
    elif nimble > 1 and tmm >= 3:
        work.add("agile", round_half((nimble - 2) * short), f"({shown(nimble)} - 2) x S {shown(short)}")
    if _has_c3(specials):
        work.add("C3 or NOVA", round_half(base / 20), f"5 % of {shown(base)}")
    spared = has(specials, "BT", "ECM", "AECM", "MEC", "XMEC", *(f"ART{code}" for code in ARTILLERY))
    carried = number_of(specials, "CAR")
    if spared or any(token.startswith("C3") for token in specials.split(";")) or 0 < carried <= 8:
        return
    only_short = short > 0 and not medium and not long
    share = Fraction(0)
    if 6 <= card.inches <= 10 and only_short:
        share = QUARTER
    elif 2 <= card.inches <= 5:
        share = HALF if only_short else QUARTER if not long and (short or medium) else Fraction(0)
    work.add("brawler", -round_half(share * base), f"{shown(share)} of {shown(base)}")


def price_at_skill(value: int, skill: int) -> int:
    """Point Value at another Skill than 4, never below 1 (AS-18.4).

    >>> price_at_skill(47, 3), price_at_skill(47, 6), price_at_skill(10, 4)
    (56, 37, 10)
    """
    if skill > 4:
        step = 1 if value <= 14 else 1 + (value - 5) // 10
        return max(1, value - (skill - 4) * step)
    step = 1 if value <= 7 else 1 + (value - 3) // 5
    return value + (4 - skill) * step


def is_drone_card(card: Any) -> bool:
    """Priced as if its Skill were one worse (AS-18.5)?"""
    return has(card.specials, "DRO", "RBT")
