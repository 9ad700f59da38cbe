"""The live table of Scala 40 on a bare page: whole deals by taps, drags, keys and ear, and each gesture for itself."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scala40.cards import parse_hand
from scala40.moves import read_move
from tests.e2e.card_table import BareDevices
from tests.e2e.fingers import Finger
from tests.e2e.listener import Listener
from tests.e2e.plays import NOTE_WHAT_IS_SAID
from tests.e2e.scala40_table import Scala40Table, laying_first, sit_down
from tests.searching import short_of

SEATS = (0, 1, 2)
ONE_DEAL = {"out_at": 1}
A_WHILE_MS = 500
LOOSE = re.compile(r"(?:\*=)?[A2-9TJQK][hdcs]")


@pytest.fixture
def page(bare: BareDevices, request: pytest.FixtureRequest) -> Iterator[Page]:
    with bare.page(getattr(request, "param", "desk")) as found:
        yield found


def held(laid: str) -> list[str]:
    """The cards of the hand that a notation names."""
    return ["*" if card.startswith("*") else card for card in LOOSE.findall(laid)]


def meant(table: Scala40Table) -> list[str]:
    """What the browser's seat plays now: a move, or all the combinations of an opening."""
    if table.view["opened"][0] or not any(each.startswith("lay") for each in table.legal):
        return [laying_first(table.legal, table.dice)]
    game, live = table.match.live.setup.game, table.match.live
    state, seat = live.position().unseal(), table.view["seat"]
    found: list[str] = []
    while not game.view(state, seat)["opened"][seat]:
        legal = [each for each in game.legal_actions(state, seat) if each.startswith("lay")]
        if not legal:
            break
        found.append(table.dice.choice(legal))
        state = game.apply(state, seat, found[-1]).state
    return found


def settle(table: Scala40Table) -> None:
    table.settled()
    table.page.clock.fast_forward(A_WHILE_MS)


def answer_joker(table: Scala40Table, move: str) -> None:
    """Say what the joker stands for, where the page asks."""
    stands = [card[2:] for card in LOOSE.findall(move) if card.startswith("*")]
    asked = table.page.locator(".laying label")
    for card in stands if asked.count() else []:
        name = table.words["names"][card]
        asked.filter(has_text=re.compile(f"^{name}:", re.IGNORECASE)).locator("input").check()


def by_tap(table: Scala40Table, moves: Sequence[str]) -> None:
    word = moves[0].split()[0]
    if word in ("draw", "take"):
        table.pile("stock" if word == "draw" else "discards").click()
    elif word == "lay":
        table.pick([card for move in moves for card in held(move)])
        if len(moves) == 1:
            answer_joker(table, moves[0])
        table.lay.click()
    elif word == "drop":
        table.hand_card(moves[0].split()[1]).click()
        table.drop.click()
    else:
        attach(table, moves[0], lambda card, meld: (card.click(), meld.click()))


def attach(table: Scala40Table, move: str, carry: Callable[[Any, Any], Any]) -> None:
    """Bring a card to a combination, and say what a joker stands for."""
    card, _at, meld = move.split()[1].partition(">")
    carry(table.hand_card("*" if card.startswith("*") else card), table.meld(meld))
    several = table.page.locator(".laying__options .btn")
    if several.count():
        several.filter(has_text=table.words["cards"][card]).click()


def by_drag(table: Scala40Table, moves: Sequence[str]) -> None:
    word = moves[0].split()[0]
    if word in ("draw", "take"):
        table.drag(table.pile("stock" if word == "draw" else "discards"), table.page.locator("[data-hand] li").last)
    elif word == "drop":
        table.drag(table.hand_card(moves[0].split()[1]), table.pile("discards"))
    elif word == "lay":
        by_tap(table, moves)
    else:
        attach(table, moves[0], table.drag)


def walk(page: Page, attribute: str, name: str, number: int = 0) -> None:
    """Along a list with the arrows, to the card or combination of that name."""
    page.keyboard.press("Home")
    for _press in range(60):
        here = page.evaluate(f"document.activeElement.getAttribute('data-{attribute}')")
        if here == name and not number:
            return
        number -= here == name
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"no {attribute} {name}")


