"""The pictures of the packs: what lies in the static files is what the program draws, whole, small and harmless."""

import gzip
import re
from xml.etree import ElementTree

import pytest
from django.utils import translation
from django.utils.translation import pgettext

import scala40.cards
import scala40.decks
from scopa.cards import NAMES
from scopa.decks import DECKS, back_name, card_name
from script.artwork import rummy
from script.artwork.packs import PACKS, Pack
from script.artwork.sprite import FOLDER, sprite, write

SVG = "{http://www.w3.org/2000/svg}"
USE = f"{SVG}use"
KILOBYTE = 1024
packs = pytest.mark.parametrize("pack", PACKS, ids=DECKS)


def symbols(pack: Pack) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(sprite(pack))
    return {symbol.attrib["id"]: symbol for symbol in root.findall(f"{SVG}symbol")}


def picture(symbol: ElementTree.Element, *, without: tuple[str, ...] = ("desc",)) -> str:
    shown = (child for child in symbol if child.tag.removeprefix(SVG) not in without)
    return re.sub(r' id="[^"]*"', "", "".join(ElementTree.tostring(child, "unicode") for child in shown))


def test_every_pack_is_drawn() -> None:
    assert tuple(pack.deck for pack in PACKS) == DECKS


@packs
def test_the_file_is_what_the_program_draws(pack: Pack) -> None:
    assert (FOLDER / f"{pack.deck}.svg").read_text(encoding="utf-8") == sprite(pack)


def test_all_files_are_written_at_once(tmp_path) -> None:  # type: ignore[no-untyped-def]
    write(tmp_path / "decks")
    assert sorted(file.stem for file in (tmp_path / "decks").iterdir()) == sorted(DECKS)


@packs
def test_forty_cards_and_a_back_each_with_and_without_its_index(pack: Pack) -> None:
    found = symbols(pack)
    assert list(found) == [*NAMES, "back"]
    assert {symbol.attrib["viewBox"] for symbol in found.values()} == {"0 0 120 190"}
    assert [found[name][1].attrib["id"] for name in NAMES] == [f"{name}-plain" for name in NAMES]


@packs
def test_every_card_says_its_name_in_both_languages(pack: Pack) -> None:
    words = {}
    for language in ("it", "en"):
        with translation.override(language):
            words[language] = [card_name(card, pack.deck, pgettext) for card in range(40)] + [back_name(pgettext)]
    expected = [f"{italian} / {english}" for italian, english in zip(words["it"], words["en"], strict=True)]
    assert [symbol.findtext(f"{SVG}desc") for symbol in symbols(pack).values()] == expected


@packs
def test_a_pack_is_at_most_forty_kilobytes_over_the_wire(pack: Pack) -> None:
    assert len(gzip.compress(sprite(pack).encode(), 6)) <= 40 * KILOBYTE


@packs
def test_no_two_cards_look_the_same(pack: Pack) -> None:
    found = symbols(pack).values()
    assert len({picture(symbol) for symbol in found}) == len(NAMES) + 1


@packs
def test_no_two_cards_look_the_same_without_their_index(pack: Pack) -> None:
    found = symbols(pack)
    assert len({picture(found[name][1]) for name in NAMES}) == len(NAMES)


def test_each_pack_has_pictures_of_its_own() -> None:
    drawn = [picture(symbol) for pack in PACKS for name, symbol in symbols(pack).items() if name != "back"]
    assert len(set(drawn)) == len(PACKS) * len(NAMES)
    assert len({picture(symbols(pack)["back"]) for pack in PACKS}) == 1


@packs
def test_an_image_shows_one_card_with_or_without_its_index(pack: Pack) -> None:
    """Every view is the place of the card that it is named after, and no two share a place."""
    root = ElementTree.fromstring(sprite(pack))
    placed = {
        use.attrib["href"]: [use.attrib[name] for name in ("x", "y", "width", "height")] for use in root.iter(USE)
    }
    views = {view.attrib["id"]: view.attrib["viewBox"].split() for view in root.iter(f"{SVG}view")}
    assert list(views) == [f"card-{name}{form}" for form in ("", "-plain") for name in NAMES] + ["card-back"]
    assert views == {f"card-{name.removeprefix('#')}": place for name, place in placed.items()}
    assert len({tuple(place) for place in views.values()}) == len(views)


@packs
def test_only_shapes_that_any_policy_and_any_machine_can_show(pack: Pack) -> None:
    """No style, script, font, picture or address: what a strict policy forbids or a phone may not have."""
    drawn = [element for symbol in symbols(pack).values() for element in symbol.iter()]
    assert {element.tag.removeprefix(SVG) for element in drawn} == {"symbol", "desc", "g", "svg", "path", "rect"}
    attributes = {name for element in drawn for name in element.attrib}
    assert attributes == {
        "id",
        "viewBox",
        "x",
        "y",
        "width",
        "height",
        "rx",
        "d",
        "fill",
        "stroke",
        "stroke-width",
        "stroke-linejoin",
        "stroke-linecap",
        "transform",
    }
    assert set(re.findall(r'(?:https?:|data:|url\()[^"]*|<(?:style|script|image|text)', sprite(pack))) == {SVG[1:-1]}


def test_the_pack_of_scala_40_is_what_the_program_draws(tmp_path) -> None:  # type: ignore[no-untyped-def]
    rummy.write(tmp_path / "decks/pack.svg")
    assert rummy.FILE.read_text(encoding="utf-8") == rummy.sprite() == (tmp_path / "decks/pack.svg").read_text("utf-8")
    assert len(gzip.compress(rummy.sprite().encode(), 6)) <= 40 * KILOBYTE


def test_the_pack_of_scala_40_has_52_cards_a_joker_and_backs_of_two_colours() -> None:
    root = ElementTree.fromstring(rummy.sprite())
    found = {symbol.attrib["id"]: symbol for symbol in root.findall(f"{SVG}symbol")}
    names = (*scala40.cards.NAMES, scala40.decks.BACK, rummy.RED_NAME)
    assert tuple(found) == names
    assert len({picture(symbol) for symbol in found.values()}) == len(names)
    with translation.override("it"):
        assert found["*"].findtext(f"{SVG}desc") == f"{scala40.decks.card_name('*', pgettext)} / joker"
    placed = {
        use.attrib["href"][1:]: [use.attrib[name] for name in ("x", "y", "width", "height")] for use in root.iter(USE)
    }
    views = {
        view.attrib["id"].removeprefix("card-"): view.attrib["viewBox"].split() for view in root.iter(f"{SVG}view")
    }
    assert views == placed
    assert len({tuple(place) for place in placed.values()}) == len(placed)
    assert set(re.findall(r'(?:https?:|data:|url\()[^"]*|<(?:style|script|image|text)', rummy.sprite())) == {SVG[1:-1]}
