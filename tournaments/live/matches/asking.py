"""Queries and writes of sockets, in threads of their own: tables and pages do not wait for each other."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import DataError, Error
from django.utils import timezone, translation

from tournaments.competition.live.viewing import Viewer
from tournaments.errors import ForbiddenError, MissingError, RefusedError
from tournaments.frame.phrases import sentence
from tournaments.games.contract import Json
from tournaments.live.matches import frames
from tournaments.live.matches.connection import Guest
from tournaments.live.matches.frames import Asked
from tournaments.live.query_threads import Threads
from tournaments.live_log.writes.log import LeaseOverError
from tournaments.log import reads as log
from tournaments.online.reads import live_matches
from tournaments.online.reads.live_matches import ShownMatch
from tournaments.online.writes import commands, courtesies, refereeing
from tournaments.online.writes.commands import MatchCommand
from tournaments.tables.reads import seats
from tournaments.tables.reads.seats import MatchPlace

# Commands, their effects and the pulse never wait for people who open a socket or ask for the whole match.
THREADS = Threads("tables", 4)
READERS = Threads("tables-reader", 2)
# A lease is renewed in time however many commands wait, and while the matches of another process are taken over.
LEASES = Threads("tables-lease", 2)
# Missed events are sent one by one up to this number; beyond it the whole view is sent.
MOST_MISSED = 40
# Log events of play, results and clocks: none of them changes who holds a seat or a role.
WITHOUT_PLACES: Final = frozenset(
    {
        "clock_paused",
        "clock_resumed",
        "clock_started",
        "clock_stopped",
        "clocks_moved",
        "line_arrived",
        "line_missing",
        "match_opened",
        "penalty_proposed",
        "referee_called",
        "referee_seen",
        "round_announced",
        "round_not_opened",
        "round_planned",
        "score_confirmed",
        "score_disputed",
        "score_running",
        "score_submitted",
        "table_called",
        "time_added",
        "time_called",
    }
)


@dataclass(frozen=True, slots=True)
class Found:
    """News of a table: the new views, and for each viewer the frame with the change."""

    shown: ShownMatch
    told: Mapping[Viewer, str]


def whole(match_id: int, viewer: Viewer, since: int) -> tuple[ShownMatch, str]:
    """Return the match as one viewer sees it, with the events that they missed."""
    shown = live_matches.match_views(match_id, {viewer}, since, timezone.now())
    missed = shown.events[viewer]
    events = missed if since and len(missed) <= MOST_MISSED else []
    return shown, frames.view(shown.views[viewer], events)


def news_since(match_id: int, since: int, before: Mapping[Viewer, Json], viewers: Collection[Viewer]) -> Found:
    """Return the news for these viewers, whose newest event is the number ``since``."""
    shown = live_matches.match_views(match_id, viewers, since, timezone.now())
    told = {
        each: frames.news(before[each], view, shown.events[each])
        for each, view in shown.views.items()
        if each in before
    }
    return Found(shown, told)


def places(guests: Sequence[Guest]) -> list[MatchPlace]:
    """Return the current place of each guest at their match."""
    found = []
    for guest in guests:
        try:
            found.append(seats.place(guest.visitor, live_matches.match(guest.match_id)))
        except MissingError:
            found.append(MatchPlace())
    return found


def has_moved(event_id: int, row: int | None) -> tuple[int, bool]:
    """Return the newest row of an event's log, and whether a row since ``row`` may change somebody's place at a match.

    True without ``row``, after too many rows, and where an event has moved on without a new row.
    """
    rows = log.verbs_since(event_id, row or 0)
    newest = max((number for number, _verb in rows), default=row or 0)
    is_known = row is not None and 0 < len(rows) < log.MOST_SINCE
    return newest, not is_known or any(verb not in WITHOUT_PLACES for _number, verb in rows)


def obey(guest: Guest, asked: Asked, received: datetime, lag_ms: int, lease: int | None = None) -> str:
    """Carry out a command, and return the frame that answers it: a receipt or a refusal.

    ``lease`` is that of this process. Where others have ended it the client sends the command again, to them.
    """
    try:
        receipt = _submit(guest, asked, received, lag_ms, lease)
    except RefusedError as refusal:
        current = refusal.params.get("current") or live_matches.match(guest.match_id).sequence
        return frames.refusal_frame(asked.id, refusal.code, refusal_sentence(refusal, guest), current)
    except DataError:
        # A retry would be refused again.
        unreadable = RefusedError("text_unreadable")
        return frames.refusal_frame(asked.id, unreadable.code, refusal_sentence(unreadable, guest), 0)
    except (Error, LeaseOverError):
        return frames.again(asked.id)
    return frames.receipt(asked.id, receipt.sequence, repeated=receipt.repeated)


def refusal_sentence(refusal: RefusedError, guest: Guest) -> str:
    """Return the sentence of a refusal in the guest's language."""
    with translation.override(guest.language):
        return sentence(refusal)


def speak(guest: Guest, asked: Asked) -> str:
    """Send a courtesy to everybody at the table; return an empty frame, or the refusal for the speaker."""
    try:
        if guest.place.seat is None or guest.place.reads_only:
            raise RefusedError("only_watching")
        courtesies.say(guest.match_id, guest.place.seat, asked.text)
    except RefusedError as refusal:
        return frames.refusal_frame(asked.id, refusal.code, refusal_sentence(refusal, guest), 0)
    except Error:
        return frames.again(asked.id)
    return ""


def _submit(guest: Guest, asked: Asked, received: datetime, lag_ms: int, lease: int | None) -> commands.CommandReceipt:
    place = guest.place
    command = MatchCommand(asked.id, asked.do, asked.expected, place.seat, asked.text)
    if asked.do in refereeing.RIGHTS:
        # An official's order: pause or resume.
        row = live_matches.match(guest.match_id)
        if row.table is None:
            raise RefusedError("only_watching")
        try:
            return refereeing.give_order(place=place, table=row.table, match_id=row.pk, command=command, lease=lease)
        except ForbiddenError as error:
            raise RefusedError("only_watching") from error
    if place.reads_only or place.seat is None:
        raise RefusedError("only_watching")
    return commands.submit(match_id=guest.match_id, command=command, received=received, lag_ms=lag_ms, lease=lease)
