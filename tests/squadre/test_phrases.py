"""Phrases: one for each code, whole in Italian."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import squadre
from squadre import phrases
from squadre.phrases import PHRASES, label
from squadre.rules import DOMAINS, FIELDS

PACKAGE = Path(squadre.__path__[0])
ITALIAN = PACKAGE / "locale" / "it" / "LC_MESSAGES"
PLACE = re.compile(r"%\((\w+)\)s")
GROUPS = [
    phrases.GAME,
    phrases.PRESETS,
    phrases.RULES,
    phrases.SHEETS,
    phrases.MATCHES,
    phrases.FORFEITS,
    phrases.STATES,
    phrases.FIELDS,
    phrases.BOARD_FIELDS,
    phrases.PARAMETERS,
    phrases.VALUES,
    phrases.TIMES,
]


def test_no_key_stands_for_two_things() -> None:
    assert len(PHRASES) == sum(map(len, GROUPS))


def test_every_parameter_value_and_preset_has_a_name() -> None:
    """R-SQU-13"""
    assert [name for name in FIELDS if f"rule.{name}" not in PHRASES] == []
    choices = {name: getattr(domain, "values", ()) for name, domain in DOMAINS.items() if name != "fault_causes"}
    assert [
        (name, each) for name, values in choices.items() for each in values if f"rule.{name}.{each}" not in PHRASES
    ] == []
    assert [name for name in squadre.PRESETS if not {name, f"preset.{name}"} <= set(PHRASES)] == []


def test_labels_name_fields_and_parameters() -> None:
    assert (label("points_2_b"), label("people")) == ("Board 2, points of team B", "People of a team at each board")
    assert (label("who_2_b_1"), label("nothing")) == ("Who sits at the board", "nothing")


def test_italian_has_every_sentence_with_the_same_places() -> None:
    catalogue = read_po(BytesIO((ITALIAN / "django.po").read_bytes()))
    texts = {message.id: str(message.string) for message in catalogue if message.id}
    assert [text for text in PHRASES.values() if not texts.get(text)] == []
    assert [text for text, said in texts.items() if set(PLACE.findall(str(text))) != set(PLACE.findall(said))] == []


@pytest.mark.parametrize("language", ["it"])
def test_the_compiled_catalogue_is_that_of_the_text(language: str) -> None:
    compiled = read_mo(BytesIO((PACKAGE / "locale" / language / "LC_MESSAGES" / "django.mo").read_bytes()))
    text = read_po(BytesIO((ITALIAN / "django.po").read_bytes()))
    assert {m.id: m.string for m in compiled if m.id} == {m.id: m.string for m in text if m.id}
