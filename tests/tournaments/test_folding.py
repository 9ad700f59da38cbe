"""Names are compared in one way: the folded form, in Python and in the database, at every door that compares names."""

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.tournaments import factories as make
from tournaments.accounts.writes.accounts import own_account
from tournaments.clubs.reads import clubs as selector
from tournaments.clubs.writes import clubs
from tournaments.entries.forms.entry_file import read_for
from tournaments.entries.reads import arrivals, desk
from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.errors import RefusedError
from tournaments.folding import are_begun, fold, has, key_of, words_of
from tournaments.frame.policies import Actor
from tournaments.models import Club, Entry, Person, Tournament
from tournaments.people.reads.people import people as page_of_people
from tournaments.people.reads.people import people_of
from tournaments.people.writes import people

SAME = [
    ("Èlia Nicolò", "èlia nicolò", "ÈLIA NICOLÒ", "Elia Nicolo'", "E\u0300lia  Nicolo\u0300", "Elia\u00a0Nicolo´"),
    ("D'Angelo", "D’Angelo", "d‘angelo", "DʼAngelo", "D´Angelo", "D`Angelo", "D' Angelo", "D′ANGELO", "D＇Angelo"),
    ("Dell'Orto", "DELL’ ORTO"),
    ("O'Brien", "O’ brien"),
    ("De' Medici", "de medici"),
    ("Straße", "Strasse", "STRASSE"),
    ("Bjørn", "bjorn"),
    ("Łukasz", "lukasz"),
    ("Đorđević", "Dordevic"),
    ("Æsir", "aesir"),
    ("Œuvre", "oeuvre"),
    ("Þór", "thor"),
    ("Işık", "isik"),
    ("Ħaż", "haz"),
    ("İnci", "inci"),
    ("Anna-Maria", "Anna Maria", "ANNA–MARIA", "Anna.Maria"),
    ("Ｍａｒｉｏ", "Mario"),
    ("ﬁlippo", "Filippo"),
]
APART = [("Rossi", "Rosso"), ("De Luca", "Deluca"), ("ガ", "カ\u3044"), ("कि", "का"), ("Re", "Rei")]


@pytest.mark.parametrize("ways", [*SAME, ("Μαρίας", "ΜΑΡΙΑΣ"), ("Йосиф", "ИОСИФ")], ids=lambda ways: ways[0])
def test_ways_to_write_one_name_fold_to_one_form(ways: tuple[str, ...]) -> None:
    assert {fold(way) for way in ways} == {fold(ways[0])}
    assert fold(fold(ways[0])) == fold(ways[0])


@pytest.mark.parametrize("names", APART, ids=lambda names: names[0])
def test_other_names_stay_apart(names: tuple[str, str]) -> None:
    assert fold(names[0]) != fold(names[1])


def test_a_search_wants_every_word_and_signs_find_nobody() -> None:
    assert has("D’Angelo Maria", "mari d'ang") and not has("D’Angelo Maria", "maria rossi")
    assert has("Anna", "  ") and not has("Anna", "--")


@pytest.fixture
def admin() -> Actor:
    return own_account(make.user(name="Rosa Teppa"))


@pytest.fixture
def club(admin: Actor) -> Club:
    return clubs.found_club(actor=admin, name="Ceres")


def added(admin: Actor, club: Club, *names: tuple[str, str]) -> list[Person]:
    return [people.add_person(actor=admin, club_id=club.pk, name=PersonName(*name)) for name in names]


