"""BattleTech: Alpha Strike, Abstract Aerospace Combat."""
