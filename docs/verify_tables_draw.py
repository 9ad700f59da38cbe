"""Check a published draw of tables (docs/draw.md): ``python3 verify_tables_draw.py < draw.json`` says OK or why not."""

import hashlib, hmac, itertools, json, sys  # noqa: E401, I001

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
for swap in draw["swaps"]:
    at[swap["a"]], at[swap["b"]] = at[swap["b"]], at[swap["a"]]
listed = draw["format"][-1] in "34"  # the seal holds the list of the entrants, too, as the lots find it: by key
rows = [[each.get("number"), each["seed"], each["groups"]] for _, each in sorted(who.items())]
text = json.dumps([rules, rows], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
told = f"{tag}{draw['seed']}" + f"|{draw.get('list')}" * listed
wrong = ["seed"] * (hashlib.sha256(told.encode()).hexdigest() != draw["commitment"])
wrong += ["list"] * (listed and hashlib.sha256(text.encode()).hexdigest() != draw["list"])
wrong += [f"position {n}" for n in range(len(at + said)) if said[n : n + 1] != at[n : n + 1]]
sys.exit("Differs: " + ", ".join(wrong)) if wrong else print("OK")
