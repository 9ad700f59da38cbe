"""Entries: add at the desk, from a file or by sign-up; review, pair, check in, rename, withdraw."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import SystemRandom
from types import MappingProxyType
from typing import Final

from django.db.models import F, Max, Q, QuerySet

from tournaments.alerts.writes import followers
from tournaments.clubs.writes.clubs import club_named, people_of_clubs
from tournaments.competition.formats.registry import format_of
from tournaments.entries.reads.entries import require_entry
from tournaments.entries.reads.fees import OWING, usual_fee
from tournaments.entries.reads.qualified import FIRST_OF_EACH, evenings, qualifiers_in
from tournaments.entries.writes import payments
from tournaments.errors import RefusedError
from tournaments.events.writes import waiting_list
from tournaments.folding import fold, key_of
from tournaments.frame import naming
from tournaments.frame.names import is_mixed
from tournaments.frame.policies import Actor
from tournaments.frame.reads.teams import is_of_teams, people_of_entry
from tournaments.frame.writes import rate_limits
from tournaments.frame.writes.transaction import alone, hold, record, writing
from tournaments.games.contract import Json
from tournaments.guessing.names import usual_capitals
from tournaments.models import (
    Club,
    ClubMembership,
    Entry,
    EntryMember,
    Payment,
    Person,
    Ruling,
    Table,
    TableLine,
    Tournament,
    User,
)
from tournaments.outbox import messages
from tournaments.people.reads.renames import NUMBER, REPLACED
from tournaments.tables.writes.pairs import BETWEEN, rename_pairs

Status = Entry.Status
# States of entries that left the event; their people may enter again.
OUT = (Status.REJECTED, Status.WITHDRAWN)
NOTHING_SAID: Mapping[str, int] = MappingProxyType({})
# Separator between two people in the label of an entry.
# Fields that are ticked at the desk.
TICKS: Final = ("checked_in", "fee_paid")
# States that a list may give to an entry: to be confirmed, on the waiting list.
LISTED: Final = (Status.PENDING, Status.WAITING)
TAKING = (Tournament.Status.DRAFT, Tournament.Status.OPEN)


@dataclass(frozen=True, slots=True)
class PersonName:
    """A person as typed; the family name is the one that pages show."""

    family_name: str
    given_name: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """The folded names: two people with one key have the same name."""
        return key_of(self.family_name, self.given_name)

    def with_usual_capitals(self) -> "PersonName":
        """Return the name with its usual capitals where it was typed in one size of letters."""
        return PersonName(usual_capitals(self.family_name), usual_capitals(self.given_name))


def mixes(name: PersonName) -> bool:
    """Return whether the parts of a name use two alphabets that look alike, as an imitation of another name does."""
    parts = (name.given_name, name.family_name)
    return is_mixed("".join(parts)) and not any(map(is_mixed, parts))


def mixed_alphabets(name: PersonName, where: str = "") -> RefusedError:
    """Return the refusal of a name with mixed alphabets."""
    whole = f"{name.given_name} {name.family_name}"
    return RefusedError("name_mixed", field="family_name", where=where, name=whole)


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry as typed at the desk or read from a file; ``where`` is the line number to name in a refusal.

    ``contact`` is a mail address, ``phone`` what else reaches them. ``is_paid``: they have paid ``paid_cents``, or what
    they owe if that is None. ``status`` is “pending” or “waiting” where a list says so.
    """

    people: tuple[PersonName, ...]
    club: str = ""
    circle: str = ""
    seed: int | None = None
    where: str = ""
    contact: str = ""
    phone: str = ""
    is_paid: bool = False
    paid_cents: int | None = None
    status: str = ""
    name: str = ""
    """What a team calls itself; other entries are called by their people."""


LONGEST_LABEL: Final = 140


def label_of(people: Sequence[PersonName]) -> str:
    """Return the label of an entry: the family names, or the full name of a single player.

    Long names of three are cut, so that the label fits.
    """
    if len(people) == 1:
        return f"{people[0].given_name} {people[0].family_name}".strip()
    whole = BETWEEN.join(person.family_name for person in people)
    if len(whole) <= LONGEST_LABEL:
        return whole
    most = (LONGEST_LABEL + len(BETWEEN)) // len(people) - len(BETWEEN)
    names = (person.family_name for person in people)
    return BETWEEN.join(name if len(name) <= most else f"{name[: most - 1]}…" for name in names)


def label_of_entry(tournament: Tournament, new: NewEntry) -> str:
    """Return the label of a new entry: the name of a team, else that of its people."""
    return new.name if is_of_teams(tournament) else label_of(new.people)


