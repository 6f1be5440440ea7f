"""A helicopter over a game of many turns: the clock of endurance and re-arming, the morale check (F4; 1.4.3; D6)."""

from itertools import count
from pathlib import Path
from typing import Any

from .command_decision_aim import Firer, Target
from .command_decision_ground import GroundWeapon, collective_army
from .command_decision_helicopter import Actor, Helicopter, ProfileEntry, SortieGame
from .command_decision_rulings import Rulings
from .command_decision_shot import Dice
from .command_decision_tables import (
    ENDURANCE_TURNS,
    GROUND_REACH,
    MORALE_PASS,
    REARM_TURNS,
    air_defence_called,
    aircraft_called,
)
from .command_decision_turn import HelicopterTurn
from .dice_log import MORALE

END_OF_TURN = 4  # the window of the morale die


def play_sortie(
    scenario: dict[str, Any], rulings: Rulings, dice: Dice, data_dir: Path
) -> dict[str, list[tuple[Any, ...]]]:
    """Play one game; the tables `game`, `clock` and `turns`."""
    game = sortie_game(scenario, rulings, dice, data_dir)
    last_turn = scenario.get("game", {}).get("turns", 12)
    leave_after = scenario.get("profile", {}).get("leave_after", 0)
    rows: list[tuple[int, str, str]] = []
    loss, sorties = "never", 0
    turn = scenario.get("game", {}).get("entry_turn", 1)
    while turn <= last_turn and loss == "never":
        sorties += 1
        helicopter = Helicopter(rulings)
        endurance_used = 0
        for k in count(1):
            played = HelicopterTurn(game, helicopter, turn, k)
            played.play()
            rows.append(played.row())
            if helicopter.removed_by:
                loss = f"turn {turn} by {helicopter.removed_by}"
                break
            if not helicopter.left_in:
                helicopter.left_in = leaves_by_morale(game, helicopter, turn)
            endurance_used += counts_for_endurance(k, game.entry(k).altitude, rulings)
            time_is_up = endurance_used == ENDURANCE_TURNS
            flies_off = k == leave_after and rulings.voluntary_departure == "yes"
            if not helicopter.left_in and (time_is_up or flies_off):
                helicopter.left_in = "good"
            if helicopter.left_in:
                turn += turns_until_return(helicopter.left_in, rulings)
                break
            turn += 1
            if turn > last_turn:
                break
    attacks = sum(attack != "none" for _turn, _stage, attack in rows)
    return {"game": [(loss, attacks)], "clock": [(len(rows), sorties)], "turns": list(rows)}


def counts_for_endurance(k: int, altitude: str, rulings: Rulings) -> bool:
    """Whether this turn is one of the two (1.4.3a; `endurance_arrival_turn_counts`, `endurance_landed_counts`)."""
    if k == 1 and rulings.endurance_arrival_turn_counts == "no":
        return False
    return altitude != "landed" or rulings.endurance_landed_counts == "yes"


def turns_until_return(morale: str, rulings: Rulings) -> int:
    """Turns from the one in which it left to the one in which it may be back (B12; `rearm_partial_turn_counts`)."""
    return REARM_TURNS[morale] + (0 if rulings.rearm_partial_turn_counts == "yes" else 1)


def leaves_by_morale(game: SortieGame, helicopter: Helicopter, turn: int) -> str:
    """The morale check at the end of the turn: "" when it stays, else shaken or demoralised (1.4.3c; D6)."""
    must_check = {
        "none": False,
        "when_forced_back": helicopter.forced_back,
        "when_penalised_2_or_more": helicopter.penalties.reached_2,
        "every_turn": True,
    }[game.rulings.chopper_morale_trigger]
    if not must_check:
        return ""
    die = game.dice.hand(turn, END_OF_TURN, 0, MORALE, 0, "upper").die(10)
    failed_by = die - MORALE_PASS[game.crew_quality]
    if failed_by <= 0:
        return ""
    return "shaken" if failed_by <= 3 else "demoralised"


def sortie_game(scenario: dict[str, Any], rulings: Rulings, dice: Dice, data_dir: Path) -> SortieGame:
    """Read a scenario of kind `sortie`."""
    helicopter = scenario["helicopter"]
    unit = aircraft_called(helicopter["unit"], data_dir)
    profile, ground = scenario.get("profile", {}), scenario.get("ground", {})
    groups = air_defence_of(scenario, data_dir)
    return SortieGame(
        rulings=rulings,
        dice=dice,
        target=Target(
            is_helicopter=True,
            flares=bool(helicopter.get("flares", unit.flares)),
            ecm=bool(helicopter.get("ecm", unit.ecm)),
            irs=bool(helicopter.get("irs", unit.irs)),
            sight=unit.sight,
            behind_cover=bool(profile.get("behind_cover", True)),
        ),
        crew_quality=helicopter.get("crew_quality", "regular"),
        weapon=helicopter.get("weapon", unit.best_weapon),
        fire_and_forget=unit.fire_and_forget,
        profile=profile_of(profile),
        after_firing=profile.get("after_firing", "hide"),
        altitude_change_used=bool(profile.get("altitude_change_used", False)),
        visibility=scenario.get("game", {}).get("visibility", "clear"),
        air_defence=groups,
        ground_weapons=ground_weapons_of(scenario, first_number=sum(len(group) for group in groups)),
        collective=collective_army(ground, rulings),
        nearest_enemy_in=ground.get("nearest_enemy_in", 10),
        terrain=scenario.get("terrain", {}),
    )


def profile_of(profile: dict[str, Any]) -> tuple[ProfileEntry, ...]:
    """The profile turn by turn; of each key the last value repeats."""
    keys = (profile["altitude"], profile.get("inches_moved", 0), profile.get("fires", "auto"))
    lists = [key if isinstance(key, list) else [key] for key in keys]
    length = max(len(values) for values in lists)
    altitudes, inches, fires = ([*values, *[values[-1]] * (length - len(values))] for values in lists)
    return tuple(ProfileEntry(*entry) for entry in zip(altitudes, inches, fires, strict=True))


def air_defence_of(scenario: dict[str, Any], data_dir: Path) -> tuple[tuple[Actor, ...], ...]:
    """The AA systems, `count` of each entry, numbered in the order of the file; a combination is a pair."""
    numbers = count()
    groups = []
    for entry in scenario.get("air_defence", []):
        units = [entry["unit"]]
        if entry.get("guns", "none") != "none":
            units.append(entry["guns"])
        firers = [
            Firer(
                system=air_defence_called(unit, data_dir),
                range_in=entry["range_in"],
                terrain=entry.get("terrain", "open"),
                suppressed=bool(entry.get("suppressed", False)),
                ground_role=bool(entry.get("ground_role", True)),
            )
            for unit in units
        ]
        for _ in range(entry.get("count", 1)):
            groups.append(tuple(Actor(next(numbers), system=firer) for firer in firers))
    return tuple(groups)


def ground_weapons_of(scenario: dict[str, Any], first_number: int) -> tuple[Actor, ...]:
    """The ground weapons, numbered after the AA systems."""
    numbers = count(first_number)
    actors = []
    for entry in scenario.get("ground_fire", []):
        kind = entry["weapon"]
        reach = entry["reach_in"] if "reach_in" in entry else GROUND_REACH[kind]
        weapon = GroundWeapon(kind, entry["range_in"], reach, bool(entry.get("suppressed", False)))
        actors += [Actor(next(numbers), weapon=weapon) for _ in range(entry.get("count", 1))]
    return tuple(actors)
