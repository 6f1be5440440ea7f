"""Ground movement of Continental Siege: paths, the Ogre and its rams, everybody else (B3, B14, P9, P15, P16, P37).

R-numbers are those of simlab/systems/continental_siege/BATTLE.md.
"""

from fractions import Fraction

from .continental_siege_attack import disable, lose_boxes
from .continental_siege_dice import RAM
from .continental_siege_hexes import (
    CRATERS,
    Hex,
    distance,
    edge_hexes,
    goes_over,
    in_arc,
    neighbours,
    on_map,
)
from .continental_siege_state import Battle, Unit
from .continental_siege_terrain import CLIMBERS, FAR, may_step, points_to, spread
from .continental_siege_weighted import best_end, ogre_sum

# Units that are no Ogre.


def legal_hexes(battle: Battle, unit: Unit, points: int) -> dict[Hex, int]:
    """Hex -> points spent, for every hex in which a ground unit may end its move (section 6e, R4)."""
    enemies = {other.hex for other in battle.on_board(battle.other(unit.side)) if not other.flies}
    climbs = unit.name in CLIMBERS
    reached = spread(
        [unit.where], lambda here, there: there not in enemies and may_step(here, there, climbs), limit=points
    )
    return {a: spent for a, spent in reached.items() if a == unit.hex or _is_free(battle, unit, a)}


def _is_free(battle: Battle, unit: Unit, a: Hex) -> bool:
    own = [other for other in battle.on_board(unit.side) if other.hex == a and not other.flies]
    enemies = battle.on_board(battle.other(unit.side))
    blocked = battle.rulings["ground_units_and_aircraft"] == "enemy_hex_blocked"
    if blocked and any(enemy.hex == a and enemy.flies for enemy in enemies):
        return False
    if unit.kind == "infantry":
        return len(own) < 3 and all(other.kind == "infantry" for other in own)
    return not own


def goal_of(battle: Battle, unit: Unit) -> Unit | None:
    """The enemy a ground unit moves towards (P16, R5)."""
    enemies = battle.on_board(battle.other(unit.side))
    aircraft = [enemy for enemy in enemies if enemy.flies]
    if unit.name == "light_aa" and aircraft:
        return min(aircraft, key=lambda enemy: (distance(unit.where, enemy.where), enemy.hex, enemy.id))
    return next((enemy for enemy in enemies if enemy.kind == "ogre"), None)


def move_ground_unit(battle: Battle, unit: Unit, points: int, second: bool = False) -> None:
    """Move one ground unit by its side's policy."""
    hook = {"infantry": "infantry_move", "aa": "aa_move"}.get(unit.kind, "ground_move")
    if unit.name == "gev":
        hook = "gev_second_move" if second else "gev_move"
    policy = battle.policy(unit.side, hook)
    if policy == "hold" or unit.disabled or not points:
        return
    goal = goal_of(battle, unit)
    if goal is None:
        return
    legal = legal_hexes(battle, unit, points)
    goal_hex = goal.where
    if policy == "weighted":
        _go(battle, unit, best_end(battle, unit, legal, goal_hex, battle.weights(unit.side, hook)))
        return
    if policy == "screen_cp":
        near = {a: spent for a, spent in legal.items() if distance(a, battle.cp_hex) <= 3}
        if not near:
            _go(battle, unit, min(legal, key=lambda a: (distance(a, battle.cp_hex), legal[a], a)))
            return
        legal = near
    if policy == "gev_hit_and_run" and unit.name == "gev" and second:
        _go(battle, unit, min(legal, key=lambda a: (-distance(a, goal_hex), legal[a], a)))
        return
    table = points_to(goal_hex, unit.name in CLIMBERS)
    away = {a: table.get(a, FAR) for a in legal}
    reach = unit.type.range
    outside = [a for a in legal if away[a] >= reach]
    if outside:
        best = min(outside, key=lambda a: (away[a], legal[a], a))
    else:
        best = min(legal, key=lambda a: (-away[a], legal[a], a))
    _go(battle, unit, best)