def enter_at_desk(*, actor: Actor, tournament_id: int, new: NewEntry, ticks: Sequence[str] = ()) -> Entry:
    """Add one entry at the desk: on the waiting list once the event is full, refused once entries are closed.

    ``ticks`` are set at once, as by ``tick_entry``. An entry on the waiting list does not pay.
    """
    with writing(tournament_id) as tournament:
        _require_taking(tournament)
        entry = _take(tournament, [new], Entry.Source.DESK, actor)[0]
        wanted = [field for field in ticks if field != "fee_paid" or entry.status in OWING]
        if wanted:
            tick(tournament, entry, dict.fromkeys(wanted, True), actor)
        return entry


def import_entries(*, actor: Actor, tournament_id: int, rows: Sequence[NewEntry]) -> list[Entry]:
    """Add all of ``rows`` or none; the refusal names the first wrong line."""
    with writing(tournament_id) as tournament:
        _require_taking(tournament)
        taken = _take(tournament, rows, Entry.Source.FILE, actor)
        pay_listed(tournament, taken, rows, actor)
        return taken


def take_qualified(*, actor: Actor, tournament_id: int, first: int) -> list[Entry]:
    """Enter the ``first`` so many of each finished evening of the circuit, seeded in their order (R-SEA-09).

    Who is in the event already stays as they are, so that it can be done again after another evening; seeds go on from
    the last one. Nobody is entered where one cannot be.
    """
    with writing(tournament_id) as tournament:
        _require_taking(tournament)
        played = evenings(tournament)
        going_on = qualifiers_in(played, first).going_on
        here = EntryMember.objects.filter(entry__tournament=tournament, of=None).exclude(entry__status__in=OUT)
        known = set(here.values_list("person", flat=True))
        new = [each for each in going_on if known.isdisjoint(each.people)]
        if not new:
            raise RefusedError("nobody_qualified", field="first", evenings=len(played))
        found = {entry.pk: entry for entry in Entry.objects.filter(pk__in=[each.entry for each in new])}
        members: dict[int, list[Person]] = defaultdict(list)
        for member in EntryMember.objects.filter(entry__in=found).select_related("person").order_by("position"):
            members[member.entry_id].append(member.person)
        clubs = dict(Club.objects.filter(pk__in=[each.club_id for each in found.values()]).values_list("pk", "name"))
        seeded = Entry.objects.filter(tournament=tournament).aggregate(last=Max("seed"))["last"] or 0
        rows = [
            NewEntry(
                tuple([PersonName(person.family_name, person.given_name) for person in members[each.entry]]),
                club=clubs.get(found[each.entry].club_id or 0, ""),
                seed=seed,
            )
            for seed, each in enumerate(new, start=seeded + 1)
        ]
        people = {PersonName(one.family_name, one.given_name).key: one for own in members.values() for one in own}
        return _take(tournament, rows, Entry.Source.FILE, actor, people=people, said={FIRST_OF_EACH: first})


def pay_listed(tournament: Tournament, taken: Sequence[Entry], rows: Sequence[NewEntry], actor: Actor) -> None:
    """Record what a list says was paid, in a number of queries that does not grow; called inside a write."""
    paid: list[Entry] = []
    made: list[Payment] = []
    for entry, row in zip(taken, rows, strict=True):
        if not row.is_paid or entry.status not in OWING:
            continue
        whole = usual_fee(tournament, people=len(row.people)) if entry.fee_cents is None else entry.fee_cents
        cents = whole if row.paid_cents is None or not whole else row.paid_cents
        entry.fee_paid = cents >= whole
        paid += [entry] if entry.fee_paid else []
        made += [Payment(entry=entry, cents=cents, taken_by=actor.user)] if cents else []
    if not paid and not made:
        return
    Entry.objects.bulk_update(paid, ["fee_paid"], batch_size=500)
    Payment.objects.bulk_create(made, batch_size=1000)
    record(
        by=actor,
        verb="entries_paid",
        target=f"{len({*paid, *(each.entry for each in made)})}",
        tournament=tournament,
        after={"entries": [each.entry.number for each in made[:200]], "paid_cents": sum(each.cents for each in made)},
    )


def refusals_of(tournament: Tournament, rows: Sequence[NewEntry]) -> list[RefusedError]:
    """Return every refusal of these rows of a file; called inside a write."""
    if tournament.status not in TAKING:
        return [RefusedError("entries_closed")]
    people = _people_refusals(tournament, rows, again=False)
    return [*people, *_seed_refusals(tournament, rows), *_team_refusals(tournament, rows)]


