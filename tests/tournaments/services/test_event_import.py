"""An event goes from one installation to another with all its history; a forged archive is refused by name."""

import io
import json
import os
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.competition.draws import relabelled
from tests.searching import seeds, short_of
from tests.tournaments import factories as make
from tests.tournaments.services import evenings, evenings_of_tables, stages
from tests.tournaments.services import importing_archives as archives
from tests.tournaments.services.importing_archives import pages, told
from tests.tournaments.services.installations import another
from tests.tournaments.services.rounds import pair
from tournaments.backups.verifying.events import violations_of
from tournaments.discipline.writes import penalties
from tournaments.entries.writes import payments
from tournaments.entries.writes.entries import tick_entry
from tournaments.events.writes import rounds, tournaments
from tournaments.frame.policies import Actor
from tournaments.jobs.writes import event_import, jobs, results
from tournaments.jobs.writes.importing import writing
from tournaments.models import (
    AuditEntry,
    Club,
    ClubMembership,
    Entry,
    Job,
    Membership,
    OutboxMessage,
    Payment,
    Person,
    Receipt,
    Scoresheet,
    Table,
    Tie,
    Tournament,
    User,
)
from tournaments.tables.writes.codes import code_of
from tournaments.timing.writes import clocks

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_gap")]


@pytest.fixture(autouse=True)
def _data(settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path


def evening(seed: int, entries: int, options: Any) -> Tournament:
    went = evenings.Evening(seed, entries, options)
    for _step in range(evenings.STEPS):
        went.anything()
    return make.fresh(went.event)


@pytest.mark.parametrize("seed", seeds())
@pytest.mark.parametrize(
    ("entries", "options"),
    short_of(
        evenings.EVENINGS,
        "nine and a consolation",
        "six over two legs",
        "nine with rotating partners",
        "eight in a Mitchell and a Danish",
    ),
)
def test_an_evening_that_went_any_way_it_could_goes_round(monkeypatch, entries, options, seed):
    monkeypatch.setattr(writing, "clock_shift", lambda _last, _now: 0)
    event = evening(seed, entries, options)
    data = archives.archive_of(event)
    there, seen = told(data), pages(event)
    another()

    made = archives.brought(archives.bring(data))
    assert list(violations_of(made)) == []
    here = told(archives.archive_of(made))
    for model in there:
        if model == "tournaments.tournament":
            there[model][0].pop("version"), here[model][0].pop("version")
        assert here[model] == there[model], model
    assert made.slug == event.slug
    assert pages(made) == seen


def test_a_club_whose_name_has_capitals_with_accents_is_the_one_that_is_here():
    club = Club.objects.create(name="SOCIETÀ OPERAIA")
    event = make.knockout(entries=2)
    Tournament.objects.filter(pk=event.pk).update(club=club)

    assert archives.brought(archives.bring(archives.archive_of(event))).club == club


def test_whatever_somebody_could_type_into_free_text_comes_along():
    """Its rows of the log cannot be mended: an archive that was refused for one of them would be refused for ever."""
    account = make.user(name="Gino \u2068Vana\u2069")
    event = make.called(entries=4)
    boss = Actor(user=account, label=str(account))
    odd = "Prima\triga\nseconda\x07 \u202eagir\x85"
    tournaments.update_tournament(actor=boss, tournament_id=event.pk, venue=odd, description=odd)
    clocks.start_clock(actor=boss, tournament_id=event.pk, number=1, minutes=60)
    clocks.add_time(actor=boss, tournament_id=event.pk, number=1, minutes=5, reason=odd)

    found = archives.brought(archives.bring(archives.archive_of(event)))

    assert (found.venue, found.description) == (odd, odd)
    assert AuditEntry.objects.get(tournament=found, reason=odd).actor_label == str(account)


def with_receipt() -> Tournament:
    """A finished event of which one entry has paid, and was given a receipt."""
    event = make.knockout(entries=3, fee_cents=1000)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk, "entry_id": event.entries.first().pk}
    tick_entry(**where, field="fee_paid", value=True)
    payments.give_receipt(**where)
    return make.played_out(make.drawn(make.closed(make.fresh(event))))


