"""Engagements: `shot` (F1) and `combo` (F2). One aircraft, a list of shots taken in order until it is aborted."""
