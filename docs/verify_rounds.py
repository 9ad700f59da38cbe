"""Check an event in rounds (docs/verify.md): ``python3 verify_rounds.py < state.json`` says OK, or what differs.

From the tables alone it works out every place, and every pairing of a Danish, a Swiss and a king of the table; of an
event of several stages also who goes on from one to the next, and where.
"""

import json
import sys
from collections import Counter, namedtuple
from fractions import Fraction
from itertools import combinations, count, groupby, islice

Row = namedtuple(
    "Row", "place shared group in_group key sums average lot score"
)  # of a standing; the best of them first
if __name__ == "__main__":  # what cannot be read ends with a sentence
    sys.excepthook = lambda _kind, error, _at: print(
        f"This is no document of an event in rounds, or it is damaged: {error!r}"
    )

state = json.load(sys.stdin)
names = {row["entry"]: row["name"] for row in state["standings"]}
gone = {row["entry"] for row in state["standings"] if row["is_withdrawn"]}
stages = state["stages"]
if not stages:
    stage = state["stage"] or sys.exit("Differs: this event is not played in rounds")
    flat = [{**row, **row["stage"]} for row in state["standings"]]
    stages = [{**stage, "number": 1, "first_round": 1, "coming": {"carries": False}, "standings": flat}]
begun = [one for one in stages if one["first_round"]]
first_open = min((each["round"] for each in state["tables"] if each["status"] not in ("done", "bye")), default=10**9)
called = {row["number"] for row in state["rounds"] if row["status"] == "announced"}
everywhere = [
    {**table, "lines": [line for line in table["lines"] if line["entry"] is not None]}
    for table in sorted(state["tables"], key=lambda table: table["number"])
]
both = {pair["entry"]: pair["members"] for one in stages for pair in one.get("pairs", ())}  # both get the result
everywhere = [
    {**table, "seats": [both.get(line["entry"], [line["entry"]]) for line in table["lines"]]}
    for table in everywhere
    if table["lines"]
]
everywhere = [{**table, "keys": [key for seat in table["seats"] for key in seat]} for table in everywhere]
for table in everywhere:  # who was to sit there before the director swapped places, line by line
    table["drawn"] = table["seats"]
    table["then"] = [(10**9, table["seats"])]  # and who was known to have sat there, until a round was paired
    for swap in reversed([swap for swap in state.get("swaps", ()) if swap["round"] == table["round"]]):
        places = {swap["one"]: swap["other"], swap["other"]: swap["one"]}
        table["drawn"] = [[places.get(key, key) for key in seat] for seat in table["drawn"]]
        table["then"].append((swap["since"], table["drawn"]))
    table["meet"] = [key for seat in table["drawn"] for key in seat]


def enter(one):  # from here on everything is about this stage: its options, its tables, and those that count on in it
    global stage, low, options, terms, chain, counted, places, win, draw, loss, rows, lot, taken, first, own, tables
    stage, low, options, first = one, one["low_wins"], one["options"], one["first_round"]
    at = begun.index(one)
    until = begun[at + 1]["first_round"] if at + 1 < len(begun) else 10**9
    while begun[at]["coming"]["carries"]:
        at -= 1
    since = begun[at]["first_round"]
    tables = [table for table in everywhere if since <= table["round"] < until]
    own = [table for table in tables if table["round"] >= first]
    rows = {row["entry"]: row for row in one["standings"]}
    known = {row["entry"]: row for each in begun[at : begun.index(one) + 1] for row in each["standings"]}
    lot = {key: row["lot"] for key, row in known.items()}
    taken = {key: row["deduction"] for key, row in known.items()}
    if one["ranking"]:
        terms, chain = one["ranking"].get("points"), one["ranking"]["chain"]["criteria"]
        chain = list(dict.fromkeys("penalties" if low and name == "scored" else name for name in chain))
        counted = next((name for name in chain if name in ("points", "vp")), "points")  # what Buchholz and kin add up
        places = terms["places"] if terms else []
        win, draw, loss = (terms["win"], terms["draw"], terms["loss"]) if terms else (0, 0, 0)


def counts(table):  # a table that nobody plays counts once its round has come; the rest of who had left counts never
    if len(table["lines"]) == 1 and table["lines"][0]["is_absent"]:
        return False
    has_come = table["round"] in called or table["round"] < first_open
    return table["status"] in ("done", "bye") and (has_played(table) or has_come)


def has_played(table):  # who waits in vain has a rest; in events of earlier releases a no-show is a win
    is_rest = stage.get("no_show_is_rest") and table.get("is_no_show")
    return table["ending"] not in ("bye", "walkover") and not is_rest


def against(mine, other):  # 2, 1 or 0 half wins of one line against another; without a place it lost
    return 0 if mine is None else 2 if other is None or mine < other else int(mine == other)


def seat_of(table, key):
    return next(at for at, seat in enumerate(table["seats"]) if key in seat)


def gains(table, key):  # what an entry has from a table
    at = seat_of(table, key)
    line, won = table["lines"][at], [each["place"] for each in table["lines"]]
    place, found = line["place"], Counter(vp=line["vp"] or 0, mp=line["mp"] or 0)
    if len(won) == 1 or not has_played(table):
        found["least_byes"] = -int(rests := place == 1)  # who is absent for a round sits alone, without a place
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