def take_chunk(tournament: Tournament, rows: Sequence[NewEntry], actor: Actor) -> list[Entry]:
    """Add some of the rows of a file, all of them or none; called inside a write."""
    _require_taking(tournament)
    return _take(tournament, rows, Entry.Source.FILE, actor)


def take_late(tournament: Tournament, new: NewEntry, actor: Actor) -> Entry:
    """Add an entry after the draw; called inside the write that finds its place."""
    if not is_of_teams(tournament) and len(new.people) != tournament.entry_size:
        raise RefusedError("entry_size", field="people", size=tournament.entry_size, found=len(new.people))
    return _take(tournament, [new], Entry.Source.DESK, actor, status=Status.CONFIRMED, is_late=True)[0]


def sign_up(*, actor: Actor, tournament_id: int, new: NewEntry, contact: str = "") -> Entry:
    """Add a player's own entry: for review if the event asks for it, and confirmed by mail.

    Its first person is linked to the account if that person is new here and the account has none yet. A person known
    from another entry or a club is never linked to an account by name: that would open another player's tables.
    """
    with writing(tournament_id) as tournament:
        if tournament.status != Tournament.Status.OPEN or not tournament.public_sign_up:
            raise RefusedError("sign_up_closed")
        status = Status.PENDING if tournament.review_sign_ups else ""
        entry = _take(tournament, [new], Entry.Source.SIGN_UP, actor, status=status, contact=contact)[0]
        if contact and rate_limits.may_be_told(actor.user, contact):
            messages.sign_up_received(entry, tournament)
        return entry


def _require_taking(tournament: Tournament) -> None:
    if tournament.status not in TAKING:
        raise RefusedError("entries_closed")


def _take(
    tournament: Tournament,
    rows: Sequence[NewEntry],
    source: str,
    actor: Actor,
    *,
    status: str = "",
    contact: str = "",
    is_late: bool = False,
    people: Mapping[tuple[str, str], Person] | None = None,
    said: Mapping[str, int] = NOTHING_SAID,
) -> list[Entry]:
    """Add ``rows`` as entries with their people, in a number of queries that does not grow with the rows.

    ``people`` are those of the rows where they are known otherwise than by name; ``said`` is written to the log.
    """
    for refusal in _people_refusals(tournament, rows, again=is_late and format_of(tournament.format).takes_again):
        raise refusal
    for refusal in [*_seed_refusals(tournament, rows), *_team_refusals(tournament, rows)]:
        raise refusal
    fewest, _most = people_of_entry(tournament)
    if source != Entry.Source.FILE:
        # A list was mended while it was read, and somebody has looked at it.
        rows = [replace(row, people=tuple(person.with_usual_capitals() for person in row.people)) for row in rows]
    named = {fold(row.club): row for row in rows if row.club}
    clubs = {fold(club.name): club for club in Club.objects.all()} if named else {}
    for key, row in named.items():
        made = club_named(row.club, row.circle) if key not in clubs else None
        if made is not None:
            clubs[key] = made
    if people is None:
        people = _people(rows, clubs, actor, signs_up=source == Entry.Source.SIGN_UP)
    room = waiting_list.room(tournament)
    entries = []
    for number, row in enumerate(rows, start=tournament.last_entry_number + 1):
        # The status that was said, single in a pairs event, or confirmed while there is room.
        if status or row.status in LISTED:
            state = status or row.status
        elif len(row.people) < fewest:
            state = str(Status.SINGLE)
        elif room is not None and room <= 0:
            state = str(Status.WAITING)
        else:
            state = str(Status.CONFIRMED)
            room = None if room is None else room - 1
        entries.append(
            Entry(
                tournament=tournament,
                number=number,
                label=label_of_entry(tournament, row),
                club=clubs.get(fold(row.club)),
                seed=row.seed,
                status=state,
                source=source,
                contact=contact or row.contact,
                phone=row.phone,
                entered_by=actor.user,
                is_late=is_late,
                # Who enters in the hall while it plays stands there: the fee is due now.
                checked_in=is_late and tournament.mode == Tournament.Mode.HALL,
            )
        )
    Entry.objects.bulk_create(entries, batch_size=1000)
    EntryMember.objects.bulk_create(
        [
            EntryMember(entry=entry, person=people[person.key], position=position)
            for entry, row in zip(entries, rows, strict=True)
            for position, person in enumerate(row.people, start=1)
        ],
        batch_size=1000,
    )
    if EntryMember.objects.filter(entry__tournament=tournament, person__merged_into__isnull=False).exists():
        # Two people were merged after they were looked up.
        raise RefusedError("people_changed")
    tournament.last_entry_number += len(entries)
    tournament.save(update_fields=["last_entry_number"])
    record(
        by=actor,
        verb="entries_taken",
        target=entries[0] if len(entries) == 1 else f"{len(entries)}",
        tournament=tournament,
        after={"entries": [[e.number, e.label, e.status] for e in entries[:200]], "source": source, **said},
    )
    return entries


