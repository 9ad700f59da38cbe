"""The log of an online table in words: one sentence for each event."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.live.log import TIME
from tournaments.events.words import sentences as words
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.models import Match

# How long an order is shown as news at the table.
NEW_MS: Final = 120_000

Words = Callable[["LogNames", Json], str]


@dataclass(frozen=True, slots=True)
class LogNames:
    """The names for the log of a match: of its seats and of its lines, and a play of a seat in words."""

    match: Match
    seats: Sequence[str]
    lines: Sequence[str]
    play: Callable[[int, str], str]

    def sentence(self, event: Json) -> str:
        """Return the sentence of an event for everybody."""
        return SENTENCES[event["kind"]](self, event)

    def note(self, event: Json) -> str:
        """Return the reason of an order, if one was given."""
        return str(event.get("note") or "")


def log_names(match: Match, names: Sequence[str], play: Callable[[int, str], str]) -> LogNames:
    """Return the names for readers of a match's log; ``names`` are those of the seats."""
    return LogNames(match, names, lines(match, names), play)


def lines(match: Match, names: Sequence[str]) -> list[str]:
    """Return the names of the lines, from those of the seats: of partners both."""
    own = [
        [name for seat, name in enumerate(names) if match.seats[seat] == line] for line in range(match.chairs["lines"])
    ]
    return [" / ".join(each) for each in own]


def standing(view: Json, told: LogNames, now: int) -> list[dict[str, str]]:
    """Return the referee's orders to show now, each with ``words`` and ``note``.

    These are the pause in force, the hands opened in this deal, and other orders of the last two minutes.
    """
    stops = [event for event in view["orders"] if event["kind"] == "paused"][-1:] if view["is_paused"] else []
    deal = view["deal"]
    found = [
        event
        for event in view["orders"]
        if event in stops
        or (event["kind"] == "hand_opened" and event["deal"] == deal["number"] and event["to"] in deal["opened"])
        or (event["kind"] not in ("paused", "resumed", "hand_opened") and now - event["at"] < NEW_MS)
    ]
    return [{"words": told.sentence(event), "note": told.note(event)} for event in found]


def _prepared(told: LogNames, event: Json) -> str:
    if event["dealer"] is None:
        return _("A deal is prepared. Who deals is drawn with the cards.")
    if event["tiebreak"]:
        told_of = {"n": event["tiebreak"], "name": told.seats[event["dealer"]]}
        return _("Tie-break %(n)s is prepared: %(name)s deals.") % told_of
    return _("A deal is prepared: %(name)s deals.") % {"name": told.seats[event["dealer"]]}


def _ready(told: LogNames, event: Json) -> str:
    return _("%(name)s is ready.") % {"name": told.seats[event["seat"]]}


def _dealt(told: LogNames, event: Json) -> str:
    dealt = _cards_dealt(event["attempt"])
    if "dealer" in event:
        return f"{dealt} " + _("Dealer, drawn by lot: %(name)s.") % {"name": told.seats[event["dealer"]]}
    return dealt


def _cards_dealt(again: int) -> str:
    if not again:
        return _("The cards are dealt.")
    return ngettext(
        "The cards are dealt, after %(n)s deal that had to be dealt again.",
        "The cards are dealt, after %(n)s deals that had to be dealt again.",
        again,
    ) % {"n": again}


def _play_sentence(told: LogNames, event: Json) -> str:
    return told.play(event["seat"], event["play"])


def _close_sentence(told: LogNames, event: Json) -> str:
    return _("The deal is over: %(points)s.") % {"points": _points(told, event["sheet"])}


def _points(told: LogNames, sheet: Json) -> str:
    game = registry.game(told.match.game)
    points = game.score_sheet(game.upgrade_rules(told.match.rules), sheet).points
    return ", ".join(f"{name} {each}" for name, each in zip(told.lines, points, strict=True))


def _paused(_told: LogNames, event: Json) -> str:
    if event["reason"] == "referee":
        return _("The referee pauses the match.")
    return _("The match is paused until the referee decides.")


def _resumed(_told: LogNames, _event: Json) -> str:
    return _("The match is resumed.")


def _time_given(_told: LogNames, event: Json) -> str:
    return _("%(time)s are not counted: the server could not be reached.") % {"time": duration(event["ms"])}


def _time_added(told: LogNames, event: Json) -> str:
    about = {"name": told.seats[event["to"]], "time": duration(event["ms"])}
    if event["of"] == "move":
        return _("The referee gives %(name)s %(time)s more for this play.") % about
    return _("The referee gives %(name)s %(time)s more for the match.") % about


def _time_called(_told: LogNames, _event: Json) -> str:
    return _("Time is called.")


def _time_extended(_told: LogNames, _event: Json) -> str:
    return _("There is more time: the match goes on.")


def _hand_opened(told: LogNames, event: Json) -> str:
    return _("The referee sees the hand of %(name)s until the deal is over.") % {"name": told.seats[event["to"]]}


def _ruled(told: LogNames, event: Json) -> str:
    name = told.lines[event["line"]]
    if event["cause"] == "loss":
        return _("%(name)s: match lost by the referee's ruling.") % {"name": name}
    return _("%(name)s: match lost (%(cause)s).") % {
        "name": name,
        "cause": words.cause(event["cause"], told.match.game),
    }


def _reinstated(told: LogNames, event: Json) -> str:
    return _("%(name)s plays on: the loss of the match is cancelled.") % {"name": told.lines[event["line"]]}


def _voided(_told: LogNames, event: Json) -> str:
    if event.get("cause") == TIME:
        return _("The deal is not played on: time was called.")
    return _("The deal is void, and is dealt again.")


def _corrected(told: LogNames, event: Json) -> str:
    deals = [
        _("deal %(n)s: %(points)s") % {"n": number, "points": _points(told, sheet)}
        for number, sheet in sorted(event["sheets"].items(), key=lambda each: int(each[0]))
    ]
    return _("The sheet was corrected (%(deals)s).") % {"deals": "; ".join(deals)}


def _abandoned(told: LogNames, event: Json) -> str:
    return _("%(name)s leaves the match.") % {"name": told.seats[event["seat"]]}


def _timed_out(told: LogNames, event: Json) -> str:
    cause = words.cause(event["cause"], told.match.game)
    return _("%(name)s: %(cause)s.") % {"name": told.seats[event["seat"]], "cause": cause}


def _ended(_told: LogNames, _event: Json) -> str:
    return _("The match is over.")


def _settle_sentence(_told: LogNames, _event: Json) -> str:
    return _("The match is over: it was decided at its table.")


SENTENCES: Final[Mapping[str, Words]] = {
    "prepared": _prepared,
    "ready": _ready,
    "dealt": _dealt,
    "played": _play_sentence,
    "closed": _close_sentence,
    "paused": _paused,
    "resumed": _resumed,
    "time_given": _time_given,
    "time_added": _time_added,
    "time_called": _time_called,
    "time_extended": _time_extended,
    "hand_opened": _hand_opened,
    "ruled": _ruled,
    "reinstated": _reinstated,
    "voided": _voided,
    "corrected": _corrected,
    "abandoned": _abandoned,
    "timed_out": _timed_out,
    "ended": _ended,
    "settled": _settle_sentence,
}


def duration(ms: int) -> str:
    """Return “45 s”, “2 min”, “2 min 30 s”."""
    minutes, seconds = divmod(round(ms / 1000), 60)
    parts = [_("%(n)s min") % {"n": minutes}] if minutes else []
    return " ".join([*parts, *([_("%(n)s s") % {"n": seconds}] if seconds or not minutes else [])])
