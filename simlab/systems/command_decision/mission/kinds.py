"""The kind `sortie`: its tables and its example file."""

from __future__ import annotations

import numpy as np

from simlab.contract import Kind, Level
from simlab.outcome import Counted, OutcomeSpace, Row, Table, marginal, whole
from simlab.systems.command_decision.mission.kernel import sortie
from simlab.systems.command_decision.mission.law import exact
from simlab.systems.command_decision.mission.pack import Packed, pack_sortie
from simlab.systems.command_decision.mission.shapes import SortieShape
from simlab.systems.command_decision.mission.shots import ACTOR, EVERYONE, SIGHT_FROM, SIGHT_TO, WINDOW
from simlab.systems.command_decision.mission.silence import notes
from simlab.systems.command_decision.mission.told import moments_of
from simlab.systems.command_decision.rules.state import STAGES

ATTACKS = ("none", *[f"penalty_{total}" for total in range(10)], "penalty_10_or_more")
CAUSES = ("air_defence", "ground_fire")


def space_of(packed: Packed) -> OutcomeSpace:
    """Cells: turns (turn x stage x attack), game (loss x attacks), clock (turns over the table x sorties)."""
    turns = range(1, packed.turns + 1)
    over = [turn for turn in turns if packed.possible[turn].any()]
    numbers = tuple(range(packed.most + 1))
    losses = ("never", *[f"turn {turn} by {cause}" for turn in turns for cause in CAUSES])
    events = Counted(
        "turns", ("turn", "stage", "attack"), tuple((t, s, a) for t in turns for s in STAGES for a in ATTACKS)
    )
    game = Counted("game", ("loss", "attacks"), tuple((loss, n) for loss in losses for n in numbers))
    clock = Counted("clock", ("turns_on_table", "sorties"), tuple((a, b) for a in numbers for b in numbers))
    return OutcomeSpace((events, game, clock), (
        Table("fate", ("fate",), (("survives",), ("lost_to_air_defence",), ("lost_to_ground_fire",)),
              "partition", "game", lambda row: ((_fate(row[0]),),), "the helicopter at the end of the game"),
        Table("survival", ("turn",), tuple((t,) for t in turns), "rates", "game",
              lambda row: tuple((t,) for t in turns if _alive(row, t)),
              "not removed by the end of that turn, on the table or safe off it"),
        Table("losses", ("turn", "cause"), tuple((t, c) for t in over for c in CAUSES), "rates", "game",
              lambda row: _loss(row, over), "removed in that turn, by what"),
        Table("attack_by_turn", ("turn",), tuple((t,) for t in over), "rates", "turns",
              lambda row: ((row[0],),) if row[2] != "none" and row[0] in over else (), "attack delivered in that turn"),
        marginal(game, "attacks", "attacks", numbers, "tally", "attacks delivered over the game"),
        Table("attacks_and_fate", ("attacks", "fate"),
              tuple((n, fate) for n in numbers for fate in ("survives", "lost")), "partition", "game",
              lambda row: ((row[1], "survives" if row[0] == "never" else "lost"),), "attacks delivered, with its fate"),
        Table("penalty_at_fire", ("penalty",), tuple((a,) for a in ATTACKS[1:]), "events", "turns",
              lambda row: ((row[2],),) if row[2] != "none" else (),
              "hit penalty that an attack carries", per="attacks"),
        Table("chain", ("stage",), tuple((s,) for s in STAGES), "events", "turns", lambda row: ((row[1],),),
              "how far air defence got in a turn over the table", per="turns_on_table"),
        Table("chain_by_turn", ("turn", "stage"), tuple((t, s) for t in over for s in STAGES), "rates", "turns",
              lambda row: ((row[0], row[1]),) if row[0] in over else (),
              "the same by turn, as shares of all games"),
        marginal(clock, "turns_on_table", "turns_on_table", numbers, "tally", "turns over the table in the game"),
        marginal(clock, "sorties", "sorties", numbers, "tally", "sorties begun in the game"),
        whole(game, "partition", "how it was lost, with the attacks it made"),
    ))  # fmt: skip


def _fate(loss: object) -> str:
    word = str(loss)
    return "survives" if word == "never" else "lost_to_" + word.split(" by ")[1]


def _loss(row: Row, over: list[int]) -> tuple[Row, ...]:
    if row[0] == "never":
        return ()
    turn, cause = str(row[0]).removeprefix("turn ").split(" by ")
    return ((int(turn), cause),) if int(turn) in over else ()


def _alive(row: Row, turn: int) -> bool:
    return row[0] == "never" or int(str(row[0]).split()[1]) > turn


def cheap(packed: Packed) -> bool:
    """Is the exact law quick? It is where few lines of sight must be remembered from one window to another."""
    return remembered_sights(packed) <= 8 and len(np.unique(packed.acts[:, ACTOR])) <= 64


def feasible(packed: Packed) -> bool:
    """Can the exact law be worked out in minutes? Its states double with each line of sight to remember."""
    return remembered_sights(packed) <= 12


def remembered_sights(packed: Packed) -> int:
    """The most systems of a turn whose line of sight is uncertain and matters in more than one window."""
    most = 0
    for k in range(packed.plans.shape[0]):
        windows: dict[int, set[int]] = {}
        for act in packed.acts[packed.act_starts[k, 0] : packed.act_starts[k, 4]].tolist():
            if act[SIGHT_FROM] > 0 or act[SIGHT_TO] < EVERYONE:
                windows.setdefault(act[ACTOR], set()).add(act[WINDOW])
        most = max(most, sum(len(seen_in) > 1 for seen_in in windows.values()))
    return most


EXAMPLE = """\
title = "Pop-up AH-1S against a ZSU-23-4 and an SA-9"
question = "How survivable is a pop-up chopper?"
system = "command_decision"
kind = "sortie"

[helicopter]
unit = "ah1s_mc"             # id or name; simlab units command_decision lists them
crew_quality = "regular"     # green, trained, regular, experienced, veteran, elite
# weapon = "missile"         # missile, rockets or guns; left out: the first of these that it has
# flares = true              # left out: as its row says; likewise ecm and irs

[profile]
altitude = "popup"           # noe, low, popup, landed; a list gives one for each turn over the table
inches_moved = 0             # above 30 it is too fast for ground fire (3.2.3c)
# fires = "auto"             # auto, opportunity, general, never
# after_firing = "hide"      # or "stay": the move after firing (1.4.6)
# leave_after = 1            # leave early, after so many turns over the table

[game]
turns = 12
# entry_turn = 1
# visibility = "clear"       # or "night"

[[air_defence]]
unit = "zsu23_4"
range_in = 25
# count = 2
# guns = "g2s6"              # the gun half of a gun-missile combination (3.2.7)

[[air_defence]]
unit = "sa9"
range_in = 25

[ground]
collective = "heavy"         # none, normal, heavy, or "army" with army and year (3.2.8)
nearest_enemy_in = 25        # above 20 in, a helicopter firing missiles is exempt

# [[ground_fire]]            # tank_gun, atgm, mg, autocannon, aa_gun at a slow helicopter
# weapon = "tank_gun"
# range_in = 40

[rulings]
pop_up_penalty_mode = "abort_band"
"""

SORTIE = Kind(
    name="sortie", level=Level.MISSION, summary="a helicopter over a game of many turns, against a line of air defence",
    shape=SortieShape, pack=pack_sortie, space=space_of, kernel=sortie, packed_type=Packed, exact=exact,
    headline=("fate", ("survives",)), example=EXAMPLE, cheap=cheap, feasible=feasible,
    moments=moments_of, notes=notes,
)  # fmt: skip
