"""The evening that was taken up from a stick: its page, the line that leads there, and the sheet for the phones."""

import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone, translation

from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.frame.networks import LISTENERS
from tournaments.frame.policies import Actor
from tournaments.installation import remember_address_before
from tournaments.models import AuditEntry, Round, Scoresheet, Table
from tournaments.replica import home, reads
from tournaments.replica.words import resumed_lines
from tournaments.tables.writes import scoresheets

pytestmark = pytest.mark.django_db
HERE = "http://192.168.1.24:8000"
PAGE, GO_ON = "organise_resumed", "The evening goes on from here"
BEGUN = {"games": [{"deals": [make.points_sheet((3, 1))], "time_called": False}], "forfeit": None}


@pytest.fixture(autouse=True)
def _laptop(settings: Any) -> None:
    settings.EMBEDDED, settings.SITE_URL = True, HERE


@pytest.fixture
def desk() -> Desk:
    """An evening of four tables: one begun, then one with its result, which is the last that was known."""
    made = Desk(make.called(entries=8))
    begun, played, *_rest = make.tables_of(made.event)
    make.enter(begun, BEGUN)
    make.play(played)
    return made


def take_up(data: Path, **more: Any) -> None:
    """Remember that this computer took the evening up, as ``settebello resume`` does."""
    sheet, row = reads.last_keys()
    events = [(event.pk, *reads.counts(event)) for event in reads.events_of_evening()]
    home.change(data, resumed=time.time(), **{"took": 6.2, "sheet": sheet, "row": row, "events": events, **more})


def test_what_was_only_begun_or_taken_back_is_no_result(desk: Desk, tmp_path: Path) -> None:
    played, begun = make.tables_of(desk.event)[1:3]
    make.enter(begun, BEGUN)
    take_up(tmp_path)
    assert f"Table {played.public_number} , at" in text(desk.get(PAGE))
    Scoresheet.objects.filter(table=played).update(status=Scoresheet.Status.UNDONE)
    said = text(desk.get(PAGE))
    assert "There is no result yet." in said
    assert f"Tables {make.tables_of(desk.event)[0].public_number} and {begun.public_number} were being written" in said


def test_it_says_what_was_known_and_what_to_do_first(desk: Desk, tmp_path: Path) -> None:
    take_up(tmp_path)
    begun, played, *_rest = make.tables_of(desk.event)
    at = timezone.localtime(Scoresheet.objects.latest("pk").created_at)
    one, other = (str(line.entry) for line in played.lines.order_by("index"))
    score = "–".join(str(line.points) for line in played.lines.order_by("index"))
    boss = make.boss_of(desk.event)
    answer = desk.get(PAGE)
    said = text(answer)
    assert "Taken up from the stick in 6 seconds, at" in said
    assert f"Table {played.public_number} , at {at:%H:%M:%S} {one} {score} {other}, written by {boss.label}" in said
    assert "8 pairs and 1 result are in order." in said
    assert f"Table {begun.public_number} was being written It is not finished here" in said
    assert f'href="{desk.url("table_sheet", begun.number)}"' in answer.content.decode()
    assert "The computer of before writes no more" in said

    make.play(begun)
    assert "was being written" not in text(desk.get(PAGE))
    # What was written here is not what was known.
    assert f"Table {played.public_number} , at" in text(desk.get(PAGE))


def test_a_table_that_waits_for_its_second_line_and_one_that_is_disputed_are_called_so(
    desk: Desk, tmp_path: Path
) -> None:
    waiting, disputed = make.tables_of(desk.event)[2:4]
    one, other = Actor(line=0, label="1A"), Actor(line=1, label="1B")
    for table in (waiting, disputed):
        make.play(table, actor=one)
    where = {"tournament_id": desk.event.pk, "table_id": disputed.pk}
    disputed.refresh_from_db()
    scoresheets.dispute_score(actor=other, seen=disputed.version, **where)
    take_up(tmp_path)
    said = text(desk.get(PAGE))
    assert f"Table {waiting.public_number} waits for the second confirmation Its result is here." in said
    assert f"Table {disputed.public_number} is disputed Its result is here, and somebody says" in said
    assert "Table 1 was being written It is not finished here" in said
    with translation.override("en"):
        lines = resumed_lines(reads.events_of_evening())
    assert lines[1:4] == ["Being written: table 1", "To be confirmed: table 3", "Disputed: table 4"]


