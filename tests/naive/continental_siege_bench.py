"""A bench for single attacks of Continental Siege: a few units in one hex, and the exact law of what they do."""

from collections.abc import Callable, Hashable
from contextlib import suppress
from fractions import Fraction
from typing import Any

from .continental_siege_aim import Shooter
from .continental_siege_attack import attack
from .continental_siege_bombs import drop
from .continental_siege_dice import FIRE, MOVEMENT
from .continental_siege_doctrines import Doctrine
from .continental_siege_rulings import Rulings
from .continental_siege_setup import DEFAULT_POLICIES
from .continental_siege_state import ATTACKER, DEFENDER, Battle, BattleOver, PhaseRecord, Target, Unit
from .continental_siege_tables import scenario_rows
from .every_face import Walk, law_of

HERE, ELSEWHERE = (7, 5), (0, 0)
State = Hashable
Law = dict[Any, Fraction]


class WalkingDice:
    """Dice that show every face in turn; no address twice."""

    def __init__(self, walk: Walk):
        self.walk = walk
        self.taken: set[tuple[int, ...]] = set()

    def face(self, sides: int, *address: int) -> int:
        """The face of this branch."""
        assert address not in self.taken
        self.taken.add(address)
        return 1 + self.walk.branch([Fraction(1, sides)] * sides)


class Bench:
    """Units in one hex; the CP and the attacker's Ogre or fortress stand elsewhere unless they are asked for."""

    def __init__(self, walk: Walk, rulings: dict[str, object] | None = None, capital: str = "ogre_mk3"):
        doctrines = {side: Doctrine({}, side, DEFAULT_POLICIES) for side in (DEFENDER, ATTACKER)}
        self.battle = Battle(WalkingDice(walk), Rulings(rulings), scenario_rows()["mk3_attack"], doctrines)  # type: ignore[arg-type]
        self.battle.player_turn = 1
        self.cp = self._put("cp", DEFENDER, ELSEWHERE)
        self.capital = self._put(capital, ATTACKER, ELSEWHERE)
        self.witness = self._put("gev", DEFENDER, ELSEWHERE)  # so that the defence never ends

    def _put(self, name: str, side: str, a: tuple[int, int]) -> Unit:
        unit = self.battle.add(name, side)
        unit.status, unit.hex, unit.facing, unit.flown = "play", a, 0, 0
        return unit

    def put(self, name: str, side: str, disabled: bool = False) -> Unit:
        """A unit in the hex."""
        unit = self._put(name, side, HERE)
        if disabled:
            unit.recover = (9, "end")
        return unit

    def squads(self, number: int) -> list[Unit]:
        """A group of the defender's squads."""
        return [self.put("infantry_squad", DEFENDER) for _ in range(number)]

    def begin(self, side: str, phase: int = FIRE) -> None:
        """A phase of a side."""
        self.battle.side, self.battle.phase, self.battle.record = side, phase, PhaseRecord()

    def fire(self, shooters: list[Shooter], target: Unit, system: str = "") -> None:
        """One attack; the end of the battle is taken quietly."""
        with suppress(BattleOver):
            attack(self.battle, shooters, Target(target.id, system))

    def bomb(self, unit: Unit, system: str = "bombload", loads: int = 1) -> None:
        """Drop loads in the hex."""
        if self.battle.phase != MOVEMENT:
            self.begin(unit.side, MOVEMENT)
        with suppress(BattleOver):
            drop(self.battle, unit, system, loads, None)


def fate(unit: Unit) -> str:
    """ok, disabled or destroyed."""
    return "destroyed" if not unit.in_play else "disabled" if unit.disabled else "ok"


def chain(start: State, step: Callable[[Any, Walk], State], times: int) -> Law:
    """The law of a state after a step has been made so many times."""
    law: Law = {start: Fraction(1)}
    known: dict[Any, Law] = {}
    for _ in range(times):
        after: Law = {}
        for state, p in law.items():
            if state not in known:
                known[state] = law_of(lambda walk, state=state: step(state, walk))  # type: ignore[misc]
            for new, q in known[state].items():
                after[new] = after.get(new, Fraction(0)) + p * q
        law = after
    return law
