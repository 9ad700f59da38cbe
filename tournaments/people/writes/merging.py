"""Merge two people who are the same: the data of one goes to the other, and back again if it was a mistake."""

from collections.abc import Iterable

from django.utils import timezone

from tournaments.clubs.writes.clubs import hold_events, locked_club
from tournaments.entries.writes.entries import OUT
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import alone, record
from tournaments.models import EntryMember, Person, PersonMerge


def merge_people(*, actor: Actor, club_id: int, kept_id: int, merged_id: int) -> PersonMerge:
    """Give the entries and the account of ``merged`` to ``kept`` and mark it as merged; ``undo_merge`` takes it back.

    Refused where both have an account, or play in one event.
    """
    with alone():
        _lock_events(club_id, [kept_id, merged_id])
        club = locked_club(club_id)
        if kept_id == merged_id:
            raise RefusedError("merge_same")
        pair = {
            person.pk: person
            for person in _lock_people([kept_id, merged_id])
            if person.club_id == club.pk and person.merged_into_id is None and person.anonymised_at is None
        }
        if len(pair) < 2:
            raise RefusedError("person_missing")
        kept, merged = pair[kept_id], pair[merged_id]
        # The pairs of a round follow the entries of their members, also those that are made or removed later.
        members = list(EntryMember.objects.filter(person=merged, of=None).order_by("pk"))
        # Two who both have an account, or who were in one event, are not the same person.
        if kept.user_id is not None and merged.user_id is not None:
            raise RefusedError("merge_accounts", name=str(kept))
        theirs = EntryMember.objects.filter(person=merged)
        playing = theirs.exclude(entry__status__in=OUT).values("entry__tournament")
        together = (
            EntryMember.objects.filter(person=kept, entry__in=theirs.values("entry")).first()
            or EntryMember.objects.filter(person=kept, entry__tournament__in=playing)
            .exclude(entry__status__in=OUT)
            .first()
        )
        if together is not None:
            raise RefusedError("merge_together", name=str(kept), event=together.entry.tournament.name)
        moved = {"members": [member.pk for member in members], "user": merged.user_id, "club": merged.club_id}
        theirs.update(person=kept)
        account, merged.user, merged.merged_into = merged.user, None, kept
        merged.save(update_fields=["user", "merged_into"])
        if account is not None:
            kept.user = account
            kept.save(update_fields=["user"])
        merge = PersonMerge.objects.create(kept=kept, merged=merged, moved=moved, made_by=actor.user)
        record(
            by=actor,
            verb="people_merged",
            target=kept,
            tournament=None,
            before={"person": merged.pk, "name": str(merged)},
            after={"person": kept.pk, **moved},
        )
        return merge


def undo_merge(*, actor: Actor, club_id: int, merge_id: int) -> PersonMerge:
    """Undo a merge exactly; refused when some of it has changed since."""
    with alone():
        _lock_events(club_id, PersonMerge.objects.filter(pk=merge_id).values_list("kept_id", flat=True))
        club = locked_club(club_id)
        merge = PersonMerge.objects.select_for_update().filter(pk=merge_id, kept__club=club).first()
        if merge is None:
            raise RefusedError("merge_missing")
        held = {person.pk: person for person in _lock_people([merge.kept_id, merge.merged_id])}
        kept, merged = held[merge.kept_id], held[merge.merged_id]
        moved = merge.moved["members"]
        still = EntryMember.objects.filter(pk__in=moved, person=kept).count()
        changed = (
            merge.undone_at is not None
            or merged.merged_into_id != kept.pk
            or kept.merged_into_id is not None
            or merged.anonymised_at is not None
            or kept.anonymised_at is not None
            or still != len(moved)
            or (merge.moved["user"] is not None and kept.user_id != merge.moved["user"])
        )
        if changed:
            raise RefusedError("merge_changed", name=str(kept))
        if merge.moved["user"] is not None:
            kept.user = None
            kept.save(update_fields=["user"])
        merged.user_id, merged.merged_into = merge.moved["user"], None
        merged.save(update_fields=["user", "merged_into"])
        members = EntryMember.objects.filter(pk__in=moved)
        EntryMember.objects.filter(of__in=list(members.values_list("entry", flat=True))).update(person=merged)
        members.update(person=merged)
        merge.undone_at = timezone.now()
        merge.save(update_fields=["undone_at"])
        record(
            by=actor,
            verb="merge_undone",
            target=kept,
            tournament=None,
            before={"person": kept.pk, **merge.moved},
            after={"person": merged.pk, "name": str(merged)},
        )
        return merge


def _lock_events(club_id: int, people: Iterable[int]) -> None:
    """Lock every event of these people of the club, before the club and the people, as in all writes.

    Their pages show where a player's own page is, so they are renewed.
    """
    members = EntryMember.objects.filter(person__in=people, person__club=club_id)
    hold_events(members.values_list("entry__tournament_id", flat=True))


def _lock_people(people: Iterable[int]) -> list[Person]:
    return list(Person.objects.select_for_update().filter(pk__in=people).order_by("pk"))