def test_an_evening_without_any_sheet_shows_the_last_thing_on_record(tmp_path: Path) -> None:
    desk = Desk(make.called(entries=4))
    take_up(tmp_path)
    said = text(desk.get(PAGE))
    assert "There is no result yet. The last thing on record, at" in said
    assert f"{make.boss_of(desk.event).label} called" in said
    assert "4 pairs, and no result yet." in said
    assert desk.url(PAGE) in desk.get("organise").content.decode()
    # What is written here comes after what was known.
    make.play(make.tables_of(desk.event)[0])
    assert "There is no result yet." in text(desk.get(PAGE))


def test_each_event_of_the_evening_has_its_page_and_names_the_others_that_one_runs(desk: Desk, tmp_path: Path) -> None:
    other, foreign = Desk(make.called(entries=4)), Desk(make.called(entries=4))
    closed = make.finished(entries=2)
    table = make.tables_of(other.event)[1]
    make.play(table)
    make.with_role(other.event, "organiser", account=make.boss_of(desk.event).user)
    take_up(tmp_path)
    said = text(desk.get(PAGE))
    assert f"{other.event.name} goes on here too The last result that I know: table {table.public_number}, at" in said
    assert foreign.event.name not in said
    assert f'href="{other.url(PAGE)}"' in desk.get(PAGE).content.decode()
    assert f"Table {table.public_number} , at" in text(other.get(PAGE))
    assert "There is no result yet." in text(foreign.get(PAGE))
    assert Desk(closed).get(PAGE).status_code == 404


def test_an_event_of_another_day_is_not_of_the_evening(desk: Desk) -> None:
    old = make.called(entries=2)
    AuditEntry.objects.filter(tournament=old).update(at=timezone.now() - timedelta(days=2))
    assert reads.events_of_evening() == [desk.event]


def test_from_its_own_stick_no_other_computer_is_spoken_of(desk: Desk, tmp_path: Path) -> None:
    take_up(tmp_path, is_own=True)
    said = text(desk.get(PAGE))
    assert "from this computer's own stick" in said
    assert "another computer" not in said and "The computer of before" not in said


