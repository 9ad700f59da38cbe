"""Names in the words of an evening: proposals, corrections, orders at online tables. All of them lose the name."""

from datetime import timedelta

import pytest
from django.db import Error, transaction
from django.test import Client
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services import importing_archives as archives
from tests.tournaments.services.kept_rows import check_chain, everything
from tests.tournaments.services.online_rounds import fire, matches_of
from tests.tournaments.services.play import table as at
from tournaments.accounts.writes import privacy
from tournaments.backups.verifying.chain import log_violations
from tournaments.discipline.writes import penalties
from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.frame.policies import SYSTEM
from tournaments.frame.writes.transaction import record, writing
from tournaments.games.contract import Json
from tournaments.models import (
    AuditEntry,
    Club,
    ClubMembership,
    Draw,
    Entry,
    Job,
    MatchEvent,
    Person,
    Ruling,
    Table,
    TableLine,
    Tournament,
)
from tournaments.tables.writes import corrections
from tournaments.timing.writes import lateness

pytestmark = pytest.mark.django_db


def known_person(entry: Entry) -> Person:
    """The first player of an entry, as a person of a club without an account."""
    person = entry.members.get(position=1).person
    Person.objects.filter(pk=person.pk).update(club=Club.objects.create(name="Traves"))
    return Person.objects.get(pk=person.pk)


def known(line: TableLine) -> Person:
    assert line.entry is not None
    return known_person(line.entry)


def remove(event: Tournament, person: Person) -> str:
    """Make the person anonymous; return their former family name, which nobody else has."""
    name = person.family_name.casefold()
    assert name in everything()
    privacy.anonymise_person(actor=make.boss_of(event), club_id=person.club_id, person_id=person.pk)
    return name


def test_a_proposed_penalty_names_nobody_for_ever():
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    line = table.lines.select_related("entry").get(index=0)
    Table.objects.filter(pk=table.pk).update(called_at=timezone.now() - timedelta(hours=1))
    lateness.report_missing(actor=make.boss_of(event), tournament_id=event.pk, table_id=table.pk, line=0)
    # As they were written before.
    with writing(event.pk) as held:
        old = {"name": str(line.entry), "kind": "no_show", "value": None, "after": 10}
        record(by=SYSTEM, verb="penalty_proposed", target=f"T{table.number}", tournament=held, after=old)
    label = line.entry.label.casefold()
    assert label in str(list(AuditEntry.objects.filter(verb="penalty_proposed").values("target", "after"))).casefold()

    assert remove(event, known(line)) not in everything()

    assert label not in everything()
    check_chain(event)
    assert list(log_violations(make.fresh(event))) == []


def test_a_proposal_without_a_name_proves_its_facts():
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    Table.objects.filter(pk=table.pk).update(called_at=timezone.now() - timedelta(hours=1))
    lateness.report_missing(actor=make.boss_of(event), tournament_id=event.pk, table_id=table.pk, line=0)
    remove(event, known(table.lines.select_related("entry").get(index=0)))
    AuditEntry.objects.filter(verb="penalty_proposed").update(after={"kind": "loss"})
    assert {each.code for each in log_violations(make.fresh(event))} == {"log_words", "log_facts"}


def test_the_reason_of_a_ruling_loses_the_name_also_where_the_public_reads_it():
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    make.play(table)
    person = known(table.lines.select_related("entry").get(index=0))
    table.refresh_from_db()
    corrections.correct_score(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        table_id=table.pk,
        content=make.content_for(table, 1),
        seen=table.version,
        reason=f"{person} aveva contato male",
    )
    Ruling.objects.filter(table=table).update(public_reason=f"{person} aveva contato male")
    page = f"/e/{event.slug}/partite/{table.number}/"
    assert "aveva contato male" in Client().get(page).content.decode()
    name = remove(event, person)
    assert name not in everything()
    assert name not in Client().get(page).content.decode().casefold()
    assert list(log_violations(make.fresh(event))) == []


