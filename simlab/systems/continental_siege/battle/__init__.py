"""Full battles on the hex map, both sides, turn by turn (6e): the kind `battle`. Its readings: BATTLE.md.

`board` and `flight` make tables once; `pack` puts a battle together; `effects`, `march`, `air`, `bombs`, `fire` and
`course` play it; `counts` writes down what came of it; `replay` tells one trial.
"""
