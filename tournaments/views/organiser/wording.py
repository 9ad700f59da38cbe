"""How the organiser's pages write money, the log's verbs and the changes it keeps."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.games.contract import Json
from tournaments.models import Entry, Membership, Ruling, Scoresheet, Tournament
from tournaments.views.organiser import ruleset_wording

VERBS: Mapping[str, Any] = {
    "tournament_created": _("Event created"),
    "tournament_changed": _("Settings changed"),
    "rules_changed": _("Rules changed"),
    "entries_opened": _("Entries opened"),
    "entries_closed": _("Entries closed"),
    "entries_reopened": _("Entries opened again"),
    "tournament_hidden": _("Event hidden"),
    "tournament_finished": _("Event closed with final standings"),
    "closing_sealed": _("Closing sealed by this installation"),
    "tournament_reopened": _("Event reopened"),
    "role_granted": _("Role given"),
    "role_revoked": _("Role taken away"),
    "entries_taken": _("Entered"),
    "entries_taken_back": _("List taken back"),
    "job_started": _("Document or list asked for"),
    "entry_accepted": _("Sign-up accepted"),
    "entry_rejected": _("Sign-up refused"),
    "entry_withdrawn": _("Withdrawn"),
    "entry_reinstated": _("Withdrawal cancelled"),
    "entry_promoted": _("In from the waiting list"),
    "entry_put_back": _("Back to the waiting list: full tables only"),
    "entry_late": _("Late entry"),
    "entry_ticked": _("Ticked at the desk"),
    "entry_seeded": _("Seed changed"),
    "entry_unreachable": _("Could not be told by mail"),
    "entry_renamed": _("Name or club corrected"),
    "entry_warned": _("Warned"),
    "warning_cancelled": _("Warning cancelled"),
    "line_missing": _("Not at the table yet"),
    "line_arrived": _("Has arrived"),
    "penalty_proposed": _("Penalty proposed by the rule"),
    "penalty_given": _("Penalty given"),
    "penalty_applied": _("Proposed penalty applied"),
    "penalty_dismissed": _("Proposed penalty not applied"),
    "penalty_cancelled": _("Penalty cancelled"),
    "discipline_changed": _("Ladder for late arrivals changed"),
    "singles_paired": _("Pair made of two players"),
    "draw_committed": _("Commitment published"),
    "draw_made": _("Drawn"),
    "draw_swapped": _("Two positions swapped"),
    "draw_discarded": _("Draft thrown away"),
    "draw_announced": _("Draw announced"),
    "draw_withdrawn": _("Draw taken back"),
    "round_announced": _("Tables called"),
    "table_called": _("Table called"),
    "call_taken_back": _("Call taken back"),
    "clock_started": _("Clock started"),
    "clock_stopped": _("Clock taken back"),
    "clock_paused": _("Clock stopped"),
    "clock_resumed": _("Clock runs on"),
    "time_added": _("Extra time"),
    "table_clock_started": _("Clock of a table started"),
    "table_clock_paused": _("Clock of a table stopped"),
    "table_clock_resumed": _("Clock of a table runs on"),
    "table_clock_stopped": _("Clock of a table taken back"),
    "line_clocks_set": _("Clocks of the lines set"),
    "line_clocks_stopped": _("Clocks of the lines stopped"),
    "clocks_moved": _("Clocks moved: the service was away"),
    "time_called": _("Time called"),
    "codes_renewed": _("New codes for a table"),
    "code_opened": _("Code of a table opened"),
    "passes_issued": _("Players' passes made"),
    "pass_renewed": _("New pass for a player"),
    "passes_revoked": _("Passes revoked"),
    "pass_opened": _("Player's pass opened"),
    "score_running": _("Score in progress"),
    "score_submitted": _("Result entered, to confirm"),
    "score_confirmed": _("Result confirmed"),
    "score_disputed": _("Result disputed"),
    "score_undone": _("Result taken back"),
    "score_corrected": _("Result corrected"),
    "place_filled": _("Place given to somebody who was out"),
    "place_emptied": _("Place taken back"),
    "referee_called": _("Referee called"),
    "referee_seen": _("Referee was there"),
    "names_removed": _("Names of somebody who asked for it taken out"),
    "event_imported": _("Event taken from an archive"),
    "invitation_sent": _("Role offered"),
    "invitation_accepted": _("Offered role taken"),
    "invitation_revoked": _("Offered role taken back"),
    "circuit_joined": _("Put into a circuit"),
    "circuit_left": _("Taken out of a circuit"),
    "webhook_made": _("Webhook made"),
    "webhook_changed": _("Webhook changed"),
    "webhook_secret_renewed": _("New secret of a webhook"),
    "webhook_removed": _("Webhook taken away"),
    "webhook_sent_again": _("Sent to a webhook again"),
    "webhook_stopped": _("Webhook stopped: nobody answers"),
}

KINDS: Mapping[str, str] = {
    "score_confirmed": "good",
    "tournament_finished": "prize",
    "score_disputed": "alarm",
    "score_corrected": "alarm",
    "score_undone": "alarm",
    "referee_called": "alarm",
    "entry_unreachable": "alarm",
    "draw_withdrawn": "alarm",
    "draw_discarded": "alarm",
    "entry_withdrawn": "alarm",
    "penalty_given": "alarm",
    "penalty_applied": "alarm",
    "place_filled": "alarm",
    "place_emptied": "alarm",
}

OF_ENTRIES = ("entry_", "entries", "singles", "place")
OF_THE_EVENT = (
    "tournament", "rules", "discipline", "role", "job", "event_", "names_", "webhook", "invitation", "circuit",
)  # fmt: skip
OF_PENALTIES = ("penalty", "line_missing", "line_arrived", "entry_warned", "warning")
CLOCK_VERBS = tuple(v for v in VERBS if "clock" in v or v == "time_added")
# The log by subject, for its filter.
SUBJECTS: Mapping[str, tuple[Any, tuple[str, ...]]] = {
    "entries": (_("Entries"), tuple(v for v in VERBS if v.startswith(OF_ENTRIES) and v != "entry_warned")),
    "draw": (_("Draw"), tuple(v for v in VERBS if v.startswith("draw"))),
    "rounds": (_("Rounds and clock"), ("round_announced", "table_called", "call_taken_back",
                                       "time_called", "codes_renewed", *CLOCK_VERBS)),
    "scores": (_("Results"), tuple(v for v in VERBS if v.startswith(("score", "referee")))),
    "penalties": (_("Late arrivals and penalties"), tuple(v for v in VERBS if v.startswith(OF_PENALTIES))),
    "event": (_("Event and roles"), tuple(v for v in VERBS if v.startswith(OF_THE_EVENT))),
}  # fmt: skip

# The names of what a row of the log keeps.
FIELDS: Mapping[str, Any] = {
    "status": _("state"),
    "name": _("name"),
    "preset": _("preset"),
    "starts_at": _("start"),
    "venue": _("place"),
    "capacity": _("most entries"),
    "rules": _("rules"),
    "format": _("format"),
    "terms": _("penalties"),
    "vp_scale": _("VP scale"),
    "role": _("role"),
    "tables": _("tables"),
    "waiting": _("waiting"),
    "minutes": _("minutes"),
    "seconds": _("seconds"),
    "called": _("calls the referee"),
    "points": _("points"),
    "places": _("places"),
    "vp": "VP",
    "mp": "MP",
    "ending": _("ending"),
    "note": _("note"),
    "ties": _("ties"),
    "deals": _("deals"),
    "lines": _("lines"),
    "left": _("left"),
    "gone": _("gone"),
    "place": _("place"),
    "kind": _("kind"),
    "version": _("version"),
    "entries": _("entries"),
    "digest": _("digest of the closing"),
    "source": _("source"),
    "label": _("name"),
    "club": _("club"),
    "seed": _("seed"),
    "checked_in": _("checked in"),
    "fee_paid": _("fee paid"),
    "singles": _("players"),
    "commitment": _("commitment"),
    "rounds": _("rounds"),
    "winner": _("winner"),
    "touched": _("tables touched"),
    "table": _("table"),
    "against": _("against"),
    "entry": _("who"),
    "value": _("how much"),
    "step": _("step"),
    "ladder": _("ladder"),
    "after": _("after minutes"),
    "until": _("good until"),
    "url": _("address"),
    "subjects": _("what it is told"),
    "made_at": _("made at"),
    "rows": _("rows"),
    "job": _("document no."),
    "invitation": _("invitation no."),
    "circuit": _("circuit"),
    "line": _("line"),
    "by": _("opened by"),
    "delivery": _("delivery no."),
    "a": _("position"),
    "b": _("with position"),
}

# The words of the states, roles and sources that a row of the log keeps.
VALUES: Mapping[str, Any] = {
    **dict(Tournament.Status.choices),
    **dict(Scoresheet.Status.choices),
    **dict(Entry.Source.choices),
    **dict(Entry.Status.choices),
    **dict(Membership.Role.choices),
    **dict(Ruling.Kind.choices),
}

LONGEST_CHANGE = 300
# Kept for machines: hashes, of what was written on a sheet and of rows without names, and the key of whose role it is.
UNSAID = frozenset({"sheet", "digests", "names", "account", "seats", "row", "parts", "seal"})


MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+\d\d:\d\d|Z)", re.ASCII)
TARGET = re.compile(r"([TR])(\d+)")


def target(text: str, halls: Mapping[int, str]) -> str:
    """What a row of the log is about: a round or a table by its words, everything else as it was written."""
    match = TARGET.fullmatch(text)
    if match is None:
        return text
    number = int(match[2])
    if match[1] == "R":
        return gettext("Round %(round)s") % {"round": number}
    return halls.get(number, gettext("table no. %(table)s") % {"table": number})


def verb(code: str) -> str:
    """The words of an audit verb; the code itself for one that is new."""
    return str(VERBS.get(code, code))


def changes(before: Json, after: Json, game: str) -> list[dict[str, str]]:
    """What a row of the log of an event of ``game`` changed, name by name, as it was and as it is."""
    was, now = ruleset_wording.apart(_by_name(before)), ruleset_wording.apart(_by_name(after))
    names = [name for name in {**was, **now} if was.get(name) != now.get(name) and name[0] not in UNSAID]
    found = [
        (_name(game, *name), _value(game, *name, was.get(name)), _value(game, *name, now.get(name))) for name in names
    ]
    return [{"name": name, "before": old, "after": new} for name, old, new in found if old != new]


def _name(game: str, name: str, part: str) -> str:
    said = str(FIELDS.get(name, name))
    return f"{said}, {ruleset_wording.part_name(game, name, part)}" if part else said


def _value(game: str, name: str, part: str, value: Json) -> str:
    return _text(ruleset_wording.part_value(game, name, part, value) if part else value)


def _by_name(value: Json) -> Mapping[str, Json]:
    if value is None:
        return {}
    return value if isinstance(value, Mapping) else {"": value}


def _text(value: Json) -> str:
    if value in (None, "", [], {}):
        return ""
    text = _mapping(value) if isinstance(value, Mapping) else _plain(value)
    return text if len(text) <= LONGEST_CHANGE else f"{text[: LONGEST_CHANGE - 1]}…"


def _mapping(value: Mapping[str, Json]) -> str:
    said = {name: _plain(each) for name, each in value.items() if each not in ("", [], {}, None)}
    return ", ".join(f"{FIELDS.get(name, name)}: {each}" for name, each in said.items())


def _plain(value: Json) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, Mapping):
        return _mapping(value)
    if isinstance(value, list):
        return " · ".join(_plain(each) for each in value)
    return _word(value) if isinstance(value, str) else str(value)


def _word(text: str) -> str:
    """A word of the log, a moment as people write it, or what somebody wrote."""
    if MOMENT.fullmatch(text):
        return date_format(localtime(datetime.fromisoformat(text)), "SHORT_DATETIME_FORMAT")
    return str(VALUES.get(text, text))
