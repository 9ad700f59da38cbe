"""A list of entries: looked at first, then its good rows are taken and the others mended."""

import io
import re
from html import unescape

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.entries.writes import entries
from tournaments.jobs.writes import jobs
from tournaments.models import Club, Entry, Job, Payment, Person, Tournament

pytestmark = pytest.mark.django_db

GOOD = "Cognome 1;Nome 1;Cognome 2;Nome 2;Circolo\nVana;Gino;Cargnino;Pia;Traves\nTeppa;;Rù;;Viù\n"


def upload(desk, data, **more):
    file = SimpleUploadedFile("iscritti.csv", data, content_type="text/csv")
    return desk.client.post(desk.url("organise_import"), {"file": file, "text": "", **more})


def read(desk, data):
    """What the page shows of a spreadsheet once it was read."""
    sent = upload(desk, data)
    assert sent.status_code == 303
    jobs.run(Job.objects.latest("pk").pk)
    return desk.client.get(sent.url)


def test_a_pasted_list_is_shown_before_anything_is_taken(desk):
    page = desk.post("organise_import", text=GOOD)
    assert page.status_code == 200
    assert "2 entries, nothing wrong" in text(page)
    assert "Gino Vana – Pia Cargnino" in text(page)
    assert not Entry.objects.exists()


def test_the_confirmed_list_is_taken_whole(desk):
    assert "2 entries taken." in desk.follow("organise_import", text=GOOD, confirm="1")
    assert list(Entry.objects.order_by("number").values_list("label", "club__name", "source")) == [
        ("Vana – Cargnino", "Traves", "file"),
        ("Teppa – Rù", "Viù", "file"),
    ]


def test_a_latin_1_file_is_read_and_said_so(desk):
    page = text(upload(desk, GOOD.encode("latin-1")))
    assert "Read as Windows-1252, divided by semicolon." in page
    assert "Look at the accents: the file was not in UTF-8." in page
    assert "Teppa – Rù" in page


def test_a_file_with_a_mark_is_read(desk):
    assert "Read as UTF-8, divided by semicolon." in text(upload(desk, GOOD.encode("utf-8-sig")))


def test_the_good_rows_are_taken_and_the_wrong_one_is_kept_on_its_line_to_be_mended(desk):
    bad = "\n" + GOOD + "=cmd();;Solero;;\n"
    page = desk.post("organise_import", text=bad)
    assert page.status_code == 422
    assert "“=cmd()” begins with “=”: a name cannot begin with =, +, - or @." in text(page)
    assert "2 sure entries, 1 row to look at" in text(page)
    assert not Entry.objects.exists()
    page = text(desk.get("organise_list", kept(desk.post("organise_import", text=bad, confirm="1"))))
    assert Entry.objects.count() == 2
    assert "“=cmd()” begins with “=”" in page
    assert "2 entries taken." in page
    assert "1 row is left to be looked at: it is kept for a day under “Documents”." in page
    assert "0 sure entries, 1 row to look at" in page
    assert "2 entries of the list are in the event already." in page


def kept(answer):
    """The number of the list that keeps the rows to be mended."""
    assert answer.status_code == 303
    return int(answer.url.strip("/").rpartition("/")[2])


def shown(page):
    """What the form of a list would send again: its fields by name."""
    found = page.content.decode()
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', found)
    fields = {name: unescape(value) for name, value in hidden}
    chosen = re.findall(r'<select[^>]* name="(c\d+)".*?<option value="(\w*)" selected', found)
    cells = re.findall(r'<input class="input" id="\w+" name="(t\d+b?[fg]\d)" value="([^"]*)"', found)
    (listed,) = re.findall(r'<textarea name="text" hidden[^>]*>\n(.*?)</textarea>', found, re.DOTALL)
    heading = {"heading": "1"} if re.search(r'name="heading" value="1" checked', found) else {}
    return {**fields, **dict(chosen), **dict(cells), **heading, "text": unescape(listed)}


