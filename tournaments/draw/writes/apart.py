"""The organiser says who should not meet: a family, a club, the guests of a sponsor (R-HND-11)."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tournaments.draw.reads.apart import KEPT_APART, MAY_MEET, ApartSet, apart_sets
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import alone, record, require_version, writing
from tournaments.models import AuditEntry, Entry, Tournament

MOST_SETS: Final = 40
MOST_IN_A_SET: Final = 40
MOST_SETS_OF_ONE: Final = 3
"""With so few sets for each entry, everybody in a large field has somebody left to meet."""


def keep_apart(
    *,
    actor: Actor,
    tournament_id: int,
    name: str,
    entries: Sequence[int],
    until: int = 0,
    number: int = 0,
    seen: int | None = None,
) -> list[ApartSet]:
    """Keep these entries apart in the rounds that are paired from now on, or change the set ``number``.

    ``until`` is the last round in which they should not meet; 0 where they never should. Returns all sets.
    """
    with alone():
        require_version(tournament_id, seen)
        with writing(tournament_id) as tournament:
            _require_open(tournament)
            name = " ".join(name.split())
            sets = apart_sets(tournament)
            if number and all(each.number != number for each in sets):
                raise RefusedError("no_such_set", field="number")
            if not number and len(sets) >= MOST_SETS:
                raise RefusedError("too_many_sets", field="name", most=MOST_SETS)
            others = [each for each in sets if each.number != number]
            if name.casefold() in {each.name.casefold() for each in others}:
                raise RefusedError("set_name_taken", field="name", name=name)
            keys = list(dict.fromkeys(entries))
            rows = dict(Entry.objects.filter(tournament=tournament, pk__in=keys).in_bulk())
            if len(rows) < len(keys):
                raise RefusedError("entry_missing", field="entries")
            if not 2 <= len(keys) <= MOST_IN_A_SET:
                raise RefusedError("bad_size_of_set", field="entries", given=len(keys), most=MOST_IN_A_SET)
            times = Counter(key for each in others for key in each.entries)
            full = next((key for key in keys if times[key] >= MOST_SETS_OF_ONE), None)
            if full is not None:
                raise RefusedError("in_enough_sets", field="entries", name=str(rows[full]), most=MOST_SETS_OF_ONE)
            kept = AuditEntry.objects.filter(tournament=tournament, verb=KEPT_APART)
            last = max(((after or {})["set"] for after in kept.values_list("after", flat=True)), default=0)
            people = [rows[key] for key in keys]
            record(
                by=actor,
                verb=KEPT_APART,
                target=name,
                tournament=tournament,
                after={
                    "set": number or last + 1,
                    "name": name,
                    **({"until_round": until} if until else {}),
                    "entries": [[entry.number, entry.label] for entry in people],
                },
            )
            return apart_sets(tournament)


def let_meet(*, actor: Actor, tournament_id: int, number: int, seen: int | None = None) -> list[ApartSet]:
    """Let the entries of a set meet again, from the next round that is paired on; return the sets that are left."""
    with alone():
        require_version(tournament_id, seen)
        with writing(tournament_id) as tournament:
            _require_open(tournament)
            found = next((each for each in apart_sets(tournament) if each.number == number), None)
            if found is None:
                raise RefusedError("no_such_set", field="number")
            record(by=actor, verb=MAY_MEET, target=found.name, tournament=tournament, after={"set": number})
            return apart_sets(tournament)


def _require_open(tournament: Tournament) -> None:
    if tournament.status == Tournament.Status.FINISHED:
        raise RefusedError("not_running", status=tournament.status)