def needs_all(size: int) -> bool:
    """Return whether an entry of ``size`` enters with all its people: who is alone in a pair looks for a partner."""
    return size > 2


def _people_refusals(tournament: Tournament, rows: Sequence[NewEntry], *, again: bool) -> Iterator[RefusedError]:
    """Return the refusals about people: a missing name, a wrong number, a person already in the event.

    With ``again`` a person who was eliminated may enter once more (R-TAB-12).
    """
    members = EntryMember.objects.filter(entry__tournament=tournament, of=None).exclude(entry__status__in=OUT)
    if again:
        members = members.filter(entry__in=_still_in(tournament))
    taken = {
        key_of(family, given) for family, given in members.values_list("person__family_name", "person__given_name")
    }
    fewest, most = people_of_entry(tournament)
    is_whole = needs_all(tournament.entry_size) and not is_of_teams(tournament)
    for row in rows:
        if is_of_teams(tournament) and not fewest <= len(row.people) <= most:
            yield RefusedError(
                "team_size", field="people", where=row.where, fewest=fewest, most=most, found=len(row.people)
            )
        elif not (most if is_whole else 1) <= len(row.people) <= most:
            yield RefusedError(
                "entry_size", field="people", where=row.where, size=tournament.entry_size, found=len(row.people)
            )
        for person in row.people:
            if not person.family_name:
                yield RefusedError("name_missing", field="family_name", where=row.where)
            if mixes(person):
                yield mixed_alphabets(person, row.where)
            if person.key in taken:
                name = f"{person.given_name} {person.family_name}".strip()
                yield RefusedError("person_twice", field="people", where=row.where, name=name)
            taken.add(person.key)


def _still_in(tournament: Tournament) -> QuerySet[TableLine, int | None]:
    """Return the entries that have a table to play, or that advance from their last one."""
    is_over = Q(table__status__in=(Table.Status.DONE, Table.Status.BYE))
    out = is_over & (Q(place__isnull=True) | Q(place__gt=F("table__through")))
    return TableLine.objects.filter(table__tournament=tournament).exclude(out).values_list("entry_id", flat=True)


def _team_refusals(
    tournament: Tournament, rows: Sequence[NewEntry], *, itself: Entry | None = None
) -> Iterator[RefusedError]:
    """Return the refusals about names of teams: one that is missing, or that another team of the event has."""
    if not is_of_teams(tournament):
        return
    others = Entry.objects.filter(tournament=tournament).exclude(status__in=OUT)
    if itself is not None:
        others = others.exclude(pk=itself.pk)
    taken = {fold(label) for label in others.values_list("label", flat=True)}
    for row in rows:
        if not row.name:
            yield RefusedError("team_name_missing", field="name", where=row.where)
        elif fold(row.name) in taken:
            yield RefusedError("team_twice", field="name", where=row.where, name=row.name)
        taken.add(fold(row.name))


def _seed_refusals(tournament: Tournament, rows: Sequence[NewEntry]) -> Iterator[RefusedError]:
    wanted = [row.seed for row in rows if row.seed is not None]
    if not wanted:
        return
    taken = set(Entry.objects.filter(tournament=tournament, seed__isnull=False).values_list("seed", flat=True))
    for row in rows:
        if row.seed is None:
            continue
        if row.seed < 1:
            yield RefusedError("seed_positive", field="seed", where=row.where, value=row.seed)
        if row.seed in taken:
            yield RefusedError("seed_taken", field="seed", where=row.where, value=row.seed)
        taken.add(row.seed)


