"""Digests that only this installation can make: of secrets, and of a finished event.

It covers everything that the final places follow from: the rules, the entries, penalties, every table with its result,
and the log up to there. It has no names and no keys of rows, so that it stays the same when somebody is made anonymous,
or when the event goes to another installation, which adds its own seal.
"""

import hmac
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import chain
from typing import Any, Final

from django.conf import settings
from django.db.models import QuerySet
from django.utils.encoding import force_bytes

from tournaments.frame.policies import SYSTEM, Actor
from tournaments.frame.writes.chain import WORDS, first_digest_of
from tournaments.frame.writes.transaction import record
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.models import AuditEntry, Ruling, Scoresheet, Table, TableLine, Tournament


def digest(purpose: str, *parts: object) -> bytes:
    """Return 32 bytes for these ``parts``, different for every ``purpose``. A part must not contain a bar."""
    message = "|".join([purpose, *map(str, parts)])
    return hmac.digest(settings.SECRET_KEY.encode(), message.encode(), sha256)


PURPOSE: Final = b"closing|"
# The part of a round is this and its number.
ROUND: Final = "round "
FINISHED: Final = "tournament_finished"
SEALED: Final = "closing_sealed"
# A newer version of a game may add parameters to an event's rules, with the meaning of before.
ADDED: Final = "version"
OF_EVENT: Final = ("name", "status", "game", "rules", "vp_scale", "terms", "format", "discipline")
OF_TABLE: Final = (
    "number",
    "round__number",
    "section",
    "position",
    "best_of",
    "through",
    "best_place",
    "worst_place",
    "status",
    "ending",
    "note",
    "deals_played",
)
OF_LINE: Final = (
    "table__number",
    "index",
    "entry__number",
    "is_nobody",
    "is_absent",
    "source__number",
    "source_place",
    "from_round",
    "from_rank",
    "points",
    "games_won",
    "deals",
    "vp",
    "mp",
    "place",
)
OF_RULING: Final = ("kind", "status", "value", "cause", "entry__number", "table__number")


def closing_of(event: Tournament) -> dict[str, Json]:
    """Return what the log says of a closing besides the winner: the digest, its parts, and the seal."""
    row = AuditEntry.objects.filter(tournament=event).order_by("-seq").first()
    closing: dict[str, Json] = {"row": row.seq if row is not None else 0, "names": sorted(_rules(event))}
    closing["parts"] = parts_of(event, closing["names"])
    closing["digest"] = digest_of(closing["parts"], row.hash if row is not None else "")
    return {**closing, "seal": seal(closing["digest"])}


def digest_of(parts: Mapping[str, str], head: str) -> str:
    """Return the digest of a closing; ``head`` is the hash of the last row of the log before it."""
    return _hash([dict(parts), head])


def seal(digest: str) -> str:
    """Return the signature of this installation for a digest."""
    return _seal_of(settings.SECRET_KEY, digest)


def is_sealed(digest: str, found: Json) -> bool:
    """Return whether ``found`` is this installation's seal, with its present key or a former one."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return isinstance(found, str) and any(hmac.compare_digest(_seal_of(key, digest), found) for key in keys)


def _seal_of(key: str | bytes, digest: str) -> str:
    return hmac.digest(force_bytes(key), PURPOSE + digest.encode(), sha256).hex()


def last_closing(event: Tournament) -> AuditEntry | None:
    """Return the row of the log that finished the event; None while it is open, or where the log has none."""
    verbs = (FINISHED, "tournament_reopened")
    row = AuditEntry.objects.filter(tournament=event, verb__in=verbs).order_by("-seq").first()
    return row if row is not None and row.verb == FINISHED else None


def is_needed(row: AuditEntry) -> bool:
    """Return whether a closing got a digest when it was made: rows of the first release had none, and another hash."""
    return row.digest != first_digest_of(row.salt, {name: getattr(row, name) for name in WORDS})


def closing_row(event: Tournament, row: AuditEntry) -> tuple[int, Mapping[str, Json]]:
    """Return the number of the row with a closing's digest, and its content; nothing without a digest.

    A closing of the first release was given a digest when its event was imported here.
    """
    later = AuditEntry.objects.filter(tournament=event, verb=SEALED, seq__gt=row.seq).order_by("seq")
    # No query where the row has it itself, as every closing of today does.
    for seq, after in chain([(row.seq, row.after)], later.values_list("seq", "after")):
        if isinstance(after, Mapping) and "parts" in after and "digest" in after:
            return seq, after
    return row.seq, {}


def is_kept(event: Tournament, row: AuditEntry, digest: str) -> bool:
    """Return whether this installation has sealed a closing, when it was made or imported."""
    later = AuditEntry.objects.filter(tournament=event, verb=SEALED, seq__gt=row.seq).values_list("after", flat=True)
    seals = [told.get("seal") for told in (row.after, *later) if isinstance(told, Mapping)]
    return any(is_sealed(digest, each) for each in seals)


def seal_again(event: Tournament, *, by: Actor) -> None:
    """Add this installation's seal to a closing that has none of its own, and a digest where there is none."""
    row = last_closing(event) if event.status == Tournament.Status.FINISHED else None
    if row is None:
        return
    _seq, after = closing_row(event, row)
    digest = str(after.get("digest", ""))
    if is_kept(event, row, digest):
        return
    told = {"digest": digest, "seal": seal(digest)} if after else closing_of(event)
    record(by=by, verb=SEALED, target=event.name, tournament=event, after=told)


