"""The smallest group of attackers that reaches a strength (P1, P25, R33 of BATTLE.md)."""

from fractions import Fraction

from .continental_siege_aim import Shooter


def smallest_group(attackers: list[tuple[Shooter, Fraction]], needed: Fraction) -> list[Shooter] | None:
    """Fewest attackers, then least strength, then the lowest sorted ids; None if all together fall short.

    >>> guns = [(Shooter(n), Fraction(force)) for n, force in enumerate((2, 4, 6, 4))]
    >>> [gun.id for gun in smallest_group(guns, Fraction(8))]
    [0, 2]
    """
    attackers = sorted(attackers)
    strongest = sorted((force for _, force in attackers), reverse=True)
    members = next((n for n in range(1, len(strongest) + 1) if sum(strongest[:n]) >= needed), None)
    if members is None:
        return None
    # sums[i][k]: the total strengths that k of the attackers from i on can have
    sums: list[list[set[Fraction]]] = [[{Fraction(0)}] + [set() for _ in range(members)]]
    for _, force in reversed(attackers):
        after = sums[0]
        here = [after[0]] + [after[k] | {total + force for total in after[k - 1]} for k in range(1, members + 1)]
        sums.insert(0, here)
    rest = min(total for total in sums[0][members] if total >= needed)
    group: list[Shooter] = []
    for i, (shooter, force) in enumerate(attackers):
        left = members - len(group)
        if left and rest - force in sums[i + 1][left - 1]:
            group.append(shooter)
            rest -= force
    return group
