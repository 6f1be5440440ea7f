"""What the rulings leave of the edge of the map for aircraft (11.10, P36)."""

from __future__ import annotations

from typing import Any

from simlab.systems.continental_siege.rulings import movement

USUAL_DELAY = 3  # own player-turns until the return (P36)


def touching(rulings: Any) -> bool:
    """Is an aircraft back on the map as soon as it enters it (ruling `offmap_return_test`)? Others are never flown."""
    follows = rulings.offmap_tracking == "virtual_grid"
    return follows and rulings.offmap_return_test == movement.OffmapReturnTest.ENTERS_MAP


def tracked(rulings: Any) -> dict[str, int]:
    """How an aircraft off the map is handled, and after how many own turns it is back (ruling `offmap_tracking`)."""
    word = rulings.offmap_tracking
    if word in ("virtual_grid", "removed"):
        return {"TRACKING": 0 if word == "virtual_grid" else 2, "DELAY": 0}
    return {"TRACKING": 1, "DELAY": USUAL_DELAY if word == "fixed_delay" else int(word)}
