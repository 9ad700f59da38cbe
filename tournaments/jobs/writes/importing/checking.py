"""Turn the lines of an archive into rows: every value is checked by its field, and a refusal says where it is."""

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from operator import attrgetter
from types import NoneType
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import CharField, JSONField, Model, TextField

from tournaments.backups.writes.parts import AnyModel, label
from tournaments.backups.writes.rows import ENCODER, UnreadableRowError, columns, values
from tournaments.competition.discipline import check_ladder, ladder_from_json
from tournaments.competition.draw.document import draw_document, draw_from_seed
from tournaments.competition.draw.lots import DOMAINS, commitment
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import PartnersFormat
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.live.options import online_from_json, online_to_json
from tournaments.competition.match import contents
from tournaments.competition.pairing.positions import Swap
from tournaments.competition.scoring import check_terms, scale_from_json, terms_from_json
from tournaments.competition.stages.chain import GIVEN
from tournaments.competition.stages.level import MOST_LEVEL
from tournaments.competition.types import Entrant
from tournaments.errors import RefusedError
from tournaments.events.writes import online_events
from tournaments.frame.names import is_mixed, is_unwritable
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.models import Club, Draw, Entry, Person, Receipt, Round, Ruling, Scoresheet, Table, Tie, Tournament
from tournaments.tables.writes.pairs import BETWEEN

# Names are checked wherever they are typed, so that no installation has others.
NAMES: Final = frozenset(
    {
        (Tournament, "name"),
        (Entry, "label"),
        (Person, "given_name"),
        (Person, "family_name"),
        (Club, "name"),
        (Club, "circle"),
    }
)
# The limits of a column on every engine; SQLite alone would accept more.
WHOLE_NUMBERS: Final = BaseDatabaseOperations.integer_field_ranges
DEEPEST: Final = 40
# Bytes of memory for all rows, which are kept until the last is checked. 1,024 entries take 25 million.
MOST_MEMORY: Final = 160_000_000
# Approximate bytes of a row besides its values.
ROW: Final = 1_000
# Versions grow further here.
HIGHEST_VERSION: Final = 2**40
HIGHEST_KEY: Final = 2**63 - 1
# A tie is for the places from one to another.
ENDS: Final = 2
# What a ruling keeps beside its columns: numbers, and the former state of a place that was given to somebody else.
COUNTED: Final = frozenset({"step", "after", "late_ms", "deals"})
OF_PLACE: Final = frozenset({"line", "source", "place", "gone"})
# Exceptions that the rules raise for malformed values.
NOT_ITS_SHAPE: Final = (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError, OverflowError)


@dataclass(slots=True)
class MemoryLeft:
    """The memory left for the rows of an archive: two letters of JSON can take fifty times their length."""

    left: int = MOST_MEMORY

    def take(self, values: Iterable[Json]) -> None:
        """Reserve memory for the values of one more row; refuse it where none is left."""
        self.left -= ROW + sum(map(_memory_of, values))
        if self.left < 0:
            raise RefusedError("archive_holds_too_much", field="file")


def _memory_of(value: Json) -> int:
    """Return the bytes of memory of a value with everything in it."""
    inner: Iterable[Json] = ()
    if isinstance(value, Mapping):
        inner = (*value.keys(), *value.values())
    elif isinstance(value, list):
        inner = value
    return sys.getsizeof(value) + sum(map(_memory_of, inner))


def rows_of(model: AnyModel, lines: Iterable[bytes], room: MemoryLeft) -> list[Any]:
    """Return the rows of a part, not written yet; keys and relations are still those of the archive."""
    rows = []
    for number, line in enumerate(lines, 1):
        name = ""
        try:
            raw = values(model, line)
            room.take(raw)
            row: Model = model()
            for field, value in zip(columns(model), raw, strict=True):
                name = field.name
                setattr(row, field.attname, _value(field, value))
            name = "fields"
            # Not checked alone are keys, relations (followed later), and JSON that may be empty.
            left = {
                field.name
                for field in columns(model)
                if field.primary_key
                or field.is_relation
                or (isinstance(field, JSONField) and (field.null or getattr(row, field.attname) is not None))
            }
            row.clean_fields(exclude=left)
        except ValidationError as error:
            name = next(iter(getattr(error, "error_dict", {name: None})))
            raise _row_refusal(model, number, name) from error
        except (UnreadableRowError, *NOT_ITS_SHAPE) as error:
            raise _row_refusal(model, number, name) from error

        # Each name is of one alphabet; an event and a pair have several.
        names: list[str] = []
        if isinstance(row, Tournament):
            names = row.name.split()
        elif isinstance(row, Entry):
            names = row.label.split(BETWEEN)
        elif isinstance(row, Person):
            names = [f"{row.given_name} {row.family_name}"]
        elif isinstance(row, Club):
            names = [row.name, row.circle]
        for found in filter(is_mixed, names):
            raise RefusedError("archive_name_mixed", part=label(model), row=number, name=found)
        if model in CHECKS:
            CHECKS[model](row, number)
        rows.append(row)
    return rows


