"""The prizes of an event, and the place of every entry with what is still open for it."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

from tournaments.competition.stages.outlook import Outlook
from tournaments.entries.reads.entries import winners
from tournaments.frame.format_words import has_heats
from tournaments.frame.reads.formats import format_now
from tournaments.frame.serving.build import build
from tournaments.frame.serving.kept import text_once
from tournaments.guessing.prizes import prizes_of
from tournaments.models import Tournament
from tournaments.standings.reads.standings import all_standings
from tournaments.standings.words.stage_words import outlook_words


def prize_rows(event: Tournament, placed: Iterable[tuple[int, str]] | None = None) -> list[dict[str, Any]]:
    """Return the prizes with their winners: by the places in ``placed``, else by the final places of the event."""
    found = prizes_of(event.prizes)
    if placed is None:
        wanted = {place for prize in found for place in prize.places}
        placed = winners(event, wanted) if wanted and event.status == Tournament.Status.FINISHED else []
    by_place, rows = list(placed), []
    for prize in found:
        places = list(prize.places)
        # “1”, “3, 5”, “5–8”.
        is_row = len(places) > 1 and places == list(range(places[0], places[-1] + 1))
        place = f"{places[0]}–{places[-1]}" if is_row else ", ".join(map(str, places))
        names = [name for at, name in by_place if at in places]
        rows.append({"place": place, "what": prize.what, "winners": names})
    return rows


Places: TypeAlias = dict[int, tuple[int, int]]


def places_of(event: Tournament) -> Places:
    """Return the place of every entry that plays no further, and how many share it, by key."""
    return {entry: (place, shared) for entry, place, shared in _kept_places(event)["places"]}


def outlook_of(event: Tournament, entry: int) -> str:
    """Return what is still open for an entry in the stage that is played, in words; empty where nothing is said."""
    heats, kept = has_heats(format_now(event)), _kept_places(event)["outlooks"]
    return next((outlook_words(Outlook(*each), heats=heats) for key, *each in kept if key == entry), "")


def _kept_places(event: Tournament) -> dict[str, list[Any]]:
    """Return ``places`` and ``outlooks`` as rows, cached until the event changes."""

    def as_text() -> str:
        found = all_standings(event)
        # Where everybody plays in each round, nobody is out before the last one is over.
        rows = [row for row in found if row.place is not None and (row.is_certain or not row.stage)]
        shared = Counter(row.place for row in rows)
        places = [(row.entry, row.place, shared[row.place] * row.is_certain) for row in rows]
        return json.dumps({"places": places, "outlooks": [(row.entry, *row.outlook) for row in found if row.outlook]})

    kept: dict[str, list[Any]] = json.loads(text_once(outlook_key("places", [event]), as_text))
    return kept


def outlook_key(name: str, events: Sequence[Tournament]) -> str:
    """Return the key of a text that is kept until one of these events changes."""
    named = "|".join((build(), *(f"{event.pk}-{event.version}" for event in events)))
    return f"{name}-{sha256(named.encode()).hexdigest()[:32]}"
