"""`duel`: two aerospace units fight in one zone, round after round (section 12)."""