def _people(
    rows: Sequence[NewEntry], clubs: dict[str, Club], actor: Actor, *, signs_up: bool
) -> dict[tuple[str, str], Person]:
    """Return the people of the rows: known ones by name, new ones created in bulk.

    A person with an account matches by name only in an entry made by that account: a name proves no identity. If
    ``signs_up``, the first person is linked to the account, if it is new here and the account has none yet.
    """
    wanted = {person.key: (person, row) for row in rows for person in row.people}
    names = [(person.family_name, person.given_name) for person, _row in wanted.values()]
    written = {person.key: (person.family_name, person.given_name) for person, _row in wanted.values()}
    known: dict[tuple[str, str], Person] = {}
    found: list[int] = []
    for start in range(0, len(names), 500):
        mine = Q(user__isnull=True) | Q(user__isnull=False, user=actor.user)
        alive = Person.objects.filter(mine, merged_into__isnull=True, anonymised_at__isnull=True)
        rows_of = alive.filter(naming.rows_called(names[start : start + 500])).values_list(
            "pk", "family_name", "given_name"
        )
        found += [pk for pk, family, given in rows_of if key_of(family, given) in wanted]
    # Of several who have the name, the one who is written so, then the one who came first.
    held = sorted(_lock_people(found), key=lambda one: (one.family_name, one.given_name) != written.get(one.key))
    for person in held:
        known.setdefault(person.key, person)
    missing = {
        key: Person(family_name=person.family_name, given_name=person.given_name, club=clubs.get(fold(row.club)))
        for key, (person, row) in wanted.items()
        if key not in known
    }
    own = missing.get(rows[0].people[0].key) if signs_up else None
    if own is not None and actor.user is not None:
        # Locked, so that of two sign-ups in two events at once only one links its person.
        hold(actor.user)
        if not Person.objects.filter(user=actor.user).exists():
            own.user = actor.user
    Person.objects.bulk_create(missing.values(), batch_size=1000)
    return {key: known.get(key) or missing[key] for key in wanted}


def _lock_people(people: Iterable[int]) -> Iterator[Person]:
    """Lock these people until they are entered, so that nobody is merged or made anonymous meanwhile; yield each."""
    keys = sorted(people)
    alive = Person.objects.filter(merged_into__isnull=True, anonymised_at__isnull=True).order_by("pk")
    for start in range(0, len(keys), 500):
        yield from alive.select_for_update(no_key=True).filter(pk__in=keys[start : start + 500])


def require_absent(tournament: Tournament, entry: Entry) -> None:
    """Refuse to reinstate an entry if its people have entered the event in another entry.

    Where an eliminated person may enter once more (R-TAB-12), another entry that is out does not count.
    """
    mine = list(entry.members.values_list("person__family_name", "person__given_name"))
    new = NewEntry(tuple(PersonName(family, given) for family, given in mine))
    is_running = tournament.status == Tournament.Status.RUNNING
    _check_renamed(tournament, entry, new, again=is_running and format_of(tournament.format).takes_again)


def accept_entry(*, actor: Actor, tournament_id: int, entry_id: int) -> Entry:
    """Accept a sign-up, a waiting or a rejected entry: confirmed while there is room, else on the waiting list."""
    with writing(tournament_id) as tournament:
        require_before_draw(tournament)
        entry = require_entry(tournament, entry_id)
        take_in(tournament, entry, actor)
        if rate_limits.may_be_told_again(entry):
            messages.entry_decided(entry, tournament)
        return entry


def take_in(tournament: Tournament, entry: Entry, actor: Actor, *, seed: int | None = None) -> None:
    """Confirm an entry of a locked event while there is room, else put it on the waiting list; no mail is sent."""
    if entry.status not in (Status.PENDING, Status.WAITING, Status.REJECTED, Status.WITHDRAWN):
        raise RefusedError("entry_not_open", name=entry.label)
    if entry.status in OUT:
        require_absent(tournament, entry)
    room = waiting_list.room(tournament)
    if entry.members.count() < people_of_entry(tournament)[0]:
        status = Status.SINGLE
    elif room is not None and room <= 0:
        if entry.status == Status.WAITING:
            raise RefusedError("event_full", capacity=tournament.capacity)
        status = Status.WAITING
    else:
        status = Status.CONFIRMED
    more = {} if seed is None else {"seed": seed}
    waiting_list.move(entry, status, actor=actor, tournament=tournament, verb="entry_accepted", reason="", **more)


def reject_entry(*, actor: Actor, tournament_id: int, entry_id: int, reason: str = "") -> Entry:
    """Reject a sign-up; it stays on record and can be accepted later."""
    with writing(tournament_id) as tournament:
        require_before_draw(tournament)
        entry = require_entry(tournament, entry_id)
        if entry.status not in (Status.PENDING, Status.WAITING, Status.SINGLE):
            raise RefusedError("entry_not_open", name=entry.label)
        waiting_list.move(
            entry, Status.REJECTED, actor=actor, tournament=tournament, verb="entry_rejected", reason=reason
        )
        if rate_limits.may_be_told_again(entry):
            messages.entry_decided(entry, tournament)
        return entry


