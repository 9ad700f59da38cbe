"""A deal as a text that people read and write, and a position as one seat sees it (R-SCO-65).

A deal says what ``codec`` has as JSON: the rules, who deals, who gets which cards in each cycle, and the plays::

    scopa 7
    rules online_002 target=21
    dealer B
    table 7s 3c 4b Rd
    A 7d 2c Fs | 5d 6c Ab | 2d 3d 4d | Ac 6s 6b | 7c 7b Rb | Cd Cc Cs
    B Rc Ad 3b | ...
    plays
    1. 7dx7s 3bx3c
    2. 2c
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from gamekit.deal_text import Grammar, Line, join_line, parts
from scopa.cards import NAMES, PACK_SIZE, card
from scopa.dealing import cards_for_seats, of_seat, on_table
from scopa.errors import RefusalError
from scopa.presets import PRESETS
from scopa.rules import RULESETS

Json: TypeAlias = Any

LETTERS: Final = "ABCD"
UNSEEN: Final = "?"
GRAMMAR: Final = Grammar(
    heads=("scopa", "rules", "dealer", "table", *LETTERS),
    played="plays",
    presets={name: RULESETS.write(preset) for name, preset in PRESETS.items()},
    rulesets=RULESETS,
    error=RefusalError,
)


def write(data: Mapping[str, Json]) -> str:
    """Return the text of a deal that ``codec.to_json`` has written. It holds the stock: show it to no player."""
    rules, seats, dealer, pack = data["rules"], data["seats"], data["dealer"], tuple(data["pack"])
    by = RULESETS.read(rules)
    lines = [
        f"scopa {rules['version']}",
        f"rules {GRAMMAR.written_rules(rules)}",
        f"dealer {LETTERS[dealer]}",
        join_line("table", on_table(by, pack, seats)),
    ]
    gives = cards_for_seats(by, pack, seats)
    for seat in range(seats):
        cycles = parts(of_seat(gives, dealer, seats, seat), by.cards_each)
        lines.append(join_line(LETTERS[seat], [" | ".join(map(" ".join, cycles))]))
    rounds = parts(data["plays"], seats)
    lines += ["plays", *(join_line(f"{number}.", plays) for number, plays in enumerate(rounds, start=1))]
    return "\n".join(lines) + "\n"


def read(text: str) -> dict[str, Json]:
    """Return the content of a deal's text, for ``codec.from_json`` to check.

    Cards that are left out are the rest of the pack in its order, first in the hands, then on the table, then in the
    other cycles; without ``dealer`` seat A leads, and without ``plays`` nothing was played. Text after ``#`` is a
    comment.
    """
    lines, plays = GRAMMAR.read(text)
    seats = max(2, sum(letter in lines for letter in LETTERS))
    GRAMMAR.require(lines, ("scopa", "rules", *LETTERS[:seats]))
    dealer = GRAMMAR.dealer(lines["dealer"], seats) if "dealer" in lines else seats - 1
    rules = GRAMMAR.rules(lines["rules"], GRAMMAR.version(lines["scopa"]))
    by = RULESETS.read(rules)

    places = tuple(range(PACK_SIZE))
    gives = cards_for_seats(by, places, seats)
    hands = {seat: of_seat(gives, dealer, seats, seat) for seat in range(seats)}
    pack: dict[int, str] = {}
    for seat, own in hands.items():
        pack |= _places_of(lines[LETTERS[seat]], own, by.cards_each)
    if "table" in lines:
        pack |= _places_of(lines["table"], on_table(by, places, seats), by.first_table_cards)
    named = set(pack.values())
    if len(named) < len(pack):
        twice = max(NAMES, key=list(pack.values()).count)
        raise RefusalError("card_dealt_twice", card=twice)
    rest = iter([name for name in NAMES if name not in named])
    first = [place for after in range(1, seats + 1) for place in hands[(dealer + after) % seats][: by.cards_each]]
    for place in (*first, *places):
        if place not in pack:
            pack[place] = next(rest)
    return {
        "rules": rules,
        "seats": seats,
        "dealer": dealer,
        "pack": [pack[place] for place in places],
        "plays": [play for line in plays for play in line],
    }


def _places_of(line: Line, places: Sequence[int], size: int) -> dict[int, str]:
    """Return the places in the pack of a line's cards; ``places`` are those of its cycles, each of ``size`` cards."""
    cycles = [part.split() for part in " ".join(line.words).split("|")]
    if len(cycles) * size > len(places) or any(len(cards) > size for cards in cycles):
        raise GRAMMAR.unreadable(line)
    return {
        place: NAMES[card(name)]
        for number, cards in enumerate(cycles)
        for place, name in zip(places[number * size :], cards, strict=False)
        if name != UNSEEN
    }


def position(view: Mapping[str, Json]) -> str:
    """Return the position in ``view`` as text; a card that the seat does not see is ``?``."""
    hands: list[Sequence[str]] = [
        view["open_hands"].get(str(seat), [UNSEEN] * held) for seat, held in enumerate(view["held"])
    ]
    if view["seat"] is not None:
        hands[view["seat"]] = view["hand"]
    lines = [
        join_line("turn", [_letter(view["turn"])]),
        join_line("table", view["table_cards"]),
        *(join_line(LETTERS[seat], hand) for seat, hand in enumerate(hands)),
        join_line("stock", [view["stock"]]),
        join_line("taken", view["taken"]),
        join_line("sweeps", view["sweeps"]),
        join_line("last", [_letter(view["last_capture"])]),
    ]
    return "\n".join(lines) + "\n"


def _letter(place: int | None) -> str:
    return "-" if place is None else LETTERS[place]
