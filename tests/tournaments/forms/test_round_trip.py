"""Every list of entries that the site exports is read back equal, in both languages, as CSV and as a workbook."""

import pytest
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.searching import in_short
from tests.tournaments import factories as make
from tests.tournaments.services.reading_workbooks import read
from tournaments.entries.forms.entry_file import read_entries
from tournaments.entries.forms.list_files import decode
from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.folding import key_of
from tournaments.frame.names import is_mixed, is_unwritable, tidy
from tournaments.jobs.reads import event_tables, spreadsheets
from tournaments.models import Club, Entry, Person, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = st.sampled_from([
    "Rossi", "De Rossi", "D'Angelo", "D’Angelo", "Dell'Acqua", "Lo Presti", "Rossi Bianchi", "Van der Berg", "de Luca",
    "neri", "VERDI", "McDonald", "Mario", "Anna Maria", "Bruno", "X", "Girone", "Totale", "Riserva", "Nicolò",
    "O'Neill", "Rossi-Bianchi", "Vana 2", "Mario (Traves)", "Cassa", "ok", "J.", "Ðorđe", "Ng", "Cerca", "Łukasz",
    "Pagato",
]) | st.text("abcdefgàèìòùABC' -.", min_size=1, max_size=20)  # fmt: skip
CLUBS = st.sampled_from(
    ["", "Traves", "Circolo ARCI di Viù", "bocciofila", "A.S.D. Lanzo; e altri", "10 €", "Ritirati"]
)


def is_name(text: str) -> bool:
    fine = tidy(text) == text and any(letter.isalpha() for letter in text)
    return fine and not text.startswith(("=", "+", "-", "@", "'")) and not is_unwritable(text) and not is_mixed(text)


@st.composite
def listed(draw, size):
    """Entries of distinct people, as an event may have them."""
    people = st.tuples(NAMES.filter(is_name), (NAMES | st.just("")).filter(lambda text: not text or is_name(text)))
    found = draw(
        st.lists(people, min_size=size, max_size=max(8, 3 * size), unique_by=lambda names: key_of(names[0], names[1]))
    )
    rows, at = [], 0
    while at < len(found):
        # A team of three is entered whole.
        count = draw(st.integers(1 if size < 3 else size, size))
        if at + count > len(found):
            break
        club, paid = draw(CLUBS), draw(st.booleans())
        row = tuple(PersonName(*names) for names in found[at : at + count])
        rows.append(NewEntry(row, club=club, seed=at + 1 if draw(st.booleans()) else None, is_paid=paid))
        at += count
    return rows


def of(rows):
    return [(row.people, row.club, row.seed, row.is_paid) for row in rows]


def event_with(rows, size: int) -> Tournament:
    # Somebody of an earlier example may have one of these names in another spelling.
    for model in (Tournament, Person, Club):
        model.objects.all().delete()
    kind = {"game": "punti", "preset": "briscola_6"} if size == 3 else {"entry_size": size}
    event = make.knockout(entries=0, **kind)
    entries.import_entries(actor=make.boss_of(event), tournament_id=event.pk, rows=rows)
    return event


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("size", [1, 2, 3], ids=["singles", "pairs", "threes"])
@settings(max_examples=in_short(4, 10), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_an_export_is_read_back_equal(size, language, data):
    rows = data.draw(listed(size))
    event = event_with(rows, size)
    with translation.override(language):
        text, _encoding = decode(spreadsheets.to_csv(event_tables.entries(event)))
    found = read_entries(text, size=size)
    assert of(found.good) == of(rows)
    assert found.to_look_at == ()


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("size", [1, 2], ids=["singles", "pairs"])
def test_a_workbook_of_the_site_is_read_back_equal(size, language):
    rows = [
        NewEntry(
            (PersonName("De Rossi", "Anna Maria"), PersonName("neri"))[:size], club="Traves", seed=1, is_paid=True
        ),
        NewEntry((PersonName("D’Angelo", "Bruno"),)),
    ]
    event = event_with(rows, size)
    with translation.override(language):
        tables = [(str(each.title), each.rows(event)) for each in spreadsheets.tables_of(event).values()]
        book = spreadsheets.to_xlsx(tables)
    assert of(read_entries(read(book), size=size).good) == of(rows)


def test_a_workbook_of_threes_is_read_back_equal():
    three = (PersonName("De Rossi", "Anna Maria"), PersonName("neri"), PersonName("D’Angelo", "Bruno"))
    rows = [NewEntry(three, club="Traves", seed=1, is_paid=True)]
    event = event_with(rows, 3)
    tables = [(str(each.title), each.rows(event)) for each in spreadsheets.tables_of(event).values()]
    assert of(read_entries(read(spreadsheets.to_xlsx(tables)), size=3).good) == of(rows)


def test_an_entry_that_left_is_none_of_the_list():
    event = event_with([NewEntry((PersonName("Vana"),)), NewEntry((PersonName("Poma"),))], 1)
    Entry.objects.filter(label="Vana").update(status=Entry.Status.WITHDRAWN)
    with translation.override("it"):
        text, _encoding = decode(spreadsheets.to_csv(event_tables.entries(event)))
    found = read_entries(text, size=1)
    assert [entry.people[0].family_name for entry in found.good] == ["Poma"]
    assert [row.why[0].code for row in found.listed if row.entries and row.state == "nothing"] == ["is_withdrawn"]
