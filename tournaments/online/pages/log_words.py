"""The log of an online table in words: one sentence for each event."""

from collections.abc import Callable, Sequence
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


@dataclass(frozen=True, slots=True)
class LogNames:
    """The names for the log of a match: of its seats and of its lines, and a play of a seat in words."""

    match: Match
    seats: Sequence[str]
    lines: Sequence[str]
    play: Callable[[int, str], str]

    def sentence(self, event: Json) -> str:
        """Return the sentence of an event for everybody."""
        seats, lines, kind = self.seats, self.lines, event["kind"]
        match kind:
            case "prepared" if event["dealer"] is None:
                return _("A deal is prepared. Who deals is drawn with the cards.")
            case "prepared" if event["tiebreak"]:
                about = {"n": event["tiebreak"], "name": seats[event["dealer"]]}
                return _("Tie-break %(n)s is prepared: %(name)s deals.") % about
            case "prepared":
                return _("A deal is prepared: %(name)s deals.") % {"name": seats[event["dealer"]]}
            case "ready":
                return _("%(name)s is ready.") % {"name": seats[event["seat"]]}
            case "dealt":
                dealt = _("The cards are dealt.")
                if event["attempt"]:
                    dealt = ngettext(
                        "The cards are dealt, after %(n)s deal that had to be dealt again.",
                        "The cards are dealt, after %(n)s deals that had to be dealt again.",
                        event["attempt"],
                    ) % {"n": event["attempt"]}
                if "dealer" in event:
                    return f"{dealt} " + _("Dealer, drawn by lot: %(name)s.") % {"name": seats[event["dealer"]]}
                return dealt
            case "played":
                return self.play(event["seat"], event["play"])
            case "closed":
                return _("The deal is over: %(points)s.") % {"points": self._points(event["sheet"])}
            case "paused" if event["reason"] == "referee":
                return _("The referee pauses the match.")
            case "paused":
                return _("The match is paused until the referee decides.")
            case "resumed":
                return _("The match is resumed.")
            case "time_given":
                return _("%(time)s are not counted: the server could not be reached.") % {"time": duration(event["ms"])}
            case "time_added":
                about = {"name": seats[event["to"]], "time": duration(event["ms"])}
                if event["of"] == "move":
                    return _("The referee gives %(name)s %(time)s more for this play.") % about
                return _("The referee gives %(name)s %(time)s more for the match.") % about
            case "time_called":
                return _("Time is called.")
            case "time_extended":
                return _("There is more time: the match goes on.")
            case "hand_opened":
                name = seats[event["to"]]
                return _("The referee sees the hand of %(name)s until the deal is over.") % {"name": name}
            case "ruled" if event["cause"] == "loss":
                return _("%(name)s: match lost by the referee's ruling.") % {"name": lines[event["line"]]}
            case "ruled":
                about = {"name": lines[event["line"]], "cause": words.cause(event["cause"], self.match.game)}
                return _("%(name)s: match lost (%(cause)s).") % about
            case "reinstated":
                return _("%(name)s plays on: the loss of the match is cancelled.") % {"name": lines[event["line"]]}
            case "voided" if event.get("cause") == TIME:
                return _("The deal is not played on: time was called.")
            case "voided":
                return _("The deal is void, and is dealt again.")
            case "corrected":
                sheets = sorted(event["sheets"].items(), key=lambda each: int(each[0]))
                deals = [_("deal %(n)s: %(points)s") % {"n": n, "points": self._points(sheet)} for n, sheet in sheets]
                return _("The sheet was corrected (%(deals)s).") % {"deals": "; ".join(deals)}
            case "abandoned":
                return _("%(name)s leaves the match.") % {"name": seats[event["seat"]]}
            case "timed_out":
                cause = words.cause(event["cause"], self.match.game)
                return _("%(name)s: %(cause)s.") % {"name": seats[event["seat"]], "cause": cause}
            case "ended":
                return _("The match is over.")
            case "settled":
                return _("The match is over: it was decided at its table.")
        raise KeyError(kind)

    def _points(self, sheet: Json) -> str:
        game = registry.game(self.match.game)
        points = game.score_sheet(game.upgrade_rules(self.match.rules), sheet).points
        return ", ".join(f"{name} {each}" for name, each in zip(self.lines, points, strict=True))

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


def duration(ms: int) -> str:
    """Return “45 s”, “2 min”, “2 min 30 s”."""
    minutes, seconds = divmod(round(ms / 1000), 60)
    parts = [_("%(n)s min") % {"n": minutes}] if minutes else []
    return " ".join([*parts, *([_("%(n)s s") % {"n": seconds}] if seconds or not minutes else [])])
