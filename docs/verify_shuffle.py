"""Check the shuffle of a finished deal (docs/shuffle.md): ``verify_shuffle.py < deal.json`` says OK, or what differs.

With what you noted, the commitment, the number of the deal, your place (from 1) and your own seed:
``python3 verify_shuffle.py 9f2c... 3 2 07ab... < deal.json``.
"""

import hashlib
import hmac
import json
import sys

deal, noted = json.load(sys.stdin), sys.argv[1:]
secret = bytes.fromhex(deal["server_seed"])


def numbers(tag):
    """Numbers of 64 bits, as many as are asked for: HMAC-SHA256 of a counter."""
    counter = 0
    while True:
        digest = hmac.digest(secret, f"{tag}|{counter}".encode(), "sha256")
        yield int.from_bytes(digest[:8], "big")
        counter += 1


def shuffled(pack, attempt):
    """Fisher-Yates from the last card up; a number past the last full turn is left out, so that no card is favoured."""
    deck = list(pack)
    stream = numbers(f"settebello-shuffle-1|{deal['deal']}|{attempt}|{','.join(deal['client_seeds'])}")
    for last in range(len(deck) - 1, 0, -1):
        full = 2**64 - 2**64 % (last + 1)
        other = next(number for number in stream if number < full) % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


brought = f"settebello-shuffle-1|{secret.hex()}|{deal['match']}|{deal['deal']}|{','.join(deal['pack'])}"
committed = hashlib.sha256(brought.encode()).hexdigest()
wrong = ["commitment"] if committed != deal["commitment"] else []
wrong += [f"deck {n}" for n, deck in enumerate(deal["decks"]) if deck != shuffled(deal["pack"], n)]
if noted:
    commitment, number, place, seed = noted
    seeds = dict(enumerate(deal["client_seeds"], 1))
    same = committed == commitment, deal["deal"] == int(number), seeds.get(int(place)) == seed
    names = "noted commitment", "noted deal", "noted seed"
    wrong += [name for name, is_same in zip(names, same, strict=True) if not is_same]
again = len(deal["decks"]) - 1
if wrong or again < 0:
    sys.exit("Differs: " + ", ".join(wrong or ["no deck"]))
print(f"OK (dealt again {again} times: look whether the rules ask for it)" if again else "OK")