def test_receipts_keep_their_words_and_money_that_was_brought_says_so():
    data = archives.archive_of(with_receipt())
    mine, taken = Receipt.objects.get(), Payment.objects.get()
    Person.objects.update(family_name="Altri")
    found = archives.brought(archives.bring(data))
    receipt, payment = (model.objects.latest("pk") for model in (Receipt, Payment))
    members = receipt.entry.members.order_by("position")
    assert receipt.tournament == found and [each["name"] for each in receipt.payers] == names_in(mine)
    assert [each["person"] for each in receipt.payers] == [member.person_id for member in members]
    assert (receipt.event_name, receipt.event_starts_at) == (mine.event_name, mine.event_starts_at)
    assert (payment.taken_at, payment.taken_by, payment.is_imported) == (taken.taken_at, None, True)


def names_in(receipt: Receipt) -> list[str]:
    return [each["name"] for each in receipt.payers]


@pytest.mark.parametrize(
    "payers",
    [
        7,
        ["Rosa"],
        [{"name": "Rosa"}],
        [{"person": "1", "name": "Rosa"}],
        [{"person": None, "name": ["Rosa"]}],
        [{"person": None, "name": "R" * 141}],
        [{"person": None, "name": "Rosa"}] * 3,
    ],
)
def test_a_receipt_of_nobody_that_a_page_could_name_is_refused(payers):
    data = archives.forged(
        archives.archive_of(with_receipt()), lambda rows: row_of(rows, "receipt").update(payers=payers)
    )
    code, params = archives.refusal(archives.bring(data))
    assert (code, params["part"], params["name"]) == ("archive_row", "tournaments.receipt", "payers")


def test_an_archive_that_was_brought_before_is_brought_once_more_only_where_that_is_said():
    data = archives.archive_of(make.knockout(entries=2))
    archives.brought(archives.bring(data))

    assert archives.refusal(archives.bring(data, key="two"))[0] == "archive_is_here"
    account = make.user()
    job = jobs.start_import(
        actor=Actor(user=account, label=str(account)), file=io.BytesIO(data), key="three", language="en", again=True
    )
    jobs.run(job.pk)
    job.refresh_from_db()
    assert archives.brought(job).entries.count() == 2


def test_an_archive_that_waited_for_more_than_a_day_is_read():
    data = archives.archive_of(make.knockout(entries=2))
    account, name = make.user(), event_import.keep_upload(io.BytesIO(data))
    jobs.start_own(
        jobs.EVENT_IMPORT, actor=Actor(user=account), payload=event_import.payload_of(name, "en"), key="late"
    )
    os.utime(results.folder() / name, (0, 0))

    jobs.remove_old(timezone.now())

    assert results.path_of(name) is not None


def test_an_evening_of_tables_goes_round(penalty):
    entries, options = evenings_of_tables.EVENINGS[0].values
    went = evenings_of_tables.EveningOfTables(penalty, 1, entries, options)
    for _step in range(evenings.STEPS):
        went.anything()
    data = archives.archive_of(make.fresh(went.event))
    there = told(data)
    another()
    made = archives.brought(archives.bring(data))
    here = told(archives.archive_of(made))
    for model in ("tournaments.scoresheet", "tournaments.tie", "tournaments.tableline", "tournaments.auditentry"):
        assert here.get(model) == there.get(model), model


@pytest.mark.full
def test_an_event_of_stages_goes_round(monkeypatch):
    monkeypatch.setattr(writing, "clock_shift", lambda _last, _now: 0)
    two_stages = stages.GROUPS, stages.KNOCKOUT
    event = stages.event_of(*two_stages, entries=8)
    stages.play_rounds(event, 1, 2, 3)
    event = pair(event)
    stages.play_rounds(event, 4)
    data = archives.archive_of(event)
    there, seen = told(data), pages(event)
    another()

    made = archives.brought(archives.bring(data))
    assert list(violations_of(made)) == []
    here = told(archives.archive_of(made))
    for model in there:
        if model == "tournaments.tournament":
            there[model][0].pop("version"), here[model][0].pop("version")
        assert here[model] == there[model], model
    assert pages(made) == seen


