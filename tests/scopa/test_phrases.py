"""Phrases: one for each code, whole in Italian, and sheets that every reader can fill in."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import scopa
from scopa import phrases
from scopa.phrases import PHRASES, label
from scopa.scoring import CATEGORIES
from scopa.sheet import LINES

PACKAGE = Path(scopa.__path__[0])
ITALIAN = PACKAGE / "locale" / "it" / "LC_MESSAGES"
PLACE = re.compile(r"%\((\w+)\)s")

GROUPS = [
    phrases.PLAYS,
    phrases.RULES,
    phrases.SHEETS,
    phrases.MATCHES,
    phrases.FORFEITS,
    phrases.AWARDS,
    phrases.PRESETS,
    phrases.CAUSES,
    phrases.EVENTS,
    phrases.FIELDS,
    phrases.PARAMETERS,
    phrases.VALUES,
    phrases.TIMES,
    phrases.DECK_NAMES,
    phrases.PRACTICE,
]


def test_no_key_stands_for_two_things() -> None:
    assert len(PHRASES) == sum(map(len, GROUPS))


def test_awards_have_names() -> None:
    assert [code for code in (*CATEGORIES, "sweeps") if code not in PHRASES] == []


def test_every_field_of_the_forms_has_a_label() -> None:
    pairs = [f"{name}_{line}" for name in ("points", "cards", "coins", "sweeps", "f_sweeps") for line in LINES]
    best = [f"best_{line}_{suit}" for line in LINES for suit in "dcsb"]
    holders = [f"f_{category}" for category in CATEGORIES]
    single = ["depth", *CATEGORIES, "tiebreak", "last_capture", "cause", "offender", "moment"]
    assert [field for field in pairs + best + holders + single if f"field.{field}" not in PHRASES] == []


def test_a_label_is_that_of_the_field_the_parameter_or_its_own_name() -> None:
    assert (label("cards_a"), label("target"), label("asso")) == ("Cards of line A", "Target of points", "asso")


def test_every_phrase_and_every_text_of_the_templates_is_in_italian() -> None:
    with (ITALIAN / "django.po").open("rb") as source:
        catalog = read_po(source)
    translated = {message.id: message for message in catalog if message.id}
    assert [text for text in PHRASES.values() if text not in translated] == []
    assert [text for text in texts_of_templates() if text not in translated] == []
    assert [text for text, message in translated.items() if not message.string or message.fuzzy] == []


def texts_of_templates() -> set[str]:
    templates = (path.read_text(encoding="utf-8") for path in (PACKAGE / "templates").rglob("*.html"))
    return {text for page in templates for text in re.findall(r'{%\s*translate "([^"]+)"', page)}


def test_the_compiled_catalog_is_the_written_one() -> None:
    with (ITALIAN / "django.po").open("rb") as source, (ITALIAN / "django.mo").open("rb") as compiled:
        written, read = texts(read_po(source)), texts(read_mo(compiled))
    assert read == written


def texts(catalogue: Catalog) -> dict[tuple[str, str], str]:
    """What is written for each sentence in its context."""
    return {(context(message), message.id): message.string for message in catalogue if message.id}


def context(message: Message) -> str:
    """A compiled context is bytes."""
    return message.context.decode() if isinstance(message.context, bytes) else message.context or ""


def test_a_translation_has_the_places_of_its_sentence() -> None:
    with (ITALIAN / "django.po").open("rb") as source:
        pairs = [(str(message.id), str(message.string)) for message in read_po(source) if message.id]
    assert [one for one, other in pairs if set(PLACE.findall(one)) != set(PLACE.findall(other))] == []


OF_THE_PLATFORM = {"game.py": {"games.contract", "games.guards"}}


@pytest.mark.parametrize("source", sorted(path.name for path in PACKAGE.glob("*.py")))
def test_no_module_of_the_game_knows_the_platform_but_its_door(source: str) -> None:
    text = (PACKAGE / source).read_text(encoding="utf-8")
    known = OF_THE_PLATFORM.get(source, set())
    assert set(re.findall(r"tournaments\.?([\w.]*)", text)) == known
