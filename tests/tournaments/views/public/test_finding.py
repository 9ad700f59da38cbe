"""“Where do I play?”: three letters of a name find the table; the answer follows the entry through its event."""

import re
from html import unescape

import pytest
from django.core.cache import caches
from django.http import HttpResponse
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tournaments.accounts.writes import privacy
from tournaments.entries.pages import name_search
from tournaments.entries.reads.finding import FoundEntry
from tournaments.entries.writes import entries, participation
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.models import Club, Entry, Person, Table, Tournament

pytestmark = pytest.mark.django_db


def entrant(number: int, *people: str) -> FoundEntry:
    return FoundEntry(1, number, "", Entry.Status.CONFIRMED, people, None)


EVERYBODY = [
    entrant(1, "Piero Bertolotto", "Gianni Airola"),
    entrant(2, "Berta Zucca", "Rosa Leone"),
    entrant(3, "Ivo D'Agostino", "Ida De Luca"),
    entrant(4, "Lina Viù", "Carla Re"),
    entrant(5, "Anna Gribaudo", "Reno Rossi"),
]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("ber", [2, 1]),
        ("BERT", [2, 1]),
        ("bertol", [1]),
        ("airola", [1]),
        ("bertolotto airola", [1]),
        ("Airola - Bertolotto", [1]),
        ("dag", [3]),
        ("d'ago", [3]),
        ("de luca", [3]),
        ("viu", [4]),
        ("re", [4]),
        ("r", []),
        ("baud", [5]),
        ("xyz", []),
        ("--", []),
        ("", []),
    ],
)
def test_a_name_is_found_by_the_beginning_of_its_words(typed: str, found: list[int]) -> None:
    assert [hit.entrant.entry for hit in name_search.find(EVERYBODY, typed)] == found


def test_what_was_typed_is_marked_in_the_name() -> None:
    first, second = name_search.find(EVERYBODY, "ber")
    assert (first.before, first.marked, first.after, first.others) == ("", "Ber", "ta Zucca", ("Rosa Leone",))
    assert (second.before, second.marked, second.after) == ("Piero ", "Ber", "tolotto")
    (agostino,) = name_search.find(EVERYBODY, "dag")
    assert (agostino.before, agostino.marked, agostino.after) == ("Ivo ", "D'Ag", "ostino")


def named(*pairs: tuple[str, str], **overrides: object) -> Tournament:
    """An open event with these pairs."""
    event = make.knockout(entries=0, **overrides)
    for first, second in pairs:
        new = NewEntry(people=(PersonName(first, "Gino"), PersonName(second, "Rosa")))
        entries.enter_at_desk(actor=make.boss_of(event), tournament_id=event.pk, new=new)
    return make.fresh(event)


FOUR = (("Bertolotto", "Airola"), ("Bertot", "Boot"), ("Fiorito", "Bogiatto"), ("Leone", "Zucca"))


def asked(event: Tournament, typed: str) -> HttpResponse:
    answer: HttpResponse = make.client_of().get(reverse("event_find", args=(event.slug,)), {"q": typed})
    return answer


def text(event: Tournament, entry: Entry) -> str:
    """The words of the answer for an entry."""
    page = make.client_of().get(reverse("event_where", args=(event.slug, entry.pk)))
    assert page.status_code == 200
    assert b'<meta name="robots" content="noindex">' in page.content
    main = page.content.decode().partition('id="where"')[2].partition("</main>")[0]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", main)))


def entry_of(event: Tournament, name: str) -> Entry:
    return event.entries.get(members__person__family_name=name)


def test_one_match_opens_the_answer_at_once() -> None:
    event = make.called(make.drawn(named(*FOUR)))
    answer = asked(event, "zuc")
    assert (answer.status_code, answer["Location"]) == (
        302,
        reverse("event_where", args=(event.slug, entry_of(event, "Zucca").pk)),
    )


def test_several_matches_are_a_list_with_their_tables() -> None:
    event = make.called(make.drawn(named(*FOUR)))
    html = asked(event, "ber").content.decode()
    assert "2 nomi con «ber»" in html
    for name, marked in (("Bertolotto", "Gino <mark>Ber</mark>tolotto"), ("Bertot", "Gino <mark>Ber</mark>tot")):
        entry = entry_of(event, name)
        table = Table.objects.get(tournament=event, lines__entry=entry, round__number=1)
        assert marked in html
        row = html.partition(reverse("event_where", args=(event.slug, entry.pk)))[2].partition("</a>")[0]
        assert f"<b>{table.hall_number}</b>" in row
    assert '<meta name="robots" content="noindex">' in html


