"""A large hall on the big screen: who is called, large, beside what is played; below, every table by its number."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tournaments.models import Table
from tournaments.selectors.cards import Card
from tournaments.views.public.cards import NumberedMatch

# So many stand beside each other in letters that the last row of the hall reads.
CALLED, PLAYED = 4, 5
SIGNS: Final = {"done": "✓", "called": "→", "tie": "=", "referee": "!"}


@dataclass(frozen=True, slots=True)
class Chip:
    """One table of the hall, by its number: its state, the sign of it, and the word that is read aloud."""

    number: int | None
    state: str
    sign: str
    label: str


@dataclass(frozen=True, slots=True)
class Seated:
    """One table of a panel: its match, and the names of those who are not there yet."""

    table: NumberedMatch
    missing: Collection[str]


@dataclass(frozen=True, slots=True)
class Panel:
    """What stands on the screen at a time; ``part`` says which part of the tables in play it is."""

    called: Sequence[Seated]
    played: Sequence[Seated]
    part: str


def panels(
    cards: Sequence[Card], tables: Sequence[NumberedMatch], waited: Mapping[int, Collection[str]]
) -> list[Panel]:
    """As many panels as the open tables need: calls and, beside them, play; anybody who is waited for comes first."""
    both = [(card, Seated(table, waited.get(card.pk, ()))) for card, table in zip(cards, tables, strict=True)]
    called = [seated for card, seated in both if card.status == Table.Status.CALLED]
    called.sort(key=lambda seated: not seated.missing)
    played = [(card, seated) for card, seated in both if card.status != Table.Status.CALLED and not card.is_over]
    played.sort(key=lambda pair: _state(pair[0]) not in ("tie", "referee"))
    calls = _parts(called, CALLED if played else 2 * CALLED)
    plays = _parts([seated for _card, seated in played], PLAYED if called else 2 * PLAYED)
    count = max(len(calls), len(plays))
    return [
        Panel(
            called=calls[number % len(calls)] if calls else (),
            played=plays[number % len(plays)] if plays else (),
            part=_("%(n)s of %(all)s") % {"n": number % len(plays) + 1, "all": len(plays)} if len(plays) > 1 else "",
        )
        for number in range(count)
    ]


def chips(cards: Sequence[Card]) -> list[Chip]:
    """Every table of the hall in the order of their numbers."""
    return [
        Chip(card.hall_number, state, SIGNS.get(state, ""), _words(state))
        for card in sorted(cards, key=lambda card: card.hall_number or 0)
        for state in (_state(card),)
    ]


def _state(card: Card) -> str:
    if card.is_over:
        return "done"
    if card.referee_called or card.status == Table.Status.DISPUTED:
        return "referee"
    if card.tiebreak_due:
        return "tie"
    return "called" if card.status == Table.Status.CALLED else "live"


def _words(state: str) -> str:
    return {
        "done": _("finished"), "referee": _("referee called"), "tie": _("In tie-break"), "called": _("called"),
    }.get(state, _("In play"))  # fmt: skip


def _parts(tables: Sequence[Seated], size: int) -> list[Sequence[Seated]]:
    """Parts of nearly the same length, each of ``size`` at most."""
    count = -(-len(tables) // size)
    return [tables[len(tables) * n // count : len(tables) * (n + 1) // count] for n in range(count)]
