"""Attacks as a finite game: states, one die a step; the kind `attack`."""