def to_hand(page: Page) -> None:
    for _press in range(9):
        if page.evaluate("Boolean(document.activeElement.closest('[data-hand]'))"):
            return
        page.keyboard.press("ArrowDown" if page.evaluate("document.activeElement.closest('[data-table]')") else "Tab")
    raise AssertionError("no way to the hand")


def by_keys(table: Scala40Table, moves: Sequence[str]) -> None:
    page, word = table.page, moves[0].split()[0]
    to_hand(page)
    if word in ("draw", "take"):
        page.keyboard.press("p" if word == "draw" else "s")
        return
    cards = [card for move in moves for card in held(move)] if word != "drop" else [moves[0].split()[1]]
    for number, card in enumerate(cards):
        walk(page, "card", card, cards[:number].count(card))
        page.keyboard.press("Enter")
    if word in ("lay", "drop"):
        if len(moves) == 1:
            answer_joker(table, moves[0])
            to_hand(page)
        page.keyboard.press("c" if word == "lay" else "s")
        return
    page.keyboard.press("ArrowUp")
    walk(page, "meld", moves[0].partition(">")[2])
    page.keyboard.press("Enter")
    several = page.locator(".laying__options .btn")
    if several.count():
        several.filter(has_text=table.words["cards"][moves[0].split()[1].partition(">")[0]]).press("Enter")


def play_out(table: Scala40Table, give: Callable[[Scala40Table, Sequence[str]], None]) -> None:
    """Play the match to its end; nothing is refused, and every discard is read out once."""
    table.page.evaluate(NOTE_WHAT_IS_SAID)
    heard = len(table.match.log)
    while not table.is_over:
        moves, before = meant(table), len(table.given)
        give(table, moves)
        settle(table)
        given = table.given[before:]
        assert table.sent == table.given, f"{moves}: {table.sent[-3:]} {table.line.text_content()}"
        if len(moves) > 1:
            # Of several combinations the page may find others of the same cards.
            assert sorted(card for move in given for card in held(move)) == sorted(
                card for move in moves for card in held(move)
            )
        else:
            assert given == moves, (given, moves, table.view["hand"])
    dropped = [each for each in table.match.log[heard:] if each.data.get("play", "").startswith("drop")]
    said = " ".join(table.page.evaluate("window.said"))
    counted = Counter(table.said(event) for event in dropped)
    assert {each: said.count(each) for each in counted} == counted


WAYS = [
    pytest.param("desk", by_keys, "it", id="keys"),
    pytest.param("desk", by_tap, "en", id="taps"),
    pytest.param("desk", by_drag, "it", id="drag"),
    pytest.param("phone", by_drag, "it", id="drag by finger"),
]


@pytest.mark.parametrize(("page", "give", "language"), short_of(WAYS, "keys"), indirect=["page"])
def test_a_whole_match(page: Page, statics: str, give: Any, language: str) -> None:
    """R-S40-28"""
    pointer = Finger(page) if page.evaluate("navigator.maxTouchPoints") else page.mouse
    play_out(sit_down(page, statics, seats=SEATS, language=language, name=language, pointer=pointer, **ONE_DEAL), give)


def bare(cards: Sequence[str], table: Scala40Table) -> list[str]:
    """The cards by their names."""
    named = {alone: card for card, alone in table.words["names"].items() if len(card) < 3}
    return [named[card] for card in cards]


@pytest.mark.full
def test_a_match_by_ear(page: Page, statics: str) -> None:
    """By the accessibility tree and the keys alone: a card is drawn, another laid off or discarded until one may be."""
    table = sit_down(page, statics, seats=SEATS, name="ear", **ONE_DEAL)
    ear = Listener(page)
    while not table.is_over:
        before = len(table.given)
        to_hand(page)
        page.keyboard.press("p")
        settle(table)
        hand = bare(ear.buttons("La tua mano"), table)
        assert parse_hand(" ".join(hand)) == parse_hand(" ".join(table.view["hand"]))
        for number in range(len(hand)):
            to_hand(page)
            page.keyboard.press("Home")
            for _step in range(number):
                page.keyboard.press("ArrowRight")
            page.keyboard.press("s")
            settle(table)
            if table.given[-1:] != ["draw"]:
                break
            page.keyboard.press("Escape")
        assert read_move(table.given[-1]).action == "drop"
        assert len(table.given) == before + 2


DEAL = """
scala40 3
rules torneo_003
dealer B
A Th Td Tc 4h 5h 6h 9s 9s Ks Qd 2c 2d *
B 3s 3d
up 7s
stock 7h 8d 8d
moves
"""


