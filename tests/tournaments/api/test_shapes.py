"""What an answer shows is read where its field says, in the order of its fields, and nothing else is shown."""

from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from rest_framework import serializers

from tournaments.frame.api.bodies import Shape


class Club(NamedTuple):
    pk: int
    name: str


class Row(NamedTuple):
    club: Club | None
    total: Fraction
    lines: tuple[int, ...] | None
    others: tuple[Club, ...]
    at: datetime
    is_over: Any = 1
    secret: str = "nobody's business"


class ClubShape(Shape):
    """A club."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class RowShape(Shape):
    """A row."""

    text = serializers.CharField(help_text="It has no attribute")
    club = ClubShape(allow_null=True)
    total = serializers.CharField()
    list = serializers.ListField(source="lines", child=serializers.IntegerField(), allow_null=True)
    others = ClubShape(many=True)
    second = serializers.IntegerField(source="at.second")
    is_over = serializers.BooleanField(allow_null=True)


AT = datetime(2026, 11, 20, 20, 30, 7, tzinfo=UTC)
WHOLE = Row(Club(1, "Quattro Valli"), Fraction(13, 2), (3, 4), (Club(2, "Lanzo"), Club(3, "Viù")), AT)


def test_each_field_is_read_from_its_attribute_or_its_source() -> None:
    found = RowShape.of(WHOLE, text="said here")
    assert found == {
        "text": "said here",
        "club": {"id": 1, "name": "Quattro Valli"},
        "total": "13/2",
        "list": [3, 4],
        "others": [{"id": 2, "name": "Lanzo"}, {"id": 3, "name": "Viù"}],
        "second": 7,
        "is_over": True,
    }
    assert found["is_over"] is True
    assert list(found) == ["text", "club", "total", "list", "others", "second", "is_over"]


def test_nothing_is_nothing_in_every_kind_of_field() -> None:
    empty: dict[str, Any] = {"club": None, "total": None, "list": None, "others": [], "is_over": None}
    found = RowShape.of(WHOLE._replace(club=None, total=None, lines=None, others=(), is_over=None), text="")
    assert {name: found[name] for name in empty} == empty


def test_what_is_given_is_not_read() -> None:
    assert RowShape.of(WHOLE._replace(club="no club at all"), text="", club=None, list="[]")["list"] == "[]"


def test_what_nobody_says_is_an_error_and_so_is_a_field_that_there_is_not() -> None:
    with pytest.raises(AttributeError, match="text"):
        RowShape.of(WHOLE)
    with pytest.raises(AttributeError, match="colour"):
        RowShape.of(WHOLE, text="", colour="red")
