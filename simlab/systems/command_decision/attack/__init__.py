"""Attacks on stands on the ground: `bombing`, one attack without air defence on a layout of stands."""
