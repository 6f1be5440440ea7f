"""The kind `strike`: its tables and its example file."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.catalog import Catalog
from simlab.contract import Kind, Level, Rulings
from simlab.outcome import Counted, OutcomeSpace, Table, marginal, whole
from simlab.systems.command_decision.rules.attacks import RESULTS
from simlab.systems.command_decision.strike.kernel import strike
from simlab.systems.command_decision.strike.law import exact, exact_fractions, work
from simlab.systems.command_decision.strike.pack import Packed, pack_strike
from simlab.systems.command_decision.strike.rows import CLASSES, SUMS
from simlab.systems.command_decision.strike.shapes import StrikeShape
from simlab.systems.command_decision.strike.told import moments_of

FATES = ("not_arrived", "blocked", "sent_home", "lost", "attacks_primary", "attacks_alternative")
PENALTIES = (*[f"penalty_{total}" for total in range(10)], "penalty_10_or_more")
MORALE = ("good", "shaken", "demoralised")
CHEAP, FEASIBLE = 20_000, 2_000_000
MEANINGS = {
    "arrived": "planes that arrive", "aborted": "planes that air defence aborts, lost ones among them",
    "lost": "planes lost", "attacks": "planes that attack", "attacks_alternative": "planes that attack another point",
    "attacks_own": "planes whose attack touches a stand of their own side",
}  # fmt: skip


def assumptions(shape: StrikeShape, rulings: Rulings, catalog: Catalog) -> list[str]:
    """What this strike takes for granted beyond the values of tables."""
    found = ["planes lay their attacks without regard to what other planes do"]
    if any(stand.dug_in and stand.target != "personnel" for stand in shape.stand):
        found.append("a dug-in gun or vehicle counts as in medium cover against bombs, rockets and guns")
    return found


def _names(packed: Packed) -> Iterator[str]:
    for row in packed.names.tolist():
        yield "".join(chr(letter) for letter in row if letter)


def space_of(packed: Packed) -> OutcomeSpace:
    """Cells, in the order of `rows.Cells`."""
    names, planes = list(_names(packed)), packed.planes.shape[0]
    own_names, rest = names[:planes], names[planes:]
    systems, stands, checks = (
        rest[: packed.entries],
        rest[packed.entries : packed.entries + packed.stands],
        rest[packed.entries + packed.stands :],
    )
    blocks: list[Counted] = []
    tables: list[Table] = []
    for name in own_names:
        block = _plane_block(name, systems)
        blocks.append(block)
        tables += _plane_tables(name, systems, block)
    for sort in SUMS:
        blocks.append(Counted(sort, (sort,), tuple((n,) for n in range(planes + 1))))
        tables.append(whole(blocks[-1], "tally", MEANINGS[sort]))
    blocks.append(Counted("aa_shots", ("aa_shots",), tuple((n,) for n in range(packed.most_shots + 1))))
    tables.append(whole(blocks[-1], "tally", "shots that air defence fires"))
    blocks.append(Counted("hits", ("hits",), tuple((n,) for n in range(packed.most_hits + 1))))
    tables.append(whole(blocks[-1], "tally", "rolls at enemy stands that hit"))
    results = [Counted(f"result:{name}", ("result",), tuple((result,) for result in RESULTS)) for name in stands]
    blocks += results
    more, read = _totals(packed)
    blocks += more
    tables = [*read[:2], *tables, *read[2:]]
    tables += [
        whole(block, "partition", f"worst that befalls {name}") for block, name in zip(results, stands, strict=True)
    ]
    for name in checks:
        rows = tuple((strikes, morale) for strikes in range(planes + 1) for morale in MORALE)
        blocks.append(Counted(f"check:{name}", ("strikes", "morale"), rows))
        tables.append(marginal(blocks[-1], f"morale:{name}", "morale", MORALE, "partition", f"morale check of {name}"))
        tables.append(whole(blocks[-1], "partition", f"strikes near {name}, and its morale check"))
    blocks.append(Counted("checks_near", ("checks_near",), tuple((n,) for n in range(len(checks) + 1))))
    if checks:
        tables.append(whole(blocks[-1], "tally", "morale checks that a strike makes harder"))
    return OutcomeSpace(tuple(blocks), tuple(tables))


def _plane_block(name: str, systems: list[str]) -> Counted:
    ends = [("not_arrived", "nobody", "none"), ("blocked", "nobody", "none")]
    ends += [(fate, system, "none") for fate in ("sent_home", "lost") for system in systems]
    ends += [(fate, "nobody", total) for fate in ("attacks_primary", "attacks_alternative") for total in PENALTIES]
    return Counted(f"plane:{name}", ("fate", "by", "penalty"), tuple(ends))


def _plane_tables(name: str, systems: list[str], block: Counted) -> list[Table]:
    by = (*systems, "nobody")
    return [
        marginal(block, f"fate:{name}", "fate", FATES, "partition", f"what becomes of {name}"),
        marginal(block, f"by:{name}", "by", by, "partition", f"who aborts {name}"),
        Table(f"penalty:{name}", ("penalty",), tuple((total,) for total in PENALTIES), "given", block.name,
              lambda row: ((row[2],),) if row[2] != "none" else (), f"penalty of the attack of {name}, given one"),
        whole(block, "partition", f"what becomes of {name}, by whom, and the penalty of its attack"),
    ]  # fmt: skip


def _totals(packed: Packed) -> tuple[list[Counted], list[Table]]:
    """Blocks and tables of the numbers of stands: all enemies and own ones, then enemies by class."""
    enemies, owns = range(packed.stands - packed.owns + 1), range(packed.owns + 1)
    joint = Counted("joint", ("eliminated_enemy", "eliminated_own"), tuple((a, b) for a in enemies for b in owns))
    blocks = [joint]
    tables = [
        Table("any_eliminated", ("any_eliminated",), (("yes",), ("no",)), "partition", "joint",
              lambda row: (("yes",),) if row[0] else (("no",),), "is an enemy stand eliminated"),
        marginal(joint, "eliminated_enemy", "eliminated_enemy", enemies, "tally", "enemy stands eliminated"),
        marginal(joint, "eliminated_own", "eliminated_own", owns, "tally", "own stands eliminated"),
        whole(joint, "partition", "enemy and own stands eliminated"),
    ]  # fmt: skip
    words = {"forced_back": "forced back at worst", "suppressed": "suppressed or worse"}
    for what, meaning in words.items():
        blocks.append(Counted(f"{what}_enemy", (f"{what}_enemy",), tuple((n,) for n in enemies)))
        tables.append(whole(blocks[-1], "tally", f"enemy stands {meaning}"))
    place = 4
    for number, sort in enumerate(CLASSES):
        if not packed.classes_of_stands >> number & 1:
            continue
        members = sum(int(mask).bit_count() for mask in packed.tallies[place, 2:])
        for what, meaning in {"eliminated": "eliminated", **words}.items():
            blocks.append(Counted(f"{what}:{sort}", (what,), tuple((n,) for n in range(members + 1))))
            tables.append(whole(blocks[-1], "tally", f"enemy stands of class {sort} {meaning}"))
        place += 3
    return blocks, tables


def cheap(packed: Packed) -> bool:
    """Is the exact law a matter of a moment?"""
    return work(packed) <= CHEAP


def feasible(packed: Packed) -> bool:
    """Can the exact law be worked out at all? That of one plane always can."""
    return bool(packed.planes.shape[0] == 1 or work(packed) <= FEASIBLE)


EXAMPLE = """\
title = "Two Su-22 on a company position behind two Gepards"
question = "What gets through, and what does it do?"
system = "command_decision"
kind = "strike"
# visibility = "night"

