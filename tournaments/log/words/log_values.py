"""Targets and changes of the audit log in words: stored codes and parameters are translated."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.competition.discipline import ladder_from_json
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.stages import STAGES
from tournaments.competition.match.contents import LETTERS
from tournaments.competition.scoring import terms_from_json
from tournaments.competition.stages.ranking import name_of, ranking_from_json
from tournaments.errors import RefusedError
from tournaments.events.forms.formats import FormatFields
from tournaments.events.forms.next_stages import BEST_OF
from tournaments.events.forms.online import OPENS_WORDS
from tournaments.events.words import sentences as words
from tournaments.events.words.sentences import phrase
from tournaments.frame import format_words, penalty_words
from tournaments.frame.forms.widgets import FEE_KINDS
from tournaments.frame.phrases import kept_sentence
from tournaments.frame.ranking_words import CRITERION_NAMES, RANKING_NAMES, of_clubs, order
from tournaments.frame.round_names import round_name, round_name_inside
from tournaments.frame.words import euros
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.jobs.reads.event_tables import ending_word
from tournaments.jobs.words import NAMES as JOBS
from tournaments.models import Entry, Invitation, Ruling, Scoresheet, Table, Tournament
from tournaments.rulebook.words import fault_sentences, stage_name, value_word
from tournaments.webhooks.operations import LABELS

# Fields of an event that are sets of parameters: the log shows only the parameters that changed.
SETS: Final = ("rules", "format")
LENGTHS: Final = "best_of"
NAMED_LENGTHS: Mapping[Json, Any] = BEST_OF
# Parameters of a format that are on no page.
OTHERS: Mapping[str, Any] = {
    "separate_rounds": _("First rounds in which clubs are kept apart"),
    "rankings": _("One ranking for each side"),
    STAGES: _("stages"),
}


def apart(values: Mapping[str, Json]) -> dict[tuple[str, str], Json]:
    """Return the values by name and, for a set, by the name of each parameter too."""
    found: dict[tuple[str, str], Json] = {}
    for name, value in values.items():
        if name not in SETS or not isinstance(value, Mapping):
            found[name, ""] = value
            continue
        lengths = value.get(LENGTHS)
        if isinstance(lengths, Mapping):
            # The length of matches becomes one parameter a round, after all others.
            found |= {(name, part): each for part, each in value.items() if part != LENGTHS}
            found |= {(name, f"{LENGTHS}.{part}"): each for part, each in lengths.items()}
        else:
            found |= {(name, part): each for part, each in value.items()}
    return found


def part_name(game: str, name: str, part: str) -> str:
    """Return the label of a parameter, as on the page where it is chosen."""
    if name == "rules":
        return phrase(game, f"rule.{part}").removeprefix("rule.")
    if part.startswith(f"{LENGTHS}."):
        return stage_name(part.partition(".")[2])
    if part in FormatFields.base_fields:
        return str(FormatFields.base_fields[part].label)
    return str(OTHERS.get(part, part))


def part_value(game: str, name: str, part: str, value: Json) -> str:
    """Return the label of a chosen value, as on the page where it is chosen."""
    if name == "rules":
        return value_word(game, part, value)
    if part == "ranking":
        ranking = ranking_from_json(value)
        named = name_of(ranking)
        clubs = [of_clubs(ranking.clubs)] if ranking.clubs else []
        return " ".join([*([f"{RANKING_NAMES[named]}."] if named else []), order(ranking), *clubs])
    if part == STAGES:
        return format_words.in_full(format_of({"kind": STAGES, STAGES: value}), 2)
    if value == STAGES:
        return gettext("stages")
    if part == "rankings":
        return gettext("no") if value == "one" else gettext("yes")
    if not isinstance(value, str | int):
        return str(value)
    if part.startswith(f"{LENGTHS}."):
        return str(NAMED_LENGTHS.get(value, value))
    choices = dict(getattr(FormatFields.base_fields.get(part), "choices", ()))
    choice = (part if value else "") if isinstance(value, bool) else value
    if choice in choices:
        return gettext(str(choices[choice]))
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(value)


# Labels of the stored fields.
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
    "mode": _("where it is played"),
    "prize_kind": _("prizes"),
    "fee_cents": _("fee"),
    "fee_kind": _("the fee is"),
    "due_cents": _("to pay"),
    "paid_cents": _("paid"),
    "given_back_cents": _("given back"),
    "receipt": _("receipt no."),
    "receipt_cents": _("for"),
    "online": _("online matches"),
    "move_seconds": _("seconds for a play"),
    "bank_minutes": _("minutes of each player"),
    "grace_minutes": _("minutes before a no-show"),
    "opens": _("next round"),
    "opens_at": _("opens at"),
    "is_online": _("online"),
    "robots": _("robots at empty seats"),
    "role": _("role"),
    "tables": _("tables"),
    "stage": _("stage of the event"),
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
    "lines": _("lines"),
    "left": _("left"),
    "ruled": _("by ruling"),
    "losers": _("lost by"),
    "cause": _("cause"),
    "states": _("how the lines stand"),
    "tiebreaks": _("tie-breaks"),
    "games": _("games"),
    "game": _("game no."),
    "number": _("no."),
    "open": _("still to play"),
    "kind": _("kind"),
    "version": _("version"),
    "entries": _("entries"),
    "digest": _("digest of the closing"),
    "source": _("source"),
    "first_of_each": _("first of each evening"),
    "label": _("name"),
    "club": _("club"),
    "seed": _("seed"),
    "seeds": _("seeds by number of the entry, best first"),
    "checked_in": _("checked in"),
    "fee_paid": _("fee paid"),
    "singles": _("players"),
    "commitment": _("commitment"),
    "list": _("digest of the list"),
    "hall": _("the hall's number"),
    "rounds": _("rounds"),
    "winner": _("winner"),
    "touched": _("tables touched"),
    "paired": _("rounds paired on the old result"),
    "by_lot": _("the level parted by lot"),
    "table": _("table"),
    "against": _("against"),
    "value": _("how much"),
    "ladder": _("ladder"),
    "after": _("after minutes"),
    "until": _("good until"),
    "url": _("address"),
    "subjects": _("what it is told"),
    "active": _("at work"),
    "made_at": _("made at"),
    "rows": _("rows"),
    "job": _("document no."),
    "invitation": _("invitation no."),
    "line": _("line"),
    "by": _("opened by"),
    "delivery": _("delivery no."),
    "refusal": _("reason"),
    "a": _("position"),
    "b": _("with position"),
    "criterion": _("decided by"),
    "confirmed": _("confirmed by hand"),
    "absent": _("absent for the round"),
    "fixed": _("fixed table"),
    "room": _("room"),
    "rooms": _("rooms"),
    "until_round": _("up to round"),
}

LONGEST_CHANGE: Final = 300
MOST_CENTS: Final = 10**12
# Not shown, for machines only: hashes (of a sheet, of rows that lost their names) and keys of other rows.
UNSAID: Final = frozenset(
    {
        "sheet",
        "digests",
        "names",
        "account",
        "seats",
        "row",
        "parts",
        "seal",
        "circuit",
        "order",
        "kept",
        "since",
        "score_groups",
        "apart",
        "set",
        "replaced",
        "entry",
    }
)
UNSAID_OF_PLACES: Final = frozenset({"line", "source", "place", "gone"})
OF_ENTRIES: Final = ("entry_", "entries_", "singles_")
ANNOUNCED: Final = "round_announced"

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+\d\d:\d\d|Z)", re.ASCII)
TARGET = re.compile(r"([TR])(\d{1,9})", re.ASCII)


@dataclass(frozen=True, slots=True)
class RowContext:
    """Context for the words of a row: its verb, the game and rounds of the event, the tables and clubs it names."""

    verb: str
    game: str
    rounds: int = 0
    tables: Mapping[int, Table] = field(default_factory=dict)
    clubs: Mapping[int, str] = field(default_factory=dict)


def target(text: str, told: RowContext) -> str:
    """Return the target of a row: rounds, tables and documents in words, everything else as stored."""
    if told.verb == "job_started":
        return str(JOBS.get(text, text))
    match = TARGET.fullmatch(text)
    if match is None:
        return text
    number = int(match[2])
    return round_name(number, told.rounds) if match[1] == "R" else _table(told, number)


def changes(before: Json, after: Json, told: RowContext) -> list[dict[str, str]]:
    """Return the changes of a row, field by field, before and after."""
    was, now = apart(_by_name(before)), apart(_by_name(after))
    unsaid = UNSAID | UNSAID_OF_PLACES if told.verb.startswith("place_") else UNSAID
    found = []
    for name, part in {**was, **now}:
        named = (name, part)
        if was.get(named) == now.get(named) or name in unsaid or named == ("rules", "version"):
            continue
        label = str(FIELDS.get(name, name))
        if part:
            label = f"{label}, {part_name(told.game, name, part)}"
        old, new = _value(told, named, was, now), _value(told, named, now, was)
        if old != new:
            found.append({"name": label, "before": old, "after": new})
    return found


Named = tuple[str, str]


def _value(told: RowContext, name: Named, values: Mapping[Named, Json], others: Mapping[Named, Json]) -> str:
    """Return one side of a change; of several sentences only those that the other side does not have."""
    value, part = values.get(name), name[1]
    if name not in values or (value in (None, "", [], {}) and not part and name[0] not in SENTENCES):
        return ""
    if name[0] in SENTENCES:
        theirs = _sentences(name[0], others.get(name))
        text = " ".join(each for each in _sentences(name[0], value) if each not in theirs)
    else:
        text = part_value(told.game, name[0], part, value) if part else _value_words(told, name[0], value)
    return text if len(text) <= LONGEST_CHANGE else f"{text[: LONGEST_CHANGE - 1]}…"


def _by_name(value: Json) -> Mapping[str, Json]:
    if value is None:
        return {}
    return value if isinstance(value, Mapping) else {"": value}


def _sentences(name: str, value: Json) -> list[str]:
    """Return a value told in whole sentences; none if what was stored cannot be read."""
    try:
        return SENTENCES[name](value) if value is not None else []
    except RefusedError:
        return []


SENTENCES: Mapping[str, Callable[[Json], list[str]]] = {
    "ladder": lambda value: penalty_words.sentences(ladder_from_json({"ladder": value})),
    "terms": lambda value: fault_sentences(terms_from_json(value)),
    "refusal": lambda value: [kept_sentence(value)],
    "confirmed": lambda value: [kept_sentence(each) for each in value] if isinstance(value, list) else [],
}


def _value_words(told: RowContext, name: str, value: Json) -> str:
    """Return a value in words; the items of a list have the name of the list."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, Mapping):
        said = []
        for key, each in value.items():
            if each in ("", [], {}, None):
                continue
            # A line's value is named by its letter, any other by its own label.
            if key.isdecimal() and len(key) == 1:
                said.append(f"{_letter(told, int(key))}: {_value_words(told, name, each)}")
            else:
                said.append(f"{FIELDS.get(key, key)}: {_value_words(told, key, each)}")
        return ", ".join(said)
    if isinstance(value, list):
        said = []
        for each in value:
            if name == "entries" and isinstance(each, list) and len(each) in (2, 3):
                # An entry by number and names, with its state if that was stored.
                number, label, *status = each
                said.append(f"{number} {label} ({_status(told, status[0])})" if status else f"{number} {label}")
            elif name == "absent" and isinstance(each, list) and len(each) in (2, 3):
                # Who misses a round, with the VP of it.
                _number, label, *vp = each
                said.append(f"{label}: {vp[0]} VP" if vp else f"{label}")
            else:
                said.append(_value_words(told, name, each))
        return " · ".join(said)
    if name in WORDS:
        return WORDS[name](told, value)
    if isinstance(value, str) and MOMENT.fullmatch(value):
        return date_format(localtime(datetime.fromisoformat(value)), "SHORT_DATETIME_FORMAT")
    return str(value)