def test_a_name_that_is_not_there_is_answered_by_what_to_do() -> None:
    event = make.drawn(named(*FOUR))
    html = unescape(asked(event, "<b>xyz").content.decode())
    assert "Nessuno qui ha un nome con «<b>xyz»." in html
    assert "Prova il nome del compagno" in html
    assert "Scrivi tre lettere del nome." in asked(event, "b").content.decode()


def test_who_is_to_be_reviewed_or_became_anonymous_is_not_found() -> None:
    club = Club.objects.create(name="Circolo di Viù")
    event = make.knockout(entries=0)
    boss = make.boss_of(event)
    new = NewEntry(people=(PersonName("Segreti", "Ugo"), PersonName("Aperti", "Ivo")))
    entry = entries.enter_at_desk(actor=boss, tournament_id=event.pk, new=new)
    late = NewEntry(people=(PersonName("Nascosti", "Ada"), PersonName("Nascosti", "Ida")))
    pending = entries.sign_up(actor=make.organiser(), tournament_id=event.pk, new=late)
    Person.objects.filter(family_name="Segreti").update(club=club)
    person = Person.objects.get(family_name="Segreti")
    privacy.anonymise_person(actor=make.organiser(), club_id=club.pk, person_id=person.pk)
    event = make.fresh(event)
    for typed in ("segreti", "giocatore", "anonimo", "nascosti"):
        assert asked(event, typed).status_code == 200
        assert "Nessuno qui ha un nome" in asked(event, typed).content.decode()
    assert asked(event, "aperti")["Location"] == reverse("event_where", args=(event.slug, entry.pk))
    way = make.client_of().get(reverse("event_where", args=(event.slug, entry.pk))).content.decode()
    assert "Segreti" not in way
    assert reverse("player", args=(person.pk,)) not in way
    assert reverse("player", args=(entry.members.exclude(person=person).get().person_id,)) in way
    assert pending.status == Entry.Status.PENDING
    assert make.client_of().get(reverse("event_where", args=(event.slug, pending.pk))).status_code == 404


def test_the_answer_follows_a_pair_from_the_draw_to_its_place() -> None:
    event = named(*FOUR)
    entry = entry_of(event, "Fiorito")
    assert "Il sorteggio non è ancora stato fatto" in text(event, entry)
    event = make.drawn(event)
    first, second = make.tables_of(event)
    own, other = (first, second) if first.lines.filter(entry=entry).exists() else (second, first)
    line = own.lines.get(entry=entry)
    against = own.lines.exclude(pk=line.pk).get().entry
    assert against is not None
    said = text(event, entry)
    assert f"Ti chiamiamo qui Semifinali contro {against}" in said
    event = make.called(event)
    said = text(event, entry)
    assert f"Tavolo {own.hall_number} contro {against} Semifinali" in said
    assert f"tavolo {own.hall_number}, adesso" in said
    assert "Finale " in said.partition("Il percorso")[2]
    make.play(own, winner=line.index)
    said = text(make.fresh(event), entry)
    assert "Hai vinto" in said
    assert "Ti chiamiamo qui Finale" in said
    beaten = text(make.fresh(event), against)
    assert "Il tuo torneo finisce qui Il posto si sa a turno finito." in beaten
    assert f"Segui chi ti ha battuto: {entry}" in beaten
    make.play(other)
    assert re.search(r"finisce qui [34]°", text(make.fresh(event), against))
    make.play_round(make.fresh(event), 2)
    finals = text(make.fresh(event), entry)
    assert "Hai vinto il torneo 1°" in finals or re.search(r"finisce qui 2°", finals)


def test_who_waits_or_has_left_is_told_so() -> None:
    event = make.called(make.drawn(named(*FOUR, capacity=4)))
    event_open = named(*FOUR, capacity=3)
    waits = text(event_open, entry_of(event_open, "Zucca"))
    assert "Lista d'attesa" in waits
    assert "Altri tornei" not in waits
    left = entry_of(event, "Boot")
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=left.pk, reason="a casa")
    assert "ritirati" in text(make.fresh(event), left)
    assert "ritirati" in asked(make.fresh(event), "ber").content.decode()


def test_the_answer_works_at_tables_of_several(penalty: str) -> None:
    event = make.called(make.tables(penalty, entries=8))
    table = make.tables_of(event)[0]
    entry = table.lines.get(index=0).entry
    assert entry is not None
    others = [str(line.entry) for line in table.lines.exclude(index=0).order_by("index")]
    said = text(event, entry)
    assert f"Tavolo {table.hall_number} con {others[0]}, " in said
    assert others[-1] in said
    make.enter(table, make.ended(table))
    assert "Ti chiamiamo qui Finale" in text(make.fresh(event), entry)


