"""Check a published draw (docs/draw.md): ``python3 verify_draw.py < draw.json`` says OK, or what differs."""

import hashlib, hmac, json, sys  # noqa: E401, I001

draw = json.load(sys.stdin)
who, rules, counter = {each["key"]: each for each in draw["entrants"]}, draw["options"], 0
order, tag = sorted(who), f"settebello-draw-1|{draw['reference']}|"
for last in range(len(order) - 1, 0, -1):  # the lots: Fisher-Yates, its numbers HMAC-SHA256 of a counter
    number = full = 2**64 - 2**64 % (last + 1)
    while number >= full:
        digest = hmac.digest(bytes.fromhex(draw["seed"]), f"{tag}{counter}".encode(), "sha256")
        number, counter = int.from_bytes(digest[:8], "big"), counter + 1
    order[last], order[number % (last + 1)] = order[number % (last + 1)], order[last]
ranked = sorted(order, key=lambda key: who[key]["seed"] or 10**9)  # seeds first, then the lots
half, ranks = 1 << (len(order) - 1).bit_length() - 1, [0]
byes = set((ranked if rules["byes"] == "seeds" else order)[: 2 * half - len(order)])
seeded = min(half, sum(each["seed"] is not None for each in who.values()))
heads = max(n for n in range(seeded + 1) if n + len(byes.difference(ranked[:n])) <= half)  # the others with a bye fit
line, fixed = ranked[:heads] + sorted(ranked[heads:], key=lambda key: key not in byes), {None, *ranked[:heads]}
below = [None if key in byes else line.pop(half) for key in line[half - 1 :: -1]]
while len(ranks) < half:  # the best ranks as far apart as can be
    ranks = [each for rank in ranks for each in (rank, 2 * len(ranks) - 1 - rank)]
at = [key for rank in ranks for key in (line[rank], below[half - 1 - rank])]
kind = [(key not in fixed) * (1 + (at[place ^ 1] is None)) for place, key in enumerate(at)]
club = {None: "", **{key: (*each["groups"], "")[0] for key, each in who.items()}}
for level in range(1, 1 + rules["separate_by_group"] * rules["separate_rounds"]):  # exchanges that keep groups apart
    start, block = {}, lambda p, n=level: [club[key] for key in at[p >> n << n : (p >> n) + 1 << n]]
    for here, own in enumerate(kind):
        name, first = club[at[here]], start.get((club[at[here]], own), here + 1)
        if own and name and first >= 0 and block(here).count(name) > 1:
            turn = (p for p in [*range(first, len(at)), *range(first)] if kind[p] == own and name not in block(p))
            there = next((p for p in turn if (club[at[p]] or 0) not in block(here)), here)  # or he stays
            start[name, own] = -1 if there == here else there + 1
            at[here], at[there] = at[there], at[here]
for swap in draw["swaps"]:
    at[swap["a"]], at[swap["b"]] = at[swap["b"]], at[swap["a"]]
wrong = ["seed"] * (hashlib.sha256(f"{tag}{draw['seed']}".encode()).hexdigest() != draw["commitment"])
places = range(max(len(at), len(draw["positions"])))
wrong += [f"position {n}" for n in places if draw["positions"][n : n + 1] != at[n : n + 1]]
sys.exit("Differs: " + ", ".join(wrong)) if wrong else print("OK")
