"""The mission of this wing: `sortie` (F4), a helicopter over a game of many turns."""
