"""Clubs, their people, merges, and who runs a club or keeps a circuit, as JSON."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers

from tournaments.frame.api.bodies import Shape
from tournaments.models import Club, Person, PersonMerge


class ClubShape(Shape):
    """A club."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    circle = serializers.CharField(allow_blank=True)
    logo = serializers.URLField(allow_null=True, help_text="Where its logo is, as PNG; null: it has none.")


class ClubPersonShape(Shape):
    """A person of a club."""

    id = serializers.IntegerField()
    family_name = serializers.CharField()
    given_name = serializers.CharField(allow_blank=True)
    has_account = serializers.BooleanField()


class MergeShape(Shape):
    """A merge of two people into one."""

    id = serializers.IntegerField()
    kept = serializers.IntegerField(source="kept_id")
    merged = serializers.IntegerField(source="merged_id")
    entries_moved = serializers.IntegerField()
    account_moved = serializers.BooleanField()
    made_at = serializers.DateTimeField(source="created_at")
    undone_at = serializers.DateTimeField(allow_null=True)


class HolderShape(Shape):
    """Somebody who runs a club or keeps a circuit."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    email = serializers.EmailField()


CLUB_EXAMPLE = {
    "id": 4,
    "name": "Circolo di Traves",
    "circle": "Valli di Lanzo",
    "logo": "https://settebello.example/circoli/4/logo.png",
}
PERSON_EXAMPLE = {"id": 71, "family_name": "Teppa", "given_name": "Rosa", "has_account": False}
MERGE_EXAMPLE = {
    "id": 6,
    "kept": 71,
    "merged": 88,
    "entries_moved": 3,
    "account_moved": False,
    "made_at": "2026-11-21T10:12:00+01:00",
    "undone_at": None,
}
HOLDER_EXAMPLE = {"id": 2, "name": "Ada Solero", "email": "ada@example.org"}


def club_shape(club: Club, *, has_logo: bool) -> dict[str, Any]:
    """A club."""
    logo = f"{settings.SITE_URL}{reverse('club_logo', args=[club.pk])}" if has_logo else None
    return ClubShape.of(club, logo=logo)


def person_shape(person: Person) -> dict[str, Any]:
    """A person."""
    return ClubPersonShape.of(person, has_account=person.user_id is not None)


def merge_shape(merge: PersonMerge) -> dict[str, Any]:
    """A merge, and how much it moved."""
    return MergeShape.of(
        merge, entries_moved=len(merge.moved["members"]), account_moved=merge.moved["user"] is not None
    )
