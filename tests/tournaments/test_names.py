"""Names are letters that are seen: what shows nothing is left out, what imitates another name is refused in words."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tournaments.clubs.writes import clubs
from tournaments.entries.forms.entry_file import read_entries
from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.errors import RefusedError
from tournaments.frame.names import has_letters, is_mixed, is_unwritable, tidy
from tournaments.frame.policies import Actor
from tournaments.jobs.reads.spreadsheets import cell
from tournaments.models import Circuit, Club, Entry, Person, Tournament, User
from tournaments.people.writes import people

NOTHING = [
    "\u2060",
    "\u3164",
    "\u200b\u200d",
    "\u00ad",
    "\ufeff",
    "\u115f\u1160",
    "\u2800",
    "\u180e\ufe0f",
    "\U000e0020",
]
IMITATIONS = ["R\u043essi", "\u0420ossi", "Gr\u03b1nde", "\u0531nna", "M\u0410RIO"]
LEGITIMATE = [
    "Niccolò", "Muñoz", "D’Angelo", "D'Angelo", "De Rossi-Bianchi", "Łukasz", "Đorđević", "Şahin", "Ἀλέξανδρος",
    "Достоевский", "Щербаков Ъ", "山田 太郎", "Yamada 太郎", "김철수", "محمد", "שָׁלוֹם",
    "Trần Thị Ngọc", "Coppa 1ª", "Trofeo n° 3…", "น้ำ", "Ada 2", "O\u02bcBrien",
]  # fmt: skip


@pytest.mark.parametrize("name", NOTHING)
def test_a_name_of_nothing_is_none(name: str) -> None:
    assert tidy(name) == ""
    assert tidy(f"Ro{name}ssi") == "Rossi"
    assert is_unwritable(name)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Niccolo\u0300", "Niccolò"),
        ("  Anna\u00a0\u2003Maria ", "Anna Maria"),
        ("Ｒｏｓｓｉ", "Rossi"),
        ("𝐑ossi", "Rossi"),
        ("\u216fario", "Mario"),
        ("Ru\ufb01no", "Rufino"),
        ("\u24c2ario", "Mario"),
        ("Ro\u017f\u017fi", "Rossi"),
        ("＝1+1", "=1+1"),
        ("Ro\u00adssi", "Rossi"),
        ("Ada\u3000Solero", "Ada Solero"),
        ("ﾔﾏﾀﾞ", "ヤマダ"),
    ],
)
def test_a_name_is_kept_in_its_usual_letters(typed: str, name: str) -> None:
    assert tidy(typed) == name
    assert tidy(name) == name


@pytest.mark.parametrize("name", LEGITIMATE)
def test_a_name_of_any_one_alphabet_stays_as_it_is(name: str) -> None:
    kept = tidy(name)
    assert tidy(kept) == kept
    assert len(kept) == len(name) or "\u05b8" in name
    assert (is_mixed(kept), has_letters(kept), is_unwritable(kept)) == (False, True, False)


@pytest.mark.parametrize("name", IMITATIONS)
def test_letters_of_two_alphabets_that_look_alike_are_one_name_too_many(name: str) -> None:
    assert is_mixed(name)


def doors() -> list[tuple[str, Callable[[User, str], int]]]:
    """Every way to write a name, and the status of its answer."""

    def page(url: str, **values: str) -> Callable[[User, str], int]:
        def send(user: User, name: str) -> int:
            event, club = Tournament.objects.first(), Club.objects.first()
            assert event is not None
            assert club is not None
            address = reverse(url, args={"organise_entries": [event.slug], "club_people": [club.pk]}.get(url, []))
            data = {key: value % {"name": name} for key, value in values.items()}
            return make.client_of(None if url == "register" else user).post(address, data).status_code

        return send

    def api(path: str, make_body: Callable[[str], Any]) -> Callable[[User, str], int]:
        def send(user: User, name: str) -> int:
            event, club = Tournament.objects.first(), Club.objects.first()
            assert event is not None
            assert club is not None
            address = path % {"slug": event.slug, "club": club.pk}
            return Asker(key_of(user)).post(address, make_body(name)).status_code

        return send

    day = {"day": "2026-12-20", "hour": "20:30", "preset": "scopa:valliadi_2022"}
    new = {"game": "scopa", "preset": "valliadi_2022", "starts_at": "2026-12-20T20:30:00+01:00"}
    return [
        ("event", page("event_create", name="%(name)s", **day)),
        ("circuit", page("circuit_create", name="%(name)s")),
        ("club", page("club_found", name="%(name)s")),
        ("person", page("club_people", family_name="%(name)s")),
        ("entry", page("organise_entries", family1="%(name)s", family2="Vana")),
        ("club of an entry", page("organise_entries", family1="Teppa", family2="Vana", club="%(name)s")),
        ("account", page("register", name="%(name)s", email="x@example.org", password="tre scope e un re")),
        ("event by program", api("events/", lambda name: {**new, "name": name})),
        ("circuit by program", api("circuits/", lambda name: {"name": name})),
        ("club by program", api("clubs/", lambda name: {"name": name})),
        ("person by program", api("clubs/%(club)s/people/", lambda name: {"family_name": name})),
        ("entry by program", api("events/%(slug)s/entries/", lambda name: {"people": [{"family_name": name}]})),
        (
            "list by program",
            api("events/%(slug)s/entries/bulk/", lambda name: {"entries": [{"people": [{"family_name": name}]}]}),
        ),
    ]


@pytest.fixture
def rosa() -> User:
    account = make.user("rosa@example.org", name="Rosa Teppa")
    clubs.found_club(actor=Actor(user=account, label="Rosa"), name="Mezzenile")
    make.knockout(make.organiser(account), entries=0)
    return account


def counted() -> list[int]:
    return [model._default_manager.count() for model in (Tournament, Circuit, Club, Person, Entry, User)]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["\u2060", "\u3164", "R\u043essi", "!!!", "Ro\u202essi"])
@pytest.mark.parametrize(("what", "send"), doors(), ids=[what for what, _send in doors()])
def test_no_door_takes_a_name_that_nobody_can_read(
    what: str, send: Callable[[User, str], int], name: str, rosa: User
) -> None:
    before = counted()
    if what == "club of an entry" and not tidy(name):
        # A club may be left out.
        assert send(rosa, name) == 303
        assert Club.objects.count() == 1
        return
    assert send(rosa, name) == 422
    assert counted() == before


@pytest.mark.django_db
@pytest.mark.parametrize(("what", "send"), doors(), ids=[what for what, _send in doors()])
def test_every_door_keeps_a_name_in_its_usual_letters(what: str, send: Callable[[User, str], int], rosa: User) -> None:
    assert send(rosa, "\u200bNiccolo\u0300\u00ad Ｂruno ") in (200, 201, 302, 303)
    kept = [
        *Tournament.objects.values_list("name", flat=True),
        *Circuit.objects.values_list("name", flat=True),
        *Club.objects.values_list("name", flat=True),
        *Person.objects.values_list("family_name", flat=True),
        *User.objects.values_list("name", flat=True),
    ]
    assert "Niccolò Bruno" in kept, what


@pytest.mark.django_db
def test_nobody_is_entered_twice_by_a_name_that_looks_the_same(rosa: User) -> None:
    event = Tournament.objects.get()
    actor = make.boss_of(event)
    client, address = make.client_of(rosa), reverse("organise_entries", args=[event.slug])
    assert client.post(address, {"family1": "Rossi", "given1": "Anna"}).status_code == 303
    for family, given in (("Ro\u00adssi", "Anna"), ("Rossi", "An\u200bna"), ("Ｒossi", "Anna"), ("R\u043essi", "Anna")):
        assert client.post(address, {"family1": family, "given1": given}).status_code == 422, ascii(family)
    for step in (
        lambda name: entries.enter_at_desk(actor=actor, tournament_id=event.pk, new=NewEntry(people=(name,))),
        lambda name: people.add_person(actor=actor, club_id=Club.objects.get().pk, name=name),
    ):
        with pytest.raises(RefusedError) as refused:
            step(PersonName("Rossi", "\u0410\u043d\u043d\u0430"))
        assert refused.value.code == "name_mixed"
    assert Entry.objects.count() == 1


@pytest.mark.django_db
def test_the_refusal_says_which_name_and_why(rosa: User) -> None:
    address = reverse("organise_entries", args=[Tournament.objects.get().slug])
    page = make.client_of(rosa).post(address, {"family1": "R\u043essi"}).content.decode()
    assert re.search("«R\u043essi» mescola lettere di due alfabeti", page)


def test_a_list_names_the_line() -> None:
    rows = [
        "Rossi;Anna",
        "R\u043essi;Anna",
        "\u2060;Anna",
        "Bianchi;\u0410\u043d\u043d\u0430",
        "Va\u00adna;Gina",
        "Vana;Gina",
    ]
    text = "\n".join(["cognome;nome", *rows])
    found = [(problem.code, problem.line) for problem in read_entries(text, size=1).problems]
    assert found == [("text_mixed", 3), ("name_missing", 4), ("text_mixed", 5), ("person_twice_here", 7)]


@pytest.mark.parametrize("text", ["=1+1", "＝1+1", "＋1", "－1", "＠x", "﹦1", "﹢1", "﹣1", "﹫x"])
def test_a_cell_of_an_export_is_no_formula(text: str) -> None:
    assert cell(text) == f"'{text}"
