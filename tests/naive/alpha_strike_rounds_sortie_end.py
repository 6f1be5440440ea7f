"""The End Phase of a sortie, for the naive twin of Alpha Strike (section 4.7 of ROUNDS.md)."""

from typing import Any

from .alpha_strike_rounds_air import CONTROL, tail_modifier
from .alpha_strike_rounds_map import CENTRAL, one_step
from .alpha_strike_rounds_return_fire import END_WINDOW, THRUSTER_MODIFIER
from .alpha_strike_rounds_units import two_dice

BREAK_OFF, ENGINE = 5, 9
FIRST_GROUND = 64
MOST_OUTSIDE = {"2_per_turn": 2, "2_per_attack": 4, "uncapped": 4}


def end_phase(game: Any) -> None:
    """All steps in order."""
    damage_takes_effect(game)
    for one in game.aircraft:
        if one.present:
            damage_control_rolls(game, one)
    for one in game.aircraft:
        one.unit.bombs = len(one.aboard)
        if one.present:
            one.unit.end_of_turn_heat(one.points_used, one.used_weapons)
    for ground in game.grounds:
        if not ground.unit.lost:
            heat_of_ground(game, ground)
    engagements(game)
    for one in game.aircraft:
        if one.present and (one.unit.without_thrust() or one.shut_down):
            fall(game, one)
    for one in game.aircraft:
        if one.present and one.going_home and one.zone == one.home and not game.pairs_of(one):
            one.gone = True
    for ground in game.grounds:
        ground.stunned, ground.stun_coming = ground.stun_coming, False


def damage_takes_effect(game: Any) -> None:
    """Step 1."""
    if game.rulings["damage_timing"] == "immediate":
        return
    for one in game.aircraft:
        for instance in one.instances:
            game.apply(False, one.number, instance)
    for ground in game.grounds:
        for instance in game.ground_turns[ground.number].instances:
            game.apply(True, ground.number, instance)


def damage_control_rolls(game: Any, one: Any) -> None:
    """Step 2 for one aircraft (AS-14.3)."""
    places = [place for _, _, place in one.instances]
    if places and game.rulings["control_roll_once"] == "once":
        places = [0]
    for place in places:
        if not one.present:
            return
        number = one.unit.control_number() + (THRUSTER_MODIFIER if one.unit.thruster else 0)
        failed = one.shut_down
        if not failed:
            hand = game.dice.hand(game.turn, END_WINDOW, one.number, CONTROL, place, "upper")
            failed = two_dice(hand) < number
        if failed:
            fall(game, one)


def fall(game: Any, one: Any) -> None:
    """One step down (AS-14.4)."""
    ruling = game.rulings["damage_control_loss"]
    if ruling == "leave_zone":
        one.gone = True
    elif ruling == "altitude_track":
        if one.altitude == 0:
            one.unit.lost = "crash"
        else:
            one.altitude -= 1
            return
    elif ruling == "ring_inward_crash_in_central":
        if one.zone == CENTRAL:
            one.unit.lost = "crash"
        else:
            one.zone = one_step(one.zone, CENTRAL)
    else:
        return
    game.end_engagements_of(one)


def heat_of_ground(game: Any, ground: Any) -> None:
    """Step 3 for a ground unit."""
    turn, unit = game.ground_turns[ground.number], ground.unit
    outside = min(sum(turn.outside_heat), MOST_OUTSIDE[game.rulings["inferno_heat_cap"]])
    in_water = ground.entry.get("in_water", False) or ground.entry.get("depth", 0) > 0
    unit.end_of_turn_heat(turn.points_used, turn.used_weapons, in_water, outside)
    tame = unit.card.has("EE") or unit.card.has("FC")
    if unit.card.kind == "mech" and tame and unit.engine and turn.used_weapons:
        hand = game.dice.hand(game.turn, END_WINDOW, FIRST_GROUND + ground.number, ENGINE, 0, "upper")
        if two_dice(hand) == 12:
            unit.lost = "critical"


def engagements(game: Any) -> None:
    """Step 4."""
    for pair in list(game.engaged):
        a, d = (game.aircraft[number] for number in pair)
        if not a.present or not d.present or a.zone != d.zone:
            del game.engaged[pair]
    ruling = game.rulings["engagement_end"]
    if ruling == "end_phase":
        game.engaged.clear()
    if ruling != "break_roll":
        return
    for pair in sorted(game.engaged):
        both = [game.aircraft[number] for number in pair]
        for one, half, state in zip(both, ("upper", "lower"), game.engaged[pair]["tails"], strict=True):
            if one.shut_down or not (one.role == "strike" or one.going_home):
                continue
            hand = game.dice.hand(game.turn, END_WINDOW, pair[0], BREAK_OFF, pair[1], half)
            if two_dice(hand) >= one.unit.control_number() + tail_modifier(state):
                del game.engaged[pair]
                break