def test_an_event_that_plays_another_stage_than_its_rounds_is_refused():
    def change(rows: archives.Rows) -> None:
        row_of(rows, "tournament")["stage"] = 2

    two_stages = stages.GROUPS, stages.KNOCKOUT
    event = stages.event_of(*two_stages, entries=8)
    code, params = archives.refusal(archives.bring(archives.forged(archives.archive_of(event), change)))
    assert (code, params["part"], params["name"]) == ("archive_row", "tournaments.tournament", "stage")


def test_the_event_goes_on_where_it_was_taken_to():
    event = make.called(make.drawn(make.closed(make.knockout(entries=6, format={"separate_by_group": True}))))
    data = archives.archive_of(event)
    another()
    made = archives.brought(archives.bring(data))
    while open_ := list(Table.objects.filter(tournament=made, status=Table.Status.CALLED)):
        make.play(open_[0])
    assert Table.objects.filter(tournament=made, status=Table.Status.DONE).exists()
    assert list(violations_of(make.fresh(made))) == []


def test_who_brings_it_organises_it_and_nobody_else():
    event = make.finished(entries=4)
    make.with_role(event, "referee")
    data, accounts = archives.archive_of(event), User.objects.count()
    boss = make.user()
    made = archives.brought(archives.bring(data, boss))
    assert [(each.user, each.role) for each in Membership.objects.filter(tournament=made)] == [(boss, "organiser")]
    assert User.objects.count() == accounts + 1
    last = AuditEntry.objects.filter(tournament=made).latest("seq")
    assert (last.verb, last.actor, last.actor_label) == ("event_imported", boss, str(boss))
    assert made.told_seq == last.seq


@pytest.mark.parametrize("form", ["zip", "json"])
def test_nobody_is_written_to_who_an_archive_names(form: str):
    """Anybody may write an archive; and an address was given to the installation where somebody entered."""
    event = make.drawn(make.closed(make.knockout(entries=4)))
    Entry.objects.filter(tournament=event).update(contact="victim@example.org")
    data, there = archives.archive_of(event, form=form), told(archives.archive_of(event, key="told"))
    Entry.objects.update(contact="")
    boss = make.user()

    made = archives.brought(archives.bring(data, boss))

    assert set(Entry.objects.filter(tournament=made).values_list("contact", flat=True)) == {""}
    assert told(archives.archive_of(made, key="here"))["tournaments.entry"] == there["tournaments.entry"]
    rounds.announce_round(actor=make.boss_of(made), tournament_id=made.pk, number=1)
    assert Table.objects.filter(tournament=made, status=Table.Status.CALLED).count() == 2
    assert not OutboxMessage.objects.exists()


def test_in_the_same_installation_it_is_another_event_with_other_codes():
    event = make.called(make.drawn(make.closed(make.knockout(entries=4))))
    made = archives.brought(archives.bring(archives.archive_of(event)))
    assert made.slug != event.slug
    theirs = [code_of(table, 0) for table in make.tables_of(event)]
    assert not {code_of(table, 0) for table in make.tables_of(made)} & set(theirs)
    assert Person.objects.count() == 2 * 8


def test_clubs_are_found_by_their_name_and_one_that_others_run_does_not_lend_its_own():
    event = make.knockout(entries=0)
    make.with_entries(event, 5, clubs=True)
    club = Club.objects.get(name="Traves")
    Tournament.objects.filter(pk=event.pk).update(club=club)
    ClubMembership.objects.create(club=club, user=make.user())
    clubs = Club.objects.count()
    made = archives.brought(archives.bring(archives.archive_of(event)))
    assert Club.objects.count() == clubs
    assert made.club is None
    assert {entry.club.name for entry in Entry.objects.filter(tournament=made).select_related("club")} == set(
        make.CLUBS
    )


def test_a_running_clock_waits_for_the_event_to_be_there(monkeypatch):
    event = make.called(make.drawn(make.closed(make.knockout(entries=4))))
    before = Table.objects.filter(tournament=event, status="called").first()
    data = archives.forged(archives.archive_of(event), lambda rows: None, made_at="2020-01-01T00:00:00+00:00")
    made = archives.brought(archives.bring(data))
    after = Table.objects.get(tournament=made, number=before.number)
    assert after.called_at > before.called_at
    assert AuditEntry.objects.filter(tournament=made, verb="clocks_moved").count() == 1


