"""Set all seeds of an event in one step."""

from collections.abc import Sequence
from typing import Final

from tournaments.entries.writes.entries import require_before_draw
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import record, write_back, writing
from tournaments.models import Entry, Tournament

MOST_SEEDS: Final = 1024


def set_seeds(*, actor: Actor, tournament_id: int, entries: Sequence[int]) -> Tournament:
    """Give the seeds 1, 2, 3 ... to these entries in this order; every other entry loses its seed."""
    with writing(tournament_id) as tournament:
        require_before_draw(tournament)
        if len(set(entries)) != len(entries):
            raise RefusedError("seeds_twice", field="entries")
        playing = Entry.objects.filter(tournament=tournament, status=Entry.Status.CONFIRMED)
        chosen = {entry.pk: entry for entry in playing.filter(pk__in=entries[:MOST_SEEDS])}
        if len(chosen) != len(entries):
            raise RefusedError("seeds_unknown", field="entries")
        seeded = Entry.objects.filter(tournament=tournament, seed__isnull=False)
        before = list(seeded.order_by("seed").values_list("number", flat=True))
        # Clear all seeds first: the database allows each seed once in an event.
        seeded.update(seed=None)
        for seed, pk in enumerate(entries, start=1):
            chosen[pk].seed = seed
        write_back(list(chosen.values()), ["seed"])
        record(
            by=actor,
            verb="seeds_set",
            target=tournament,
            tournament=tournament,
            before={"seeds": before},
            after={"seeds": [chosen[pk].number for pk in entries]},
        )
        return tournament
