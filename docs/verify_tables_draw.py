"""Check a published draw of tables (docs/draw.md): ``python3 verify_tables_draw.py < draw.json`` says OK or why not."""

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
count, policy, most, lot = len(order), rules["policy"], rules["max_table"], rules["byes"] == "lot"
full, step, even = 1 << count.bit_length() - 1, 4 if policy == "batterie" else 2, policy in ("balanced", "batterie")
number = step if count > 4 else 1
while number * (most if even else 4) < count:  # how many tables, of nearly one size
    number = number * step if even else -(-count // 4)
chairs = sorted(count // number + (n < count % number) for n in range(number))
if policy == "strict4" and count > full:
    chairs = [2] * (full // 2 - (count - full + 1) // 2) + [3] * (count % 2) + [4] * ((count - full) // 2)
ranks = [0]
while len(ranks) < len(chairs):  # the best ranks as far apart as can be
    ranks = [each for rank in ranks for each in (rank, 2 * len(ranks) - 1 - rank)]
ranks = [rank for rank in ranks if rank < len(chairs)]
size, tables = [chairs[-1 - rank if lot else rank] for rank in ranks], [[] for _ in ranks]
idle = set((order if lot else ranked)[: sum(n for n in size if n <= 4 // step)])
for bye in (True, False):  # dealt out to and fro, the byes by themselves
    line = iter([key for key in ranked if (key in idle) == bye])
    row = sorted((t for t, n in enumerate(size) if (n <= 4 // step) == bye), key=ranks.__getitem__)
    for chair in [t for n in range(6) for t in row[:: 1 - n % 2 * 2] if size[t] > n]:
        tables[chair].append(next(line))
at, ends = [key for table in tables for key in table], list(itertools.accumulate(size))
room = [range(ends[t] - n, ends[t]) for t, n in enumerate(size) for _ in range(n)]  # the table of each position
kind = [(key in idle) + 1 - (p in room[p][:1] and who[key]["seed"] is not None) * 3 for p, key in enumerate(at)]
group = {key: (*each["groups"], "", "") for key, each in who.items()}  # the club and the circle
met = lambda p, q, of: sum(group[at[r]][of] == group[at[p]][of] > "" for r in room[q] if r != q)  # noqa: E731
more = lambda p, q: any(met(p, q, level) > met(p, p, level) for level in range(of + 1))  # noqa: E731
for of in (0, 1):  # exchanges: one comes to meet fewer of his group, and nobody more, nor more of his club
    moved = rules["separate_by_group"]
    while moved:
        moved, start = False, {}
        for here, own in enumerate(kind):
            name, now = (group[at[here]][of], own), met(here, here, of)
            if own > 0 and now and (name, room[here]) not in start:
                free = [*range(first := start.get(name, here + 1), len(at)), *range(first)]
                free = (p for p in free if kind[p] == own and met(here, p, of) < now)
                free = (p for p in free if not more(here, p) and not more(p, here))
                there = next(free, here)
                start[(name, room[here]) if there == here else name] = there + 1
                moved, at[here], at[there] = moved or there != here, at[there], at[here]
clash, near, far = lambda p, q, n: room[p] == room[q], range(1, 1 + rules["separate_by_group"]), 1
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