[[plane]]
unit = "su22m4"              # an airplane, id or name
name = "leader"
load = "bombs"               # bombs, at_cluster, rockets, guns, asm, arm, gb
# warhead = "heat"           # of rockets: he, heat, flechette
at = [0, 6]                  # its primary point, in inches; the table's centre is [0, 0]
placement = "optimal"        # superimpose, spread, optimal
fac = true                   # a FAC/ALO sees the point: 9 in 10 instead of 8 in 10
# smoke = true               # the battery of [marking] is asked to mark the point
# alternative = [8, -2]      # the opponent's mark, in place of ruling alternative_point_policy
# heading_deg = 0            # 0 up the table, 90 to the right; left out: ruling attack_heading
arrives = 0.8                # left out: ruling plane_arrival_probability

[[plane]]
unit = "su22m4"
name = "wingman"
load = "rockets"
at = [2, 5]
# value = 3                  # for ruling aa_target_choice = highest_value

[[air_defence]]
unit = "gepard"
name = "Gepards"
count = 2
at = [-4, 10]
# guns = "g2s6"              # gun half of a combination
# terrain = "woods"          # open, woods, bua, bua_flat_roof

[[air_defence]]
unit = "stinger"
name = "Stinger team"
at = [5, 12]

[[stand]]
name = "platoon"
at = [0, 6]

[[stand]]
name = "carriers"
class = "weak_afv"           # personnel, gun, soft_vehicle, weak_afv, afv
at = [1.5, 6]

[[stand]]
name = "tanks"
class = "afv"
weight = 5
at = [2.5, 4.5]

[[stand]]
name = "mortars"
class = "gun"
at = [-1, 8]
dug_in = true

[[stand]]
name = "own company"
side = "own"
at = [4, -3]

[[check]]                    # morale checks in the morale phase; a strike within 12 in makes them harder
name = "company"
at = [0, 7]
quality = "regular"

[ground]
collective = "normal"        # none, normal, heavy; or army with army and year

[rulings]
alternative_point_policy = "attacker_stands_if_possible"
"""

STRIKE = Kind(
    name="strike", level=Level.MISSION,
    summary="a plane strike turn through air defence on a layout of ground stands",
    shape=StrikeShape, pack=pack_strike, space=space_of, kernel=strike, packed_type=Packed, exact=exact,
    exact_fractions=exact_fractions, headline=("any_eliminated", ("yes",)), example=EXAMPLE, cheap=cheap,
    feasible=feasible, assumptions=assumptions, moments=moments_of,
)  # fmt: skip