def opened(page: Page, statics: str, **more: Any) -> Scala40Table:
    table = sit_down(page, statics, written=DEAL, **more)
    table.pile("stock").click()
    settle(table)
    return table


def test_the_page_proposes_combinations_and_asks_what_a_joker_stands_for(page: Page, statics: str) -> None:
    """R-S40-09, R-S40-12: nothing is sent before it is declared."""
    table = opened(page, statics)
    table.pick(["Th", "Td", "Tc"])
    expect(page.locator(".laying .visually-hidden").first).to_have_text("30 di 40")
    expect(table.lay).to_have_text("Cala: ancora 10")
    expect(table.lay).to_be_disabled()
    table.lay.focus()
    page.keyboard.press("Enter")
    expect(table.line).to_have_text("Per aprire servono 40: ancora 10.")
    table.pick(["4h", "5h", "*"])
    expect(page.locator(".laying label")).to_have_text(["Sei di cuori: 45", "Tre di cuori: 42"])
    page.locator(".laying label input").nth(1).check()
    expect(table.lay).to_have_text("Cala: 42")
    assert table.sent == ["draw"]
    table.lay.click()
    table.settled()
    assert table.given == ["draw", "lay *=3h4h5h", "lay ThTdTc"] or table.given == [
        "draw",
        "lay ThTdTc",
        "lay *=3h4h5h",
    ]
    expect(table.meld("m1")).to_be_visible()
    assert table.view["opened"][0]


def test_what_is_chosen_is_taken_back(page: Page, statics: str) -> None:
    table = opened(page, statics)
    table.pick(["Th", "Td", "9s"])
    expect(table.line).to_have_text("Queste carte non fanno un gioco.")
    page.keyboard.press("Escape")
    expect(page.locator("[data-hand] [aria-pressed=true]")).to_have_count(0)
    table.pick(["Th", "Td", "Tc", "9s"])
    expect(table.line).to_have_text("Fuori da ogni gioco: il nove di picche.")
    page.get_by_role("button", name="Annulla").click()
    expect(page.locator("[data-hand] [aria-pressed=true]")).to_have_count(0)
    assert table.sent == ["draw"]


def test_two_equal_cards_are_two(page: Page, statics: str) -> None:
    table = opened(page, statics)
    table.pick(["9s", "9s"])
    expect(page.locator("[data-hand] [data-card='9s'][aria-pressed=true]")).to_have_count(2)
    table.hand_card("9s").click()
    expect(page.locator("[data-hand] [data-card='9s'][aria-pressed=true]")).to_have_count(1)
    table.drop.click()
    table.settled()
    assert table.given[:2] == ["draw", "drop 9s"]
    expect(page.locator("[data-hand] [data-card='9s']")).to_have_count(1)


def test_a_card_that_attaches_is_not_discarded_and_the_combination_is_shown(page: Page, statics: str) -> None:
    """R-S40-20"""
    table = opened(page, statics)
    table.pick(["Th", "Td", "Tc", "4h", "5h", "6h"])
    table.lay.click()
    settle(table)
    table.hand_card("7h").dblclick()
    table.settled()
    number = next(meld["name"] for meld in table.view["melds"] if meld["kind"] == "run")
    expect(table.line).to_have_text(f"Il sette di cuori non si scarta: attacca al gioco {number[1:]}.")
    expect(table.meld(number)).to_have_class(re.compile("is-wrong"))
    assert "drop 7h" in table.sent and "drop 7h" not in table.given
    page.clock.fast_forward(A_WHILE_MS)
    table.hand_card("7h").click()
    table.hand_card("7h").click()
    page.clock.fast_forward(A_WHILE_MS)
    table.drag(table.hand_card("7h"), table.meld(number))
    table.settled()
    assert table.given[-1] == f"off 7h>{number}"


def test_a_joker_may_go_to_both_ends_of_a_run(page: Page, statics: str) -> None:
    """R-S40-17"""
    table = opened(page, statics)
    table.pick(["Th", "Td", "Tc", "4h", "5h", "6h"])
    table.lay.click()
    settle(table)
    number = next(meld["name"] for meld in table.view["melds"] if meld["kind"] == "run")
    table.hand_card("*").click()
    expect(table.meld(number)).to_contain_text("qui")
    table.meld(number).click()
    asked = page.locator(".laying__options .btn")
    expect(asked).to_have_count(2)
    asked.filter(has_text="sette di cuori").click()
    table.settled()
    assert table.given[-1] == f"off *=7h>{number}"


