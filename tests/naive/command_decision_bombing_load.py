"""What an aircraft drops or fires: load class, ROF, hit number, area (1.5.6, 2.3.7, 3.1.1.2 to 3.1.1.5; B4 to B6)."""

from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from .command_decision_bombing_rulings import BombingRulings
from .command_decision_tables import rows_of

BOMBS, AT_CLUSTER, ROCKETS = "bombs", "at_cluster", "rockets"
HE, HEAT, FLECHETTE = "he", "heat", "flechette"

KG_PER_ROF = 2000  # 3.1.1.2a
HE_LIGHT, HE_STANDARD, HE_CLUSTER = 6, 7, 8  # 3.1.1.4a, b; 3.1.1.5a
ROCKET_ROOT, ROCKET_OFFSET = Decimal("2.8198"), Decimal("0.4")  # 1.5.6.3e
# Sides of the areas in thousandths of an inch (3.1.1.3a, d; 1.5.6.2b).
ONE_INCH, TWO_INCHES = 1000, 2000
# D3: HE factor of rockets below this calibre in mm.
ROCKET_HE = ((40, 1), (60, 2), (90, 3), (110, 4), (130, 5), (160, 6), (240, 7), (float("inf"), 8))


class RefusedAttack(ValueError):
    """An attack that the rules or the dice do not allow; the message says why."""


@dataclass(frozen=True)
class Weapon:
    """One attack before it is placed. `square`: side of the area in thousandths of an inch."""

    load: str
    warhead: str
    rof: int
    hit_number: int
    square: int
    penalty: int
    is_helicopter: bool


@dataclass(frozen=True)
class BombLoad:
    """Class of a bomb load (B4)."""

    light: bool
    rof: int


def bomb_load(max_load_kg: Fraction, is_helicopter: bool, rulings: BombingRulings) -> BombLoad:
    """Light attack or not, and the bomb ROF (3.1.1.2).

    >>> bomb_load(Fraction(8000), False, BombingRulings())
    BombLoad(light=False, rof=2)
    """
    usable = max_load_kg * rulings.bomb_load_usable_fraction
    basis = max_load_kg if rulings.light_attack_basis == "maximum" else usable
    if is_helicopter or basis <= rulings.light_attack_threshold_kg:
        return BombLoad(light=True, rof=1)
    full, part = divmod(usable, KG_PER_ROF)
    return BombLoad(light=False, rof=max(1, int(full) + (1 if part else 0)))


def pod_formula(rockets: int) -> Decimal:
    """ROF of a number of rockets before rounding (1.5.6.3e), to forty digits."""
    with localcontext(prec=40):
        return Decimal(rockets) ** (1 / ROCKET_ROOT) - ROCKET_OFFSET


def rocket_rof(pods: list[int], rulings: BombingRulings) -> int:
    """ROF of all pods together, given the rockets in each (1.5.6.3f; `rocket_rof_method`, `rocket_min_rof`).

    >>> rocket_rof([32] * 4, BombingRulings())
    5
    """
    if rulings.rocket_rof_method == "total_formula_floor":
        rof = int(pod_formula(sum(pods)))
    elif rulings.rocket_rof_method == "pod_sum_floor":
        rof = int(sum(pod_formula(pod) for pod in pods))
    else:
        rof = sum(int(pod_formula(pod)) for pod in pods)
    return rulings.rocket_min_rof if rof == 0 and sum(pods) in (1, 2) else rof


def rocket_he_factor(calibre_mm: float) -> int:
    """Base hit number of a rocket (D3).

    >>> [rocket_he_factor(calibre) for calibre in (57, 70, 127, 240)]
    [2, 3, 5, 8]
    """
    return next(factor for below, factor in ROCKET_HE if calibre_mm < below)


@cache
def aircraft_row(unit: str, data_dir: Path) -> tuple[dict[str, str], bool]:
    """The row of a plane or helicopter, by id or name, and whether it is a helicopter."""
    for file, is_helicopter in (("aircraft.csv", False), ("helicopters.csv", True)):
        for row in rows_of(data_dir / file):
            if unit in (row["id"], row["name"]):
                return row, is_helicopter
    raise RefusedAttack(f"no aircraft called {unit!r}")


@cache
def pods_of(rocket_fit: str, data_dir: Path) -> tuple[list[int], float]:
    """The rockets in each pod of a fit such as "4xUB-32" or "2xM261 + 2xM260", and their calibre in mm."""
    known = {row["pod"]: row for row in rows_of(data_dir / "tables" / "rocket_pods.csv")}
    pods: list[int] = []
    calibres = set()
    for pattern in rocket_fit.split(" + "):
        count, _, name = pattern.partition("x")
        if not count.isdigit() or name not in known:
            raise RefusedAttack(f"no pods are known for {pattern!r}")
        pods += [int(known[name]["rockets"])] * int(count)
        calibres.add(float(known[name]["calibre_mm"]))
    if len(calibres) > 1:
        raise RefusedAttack(f"{rocket_fit} mixes calibres")
    return pods, calibres.pop()


def weapon_of(attacker: dict[str, Any], rulings: BombingRulings, data_dir: Path) -> Weapon:
    """The `[attacker]` of a scenario; one whose row has no such load raises RefusedAttack."""
    row, is_helicopter = aircraft_row(attacker["unit"], data_dir)
    load = attacker.get("load", BOMBS)
    warhead = attacker.get("warhead", HE)
    penalty = int(attacker.get("penalty", 0))
    if warhead != HE and load != ROCKETS:
        raise RefusedAttack(f"{warhead} is a warhead of rockets")
    carried = Fraction(row["max_load_kg"] or 0)
    bombs = bomb_load(carried, is_helicopter, rulings)
    if load == ROCKETS:
        if not row["rocket_fit"]:
            raise RefusedAttack(f"{attacker['unit']} carries no rockets")
        pods, calibre = pods_of(row["rocket_fit"], data_dir)
        rof = rocket_rof(pods, rulings)
        if rulings.plane_rocket_rof == "bomb_rof" and not is_helicopter:
            rof = bombs.rof
        return Weapon(load, warhead, rof, rocket_he_factor(calibre), TWO_INCHES, penalty, is_helicopter)
    if not carried:
        raise RefusedAttack(f"{attacker['unit']} carries no bombs")
    square = ONE_INCH if bombs.light else TWO_INCHES
    if load == BOMBS:
        hit_number = HE_LIGHT if bombs.light else HE_STANDARD
    else:
        hit_number = rulings.at_cluster_light_he if bombs.light else HE_CLUSTER
        if rulings.at_cluster_area == "2x2_always":
            square = TWO_INCHES
    return Weapon(load, HE, bombs.rof, hit_number, square, penalty, is_helicopter)