def _row_refusal(model: AnyModel, number: int, field: str) -> RefusedError:
    return RefusedError("archive_row", part=label(model), row=number, name=field)


def _value(field: Any, value: Any) -> Any:
    """Return a value as its field takes it: text that can be stored, JSON that is not too deep.

    Free text stays as it was typed: its row may be in the log, which nobody can change.
    """
    if isinstance(field, JSONField):
        _require_json(value, DEEPEST)
        return value
    if isinstance(value, str) and isinstance(field, CharField | TextField):
        _require_writable(value)
        if (field.model, field.name) in NAMES and is_unwritable(value):
            raise ValueError("no name")
    elif isinstance(value, list | dict):
        raise TypeError(field.name)
    if value is None:
        return None
    plain = field.target_field if field.is_relation else field
    found = plain.to_python(value)
    least, most = WHOLE_NUMBERS.get(plain.get_internal_type(), (None, None))
    if least is not None and not least <= found <= most:
        raise ValueError(field.name)
    return found


def _require_writable(text: str) -> None:
    """Refuse what no database stores: NUL characters and lone surrogates."""
    if "\0" in text:
        raise ValueError("a character that cannot be written")
    text.encode()


def _require_json(value: Json, deep: int) -> None:
    if deep == 0:
        raise ValueError("too deep")
    if isinstance(value, str):
        _require_writable(value)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            _require_writable(key)
            _require_json(each, deep - 1)
    elif isinstance(value, list):
        for each in value:
            _require_json(each, deep - 1)
    elif isinstance(value, float):
        ENCODER.encode(value)


def _check_event(event: Tournament, number: int) -> None:
    """Check that the event's rules are rules of a game known here."""
    name = "game"
    try:
        game = registry.game(event.game)
        name = "preset"
        if event.preset not in game.presets:
            raise ValueError(event.preset)
        name = "rules"
        event.rules = game.upgrade_rules(event.rules)
        game.check_rules(event.rules)
        name = "format"
        event_format = format_of(event.format)
        # With rotating partners everybody enters singly, and the pair of a round is a line.
        sizes = (1,) if isinstance(event_format, PartnersFormat) else game.line_sizes(event.rules)
        if event.entry_size not in sizes:
            raise ValueError(event.entry_size)
        kept = event_format.to_json()
        # An earlier release knew fewer options, and the log has the format as it was.
        if {name: kept.get(name) for name in event.format} != event.format:
            raise ValueError("format")
        name = "stage"
        if not 1 <= event.stage <= (len(event_format.parts) if isinstance(event_format, StagesFormat) else 1):
            raise ValueError(event.stage)
        uses_vp = game.uses_vp(event.rules) and event_format.uses_vp
        name = "terms"
        if uses_vp:
            check_terms(scale_from_json(event.vp_scale), terms_from_json(event.terms))
        elif event.vp_scale is not None or event.terms:
            raise ValueError("vp_scale")
        name = "version"
        if event.version > HIGHEST_VERSION:
            raise ValueError(event.version)
        name = "discipline"
        if event.discipline:
            check_ladder(ladder_from_json(event.discipline), uses_vp=uses_vp)
        name = "online"
        if event.mode == Tournament.Mode.HALL:
            if event.online:
                raise ValueError("online")
        else:
            if online_to_json(online_from_json(event.online)) != event.online:
                raise ValueError("online")
            online_events.require_possible(event)
    except (RefusedError, *NOT_ITS_SHAPE) as error:
        raise _row_refusal(Tournament, number, name) from error


def require_stages(event: Tournament, rounds: Iterable[Round]) -> None:
    """Refuse rounds that do not go from stage to stage, up to the one that the event plays."""
    last = 0
    for number, held in enumerate(sorted(rounds, key=attrgetter("number")), 1):
        if held.stage not in range(max(last, 1), last + 2):
            raise _row_refusal(Round, number, "stage")
        last = held.stage
    if max(last, 1) != event.stage:
        raise _row_refusal(Tournament, 1, "stage")