def withdraw_before_draw(*, actor: Actor, tournament_id: int, entry_id: int, reason: str = "") -> Entry:
    """Withdraw an entry before the draw; the first of the waiting list takes its place."""
    with writing(tournament_id) as tournament:
        require_before_draw(tournament)
        entry = require_entry(tournament, entry_id)
        if entry.status == Status.WITHDRAWN:
            raise RefusedError("already_withdrawn", name=entry.label)
        freed = entry.status == Status.CONFIRMED
        leave(tournament, entry, actor, reason)
        if freed:
            waiting_list.fill_again(tournament, actor)
        return entry


def leave(tournament: Tournament, entry: Entry, actor: Actor, reason: str) -> None:
    """Withdraw an entry of a locked event; its place stays vacant."""
    waiting_list.move(
        entry, Status.WITHDRAWN, actor=actor, tournament=tournament, verb="entry_withdrawn", reason=reason, seed=None
    )


def require_before_draw(tournament: Tournament) -> None:
    if tournament.status in (Tournament.Status.RUNNING, Tournament.Status.FINISHED):
        raise RefusedError("draw_announced")


def pair_singles(*, actor: Actor, tournament_id: int, first_id: int, second_id: int) -> Entry:
    """Make a pair of two players who look for a partner; it keeps the number of the entry that came first."""
    with writing(tournament_id) as tournament:
        require_before_draw(tournament)
        if first_id == second_id:
            raise RefusedError("same_single")
        first, second = sorted(
            (require_entry(tournament, first_id), require_entry(tournament, second_id)), key=lambda entry: entry.number
        )
        if first.status != Status.SINGLE or second.status != Status.SINGLE:
            raise RefusedError("not_singles")
        joining = second.members.select_related("person").get().person
        staying = first.members.select_related("person").get().person
        before = [_single(first), _single(second)]
        Ruling.objects.filter(entry=second).update(entry=first)
        messages.hand_on(second, first)
        followers.hand_on(second, first)
        payments.hand_on(tournament, second, first)
        second.members.all().delete()
        second.delete()
        EntryMember.objects.create(entry=first, person=joining, position=2)
        first.label = f"{staying.family_name} – {joining.family_name}"
        room = waiting_list.room(tournament)
        first.status = Status.WAITING if room is not None and room <= 0 else Status.CONFIRMED
        # The pair is checked in when both are.
        first.fee_paid = payments.is_settled(tournament, first, second)
        first.checked_in = first.checked_in and second.checked_in
        first.contact = first.contact or second.contact
        first.phone = ", ".join(filter(None, (first.phone, second.phone)))[: Entry._meta.get_field("phone").max_length]
        first.save(
            update_fields=["label", "status", "fee_paid", "fee_cents", "fee_reason", "checked_in", "contact", "phone"]
        )
        record(
            by=actor,
            verb="singles_paired",
            target=first,
            tournament=tournament,
            before={"singles": before},
            after={"label": first.label, "status": first.status, **_amount(first)},
        )
        return first


def pair_by_lot(*, actor: Actor, tournament_id: int) -> list[Entry]:
    """Make random pairs of the players who look for a partner and are checked in; of all if nobody is yet.

    With an odd number one player is left over.
    """
    with alone():
        with writing(tournament_id) as tournament:
            singles = list(Entry.objects.filter(tournament=tournament, status=Status.SINGLE).order_by("number"))
        drawn = [entry for entry in singles if entry.checked_in] or singles
        if len(drawn) < tournament.entry_size:
            raise RefusedError("not_singles")
        SystemRandom().shuffle(drawn)
        return [
            pair_singles(actor=actor, tournament_id=tournament_id, first_id=first.pk, second_id=second.pk)
            for first, second in zip(drawn[::2], drawn[1::2], strict=False)
        ]


def _single(entry: Entry) -> dict[str, Json]:
    """Return what the audit log keeps of a player who found a partner; never the mail address."""
    return {
        "label": entry.label,
        "fee_paid": entry.fee_paid,
        "checked_in": entry.checked_in,
        **_amount(entry),
    }


def _amount(entry: Entry) -> dict[str, Json]:
    """Return the fee set for an entry, for the audit log; nothing if it pays the fee of the event."""
    return {} if entry.fee_cents is None else {"due_cents": entry.fee_cents}