def row_of(rows: archives.Rows, model: str, number: int = 0) -> dict[str, Any]:
    return rows[f"tournaments.{model}"][number]["fields"]


def log_row(rows: archives.Rows) -> None:
    row_of(rows, "auditentry", 5)["reason"] = "forged"


def log_shorter(rows: archives.Rows) -> None:
    rows["tournaments.auditentry"].pop()


def result(rows: archives.Rows) -> None:
    line = next(row["fields"] for row in rows["tournaments.tableline"] if row["fields"]["points"])
    line["points"] += 1


def place(rows: archives.Rows) -> None:
    row_of(rows, "entry")["final_place"] = 77


FORGERIES = [
    (log_row, "archive_does_not_hold", "row 6 of the log"),
    (log_shorter, "archive_does_not_hold", "rows of the log"),
    (result, "archive_does_not_hold", "points is"),
    (place, "archive_does_not_hold", "final place 77"),
]
ROWS = [
    ("entry", "label", "x" * 141, "label"),
    ("entry", "label", "a\x00b", "label"),
    ("entry", "label", "\ud800", "label"),
    ("entry", "label", "\u202eabc", "label"),
    ("tournament", "name", "\u202eabc", "name"),
    ("tournament", "name", "\u2060\u3164", "name"),
    ("entry", "label", ["x"], "label"),
    ("entry", "status", "king", "status"),
    ("entry", "number", -1, "number"),
    ("entry", "number", 2**40, "number"),
    ("entry", "seed", "first", "seed"),
    ("tournament", "game", "chess", "game"),
    ("tournament", "preset", "none", "preset"),
    ("tournament", "rules", {"target": "x"}, "rules"),
    ("tournament", "format", {"kind": "chaos"}, "format"),
    ("tournament", "stage", 0, "stage"),
    ("tournament", "stage", 2, "stage"),
    ("round", "stage", 2, "stage"),
    ("tournament", "starts_at", "soon", "starts_at"),
    ("tournament", "version", 2**62, "version"),
    ("tournament", "vp_scale", [], "terms"),
    ("draw", "seed", "0" * 64, "document"),
    ("draw", "document", {"entrants": []}, "document"),
    ("draw", "list_digest", "0" * 64, "document"),
    ("draw", "list_digest", "", "document"),
    ("draw", "format", "settebello-draw-9", "document"),
    ("scoresheet", "outcome", {}, "outcome"),
    ("scoresheet", "content", {"games": 7}, "content"),
    ("table", "note", {"x": {"y": {"z": 1}}}, "note"),
    ("table", "note", {"games": [7]}, "note"),
    ("table", "note", {"tiebreaks": [["x"]]}, "note"),
    ("table", "note", {"states": [[0]]}, "note"),
    ("table", "note", {"left": {"0": 5}}, "note"),
    ("auditentry", "hash", "x" * 65, "hash"),
]


@pytest.mark.parametrize(("change", "code", "said"), FORGERIES)
def test_an_archive_that_does_not_add_up_is_refused_with_what_is_wrong(change, code, said):
    data = archives.forged(archives.archive_of(make.finished(entries=4)), change)
    before = {model: model.objects.count() for model in (Tournament, Person, AuditEntry, Club, Scoresheet)}
    job = archives.bring(data)
    found, params = archives.refusal(job)
    assert found == code
    assert said in params["detail"]
    # The job itself is on record.
    assert {model: model.objects.count() - (model is AuditEntry) for model in before} == before
    assert not list(results.folder().glob("*.upload"))


@pytest.mark.parametrize(("model", "field", "value", "name"), ROWS)
def test_a_row_that_cannot_be_right_is_refused_by_part_row_and_field(model, field, value, name):
    def change(rows: archives.Rows) -> None:
        row_of(rows, model)[field] = value

    data = archives.forged(archives.archive_of(make.finished(entries=3)), change)
    events = Tournament.objects.count()
    code, params = archives.refusal(archives.bring(data))
    assert (code, params["part"], params["row"], params["name"]) == ("archive_row", f"tournaments.{model}", 1, name)
    assert Tournament.objects.count() == events


