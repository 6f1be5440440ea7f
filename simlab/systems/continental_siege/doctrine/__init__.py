"""The players' named policies (6e): pure functions of what a player sees, with exact integer sort keys (P1, P33).

`names` lists them by hook; `seen` holds what all of them look at; the other files choose.
"""
