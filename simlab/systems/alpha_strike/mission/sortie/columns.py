"""Columns of the arrays that a sortie is played with: few arrays, since each costs time in every call of a kernel."""

from simlab.systems.alpha_strike.rules.fighting_card import CARD_COLUMNS, SETTING_COLUMNS
from simlab.systems.alpha_strike.rules.radar_map import MOST_THRUST

MOST_TYPES, MOST_LOAD = 4, 20
STRAFE_TOKENS, STRAFE_POINTS, MOST_MOVE = 24, 10, 127
# Behind the card of a unit: condition at the start, overheat points, worth of a point in thousandths of PV, printed PV,
# letters of its name.
START, WANTED, WORTH, VALUE, NAME = range(CARD_COLUMNS, CARD_COLUMNS + 5)
# Aircraft. Then TN of bombs by mode and type, then the types of its load.
(SIDE, ROLE, ZONE, HIGH, FIRST_KIND, THEN_KIND, BOMBS, WISH, ARC, FIRST_BASE, THEN_BASE, ENERGY, FIRST_BRACKET,
 THEN_BRACKET, BOMB_BASE) = range(15)  # fmt: skip
BOMB_TYPES = BOMB_BASE + 2 * MOST_TYPES
# Ground units. Then damage and heat of bombs by type, then TN of their fire at each aircraft.
G_SIDE, FIRES, BUSY, STILL, JUMP, IMMOBILE, IN_WATER, STOOD, MECH, SUBMERGED, DOUBLED, BOMB_DAMAGE = range(12)
BOMB_HEAT = BOMB_DAMAGE + MOST_TYPES
FIRE_BASE = BOMB_HEAT + MOST_TYPES
# Behind the settings: rulings and doctrine of the whole sortie, then tables: steps by Thrust, TMM by Move, strafing
# damage by ENE, token and overheat points.
(AT_ATTACK, PER_ATTACK, BY_MARGIN, POOLED, ONE_PASS, ONE_ENGAGEMENT, BOMBING_FIRES, LATE_THRUST, MOST_DROPPED,
 IMMOBILE_HELPS, SINGLE_ROLL, NATURAL, OUTSIDE_MOST, POLICY, IMMOBILE_MODIFIER, JUMP_MODIFIER,
 SPEED_TABLE) = range(SETTING_COLUMNS, SETTING_COLUMNS + 17)  # fmt: skip
TMM_TABLE = SPEED_TABLE + MOST_THRUST + 1
STRAFE_TABLE = TMM_TABLE + MOST_MOVE + 1
# Lines, for each ground unit: bracket by altitude, tokens and FLK tokens by bracket, distance.
REACH, VALUES, GRAZES, DISTANCE = 0, 4, 8, 12
LINE_COLUMNS = 13
ESCORT, INTERCEPTOR = 1, 2
