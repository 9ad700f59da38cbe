"""Phrases: one for each code, whole in Italian, and sheets that every reader can fill in."""

import re
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import scala40
from scala40 import phrases, play_phrases
from scala40.phrases import PHRASES, label
from scala40.rules import FIELDS, Rules
from scala40.scoring import CATEGORIES

PACKAGE = Path(scala40.__path__[0])
ITALIAN = PACKAGE / "locale" / "it" / "LC_MESSAGES"
PLACE = re.compile(r"%\((\w+)\)s")

GROUPS = [
    phrases.GAME,
    phrases.SHEETS,
    phrases.MATCHES,
    phrases.FORFEITS,
    phrases.AWARDS,
    phrases.MARKS,
    phrases.STATES,
    phrases.TIES,
    phrases.FIELDS,
    phrases.TIMES,
    phrases.PRACTICE,
    play_phrases.PHRASES,
]


def test_no_key_stands_for_two_things() -> None:
    assert len(PHRASES) == sum(map(len, GROUPS))


def test_awards_causes_ties_and_states_have_names() -> None:
    causes = [f"cause.{cause}" for cause in Rules().leave_causes]
    states = [f"state.{state}" for state in ("playing", "through", "out", "level", "left", "absent")]
    named = [*CATEGORIES, "hand_close", *causes, *states, "tie.deal", "tie.card"]
    assert [code for code in named if code not in PHRASES] == []


def test_every_field_of_the_form_has_a_label() -> None:
    of_players = [
        f"{kind}_{letter}" for kind in ("points", "cards", "unopened", "left", "exits") for letter in "abcdef"
    ]
    single = ["depth", "tiebreak", "lines", "closer", "in_hand", *(f"order_{place}" for place in range(1, 7))]
    assert [field for field in of_players + single if f"field.{field}" not in PHRASES] == []


def test_every_parameter_has_a_label() -> None:
    assert [name for name in FIELDS if f"rule.{name}" not in PHRASES] == []


def test_a_label_is_that_of_the_field_the_parameter_or_its_own_name() -> None:
    assert (label("cards_a"), label("out_at")) == ("Cards left to player A", "Points at which a player is out")
    assert label("pozzo") == "pozzo"


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
        written = {message.id: message.string for message in read_po(source) if message.id}
        assert {message.id: message.string for message in read_mo(compiled) if message.id} == written


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