def standing(entrants, settled, last):  # by some tables, after round ``last``
    mine = {key: [] for key in entrants}
    for table in settled:
        for key in table["keys"]:
            mine[key].append(table)
    met = {  # once for each opponent: who it was, what the table gave, how it came out against this one
        key: [
            (other, gains(table, key), against(table["lines"][seat_of(table, key)]["place"], line["place"]))
            for table in mine[key]
            if has_played(table)
            for line, seat in zip(table["lines"], table["seats"], strict=True)
            if key not in seat
            for other in seat
        ]
        for key in entrants
    }
    sums = {key: Counter() for key in entrants}
    for key in entrants:
        for table in mine[key]:
            for name, value in gains(table, key).items():
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
            recorded = (each for each in stage.get("recorded", ()) if each["by"] == name and each["round"] == last)
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

    def ranked_runs(level, at=0):  # those who are level in everything stay together, by their lots
        if len(level) < 2 or at == len(chain):
            return [sorted(level, key=lot.get)] if level else []
        worth = {key: value(chain[at], key, level) for key in level}
        if None in worth.values():
            return ranked_runs(level, at + 1)
        best_first = sorted(level, key=worth.get, reverse=True)
        return [run for _, same in groupby(best_first, key=worth.get) for run in ranked_runs(list(same), at + 1)]

    def with_places(runs):
        ahead = 0
        for run in runs:
            yield from ((ahead + 1, len(run) > 1, key) for key in run)
            ahead += len(run)

    scored = {key: value(chain[0], key, list(entrants)) for key in entrants}  # what the ranking compares first

    groups = {}
    for table in own:
        if table["round"] > last:  # before its first round a stage has no groups
            continue
        if table["group"]:
            groups.setdefault(table["group"], {}).update(dict.fromkeys(key for key in table["keys"] if key in mine))
        elif (
            table["round"] == first and options.get("rankings", "one") != "one"
        ):  # a Mitchell: who stays, and who moves
            for side, key in enumerate(table["keys"], 1):
                groups.setdefault(side, {})[key] = None
    in_turn = options.get("groups", 1)  # Danish rounds in groups: all of the first one before all of the second
    if groups and in_turn > 1:
        late = {*entrants}.difference(*groups.values())
        groups.setdefault(in_turn, {}).update(dict.fromkeys(sorted(late, key=lot.get)))
    if not groups:
        ended = with_places(ranked_runs(list(entrants)))
        return [Row(place, shared, 0, place, key, sums[key], [], lot[key], scored[key]) for place, shared, key in ended]
    inside = {key: (group, at) for group in groups for at, _, key in with_places(ranked_runs(list(groups[group])))}

    def averages(key):  # for each match: only odd groups have rests
        rests = [gains(table, key) for table in mine[key] if len(table["keys"]) == 1]
        many = max(len(mine[key]) - len(rests), 1)
        sum_names = ("points", "vp", "mp", "wins", "difference", "scored", "conceded", "penalties")
        usual = ("points", "vp", "mp") if counted == "points" else ("vp", "mp", "points")
        usual = (*usual, "difference", "penalties" if low else "scored")
        found = dict.fromkeys(name for name in (*chain, *usual) if name in sum_names)
        return [Fraction(sums[key][name] - sum(each[name] for each in rests)) / many for name in found]

    def across(key):  # of different groups: the place there, then averages
        return (-inside[key][0] * (in_turn > 1), -inside[key][1], averages(key), -lot[key])

    best_first = sorted(inside, key=across, reverse=True)
    runs = [list(same) for _, same in groupby(best_first, key=across)]
    return [
        Row(place, shared, *inside[key], key, sums[key], averages(key), lot[key], scored[key])
        for place, shared, key in with_places(runs)
    ]


