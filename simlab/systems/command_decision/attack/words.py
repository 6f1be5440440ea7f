"""An attack on stands in words: where it falls, whom it touches, every roll; for replays of every kind that attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from simlab.systems.command_decision.attack.pack import (
    ACTOR,
    AT_LEAST,
    EFFECTS,
    FIRST,
    HE_ON,
    HITS_ON,
    LAST,
    NTH,
    ROLLS_A_SPOT,
)
from simlab.systems.command_decision.attack.salvo import Salvo
from simlab.systems.command_decision.attack.weapons import Dropped
from simlab.systems.command_decision.rules.attacks import (
    ELIMINATED,
    EVERY_FACE,
    FORCED_BACK,
    SUPPRESSED,
    GroundRules,
    GroundStand,
)
from simlab.systems.command_decision.rules.telling import (
    Rolled,
    effects_in_words,
    faces_of_bits,
    inches,
    roll_told,
    terms_in_words,
    worst_in_words,
)
from simlab.systems.command_decision.rules.terms import he_terms, hit_terms

LOADS = {
    "bombs": "bombs", "at_cluster": "AT cluster bombs", "rockets": "rockets", "guns": "guns", "door_guns": "door guns",
    "atgm": "anti-tank missiles", "asm": "air-to-surface missiles", "arm": "anti-radar missiles", "gb": "guided bombs",
}  # fmt: skip


class OnTheGround(NamedTuple):
    """The stands that an attack meets: their names, how rules see them, the rulings and tables."""

    names: Sequence[str]
    grounds: Sequence[GroundStand]
    rulings: Any
    rules: GroundRules


class Struck(NamedTuple):
    """What an attack did. worst: result of each stand; hits: numbers of the stands of rolls that hit; lines: of it."""

    worst: list[int]
    hits: list[int]
    lines: list[str]


def layout_in_words(dropped: Dropped, salvo: Salvo, ground: OnTheGround) -> Iterator[str]:
    """Where a salvo falls and what lies under it."""
    load = LOADS[dropped.ordnance.load]
    if dropped.ordnance.warhead in ("heat", "flechette"):
        load += f" ({dropped.ordnance.warhead})"
    if not salvo.areas:
        yield f"{load}: ROF {dropped.rof}, no attack"
        return
    yield f"{load}: ROF {dropped.rof}" + (", suppression only (2.3.2c)" if salvo.limited else "")
    for number, ((centre, rolls), under) in enumerate(zip(salvo.areas, salvo.touched, strict=True)):
        names = ", ".join(ground.names[stand] for stand in under) or "nobody"
        if salvo.by_stands:
            yield f"  attack {number + 1} at {names}"
        else:
            many = f", {rolls} rolls a stand" if rolls > 1 else ""
            yield f"  area {number + 1}, {dropped.side / 1000:g} in square at {inches(centre)}{many}: touches {names}"


def needs_in_words(dropped: Dropped, salvo: Salvo, stand: int, ground: OnTheGround) -> str:
    """The hit number of a roll at a stand part by part, and what its effect die does."""
    card, ordnance = salvo.cards[stand], dropped.ordnance
    about = ground.grounds[stand], ordnance, ground.rulings, ground.rules
    words = f"{terms_in_words(hit_terms(*about))}, hits on {faces_of_bits(card.hits_on)}"
    if card.he_on != EVERY_FACE:
        words += f"; HE die {terms_in_words(he_terms(*about))}"
    return f"{words}; effect die (D4): {effects_in_words(card.effects)}"


def struck_by(
    packed: Any, loads: Sequence[Dropped], salvos: Sequence[Salvo], ground: OnTheGround,
    roll: Callable[[int, int], Rolled], there: Callable[[int], bool] = lambda stand: True,
) -> Struck:  # fmt: skip
    """Every roll of an attack, stand by stand.

    packed: the attack as kind bombing packs it; roll: (actor, nth) -> its dice; there: is this stand there at all?
    """
    worst, hits, lines = [0] * len(packed.stands), [], []
    firsts = [sum(len(salvo.areas) for salvo in salvos[:number]) for number in range(len(salvos))]
    for stand, row in enumerate(packed.stands.tolist()):
        if row[AT_LEAST] == 0 or not there(stand):
            continue
        result, said = row[AT_LEAST], -1
        lines.append(f"{ground.names[stand]}: {worst_in_words(result)} at least")
        for one in packed.rolls[row[FIRST] : row[LAST]].tolist():
            area = one[NTH] // ROLLS_A_SPOT
            salvo = max(number for number, first in enumerate(firsts) if first <= area)
            if salvo != said:
                lines.append(f"  {needs_in_words(loads[salvo], salvos[salvo], stand, ground)}")
                said = salvo
            done = roll_told(one[HITS_ON], one[EFFECTS], one[HE_ON], roll(one[ACTOR], one[NTH]))
            what = "attack" if salvos[salvo].by_stands else "area"
            lines.append(f"  {what} {area - firsts[salvo] + 1}: {done.words}")
            result = max(result, done.result)
            hits += [stand] if done.result > 0 else []
        worst[stand] = result
        lines.append(f"  {ground.names[stand]}: {worst_in_words(result)}")
    return Struck(worst, hits, lines)


def totals_of(worst: Sequence[int], own: Sequence[bool]) -> dict[str, list[tuple]]:
    """What the results of stands add up to: blocks joint, forced_back_enemy, suppressed_enemy."""
    enemies = [result for result, mine in zip(worst, own, strict=True) if not mine]
    lost = sum(result == ELIMINATED and mine for result, mine in zip(worst, own, strict=True))
    return {
        "joint": [(enemies.count(ELIMINATED), lost)],
        "forced_back_enemy": [(enemies.count(FORCED_BACK),)],
        "suppressed_enemy": [(sum(result >= SUPPRESSED for result in enemies),)],
    }