def test_the_note_of_an_order_loses_the_name_and_nothing_else_of_a_log_changes():
    event = make.drawn(entries=8, preset="several_004", mode="online", format={"kind": "tables", "max_table": 4})
    assert fire(event)
    match = matches_of(event)[0]
    for seat in range(4):
        at.ask(match, "ready", seat)
    line = TableLine.objects.select_related("entry").get(table=match.table_id, index=0)
    person = known(line)
    penalties.give_penalty(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        kind="loss",
        entry_id=line.entry_id,
        table_id=match.table_id,
        reason="È andato via",
        public_reason=f"{person} ha lasciato il tavolo",
    )
    page = f"/tavolo/{match.pk}/"
    assert "ha lasciato il tavolo" in Client().get(page).content.decode()
    name = remove(event, person)
    assert name not in everything()
    # Kept in memory since the page was shown.
    assert name not in Client().get(page).content.decode().casefold()

    ruled = MatchEvent.objects.get(match=match, kind="ruled")
    for changed in ({"note": "Altro", **ruled.data, "line": 1}, {**ruled.data, "note": 5}, {"line": 0}):
        with pytest.raises(Error), transaction.atomic():
            MatchEvent.objects.filter(pk=ruled.pk).update(data=changed)
    with pytest.raises(Error), transaction.atomic():
        MatchEvent.objects.filter(pk=ruled.pk).update(sequence=99)


SINGLES = {"preset": "several_004", "format": {"kind": "tables", "max_table": 4}}
ROSA, IDA, ANNA = PersonName("Teppa", "Rosalba"), PersonName("Grosso", "Ida"), PersonName("Rossi", "Anna")


@pytest.mark.parametrize(
    ("options", "steps", "left"),
    [
        ({}, [(ROSA, IDA), (ANNA, IDA)], ["Rossi", "Grosso"]),
        ({}, [(ROSA, PersonName("Grossi", "Ida")), (ROSA, IDA), (ANNA, IDA)], ["Grossi", "Grosso"]),
        ({}, [(PersonName("Tepaz", "Rosalba"), IDA), (ROSA, IDA), (ANNA, IDA)], ["Grosso"]),
        ({}, [(ROSA, PersonName("Teppa", "Ida")), (ANNA, PersonName("Teppa", "Ida"))], ["Teppa"]),
        (SINGLES, [(ROSA,), (ANNA,)], ["Rossi"]),
    ],
    ids=["a pair", "the partner corrected", "herself corrected", "of one family", "a single"],
)
def test_who_was_replaced_in_an_entry_leaves_no_name_in_the_event(options, steps, left):
    event = make.knockout(entries=3, **options)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    entry = entries.enter_at_desk(**where, new=NewEntry(steps[0]))
    event = make.drawn(make.closed(make.fresh(event)))
    for step in steps[1:-1]:
        entries.rename_entry(**where, entry_id=entry.pk, new=NewEntry(step))
    rosa = known_person(entry)
    ClubMembership.objects.create(club=rosa.club, user=make.user(), role="admin")
    entries.rename_entry(**where, entry_id=entry.pk, new=NewEntry(steps[-1]))
    assert rosa not in [member.person for member in entry.members.all()]
    address = f"/e/{event.slug}/sorteggio/{Draw.objects.get(tournament=event).pk}.json"
    assert steps[0][0].family_name in Client().get(address).content.decode()

    privacy.anonymise_person(actor=make.boss_of(event), club_id=rosa.club_id, person_id=rosa.pk)

    found, public = everything(), Client().get(address).content.decode()
    gone = {"rosalba", "tepaz"} | ({"teppa"} if "Teppa" not in left else set())
    assert [name for name in gone if name in found or name in public.casefold()] == []
    assert [name for name in left if name.casefold() not in found] == []
    # A partner of the same family keeps the name in the draw.
    assert ("Teppa" in public) is ("Teppa" in left)
    check_chain(event)


def listed(payload: Json) -> tuple[Tournament, Job, Person]:
    """An event with a job, and Rosa Teppa of a club, who is entered with Ida Grosso."""
    event = make.knockout(entries=0)
    job = Job.objects.create(tournament=event, kind="import", key="x", payload=payload, status="failed")
    entry = entries.enter_at_desk(
        actor=make.boss_of(event), tournament_id=event.pk, new=NewEntry((PersonName("Teppa", "Rosa"), IDA))
    )
    return event, job, known_person(entry)


def test_an_import_that_failed_loses_the_name():
    event, job, person = listed({"rows": [[[["Teppa", "Rosa"], ["Grosso", "Ida"]], "Traves", "", None, "riga 2"]]})
    assert remove(event, person) not in everything()
    job.refresh_from_db()
    assert job.payload["rows"][0][0] == [[f"anonimo {person.pk}", "Giocatore"], ["Grosso", "Ida"]]


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [
        ("Cognome;Nome\nTeppa;Rosa\nGrosso;Ida\n", False),
        ("Cognome;Nome\nTeppa;Anna\nRossi;Ugo\n", True),
        ("Bianchi Rosina, Rossi Ugo", True),
    ],
)
def test_a_kept_list_that_may_have_the_name_is_emptied_and_no_other_is_changed(text, is_kept):
    event, job, person = listed({"text": text})
    privacy.anonymise_person(actor=make.boss_of(event), club_id=person.club_id, person_id=person.pk)
    job.refresh_from_db()
    assert job.payload == ({"text": text} if is_kept else {})