# R-DRW-09
def test_a_draw_whose_entrants_have_each_others_key_is_not_the_sealed_one():
    def change(rows: archives.Rows) -> None:
        row_of(rows, "draw")["document"] = relabelled(row_of(rows, "draw")["document"])

    data = archives.forged(archives.archive_of(make.finished(entries=3)), change)
    code, params = archives.refusal(archives.bring(data))
    assert (code, params["part"], params["name"]) == ("archive_row", "tournaments.draw", "document")


@pytest.mark.parametrize(
    ("model", "field", "value", "said"),
    [
        ("tournament", "name", "Torneo di C\u043erio", "C\u043erio"),
        ("entry", "label", "Bianchi – R\u043essi", "R\u043essi"),
        ("person", "family_name", "R\u043essi", "R\u043essi"),
        ("person", "given_name", "\u0410\u043d\u043d\u0430", "\u0410\u043d\u043d\u0430"),
        ("club", "name", "Bocci\u043efila", "Bocci\u043efila"),
    ],
)
def test_a_name_that_imitates_another_one_is_refused_as_where_it_is_typed(model, field, value, said):
    event = make.finished(entries=3)
    event.entries.update(club=Club.objects.create(name="Bocciofila"))

    def change(rows: archives.Rows) -> None:
        row_of(rows, model)[field] = value

    code, params = archives.refusal(archives.bring(archives.forged(archives.archive_of(event), change)))
    assert (code, params["part"], params["row"]) == ("archive_name_mixed", f"tournaments.{model}", 1)
    assert said in params["name"]


def test_names_of_several_alphabets_may_stand_side_by_side():
    def change(rows: archives.Rows) -> None:
        row_of(rows, "tournament")["name"] = "Coppa \u041c\u0438\u0440"

    data = archives.forged(archives.archive_of(make.called(entries=3)), change)
    assert archives.brought(archives.bring(data)).name == "Coppa \u041c\u0438\u0440"


@pytest.mark.parametrize(
    ("kind", "status", "details"),
    [
        ("vp", "in_force", 7),
        ("vp", "in_force", [["key"]]),
        ("vp", "in_force", {"key": {"x": 1}}),
        ("vp", "in_force", {"key": 0.5}),
        ("vp", "in_force", {"after": "soon"}),
        ("mp", "proposed", {}),
        ("mp", "proposed", {"after": True}),
        ("loss", "in_force", {"deals": -1, "of_several": True}),
        ("loss", "in_force", {"deals": 2}),
        ("replacement", "in_force", {}),
        ("level", "in_force", {"round": 1, "order": [1, 2]}),
        ("replacement", "in_force", {"line": "x", "source": None, "place": 1, "gone": None}),
    ],
)
def test_a_ruling_that_keeps_what_no_page_could_tell_is_refused(kind, status, details):
    event = make.called(entries=4)
    entry = event.entries.order_by("number").first()
    boss = make.boss_of(event)
    penalties.give_penalty(actor=boss, tournament_id=event.pk, kind="vp", entry_id=entry.pk, value=1, reason="Tardi")

    def change(rows: archives.Rows) -> None:
        row_of(rows, "ruling").update(kind=kind, status=status, details=details)

    code, params = archives.refusal(archives.bring(archives.forged(archives.archive_of(event), change)))
    assert (code, params["part"], params["name"]) == ("archive_row", "tournaments.ruling", "details")


@pytest.mark.parametrize(
    ("field", "value"), [("lines", 7), ("lines", ["a"]), ("places", None), ("places", [1]), ("places", [1, -2])]
)
def test_a_tie_that_no_page_could_tell_is_refused(field, value):
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    Tie.objects.create(
        table=table, number=1, lines=[0, 1], places=[1, 2], kind="deal", status="cancelled", opened_at=timezone.now()
    )
    data = archives.archive_of(event)
    archives.brought(archives.bring(data, key="as it is"))

    def change(rows: archives.Rows) -> None:
        row_of(rows, "tie")[field] = value

    code, params = archives.refusal(archives.bring(archives.forged(data, change)))
    assert (code, params["part"], params["name"]) == ("archive_row", "tournaments.tie", field)


