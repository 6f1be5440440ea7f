"""Random sorties of Alpha Strike and rulings that bear on them; the tests play them with engine and twin."""

from random import Random
from typing import Any

from .alpha_strike_rounds_map import zones
from .alpha_strike_rounds_random import (
    ALTITUDES,
    EXTRA,
    FROM_THE_GROUND,
    IN_THE_AIR,
    SHARED,
    maybe,
    random_options,
    random_unit,
)
from .alpha_strike_rulings import ATTACK_OPTIONS, BOMB_OPTIONS

NOT_OF_SORTIES = (
    "strafe_length",
    "strike_lane",
    "altitude_poi_spacing",
    "altitude_bombs_per_poi",
    "altitude_split",
    "underwater_rounding",
)
SORTIE: dict[str, tuple[str, ...]] = {
    "flight_path_timing": ("movement_phase", "at_attack"),
    "bombing_and_cooling": ("no", "yes"),
    "bomb_thrust_timing": ("immediately", "end_phase"),
    "zone_speed": ("1-5:1, 6-10:2, 11+:3", "always_1", "thrust_div_3"),
    "start_zone": ("outer_own_half", "inner", "central", "scenario", "home_edge"),
    "loiter": ("yes", "one_pass_then_leave"),
    "engagements_per_unit": ("unlimited", "1"),
}
TYPES = ("he", "cluster", "inferno", "laser_guided")


def random_sortie_rulings(chooser: Random) -> dict[str, object]:
    """Rulings that bear on `sortie`."""
    attack = {name: words for name, words in (BOMB_OPTIONS | ATTACK_OPTIONS).items() if name not in NOT_OF_SORTIES}
    return random_options(
        chooser, attack | SHARED | FROM_THE_GROUND | IN_THE_AIR | SORTIE, chooser.choice([0, 0.1, 0.3])
    )


def random_aircraft(chooser: Random, side: str) -> dict[str, Any]:
    """One [[aircraft]]."""
    row = random_unit(chooser, "aerospace")
    entry: dict[str, Any] = {"unit": row["id"], "side": side}
    slots = next((int(word[4:]) for word in row["specials"].split(";") if word.startswith("BOMB")), 0)
    strike = side == "attacker"
    if chooser.random() < 0.35:
        entry["role"] = role = chooser.choice(["strike", "escort", "interceptor"])
        strike = role == "strike"
    if slots and strike:
        maybe(chooser, entry, 0.8, bombs=[chooser.choice(TYPES) for _ in range(chooser.randint(1, slots))])
    if strike:
        attacks = ["strike", "strafe", *(["dive", "altitude"] if entry.get("bombs") else [])]
        maybe(chooser, entry, 0.5, attack=chooser.choice(attacks))
        maybe(chooser, entry, 0.5, then=chooser.choice(["strike", "strafe", "leave"]))
    if int(row["ov"] or 0):
        maybe(chooser, entry, 0.7, overheat=chooser.randint(0, int(row["ov"])))
    maybe(chooser, entry, 0.3, skill=chooser.randint(0, 7), altitude=chooser.choice(ALTITUDES))
    maybe(chooser, entry, 0.2, leaves=chooser.choice(["when_damaged", "when_structure"]), count=2)
    return entry


def random_ground(chooser: Random, number: int, side: str) -> dict[str, Any]:
    """One [[ground]]."""
    row = random_unit(chooser, "aerospace" if chooser.random() < 0.1 else "ground")
    place = chooser.choice([[24, 24], [24, 22], [26, 24], [23, 26], [chooser.randint(0, 48), chooser.randint(0, 48)]])
    entry: dict[str, Any] = {"unit": row["id"], "name": f"unit_{number}", "at": place, "side": side}
    if int(row["ov"] or 0):
        maybe(chooser, entry, 0.5, overheat=chooser.randint(0, int(row["ov"])))
    if row["heat_scale"] == "1":
        maybe(chooser, entry, 0.2, heat=chooser.randint(0, 3))
    maybe(chooser, entry, 0.3, skill=chooser.randint(0, 7), facing=chooser.randint(0, 359))
    maybe(
        chooser, entry, 0.15, base_radius=chooser.choice([0.6, 1]), terrain=[chooser.choice(["woods", "woods_between"])]
    )
    maybe(chooser, entry, 0.08, concealed=True, immobile=True, in_water=True, spotting=True, depth=0.5)
    maybe(chooser, entry, 0.08, jumped=True, stood_still=True, engaged_on_ground=True, fires=False)
    return entry


def random_sortie(chooser: Random) -> dict[str, Any]:
    """A scenario of `sortie`."""
    planes = [random_aircraft(chooser, "attacker") for _ in range(chooser.randint(1, 3))]
    planes += [random_aircraft(chooser, "defender") for _ in range(chooser.randint(0, 2))]
    if chooser.random() < 0.4:
        for plane in planes:
            half = {"attacker": range(1, 7), "defender": range(7, 13)}[plane["side"]]
            plane["zone"] = chooser.choice([f"outer_{number}" for number in half])
    troops = [random_ground(chooser, 0, "defender")]
    troops += [
        random_ground(chooser, number, chooser.choice(["defender", "defender", "defender", "attacker"]))
        for number in range(1, chooser.randint(1, 5))
    ]
    scenario: dict[str, Any] = {"data": EXTRA, "aircraft": planes, "ground": troops}
    game: dict[str, Any] = {}
    maybe(chooser, game, 0.5, turns=chooser.randint(1, 12))
    maybe(chooser, game, 0.3, objective=["unit_0"])
    doctrine: dict[str, Any] = {}
    maybe(chooser, doctrine, 0.5, ground_fire=chooser.choice(["max_expected_pv", "nearest", "focus_fire", "spread"]))
    maybe(chooser, doctrine, 0.3, aim="objective")
    return scenario | {"game": game, "doctrine": doctrine}


def random_sortie_and_rulings(chooser: Random) -> tuple[dict[str, Any], dict[str, object]]:
    """A scenario and rulings that fit it: with `start_zone = scenario` every aircraft has some zone."""
    scenario, rulings = random_sortie(chooser), random_sortie_rulings(chooser)
    if rulings.get("start_zone") == "scenario":
        for plane in scenario["aircraft"]:
            plane["zone"] = chooser.choice(list(zones()))
    return scenario, rulings
