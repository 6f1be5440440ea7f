"""Groups of kinds whose answers a ruling can change (kinds that are not played yet are left out by `system`)."""

EVERY = ("attack", "bombing_run", "return_fire", "duel", "sortie")
GROUND = ("attack", "bombing_run", "sortie")
RUN = ("attack", "bombing_run", "return_fire", "sortie")
SWEEP = ("attack", "sortie")
LANES = ("attack",)  # a sortie always strafes 10 in and strikes what its line was drawn through
LAYOUT = ("attack", "bombing_run")  # a sortie's altitude runs have one bomb a point, 2 in apart
BOMBS = ("attack", "bombing_run", "sortie")
CARDS = ("attack", "return_fire", "duel", "sortie")
AIRCRAFT = ("return_fire", "duel", "sortie")
FIRE = ("return_fire", "sortie")
DUEL = ("duel", "sortie")
SORTIE = ("sortie",)
PRICES = ()  # bear on point values (`simlab pv`), which no kind plays
