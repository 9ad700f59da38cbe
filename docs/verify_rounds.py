"""Check an event in rounds (docs/verify.md): ``python3 verify_rounds.py < state.json`` says OK, or what differs.

From the tables alone it works out every place, and every pairing of a Danish, a Swiss and a king of the table.
"""

import json
import sys
from collections import Counter
from fractions import Fraction
from itertools import count, groupby

state = json.load(sys.stdin)
stage = state["stage"] or sys.exit("Differs: this event is not played in rounds")
low, options, terms = stage["low_wins"], stage["options"], stage["ranking"].get("points")
chain = stage["ranking"]["chain"]["criteria"]
chain = list(dict.fromkeys("penalties" if low and name == "scored" else name for name in chain))
counted = next((name for name in chain if name in ("points", "vp")), "points")  # what Buchholz and its kin add up
places = terms["places"] if terms else []
win, draw, loss = (terms["win"], terms["draw"], terms["loss"]) if terms else (0, 0, 0)
rows = {row["entry"]: row for row in state["standings"]}
lot = {key: row["stage"]["lot"] for key, row in rows.items()}
taken = {key: row["stage"]["deduction"] for key, row in rows.items()}
first_open = min((each["round"] for each in state["tables"] if each["status"] not in ("done", "bye")), default=10**9)
called = {row["number"] for row in state["rounds"] if row["status"] == "announced"}
tables = [
    {**table, "lines": [line for line in table["lines"] if line["entry"] is not None]}
    for table in sorted(state["tables"], key=lambda table: table["number"])
]
tables = [{**table, "keys": [line["entry"] for line in table["lines"]]} for table in tables if table["lines"]]


def counts(table):  # a table that nobody plays counts once its round has come; the rest of who had left counts never
    if len(table["lines"]) == 1 and table["lines"][0]["is_absent"]:
        return False
    has_come = table["round"] in called or table["round"] < first_open
    return table["status"] in ("done", "bye") and (has_played(table) or has_come)


def has_played(table):
    return table["ending"] not in ("bye", "walkover")


def against(mine, other):  # 2, 1 or 0 half wins of one line against another; without a place it lost
    return 0 if mine is None else 2 if other is None or mine < other else int(mine == other)


def got(table, key):  # what an entry has from a table
    at = table["keys"].index(key)
    line, won = table["lines"][at], [each["place"] for each in table["lines"]]
    place, found = line["place"], Counter(vp=line["vp"] or 0, mp=line["mp"] or 0)
    if len(won) == 1 or not has_played(table):
        found["least_byes"] = -int(rests := len(won) == 1 or place == 1)
        found["points"] = (places[0] if places else win) if rests else (0 if places else loss)
        return found
    found["points"] = loss if place != 1 else win if won.count(1) == 1 else draw
    if places:  # those who share a place share the points of these places
        found["points"] = 0
        if place is not None:
            found["points"] = Fraction(sum(places[place - 1 : place - 1 + won.count(place)]), won.count(place))
    found["wins"] = int(place == 1 == won.count(1))
    found["scored"] = line["points"] or 0
    found["conceded"] = -(table["lines"][1 - at]["points"] or 0) if len(won) == 2 else 0
    found["difference"] = (found["scored"] + found["conceded"]) * (-1 if low else 1)
    found["penalties"] = -found["scored"]
    return found


