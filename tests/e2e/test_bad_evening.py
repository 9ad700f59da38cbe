"""A director's bad evening, by taps alone from the organiser's first page; the public page beside it stays true.

Wrong seats take 7 taps and fields, a late pair 5, somebody gone for a round 6, the fixed table 5, a forbidden pair that
was drawn 4 and to keep it apart from then on 8, a wrong result found after two rounds 16, a tie of two times four at
the cut 12: 67 with the rounds in between.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import PHONE, Hall, settled
from tests.e2e.counted import BIG, Desk

ORGANISER = "ornella@example.org"
FORMAT = {
    "kind": "stages",
    "stages": [
        {"kind": "swiss", "rounds": 3, "ranking": {"chain": {"criteria": ["wins", "highest_card", "lot"]}}},
        {"kind": "knockout", "from": {"first": 0, "best": 2, "carries": False}},
    ],
}
NOW, ENTRIES, ROUNDS = "E adesso", "Iscritti", "Turni"


def tab(desk: Desk, name: str) -> None:
    """A tab of the organiser's pages."""
    desk.follow(desk.page.locator(".tabs").get_by_role("link", name=name, exact=True))


def in_hand(desk: Desk) -> list[list[str]]:
    """The tables of the round that is not called yet, to be tapped, from the first page; the names at each."""
    desk.follow(desk.link("Guarda gli abbinamenti"))
    desk.follow(desk.link("Cambia chi siede dove"))
    return shown_in_hand(desk)


def shown_in_hand(desk: Desk) -> list[list[str]]:
    tables = desk.page.locator(".hand__table").all()
    return [each.locator(".hand__place > span").all_inner_texts() for each in tables]


def take(desk: Desk, name: str) -> None:
    desk.follow(desk.page.locator(".hand__place", has_text=name))


def public_tables(page: Page, turn: str) -> list[list[str]]:
    """Who meets in a round, as everybody reads it on their phone."""
    page.get_by_role("link", name="Tavoli", exact=True).first.click()
    settled(page)
    page.get_by_role("link", name=turn, exact=True).click()
    settled(page)
    tables = page.locator("main .match").all()
    return [[name.split("\n")[0] for name in each.locator(".match__name").all_inner_texts()] for each in tables]


