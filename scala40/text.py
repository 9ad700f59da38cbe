"""A deal as a text that people read and write, and a position as one seat sees it (R-S40-28).

A deal says what ``codec`` has as JSON: the rules, who deals, the cards that are given, and the moves, a turn a line::

    scala40 3
    rules torneo_003 out_at=51
    dealer B
    A 7s 3c 4d Kh ...
    B Ks Ad 3h * ...
    up 9h
    stock 2c Td ...
    moves
    1. draw, drop Kh
    2. take, lay 8c*=9cTc, drop Ks
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from gamekit.deal_text import LETTERS, Grammar, join_line
from scala40.cards import NAMES, PACK, PACK_NAMES, card
from scala40.dealing import CARDS_EACH, SEATS
from scala40.errors import RefusalError
from scala40.presets import PRESETS
from scala40.rules import RULESETS

Json: TypeAlias = Any

UNSEEN: Final = "?"
GRAMMAR: Final = Grammar(
    heads=("scala40", "rules", "dealer", "up", "stock", *LETTERS),
    played="moves",
    presets={name: RULESETS.write(preset) for name, preset in PRESETS.items()},
    rulesets=RULESETS,
    error=RefusalError,
)


def write(data: Mapping[str, Json]) -> str:
    """Return the text of a deal that ``codec.to_json`` has written. It holds the stock: show it to no player."""
    rules, seats, dealer, pack = data["rules"], data["seats"], data["dealer"], data["pack"]
    places = _places(dealer, seats)
    lines = [f"scala40 {rules['version']}", f"rules {GRAMMAR.written_rules(rules)}", f"dealer {LETTERS[dealer]}"]
    lines += [join_line(head, [pack[place] for place in own]) for head, own in places.items()]
    turns: list[list[str]] = []
    for move in data["moves"]:
        # A discard ends the turn.
        if not turns or turns[-1][-1].startswith("drop"):
            turns.append([])
        turns[-1].append(move)
    lines += ["moves", *(f"{number}. {', '.join(moves)}" for number, moves in enumerate(turns, start=1))]
    return "\n".join(lines) + "\n"


def _places(dealer: int, seats: int) -> dict[str, Sequence[int]]:
    """Return the places in the pack of each line's cards: one card at a time from the dealer's left (R-S40-03)."""
    given = CARDS_EACH * seats
    first = (dealer + 1) % seats
    hands = {LETTERS[seat]: range((seat - first) % seats, given, seats) for seat in range(seats)}
    return {**hands, "up": range(given, given + 1), "stock": range(given + 1, len(PACK))}


def read(text: Json) -> dict[str, Json]:
    """Return the content of a deal's text, for ``codec.from_json`` to check.

    Cards that are left out are the rest of the pack in its order; without ``dealer`` seat A moves first, and without
    ``moves`` nothing was played. Text after ``#`` is a comment.
    """
    lines, moves = GRAMMAR.read(text)
    seats = max(SEATS[0], sum(letter in lines for letter in LETTERS))
    GRAMMAR.require(lines, ("scala40", "rules", *LETTERS[:seats]))
    dealer = GRAMMAR.dealer(lines["dealer"], seats) if "dealer" in lines else seats - 1
    rules = GRAMMAR.rules(lines["rules"], GRAMMAR.version(lines["scala40"]))
    named: dict[int, str] = {}
    for head, places in _places(dealer, seats).items():
        if head not in lines:
            continue
        words = lines[head].words
        if len(words) > len(places):
            raise GRAMMAR.unreadable(lines[head])
        named |= {place: NAMES[card(name)] for place, name in zip(places, words, strict=False) if name != UNSEEN}
    spare = Counter(PACK_NAMES)
    spare.subtract(named.values())
    over = next((name for name, left in spare.items() if left < 0), None)
    if over is not None:
        raise RefusalError("cards_beyond_packs", card=over)
    rest = iter(spare.elements())
    return {
        "rules": rules,
        "seats": seats,
        "dealer": dealer,
        "pack": [named[place] if place in named else next(rest) for place in range(len(PACK))],
        "moves": [move.strip() for turn in moves for move in " ".join(turn).split(",") if move.strip()],
    }


def position(view: Mapping[str, Json]) -> str:
    """Return the position in ``view`` as text; a card that the seat does not see is ``?``."""
    hands: list[Sequence[str]] = view["hands_left"] or [[UNSEEN] * held for held in view["held"]]
    if view["hands_left"] is None and view["seat"] is not None:
        hands[view["seat"]] = view["hand"]
    lines = [
        join_line("turn", ["-" if view["turn"] is None else LETTERS[view["turn"]]]),
        *(join_line(LETTERS[seat], hand) for seat, hand in enumerate(hands)),
        *(join_line(meld["name"], meld["cards"]) for meld in view["melds"]),
        join_line("discard", [view["top_discard"] or "-"]),
        join_line("stock", [view["stock"]]),
        join_line("opened", [LETTERS[seat] for seat, opened in enumerate(view["opened"]) if opened] or ["-"]),
    ]
    return "\n".join(lines) + "\n"