def test_a_row_is_written_on_the_page_that_shows_it(desk):
    page = desk.post("organise_import", text="Coppia;Circolo\nVana - Teppa;Traves\nBrunero Aldo -;Viù\n")
    assert "Enter alone" in text(page)
    sent = shown(page)
    assert (sent["t3f1"], sent["t3g1"], sent["t3f2"]) == ("Brunero", "Aldo", "")
    mended = desk.post("organise_import", **{**sent, "t3f2": "Airola", "t3g2": "Anna", "typed": "3"})
    assert (mended.status_code, "2 entries, nothing wrong" in text(mended)) == (200, True)
    assert "mended now" in text(mended)
    desk.post("organise_import", **shown(mended), confirm="1")
    assert list(Entry.objects.order_by("number").values_list("label", "club__name")) == [
        ("Vana – Teppa", "Traves"),
        ("Brunero – Airola", "Viù"),
    ]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (("Airola Anna", ""), ("Airola", "Anna")),
        (("Anna Airola", ""), ("Airola", "Anna")),
        (("De Luca", ""), ("De Luca", "")),
        (("Airola", "Anna Maria"), ("Airola", "Anna Maria")),
    ],
)
def test_a_whole_name_may_be_typed_where_the_family_name_goes(desk, typed, name):
    page = desk.post("organise_import", text="Vana Gino - Teppa Pia\nBrunero Aldo -\n")
    # Nothing but the partner is missing: the fields are open.
    assert '<details class="doubt__typed" open>' in page.content.decode()
    mended = desk.post("organise_import", **{**shown(page), "t2f2": typed[0], "t2g2": typed[1], "typed": "2"})
    desk.post("organise_import", **shown(mended), confirm="1")
    assert Person.objects.filter(family_name=name[0], given_name=name[1]).count() == 1


def test_every_row_of_the_list_is_counted_once(desk):
    listed = "Elenco iscritti\nVana - Teppa\nBrunero Aldo -\nRISERVE\nPoma - Genta\nTotale coppie 2\n"
    page = text(desk.post("organise_import", text=listed))
    assert "1 sure entry, 1 row to look at" in page
    assert "No entries 4" in page
    # The total below the reserves is none of them.
    assert "These are reserves. 1 row." in page
    assert "It is the total" in page


@pytest.mark.parametrize(
    ("button", "labels"), [({"pick": "2:alone"}, ["Aldo Brunero", "Vana – Teppa"]), ({"drop": "2"}, ["Vana – Teppa"])]
)
def test_a_row_is_entered_alone_or_left_out_with_one_button(desk, button, labels):
    sent = shown(desk.post("organise_import", text="Vana - Teppa\nBrunero Aldo -\n"))
    page = desk.post("organise_import", **{**sent, **button})
    assert "nothing wrong" in text(page)
    desk.post("organise_import", **shown(page), confirm="1")
    assert sorted(Entry.objects.values_list("label", flat=True)) == labels


def test_a_sure_row_is_left_out_and_the_last_decision_is_taken_back(desk):
    sent = shown(desk.post("organise_import", text="Vana - Teppa\nPoma - Genta\n"))
    page = desk.post("organise_import", **{**sent, "drop": "2"})
    assert "1 entry, nothing wrong" in text(page)
    assert "You left it out" in text(page)
    back = desk.post("organise_import", **{**shown(page), "undo": "1"})
    assert "2 entries, nothing wrong" in text(back)


def test_what_stands_in_no_entry_can_be_one_after_all(desk):
    sent = shown(desk.post("organise_import", text="Torneo Vana - Gara Teppa\nPoma - Genta\n"))
    page = desk.post("organise_import", **{**sent, "entry": "1"})
    assert "1 row to look at" in text(page)
    taken = desk.post("organise_import", **{**shown(page), "pick": "1:as_read"})
    assert "2 entries, nothing wrong" in text(taken)


def test_all_rows_with_one_doubt_are_decided_at_once(desk):
    rows = "".join(f"{name} Ubertoldo\n" for name in ("Poma", "Genta", "Rossi", "Vana"))
    single = Desk(make.knockout(entries=0, entry_size=1))
    sent = shown(single.post("organise_import", text=rows))
    page = single.post("organise_import", **{**sent, "all": "doubt_order:turned"})
    assert "4 entries, nothing wrong" in text(page)
    assert "Genta Ubertoldo" in text(page)


def test_reserves_go_on_the_waiting_list_when_somebody_says_so(desk):
    sent = shown(desk.post("organise_import", text="Vana - Teppa\nRISERVE\nPoma - Genta\n"))
    page = desk.post("organise_import", text="Vana - Teppa\nRISERVE\nPoma - Genta\n")
    assert "1 entry, nothing wrong" in text(page)
    assert "Put them on the waiting list" in text(page)
    chosen = desk.post("organise_import", **{**sent, "section": "2:wait"})
    assert "2 entries, nothing wrong" in text(chosen)
    desk.post("organise_import", **shown(chosen), confirm="1")
    assert list(Entry.objects.order_by("number").values_list("label", "status")) == [
        ("Vana – Teppa", "confirmed"),
        ("Poma – Genta", "waiting"),
    ]


