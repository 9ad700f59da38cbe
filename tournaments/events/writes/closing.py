"""The end of an event: the final places 1 to N are computed once and stored; closing can be undone."""

from django.utils import timezone

from tournaments.alerts.writes import followers
from tournaments.deadlines import writes as deadlines
from tournaments.errors import RefusedError
from tournaments.events.reads.rounds import round_values
from tournaments.frame.policies import Actor
from tournaments.frame.writes import seals
from tournaments.frame.writes.transaction import record, write_back, writing
from tournaments.models import Entry, Table, Tournament
from tournaments.standings.reads.standings import whole


def finish_tournament(*, actor: Actor, tournament_id: int) -> Tournament:
    """Close a running event with its final standings; refuse while a table is open, and name it."""
    with writing(tournament_id) as tournament:
        if tournament.status != Tournament.Status.RUNNING:
            raise RefusedError("not_running", status=tournament.status)
        places = final_places(tournament)
        entries = list(Entry.objects.filter(pk__in=places))
        for entry in entries:
            entry.final_place = places[entry.pk]
        write_back(entries, ["final_place"])
        tournament.status, tournament.finished_at = Tournament.Status.FINISHED, timezone.now()
        tournament.save(update_fields=["status", "finished_at"])
        deadlines.drop_of_event(tournament)
        followers.forget_followers(tournament)
        first = [entry.label for entry in entries if entry.final_place == 1]
        record(
            by=actor,
            verb="tournament_finished",
            target=tournament,
            tournament=tournament,
            after={"winner": first, "entries": len(entries), **seals.closing_of(tournament)},
        )
        return tournament


def final_places(tournament: Tournament) -> dict[int, int]:
    """Return the final place of every drawn entry, by entry; refuse while a table is open. Writes nothing."""
    found = whole(tournament)
    if not found.rows:
        raise RefusedError("nothing_played")
    tables = Table.objects.filter(tournament=tournament).exclude(status__in=(Table.Status.DONE, Table.Status.BYE))
    open_table = tables.select_related("round").order_by("number").first()
    if open_table is not None:
        number = open_table.public_number
        raise RefusedError("table_open", table=number, **round_values(tournament, open_table.round.number))
    if found.rounds > found.last_round:
        raise RefusedError("rounds_missing", field="round", planned=found.last_round, rounds=found.rounds)
    return {row.career.key: row.place for row in found.rows if row.place is not None}


def reopen_tournament(*, actor: Actor, tournament_id: int, reason: str) -> Tournament:
    """Undo the closing, so that a result can still be corrected."""
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        if tournament.status != Tournament.Status.FINISHED:
            raise RefusedError("not_finished_event", status=tournament.status)
        Entry.objects.filter(tournament=tournament).update(final_place=None)
        tournament.status, tournament.finished_at = Tournament.Status.RUNNING, None
        tournament.save(update_fields=["status", "finished_at"])
        deadlines.keep_event(tournament)
        record(by=actor, verb="tournament_reopened", target=tournament, tournament=tournament, reason=reason)
        return tournament
