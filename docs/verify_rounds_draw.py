"""Check a published draw of groups or rounds (docs/draw.md): ``python3 verify_rounds_draw.py < draw.json`` says OK."""

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
at, count = order, len(order)  # Danish, Swiss, Mitchell, king of the table and heats: the lots alone
kind, near, club = [1] * count, (), {key: (*each["groups"], "", "") for key, each in who.items()}
far = int(rules["kind"] not in ("king", "partners"))
room = [p % 2 for p in range(count)]  # a Mitchell: those of one side do not meet
if rules["kind"] in ("danish", "swiss"):  # neighbours of each group meet
    many = rules.get("groups", 1)
    parts = [range(count // many + (n < count % many)) for n in range(many)]
    room = [(n, p // 2) for n, part in enumerate(parts) for p in part]
if rules["kind"] == "heats":  # one field: the tables of round 1
    room = [p % -(-count // rules["max_table"]) for p in range(count)]
    if rules.get("heat"):
        number = -(-count // rules["heat"])
        size = sorted(count // number + (n < count % number) for n in range(number))
        turns = [t for chair in range(size[-1]) for t in range(number)[:: 1 - chair % 2 * 2] if size[t] > chair]
        room = turns
if rules["kind"] == "groups":
    number = min(-(-count // rules["size"]), count // 3)
    size, groups = sorted(count // number + (n < count % number) for n in range(number)), [[] for _ in range(number)]
    seeds = [key for key in order if who[key]["seed"] is not None and rules["fill"] == "snake"]
    seeds.sort(key=lambda key: who[key]["seed"])
    line, row = iter(seeds + [key for key in order if key not in seeds]), {}
    for chair in range(size[-1]):  # dealt out to and fro
        for to in [t for t in range(number) if size[t] > chair][:: 1 - chair % 2 * 2]:
            groups[to].append(next(line))
    for rank, key in enumerate(seeds):
        row[key] = rank // number  # seeds change places with seeds of their row only, and the first row stays
    at, ends = [key for group in groups for key in group], list(itertools.accumulate(size))
    room = [range(ends[t] - n, ends[t]) for t, n in enumerate(size) for _ in range(n)]  # the group of each position
    kind, near = [row.get(key, count) for key in at], range(1, 1 + rules["separate_by_group"])
    met = lambda p, q, of: sum(club[at[r]][of] == club[at[p]][of] > "" for r in room[q] if r != q)  # noqa: E731
    more = lambda p, q: any(met(p, q, level) > met(p, p, level) for level in range(of + 1))  # noqa: E731
    for of in (0, 1):  # exchanges: one comes to meet fewer of his club, then circle, and nobody more of his own
        moved = rules["separate_by_group"]
        while moved:
            moved, start = False, {}
            for here, own in enumerate(kind):
                name, now = (club[at[here]][of], own), met(here, here, of)
                if own > 0 and now and (name, room[here]) not in start:
                    free = [*range(first := start.get(name, here + 1), count), *range(first)]
                    free = (p for p in free if kind[p] == own and met(here, p, of) < now)
                    free = (p for p in free if not more(here, p) and not more(p, here))
                    there = next(free, here)
                    start[(name, room[here]) if there == here else name] = there + 1
                    moved, at[here], at[there] = moved or there != here, at[there], at[here]
clash = lambda p, q, n: (room[p] == room[q]) != (rules["kind"] == "mitchell")  # noqa: E731
foe = {key: dict(each.get("apart", ())) for key, each in who.items()}  # who should not meet: sets, rounds (0: all)


def meets(p, to, q, n):  # how many of those would be met by round n at a place, when ``q`` has left it
    mine, others = foe.get(at[p], {}), ((r, foe.get(key, {})) for r, key in enumerate(at) if r not in (p, q))
    return sum(any(s in mine and (not m or n <= m) for s, m in his.items()) and clash(r, to, n) for r, his in others)


def mates(p, to, q):  # how many of the own club, and of the circle
    alike = lambda r, of: club[at[r]][of] == club[at[p]][of] > ""  # noqa: E731
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