def _table(told: RowContext, number: Json) -> str:
    """Return a table by its number in the hall and its round."""
    table = told.tables.get(number) if type(number) is int else None
    if table is None:
        return gettext("table no. %(table)s") % {"table": number}
    values = {"table": table.hall_number or "–", "round": round_name_inside(table.round.number, told.rounds)}
    return gettext("table %(table)s (%(round)s)") % values


def _hall(told: RowContext, number: Json) -> str:
    """Return a table's number in the hall; the rows of roles and counts already store that number or a count."""
    table = told.tables.get(number) if told.verb == ANNOUNCED and type(number) is int else None
    return str(number if table is None or table.hall_number is None else table.hall_number)


def _letter(told: RowContext, line: Json) -> str:
    return LETTERS[line] if type(line) is int and 0 <= line < len(LETTERS) else str(line)


def _status(told: RowContext, code: Json) -> str:
    kinds = Scoresheet.Status if told.verb.startswith("score_") else Tournament.Status
    return _label(Entry.Status if told.verb.startswith(OF_ENTRIES) else kinds, code)


def _kind_of_fee(code: Json) -> str:
    return next((str(label) for kind, label in FEE_KINDS.items() if kind == code), str(code))


def _label(choices: Any, code: Json) -> str:
    return str(choices(code).label) if code in choices.values else str(code)


