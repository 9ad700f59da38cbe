"""A deal as a text that people read and write, and a position as one seat sees it (R-SCO-65).

A deal says what ``codec`` has as JSON: the rules, who deals, who gets which cards in each cycle, and the plays::

    scopa 3
    rules online_002 target=21
    dealer B
    table 7s 3c 4b Rd
    A 7d 2c Fs | 5d 6c Ab | 2d 3d 4d | Ac 6s 6b | 7c 7b Rb | Cd Cc Cs
    B Rc Ad 3b | ...
    plays
    1. 7dx7s 3bx3c
    2. 2c
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from scopa.cards import NAMES, PACK_SIZE, card
from scopa.dealing import CARDS_A_CYCLE, CARDS_ON_TABLE, given, of_seat, on_table
from scopa.errors import RefusalError, brief
from scopa.presets import PRESETS
from scopa.rules import to_json

Json: TypeAlias = Any

LETTERS: Final = "ABCD"
HEADS: Final = ("scopa", "rules", "dealer", "table", *LETTERS)
LONGEST: Final = 10_000
UNSEEN: Final = "?"
_NUMBER: Final = re.compile(r"\d{1,3}\.?")


class _Line(NamedTuple):
    """What follows the first word of a line."""

    number: int
    words: Sequence[str]
    text: str


def write(data: Mapping[str, Json]) -> str:
    """The text of a deal that ``codec.to_json`` has written. It holds the stock: it is for no player's eyes."""
    rules, seats, dealer, pack = data["rules"], data["seats"], data["dealer"], tuple(data["pack"])
    lines = [
        f"scopa {rules['version']}",
        f"rules {_written_rules(rules)}",
        f"dealer {LETTERS[dealer]}",
        _joined("table", on_table(pack, seats)),
    ]
    for seat in range(seats):
        cycles = _parts(of_seat(given(pack, seats), dealer, seats, seat), CARDS_A_CYCLE)
        lines.append(_joined(LETTERS[seat], [" | ".join(map(" ".join, cycles))]))
    rounds = _parts(data["plays"], seats)
    lines += ["plays", *(_joined(f"{number}.", plays) for number, plays in enumerate(rounds, start=1))]
    return "\n".join(lines) + "\n"


def _joined(head: str, words: Sequence[object]) -> str:
    return " ".join([head, *map(str, words)])


def _parts(values: Sequence[str], size: int) -> list[Sequence[str]]:
    return [values[start : start + size] for start in range(0, len(values), size)]


def _written_rules(rules: Mapping[str, Json]) -> str:
    """The preset that is nearest to a ruleset, and every parameter in which it differs."""
    apart = {
        name: {key: rules[key] for key, value in to_json(preset).items() if rules[key] != value}
        for name, preset in PRESETS.items()
    }
    nearest = min(apart, key=lambda name: len(apart[name]))
    return _joined(nearest, [f"{key}={_written_value(value)}" for key, value in apart[nearest].items()])