@pytest.mark.full
def test_a_bad_evening_by_taps_alone(hall: Hall, stage: Any, record_property: Callable[[str, object], None]) -> None:
    made = stage("event", name="Serata storta", state="called", pairs=8, preset="online_002", format=FORMAT)
    slug = made["slug"]
    desk = Desk(hall.person(ORGANISER).open(f"/organizza/{slug}/"))
    reader = hall.person(viewport=PHONE).open(f"/e/{slug}/")
    taps: dict[str, int] = {}

    def count(what: str) -> None:
        taps[what] = desk.actions - sum(taps.values())

    # The pairs of the tables 1 and 2 have sat in each other's places.
    (_, one), (other, _), *_ = [table["names"] for table in made["tables"] if table["round"] == 1]
    stage("play_round", slug=slug, number=1)
    desk.page.reload()
    settled(desk.page)
    tab(desk, ROUNDS)
    desk.follow(desk.link("Hanno giocato diversamente"))
    desk.follow(desk.page.locator(".hand__place", has_text=one))
    desk.follow(desk.page.locator(".hand__place", has_text=other))
    desk.press("[name=confirmed]")
    desk.fill("[name=reason]", "Tavoli scambiati entrando in sala")
    desk.follow(desk.button("Hanno giocato così"))
    count("wrong seats")
    assert [one in table for table in public_tables(reader, "Turno 1")] == [False, True, False, False]

    # A pair comes late.
    tab(desk, ENTRIES)
    desk.follow(desk.link("Al banco"))
    desk.send("#arrivals-who", "Rossi Anna, Bianchi Ugo")
    desk.press("button[value=add_here]")
    expect(desk.page.locator("#arrivals-list")).to_contain_text("Rossi")
    desk.follow(desk.link(NOW))
    count("a late pair")

    # Somebody is gone for the second round, somebody cannot move, and two brothers are to meet.
    desk.follow(BIG)
    count("round 2 is paired")
    second = in_hand(desk)
    gone = second[3][0]
    take(desk, gone)
    desk.follow(desk.link("Salta questo turno"))
    desk.fill("[name=reason]", "Un impegno di lavoro")
    desk.follow(desk.button("Salta questo turno"))
    count("gone for a round")
    fixed = second[0][0]
    take(desk, fixed)
    desk.follow(desk.link("Sempre allo stesso tavolo"))
    desk.fill("[name=table]", "4")
    desk.fill("[name=reason]", "Non fa le scale")
    desk.follow(desk.button("Fissa il tavolo"))
    count("the fixed table")
    # A skip has paired the others anew, so who meets is read again.
    tables = shown_in_hand(desk)
    assert [gone] in tables
    (first, brother), (third, _fourth), *_ = tables
    take(desk, brother)
    take(desk, third)
    for box in desk.page.locator("#swap [name=ok]").all():
        desk.press(box)
    desk.fill("#swap [name=reason]", "Sono fratelli")
    desk.follow("[data-swap]")
    settled(desk.page)
    assert [{first, third} == {*table} for table in shown_in_hand(desk)].count(True) == 1
    count("a forbidden pair drawn")
    assert [one for one in public_tables(reader, "Turno 2") if fixed in one] == [public_tables(reader, "Turno 2")[3]]
    assert [gone] not in public_tables(reader, "Turno 2")
    expect(reader.locator("main")).to_contain_text("Assenti un turno")
    expect(reader.locator("main")).not_to_contain_text("ritirat")

    # The round is called and played; then a result of the first round is found to be wrong.
    tab(desk, NOW)
    desk.follow(BIG)
    stage("play_round", slug=slug, number=2)
    desk.page.reload()
    settled(desk.page)
    desk.follow(desk.page.locator("#now a[href$='/turni/abbinamento/']"))
    desk.follow(desk.link("Chi non deve incontrarsi"))
    for name in (first, brother):
        desk.press(desk.page.locator(".apart-boxes label", has_text=name))
    desk.fill("[name=name]", "Fratelli")
    desk.follow(desk.button("Tienili separati"))
    count("brothers are kept apart")
    tab(desk, NOW)
    desk.follow(BIG)
    count("round 3 is paired")
    desk.follow(desk.page.locator("main a[href$='/risultati/?turno=1']"))
    desk.follow(desk.page.locator("main a[href$='/tavoli/1/']").first)
    desk.follow(desk.link("Correggi il risultato"))
    desk.press("main summary:has-text('Conosci solo il totale')")
    desk.fill("[name=points_a]", "4")
    desk.fill("[name=points_b]", "12")
    desk.follow("button[value=total]")
    desk.follow("button[value=preview]")
    preview = desk.page.locator("main")
    expect(preview).to_contain_text("Giocato, o si sta giocando. Resta com'è")
    expect(preview).to_contain_text("Abbinato, non ancora chiamato.")
    desk.fill("[name=reason]", "I punti erano scritti a rovescio")
    desk.follow("button[value=save]")
    desk.follow(desk.link("Indietro"))
    desk.follow(desk.page.locator(f"a[href='/organizza/{slug}/']").first)
    expect(desk.page.locator("main")).to_contain_text("fatto sul risultato di prima della correzione")
    desk.press(desk.page.locator("main a[href$='/abbinamento/ritira/']").first)
    desk.fill("#confirm [name=reason]", "Un risultato era scritto a rovescio")
    desk.follow("#confirm .btn--danger")
    desk.follow(BIG)
    count("a wrong result after two rounds")
    assert not any({first, brother} <= {*table} for table in public_tables(reader, "Turno 3"))
    desk.follow(BIG)
    stage("play_round", slug=slug, number=3)
    desk.page.reload()
    settled(desk.page)
    count("round 3 is played")

    # Some are level at the cut: the highest cards that they drew in the hall are written.
    desk.follow(BIG)
    leader = desk.page.locator("main form select option").nth(1).inner_text()
    while (forms := desk.page.locator("main form:has(select)")).count():
        for number, choice in enumerate(forms.first.locator("select").all(), 1):
            choice.select_option(index=number)
            desk.actions += 1
        desk.follow(forms.first.locator("button"))
    desk.follow(desk.page.locator("a[href='/miei/']:visible").first)
    desk.follow(desk.page.locator(f"main a[href='/organizza/{slug}/']").first)
    desk.follow(BIG)
    count("a tie at the cut")
    assert [leader in table for table in public_tables(reader, "Finale")] == [True]
    assert stage("violations", slug=slug) == []
    record_property("figure", f"a bad evening: {sum(taps.values())} taps and fields, {taps}")