def tick_entry(*, actor: Actor, tournament_id: int, entry_id: int, field: str, value: bool) -> Entry:
    """Set or clear a tick at the desk: ``checked_in`` or ``fee_paid``."""
    return tick_together(actor=actor, tournament_id=tournament_id, entry_id=entry_id, ticks={field: value})


def tick_together(*, actor: Actor, tournament_id: int, entry_id: int, ticks: Mapping[str, bool]) -> Entry:
    """Set or clear several ticks of an entry in one write."""
    for field in ticks:
        if field not in TICKS:
            raise RefusedError("unknown_tick", field=field)
    with writing(tournament_id) as tournament:
        entry = require_entry(tournament, entry_id)
        tick(tournament, entry, ticks, actor)
        return entry


def tick(tournament: Tournament, entry: Entry, ticks: Mapping[str, bool], actor: Actor) -> None:
    """Set or clear ticks of an entry of a locked event."""
    before = {field: getattr(entry, field) for field in ticks}
    after: dict[str, Json] = dict(ticks)
    # An entry that is already marked as paid owes nothing more, even if the fee was raised since.
    settles = "fee_paid" in ticks and not (before["fee_paid"] and ticks["fee_paid"])
    if settles and ticks["fee_paid"]:
        payments.require_asked(entry)
    for field, value in ticks.items():
        setattr(entry, field, value)
    entry.save(update_fields=list(ticks))
    if settles:
        after |= payments.settle(tournament, entry, is_paid=ticks["fee_paid"], actor=actor)
    record(by=actor, verb="entry_ticked", target=entry, tournament=tournament, before=before, after=after)


def take_back(*, actor: Actor, tournament_id: int, entry_id: int, people: int | None = None) -> Entry:
    """Undo an entry that was added at the desk by mistake: clear its ticks and withdraw it.

    Refused where it has not as many ``people`` any more: it is a pair by now, with somebody who was not added with it.
    """
    with writing(tournament_id) as tournament:
        entry = require_entry(tournament, entry_id)
        if people is not None and entry.members.count() != people:
            raise RefusedError("paired_since", name=entry.label)
        tick_together(actor=actor, tournament_id=tournament_id, entry_id=entry_id, ticks=dict.fromkeys(TICKS, False))
        return withdraw_before_draw(actor=actor, tournament_id=tournament_id, entry_id=entry_id)


def seed_entry(*, actor: Actor, tournament_id: int, entry_id: int, seed: int | None) -> Entry:
    """Give an entry a seed (1 is best), or remove it."""
    with writing(tournament_id) as tournament:
        require_before_draw(tournament)
        entry = require_entry(tournament, entry_id)
        if seed is not None:
            if seed < 1:
                raise RefusedError("seed_positive", field="seed", value=seed)
            holder = Entry.objects.filter(tournament=tournament, seed=seed).exclude(pk=entry.pk).first()
            if holder is not None:
                raise RefusedError("seed_taken", field="seed", value=seed, name=holder.label)
        before, entry.seed = entry.seed, seed
        entry.save(update_fields=["seed"])
        record(
            by=actor,
            verb="entry_seeded",
            target=entry,
            tournament=tournament,
            before={"seed": before},
            after={"seed": seed},
        )
        return entry


def rename_entry(*, actor: Actor, tournament_id: int, entry_id: int, new: NewEntry) -> Entry:
    """Correct the names or the club of an entry; its place and its results stay."""
    with writing(tournament_id) as tournament:
        entry = require_entry(tournament, entry_id)
        if is_of_teams(tournament):
            return _change_team(tournament, entry, new, actor)
        # Lock the people first, so that no club edits them and no other event enters them between check and write.
        list(_lock_people(entry.members.values_list("person_id", flat=True)))
        members = list(entry.members.select_related("person"))
        if len(members) != len(new.people):
            raise RefusedError("entry_size", field="people", size=len(members), found=len(new.people))
        _check_renamed(tournament, entry, new)
        before = {"label": entry.label, "club": str(entry.club or "")}
        entry.label, entry.club = label_of(new.people), club_named(new.club, new.circle)
        left = [_rename(*each, entry.club, actor.user) for each in zip(members, new.people, strict=True)]
        entry.save(update_fields=["label", "club"])
        rename_pairs(entry)
        record(
            by=actor,
            verb="entry_renamed",
            target=entry,
            tournament=tournament,
            before={**before, REPLACED: left} if any(left) else before,
            after={"label": entry.label, "club": str(entry.club or ""), NUMBER: entry.number},
        )
        return entry