@pytest.mark.parametrize("page", ["search", "answer"])
def test_an_event_of_forty_costs_as_many_queries_as_one_of_three(page: str) -> None:
    counts = set()
    for number in (3, 40):
        event = make.called(make.drawn(entries=number))
        entry = make.tables_of(event)[0].lines.get(index=0).entry
        assert entry is not None
        caches["pages"].clear()
        where = reverse("event_where", args=(event.slug, entry.pk))
        counts.add(
            questions(
                make.client_of(), f"{reverse('event_find', args=(event.slug,))}?q=gin" if page == "search" else where
            )
        )
    assert len(counts) == 1
    assert counts.pop() <= 14


def test_what_is_typed_next_asks_the_database_for_the_event_alone() -> None:
    event = make.called(make.drawn(named(*FOUR)))
    address = reverse("event_find", args=(event.slug,))
    make.client_of().get(address, {"q": "ber"})
    assert questions(make.client_of(), f"{address}?q=gin") <= 1


def test_the_way_in_for_all_events_leads_to_the_one_that_is_played() -> None:
    address = reverse("find")
    assert "Adesso non si gioca" in make.client_of().get(address).content.decode()
    event = make.drawn(named(*FOUR))
    answer = make.client_of().get(address, {"q": "ber"})
    assert answer["Location"] == f"{reverse('event_find', args=(event.slug,))}?q=ber"
    other = make.drawn(named(("Bergagna", "Barone"), ("Massa", "Berta")))
    html = make.client_of().get(address, {"q": "ber"}).content.decode()
    assert "4 nomi con «ber»" in html
    assert html.count(event.name) == html.count(other.name) == 2
    only = make.client_of().get(address, {"q": "massa"})
    assert only["Location"] == reverse("event_where", args=(other.slug, entry_of(other, "Massa").pk))


def test_a_name_in_three_events_costs_as_many_queries_as_in_two() -> None:
    make.drawn(named(*FOUR))
    make.drawn(named(*FOUR))
    few = questions(make.client_of(), f"{reverse('find')}?q=ber")
    make.drawn(named(*FOUR))
    assert questions(make.client_of(), f"{reverse('find')}?q=ber") == few <= 5


def test_home_and_event_ask_for_a_name_while_something_is_played() -> None:
    form = 'role="search"'
    event = named(*FOUR)
    home = make.client_of().get(reverse("home")).content.decode()
    assert form not in home
    assert form not in make.client_of().get(reverse("event", args=(event.slug,))).content.decode()
    event = make.drawn(event)
    home = make.client_of().get(reverse("home")).content.decode()
    assert home.index(f'action="{reverse("find")}"') < home.index(reverse("enter_code")) < home.index(event.name)
    page = make.client_of().get(reverse("event", args=(event.slug,))).content.decode()
    assert f'action="{reverse("event_find", args=(event.slug,))}"' in page


def test_pages_of_an_entry_and_of_its_people_lead_to_each_other_and_say_who_was_met_again() -> None:
    first, second = make.finished(make.drawn(entries=2)), make.finished(make.drawn(entries=2))
    winner, loser = first.entries.order_by("final_place")
    # The same four people on two evenings.
    for known, again in zip((winner, loser), second.entries.order_by("-final_place"), strict=True):
        for old, new in zip(known.members.order_by("position"), again.members.order_by("position"), strict=True):
            new.person = old.person
            new.save(update_fields=["person"])
    people = [member.person for member in winner.members.select_related("person")]
    where = make.client_of().get(reverse("event_where", args=(first.slug, winner.pk))).content.decode()
    for person in people:
        assert f'href="{reverse("player", args=(person.pk,))}"' in where
    page = make.client_of().get(reverse("player", args=(people[0].pk,))).content.decode()
    assert f'href="{reverse("event_where", args=(first.slug, winner.pk))}"' in page
    met = page.partition('id="met-title"')[2]
    assert met.count("davanti 1, dietro 1") == 2
    for member in loser.members.select_related("person"):
        assert f'href="{reverse("player", args=(member.person_id,))}"' in met
        assert str(member.person) in met


def test_who_was_met_once_is_not_listed() -> None:
    event = make.finished(make.drawn(entries=2))
    member = event.entries.get(final_place=1).members.first()
    assert member is not None
    page = make.client_of().get(reverse("player", args=(member.person_id,))).content.decode()
    assert "met-title" not in page