def event_of(club: Club) -> Tournament:
    event = make.knockout(entries=0)
    Tournament.objects.filter(pk=event.pk).update(club=club)
    return Tournament.objects.get(pk=event.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("ways", SAME, ids=lambda ways: ways[0])
def test_a_person_is_added_to_a_club_once(admin: Actor, club: Club, ways: tuple[str, ...]) -> None:
    person = added(admin, club, (ways[0], "Ida"))[0]
    for way in ways:
        with pytest.raises(RefusedError) as refusal:
            added(admin, club, (way, "Ida"))
        assert refusal.value.code == "person_exists"
    assert Person.objects.get(pk=person.pk).family_name == ways[0]


@pytest.mark.django_db
@pytest.mark.parametrize("ways", SAME, ids=lambda ways: ways[0])
def test_a_name_is_found_however_it_is_typed(admin: Actor, club: Club, ways: tuple[str, ...]) -> None:
    event = event_of(club)
    person = added(admin, club, (ways[0], "Ida"))[0]
    entry = entries.enter_at_desk(
        actor=make.boss_of(event), tournament_id=event.pk, new=NewEntry((PersonName(ways[0], "Ida"), PersonName("Re")))
    )
    for way in ways:
        assert list(people_of(club, way)) == [person], way
        assert list(desk.matching(Entry.objects.filter(tournament=event), way)) == [entry], way
        assert [each.family_name for each in arrivals.known_people(event, [way])] == [ways[0]], way


@pytest.mark.django_db
@pytest.mark.parametrize("ways", SAME, ids=lambda ways: ways[0])
def test_a_list_names_who_is_there_already(admin: Actor, club: Club, ways: tuple[str, ...]) -> None:
    """Also where the club does not know them, and the list is in other letters."""
    event = make.knockout(entries=0)
    new = NewEntry((PersonName(ways[0], "Ida"), PersonName("Re", "Ugo")))
    entries.enter_at_desk(actor=make.boss_of(event), tournament_id=event.pk, new=new)
    for way in ways:
        file = read_for(event, f"Cognome;Nome;Cognome;Nome\n{way};Ida;Re;Ugo\n")
        assert [row.state for row in file.rows] == ["here"], way
        with pytest.raises(RefusedError, match="person_twice"):
            entries.enter_at_desk(
                actor=make.boss_of(event), tournament_id=event.pk, new=NewEntry((PersonName(way, "Ida"),))
            )
    assert Person.objects.filter(given_name="Ida").count() == 1


@pytest.mark.django_db
def test_somebody_known_is_not_made_again_in_another_event() -> None:
    for event, way in zip([make.knockout(entries=0) for _each in range(3)], SAME[0], strict=False):
        entries.enter_at_desk(
            actor=make.boss_of(event), tournament_id=event.pk, new=NewEntry((PersonName(way, "Ida"),))
        )
    assert [person.family_name for person in Person.objects.filter(given_name="Ida")] == [SAME[0][0]]


@pytest.mark.django_db
def test_a_club_has_its_name_once(admin: Actor) -> None:
    clubs.found_club(actor=admin, name="Società d’Aosta")
    for way in ("SOCIETÀ D'AOSTA", "societa' d'aosta", "Società  d´Aosta"):
        with pytest.raises(RefusedError, match="club_exists"):
            clubs.found_club(actor=admin, name=way)
    assert [found.name for found in selector.clubs("societa d'ao").object_list] == ["Società d’Aosta"]


# In the order of a telephone book: neither capitals first, nor accents last, nor spaces passed over.
ORDERED = [
    ("de Luca", "Ada"),
    ("De Luca", "Zoe"),
    ("De Zan", "Ivo"),
    ("D'Angelo", "Ugo"),
    ("Èlia", "Ida"),
    ("Elia", "Leo"),
    ("Élia", "Rosa"),
    ("Łuka", "Jan"),
    ("Zuin", "Bice"),
]


@pytest.mark.django_db
def test_lists_are_in_the_order_of_the_folded_names(admin: Actor, club: Club) -> None:
    wanted = sorted(ORDERED, key=lambda name: key_of(*name))
    added(admin, club, *reversed(ORDERED))
    shown = [(each.family_name, each.given_name) for each in page_of_people(club).object_list]
    assert shown == wanted
    assert [family for family, _given in shown[-3:]] == ["Élia", "Łuka", "Zuin"]
    assert [(each.family_name, each.given_name) for each in Person.objects.all()] == wanted


@pytest.mark.parametrize(("typed", "is_found"), [("an d'a", True), ("d'an", True), ("", True), ("an ros", False)])
def test_somebody_is_found_by_the_beginnings_of_the_words_of_the_name(typed: str, is_found: bool) -> None:
    assert are_begun(words_of("D’Angelo Anna"), words_of(typed)) is is_found


@pytest.mark.django_db
@pytest.mark.parametrize("of_name", [Person, Club])
def test_a_name_that_another_release_writes_is_found_and_folded_later(of_name: Any, admin: Actor, club: Club) -> None:
    """That release adds rows without the form, and changes names without it."""
    table = of_name._meta.db_table
    column = "family_name" if of_name is Person else "name"
    row = added(admin, club, ("Rossi", "Ida"))[0] if of_name is Person else club
    with connection.cursor() as cursor:
        cursor.execute(f'UPDATE "{table}" SET {column} = %s WHERE id = %s', ["D’Angelo", row.pk])
    assert of_name.objects.get(pk=row.pk).folded is None
    if of_name is Person:
        assert list(people_of(club, "ANGELO")) == [row]
        with pytest.raises(RefusedError, match="person_exists"):
            added(admin, club, ("d'angelo", "ida"))
    else:
        assert clubs.club_called("d'ANGELO") == row
    assert people.fold_names() == 1
    assert of_name.objects.get(pk=row.pk).folded.startswith("dangelo")
    assert people.fold_names() == 0


@pytest.mark.django_db
def test_a_name_in_other_letters_keeps_its_folded_form(admin: Actor, club: Club) -> None:
    person = added(admin, club, ("D'Angelo", "Ida"))[0]
    person.family_name = "D’Angelo"
    person.save(update_fields=["family_name"])
    assert Person.objects.get(pk=person.pk).folded == "dangelo  ida"


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_names_of_earlier_releases_are_folded_in_batches_and_may_be_unfolded() -> None:
    def move(name: str) -> Any:
        MigrationExecutor(connection).migrate([("tournaments", name)])
        return MigrationExecutor(connection).loader.project_state(("tournaments", name)).apps

    newest = MigrationExecutor(connection).loader.graph.leaf_nodes("tournaments")[0][1]
    try:
        old = move("0030_notes_lose_names")
        names = [old.get_model("tournaments", "Person")(family_name=f"D’Àngelo {n}") for n in range(1_005)]
        old.get_model("tournaments", "Person").objects.bulk_create(names)
        old.get_model("tournaments", "Club").objects.create(name="Èlia")
    finally:
        move(newest)
    assert Person.objects.filter(folded__startswith="dangelo ").count() == len(names)
    assert list(Club.objects.values_list("folded", flat=True)) == ["elia"]


@pytest.mark.django_db
@pytest.mark.parametrize("of_name", [Person, Club])
def test_the_order_is_that_of_bytes_in_every_locale(of_name: Any) -> None:
    """SQLite compares bytes by itself; a column of PostgreSQL goes by the locale of the server unless it says."""
    if connection.vendor == "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT collation_name FROM information_schema.columns WHERE table_name = %s AND column_name = 'folded'",
            [of_name._meta.db_table],
        )
        assert cursor.fetchall() == [("C",)]