def _written_value(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def read(text: str) -> dict[str, Json]:
    """What a text says of a deal, for ``codec.from_json`` to check.

    Cards that are left out are the rest of the pack in its order; without ``dealer`` seat A leads, and without
    ``plays`` nothing has been played. What follows a ``#`` is a remark.
    """
    if not isinstance(text, str) or len(text) > LONGEST:
        raise RefusalError("deal_text_long", most=LONGEST)
    lines, plays = _lines(text)
    seats = max(2, sum(letter in lines for letter in LETTERS))
    for head in ("scopa", "rules", *LETTERS[:seats]):
        if head not in lines:
            raise RefusalError("deal_text_lacks", head=head)
    dealer = _dealer(lines["dealer"], seats) if "dealer" in lines else seats - 1
    return {
        "rules": _rules(lines["rules"]) | {"version": _version(lines["scopa"])},
        "seats": seats,
        "dealer": dealer,
        "pack": _pack(lines, dealer, seats),
        "plays": plays,
    }


def _lines(text: str) -> tuple[dict[str, _Line], list[str]]:
    """The lines by their first word, and the plays."""
    found: dict[str, _Line] = {}
    plays: list[str] | None = None
    for number, typed in enumerate(text.splitlines(), start=1):
        words = typed.partition("#")[0].split()
        if plays is not None:
            plays += [word for word in words if not _NUMBER.fullmatch(word)]
        elif words == ["plays"]:
            plays = []
        elif words and words[0] in HEADS and words[0] not in found:
            found[words[0]] = _Line(number, words[1:], typed)
        elif words:
            raise _unreadable(_Line(number, words, typed))
    return found, plays or []


def _unreadable(line: _Line) -> RefusalError:
    return RefusalError("deal_text_line", line=line.number, typed=brief(line.text))


def _version(line: _Line) -> int:
    if len(line.words) != 1 or not _NUMBER.fullmatch(line.words[0]) or line.words[0].endswith("."):
        raise _unreadable(line)
    return int(line.words[0])


def _rules(line: _Line) -> dict[str, Json]:
    preset, *changes = line.words or [""]
    if preset not in PRESETS or not all("=" in each for each in changes):
        raise _unreadable(line)
    return to_json(PRESETS[preset]) | {
        name: _value(value) for name, _, value in (each.partition("=") for each in changes)
    }


def _value(text: str) -> Json:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _dealer(line: _Line, seats: int) -> int:
    if len(line.words) != 1 or line.words[0] not in tuple(LETTERS[:seats]):
        raise _unreadable(line)
    return LETTERS.index(line.words[0])


def _pack(lines: Mapping[str, _Line], dealer: int, seats: int) -> list[str]:
    """The pack that deals these cards, filled where none is named: the first hands, the table, the other cycles."""
    places = tuple(range(PACK_SIZE))
    hands = {seat: of_seat(given(places, seats), dealer, seats, seat) for seat in range(seats)}
    named: dict[int, str] = {}
    for seat, own in hands.items():
        named |= _placed(lines[LETTERS[seat]], own, CARDS_A_CYCLE)
    if "table" in lines:
        named |= _placed(lines["table"], on_table(places, seats), CARDS_ON_TABLE)
    found = set(named.values())
    if len(found) < len(named):
        twice = max(NAMES, key=list(named.values()).count)
        raise RefusalError("card_dealt_twice", card=twice)
    rest = iter([name for name in NAMES if name not in found])
    first = [place for after in range(1, seats + 1) for place in hands[(dealer + after) % seats][:CARDS_A_CYCLE]]
    for place in (*first, *places):
        if place not in named:
            named[place] = next(rest)
    return [named[place] for place in places]


def _placed(line: _Line, places: Sequence[int], size: int) -> dict[int, str]:
    """Where the cards of a line lie in the pack; ``places`` are those of its cycles, each of ``size`` cards."""
    cycles = [part.split() for part in " ".join(line.words).split("|")]
    if len(cycles) * size > len(places) or any(len(cards) > size for cards in cycles):
        raise _unreadable(line)
    return {
        place: NAMES[card(name)]
        for number, cards in enumerate(cycles)
        for place, name in zip(places[number * size :], cards, strict=False)
        if name != UNSEEN
    }


def position(view: Mapping[str, Json]) -> str:
    """A position as the seat sees it that ``view`` was made for; a card that it does not see is ``?``."""
    lines = [
        _joined("turn", [_letter(view["turn"])]),
        _joined("table", view["table_cards"]),
        *(_joined(LETTERS[seat], _hand(view, seat)) for seat in range(view["seats"])),
        _joined("stock", [view["stock"]]),
        _joined("taken", view["taken"]),
        _joined("sweeps", view["sweeps"]),
        _joined("last", [_letter(view["last_capture"])]),
    ]
    return "\n".join(lines) + "\n"


def _letter(place: int | None) -> str:
    return "-" if place is None else LETTERS[place]


def _hand(view: Mapping[str, Json], seat: int) -> Sequence[str]:
    hidden = [UNSEEN] * view["held"][seat]
    seen: Sequence[str] = view["hand"] if seat == view["seat"] else view["open_hands"].get(str(seat), hidden)
    return seen