def seal_all_again() -> None:
    """Do the same for every finished event: of an earlier release, or of an installation with another key."""
    for event in Tournament.objects.only(*OF_EVENT).filter(status=Tournament.Status.FINISHED).order_by("pk"):
        seal_again(event, by=SYSTEM)


def closing_digest(event: Tournament) -> str:
    """Return the digest of a finished event, for people to compare; none while it is open."""
    row = last_closing(event) if event.status == Tournament.Status.FINISHED else None
    return str(closing_row(event, row)[1].get("digest", "")) if row is not None else ""


def parts_of(event: Tournament, names: Iterable[str]) -> dict[str, str]:
    """Return the digest of each part; ``names`` are the parameters of the rules that are in it.

    A parameter that a newer version of the game has no more counts with the only value that it could have.
    """
    tables = _by_round(Table.objects.filter(tournament=event).order_by("number"), "round__number", OF_TABLE)
    seats = TableLine.objects.filter(table__tournament=event).order_by("table__number", "index")
    lines = _by_round(seats, "table__round__number", OF_LINE)
    sheets = Scoresheet.objects.filter(table__tournament=event, status=Scoresheet.Status.CONFIRMED)
    rounds = {}
    for number in event.rounds.values_list("number", flat=True):
        # A round at a time: the sheets of a large event are as large as the process.
        here = sheets.filter(table__round__number=number).order_by("table__number")
        written = _rows(here, ("table__number", "version", "content"))
        rounds[f"{ROUND}{number}"] = _hash([tables[number], lines[number], written])
    rulings = Ruling.objects.filter(tournament=event).exclude(status=Ruling.Status.PROPOSED)
    found = {**_named_rules(retired_rules(event)), **_rules(event)}
    return {
        "rules": _hash([event.game, {name: found.get(name) for name in names}]),
        "entries": _hash(_rows(event.entries.order_by("number"), ("number", "status", "seed", "final_place"))),
        "penalties": _hash(sorted(map(str, _rows(rulings, OF_RULING)))),
        **rounds,
    }


def retired_rules(event: Tournament) -> Mapping[str, Json]:
    """Return the parameters that the event may have had in an earlier version of its game, and has no more."""
    return registry.game(event.game).retired_rules if registry.is_known(event.game) else {}


def _rules(event: Tournament) -> dict[str, Json]:
    kept = {"vp_scale": event.vp_scale, "terms": event.terms, "format": event.format, "discipline": event.discipline}
    # An event of an earlier release has no such rule, and its seal none either.
    counted = {"no_show_is_rest": True} if event.no_show_is_rest else {}
    return {**_named_rules(event.rules), **kept, **counted}


def _named_rules(rules: Mapping[str, Json]) -> dict[str, Json]:
    return {f"rule {name}": value for name, value in rules.items() if name != ADDED}


def _rows(rows: QuerySet[Any], names: tuple[str, ...]) -> list[list[Json]]:
    return [list(row) for row in rows.values_list(*names)]


def _by_round(rows: QuerySet[Any], round_number: str, names: tuple[str, ...]) -> Mapping[int, list[list[Json]]]:
    """Return the values of rows by the number of their round, in their order."""
    found: dict[int, list[list[Json]]] = defaultdict(list)
    for number, *values in rows.values_list(round_number, *names):
        found[number].append(values)
    return found


def _hash(value: Json) -> str:
    said = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(said.encode()).hexdigest()