def test_a_telephone_goes_to_the_contact_and_to_no_public_page(desk):
    listed = "Vana Gino 347 555 0118 - Teppa Pia\nPoma Ugo - Genta Ada ada@example.org (pagato)\n"
    Tournament.objects.filter(pk=desk.event.pk).update(fee_cents=2000)
    page = desk.post("organise_import", text=listed)
    assert "2 entries, nothing wrong" in text(page)
    desk.post("organise_import", **shown(page), confirm="1")
    assert list(Entry.objects.order_by("number").values_list("label", "phone", "contact", "fee_paid")) == [
        ("Vana – Teppa", "347 555 0118", "", False),
        ("Poma – Genta", "", "ada@example.org", True),
    ]
    assert [payment.cents for payment in Payment.objects.all()] == [2000]
    public = make.client_of(None).get(reverse("event_entries", args=[desk.event.slug])).content.decode()
    assert "Vana" in public
    assert "347" not in public
    assert "example.org" not in public


def test_what_is_left_is_mended_later_on_its_own_page_and_nothing_is_taken_twice(desk):
    listed = "Vana - Teppa\nBrunero Aldo -\nPoma Pia -\n"
    where = kept(desk.post("organise_import", text=listed, confirm="1"))
    sent = {**shown(desk.get("organise_list", where)), "t2f2": "Airola", "t2g2": "Anna", "typed": "2"}
    page = desk.post("organise_import", **sent)
    assert "1 sure entry, 1 row to look at" in text(page)
    where = kept(desk.post("organise_import", **shown(page), confirm="1"))
    page = desk.post("organise_import", **{**shown(desk.get("organise_list", where)), "pick": "3:alone"})
    assert desk.post("organise_import", **shown(page), confirm="1").url == desk.url("organise_entries")
    assert list(Entry.objects.order_by("number").values_list("label", "status")) == [
        ("Vana – Teppa", "confirmed"),
        ("Brunero – Airola", "confirmed"),
        ("Pia Poma", "single"),
    ]


def test_a_guess_about_a_column_is_shown_and_changed(desk):
    page = desk.post("organise_import", text="Vana Gino;Rossi Ada\nTeppa Pia;Poma Ugo\n")
    sent = shown(page)
    assert (sent["c0"], sent["c1"]) == ("person1", "person2")
    assert "perhaps: please look" in text(page)
    changed = desk.post("organise_import", **{**sent, "c1": "person1", "look": "1"})
    assert (shown(changed)["c0"], shown(changed)["c1"]) == ("", "person1")
    assert "Ada Rossi" in text(changed)
    sent = {name: value for name, value in shown(changed).items() if name != "heading"}
    assert "<q>Vana Gino</q>" in desk.post("organise_import", **sent, heading="1").content.decode()


def test_a_list_without_names_is_shown_to_say_which_column_has_them(desk):
    page = desk.post("organise_import", text="Chi;Quanti\n12;3\n")
    assert "In none of the columns names of players were found" in text(page)
    assert shown(page)["c0"] == ""


def test_what_nobody_would_send_of_a_list_changes_nothing(desk):
    sent = shown(desk.post("organise_import", text="Vana - Teppa\n"))
    odd = {"c0": "x", "t99999f1": "y", "pick": "9" * 5_000, "drop": "²", "chosen": "[" * 9_000, "typed": "1"}
    assert "In none of the columns names" in text(desk.post("organise_import", **{**sent, **odd}))
    more = {
        "chosen": '{"1": 5, "x": "drop", "2": "' + "y" * 9_000 + '"}',
        "all": "x:y",
        "section": "1:x",
        "unseen": "0",
    }
    assert "1 entry, nothing wrong" in text(desk.post("organise_import", **{**sent, **more}))
    broken = {**sent, "text": 'Vana\n"Teppa', "drop": "9"}
    assert "A quotation mark is opened" in text(desk.post("organise_import", **broken))


def test_people_of_the_event_and_of_the_list_are_not_taken_twice(desk):
    desk.post("organise_entries", family1="Vana", given1="Gino", family2="Solero")
    page = desk.post("organise_import", text=GOOD + "Rù;;Airola;;\n")
    assert page.status_code == 422
    assert "Gino Vana is in this event already." in text(page)
    assert "Rù is in line 3 already." in text(page)
    assert Entry.objects.count() == 1


def test_an_odd_number_of_singles_is_said_and_taken(desk):
    page = text(desk.post("organise_import", text="Cognome 1;Cognome 2\nVana;\nTeppa;Rù\nSolero;\nAirola;\n"))
    assert "3 players without a partner will be kept as looking for one." in page
    assert "Their number is odd: one will be left over." in page


def test_the_singles_who_are_entered_already_count_for_the_odd_one(desk):
    where = {"actor": make.boss_of(desk.event), "tournament_id": desk.event.pk}
    entries.enter_at_desk(new=make.names(700, 1), **where)
    odd = text(desk.post("organise_import", text="Cognome 1;Cognome 2\nVana;\nSolero;\n"))
    even = text(desk.post("organise_import", text="Cognome 1;Cognome 2\nVana;\nSolero;\nAirola;\n"))
    assert "With those who look for one already their number is odd: one will be left over." in odd
    assert "is odd" not in even


