"""The missile matrix of clause 3.2.6.3a: from what may be fired at each range to the cells that players print.

Nothing is decided here about ranges or saves: stretches of ranges are found by asking the clauses themselves, so every
ruling that moves a limit moves the matrix. Distances in table inches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any, NamedTuple

from simlab.systems.command_decision.rules.air_defence import Eligible, Firer, Target
from simlab.systems.command_decision.rules.hitting import save_faces
from simlab.systems.command_decision.rulings import DefaultQuality, PopUpPenaltyMode

MOST_HALVINGS = 4  # NOE, chop, suppressor (3.2.3g, 3.2.3h, 3.2.6.1a) and a pop-up penalty that halves (1.4.2f)
ASPECTS = {"TCIR": "rear 90 deg", "IAIR": "not front 90 deg"}  # 3.2.3j, 3.2.3k
NO_SAVE = "-"


class Stretch(NamedTuple):
    """Ranges at which a shot is taken in one way: limits, a distance surely inside, and how it is taken."""

    near_in: float
    far_in: float
    inside_in: float
    shot: Eligible


def possible_limits(firer: Firer, other_limits: Iterable[float] = ()) -> list[float]:
    """Every distance at which a firer's shots can change: its ranges, whole and halved, and others, in order.

    Limits that turn out not to be any do no harm: `stretches` joins what is alike on both sides.
    """
    printed = (firer.min_range_in, firer.max_range_in, firer.manual_range_in, firer.fc_range_in)
    halved = {limit / 2**times for limit in printed for times in range(MOST_HALVINGS + 1)}
    return sorted({0.0, *halved, *other_limits})


def stretches(shot_at: Callable[[float], Eligible | None], limits: list[float]) -> list[Stretch]:
    """The stretches of ranges at which something may be fired, nearest first.

    shot_at: how it is fired at a distance, None where it is not; it must be constant between neighbouring ``limits``
    (ascending), and None beyond the last. The limits themselves are asked too: rulings may count them in or out.

    >>> stretches(lambda distance: Eligible("sam") if 20 <= distance <= 180 else None, [0.0, 20.0, 90.0, 180.0])
    [Stretch(near_in=20.0, far_in=180.0, inside_in=20.0, shot=Eligible(mode='sam', penalty=0))]
    """
    pieces = [(limits[0], limits[0], limits[0])]
    for near, far in pairwise(limits):
        pieces += [(near, far, (near + far) / 2), (far, far, far)]
    found: list[Stretch] = []
    before: Eligible | None = None
    for near, far, inside in pieces:
        shot = shot_at(inside)
        if shot is not None and shot == before:
            found[-1] = found[-1]._replace(far_in=far)
        elif shot is not None:
            found.append(Stretch(near, far, inside, shot))
        before = shot
    return found


def aspect_note(firer: Firer, is_plane: Iterable[bool]) -> str:
    """The note of the matrix: from where a missile may be fired at a plane; no such limit at helicopters (3.2.3i)."""
    planes = list(is_plane)
    aspect = ASPECTS.get(firer.row.guidance, "") if firer.is_missile and any(planes) else ""
    return aspect if all(planes) or not aspect else f"planes: {aspect}"


def printed_quality(firer: Firer, rulings: Any) -> str:
    """The column Quality: lowest to highest face that aborts (3.2.4b, 3.2.4e); a blank row reads as default_quality."""
    return firer.row.quality or ("9-10" if rulings.default_quality == DefaultQuality.STANDARD else "10")


def printed_save(firer: Firer, target: Target, shot: Eligible, rulings: Any, constants: dict[str, float]) -> str:
    """Faces that save (3.2.6.2d), or a dash: no usable countermeasure, or immunity (3.2.6.2e, 3.2.6.2f).

    A shot taken with the pop-up penalty (1.4.2f) says so, since it is not the shot that the row describes.
    """
    saves = [f"1-{face}" for face in save_faces(firer, target, shot, rulings, constants) if face]
    penalised = shot.penalty > 0 and rulings.pop_up_penalty_mode != PopUpPenaltyMode.NONE
    return (" then ".join(saves) or NO_SAVE) + (f" (pop-up {shot.penalty})" if penalised else "")