def _go(battle: Battle, unit: Unit, there: Hex) -> None:
    if there != unit.hex:
        battle.log.append(("move", battle.player_turn, unit.id, unit.hex, there))
        unit.hex = there


def turn_aa(battle: Battle, unit: Unit) -> None:
    """Ruling `aa_arc`: after its move an AA unit turns by at most one corner, to have most enemy aircraft in arc."""
    aircraft = [enemy for enemy in battle.on_board(battle.other(unit.side)) if enemy.flies]
    exclusive = battle.rulings["arc_boundary"] == "exclusive"

    def aimed(facing: int) -> int:
        return sum(
            distance(unit.where, enemy.where) <= unit.type.range and in_arc(unit.where, facing, enemy.where, exclusive)
            for enemy in aircraft
        )

    if unit.fit:
        choices = [(unit.facing + turn) % 6 for turn in (-1, 0, 1)]
        unit.facing = min(choices, key=lambda facing: (-aimed(facing), facing != unit.facing, facing))


# The Ogre.


def is_armour(unit: Unit) -> bool:
    """Whether an Ogre rams it (B7, B14, 15.04)."""
    return unit.kind in ("armour", "aa")


class OgreMove:
    """One move of the Ogre."""

    def __init__(self, battle: Battle, ogre: Unit):
        self.battle = battle
        self.ogre = ogre
        self.spent = 0
        self.prey: Unit | None = None

    def run(self) -> None:
        """Enter if need be, then go step by step towards the goal (P37)."""
        battle, ogre = self.battle, self.ogre
        if ogre.status == "waiting":
            self._enter()
        while ogre.in_play and self.spent < battle.movement_allowance(ogre):
            step = self._next_step()
            if step is None:
                return
            self._take(step)

    def _enter(self) -> None:
        """P9, R13: the south-edge hex with the shortest path to the goal."""
        hexes = [a for a in edge_hexes("south") if a not in CRATERS]
        if self._is_weighted():
            self.ogre.status = "play"
            self._take(self._heaviest(hexes))
            return
        goals = self._goals(hexes)
        away = self._points_to(goals)
        self.ogre.status = "play"
        self._take(min(hexes, key=lambda a: (away.get(a, FAR), a)))

    def _goals(self, from_hexes: list[Hex]) -> list[Hex]:
        """The goal hex; the hexes of the south edge if the way leads out."""
        battle = self.battle
        if battle.policy(self.ogre.side, "ogre_move") != "hunter":
            if battle.command_post.in_play:
                return [battle.command_post.where]
            return edge_hexes("south")
        if self.prey is None or not self.prey.on_map:
            self.prey = self._best_prey(from_hexes)
        return [self.prey.where] if self.prey else edge_hexes("south")

    def _best_prey(self, from_hexes: list[Hex]) -> Unit | None:
        """`hunter` (R12)."""
        battle = self.battle
        prey = battle.ground_heads(battle.other(self.ogre.side))

        def value(unit: Unit) -> Fraction:
            attack = len(battle.squads_with(unit)) if unit.kind == "infantry" else unit.type.attack
            return Fraction(attack, min(distance(a, unit.where) for a in from_hexes) + 1)

        return min(prey, key=lambda unit: (-value(unit), unit.order()), default=None)

    def _is_closed(self, a: Hex) -> bool:
        """After the second ram the Ogre may not enter a hex with enemy armour (B14); it need not enter its own."""
        battle = self.battle
        if a == self.ogre.hex:
            return False
        last_point = self.spent + 1 >= battle.movement_allowance(self.ogre)
        if battle.rulings["ground_units_and_aircraft"] == "enemy_hex_blocked" and last_point:  # R69
            enemies = battle.on_board(battle.other(self.ogre.side))
            if any(enemy.flies and enemy.hex == a for enemy in enemies):
                return True
        if battle.rams < 2:
            return False
        hard_cp = int(battle.rulings["cp_defence"]) > 0
        return any(
            unit.hex == a and (is_armour(unit) or (unit.kind == "structure" and hard_cp))
            for unit in battle.on_board(battle.other(self.ogre.side))
        )

    def _may_step(self, here: Hex, there: Hex) -> bool:
        return may_step(here, there, climbs=True) and not self._is_closed(there)

    def _points_to(self, goals: list[Hex]) -> dict[Hex, int]:
        """Points from every hex to the nearest goal; a closed goal cannot be reached."""
        open_goals = [
            goal for goal in goals if goal not in CRATERS and (goal == self.ogre.hex or not self._is_closed(goal))
        ]
        return spread(open_goals, self._may_step)

    def _next_step(self) -> Hex | None:
        """The lowest neighbour on a shortest path (R8); None = stay."""
        here = self.ogre.where
        if self._is_weighted():
            best = self._heaviest([here, *(a for a in neighbours(here) if self._may_step(here, a))])
            return None if best == here else best
        goals = self._goals([here])
        leaving = goals == edge_hexes("south")
        if here in goals:
            if not leaving:
                return None
            return min(there for there in neighbours(here) if goes_over("south", here, there))
        away = self._points_to(goals)
        if here not in away:  # P15, R9
            reached = spread([here], self._may_step)
            nearest = min(reached, key=lambda a: (min(distance(a, goal) for goal in goals), a))
            if nearest == here:
                return None
            away = spread([nearest], self._may_step)
        steps = [there for there in neighbours(here) if self._may_step(here, there) and there in away]
        return min(steps, key=lambda there: (away[there], there))

    def _is_weighted(self) -> bool:
        """W4: while the CP lives."""
        battle = self.battle
        return battle.policy(self.ogre.side, "ogre_move") == "weighted" and battle.command_post.in_play

    def _heaviest(self, hexes: list[Hex]) -> Hex:
        weights = self.battle.weights(self.ogre.side, "ogre_move")
        return min(hexes, key=lambda a: (-ogre_sum(self.battle, self.ogre, a, weights), a))

    def _take(self, there: Hex) -> None:
        """Step into a hex and meet what is there."""
        battle, ogre = self.battle, self.ogre
        self.spent += 1
        battle.log.append(("move", battle.player_turn, ogre.id, ogre.hex, there))
        ogre.hex = there
        if not on_map(there):
            battle.remove(ogre, "left")
            battle.check_end()
            return
        met = [unit for unit in battle.on_board(battle.other(ogre.side)) if unit.hex == there and not unit.flies]
        squads = [unit for unit in met if unit.kind == "infantry"]
        if squads and ogre.boxes["antipersonnel"] > 0:
            battle.remove(squads[0], "destroyed")
        for unit in met:
            if unit.kind == "structure" and battle.rulings["cp_defence"] == "0":
                battle.remove(unit, "destroyed")
            elif is_armour(unit) or unit.kind == "structure":
                self._ram(unit)
        battle.check_end()

    def _ram(self, unit: Unit) -> None:
        """B14: the ram, then its price in treads."""
        battle, ogre = self.battle, self.ogre
        n, battle.rams = battle.rams, battle.rams + 1
        battle.quiet_since = battle.player_turn
        die = 0
        if unit.disabled or unit.type.move == 0:
            destroyed = True
        else:
            die = battle.roll(ogre.id, RAM, n)
            destroyed = die >= (4 if battle.rulings["ogre_ram_roll"] == "4_to_6" else 5)
        battle.log.append(("ram", battle.player_turn, ogre.id, unit.id, die))
        if destroyed:
            battle.remove(unit, "destroyed")
        else:
            disable(battle, unit)
        price = 1 if unit.kind == "structure" else unit.type.treads_cost
        lose_boxes(battle, ogre, "treads", min(Fraction(price), ogre.boxes["treads"]))
