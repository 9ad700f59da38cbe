"""Check a finished deal (docs/shuffle.md) to its score: ``python3 verify_shuffle.py < deal.json`` says OK or why not.

With what you noted, the commitment, the number of the deal, your place (from 1) and your own seed:
``python3 verify_shuffle.py 9f2c... 3 2 07ab... < deal.json``. It repeats the rules of Scopa on purpose, so that it
needs nothing of the program that it checks.
"""

import hashlib
import hmac
import json
import sys

if __name__ == "__main__":  # what cannot be read ends with a sentence
    sys.excepthook = lambda _kind, error, _at: print(f"This is no document of a deal, or it is damaged: {error!r}")

deal, noted = json.load(sys.stdin), sys.argv[1:]
secret = bytes.fromhex(deal["server_seed"])


def numbers(what):
    """Numbers of 64 bits, as many as are asked for: HMAC-SHA256 of a counter."""
    tag, counter = f"settebello-shuffle-1|{deal['deal']}|{what}|{','.join(deal['client_seeds'])}", 0
    while True:
        digest = hmac.digest(secret, f"{tag}|{counter}".encode(), "sha256")
        yield int.from_bytes(digest[:8], "big")
        counter += 1


def below(bound, stream):
    """The next number below a bound; one past the last full turn is left out, so that none is favoured."""
    return next(number for number in stream if number < 2**64 - 2**64 % bound) % bound


def shuffle(pack, attempt):
    """Fisher-Yates from the last card up."""
    deck, stream = list(pack), numbers(attempt)
    for last in range(len(deck) - 1, 0, -1):
        other = below(last + 1, stream)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def capture_is_legal(rules, value, taken, table):
    """Whether a card of this value may take these values of the table: an empty list where it stays."""
    if value == 1 and rules.get("ace_takes_all", "off") != "off":
        return ace_is_legal(rules, taken, table)
    equal = [each for each in table if each == value]
    fewest = {0: 0}  # of each total that cards of other values make, how many cards it takes at least
    for each in table:
        if each != value:
            for total, cards in sorted(fewest.items(), reverse=True):
                fewest[total + each] = min(cards + 1, fewest.get(total + each, 99))
    sizes = [1] * bool(equal)
    if value in fewest and not (equal and rules["equal_card_priority"]):
        sizes.append(fewest[value])
    if not taken:
        return not sizes or not (equal or rules["forced_capture"] == "always")
    if sum(taken) != value or (equal and rules["equal_card_priority"] and len(taken) > 1):
        return False
    return rules["sum_choice"] != "fewest_cards" or len(taken) == min(sizes)


def ace_is_legal(rules, taken, table):
    """Whether an ace that takes all may take these values: an ace, or the whole table; where it is empty, itself."""
    if not table:
        return len(taken) == (rules["ace_on_empty"] == "taken")
    is_single, sizes = 1 in table, [1] * (1 in table)
    if not (is_single and rules["equal_card_priority"]):
        sizes.append(len(table))
    if not taken:
        return not (is_single or rules["forced_capture"] == "always")
    if len(taken) != len(table) and taken != [1]:
        return False
    return len(taken) == min(sizes) if rules["sum_choice"] == "fewest_cards" else len(taken) in sizes


def napola(rules, own):
    """The points for the coins from the ace on without a gap, from three up."""
    longest = {"off": 0, "to_six": 6, "to_ten": 10}[rules.get("napola", "off")]
    run = next((n for n, rank in enumerate("A234567FCR"[:longest]) if rank + "d" not in own), longest)
    return run if run >= 3 else 0


def ahead(counts, tie, least=0):
    """The lines with the highest count; several only where the rules give each of them the point."""
    most = [line for line, count in counts.items() if count == max(counts.values()) >= least]
    return most if len(most) == 1 or tie == "each" else []