def test_who_goes_on_the_waiting_list_is_said(desk):
    full = Desk(make.knockout(entries=1, capacity=2))
    assert "1 entry goes on the waiting list" in text(full.post("organise_import", text=GOOD))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The list is empty"),
        (b"Altezza;Peso\n1;2\n", "In none of the columns names of players were found"),
        (b"PK\x03\x04", "The file is damaged or no zip file"),
        (b"\xd0\xcf\x11\xe0", "The spreadsheet cannot be read: save it again as .xlsx, or as CSV."),
        (b"Cognome\n" + b"Vana\n" * 440_000, "The list is too big: it may have 2 MB."),
        (b"a;" * 100_000, "columns; a list has at most 40."),
        (b"Cognome\nVa\x00na\n", "“Va\ufffdna” holds a character that cannot be written."),
        (b'Cognome\n"Vana\n', "A quotation mark is opened or closed in the wrong place."),
    ],
    ids=["empty", "wrong header", "zip", "old spreadsheet", "440,000 rows", "100,000 columns", "NUL", "open quotes"],
)
def test_a_bad_file_is_refused_in_a_sentence(desk, data, sentence):
    refused = upload(desk, data)
    assert refused.status_code == 422
    assert sentence in text(refused)
    assert not Entry.objects.exists()


def test_a_workbook_is_taken_as_a_list(desk):
    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in (("Cognome 1", "Cognome 2", "Circolo"), ("Vana", "Teppa", "Viù"), ("Grosso", "=1+1", "")):
        book.active.append(row)
    book.save(out)
    assert "the family name of player 2 is missing" not in text(read(desk, out.getvalue()))
    book.active["B3"] = "Perotti"
    out = io.BytesIO()
    book.save(out)
    shown = read(desk, out.getvalue())
    assert shown.status_code == 200
    assert "2 entries, nothing wrong" in text(shown)


def test_a_paste_that_is_too_big_to_be_read_is_refused_in_a_sentence_too(desk):
    refused = desk.client.post(desk.url("organise_import"), {"text": "Cognome\n" + "Vana\n" * 1_000_000})
    assert refused.status_code == 413
    assert "The list is too big: it may have 2 MB. Divide it into smaller ones." in text(refused)


def test_nothing_at_all_is_refused(desk):
    assert "The list is empty" in text(desk.post("organise_import"))


def test_after_the_closing_a_list_is_refused(desk):
    make.with_entries(desk.event, 2)
    make.closed(desk.event)
    refused = desk.post("organise_import", text=GOOD, confirm="1")
    assert (refused.status_code, "Entries are closed." in text(refused)) == (422, True)
    assert Entry.objects.count() == 2


def test_the_columns_are_on_the_page_and_the_example_can_be_taken_as_it_is(desk):
    assert "Cognome 1, Surname 1" in text(desk.get("organise_import"))
    example = desk.get("organise_import_example")
    assert example["Content-Disposition"] == 'attachment; filename="iscritti.csv"'
    assert "3 entries, nothing wrong" in text(upload(desk, example.content))


def test_the_example_of_an_event_of_singles_has_no_partner():
    desk = Desk(make.knockout(entries=0, entry_size=1))
    example = desk.get("organise_import_example")
    assert example.content.decode("utf-8-sig").splitlines()[0] == "Cognome 1;Nome 1;Circolo;Valle;Testa di serie"
    assert "3 entries, nothing wrong" in text(upload(desk, example.content))


def test_a_long_list_is_taken_in_as_many_queries_as_a_short_one(desk, django_assert_max_num_queries):
    rows = "".join(f"Famiglia{n}A;;Famiglia{n}B;;Traves\n" for n in range(300))
    with django_assert_max_num_queries(45):
        desk.post("organise_import", text=GOOD.splitlines()[0] + "\n" + rows, confirm="1")
    assert Entry.objects.count() == 300


def test_what_is_left_out_doubled_or_there_already_is_said(desk):
    desk.post("organise_import", text="Vana Gino - Teppa Pia\n", confirm="1")
    page = text(
        desk.post("organise_import", text="Coppia;Altezza\nTEPPA PIA - VANA GINO;1\nRossi - Poma;2\nPoma - Rossi;\n")
    )
    assert "Left out, because it is not needed: Altezza" in page
    assert "It is in line 3 already" in page
    assert "1 entry of the list is in the event already." in page
    assert "1 entry, nothing wrong" in page


def test_people_of_the_club_are_recognised(desk):
    club = Club.objects.create(name="Viù")
    Tournament.objects.filter(pk=desk.event.pk).update(club=club)
    Person.objects.create(family_name="Savant", given_name="Noè", club=club)
    desk.post("organise_import", text="NOE SAVANT\nUgo Vana\n", confirm="1")
    assert Person.objects.filter(family_name="Savant").count() == 1