def expect_first(page: Page, *cards: str) -> None:
    """The hand begins with these cards."""
    for number, card in enumerate(cards):
        expect(page.locator("[data-hand] [data-card]").nth(number)).to_have_attribute("data-card", card)


def test_the_hand_is_sorted_and_carried(page: Page, statics: str) -> None:
    table = opened(page, statics)
    expect_first(page, "4h", "5h", "6h")
    page.locator("[data-sort]").click()
    expect_first(page, "2c", "2d", "4h")
    table.drag(table.hand_card("Ks"), page.locator("[data-hand] li").first)
    expect_first(page, "Ks", "2c", "2d")
    table.hand_card("2d").focus()
    page.keyboard.press("Shift+ArrowRight")
    expect_first(page, "Ks", "2c", "4h", "2d")
    expect(page.locator(":focus")).to_have_attribute("data-card", "2d")
    assert table.sent == ["draw"]


def test_a_hand_that_was_laid_by_hand_lies_so_when_the_page_is_loaded_again(page: Page, statics: str) -> None:
    table = opened(page, statics)
    table.drag(table.hand_card("Ks"), page.locator("[data-hand] li").first)
    expect_first(page, "Ks", "4h", "5h")
    page.reload()
    expect_first(page, "Ks", "4h", "5h")
    for _order in ("suit", "rank"):
        page.locator("[data-sort]").click()
    page.reload()
    expect_first(page, "2c", "2d", "4h")


def test_the_moves_of_the_round_are_shown_again(page: Page, statics: str) -> None:
    table = opened(page, statics)
    table.pick(["Th", "Td", "Tc", "4h", "5h", "6h"])
    table.lay.click()
    settle(table)
    expect(page.locator("[data-last]")).to_contain_text("Hai calato")
    expect(page.locator("[data-last]")).not_to_contain_text("Hai pescato")
    page.get_by_role("button", name="Rivedi").click()
    expect(page.locator(".recap40 li")).to_have_count(len(table.view["recent"]))
    expect(page.locator(".recap40 li").first).to_have_text("Hai pescato dal tallone.")
    page.keyboard.press("Escape")
    expect(page.locator(".recap40")).to_have_count(0)


# B has discarded the six of hearts, with which A can open.
TO_TAKE = """
scala40 2
rules torneo_003
dealer B
A Th Td Tc 4h 5h 9s 9s Qd 2c 2d 7c 8d 3s
B 6h 8c 9c Jc Js Qs 2s 3d 5c As Ac 4d 6d
up 7s
stock Kd Kh 8s
moves
draw
drop Kd
draw
drop 6h
"""


def test_who_took_the_discard_to_open_is_shown_a_combination_to_begin_with(page: Page, statics: str) -> None:
    """R-S40-15: seen and heard; the next one too, until the opening is made."""
    table = sit_down(page, statics, written=TO_TAKE)
    page.evaluate(NOTE_WHAT_IS_SAID)
    table.pile("discards").click()
    settle(table)
    first = "Per esempio: cala il quattro di cuori, il cinque di cuori e il sei di cuori."
    expect(table.line).to_have_text(f"In questo turno devi usare il sei di cuori. {first}")
    assert page.evaluate("window.said")[-1].endswith(first)
    field = page.locator("[name=text]")
    field.fill("cala 4h 5h 6h")
    field.press("Enter")
    settle(table)
    expect(table.line).to_contain_text("15 di 40")
    expect(table.line).to_contain_text("Per esempio: cala il dieci di cuori")


# Both have opened, and it is A's turn: the ten of clubs is a joker's, the ten of spades goes on two combinations.
BOTH_OPEN = """
scala40 2
rules torneo_003
dealer B
A Th Td Tc Tc Ts 4h 5h 6h 7h 9s 9s Qd 2d
B 8c 9c Jc Js Qs Ks 2s 3d 5c *
up 7s
stock 8d 3h 5d 5s
moves
draw
lay ThTdTc
lay 4h5h6h
drop 9s
draw
lay 8c9c*=TcJc
lay JsQsKs
drop 2s
"""