def primiera(rules, piles):
    """The piles that win the primiera."""
    if rules["primiera_values"] == "most_sevens":
        counts = {n: [sum(card[0] in ranks for card in own) for ranks in (*"76A5432", "FCR")] for n, own in piles}
        return ahead(counts, rules["primiera_tie"], [])
    figures = 0 if rules["primiera_values"] == "figures_zero" else 10
    worth = dict(zip("A234567FCR", (16, 12, 13, 14, 15, 18, 21, figures, figures, figures), strict=True))
    best = {n: [max((worth[c[0]] for c in own if c[1] == suit), default=None) for suit in "dcsb"] for n, own in piles}
    able = {n: each for n, each in best.items() if None not in each}
    if not rules["primiera_requires_all_suits"] or (not able and rules["primiera_both_incomplete"] != "none"):
        able = best
    sums = {n: sum(each or 0 for each in suits) for n, suits in able.items()}
    return ahead(sums, rules["primiera_tie"]) if sums else []


def scopa_points(rules, taken, sweeps):
    """The points of each pile."""
    cards = {n: len(own) for n, own in enumerate(taken)}
    coins = {n: sum(card[1] == "d" for card in own) for n, own in enumerate(taken)}
    points = [rules["sweep_points"] * made for made in sweeps]
    won = ahead(cards, rules["cards_tie"], 21 if rules["cards_rule"] == "threshold" else 0)
    won += ahead(coins, rules["coins_tie"], 6 if rules["coins_rule"] == "threshold" else 0)
    won += primiera(rules, list(enumerate(taken)))
    for pile in won:
        points[pile] += 1
    for pile, own in enumerate(taken):
        points[pile] += rules["settebello"] * ("7d" in own) + napola(rules, own)
    return points


def differing(dealt, hands, table):
    """The hands that are not those of the deck, and the cards on the table."""
    if len(dealt["hands"]) != len(hands):
        return ["hands"]
    found = [f"hand of place {at}" for at, own in enumerate(hands, 1) if dealt["hands"][at - 1] != own]
    return found + ["table"] * (dealt["table"] != table)


def may_deal(dealt):
    """Whether it is the dealer's turn after the deal before this one; a void deal is dealt by the same again.

    Where nobody has dealt before, the dealer is the one that the seeds draw, or the document says that he was named.
    """
    before, chairs = dealt["before"], dealt["chairs"]
    if dealt["dealer"] not in range(dealt["seats"]) or len(chairs) != dealt["seats"]:
        return False
    if (before is None) != (deal["deal"] == 1):
        return False
    has_dealt = bool(before) and before["dealer"] is not None
    if dealt.get("dealer_is_drawn"):
        return not has_dealt and dealt["dealer"] == below(dealt["seats"], numbers("dealer"))
    if not has_dealt:
        return before is None
    seats, last = dealt["match_seats"], before["dealer"]
    order = [(last + step) % seats for step in range(0 if before["is_void"] else 1, seats + 1)]
    return chairs[dealt["dealer"]] == next(seat for seat in order if seat in chairs)


def scala40(dealt, decks):
    """What differs in the hands and the card turned up of a deal of Scala 40."""
    seats, deck = dealt["seats"], decks[-1]
    hands = [deck[(place - dealt["dealer"] - 1) % seats : 13 * seats : seats] for place in range(seats)]
    rest = deck[13 * seats :]
    if dealt["rules"]["joker_first_upcard"] == "replaced":
        rest = [card for card in rest if card != "*"]
    return ["dealt again"] * (len(decks) > 1) + differing(dealt, hands, rest[:1])


def values_of(cards):
    return ["A234567FCR".index(each[0]) + 1 for each in cards]


def is_dealt_again(rules, table):
    """Whether the first cards on the table undo a deal: many kings, or a low sum."""
    kings, low = rules["redeal_kings_threshold"], rules.get("redeal_low_sum")
    has_kings = kings is not None and sum(card[0] == "R" for card in table) >= kings
    return bool(table) and (has_kings or (low is not None and sum(values_of(table)) <= low))


