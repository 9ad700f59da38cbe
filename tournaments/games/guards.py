"""For a game's entry point: checks of odd data, refusals in the contract's form; for match results: lines ruled out."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Final

from gamekit.order import Position, Setting
from gamekit.refusals import RefusalError, brief
from tournaments.games.contract import Circumstances, DealScore, Json, Line, RefusedError, ScoredGame, Seat, Tie


@dataclass(slots=True)
class Refusing(AbstractContextManager[None]):
    """Turns a refusal of the rules into one of the contract, each with the ``label`` of its field."""

    label: Callable[[str], str]

    def __exit__(self, kind: object, refusal: BaseException | None, traceback: object) -> None:
        if isinstance(refusal, RefusalError):
            raise refusal_of_rules(refusal, self.label) from refusal


# A class, not a generator: every result enters and leaves it a dozen times, and a class is faster.
refusing: Final = Refusing


def refusal_of_rules(refusal: RefusalError, label: Callable[[str], str]) -> RefusedError:
    """Return the refusal of the contract for a refusal of the rules, with its further refusals."""
    found = _one_refusal(refusal, label)
    found.also = [_one_refusal(other, label) for other in refusal.also]
    return found


def _one_refusal(refusal: RefusalError, label: Callable[[str], str]) -> RefusedError:
    name = {"name": label(refusal.params.get("about", refusal.field))} if refusal.field else {}
    return RefusedError(refusal.code, field=refusal.field, **name | refusal.params)


def form_values(form: Json) -> Mapping[str, str]:
    """Return the values of a form; refused unless all names and values are texts."""
    if not isinstance(form, Mapping) or not all(isinstance(each, str) for pair in form.items() for each in pair):
        raise RefusedError("form_unreadable", field="depth")
    return form


def card_names(values: Json, label: str) -> Sequence[str]:
    """Return ``values`` if it is a list of texts; else refuse it as the pack, which the message calls ``label``."""
    if not isinstance(values, list | tuple) or not all(isinstance(each, str) for each in values):
        raise RefusedError("pack_incomplete", field="pack", name=label, cards=0)
    return values


def require_seat(seat: Json, seats: int) -> None:
    """Refuse anything but a seat of the table."""
    if type(seat) is not int or seat not in range(seats):
        raise RefusedError("seat_unknown", seat=brief(seat))


def chairs_of(seated: Json, seats: int, most: int) -> Sequence[Seat | None]:
    """Return the seat of each line of a table of at most ``most``, None for one that took no part; each seat once."""
    if seated is None:
        return list(range(seats))
    if not isinstance(seated, list | tuple) or any(type(seat) is not int for seat in seated if seat is not None):
        raise RefusedError("seat_unknown", seat=brief(seated))
    if sorted(seat for seat in seated if seat is not None) != list(range(seats)) or len(seated) > most:
        raise RefusedError("seat_unknown", seat=brief(seated))
    return seated


def known_lines(values: Json, most: int) -> tuple[Line, ...]:
    """Return the given lines of a table with at most ``most``; refused if one is unknown or named twice."""
    known = isinstance(values, list | tuple) and all(type(each) is int and 0 <= each < most for each in values)
    if not known or not values or len(set(values)) != len(values):
        raise RefusedError("line_unknown", typed=brief(values))
    return tuple(values)


def setting_of(given: Circumstances) -> Setting:
    """Return the circumstances of a match as the order of its lines is found by them."""
    return Setting(given.must_decide, given.time_called, given.lines, given.through, given.absent)


def tie_at(position: Position) -> Tie | None:
    """Return the tie that is open in a match, broken by a deal or a card."""
    tie = position.tie
    return Tie(tie.number, tie.lines, tie.places, "card" if tie.by_card else "deal") if tie else None


IN_PLAY: Final = ("playing", "level", "through")
"""The states of lines that may still advance from a table of several."""


@dataclass(frozen=True, slots=True)
class RuledOut:
    """A ruling that takes a line out of the match after so many ``deals``, with its ``cause``."""

    deals: int
    cause: str


def with_leaving(
    game: ScoredGame,
    rules: Json,
    deals: Sequence[DealScore],
    ruled: Mapping[Line, RuledOut],
    circumstances: Circumstances,
) -> list[DealScore]:
    """Let each ruled-out line leave in the first deal that was played without it (R-PEN-12).

    A line that was already out before that deal is left alone. Raises RefusedError if the deals cannot follow each
    other.
    """
    scores = list(deals)
    for line, out in sorted(ruled.items(), key=lambda each: (each[1].deals, each[0])):
        if out.deals >= len(scores):
            continue
        deal = scores[out.deals]
        then = replace(circumstances, time_called=circumstances.time_called and deal.tiebreak > 0)
        if game.match(rules, scores[: out.deals], then).lines[line].state in IN_PLAY:
            scores[out.deals] = replace(deal, left={**deal.left, line: out.cause})
    return scores