def _change_team(tournament: Tournament, entry: Entry, new: NewEntry, actor: Actor) -> Entry:
    """Give a team another name, club or people.

    Who stays keeps the place in the team; for who is replaced comes who was not there, and further people are
    substitutes at its end. Nobody leaves a team once it has been drawn: they may have played.
    """
    fewest, most = people_of_entry(tournament)
    if not fewest <= len(new.people) <= most:
        raise RefusedError("team_size", field="people", fewest=fewest, most=most, found=len(new.people))
    for refusal in _team_refusals(tournament, [new], itself=entry):
        raise refusal
    if tournament.status == Tournament.Status.FINISHED:
        raise RefusedError("not_running", status=tournament.status)
    list(_lock_people(entry.members.values_list("person_id", flat=True)))
    members = list(entry.members.select_related("person"))
    _check_renamed(tournament, entry, new)
    before = {"label": entry.label, "club": str(entry.club or ""), "people": len(members)}
    entry.label, entry.club = new.name, club_named(new.club, new.circle)
    named = {person.key for person in new.people}
    held = {member.person.key for member in members}
    gone = [member for member in members if member.person.key not in named]
    come = [person for person in new.people if person.key not in held]
    for member, person in zip(gone, come, strict=False):
        _rename(member, person, entry.club, actor.user)
    if len(gone) > len(come):
        if tournament.status not in TAKING:
            raise RefusedError("member_stays", field="people", name=str(gone[-1].person))
        EntryMember.objects.filter(pk__in=[member.pk for member in gone[len(come) :]]).delete()
        # The numbers of a team go from 1 without a gap; no sheet names one before the draw.
        for number, member in enumerate(entry.members.order_by("position"), start=1):
            EntryMember.objects.filter(pk=member.pk).update(position=number)
    joining = come[len(gone) :]
    for person in joining:
        if not person.family_name:
            raise RefusedError("name_missing", field="family_name")
        if mixes(person):
            raise mixed_alphabets(person)
    if joining:
        people = _people([replace(new, people=tuple(joining))], {}, actor, signs_up=False)
        last = entry.members.count()
        EntryMember.objects.bulk_create(
            [
                EntryMember(entry=entry, person=people[person.key], position=last + number)
                for number, person in enumerate(joining, start=1)
            ]
        )
    entry.save(update_fields=["label", "club"])
    after = {"label": entry.label, "club": str(entry.club or ""), "people": len(new.people), NUMBER: entry.number}
    record(by=actor, verb="entry_renamed", target=entry, tournament=tournament, before=before, after=after)
    return entry


def _rename(member: EntryMember, name: PersonName, club: Club | None, by: User | None) -> int | None:
    """Correct a name. A person known elsewhere stays unchanged there; this entry gets a new person of ``club``.

    Another entry, or a club, may know the person. A club knows the people that it added or edited, and everybody in its
    list if accounts other than ``by`` run it. A person with an account that neither of them knew came with this entry
    and is renamed, so that the account keeps its place in it. Return the key of the person who was replaced.
    """
    person = member.person
    if not name.family_name:
        raise RefusedError("name_missing", field="family_name")
    if mixes(name):
        raise mixed_alphabets(name)
    if (person.family_name, person.given_name) == (name.family_name, name.given_name):
        return None
    is_known = EntryMember.objects.filter(person=person, of=None).exclude(entry=member.entry_id).exists()
    is_known = is_known or bool(people_of_clubs([person.pk]))
    if not is_known and person.user_id is None and person.club_id is not None:
        keepers = set(ClubMembership.objects.filter(club=person.club_id).values_list("user_id", flat=True))
        is_known = bool(keepers) and (by is None or by.pk not in keepers)
    if is_known:
        member.person = Person.objects.create(family_name=name.family_name, given_name=name.given_name, club=club)
        member.save(update_fields=["person"])
        return person.pk
    person.family_name, person.given_name = name.family_name, name.given_name
    person.save(update_fields=["family_name", "given_name"])
    return None


def _check_renamed(tournament: Tournament, entry: Entry, new: NewEntry, *, again: bool = False) -> None:
    others = EntryMember.objects.filter(entry__tournament=tournament, of=None).exclude(entry=entry)
    others = others.exclude(entry__status__in=OUT)
    if again:
        others = others.filter(entry__in=_still_in(tournament))
    taken = {key_of(*name) for name in others.values_list("person__family_name", "person__given_name")}
    for person in new.people:
        if person.key in taken:
            raise RefusedError("person_twice", field="people", name=f"{person.given_name} {person.family_name}".strip())
        taken.add(person.key)