class Least:  # the pairs of range(count) that cost least together, by trees and rings that are joined (Edmonds 1965)
    def __init__(self, count, cost):
        self.count, size = count, count + count // 2 + 2
        self.top = [*range(count + 1)] + [0] * (size - count - 1)  # the outermost ring that holds each one
        self.mate, self.parent, self.near, self.side, self.worth = ([0] * size for _ in range(5))
        self.ring, self.inside, self.edge = (
            [[] for _ in range(size)],
            [{} for _ in range(size)],
            [{} for _ in range(size)],
        )
        self.price = [{} for _ in range(count + 1)]
        for one in range(1, count + 1):
            self.inside[one] = {one: one}
            for two in range(one + 1, count + 1):
                if (found := cost(one - 1, two - 1)) is not None:
                    self.price[one][two] = self.price[two][one] = 2 * found
                    self.edge[one][two], self.edge[two][one] = (one, two), (two, one)

    def pairs(self):  # None where not all can be paired
        people = range(1, self.count + 1)
        if not all(self.price[1:]):
            return None
        low = min((min(each.values()) for each in self.price[1:]), default=0) // 2
        self.worth[1 : self.count + 1] = [low] * self.count
        for one in people:  # no pair costs less than the worth of its two; those that are made cost just that
            if not self.mate[one]:
                self.worth[one], two = min((price - self.worth[two], two) for two, price in self.price[one].items())
                if not self.mate[two]:
                    self.mate[one], self.mate[two] = two, one
        alone = sum(not self.mate[one] for one in people)
        if alone % 2 or not all(self.step() for _ in range(alone // 2)):
            return None
        return [(one - 1, self.mate[one] - 1) for one in people if one < self.mate[one]]

    def tops(self):
        return [each for each in range(1, len(self.top)) if self.top[each] == each]

    def room(self, edge):
        return self.price[edge[0]][edge[1]] - self.worth[edge[0]] - self.worth[edge[1]]

    def step(self):  # two more find a partner: side 1 may be left by a new pair, side 2 is reached by one
        self.todo = []
        for each in self.tops():
            self.side[each] = self.near[each] = 0
            if not self.mate[each]:
                self.side[each] = 1
                self.todo += self.inside[each]
        while True:
            while self.todo:
                one = self.todo.pop()
                for two in self.price[one]:
                    if self.top[one] != self.top[two]:
                        if self.room((one, two)):
                            self.note(one, self.top[two])
                        elif self.meet(one, two):
                            return True
            steps = [self.worth[each] // 2 for each in self.tops() if each > self.count and self.side[each] == 2]
            for each in self.tops():
                if self.near[each] and self.side[each] < 2:
                    steps.append(self.room(self.edge[self.near[each]][each]) // (1 + self.side[each]))
            if not steps:
                return False
            for each in [*range(1, self.count + 1), *(each for each in self.tops() if each > self.count)]:
                by = (0, min(steps), -min(steps))[self.side[self.top[each]]]
                self.worth[each] += by if each <= self.count else 2 * by
            for each in self.tops():
                near = self.near[each]
                if not near or self.top[each] != each or self.top[near] == each or self.side[each] == 2:
                    continue
                if not self.room(self.edge[near][each]) and self.meet(*self.edge[near][each]):
                    return True
            for each in self.tops():
                if each > self.count and self.top[each] == each and self.side[each] == 2 and not self.worth[each]:
                    self.open(each)

    def note(self, one, other):
        near = self.near[other]
        if not near or self.room(self.edge[one][other]) < self.room(self.edge[near][other]):
            self.near[other] = one

    def look(self, each):
        self.near[each] = 0
        for one in range(1, self.count + 1):
            if each in self.edge[one] and self.top[one] != each and self.side[self.top[one]] == 1:
                self.note(one, each)

    def cover(self, each, top):
        self.top[each] = top
        for member in self.ring[each] if each > self.count else ():
            self.cover(member, top)

    def meet(self, one, two):
        here, there = self.top[one], self.top[two]
        if self.side[there] == 0:
            self.parent[there], self.side[there], other = one, 2, self.top[self.mate[there]]
            self.near[there], self.near[other], self.side[other] = 0, 0, 1
            self.todo += self.inside[other]
        elif self.side[there] == 1:
            ways = []
            for each in (here, there):
                ways.append([each])
                while self.mate[ways[-1][-1]]:
                    below = self.top[self.mate[ways[-1][-1]]]
                    ways[-1] += [below, self.top[self.parent[below]]]
            base = next((each for each in ways[0][::2] if each in ways[1][::2]), 0)
            if not base:
                self.turn(here, (one, two))
                self.turn(there, (two, one))
                return True
            self.join(ways[0][: ways[0].index(base)], base, ways[1][: ways[1].index(base)])
        return False

    def turn(self, here, edge):
        while True:
            below = self.top[self.mate[here]]
            self.marry(here, edge)
            if not below:
                return
            edge = self.edge[below][self.parent[below]]
            self.marry(below, edge)
            here, edge = self.top[edge[1]], edge[::-1]

    def marry(self, each, edge):
        self.mate[each] = edge[1]
        if each > self.count:
            member = self.inside[each][edge[0]]
            at, ring = self.place(each, member), self.ring[each]
            for one, two in zip(ring[:at:2], ring[1:at:2], strict=True):
                between = self.edge[one][two]
                self.marry(one, between)
                self.marry(two, between[::-1])
            self.marry(member, edge)
            self.ring[each] = ring[at:] + ring[:at]

    def place(self, ring, member):
        at = self.ring[ring].index(member)
        if at % 2:
            self.ring[ring][1:] = self.ring[ring][:0:-1]
            at = len(self.ring[ring]) - at
        return at

    def join(self, one, base, two):
        new = next(each for each in range(self.count + 1, len(self.top)) if not self.top[each])
        self.todo += [person for each in (*one[1::2], *two[1::2]) for person in self.inside[each]]
        self.ring[new] = [base, *reversed(one), *two]
        self.worth[new], self.side[new], self.mate[new], self.edge[new] = 0, 1, self.mate[base], {}
        self.inside[new] = {person: each for each in self.ring[new] for person in self.inside[each]}
        for each in self.ring[new]:
            for other, edge in self.edge[each].items():
                if other not in self.edge[new] or self.room(edge) < self.room(self.edge[new][other]):
                    self.edge[new][other] = edge
        for other, edge in self.edge[new].items():
            self.edge[other][new] = edge[::-1]
        self.cover(new, new)
        self.look(new)

    def open(self, each):
        for member in self.ring[each]:
            self.cover(member, member)
        came = self.parent[each]
        entry = self.inside[each][self.edge[each][came][0]]
        at, ring = self.place(each, entry), self.ring[each]
        for member in ring:
            self.side[member] = self.near[member] = 0
        for below, above in zip(ring[:at:2], ring[1:at:2], strict=True):
            self.parent[below], self.side[below], self.side[above] = self.edge[above][below][0], 2, 1
            self.todo += self.inside[above]
        self.side[entry], self.parent[entry], self.top[each] = 2, came, 0
        for other in self.edge[each]:
            self.edge[other].pop(each, None)
        for member in ring:
            if self.side[member] < 2:
                self.look(member)


def by_score(order, rank, may, score):  # as few as possible meet another score, then those who stand nearest (R-SWI-05)
    def solve(keys):
        ranks, bits = [rank[key] for key in keys], len(keys).bit_length()

        def cost(one, two):  # of all that cost the same, the best has the nearest, then the best of the others ...
            if not may(keys[one], keys[two]):
                return None
            apart = ranks[two] - ranks[one] + (score[keys[one]] != score[keys[two]]) * len(rank) ** 2
            return (apart << bits * len(keys)) + ((two - one) << bits * (len(keys) - 1 - one))

        found = Least(len(keys), cost).pairs()
        return None if found is None else [(keys[one], keys[two]) for one, two in found]

    alone, line, least = [], [], 0
    for _, group in groupby(order, key=score.get):
        group = list(group)
        found = solve(group) if len(group) % 2 == 0 else None
        if found is None:
            line, least = line + group, least + 2 - len(group) % 2
        else:
            alone += found
    found = solve(line)  # a group cannot keep more, so no pairing has fewer across
    if found is not None and 2 * sum(score[one] != score[two] for one, two in found) == least:
        return alone + found
    return solve(order)


def ways(order, may, step=lambda: None):  # every way to pair these, the best with the nearest first
    if not order:
        yield []
        return
    for at, two in enumerate(order[1:], 1):
        if may(order[0], two):
            step()
            for others in ways(order[1:at] + order[at + 1 :], may, step):
                yield [(order[0], two), *others]


STEPS = 20_000  # so many pairs of the rounds to come are tried; if that is not enough nothing is changed for them


class GivenUpError(Exception):
    pass


def goes_on_for(rounds, order, met, rests, known):  # can so many more be paired without a rematch? (R-SWI-06)
    def step():
        known["steps"] = known.get("steps", 0) + 1
        if known["steps"] > STEPS:
            raise GivenUpError

    odd = len(order) % 2
    open_to = [sum(frozenset((one, two)) not in met for two in order if two != one) for one in order]
    if not rounds or 2 * (min(open_to) - odd - rounds + 1) >= len(order) - odd:  # half of them are enough (Dirac)
        return True
    if rounds * (len(order) - odd) > sum(open_to) or (not odd and min(open_to) < rounds):
        return False
    if (state := (frozenset(met), tuple(rests[key] for key in order), rounds)) not in known:
        fewest = min(rests[key] for key in order)
        known[state] = any(
            goes_on_for(rounds - 1, order, met | set(map(frozenset, pairs)), rests + Counter([rest] * odd), known)
            for rest in ([key for key in order if rests[key] == fewest] if odd else [None])
            for pairs in ways(
                [key for key in order if key != rest], lambda one, two: frozenset((one, two)) not in met, step
            )
        )
    return known[state]


def apart_in(number, order):  # the pairs that should not meet in a round, and those of them in none of this stage
    now, always = set(), set()
    for each in published.get(number, {}).get("apart", ()):
        pairs = set(map(frozenset, combinations([key for key in each["entries"] if key in order], 2)))
        now |= pairs
        if not each["until"] or each["until"] >= first + options["rounds"] - 1:
            always |= pairs
    return now, always


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
    apart, always = apart_in(last + 1, rank)  # who should not meet now, and who never in this stage (R-HND-11)
    barred = {*met, *apart}
    most = max(Counter(key for both in barred for key in both).values(), default=0)
    known = {}

    def may(one, two):
        return frozenset((one, two)) not in barred

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
    is_kept = not apart or any(can(everybody - {rest}, 0) for rest in resting)
    if not is_kept:
        barred, known = {*met}, {}
        most = max(Counter(key for both in barred for key in both).values(), default=0)
    again, rest = next((again, rest) for again in count() for rest in resting if can(everybody - {rest}, again))
    free, pairs, by_scores = everybody - {rest}, [], options.get("version", 1) > 1 and options["kind"] == "swiss"
    is_forced = again > 0
    if again:  # who met least often, then longest ago, then stand nearest, then stand best
        again_first = ((often[both], met[both], *sorted(map(rank.get, both))) for both in met)
        for *_, one, two in sorted((times, when, two - one, one, two) for times, when, one, two in again_first):
            both = {order[one], order[two]}
            if again and both <= free and can(free - both, again - 1):
                free, again = free - both, again - 1
                pairs.append((order[one], order[two]))
    score = {key: scores.get(key) for key in order}
    if not is_kept:  # as few of them meet as possible; then the last who may rest does, then as the format has it
        people = [key for key in order if key in free or (not is_forced and key == rest)]
        width, bits = len(order) + 1, (len(people) + 1).bit_length()

        def cost(here, there):  # who rests is paired with nobody, who comes last
            one, two = people[here], [*people, None][there]
            if (two is not None and not may(one, two)) or (two is None and one not in resting):
                return None
            first = resting.index(one) if two is None else width * (frozenset((one, two)) in apart)
            ranks = 0 if two is None or not by_scores else rank[two] - rank[one] + (score[one] != score[two]) * width**2
            return ((first * width**4 + ranks) << bits * len(people)) + (
                there - here << bits * (len(people) - 1 - here)
            )

        for here, there in Least(len(people) + len(people) % 2, cost).pairs():
            if there == len(people):
                rest = people[here]
            else:
                pairs.append((people[here], people[there]))
        free = frozenset()
    elif by_scores:
        pairs += by_score([key for key in order if key in free], rank, may, score)
        free = frozenset()
    for one in order:  # the others: each with the nearest that leaves a pairing of those behind
        if one in free:
            nearer = (two for two in order[rank[one] + 1 :] if two in free and may(one, two))
            two = next(two for two in nearer if can(free - {one, two}, 0))
            free -= {one, two}
            pairs.append((one, two))
    small = options.get("version", 1) > 1 and options["rematches"] == "never" and not is_forced and len(order) <= 12
    to_come = options["rounds"] - (last - first + 2)

    def cheap(pairs):
        return sum(score[one] != score[two] for one, two in pairs), sum(rank[two] - rank[one] for one, two in pairs)

    for never in ({*met, *always}, {*met}) if small and is_kept else ():
        looked_at, plain = {}, (pairs, rest)

        def goes_on(pairs, rest, never=never, looked_at=looked_at):
            rested = rests + Counter([rest] * (len(order) % 2))
            return goes_on_for(to_come, [*order], {*never, *map(frozenset, pairs)}, rested, looked_at)

        try:  # else the first way after which all rounds to come can be paired
            others = ((each, [key for key in order if key != each]) for each in resting)
            found = (
                (some, each)
                for each, keys in others
                for some in (sorted(ways(keys, may), key=cheap) if by_scores else ways(keys, may))
            )
            good = plain if goes_on(*plain) else next((each for each in found if goes_on(*each)), None)
        except GivenUpError:
            good = None
        if good is not None:
            pairs, rest = good
            break
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
    above = 0
    for table in last:
        if len(table["keys"]) == 1:
            line.insert(above, table["keys"][0])
        above += len(table["keys"])
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


def by_groups(order, past, last):  # each group on its own; before the first round the order is cut from the top
    if (many := options.get("groups", 1)) == 1:
        return pairing(order, past, last)
    group = {key: table["group"] for table in past if table["round"] >= first for key in table["keys"]}
    if not group:
        sizes = [len(order) // many + (at < len(order) % many) for at in range(many)]
        group = dict(zip(order, [at for at, size in enumerate(sizes, 1) for _ in range(size)], strict=True))
    parts = [[key for key in order if group.get(key, many) == at] for at in range(1, many + 1)]
    return [keys for part in parts for keys in (pairing(part, past, last) if len(part) > 1 else [part] * len(part))]


def mitchell(order, _past, _last):
    return [list(each) for each in zip(order[::2], order[1::2], strict=False)] + [[order[-1]]] * (len(order) % 2)


def snake(order):  # the groups or heats of a stage, without lots: dealt out to and fro
    number = min(-(-len(order) // (options.get("heat") or options["size"])), len(order) // 3)
    sizes = sorted(len(order) // number + (n < len(order) % number) for n in range(number))
    groups, line = [set() for _ in sizes], iter(order)
    for chair in range(sizes[-1]):
        for to in [to for to in range(number) if sizes[to] > chair][:: 1 - chair % 2 * 2]:
            groups[to].add(next(line))
    return groups


def goes_on(coming, before):  # who goes on by these rows of a standing, best first (R-GRP-11, R-GRP-12)
    if not coming["first"] and not coming["best"]:
        return [row.key for row in before]
    groups, others = {}, []
    for row in before:
        groups.setdefault(row.group, []).append(row)
    winners = {row.key for group in groups.values() for row in group[: coming["first"]]}
    for group in groups.values():
        least = None
        for row in group[coming["first"] :]:  # nobody before a better one of the same group
            least = row.average if least is None else min(least, row.average)
            others.append(([-each for each in least], row.in_group, row.lot, row.key))
    best = [key for *_, key in sorted(others)[: coming["best"]]]
    return [row.key for row in before if row.key in winners] + best


def bracket(block, size):  # the places of a knockout for [(key, group)], the best first (R-GRP-13 to R-GRP-15)
    if size == 2:
        return [key for key, _ in block] + [None] * (size - len(block))
    near, everybody, side = {at: [] for at in range(len(block))}, range(len(block)), {}
    for line in [
        everybody,
        *([at for at in everybody if block[at][1] == group] for group in {one[1] for one in block}),
    ]:
        for one, other in zip(line[::2], line[1::2], strict=False):  # first and second, third and fourth: apart
            near[one].append(other)
            near[other].append(one)
    starts = [(at, at % 4 in (1, 2)) for at in everybody]
    if (byes := size - len(block)) % 2:  # the last bye meets nobody who is as good as the last of all
        starts = [starts[byes - 1], (len(block) - 1, not starts[byes - 1][1]), *starts]
    for start in starts:
        todo = [start]
        while todo:
            at, which = todo.pop()
            if at not in side:
                side[at] = which
                todo += [(other, not which) for other in near[at]]
    halves = [[block[at] for at in everybody if side[at] == which] for which in (side[0], not side[0])]
    return bracket(halves[0], size // 2) + bracket(halves[1], size // 2)


def size_of(order):
    return max(2, 1 << (len(order) - 1).bit_length())


def by_place(order):  # the firsts of all groups, the seconds and so on, each of them the best first
    found, ahead = [], Counter()
    for key in order:
        group = group_before.get(key, 0)
        found += [[]] * (ahead[group] == len(found))
        found[ahead[group]] = [*found[ahead[group]], key]
        ahead[group] += 1
    return found


def places_that_meet(crossing, first):  # R-GRP-19
    if crossing == "ends":
        return [(place, first + 1 - place) for place in range(1, (first + 1) // 2 + 1)]
    return sorted(tuple(sorted(map(int, pair.split("-")))) for pair in crossing.split())


def cross_places(
    order, pairs
):  # the places of a knockout in which these places of the groups meet (R-GRP-20, R-GRP-21)
    group, rank = {key: group_before.get(key, 0) for key in order}, {key: at for at, key in enumerate(order)}
    lists = by_place(order)
    heads = [key for place, own in enumerate(lists, 1) if not any(place in pair for pair in pairs) for key in own]
    meet, seats, stands = [], {}, {}
    for one, two in pairs:
        own, coming = (lists[place - 1] if place <= len(lists) else [] for place in (one, two))
        if one == two:
            own, coming = own[: (len(own) + 1) // 2], own[(len(own) + 1) // 2 :]
        meet.append((own, list(coming)))
        heads += own
    heads.sort(key=rank.get)
    size = 1 << (len(heads) - 1).bit_length()
    at = bracket([(key, group[key]) for key in heads], size) if size > 1 else heads
    places = [place for key in at for place in (key, None)]
    for place, key in enumerate(places):
        if key is not None:
            stands[key] = place
            seats.setdefault(group[key], []).append(place)
    for own, left in meet:
        for number, head in enumerate(own, 1):
            here, others = stands[head] + 1, own[number:]

            def choice(key, head=head, here=here):
                first_round = [(seat ^ here).bit_length() for seat in seats.get(group[key], ())]
                return group[key] == group[head], -min(first_round, default=size.bit_length() + 1), -rank[key]

            choices = [None] * (len(others) >= len(left)) + sorted(left[-16:], key=choice)
            for found in choices:
                rest = [key for key in left if key != found]
                if len(others) == len(rest) == 1 and group[others[0]] == group[rest[0]]:
                    continue  # the last two would be mates
                break
            else:
                found = choices[0]
            if found is not None:
                left.remove(found)
                places[here] = found
                seats.setdefault(group[found], []).append(here)
    return places


def knockout(order, _past, _last):
    block = [(key, group_before.get(key, 0)) for key in order]
    crossing = stage["coming"].get("crossing")
    pairs = places_that_meet(crossing, stage["coming"]["first"]) if crossing else []
    at = cross_places(order, pairs) if pairs else bracket(block, size_of(order))
    tables = [[key for key in at[one : one + 2] if key is not None] for one in range(0, len(at), 2)]
    return [table for table in tables if table]


scores = {}  # of those who are paired, what the ranking compares first
MOVEMENTS = {"king": king, "danish": by_groups, "swiss": by_groups, "mitchell": mitchell, "knockout": knockout}
wrong, notes = [], []
published, ended = {row["round"]: row for row in state["pairings"]}, []


def check_rows():  # every place of the stage, and what everybody has there
    of_stage = f" in stage {stage['number']}" * (len(stages) > 1)
    seated = [key for table in tables for key in table["keys"]]  # who left before comes to no group of this stage
    last = max((table["round"] for table in tables), default=0)
    found = standing(list(dict.fromkeys([*rows, *seated])), [table for table in tables if counts(table)], last)
    wrong.extend(f"{names[row.key]} is missing{of_stage}" for row in found if row.key not in rows)
    for right in [row for row in found if row.key in rows]:
        row, name = rows[right.key], names[right.key] + of_stage
        said = (row["place"], row["is_shared"], row["group"], row["group_place"])
        if said != right[:4]:
            wrong.append(f"place {said[0]} of {name} is {right.place}")
        told = {
            "VP": ("vp", "vp"),
            "MP": ("mp", "mp"),
            "wins": ("wins", "wins"),
            "table points": ("table_points", "points"),
        }
        for what, (value, summed) in told.items():
            if str(row[value]) != str(right.sums[summed]):
                wrong.append(f"{row[value]} {what} of {name} are {right.sums[summed]}")
    ended.append(found)


def stays(number):  # the tables that stayed when the others of a round were paired anew, from the top
    return [(table["at"], table["entries"]) for table in published.get(number, {}).get("kept", ())]


def check_order(number, order):  # what a round was paired from; return that, and whether it may have changed since
    row = published.get(number, {"order": order, "changed": []})
    if row["order"] != order:
        (notes if row["changed"] else wrong).append(
            f"round {number} was paired by another order"
            + f", before these steps: {', '.join(row['changed'])}" * bool(row["changed"])
        )
    return row


def as_known(table, number):  # a table as everybody knew it when a round was paired
    seats = [seats for since, seats in table["then"] if since >= number][-1]
    return {**table, "seats": seats, "keys": [key for seat in seats for key in seat]}


def keep_scores(number, rows):  # the scores that a round was paired from, by how many had each of them
    scores.clear()
    if options.get("version", 1) == 1 or options["kind"] != "swiss":
        return
    row = published.get(number, {})
    found = [len(list(same)) for _, same in groupby(rows, key=lambda row: (row.group, row.score))]
    groups = row.get("score_groups") or found
    if groups != found:
        (notes if row["changed"] else wrong).append(f"round {number} was paired by other scores")
    at = iter(row.get("order") or [row.key for row in rows])
    scores.update((key, score) for score, many in enumerate(groups) for key in islice(at, many))


def check_tables(number, order, past, told):  # the tables of a round, which follow from an order
    past = [as_known(table, number) for table in past]
    now = [table["meet"] for table in own if table["round"] == number]
    expected = MOVEMENTS[options["kind"]](order, past, number - 1)
    for at, keys in stays(number):
        expected.insert(at, keys)
    for table, (said, right) in enumerate(zip(now, expected, strict=False), 1):
        if said != right:
            told.append(f"table {table} of round {number} is {' - '.join(names.get(key, str(key)) for key in right)}")
    if len(now) != len(expected):
        told.append(f"round {number} has {len(expected)} tables")


def check_round(number):  # a round that is paired by the standings of its own stage
    here = {key for table in own if table["round"] == number for key in table["keys"]}
    past = [table for table in tables if table["round"] < number]
    seated = [key for key in rows if key in here or any(key in table["keys"] for table in past)]
    stay = [key for _, keys in stays(number) for key in keys]
    if options["kind"] == "king":
        order = ladder([table for table in past if table["round"] == number - 1])
        order += sorted(here.difference(order), key=lot.get)
    else:
        found = standing(seated, [table for table in past if counts(table)], number - 1)
        order = [row.key for row in found]
        keep_scores(number, [row for row in found if row.key in here and row.key not in stay])
    order = [key for key in order if key in here and key not in stay]
    if number == 1:  # who came late has taken the place of a rest
        scores.clear()
        order = published.get(1, {"order": order})["order"]
        check_tables(number, order + sorted(here.difference(order), key=lot.get), past, wrong)
    else:
        check_tables(number, check_order(number, order)["order"], past, wrong)


def check_groups(order, told):  # who is in each group or heat of the stage, by the tables of all its rounds
    word, found = "heat" if options["kind"] == "heats" else "group", {}
    for table in own:
        found.setdefault(table["group"], set()).update(table["meet"])
    told += [
        f"{word} {number} of round {first} is {', '.join(names[key] for key in sorted(right))}"
        for number, right in enumerate(snake(order), 1)
        if found.get(number) != right
    ]


def check_schedule():  # nobody sits twice in a round; who meets is known from the draw (R-GRP-07, R-MIT-03)
    sits = Counter((table["round"], key) for table in own for key in table["meet"])
    wrong.extend(f"{names[key]} sits twice in round {number}" for (number, key), times in sits.items() if times > 1)
    is_extra = options["kind"] == "groups" and options.get("even")  # such a match is of no group (R-GRP-22)
    met = Counter(
        frozenset(table["meet"]) for table in own if len(table["meet"]) == 2 and (table["group"] or not is_extra)
    )
    if options["kind"] == "groups":
        members = {}
        for table in own:
            if table["group"] or not is_extra:
                members.setdefault(table["group"], set()).update(set(table["meet"]) - gone)
        if is_extra:
            check_extra(members)
        legs = 2 if options["double"] else 1
        wrong.extend(
            f"{names[one]} and {names[two]} of group {group} meet {met[frozenset((one, two))]} times"
            for group, keys in members.items()
            for one, two in combinations(sorted(keys), 2)
            if met[frozenset((one, two))] != legs
        )
    elif options["kind"] == "mitchell":
        wrong.extend(" and ".join(sorted(names[key] for key in two)) + " meet twice" for two in met if met[two] > 1)
    elif options["kind"] == "partners":
        check_partners()


def check_extra(members):  # everybody has as many matches, but for a last smaller group that is odd (R-GRP-22)
    seats = Counter(key for table in own if len(table["meet"]) == 2 for key in table["meet"])
    sizes, most = {number: len(keys) for number, keys in members.items()}, max(map(len, members.values()))
    if most - min(sizes.values()) > 1:  # somebody came late
        return
    small = [number for number in sorted(sizes) if sizes[number] < most]
    alone = small[-1] if len(small) % 2 and sizes[small[-1]] % 2 else None
    legs = 2 if options["double"] else 1
    wrong.extend(
        f"{names[key]} of group {number} has {seats[key]} matches"
        for number, keys in sorted(members.items())
        for key in sorted(keys)
        if seats[key] != legs * (most - 1 - (number == alone)) and not gone
    )


def check_partners():  # nobody has a partner twice while it can be helped, or rests again before others have (R-ROT-03)
    always = None
    for number, here in groupby(own, key=lambda table: table["round"]):
        stay = {key for _, keys in stays(number) for key in keys}  # kept by hand, or absent for the round
        seats = [seat for table in here for seat in table["drawn"] if stay.isdisjoint(seat)]
        pairs = [seat for seat in seats if len(seat) == 2]
        playing, resting = {key for seat in pairs for key in seat}, {seat[0] for seat in seats if len(seat) == 1}
        past = [seat for table in own if table["round"] < number for seat in as_known(table, number)["seats"]]
        had, rests = {}, Counter(seat[0] for seat in past if len(seat) == 1)
        for one, two in (seat for seat in past if len(seat) == 2):
            had.setdefault(one, set()).add(two)
            had.setdefault(two, set()).add(one)
        old = max((len(had.get(key, set()) & playing) for key in playing), default=0)
        # With so many new ones for each of them everybody finds one (Dirac 1952).
        if 2 * (len(playing) - 1 - old) >= len(playing):
            again = [sorted(seat) for seat in pairs if seat[1] in had.get(seat[0], ())]
            wrong.extend(f"{names[one]} and {names[two]} are partners again in round {number}" for one, two in again)
        always = playing | resting if always is None else always & (playing | resting)
        least = min((rests[key] for key in always), default=0)
        again = sorted(names[key] for key in resting & always if rests[key] > least)
        wrong.extend(f"{name} rests in round {number} before others have" for name in again)


def check_start(before):  # the first round of a stage, by the standing of the one before
    scores.clear()
    carried = stage["coming"]["carries"] and options["kind"] in ("danish", "swiss")
    if carried and options.get("version", 1) > 1:  # by all that counts (R-STG-30)
        past = [table for table in tables if table["round"] < first]
        seated = [key for key in rows if any(key in table["keys"] for table in past)]
        here = {key for table in own if table["round"] == first for key in table["keys"]}
        before = standing(seated, [table for table in past if counts(table)], first - 1)
        keep_scores(first, [row for row in before if row.key in here])
    were = {key: at for at, key in enumerate(published.get(first, {"order": [row.key for row in before]})["order"])}
    paired = check_order(first, [row.key for row in before if row.key in were])
    told = notes if paired["changed"] else wrong
    told += [
        f"{names[row.key]} comes to round {first}" for row in before if row.key not in were and row.key not in gone
    ]
    before = sorted((row for row in before if row.key in were), key=lambda row: were[row.key])
    order = goes_on(stage["coming"], before)
    here = [key for table in own if table["round"] == first for key in table["keys"]]
    if options["kind"] == "groups" or options.get("heat"):
        check_groups(order, told)
    elif stage["coming"].get("apart"):
        check_brackets(order, told)
    elif options["kind"] == "heats":
        told += [f"{names[key]} comes to round {first}" for key in set(order) - set(here)]
        told += [f"{names[key]} does not come to round {first}" for key in set(here) - set(order)]
    else:
        check_tables(first, order, [table for table in tables if table["round"] < first] if carried else [], told)


def check_brackets(order, told):  # by place: the firsts of all groups, the seconds ...; all end in one round (R-GRP-16)
    found = by_place(order)
    for number, keys in enumerate(found, 1):
        begins = first + size_of(found[0]).bit_length() - size_of(keys).bit_length()
        mine = [table for table in own if table["round"] == begins and table["section"] == "main"]
        now = [table["meet"] for table in mine if max(table["group"], 1) == number]
        if now != (right := knockout(keys, [], 0)):
            meet = ", ".join(" - ".join(names[key] for key in keys) for keys in right)
            told.append(f"those of place {number} of their groups meet in round {begins} like this: {meet}")


def alone(before):  # who alone would go on to a stage that cannot begin, and so wins (R-STG-27)
    left = [row for row in before if row.key not in gone]
    is_paired = options["kind"] in ("danish", "swiss", "king")
    played = len({table["round"] for table in own})
    if len(begun) == len(stages) or first_open < 10**9 or (is_paired and played < options["rounds"] and len(left) > 1):
        return None
    found = goes_on(stages[len(begun)]["coming"], left)
    return found[0] if len(found) == 1 else None


def check_knockout(said):  # who lost later has the better place; no bracket has places of another one (R-GRP-18)
    last, left = max(table["round"] for table in own), {}
    for table in own:
        for key, line in zip(table["keys"], table["lines"], strict=True):
            won = line["place"] == 1 and (table["section"] != "main" or table["round"] == last)
            exit_at = table["best_place" if won else "worst_place"] if first_open == 10**9 else 0
            left[key] = (table["group"], exit_at)
    best, times = min((said[key][0] or 1 for key in left), default=1), Counter(left.values())
    for key, mine in left.items():
        start = best + sum(many for other, many in times.items() if other < mine)
        right = range(start, start + times[mine])
        if said[key][0] is not None and said[key][0] not in right:
            wrong.append(f"place {said[key][0]} of {names[key]} is {' to '.join(map(str, sorted({start, right[-1]})))}")


def check_places():  # the places of the event: of the last stage, then of who did not come to it (R-STG-22)
    said, known = {row["entry"]: (row["place"], row["is_shared"]) for row in state["standings"]}, set()
    for one, found in reversed(list(zip(begun, ended, strict=True))):
        enter(one)
        if not one["ranking"]:
            known |= {key for table in own for key in table["keys"]}
            check_knockout(said)
            continue
        first_of_all = None if known else alone(found)
        kept = {row.key: (row.key != first_of_all, row.place) for row in found if row.key not in known}
        best = min((said[key][0] or 1 for key in known), default=1)  # nobody is first where a final had no winner
        worth, times = sorted(kept.values()), Counter(kept.values())
        ahead = {mine: at for at, mine in reversed(list(enumerate(worth)))}
        for key, mine in kept.items():
            right = len(known) + best + ahead[mine], times[mine] > 1
            if said[key] != right:
                wrong.append(f"place {said[key][0]} of {names[key]} is {right[0]}")
        known |= kept.keys()


for one in begun:
    enter(one)
    if ended:
        check_start(ended[-1])
    if not one["ranking"]:
        ended.append([])
        continue
    check_rows()
    check_schedule()
    if options.get("heat") and first == 1 in published:  # dealt out from the draw
        check_groups(published[1]["order"], wrong)
    if options["kind"] in ("danish", "swiss", "king"):
        for number in sorted({table["round"] for table in own}):
            if number > first or number == 1:
                check_round(number)
    group_before = {row.key: row.group for row in ended[-1]}
check_places()
wrong = list(dict.fromkeys(wrong))
for note in notes:
    print("Note:", note)
sys.exit("Differs: " + "; ".join(wrong)) if wrong else print("OK")
