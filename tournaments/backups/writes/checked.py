"""Closed events that were checked whole: their digests, by which any change of a row is found without judging again."""

import hmac
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet

from tournaments.backups.writes.parts import MODELS, OF_EVENT, AnyModel, label, of_event, of_no_event
from tournaments.backups.writes.rows import FETCHED, lines
from tournaments.backups.writes.snapshot import PartSum
from tournaments.frame.writes import seals
from tournaments.frame.writes.transaction import alone
from tournaments.models import EventCheck, Tournament

Sums = Mapping[AnyModel, PartSum]
BY_LABEL: Final = {label(model): model for model in MODELS}


@dataclass(frozen=True, slots=True)
class Known:
    """Events as they were when they were checked whole, with their sums; and those that have changed since."""

    sums: Mapping[int, Sums]
    changed: frozenset[int]


def digests() -> dict[int, str]:
    """Return the digest of all rows of each event, as the database has them; one pass over each table.

    The values are not converted, which would take most of the time: SQLite and PostgreSQL give other digests.
    """
    found: dict[int, Any] = defaultdict(sha256)
    for model, way in OF_EVENT.items():
        name = label(model)
        names = [field.attname for field in model._meta.concrete_fields]
        for event, *row in _raw(model._base_manager.order_by("pk").values_list(way, *names)):
            if event is not None:
                found[event].update(f"{name}{row!r}".encode())
    return {event: digest.hexdigest() for event, digest in found.items()}


def _raw(rows: QuerySet[Any, Any]) -> Iterator[tuple[Any, ...]]:
    sql, values = rows.query.sql_with_params()
    with connections[DEFAULT_DB_ALIAS].chunked_cursor() as cursor:
        cursor.execute(sql, values)
        while batch := cursor.fetchmany(FETCHED):
            yield from batch


def known_events(now: Mapping[int, str]) -> Known:
    """Return the events that are known to be whole; ``now`` are the digests of today."""
    sums: dict[int, Sums] = {}
    changed: set[int] = set()
    for event, digest, told, seal in EventCheck.objects.values_list("event", "digest", "sums", "seal"):
        if not hmac.compare_digest(seal.encode(), _seal(event, digest, told).encode()):
            continue
        if now.get(event) == digest:
            sums[event] = {BY_LABEL[name]: PartSum.of(text) for name, text in told.items()}
        else:
            changed.add(event)
    return Known(sums, frozenset(changed))


def remember(found: Mapping[int, tuple[str, Sums]]) -> None:
    """Keep the digest and the sums of events that were checked whole; forget events that are gone."""
    rows = []
    for event, (digest, sums) in found.items():
        told = {label(model): str(part) for model, part in sums.items() if part.count}
        rows.append(EventCheck(event=event, digest=digest, sums=told, seal=_seal(event, digest, told)))
    with alone():
        EventCheck.objects.exclude(event__in=Tournament.objects.values("pk")).delete()
        EventCheck.objects.bulk_create(
            rows,
            batch_size=500,
            update_conflicts=True,
            unique_fields=["event"],
            update_fields=["digest", "sums", "seal"],
        )


def sums_of(event: int) -> Sums:
    """Return the share of an event in the checksum of the installation, by model."""
    return {model: _sum(lines(model, of_event(model, event))) for model in OF_EVENT}


def sums_of_the_rest() -> Sums:
    """Return the sums of all rows that belong to no event."""
    return {model: _sum(lines(model, of_no_event(model))) for model in MODELS}


def join_sums(sums: Iterable[Sums]) -> dict[AnyModel, PartSum]:
    """Return the sums of all parts together, by model."""
    whole = {model: PartSum() for model in MODELS}
    for each in sums:
        for model, part in each.items():
            whole[model].join(part)
    return whole


def _sum(written: Iterable[bytes]) -> PartSum:
    found = PartSum()
    for line in written:
        found.add(line)
    return found


def _seal(event: int, digest: str, told: Mapping[str, str]) -> str:
    return seals.digest("checked", program(), event, digest, json.dumps(told, sort_keys=True)).hex()


@cache
def program() -> str:
    """Return the digest of this program and its games: what another one has judged is judged again."""
    found = sha256()
    for package in ("tournaments", "gamekit", *sorted(settings.GAMES)):
        spec = find_spec(package)
        for folder in spec.submodule_search_locations or () if spec is not None else ():
            for path in sorted(Path(folder).rglob("*.py")):
                found.update(path.read_bytes())
    return found.hexdigest()
