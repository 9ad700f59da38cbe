"""Phrases: one for each code, whole in Italian."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import punti
from punti import phrases, vp
from punti.phrases import PHRASES, label
from punti.rules import DOMAINS, FIELDS, GAMES

PACKAGE = Path(punti.__path__[0])
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
    phrases.PARAMETERS,
    phrases.VALUES,
    phrases.TIMES,
]


def test_no_key_stands_for_two_things() -> None:
    assert len(PHRASES) == sum(map(len, GROUPS))


def test_every_parameter_value_game_table_and_preset_has_a_name() -> None:
    """R-PTI-01"""
    assert [name for name in FIELDS if f"rule.{name}" not in PHRASES] == []
    choices = {name: getattr(domain, "values", ()) for name, domain in DOMAINS.items() if name != "fault_causes"}
    assert [
        (name, each) for name, values in choices.items() for each in values if f"rule.{name}.{each}" not in PHRASES
    ] == []
    assert [game for game in GAMES if f"game.{game}" not in PHRASES] == []
    assert [table for table in vp.PUBLISHED if f"vp.{table}" not in PHRASES] == []
    assert [name for name in punti.PRESETS if not {name, f"preset.{name}"} <= set(PHRASES)] == []


def test_every_picture_is_there() -> None:
    """R-PTI-01"""
    pictures = {path.stem for path in (PACKAGE / "static" / "punti").glob("*.svg")}
    assert pictures == set(DOMAINS["picture"].schema()["enum"])


def test_labels_name_fields_and_parameters() -> None:
    assert (label("points_b"), label("deals"), label("nothing")) == ("Points of line B", "Number of deals", "nothing")


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
