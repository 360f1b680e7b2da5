"""Small rulebooks that several tests begin with."""

RACE = """game "Race"
players 2

options:
    goal = 12, from 2 to 100: "points that win"

material:
    cup: 1 die
    each player has score = 0

turn:
    roll cup
    choose:
        "take": add sum of number of cup to your score
        "leave": add 1 to your score

end "the goal is reached" when some p in players has score of p at least goal: p wins

example "A six":
    with Anna, Ben
    roll 6
    Anna chooses "take"
    now score of Anna is 6
"""
