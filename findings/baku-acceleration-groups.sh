#!/usr/bin/env bash
# caissify-pairings 0.5.0 (PyPI), the Dutch engine with accelerated=True, which its README calls Baku Acceleration by the
# FIDE Handbook, C.04.5.1. Ten players; and twenty, nine rounds.
# Expected, by that rule: the upper group is the first half rounded up to an even number, of ten players six, so that
# round 1 is 1-4, 2-5, 3-6, 7-9, 8-10; of nine rounds five are accelerated, so that in round 3, with one virtual point for
# the upper group, other people meet than without.
# Seen: of ten players the upper group has five, and round 1 is 1-3, 2-4, 5-6, 7-9, 8-10. In round 3 the pairing is the
# one without acceleration, while one point added by hand to the upper group gives another.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check caissify-pairings==0.5.0 networkx==3.4.2
cat >rounds.py <<'PYTHON'
from caissify_pairings import generate_pairings

state = 7


def lot():
    global state
    state = (state * 1103515245 + 12345) % 2147483648
    return state / 2147483648


def people(size):
    return [
        {"id": at, "name": f"P{at}", "rating": 2400 - at, "starting_number": at, "score": 0.0, "color_hist": [],
         "float_history": [], "bye_count": 0}
        for at in range(1, size + 1)
    ]


def paired(players, met, number, **more):
    copies = [{**each, "color_hist": [*each["color_hist"]], "float_history": [*each["float_history"]]} for each in players]
    found = generate_pairings(
        system="dutch", players=copies, previous_pairings=set(met), round_number=number, total_rounds=9, **more
    )
    return [(each["white_id"], each["black_id"]) for each in found]


def play(players, met, pairs):
    by = {each["id"]: each for each in players}
    for white, black in pairs:
        met.add((min(white, black), max(white, black)))
        one, two = by[white], by[black]
        float_of = (one["score"] > two["score"]) - (one["score"] < two["score"])
        won = 1.0 if lot() < 0.5 else 0.0
        for each, points, colour, side in ((one, won, "white", float_of), (two, 1 - won, "black", -float_of)):
            each["float_history"].append({1: "down", -1: "up", 0: "none"}[side])
            each["color_hist"].append(colour)
        one["score"], two["score"] = one["score"] + won, two["score"] + 1 - won


first = sorted(tuple(sorted(pair)) for pair in paired(people(10), set(), 1, accelerated=True))
print("ten players, round 1:", ", ".join(f"{one}-{two}" for one, two in first))

# The upper group of twenty is the first ten, whichever way half is rounded.
alike = differs = 0
for event in range(10):
    players, met = people(20), set()
    for number in (1, 2):
        play(players, met, paired(players, met, number, accelerated=True))
    plain, accelerated = (sorted(paired(players, met, 3, accelerated=each)) for each in (False, True))
    upper = [{**each, "score": each["score"] + (each["id"] <= 10)} for each in players]
    by_hand = sorted(paired(upper, met, 3))
    alike += plain == accelerated
    differs += plain != by_hand
print(f"ten events of twenty, round 3 of nine: accelerated as without in {alike}; one virtual point by hand differs in {differs}")
is_same = first == [(1, 3), (2, 4), (5, 6), (7, 9), (8, 10)]
raise SystemExit(0 if is_same and alike == 10 and differs == 10 else 1)
PYTHON
env/bin/python rounds.py || { echo "changed"; exit 1; }
echo "as it was"