def test_a_card_is_said_to_attach_to_several_and_to_take_the_place_of_a_joker(page: Page, statics: str) -> None:
    """R-S40-17, R-S40-19"""
    table = sit_down(page, statics, written=BOTH_OPEN)
    table.pile("stock").click()
    settle(table)
    table.hand_card("Ts").click()
    expect(table.line).to_have_text("Il dieci di picche si attacca al gioco 1 oppure al gioco 4.")
    page.keyboard.press("Escape")
    where = table.meld("m3").bounding_box()
    table.hand_card("Tc").click()
    expect(table.line).to_have_text("Il dieci di fiori prende il posto del jolly del gioco 3.")
    expect(table.meld("m3")).to_contain_text("scambia")
    # What is lit stays where it is: a finger may be on its way.
    assert table.meld("m3").bounding_box() == where
    table.meld("m3").click()
    settle(table)
    assert table.given[-1] == "swap Tc>m3"
    expect(table.line).to_have_text("In questo turno devi usare il jolly.")
    table.hand_card("Qd").click()
    expect(table.line).to_have_text("La donna di quadri adesso non si scarta: scegli altre carte.")
    expect(table.drop).to_be_disabled()


def test_a_turn_is_announced_once_and_what_it_still_asks_for_is_said(page: Page, statics: str) -> None:
    table = sit_down(page, statics, written=BOTH_OPEN)
    page.evaluate(NOTE_WHAT_IS_SAID)
    table.pile("stock").click()
    settle(table)
    table.hand_card("Tc").click()
    table.meld("m3").click()
    settle(table)
    assert page.evaluate("window.said") == [
        "Hai pescato il cinque di quadri.",
        "Hai preso il jolly del gioco 3. Al suo posto: il dieci di fiori. In questo turno devi usare il jolly.",
    ]


@pytest.mark.parametrize("page", ["phone"], indirect=True)
def test_the_names_of_those_who_laid_stand_in_one_line(page: Page, statics: str) -> None:
    sit_down(page, statics, written=BOTH_OPEN)
    names = page.locator(".melds__of:has(li) .melds__name")
    expect(names).to_have_text(["Tu", "Piero Ferrero"])
    own, other = names.evaluate_all("(all) => all.map((name) => name.clientHeight)")
    assert own == other


def test_a_refusal_names_the_combination_by_the_number_on_it(page: Page, statics: str) -> None:
    """R-S40-51: whatever letters and numbers the card was typed with."""
    table = sit_down(page, statics, written=BOTH_OPEN)
    field, answered = page.locator("[name=text]"), page.locator("[data-answer]")
    for words, answer in (
        ("pesca", ""),
        ("attacca 12D 2", "La donna di quadri non si attacca al gioco 2."),
        ("scambia 9s m3", "Nel gioco 3 nessun jolly sta per il nove di picche."),
        ("scarta 10s", "Il dieci di picche non si scarta: attacca al gioco 1."),
    ):
        field.fill(words)
        field.press("Enter")
        settle(table)
        expect(answered).to_have_text(answer)


def test_words_are_typed(page: Page, statics: str) -> None:
    """R-S40-51: what the server refuses is answered below the field, with the cards by their names."""
    table = sit_down(page, statics, written=DEAL)
    field, answered = page.locator("[name=text]"), page.locator("[data-answer]")
    for words in ("pesca", "cala 10h 10d 10c", "attacca Ks 1", "cala 4h 5h 6h", "scarta Ks"):
        field.fill(words)
        field.press("Enter")
        settle(table)
        expect(answered).to_contain_text("i giochi in tavola" if "attacca" in words else "")
    assert table.given[:4] == ["draw", "lay ThTdTc", "lay 4h5h6h", "drop Ks"]
    field.fill("punti")
    field.press("Enter")
    expect(answered).to_contain_text("tu 0")


def test_every_move_is_confirmed_where_that_is_set(page: Page, statics: str) -> None:
    table = sit_down(page, statics, written=DEAL, settings="data-two-taps")
    table.pile("stock").click()
    assert table.sent == []
    expect(table.lay).to_have_text("Pesca dal tallone")
    table.lay.click()
    settle(table)
    table.hand_card("Ks").dblclick()
    expect(table.lay).to_have_text("Scarta il re di picche")
    assert table.given == ["draw"]
