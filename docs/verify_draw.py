"""Check a published draw (docs/draw.md): ``python3 verify_draw.py < draw.json`` says OK, or what differs."""

import hashlib, hmac, itertools, json, sys  # noqa: E401, I001

if __name__ == "__main__":  # what cannot be read ends with a sentence
    sys.excepthook = lambda _kind, error, _at: print(f"This is no document of a draw, or it is damaged: {error!r}")
draw, counter = json.load(sys.stdin), iter(range(2**64))
who, rules, said = {each["key"]: each for each in draw["entrants"]}, draw["options"], draw["positions"]
order, tag, secret = sorted(who), f"{draw['format']}|{draw['reference']}|", bytes.fromhex(draw["seed"])
if draw["format"][-1] in "24":  # the number that the hall named is mixed in
    secret = hmac.digest(secret, f"{tag}hall|{draw['hall']}".encode(), "sha256")
for last in range(len(order) - 1, 0, -1):  # the lots: Fisher-Yates, its numbers HMAC-SHA256 of a counter
    number = full = 2**64 - 2**64 % (last + 1)
    while number >= full:
        number = int.from_bytes(hmac.digest(secret, f"{tag}{next(counter)}".encode(), "sha256")[:8], "big")
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
group = {None: ("", ""), **{key: (*each["groups"], "", "") for key, each in who.items()}}  # the club and the circle
block, last = lambda p, n: at[p >> n << n : (p >> n) + 1 << n], rules["separate_by_group"] * rules["separate_rounds"]
met = lambda p, q, n, of: [group[key][of] for key in block(q, n)].count(group[at[p]][of] or 0)  # noqa: E731
turns = ((of, n, kept, {}) for of in (0, 1) for n in range(1, last + 1) for kept in range(of * last or n, n - 1, -1))
for of, n, kept, start in turns:  # exchanges that keep groups apart, without a new meeting of a club by round ``kept``
    for here, own in enumerate(kind):
        name = group[at[here]][of], own
        if own and (first := start.get(name, here + 1)) >= 0 and met(here, here, n, of) > 1:
            free = (p for p in [*range(first, len(at)), *range(first)] if kind[p] == own and not met(here, p, n, of))
            free = ((p, min(kept, (p ^ here).bit_length() - 1)) for p in free if not met(p, here, n, of))
            there = next((p for p, k in free if not met(here, p, k, 0) + met(p, here, k, 0)), here)  # or he stays
            start[name], at[here], at[there] = -1 if there == here else there + 1, at[there], at[here]
clash, near, far = lambda p, q, n: p >> n == q >> n, range(1, last + 1), min(4, half.bit_length())
foe = {key: dict(each.get("apart", ())) for key, each in who.items()}  # who should not meet: sets, rounds (0: all)


def meets(p, to, q, n):  # how many of those would be met by round n at a place, when ``q`` has left it
    mine, others = foe.get(at[p], {}), ((r, foe.get(key, {})) for r, key in enumerate(at) if r not in (p, q))
    return sum(any(s in mine and (not m or n <= m) for s, m in his.items()) and clash(r, to, n) for r, his in others)


def mates(p, to, q):  # how many of the own club, and of the circle
    alike = lambda r, of: group[at[r]][of] == group[at[p]][of] > ""  # noqa: E731
    return [
        sum(alike(r, of) and clash(r, to, n) for r in range(len(at)) if r not in (p, q) for n in near) for of in (0, 1)
    ]


for n, careful in itertools.product(range(1, far + 1), (True, False) if any(foe.values()) else ()):
    moved = True
    while moved:  # exchanges, as long as fewer who should not meet do after one of them; first without more of a club
        moved = False
        for p, own in enumerate(kind):
            for q in [*range(p + 1, len(at)), *range(p)] if own > 0 and meets(p, p, p, n) else ():
                both = ((p, q), (q, p)) if kind[q] == own and at[q] is not None else ()
                more = [sum(meets(x, y, y, m) - meets(x, x, y, m) for x, y in both) for m in range(1, n + 1)]
                club_more = careful and any(mates(x, y, y)[of] > mates(x, x, y)[of] for x, y in both for of in (0, 1))
                if more[-1] < 0 and max(more) <= 0 and not club_more:
                    moved, at[p], at[q] = True, at[q], at[p]
                    break
for swap in draw["swaps"]:
    at[swap["a"]], at[swap["b"]] = at[swap["b"]], at[swap["a"]]
listed = draw["format"][-1] in "34"  # the seal holds the list of the entrants, too, as the lots find it: by key
rows = ((each, each.get("apart")) for _, each in sorted(who.items()))
rows = [[each.get("number"), each["seed"], each["groups"], *([sets] if sets else [])] for each, sets in rows]
text = json.dumps([rules, rows], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
told = f"{tag}{draw['seed']}" + f"|{draw.get('list')}" * listed
wrong = ["seed"] * (hashlib.sha256(told.encode()).hexdigest() != draw["commitment"])
wrong += ["list"] * (listed and hashlib.sha256(text.encode()).hexdigest() != draw["list"])
wrong += [f"position {n}" for n in range(len(at + said)) if said[n : n + 1] != at[n : n + 1]]
sys.exit("Differs: " + ", ".join(wrong)) if wrong else print("OK")
