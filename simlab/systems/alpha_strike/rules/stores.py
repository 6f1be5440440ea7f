"""Stores that bomb slots carry beside bombs: slots, and what Arrow IVs and TAG pods do (AS-9.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

FULL_SIZE_ARROWS = ("arrow_iv", "aa_arrow")
FARTHEST_ARROW = 1  # bracket: Medium


def slots_taken(stores: Sequence[Any]) -> int:
    """Bomb slots that a load takes: those of its rows of bombs.csv, one more for the first full-size Arrow IV (AS-9.6).

    >>> from types import SimpleNamespace
    >>> arrow, light = (SimpleNamespace(key=key, slots=1) for key in ("arrow_iv", "light_aa_arrow"))
    >>> slots_taken([arrow, arrow, light]), slots_taken([light])
    (4, 1)
    """
    return sum(store.slots for store in stores) + any(store.key in FULL_SIZE_ARROWS for store in stores)


def arrow_damage(store: Any, bracket: int) -> int:
    """Damage of an air-to-air Arrow IV that hits: its row's, to Medium; nothing beyond (AS-9.6). bracket: 0 Short."""
    return int(store.damage) if bracket <= FARTHEST_ARROW else 0


def designation_number(base: int, store: Any, target_modifier: int) -> int:
    """TN of a TAG pod at one ground target under the path: a strike's, and the pod's own + 2 (AS-9.6).

    base: of a strike by this attacker; target_modifier: movement, type and terrain of the target. A success paints the
    area for laser-guided bombs of this turn (``painted``); the pod stays.
    """
    return int(base + store.to_hit_mod + target_modifier)