def standing(entrants, settled, last):  # after round ``last``: [(place, shared, group, place in it, key, sums)]
    mine = {key: [] for key in entrants}
    for table in settled:
        for key in table["keys"]:
            mine[key].append(table)
    met = {  # once for each opponent: who it was, what the table gave, how it came out against this one
        key: [
            (
                other["entry"],
                got(table, key),
                against(table["lines"][table["keys"].index(key)]["place"], other["place"]),
            )
            for table in mine[key]
            if has_played(table)
            for other in table["lines"]
            if other["entry"] != key
        ]
        for key in entrants
    }
    sums = {key: Counter() for key in entrants}
    for key in entrants:
        for table in mine[key]:
            for name, value in got(table, key).items():
                sums[key][name] += value
        for name in ("vp", "mp", *(["points"] if terms else [])):
            sums[key][name] -= taken[key][name]
        if not terms:  # penalties in points are then points of the game
            sums[key]["scored"] += taken[key]["points"] * (1 if low else -1)
            sums[key]["penalties"] = -sums[key]["scored"]

    def among(name, key, level):  # what was got against those who are level
        if name == "wins":
            return sum(half == 2 for other, _, half in met[key] if other in level)
        return sum(what[name] for other, what, _ in met[key] if other in level)

    def value(name, key, level):  # None where the criterion does not apply to those who are level
        others = [each for each in level if each != key]
        if name in ("extra_deal", "highest_card"):
            recorded = (each for each in stage.get("recorded", []) if each["by"] == name and each["round"] == last)
            order = next((each["entries"] for each in recorded if {*level} <= {*each["entries"]}), None)
            return order and -order.index(key)
        if name == "lot":
            return -lot[key]
        if name == "average":
            return Fraction(sums[key][counted]) / max(len(mine[key]), 1)
        if name == "buchholz":
            alone = sum(not has_played(table) or len(table["keys"]) == 1 for table in mine[key])
            return sum(sums[other][counted] for other, _, _ in met[key]) + alone * sums[key][counted]
        if name == "sonneborn_berger":
            return sum(half * sums[other][counted] for other, _, half in met[key])
        if name == "head_to_head":
            asked = len(level) == 2 and others[0] in [other for other, _, _ in met[key]]
            return among(counted, key, level) if asked else None
        if name == "classifica_avulsa":
            times = [Counter(other for other, _, _ in met[each] if other in level) for each in level]
            all_met = all(len(each) == len(others) for each in times) and len({each.total() for each in times}) == 1
            inner = stage["ranking"]["chain"]["among"]
            return [among(each, key, level) for each in inner] if len(level) > 2 and all_met else None
        return sums[key][name]

    def ordered(level, at=0):  # those who are level in everything stay together, by their lots
        if len(level) < 2 or at == len(chain):
            return [sorted(level, key=lot.get)] if level else []
        worth = {key: value(chain[at], key, level) for key in level}
        if None in worth.values():
            return ordered(level, at + 1)
        best_first = sorted(level, key=worth.get, reverse=True)
        return [run for _, same in groupby(best_first, key=worth.get) for run in ordered(list(same), at + 1)]

    def placed(runs):
        ahead = 0
        for run in runs:
            yield from ((ahead + 1, len(run) > 1, key) for key in run)
            ahead += len(run)

    groups = {}
    for table in tables:
        if table["group"]:
            groups.setdefault(table["group"], {}).update(dict.fromkeys(table["keys"]))
        elif table["round"] == 1 and options.get("rankings", "one") != "one":  # a Mitchell: who stays, and who moves
            for side, key in enumerate(table["keys"], 1):
                groups.setdefault(side, {})[key] = None
    if not groups:
        return [(place, shared, 0, place, key, sums[key]) for place, shared, key in placed(ordered(list(entrants)))]
    inside = {key: (group, at) for group in groups for at, _, key in placed(ordered(list(groups[group])))}

    def across(key):  # of different groups: the place there, then averages of a match: only odd groups have rests
        rests = [got(table, key) for table in mine[key] if len(table["keys"]) == 1]
        many = max(len(mine[key]) - len(rests), 1)
        names = ("points", "vp", "mp", "wins", "difference", "scored", "conceded", "penalties")
        usual = ("points", "vp", "mp") if counted == "points" else ("vp", "mp", "points")
        usual = (*usual, "difference", "penalties" if low else "scored")
        names = dict.fromkeys([name for name in (*chain, *usual) if name in names])
        return (
            -inside[key][1],
            *[Fraction(sums[key][name] - sum(each[name] for each in rests)) / many for name in names],
            -lot[key],
        )

    best_first = sorted(inside, key=across, reverse=True)
    runs = [list(same) for _, same in groupby(best_first, key=across)]
    return [(place, shared, *inside[key], key, sums[key]) for place, shared, key in placed(runs)]


def pairing(order, past, last):  # the tables of a round, the best first, the rest last (R-DAN, R-SWI)
    rank = {key: at for at, key in enumerate(order)}
    often, met, rests, was_a = Counter(), {}, Counter(), Counter()
    for table in past:
        keys = table["keys"]
        if len(keys) == 1:
            rests[keys[0]] += 1
            continue
        was_a.update({keys[0]: 1, keys[1]: -1})
        often[frozenset(keys)] += 1
        if options["rematches"] == "never" or (options["rematches"] == "not_in_a_row" and table["round"] == last):
            met[frozenset(keys)] = table["round"]
    met = {both: when for both, when in met.items() if both <= rank.keys()}
    most = max(Counter(key for both in met for key in both).values(), default=0)
    known = {}

    def may(one, two):
        return frozenset((one, two)) not in met

    def odd(free):  # how many parts of an odd number there are, of those who may meet: one of each finds nobody
        found, left = 0, set(free)
        while left:
            part = [left.pop()]
            for one in part:
                near = {two for two in left if may(one, two)}
                left -= near
                part += near
            found += len(part) % 2
        return found

    def can(free, again):  # can these be paired with so many rematches at most?
        if len(free) >= 2 * most + 2 or not free:  # everybody may meet half of them (Dirac)
            return True
        if (free, again) not in known:
            one = min(free, key=lambda each: sum(may(each, two) for two in free))
            known[free, again] = odd(free) <= 2 * again and any(
                can(free - {one, two}, again - (not may(one, two)))
                for two in sorted(free - {one}, key=lambda each: not may(one, each))
                if again or may(one, two)
            )
        return known[free, again]

    fewest = min(rests[key] for key in order)
    resting = [key for key in reversed(order) if rests[key] == fewest] if len(order) % 2 else [None]
    everybody = frozenset(order)
    again, rest = next((again, rest) for again in count() for rest in resting if can(everybody - {rest}, again))
    free, pairs = everybody - {rest}, []
    if again:  # who met least often, then longest ago, then stand nearest, then stand best
        again_first = ((often[both], met[both], *sorted(map(rank.get, both))) for both in met)
        for *_, one, two in sorted((times, when, two - one, one, two) for times, when, one, two in again_first):
            both = {order[one], order[two]}
            if again and both <= free and can(free - both, again - 1):
                free, again = free - both, again - 1
                pairs.append((order[one], order[two]))
    for one in order:  # the others: each with the nearest that leaves a pairing of those behind
        if one in free:
            nearer = (two for two in order[rank[one] + 1 :] if two in free and may(one, two))
            two = next(two for two in nearer if can(free - {one, two}, 0))
            free -= {one, two}
            pairs.append((one, two))
    pairs.sort(key=lambda pair: rank[pair[0]])
    lines = [[two, one] if was_a[one] > was_a[two] else [one, two] for one, two in pairs]
    return lines + [[rest]] * (rest is not None)