def test_devices_that_listen_are_counted_without_this_computer(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_up(tmp_path)
    assert "No phone follows the event from here yet." in text(desk.get(PAGE))
    here = {desk.event.pk: ["127.0.0.1", "192.168.1.24", "192.168.1.30", "192.168.1.30", "192.168.1.31"]}
    monkeypatch.setattr(LISTENERS, "_addresses", lambda event: here[event])
    assert "2 devices follow the event from here now." in text(desk.get(PAGE))


def test_the_first_page_leads_there_until_the_evening_is_closed(desk: Desk, tmp_path: Path) -> None:
    assert desk.url(PAGE) not in desk.get("organise").content.decode()
    take_up(tmp_path)
    assert desk.url(PAGE) in desk.get("organise").content.decode()
    assert "Taken up from the stick at" in text(desk.get("organise"))
    make.finished(desk.event)
    assert desk.url(PAGE) not in desk.get("organise").content.decode()
    assert GO_ON in text(desk.get(PAGE))


def test_where_no_evening_of_this_event_was_taken_up_there_is_no_such_page(
    desk: Desk, tmp_path: Path, settings: Any
) -> None:
    assert desk.get(PAGE).status_code == 404
    take_up(tmp_path)
    assert Desk(make.knockout(entries=2)).get(PAGE).status_code == 404
    home.change(tmp_path, passed=time.time())
    assert desk.get(PAGE).status_code == 404
    home.change(tmp_path, passed=0.0)
    settings.EMBEDDED = False
    assert (desk.get(PAGE).status_code, desk.get("organise").status_code) == (404, 200)
    settings.EMBEDDED = True
    referee = make.client_of(make.with_role(desk.event, "referee"))
    assert referee.get(desk.url(PAGE)).status_code == 403
    assert make.client_of().get(desk.url(PAGE)).url.startswith("/entra/")
    assert desk.get(PAGE).status_code == 200


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("http://192.168.1.23:8000", "The address of before, 192.168.1.23:8000, could not be kept."),
        (HERE, "The address is the one of before"),
        ("", "Phones that do not find this computer scan the code."),
    ],
)
def test_phones_are_shown_where_this_computer_is(desk: Desk, tmp_path: Path, before: str, said: str) -> None:
    take_up(tmp_path)
    if before:
        remember_address_before(tmp_path, before, timezone.now())
    answer = desk.get(PAGE)
    assert said in text(answer)
    assert 'aria-label="QR: 192.168.1.24:8000"' in answer.content.decode()
    sheet = desk.get("print_address")
    assert "192.168.1.24:8000" in text(sheet) and 'data-behaviour="print"' in sheet.content.decode()


def test_a_computer_in_no_network_shows_no_code(desk: Desk, tmp_path: Path, settings: Any) -> None:
    settings.SITE_URL = "http://127.0.0.1:8000"
    take_up(tmp_path)
    assert "No phone reaches this computer now." in text(desk.get(PAGE))
    # What is to be typed starts the same data at the same port.
    settings.SITE_URL = "http://127.0.0.1:8123"
    assert f"script/run --lan --port 8123 --data {tmp_path}" in text(desk.get(PAGE))
    assert "<svg" not in desk.get(PAGE).content.decode().partition("goes-on__phones")[2].partition("</aside>")[0]
    assert "--lan" in text(desk.get("print_address"))


def test_what_the_check_found_is_said_with_its_number(desk: Desk, tmp_path: Path) -> None:
    gap, foreign = ({"event": name, "seq": 5, "wanted": 4} for name in (desk.event.slug, "of-others"))
    take_up(tmp_path, wrong=[("log_gap", gap), ("log_gap", foreign), ("of_a_later_version", {})], wrongs=9)
    said = text(desk.get(PAGE))
    assert f"The check found 9 faults {desk.event.slug}, row 5 of the log: row 4 should stand here" in said
    assert "of-others" not in said
    assert "are in order" not in said


def test_the_clock_of_the_round_goes_on_there(desk: Desk, tmp_path: Path) -> None:
    take_up(tmp_path)
    assert "clock of the round" not in text(desk.get(PAGE))
    began: datetime = timezone.now() - timedelta(minutes=10)
    Round.objects.filter(tournament=desk.event, number=1).update(clock_started_at=began, clock_minutes=30)
    assert "Left on the clock of the round: 19:5" in text(desk.get(PAGE)) or "20:00" in text(desk.get(PAGE))
    Round.objects.filter(tournament=desk.event, number=1).update(clock_paused_at=began + timedelta(minutes=4))
    assert "The clock of the round is paused: 26:00" in text(desk.get(PAGE))


def test_three_tables_in_the_middle_are_asked_for_as_one(desk: Desk, tmp_path: Path) -> None:
    take_up(tmp_path)
    one = questions(desk.client, desk.url(PAGE))
    for table in make.tables_of(desk.event):
        if table.status == Table.Status.CALLED:
            make.enter(table, BEGUN)
    take_up(tmp_path)
    assert "Tables 1, 3 and 4 were being written" in text(desk.get(PAGE))
    assert questions(desk.client, desk.url(PAGE)) == one
