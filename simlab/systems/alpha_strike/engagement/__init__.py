"""One aircraft under fire and two in a duel: `return_fire` and `duel`, and the cards and damage that rounds share."""