def ladder(last):  # king of the table: how those of the last round stand after it
    ended = []
    for table in last:
        if len(table["keys"]) == 2:
            a, b = (line["place"] or 10**9 for line in table["lines"])
            ended.append(table["keys"][:: -1 if b < a else 1])
    line = [ended[0][0]] if ended else []
    for at, (_, loser) in enumerate(ended):
        line += [each[0] for each in ended[at + 1 : at + 2]] + [loser]
    for above, table in enumerate(last):
        if len(table["keys"]) == 1:
            line.insert(2 * above, table["keys"][0])
    return line


def king(order, past, _last):
    rests = Counter(table["keys"][0] for table in past if len(table["keys"]) == 1)
    if len(order) % 2 == 0:
        return [order[at : at + 2] for at in range(0, len(order), 2)]
    at = min(range(len(order)), key=lambda at: (rests[order[at]], -at))
    others = order[:at] + order[at + 1 :]
    found = [others[at : at + 2] for at in range(0, len(others), 2)]
    found.insert((at + 1) // 2, [order[at]])
    return found


wrong, notes = [], []
settled = [table for table in tables if counts(table)]
last_round = max((table["round"] for table in tables), default=0)
for place, shared, group, in_group, key, sums in standing(list(rows), settled, last_round):
    row = rows[key]
    said = (row["place"], row["is_shared"], row["stage"]["group"], row["stage"]["group_place"])
    if said != (place, shared, group, in_group):
        wrong.append(f"place {said[0]} of {row['name']} is {place}")
    told = {"VP": row["vp"], "MP": row["mp"], "wins": row["wins"], "table points": row["stage"]["table_points"]}
    for (name, value), right in zip(told.items(), (sums[each] for each in ("vp", "mp", "wins", "points")), strict=True):
        if str(value) != str(right):
            wrong.append(f"{value} {name} of {row['name']} are {right}")
published = {row["round"]: row for row in state["pairings"]}
paired = sorted({table["round"] for table in tables}) if options["kind"] in ("danish", "swiss", "king") else []
for number in paired:
    now = [table["keys"] for table in tables if table["round"] == number]
    here = {key for keys in now for key in keys}
    past = [table for table in tables if table["round"] < number]
    seated = [key for key in rows if key in here or any(key in table["keys"] for table in past)]
    if options["kind"] == "king":
        order = ladder([table for table in past if table["round"] == number - 1])
        order += sorted(here.difference(order), key=lot.get)
    else:
        order = [row[4] for row in standing(seated, [table for table in past if counts(table)], number - 1)]
    order = [key for key in order if key in here]
    row = published.get(number, {"order": order, "changed": []})
    if number == 1:  # who came late has taken the place of a rest
        row["order"] += sorted(here.difference(row["order"]), key=lot.get)
    elif row["order"] != order:
        (notes if row["changed"] else wrong).append(
            f"round {number} was paired by another order"
            + f", before these steps: {', '.join(row['changed'])}" * bool(row["changed"])
        )
    expected = (king if options["kind"] == "king" else pairing)(row["order"], past, number - 1)
    for table, (said, right) in enumerate(zip(now, expected, strict=False), 1):
        if said != right:
            names = " - ".join(rows[key]["name"] if key in rows else str(key) for key in right)
            wrong.append(f"table {table} of round {number} is {names}")
    if len(now) != len(expected):
        wrong.append(f"round {number} has {len(expected)} tables")
for note in notes:
    print("Note:", note)
sys.exit("Differs: " + "; ".join(wrong)) if wrong else print("OK")
