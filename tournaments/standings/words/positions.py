"""The place of every entry, and what is still open for it, kept as text per version of the event."""

import json
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, TypeAlias

from tournaments.competition.stages.outlook import Outlook
from tournaments.frame.format_words import has_heats
from tournaments.frame.reads.formats import format_now
from tournaments.frame.serving.build import build
from tournaments.frame.serving.kept import text_once
from tournaments.models import Tournament
from tournaments.standings.reads.standings import all_standings
from tournaments.standings.words.stage_words import outlook_words

Places: TypeAlias = dict[int, tuple[int, int]]


def places_of(event: Tournament) -> Places:
    """Return the place of every entry that plays no further, and how many share it, by key."""
    return {entry: (place, shared) for entry, place, shared in _kept(event)["places"]}


def outlook_of(event: Tournament, entry: int) -> str:
    """Return what is still open for an entry in the stage that is played, in words; empty where nothing is said."""
    heats, kept = has_heats(format_now(event)), _kept(event)["outlooks"]
    return next((outlook_words(Outlook(*each), heats=heats) for key, *each in kept if key == entry), "")


def _kept(event: Tournament) -> dict[str, list[Any]]:
    """Return ``places`` and ``outlooks`` as rows, cached until the event changes."""

    def made() -> str:
        found = all_standings(event)
        # Where everybody plays in each round, nobody is out before the last one is over.
        rows = [row for row in found if row.place is not None and (row.is_certain or not row.stage)]
        shared = Counter(row.place for row in rows)
        places = [(row.entry, row.place, shared[row.place] * row.is_certain) for row in rows]
        return json.dumps({"places": places, "outlooks": [(row.entry, *row.outlook) for row in found if row.outlook]})

    kept: dict[str, list[Any]] = json.loads(text_once(event_key("places", [event]), made))
    return kept


def event_key(name: str, events: Sequence[Tournament]) -> str:
    """Return the key of a text that is kept until one of these events changes."""
    named = "|".join((build(), *(f"{event.pk}-{event.version}" for event in events)))
    return f"{name}-{sha256(named.encode()).hexdigest()[:32]}"
