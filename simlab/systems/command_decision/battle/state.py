"""What a campaign keeps of a battle: losses, attacks, the lead; how a shot is read; what is counted at its end."""

from simlab.jit import rule
from simlab.systems.command_decision.rules.hitting import (
    ABORT,
    confirmed_effect,
    confirming_dice,
    dice_of_shot,
    shot_effect,
    shot_result,
)

# columns of the losses of a side, and of what it did
LOST_POINTS, LOST_AIR, LOST_PLANES, LOST_HELICOPTERS, LOST_SYSTEMS, LOST_STANDS, ATTACKS, LEAD = range(8)
SIDES_OF = 8
MOST_ATTACKS = 200
SHAKEN_AT, DEMORALISED_AT = 1, 2
SPENT = 16


@rule
def stand_lost(side, points, is_system, game):
    """A stand or AA system is gone."""
    game[side, LOST_POINTS] += points
    game[side, LOST_SYSTEMS if is_system == 1 else LOST_STANDS] += 1


@rule
def aircraft_lost(side, points, is_helicopter, game):
    """A plane or helicopter is lost."""
    game[side, LOST_POINTS] += points
    game[side, LOST_AIR] += 1
    game[side, LOST_HELICOPTERS if is_helicopter == 1 else LOST_PLANES] += 1


@rule(inline=False)
def resolve_shot(cards, card, word, more, uses, removal, split):
    """Result of an AA shot from its words of dice (3.2.4, 3.2.6), plus SPENT when it cost a use of countermeasures.

    word, more: of SHOT and CONFIRM; uses: left to the target, below 0 without limit; removal: hands of the lower half
    for which an abort removes or loses it; split: 1 when only a removal may be saved (ruling cm_order_vs_split).
    """
    aa_die, save_die, again_die, split_hand = dice_of_shot(word, cards[card, 2])
    pop_up_die, chop_die, second_save_die = confirming_dice(more)
    effect = shot_effect(aa_die, again_die, cards[card, 0], cards[card, 1])
    effect = confirmed_effect(effect, pop_up_die, chop_die, cards[card, 5], cards[card, 6])
    removed = 1 if split_hand < removal else 0
    save_to = cards[card, 3] if uses != 0 else 0
    saves = (effect == ABORT) & (save_to > 0) & ((split == 0) | (removed == 1))
    by_second = (second_save_die <= cards[card, 4]) & (uses != 0)
    result = shot_result(effect, 0 if by_second else save_die, save_to, removed, split)
    return result + (SPENT if saves & (uses > 0) else 0)


@rule
def spent(code):
    """Uses of countermeasures that a shot cost."""
    return 1 if code >= SPENT else 0


@rule
def shaken_of(die, pass_on, shaken_by, demoralised_by):
    """0 passes, 1 shaken, 2 demoralised (part D6)."""
    fail = die - pass_on
    return DEMORALISED_AT if fail >= demoralised_by else (SHAKEN_AT if (fail >= shaken_by) & (fail > 0) else 0)


@rule(inline=False)
def add_counts(packed, game, winner, ended, counts):
    """Count a battle: winner, for each side points, planes, helicopters, systems, stands, attacks; ended; decided."""
    counts[winner] += 1
    place = 3
    for side in range(2):
        for column, size in (
            (LOST_POINTS, packed.sizes[side, 0]),
            (LOST_PLANES, packed.sizes[side, 1]),
            (LOST_HELICOPTERS, packed.sizes[side, 2]),
            (LOST_SYSTEMS, packed.sizes[side, 3]),
            (LOST_STANDS, packed.sizes[side, 4]),
            (ATTACKS, packed.sizes[side, 5]),
        ):
            counts[place + game[side, column]] += 1
            place += size
    counts[place + ended - 1] += 1
    counts[place + packed.turns + game[0, LEAD] - 1] += 1