def _check_draw(draw: Draw, number: int) -> None:
    """Draw again from the seed: the commitment and every position must be the same."""
    try:
        if draw.format not in DOMAINS or draw.is_listed != bool(draw.list_digest):
            raise ValueError("format")
        if commitment(draw.reference, draw.seed, draw.format, draw.list_digest) != draw.commitment:
            raise ValueError("commitment")
        for swap in draw.swaps:
            Swap(swap["a"], swap["b"], str(swap["reason"]))
        document = draw.document
        if document is None:
            if draw.moves:
                raise ValueError("moves")
            return
        if (draw.hall is not None) != draw.is_in_hall:
            raise ValueError("hall")
        entrants = [Entrant(e["key"], e["seed"], tuple(e["groups"])) for e in document["entrants"]]
        event_format = format_of(document["options"])
        moves = draw_from_seed(draw.reference, draw.seed, entrants, event_format, draw.hall, draw.format).moves
        again = draw_document(
            reference=draw.reference,
            seed=draw.seed,
            event_format=event_format,
            entrants=entrants,
            names={each["key"]: each["name"] for each in document["entrants"]},
            swaps=[Swap(swap["a"], swap["b"], swap["reason"]) for swap in document["swaps"]],
            hall=draw.hall,
            numbers={each["key"]: each["number"] for each in document["entrants"]} if draw.is_listed else None,
        )
        if (
            again != document
            or again.get("list", "") != draw.list_digest
            or draw.moves != [asdict(move) for move in moves]
        ):
            raise ValueError("document")
    except (RefusedError, *NOT_ITS_SHAPE) as error:
        raise _row_refusal(Draw, number, "document") from error


def _check_ruling(ruling: Ruling, number: int) -> None:
    """Check that a ruling has what pages show of its kind, and what undoing it needs."""
    kept: Json = ruling.details
    refusal = _row_refusal(Ruling, number, "details")
    if not isinstance(kept, Mapping):
        raise refusal
    if ruling.kind == Ruling.Kind.LEVEL:
        # An order of entries by hand: the round before it, and each entry once.
        order = kept.get("order")
        if ruling.cause not in GIVEN or kept.keys() != {"round", "order"} or not isinstance(order, list):
            raise refusal
        if not all(map(_is_count, (kept["round"], *order))):
            raise refusal
        if not 1 < len(order) <= MOST_LEVEL or len(set(order)) != len(order):
            raise refusal
        return
    if not all(isinstance(each, str | int | None) for each in kept.values()):
        raise refusal
    needed = {"of_several"} if "deals" in kept else set()
    if ruling.status == Ruling.Status.PROPOSED:
        needed |= {"after"}
    if ruling.kind == Ruling.Kind.REPLACEMENT:
        needed |= OF_PLACE
    keys = [kept[name] for name in OF_PLACE & kept.keys() if kept[name] is not None]
    counted = [kept[name] for name in COUNTED & kept.keys()]
    if not needed <= kept.keys() or not all(map(_is_count, (*keys, *counted))):
        raise refusal


def _check_json(row: Scoresheet | Table | Tie | Receipt, number: int) -> None:
    """Check that the JSON of a row has the shape that pages read.

    The content of a sheet is judged once the whole event is written.
    """
    name = ""
    try:
        if isinstance(row, Scoresheet):
            name = "content"
            contents.require_shape(row.content)
            name = "outcome"
            if not contents.is_outcome(row.outcome):
                raise ValueError(name)
        elif isinstance(row, Table):
            name = "note"
            if not contents.is_note(row.note):
                raise ValueError(name)
        elif isinstance(row, Tie):
            # Its lines, and the first and the last of the places at stake.
            for name in ("lines", "places"):
                found = getattr(row, name)
                if not isinstance(found, list) or not all(map(_is_count, found)):
                    raise ValueError(name)
                if name == "places" and len(found) != ENDS:
                    raise ValueError(name)
        else:
            name = "payers"
            if len(row.payers) > Receipt.MOST_PAYERS:
                raise ValueError("payers")
            for each in row.payers:
                if each.keys() != {"person", "name"} or type(each["person"]) not in (int, NoneType):
                    raise ValueError("person")
                if not isinstance(each["name"], str) or len(each["name"]) > Receipt.LONGEST_NAME:
                    raise ValueError("name")
    except (RefusedError, *NOT_ITS_SHAPE) as error:
        raise _row_refusal(type(row), number, name) from error


def _is_count(value: Json) -> bool:
    return type(value) is int and 0 <= value <= HIGHEST_KEY


CHECKS: Final[Mapping[AnyModel, Callable[[Any, int], None]]] = {
    Tournament: _check_event,
    Draw: _check_draw,
    Scoresheet: _check_json,
    Table: _check_json,
    Ruling: _check_ruling,
    Tie: _check_json,
    Receipt: _check_json,
}