def _phrase(told: RowContext, prefix: str, code: Json) -> str:
    known = f"{prefix}{code}" in registry.game(told.game).phrases
    return words.phrase(told.game, f"{prefix}{code}") if known else str(code)


def _cause(told: RowContext, code: Json) -> str:
    said = words.cause(str(code), told.game)
    return str(code) if said == f"cause.{code}" else said


def money(cents: Json) -> str:
    """Return an amount for people; a value that is not an amount unchanged."""
    return euros(cents) if type(cents) is int and abs(cents) < MOST_CENTS else str(cents)


WAYS: Mapping[str, Any] = {
    "link": _("link or QR code"),
    "pin": _("number and PIN"),
    "address": _("new address of the hall"),
}
WORDS: Mapping[str, Callable[[RowContext, Json], str]] = {
    "status": _status,
    "role": lambda _told, code: _label(Invitation.Role, code),
    "mode": lambda _told, code: _label(Tournament.Mode, code),
    "prize_kind": lambda _told, code: _label(Tournament.PrizeKind, code),
    "fee_kind": lambda _told, code: _kind_of_fee(code),
    **dict.fromkeys(
        ("fee_cents", "due_cents", "paid_cents", "given_back_cents", "receipt_cents"), lambda _told, cents: money(cents)
    ),
    "opens": lambda _told, code: str(OPENS_WORDS.get(code, code)),
    "preset": lambda told, code: _phrase(told, "", code),
    "vp_scale": lambda _told, key: gettext("up to %(points)s points") % {"points": str(key).removesuffix("pt")},
    "source": lambda _told, code: _label(Entry.Source, code),
    "kind": lambda told, code: _label(Ruling.Kind, code) if code in Ruling.Kind.values else _phrase(told, "tie.", code),
    "ending": lambda told, code: ending_word(told.game, str(code)),
    "cause": _cause,
    "left": _cause,
    "ruled": _cause,
    "states": lambda told, code: _phrase(told, "state.", code),
    "by": lambda _told, code: str(WAYS.get(code, code)),
    "criterion": lambda _told, code: str(CRITERION_NAMES.get(code, code)),
    "subjects": lambda _told, code: str(LABELS.get(code, code)),
    "line": _letter,
    "lines": _letter,
    "losers": _letter,
    "table": _table,
    "touched": _table,
    "tables": _hall,
    "club": lambda told, key: told.clubs.get(key, str(key)),
}