def points(model: str, field: str, value: Any) -> Any:
    def change(rows: archives.Rows) -> None:
        row_of(rows, model)[field] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        points("entrymember", "entry", 10**9),
        points("tableline", "source", 10**9),
        points("auditentry", "tournament", None),
        points("table", "tournament", 10**9),
        points("deadline", "key", "nothing"),
        points("entry", "club", 10**9),
    ],
)
def test_a_row_that_points_out_of_the_archive_is_refused(change):
    event = make.called(make.drawn(make.closed(make.knockout(entries=4))))
    clocks.start_clock(actor=make.boss_of(event), tournament_id=event.pk, number=1)
    data = archives.forged(archives.archive_of(event), change)
    code, _params = archives.refusal(archives.bring(data))
    assert code == "archive_points_nowhere"


def test_two_events_and_people_who_do_not_play_are_refused():
    data = archives.archive_of(make.finished(entries=3))

    def twice(rows: archives.Rows) -> None:
        rows["tournaments.tournament"].append({**rows["tournaments.tournament"][0], "pk": 10**6})

    def stranger(rows: archives.Rows) -> None:
        rows["tournaments.person"].append({**rows["tournaments.person"][0], "pk": 10**6})

    assert archives.refusal(archives.bring(archives.forged(data, twice), key="a"))[0] == "archive_not_one"
    assert archives.refusal(archives.bring(archives.forged(data, stranger), key="b"))[0] == "archive_strangers"


def test_another_form_newer_tables_and_no_archive_at_all_are_refused():
    data = archives.archive_of(make.finished(entries=3))
    same = lambda rows: None  # noqa: E731
    refused = {
        "archive_of_installation": archives.forged(data, same, scope="installation"),
        "backup_newer": archives.forged(data, same, format=99),
        "archive_newer_tables": archives.forged(data, same, migrations=[*_migrations(data), "0999_new"]),
        "zip_damaged": b"not a zip",
        "backup_damaged": archives.forged(data, same, checksum="0" * 64),
    }
    for number, (code, each) in enumerate(refused.items()):
        assert archives.refusal(archives.bring(each, key=str(number)))[0] == code


@pytest.mark.parametrize(
    "told",
    [
        {"made_at": 5},
        {"made_at": None},
        {"made_at": "2026-01-01T00:00:00"},
        {"made_at": "yesterday"},
        {"migrations": 5},
        {"migrations": [{}]},
        {"migrations": {"a": 1}},
        {"parts": []},
        {"more": 1},
        {"format": 1e999},
    ],
    ids=str,
)
def test_an_archive_that_says_nonsense_of_itself_is_refused(told):
    event = make.called(entries=4)
    job = archives.bring(archives.forged(archives.archive_of(event), lambda rows: None, **told))
    assert archives.refusal(job)[0] == "backup_damaged"


def test_a_damaged_file_is_not_called_by_the_name_under_which_an_upload_is_kept():
    data = bytearray(archives.archive_of(make.finished(entries=3)))
    # The sum of the manifest in the list at the end of a zip, whose entries have 46 bytes before the name.
    noted = data.rindex(b"manifest.json") - 46 + 16
    data[noted] ^= 1
    assert archives.refusal(archives.bring(bytes(data))) == ("backup_damaged", {"part": "file"})


def _migrations(data: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return list(json.loads(archive.read("manifest.json"))["migrations"])


def test_the_same_archive_sent_twice_with_one_key_is_one_event():
    data = archives.archive_of(make.finished(entries=3))
    events = Tournament.objects.count()
    job = archives.bring(data)
    assert archives.bring(data, account=job.made_by).pk == job.pk
    assert Tournament.objects.count() == events + 1


def test_a_worker_that_dies_while_it_writes_leaves_nothing_and_the_next_one_brings_it(monkeypatch):
    data = archives.archive_of(make.finished(entries=3))
    events, real = Tournament.objects.count(), writing.record

    class Killed(BaseException):
        """What a worker does not survive."""

    def dies(**_values: Any) -> None:
        raise Killed

    monkeypatch.setattr(writing, "record", dies)
    with pytest.raises(Killed):
        archives.bring(data)
    assert Tournament.objects.count() == events
    monkeypatch.setattr(writing, "record", real)
    job = Job.objects.latest("pk")
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    assert jobs.run(job.pk)
    job.refresh_from_db()
    assert archives.brought(job).pk
    assert Tournament.objects.count() == events + 1
