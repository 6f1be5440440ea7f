"""One trial of a `shot` or `combo` told die by die, on the dice that the kernel reads."""

from __future__ import annotations

from typing import Any

from simlab.catalog import Catalog
from simlab.contract import Rulings
from simlab.dice import lower, upper
from simlab.moments import Moment
from simlab.systems.command_decision.addresses import CONFIRM, OPPORTUNITY, PLACE, PREPARATORY, SHOT
from simlab.systems.command_decision.engagement.pack import (
    ACTOR,
    BEARING,
    BLOCKED,
    FIRST,
    NTH,
    SIGHT,
    Packed,
)
from simlab.systems.command_decision.engagement.words import aim_in_words
from simlab.systems.command_decision.rules.hitting import SAVED, ShotCard, penalty_of, stacked
from simlab.systems.command_decision.rules.telling import (
    WHERE_DICE_LIE,
    ShotSetting,
    Told,
    TrialDice,
    chance_in_words,
    shot_told,
)
from simlab.systems.command_decision.stands import CERTAIN, Book

BEFORE = ("none", "minus_1", "minus_2", "minus_3")


def moments_of(
    shape: Any, rulings: Rulings, catalog: Catalog, where: str, packed: Packed, key: int, trial: int
) -> list[Moment]:
    """The one moment of a trial (`Kind.moments`)."""
    return told(shape, rulings, catalog, where, packed, key, trial).moments


def told(
    shape: Any, rulings: Rulings, catalog: Catalog, where: str, packed: Packed, key: int, trial: int
) -> Told:  # fmt: skip
    """The shots of a trial, in their order, and what it counts."""
    teller = Teller(shape, rulings, catalog, where, packed, TrialDice(key, trial))
    for row in packed.shots.tolist():
        if teller.down:
            teller.lines.append("no further shot: the aircraft is gone")
            break
        teller.shot(row)
    return teller.told()


class Teller:
    """Fires shot by shot and keeps what the aircraft has suffered."""

    def __init__(self, shape: Any, rulings: Any, catalog: Catalog, where: str, packed: Packed, dice: TrialDice) -> None:
        self.packed, self.dice = packed, dice
        book = Book(catalog)
        target, row = book.target(shape.target, f"{where}, target.unit")
        entries = [shape.firer] if packed.single else shape.firer
        visual = shape.geometry.visibility == "clear"
        self.lines = [WHERE_DICE_LIE]
        self.names: list[str] = []
        for number, entry in enumerate(entries):
            firer = book.firer(entry, f"{where}, firer.unit")
            at = getattr(entry, "range_in", None)
            distance = shape.geometry.range_in if at is None else at
            name = firer.row.name if packed.single else f"firer {number + 1}, {firer.row.name}"
            aim = aim_in_words(book, firer, target, rulings, distance, visual)
            self.names.append(name)
            self.lines.append(f"{name} at {row.name}: {aim}")
        self.setting = ShotSetting(packed.removal, packed.split_first, packed.converted_penalty, target.is_helicopter)
        self.aircraft = row.name
        self.total, self.uses, self.raw = 0, packed.uses, False
        self.down, self.by, self.before = "", "nobody", "not_engaged"

    def shot(self, row: list[int]) -> None:
        """One row of the list of shots."""
        packed, actor, nth = self.packed, row[ACTOR], row[NTH]
        name = f"{self.names[actor]}, shot {nth + 1}"
        if row[BLOCKED] and self.raw:
            self.lines.append(f"{name}: silent, an abort of the missile was saved (3.2.7b)")
            return
        if not self._sees(row, name):
            return
        card = ShotCard(*row[FIRST : FIRST + len(ShotCard._fields)])
        shot = self.dice.rolled(1, OPPORTUNITY, actor, SHOT, nth)
        more = self.dice.rolled(1, OPPORTUNITY, actor, CONFIRM, nth)
        done = shot_told(card, shot, more, self.setting, self.uses != 0)
        self.uses -= int(done.saves and self.uses > 0)
        words = f"{name}: {done.words}"
        if packed.single and nth == 0:
            self.before = "abort" if done.result >= SAVED else BEFORE[done.result]
        if done.result > SAVED:
            helicopter = self.setting.helicopter
            fates = ("forced_back", "removed") if helicopter else ("sent_home", "lost")
            self.down, self.by = fates[done.result - SAVED - 1], f"firer_{actor + 1}"
        else:
            self.raw = self.raw or done.result == SAVED
            total = int(stacked(self.total, penalty_of(done.result, packed.converted_penalty), packed.stacking))
            if total != self.total:
                words += f"; total penalty -{total} (ruling penalty_stacking)"
            self.total = total
        self.lines.append(words)

    def _sees(self, row: list[int], name: str) -> bool:
        """Line of sight, and the arc of a missile at a plane that may show any side (3.2.3i to 3.2.3k)."""
        if row[SIGHT] == CERTAIN and row[BEARING] == CERTAIN:
            return True
        place = self.dice.rolled(1, PREPARATORY, row[ACTOR], PLACE, 0)
        if row[SIGHT] < CERTAIN and not upper(place.word) < row[SIGHT]:
            why = f"no line of sight ({chance_in_words(upper(place.word), row[SIGHT])} {place.at})"
            self.lines.append(f"{name}: not fired" + (f", {why}" if row[SIGHT] else ""))
            return False
        if not lower(place.word) < row[BEARING]:
            why = chance_in_words(lower(place.word), row[BEARING])
            self.lines.append(f"{name}: not fired, it is not in its arc ({why} {place.at}; 3.2.3j, 3.2.3k)")
            return False
        return True

    def told(self) -> Told:
        """The trial told, with what it counts."""
        capped = min(self.total, self.packed.cap)
        effect = "none" if capped == 0 else "minus_10_or_more" if capped == 10 else f"minus_{capped}"
        stays = "stays" if self.setting.helicopter else "flies_on"
        end = ("abort", self.down) if self.down else (effect, stays)
        first = self.before if self.packed.single else self.by
        cap = f" (capped at {self.packed.cap})" if capped < self.total else ""
        carries = f", with a penalty of {capped}{cap}" if not self.down and self.total else ""
        self.lines.append(f"{self.aircraft}: {end[1].replace('_', ' ')}{carries}")
        return Told([Moment("The fire", self.lines)], {"engagement": [(first, *end)]})
