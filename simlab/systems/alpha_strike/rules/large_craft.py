"""DropShips, small craft and airships: arcs, numbers of attacks, hovering (section 15)."""

from simlab.jit import rule

MOST_ATTACKS = 4  # of a DropShip in a turn (AS-15.1)


def forward_arcs(unit_type: str, move_mode: str, has_arcs: bool, one_attack: bool) -> int:
    """Arcs that may attack an enemy ahead: Nose, Left and Right of an aerodyne, else one (AS-15.1, AS-15.2).

    one_attack: small craft attack once a turn (ruling small_craft_arcs).

    >>> forward_arcs("DA", "a", True, False), forward_arcs("SC", "a", True, True), forward_arcs("DS", "p", True, False)
    (3, 1, 1)
    """
    if not has_arcs or (unit_type == "SC" and one_attack):
        return 1
    return 3 if move_mode == "a" else 1


def most_attacks(unit_type: str, arcs: int, one_attack: bool) -> int:
    """Attacks of one turn: one for each arc, four at most; one without arcs (AS-3.3, AS-15.1)."""
    if arcs <= 1 or (unit_type == "SC" and one_attack):
        return 1
    return min(arcs, MOST_ATTACKS)


def air_to_ground_arcs(unit_type: str, move_mode: str, spheroid_strikes_rear: bool) -> dict[str, tuple[str, ...]]:
    """Arcs for a strafe and for strikes of a large craft in flight (AS-15.1, AS-8.6).

    spheroid_strikes_rear: ruling spheroid_strike_arc. At most one strafe; an arc that strafed does not strike.

    >>> air_to_ground_arcs("DS", "p", True)["strike"], air_to_ground_arcs("DA", "a", True)["strike"]
    (('rear',), ('front', 'left', 'right'))
    """
    if move_mode == "a":
        return {"strafe": ("front",), "strike": ("front", "left", "right")}
    rear = unit_type == "DS" and spheroid_strikes_rear
    return {"strafe": ("front",), "strike": ("rear",) if rear else ("front",)}


@rule
def hover_inches(thrust):
    """Inches a turn that a hovering spheroid or airship may move: half its Thrust, rounded down (AS-15.4)."""
    return thrust >> 1


def may_hover(move_mode: str) -> bool:
    """Spheroids and airships may hover (AS-1.2, AS-15.4)."""
    return move_mode in ("p", "i")
