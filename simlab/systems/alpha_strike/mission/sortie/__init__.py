"""`sortie`: strike aircraft, escorts, interceptors and a ground force, turn by turn (P-e; ROUNDS.md 4)."""