def test_a_letter_that_folds_to_another_stops_no_removal():
    event, job, person = listed({"reason": "visto Gıno Vıola al bar"})
    Person.objects.filter(pk=person.pk).update(family_name="Viola", given_name="Gino")
    privacy.anonymise_person(actor=make.boss_of(event), club_id=person.club_id, person_id=person.pk)
    job.refresh_from_db()
    assert "Gıno" not in job.payload["reason"]


def renamed(event: Tournament) -> list[tuple[str, str]]:
    rows = AuditEntry.objects.filter(tournament=event, verb="entry_renamed").order_by("pk")
    return [(row.before["label"], row.after["label"]) for row in rows]


@pytest.mark.django_db(transaction=True)
def test_in_a_log_that_was_imported_a_key_is_nobodys_here(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    event = make.knockout(entries=3)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    entry = entries.enter_at_desk(**where, new=NewEntry((ROSA, IDA)))
    rosa = known_person(entry)
    ClubMembership.objects.create(club=rosa.club, user=make.user(), role="admin")
    entries.rename_entry(**where, entry_id=entry.pk, new=NewEntry((ANNA, IDA)))
    data = archives.archive_of(make.drawn(make.closed(make.fresh(event))))
    # Where the archive goes, this key is Carla's.
    Person.objects.filter(pk=rosa.pk).update(family_name="Bianchi", given_name="Carla")
    copy = archives.brought(archives.bring(data))
    privacy.anonymise_person(actor=make.boss_of(event), club_id=rosa.club_id, person_id=rosa.pk)
    assert renamed(copy) == [("Teppa – Grosso", "Rossi – Grosso")]


def test_of_two_pairs_of_one_label_each_keeps_its_own_names():
    event = make.knockout(entries=3)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    mario, ida, ugo, lia = (
        PersonName(*name.split()) for name in ("Rossi Mario", "Bianchi Ida", "Rossi Ugo", "Bianchi Lia")
    )
    first = entries.enter_at_desk(**where, new=NewEntry((PersonName("Rossini", "Mario"), ida)))
    second = entries.enter_at_desk(**where, new=NewEntry((PersonName("Verdini", "Ugo"), lia)))
    entries.rename_entry(**where, entry_id=first.pk, new=NewEntry((mario, ida)))
    person = known_person(first)
    ClubMembership.objects.create(club=person.club, user=make.user(), role="admin")
    Person.objects.filter(pk=second.members.get(position=1).person_id).update(club=person.club)
    entries.rename_entry(**where, entry_id=second.pk, new=NewEntry((ugo, lia)))
    entries.rename_entry(**where, entry_id=first.pk, new=NewEntry((PersonName("Neri", "Eva"), ida)))
    privacy.anonymise_person(actor=where["actor"], club_id=person.club_id, person_id=person.pk)
    # The label that the other pair has now stays.
    both = "Rossi – Bianchi"
    assert renamed(event) == [
        (f"anonimo {person.pk} – Bianchi", both),
        ("Verdini – Bianchi", both),
        (both, "Neri – Bianchi"),
    ]


@pytest.mark.parametrize("is_replaced", [True, False])
def test_a_name_that_was_corrected_before_somebody_found_a_partner_goes_too(is_replaced):
    event = make.knockout(entries=3)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    single = entries.enter_at_desk(**where, new=NewEntry((PersonName("Tepaz", "Rosalba"),)))
    other = entries.enter_at_desk(**where, new=NewEntry((PersonName("Grossi", "Ida"),)))
    entries.rename_entry(**where, entry_id=single.pk, new=NewEntry((ROSA,)))
    entries.rename_entry(**where, entry_id=other.pk, new=NewEntry((IDA,)))
    entries.pair_singles(**where, first_id=single.pk, second_id=other.pk)
    rosa = known_person(single)
    ClubMembership.objects.create(club=rosa.club, user=make.user(), role="admin")
    if is_replaced:
        entries.rename_entry(**where, entry_id=single.pk, new=NewEntry((ANNA, IDA)))
    privacy.anonymise_person(actor=where["actor"], club_id=rosa.club_id, person_id=rosa.pk)
    found = everything()
    assert [name for name in ("tepaz", "teppa", "rosalba") if name in found] == []
    assert "grossi" in found
    check_chain(event)
