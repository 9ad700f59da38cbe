"""Long values of sheets and of the log are stored packed in a file, and read as they were written."""

import json
from base64 import b85encode
from hashlib import sha256
from typing import Any

import pytest
from django.core.exceptions import FieldError
from django.db import connection
from hypothesis import given
from hypothesis import strategies as some

from tournaments.frame.policies import Actor
from tournaments.frame.reads.statements import Part, Statement
from tournaments.frame.writes.transaction import alone, record, write_back
from tournaments.models import AuditEntry
from tournaments.models.packing import LEAST, MARK, pack, unpack

# What is packed in the rows of somebody's site: other words of ``WORDS_1`` could not read it any more.
STORED = (
    '"z1:q8alFCoPTMY6wESsA0zCOsAErANMvsA40gHZA0rCOuAErANOvjqQxIsSmiCHG+gYG+iYGOiYGuAMxdhaAA=="',
    {"ending": "", "note": {}, "seats": [*range(20)], "points": [0, 10, 20, 30, 40, 50], "vp": [None, None], "mp": []},
)
JSON = some.recursive(
    some.none() | some.booleans() | some.integers() | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
)
LONG = {"said": ["a sentence, " * 20, "perché – “no”"], "points": [*range(30)]}


@given(JSON)
def test_a_value_is_read_as_it_was_written(value: Any) -> None:
    assert unpack(json.loads(pack(value))) == value


@given(some.text(max_size=20))
def test_a_text_that_begins_like_a_packed_value_is_read_as_it_was_written(rest: str) -> None:
    assert unpack(json.loads(pack(MARK + rest))) == MARK + rest


def test_a_value_that_was_packed_by_an_earlier_release_is_read() -> None:
    stored, value = STORED
    assert unpack(json.loads(stored)) == value


def test_a_short_value_is_stored_as_it_is() -> None:
    assert pack({"a": 1}) == '{"a": 1}'
    assert pack("x" * (LEAST - 3)) == json.dumps("x" * (LEAST - 3))


def test_a_long_value_is_stored_in_less_than_half_of_its_length() -> None:
    assert 2 * len(pack(LONG)) < len(json.dumps(LONG))


def test_what_packing_does_not_shorten_is_stored_as_it_is() -> None:
    lots = b85encode(b"".join(sha256(bytes([n])).digest() for n in range(4))).decode()
    assert pack(lots) == json.dumps(lots)


def stored(row: AuditEntry) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT before, after FROM tournaments_auditentry WHERE id = %s", [row.pk])
        return list(cursor.fetchone())


def said(before: Any, after: Any) -> AuditEntry:
    with alone():
        record(
            by=Actor(None, None, "Olga"), verb="club_changed", target="-", tournament=None, before=before, after=after
        )
    return AuditEntry.objects.latest("pk")


@pytest.mark.django_db
def test_a_file_stores_long_values_packed_and_a_server_as_they_are() -> None:
    row = said(LONG, {"n": 1})
    row.refresh_from_db()
    assert (row.before, row.after) == (LONG, {"n": 1})
    ((told,),) = Statement(
        [Part("log", AuditEntry)], "SELECT * FROM tournaments_auditentry log WHERE log.id = %s"
    ).rows(row.pk)
    assert (told.before, told.after) == (LONG, {"n": 1})
    is_file = connection.vendor == "sqlite"
    assert str(stored(row)[0]).startswith(f'"{MARK}') == is_file
    row.after = LONG
    write_back([row], ["after"])
    assert AuditEntry.objects.values_list("after", flat=True).get(pk=row.pk) == LONG
    assert str(stored(row)[1]).startswith(f'"{MARK}') == is_file
    row.after = {"n": 2}
    row.save()
    assert AuditEntry.objects.values_list("after", flat=True).get(pk=row.pk) == {"n": 2}


@pytest.mark.django_db
def test_rows_are_found_by_what_is_asked_for_and_by_nothing_else() -> None:
    row = said({"person": 7, **LONG}, LONG)
    assert AuditEntry.objects.filter(before__person=7).get() == row
    assert AuditEntry.objects.values_list("before__person", "after__person").get(pk=row.pk) == (7, None)
    with pytest.raises(FieldError):
        AuditEntry.objects.filter(before__points=1)