def scopa(dealt, decks):
    """What differs in a deal of Scopa: when it was dealt again, the hands, the table, the plays, the points."""
    rules, seats, dealer, deck = dealt["rules"], dealt["seats"], dealt["dealer"], decks[-1]
    each_gets = rules.get("cards_each", 3)
    on_table = 0 if each_gets == 10 else 4
    first, most, found = each_gets * seats, 40 - on_table, []
    for number, each in enumerate(decks):
        is_void = is_dealt_again(rules, each[first : first + on_table])
        if is_void != (number < len(decks) - 1):
            found.append(f"cards on the table of deck {number}")
    gives, table = deck[:first] + deck[first + on_table :], deck[first : first + on_table]
    hands = [gives[(place - dealer - 1) % seats :: seats] for place in range(seats)]
    found += differing(dealt, hands, table)
    has_pairs = seats == 4 and rules["sides"] in ("pairs", "both")
    line = [place % 2 if has_pairs else place for place in range(seats)]
    pile = list(range(seats)) if has_pairs and rules["partners"] == "scores" else line
    taken, sweeps, last = [[] for _ in range(max(pile) + 1)], [0] * (max(pile) + 1), None
    until = most - {"none": 0, "last_play": 1, "last_cycle": first}[rules["sweep_exclusion"]]
    left = [list(own) for own in hands]
    for number, (place, play) in enumerate(zip(dealt["turns"], dealt["plays"], strict=True)):
        card, captured = play[:2], [each for each in play[3:].split("+") if each]
        values, lying = values_of((card, *captured)), values_of(table)
        held = left[place][: each_gets - number % first // seats] if place in range(seats) else []
        takes_itself = captured == [card] and values[0] == 1 and not table and rules.get("ace_on_empty") == "taken"
        is_there = takes_itself or (set(captured) <= set(table) and len(set(captured)) == len(captured))
        is_there = is_there and card in held
        if number >= most or place != (dealer + 1 + number) % seats or not is_there:
            return [*found, f"play {number + 1}"]
        if not capture_is_legal(rules, values[0], values[1:], lying):
            return [*found, f"play {number + 1}"]
        left[place].remove(card)
        table = [each for each in table if each not in captured] + [card] * (not captured)
        if captured:
            last = pile[place]
            taken[last] += [card, *(each for each in captured if each != card)]
            is_sweep = not takes_itself and (
                values[0] > 1 or values[1:] == [1] or rules.get("ace_takes_all") != "no_sweep"
            )
            sweeps[last] += not table and number < until and is_sweep
    if len(dealt["plays"]) < most:
        return found + (["points of a deal that was not played to its end"] if dealt["points"] is not None else [])
    if last is not None and rules["leftovers_to"] == "last_capturer":
        taken[last] += table
    points = scopa_points(rules, taken, sweeps)
    if len(points) > max(line) + 1:
        points = [sum(points[::2]), sum(points[1::2])]
    return found + (["points"] if dealt["points"] != points else [])


brought = f"settebello-shuffle-1|{secret.hex()}|{deal['match']}|{deal['deal']}|{','.join(deal['pack'])}"
committed = hashlib.sha256(brought.encode()).hexdigest()
wrong = ["commitment"] if committed != deal["commitment"] else []
decks = [shuffle(deal["pack"], number) for number in range(len(deal["decks"]))]
wrong += [f"deck {n}" for n, deck in enumerate(deal["decks"]) if deck != decks[n]]
wrong += [] if decks else ["no deck"]
dealt, remarks = deal.get("dealt"), []
if dealt is None:
    remarks += ["the deck alone: this document has no dealer, hands, plays or points"] * bool(decks)
elif not may_deal(dealt):
    wrong.append("dealer")
elif decks and dealt["game"] == "scopa":
    wrong += scopa(dealt, decks)
elif decks and dealt["game"] == "scala40":
    wrong += scala40(dealt, decks)
    remarks.append("as far as the hands: this script does not know which plays Scala 40 allows, nor its points")
elif decks:
    remarks.append("the deck alone: this script does not know the game")
if dealt and dealt["before"] is None and not dealt.get("dealer_is_drawn"):
    remarks.append("the server named the first dealer")
if dealt and dealt["points"] != dealt["sheet_points"]:
    remarks.append(f"the sheet was corrected to {dealt['sheet_points']}")
if noted:
    commitment, number, place, seed = noted
    seeds = dict(enumerate(deal["client_seeds"], 1))
    same = committed == commitment, deal["deal"] == int(number), seeds.get(int(place)) == seed
    names = "noted commitment", "noted deal", "noted seed"
    wrong += [name for name, is_same in zip(names, same, strict=True) if not is_same]
if wrong:
    sys.exit("Differs: " + ", ".join(wrong))
again = len(decks) - 1
remarks += [f"dealt again {again} times"] * bool(again)
print("OK" + (f" ({'; '.join(remarks)})" if remarks else ""))
